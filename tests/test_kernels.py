"""The kernels against brute force, and at their edges: tiny capacities, tiny limits, long lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.errors import GrundyError, TooLarge
from grundy.kernels.contract import DRAW, LOST, TIED, WON, Loopy, Unfit
from grundy.kernels.graph import minimax, retrograde, solve_graph

numba = pytest.importorskip("numba")
FILL = "int64(int64[::1], int64[::1], int64[::1])"


def csr(children: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    offsets = np.cumsum([0, *map(len, children)])
    return offsets, np.array([c for options in children for c in options], np.int64)


def brute(children: Sequence[Sequence[int]], ends: Sequence[int], misere: bool = False) -> list[tuple[int, int]]:
    stuck, flip = (WON, {1: WON, 2: TIED, 3: LOST}) if misere else (LOST, {1: LOST, 2: TIED, 3: WON})
    done = {i: (flip[e] if e else stuck, 0) for i, e in enumerate(ends) if e or not children[i]}
    for moves in range(1, len(children) + 1):
        settled = dict(done)
        for i in set(range(len(children))) - set(done):
            results = [done.get(c, (DRAW, 0))[0] for c in children[i]]
            if LOST in results or all(r == WON for r in results):
                settled[i] = (WON if LOST in results else LOST, moves)
        done = settled
    for moves in range(1, len(children) + 1):
        tied = {i for i in done if done[i] == (TIED, moves - 1)}
        done |= {i: (TIED, moves) for i in range(len(children)) if i not in done and tied & set(children[i])}
    return [done.get(i, (DRAW, 0)) for i in range(len(children))]


def pairs(status: Any) -> list[tuple[int, int]]:
    return [(int(s) & 3, int(s) >> 2) for s in status]


@st.composite
def digraphs(draw: Any, acyclic: bool = False, declared: bool = True) -> tuple[list[list[int]], list[int]]:
    count = draw(st.integers(1, 14))
    children = [
        [] if acyclic and i == 0 else draw(st.lists(st.integers(0, i - 1 if acyclic else count - 1), max_size=4))
        for i in range(count)
    ]
    ends = [draw(st.sampled_from([0, 0, 0, 1, 2, 3])) if declared else 0 for _ in range(count)]
    return [[] if end else options for options, end in zip(children, ends, strict=True)], ends


def relabelled(children: list[list[int]], ends: list[int], order: list[int]) -> tuple[list[list[int]], list[int]]:
    place = {old: new for new, old in enumerate(order)}
    return [[place[c] for c in children[old]] for old in order], [ends[old] for old in order]


def mex_values(children: list[list[int]], order: Sequence[int]) -> dict[int, int]:
    values: dict[int, int] = {}
    for i in order:
        options = {values[c] for c in children[i]}
        values[i] = next(v for v in range(len(options) + 1) if v not in options)
    return values


@settings(max_examples=300, deadline=None)
@given(digraphs(), st.booleans(), st.sampled_from([(0, 1), (1, 1), (4, 1), (100, 2), (2, 3)]))
def test_retrograde_is_brute_force(graph: Any, misere: bool, how: tuple[int, int]) -> None:
    children, ends = graph
    status = retrograde(*csr(children), np.array(ends), misere=misere, sweeps=how[0], threads=how[1])
    assert pairs(status) == brute(children, ends, misere)


@settings(max_examples=200, deadline=None)
@given(digraphs(), st.booleans())
def test_any_graph_is_solved(graph: Any, misere: bool) -> None:
    children, ends = graph
    status, _, _ = solve_graph(*csr(children), np.array(ends), misere=misere)
    assert pairs(status) == brute(children, ends, misere)


@settings(max_examples=200, deadline=None)
@given(digraphs(acyclic=True), st.booleans(), st.randoms(use_true_random=False))
def test_play_that_ends(graph: Any, misere: bool, random: Any) -> None:
    children, ends = graph
    order = list(range(len(children)))[::-1]
    forward, codes = relabelled(children, ends, order)
    swept, _, loopy = solve_graph(*csr(forward), np.array(codes), forward=True, misere=misere)
    assert pairs(swept) == brute(forward, codes, misere)
    assert not loopy
    random.shuffle(order)
    mixed, codes = relabelled(children, ends, order)
    status, values, loopy = solve_graph(*csr(mixed), np.array(codes), misere=misere)
    assert pairs(status) == brute(mixed, codes, misere)
    assert not loopy
    assert values is None or not (misere or any(codes))


@settings(max_examples=200, deadline=None)
@given(digraphs(acyclic=True, declared=False), st.booleans())
def test_grundy_values(graph: Any, forward: bool) -> None:
    children, ends = graph
    order = list(range(len(children)))
    if forward:
        order.reverse()
        children, ends = relabelled(children, ends, order)
    _, values, _ = solve_graph(*csr(children), np.array(ends), forward=forward)
    expected = mex_values(children, order)
    assert values is not None
    assert [int(v) for v in values] == [expected[i] for i in range(len(children))]


@settings(max_examples=100, deadline=None)
@given(digraphs(acyclic=True, declared=False), st.booleans(), st.data())
def test_scores(graph: Any, forward: bool, data: Any) -> None:
    children, ends = graph
    order = list(range(len(children)))
    if forward:
        order.reverse()
        children, ends = relabelled(children, ends, order)
    gains = [[data.draw(st.integers(-5, 5)) for _ in options] for options in children]
    scores: dict[int, int] = {}
    for i in order:
        scores[i] = max((g - scores[c] for g, c in zip(gains[i], children[i], strict=True)), default=0)
    found = minimax(*csr(children), np.array([g for row in gains for g in row], np.int64), np.array(ends), forward)
    assert found.tolist() == [scores[i] for i in range(len(children))]


def test_scores_need_an_end_and_64_bits() -> None:
    with pytest.raises(Loopy):
        minimax(*csr([[1], [0]]), np.array([1, 1]))
    with pytest.raises(Unfit):
        minimax(*csr([[1], []]), np.array([1 << 62]))


@pytest.mark.parametrize("length", [16_383, 16_384, 16_385, 40_000])
def test_long_lines(length: int) -> None:
    up = csr([*([i + 1] for i in range(length)), []])
    down = csr([[], *([i] for i in range(length))])
    loop = csr([[], *([i] for i in range(length)), [length + 1]])
    wide = np.uint16 if length <= 16_383 else np.uint32
    expected = [(WON if i % 2 else LOST, i) for i in range(length + 1)]
    for status in (
        solve_graph(*up, forward=True)[0][::-1],
        solve_graph(*up)[0][::-1],
        solve_graph(*down)[0],
        retrograde(*down),
    ):
        assert status.dtype == wide
        assert pairs(status) == expected
    status, values, loopy = solve_graph(*loop)
    assert pairs(status) == [*expected, (DRAW, 0)]
    assert values is None and loopy
    swept = retrograde(*down, sweeps=1 << 20)
    assert pairs(swept) == expected


def test_long_ties() -> None:
    ends = np.array([2] + [0] * 40_000)
    status = retrograde(*csr([[], *([i] for i in range(40_000))]), ends)
    assert pairs(status) == [(TIED, i) for i in range(40_001)]


def test_room_for_many_options() -> None:
    """As many options as 16 bits do not count may give a value that 16 bits do not hold."""
    count = 70_000
    status, values, _ = solve_graph(*csr([list(range(1, count + 1)), *([] for _ in range(count))]))
    assert values is not None
    assert (int(values[0]), values.dtype, int(status[0])) == (1, np.uint32, 1 << 2 | WON)


def test_empty_graph() -> None:
    status, values, loopy = solve_graph(np.array([0]), np.array([], np.int64))
    assert len(status) == 0 and values is not None and not loopy


@pytest.mark.parametrize(
    ("offsets", "edges"), [([0, 1], [1]), ([0, 1], [-1]), ([0, 2], [0]), ([1, 1], [0]), ([0, 2, 1], [0])]
)
def test_bad_arrays_are_refused(offsets: list[int], edges: list[int]) -> None:
    with pytest.raises(GrundyError):
        solve_graph(np.array(offsets), np.array(edges))
