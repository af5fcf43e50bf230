"""Large games tier by tier, against a search of the same rules and against plain Python."""

from __future__ import annotations

from typing import Any

import pytest

import grundy as gr
from grundy.games import load
from grundy.rules.position import Position
from grundy.solvers.keyed import keyed
from grundy.solvers.results import Options
from grundy.solvers.search import search
from grundy.solvers import tiers
from grundy.solvers.tiers import solve_tiers


def found(position: Position, **how: Any) -> dict[Any, tuple[int, ...]]:
    """What is found of each state."""
    rules: Any = position.ruleset
    made = keyed(rules, position.state)
    assert made is not None
    start = made.tier(position.state), made.key(position.state)
    words: dict[Any, tuple[int, ...]] = {}
    for solved in solve_tiers(made, start, **how):
        for block, columns in zip(solved.blocks, solved.columns, strict=True):
            for key, *values in zip(block.tolist(), *(array.tolist() for array in columns.values()), strict=True):
                state = made.state(key)
                assert state not in words and made.tier(state) == solved.number
                words[state] = tuple(values)
    return words


def searched(position: Position, **how: Any) -> dict[Any, tuple[int, ...]]:
    """The same by a search that is interpreted."""
    table: Any = search(position.ruleset, position.state, Options("interpreted"), **how)
    words: dict[Any, tuple[int, ...]] = {}
    for state in table.index:
        if table.scoring:
            words[state] = (table.score(state),)
        else:
            result, remoteness = table.result(state)
            values = () if table.values is None or table.loopy else (table.grundy(state),)
            words[state] = (remoteness << 2 | result, *values)
    return words


GAMES = {
    "connect four": lambda: gr.connect4(width=3, height=3, line=3),
    "tic-tac-toe": lambda: gr.tic_tac_toe(),
    "dots and boxes": lambda: load("dots_and_boxes")(rows=1, columns=2),
    "chomp": lambda: gr.chomp(4, 4, 4),
    "wythoff": lambda: gr.wythoff(9, 14),
    "hare and hounds": lambda: load("hare_and_hounds")(),
    "dodgem": lambda: load("dodgem")(),
}


@pytest.mark.parametrize("places", [True, False], ids=["places", "hashed"])
@pytest.mark.parametrize("name", GAMES)
def test_tiers_are_what_a_search_finds(name: str, places: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    position = GAMES[name]()
    if not places:
        monkeypatch.setattr(tiers, "DIRECT", 0)
    wanted = searched(position)
    grundy = not position.ruleset.has_ending and not position.ruleset.scoring and len(next(iter(wanted.values()))) == 2
    assert found(position, grundy=grundy, threads=2) == wanted
