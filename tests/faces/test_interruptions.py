"""Ctrl-C: every command, at every stage, ends with one line and exit code 130 and leaves nobody; in `play` a prompt comes.

Two seconds are promised. What runs the tests may be busy, so more is allowed here; what does not end takes minutes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

import grundy
import long_rules
from grundy.faces.cli.app import COMMANDS
from shell import Command, alive, children_of, end_all, within

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no process groups to signal")

LONGEST = 10.0
"""Seconds in which a command must have ended: in all these tests the work takes longer."""
FORMULA = "?msd_fib Aa,b,c,d Ee,f,g,h a+b*7+c*13=d*29+e*31+f*37+g*41 & h=a*5+b*17"
PROVED = "skewed --seconds 3000"
LONG: dict[str, dict[str, str]] = {
    "games": {},
    "solve": {
        "values": "domineering 8 7",
        "a large board": "domineering 30 30",
        "sums": "domineering 7 8 --method sums",
        "other values": "amazons X....|.....|.....|....O --method value",
        "compiled": "rules.py:walk 60000 60000",
        "interpreted": "rules.py:walk 5000 5000 --method interpreted",
        "a rule that does not end": "rules.py:asleep 3",
        "a rule that takes exceptions": "rules.py:stubborn 3",
    },
    "explain": {"compiled": "rules.py:walk 60000 60000"},
    "play": {},
    "review": {},
    "puzzles": {"a game": "amazons --count 900"},
    "rush": {},
    "report": {"compiled": "rules.py:walk 60000 60000 --positions 999999999"},
    "judge": {"input": "nim"},
    "check": {"compiled": "rules.py:walk (n%4)^(m%4) --to 100000"},
    "sequence": {"sparse space": "0.106 --to 90000000", "a rule": "rules.py:slow --to 9000000"},
    "table": {"compiled": "rules.py:walk --lost --to 8000"},
    "law": {"sparse space": "0.106 --to 90000000"},
    "survey": {"threads": "0.??? --to 900000"},
    "compare": {"sparse space": "0.106 0.206 --to 90000000"},
    "verify": {"input": "-"},
    "value": {"a sum": "SUM"},
    "thermograph": {"values": "domineering 7 8"},
    "census": {"values": "domineering 4 5"},
    "prove": {"automata": f"rules.py:{PROVED}"},
    "decide": {"automata": "FORMULA"},
    "ask": {"automata": "wythoff FORMULA"},
    "count": {"automata": "rules.py:skewed --to 10^18"},
    "redundant": {"automata": "rules.py:skewed LAST"},
    "same": {"automata": "rules.py:skewed rules.py:skewed"},
    "tablebase": {"compiled": "build rules.py:walk 60000 60000 --to base"},
    "export": {"positions": "rules.py:walk 60000 60000 --html walk.html"},
    "serve": {},
    "write": {},
    "doctor": {},
}
"""What takes long, for every command and each stage that it has; `games`, `play`, `rush` and `serve` have tests of
their own, `write` serves as `serve` does, `doctor` is soon over."""
EVERYDAY = {
    ("solve", "values"),
    ("solve", "other values"),
    ("solve", "a rule that takes exceptions"),
    ("prove", "automata"),
    ("sequence", "sparse space"),
    ("survey", "threads"),
    ("judge", "input"),
}
CASES = [
    pytest.param(command, stage, marks=() if (command, stage) in EVERYDAY else pytest.mark.hours)
    for command, stages in LONG.items()
    for stage in stages
]


def words_of(command: str, stage: str) -> list[str]:
    """The words of a command line."""
    sum_ = "20.{*,Miny(1)|0} + 15.{2|-3||5|{1/2|*3}} + 11.{^^|-7||*5|-20} + 9.{7|*3||-2|-9}"
    said = {"FORMULA": FORMULA, "SUM": sum_, "LAST": "+ (2,1)"}
    return [command, *(said.get(word, word) for word in LONG[command][stage].split())]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    copy(long_rules.__file__, tmp_path / "rules.py")
    yield tmp_path
    end_all()


def ends_well(command: Command) -> None:
    """Press Ctrl-C: it ends in time, with its code and one last line, and nobody is left."""
    started = children_of(command.process.pid)
    command.interrupt()
    assert command.ended(LONGEST) == 130, command.said
    *before, last = command.said[2].splitlines()
    assert last == "grundy: interrupted" and "Traceback" not in command.said[2], command.said[2]
    assert all(line.endswith((" s)", " s more)")) or line.startswith("grundy: note: ") for line in before), before
    assert within(10, lambda: not any(map(alive, started))), "somebody still works"


def test_the_table_names_every_command() -> None:
    assert set(LONG) == set(COMMANDS), "a command without a row"


@pytest.mark.some(4)
@pytest.mark.parametrize(("command", "stage"), CASES)
def test_ctrl_c_ends_a_command_that_has_shown_a_sign_of_life(command: str, stage: str, folder: Path) -> None:
    running = Command(words_of(command, stage), folder)
    assert within(60, lambda: re.search(r"\(\d+ s[,)]", running.said[2]) or running.process.poll() is not None)
    assert running.process.poll() is None, running.said
    ends_well(running)


@pytest.mark.hours
@pytest.mark.skipif(not Path("/proc").exists(), reason="threads are counted in /proc")
@pytest.mark.parametrize("seconds", [0, 0.2, 4, 9])
@pytest.mark.parametrize(("command", "stage"), [case.values for case in CASES])
def test_ctrl_c_at_any_moment(command: str, stage: str, seconds: float, folder: Path) -> None:
    """From the first on at which grundy's own code runs: before it, Python starts."""
    running = Command(words_of(command, stage), folder)
    threads = Path(f"/proc/{running.process.pid}/task")
    assert within(30, lambda: running.process.poll() is not None or len([*threads.glob("*")]) > 1)
    within(seconds, lambda: running.process.poll() is not None)
    if running.process.poll() is None:
        ends_well(running)
    else:
        assert running.ended() in (0, 1, 2, 3) and "Traceback" not in running.said[2]


