"""`grundy check rules.py:g`: what is said of an author's rules, and games that are wrong in each way."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.sessions import is_the_same, made

from grundy.faces.cli import check as formulas
from grundy.playing import rule_check
from grundy.rules.position import Position as grundy_position
from shell import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    (tmp_path / "rules.py").write_text(made("checking", "rules.py"), encoding="utf-8")
    return Run(monkeypatch, tmp_path)


@pytest.mark.slow
def test_what_is_said_of_rules(tmp_path: Path) -> None:
    assert is_the_same("checking", tmp_path)


def test_positions_that_nobody_told_are_guessed(tmp_path: Path) -> None:
    assert is_the_same("guesses", tmp_path)


def test_what_is_compared_is_counted_and_not_timed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for by, tick, formula, said, fewer in (
        (rule_check, 1, (), "59 small ", " 9 small "),
        (formulas, 8, ("n % 4",), "2,002 ", " 31 "),
    ):
        told = run(*(words := ("check", "rules.py:bash", *formula, "--prover", "0"))).out
        monkeypatch.setattr(by, "monotonic", count(step=tick).__next__)
        assert run(*words).out == told and f"{said}positions" in told
        monkeypatch.setattr(by, "WORK", 100)
        assert f"{fewer}positions" in run(*words).out


@pytest.mark.slow
def test_a_board_of_a_thousand_cells_is_answered_within_limits(run: Run) -> None:
    for words in (["solve", "rules.py:three"], ["solve", "rules.py:leaps"]):
        done = run(*words, "25", "40", "--seconds", "1")
        assert (done.code, done.out) == (2, "") and "1 s" in done.err.splitlines()[-1]


def test_sums_are_compared_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that is right of each game alone and wrong of a sum is found."""
    from grundy.rules.sums import SumRuleset
    from grundy.values.outcome import Outcome

    usual = grundy_position.solve

    def wrong(position: Any, *args: Any, **more: Any) -> Any:
        found = usual(position, *args, **more)
        if isinstance(position.ruleset, SumRuleset):
            monkeypatch.setattr(found, "outcome", Outcome.P)
        return found

    monkeypatch.setattr(grundy_position, "solve", wrong)
    done = run("check", "rules.py:bash", "--prover", "0")
    assert done.code == 1 and "bash(1) + bash(2)" in done.out


@pytest.mark.slow
def test_of_what_is_not_proved_the_last_attempt_is_told(run: Run) -> None:
    """`prove` has a line for each: all of them in one line were cut in the middle of one."""
    (run.folder / "odd.py").write_text(
        "import grundy as gr\n\n\n@gr.game\ndef odd(n: int):\n    if n > 1:\n        yield 3 * n + 1 if n % 2 else n // 2\n",
        "utf-8",
    )
    law = next(line for line in run("check", "odd.py:odd").out.splitlines() if line.startswith("law"))
    assert (
        "not proved: the guess is refuted at (" in law
        and "also tried" not in law
        and law.endswith("no other automaton")
    )
