"""A new file in ``games/``, the example of CONTRIBUTING, gives its game everywhere, and nothing else is edited."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import grundy

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "odd_bites.py"
GAME = EXAMPLE.read_text(encoding="utf-8")
OF_EVERY_GAME = sorted(
    path.relative_to(ROOT)
    for path in (ROOT / "tests").rglob("test_*.py")
    if re.search(r"games\.names\(\)|, names\(\)|\bNAMES\b|load_all\(\)", path.read_text(encoding="utf-8"))
)
"""The tests that ask something of each game of the catalogue."""
OF_THE_CATALOGUE = [Path("tests/games") / f"test_{of}.py" for of in ("gate", "theorems", "starts", "manifest")]
EVERYDAY = [*OF_THE_CATALOGUE, Path("tests/common/test_language.py")]

SERVER = """
import time
from fastapi.testclient import TestClient
from grundy.faces.web import create_app

def got(client, address):
    answer = client.get(address)
    while answer.status_code == 202:  # a worker is at it
        time.sleep(0.2)
        answer = client.get(address)
    return answer

if __name__ == "__main__":
    with TestClient(create_app()) as client:
        print(*(game["name"] for game in got(client, "/api/v1/games").json() if game["name"] == "odd-bites"))
        for page in ("/games", "/play?position=odd-bites+7", "/explore?position=odd-bites+7"):
            answer = got(client, page)
            print(answer.status_code if "odd-bites" in answer.text else answer.text)
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's source that has the game's file besides."""
    source = tmp_path_factory.mktemp("src")
    shutil.copytree(Path(grundy.__file__).parent, source / "grundy")
    (source / "grundy" / "games" / "odd_bites.py").write_text(GAME, encoding="utf-8")
    return source


def python(source: Path, *argv: object, given: str = "") -> str:
    """What Python prints with that source; it must end well."""
    env = {**os.environ, "PYTHONPATH": str(source), "PYTHONIOENCODING": "utf-8"}
    words = [sys.executable, *map(str, argv)]
    done = subprocess.run(words, input=given, env=env, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_shows_the_file_as_it_is() -> None:
    assert len(GAME.splitlines()) <= 30
    assert f"```python\n{GAME}```" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_shell(source: Path) -> None:
    listed = json.loads(python(source, "-m", "grundy", "games", "--json"))
    assert [game["theorems"][0]["name"] for game in listed if game["name"] == "odd-bites"] == ["parity"]
    assert "method: parity" in python(source, "-m", "grundy", "solve", "odd-bites", 7)
    assert "7 nuts are left" in python(source, "-m", "grundy", "explain", "odd-bites", 7)
    assert "odd-bites" in python(source, "-c", "import grundy; print(grundy.odd_bites(3))")


def test_a_game_against_the_perfect_player(source: Path) -> None:
    """Whatever is taken of an odd number, the one who began takes the last nut."""
    told = python(source, "-m", "grundy", "play", "odd-bites", 3, given="2\n1\n0\n")
    assert "you win" in told.lower()


def test_its_picture(source: Path) -> None:
    code = "import grundy as gr; from grundy.faces.drawing import svg; print(svg(gr.odd_bites(3), interactive=True))"
    assert "<title>odd-bites(3)" in python(source, "-c", code)


def asked(source: Path, files: list[Path]) -> list[str]:
    """Run what some tests ask of the game; return what passed, by file. Nothing may fail."""
    options = ("-pno:cacheprovider", "-oaddopts=", f"-opythonpath={source} . tests", "-n0", "-qrA", "--hours")
    told = python(source, "-m", "pytest", *options, "-k", "odd-bites or odd_bites", *files)
    return re.findall(r"^PASSED tests/(?:\w+/)*(\w+)\.py", told, re.MULTILINE)


@pytest.mark.slow
def test_the_tests_of_the_catalogue_find_it(source: Path) -> None:
    """The gate, the theorem, the starts and the names; in Chinese it is passed over until there are words for it."""
    passed = asked(source, EVERYDAY)
    assert {"test_gate", "test_theorems", "test_starts"} <= set(passed) and len(passed) > 10


@pytest.mark.hours
def test_all_that_is_asked_of_every_game_is_asked_of_it(source: Path) -> None:
    assert set(EVERYDAY[:3]) < set(OF_EVERY_GAME) and len(OF_EVERY_GAME) > 10  # the manifest names its games
    assert len(set(asked(source, OF_EVERY_GAME))) > 8


def test_its_page_in_the_documentation(source: Path) -> None:
    code = """import sys; sys.path.insert(0, "docs"); import generate; from grundy import games
rules = games.load("odd-bites"); print(generate.page(rules), generate.index([rules]))"""
    page = python(source, "-c", code)
    for part in ("# Odd Bites", "a game for a first lesson", "<svg", "def odd_bites", "## Parity", "$ grundy solve"):
        assert part in page


@pytest.mark.hours
def test_the_server(source: Path) -> None:
    for module in ("fastapi", "httpx", "jinja2"):
        pytest.importorskip(module)
    main = source / "server.py"
    main.write_text(SERVER, encoding="utf-8")
    assert python(source, main).split() == ["odd-bites", "200", "200", "200"]
