"""What all tests must be: those of random cases count the ones that could fail, and none imports from another."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = sorted(HERE.rglob("test_*.py"))

TESTS = """
import pytest
from cases import nontrivial
from hypothesis import given, strategies as st


def test_half():
    for number in range(10):
        nontrivial(number % 2)


def test_less_than_half():
    for number in range(2000):
        nontrivial(number > 1000)


@pytest.mark.parametrize("least", [1, 9])
def test_in_parts(least):
    for number in range(10):
        nontrivial(number >= least)


def test_few():
    for number in range(9):
        nontrivial(False)


@given(st.integers())
def test_says_nothing(number):
    pass


@given(st.integers(1))
def test_all(number):
    nontrivial(number)


def test_another():
    pass
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", [["-p", "no:xdist"], pytest.param(["-n", "1"], marks=pytest.mark.hours)], ids=["here", "in a worker"]
)
def test_trivial_cases_are_told_and_fail(how: list[str], tmp_path: Path) -> None:
    for path in HERE.rglob("*.py"):
        if not path.name.startswith("test_"):
            shutil.copy(path, tmp_path)
    (tmp_path / "test_them.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    asked = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *how, "--shares"]
    out = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    failed = set(re.findall(r"^FAILED test_them.py::(\S+)", out, re.MULTILINE))
    assert failed == {"test_less_than_half", "test_in_parts[9]", "test_says_nothing"}, out
    assert "only 999 of 2,000 cases are not trivial (50%)" in out and "cases.nontrivial(...)" in out
    rows = re.findall(r"^ *([\d,]+) +([\d,]+) +(\d+)%  test_them.py::(\S+)$", out, re.MULTILINE)
    assert rows[:-1] == [
        ("9", "0", "0", "test_few"),
        ("2,000", "999", "50", "test_less_than_half"),
        ("10", "5", "50", "test_half"),
        ("20", "10", "50", "test_in_parts"),
    ], out
    assert rows[-1][2:] == ("100", "test_all") and "cases of 5 property tests" in out


@pytest.mark.slow
def test_which_tests_run_hangs_on_their_files_alone() -> None:
    """And on no commit, no change, no date, no number by lot."""

    def gathered(**other: str) -> list[str]:
        asked = [sys.executable, "-m", "pytest", "--collect-only", "-n", "0", "-m", "", "tests/games", "tests/language"]
        return subprocess.check_output(asked, cwd=HERE.parent, env=os.environ | other, text=True).splitlines()[:-1]

    found = gathered()
    assert (
        found == gathered(GIT_DIR="/nowhere", GRUNDY_SEED="7", PYTHONHASHSEED="9", TZ="Asia/Tokyo")
        and len(found) > 2000
    )


def imports(path: Path) -> list[str]:
    """The modules and names that a file imports."""
    nodes = [
        n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Import | ast.ImportFrom)
    ]
    return [name for n in nodes for name in (getattr(n, "module", None) or "", *(alias.name for alias in n.names))]


@pytest.mark.slow
def test_nothing_is_imported_from_another_test() -> None:
    """What several tests share stands in a module of its own, whose name says what it is."""
    names = {path.stem for path in MODULES}
    assert not [path.name for path in MODULES for name in imports(path) if names & set(name.split("."))]


def test_who_draws_at_random_counts_the_cases() -> None:
    drawing = re.compile(r"^ *@given\(|\bRandom\(|\bdefault_rng\(", re.MULTILINE)
    others = {path: path.read_text(encoding="utf-8") for path in MODULES if path.name != Path(__file__).name}
    assert not [path.name for path, text in others.items() if drawing.search(text) and "nontrivial(" not in text]
