"""Theorems in mathematics: what their formulas say is what the theorems say."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.messages import use
from grundy.faces.drawing import mathml
from grundy.faces.drawing.theorems import moves, parts, statement
from grundy.games import load
from grundy.proving.kept_theorems import theorem
from grundy.proving.logic.expressions import Term, variable
from grundy.proving.short_forms import Residues, short_form
from grundy.proving.theorem import Theorem
from grundy.values.patterns.beatty import Beatty
from grundy.values.patterns.law import Law


def made(name: str, play: str = "normal", **params: int) -> Theorem:
    found = theorem(load(name).bind(**params), play=play, seconds=20)
    assert isinstance(found, Theorem)
    return found


def text(markup: str) -> str:
    """Return the letters of a formula, which is well-formed."""
    return re.sub(r"\s+", "", "".join(ElementTree.fromstring(markup).itertext()))


def test_the_statement_of_wythoff() -> None:
    claim, pairs, first = map(text, statement(made("wythoff")))
    assert claim == "∀a,b≥0:wythoff(a,b)islost⟺(a,b)∈L"
    assert pairs == "L={(a,b),(b,a):a=⌊n1+52⌋,b=a+n,n≥0}"
    assert first == "L={(0,0),(1,2),(2,1),(3,5),(4,7),(5,3),…}"


def test_the_moves_are_those_of_the_rules() -> None:
    assert text(moves(made("wythoff"))[0]) == ("(a,b)→(a−k,b)1≤k≤a(a,b)→(a,b−k)1≤k≤b(a,b)→(a−k,b−k)1≤k≤min(a,b)")
    assert text(moves(made("bash", m=7))[0]) == "n→n−k1≤k≤min(7,n)"
    assert text(moves(made("lasker"))[0]) == "n→k0≤k≤n−1n→k+(n−k)1≤k≤⌊n2⌋"
    assert "n→0n=1" in text(moves(made("kayles"))[0])


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
    found = theorem(halved, seconds=20)
    assert isinstance(found, Theorem)
    own, over = map(text, moves(found))
    assert "⌊n2⌋" in own and "mod3" in own and "n≥4" in own
    assert over == "won:n=9"


@pytest.mark.parametrize(("m", "play"), [(1, "normal"), (3, "normal"), (7, "misere")])
def test_residues_are_the_losing_numbers(m: int, play: str) -> None:
    found = short_form(made("bash", play, m=m))
    assert isinstance(found, Residues)
    told = [n in found.first if n < found.start else n % found.period in found.rests for n in range(200)]
    assert told == [n % (m + 1) == (1 % (m + 1) if play == "misere" else 0) for n in range(200)]


def test_what_is_short_is_decided_and_nothing_else_is_said() -> None:
    wythoff, kayles = short_form(made("wythoff")), short_form(made("kayles"))
    assert isinstance(wythoff, Law) and wythoff.form == Beatty(1)
    assert isinstance(kayles, Law) and (kayles.period, kayles.preperiod) == (12, 71)
    assert short_form(made("wythoff", "misere")) is None
    assert short_form(made("fibonacci-nim")) is None
    assert short_form(made("kayles"), seconds=0.0) is None


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
        (any_number, "L={0}"),
        (one_or_two_from_nine, "L={0,1,2,3,4,5,6,7}∪{n≥8:n≡2(mod3)}"),
        (two, "L={n≥0:nmod4∈{0,1}}"),
    ],
)
def test_sets_of_numbers_are_written_as_residues(rules: gr.Ruleset, written: str) -> None:
    found = theorem(rules, seconds=20)
    assert isinstance(found, Theorem)
    form = short_form(found)
    assert isinstance(form, Residues)
    told = [n in form.first if n < form.start else n % form.period in form.rests for n in range(300)]
    assert told == [found.automata[0].accepts(n) for n in range(300)]
    assert text(statement(found)[1]) == written


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


def test_blocked_moves_are_counted() -> None:
    found = theorem(load("wythoff"), blocked=1, seconds=20)
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
