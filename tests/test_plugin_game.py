"""A new file in ``games/`` of at most 25 lines gives its game everywhere, and nothing else is edited."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import grundy

ROOT = Path(__file__).parents[1]
GAME = '''"""Odd bites, a game for a first lesson: from a row of nuts an odd number is taken, at most m of them."""

from grundy.rules.functions import game


@game(least=0)
def odd_bites(nuts: int, *, m: int = 5):
    """Take an odd number of nuts, at most m."""
    for k in range(1, min(m, nuts) + 1, 2):
        yield nuts - k


@odd_bites.theorem(name="parity", source="every move changes the parity", where=lambda nuts, *, m: m >= 1)
def parity(nuts: int, *, m: int) -> int:
    """The value is 0 or 1, as the number of nuts is even or odd."""
    return nuts % 2


@odd_bites.explanation
def why(solution):
    story = f"Every move turns odd into even and even into odd, and {solution.position.state} nuts are left."
    return story if solution.source else ""
'''


SERVER = """
import time
from fastapi.testclient import TestClient
from grundy.web import create_app

def got(client, address):
    answer = client.get(address)
    while answer.status_code == 202:  # a worker is at it
        time.sleep(0.2)
        answer = client.get(address)
    return answer

if __name__ == "__main__":
    with TestClient(create_app()) as client:
        print(*(game["name"] for game in got(client, "/api/v1/games").json() if game["name"] == "odd-bites"))
        for page in ("/", "/play?position=odd-bites+7", "/explore?position=odd-bites+7"):
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


def test_the_file_is_short() -> None:
    assert len(GAME.splitlines()) <= 25


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
    code = "import grundy as gr; from grundy.drawing import svg; print(svg(gr.odd_bites(3), interactive=True))"
    assert "<title>odd-bites(3)" in python(source, "-c", code)


@pytest.mark.slow
def test_the_tests_of_the_catalogue_find_it(source: Path) -> None:
    options = ("-p", "no:cacheprovider", "-o", "addopts=", "-o", "pythonpath=tests", "--collect-only", "-q")
    files = ("tests/test_theorems.py", "tests/test_drawing.py")
    ids = python(source, "-m", "pytest", *options, *files).splitlines()
    assert "tests/test_theorems.py::test_theorem[odd-bites: parity]" in ids
    assert len([name for name in ids if "test_drawing" in name and "[odd-bites]" in name]) >= 2
    python(source, "-m", "pytest", *options[:-2], "-q", "tests/test_theorems.py", "-k", "odd-bites")


def test_its_page_in_the_documentation(source: Path) -> None:
    code = """import sys; sys.path.insert(0, "docs"); import generate; from grundy import games
rules = games.load("odd-bites"); print(generate.page(rules), generate.index([rules]))"""
    page = python(source, "-c", code)
    for part in ("# odd-bites", "a game for a first lesson", "<svg", "def odd_bites", "## Parity", "$ grundy solve"):
        assert part in page


@pytest.mark.slow
def test_the_server(source: Path) -> None:
    for module in ("fastapi", "httpx", "jinja2"):
        pytest.importorskip(module)
    main = source / "server.py"
    main.write_text(SERVER, encoding="utf-8")
    assert python(source, main).split() == ["odd-bites", "200", "200", "200"]
