"""A class: what a teacher asks, what pupils answer, what garbage does not spoil, and the bounds of it all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("bokeh")
pytest.importorskip("cachetools")

from fastapi import FastAPI
from fastapi.testclient import TestClient

from grundy.common import messages
from grundy.common.errors import GrundyError
from grundy.faces.web import classes, pages
from grundy.faces.web.admission import Refused
from grundy.faces.web.answers import ANSWERS
from grundy.faces.web.classes import CLASSES, LASTS, OWN, PUPILS, Classes, Question

NIM = Question("nim 3 4 5", "move", "")
ASKED = [
    ("position", "nim 3 4 5"),
    ("ask", "move"),
    ("words", "Which <heap> is too large?"),
    ("position", "kayles 4 4"),
    ("ask", "winner"),
    ("words", ""),
    ("position", "domineering ...|..."),
    ("ask", "left"),
    ("words", ""),
]


@pytest.fixture
def app() -> Iterator[FastAPI]:
    async def ask(name: str, /, lang: str = "", **arguments: object) -> object:
        with messages.use(lang):
            return ANSWERS[name](**arguments)

    app = FastAPI()
    pages.add(app, ask)
    yield app


def opened(app: FastAPI) -> tuple[TestClient, str, str]:
    """Return a teacher, the address of a class, and that of the teacher's screen."""
    teacher = TestClient(app)
    answer = teacher.post("/class", params=ASKED, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    board = answer.headers["location"]
    return teacher, board.partition("/board")[0], board


def counts(teacher: TestClient, board: str) -> list[dict[str, int]]:
    """Return how often each answer to each question was given, as the teacher's screen says."""
    page = teacher.get(board).text
    cards = page.split('<li class="card">')[1:]
    row = r"<li><span>(.*?)</span>.*?<strong>(\d+)</strong>"
    return [{unescape(text): int(n) for text, n in re.findall(row, card)} for card in cards]


def test_a_class_of_forty_in_which_two_send_garbage(app: FastAPI) -> None:
    teacher, place, board = opened(app)
    given: list[Counter[int]] = [Counter(), Counter(), Counter()]
    garbage = [
        {"question": "1", "choice": "999"},
        {"question": "99", "choice": "0"},
        {"question": "-1", "choice": "0"},
        {"question": "1", "choice": "١"},
        {"question": "1", "choice": "'; drop table"},
        {"question": "1"},
        {"question": "x" * 5000, "choice": "\x00"},
    ]
    for pupil in range(40):
        own = TestClient(app)
        assert "Which &lt;heap&gt; is too large?" in own.get(place).text
        if pupil in (13, 27):
            for params in garbage:
                refused = own.post(place, params=params, follow_redirects=False)
                assert refused.status_code == 400 and "is a number from" in refused.text, params
            own.cookies.set("pupil", "not a word of ours")
            refused = own.post(place, params={"question": "1", "choice": "0"}, follow_redirects=False)
            assert refused.status_code == 400 and "needs a cookie" in refused.text
            continue
        for question in range(3):
            choice = (pupil + question) % (2, 2, 3)[question]
            answer = own.post(
                place, params={"question": str(question + 1), "choice": str(choice)}, follow_redirects=False
            )
            assert answer.headers["location"].endswith(f"question={question + 2}")
            given[question][choice] += 1
        assert "teacher&#39;s screen" in own.get(place, params={"question": "4"}).text
    told = counts(teacher, board)
    assert [sum(each.values()) for each in told] == [38, 38, 38]
    assert [sorted(filter(None, each.values())) for each in told] == [sorted(each.values()) for each in given]
    assert "Pupils who have answered: 38." in teacher.get(board).text


def test_a_changed_mind_counts_once(app: FastAPI) -> None:
    teacher, place, board = opened(app)
    pupil = TestClient(app)
    pupil.get(place)
    for choice in ("0", "1", "1"):
        pupil.post(place, params={"question": "2", "choice": choice})
    assert counts(teacher, board)[1] == {"first player wins": 0, "second player wins": 1}
    assert 'aria-pressed="true"' in pupil.get(place, params={"question": "2"}).text


def test_the_answers_are_the_teachers(app: FastAPI) -> None:
    teacher, place, board = opened(app)
    assert "✓" not in teacher.get(board).text and teacher.get(board + "&answers=1").text.count("✓") == 3
    assert TestClient(app).get(place + "/board").status_code == 403
    assert TestClient(app).get(board[:-3] + "xxx").status_code == 403
    code = place.rpartition("/")[2]
    assert teacher.get("/class", params={"code": code.lower()}, follow_redirects=False).headers["location"] == place
    assert (
        teacher.get("/class/ABCDEF").status_code == 404 == teacher.get("/class", params={"code": "ABCDEF"}).status_code
    )


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ([("position", "nim 1 x")], "That cannot be read"),
        ([("position", "nim 1 1")], "a move that wins"),
        ([("position", "bash 99 m=90")], "a move that wins is asked for among"),
        ([("position", "domineering 2 2")], "of a partisan game for one of Left or Right"),
        ([("position", "nim 1 2"), ("ask", "left")], "of a partisan game for one of Left or Right"),
        ([("position", "nim 1 2"), ("ask", "why")], "ask for a move"),
        ([("position", "nim " + "1 " * 300)], "longer than 300 letters"),
        ([("position", "nim 1 2")] * 21, "from 1 to 20 questions, not 21"),
        ([], "from 1 to 20 questions, not 0"),
    ],
)
def test_a_class_that_cannot_be(app: FastAPI, params: Any, sentence: str) -> None:
    answer = TestClient(app).post("/class", params=params)
    assert answer.status_code == 400 and sentence in unescape(answer.text)


