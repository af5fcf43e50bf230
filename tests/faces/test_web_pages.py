"""The pages as HTML: what they say, what they refuse, how they are carried from one address to the next."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import cache
from html import unescape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("bokeh")
pytest.importorskip("cachetools")

from fastapi.testclient import TestClient
from starlette.requests import Request
from tests.faces.in_process import pages_of
from tests.sessions import is_the_same

from grundy.common import messages
from grundy.faces import drawing
from grundy.faces.drawing import charts
from grundy.faces.web import pages, queries
from grundy.faces.web.admission import Pending, Refused
from grundy.faces.web.answers import ANSWERS, points
from grundy.faces.web.match_page import PLAY, redone, tongue, undone
from grundy.playing.lessons import LESSONS
from grundy.playing.puzzles import making


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A browser whose questions are answered at once, in this process."""

    with TestClient(pages_of(), follow_redirects=False) as found:
        yield found


def refusing(answer: object) -> TestClient:
    """Return a browser whose every question has this answer, or raises it."""

    async def ask(name: str, /, **arguments: object) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return TestClient(pages_of(ask))


def text(page: str) -> str:
    """Return what a reader sees of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)).strip()


@pytest.mark.slow
@pytest.mark.some(10)
@pytest.mark.parametrize("lang", messages.languages())
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games?q=nim&class=impartial&hard=medium",
        "/sequences?name=0,1,2,0,1,2,0,1,2,0,1,2&to=100",
        "/play",
        "/play?position=domineering+..%7C..&begins=right&moves=0",
        "/play?position=deque+3+9+2+7&moves=0&second=human",
        "/play?position=northcott&first=perfect",
        "/play?position=nim+1+2&moves=0.1&level=3",
        "/explore?position=kayles+3+%2B+nim+2",
        "/sequences?name=0.07&to=100",
        "/values?expression=%7B1%7C-1%7D&other=0",
        "/worksheet",
        "/worksheet?cell=G+%3D+domineering(2,3)&cell=G+>+0&cell=x",
        "/report?position=bash&size=5..6&vary=m%3D2,3",
        "/theorems",
        "/theorems/subtraction%20s=1,3,4",
    ],
)
def test_every_page_in_every_language(client: TestClient, path: str, lang: str) -> None:
    page = client.get(path, headers={"accept-language": lang})
    assert page.status_code == 200, text(page.text)
    assert f'<html lang="{"zh-Hans" if lang == "zh" else lang}">' in page.text
    heads = [int(level) for level in re.findall(r"<h([1-6])", page.text)]
    assert heads[0] == heads.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(heads)), "a level is left out"
    ids = re.findall(r'\sid="([^"]+)"', re.sub(r"(?s)<svg.*?</svg>", "", page.text))
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<label for="([^"]+)"', page.text)) <= set(ids)
    assert not re.search(r"<script(?![^>]*\ssrc=)|\son\w+=|(?:src|href)=\"(?:https?:)?//", page.text), (
        "not of this server"
    )


def test_what_is_wrong_is_told_in_one_sentence(client: TestClient, tmp_path: Path) -> None:
    assert is_the_same("pages", tmp_path, lambda address, asked: client.get(address, params=dict(asked)))


def test_what_was_typed_is_kept_and_escaped(client: TestClient) -> None:
    evil = '"><script>alert(1)</script>'
    for path in ("/play", "/explore"):
        page = client.get(path, params={"position": evil}).text
        assert "<script>alert" not in page
        assert 'value="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in page
    assert "<script>alert" not in client.get("/values", params={"expression": "1", "other": evil}).text
    assert "<script>alert" not in client.get("/", params={"q": evil}).text
    page = client.get("/play", params={"position": "nim 2 3", "to": evil}).text
    assert "<script>alert" not in page and "nim(2, 3)" in page


def test_the_address_of_a_worksheet_is_the_sheet(client: TestClient) -> None:
    cells = ["# one & two", "G = {1|-1} + ^<2>", "G > 0", '"nim 3" + G', "<script>alert(1)</script>"]
    page = client.get("/worksheet", params={"cell": [cells[0], "", *cells[1:]]}).text
    found = [html.unescape(value) for value in re.findall(r'name="cell"[^>]* value="([^"]*)"', page)]
    assert found == [*cells, ""], "and one that is empty, for what comes next"
    assert "<script>alert" not in page and page.count("<math") == 2
    assert page.count('aria-invalid="true"') == page.count('class="wrong"') == 1
    again = client.get("/worksheet", params={"cell": found}).text
    assert re.findall(r'name="cell"[^>]* value="([^"]*)"', again) == re.findall(
        r'name="cell"[^>]* value="([^"]*)"', page
    )
    empty = client.get("/worksheet", params={"cell": ""}).text
    assert re.findall(r'name="cell"[^>]* value="([^"]*)"', empty) == [""]
    full = client.get("/worksheet", params={"cell": ["1"] * 61})
    assert full.status_code == 400 and full.text.count('value="1"') == 61, "what was typed is kept"
    assert 'hreflang="zh-Hans"' in page and "cell=G+%3D" in re.findall(r'<a href="([^"]*)" lang="zh-Hans"', page)[0]


def test_a_tree_of_options_is_read_without_scripts(client: TestClient) -> None:
    sheet = client.get("/worksheet", params={"cell": ["G = domineering(2, 3)", "1"]}).text
    (link, of_one) = re.findall(r'<a href="(/options[^"]*)"', sheet)
    page = client.get(html.unescape(link)).text
    assert "Left&#39;s options" in page and page.count("data-branch") == page.count('href="/options?position=') == 7
    assert "2 more that are never better" in page and client.get(html.unescape(of_one)).text.count('class="leaf"') == 1


def test_the_hints_are_the_verdicts_best_first(client: TestClient) -> None:
    page = client.get("/play?position=nim+1+3&numbers=1").text
    assert re.findall(r'<a class="move (\w+)"', page) == ["win", *["loss"] * 3]
    assert re.findall(r"<span>(heap.*?)</span>", page)[0] == "heap 2: 3 → 1"
    hidden = client.get("/play?position=nim+1+3").text
    assert not re.findall(r'class="(?:move|spot) (?:win|loss)"', hidden) and "With best play" not in hidden
    assert [re.sub(r"\s+", " ", m) for m in re.findall(r"<span>(heap.*?)</span>", hidden)] == [
        "heap 1: 1 → 0",
        *(f"heap 2: 3 → {k}" for k in (0, 1, 2)),
    ], "in the order of the rules"


def test_a_hint_comes_in_steps(client: TestClient) -> None:
    """A nudge, then the move, then the reason; each step has an address, and the next move forgets them."""
    steps = [client.get(f"/play?position=nim+1+3&hint={step}").text for step in range(4)]
    lines = [
        re.findall(r"<p>(.*?)</p>", page.partition('<div class="hint"')[2].partition("</div>")[0]) for page in steps
    ]
    assert lines[:3] == [
        [],
        ["You can win, but only with one move. Look at heap 2."],
        ["You can win, but only with one move. Look at heap 2.", "A best move is heap 2: 3 → 1."],
    ]
    assert lines[3][:2] == lines[2] and "xor" in " ".join(lines[3][2:])
    marked = [page.count('class="sign" cx=') for page in steps]
    assert marked == [0, 0, 1, 1], "the move is marked when it is told, and no other"
    for page, step in zip(steps, "1230", strict=True):
        on = unescape(re.findall(r'href="([^"]*)" data-swap data-key="h"', page)[0])
        assert ("hint=" + step in on) == (step != "0"), on
    assert all("hint" not in unescape(href) for href in re.findall(r'<a class="move[^>]*href="([^"]*)"', steps[2]))
    assert "Every move loses" in client.get("/play?position=nim+3+3&hint=1").text
    assert "The hardest to answer is heap 1: 3 → 2." in client.get("/play?position=nim+3+3&hint=2").text
    assert not re.findall(r'class="(?:move|spot) (?:win|loss)"', steps[1]) and "With best play" not in steps[3]


def test_a_game_that_is_over_is_told_to_who_played(client: TestClient) -> None:
    def said(**query: str) -> str:
        page = client.get("/play", params=query | {"lang": "en"}).text
        return text(re.findall(r"(?s)data-over>(.*?)</p>", page)[0])

    assert said(position="nim 1", moves="0") == "You win. Second player cannot move."
    assert said(position="nim 1", moves="0", first="perfect", second="human") == (
        "You lose. Second player cannot move."
    )
    assert said(position="nim 1", moves="0", play="misere") == "You lose. Second player cannot move."
    assert said(position="nim 1", moves="0", second="human") == (
        "The game is over: the first player has won. Second player cannot move."
    )
    assert said(position="tic-tac-toe XX./OO./...", moves="0", second="human") == (
        "The game is over: the first player has won."
    )
    client.cookies.clear()


@pytest.mark.parametrize(
    ("position", "moves", "side"),
    [("clobber XO|OX", "", 0), ("clobber XO|OX", "0", 1), ("tic-tac-toe X../.../...", "", 1), ("tic-tac-toe", "", 0)],
)
def test_the_player_to_move_is_shown_by_a_piece(client: TestClient, position: str, moves: str, side: int) -> None:
    page = client.get("/play", params={"position": position, "moves": moves, "second": "human"}).text
    shown = drawing.token(queries.position(position), side)
    assert shown and shown in page
    assert page.count('class="position token"') == 1


def test_moves_are_addresses(client: TestClient) -> None:
    page = client.get("/play?position=nim+1+3&numbers=1").text
    first = re.findall(r'<a class="move win"[^>]* href="([^"]*)"', page)[0].replace("&amp;", "&")
    turn = client.get(first).text
    assert "grundy is thinking" in turn and "data-auto" in turn and 'class="spot' not in turn
    answered = client.get(re.findall(r'href="([^"]*)" data-swap data-auto', turn)[0].replace("&amp;", "&"))
    assert answered.status_code == 303
    after = client.get(answered.headers["location"])
    assert (
        "First player to move" in after.text and len(re.findall("(?:First|Second) player: heap", text(after.text))) == 2
    )
    undo = re.findall(r'href="([^"]*)" data-swap data-key="u"', after.text)[0].replace("&amp;", "&")
    assert "nim(1, 3)" in client.get(undo).text and text(client.get(undo).text).count("player: heap") == 2
    redo = re.findall(r'href="([^"]*)" data-swap data-key="r"', client.get(undo).text)[0].replace("&amp;", "&")
    said = "Second player moved heap 1: 1 → 0: perfect "
    assert said in text(after.text) and text(client.get(redo).text) == text(after.text).replace(said, "")


def test_a_pass_that_is_the_only_move_makes_itself(client: TestClient) -> None:
    page = client.get("/play", params={"position": "dots-and-boxes XX/XX./XX pass", "second": "human"}).text
    assert "the only move is to pass" in page and 'class="spot' not in page
    after = client.get(re.findall(r'href="([^"]*)" data-swap data-auto', page)[0].replace("&amp;", "&"))
    assert after.status_code == 200 and "Second player to move" in after.text and 'class="spot' in after.text
    undone = re.findall(r'href="([^"]*)" data-swap data-key="u"', after.text)[0].replace("&amp;", "&")
    assert "data-auto" not in client.get(undone).text, "what was undone is not done at once again"


@pytest.mark.parametrize(("position", "named"), [("hex", "row"), ("chess-endings", "column e"), ("connect4", "column")])
def test_each_step_of_a_hint_says_more(
    client: TestClient, position: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a game is too large to be solved; rows have the names that stand beside the board."""
    monkeypatch.setattr(queries, "solving", lambda: 0.2)

    def lines(step: int) -> list[str]:
        page = client.get("/play", params={"position": position, "hint": str(step), "seconds": "0.1"}).text
        return re.findall("<p>(.*?)</p>", page.partition('<div class="hint"')[2].partition("</div>")[0])

    first, second, third = lines(1), lines(2), lines(3)
    assert len(first) == 1 and f"Look at {named}" in first[0]
    assert (len(second) == 2 and "move" in second[1]) or "play" in second[1]
    assert len(third) > 2


