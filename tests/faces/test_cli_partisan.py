"""Partisan games in the shell: what is printed, and one sentence with exit code 2 for whatever is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from grundy.faces.cli import main


def run(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run the shell command in this process; return its exit code and what it printed."""
    try:
        code = main(list(words))
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    out, err = capsys.readouterr()
    return int(code or 0), out, err


def data(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> Any:
    code, out, err = run([*words, "--json"], capsys)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_solve_prints_the_value_and_both_players_moves(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(["solve", "domineering", "...|..."], capsys)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "first player wins"
    for line in ("{2|-1/2}", "3/4", "5/4", "(1,2)-(2,2)", "(1,1)-(1,2)"):
        assert line in out


@pytest.mark.parametrize("size", ["1", "2"])
def test_json_of_solve(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The value 0 is a value too."""
    found = data(["solve", "domineering", size, size], capsys)
    assert found["value"] == {"1": "0", "2": "+-1"}[size]
    assert (found["mean"], found["outcome"]) == ("0", {"1": "P", "2": "N"}[size])
    found = data(["solve", "domineering", size, size, "--method", "search"], capsys)
    assert found["value"] is None
    assert found["outcome"] == {"1": "P", "2": "N"}[size]


def test_every_method_gives_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    found = [
        data(["solve", "clobber", "XOX|OXO", "--method", method], capsys)
        for method in ("value", "sums", "search", "interpreted", "compiled")
    ]
    assert len({(f["outcome"], str(f["left_winning_moves"]), str(f["right_winning_moves"])) for f in found}) == 1


def test_misere_play_is_not_answered_by_values(capsys: pytest.CaptureFixture[str]) -> None:
    misere = ["solve", "domineering", "2", "3", "--play", "misere"]
    for method in ([], ["--method", "search"]):
        found = data([*misere, *method], capsys)
        assert (found["play"], found["value"], found["outcome"]) == ("misere", None, "L")
    for method in ("value", "sums"):
        code, out, err = run([*misere, "--method", method], capsys)
        assert (code, out) == (2, "")
        assert "normal play only" in err


def test_census(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(["census", "domineering", "2", "2"], capsys)
    assert found["values"] == {"0": 7, "*": 4, "1": 2, "-1": 2, "+-1": 1}
    assert found["outcomes"] == {"L": 2, "R": 2, "N": 5, "P": 7}
    code, out, _ = run(["census", "domineering", "2", "2", "--rows", "0"], capsys)
    assert code == 0
    assert out.startswith("16 positions of domineering have 5 values")


def test_thermograph_of_a_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = data(["thermograph", "domineering", "2", "3"], capsys)
    assert (found["value"], found["mean"], found["temperature"]) == ("{2|-1/2}", "3/4", "5/4")
    picture = tmp_path / "walls.svg"
    assert run(["thermograph", "domineering", "2", "3", "--plot", str(picture)], capsys)[0] == 0
    assert picture.read_text().startswith("<")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("solve domineering ....|...", "row 2"),
        ("solve domineering ..x.|....", "row 1, cell 3"),
        ("solve domineering ''", "row 1"),
        ("solve domineering 0 5", "no start of size 0x5"),
        ("solve domineering -1 3", "rows and columns"),
        ("solve domineering 2", "a board is a text such as '..|..', or rows and columns"),
        ("solve domineering 2.5 3", "row 1, cell 1 of '2.5'"),
        ("solve domineering 2 2 99", "not on the board"),
        ("solve domineering 100000 100000", "the nearest is 8x8"),
        ("solve domineering 2 2 --method bogus", "'bogus'"),
        ("solve domineering 2 2 --method theorem", "'theorem'"),
        ("solve domineering 2 2 --play bogus", "'bogus'"),
        ("solve domineering 2 2 --memory x", "--memory"),
        ("solve domineering 5 5 --memory 1M --method value", "1.0 MiB"),
        ("solve domineering 2 2 --moves -1", "--moves"),
        ("solve nogo XOX", "liberty"),
        ("census nim 3", "partisan"),
        ("census domineering 5 5", "33,554,432"),
        ("census domineering 2 2 --rows x", "--rows"),
        ("census", "name a game"),
        ("census nosuch 3", "nosuch"),
        ("thermograph domineering ..|.", "row 2"),
        ("thermograph domineering 2 2 --plot x.gif", ".svg"),
        ("thermograph nosuch 3", "nosuch"),
        ("sequence domineering", "sequence"),
    ],
)
def test_one_sentence_for_what_is_wrong(words: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--json"]):
        code, out, err = run([word.strip("'") for word in words.split()] + more, capsys)
        assert (code, out) == (2, "")
        assert what in err
        assert len(err.splitlines()) == 1


def test_rules_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from grundy import partisan_game\n\n"
        "@partisan_game\ndef walk(n: int, *, player: int):\n    if n * player > 0:\n        yield n - player\n\n"
        "@partisan_game\ndef half(n: int):\n    if n:\n        yield n - 1\n\n"
        "@partisan_game\ndef ring(n: int, *, player: int):\n    yield (n + player) % 5\n"
    )
    assert data(["solve", f"{path}:walk", "3"], capsys)["value"] == "3"
    assert data(["solve", f"{path}:ring", "3"], capsys)["outcome"] == "D"
    assert data(["census", f"{path}:walk", "3"], capsys)["positions"] == 4
    for command, name, what in (
        ("solve", "half", "Right's moves"),
        ("thermograph", "ring", "endless"),
        ("census", "ring", "endless"),
    ):
        code, out, err = run([command, f"{path}:{name}", "3"], capsys)
        assert (code, out) == (2, "")
        assert what in err
        assert len(err.splitlines()) == 1


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
