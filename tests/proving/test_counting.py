"""Positions counted by a proved law: against playing them all, and against numbers that others have published."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.limits import Limits, keeping
from grundy.games import load
from grundy.proving.counting import Tally, tally
from grundy.proving.logic.formula import compile
from grundy.proving.logic.numeration import numeration
from grundy.proving.logic.syntax import parse
from own_games import from_an_extreme

SETS = {
    "a+2*b<=N": lambda n, a, b: a + 2 * b <= n,
    "a<=3*N+2 & b=0": lambda n, a, b: a <= 3 * n + 2 and b == 0,
    "a<=N & b=a%3": lambda n, a, b: a <= n and b == a % 3,
    "N<a<b & b<N+9": lambda n, a, b: n < a < b < n + 9,
    "a<=N & b<=N & a!=b": lambda n, a, b: max(a, b) <= n and a != b,
}
KAYLES, NIM, WYTHOFF = gr.kayles, gr.nim, gr.wythoff


def told(states: list[Any]) -> Tally:
    """What is to be counted, counted one by one; the states are in order."""
    rows = [tuple(state) for state in states]
    return Tally(len(rows), sum(map(sum, rows)), max(rows, default=()))


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["msd_2", "msd_3", "msd_fib", "msd_trib", "ost [0;1,(1,2)]"]),
    st.sampled_from([*SETS]),
    st.integers(0, 40),
)
def test_a_relation_is_counted_as_one_by_one(system: str, text: str, bound: int):
    relation = compile(parse(text)[1], numeration(system))
    members = [(a, b) for a, b in product(range(130), repeat=2) if SETS[text](bound, a, b)]
    nontrivial(len(members) > 1)
    assert tally(relation, "ab", {"N": bound}) == told(members)


@pytest.mark.parametrize(
    ("rules", "width", "asked"),
    [
        (NIM, 3, {"heaps": 3}),
        (NIM, 3, {"heaps": 3, "play": "misere"}),
        (KAYLES, 2, {"heaps": 2, "least": 2}),
        (KAYLES, 3, {"heaps": 3, "value": 5}),
        (gr.code("4.7"), 2, {"heaps": 2, "value": 1}),
        (gr.bash, 1, {"value": 2}),
        (from_an_extreme("max"), 3, {}),
        (gr.euclid, 2, {"least": 1}),
    ],
    ids=str,
)
def test_a_box_is_counted_as_it_is_played(rules: Any, width: int, asked: dict[str, Any]):
    found, least, value = rules.count(13, **asked), asked.get("least", 0), asked.get("value")
    tops = (13,) * width
    box = rules.outcomes(*tops, play=asked.get("play", "normal")) if value is None else rules.grundy(*tops)
    box = box[(slice(least, None),) * width]
    states = np.argwhere(box == ("P" if value is None else value)) + least
    assert len(states) > 1 and found.found == told(states.tolist())
    assert (found.positions, found.proved) == (box.size, rules is not gr.euclid)


@pytest.mark.parametrize(
    ("rules", "terms", "formula", "states"),
    [
        (NIM, ("n", "2*n", "3*n"), "", [(n,) for n in range(99) if n ^ 2 * n ^ 3 * n == 0]),
        (KAYLES, ("n", "n+5"), "", [(n,) for n in range(99) if KAYLES(n, n + 5).grundy() == 0]),
        (NIM, ("N-n", "n", "m"), "", [(n, m) for n in range(99) for m in range(99) if 98 - n ^ n == m]),
        (WYTHOFF, (), "P(a,b) & a+b<=N", [s for s in product(range(99), repeat=2) if sum(s) < 99 and WYTHOFF.lost([s])[0]]),
        (KAYLES, (), "G(n,3) & n>2", [(n,) for n in range(3, 99) if KAYLES(n).grundy() == 3]),
    ],
)  # fmt: skip
def test_lines_and_formulas(rules: Any, terms: tuple[str, ...], formula: str, states: list[Any]):
    assert rules.count(98, *terms, formula=formula).found == told(states) != Tally()


@pytest.mark.parametrize(
    ("rules", "states"),
    [
        (NIM, [(3, 5, 7), (4, 4, 4), (1, 2, 3)]),
        (KAYLES, [(20,), (33,), (7, 9)]),
        (WYTHOFF, [(9, 4), (3, 5), (12, 12)]),
        (load("nim-with-increases"), [(3, 5), (4, 4), (1, 2)]),
    ],
    ids=str,
)
def test_winning_moves_are_counted_as_they_are_listed(rules: Any, states: list[tuple[int, ...]]):
    listed = [len([*rules(*state).solve().winning_moves(None)]) for state in states]
    assert any(listed) and [rules.count_moves(*state).count for state in states] == listed


def test_published_counts():
    """Project Euler 301 and 325: the second by Wythoff's pairs, since ⌊φx⌋ is z where (z, z + x) is one."""
    assert NIM.count(2**30, "n", "2*n", "3*n", least=1).count == 2178309
    assert NIM.count(np.int64(99), "n", 4, 5).count == 1  # 4 ⊕ 5
    lost = WYTHOFF.count(10**16, formula="Ez P(z,z+x) & 0<x<y<=z").found
    assert lost.total % 7**10 == 54672965
    euclid = [(x, y) for x, y in product(range(1, 30), repeat=2) if x < y and gr.euclid(x, y).grundy() == 0]
    assert WYTHOFF.count(29, formula="Ez P(z,z+x) & 0<x<y<=z").found == told(euclid)


def test_what_cannot_be_counted_is_told_in_a_sentence():
    for asked, why in (
        (lambda: gr.euclid.count(10**18), "nothing is proved of euclid, so only up to 1,048,576 positions can be"),
        (lambda: NIM.count(9, "3", "4"), "there is nothing to count"),
        (lambda: WYTHOFF.count(9, "n"), "a position of wythoff has 2 numbers, not 1"),
        (lambda: NIM.count(9, "n) | P(m"), "a term of its own"),
        (lambda: NIM.count(9, "n, m"), "a term of its own"),
        (lambda: gr.euclid.count(20, least=-1), "is an integer from 0 up"),
        (lambda: NIM.count(5.5), "is an integer from 0 up"),
        (lambda: WYTHOFF.count(9, value=0, play="misere"), "normal play"),
        (lambda: gr.turning_turtles.count(9), "not made of integers"),
        (lambda: load("hex").count(9), "stand for a drawing"),
        (lambda: keeping(Limits(seconds=0))(numeration("msd_fib").represent)(10**99), "the time limit of 0 seconds"),
        (lambda: tally(compile(parse("a>N")[1], numeration("msd_2")), "a", {"N": 9}), "too many numbers to be counted"),
    ):
        with pytest.raises(gr.GrundyError, match=why):
            asked()
    assert not load("grundys-game").count(10**9, seconds=0.5).proved
