"""The kernels against brute force, and at their edges: tiny capacities, tiny limits, long lines, no room for arrows."""

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
from grundy.common.limits import Limits, keeping
from grundy.kernels import compact
from grundy.kernels.compact import BEHIND, Compact, solve_compact
from grundy.kernels.contract import DRAW, LOST, TIED, WON, Loopy, OutOfBounds, OutOfKeys, Unfit
from grundy.kernels.dense import solve_dense
from grundy.kernels.explore import explore
from grundy.kernels.graph import minimax, retrograde, solve_graph
from grundy.kernels.heaps import nim_sequence_by_rule
from grundy.solving.compiled_rules import native
from grundy.solving.results import KNOWN, Options
from grundy.solving.search import search
from kernel_graphs import as_params, csr, graph_fill, lot, lot_fill, pairs, played
from natives import rule
from random_digraphs import any_digraphs


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


@st.composite
def digraphs(
    draw: Any, acyclic: bool = False, declared: bool = True, started: bool = False
) -> tuple[list[list[int]], list[int]]:
    """Lists of options, and endings; from node 0 there is a move if play starts there."""
    arrows = draw(any_digraphs(loopy=not acyclic, most=14, moves=int(started)))
    kinds = st.sampled_from([0, 0, 0, 1, 2, 3])
    ends = [draw(kinds) if declared and not (started and i == 0) else 0 for i in arrows]
    return [[] if end else [*arrows[i]] for i, end in enumerate(ends)], ends


def reachable(children: list[list[int]]) -> set[int]:
    seen, queue = {0}, [0]
    for i in queue:
        fresh = [c for c in dict.fromkeys(children[i]) if c not in seen]
        seen.update(fresh)
        queue.extend(fresh)
    return seen


def relabelled(children: list[list[int]], ends: list[int], order: Sequence[int]) -> tuple[list[list[int]], list[int]]:
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
def test_any_graph_is_solved(graph: Any, misere: bool, how: tuple[int, int]) -> None:
    children, ends = graph
    nontrivial(any(children))
    status = retrograde(*csr(children), np.array(ends), misere=misere, sweeps=how[0], threads=how[1])
    solved, _, _ = solve_graph(*csr(children), np.array(ends), misere=misere)
    assert pairs(status) == pairs(solved) == played(children, ends, misere)


@settings(max_examples=each_day(250), deadline=None)
@given(st.booleans().flatmap(lambda declared: digraphs(acyclic=True, declared=declared)), st.booleans(), st.data())
def test_play_that_ends(graph: Any, misere: bool, data: Any) -> None:
    """Results, values and scores, with the nodes in any order: from the ends on, towards them, and mixed."""
    nontrivial(any(graph[0]))
    count = len(graph[0])
    for order in (range(count), range(count)[::-1], data.draw(st.permutations(range(count)))):
        children, ends = relabelled(*graph, order)
        forward = all(c > i for i, row in enumerate(children) for c in row)
        status, values, loopy = solve_graph(*csr(children), np.array(ends), forward=forward, misere=misere)
        assert pairs(status) == played(children, ends, misere) and not loopy
        bottom_up = sorted(range(count), key=order.__getitem__)
        assert (values is None) == (misere or any(ends))
        if values is not None:
            assert values.tolist() == [value for _, value in sorted(mex_values(children, bottom_up).items())]
        gains, scores = [[data.draw(st.integers(-5, 5)) for _ in row] for row in children], dict[int, int]()
        for i in bottom_up:
            scores[i] = max((g - scores[c] for g, c in zip(gains[i], children[i], strict=True)), default=0)
        each = np.array([g for row in gains for g in row], np.int64)
        assert minimax(*csr(children), each, np.array(ends), forward).tolist() == [scores[i] for i in range(count)]


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


def codes(ends: Sequence[int]) -> list[int]:
    return [-9 - end if end else 0 for end in ends]


