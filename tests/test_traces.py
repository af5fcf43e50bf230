"""Five ways of a datum through the house, each so short that a reader can follow it: its stops are counted."""

from __future__ import annotations

import pytest
from tests.blocks import ROOT

from traces import WALK, WAYS, stops

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
THROUGH = ("solving/by_theorem.py", "solving/sequences.py", "solving/values.py", "language/run.py", "check/laws.py")


def test_a_stop_is_a_file_whose_functions_are_called() -> None:
    found = stops("from grundy import nim", "from grundy.values.nimber import mex; mex([0, 1]); nim(3)")
    assert found == ["values/nimber.py", "rules/ruleset.py", "rules/heaps.py", "rules/position.py"]


@pytest.mark.slow
@pytest.mark.some(2)  # in `.ci/run` the page is made anew
@pytest.mark.parametrize(("title", "through"), [*zip(WAYS, THROUGH, strict=True)])
def test_a_way_is_as_short_as_the_page_shows_it(title: str, through: str) -> None:
    """`python docs/architecture.py` writes the page anew."""
    found = stops(WAYS[title].before, WAYS[title].way)
    assert through in found and len(found) <= WAYS[title].most, found
    shown = next(line for line in PAGE.splitlines() if line.startswith(f"**{title}**"))
    assert [part.strip("` ") for part in shown.partition(": ")[2].rstrip(".").split("→")] == found


@pytest.mark.slow
def test_a_verdict_needs_the_checker_alone() -> None:
    found = stops(*list(WAYS.values())[-1][:2])
    assert all(each.startswith(("check/", "common/", "rules/heapcode")) for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("position", ["walk(9, 9)", "walk(300, 300)", "gr.connect4(width=4, height=3)"])
def test_a_second_question_enters_five_files_at_most(position: str) -> None:
    before = f"{WALK}\nposition = {position}"
    found = stops(f"{before}\nposition.outcome()", "position.outcome()")
    assert found[-1] == "solving/memory.py" and len(found) <= 5, found
    first = stops(before, "position.outcome()")
    assert ("language/read/source.py" in first) == (position == "walk(300, 300)")  # for a small game no file is read
