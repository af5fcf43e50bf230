"""The page on which rules are written: what it asks the server, and that it says what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("bokeh")
pytest.importorskip("cachetools")

from fastapi.testclient import TestClient
from tests.faces.in_process import pages_of

from grundy.common.errors import GrundyError, OutOfTime
from grundy.faces.cli import main
from grundy.faces.web import pages, queries
from grundy.faces.web.answers import ANSWERS
from grundy.faces.web.worker import answer
from grundy.playing import record
from grundy.rules.from_text import packed, unpacked

TEXT = """import grundy as gr


@gr.game(least=0)
def bites(nuts: int, *, m: int = 3):
    for k in range(1, min(m, nuts) + 1):
        yield nuts - k


@gr.game(least=0)
def late(n: int):
    if n > 2:
        yield n - 1
    else:
        yield n // 0
"""
WORD = packed(TEXT)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(pages_of(), follow_redirects=False) as found:
        yield found


def test_a_text_is_told_with_its_games_and_where_play_begins() -> None:
    found = ANSWERS["rules"](text=WORD)
    assert [game["name"] for game in found["games"]] == ["bites", "late"]
    assert found["game"] == "bites" and found["words"] == f"text:{WORD}:bites" and found["fault"] is None
    assert str(queries.position(found["start"])) == "bites(12)"
    small = ANSWERS["small"](words=found["words"])
    assert [each["value"] for each in small["positions"]] == [str(n % 4) for n in range(24)]


def test_faults_have_their_line() -> None:
    wrong = ANSWERS["rules"](text=packed(TEXT.replace("range(1", "open(1")))
    assert wrong["fault"] == {"line": 6, "text": "line 6: open() is not read"} and not wrong["games"]
    found = ANSWERS["rules"](text=WORD, game="late")
    status, body = answer("small", {"words": found["words"]}, "en")
    assert status == 400 and "line 15: the rule fails here" in body.decode()
    status, body = answer("rules", {"text": WORD[:80]}, "en")
    assert status == 400 and "cut off" in body.decode()


def test_where_whoever_cannot_move_loses_is_told_on_the_page() -> None:
    text = (pages.EXAMPLES / "07_hexapawn.py").read_text(encoding="utf-8")
    small = ANSWERS["small"](words=ANSWERS["rules"](text=packed(text))["words"])
    (told,) = small["told"]
    assert told.startswith("at hexapawn(")
    assert "there is neither a move nor an ending: whoever is to move there loses" in told
    assert ANSWERS["small"](words=f"text:{WORD}:bites")["told"] == []


@pytest.mark.parametrize("sides", ['sides="swap"', 'live="."'])
def test_a_move_to_what_is_no_board_has_its_line(sides: str) -> None:
    text = f"""import grundy as gr
from grundy.rules.board import Board

@gr.game(board=gr.Grid(".XO", {sides}), start="1x3")
def beyond(board: Board):
    for cell in board.free:
        yield board.place(
            99 if board.count(0) == 2 else cell, 1
        )