def test_all_steps_of_a_hint_ask_one_question() -> None:
    asked, boards = list[object](), list[str]()

    async def ask(name: str, /, lang: str = "", **arguments: object) -> object:
        asked.extend([arguments] if name == "position" and arguments["hints"] else [])
        return ANSWERS[name](**arguments)

    for step in range(4):
        page = TestClient(pages_of(ask)).get("/play", params={"position": "col 2x3", "hint": str(step)}).text
        boards.append(re.findall("<svg.*?</svg>", page, re.DOTALL)[0])
    assert len(asked) == 3 and asked[0] == asked[1] == asked[2]
    assert boards[0] == boards[1] != boards[2] == boards[3]  # the first step shows no move


def test_a_hint_comes_while_the_position_is_being_solved() -> None:
    async def ask(name: str, /, lang: str = "", **arguments: object) -> object:
        if name == "position" and arguments["hints"]:
            raise pages.Waiting("a job")
        return ANSWERS[name](**arguments)

    page = TestClient(pages_of(ask)).get("/play", params={"position": "hex", "hint": "2", "seconds": "0.3"}).text
    assert "It is being solved; you can play meanwhile." in page
    assert re.search(r"Grundy has an idea meanwhile\. Look at row \d\.", page) and "grundy would play (" in page


