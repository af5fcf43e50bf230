"""``grundy play``: whole games, by what a person would type."""

from __future__ import annotations

import builtins
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import grundy as gr
from cases import nontrivial
from grundy.common.errors import TooLarge
from grundy.faces.cli import main
from grundy.playing.match import Match
from grundy.rules.play import convention
from shell import typing

RULES = """
import grundy as gr
from grundy.rules.board import FREE, Board, pieces


@gr.game
def bash(n: int, *, m: int = 3):
    for k in range(1, min(m, n) + 1):
        yield n - k


@gr.scoring_game
def coins(*row: int):
    if row:
        yield row[0], row[1:]
        yield row[-1], row[:-1]


@gr.game
def line(board: str):
    for i, cell in enumerate(board):
        if cell == ".":
            yield board[:i] + "x" + board[i + 1 :]


@line.ending
def filled(board: str):
    if "xx" in board:
        return gr.LOSS
    return None if "." in board else gr.TIE


@gr.partisan_game(board=gr.Grid(".XO", opposite="swap"), start="2x3")
def peace(board: Board, *, player: int):
    own, other = pieces(player)
    for cell in board.cells(FREE):
        if all(board[board.step(cell, way)] != other for way in range(4)):
            yield board.place(cell, own)


loop = gr.digraph({"a": ["b"], "b": ["a", "c"], "c": ["b"]}, name="loop")


@gr.game
def dud(n: int):
    yield n
"""


@pytest.fixture(autouse=True)
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


