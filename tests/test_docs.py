"""Every code block of the documentation runs, and shows what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.blocks import ROOT, blocks, run_page

PAGES = {
    str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").rglob("*.md"))
}


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if blocks(page)])
def test_every_block_runs(name: str, tmp_path: Path) -> None:
    run_page(PAGES[name], tmp_path)


def test_the_architecture_names_every_room() -> None:
    rooms = {path.parent.name for path in (ROOT / "src" / "grundy").glob("*/__init__.py")}
    page = PAGES[str(Path("docs") / "architecture.md")]
    assert rooms and not {room for room in rooms if f"`{room}/`" not in page}
