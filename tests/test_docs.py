"""The documentation: every code block runs and shows what it says, every game has its page, the site is whole."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from email.message import Message
from pathlib import Path
from types import ModuleType

import pytest
from tests.blocks import ROOT, blocks, run_page

from grundy import games

DOCS = ROOT / "docs"
PAGES = {page.relative_to(DOCS).as_posix(): page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md"))}


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if blocks(page)])
def test_every_block_runs(name: str, tmp_path: Path) -> None:
    run_page(PAGES[name], tmp_path)


def test_a_page_that_shows_something_else_fails(tmp_path: Path) -> None:
    for wrong in ("```console\n$ grundy solve nim 1 1\nfirst player wins\n…\n```", "```python\n>>> 1 + 1\n3\n```"):
        with pytest.raises(AssertionError):
            run_page(wrong, tmp_path)


def test_the_architecture_names_every_room() -> None:
    rooms = {path.parent.name for path in (ROOT / "src" / "grundy").glob("*/__init__.py")}
    assert rooms and not {room for room in rooms if f"`{room}/`" not in PAGES["architecture.md"]}


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    """The script that makes pages, as mkdocs runs it, but for the writing."""
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["kayles", "wythoff", "domineering", "tic-tac-toe"])
def test_the_page_of_a_game_shows_its_file(generate: ModuleType, name: str) -> None:
    rules = games.load(name)
    page = generate.page(rules)
    assert (
        page.startswith(f"# {rules.called_by.title}\n")
        and f"grundy play {name}" in page
        and "<svg" in page
        and f"$ grundy explain {name} " in page
    )
    assert all(theorem.statement in page and theorem.source in page for theorem in rules.theorems)
    assert all(f"grundy judge {problem}" in page for problem in rules.judges)
    drawn = {"kayles": "## Sequence", "wythoff": "## Table", "domineering": "## Thermograph"}
    assert [title for title in drawn.values() if title in page] == [drawn[key] for key in drawn if key == name]
    assert ("period 12 from 71 on, proved" in page) == (name == "kayles")


def test_links_of_copied_pages_lead_to_pages_of_the_site(generate: ModuleType) -> None:
    copied = generate.copied(ROOT / "README.md")
    assert "](contributing.md)" in copied and "](theorems.md)" in copied and "](examples/" not in copied


@pytest.mark.slow
def test_the_site_is_whole_and_fetches_nothing_from_outside(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {game.parent.name for game in (tmp_path / "games").glob("*/index.html")} == set(games.names())
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<(script|img|iframe|source)\b[^>]*\bsrc=[\"']?(https?:)?//", text), page
        assert not re.search(
            r"<link\b[^>]*\brel=[\"']?(stylesheet|preconnect|icon)[^>]*href=[\"']?(https?:)?//", text
        ), page
    for sheet in tmp_path.rglob("*.css"):
        assert "url(http" not in sheet.read_text(encoding="utf-8"), sheet


def test_every_library_says_its_licence(generate: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [line for line in generate.libraries().splitlines()[2:] if line]
    assert len(rows) > 15
    assert all(re.search(r"MIT|BSD|Apache|Python Software Foundation", row) and "GPL" not in row for row in rows)
    monkeypatch.setattr(generate, "metadata", lambda name: Message())
    with pytest.raises(ValueError, match="numpy does not say which licence"):
        generate.licence("numpy")
