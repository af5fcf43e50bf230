"""What the README and CONTRIBUTING show, works as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.blocks import ROOT, blocks, commands, in_folder, run_command, run_page

PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted(ROOT.glob("README*.md"))}


@pytest.mark.parametrize("name", ["README.md", pytest.param("README.zh-CN.md", marks=pytest.mark.hours)])
def test_every_block_runs(name: str, tmp_path: Path) -> None:
    assert run_page(PAGES[name], tmp_path) > 5


def test_answers_shown_in_chinese_are_those(tmp_path: Path) -> None:
    """What the blocks are is compared with the English ones (`test_chapter`), which run every day."""
    page = PAGES["README.zh-CN.md"]
    shown = [command for block in blocks(page, "console") for command in commands(block.text) if command.shown]
    assert sum("--lang zh" in command.words for command in shown) > 3
    with in_folder(tmp_path):
        for command in shown:
            run_command(command)


@pytest.mark.parametrize("name", PAGES)
def test_the_example_file_is_the_one_shown(name: str) -> None:
    shown = next(block for block in blocks(PAGES[name], "python") if "def clock" in block.text)
    assert shown.text.strip() in (ROOT / "examples" / "my_rules.py").read_text(encoding="utf-8")
