"""Puzzles: exactly one move wins, by play that knows the rules only; they are graded, made again, and told in the shell."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from random import Random

import pytest

import brute
import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common.errors import GrundyError, TooLarge
from grundy.faces.cli import main
from grundy.playing.puzzles import making
from grundy.playing.puzzles.making import told
from grundy.rules.position import Position
from grundy.rules.solution import Move
from grundy.rules.text.words import position as read
from grundy.rules.text.words import split
from grundy.values.outcome import LOSS, WIN

QUICK = (
    "nim",
    "kayles",
    "chomp",
    "wythoff",
    "tic-tac-toe",
    "domineering",
    "treblecross",
    "euclid",
    "toppling-dominoes",
)


def position_of(puzzle: making.Puzzle) -> Position:
    """Return the position that a puzzle's words stand for, with the player to move."""
    return making.turned(read(split(puzzle.position), games.load), puzzle.player)


def is_small(position: Position) -> bool:
    """Whether at most 3,000 positions can be reached."""
    found, waiting = {position}, [position]
    for one in waiting:
        fresh = {Position(one.ruleset, state) for state in one.ruleset.options(one.state)} - found
        found |= fresh
        waiting += fresh
        if len(found) > 3000:
            return False
    return True


@cache
def wins(position: Position, misere: bool) -> bool:
    """Whether the player to move wins, by playing on to the end."""
    ended = position.ruleset.ended(position.state)
    if ended is not None:
        return ended == (LOSS if misere else WIN)
    options = [Position(position.ruleset, state) for state in position.ruleset.options(position.state)]
    return any(not wins_or_ties(option, misere) for option in options) if options else misere


@cache
def wins_or_ties(position: Position, misere: bool) -> bool:
    """Whether the player to move does not lose."""
    ended = position.ruleset.ended(position.state)
    if ended is not None:
        return ended != (WIN if misere else LOSS)
    options = [Position(position.ruleset, state) for state in position.ruleset.options(position.state)]
    return any(not wins(option, misere) for option in options) if options else misere


@pytest.mark.slow
@pytest.mark.some(6)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("name", QUICK)
def test_one_move_wins_by_playing_on(name: str, play: str) -> None:
    played = 0
    for puzzle in making.make(games.load(name), 6, seed=4, play=play):
        position = position_of(puzzle)
        moves = list(position.moves())
        assert puzzle.moves == len(moves) and 1 <= puzzle.level <= 5 and puzzle.alike < len(moves)
        if is_small(position):
            played += 1
            won = [move.text for move in moves if not wins_or_ties(move.after, play == "misere")]
            assert won == [puzzle.answer], puzzle
    assert played


def test_small_heaps_by_playing_on() -> None:
    """Every puzzle among small heaps is found to be one, and nothing else is."""
    for state in [(a, b, c) for a in range(5) for b in range(a, 5) for c in range(b, 5)]:
        for misere in (False, True):
            position = gr.nim(*state)
            moves = list(position.moves())
            won = [move.text for move in moves if not wins(move.after, misere)]
            puzzle = making.puzzle_of(position, "misere" if misere else "normal")
            assert (puzzle is not None) == (len(won) == 1 and len(moves) >= 3), state
            assert puzzle is None or puzzle.answer == won[0]


def test_the_same_seed_makes_the_same_puzzles_and_another_others() -> None:
    first, again, other = (making.make(gr.kayles, 5, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len({puzzle.key for puzzle in first}) == 5


def test_levels() -> None:
    for wanted in (2, 4):
        assert {puzzle.level for puzzle in making.make(gr.nim, 4, levels=(wanted,))} == {wanted}
    easy, hard = making.puzzle_of(gr.nim(1, 2)), making.puzzle_of(gr.nim(1, 2, 4, 19, 6, 5))
    assert easy is not None and hard is not None and easy.level < hard.level


def ways(moves: list[Move], winning: Move) -> list[list[Move]]:
    """Return the moves among which one chooses who looks ahead, in each of the ways that `grading` describes."""
    if not list(winning.after.options()):
        return [[winning]]
    sensible = [
        move
        for move in moves
        if all(list(reply.options()) for reply in move.after.options()) and any(move.after.options())
    ]
    fewest = min(len(list(move.after.options())) for move in sensible)
    greedy = [move for move in sensible if len(list(move.after.options())) == fewest]
    pairs = [move for move in sensible if all(move.after.state.count(n) % 2 == 0 for n in move.after.state if n)]
    return [greedy, pairs or sensible, sensible]


@pytest.mark.slow
def test_chances_are_those_of_players_who_play() -> None:
    random = Random(1)
    for heaps in [(3, 4, 5), (4, 7), (1, 1, 3)]:
        position = gr.nim(*heaps)
        moves, winning = list(position.moves()), position.solve().winning_moves()
        assert len(winning) == 1
        chosen = ways(moves, winning[0])
        share = sum(random.choice(random.choice(chosen)) == winning[0] for _game in range(4000)) / 4000
        ahead, xor = making.chances(winning[0], moves)
        nontrivial(0 < ahead < 1)
        assert abs(share - ahead) < 0.03, heaps
        slips = sum(heap.bit_length() for heap in heaps)
        assert xor == (making.READ**slips) + (1 - making.READ**slips) * ahead


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, pytest.param(4, marks=pytest.mark.hours)])
def test_who_knows_xor_finds_more_and_only_where_there_is_one(count: int) -> None:
    seen = set()
    for name in QUICK:
        for play in ("normal", "misere"):
            for puzzle in making.make(games.load(name), count, seed=2, play=play):
                assert 0 <= puzzle.found_ahead <= puzzle.found_xor <= 1
                plain = play == "misere" or games.load(name).partisan or name == "tic-tac-toe"
                assert not plain or puzzle.found_ahead == puzzle.found_xor
                seen.add((plain, puzzle.found_ahead < puzzle.found_xor))
    assert (True, False) in seen and (False, True) in seen


