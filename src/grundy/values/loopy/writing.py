r"""Loopy values as text, and for LaTeX and in MathML, which are made of the text.

The text is what `grundy.values.notation` reads back: names, ``pass`` for a move to itself, ``a{0||1|a}``.

>>> print(latex(Value("{0|pass}")), latex(Value("a{1/2||{a|0}}")), latex(Value("1over")), sep="; ")
\mathbf{over}; 1\mathbin{\&}\left\{\tfrac{1}{2}\middle|-1\right\}; 1\,\mathbf{over}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from string import ascii_lowercase
from typing import Any, NamedTuple

from grundy.values.loopy import graphs
from grundy.values.loopy.stoppers import NAMES, Sided, Simplified, Stopper, named, onside
from grundy.values.short import Value

LETTERS = [letter for letter in ascii_lowercase if letter not in "v"]
_TOKEN = re.compile(
    r"(?P<fraction>\d+/\d+)|(?P<number>\d+)|(?P<name>[A-Za-z]{2,})|(?P<power>[\^v](?:<\d+>|\[\d+\]))|(?P<letter>[a-uw-z]\d*)"
    r"|(?P<sign>\|+|[{}(),&+\-^v*])|(?P<rest>\S)"
)
_SIGNS = {
    "^": (r"{\uparrow}", "<mi>↑</mi>"),
    "v": (r"{\downarrow}", "<mi>↓</mi>"),
    "*": (r"{\star}", "<mi>⋆</mi>"),
    "{": (r"\left\{", '<mo stretchy="false">{</mo>'),
    "}": (r"\right\}", '<mo stretchy="false">}</mo>'),
    "&": (r"\mathbin{\&}", "<mo>&amp;</mo>"),
    "-": ("-", '<mo form="prefix">−</mo>'),
}
_PLAIN = {
    "fraction": lambda text: r"\tfrac{{{}}}{{{}}}".format(*text.split("/")),
    "name": lambda text: rf"\mathbf{{{text}}}",
    "power": lambda text: (r"{\uparrow" if text[0] == "^" else r"{\downarrow") + "^{" + _inside(text) + "}}",
}
_MARKED: dict[str, Callable[[str], str]] = {
    "fraction": lambda text: "<mfrac><mn>{}</mn><mn>{}</mn></mfrac>".format(*text.split("/")),
    "number": lambda text: f"<mn>{text}</mn>",
    "name": lambda text: f"<mi>{text}</mi>",
    "power": lambda text: f"<msup><mi>{'↑' if text[0] == '^' else '↓'}</mi><mn>{_inside(text)}</mn></msup>",
    "letter": lambda text: f"<mi>{text}</mi>",
}


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
    if isinstance(value, Simplified):
        return _braces(_Node(value.graph, 0), {}, [])
    over = value.over_number
    if over is not None:
        return f"{over[0]}{'over' if over[1] > 0 else 'under'}"
    return _braces(value, {}, [])


class _Node(NamedTuple):
    """A node of a graph that is no stopper's: it is itself alone, also where another has its value."""

    graph: graphs.Graph
    place: int
    over_number = None

    @property
    def options(self) -> list[list[Any]]:
        """Left's options and Right's: values where play alternates to an end, else nodes."""

        def option(to: int) -> Any:
            own = graphs.part(self.graph, to)
            return onside(own) if graphs.is_stopper(own) else self._replace(place=to)

        return [[option(to) for to in rows[self.place]] for rows in self.graph]


def _braces(value: Any, above: dict[Any, str | None], used: list[str]) -> str:
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


def _option(one: Any, here: Any, above: dict[Any, str | None], used: list[str]) -> str:
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


def latex(value: Any) -> str:
    """Return a value for LaTeX, in mathematical mode. O(letters)."""
    return "".join(_latex(str(value)))


def _latex(text: str) -> Iterator[str]:
    before = ""
    for kind, token in _tokens(text):
        if kind == "name" and before in ("number", "fraction"):
            yield r"\,"
        if kind == "sign" and token[0] == "|":
            yield r"\!".join([r"\middle\Vert"] * (len(token) // 2) + [r"\middle|"] * (len(token) % 2))
        else:
            yield _PLAIN[kind](token) if kind in _PLAIN else _SIGNS.get(token, (token,))[0]
        before = kind


def mathml(value: Any) -> str:
    """Return a value as a formula of MathML, which browsers set. O(letters).

    >>> print(mathml(Value("on")))
    <math alttext="on"><mi>on</mi></math>
    """
    text = str(value)
    parts = [
        _MARKED[kind](token)
        if kind in _MARKED
        else _SIGNS.get(token, ("", f'<mo stretchy="false">{escape(token)}</mo>'))[1]
        for kind, token in _tokens(text)
    ]
    inside = parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"
    return f'<math alttext="{escape(text)}">{inside}</math>'


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for found in _TOKEN.finditer(text):
        yield found.lastgroup or "rest", found[0]


def _inside(power: str) -> str:
    """Return what stands within the brackets of a power, with square ones."""
    return power[2:-1] if power[1] == "<" else power[1:]