@settings(max_examples=each_day(400), deadline=None)
@given(digraphs(started=True), st.sampled_from([2, 3, 4096]), st.booleans(), st.booleans(), st.data())
def test_explore_finds_the_graph(graph: Any, capacity: int, scoring: bool, words: bool, data: Any) -> None:
    """Nodes are written as words, 5 i, or as rows, (i, -i)."""
    children, ends = graph
    nontrivial(len(reachable(children)) > 1)
    gains = [data.draw(st.integers(-9, 9)) for options in children for _ in options] if scoring else []
    how: dict[str, int] = {"times": 5} if words else {"width": 2, "sign": -1}
    params, start = as_params(children, codes(ends), gains, **how), [0] if words else [0, 0]
    found = explore(graph_fill, params, start, scoring=len(gains) > 0, words=words, capacity=capacity)
    names = (found.states[:, 0] // (5 if words else 1)).tolist()
    assert names[0] == 0 and set(names) == reachable(children) and len(found) == len(names)
    offsets, _ = csr(children)
    for place, name in enumerate(names):
        own = slice(found.offsets[place], found.offsets[place + 1])
        assert [names[c] for c in found.edges[own].tolist()] == children[name]
        assert found.states[place].tolist() == ([5 * name] if words else [name, -name])
        assert found.ends[place] == ends[name]
        assert found.gains is None or found.gains[own].tolist() == gains[offsets[name] : offsets[name + 1]]
    assert (found.gains is not None) == (len(gains) > 0)
    assert found.forward == all(names.index(c) > place for place, name in enumerate(names) for c in children[name])
    for _ in range(2):
        assert [found.find(state.tolist()) for state in found.states] == list(range(len(found)))
        outside = ([999 * 5], [-1], [0, 0], [1 << 70]) if words else ([99, 0], [0], [1 << 70, 0])
        assert {found.find(state) for state in outside} == {-1}
        found.free_table()  # which is made anew


def test_a_state_that_is_no_word() -> None:
    with pytest.raises(OutOfKeys):
        explore(graph_fill, as_params([[1], [2], [1000]], [0, 0, 0], times=5), [0], words=True)


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
        graph_fill,
        as_params(children, codes(ends), width=2),
        [0, 0],
        [count, 2],
        grundy=grundy,
        misere=misere,
        capacity=capacity,
    )
    expected = played(children, ends, misere)
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
        solve_dense(graph_fill, as_params([[1], [2], [1]], [0, 0, 0], width=2), [0, 0], [3, 1])
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
    with pytest.raises(OutOfBounds, match="a heap of 7 becomes one of 7"):
        nim_sequence_by_rule(grow_heap_fill, [7], 100)
    with pytest.raises(Unfit):
        nim_sequence_by_rule(line_fill, [0, 3], 100)
    with pytest.raises(TooLarge):
        nim_sequence_by_rule(lasker_fill, [], 1 << 40)


