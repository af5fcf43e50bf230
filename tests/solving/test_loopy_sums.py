"""Sums of loopy impartial games by Smith's values, against retrograde analysis of the graph of the sum."""

from __future__ import annotations

import re
from random import Random
from unittest.mock import patch

import pytest

import grundy as gr
import random_loops
from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.common.evidence import ByLoopyParts, BySearch
from grundy.faces.cli import main
from grundy.games import load
from grundy.kernels.differences import smith_labels
from grundy.rules.position import Position
from grundy.solving import loopy
from grundy.solving.loopy import value_of
from grundy.values.loopy.stoppers import LoopyNimber, infinity
from grundy.values.outcome import Outcome

OUTCOMES = {1: Outcome.N, -1: Outcome.P, 0: Outcome.D}
SHARES = 40


def sums(seed: int, count: int) -> None:
    """Compare the values of sums of two or three random digraphs with the results of all positions of the sum."""
    random = Random(seed)
    for _turn in range(count):
        games = [random_loops.impartial(random) for _ in range(random.choice((2, 2, 3)))]
        rules = [gr.digraph(dict(enumerate(game))) for game in games]
        values = [[value_of(each, node) for node in range(len(game))] for each, game in zip(rules, games, strict=True)]
        start = tuple(random.randrange(len(game)) for game in games)

        def options(nodes: tuple[int, ...], games: list[random_loops.Rows] = games) -> list[tuple[int, ...]]:
            moved = ((i, to) for i, node in enumerate(nodes) for to in games[i][node])
            return [(*nodes[:i], to, *nodes[i + 1 :]) for i, to in moved]

        found = random_loops.results([start], options)
        for nodes, result in found.items():
            value = sum((values[i][node] for i, node in enumerate(nodes)), LoopyNimber(0))
            assert value.outcome is OUTCOMES[result], (games, nodes)
        nontrivial(any(value.nimber is None for row in values for value in row))


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("share", range(SHARES))
def test_values_say_who_wins_sums(share: int) -> None:
    """10,000 sums, of which some are tried at a time."""
    sums(share, 10_000 // SHARES)


def labels_by_definition(game: random_loops.Rows, random: Random) -> list[int]:
    """Give out labels in any order, as the definition does."""
    labels: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for node in random.sample(range(len(game)), len(game)):
            known = {labels[to] for to in game[node] if to in labels}
            mex = next(n for n in range(len(game) + 1) if n not in known)
            ready = (any(labels.get(back) == mex for back in game[to]) for to in game[node] if to not in labels)
            if node not in labels and all(ready):
                labels[node], changed = mex, True
    return [labels.get(node, -1) for node in range(len(game))]


def test_the_labels_are_those_of_the_definition_in_any_order() -> None:
    random = Random(7)
    for _turn in range(300):
        game = random_loops.impartial(random, 12)
        offsets = [sum(map(len, game[:node])) for node in range(len(game) + 1)]
        import numpy as np

        labels, _when = smith_labels(np.array(offsets), np.array([to for row in game for to in row], np.int32))
        assert labels.tolist() == labels_by_definition(game, random)
        nontrivial(-1 in labels.tolist())


def test_a_loop_with_an_exit_is_no_nimber() -> None:
    """Drawn options must not be deleted: that would make it *1."""
    rules = gr.digraph({"loop": ["loop", "end"], "round": ["round"], "end": []})
    assert value_of(rules, "loop") == infinity(0) and value_of(rules, "round") == infinity()
    assert (rules("loop") + gr.nim(10**20)).solve().outcome is Outcome.D
    assert (rules("loop") + gr.nim(1)).value() == infinity(1)
    assert load("northcott")(0, 4, width=6).value() == gr.Value("*3")


def test_a_large_sum_is_answered_by_the_values_of_its_parts() -> None:
    """Its winning moves are those of the product graph, and the best one is nearer the end each time."""
    random = Random(3)
    for _turn in range(12):
        games = [random_loops.impartial(random, 9) for _ in range(3)]
        position = sum(
            (gr.digraph(dict(enumerate(game)))(random.randrange(len(game))) for game in games),
            gr.nim(random.randrange(3)),
        )
        with patch.object(loopy, "FEW", 0):
            by_values = position.solve()
        searched = position.solve(method="search")
        if not isinstance(by_values.evidence, ByLoopyParts):
            continue
        assert by_values.outcome is searched.outcome and isinstance(searched.evidence, BySearch)
        assert by_values.winning_moves(None) == searched.winning_moves(None)
        assert by_values.explain() and by_values.evidence.source
        if searched.outcome is Outcome.N:
            play_out(position)


def play_out(position: Position) -> None:
    """The winner follows the best move, the other the move that lasts longest: play ends, though nothing counts moves."""
    with patch.object(loopy, "FEW", 0):
        for _turn in range(300):
            position = position.solve().best_move.after  # type: ignore[union-attr]
            answer = position.solve(method="search").best_move
            if answer is None:
                return
            position = answer.after
    raise AssertionError(position)


def test_a_million_nodes() -> None:
    """A band of loops: the labels repeat where the arrows do."""
    import numpy as np

    nodes = 200_000
    edges = np.stack([np.arange(nodes), np.arange(nodes) + 1], axis=1).ravel() % nodes
    edges[-2:] = nodes - 1  # the last node only has loops
    labels, _when = smith_labels(np.arange(0, 2 * nodes + 1, 2), edges.astype(np.int32))
    assert set(labels.tolist()) == {-1}


@gr.partisan_game
def backsliding(toads: int, frogs: int, *, width: int = 5, player: int):
    """Backsliding Toads and Frogs (Winning Ways ch. 11): slide to either side, jump over one of the others forward only."""
    own, other = (toads, frogs) if player == 1 else (frogs, toads)
    for start in range(width):
        if own >> start & 1:
            for way in (1, -1):
                land = start + way
                if way == player and 0 <= land < width and other >> land & 1:
                    land += way
                if 0 <= land < width and not (toads | frogs) >> land & 1:
                    moved = own ^ 1 << start | 1 << land
                    yield (moved, frogs) if player == 1 else (toads, moved)


def board(text: str) -> Position:
    toads, frogs = (sum(1 << place for place, letter in enumerate(text) if letter == kind) for kind in "tf")
    return backsliding(toads, frogs, width=len(text))


def test_boards_with_loops_have_values() -> None:
    """The value says who wins as the search of all positions does, also in sums with it."""
    for text in ("t.f", "t..f", "tt.f", "tt.ff", "t.f.", "tf..f"):
        one = board(text)
        assert one.value().outcome is one.solve(method="search").outcome
        for other in (gr.Value("^"), gr.Value("-1"), gr.Value("*")):
            assert (one.value() + other).outcome is (one + other).solve(method="search").outcome
    assert str(board("tt.f").value()) == "on" and (-board("tt.f")).value() == gr.Value("off")
    assert "value on" in str(board("tt.f").solve()) and board("tt.f").solve().explain()
    assert board("tt.f") >= gr.Value(100)


def test_what_has_no_temperature_is_shown_without(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", f"{__file__}:backsliding", "3", "8", "width=4"])
    told = capsys.readouterr().out
    assert re.search("value: +on\n", told) and "temperature" not in told
    shown = board("tt.f").solve()._repr_html_()
    assert ">on<" in shown and "temperature" not in shown
    for one in (board("tt.f"), gr.digraph({"a": ["a"]})("a")):
        with pytest.raises(GrundyError, match="allows endless play, so it has no thermograph"):
            one.thermograph()


DUD, ZERO, ONE = 0, 1, 2
MOVES = {DUD: ((DUD,), (DUD,)), ZERO: ((), ()), ONE: ((ZERO,), ()), 3: ((ZERO,), (DUD,)), 4: ((DUD,), (ZERO,))}
MOVES |= {5: ((DUD,), (ONE,)), 6: ((7,), (DUD,)), 7: ((), (ZERO,))}


@gr.partisan_game
def drawn_out(n: int, *, player: int) -> object:
    yield from MOVES[n][player < 0]


@pytest.mark.parametrize(
    ("n", "outcome", "said"),
    [
        (DUD, Outcome.D, "Nobody can force a win: with best play it goes on for ever, a draw."),
        (3, Outcome.N_HAT, "Left wins by moving first; if Right does, play goes on for ever, a draw."),
        (4, Outcome.N_CHECK, "Right wins by moving first; if Left does, play goes on for ever, a draw."),
        (5, Outcome.P_HAT, "Left wins if Right moves first; else play goes on for ever, a draw."),
        (6, Outcome.P_CHECK, "Right wins if Left moves first; else play goes on for ever, a draw."),
    ],
)
def test_what_is_said_of_play_that_goes_on(n: int, outcome: Outcome, said: str) -> None:
    found = drawn_out(n).solve()
    assert found.outcome is outcome and said in found.explain()