def test_a_typed_move_becomes_an_address(client: TestClient) -> None:
    for typed in ("heap 2: 3 -> 1", "1 1", "nim(1, 1)"):
        made = client.get("/play", params={"position": "nim 1 3", "to": typed, "second": "human"})
        assert made.status_code == 303
        assert "nim(1, 1)" in client.get(made.headers["location"]).text


def test_the_turns_of_machines_are_passed_over() -> None:
    query = PLAY | {"first": "perfect", "second": "human", "moves": "0.1.2", "undone": "3"}
    assert undone(query, 1) == query | {"moves": "0", "undone": "1.2.3"}
    assert undone(query | {"moves": "0"}, 1) is None, "what was before the first turn of a person cannot be undone"
    assert redone(query, 1) == query | {"moves": "0.1.2.3", "undone": ""}
    both = PLAY | {"second": "human", "moves": "0", "undone": "1.2"}
    assert redone(both, 1) == both | {"moves": "0.1", "undone": "2"}


def test_machines_do_not_go_round_for_ever(client: TestClient) -> None:
    match = {"position": "northcott 0 3", "first": "perfect"}
    before, again = (client.get("/play", params=match | {"moves": moves}).text for moves in ("", "0.0.0.0"))
    assert "data-auto" in before and "has come up before" not in before
    assert "data-auto" not in again and "has come up before" in again and "Let grundy move" in again


