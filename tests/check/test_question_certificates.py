"""What follows from laws: sentences by another engine and by counting, changed moves and two games by play."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.check.played import lost

import grundy as gr
from brute import code_values
from cases import nontrivial
from grundy.check import check
from grundy.check.formulas import Sentences, in_words
from grundy.check.laws import arithmetic
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.common.messages import use
from grundy.games import load
from grundy.proving.certificate import formula_data, sentence
from grundy.proving.logic.formula import decide
from grundy.proving.logic.syntax import parse
from grundy.proving.questions import Answer, ask, certificate, changed, same_values
from grundy.proving.theorem import Theorem, prove
from grundy.rules.heaps import subtraction_code
from looking import holds
from own_games import lasker_split_first

Certificate = dict[str, Any]


def nothing(name: str) -> Any:
    raise GrundyError("there is no relation {name}", name=name)


# ---- formulas

TERMS = st.recursive(
    st.one_of(st.integers(-2, 6), st.sampled_from("xy")),
    lambda inner: st.one_of(
        st.tuples(st.just("+"), inner, inner),
        st.tuples(st.just("*"), st.integers(-2, 3), inner),
        st.tuples(st.sampled_from(("//", "%")), inner, st.integers(1, 4)),
        st.tuples(st.just("xor"), inner, inner),
    ).map(list),
    max_leaves=3,
)
ATOMS = st.tuples(st.sampled_from(("=", "!=", "<", "<=", ">", ">=")), TERMS, TERMS).map(list)
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(st.just("not"), inner),
        st.tuples(st.sampled_from(("and", "or", "=>", "<=>")), inner, inner),
    ).map(list),
    max_leaves=3,
)
SIDE = 5
NUMBERS = range(SIDE + 1)
"""Quantifiers go over the numbers below this, so that a sentence can be decided by looking."""


def bounded(formula: Any, outer: str, inner: str) -> Any:
    """Return the sentence that for all x, or some, below `SIDE` there are some y, or all."""
    for quantifier, name in ((inner, "y"), (outer, "x")):
        guard = ["<", name, SIDE]
        held = ["and", guard, formula] if quantifier == "some" else ["=>", guard, formula]
        formula = [quantifier, [name], held]
    return formula


@settings(deadline=None, max_examples=60)
@given(FORMULAS, st.sampled_from(("all", "some")), st.sampled_from(("all", "some")))
def test_sentences_are_decided_as_by_looking_and_by_the_provers_engine(formula: Any, outer: str, inner: str) -> None:
    asked = bounded(formula, outer, inner)
    truth = Sentences(arithmetic("msd_2"), nothing).holds(asked)
    assert truth is holds(asked, {}, NUMBERS)
    system, read = parse(in_words(asked))
    assert decide(read, system).truth is truth  # what is said of a sentence is that sentence
    assert Sentences(arithmetic("msd_2"), nothing).holds(formula_data(read)) is truth
    assert Sentences(arithmetic("msd_2"), nothing).holds(["not", asked]) is not truth
    given_x = [holds(["all" if inner == "all" else "some", *asked[2][2][1:]], {"x": x}, NUMBERS) for x in range(SIDE)]
    nontrivial(len(set(given_x)) > 1 or "x" in str(formula))


@pytest.mark.parametrize("system", ["msd_2", "msd_3", "msd_fib", "ost [0;(2)]"])
def test_sentences_in_numeration_systems(system: str) -> None:
    held = Sentences(arithmetic(system), nothing)
    for text, truth in (
        ("Ax Ey x=2*y | x=2*y+1", True),
        ("Ax Ey x=2*y", False),
        ("Ax,y (x<y => Ez x+z=y & z>0)", True),
        ("Ax E>=3 y y<=x", False),
        ("Ax (x>=2 => E>=3 y y<=x)", True),
        ("E>=1000 y y>=5", True),
        ("Ax x%3=0 | x%3=1 | x/3*3+2=x", True),
        ("~(Ex Ay y<=x)", True),
        ("Ex Ey x<y & ~(x<y)", False),
        ("Ax true", True),
        ("false | (Ex x=7)", True),
        ("Ax Ex x=3", True),
    ):
        assert held.holds(formula_data(parse(f"?{system} {text}")[1])) is truth, text


# ---- what is proved, and what is changed


@cache
def law_of(name: str, **given: Any) -> Theorem:
    found = prove(load(name), **given)
    assert isinstance(found, Theorem)
    return found


@pytest.mark.slow
def test_sentences_about_laws() -> None:
    for law, text, claim in (
        (law_of("bash"), "An P(n) <=> n%4=0", "P being the losing positions: A n (P(n) <=> (n%4=0))"),
        (law_of("bash"), "An ~P(n) => (Em M(n,m) & P(m))", "~P(n) => (E m (M(n, m) & P(m)))"),
        (law_of("bash"), "An P(n) => n%8=0", "~(A n (P(n) => (n%8=0)))"),
        (law_of("wythoff"), "Ad Ea,b P(a,b) & b=a+d", "A d (E a, b (P(a, b) & (b=a+d)))"),
        (law_of("kayles", values=True), "An n>70 => ~G0(n)", "G being the Grundy values: A n ((n>70) => ~G(n, 0))"),
        (law_of("nim", values=True), "An G(n,n)", "G(n, n)"),
        (
            law_of("wythoff", values=False, play="misere"),
            "P(0,1)",
            "misere play, P being the losing positions: P(0, 1)",
        ),
    ):
        made = certificate(law, ask(law, text))
        verdict = check(made)
        assert verdict.verified and claim in verdict.claim, verdict
        negated = sealed({**made, "sentence": ["not", made["sentence"]]})
        assert not check(negated).verified
    with pytest.raises(GrundyError, match="bind n in the formula"):
        certificate(law_of("bash"), ask(law_of("bash"), "P(n)"))
    with pytest.raises(GrundyError, match="names of Latin letters"):
        sentence(law_of("bash"), parse("An' P(n')", ("P",))[1])


def test_a_law_that_was_decided_before_is_told_in_the_language_that_is_spoken() -> None:
    made, told = certificate(law_of("bash"), ask(law_of("bash"), "An P(n) => n%4=0")), list[str]()
    for language in ("zh", "en"):
        with use(language):
            told.append(check(made).claim)
    assert told[0][:2] == "在规" and told[1].startswith("in the game whose rules are in the certificate"), told


@pytest.mark.slow
def test_changed_moves_are_those_that_play_shows() -> None:
    wythoff = law_of("wythoff")
    right = lost(load("wythoff"), 12, [])
    holds = 0
    for change in [(sign, (d, e)) for sign in "+-" for d, e in product(range(5), repeat=2) if d or e]:
        answer = changed(wythoff, f"{change[0]} ({change[1][0]},{change[1][1]})")
        assert isinstance(answer, Answer)
        by_play = lost(load("wythoff"), 12, [change])
        if answer.holds:
            holds += 1
            assert by_play == right and check(answer.certificate()).verified
        else:
            assert answer.lost == (right[answer.position], by_play[answer.position])
            with pytest.raises(GrundyError, match="is a counterexample"):
                answer.certificate()
    assert 4 < holds < 40


# ---- values of two games of heaps


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True),
    st.lists(st.integers(1, 12), min_size=1, max_size=4, unique=True),
)
def test_values_of_subtraction_sets_are_compared_as_by_hand(one: list[int], two: list[int]) -> None:
    a, b = code_values(subtraction_code(one), 400), code_values(subtraction_code(two), 400)
    games = gr.subtraction.bind(s=tuple(sorted(one))), gr.subtraction.bind(s=tuple(sorted(two)))
    found = same_values(*games, seconds=10.0)
    assert found.holds is (a == b)
    if found.holds:
        assert check(found.certificate()).verified
    else:
        assert found.heap == next(n for n in range(400) if a[n] != b[n])
        assert found.values == (a[found.heap], b[found.heap])
        if found.shift is not None:
            assert all(a[n] == b[n + found.shift] for n in range(max(0, -found.shift), 390))
            assert check(found.certificate()).verified
    nontrivial(sorted(one) != sorted(two))


@pytest.mark.slow
def test_values_of_heap_games() -> None:
    found = same_values(load("kayles"), load("dawsons-kayles"), seconds=9.0)
    assert (found.holds, found.heap, found.values) == (False, 1, (1, 0))
    found = same_values(load("dawsons-chess"), load("dawsons-kayles"), seconds=9.0)
    assert (found.holds, found.shift) == (False, 1)
    claim = "g(n) of 0.137 is g(n + 1) of 0.07 for every n >= 0"
    assert check(found.certificate()).claim == claim
    found = same_values(load("lasker"), gr.code("4.(3)"), seconds=9.0)
    assert found.holds  # of no period: by a normal form, or a theorem
    found = same_values(gr.octal("0.76"), gr.octal("0.76"), seconds=9.0)
    assert found.holds and found.reason == "they have one normal form, 0.76"
    with pytest.raises(GrundyError, match="there is no certificate: they have one normal form"):
        found.certificate()
    with pytest.raises(GrundyError, match="wythoff is not a game of single heaps"):
        same_values(load("wythoff"), load("nim"), seconds=9.0)


@gr.game
def nim_but_once(n: int):
    """Nim with one heap, but from 1500 none leaves 11."""
    for k in range(n):
        if n != 1500 or k != 11:
            yield k


@pytest.mark.slow
def test_values_by_a_theorem() -> None:
    found = same_values(load("split-nim"), load("split-nim"), seconds=20.0)
    assert found.holds and check(found.certificate()).verified, found
    assert check(found.certificate()).claim.endswith("the Grundy values are the same")
    found = same_values(load("lasker"), lasker_split_first, seconds=20.0)
    assert found.holds, found
    found = same_values(load("nim"), nim_but_once, seconds=20.0)
    assert (found.holds, found.heap, found.values) == (False, 1500, (1500, 11)), found
