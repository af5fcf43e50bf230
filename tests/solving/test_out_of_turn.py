"""Values of games whose states say who is to move: played out of turn, against all positions with the turn in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import grundy as gr
import random_loops
from cases import nontrivial
from grundy.common.errors import RulesError
from grundy.games import load
from grundy.playing.record import usual_position
from grundy.rules.board import DOWN, FREE, MINE, UP, YOURS, Board
from grundy.rules.out_of_turn import _asks_who, options_out_of_turn, says_turn
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.solving.play_graph import play_graph
from grundy.values.loopy.stoppers import named
from grundy.values.outcome import Outcome

FOR_THE_MOVER = {Outcome.N: 1, Outcome.P: -1}


@gr.game(board=gr.Grid(".XO", sides="swap+flip"), start="OO/../XX")
def ahead(board: Board) -> Iterator[Board]:
    """Step ahead, or take aslant; who reaches the far row wins."""
    for pawn in board.cells(MINE):
        for way in (4, UP, 5):
            end = board.step(pawn, way)
            if board[end] == FREE if way == UP else board[end] == YOURS:
                yield board.move(pawn, end)


@ahead.ending
def through(board: Board) -> int | None:
    """Who has just moved may have won."""
    return gr.LOSS if board.reaches(DOWN) else None


STARTS = {
    "fox-and-geese": ("#X#X/.#.#/#.#./O#.#", "X"),
    "pawn-duel": ("OOO/.../XXX",),
    "dodgem": (),
    "hare-and-hounds": ("#...#/..XXO/#..X#",),
    "ahead": (),
}


def start_of(name: str) -> Position:
    """The start that is looked at: a given one, or the usual one."""
    if name == "ahead":
        return ahead("OO/../XX")
    return load(name)(*STARTS[name]) if STARTS[name] else usual_position(name)


def sampled(name: str, count: int) -> list[Position]:
    """Some positions that the start leads to."""
    start = start_of(name)
    graph = play_graph(start)
    states = [graph.state(node) for node in range(len(graph))]
    return [Position(start.ruleset, state) for state in Random(1).sample(states, min(count, len(states)))]


def with_turn(position: Position, turn: int) -> Position:
    """A position with this player to move."""
    return Position(position.ruleset, (*position.state[:-1], turn))


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_the_value_says_who_wins(name: str) -> None:
    """Whoever begins: also who draws, or would if play that never ends were nobody's."""
    for position in sampled(name, 8 if name == "dodgem" else 25):
        first, second = (
            FOR_THE_MOVER.get(with_turn(position, turn).solve().outcome, 0) * sign for turn, sign in ((0, 1), (1, -1))
        )
        assert position.value().outcome is Outcome.from_results(first, second), position


def options_of(games: list[Any]) -> Any:
    """The moves of a sum: of the player at the end of a state, in any part."""

    def options(state: Any) -> list[Any]:
        *parts, player = state
        return [
            (*parts[:i], to, *parts[i + 1 :], -player)
            for i, (rules, own) in enumerate(zip(games, parts, strict=True))
            for to in options_out_of_turn(rules, own, player)
        ]

    return options


@pytest.mark.parametrize("seed", range(4))
def test_sums_are_played_out_of_turn(seed: int) -> None:
    """The sum of two values says who wins the sum, of which all positions are searched."""
    random = Random(seed)
    pool = sampled("fox-and-geese", 60) + sampled("pawn-duel", 60)
    for _turn in range(6):
        pair = random.sample(pool, 2)
        games = [each.ruleset for each in pair]
        starts = [(*(each.state[:-1] for each in pair), player) for player in (LEFT, RIGHT)]
        found = random_loops.results(starts, options_of(games))
        first, second = found[starts[0]], -found[starts[1]]
        total: Any = pair[0].value() + pair[1].value()
        assert total.outcome is Outcome.from_results(first, second), pair
        nontrivial(first != 0)


def test_known_values() -> None:
    """A fox that has passed the geese is off; others as they were found, each compared with who wins."""
    fox = load("fox-and-geese")
    assert str(fox("#O#./.#X#/#X#./.#.#", "X").value()) == "off"
    assert str(fox("#X#X/.#.#/#.#./O#.#", "O").value()) == "over"
    assert str(load("hare-and-hounds")("#...#/..XXO/#..X#").value()) == "{*,0|off}"


@pytest.mark.hours
@pytest.mark.timeout(1200)
def test_the_value_of_fox_and_geese() -> None:
    """2 + over (J. Welton; *Winning Ways*, second edition, vol. 3, ch. 20: 1 + over is that of a board without end)."""
    value = usual_position("fox-and-geese").value()
    assert value == gr.Value(2) + named("over")


def test_of_what_has_no_turn_in_its_states_there_is_none() -> None:
    """Declared endings alone say who wins, not what it is worth in a sum."""
    with pytest.raises(RulesError, match="has declared endings and so an outcome, no value"):
        usual_position("connect4").value()
    assert not says_turn(gr.nim(3, 5).ruleset)


@cache
def looks(board: Board) -> int:
    """Who looks at a board."""
    return board.turn


@gr.game(board=gr.Grid(".XO", sides="swap"))
def alone(board: Board) -> Iterator[Board]:
    """Only the first player ever moves, who steps up."""
    for cell in board.cells(MINE):
        if looks(board) == 0 and board[board.step(cell, UP)] == FREE:
            yield board.move(cell, board.step(cell, UP))


def test_a_rule_that_asks_who_looks_is_not_folded_by_the_change_of_players() -> None:
    """X up the board is worth its steps, and O nothing, though each is the other's image."""
    assert alone(".|.|X").value() == 2 and alone(".|.|O", "O").value() == 0
    assert (alone(".|.|O") + gr.nim(1)).value() == gr.Value("*")


@pytest.mark.timeout(60)
def test_helpers_are_looked_through_once_each() -> None:
    """Of forty layers of two helpers, each of which calls both of the layer below, every way was followed."""
    layers = "def a0(n):\n    return n\n\n\nb0 = a0\n"
    layers += "".join(f"def {x}{i}(n):\n    return a{i - 1}(n) + b{i - 1}(n)\n" for i in range(1, 40) for x in "ab")
    held: dict[str, Any] = {}
    exec(layers, held)
    assert not _asks_who(held["a39"]) and _asks_who(alone.function)


def test_a_game_of_two_moves_running_has_none() -> None:
    """Who moves again has another game than who hands it over, and a state without who is to move tells neither."""

    @gr.game(sided=True)
    def again(n: int, turn: int) -> Iterator[tuple[int, int]]:
        if n > 0:
            yield n - 1, turn if n % 2 else 1 - turn

    @again.ending
    def ended(n: int, turn: int) -> int | None:
        return gr.LOSS if n == 0 else None

    assert says_turn(again) and again(5, 0).solve().outcome in FOR_THE_MOVER
    with pytest.raises(RulesError, match="a player may move twice running"):
        again(5, 0).value()