@pytest.mark.parametrize(
    ("asked", "cookie", "accepted", "found"),
    [
        ("zh", "en", "en", "zh"),
        ("xx", "zh", "en", "zh"),
        ("", "", "fr, zh-CN;q=0.8, en;q=0.5", "zh"),
        ("", "", "fr", "en"),
    ],
)
def test_the_language_is_chosen(asked: str, cookie: str, accepted: str, found: str) -> None:
    headers = [(b"cookie", f"lang={cookie}".encode()), (b"accept-language", accepted.encode())]
    scope = {"type": "http", "query_string": f"lang={asked}".encode(), "headers": headers}
    assert tongue(Request(scope), "en") == found


def test_the_language_is_kept(client: TestClient) -> None:
    page = client.get("/play?position=nim+1+2&lang=zh")
    assert "lang=zh" in page.headers["set-cookie"]
    assert 'href="?position=nim+1+2&amp;lang=en"' in page.text
    client.cookies.clear()


def test_who_waits_is_told() -> None:
    page = refusing(Pending("abc", "queued", 3)).get("/play")
    assert page.status_code == 202
    assert 'data-job="abc"' in page.text and "data-cancel" in page.text


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/play", "/explore", "/sequences", "/values", "/theorems", "/theorems/nim"])
def test_a_full_server_says_so(path: str) -> None:
    page = refusing(Refused(503, "too many questions are waiting")).get(path)
    assert page.status_code == 503 and "too many questions are waiting" in text(page.text)


def test_a_certificate_is_a_file_that_the_checker_takes(client: TestClient) -> None:
    from grundy.check import check

    sent = client.get("/theorems/subtraction%20s=1,3,4/certificate")
    assert sent.headers["content-disposition"] == 'attachment; filename="subtraction-s=1,3,4.json"'
    check(sent.json())


