"""Exploring with several threads gives what one gives, to the last number, whatever happens on the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.kernels import explore as exploring
from grundy.kernels import explore_together
from grundy.kernels.contract import OutOfKeys, Unfit
from grundy.kernels.explore import explore
from grundy.kernels.explore_together import QUARTERED, entered, found, moved
from kernel_graphs import lot, lot_fill
from natives import rule


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches are shared out from 40 positions on, with room for 900 options a thread."""
    monkeypatch.setattr(explore_together, "FEW", 40)
    monkeypatch.setattr(explore_together, "ROOM", 900)
    monkeypatch.setattr(explore_together, "OPTIONS", 100)
    monkeypatch.setattr(exploring, "ALONE", 100)
    monkeypatch.setattr(exploring, "ONCE", 30)


def by(threads: int, params: list[int], start: int = 11, **more: Any) -> Any:
    """The graph by so many threads, or how it ends; and how many batches they shared."""
    shared = [0]

    class Counted(explore_together.Together):
        def number(self, search: Any) -> None:
            shared[0] += 1
            super().number(search)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRUNDY_THREADS", str(threads))
        patch.setattr(exploring, "Together", Counted)
        try:
            return explore(lot_fill, params, [3 * start], words=True, **{"capacity": QUARTERED, **more}), shared[0]
        except (GrundyError, OutOfKeys) as problem:
            row = getattr(problem, "row", None)
            return (type(problem).__name__, row), shared[0]


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, tuple) or isinstance(other, tuple):
        assert one == other
        return
    assert one.forward == other.forward
    for name in ("states", "offsets", "edges", "ends"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    chosen = range(0, len(one), 1 + len(one) // 50)
    assert [other.find([int(one.states[i, 0])]) for i in chosen] == [*chosen]


@pytest.mark.slow
@settings(max_examples=each_day(60), deadline=None)
@given(
    st.integers(1500, 8000),
    st.integers(12, 120),
    st.integers(3, 10_000),
    st.integers(3, 10_000),
    st.sampled_from([-1, -1, -1, -1, 1700]),
    st.sampled_from([-1, -1, -1, -1, 1900]),
    st.sampled_from([2, QUARTERED // 2, QUARTERED, 3 * QUARTERED]),
)
def test_the_same_by_one_and_by_several(
    nodes: int, most: int, times: int, step: int, unfit: int, outside: int, capacity: int
) -> None:
    params = lot(nodes, most, times, step, endings=1, unfit=unfit, outside=outside)
    one, none = by(1, params, capacity=capacity)
    assert none == 0
    for threads in (2, 4, 9):
        other, shared = by(threads, params, capacity=capacity)
        nontrivial(shared > 0)
        assert_same(one, other)


@pytest.mark.parametrize("back", [-1, 0, 11_325, 11_250, 22_499])
def test_arrows_that_all_lead_on(back: int) -> None:
    """Whether all arrows lead to higher numbers is known of a shared search too, wherever one does not."""
    one, other = (_grid(threads, [150, back]) for threads in (1, 2))
    assert one.forward == other.forward == (back < 0)
    assert_same(one, other)


@rule
def grid_fill(state: Any, params: Any, out: Any) -> int:
    """Steps down and right on a square of params[0] cells a side; from the cell params[1] to the first, too."""
    n = params[0]
    row, column = state[0] // n, state[0] % n
    if out.size < 4:
        return -1
    count = 0
    if state[0] == params[1]:
        count += 1
        out[count] = 0
    if row < n - 1:
        count += 1
        out[count] = state[0] + n
    if column < n - 1:
        count += 1
        out[count] = state[0] + 1
    return count


def _grid(threads: int, params: list[int]) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRUNDY_THREADS", str(threads))
        return explore(grid_fill, params, [0], words=True, capacity=QUARTERED)


@pytest.mark.parametrize("limit", [1_000_000, 700_000, 400_000, 200_000])
def test_within_a_limit(limit: int) -> None:
    """Where there is no room for batches one thread goes on: who is refused is refused by one thread too."""
    params = lot(9000, 9, 7, 501, endings=1)
    one, _none = by(1, params, limit_bytes=limit, capacity=64)
    other, _shared = by(2, params, limit_bytes=limit, capacity=64)
    assert isinstance(one, tuple) is isinstance(other, tuple)
    if isinstance(one, tuple):
        assert one[0] == other[0] == TooLarge.__name__
    else:
        assert_same(one, other)


def quarters(keys: Any, places: int) -> Any:
    """In which quarter of a table keys are, by the hash as the kernels have it."""
    with np.errstate(over="ignore"):
        h = keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
        h *= np.uint64(0xD6E8FEB86659FD93)
    return ((h >> np.uint64(32)) * np.uint64(places) >> np.uint64(32)) // np.uint64(places // 4)


@rule
def chosen_fill(state: Any, params: Any, out: Any) -> int:
    """The first leads to all the words that stand in the parameters; these to the first."""
    count = 1 if state[0] != params[0] else params.size - 1
    if count + 1 > out.size:
        return -1
    if state[0] != params[0]:
        out[1] = params[0]
        return 1
    for k in range(1, params.size):
        out[k] = params[k]
    return params.size - 1


@pytest.mark.parametrize("threads", [1, 2])
def test_a_quarter_that_is_full(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever chooses keys that all lie in one quarter of the table gets rows, and no endless search."""
    monkeypatch.setenv("GRUNDY_THREADS", str(threads))
    keys = np.arange(1, 40_000)
    bad = keys[quarters(keys, 2 * QUARTERED) == 1][: QUARTERED // 2 + 10]
    assert len(bad) == QUARTERED // 2 + 10
    with pytest.raises(OutOfKeys):
        explore(chosen_fill, [0, *bad.tolist()], [0], words=True, capacity=QUARTERED)
    few = explore(chosen_fill, [0, *bad[: QUARTERED // 2].tolist()], [0], words=True, capacity=QUARTERED)
    assert len(few) == QUARTERED // 2 + 1 and few.find([int(bad[7])]) == 8


def test_marks_of_a_batch_that_is_given_up() -> None:
    """Keys whose marks were taken away have no number, and no larger table has them."""
    table, did = np.zeros(2 * QUARTERED, np.int64), np.zeros((2, 16), np.int64)
    entered(np.array([7]), 1, table, np.zeros(64, np.uint64))
    slots = [int(np.flatnonzero(table)[0]) // 2, 5]
    table[10], table[11] = 9, explore_together.THREADS * -(1 << explore_together.MARKED)  # the first mark of the first
    marked = np.array(slots[1:], np.uint64)
    explore_together.unmarked(marked, 1, 1, table)  # of the second thread it is none
    assert table[11] < 0
    explore_together.unmarked(marked, 1, 0, table)
    assert (table[10], table[11]) == (9, 0) and found(7, table) == 0 and did.sum() == 0
    larger = np.zeros(4 * QUARTERED, np.int64)
    moved(table, 0, table.size, larger)
    assert np.count_nonzero(larger) == 2 and found(7, larger) == 0


def test_tables_that_are_moved_by_quarters() -> None:
    keys = np.random.default_rng(1).permutation(1 << 20)[:3000].astype(np.int64)
    table, larger, by_quarters = (
        np.zeros(2 * 8192, np.int64),
        np.zeros(2 * 12_288, np.int64),
        np.zeros(2 * 12_288, np.int64),
    )
    entered(keys, len(keys), table, np.zeros(64, np.uint64))
    moved(table, 0, table.size, larger)
    for quarter in (2, 0, 3, 1):
        moved(table, table.size // 4 * quarter, table.size // 4 * (quarter + 1), by_quarters)
    for each in (larger, by_quarters):
        assert [found(int(key), each) for key in keys] == [*range(len(keys))]
        assert found(1 << 21, each) == -1


def test_a_thread_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong in one is raised, when the others have ended."""
    monkeypatch.setenv("GRUNDY_THREADS", "2")

    def broken(*given: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(explore_together, "numbered", broken)
    with pytest.raises(MemoryError):
        explore(lot_fill, lot(5000, 9, endings=1), [33], words=True, capacity=QUARTERED)
    assert issubclass(Unfit, GrundyError)
