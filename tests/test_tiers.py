"""Large games tier by tier, against a search of the same rules and against plain Python."""

from __future__ import annotations

from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.games import load
from grundy.rules.position import Position
from grundy.solvers import tiers
from grundy.solvers.keyed import Keyed, keyed
from grundy.solvers.results import Options
from grundy.solvers.search import search
from grundy.solvers.tiers import solve_tiers


def found(position: Position, *, made: Keyed | None = None, **how: Any) -> dict[Any, tuple[int, ...]]:
    """What is found of each state."""
    rules: Any = position.ruleset
    made = made or keyed(rules, position.state)
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
            words[state] = (remoteness << 2 | result,)
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
    assert found(position, threads=2) == wanted
    if name in ("chomp", "wythoff"):
        words = found(position, grundy=True, threads=2)
        assert words == {state: (*word, Position(position.ruleset, state).grundy()) for state, word in wanted.items()}


@gr.game
def wander(at: int, seed: int, *, layer: int = 6, size: int = 30):
    """Numbers by lot: from each some moves to numbers of its layer or later ones."""
    chance = (at * 7919 + seed * 104729 + 31) % 65521
    low = at - at % layer
    for _turn in range(0 if at and chance % 8 == 0 else 2 + chance % 2):
        chance = (chance * 75 + 74) % 65537
        yield low + chance % (size - low), seed


@wander.tier
def layer_of(at: int, seed: int, *, layer: int) -> int:
    return at // layer


@gr.game
def wander_to_ends(at: int, seed: int, *, layer: int = 6, size: int = 30):
    """The same, but some of the numbers are declared endings."""
    chance = (at * 7919 + seed * 104729 + 31) % 65521
    low = at - at % layer
    for _turn in range(0 if at and chance % 8 == 0 else 2 + chance % 2):
        chance = (chance * 75 + 74) % 65537
        yield low + chance % (size - low), seed


wander_to_ends.tier(layer_of)


@wander_to_ends.ending
def ended(at: int, seed: int) -> int | None:
    chance = (at * 104729 + seed * 7919) % 65521 % 13
    return chance - 1 if at and chance < 3 else None


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", [wander, wander_to_ends], ids=["moves", "endings"])
def test_tiers_with_moves_inside(rules: Any, misere: bool) -> None:
    made = keyed(rules, (0, 0), [(29, 400)])
    assert made is not None and made.tiered
    for seed in range(300):
        position = rules(0, seed)
        wanted = searched(position, misere=misere)
        words = found(position, made=made, misere=misere, threads=1 + seed % 2)
        assert words == wanted, position
        nontrivial(len(wanted) > 7)
