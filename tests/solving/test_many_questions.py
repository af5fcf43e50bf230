"""A process that gets many questions answers each as a fresh one does, whatever was too large before (`many_questions`)."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

import many_questions

EVERYDAY, MANY = 150, int(os.environ.get("GRUNDY_QUESTIONS", "1000"))
"""With ``GRUNDY_QUESTIONS=10000`` it takes some minutes."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


def compared(first: int, last: int, *how: str) -> dict[str, Any]:
    """Return how the answers to a range of questions differ, from a process without threads, which may be forked."""
    script = Path(many_questions.__file__)
    done = run([sys.executable, script, str(first), str(last), *how], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def check(first: int, last: int, *how: str) -> None:
    found = compared(first, last, *how)
    assert not found["differences"], found
    assert found["asked"] == (len(many_questions.KINDS) if how else last - first)
    assert 0.05 <= found["too large"] / found["asked"] <= 0.2, found
    assert found["refused"] + found["took too long"] <= found["asked"] / 4, found


@pytest.mark.slow
def test_some_questions_in_a_row() -> None:
    check(0, EVERYDAY, "each")


@pytest.mark.hours
def test_many_questions_in_a_row() -> None:
    check(0, EVERYDAY + MANY)


def test_every_kind_is_asked_every_day() -> None:
    assert {many_questions.drawn(number)[0] for number in range(EVERYDAY)} == {*many_questions.KINDS}
