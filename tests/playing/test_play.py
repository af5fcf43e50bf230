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
from tests.sessions import is_the_same, made

import grundy as gr
from cases import nontrivial
from grundy.common.errors import TooLarge
from grundy.faces.cli import main
from grundy.playing.match import Match
from grundy.rules.solution import convention
from shell import typing


@pytest.fixture(autouse=True)
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.py").write_text(made("matches", "rules.py"), encoding="utf-8")
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


def test_matches(tmp_path: Path) -> None:
    assert is_the_same("matches", tmp_path)


def test_every_game_against_grundy_is_lost_from_a_lost_position(played: Played) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        out = played("nim 3 5 6", *(str(chance.randint(1, 3)) for _ in range(60)))
        nontrivial(out.count("grundy moves") > 1)
        assert out.rstrip().endswith("grundy wins."), seed


def test_the_end_of_input_and_ctrl_c(played: Played) -> None:
    assert played("nim 2 3").rstrip().endswith("The game is left unfinished.")
    assert played.code == 0
    assert "Ctrl-C again" in played("nim 2 3", "hint", "^C", "quit")
    assert played.code == 0
    played("nim 2 3", "hint", "^C", "^C")
    assert (played.code, played.err) == (130, "grundy: interrupted\n")


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
