"""What a terminal shows: tables and bars, in colours unless NO_COLOR asks for none, and no wider than it is."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import grundy

fcntl = pytest.importorskip("fcntl", reason="this system has no pseudo-terminals")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
WORK = """
import sys, time
from grundy.common import limits
from grundy.faces.cli import watch
watch.FIRST = watch.LOOK = watch.LIVE = 0.05
watcher = watch.start()
watcher.begin()
with limits.watched(watcher.seen), limits.working("", "values", 4000):
    for done in range(1, 40):
        limits.check(100 * done, "values")
        time.sleep(0.05)
print("the answer")
watcher.done()
"""


def terminal(*argv: str, columns: int = 80, **env: str) -> str:
    """What Python writes on a terminal of that width."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    unset = ("NO_COLOR", "COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "CI")
    usual = {name: value for name, value in os.environ.items() if name not in unset}
    usual |= {
        "TERM": "xterm-256color",
        "PYTHONPATH": str(Path(grundy.__file__).parents[1]),
        "PYTHONIOENCODING": "utf-8",
    }
    program = subprocess.Popen([sys.executable, *argv], stdin=its, stdout=its, stderr=its, env=usual | env)
    os.close(its)
    written = b""
    try:
        while part := os.read(ours, 1 << 16):
            written += part
    except OSError:  # so Linux says that the other side is closed
        pass
    os.close(ours)
    assert program.wait() == 0, written.decode()
    return written.decode()


def lines(shown: str) -> list[str]:
    return [line.rstrip() for line in ESCAPE.sub("", shown).replace("\r\n", "\n").splitlines()]


def test_a_table_on_a_terminal_is_drawn_and_in_a_pipe_is_not() -> None:
    shown = terminal("-m", "grundy", "table", "bash", columns=120)
    assert "─" in shown and ESCAPE.search(shown)
    piped = subprocess.check_output([sys.executable, "-m", "grundy", "table", "bash"], text=True)
    assert "─" not in piped and not ESCAPE.search(piped)


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("words", ["games", "solve nim 2 3"])
def test_nothing_is_wider_than_the_terminal_and_no_word_is_cut(words: str, columns: int) -> None:
    shown = lines(terminal("-m", "grundy", *words.split(), columns=columns))
    assert max(map(len, shown)) <= columns
    assert words != "games" or {"elephants-and-rhinos", "toppling-dominoes"} <= {
        line.split()[0] for line in shown if line.strip()
    }


@pytest.mark.slow
@pytest.mark.parametrize("env", [{}, {"TERM": "dumb"}])
def test_a_terminal_that_knows_no_signs_gets_none(env: dict[str, str]) -> None:
    shown = terminal("-m", "grundy", "games", **env)
    assert bool(ESCAPE.search(shown)) == (not env), shown


@pytest.mark.slow
@pytest.mark.parametrize("columns", [30, 80])
def test_a_sign_of_life_is_one_line_that_is_wiped(columns: int) -> None:
    shown = terminal("-c", WORK, columns=columns)
    assert "grundy: computing: 1" in shown and (columns < 80 or "of 4,000 values (1 s, about" in shown)
    live, answer = shown.rsplit("\r", 2)[0], shown.rsplit("\r", 2)[1:]
    assert "\n" not in live and answer == ["the answer", "\n"]
    assert max(map(len, live.split("\r"))) < columns


def test_json_is_the_same_on_a_terminal() -> None:
    shown = terminal("-m", "grundy", "solve", "nim", "2", "3", "--json")
    piped = subprocess.check_output([sys.executable, "-m", "grundy", "solve", "nim", "2", "3", "--json"], text=True)
    assert shown.replace("\r\n", "\n") == piped


def test_the_games_are_a_line_each_and_the_first_help_fits_in_a_terminal() -> None:
    listed = ESCAPE.sub("", terminal("-m", "grundy", "games", columns=80)).replace("\r\n", "\n")
    lines = listed.rpartition("\r")[2].splitlines()
    assert max(map(len, lines)) <= 80 and len(lines) < 2 * 80
    assert any(line.startswith("nim  ") and "impartial  Take any number" in line for line in lines)
    assert lines[-2:] == ["grundy games nim: all about nim", "grundy play nim: play it"]
    told = ESCAPE.sub("", terminal("-m", "grundy", columns=80)).replace("\r\n", "\n")
    assert told.index("grundy play nim") < told.index("Play and learn:") < told.index("Options:")
    assert all(len(line) <= 80 and "..." not in line for line in told.splitlines()[1:])