def test_there_is_nothing_at_other_addresses(client: TestClient) -> None:
    page = client.get("/chess?lang=en")
    assert page.status_code == 404 and "There is nothing at this address." in text(page.text)
    client.cookies.clear()
    assert client.get("/api/v9").json() == {"detail": "Not Found"}


@pytest.mark.slow
def test_a_game_is_sent_as_one_file(client: TestClient) -> None:
    page = client.get("/play?position=nim+1+2&play=misere").text
    sent = client.get("/export?position=nim+1+2&play=misere")
    assert 'href="/export?position=nim+1+2&amp;play=misere"' in page
    assert sent.headers["content-disposition"] == 'attachment; filename="nim.html"'
    assert "default-src 'none'" in sent.text and "misère play" in sent.text
    refused = client.get("/export?position=nim+3000+4000")
    assert refused.status_code == 400 and "choose a smaller start" in text(refused.text)


def test_what_is_not_proved_has_no_certificate() -> None:
    page = refusing({"certificate": None}).get("/theorems/lasker/certificate")
    assert page.status_code == 400 and "no proof was found for a law of lasker" in text(page.text)


@pytest.mark.slow
def test_the_catalogue_is_searched(client: TestClient) -> None:
    shown = {
        q: re.findall(r'<li class="card"[^>]*data-text="(\S+)[^>]*"(?! hidden)>', client.get(f"/games?{q}").text)
        for q in ("q=domino", "q=quidditch", "class=scoring", "q=DOMINO+neighbouring&class=impartial", "hard=hard")
    }
    assert shown["q=domino"] == ["cram", "domineering", "toppling-dominoes"]
    assert set(shown["class=scoring"]) == {"deque", "dots-and-boxes", "grid-score", "kalah"}
    assert shown["q=DOMINO+neighbouring&class=impartial"] == ["cram"]
    assert shown["q=quidditch"] == []
    assert {"dots-and-boxes", "hex"} < set(shown["hard=hard"]) and "nim" not in shown["hard=hard"]
    assert client.get("/?q=domino", follow_redirects=False).headers["location"] == "/games?q=domino"


def test_the_first_page_is_for_four_and_needs_no_scripts(client: TestClient) -> None:
    """Three boards are ready, each with its moves as addresses; to learn, to compete and to do research one link leads."""
    page = unescape(client.get("/", headers={"accept-language": "en"}).text)
    boards = re.findall(r"(?s)<li class=\"card\" data-board>.*?</details>", page)
    assert len(boards) == 3
    for board in boards:
        moves = re.findall(r'href="(/play[^"]*level=1[^"]*)"', board)
        spots = {move for moves in re.findall(r'data-moves="([^"]*)"', board) for move in moves.split()}
        assert spots == {str(number) for number in range(len(moves))}
        assert client.get(moves[0], follow_redirects=False).status_code == 200
    for where in ("/games", "/lessons", "/puzzles", "/write", "/theorems"):
        assert f'href="{where}"' in page.partition("<main")[2]
    assert all(f'action="{where}"' in page for where in ("/sequences", "/games", "/worksheet"))


def test_numbers_that_are_pasted_are_given_a_law_and_code(client: TestClient) -> None:
    page = text(client.get("/sequences", params={"name": "0, 1 2 3 " * 6, "lang": "en"}).text)
    assert "period 4" in page and "not proved" in page and "def grundy(n)" in page
    odd = text(client.get("/sequences", params={"name": "3 1 4 1 5 9 2 6", "lang": "en"}).text)
    assert "Once a law is known, there is code to copy here." in odd
    found = points("5 6 7", stop=100)
    assert found["low"] == [5, 6, 7] and found["count"] == 3
    client.cookies.clear()


def test_the_colours_are_those_of_the_drawings() -> None:
    style = files("grundy.faces.web").joinpath("static/grundy.css").read_text()
    for verdict, colour in drawing.COLOURS.items():
        assert not verdict or f"--{verdict}: {colour.lower()};" in style


