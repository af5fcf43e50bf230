"""What follows from laws: sentences by another engine and by counting, changed moves and two games by play."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.check import check
from grundy.check.formulas import Sentences, in_words
from grundy.check.laws import arithmetic
from grundy.common.digest import rules_digest, sealed
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.proving.certificate import certificate as law_certificate
from grundy.proving.certificate import formula_data, sentence
from grundy.proving.logic.formula import decide
from grundy.proving.logic.syntax import parse
from grundy.proving.questions import Answer, ask, certificate, changed, same, same_values
from grundy.proving.theorem import Theorem, prove
from grundy.rules.ruleset import Ruleset

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
"""Quantifiers go over the numbers below this, so that a sentence can be decided by looking."""


def bounded(formula: Any, outer: str, inner: str) -> Any:
    """Return the sentence that for all x, or some, below `SIDE` there are some y, or all."""
    for quantifier, name in ((inner, "y"), (outer, "x")):
        guard = ["<", name, SIDE]
        held = ["and", guard, formula] if quantifier == "some" else ["=>", guard, formula]
        formula = [quantifier, [name], held]
    return formula


class NoValue(Exception):
    """A term that does not exist."""


def worth(term: Any, given: dict[str, int]) -> int:
    if isinstance(term, int):
        return term
    if isinstance(term, str):
        return given[term]
    if term[0] == "*":
        return term[1] * worth(term[2], given)
    if term[0] in ("//", "%"):
        whole = worth(term[1], given)
        if whole < 0:
            raise NoValue
        return whole // term[2] if term[0] == "//" else whole % term[2]
    one, two = (worth(part, given) for part in term[1:])
    if term[0] == "+":
        return one + two
    if one < 0 or two < 0:
        raise NoValue
    return one ^ two


def is_true(formula: Any, given: dict[str, int]) -> bool:
    sign, *parts = formula
    if sign in ("all", "some"):
        (name,) = parts[0]
        guarded = (is_true(parts[1], {**given, name: n}) for n in range(SIDE + 1))
        return all(guarded) if sign == "all" else any(guarded)
    if sign in ("not", "and", "or", "=>", "<=>"):
        truths = [is_true(part, given) for part in parts]
        match sign:
            case "not":
                return not truths[0]
            case "and":
                return all(truths)
            case "or":
                return any(truths)
            case "=>":
                return not truths[0] or truths[1]
            case _:
                return truths[0] is truths[1]
    try:
        one, two = (worth(part, given) for part in parts)
    except NoValue:
        return False
    return {"=": one == two, "!=": one != two, "<": one < two, "<=": one <= two, ">": one > two, ">=": one >= two}[sign]


@settings(deadline=None, max_examples=60)
@given(FORMULAS, st.sampled_from(("all", "some")), st.sampled_from(("all", "some")))
def test_sentences_are_decided_as_by_looking_and_by_the_provers_engine(formula: Any, outer: str, inner: str) -> None:
    asked = bounded(formula, outer, inner)
    truth = Sentences(arithmetic("msd_2"), nothing).holds(asked)
    assert truth is is_true(asked, {})
    system, read = parse(in_words(asked))
    assert decide(read, system).truth is truth  # what is said of a sentence is that sentence
    assert Sentences(arithmetic("msd_2"), nothing).holds(formula_data(read)) is truth
    assert Sentences(arithmetic("msd_2"), nothing).holds(["not", asked]) is not truth
    given_x = [is_true(["all" if inner == "all" else "some", *asked[2][2][1:]], {"x": x}) for x in range(SIDE)]
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


@pytest.mark.parametrize(
    "data",
    [
        5,
        "n",
        [],
        ["all"],
        ["all", [], ["=", 1, 1]],
        ["all", ["n", "n"], ["=", 1, 1]],
        ["all", "n", ["=", 1, 1]],
        ["all", ["n'"], ["=", 1, 1]],
        ["all", [f"n{i}" for i in range(9)], ["=", 1, 1]],
        ["=", 1],
        ["=", 1, True],
        ["=", 1, 2.5],
        ["=", "n", 1],
        ["=", ["//", 4, 0], 1],
        ["=", ["%", 4, -2], 1],
        ["=", ["%", 4, "n"], 1],
        ["=", ["*", "n", 2], 1],
        ["=", ["+"], 1],
        ["is", "Q", 1],
        ["is", "P"],
        ["is", "P", 1, 2],
        ["at least", 0, "n", ["=", "n", 1]],
        ["at least", 10**9, "n", ["=", "n", 1]],
        ["at least", True, "n", ["=", "n", 1]],
        ["not", ["=", 1, 1], ["=", 1, 1]],
        ["exec", "print()", 1],
    ],
)
def test_what_is_no_sentence_is_refused_in_one(data: Any) -> None:
    law = law_of("bash")
    with pytest.raises(GrundyError) as refused:
        check(sealed({"kind": "sentence", "format": 2, "law": law_certificate(law), "sentence": data}))
    assert "\n" not in str(refused.value)


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


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Iterate over the places of what is no list and no object."""
    if isinstance(data, dict | list):
        for step, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, step))
    else:
        yield path