def test_levels_are_told_by_the_mean_chance() -> None:
    for mean, level in [("1", 1), ("3/4", 1), ("0.74", 2), ("1/2", 2), ("0.49", 3), ("1/3", 3), ("0.3", 4), ("0.1", 5)]:
        assert making.Chances(Fraction(mean), Fraction(mean)).level == level


@pytest.mark.slow
def test_the_puzzle_of_a_day_is_the_same_whatever_was_solved_before() -> None:
    week = [date(2026, 11, 23) + timedelta(days) for days in range(7)]
    first = [making.of_day(day) for day in week]
    for puzzle in first:
        position_of(puzzle).solve(puzzle.play)
        with suppress(TooLarge):
            games.load(puzzle.position.split()[0]).start().solve(positions=5_000)
    assert first == [making.of_day(day) for day in reversed(week)][::-1]
    assert len({puzzle.position.split()[0] for puzzle in first}) == 7
    code = "from datetime import *; from grundy.playing.puzzles.making import of_day; print(of_day(date(2026, 11, 29)))"
    elsewhere = subprocess.run([sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True)
    assert elsewhere.stdout.strip() == str(first[-1])


@pytest.mark.slow
def test_a_rush_gets_harder() -> None:
    found, again, other = ([making.of_rush(seed, number) for number in range(12)] for seed in (9, 9, 8))
    assert found == again != other
    assert sum(puzzle.level for puzzle in found[:5]) < sum(puzzle.level for puzzle in found[-5:])


@pytest.mark.parametrize(
    ("lost", "idea"),
    [
        (gr.nim(0), "The game is over"),
        (gr.nim(1, 1), "There are 2 replies, and after each"),
        (gr.nim(5, 5), "equals in pairs"),
        (gr.kayles(4, 4), "equals in pairs"),
        (gr.nim(1, 2, 3), "the xor is 0"),
        (gr.kayles(1, 8), "worth 1, 1: the xor is 0"),
        (gr.bash(12), "Whatever number k a player takes"),
        (making.turned(gr.hackenbush("BB", "R", "R"), "left"), "worth 0: the player to move loses, and that is Left"),
        (making.turned(gr.hackenbush("BBR", "BR", "R"), "right"), "worth 1: Left has free moves to spare"),
        (gr.chomp(5, 3, 2), "Every reply has a winning answer"),
    ],
    ids=str,
)
def test_the_idea_is_said_in_the_words_of_the_game(lost: Position, idea: str) -> None:
    assert idea in making.idea_of(lost.solve()), lost


def test_what_an_idea_says_of_replies_is_so() -> None:
    for lost in [gr.nim(1, 1), gr.kayles(1, 1), gr.chomp(2, 1), gr.chomp(5, 3, 2)]:
        told = making.idea_of(lost.solve())
        at_once = all(any(not wins(end, False) for end in reply.options()) for reply in lost.options())
        over = all(any(not list(end.options()) for end in reply.options()) for reply in lost.options())
        assert at_once and over == ("win at once" in told), lost


def test_a_move_that_is_tried() -> None:
    position = gr.nim(3, 4, 5)
    solution = position.solve()
    for move in position.moves():
        verdict = making.tried(position, move, solution)
        assert verdict.right == (move.after.solve().outcome.name == "P")
        assert verdict.right or verdict.reply in [str(answer) for answer in move.after.solve().winning_moves()]
        assert verdict.reason and bool(verdict.idea) == verdict.right


FOUND = {"P": "win", "N": "loss", "T": "tie", "D": "draw"}
"""What a move comes to for whoever makes it, by the outcome of the position after it."""


def check_verdicts(puzzle: making.Puzzle) -> list[str]:
    """Compare what is said of every move with the rules alone, and return what the moves come to; none of a large game."""
    position, misere = position_of(puzzle), puzzle.play == "misere"
    try:
        brute.reachable(position, 4_000)
    except AssertionError:
        return []
    found, solution = brute.outcomes(position, misere=misere), position.solve(puzzle.play)
    results = {move.text: FOUND[found[move.after.state]] for move in position.moves()}
    assert [move for move, result in results.items() if result == "win"] == [puzzle.answer], puzzle
    for move in position.moves():
        verdict = making.tried(position, move, solution)
        assert (verdict.result, verdict.right) == (results[move.text], results[move.text] == "win"), (puzzle, move)
        if verdict.reply:
            reply = next(reply for reply in move.after.moves() if reply.text == verdict.reply)
            other = {"loss": "win", "tie": "tie", "draw": "draw"}[verdict.result]
            assert FOUND[found[reply.after.state]] == other, (puzzle, move)
    return sorted(results.values())


def test_a_move_that_ties_is_not_said_to_lose() -> None:
    """Five moves, of which one wins and four tie."""
    puzzle = making.puzzle_of(gr.tic_tac_toe(".X./.O./XO."))
    assert puzzle is not None
    assert check_verdicts(puzzle) == ["tie"] * 4 + ["win"] and "lose" not in told(puzzle)


@pytest.mark.slow
def test_what_is_said_of_the_moves_of_a_fortnight() -> None:
    assert sum(bool(check_verdicts(making.of_day(date(2026, 11, 1) + timedelta(n)))) for n in range(0, 14, 3)) > 2


@pytest.mark.hours
def test_what_is_said_of_the_moves_of_a_year() -> None:
    assert sum(bool(check_verdicts(making.of_day(date(2026, 1, 1) + timedelta(n)))) for n in range(365)) > 200


DEAR = {
    *("amazons", "clobber", "cutcake", "fission", "konane", "maundy-cake", "nogo", "graph-clobber"),
    *("connect4", "shove", "col", "chess-endings", "fox-and-geese", "hex", "hare-and-hounds"),
    *("three-mens-morris", "dodgem", "sprouts", "awari", "gale", "teeko", "tic-tac-toe-3d", "tic-tac-toe"),
}


@pytest.mark.slow
@pytest.mark.some(16)
@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.hours] * (n in DEAR)) for n in games.names()])
def test_every_game_has_puzzles_or_says_why(name: str) -> None:
    rules = games.load(name)
    if rules.scoring:
        with pytest.raises(GrundyError, match="points"):
            making.make(rules, 1)
        return
    for puzzle in making.make(rules, 1):
        position = position_of(puzzle)
        assert making.is_read_back(read(split(puzzle.position), games.load))
        assert puzzle.answer in [move.text for move in position.moves()]
        assert told(puzzle)


