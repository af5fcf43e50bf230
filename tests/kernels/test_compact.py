"""Play that ends, solved without arrows, gives what the arrows give; and so does a search that has no room for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.errors import TooLarge
from grundy.common.limits import Limits, keeping
from grundy.kernels import compact
from grundy.kernels.compact import BEHIND, Compact, solve_compact
from grundy.kernels.contract import Loopy, OutOfKeys, Unfit
from grundy.kernels.explore import explore
from grundy.kernels.graph import solve_graph
from grundy.solving.results import KNOWN, Options
from grundy.solving.search import search
from natives import rule

STEP, MOST, ENDINGS, STRIDE, SHIFT, NEAR, LOOPS, UNFIT, OUTSIDE = range(9)


@rule
def falling_fill(state: Any, params: Any, out: Any) -> int:
    """Node i has options below it, near or far; some are endings, some lead up, one fails, one leads to no word."""
    i = state[0] // params[3]
    if i == params[7]:
        return -2
    if i % 97 == 5 and params[2] > 0:
        return -10 - i % 3
    count = (i * 7 + params[4]) % params[1]
    if i == 0:
        count = 0
    if count + 1 > out.size:
        return -1
    for k in range(count):
        j = i - 1 - (i * i * 31 + k * k * 1001 + k * params[0]) % min(i, params[5])
        if params[6] > 0 and i % params[6] == 3:
            j = i + 5
        if j == params[8]:
            return -3
        out[1 + k] = params[3] * j
    return count


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
    params = [step, most, int(endings), stride, step, near, loops, -1, -1]
    graph = explore(falling_fill, params, [start * stride], words=True)
    asked: Any = {"grundy": not (misere or endings), "misere": misere}
    status, values, loopy = solve_graph(graph.offsets, graph.edges, graph.ends, forward=graph.forward, **asked)
    nontrivial(len(graph) > 256)  # the table grows
    if loopy:
        with pytest.raises(Loopy):
            solve_compact(falling_fill, params, start * stride, **asked)
        return
    found = solve_compact(falling_fill, params, start * stride, **asked)
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
        solve_compact(falling_fill, [7, 9, 0, 3, 0, 3, 0, unfit, outside], 3 * 4000)


@pytest.mark.usefixtures("small")
def test_a_table_that_fills_up_is_refused() -> None:
    params = [7, 9, 0, 3, 0, 3, 0, -1, -1]
    with pytest.raises(TooLarge) as refused:
        solve_compact(falling_fill, params, 3 * 4000, limit_bytes=40_000)
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
