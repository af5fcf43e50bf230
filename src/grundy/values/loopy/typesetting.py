r"""Loopy values for LaTeX and in MathML, made of their text (see `grundy.values.loopy.writing`).

>>> from grundy.values.short import Value
>>> print(latex(Value("{0|pass}")), latex(Value("a{1/2||{a|0}}")), latex(Value("1over")), sep="; ")
\mathbf{over}; 1\mathbin{\&}\left\{\tfrac{1}{2}\middle|-1\right\}; 1\,\mathbf{over}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

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

    >>> from grundy.values.short import Value
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
