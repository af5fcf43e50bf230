"""One thread expands the parts of a game while another gives them their forms: all is as if there were one thread."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from grundy import games
from grundy.kernels import parts as kernels
from grundy.kernels import parts_arena as arena
from grundy.kernels.contract import intact
from grundy.solving import parts
from grundy.solving.parts import Folded, Walk
from grundy.values.canonical import Store
from natives import parts_of


def valued(name: str, board: str) -> tuple[list[int], list[int], list[int], int]:
    """Return the fields and the options of all parts of a position, the store's records, how often threads went together."""
    rules: Any = games.load(name)
    state = rules(board).state
    graph, store, times = parts_of(rules, state), Store(), 0

    class Counted(Folded):
        def beside(self, walk: Walk, going: Future[int]) -> bool:
            nonlocal times
            times += 1
            return super().beside(walk, going)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "Folded", Counted)
        assert graph.valued([state], store) is not None
    intact()
    G = graph.array
    pool = kernels.pooled(G)[G[arena.POOL] : G[arena.POOL] + G[arena.POOL_USED]]
    records = [word for game in range(len(store)) for word in store.record(game)]
    return graph.fields.ravel().tolist(), pool.tolist(), records, times


@pytest.mark.parametrize("tiny", [False, True])
@pytest.mark.parametrize(
    "name, board",
    [
        ("domineering", "....|....|....|...."),
        ("clobber", "XOXO|OXOX|XOXO"),
        ("domineering", ".........|........."),
        ("amazons", "X..|...|..O"),
    ],
)
def test_parts_and_forms_are_those_of_one_thread(
    name: str, board: str, tiny: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MANY", 1)
    monkeypatch.setattr(parts, "LONG", 1 << 5)
    if tiny:  # room is then made again and again, for which they wait for each other
        monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")
    monkeypatch.setenv("GRUNDY_THREADS", "1")
    *alone, times = valued(name, board)
    assert times == 0
    monkeypatch.setenv("GRUNDY_THREADS", "2")
    *together, times = valued(name, board)
    assert together == alone and times > 3


def test_parts_that_are_known_are_walked_around() -> None:
    """Of a second question only what is new is ordered, and what was known keeps its form."""
    rules: Any = games.load("domineering")
    graph, store = parts_of(rules, rules(4, 4).state), Store()
    graph.valued([rules(3, 4).state], store)
    before, known = graph.fields[:, arena.VALUE].tolist(), len(graph)
    graph.valued([rules(4, 4).state], store)
    assert graph.fields[:known, arena.VALUE].tolist() == before and len(graph) > known
    assert len(graph.order()) == 0 and len(graph.order(known=False)) == len(graph)