TIMED = [("decide", "automata"), *(case.values for case in CASES if case.values != ("decide", "automata"))]


@pytest.mark.parametrize(
    ("command", "stage"), [TIMED[0], *(pytest.param(*values, marks=pytest.mark.hours) for values in TIMED[1:])]
)
def test_the_time_is_kept_also_where_a_kernel_does_not_look_up(command: str, stage: str, folder: Path) -> None:
    if command in ("judge", "verify", "doctor"):
        pytest.skip("it waits for others")
    words = words_of(command, stage)
    words = words[: words.index("--seconds")] if "--seconds" in words else words
    running = Command([*words, "--seconds", "2"], folder)
    code = running.ended(2 + LONGEST)
    last = (running.said[2].splitlines() or [""])[-1]
    told = "grundy: (the time limit of 2 seconds was reached|time ran out)|grundy: undecided: .* has more than"
    proved = re.match("not proved|no law of skewed is proved", running.said[1])
    assert code == 3 if proved else code in (2, 3) and re.match(told, last), running.said
    assert "Traceback" not in running.said[2]


@pytest.mark.parametrize(
    "words",
    [
        "solve domineering 3 3",
        *(
            pytest.param(words, marks=pytest.mark.hours)
            for words in ("prove wythoff", "sequence 0.106 --to 5000", "solve rules.py:walk 600 600", "value {*|^}")
        ),
    ],
)
def test_ctrl_c_ends_a_command_that_compiles(words: str, folder: Path) -> None:
    """No file fits where bounds are checked, and the folder of those that were made is empty."""
    cache = folder / "cache"
    cache.mkdir()
    running = Command(words.split(), folder, GRUNDY_CACHE=str(cache), NUMBA_BOUNDSCHECK="1")
    assert within(60, lambda: children_of(running.process.pid))
    ends_well(running)
    assert not [*cache.glob("*.tmp"), *cache.glob("*.part")]


