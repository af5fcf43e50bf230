"""Play that need not end, tier by tier and in boxes of keys, against a plain fixpoint over the whole graph."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, OutOfTime, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.kernels import loops
from grundy.kernels.contract import DRAW, LOST, TIED, WON, OutOfBounds, Unfit
from grundy.kernels.graph import retrograde
from grundy.kernels.loops import HOLE, retrograde_box
from grundy.rules.position import Position
from kernel_graphs import Result, as_params, by_fixpoint, csr, endings, graph_fill, pairs, played
from natives import rule


def drawn_graph(random: Random, count: int, mean: float, declared: float) -> tuple[list[list[int]], list[int]]:
    """Return random lists of options, with loops and parallel edges, and endings."""
    children = [[random.randrange(count) for _ in range(int(random.expovariate(1 / mean)))] for _ in range(count)]
    ends = [random.choice([1, 2, 3]) if random.random() < declared else 0 for _ in range(count)]
    return [[] if end else row for row, end in zip(children, ends, strict=True)], ends


HOW = st.sampled_from([(0, 1), (1, 1), (4, 1), (100, 2), (2, 3)])
SEEDS = st.integers(0, 1 << 40)


@pytest.mark.slow
@settings(max_examples=each_day(280))
@given(SEEDS, st.booleans(), HOW)
def test_tiers_are_the_whole_graph(seed: int, misere: bool, how: tuple[int, int]) -> None:
    random = Random(seed)
    tiers = random.randint(2, 5)
    count = random.randint(tiers, 40)
    tier = sorted(random.randrange(tiers) for _ in range(count))
    children, ends = drawn_graph(random, count, 3.0, 0.1)
    children = [[c for c in row if tier[c] >= tier[i]] for i, row in enumerate(children)]
    expected = played(children, ends, misere)
    nontrivial(any(tier[c] > tier[i] for i, row in enumerate(children) for c in row))
    status = np.zeros(count, np.uint32)
    for wanted in range(tiers)[::-1]:
        nodes = [i for i in range(count) if tier[i] == wanted]
        if not nodes:
            continue
        first = nodes[0]
        arrows = [c - first if tier[c] == wanted else len(nodes) + int(status[c]) for i in nodes for c in children[i]]
        offsets, _ = csr([children[i] for i in nodes])
        codes = np.array([ends[i] for i in nodes])
        exits = np.arange(1 << 16)
        found = retrograde(
            offsets, np.array(arrows, int), codes, exits=exits, misere=misere, sweeps=how[0], threads=how[1]
        )
        status[nodes] = found
    assert pairs(status) == expected


@settings(max_examples=each_day(400))
@given(SEEDS, st.booleans(), HOW, st.sampled_from([3, 40, 16_380, 16_384, 1 << 20]))
def test_exits_of_any_remoteness(seed: int, misere: bool, how: tuple[int, int], furthest: int) -> None:
    random = Random(seed)
    count, around = random.randint(1, 25), random.randint(1, 12)
    children, ends = drawn_graph(random, count + around, 2.5, 0.05)
    outside = [
        (random.choice([WON, WON, LOST, TIED, DRAW]), max(0, furthest - random.randrange(5))) for _ in range(around)
    ]
    outside = [(result, far if result else 0) for result, far in outside]
    known = endings(ends[:count], misere) | {count + k: each for k, each in enumerate(outside)}
    expected = by_fixpoint(children, known, misere)
    offsets, arrows = csr(children[:count])
    exits = np.array([far << 2 | result for result, far in outside])
    found = retrograde(
        offsets, arrows, np.array(ends[:count]), exits=exits, misere=misere, sweeps=how[0], threads=how[1]
    )
    nontrivial(bool((arrows >= count).any()))
    assert pairs(found) == expected[:count]
    assert found.dtype == (np.uint32 if max(far for _, far in pairs(found)) > 16_383 else np.uint16)


@pytest.mark.parametrize("far", [16_381, 16_382, 16_383, 16_384, (1 << 30) - 4])
@pytest.mark.parametrize("result", [WON, LOST, TIED])
def test_a_line_behind_a_far_exit(far: int, result: int) -> None:
    found = retrograde(
        np.arange(4), np.array([3, 0, 1]), exits=np.array([far << 2 | result], np.uint32), sweeps=far % 5
    )
    turns = {WON: (LOST, WON), LOST: (WON, LOST), TIED: (TIED, TIED)}[result]
    assert pairs(found) == [(turns[i % 2], far + 1 + i) for i in range(3)]
    assert found.dtype == (np.uint16 if far + 3 <= 16_383 else np.uint32)


def test_lines_end_at_2_to_the_30() -> None:
    with pytest.raises(GrundyError, match="2\\^30"):
        retrograde(np.arange(2), np.array([1]), exits=np.array([((1 << 30) - 1) << 2 | WON], np.uint32))


def test_an_edge_beyond_the_exits_is_refused() -> None:
    with pytest.raises(GrundyError, match="0 to 1"):
        retrograde(np.arange(2), np.array([2]), exits=np.array([1]))


# -- boxes of numbers ------------------------------------------------------------------------------------------------------


@rule
def parents_fill(state: Any, params: Any, out: Any) -> int:
    """The nodes of `graph_fill` that have an arrow to one, as often as they have it, the last first."""
    count, found = params[0], 0
    for back in range(count):
        i = count - 1 - back
        if params[8 + count + i] == 0:
            for k in range(params[7 + i], params[8 + i]):
                if params[8 + 2 * count + k] == state[0]:
                    if found + 2 > out.size:
                        return -1
                    found += 1
                    out[found] = i
    return found


WAYS = pytest.mark.parametrize("way", ["back", "arrows", "sweep"])


def box(way: str, fill: Any, back: Any, params: Any, count: int, **how: Any) -> Any:
    """Solve by the rule for predecessors, by arrows that are kept, or by sweeps, where there is no room for them."""
    limit = 1 << 30 if way != "sweep" else 7 * count
    return retrograde_box(fill, params, count, predecessors=back if way == "back" else None, limit_bytes=limit, **how)


@pytest.mark.slow
@settings(max_examples=each_day(600))
@given(SEEDS, st.booleans(), st.integers(1, 3), st.integers(1, 3), st.sampled_from(["back", "arrows", "sweep"]))
def test_a_box_is_brute_force(seed: int, misere: bool, width: int, threads: int, way: str) -> None:
    random = Random(seed)
    count = random.choice([3, 12, 30, 60])
    holes = {i for i in range(count) if random.random() < 0.15}
    children, ends = drawn_graph(random, count, random.choice([1.5, 3.0]), 0.1)
    children = [[] if i in holes else [c for c in row if c not in holes] for i, row in enumerate(children)]
    codes = [-13 if i in holes else -9 - end if end else 0 for i, end in enumerate(ends)]
    expected = played(children, ends, misere)
    nontrivial(len({expected[i] for i in range(count) if i not in holes}) > 1)
    rooms = {"LEAST": random.choice([1, 256]), "STEP": 1, "ROOM": random.choice([1, 2, 99]), "FEW": 0}
    params = as_params(children, codes, width=width, place=width - 1, others=7)
    with patch.multiple(loops, FURTHEST=random.choice([1, 4, 16_383]), **rooms):
        found = box(way, graph_fill, parents_fill, params, count, width=width, misere=misere, threads=threads)
    assert found.dtype == np.uint16
    assert [HOLE if i in holes else expected[i] for i in range(count)] == [
        HOLE if word == HOLE else (word & 3, word >> 2) for word in found.tolist()
    ]


@rule
def circle_fill(state: Any, params: Any, out: Any) -> int:
    """Numbers on a circle, of which one ends the game: go one down, or from a multiple of 8 also far round."""
    n, ending, code, every, i = params[0], params[1], params[2], params[3], state[0]
    if i == ending:
        return code
    if out.size < 3:
        return -1
    out[1] = (i + n - 1) % n
    if i % every == 0:
        out[2] = (i + n // 2) % n
        return 2
    return 1


@rule
def circle_back(state: Any, params: Any, out: Any) -> int:
    n, ending, every, i, found = params[0], params[1], params[3], state[0], 0
    if out.size < 3:
        return -1
    if (i + 1) % n != ending:
        found += 1
        out[found] = (i + 1) % n
    far = (i + n - n // 2) % n
    if far % every == 0 and far != ending:
        found += 1
        out[found] = far
    return found


def circle(n: int, ending: int, code: int, every: int) -> list[Result]:
    children = [[(i - 1) % n, *([(i + n // 2) % n] if i % every == 0 else [])] for i in range(n)]
    children[ending] = []
    codes = np.array([-9 - code if i == ending else 0 for i in range(n)])
    return pairs(retrograde(*csr(children), codes, threads=1))


def solved(way: str, n: int, ending: int, code: int, every: int) -> Any:
    return box(way, circle_fill, circle_back, [n, ending, code, every], n, threads=2)


@pytest.mark.some(3)
@WAYS
@pytest.mark.parametrize("code", [-10, -11, -12])
def test_many_numbers_and_two_threads(way: str, code: int) -> None:
    with patch.multiple(loops, LEAST=5, STEP=1 << 8, ROOM=3, FEW=2):
        found = solved(way, 3003, 17, code, 8)
    assert pairs(found) == circle(3003, 17, code, 8)


@pytest.mark.some(4)
@pytest.mark.parametrize("way", ["back", "arrows", pytest.param("sweep", marks=pytest.mark.hours)])
@pytest.mark.parametrize("code", [-10, -11])
@pytest.mark.parametrize("length", [16_383, 16_384, 16_400])
def test_long_lines_widen(way: str, code: int, length: int) -> None:
    """And are narrow again where they are not long enough for four bytes."""
    found = solved(way, length + 1, 0, code, 1 << 20)
    assert found.dtype == (np.uint16 if length < 16_384 else np.uint32)
    assert pairs(found) == [(TIED if code == -11 else (LOST, WON)[i % 2], i) for i in range(length + 1)]


@rule
def star_fill(state: Any, params: Any, out: Any) -> int:
    """From 0 to each other number twice, and from there to 0; from the last nowhere."""
    if state[0] > 0:
        if out.size < 2:
            return -1
        out[1] = 0
        return 1 if state[0] < params[0] - 1 or params[1] else 0
    if out.size < 2 * params[0]:
        return -1
    for k in range(1, params[0]):
        out[2 * k - 1], out[2 * k] = params[0] - k, k
    return 2 * params[0] - 2


@rule
def star_back(state: Any, params: Any, out: Any) -> int:
    if out.size < params[0]:
        return -1
    out[1] = 0
    if state[0] > 0:
        return 1
    for k in range(1, params[0]):
        out[k] = k
    return params[0] - 1 - (params[1] == 0)


@WAYS
@pytest.mark.parametrize("count", [5, 300, 16_384, 16_385, 20_000])
@pytest.mark.parametrize("endless", [0, 1])
def test_many_children(way: str, count: int, endless: int) -> None:
    """More than a word of 16 bits counts."""
    found = box(way, star_fill, star_back, [count, endless], count, threads=1)
    assert found.dtype == np.uint16
    assert pairs(found) == ([(DRAW, 0)] * count if endless else [(WON, 1), *[(LOST, 2)] * (count - 2), (LOST, 0)])


@rule
def wrong_fill(state: Any, params: Any, out: Any) -> int:
    """Of 1,000 numbers all go one down, but 7, which does what the parameter says."""
    if out.size < 2:
        return -1
    out[1] = state[0] - 1
    if state[0] == 7:
        if params[0] < 0:
            return params[0]
        out[1] = params[0]
    return min(state[0], 1)


@rule
def up(state: Any, params: Any, out: Any) -> int:
    if out.size < 2:
        return -1
    out[1] = state[0] + 1
    return min(999 - state[0], 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_wrong_in_a_rule(threads: int) -> None:
    with patch.multiple(loops, LEAST=3, STEP=16, FEW=0):
        for word, problem in ((-2, Unfit), (-3, OutOfBounds), (1000, OutOfBounds), (1 << 62, OutOfBounds)):
            with pytest.raises(problem):
                retrograde_box(wrong_fill, [word], 1000, threads=threads)
            with pytest.raises(problem):
                retrograde_box(up, [word], 1000, predecessors=wrong_fill, threads=threads)


def test_what_does_not_fit_is_refused_before() -> None:
    with pytest.raises(TooLarge, match="1,000,000,000 states"):
        retrograde_box(up, [], 10**9, limit_bytes=10**9)


@rule
def slow_fill(state: Any, params: Any, out: Any) -> int:
    """Much work for nothing; then all go one down."""
    x = 1
    for k in range(params[0]):
        x = (x * 1103515245 + k) % 2147483648
    if out.size < 2:
        return -1
    out[1] = state[0] - 1 + (x == -1)
    return min(state[0], 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_limits_are_kept(threads: int) -> None:
    assert all(each.address for each in (slow_fill, up, wrong_fill))  # so that no time goes into compiling them
    with pytest.raises(OutOfTime), keeping(Limits(seconds=0.05)):
        retrograde_box(slow_fill, [1000], 1 << 22, threads=threads, limit_bytes=1 << 30)
    with pytest.raises(TooLarge), keeping(Limits(positions=500)):
        retrograde_box(up, [6], 1000, predecessors=wrong_fill, threads=threads)


@WAYS
def test_no_numbers(way: str) -> None:
    assert solved(way, 0, 0, -10, 8).tolist() == []


def test_progress_ends_with_all() -> None:
    told: list[tuple[int, int]] = []
    retrograde_box(
        circle_fill, [50, 0, -10, 1 << 20], 50, predecessors=circle_back, progress=lambda *far: told.append(far)
    )
    assert told == sorted(told) and told[-1] == (50, 50)


@rule
def chase_fill(state: Any, params: Any, out: Any) -> int:
    """Cop and robber on n by n cells: the cop's cell, the robber's, who is to move."""
    n, found = params[0], 0
    cop, robber, turn = state[0] // (2 * n * n), state[0] // 2 % (n * n), state[0] % 2
    if cop == robber:
        return -12 + 2 * turn
    place = robber if turn else cop
    for cell in range(n * n):
        if abs(cell // n - place // n) <= 1 and abs(cell % n - place % n) <= 1:
            if found + 2 > out.size:
                return -1
            found += 1
            out[found] = 2 * (cop * n * n + cell) if turn else 2 * (cell * n * n + robber) + 1
    return found


def test_the_catalogue_chases_as_a_box_does() -> None:
    """The robber in the corner opposite is caught in 2n - 3 moves."""
    n = 4
    found = retrograde_box(chase_fill, [n], 2 * n**4)
    for key in range(0, 2 * n**4, 7):
        state = (key // 2 // n**2, key // 2 % n**2, key % 2)
        position = Position(gr.cop_and_robber.bind(width=n, height=n), state)
        solution = position.solve()
        result = {"N": WON, "P": LOST}[solution.outcome.name]
        assert found[key] == (solution.remoteness or 0) << 2 | result
    for n in (3, 5, 9):
        assert retrograde_box(chase_fill, [n], 2 * n**4)[2 * n * n - 2] == (2 * n - 3) << 2 | WON
