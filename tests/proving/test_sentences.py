"""Sentences of theorems: what is said is what the automata say, and what is not so is never said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from itertools import count, product
from operator import xor
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.games import load
from grundy.proving.certificate import term_data
from grundy.proving.laws import LosingLaw
from grundy.proving.lemmas import winning_moves
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.expressions import RELATIONS, Compare, NimZero, Term, variable
from grundy.proving.logic.formula import compile
from grundy.proving.logic.linear import linear
from grundy.proving.logic.numeration import numeration
from grundy.proving.sentences import Sentence, named, relations
from grundy.proving.sentences.values import Cases, Digits, Periodic, Values, first_that_says, greedy, holds
from grundy.proving.theorem import Theorem, theorem
from looking import worth
from number_sets import in_set
from own_games import by_half, from_an_extreme

Numbers = Mapping[str, int]
BASE = numeration("msd_2")

# ---- what sentences mean, in Python


def term(own: Term, at: Numbers) -> int:
    return worth(data_of(own), dict(at))


data_of = cache(term_data)


def is_so(said: relations.Condition, at: Numbers) -> bool:
    match said:
        case Compare(left, relation, right):
            return RELATIONS[relation](term(left, at), term(right, at))
        case NimZero(names):
            return reduce(xor, (at[name] for name in names)) == 0
        case relations.Residues(own, first, start, period, rests):
            return term(own, at) in first or (term(own, at) >= start and term(own, at) % period in rests)
        case relations.Within(names, most, yes):
            return (max(at[name] for name in names) <= most) == yes
        case relations.Named(name, terms):
            return in_set(name, [term(each, at) for each in terms])
        case relations.Pairs(names, t):
            a, b = sorted(at[name] for name in names)
            return (a, b) in said.first(max(0, (b - a) // (t * said.scale)), (b - a) // (t * said.scale) + 1)
        case relations.Greedy(names):
            return tuple(sorted(at[name] for name in names)) in pairs_of(said, 3000)
        case relations.Members(names, rows):
            return tuple(at[name] for name in names) in rows
        case relations.Often(names, largest, counts):
            numbers = [at[name] for name in names]
            return numbers.count(max(numbers) if largest else min(numbers)) in counts
        case relations.But(inner, more, less):
            return is_so(more, at) or (is_so(inner, at) and not is_so(less, at))
        case relations.All(parts):
            return all(is_so(each, at) for each in parts)
        case relations.Any(parts):
            return any(is_so(each, at) for each in parts)


@cache
def pairs_of(said: relations.Greedy, most: int) -> set[tuple[int, ...]]:
    found, used, n, a = set(said.first), {each for pair in said.first for each in pair}, said.start, 0
    while a <= most:
        a = next(each for each in count(a) if each not in used)
        found.add((a, a + said.t * n))
        used |= {a, a + said.t * n}
        n += 1
    return found


def value(said: Values, at: Numbers) -> int:
    match said:
        case Periodic(period, preperiod, saltus, head):
            (n,) = at.values()
            rounds = max(0, (n - preperiod) // period)
            return head[n - rounds * period] + rounds * saltus
        case Digits(base, _start, head, rules):
            (n,) = at.values()
            return head[n] if n < len(head) else rules[n % base][value(said, {"n": n // base})]
        case Cases(cases):
            own = next(case for case in cases if case.when is None or is_so(case.when, at)).value
            if isinstance(own, Term):
                return term(own, at)
            if isinstance(own, NimZero):
                return reduce(xor, (at[name] for name in own.names if name != "z"))
            numbers = [term(each, at) for each in own.terms]
            return next(v for v in range(4 * max(numbers) + 4) if in_set(own.name, [*numbers, v]))


# ---- theorems of the catalogue, and others


@gr.game
def by_a_third(n: int) -> Iterator[int]:
    yield from range((n + 2) // 3, n)


@gr.game
def halved(n: int):
    if n:
        yield n // 2


@gr.game(least=0)
def two_counters(a: int, b: int):
    for k in (1, 2):
        if a >= k:
            yield a - k, b
        if b >= k:
            yield a, b - k
    if a and b:
        yield a - 1, b - 1


@gr.game(least=0)
def by_twos(a: int, b: int):
    if a >= 2:
        yield a - 2, b
    if b >= 2:
        yield a, b - 2


@gr.game(least=1)
def none_left_empty(a: int, b: int):
    for k in range(1, a):
        yield k, b
    for k in range(1, b):
        yield a, k


FROM_A_LARGEST = from_an_extreme("max")
OWN = run_path(str(Path(__file__).parents[2] / "examples" / "theorems.py"))
NORMAL, MISERE = {"play": "normal"}, {"play": "misere"}
SAID: list[tuple[gr.Ruleset, dict[str, Any], str]] = [
    (
        FROM_A_LARGEST,
        NORMAL,
        "the largest of a, b and c occurs an even number of times; and when (a, b, c) is (0, 0, 0)",
    ),
    (load("bash"), NORMAL, "n is a multiple of 4"),
    (load("bash").bind(m=1), MISERE, "n is odd"),
    (
        load("subtraction").bind(s=(2, 5)),
        NORMAL,
        "0 when n mod 7 is 0, 1 or 4; 1 when n mod 7 is 2, 3 or 6; 2 when n mod 7 is 5",
    ),
    (load("subtraction").bind(s=(1, 2, 3, 7)), NORMAL, "n mod 4"),
    (load("nim"), NORMAL, "n"),
    (load("nim"), {"heaps": 2}, "a = b"),
    (load("nim"), {"heaps": 3}, "a ⊕ b ⊕ c = 0"),
    (load("nim"), {"heaps": 3, "values": True}, "a ⊕ b ⊕ c"),
    (
        load("nim"),
        {"heaps": 3, **MISERE},
        "one of a, b and c is more than 1 and a ⊕ b ⊕ c = 0, or a, b and c are at most 1 and a + b + c is odd",
    ),
    (
        load("wythoff"),
        NORMAL,
        "a and b are ⌊n·(1 + √5)/2⌋ and ⌊n·(1 + √5)/2⌋ + n, in either order, for some n >= 0 "
        "((0, 0), (1, 2), (3, 5), (4, 7), …)",
    ),
    (
        load("wythoff"),
        MISERE,
        "a and b are, in either order, (2, 2), or a pair (a_n, a_n + n) for n >= 1, where a_n is the least number in "
        "no earlier pair",
    ),
    (
        load("wythoff"),
        {"blocked": 2},
        "b = 2*a + 1, or a = 2*b + 1, or b = 2*a + 2, or a = 2*b + 2, or (a, b) is (0, 0)",
    ),
    (load("fibonacci-nim"), NORMAL, "n = 0, or quota is less than the least part of the Zeckendorf sum of n"),
    (load("split-nim"), NORMAL, "0 when n is 0; the n-th odious number, of 1, 2, 4, 7, 8, 11, … otherwise"),
    (
        load("lasker"),
        NORMAL,
        "0 when n is 0; n - 1 when n >= 1 and n is a multiple of 4; n + 1 when n >= 1 and n mod 4 is 3; n otherwise",
    ),
    (by_half, NORMAL, "n + 1 is a power of 2"),
    (by_half, MISERE, "n + 1 is 3 times a power of 2"),
    (by_a_third, NORMAL, "2*n + 1 is a power of 3"),
    (halved, NORMAL, "n has an even number of digits in base 2"),
    (two_counters, NORMAL, "a + b is a multiple of 3"),
    (two_counters, MISERE, "(a + b) mod 3 is 1"),
    (
        by_twos,
        NORMAL,
        "a mod 4 is 0 or 1 and b mod 4 is 0 or 1, or a mod 4 is 2 or 3 and b mod 4 is 2 or 3",
    ),
    (none_left_empty, NORMAL, "a = b"),
    (from_an_extreme("min"), NORMAL, "a = 0, or b = 0, or c = 0"),
    (
        OWN["wythoff_to"].bind(left=2),
        NORMAL,
        "a and b are, in either order, (0, 0), (0, 1), (0, 2) or (1, 1), or a pair (a_n, a_n + n) for n >= 3, where a_n "
        "is the least number in no earlier pair",
    ),
    (
        OWN["nim_with_passes"],
        NORMAL,
        "passes is even and a = b, or passes is odd and (a is even and b + 1 = a, or b is even and a + 1 = b, or (a, b) is "
        "(0, 0))",
    ),
]


def proved(rules: gr.Ruleset, asked: dict[str, Any]) -> tuple[Theorem, Sentence]:
    made = theorem(rules, seconds=60, **asked)
    assert isinstance(made, Theorem) and made.sentence is not None
    return made, made.sentence


@pytest.mark.slow
@pytest.mark.some(10)
@pytest.mark.parametrize(("rules", "asked", "told"), SAID)
def test_a_theorem_is_said_as_one_would(rules: gr.Ruleset, asked: dict[str, Any], told: str) -> None:
    made, sentence = proved(rules, asked)
    assert sentence.words() == told and "automaton" not in made.statement()
    assert told in made.statement() and made.to_dict()["sentence"]["words"] == told


@pytest.mark.some(9)
@pytest.mark.parametrize(("rules", "asked", "told"), SAID)
def test_what_is_said_is_so_of_small_and_of_large_numbers(rules: gr.Ruleset, asked: dict[str, Any], told: str) -> None:
    made, sentence = proved(rules, asked)
    own, chosen = made.moves, Random(told)
    small = [*product(range(own.least, own.least + {1: 200, 2: 24, 3: 8}[len(own.names)]), repeat=len(own.names))]
    large = [tuple(chosen.randrange(own.least, 3000) for _ in own.names) for _ in range(200)]
    seen = set[bool]()
    for state in [*small, *large]:
        at = dict(zip(own.names, state, strict=True))
        if isinstance(made.law, LosingLaw):
            assert isinstance(sentence.says, relations.Condition)
            seen.add(made.automata[0].accepts(*state))
            assert is_so(sentence.says, at) == made.automata[0].accepts(*state), state
        else:
            assert isinstance(sentence.says, Values)
            worth = value(sentence.says, at)
            graph = made.law.kind == "graph"
            assert made.automata[0].accepts(*state, worth) if graph else made.automata[worth].accepts(*state), state
            seen |= {worth > 0, worth == 0}
    assert len(seen) == 2
    wins = (
        winning_moves(made) if rules is FROM_A_LARGEST else None
    )  # of which each move has a condition that always holds
    assert wins is None or not re.search(r">=0\b|\b0<=", " ".join(each.formula for each in wins.lemmas))


# ---- nothing is said that is not so


def of(said: relations.Condition, names: tuple[str, ...]) -> Automaton:
    return compile(relations.formula(said), BASE, named.automata(BASE)).over(names)


@given(
    st.integers(3, 7),
    st.integers(0, 9),
    st.sets(st.integers(0, 6), min_size=1, max_size=2),
    st.sets(st.integers(0, 12)),
)
def test_any_residues_are_found_again(period: int, start: int, rests: set[int], first: set[int]) -> None:
    own = tuple(sorted({rest % period for rest in rests}))
    said = relations.Residues(variable("n"), tuple(sorted(first)), start, period, own)
    nontrivial(0 < len(own) < period)
    found = first_that_says(of(said, ("n",)), relations.proposals(of(said, ("n",)), ("n",)), ("n",))
    assert found is not None
    assert all(is_so(found, {"n": n}) == is_so(said, {"n": n}) for n in range(300)), relations.words(found, {"n": "n"})


@pytest.mark.slow
@given(st.integers(2, 6), st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(0, 5), st.integers(70, 5000))
def test_a_set_that_changes_far_out_is_not_said_to_be_another(
    period: int, factors: tuple[int, int], rest: int, far: int
) -> None:
    nontrivial(any(a % period for a in factors))
    x, y = variable("x"), variable("y")
    near = compile(Compare((factors[0] * x + factors[1] * y) % period, "=", Term((), rest % period)), BASE).over("xy")
    changed = near.conjunction(linear(BASE, {"x": 1}, "<", far)).disjunction(
        near.complement().conjunction(linear(BASE, {"x": 1}, ">=", far))
    )
    for told in (near, changed):
        found = first_that_says(told, relations.proposals(told, "xy"), ("x", "y"))
        chosen = [(far + i, j) for i in range(-6, 7) for j in range(7)]
        assert found is None or all(is_so(found, {"x": a, "y": b}) == told.accepts(a, b) for a, b in chosen)
        assert told is changed or found is not None


def test_pairs_that_change_far_out_are_no_pairs() -> None:
    made, _sentence = proved(load("wythoff"), NORMAL)
    told, names = made.automata[0], made.moves.names
    without = told.difference(
        compile(relations.formula(relations.Members(names, ((1000, 1618), (1618, 1000)))), made.system)
    )
    assert told.accepts(1000, 1618) or without == told
    pair = next((a, b) for a, b in told.members() if 900 < a < b)
    less = told.difference(compile(relations.formula(relations.Members(names, (pair, pair[::-1]))), made.system))
    for said in (relations.Pairs(names, 1), *greedy(told, names)):
        assert holds(told, said) and not holds(less, said), said
    assert not holds(told, relations.Pairs(names, 2))
    found = first_that_says(less, relations.proposals(less, names), names)
    assert isinstance(found, relations.But) and set(found.less.rows) == {pair, pair[::-1]}


def test_a_set_without_a_sentence_is_told_by_its_automaton() -> None:
    made = theorem(load("wythoff"), blocked=3, seconds=60)
    assert isinstance(made, Theorem) and made.sentence is None
    assert "an automaton of 26 states in Pell numeration" in made.statement()
    assert made.to_dict()["sentence"] is None
