"""Searches of large games with tiers: what tiers on all processors leave behind answers as a search in one thread does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime, TooLarge
from grundy.common.threads import processors
from grundy.games import load
from grundy.rules.position import Position
from grundy.solving import compiled_search
from grundy.solving.compiled_search import GraphTable
from grundy.solving.results import KNOWN, Options, Table
from grundy.solving.search import search
from grundy.solving.tiers import solve
from wandering import wander, wander_to_ends

GAMES: dict[str, Callable[[], Position]] = {
    "connect four": lambda: gr.connect4(width=3, height=3, line=3),
    "tic-tac-toe": lambda: gr.tic_tac_toe(),
    "dots and boxes": lambda: load("dots_and_boxes")(rows=1, columns=2),
    "dodgem": lambda: load("dodgem")(),
    "hare and hounds": lambda: load("hare_and_hounds")(),
    "hex": lambda: load("hex")(width=3, height=2),
    "gale": lambda: load("gale")(size=2),
    "pawn duel": lambda: load("pawn_duel")(),
    "fox and geese": lambda: load("fox_and_geese")(size=4),
    "three men's morris": lambda: load("three_mens_morris")(),
    "awari": lambda: load("awari")(1, 2, 1, 2),
    "kalah": lambda: load("kalah")(2, 2, 2, 2),
    "teeko": lambda: load("teeko")(width=3, height=3, men=2),
}


def by_tiers(position: Position, **how: Any) -> solve.TierTable:
    """The table of a position, however small."""
    found = solve.solved(position.ruleset, position.ruleset.canonical(position.state), Options(), **how)
    assert found is not None
    return found


def assert_same(mine: solve.TierTable, other: Any) -> list[Any]:
    """Assert that a table knows what an interpreted one knows; return the states."""
    assert (mine.positions, mine.loopy, mine.ties, mine.scoring) == (
        other.positions,
        other.loopy,
        other.ties,
        other.scoring,
    )
    states = list(other.index)
    for state in states:
        if mine.scoring:
            assert mine.score(state) == other.score(state), state
        else:
            assert mine.result(state) == other.result(state), state
            if "grundy" in mine.columns:
                assert mine.grundy(state) == other.grundy(state), state
    return states


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_table_by_tiers_knows_what_a_search_finds(name: str, misere: bool) -> None:
    """Results, remoteness, scores and counts are those of Python's own options."""
    position = GAMES[name]()
    if position.ruleset.scoring and misere:
        pytest.skip("points have no misère play")
    assert "tier" in position.ruleset.hooks
    other = search(position.ruleset, position.state, Options("interpreted"), misere=misere)
    nontrivial(len(assert_same(by_tiers(position, misere=misere), other)) > 20)


@pytest.mark.some(2)
@pytest.mark.parametrize("seed", range(6))
def test_tables_of_games_by_lot(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games with loops in their tiers, of one and of three threads, in a room of any size."""
    if seed % 2:
        monkeypatch.setenv("GRUNDY_TINY_ROOMS", "1")
    monkeypatch.setenv("GRUNDY_THREADS", "13"[seed % 2])
    chance = Random(seed)
    for position in (wander(0, seed, layer=chance.choice([1, 2, 6]), size=40), wander_to_ends(0, seed)):
        misere = seed % 3 == 0
        other = search(position.ruleset, position.state, Options("interpreted"), misere=misere)
        nontrivial(len(assert_same(by_tiers(position, misere=misere), other)) > 3)


@gr.game
def halves(a: int, b: int):
    """Impartial, with Grundy values: a heap is made smaller, by at most three."""
    for k in range(1, min(a, 3) + 1):
        yield a - k, b
    for k in range(1, min(b, 3) + 1):
        yield a, b - k


@halves.tier
def taken(a: int, b: int) -> int:
    return 200 - a - b


def test_grundy_values_are_kept() -> None:
    """Where play ends and nothing is declared there are Grundy values."""
    mine = by_tiers(halves(21, 22))
    assert mine.grundy((21, 22)) == 1 ^ 2 and mine.grundy((7, 20)) == 3
    assert_same(mine, search(halves, (21, 22), Options("interpreted")))


def test_a_state_that_is_not_reached_is_not_there() -> None:
    mine = by_tiers(halves(3, 4))
    for state in ((4, 4), (3, 5), (-1, 0), (10**30, 0)):
        with pytest.raises(KeyError):
            mine.result(state)


def large(position: Position, told: list[int] | None = None) -> Table:
    """What a compiled search of a position leaves behind, which nobody has searched before."""
    position.ruleset.memory[KNOWN].clear()
    progress = None if told is None else told.append
    return search(position.ruleset, position.state, Options("compiled", progress), misere=False)


def empty(width: int = 4) -> Position:
    """Connect Four on an empty board."""
    return gr.connect4(width=width, height=4)


def test_a_large_search_is_done_by_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same position is searched both ways; signs of life come before and after the change."""
    graph = large(empty())
    monkeypatch.setattr(compiled_search, "TIERED", 5_000)
    told: list[int] = []
    tiers = large(empty(), told)
    assert isinstance(graph, GraphTable) and isinstance(tiers, solve.TierTable)
    assert tiers.positions == graph.positions == 161_029 == told[-1]
    rules = empty().ruleset
    for row in Random(1).sample(graph.graph.states.tolist(), 1_000):
        state = graph.made.decode(row, rules)
        assert tiers.result(state) == graph.result(state)


def test_limits_hold_by_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions, seconds and memory: in the tiers as before."""
    monkeypatch.setattr(compiled_search, "TIERED", 5_000)
    with pytest.raises(TooLarge, match="50,000 are allowed"), limits.keeping(limits.Limits(positions=50_000)):
        large(empty())
    with pytest.raises(OutOfTime), limits.keeping(limits.Limits(seconds=1.5)):
        large(empty(6))
    with limits.keeping(limits.Limits(memory=1 << 20)):
        assert solve.solved(halves, (3, 4), Options()) is None
    assert isinstance(large(empty()), solve.TierTable)


def test_threads_are_as_many_as_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_THREADS", "3")
    assert processors() == 3
    monkeypatch.setenv("GRUNDY_THREADS", "")
    assert processors() >= 1
    for wrong in ("0", "-1", "two", "1.5", "²", "10000"):
        monkeypatch.setenv("GRUNDY_THREADS", wrong)
        with pytest.raises(GrundyError, match="from 1 to 9,999, not"):
            processors()
