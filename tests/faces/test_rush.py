"""A rush in the shell: the puzzles, the count and the end are those of the page; what is typed too late does not count."""

from __future__ import annotations

import builtins
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from cases import nontrivial
from grundy.common.files import home
from grundy.faces.cli import main
from grundy.faces.cli import play as shell
from grundy.faces.cli.arguments import position
from grundy.playing.puzzles.making import MISTAKES, SECONDS, Rush, Tried, best, of_rush, turned
from shell import typing

Talk = Callable[..., str]


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best result of who runs the tests stays what it is."""
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    """Returns what a rush says when some lines are typed."""

    def said(*lines: str, seed: int = 3) -> str:
        monkeypatch.setattr(builtins, "input", typing(*lines))
        assert main(["rush", "--seed", str(seed)]) == 0
        return capsys.readouterr().out

    return said


def test_the_page_counts_the_same() -> None:
    page = (Path(grundy.__file__).parent / "faces" / "web" / "static" / "rush.js").read_text(encoding="utf-8")
    assert re.search(r"seconds: (\d+)\b", page)[1] == str(SECONDS)  # type: ignore[index]
    assert re.search(r"mistakes: (\d+)\b", page)[1] == str(MISTAKES)  # type: ignore[index]


def test_right_moves_are_counted_and_each_idea_is_said_at_the_end(talk: Talk) -> None:
    puzzles = [of_rush(3, number) for number in range(3)]
    out = talk(*(puzzle.answer for puzzle in puzzles), "quit")
    assert out.count("✓ Right") == 3 and "solved 3 · mistakes 0 of 3" in out
    end = out[out.rindex("mistakes 0 of 3") :]
    assert all(f"{n}. ✓ {each.position}: {each.answer}\n   " in end for n, each in enumerate(puzzles, 1))
    assert out.endswith("Solved: 3. Best on this device: 3.\nIn a row without a mistake: 3.\n")


def test_the_third_mistake_ends_it(talk: Talk) -> None:
    wrong = []
    for number in range(MISTAKES):
        puzzle = of_rush(3, number)
        asked = turned(position(puzzle.position.split()), puzzle.player)
        wrong.append(str(next(n for n, move in enumerate(asked.moves(), 1) if move.text != puzzle.answer)))
    out = talk("nonsense", *wrong, "1")
    assert out.count("✗ No") == MISTAKES and "mistakes 3 of 3" not in out and "Solved: 0." in out


@pytest.mark.parametrize("last", ["quit", "^C", None])
def test_what_was_solved_is_told_however_it_ends(talk: Talk, last: str | None) -> None:
    out = talk(of_rush(5, 0).answer, *([] if last is None else [last]), seed=5)
    assert out.endswith("Solved: 1. Best on this device: 1.\n")
    assert talk("quit").endswith("Solved: 0. Best on this device: 1.\n")


def test_what_is_typed_too_late_counts_for_nothing(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "SECONDS", 1000)
    now = time.monotonic
    late = iter([0, 0, 0])  # it begins, is not over, and the first line is asked for; what comes then is late
    monkeypatch.setattr(shell.time, "monotonic", lambda: now() + next(late, 2000))
    assert "Solved: 0." in talk(of_rush(3, 0).answer, "1")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system rings no bell")
def test_the_clock_ends_it_while_nothing_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "from grundy.faces.cli import main, play; play.SECONDS = 0.5; raise SystemExit(main(['rush']))"
    asked = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    guard = threading.Timer(60, asked.kill)
    guard.start()
    try:
        assert asked.stdout is not None and "Solved: 0." in asked.stdout.read()  # its input stays open
        assert asked.wait() == 0
    finally:
        guard.cancel()
        asked.kill()


def test_a_best_result_that_is_damaged_counts_as_none(talk: Talk) -> None:
    for text in ("[", '"7"', "null", "-"):
        home("rush.json").write_text(text)
        assert best(2) == 2 and best(1) == 2
    assert (home("rush.json").read_text()) == "2"


first_of_rush = cache(lambda: of_rush(1, 0))


@given(st.lists(st.booleans(), max_size=12), st.floats(-10, 400))
def test_the_count_is_that_of_the_answers(answers: list[bool], now: float) -> None:
    puzzle = first_of_rush()
    rush = Rush(1, 300.0, [Tried(puzzle, right) for right in answers])
    nontrivial(not all(answers) and now < 300)
    rights = "".join("x" if right else " " for right in answers).split()
    assert (rush.solved, rush.mistakes) == (answers.count(True), answers.count(False))
    assert rush.streak == max(map(len, rights), default=0)
    assert rush.over(now) == (now >= 300 or answers.count(False) >= MISTAKES)
    minutes, seconds = map(int, rush.clock(now).split(":"))
    assert 0 <= seconds < 60 and 60 * minutes + seconds - 1 < max(0, 300 - now) <= 60 * minutes + seconds
