"""Loopy values as LaTeX and MathML: all of their text is there, and it is well formed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from grundy.values.loopy.stoppers import NAMES, Loopy
from grundy.values.short import Value

TEXTS = (
    "1over",
    "a{1/2||{a|0}}",
    "over + {2|1}",
    "upon + ^<2>",
    "a{1|b{0|{a|-1}}}",
    "{pass|*2}",
    "tis + 1/2",
    "{0|tiny(2)} + over",
)


@pytest.mark.parametrize("text", [*NAMES, *TEXTS])
def test_all_of_the_text_is_set(text: str) -> None:
    value = Value(text)
    assert isinstance(value, Loopy)
    formula = ElementTree.fromstring(value.mathml())
    assert formula.get("alttext") == str(value)
    letters = re.findall(r"[A-Za-z]+|\d+", str(value))
    assert re.findall(r"[A-Za-z]+|\d+", " ".join(formula.itertext())) == letters
    latex = value.latex()
    assert latex.count(r"\left") == latex.count(r"\right") == str(value).count("{")
    assert latex.count("{") == latex.count("}")
    assert all(word in latex for word in letters)