def resealed(made: Certificate) -> Certificate:
    """Return a certificate with its hashes made again, also those of what it holds, as a forger would."""
    new = {name: resealed(value) if name == "law" else value for name, value in made.items()}
    if "laws" in new:
        new["laws"] = [*map(resealed, new["laws"])]
    if made.get("kind") == "automatic law":
        new["fingerprint"] = rules_digest(new)
    return sealed(new)


def mutants(made: Certificate, count: int, seed: int) -> Iterator[Certificate]:
    """Iterate over certificates with one number, sign or name changed."""
    chosen = random.Random(seed)
    where = [path for path in places(made) if not {"hash", "fingerprint", "text", "game"} & {*path}]
    own = [path for path in where if path[0] not in ("law", "laws")] or where
    for _ in range(count):
        new, path = copy.deepcopy(made), chosen.choice(own if chosen.random() < 0.5 else where)
        held = new
        for step in path[:-1]:
            held = held[step]
        value = held[path[-1]]
        words = ["P", "n", "m", "=", "<", "and", "or", "=>", "all", "some", "+", "-", "normal", "misere", "losing"]
        held[path[-1]] = chosen.choice(words) if isinstance(value, str) else value + chosen.choice((-1, 1, 2))
        if new != made:
            yield resealed(new)


def lost(rules: Ruleset, size: int, changes: list[Any]) -> dict[tuple[int, ...], bool]:
    """Return who loses small positions of two numbers, with moves added and left out, by playing."""
    found: dict[tuple[int, ...], bool] = {}
    for state in sorted(product(range(size), repeat=2), key=sum):
        options = {option.state for option in rules(*state).options()}
        for sign, (d, e) in changes:
            after = (state[0] - d, state[1] - e)
            options = options - {after} if sign == "-" else options | ({after} if min(after) >= 0 else set())
        found[state] = not any(found.get(option, False) for option in options)
    return found


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


def test_no_changed_certificate_is_accepted_that_is_not_still_true() -> None:
    outcomes = {"accepted": 0, "false": 0, "refused": 0}
    bash, wythoff = load("bash"), load("wythoff")
    law, changing = law_of("bash"), changed(law_of("wythoff"), "+ (2,4)(1,3)")
    twins = same(bash, load("subtraction").bind(s=(1, 2, 3)))
    shifted = same_values(gr.octal("0.137"), gr.octal("0.07"), seconds=9.0)
    held = [
        certificate(law, ask(law, "An P(n) <=> n%4=0")),
        changing.certificate(),
        twins.certificate(),
        shifted.certificate(),
    ]
    for i, made in enumerate(held):
        for new in mutants(made, 60, i):
            try:
                verdict = check(new)
            except GrundyError as refused:
                assert "\n" not in str(refused)
                outcomes["refused"] += 1
                continue
            outcomes["accepted" if verdict.verified else "false"] += 1
            if not verdict.verified:
                continue
            if new["kind"] == "sentence":  # of the unchanged law: the prover's engine says so too
                assert new["law"] == made["law"] and ask(law, in_words(new["sentence"])).truth
            elif new["kind"] == "redundant moves":
                assert new["law"] == made["law"] and lost(wythoff, 12, new["moves"]) == lost(wythoff, 12, [])
            elif new["kind"] == "same law":
                assert new["laws"] == made["laws"] and new["shift"] == made["shift"], new
    assert outcomes["refused"] > 40 and outcomes["false"] > 40, outcomes


# ---- values of two games of heaps


def by_hand(amounts: tuple[int, ...], size: int) -> list[int]:
    values: list[int] = []
    for n in range(size):
        had = {values[n - s] for s in amounts if s <= n}
        values.append(next(v for v in range(size) if v not in had))
    return values


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True),
    st.lists(st.integers(1, 12), min_size=1, max_size=4, unique=True),
)
def test_values_of_subtraction_sets_are_compared_as_by_hand(one: list[int], two: list[int]) -> None:
    a, b = by_hand(tuple(one), 400), by_hand(tuple(two), 400)
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


@gr.heap_game
def larger_first(n: int):
    """Take from a heap, or split it: Lasker's Nim, its moves in another order."""
    for k in range(1, n // 2 + 1):
        yield n - k, k
    for k in range(n):
        yield (n - 1 - k,)


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
    found = same_values(load("lasker"), larger_first, seconds=20.0)
    assert found.holds, found
    found = same_values(load("nim"), nim_but_once, seconds=20.0)
    assert (found.holds, found.heap, found.values) == (False, 1500, (1500, 11)), found


def test_laws_that_are_not_the_same_are_not_verified() -> None:
    one, two, three = map(law_certificate, (law_of("bash"), law_of("wythoff"), prove(load("bash").bind(m=4))))
    pair = {"kind": "same law", "format": 2, "shift": 0}
    assert check(sealed({**pair, "laws": [one, one]})).verified
    assert check(sealed({**pair, "laws": [one, three]}))[0] is False
    for wrong in ([one], [one, two], [one, one, one], [one, 5], [one, gr.octal("0.07").law().certificate()]):
        with pytest.raises(GrundyError):
            check(sealed({**pair, "laws": wrong}))
    with pytest.raises(GrundyError, match="heaps are shifted by integers"):
        check(sealed({**pair, "laws": [one, one], "shift": 1}))
    with pytest.raises(GrundyError, match="carries its own rules"):
        check(sealed({**pair, "laws": [one, one]}), rules=load("bash"))
