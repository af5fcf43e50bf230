"""Five ways of a datum through the house, each so short that a reader can follow it: its stops are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from traces import stops

WALK = """
import grundy as gr

@gr.game
def walk(a: int, b: int):
    for k in (1, 2):
        if a >= k:
            yield a - k, b
        if b >= k:
            yield a, b - k
"""


def test_a_stop_is_a_file_whose_functions_are_called() -> None:
    found = stops("from grundy import nim", "from grundy.values.nimber import mex; mex([0, 1]); nim(3)")
    assert found == ["values/nimber.py", "rules/ruleset.py", "rules/heaps.py", "rules/position.py"]


@pytest.mark.parametrize(
    ("before", "way", "most", "through"),
    [
        ("from grundy import nim", "str(nim(3, 4, 5).solve())", 16, "solving/by_theorem.py"),
        ("from grundy import kayles, nim", "str((kayles(5, 3) + nim(7)).solve())", 25, "solving/sequences.py"),
        ("from grundy import domineering", "str(domineering(3, 3).value())", 30, "solving/values.py"),
    ],
    ids=["nim", "a sum", "a board to its value"],
)
def test_from_a_position_to_its_answer(before: str, way: str, most: int, through: str) -> None:
    found = stops(before, way)
    assert through in found and "solving/engine.py" in found
    assert len(found) <= most, found


def test_from_a_rule_to_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "walk.py").write_text(WALK, encoding="utf-8")
    found = stops(
        f"sys.path.insert(0, {str(tmp_path)!r}); from walk import walk",
        "from grundy.solving.compiled_rules import native; assert native(walk, [(9, 9)]).code",
    )
    assert {"language/read/functions.py", "language/run.py", "kernels/jit.py"} <= {*found}
    assert len(found) <= 41, found


def test_from_a_certificate_to_its_verdict() -> None:
    found = stops(
        "import grundy as gr; from grundy.proving.theorem import prove; made = prove(gr.kayles).certificate()",
        "from grundy.check import check; assert check(made).verified",
    )
    assert all(each.startswith(("check/", "common/", "rules/heapcode")) for each in found)
    assert len(found) <= 12, found
