"""Plain play against brute force that was written apart from it, and against the answers of the catalogue."""

from __future__ import annotations

import pytest

import grundy as gr
from brute import grundy_values, outcomes, score
from grundy.games import load, names
from grundy.solving.plain_play import plain


@pytest.mark.parametrize(
    "position",
    [gr.nim(1, 2, 3), gr.chomp(3, 3), gr.tic_tac_toe("XO.|XO.|..."), gr.wythoff(4, 6), gr.kayles(7)],
    ids=str,
)
def test_outcomes_and_values(position: gr.Position) -> None:
    found = plain(position)
    assert found is not None
    for play, outcome in found.outcomes.items():
        assert outcome.name == outcomes(position, misere=play == "misere")[position.state]
    assert found.value == (None if position.ruleset.has_ending else grundy_values(position)[position.state])


def test_points_partisan_games_and_play_that_goes_round() -> None:
    deque = gr.deque(3, 9, 2, 7)
    assert plain(deque) == ({}, score(deque.ruleset, deque.state))
    found = plain(gr.domineering(2, 3))
    assert found is not None
    assert (str(found.value), found.outcomes["normal"].name) == ("{2|-1/2}", "N")

    @gr.game
    def round_trip(n: int):
        if n < 2:
            yield 1 - n
        if n == 0:
            yield 2

    assert plain(round_trip(0)) == ({"normal": gr.Outcome.N, "misere": gr.Outcome.D}, None)
    assert plain(gr.nim(9, 9, 9), most=100) is None


@pytest.mark.slow
@pytest.mark.some(5)
@pytest.mark.parametrize("name", names())
def test_the_catalogue_answers_as_plain_play_does(name: str) -> None:
    from grundy.playing.rule_check import checked

    found = checked(load(name), seconds=0)
    assert [str(each.said) for each in found.findings if each.state == "wrong"] == []