def test_questions_are_looked_at_before_a_class_is_opened(app: FastAPI) -> None:
    page = TestClient(app).get("/class", params=ASKED).text
    assert page.count('<li class="card">') == 3 and "heap 1: 3 → 1" in page and "second player wins" in page
    assert 'action="/class?position=nim+3+4+5' in page
    assert TestClient(app).get("/class").status_code == 200


def test_who_wins_a_game_with_draws_and_one_of_two_players() -> None:
    asked = ANSWERS["question"]
    drawn: Any = asked(position="tic-tac-toe", ask="winner")
    assert [drawn["choices"][n] for n in drawn["right"]] == ["a tie"] or drawn["right"] == [2]
    left: Any = asked(position="domineering .|.", ask="winner")
    assert [left["choices"][n] for n in left["right"]] == ["Left wins"]


def test_classes_are_bounded_and_end() -> None:
    now = 0.0
    rooms = Classes(lambda: now)
    first = rooms.begin([NIM], "one")
    for _more in range(OWN - 1):
        rooms.begin([NIM], "one")
    with pytest.raises(Refused, match="you have"):
        rooms.begin([NIM], "one")
    for number in range(CLASSES - OWN):
        rooms.begin([NIM], f"other {number}")
    with pytest.raises(Refused, match="on this server"):
        rooms.begin([NIM], "late")
    for pupil in range(PUPILS):
        first.answer(str(pupil), 0, 1)
    with pytest.raises(GrundyError, match="no more can"):
        first.answer("one more", 0, 1)
    first.answer("7", 0, 2)
    assert rooms.find(first.code).counts(0) == {1: PUPILS - 1, 2: 1}
    now = LASTS + 1.0
    with pytest.raises(Refused, match="there is no class"):
        rooms.find(first.code)
    assert rooms.begin([NIM], "one").code and len(rooms._open) == 1


def test_what_a_full_server_of_classes_takes() -> None:
    """All classes, with all their questions and pupils, take 500 times what one does."""
    import tracemalloc

    tracemalloc.start()
    room = Classes().begin([Question("x" * 300, "move", "y" * 300)] * 20, "one")
    for pupil in range(PUPILS):
        for question in range(20):
            room.answer(f"{pupil:022}", question, 59)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken * classes.CLASSES < 50 << 20
