"""The table of a game of boards is that of its starts by size, and of no mask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grundy as gr
from grundy import games
from grundy.common.errors import PositionError
from grundy.proving import guess
from shell import Run

BOARDS = [rules.name for rules in games.load_all() if guess.is_of_boards(rules)]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    return Run(monkeypatch, tmp_path)


def test_numbers_are_tabulated_as_they_were() -> None:
    for name in ("nim", "wythoff", "bash", "kayles", "chomp", "euclid", "cutcake", "maundy-cake", "choose-nim"):
        assert name not in BOARDS, name
    assert {"treblecross", "tic-tac-toe", "domineering", "hex", "dots-and-boxes", "hackenbush"} <= set(BOARDS)


@pytest.mark.some(8)
@pytest.mark.parametrize("name", BOARDS)
def test_a_table_of_boards_is_of_their_starts(name: str) -> None:
    rules = games.load(name)
    try:
        table = guess.by_size(rules, 2)
    except gr.GrundyError as problem:
        assert f"grundy solve {name} " in str(problem) and not rules.takes_sizes
        return
    for a, row in enumerate(table):
        for b, entry in enumerate(row):
            try:
                start = rules.start(a, b) if a and b else None
            except PositionError:
                start = None
            if start is None:
                assert entry is None, (a, b)
            elif rules.partisan or rules.sided or rules.has_ending:
                assert entry == (start.score() if rules.scoring and not rules.sided else start.outcome()), (a, b)
            else:
                assert entry == (start.score() if rules.scoring else start.grundy()), (a, b)


def test_a_row_of_treblecross_is_won_as_uva_10561_has_it(run: Run) -> None:
    rows = json.loads(run("table", "treblecross", "--to", "8", "--json").out)["rows"]
    assert rows[1] == [None, *(games.load("treblecross")("." * n).solve().outcome.value for n in range(1, 9))]
    assert all(entry is None for row in (rows[0], *rows[2:]) for entry in row)


def test_what_is_too_large_is_marked_and_nothing_larger_is_tried(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setitem(guess.LIMITS, "positions", 60)
    lines = run("table", "hex", "--to", "4").out.splitlines()
    assert lines[0] == "hex from the start on a board of each size (first number down, second across)"
    assert lines[1].split() == ["1", "2", "3", "4"] and lines[2].split()[:3] == ["1", "N", "P"]
    assert guess.TOO_LARGE in lines[5] and lines[-1].startswith(guess.TOO_LARGE)