def test_a_lost_match_is_reviewed_and_tried_again(client: TestClient) -> None:
    lost = "/play?position=nim+3+4+5&moves=%3D0+4+5.%3D0+4+4.%3D0+0+4.%3D0+0+0&how=level-3&level=8"
    page = client.get(lost).text
    assert "What decided the match" in page and "You lose." in page
    seen = unescape(text(page))
    assert "Move 1 decided it. First player played heap 1: 3 → 0; heap 1: 3 → 1 was better." in seen
    assert "The xor is not 0" in seen and "grundy match: nim 3 4 5" in seen
    assert re.findall(r'class="(blunder|soft)">([^<]*)</span>', page) == [
        ("blunder", "a mistake"),
        ("soft", "the only good move"),
        ("soft", "already lost"),
        ("soft", "the only good move"),
    ]
    again = unescape(re.findall(r'href="([^"]*)"[^>]*>Try again from here', page)[0])
    assert again == "/play?position=nim+3+4+5&level=8"
    assert "What decided the match" not in client.get(again).text
    mine = client.get(lost + "&first=perfect&second=human").text
    assert "What decided the match" in mine and "Try again from here" not in mine


@pytest.mark.parametrize(
    ("position", "shown"),
    [
        ("nim 3 4 5", ["play", "level", "seconds"]),
        ("nim 3 4 5&second=human", ["play"]),
        ("nim 3 4 5&endless=first", ["play", "endless", "level", "seconds"]),
        ("domineering 3x3", ["play", "begins", "level", "seconds"]),
        ("graph-chase 1 3", ["play", "endless", "level", "seconds"]),
        ("deque 3 9 2 7", ["level", "seconds"]),
    ],
)
def test_settings_that_do_not_apply_to_a_game_are_not_shown(
    client: TestClient, position: str, shown: list[str]
) -> None:
    page = client.get(f"/play?position={position}").text
    known = {"play", "endless", "begins", "level", "seconds"}
    assert [name for name in re.findall(r'<select id="(\w+)"', page) if name in known] == shown


def test_the_rules_stand_above_the_board_and_a_projector_shows_nothing_else(client: TestClient) -> None:
    page = client.get("/play?position=nim+3+4+5&view=board", headers={"accept-language": "en"}).text
    rules, board = page.index("Take any number of counters from one heap."), page.index('id="board"')
    assert page.index("<h1>") < rules < board
    assert 'class="match projector"' in page and "view=board" in re.findall(r'class="move" .*?href="([^"]*)"', page)[0]


def test_a_level_plays_and_is_carried_on(client: TestClient) -> None:
    page = client.get("/play?position=nim+3+4+5&moves=0&level=2&answer=1")
    assert (
        page.status_code == 303 and "level=2" in page.headers["location"] and "how=level-2" in page.headers["location"]
    )
    assert "level 2" in text(client.get(page.headers["location"]).text)
    assert '<option value="2" selected>level 2</option>' in client.get("/play?level=2").text
    odd = client.get("/play?position=nim+3+4+5&moves=0&level=odd&answer=1")
    assert odd.status_code == 303 and "how=perfect" in odd.headers["location"]


def test_a_match_is_opened_from_its_text_and_reviewed_by_anyone(client: TestClient) -> None:
    match = "grundy match: nim 3 4 5\nplay: normal, endless draw, first begins\n1. heap 1: 3 → 0\n2. heap 3: 5 → 4\n"
    sent = client.get("/play", params={"match": match})
    assert sent.status_code == 303
    page = client.get(sent.headers["location"]).text
    assert "What decided the match" in page and "Move 1 decided it." in unescape(text(page))  # though it is not over
    shared = unescape(re.findall(r'id="the-address" href="([^"]*)"', page)[0])
    assert "What decided the match" in client.get(shared).text
    assert client.get("/play", params={"match": f"http://testserver{shared}"}).headers["location"] == shared
    went_on = unescape(re.findall(r'class="move[^"]*"[^>]*href="([^"]*)"', page)[0])
    assert "review=1" not in went_on
    for damaged in (match.replace("3 →", "9 →"), match.replace("nim", "kayles"), match + "x" * 20_000):
        refused = client.get("/play", params={"match": damaged})
        assert refused.status_code == 400 and "Traceback" not in refused.text


def test_the_bar_of_a_partisan_match_has_its_temperatures(client: TestClient) -> None:
    page = client.get("/play?position=domineering+3x3&moves=0.0&review=1").text
    assert "at temperature" in page and re.search(r"<polyline [^>]*s-gold", page)