class Played:
    """What ``grundy play`` says when some lines are typed, up to the review (see `test_review`)."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, words: str, *lines: str) -> str:
        self.monkeypatch.setattr(builtins, "input", typing(*lines))
        self.code = main(["play", *words.split()])
        said = self.capsys.readouterr()
        self.err = said.err
        return said.out.partition("\nWho was winning")[0]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Played:
    return Played(monkeypatch, capsys)


def test_a_game_won_by_number_position_and_words(played: Played) -> None:
    out = played("nim 2 3", "5", "heap 2: 2 -> 1", "heap 2: 1 -> 0")
    assert "grundy moves heap 1: 2 → 1" in out and out.rstrip().endswith("You win.")
    assert "no move leads to nim(0, 0)" in played("nim 1 3", "nim(0, 0)")
    out = played("nim 1 3", "1, 1", "heap 2: 1 → 0")
    assert out.rstrip().endswith("You win.")
    assert played.code == 0


def test_every_game_against_grundy_is_lost_from_a_lost_position(played: Played) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        out = played("nim 3 5 6", *(str(chance.randint(1, 3)) for _ in range(60)))
        nontrivial(out.count("grundy moves") > 1)
        assert out.rstrip().endswith("grundy wins."), seed


def test_the_second_side(played: Played) -> None:
    out = played("rules.py:bash 5 --side second", "2", "1", "1")
    assert out.startswith("bash(5), normal play. You are the second player.")
    assert out.index("grundy moves 5 → 4") < out.index("your move>")
    assert "grundy wins." in out


def test_two_people(played: Played) -> None:
    out = played("rules.py:bash 3 --side both", "2", "undo", "1", "to 1", "to 0")
    assert "the second player moves" in out
    assert "grundy moves" not in out
    assert out.rstrip().endswith("The first player wins.")


def test_misere(played: Played) -> None:
    assert played("nim 2 --play misere", "2", "1").rstrip().endswith("You win.")
    assert played("nim 2 --play misere", "1").rstrip().endswith("grundy wins.")


def test_hint_why_moves_help_undo(played: Played) -> None:
    out = played("nim 2 3", "hint", "why", "moves", "?", "2", "undo", "undo", "quit")
    assert "You can win: heap 2: 3 → 2." in out
    assert "xor = " in out
    assert "Type the number of a listed move" in out
    assert "you have no move to take back yet" in out
    assert out.count("nim(2, 3) (your turn)") == 2
    assert out.rstrip().endswith("The game is left unfinished.")
    assert "correct play; the hardest to answer is heap 1: 2 → 1; 1 reply to it wins.\n" in played("nim 2 2", "hint")


def test_the_board_is_shown_and_hints_tell_what_each_move_leads_to(played: Played) -> None:
    out = played("tic-tac-toe XX./OO./... --hints", "1", "quit")
    assert "    1 2 3\n1   X X .\n2   O O .\n3   . . .\n" in out
    assert "✓ (1,3)" in out and "= (2,3)" in out and "✗ (3,1)" in out
    assert "●●●  3" in played("nim 2 3", "quit")
    assert "✓" not in played("nim 2 3", "quit")
    out = played("nim 2 3", "hints", "quit")
    assert "✓ heap 2: 3 → 2" in out and out.count("✗") == 1 + 4
    assert played("deque 3 1 --hints", "quit").count("✓") == 1


def test_a_hint_can_always_be_followed(played: Played) -> None:
    huge = 10**18
    out = played(f"nim {huge} 5", "5 5", "quit")
    assert f"{huge} → 11" in out
    assert "many more" in out
    assert "grundy moves heap" in out
    assert "the others were not tried" in played(f"nim {huge} 5", f"{huge - 1} 5")


def test_scores_are_kept(played: Played) -> None:
    out = played("rules.py:coins 3 9 2 8", "hint", "8", "3, 9, 2", "2")
    assert "points from here on" in out
    assert "(+8 points)" in out
    assert "The score is" in out
    assert "You win." in out or "grundy wins." in out or "A tie." in out


def test_declared_endings(played: Played) -> None:
    assert "a tie." in played("rules.py:line .", "1")
    assert played("rules.py:line x.", "1").rstrip().endswith("You win.")
    assert played("rules.py:line x. --play misere", "xx").rstrip().endswith("grundy wins.")


def test_play_that_goes_round(played: Played) -> None:
    out = played("rules.py:loop a --side both", "draw", "b", "a", "draw")
    assert "a draw can only be claimed when a position is repeated" in out
    assert "The position repeats the one 0 moves ago. Play without end is a draw" in out
    assert out.rstrip().endswith("A draw: play repeats itself.")
    out = played("rules.py:loop a --side second --endless second", "1", "draw")
    assert "a win for the second player" in out
    assert out.rstrip().endswith("You win.")


def test_a_sum(played: Played) -> None:
    out = played("nim 1 + rules.py:bash 1", "nim(1)", "nim(0) + bash(1)")
    assert "a position here has 2 parts" in out
    assert out.rstrip().endswith("grundy wins.")


def test_what_is_no_position_is_told_and_asked_again(played: Played) -> None:
    out = played("nim 2 3", "x", "1 2 3 4", "2 3", "to", "'", "nim", "-1 3", "quit")
    assert "heap 1 is 'x'" in out
    assert "is the current position" in out
    assert "cannot be negative" in out
    assert played.code == 0


def test_the_end_of_input_and_ctrl_c(played: Played) -> None:
    assert played("nim 2 3").rstrip().endswith("The game is left unfinished.")
    assert played.code == 0
    assert "Ctrl-C again" in played("nim 2 3", "hint", "^C", "quit")
    assert played.code == 0
    played("nim 2 3", "hint", "^C", "^C")
    assert (played.code, played.err) == (130, "grundy: interrupted\n")


def test_a_game_that_is_over_at_once(played: Played) -> None:
    assert played("nim 0").rstrip().endswith("grundy wins.")


def test_endless_play_counts_from_the_first_position() -> None:
    ring = gr.digraph({"a": ["b"], "b": ["a"]}, name="ring")
    match = Match(ring("a"), convention("normal", "first"))
    assert match.solution().outcome.name == "N"
    match.make(next(match.position.moves()))
    assert match.endless == "second"
    assert match.solution().outcome.name == "P"


def test_the_program_in_a_pipe() -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(gr.__file__).parent.parent), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "grundy", "play", "nim", "1", "3"]
    done = subprocess.run(command, input=b"1 1\n1\n", capture_output=True, env=env, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "You win." in done.stdout.decode()


def test_a_graph_that_is_typed_has_the_edges_of_the_graph_now(played: Played) -> None:
    out = played("green-hackenbush 0-1 0-2 --side both", "0-2", "quit")
    assert "green-hackenbush(0-2) (" in out
    out = played("green-hackenbush 0-1 1-2 0-3 --side both", "0-3", "quit")
    assert "green-hackenbush(0-3) (" in out
    assert "no move leads to hackenbush(0-3b)" in played("hackenbush 0-1b 0-2r --side both", "0-3b", "quit")


def test_hints_count_the_points_that_were_made(played: Played) -> None:
    out = played("deque 9 1 2 --side both --hints", "1", "quit")
    assert (out.count("✓"), out.count("✗")) == (1, 3)  # who is behind by 9 wins by neither of the two that are left


def test_what_cannot_be_solved_is_played_all_the_same(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object) -> None:
        raise TooLarge("too large")

    monkeypatch.setattr(Match, "_solved", too_large)
    out = played("tic-tac-toe --seconds 0.3", "hint", "hints", "why", "1", "quit")
    assert "not every move could be evaluated in 0.3 s." in out.lower()
    assert "This position could not be solved in 0.3 s." in out
    assert "grundy moves " in out
    assert (
        re.search("(strong, not perfect|a guess): [0-9,]+ games? played out, [0-9]+% won", out) or "(perfect: " in out
    )
    assert played.code == 0


def test_what_the_opponent_says_of_its_moves(played: Played) -> None:
    assert "grundy moves heap 2: 3 → 0 (perfect: this wins)" in played("nim 2 3", "heap 1: 2 → 0")
    lost = played("nim 2 3", "heap 2: 3 → 2")
    assert "grundy moves heap 1: 2 → 1 (every move loses against perfect play; 1 reply to it wins)" in lost
    assert "(the only move)" in played("nim 1 1", "1")
    assert "There is one move: 1 → 0." in played("rules.py:bash 1", "hint")
    played("nim 2 3 --seconds 0")
    assert "--seconds takes a number above 0" in played.err and played.code == 2


def test_a_pass_that_is_the_only_move_makes_itself(played: Played) -> None:
    """In Dots and Boxes whoever has closed a box draws again: the other is not asked to pass."""
    out = played("dots-and-boxes XX/X../.. --side both", "(3,2)", "(2,3)", "quit")
    assert out.count("The first player's only move is to pass.") == 1, out
    assert "pass  (+0 points)" not in out
    undone = played("dots-and-boxes XX/X../.. --side both", "(3,2)", "(2,3)", "undo", "undo", "undo", "quit")
    assert undone.count("you have no move to take back yet") == 1 and undone.count("to pass.") == 1


def test_who_can_but_pass_for_ever_is_asked_where_play_repeats(played: Played) -> None:
    out = played("rules.py:dud 3 --side both", "draw")
    assert out.count("only move is to pass.") == 2 and "type `draw` to end the game so." in out, out


def test_a_hint_on_a_small_game_is_no_guess_however_busy_the_machine_is(played: Played) -> None:
    """What `why` proves the hint says too; a game of 62 positions is counted, and then solved."""
    for words in (
        "rules.py:peace 2x3 --seconds 0.001",
        "domineering 2x3 --seconds 0.001",
        "kayles 3 4 --seconds 0.001",
    ):
        out = played(words, "hint", "why", "quit")
        assert "You can win: " in out, out
        assert "not perfect" not in out and "could not be solved" not in out
