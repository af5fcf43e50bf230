"""Theorems in mathematics: what their formulas say is what the theorems say."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.messages import use
from grundy.faces.drawing import theorems as mathml
from grundy.faces.drawing.theorems import moves, parts, statement
from grundy.games import load
from grundy.proving.logic.expressions import Term, variable
from grundy.proving.theorem import Theorem, theorem

LONG_ENOUGH = 250.0
"""Seconds in which each of these is proved, whatever else runs; a test that hangs is ended after 300."""


def made(name: str, play: str = "normal", **params: int) -> Theorem:
    found = theorem(load(name).bind(**params), play=play, seconds=LONG_ENOUGH)
    assert isinstance(found, Theorem)
    return found


def text(markup: str) -> str:
    """Return the letters of a formula, which is well-formed."""
    return re.sub(r"\s+", "", "".join(ElementTree.fromstring(markup).itertext()))


def test_the_statement_of_wythoff() -> None:
    claim, first = map(text, statement(made("wythoff")))
    assert claim == "∀a,b≥0:wythoff(a,b)islost⟺{a,b}={⌊n1+52⌋,⌊n1+52⌋+n},n≥0"
    assert first == "L={(0,0),(1,2),(2,1),(3,5),(4,7),(5,3),…}"


@pytest.mark.slow
def test_the_moves_are_those_of_the_rules() -> None:
    assert text(moves(made("wythoff"))[0]) == ("(a,b)→(a−k,b)1≤k≤a(a,b)→(a,b−k)1≤k≤b(a,b)→(a−k,b−k)1≤k≤min(a,b)")
    assert text(moves(made("bash", m=7))[0]) == "n→n−k1≤k≤min(7,n)"
    assert text(moves(made("lasker"))[0]) == "n→k0≤k≤n−1n→k+(n−k)1≤k≤⌊n2⌋"
    assert "n→∅n=1" in text(moves(made("kayles"))[0])


@gr.game
def halved(n: int):
    if n % 3 != 1 and n >= 4:
        yield n // 2


@halved.ending
def _over(n: int):
    if n == 9:
        return 1
    return None


def test_conditions_and_declared_endings_are_written() -> None:
    found = theorem(halved, seconds=LONG_ENOUGH)
    assert isinstance(found, Theorem)
    own, over = map(text, moves(found))
    assert "⌊n2⌋" in own and "mod3" in own and "n≥4" in own
    assert over == "won:n=9"


@gr.game
def any_number(n: int):
    yield from range(n)


@gr.game
def one_or_two_from_nine(n: int):
    if n >= 9:
        yield n - 1
        yield n - 2


@gr.game
def two(n: int):
    if n >= 2:
        yield n - 2


@pytest.mark.parametrize(
    ("rules", "written"),
    [
        (any_number, "n=0"),
        (one_or_two_from_nine, "n∈{0,1,2,3,4,5,6,7}∨(n≥8,n≡2(mod3))"),
        (two, "nmod4∈{0,1}"),
    ],
)
def test_sets_of_numbers_are_written_as_residues(rules: gr.Ruleset, written: str) -> None:
    found = theorem(rules, seconds=LONG_ENOUGH)
    assert isinstance(found, Theorem)
    assert text(statement(found)[0]).endswith(f"islost⟺{written}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "asked", "written"),
    [
        ("bash", {}, "bash(n)islost⟺n≡0(mod4)"),
        ("bash", {"play": "misere"}, "bash(n)islostinmisèreplay⟺n≡1(mod4)"),
        ("nim", {"heaps": 3}, "nim(a,b,c)islost⟺a⊕b⊕c=0"),
        ("nim", {"heaps": 3, "play": "misere"}, "(max(a,b,c)>1,a⊕b⊕c=0)∨(max(a,b,c)≤1,a+b+c≡1(mod2))"),
        ("wythoff", {"blocked": 2}, "b=2a+1∨a=2b+1∨b=2a+2∨a=2b+2∨(a,b)=(0,0)"),
        ("wythoff", {"play": "misere"}, "islostinmisèreplay⟺(a,b)∈L"),
        ("nim", {}, "g(n)=n"),
        ("nim", {"heaps": 2, "values": True}, "g(a,b)=a⊕b"),
        ("lasker", {}, "g(n)={0ifn=0n−1ifn≥1,n≡0(mod4)n+1ifn≥1,n≡3(mod4)notherwise"),
        ("split-nim", {}, "g(n)={0ifn=0then-thodiousnumber,of1,2,4,7,8,11,…otherwise"),
        ("kayles", {}, "g(n+12)=g(n)(n≥71)"),
    ],
)
def test_a_sentence_is_written_in_mathematics(name: str, asked: dict[str, Any], written: str) -> None:
    found = theorem(load(name), seconds=LONG_ENOUGH, **asked)
    assert isinstance(found, Theorem)
    assert text(statement(found)[0]).endswith(written)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wythoff", "kayles", "nim", "bash", "fibonacci-nim", "subtraction"])
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_check_is_a_lemma(name: str, play: str, language: str) -> None:
    if play == "misere" and name in ("kayles", "nim", "subtraction"):
        return  # of several heaps it would be asked
    params = {"s": (2, 5)} if name == "subtraction" else {}
    with use(language):
        found = made(name, play, **params)  # type: ignore[arg-type]
        proof = parts(found)
        lemmas = [words for part in proof for words, _formula in part.lemmas]
        assert sorted(lemmas) == sorted(found.checks)
        for formula in (*statement(found), *moves(found), *(f for part in proof for _words, f in part.lemmas if f)):
            ElementTree.fromstring(formula)


@pytest.mark.slow
def test_blocked_moves_are_counted() -> None:
    found = theorem(load("wythoff"), blocked=1, seconds=LONG_ENOUGH)
    assert isinstance(found, Theorem)
    formulas = [text(formula) for part in parts(found) for _words, formula in part.lemmas]
    assert "p∈L⟹|{q∈L:p→q}|≤1" in formulas and "p∉L⟹|{q∈L:p→q}|>1" in formulas


@given(st.dictionaries(st.sampled_from("abc"), st.integers(-9, 9)), st.integers(-99, 99))
def test_a_term_says_its_number(factors: dict[str, int], constant: int) -> None:
    own = Term((), constant)
    for name, a in factors.items():
        own += variable(name) * a
    nontrivial(own.parts)
    written = text(mathml.term(own, {"a": "a", "b": "b", "c": "c"})).replace("−", "-")
    values = {"a": 7, "b": 1000, "c": -31}
    plain = re.sub(r"(\d)([abc])", r"\1*\2", written)
    assert eval(plain, {}, values) == sum(a * values[name] for name, a in factors.items()) + constant
    assert not re.match(r".*\+-", written)
