"""Loopy values as text, which `grundy.values.notation` reads back: names, ``pass`` for a move to itself, ``a{0||1|a}``."""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase
from typing import Any

from grundy.values.loopy.stoppers import NAMES, Sided, Stopper, named
from grundy.values.short import Value

LETTERS = [letter for letter in ascii_lowercase if letter not in "v"]


@lru_cache(1)
def _names() -> dict[Any, str]:
    found: dict[Any, str] = {}
    for name in NAMES:
        value = named(name)
        found.setdefault(value, name)
        if isinstance(value, Stopper) and name not in ("on", "off", "over", "under"):
            found.setdefault(-value, f"-{name}")
    return found


def written(value: Any) -> str:
    """Return the text of a loopy value.

    >>> from grundy.values.loopy.stoppers import game
    >>> print(named("on"), named("over") + 1, named("upon") + Value("*"), game([1], [named("over")]), sep="; ")
    on; 1over; upon*; {1|over}
    >>> print(Value("{pass|*2}"))
    {pass|*2}
    """
    if value in (names := _names()):
        return names[value]
    if isinstance(value, Sided):
        return f"{value.onside} & {value.offside}"
    over = value.over_number
    if over is not None:
        return f"{over[0]}{'over' if over[1] > 0 else 'under'}"
    return _braces(value, {}, [])


def _braces(value: Stopper, above: dict[Stopper, str | None], used: list[str]) -> str:
    """Return a game in braces; ``above`` are those around it, with the letters of those that something leads back to."""
    above[value] = None
    sides = [
        ",".join(
            sorted(
                (_option(one, value, above, used) for one in side), key=lambda text: (text == "pass", len(text), text)
            )
        )
        for side in value.options
    ]
    letter = above.pop(value) or ""
    return f"{letter}{{{'|'.join(sides)}}}"


def _option(one: Any, here: Stopper, above: dict[Stopper, str | None], used: list[str]) -> str:
    if one == here:
        return "pass"
    if isinstance(one, Value):
        return str(one)
    if one in above:
        if above[one] is None:
            used.append(LETTERS[len(used) % len(LETTERS)] + str(len(used) // len(LETTERS) or ""))
            above[one] = used[-1]
        return above[one] or ""
    return written(one) if one in _names() or one.over_number else _braces(one, above, used)
