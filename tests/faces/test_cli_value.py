"""``grundy value``: expressions of games in the shell."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grundy.faces.cli import main


@pytest.mark.parametrize(
    ("words", "first", "rows"),
    [
        (["{1|-1} + ^*"], "{1^*|-1^*}", ["outcome: first player wins", "mean: 0", "temperature: 1"]),
        (["{2||1|0}"], "{2||1|0}", ["stops: 2 for Left, 1 for Right", "mean: 5/4", "temperature: 3/4"]),
        (["^^*"], "^^*", ["outcome: Left wins", "birthday: 3", "atomic weight: 2"]),
        (["Tiny(2) + ^"], "{^||^|-2^}", ["atomic weight: 1"]),
        (["^<2> + *231 - ^<2>"], "*231", ["atomic weight: 0"]),
        (["cool({4|0}, 1)"], "{3|1}", ["mean: 2", "temperature: 1"]),
        (["+-1", "+", "*5000"], "+-(1+*5000)", ["temperature: 1", "birthday: 5002"]),
        (
            ["^1000000000000000000000"],
            "^1000000000000000000000",
            ["temperature: 0", "birthday: 1000000000000000000001"],
        ),
        (["1/2", "-", "1/2"], "0", ["outcome: second player wins", "temperature: -1"]),
    ],
)
def test_what_a_value_is(words: list[str], first: str, rows: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == first and set(rows) <= set(lines[1:])


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "+-1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["temperature"] == "1"


@pytest.mark.parametrize(
    ("cell", "found"),
    [("{pass|0}", "under"), ("on", "on"), ("1/3", "1/3"), ("1 > 0", "yes: 1 > 0"), ("[1, *]", "[1, *]")],
)
def test_a_thermograph_of_no_short_game(cell: str, found: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["thermograph", cell]) == 2
    said = f"a thermograph is of the value of a short game, such as '{{1|-1}} + ^*', and {found} is none"
    assert said in capsys.readouterr().err


def test_thermographs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "t.svg"
    assert main(["thermograph", "{2||1|0}", "--plot", str(picture)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["{2||1|0}", "mean: 5/4", "temperature: 3/4"] and lines[3].startswith("Left's wall: (3, -1)")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert main(["thermograph", "{2||1|0}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["left_wall"][-1] == ["5/4", "3/4"]
    assert main(["thermograph", "1", "--plot", str(tmp_path / "t.gif")]) == 2
    assert "svg" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["{1|"], "column 1"),
        (["^<2> + *3000"], "2,048 options"),
        (["1 + "], "column"),
        (["1/0"], "column"),
        ([], "expression"),
        (["{1|x}"], "column 4"),
    ],
)
def test_one_sentence(words: list[str], place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", *words]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1 and place in told[0]


def test_all_else_is_said_of_a_value_whose_form_is_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "{3|-1}"]) == 0
    short = capsys.readouterr().out.splitlines()
    assert main(["value", "12·({*,Miny(1)|0} + +-{2,1*} + {3|{2|0},^*})"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        "more than 100,000 characters"
        in lines[0].replace("characters, more than 100,000", "more than 100,000 characters")
        and short[0][0] == "{"
    )
    assert [line.split(":")[0] for line in lines[1:]] == [line.split(":")[0] for line in short[1:]]
    assert main(["value", "12·({*,Miny(1)|0} + +-{2,1*} + {3|{2|0},^*})", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "characters" in told["value"] and told["outcome"] and told["mean"]
