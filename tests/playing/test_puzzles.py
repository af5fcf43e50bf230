"""Puzzles: exactly one move wins, by play that knows the rules only; they are graded, made again, and told in the shell."""

from __future__ import annotations

import json
from functools import cache

import pytest

import grundy as gr
from grundy import games
from grundy.common.errors import GrundyError
from grundy.faces.cli import main
from grundy.playing.puzzles import Puzzle, make, make_all, puzzle_of, told, tried, turned
from grundy.playing.puzzles.grading import alike, greedy_length, level
from grundy.playing.puzzles.making import is_read_back
from grundy.playing.puzzles.puzzle import key
from grundy.rules.position import Position
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


def position_of(puzzle: Puzzle) -> Position:
    """Return the position that a puzzle's words stand for, with the player to move."""
    return turned(read(split(puzzle.position), games.load), puzzle.player)


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


@pytest.mark.some(6)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("name", QUICK)
def test_one_move_wins_by_playing_on(name: str, play: str) -> None:
    played = 0
    for puzzle in make(games.load(name), 6, seed=4, play=play):
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
            puzzle = puzzle_of(position, "misere" if misere else "normal")
            assert (puzzle is not None) == (len(won) == 1 and len(moves) >= 3), state
            assert puzzle is None or puzzle.answer == won[0]


def test_the_same_seed_makes_the_same_puzzles_and_another_others() -> None:
    first, again, other = (make(gr.kayles, 5, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len({puzzle.key for puzzle in first}) == 5


def test_levels() -> None:
    for wanted in (2, 4):
        assert {puzzle.level for puzzle in make(gr.nim, 4, levels=(wanted,))} == {wanted}
    easy, hard = puzzle_of(gr.nim(1, 2)), puzzle_of(gr.nim(1, 2, 4, 19, 6, 5))
    assert easy is not None and hard is not None and easy.level < hard.level


def test_what_makes_a_puzzle_hard() -> None:
    position = gr.chomp(3, 3, 3)
    moves = list(position.moves())
    winning = position.solve().winning_moves()
    assert [move.text for move in winning] == ["bite (2,2)"]
    near = alike(winning[0], moves)
    ended = [move for move in moves if any(next(after.options(), None) is None for after in move.after.options())]
    assert near == len(moves) - 1 - len([move for move in ended if move != winning[0]])
    levels = [level(winning[0], moves, near, remoteness) for remoteness in (1, 5, 11)]
    assert levels == [levels[0], levels[0] + 1, min(5, levels[0] + 2)]
    assert level(winning[0], moves, near, None) in levels
    assert greedy_length(gr.nim(1, 2), 20) == 2 and greedy_length(gr.nim(*[2] * 30), 20) == 20


def test_a_move_that_is_tried() -> None:
    position = gr.nim(3, 4, 5)
    solution = position.solve()
    for move in position.moves():
        verdict = tried(position, move, solution)
        assert verdict.right == (move.after.solve().outcome.name == "P")
        assert verdict.right or verdict.reply in [str(answer) for answer in move.after.solve().winning_moves()]
        assert verdict.reason


DEAR = {
    "amazons",
    "clobber",
    "cutcake",
    "fission",
    "konane",
    "maundy-cake",
    "nogo",
    "graph-clobber",
    "connect4",
    "shove",
    "col",
    "chess-endings",
    "fox-and-geese",
    "hex",
    "hare-and-hounds",
    "three-mens-morris",
    "dodgem",
    "sprouts",
    "awari",
    "gale",
    "teeko",
    "tic-tac-toe-3d",
    "tic-tac-toe",
}


@pytest.mark.some(16)
@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in DEAR)) for n in games.names()])
def test_every_game_has_puzzles_or_says_why(name: str) -> None:
    rules = games.load(name)
    if rules.scoring:
        with pytest.raises(GrundyError, match="points"):
            make(rules, 1)
        return
    for puzzle in make(rules, 1):
        position = position_of(puzzle)
        assert is_read_back(read(split(puzzle.position), games.load))
        assert puzzle.answer in [move.text for move in position.moves()]
        assert told(puzzle)


def test_a_changed_question_has_another_key() -> None:
    puzzle = make(gr.nim, 1)[0]
    assert key(puzzle.position, puzzle.player, puzzle.play) == puzzle.key
    assert key(puzzle.position + " 1", puzzle.player, puzzle.play) != puzzle.key
    assert key(puzzle.position, puzzle.player, "misere") != puzzle.key


def test_rules_of_a_file_that_begin_nowhere() -> None:
    @gr.game
    def strange(n: int):
        raise ValueError

    with pytest.raises(GrundyError, match="begins"):
        make(strange, 1)


@pytest.mark.slow
def test_five_hundred_puzzles() -> None:
    found = make_all(500)
    assert len(found) == 500 and len({puzzle.key for puzzle in found}) == 500
    assert [puzzle.level for puzzle in found] == sorted(puzzle.level for puzzle in found)
    assert len({puzzle.position.split()[0] for puzzle in found}) > 40


# ---- the shell


def said(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(words.split())
    return code, *capsys.readouterr()


def test_in_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said("puzzles nim --count 2 --answers", capsys)
    assert (code, err) == (0, "") and out.count("Answer: heap") == 2 and "xor" in out
    code, out, err = said("puzzles nim --count 2", capsys)
    assert "Answer" not in out and out.count("Level") == 2
    code, out, err = said("puzzles domineering --count 1 --json", capsys)
    assert json.loads(out)[0]["player"] in ("left", "right")
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
    ],
)
def test_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(words, capsys)
    assert (code, out) == (2, "") and sentence in err and err.count("\n") == 1