def test_the_course_of_a_game() -> None:
    levels = [(1, False), (-1, True), (None, False), (0, True)]
    history = [{"level": level, "blunder": blunder, "value": "<2>"} for level, blunder in levels]
    picture = charts.course(history, ["<Left>", "Right"])
    assert picture.count("<rect") == 3 and picture.count('class="blunder"') == 2 and picture.count("···") == 1
    assert "&lt;Left&gt; wins" in picture and "value &lt;2&gt;" in picture and "temperature" not in picture
    tops = [float(top) for top in re.findall(r'<rect [^>]*?y="([^"]*)"', picture)]
    highs = [float(high) for high in re.findall(r'<rect [^>]*?height="([^"]*)"', picture)]
    assert tops[0] + highs[0] == tops[1] and highs[0] == highs[1] > highs[2] and tops[0] < tops[2] < tops[1]
    hot = [turn | {"heat": heat} for turn, heat in zip(history, (None, 2.0, 0.5, -1.0), strict=True)]
    heated = charts.course(hot, ["L", "R"])
    line = re.findall(r'points="([^"]*)"', heated)[0].split()
    assert len(line) == 3 and "temperature" in heated
    assert [float(point.split(",")[1]) for point in line] == sorted(float(point.split(",")[1]) for point in line)


def test_a_game_is_found_and_headed_by_its_name_in_the_pages_language(client: TestClient) -> None:
    for lang, title in (("en", "Wythoff's Game"), ("zh", "威佐夫博弈")):
        cards = unescape(client.get("/games", params={"q": "威佐夫", "lang": lang}).text)
        found = re.findall(r'<li class="card"[^>]*data-text="(\S+)[^>]*"(?! hidden)>', cards)
        assert found[-1] == "wythoff" and all("wythoff" in name for name in found)
        assert f">{title}</a></h2>" in cards
        page = unescape(client.get("/play", params={"position": "wythoff", "lang": lang}).text)
        assert f"<h1>{title}</h1>" in page and "/play?position=wythoff+9+14" in page
    client.cookies.clear()


def test_a_match_begins_at_a_start_or_says_which_is_near(client: TestClient) -> None:
    page = client.get("/play", params={"position": "tic-tac-toe", "lang": "en"}).text
    assert ">Corner Opening</a>" in page and "<h1>Tic-Tac-Toe</h1>" in page
    client.cookies.clear()


# ---- puzzles


def test_a_sheet_of_puzzles(client: TestClient) -> None:
    page = client.get("/puzzles?game=nim&seed=3&count=3").text
    assert page == client.get("/puzzles?game=nim&seed=3&count=3").text != client.get("/puzzles?game=nim&seed=4").text
    assert page.count("data-puzzle=") == 3 and "Answer:" not in page
    assert client.get("/puzzles?game=nim&seed=3&count=3&answers=1").text.count("Answer: heap") == 3
    assert "威佐夫" in client.get("/puzzles?game=wythoff&count=1", headers={"accept-language": "zh"}).text


def test_a_puzzle_is_solved_and_failed(client: TestClient) -> None:
    sheet = client.get("/puzzles?game=nim&seed=3&count=3").text
    first = unescape(next(iter(re.findall(r'href="(/puzzle\?[^"]*)"', sheet))))
    page = client.get(first).text
    moves = [unescape(found) for found in re.findall(r'data-move="[0-9]+" href="([^"]*)"', page)]
    assert len(moves) >= 3
    tried = [text(client.get(move).text) for move in moves]
    assert sum("✓ Right" in one for one in tried) == 1
    assert sum("✗ No" in one and "The reply" in one for one in tried) == len(moves) - 1
    assert all("To the sheet" in one for one in tried)


def test_a_puzzle_that_was_changed_is_said_to_be(client: TestClient) -> None:
    good = "/puzzle?position=nim+3+4+5"
    key = re.search(r"check=(\w+)", client.get(good).text)
    assert key is not None and client.get(f"{good}&check={key[1]}").status_code == 200
    for changed in (
        f"/puzzle?position=nim+3+4+6&check={key[1]}",  # another puzzle
        f"/puzzle?position=nim+3+4+7&check={key[1]}",  # lost
        f"{good}&play=misere&check={key[1]}",
        "/puzzle?position=nim+7+7+7",
    ):
        page = client.get(changed)
        assert page.status_code == 400 and "its address was changed" in page.text, changed


