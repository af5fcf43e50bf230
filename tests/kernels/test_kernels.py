"""The kernels against brute force, and at their edges: tiny capacities, tiny limits, long lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.kernels.contract import DRAW, LOST, TIED, WON, Loopy, OutOfBounds, OutOfKeys, Unfit
from grundy.kernels.dense import solve_dense
from grundy.kernels.explore import explore
from grundy.kernels.graph import minimax, retrograde, solve_graph
from grundy.kernels.heaps import nim_sequence_by_rule
from grundy.solving.compiled_rules import native
from natives import rule


@rule
def digraph_fill(state: Any, params: Any, out: Any) -> int:
    """Nodes count, scoring, offsets, ends, edges, gains: a node is written twice, as (i, -i)."""
    count, scoring, i = params[0], params[1], state[0]
    end = params[3 + count + i]
    if end != 0:
        return -9 - end
    edges = 3 + 2 * count
    gains = edges + params[2 + count]
    found, place = 0, 1
    for k in range(params[2 + i], params[3 + i]):
        if place + 2 + scoring > out.size:
            return -1
        if scoring:
            out[place] = params[gains + k]
            place += 1
        out[place], out[place + 1] = params[edges + k], -params[edges + k]
        place += 2
        found += 1
    return found


@rule
def word_fill(state: Any, params: Any, out: Any) -> int:
    """The same digraph with node i written as 5 i; a node from 1,000 on fits in no word."""
    count, scoring, i = params[0], params[1], state[0] // 5
    end = params[3 + count + i]
    if end != 0:
        return -9 - end
    edges = 3 + 2 * count
    gains = edges + params[2 + count]
    found, place = 0, 1
    for k in range(params[2 + i], params[3 + i]):
        if place + 1 + scoring > out.size:
            return -1
        if params[edges + k] >= 1000:
            return -3
        if scoring:
            out[place] = params[gains + k]
            place += 1
        out[place] = 5 * params[edges + k]
        place += 1
        found += 1
    return found


@rule
def positive_fill(state: Any, params: Any, out: Any) -> int:
    """The same digraph with nodes written as (i, 0)."""
    found = digraph_fill(state, params, out)
    for k in range(found):
        out[2 + 2 * k] = 0
    return found


@rule
def line_fill(state: Any, params: Any, out: Any) -> int:
    """Count down by 1 to params[0]; at params[1] the arithmetic fails."""
    if state[0] == params[1]:
        return -2
    if state[0] <= 0:
        return 0
    found = min(params[0], state[0])
    if found + 1 > out.size:
        return -1
    for k in range(found):
        out[1 + k] = state[0] - 1 - k
    return found


@rule
def nim_fill(state: Any, params: Any, out: Any) -> int:
    found, place, width = 0, 1, state.size
    for i in range(width):
        for left in range(state[i]):
            if place + width > out.size:
                return -1
            for k in range(width):
                out[place + k] = state[k]
            out[place + i] = left
            place += width
            found += 1
    return found


@rule
def lasker_fill(state: Any, params: Any, out: Any) -> int:
    n = state[0]
    if 2 * n + 3 * (n // 2) + 1 > out.size:
        return -1
    place = 1
    for k in range(n):
        out[place], out[place + 1] = 1, k
        place += 2
    for k in range(1, n // 2 + 1):
        out[place], out[place + 1], out[place + 2] = 2, k, n - k
        place += 3
    return n + n // 2


@rule
def count_up_fill(state: Any, params: Any, out: Any) -> int:
    if out.size < 2:
        return -1
    out[1] = state[0] + 1
    return 1


@rule
def grow_heap_fill(state: Any, params: Any, out: Any) -> int:
    if state[0] < params[0]:
        return 0
    out[1], out[2] = 1, state[0]
    return 1


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
def digraphs(
    draw: Any, acyclic: bool = False, declared: bool = True, started: bool = False
) -> tuple[list[list[int]], list[int]]:
    """Lists of options, and endings; from node 0 there is a move if play starts there."""
    count = draw(st.integers(2 if started else 1, 14))
    children = [
        [] if acyclic and i == 0 else draw(st.lists(st.integers(0, i - 1 if acyclic else count - 1), max_size=4))
        for i in range(count)
    ]
    ends = [draw(st.sampled_from([0, 0, 0, 1, 2, 3])) if declared else 0 for _ in range(count)]
    if started:
        children[0], ends[0] = draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=4)), 0
    return [[] if end else options for options, end in zip(children, ends, strict=True)], ends


def as_params(children: list[list[int]], ends: list[int], gains: Sequence[int] = ()) -> Any:
    offsets, edges = csr(children)
    return np.concatenate([[len(children), len(gains) > 0], offsets, ends, edges, np.array(gains, np.int64)]).astype(
        int
    )


def reachable(children: list[list[int]]) -> set[int]:
    seen, queue = {0}, [0]
    for i in queue:
        fresh = [c for c in dict.fromkeys(children[i]) if c not in seen]
        seen.update(fresh)
        queue.extend(fresh)
    return seen


def relabelled(children: list[list[int]], ends: list[int], order: list[int]) -> tuple[list[list[int]], list[int]]:
    place = {old: new for new, old in enumerate(order)}
    return [[place[c] for c in children[old]] for old in order], [ends[old] for old in order]


def mex_values(children: list[list[int]], order: Sequence[int]) -> dict[int, int]:
    values: dict[int, int] = {}
    for i in order:
        options = {values[c] for c in children[i]}
        values[i] = next(v for v in range(len(options) + 1) if v not in options)
    return values


@settings(max_examples=each_day(300), deadline=None)
@given(digraphs(), st.booleans(), st.sampled_from([(0, 1), (1, 1), (4, 1), (100, 2), (2, 3)]))
def test_retrograde_is_brute_force(graph: Any, misere: bool, how: tuple[int, int]) -> None:
    children, ends = graph
    nontrivial(any(children))
    status = retrograde(*csr(children), np.array(ends), misere=misere, sweeps=how[0], threads=how[1])
    assert pairs(status) == brute(children, ends, misere)


@settings(max_examples=each_day(200), deadline=None)
@given(digraphs(), st.booleans())
def test_any_graph_is_solved(graph: Any, misere: bool) -> None:
    children, ends = graph
    nontrivial(any(children))
    status, _, _ = solve_graph(*csr(children), np.array(ends), misere=misere)
    assert pairs(status) == brute(children, ends, misere)


@settings(max_examples=each_day(200), deadline=None)
@given(digraphs(acyclic=True), st.booleans(), st.randoms(use_true_random=False))
def test_play_that_ends(graph: Any, misere: bool, random: Any) -> None:
    children, ends = graph
    nontrivial(any(children))
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


@settings(max_examples=each_day(200), deadline=None)
@given(digraphs(acyclic=True, declared=False), st.booleans())
def test_grundy_values(graph: Any, forward: bool) -> None:
    children, ends = graph
    nontrivial(any(children))
    order = list(range(len(children)))
    if forward:
        order.reverse()
        children, ends = relabelled(children, ends, order)
    _, values, _ = solve_graph(*csr(children), np.array(ends), forward=forward)
    expected = mex_values(children, order)
    assert values is not None
    assert [int(v) for v in values] == [expected[i] for i in range(len(children))]


@settings(max_examples=each_day(100), deadline=None)
@given(digraphs(acyclic=True, declared=False), st.booleans(), st.data())
def test_scores(graph: Any, forward: bool, data: Any) -> None:
    children, ends = graph
    nontrivial(any(children))
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


@pytest.mark.some(1)
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


@settings(max_examples=each_day(200), deadline=None)
@given(digraphs(started=True), st.sampled_from([2, 3, 4096]), st.booleans(), st.data())
def test_explore_finds_the_graph(graph: Any, capacity: int, scoring: bool, data: Any) -> None:
    children, ends = graph
    nontrivial(len(reachable(children)) > 1)
    gains = [data.draw(st.integers(-9, 9)) if scoring else 0 for options in children for _ in options]
    scoring = scoring and bool(gains)
    params = as_params(children, ends, gains if scoring else ())
    found = explore(digraph_fill, params, [0, 0], scoring=scoring, capacity=capacity)
    names = found.states[:, 0].tolist()
    assert names[0] == 0 and set(names) == reachable(children) and len(found) == len(names)
    assert (found.states[:, 1] == -found.states[:, 0]).all()
    offsets, _ = csr(children)
    forward = True
    for place, name in enumerate(names):
        row = found.edges[found.offsets[place] : found.offsets[place + 1]].tolist()
        assert [names[c] for c in row] == children[name]
        assert found.ends[place] == ends[name]
        assert found.find([name, -name]) == place
        forward = forward and all(c > place for c in row)
        if scoring:
            assert found.gains is not None
            begin, end = found.offsets[place], found.offsets[place + 1]
            assert found.gains[begin:end].tolist() == gains[offsets[name] : offsets[name + 1]]
    assert found.forward == forward
    assert found.find([99, 0]) == found.find([0]) == found.find([1 << 70, 0]) == -1


@settings(max_examples=each_day(200), deadline=None)
@given(digraphs(started=True), st.sampled_from([2, 3, 4096]), st.booleans(), st.data())
def test_words_are_explored_as_rows_are(graph: Any, capacity: int, scoring: bool, data: Any) -> None:
    children, ends = graph
    nontrivial(len(reachable(children)) > 1)
    gains = [data.draw(st.integers(-9, 9)) if scoring else 0 for options in children for _ in options]
    scoring = scoring and bool(gains)
    params = as_params(children, ends, gains if scoring else ())
    rows = explore(digraph_fill, params, [0, 0], scoring=scoring)
    found = explore(word_fill, params, [0], scoring=scoring, words=True, capacity=capacity)
    assert (found.states[:, 0] == 5 * rows.states[:, 0]).all() and found.forward == rows.forward
    for name in ("offsets", "edges", "ends", "gains"):
        assert np.array_equal(getattr(found, name), getattr(rows, name)), name
    for _ in range(2):
        assert [found.find(state.tolist()) for state in found.states] == list(range(len(found)))
        assert found.find([999 * 5]) == found.find([-1]) == found.find([0, 0]) == found.find([1 << 70]) == -1
        found.free_table()  # which is made anew


def test_a_state_that_is_no_word() -> None:
    with pytest.raises(OutOfKeys):
        explore(word_fill, as_params([[1], [2], [1000]], [0, 0, 0]), [0], words=True)


@gr.game
def taking(*heaps: int):
    for i in range(len(heaps)):
        for left in range(heaps[i]):
            yield heaps[:i] + (left,) + heaps[i + 1 :]


@pytest.mark.parametrize("limit", [900_000, 4 << 30])
def test_words_within_a_limit(limit: int) -> None:
    """A table is made larger in smaller steps where memory counts, and the answer is the same."""
    rule = native(taking, [(2, 2, 2)], packed=True)
    assert rule is not None and rule.packing is not None
    start = rule.encode((12, 13, 14))
    assert start is not None
    found = explore(rule.fill, rule.params, start, words=True, limit_bytes=limit)
    plain = explore(nim_fill, [], [12, 13, 14])
    assert found.nbytes < limit and len(found) == 13 * 14 * 15
    assert np.array_equal(rule.cells(found.states), plain.states) and np.array_equal(found.edges, plain.edges)
    with pytest.raises(TooLarge):
        explore(rule.fill, rule.params, start, words=True, limit_bytes=300_000)


@settings(max_examples=each_day(200), deadline=None)
@given(digraphs(started=True), st.booleans(), st.booleans(), st.sampled_from([1, 2, 4096]))
def test_dense_is_brute_force(graph: Any, misere: bool, grundy: bool, capacity: int) -> None:
    children, ends = graph
    count = len(children)
    children = [[c for c in options if c > i] for i, options in enumerate(children)]
    grundy = grundy and not misere and not any(ends)
    found = solve_dense(
        positive_fill, as_params(children, ends), [0, 0], [count, 2], grundy=grundy, misere=misere, capacity=capacity
    )
    expected = brute(children, ends, misere)
    seen = reachable(children)
    nontrivial(len(seen) > 1)
    assert found.positions == len(seen)
    values = mex_values(children, range(count - 1, -1, -1))
    for i in range(count):
        result, remoteness = expected[i]
        assert found.status([i, 0]) == (remoteness << 2 | result if i in seen else -1)
        assert found.grundy([i, 0]) == (values[i] if grundy and i in seen else -1)
    assert found.status([0, 1]) == found.status([count, 0]) == found.status([0]) == -1


@pytest.mark.parametrize("start", [(7, 5, 3), (1, 2, 3, 4), (11,), (0, 0)])
@pytest.mark.parametrize("misere", [False, True])
def test_dense_is_hashed(start: tuple[int, ...], misere: bool) -> None:
    found = explore(nim_fill, [], start, capacity=2)
    status, values, loopy = solve_graph(found.offsets, found.edges, found.ends, forward=found.forward, misere=misere)
    dense = solve_dense(nim_fill, [], start, [c + 1 for c in start], grundy=not misere, misere=misere, capacity=1)
    assert not loopy and dense.positions == len(found)
    for i, state in enumerate(found.states.tolist()):
        assert dense.status(state) == status[i]
        if values is not None:
            assert dense.grundy(state) == values[i] == np.bitwise_xor.reduce(state)


def test_dense_long_lines() -> None:
    for length in (16_383, 16_384, 50_000):
        found = solve_dense(line_fill, [1, -1], [length], [length + 1], grundy=True)
        assert found.work.dtype == (np.uint16 if length <= 16_383 else np.uint32)
        assert all(found.status([i]) == (i << 2 | (WON if i % 2 else LOST)) for i in range(length + 1))
        assert all(found.grundy([i]) == i % 2 for i in range(length + 1))


def test_dense_refusals() -> None:
    with pytest.raises(TooLarge, match="20,000,000 states") as refusal:
        solve_dense(line_fill, [1, -1], [5], [20_000_000], limit_bytes=1 << 20)
    assert refusal.value.needed == 40_000_000
    with pytest.raises(TooLarge):
        solve_dense(line_fill, [1, -1], [99_999], [100_000], limit_bytes=400_000)
    with pytest.raises(OutOfBounds, match=r"\(10\) .* \(10\)"):
        solve_dense(count_up_fill, [], [5], [10])
    with pytest.raises(OutOfBounds):
        solve_dense(line_fill, [1, -1], [10], [10])
    with pytest.raises(Unfit):
        solve_dense(line_fill, [1, 3], [9], [10])
    with pytest.raises(Loopy):
        solve_dense(positive_fill, as_params([[1], [2], [1]], [0, 0, 0]), [0, 0], [3, 1])
    with pytest.raises(GrundyError):
        solve_dense(line_fill, [1, -1], [1], [10, 10])


def test_explore_refusals() -> None:
    with pytest.raises(TooLarge, match=r"reached [\d,]+ positions in") as refusal:
        explore(count_up_fill, [], [0], limit_bytes=1 << 20)
    assert refusal.value.positions > 10_000
    assert refusal.value.needed > 1 << 20
    with pytest.raises(TooLarge):
        explore(line_fill, [1 << 40, -1], [1 << 30], limit_bytes=1 << 20)
    with pytest.raises(Unfit):
        explore(line_fill, [1, 3], [9])


@pytest.mark.slow
def test_progress_and_interruption() -> None:
    class Stop(Exception):
        pass

    calls: list[tuple[int, int]] = []

    def progress(done: int, known: int) -> None:
        calls.append((done, known))
        if len(calls) == 50:
            raise Stop

    with pytest.raises(Stop):
        explore(count_up_fill, [], [0], progress=progress)
    assert calls == sorted(calls) and all(done <= known for done, known in calls)


def test_bytes_of_a_position() -> None:
    found = explore(nim_fill, [], [40, 40, 40])
    assert found.nbytes <= len(found) * (16 + 8 * 3) + 4 * len(found.edges)


def test_a_sequence_by_rule() -> None:
    values = nim_sequence_by_rule(lasker_fill, [], 300)
    expected = [{1: n, 2: n, 3: n + 1, 0: n - 1}[n % 4] if n else 0 for n in range(300)]
    assert values.tolist() == expected
    assert len(nim_sequence_by_rule(lasker_fill, [], 0)) == 0
    with pytest.raises(OutOfBounds, match="heap of 7 leaves one of 7"):
        nim_sequence_by_rule(grow_heap_fill, [7], 100)
    with pytest.raises(Unfit):
        nim_sequence_by_rule(line_fill, [0, 3], 100)
    with pytest.raises(TooLarge):
        nim_sequence_by_rule(lasker_fill, [], 1 << 40)
