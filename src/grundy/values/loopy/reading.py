"""Games that are being read: their options may lead back to them, by ``pass`` or by a name before their braces.

Where nothing is loopy all is left to `grundy.values.short`; what loops is loaded when the first loopy value is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from grundy.common.errors import GrundyError
from grundy.values import operators, short
from grundy.values.short import Value

PASS = "pass"
NAMES = frozenset(("on", "off", "dud", "over", "under", "upon", "downon", "upover", "uponth")) | frozenset(
    ("tis", "tisn", "hot", "ono", "hi", "lo", "ace")
)
"""The names that are read."""


class Open:
    """A way back to a game around it, by its ``name``; or a game in which there is one. It has no value yet."""

    def __init__(self, name: str = "", sides: Iterable[list[Any]] = ()) -> None:
        self.name = name
        self.sides = [*sides]

    def __add__(self, other: object) -> NoReturn:
        self.refuse()

    def refuse(self) -> NoReturn:
        """Refuse: what it leads back to is not known."""
        raise GrundyError("what leads back to a game around it can only be an option there, no part of a sum")

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __add__

    def __neg__(self) -> NoReturn:
        """Refuse as well."""
        raise self + self

    def waiting(self) -> set[str]:
        """Return the names of the games around it that it leads back to."""
        return {each.name for each in self._within() if each.name}

    def bind(self, name: str) -> None:
        """Let what leads to a name lead here."""
        for each in self._within():
            for side in each.sides:
                side[:] = [self if isinstance(one, Open) and one.name == name else one for one in side]

    def _within(self) -> list[Open]:
        found: list[Open] = [self]
        for each in found:
            found += [one for side in each.sides for one in side if isinstance(one, Open) and one not in found]
        return found


def game(left: Iterable[Any], right: Iterable[Any]) -> Any:
    """Return the game with these options: an `Open` one where some lead back to a game around it; GrundyError of others."""
    sides = [[*map(_option, side)] for side in (left, right)]
    every = sides[0] + sides[1]
    if any(isinstance(one, Open) for one in every):
        return closed(Open("", sides), PASS)
    return short.game(*sides) if _are_short(every) else _stoppers().game(*sides)


def closed(made: Any, name: str) -> Any:
    """Return a game to which a name leads back, as a value where nothing leads further out."""
    if not isinstance(made, Open):
        return made
    made.bind(name)
    return (
        made if made.waiting() else _stoppers().of_game(made, lambda one: one.sides if isinstance(one, Open) else None)
    )


def switch(*options: Any) -> Any:
    """Return ±(a,b,…)."""
    return game(options, [-_option(one) for one in options])


def _option(one: Any) -> Any:
    """Return an option as a value; GrundyError of a number that is infinite, or no dyadic fraction."""
    if hasattr(one, "settled"):
        raise GrundyError("{value} cannot be an option: options here are short games, or loopy ones", value=one)
    return one if is_loopy(one) else Value(one)


def ordinal_sum(one: Any, other: Any) -> Any:
    """Return the ordinal sum of canonical forms."""
    return operators.ordinal_sum(one, other) if _are_short((one, other)) else _stoppers().ordinal_sum(one, other)


def named(word: str) -> Any:
    """Return a loopy value by its name."""
    return _stoppers().named(word)


def sides(onside: Any, offside: Any) -> Any:
    """Return S & T."""
    return _stoppers().paired(onside, offside)


def of_stoppers(name: str) -> Callable[..., Any]:
    """Return a function of stoppers by its name: of other values it is refused."""

    def asked(first: Any, *others: Any) -> Any:
        stoppers = _stoppers()
        if name in ("onside", "offside"):
            return stoppers.sides_of(first)[name == "offside"]
        for one in (first, *others):
            if not isinstance(one, (Value, stoppers.Stopper)) and name not in ("tiny", "miny"):
                raise GrundyError("{value} is no stopper", value=one)
        return getattr(stoppers, name)(first, *others)

    return asked


def is_loopy(value: Any) -> bool:
    """Whether something is a value of play that may be endless, or is to become one."""
    return isinstance(value, Open) or hasattr(value, "onside")


def _are_short(values: Iterable[Any]) -> bool:
    return all(isinstance(one, Value) for one in values)


def _stoppers() -> Any:
    from grundy.values.loopy import stoppers  # most values are short

    return stoppers
