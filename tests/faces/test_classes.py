"""A class: what a teacher asks, what pupils answer, what garbage does not spoil, and the bounds of it all."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any
from urllib.parse import urlencode, urljoin

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("bokeh")
pytest.importorskip("cachetools")

from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.faces.in_process import pages_of

from grundy.common import messages
from grundy.common.errors import GrundyError
from grundy.faces.web import pages
from grundy.faces.web.admission import Pending, Refused
from grundy.faces.web.answers import ANSWERS
from grundy.faces.web.pages import CLASSES, GIVEN, GUESSED, IDLE, LASTS, OWN, PUPILS, Classes, Question

ANSWER = {"question": "1", "choice": "0"}
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
def app() -> FastAPI:
    return pages_of()


def opened(app: FastAPI) -> tuple[TestClient, str, str]:
    """Return a teacher, the address of a class, and that of the teacher's screen."""
    teacher = TestClient(app)
    answer = teacher.post("/class", params=ASKED, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    board = answer.headers["location"]
    return teacher, board.partition("/board")[0], board


@pytest.mark.parametrize("pupil", [False, True])
def test_what_is_posted_while_a_question_is_solved_is_done_when_it_is(pupil: bool) -> None:
    """The page that waits holds what was sent, and sends it again: else no class would be opened, no answer counted."""
    solved: list[bool] = [True]

    async def ask(name: str, /, lang: str = "", **arguments: object) -> object:
        with messages.use(lang):
            return ANSWERS[name](**arguments) if solved else Pending("job", "running", 0)

    app = pages_of(ask)
    teacher, place, board = opened(app)
    where = f"{place}?question=1&choice=0" if pupil else f"/class?{urlencode(ASKED)}"
    visitor = TestClient(app)
    visitor.get(place)
    solved.clear()
    waits = visitor.post(where, follow_redirects=False)
    assert waits.status_code == 202 and 'data-job="job"' in waits.text and "http-equiv" not in waits.text
    (form,) = re.findall(r'<form method="post" action="([^"]*)">', waits.text)
    assert urljoin(where, unescape(form)) == where
    solved.append(True)
    done = visitor.post(urljoin(where, unescape(form)), follow_redirects=False)
    assert done.status_code == 303 and (sum(counts(teacher, board)[0].values()) == 1) == pupil


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
            own.cookies.clear()
            own.cookies.set(f"pupil-{place.rpartition('/')[2]}", "not a word of ours")
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
    with pytest.raises(Refused, match="your network has 20 classes"):
        rooms.begin([NIM], "one")
    rooms.end(first)
    with pytest.raises(Refused, match="too many classes were opened from your network"):
        rooms.begin([NIM], "one")
    now = 60.0
    first = rooms.begin([NIM], "one")
    for number in range(CLASSES - OWN):
        rooms.begin([NIM], f"other {number}")
    late = rooms.begin([NIM], "late")  # one of the network that has most gives way
    assert len(rooms._open) == CLASSES and sum(room.owner == "one" for room in rooms._open.values()) == OWN - 1
    for pupil in range(PUPILS):
        first.answer(str(pupil), 0, 1)
    with pytest.raises(GrundyError, match="no more can"):
        first.answer("one more", 0, 1)
    first.answer("7", 0, 2)
    assert rooms.find(first.code).counts(0) == {1: PUPILS - 1, 2: 1}
    now += IDLE + 1  # those at which nobody looks give way, and not the one at which somebody does
    rooms.find(late.code)
    for number in range(5):
        rooms.begin([NIM], f"later {number}")
    assert late.code in rooms._open
    now += LASTS + 1.0
    with pytest.raises(Refused, match="there is no class"):
        rooms.find(first.code)
    assert rooms.begin([NIM], "one").code and len(rooms._open) == 1


def test_an_idle_class_gives_way_whoever_has_most() -> None:
    """The network that has most looks at both of its classes, and hundreds are idle: nobody could open another."""
    now = 0.0
    rooms = Classes(lambda: now)
    for number in range(CLASSES - 2):
        rooms.begin([NIM], f"other {number}")
    both = [rooms.begin([NIM], "most") for _class in range(2)]
    now = IDLE + 1
    for room in both:
        rooms.find(room.code)
    assert rooms.begin([NIM], "other 7").code in rooms._open and all(room.code in rooms._open for room in both)
    for _more in range(OWN):  # a network that may open no more for a while ends none either
        rooms._opened.take("eager")
    codes = {*rooms._open}
    with pytest.raises(Refused, match="too many classes were opened from your network"):
        rooms.begin([NIM], "eager")
    assert {*rooms._open} == codes and len(codes) == CLASSES


def test_two_hundred_invented_cookies_end_no_class(app: FastAPI) -> None:
    _teacher, place, _board = opened(app)
    name = f"pupil-{place.rpartition('/')[2]}"
    own = TestClient(app)
    own.get(place)
    word = own.cookies[name]
    _other, elsewhere, _screen = opened(app)
    words = [*(f"{n:022}" for n in range(PUPILS)), f"x{word}", word[:-1], word.partition(".")[0], "é", "." * 5000]
    for invented in words:
        headers: Any = {"cookie": f"{name}={invented}".encode()}
        refused = TestClient(app).post(place, params=ANSWER, headers=headers, follow_redirects=False)
        assert refused.status_code == 400 and "needs a cookie" in refused.text, invented
    headers = {"cookie": f"pupil-{elsewhere.rpartition('/')[2]}={word}"}  # that of another class
    assert TestClient(app).post(elsewhere, params=ANSWER, headers=headers).status_code == 400
    assert own.post(place, params=ANSWER, follow_redirects=False).status_code == 303


def test_pupils_of_a_network_come_at_a_rate_and_those_who_came_stay(app: FastAPI) -> None:
    _teacher, place, _board = opened(app)
    first = TestClient(app)
    assert [first.get(place).status_code for _look in range(3)] == [200, 200, 200]
    came = [TestClient(app).get(place).status_code for _pupil in range(GIVEN[0] + 3)]
    assert came[: GIVEN[0] - 1] == [200] * (GIVEN[0] - 1) and set(came[GIVEN[0] :]) == {429}
    assert first.get(place).status_code == 200 and first.post(place, params=ANSWER).status_code == 200


def test_letters_are_not_guessed(app: FastAPI) -> None:
    teacher, place, board = opened(app)
    pupil = TestClient(app)
    assert pupil.get(place).status_code == 200
    guesses = [TestClient(app).get(f"/class/QQQQ{n:02}").status_code for n in range(GUESSED[0] + 20)]
    assert guesses[: GUESSED[0]] == [404] * GUESSED[0] and guesses.count(429) > 10
    code = place.rpartition("/")[2]
    for path in (place, f"/class?code={code}", f"{place}/board", f"{place}/board?key=x"):
        assert TestClient(app).get(path, follow_redirects=False).status_code == 429, (
            "right letters are not told from others"
        )
    assert pupil.get(place).status_code == 200 and teacher.get(board).status_code == 200


def test_a_class_ends_by_its_teachers_key_alone(app: FastAPI) -> None:
    teacher, place, board = opened(app)
    assert "End the class" in teacher.get(board).text
    for wrong in (place + "/board", board[:-3] + "xxx"):
        assert TestClient(app).post(wrong, follow_redirects=False).status_code == 403
    assert teacher.get(board).status_code == 200
    assert teacher.post(board, follow_redirects=False).headers["location"] == "/class"
    assert teacher.get(board).status_code == 404 == TestClient(app).get(place).status_code


def test_pages_of_classes_stand_in_no_other_sites_page(app: FastAPI) -> None:
    teacher, place, board = opened(app)
    for path in ("/class?embed=1", place + "?embed=1", board + "&embed=1", "/class/QQQQQQ?embed=1"):
        page = teacher.get(path)
        assert "frame-ancestors *" not in page.headers.get("content-security-policy", ""), path
    assert "frame-ancestors *" in teacher.get("/lessons?embed=1").headers["content-security-policy"]


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
    assert taken * pages.CLASSES < 50 << 20
