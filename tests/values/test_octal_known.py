"""Every known octal game: the period, the preperiod and the greatest value of each row, found and proved from the code."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from grundy.rules.heaps import code
from grundy.solving import sequence_laws
from grundy.solving.sequences import NimSequence
from grundy.solving.sparse import SparseSequence

KNOWN = Path(__file__).parents[3] / "shared" / "conformance" / "octal_known.csv"
LONG, NEAR = 10**6, 2048
"""Rows that need more values, and values of open rows beyond, are left to the slow tests."""


def rows(status: str) -> list[dict[str, str]]:
    if not KNOWN.exists():
        if os.environ.get("CI"):
            pytest.fail(f"{KNOWN} is missing")
        pytest.skip("no table of known octal games here")
    return [row for row in csv.DictReader(KNOWN.open()) if row["status"] == status]


def game(row: dict[str, str]) -> NimSequence:
    names = {"Grundy": "unequal 4.0", "Grundy's game": "unequal 4.0", "grundy": "unequal 4.0"}
    return NimSequence(code(names.get(row["game"], row["game"])))


def size(row: dict[str, str]) -> int:
    return 2 * (int(row["preperiod"]) + int(row["period"]))


def check(row: dict[str, str]) -> None:
    law = game(row).law(max(1 << 14, size(row) + 10))
    assert law.proved, row["game"]
    assert (law.period, law.preperiod) == (int(row["period"]), int(row["preperiod"])), row["game"]
    assert int(np.max(law.head)) == int(row["max_value"]), row["game"]


@pytest.mark.slow
def test_proved_rows() -> None:
    short = [row for row in rows("proved") if size(row) < LONG]
    assert len(short) > 500
    for row in short[::4]:
        check(row)


@pytest.mark.hours
def test_all_proved_rows() -> None:
    for row in rows("proved"):
        check(row)


@pytest.mark.parametrize(("most", "step"), [(NEAR, 40), pytest.param(4 * NEAR, 1, marks=pytest.mark.hours)])
def test_open_rows_are_not_contradicted(most: int, step: int) -> None:
    """None of the open games is proved periodic; what others found of their values is in the slow test below."""
    for row in rows("open")[::step]:
        assert int(row["checked_to_n"]) > most
        assert not game(row).law(most).proved, row["game"]


@pytest.mark.hours
def test_open_rows_as_far_as_others_went() -> None:
    """The greatest value, where the table has it."""
    for row in rows("open"):
        limit = int(row["checked_to_n"])
        if row["max_value"]:
            sequence = game(row)
            sequence.extend(limit)
            assert int(np.max(sequence.computed(limit))) == int(row["max_value"]), row["game"]


@pytest.mark.parametrize(("text", "first", "period"), [("0.16", 1 << 17, 149459), ("0.156", 1 << 12, 349)])
def test_a_window_of_values_is_enough(text: str, first: int, period: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_laws, "FIRST", first)
    monkeypatch.setattr(sequence_laws, "ROOM", 1 << 17)
    sequence = SparseSequence(code(text).code)
    found = sequence_laws.find_period(sequence, 1 << 20)
    assert found is not None and found.period == period
    assert len(sequence.values) == 1 << 17
    law = NimSequence(code(text)).law(1 << 20)
    assert found.start >= law.preperiod and found.period == law.period


@pytest.mark.hours
def test_the_window_proves_a_long_period() -> None:
    sequence = SparseSequence(code("0.104").code)
    found = sequence_laws.find_period(sequence, 1 << 28)
    assert found is not None and found.period == 11770282
    assert len(sequence.values) == sequence_laws.ROOM
