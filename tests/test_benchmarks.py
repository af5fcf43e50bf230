"""Every file of ``benchmarks/`` runs, at a tiny size: what it asks of the library is there, and its peers find the same."""

from __future__ import annotations

import os
import re
import runpy
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from tests.blocks import ROOT

from crew import Here
from grundy.solving.cluster import joining

BENCHMARKS = ROOT / "benchmarks"
TINY: dict[str, list[str]] = {
    "boards": ["boards", "5"],
    "boards strips": ["strips", "6", "8"],
    "cluster": ["3", "3"],
    "connect4": ["3", "3"],
    "copies": ["2", "3"],
    "cores": ["3", "3", "1"],
    "cores_of_values": ["domineering", "3", "3"],
    "deciding": ["connect4 3x3"],
    "dense": ["2", "5"],
    "dense_loopy": ["3"],
    "domineering": ["2x3", "cram:2x3"],
    "explore": ["2", "5"],
    "large_games": ["3x3", "boxes:1x2", "openspiel"],
    "levels": ["20", "8"],
    "logic": ["1"],
    "many": ["loop"],
    "memory": ["hashed 2x5", "compact 2x5", "dense 2x5", "connect4 3x3"],
    "one_door": ["1", "4"],
    "opponent": ["0.01", "1", "2", "Tic-tac-toe", "Clobber 6×6"],
    "polyominoes": ["1", "4", "8"],
    "records": ["4x4"],
    "records of values": ["cram:4x5", "nogo:2x2", "nogo:3x3", "domineering:4"],
    "replies": ["nim", "tic-tac-toe"],
    "retrograde": ["100", "1000"],
    "reviews": ["nim", "tic-tac-toe"],
    "sequences": ["speed", "survey", "subtraction", "100"],
    "sequences proofs": ["proofs", "0.16"],
    "startup": ["1", "solve nim 2 3"],
    "tablebase_probe": ["3", "3", "20", "100"],
    "theorems": ["bash m=1"],
    "values": ["100", "8"],
    "web": ["3", "1", "0.1"],
    "written": ["1"],
}
"""The words of each file, some with another part behind a space."""
NUMBER, WORD = re.compile(r"\d[\d.,]*\d|\d"), re.compile(r"[a-z]{2,}")
ROWS = [row.split(" | ") for row in re.findall(r"^\| (?!what).*", (BENCHMARKS / "README.md").read_text("utf-8"), re.M)]


def test_each_row_names_a_command_whose_words_its_script_knows() -> None:
    for what, command, *_measured in ROWS:
        script = re.match(r"`[^`]*\b(?:python benchmarks/(\w+\.py)|grundy)([^`]*)`", command)
        assert script, (what, command)
        known = (BENCHMARKS / script[1]).read_text("utf-8") if script[1] else command
        assert {*WORD.findall(script[2])} <= {*WORD.findall(known)}, (what, command)


def test_a_row_quotes_the_page_that_it_names() -> None:
    pages = [(row[0], row[2], page) for row in ROWS for page in re.findall(r"\]\(\.\./(docs/\w+\.md)\)", row[2])]
    for what, measured, page in pages:
        assert {*NUMBER.findall(measured)} <= {*NUMBER.findall((ROOT / page).read_text("utf-8"))}, (what, page)
    assert len(pages) > 4


class Crew(Here):
    """Workers in this process: what `benchmarks/cluster.py` asks Ray for."""

    counted = ((0, 0, 0.0),)


@contextmanager
def here(where: str) -> Generator[Crew]:
    yield Crew(int(where.partition(":")[2]))


def test_every_benchmark_is_run_here() -> None:
    assert {name.partition(" ")[0] for name in TINY} == {path.stem for path in BENCHMARKS.glob("*.py")}


@pytest.mark.slow
@pytest.mark.some(9)
@pytest.mark.parametrize("name", TINY)
def test_a_benchmark_runs(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = BENCHMARKS / f"{name.partition(' ')[0]}.py"
    monkeypatch.setattr(sys, "argv", [str(path), *TINY[name]])
    monkeypatch.syspath_prepend(BENCHMARKS)  # as Python has it for a script: some take what others have
    monkeypatch.setattr(joining, "workers", here)
    with patch.dict(os.environ), warnings.catch_warnings():
        try:
            runpy.run_path(str(path), run_name="__main__")
        except SystemExit as ended:  # of one that says by its exit code whether all was well
            assert not ended.code
    assert capsys.readouterr().out.strip()
