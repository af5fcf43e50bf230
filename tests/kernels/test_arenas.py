"""The kernels' arrays: their parts stand apart, in debug runs what is behind them is watched, and nothing keeps them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from weakref import ref

import numpy as np
import pytest

import grundy as gr
from grundy.kernels import parts, parts_arena, short, sums
from grundy.kernels.contract import CANARY, WHOLE, Arena, Overrun, Part, intact, more_room, room_for
from grundy.rules.grids import Grid
from grundy.solving.nimbers import SumSearch
from grundy.values.canonical import Store
from natives import parts_of

ROOT = Path(__file__).parents[2]
KINDS = [np.int8, np.uint8, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")


def searched() -> SumSearch:
    """Return a search that has grown all of its arrays."""
    rules: Any = gr.games.load("domineering")
    state = rules(3, 3).state
    graph, store = parts_of(rules, state), Store()
    assert graph.valued([state], store) is not None
    search = SumSearch(graph, store, small=0)
    assert search.left_wins([], graph.divided(state)) and len(store) > 8
    store.nus(10**40)
    return search


ENDS = {
    "G": {
        parts_arena.PARTS: lambda G: G[parts_arena.ROOM] * (G[parts_arena.WIDTH] + parts_arena.FIELDS),
        parts_arena.TABLE: lambda G: G[parts_arena.TABLE_MASK] + 1,
        parts_arena.POOL: lambda G: G[parts_arena.POOL_ROOM],
    },
    "S": {
        short.GAMES: lambda S: S[short.GAME_ROOM] * short.RECORD,
        short.POOL: lambda S: S[short.POOL_ROOM],
        short.TABLE: lambda S: S[short.TABLE_MASK] + 1,
        short.NUS: lambda S: S[short.NUS_MASK] + 1,
        short.LE: lambda S: S[short.LE_MASK] + 1,
        short.ADD: lambda S: 8 * (S[short.ADD_MASK] + 1),
        short.NUMBERS: lambda S: 2 * S[short.NUMBER_ROOM],
        short.FACTS: lambda S: 4 * (S[short.FACTS_MASK] + 1),
        short.STACK: lambda S: S[short.STACK_ROOM],
    },
    "T": {
        sums.TABLE: lambda T: T[sums.MASK] + 1,
        sums.KEYS: lambda T: T[sums.KEYS_ROOM],
        sums.FRAMES: lambda T: T[sums.FRAMES_ROOM],
    },
}
"""How long each part is, as the kernels count it."""


def arrays(search: SumSearch) -> list[tuple[Arena, Any]]:
    return [
        (parts_arena.ARENA, search.parts.array),
        (short.ARENA, search.store.array),
        (sums.ARENA, search.table),
    ]


@pytest.mark.usefixtures("tiny")
def test_one_word_behind_a_part_is_named() -> None:
    search = searched()
    for arena, array in arrays(search):
        assert arena.parts.keys() == ENDS[arena.name].keys()
        places = [(array[: arena.header + 1], arena.header, "the header")]
        for cell, part in arena.parts.items():
            held = array if part.units == 1 else parts.pooled(array)
            places.append((held, int(array[cell] + ENDS[arena.name][cell](array)), part.name))
        for held, end, name in places:
            intact()
            before, held[end] = int(held[end]), 1
            with pytest.raises(Overrun, match=f"^{name} of {arena.name}$"):
                intact()
            held[end] = before
    intact()


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("which", [0, 1, 2])
def test_who_grows_looks(which: int) -> None:
    search = searched()
    arena, array = arrays(search)[which]
    array[arena.header] = 0
    with pytest.raises(Overrun, match="header"):
        (search.parts.grow, search.store.grow, lambda: search._make_room(sums.SUMS_ROOM))[which]()
    array[arena.header : arena.header + 1] = np.frombuffer(CANARY, np.int64)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("kind", KINDS)
def test_behind_other_arrays(kind: Any) -> None:
    array = room_for("out", 3, kind)
    array[:] = 1, 2, 3
    for _ in range(2):
        behind = np.lib.stride_tricks.as_strided(array, (array.size + 1,))
        intact()
        before, behind[-1] = int(behind[-1]), 1
        with pytest.raises(Overrun, match=r"^out$"):
            intact()
        with pytest.raises(Overrun):
            more_room("out", array, 5)
        behind[-1] = before
        array = more_room("out", array, 5)
    assert array.tolist() == [1, 2, 3, 0, 0] and array.dtype == kind


def test_the_usual_run_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRUNDY_TINY_ROOMS", raising=False)
    for arena, array in arrays(searched()):
        end = -(-arena.header // 8) * 8
        for cell, part in arena.parts.items():
            size = int(ENDS[arena.name][cell](array)) // part.units
            end = -(-end // WHOLE) * WHOLE if size >= WHOLE else end  # a large part begins with a page of the system's
            assert array[cell] == end * part.units
            end += size
        assert array.size == end
    array = room_for("out", 3, np.int32)
    assert array.base is None and more_room("out", array, 5) is array and array.size == 5


def test_what_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRUNDY_TINY_ROOMS", raising=False)
    arena = Arena("A", 3, {0: Part("records"), 2: Part("pool", units=2)})
    old = arena.made({0: 4, 2: 2}, None, {})
    old[1], old[old[0] : old[0] + 4] = 9, range(4)
    new = arena.made({0: 5, 2: 1}, old, {0: 4})
    assert new[1] == 9 and new[new[0] : new[0] + 4].tolist() == [0, 1, 2, 3] and new[2] == 2 * (new[0] + 5)
    with pytest.raises(ValueError, match="records of A: 4 words in a room for 3"):
        arena.made({0: 3, 2: 2}, old, {0: 4})


def test_a_large_part_is_moved() -> None:
    """Whole pages are moved by their addresses, and the rest is copied, also where nothing can be moved."""
    arena = Arena("A", 3, {0: Part("records"), 1: Part("table"), 2: Part("pool")})
    sizes = {0: 2 * WHOLE, 1: 10, 2: 3 * WHOLE + 5}
    old = arena.made(sizes, None, {})
    for cell, size in sizes.items():
        old[old[cell] : old[cell] + size] = np.arange(size) * (cell + 1)
    held = {0: WHOLE + 7, 2: 3 * WHOLE + 5}
    new = arena.made({0: 3 * WHOLE, 1: 10, 2: 4 * WHOLE}, old, held)
    for cell, kept in held.items():
        found = new[new[cell] : new[cell] + 3 * WHOLE + 5 * (cell > 0)]
        assert (found[:kept] == np.arange(kept) * (cell + 1)).all() and not found[kept:].any()
    assert not new[new[1] : new[1] + 10].any()


def test_the_audit_names_every_array() -> None:
    text = "".join(file.read_text() for file in (ROOT / "src/grundy").rglob("*.py"))
    audit = (ROOT / "docs/kernels.md").read_text()
    names = set(re.findall(r'(?:room_for|more_room)\("(\w+)"', text))
    assert len(names) > 20 and [name for name in sorted(names) if f"`{name}`" not in audit] == []


@gr.partisan_game(board=Grid(".ABCDEFGH", live="ABCDEFGH"))
def crowded(rows: int, columns: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, *, player: int):
    """Take a piece away from a board of as many faces as there can be."""
    for n in range(rows * columns):
        bit = ~(1 << n)
        if (a | b | c | d | e | f | g | h) >> n & 1:
            yield rows, columns, a & bit, b & bit, c & bit, d & bit, e & bit, f & bit, g & bit, h & bit


@pytest.mark.parametrize("board", ["ABCD|EFGH", ".".join("ABCDEFGH"), "A" * 9 + "GH", "|".join("ABCDEFGH" * 2)])
def test_work_on_a_board_changes_no_named_cell(board: str) -> None:
    """The words for the layers of a board of nine faces were also those in which another thread says that time is over."""
    rules: Any = crowded
    state = rules(board).state
    graph = parts_of(rules, state, impartial=True)
    cells = np.arange(parts_arena.HEADER)
    named = ~np.isin(cells, (parts_arena.COUNT,))
    before = graph.array[cells[named]].copy()
    graph.divided(state)
    assert graph.array[cells[named]].tolist() == before.tolist()


def test_an_exception_keeps_no_array() -> None:
    """What is replaced by a larger array is given back at once, though the kernel that asked for it raised an exception."""
    store = Store(2)
    first, kept = store.array, ref(store.array)
    del first
    for number in range(5000):
        store.nus(number)
    assert kept() is None
