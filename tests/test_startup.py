"""What short commands do not load: counted, since to load it takes longer than to answer."""

from __future__ import annotations

import pytest

from grundy.kernels import library, objects
from loading import HEAVY, loaded, own


@pytest.mark.parametrize(
    ("command", "given", "most"),
    [
        ("judge nim", "2\n3 5\n", 33),
        ("solve nim 2 3", "", 41),
        ("solve kayles 5 3 + nim 7", "", 47),
    ],
)
def test_closed_forms_load_little(command: str, given: str, most: int) -> None:
    modules = loaded(command, given)
    assert not HEAVY & modules
    assert len(own(modules)) <= most
    games = {name for name in own(modules) if name.startswith("grundy.games.")}
    assert games == {f"grundy.games.{name}" for name in ("nim", "kayles") if name in command}


def test_a_sum_in_python_needs_no_values() -> None:
    program = "import sys; from grundy import kayles, nim; print((kayles(5, 3) + nim(7)).solve()); "
    modules = loaded("", program=f"{program}print(*sys.modules, file=sys.stderr)")
    assert not HEAVY & modules
    assert len(own(modules)) <= 37


def test_a_contest_problem_needs_no_evidence() -> None:
    modules = loaded("judge nim", "1\n1\n")
    assert not {"grundy.common.evidence", "grundy.rules.explanations", "grundy.rules.text.words", "sysconfig"} & modules


def test_boards_need_no_compiler() -> None:
    if not library.file(objects.level()).exists():
        pytest.skip("no library of kernels was built here")
    assert not {"llvmlite", "numba", "grundy.language.ir"} & loaded("solve domineering 5 5")
