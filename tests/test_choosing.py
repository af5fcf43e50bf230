"""The sampled tests rotate by commit, a change's own are taken whole, and all processes choose alike."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import choosing
from choosing import Chosen, is_touched, number_of, turn


@pytest.mark.parametrize(("count", "wanted"), [(1, 1), (7, 3), (33, 16), (77, 10), (5, 9), (40, 1)])
def test_so_many_run_each_day_and_in_a_few_days_all(count: int, wanted: int) -> None:
    days = [turn(count, wanted, number) for number in range(650, 650 + -(-count // min(wanted, count)))]
    assert all(len(day) == min(wanted, count) for day in days)
    assert set().union(*days) == set(range(count))


def test_each_long_test_stands_in_its_file_and_runs_once_in_eight_commits() -> None:
    tests = choosing.long_tests()
    for test in tests:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (choosing.ROOT / file).read_text(encoding="utf-8"), (
            f"{test} is gone: choosing.py, line 8"
        )
    runs = [set(tests) - choosing.resting(number) for number in range(650, 658)]
    assert set().union(*runs) == set(tests) and max(map(len, runs)) <= len(tests) // 8 + 1
    assert not any(f"test_{guard}.py" in test for test in tests for guard in choosing.GUARDS)


def test_a_commit_that_is_a_word_has_a_number_and_others_have_others() -> None:
    assert number_of("17") == 17
    assert len({number_of(f"{i:040x}") % 7 for i in range(60)}) == 7


def test_without_git_the_choice_is_always_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GRUNDY_COMMIT", raising=False)
    monkeypatch.setattr(choosing, "ROOT", tmp_path)
    assert choosing.choose() == choosing.choose() == Chosen("unknown", 0)
    monkeypatch.setenv("GRUNDY_COMMIT", "613")
    assert choosing.choose() == Chosen("613", 613)


def committed(folder: Path, *paths: str) -> None:
    """Commit files, new or longer than before."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with (folder / path).open("a") as file:
            file.write("#\n")
    git = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e"]
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "more"], check=True)


def test_the_number_grows_by_one_a_commit_and_the_last_one_is_what_was_touched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("GRUNDY_COMMIT", raising=False)
    monkeypatch.setattr(choosing, "ROOT", tmp_path)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    committed(tmp_path, "a.py")
    committed(tmp_path, "tests/test_x.py")
    first = choosing.choose()
    committed(tmp_path, "src/grundy/games/ladder.py")
    (tmp_path / "a.py").write_text("not committed")
    (tmp_path / "new.py").write_text("nor known")
    second = choosing.choose()
    assert (first.number, second.number) == (2, 3) and first.commit != second.commit
    assert first.touched == ("tests/test_x.py",)
    assert second.touched == ("a.py", "new.py", "src/grundy/games/ladder.py")


@pytest.mark.parametrize(
    ("touched", "case", "whole"),
    [
        ("tests/test_a.py", "test_it[nim]", True),
        ("tests/test_b.py", "test_it[nim]", False),
        ("tests/helper.py", "test_it[nim]", True),
        ("tests/conftest.py", "test_it[nim]", False),
        ("src/grundy/solving/a.py", "test_it[nim]", True),
        ("src/grundy/solving/b.py", "test_it[nim]", False),
        ("src/grundy/games/a.py", "test_it[nim]", False),
        ("src/grundy/games/nim.py", "test_it[nim]", True),
        ("src/grundy/games/nim.py", "test_animals[kayles]", False),
        ("src/grundy/games/split_nim.py", "test_it[split-nim: the odious law]", True),
        ("src/grundy/games/split_nim.py", "test_it[split_nim-params13-msd_2-8]", True),
        ("README.md", "test_it[nim]", False),
        ("docs/howto/class.md", "test_it[howto/class.md]", True),
        ("docs/howto/class.md", "test_it[class.md]", False),
        ("benchmarks/logic.py", "test_it[logic]", True),
    ],
)
def test_what_a_change_touched_is_taken_whole(touched: str, case: str, whole: bool, tmp_path: Path) -> None:
    file = tmp_path / "test_a.py"
    file.write_text("import os\nfrom helper import of\nimport conftest\n")
    assert is_touched(file, case, Chosen("c", 1, (touched,))) is whole


SAMPLED = """
import pytest

@pytest.mark.some(3)
@pytest.mark.parametrize("i", range(11))
def test_it(i):
    print()
"""


def run(folder: Path, *options: str) -> str:
    here = Path(__file__).parent
    words = [sys.executable, "-m", "pytest", "-c", str(folder / "pytest.ini"), "-p", "no:cacheprovider", *options]
    env = {**choosing.os.environ, "PYTHONPATH": str(here), "GRUNDY_COMMIT": "5"}
    env = {name: value for name, value in env.items() if not name.startswith("PYTEST_")}
    return subprocess.run(words, capture_output=True, text=True, cwd=folder, env=env, timeout=250).stdout


def test_processes_choose_alike_and_the_header_says_what(tmp_path: Path) -> None:
    """Workers that choose unlike tests end the run with an error."""
    own = "from conftest_of_all import *\n"
    (tmp_path / "conftest.py").write_text(own)
    (tmp_path / "conftest_of_all.py").write_text((Path(__file__).parent / "conftest.py").read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -m 'not slow' -q\nmarkers =\n    slow\n    some\n")
    (tmp_path / "test_it.py").write_text(SAMPLED)
    one, two = run(tmp_path, "-vvv"), run(tmp_path, "-vvv", "-n", "2")
    for said in (one, two):
        assert "sampled tests: commit 5, turn 5" in said and "taken whole" in said and "the whole ran last" in said, (
            said
        )
        assert "3 passed" in said, said
        assert all(f"test_it[{i}]" in said for i in sorted(turn(11, 3, 5))), said
    assert "11 passed" in run(tmp_path, "-m", "")