@pytest.mark.slow
def test_today_and_a_rush_lead_to_a_puzzle(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "today", lambda: date(2026, 11, 27))
    said = {"/today": "Puzzle of the day", "/today?day=2026-11-25": "2026-11-25", "/rush?seed=3&number=4": "Level"}
    for address, told in said.items():
        page = client.get(address, follow_redirects=True)
        assert page.status_code == 200 and page.url.path == "/puzzle" and told in page.text, address
        assert "Of 100 people who look ahead" in page.text


@pytest.mark.slow
def test_the_feed_is_atom(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What RFC 4287 demands of a feed and its entries is there, once each, and each address leads to its puzzle."""
    monkeypatch.setattr(making, "today", lambda: date(2026, 11, 27))
    monkeypatch.setattr(making, "of_day", cache(making.of_day))  # each is asked for three times
    atom = "{http://www.w3.org/2005/Atom}"
    answer = client.get("/today.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    assert feed.tag == atom + "feed" and len(feed.findall(atom + "author")) == 1
    entries = feed.findall(atom + "entry")
    for each in [feed, *entries]:
        for name in ("id", "title", "updated"):
            (one,) = each.findall(atom + name)
            assert one.text
        moment = datetime.fromisoformat(each.findtext(atom + "updated", ""))
        assert moment.tzinfo is not None and moment <= datetime.now(UTC)
    assert len({entry.findtext(atom + "id") for entry in entries}) == len(entries) == 7
    (own,) = [link for link in feed.findall(atom + "link") if link.get("rel") == "self"]
    assert own.get("href") == "http://testserver/today.atom"
    for entry in entries[:2]:
        (link,) = entry.findall(atom + "link")
        page = client.get(link.get("href", ""), follow_redirects=True)
        assert page.status_code == 200 and entry.findtext(atom + "title", "")[:10] in page.text
    chinese = client.get("/today.atom", headers={"accept-language": "zh"}).content
    assert ElementTree.fromstring(chinese).get("{http://www.w3.org/XML/1998/namespace}lang") == "zh-Hans"


def test_a_puzzle_links_to_no_other_site(client: TestClient) -> None:
    for sheet in ("https://example.org/", "//example.org", "/puzzlesx", "javascript:alert()"):
        page = client.get("/puzzle", params={"position": "nim 3 4 5", "sheet": sheet}).text
        assert "To the sheet" not in page and f'href="{sheet}"' not in page
    assert "To the sheet" in client.get("/puzzle?position=nim+3+4+5&sheet=/puzzles?game=nim").text


# ---- lessons


@pytest.mark.slow
def test_every_step_of_every_lesson_in_every_language(client: TestClient) -> None:
    assert client.get("/lessons").text.count('<li class="card"') == len(LESSONS)
    for lesson in LESSONS:
        for number, step in enumerate(lesson.steps, 1):
            for spoken in messages.languages():
                heads = {"accept-language": spoken}
                page = client.get(f"/lessons/{lesson.name}?step={number}", headers=heads)
                with messages.use(spoken):
                    shown = re.sub("</?dfn>", "", unescape(page.text))
                    assert page.status_code == 200 and step.text.replace("*", "")[:40] in shown
                    assert page.text.count("<dfn>") == step.text.count("*") / 2
                    assert page.text.count("<figcaption>") == len(step.claims) * (step.kind == "look")
                assert ("/play?position=" in page.text.partition("<main")[2]) == (step.kind == "play")
            if step.kind == "find":
                tries = range(page.text.count("data-move="))
                told = [client.get(f"/lessons/{lesson.name}?step={number}&tried={n}").text for n in tries]
                assert sum("✓ Right" in one for one in told) == 1 and len(told) >= 3


def test_moves_that_were_taken_back_and_cannot_be_made_are_not_listed(client: TestClient) -> None:
    page = client.get("/play?position=nim+1+3&undone=0.99.0")
    assert page.status_code == 200 and page.text.count('<li class="taken">') == 1
