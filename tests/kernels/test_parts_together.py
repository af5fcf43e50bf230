"""Several threads find the options of parts: the parts, their numbers and their options are those of one thread."""

from __future__ import annotations

from typing import Any

import pytest

from grundy import games
from grundy.kernels import parts as kernels
from grundy.kernels import parts_arena as arena
from grundy.kernels import parts_together
from grundy.kernels.rooms import intact
from grundy.solving.parts import Parts, sides


def explored(name: str, board: str) -> tuple[list[int], list[int], int]:
    """Return the fields and the options of all parts of a position, and how many shares threads were given."""
    rules: Any = games.load(name)
    state = rules(board).state
    made = sides(rules, state)
    assert made is not None
    graph, shares = Parts(rules, made), 0
    graph.divided(state)

    class Counted(parts_together.Together):
        def back(self, share: Any, out: Any) -> None:
            nonlocal shares
            shares += 1
            super().back(share, out)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("grundy.solving.parts.Together", Counted)
        graph.explore()
    intact()
    G = graph.array
    pool = kernels.pooled(G)[G[arena.POOL] : G[arena.POOL] + G[arena.POOL_USED]]
    return graph.fields.ravel().tolist(), pool.tolist(), shares


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
def test_the_parts_are_those_of_one_thread(name: str, board: str, tiny: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_together, "MANY", 1)
    monkeypatch.setattr(parts_together, "LEAST", 1)
    if tiny:  # shares are then too much for the room of a thread
        monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")
    monkeypatch.setenv("GRUNDY_THREADS", "1")
    fields, pool, shares = explored(name, board)
    assert shares == 0
    for threads in ("2", "5"):
        monkeypatch.setenv("GRUNDY_THREADS", threads)
        more = explored(name, board)
        assert more[:2] == (fields, pool) and more[2] > 3