def test_a_changed_question_has_another_key() -> None:
    puzzle = making.make(gr.nim, 1)[0]
    assert making.key(puzzle.position, puzzle.player, puzzle.play) == puzzle.key
    assert making.key(puzzle.position + " 1", puzzle.player, puzzle.play) != puzzle.key
    assert making.key(puzzle.position, puzzle.player, "misere") != puzzle.key


def test_rules_of_a_file_that_begin_nowhere() -> None:
    @gr.game
    def strange(n: int):
        raise ValueError

    with pytest.raises(GrundyError, match="has no start"):
        making.make(strange, 1)


@pytest.mark.hours
def test_five_hundred_puzzles() -> None:
    found = making.make_all(500)
    assert len(found) == 500 and len({puzzle.key for puzzle in found}) == 500
    assert [puzzle.level for puzzle in found] == sorted(puzzle.level for puzzle in found)
    assert len({puzzle.position.split()[0] for puzzle in found}) > 40


# ---- the shell


TODAY = date(2026, 11, 25)


def said(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(words.split())
    return code, *capsys.readouterr()


def test_in_the_shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "today", lambda: TODAY)
    code, out, err = said("puzzles nim --count 2 --answers", capsys)
    assert (code, err) == (0, "") and out.count("Answer: heap") == 2 and "xor" in out
    code, out, err = said("puzzles nim --count 2", capsys)
    assert "Answer" not in out and out.count("Level") == 2
    code, out, err = said("puzzles domineering --count 1 --json", capsys)
    assert json.loads(out)[0]["player"] in ("left", "right")
    assert "of 100 who know xor" in said("puzzles nim --count 1", capsys)[1]
    code, out, err = said("puzzles --today --json", capsys)
    assert json.loads(out) == [making.of_day(TODAY).to_dict()]
    code, out, err = said("puzzles --today --answers", capsys)
    assert out.count("Answer:") == 1
    code, out, err = said("puzzles nim --count 1 --play misere", capsys)
    assert "Whoever cannot move wins" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("puzzles nim --level 6", "--level"),
        ("puzzles nim --level 3-2", "--level"),
        ("puzzles nim --count x", "--count"),
        ("puzzles deque", "points"),
        ("puzzles nim --play x", "--play"),
        ("puzzles nosuch", "no game"),
        ("puzzles nim --today", "--today is one puzzle"),
        ("puzzles --today --level 3", "--today is one puzzle"),
    ],
)
def test_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(words, capsys)
    assert (code, out) == (2, "") and sentence in err and err.count("\n") == 1