# ---- play that ends, solved without arrows, gives what the arrows give; and so does a search that has no room for them


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table begins with 256 places, so that it grows, and what is read is given back by little."""
    monkeypatch.setattr(compact, "first_room", lambda usual, least: least)
    monkeypatch.setattr(compact, "CHUNK", 100)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
@settings(max_examples=60, deadline=None)
@given(
    st.integers(1000, 4000),
    st.integers(1, 10**6),
    st.integers(9, 40),
    st.booleans(),
    st.sampled_from([1, 3, 1 << 20, (1 << 40) + 17]),
    st.sampled_from([10, 1000, 1000, 10**6]),
    st.sampled_from([0, 0, 0, 500]),
    st.booleans(),
)
def test_the_same_with_arrows_and_without(
    start: int, step: int, most: int, endings: bool, stride: int, near: int, loops: int, misere: bool
) -> None:
    params = lot(most=most, step=step, endings=int(endings), stride=stride, near=near, loops=loops)
    graph = explore(lot_fill, params, [start * stride], words=True)
    asked: Any = {"grundy": not (misere or endings), "misere": misere}
    status, values, loopy = solve_graph(graph.offsets, graph.edges, graph.ends, forward=graph.forward, **asked)
    nontrivial(len(graph) > 256)  # the table grows
    if loopy:
        with pytest.raises(Loopy):
            solve_compact(lot_fill, params, start * stride, **asked)
        return
    found = solve_compact(lot_fill, params, start * stride, **asked)
    assert len(found) == len(graph) == np.count_nonzero(found.table)
    for i, key in enumerate(graph.states[:, 0].tolist()):
        place = found.find(key)
        assert found.key_at(place) == key and found.status(place) == status[i]
        assert values is None or found.values[place] == values[i]
    assert found.find((start + 1) * stride) == -1


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("unfit", "outside", "problem"), [(700, -1, Unfit), (-1, 700, OutOfKeys)])
def test_rules_that_give_up(unfit: int, outside: int, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        solve_compact(lot_fill, lot(most=9, step=7, near=3, unfit=unfit, outside=outside), 3 * 4000)


@pytest.mark.usefixtures("small")
def test_a_table_that_fills_up_is_refused() -> None:
    with pytest.raises(TooLarge) as refused:
        solve_compact(lot_fill, lot(most=9, step=7, near=3), 3 * 4000, limit_bytes=40_000)
    assert refused.value.positions > 100 and refused.value.needed > 40_000


def test_few_bytes_a_position() -> None:
    found = Compact([], 0, False, 1 << 30)
    places = found.table.size - BEHIND
    assert found.nbytes < 1.01 * 8 * places and places // 12 * 11 < 1 << 20


@gr.game
def piles(a: int, b: int):
    """Take 1 to 3 from a pile."""
    for k in range(1, min(3, a) + 1):
        yield a - k, b
    for k in range(1, min(3, b) + 1):
        yield a, b - k


@gr.game
def rounds(a: int, b: int):
    """Take 1 to 3 from a pile, or put one back in the middle."""
    for k in range(1, min(3, a) + 1):
        yield a - k, b
    for k in range(1, min(3, b) + 1):
        yield a, b - k
    if a == 200:
        yield a + 1, b


@pytest.mark.parametrize("misere", [False, True])
def test_a_search_that_has_no_room_for_arrows(misere: bool) -> None:
    """500 × 500 piles take 20 MB with their arrows, and 8.4 without."""
    state, way = (499, 499), Options(way="compiled")
    tables = []
    for memory in (1 << 30, 12_000_000):
        piles.memory.drop()
        with keeping(Limits(memory=memory)):
            tables.append(search(piles, state, way, misere=misere))
        assert piles.memory[KNOWN][misere, "compiled"].tables[-1][1] is tables[-1]
    usual, short = tables
    assert (type(usual).__name__, type(short).__name__) == ("GraphTable", "CompactTable")
    assert usual.positions == short.positions == 250_000
    for each in ((a, b) for a in range(0, 500, 23) for b in range(0, 500, 17)):
        assert usual.result(each) == short.result(each)
        assert misere or usual.grundy(each) == short.grundy(each) == (each[0] % 4) ^ (each[1] % 4)
    with pytest.raises(KeyError):
        short.result((500, 3))


def test_loops_need_their_arrows() -> None:
    with keeping(Limits(memory=12_000_000)), pytest.raises(TooLarge, match="positions in"):
        search(rounds, (499, 499), Options(way="compiled"))


def test_a_tablebase_of_what_was_solved_so_is_refused(tmp_path: Any) -> None:
    from grundy.solving.tablebases.building import _found

    with keeping(Limits(memory=12_000_000)):
        piles.memory.drop()
        table = search(piles, (499, 499), Options(way="compiled"))
        with pytest.raises(TooLarge, match="250,000 positions"):
            _found(piles, table)
