"""The levels of the opponent: neighbours differ, mistakes are of the stated kind and share, plain sense is kept."""

from __future__ import annotations

import builtins
import random
from itertools import islice, pairwise
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from blocks import ROOT
from cases import nontrivial
from grundy import games
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.playing import rating
from grundy.playing.match import Match
from grundy.playing.opponent import Budget, choose_at, choosing
from grundy.playing.opponent.choosing import BEGINNING, LEVELS, WORDS, adapted
from grundy.playing.review import review
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.solution import Move, convention

BOARDS = [gr.bash(30), gr.nim(4, 5, 6)]


def begun(position: Position) -> Match:
    return Match(to_move(position, LEFT) if position.ruleset.partisan else position, convention())


def points(start: Position, players: tuple[str, str], count: int) -> float:
    """Return the points of the first of two players, a word of a level or ""; that moves at random, but to win at once."""
    total = 0.0
    for number in range(count):
        match, chance, opening = begun(start), random.Random(number), random.Random(number // 2)
        while not match.over:
            moves = list(match.position.moves())
            word = players[(match.mover + number) % 2]
            if len(match.turns) <= 2:
                match.make(opening.choice(moves))
            elif word:
                match.make(choose_at(match, word, Budget(None), chance).move)
            else:
                chance.shuffle(moves)
                match.make(next(filter(lambda move: wins(match, move), moves), moves[0]))
        total += 0.5 if match.winner is None else (match.winner + number) % 2 == 0
    return total


def wins(match: Match, move: Move) -> bool:
    ahead = match.after(move)
    return ahead.over and ahead.winner == match.mover


@pytest.mark.slow
def test_who_is_two_levels_better_wins() -> None:
    """Neighbours are measured by `benchmarks/levels.py`, in more games."""
    pairs = list(pairwise(WORDS[:9:2]))
    shares = [sum(points(board, (better, worse), 20) for board in BOARDS) / 40 for worse, better in pairs]
    assert min(shares) >= 0.6, shares


def test_a_beginner_is_beaten_by_who_sees_a_win_in_one() -> None:
    assert sum(points(board, ("1", ""), 20) for board in BOARDS) <= 0.55 * 40


def sensible(match: Match) -> tuple[list[Move], list[Move], list[Move]]:
    """Return the moves, those that win at once, and those after which the other does not."""
    moves = list(match.position.moves())
    safe = [move for move in moves if not any(wins(match.after(move), each) for each in move.after.moves())]
    return moves, [move for move in moves if wins(match, move)], safe


@settings(max_examples=40)
@given(
    st.sampled_from([gr.tic_tac_toe(), gr.connect4(width=4, height=4, line=3), gr.chomp(3, 3, 3)]),
    st.integers(2, 6),
    st.integers(0, 1000),
    st.sampled_from(WORDS[1:8]),
)
def test_a_win_in_one_is_seen_from_level_2_and_the_others_from_level_3(
    start: Position, steps: int, seed: int, level: str
) -> None:
    match, chance = begun(start), random.Random(seed)
    moves, winning, safe = sensible(match)
    while moves and (len(match.turns) <= steps or not (winning or 0 < len(safe) < len(moves))):
        match.make(chance.choice(moves))
        moves, winning, safe = sensible(match)
    nontrivial(bool(moves))
    if moves:
        made = choose_at(match, level, Budget(None), chance).move
        assert made in moves
        assert not winning or made in winning
        assert winning or level == "2" or not safe or made in safe


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("level", WORDS[:8])
def test_mistakes_are_as_frequent_as_is_stated(level: str) -> None:
    match, chance = begun(gr.nim(2, 4, 7)), random.Random(1)
    won = [choose_at(match, level, Budget(None), chance).move.after.grundy() == 0 for _try in range(300)]
    assert abs(sum(won) / 300 - LEVELS[int(level) - 1].best) < 0.09


@pytest.mark.parametrize("amount", [1, 2, 4])
def test_mistakes_are_as_large_as_is_stated(monkeypatch: pytest.MonkeyPatch, amount: int) -> None:
    monkeypatch.setattr(choosing, "LEVELS", (choosing.Level(0.0, 0, amount),))
    nim, coins = begun(gr.nim(3, 4, 5)), begun(games.load("deque")(5, 1, 4, 2, 3))
    left = {choose_at(nim, "1", Budget(None), random.Random(seed)).move.after.grundy() for seed in range(60)}
    assert left == {move.after.grundy() for move in nim.position.moves()} & {*range(1, amount + 1)}
    best = coins.solution().value
    lost = best - min(move.gain - coins.solution_after(move).value for move in coins.position.moves())
    assert lost > 0
    for seed in range(20):
        move = choose_at(coins, "1", Budget(None), random.Random(seed)).move
        missed = best - (move.gain - coins.solution_after(move).value)
        assert missed <= amount and (missed > 0 or lost > amount)


def test_a_level_adapts_to_the_moves_of_the_other() -> None:
    match = begun(gr.nim(3, 4, 5))
    match.make(match.read("1 4 5"))  # it wins
    assert adapted(match, None) == BEGINNING + 1
    match.make(match.read("1 4 4"))
    match.make(match.read("1 3 4"))  # and now it loses
    assert adapted(match, None) == BEGINNING + 1 - 2
    assert str(choose_at(match, "adapt", Budget(None))) == f"level {BEGINNING - 1}"


@pytest.mark.some(12)
@pytest.mark.parametrize("name", games.names())
def test_every_game_is_played_at_every_level(name: str) -> None:
    rules: Any = games.load(name)
    match = begun(rules.start())
    for level in WORDS[:8:3]:
        assert choose_at(match, level, Budget(0.3), random.Random(1)).move in [*match.position.moves()]


def test_the_table_of_the_documentation() -> None:
    page = (ROOT / "docs" / "howto" / "opponent.md").read_text(encoding="utf-8")
    for number, level in enumerate(LEVELS, 1):
        amount = "" if level.amount == inf else f" {level.amount}"
        assert f"| {number} | {level.best:.0%}".replace("%", " %") + f" | {level.sight} |{amount} |" in page


def near_the_end(name: str) -> Match | None:
    """Return a match of a game of the catalogue in which some move wins at once, and another does not; None: none is met."""
    rules: Any = games.load(name)
    for seed in range(20):
        match, chance = begun(rules.start()), random.Random(seed)
        while not match.over and len(match.turns) < 120:
            moves = list(islice(match.position.moves(), choosing.LOOKED_AT + 1))
            won = [move for move in moves if wins(match, move)] if len(moves) <= choosing.LOOKED_AT else []
            if 0 < len(won) < len(moves):
                return match
            match.make(chance.choice(moves))
    return None


@pytest.mark.some(12)
@pytest.mark.parametrize("name", games.names())
def test_a_win_in_one_is_seen_in_every_game_from_level_2(name: str) -> None:
    match = near_the_end(name)
    for level in WORDS[1:8:2] if match else ():
        assert match is not None
        assert wins(match, choose_at(match, level, Budget(1.0), random.Random(2)).move)


@pytest.mark.slow
@pytest.mark.some(8)
@pytest.mark.parametrize("name", games.names())
def test_a_reply_and_a_review_are_there_in_every_game(name: str) -> None:
    """How long they take is measured by `benchmarks/reviews.py`."""
    rules: Any = games.load(name)
    match, chance = begun(rules.start()), random.Random(1)
    choose_at(match, "perfect", Budget(1.0))
    while not match.over and len(match.turns) < 200:
        match.make(chance.choice(list(islice(match.position.moves(), 100))))
    found = review(match)
    assert found.standings[-1] is not None or not match.over
    assert len(found.standings) == len(match.turns) and len(found.moves) == len(match.turns) - 1


def test_a_rating_is_made_of_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path))
    assert rating.kept() == rating.Rating()
    lines = iter(["to 1 1", "1", "hint", "to 1 1", "1"])
    monkeypatch.setattr(builtins, "input", lambda _prompt="": next(lines))
    play = ["play", "nim", "1", "2", "--level", "1", "--rated"]
    assert main(play) == 0 and "Your rating: 816, after 1 match." in capsys.readouterr().out
    assert rating.kept() == rating.Rating(816.0, 1)
    assert main(play) == 0 and "Your rating" not in capsys.readouterr().out  # it took a hint
    for damaged in ("", "{}", "[1e999, 2]", '["x", 1]', "[3]", "[1, 2, 3]"):
        (tmp_path / "rating.json").write_text(damaged)
        assert rating.kept() == rating.Rating()
    assert main([*play, "--side", "both"]) == 2 and "--rated is of one player" in capsys.readouterr().err


def test_levels_are_rated_by_the_points_that_are_measured() -> None:
    page = (ROOT / "docs" / "howto" / "opponent.md").read_text(encoding="utf-8")
    for better, worse, share in zip(WORDS[1:9], WORDS[:8], rating.SHARES, strict=True):
        assert f"| {better} against {worse} | {share:.0%}".replace("%", " %") in page
        gap = rating.LEVELS[worse] - rating.LEVELS[better]
        assert abs(1 / (1 + 10 ** (gap / 400)) - share) < 0.01
    assert all(f"| {level} | {points} |" in page for level, points in rating.LEVELS.items())


def test_another_word_is_no_level(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(GrundyError, match="1 to 8, perfect or adapt"):
        choose_at(begun(gr.nim(1)), "9")
    assert main(["play", "nim", "1", "2", "--level", "easy"]) == 2
    assert "a level is a number from 1 to 8, perfect or adapt, not 'easy'" in capsys.readouterr().err
