"""Every game of the catalogue and every command with odd inputs: an answer or one sentence, never a traceback."""

from __future__ import annotations

import io
import re
import sys

import pytest

from grundy import games
from grundy.faces.cli import main
from grundy.faces.cli.app import COMMANDS
from grundy.rules.text import words

COMMON = """
law G --to 3 ; write G --at https://example.org ; law G --to -1 ; sequence G 5 ; sequence G --to 5 ; table G 3 ;
check G 0 --to 2 ; check G 1/0 --to 2 ; survey G ; compare G nim --to 9 ; compare nim G --to 9 ; compare G nim --to 0 ;
explain G ; same G nim ; judge G ; review G ; report G --positions 500 ; report G --size 2x2 --positions 500 ; verify G ;
redundant G ; count G 1 --moves --seconds 1 ; decide G ; value G --seconds 1 ; games G ; solve G + ;
solve G + G --positions 50000 ; prove G --largest x ; solve G --memory 0 ; solve G --tablebase none ;
tablebase build G --to /dev/null ; tablebase probe none G ; export G --html none/game.html
"""
ODD = (
    "-1;0;x;;1/2;1.5;3 -3;1,2;0-1;.;X +;+;2 + 2;2 m=0;2 m=-1;a=b;2 2 2 2 2;é;';{1/0};();2 --play misere;"
    "2 --endless first;2 --endless x;1 --method interpreted;0 --method value;1 --threads 0;--json;--;-;1 1 1 --json"
)
ASKING = ("solve", "explain", "play", "thermograph", "census")
EACH, SHARE = 5, 3
"""So many of the odd inputs for a game, and every day; all of them come in turn."""


@pytest.mark.some(3)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.hours)], ids=["a share", "whole"])
@pytest.mark.parametrize("number", range(len(games.names())), ids=games.names())
def test_odd_inputs(
    number: int, whole: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = games.names()[number]
    share = EACH if whole else SHARE
    every = ODD.split(";")
    odd = [every[(share * number + k) % len(every)] for k in range(share)]
    asked = [f"{ASKING[(number + k) % len(ASKING)]} G {each}" for k, each in enumerate(odd)]
    common = [*map(str.strip, COMMON.split(" ;"))]
    for line in (*(common if whole else common[number % 2 :: 2]), *asked, *(f"solve G {each}" for each in odd)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        code = main([name if word == "G" else word for word in line.split(" ")])
        out, err = capsys.readouterr()
        assert code in (0, 1, 2, 3) and "Traceback" not in out + err, f"{line}: {code} {err}"
        assert code != 2 or len(err.splitlines()) >= 1, f"{line}: nothing is said"
        assert "fail at" not in err, f"{line}: {err}"
        if found := re.search(r"did you mean (.+?) \(letter", err):
            assert words.position([name, *found[1].split()], games.load), f"{line}: what is meant is refused, too"


def test_the_commands_are_all_asked() -> None:
    """What is not asked here asks for no game, or takes long."""
    asked = {line.split()[0] for line in COMMON.split(" ;")} | set(ASKING)
    assert set(COMMANDS) - asked == {"ask", "serve", "doctor", "puzzles", "rush"}