def test_ctrl_c_while_nobody_reads_what_is_written(folder: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    if not hasattr(fcntl, "F_SETPIPE_SZ"):
        pytest.skip("the size of a pipe cannot be set")
    mine, its = os.pipe()
    fcntl.fcntl(its, fcntl.F_SETPIPE_SZ, 4096)
    command = [sys.executable, "-m", "grundy", "sequence", "0.77", "--to", "90000"]
    env = {**os.environ, "PYTHONPATH": str(Path(grundy.__file__).parents[1])}
    with subprocess.Popen(command, stdout=its, stderr=subprocess.PIPE, text=True, env=env) as process:
        os.close(its)
        begun = os.read(mine, 1)  # what is written is more than fits
        process.send_signal(2)
        try:
            assert begun == b"0" and process.wait(LONGEST) == 130
        finally:
            process.kill()
        assert process.stderr is not None and process.stderr.read().endswith("grundy: interrupted\n")
    os.close(mine)


def test_what_was_computed_is_kept_and_told(folder: Path) -> None:
    words = ["sequence", "0.106", "--to", "90000000", "--save"]
    running = Command(words, folder, GRUNDY_HOME=str(folder / "home"))
    assert running.says("of 90,000,001")
    running.interrupt()
    assert running.ended(LONGEST) == 130
    *signs, last = running.said[2].splitlines()
    assert sum("run the same command to resume" in sign for sign in signs) == 1 and last == "grundy: interrupted"
    again = Command(["sequence", "0.106", "--to", "5000", "--save", "--json"], folder, GRUNDY_HOME=str(folder / "home"))
    assert again.ended(60) == 0
    assert json.loads(again.said[1])["values"] == grundy.octal("0.106").sequence(5001).tolist()


# ---- play and serve


@pytest.mark.slow
def test_ctrl_c_in_play_comes_back_to_the_prompt(folder: Path) -> None:
    """Also where the thinking is one long call; and what was given up does not come back."""
    playing = Command(["play", "domineering", "8", "7", "--seconds", "100"], folder)
    assert playing.says("your move> ", 1)
    playing.type("hint")
    assert playing.says(" s)")
    playing.interrupt()
    assert playing.says("Stopped.\nyour move> ", 1, LONGEST), playing.said
    playing.type("1")
    assert playing.says(" s)\n")
    playing.interrupt()
    assert playing.says("Type a move for grundy", 1, LONGEST) and playing.says("grundy's move> ", 1)
    playing.type("undo")
    assert playing.says("your move> ", 1, LONGEST)
    playing.interrupt()
    assert playing.says("Press Ctrl-C again, or type `quit`, to leave.\nyour move> ", 1, LONGEST)
    playing.interrupt()
    assert playing.ended(LONGEST) == 130 and playing.said[2].endswith("\ngrundy: interrupted\n")


def test_ctrl_c_where_a_rule_of_a_match_does_not_end(folder: Path) -> None:
    playing = Command(["play", "rules.py:asleep", "3"], folder)
    assert playing.says("You are the first player", 1)
    playing.interrupt()
    playing.interrupt()
    assert playing.ended(LONGEST) == 130 and playing.said[2].endswith("grundy: interrupted\n")


@pytest.mark.hours
@pytest.mark.parametrize(("said", "later"), [(" s)", 0.0), (" s)", 1.5), (" s)", 3.0), ("is running at", 0.0)])
def test_ctrl_c_ends_a_server_and_its_workers(said: str, later: float, folder: Path) -> None:
    """Also before it serves, while the process that workers are forked from loads what they need."""
    pytest.importorskip("uvicorn")
    serving = Command(["serve", "--port", "0", "--workers", "2"], folder)
    assert serving.says(said, 1 if said == "is running at" else 2, 120)
    time.sleep(later)
    ends_well(serving)


def test_an_interruption_that_a_finalizer_swallowed_comes_again(tmp_path: Path) -> None:
    rules = tmp_path / "slow.py"
    rules.write_text(
        "import time\nclass Late:\n    def __del__(self):\n        raise KeyboardInterrupt\n"
        "late = Late()\ndel late\nfor _ in range(600):\n    time.sleep(0.1)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-m", "grundy", "solve", f"{rules}:none"], capture_output=True, text=True, timeout=50
    )
    assert (ended.returncode, ended.stdout) == (130, "")
    assert ended.stderr == "grundy: interrupted\n"