"""
    found = ANSWERS["rules"](text=packed(text))
    assert found["fault"] is None
    status, body = answer("small", {"words": found["words"]}, "en")
    assert status == 400 and "cell 99 is not on the board; its cells are 0 to 2" in body.decode()
    assert json.loads(body)["error"]["data"]["line"] in (7, 8)


def test_a_word_of_rules_is_played_explored_and_proved_as_a_game_is(client: TestClient) -> None:
    word = f"text:{WORD}:bites"
    page = client.get(f"/play?position={quote(word)}+9&embed=1")
    assert page.status_code == 200 and "9 → 8" in page.text
    assert "<footer" not in page.text and "Set up a position" not in page.text and "embed=1" in page.text
    assert "frame-ancestors *" in page.headers["content-security-policy"]
    assert ANSWERS["reply"](words=f"{word} 9", seconds=1.0)["perfect"]
    assert ANSWERS["sequence"](name=word)["law"]["period"] == 4
    assert "a multiple of 4" in ANSWERS["theorem"](name=word)["statement"]
    assert client.get(f"/explore?position={quote(word)}+3").status_code == 200


def test_only_so_many_texts_are_kept() -> None:
    for number in range(queries.TEXTS + 5):
        queries.find(f"text:{packed(TEXT + f'# {number}')}")
    assert len(queries._texts) == queries.TEXTS
    assert sum(name.startswith("text:") for name in queries._names.values()) == queries.TEXTS
    with pytest.raises(GrundyError, match="letters; at most"):
        queries.position("text:" + "A" * 9000)


def test_the_page_has_ten_examples(client: TestClient) -> None:
    page = client.get("/write")
    assert page.status_code == 200 and page.text.count("<option value=") == 11
    assert client.get("/static/examples/01_bites.py").status_code == 200
    assert client.get("/static/codemirror/editor.js").status_code == 200


def test_small_positions_come_in_time_and_say_whether_there_are_more() -> None:
    text = Path(pages.EXAMPLES / "08_hex.py").read_text().replace("3x3", "3x3; 4x4")
    words = ANSWERS["rules"](text=packed(text))["words"]
    soon = ANSWERS["small"](words=words, seconds=0.0)
    assert soon["positions"] == [] and soon["more"]
    found = ANSWERS["small"](words=words)
    assert found["positions"] and not found["more"]  # nothing more is granted
    assert [each["outcome"] for each in found["positions"]] == ["N"] * len(found["positions"])


def test_a_table_begins_with_the_least_number() -> None:
    text = "import grundy as gr\n@gr.game(least=1)\ndef f(n: int):\n    if n > 1: yield n - 1"
    found = ANSWERS["small"](words=ANSWERS["rules"](text=packed(text))["words"])
    assert found["least"] == 1 and [each["value"] for each in found["positions"][:3]] == ["0", "1", "0"]


# ---- the same in the shell, and in a notebook


def test_the_shell_tells_the_address_that_holds_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.py"
    file.write_text(TEXT + f"\n# {tmp_path}", encoding="utf-8")
    assert main(["write", f"{file}:late", "--at", "https://games.example.org/"]) == 0
    address = capsys.readouterr().out.strip()
    assert address.startswith("https://games.example.org/write#") and address.endswith(":late")
    assert unpacked(address.partition("#")[2].removesuffix(":late")) == file.read_text(encoding="utf-8")


def test_a_file_and_a_match_of_a_stranger_are_read_in_a_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = (
        "import grundy as gr\n@gr.game\ndef f(n: int):\n    for k in range(60000): n = n + 0\n    if n: yield n - 1\n"
    )
    monkeypatch.setattr(record, "READING", 0.3)
    moves = ".".join("0" * 500)
    with pytest.raises(OutOfTime, match="the time limit of"):
        record.read(f"/play?{urlencode({'position': f'text:{packed(slow)} 9999', 'moves': moves})}", queries.position)
    file = tmp_path / "rules.py"
    sized = "@f.sized\ndef s(w, h):\n    for k in range(60000): w = w + 0\n    return w\n"
    file.write_text(slow + sized + "f.starts('3x3')\n" * 200, encoding="utf-8")
    assert main(["write", str(file), "--at", "https://games.example.org", "--seconds", "0.3"]) == 2
    assert "the time limit of 0.3 seconds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "game", "said"),
    [
        (TEXT, ":bits", "has no game 'bits'; it has bites, late"),
        (TEXT.replace("range(1", "open(1"), "", "line 6: open() is not read"),
        (TEXT + "".join(f"# {hash((n, 'x'))}\n" for n in range(900)), "", "too long for an address|letters"),
    ],
)
def test_the_shell_says_why_a_file_has_no_address(
    text: str, game: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules.py"
    file.write_text(text, encoding="utf-8")
    assert main(["write", f"{file}{game}", "--at", "https://games.example.org"]) == 2
    assert re.search(said.replace("()", r"\(\)"), capsys.readouterr().err)


def test_a_cell_of_a_notebook_holds_rules() -> None:
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    shell.run_line_magic("load_ext", "grundy")
    found = shell.run_cell_magic("grundy", "", TEXT)
    ElementTree.fromstring(f"<div>{found._repr_html_()}</div>")
    assert "bites" in found._repr_html_() and "period 4" in found._repr_html_() and str(found).startswith("bites(0): ")
    assert shell.user_ns["bites"](10).grundy() == 2
    assert "<td>0</td>" in shell.run_cell_magic("grundy", "bites", TEXT)._repr_html_()
    assert shell.run_cell_magic("grundy", "none", TEXT) is None  # what is wrong is printed
