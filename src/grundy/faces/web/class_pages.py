"""The pages of classes: a teacher makes one and sees what is answered, pupils answer. They say what `classes` keeps."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from grundy.common.errors import GrundyError
from grundy.faces.web.addresses import address
from grundy.faces.web.admission import Refused
from grundy.faces.web.classes import LASTS, LETTERS, QUESTIONS, Classes, Classroom, Question
from grundy.faces.web.visitors import SERVER, asking

if TYPE_CHECKING:
    from grundy.faces.web.pages import Pages

COOKIE = "pupil"
ROWS = 4
"""So many rows for questions are shown at first."""


class ClassPages:
    """The pages of the classes of one server."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.classes = Classes()
        self.routes: dict[str, tuple[Callable[[Request], Awaitable[Response]], tuple[str, ...]]] = {
            "/class": (self.making, ("GET", "POST")),
            "/class/{code}": (self.pupil, ("GET", "POST")),
            "/class/{code}/board": (self.board, ("GET",)),
        }

    async def making(self, request: Request) -> Response:
        """Show the form for a class and its questions as pupils will see them; open it when that is posted."""
        code = request.query_params.get("code", "").strip()
        if code:
            return RedirectResponse(f"/class/{self.classes.find(code).code}", 303)
        questions = _questions(request)
        shown: list[Any] = []
        error = None
        try:
            _require_few(questions)
            shown = [await self._asked(question) for question in questions]
            if request.method == "POST":
                room = self.classes.begin(questions, asking.get(SERVER).name)
                return RedirectResponse(address(f"/class/{room.code}/board", key=room.key), 303)
        except GrundyError as wrong:
            error = wrong
        rows = [*questions, *[Question("", "move", "")] * max(1, ROWS - len(questions))][:QUESTIONS]
        status = error.status if isinstance(error, Refused) else 400 if error else 200
        facts = {"rows": rows, "shown": shown, "error": error, "opening": f"?{request.query_params}"}
        return self.pages.filled(request, "class.html", status, hours=LASTS // 3600, **facts)

    async def pupil(self, request: Request) -> Response:
        """Show a question to a pupil, or note what he answers, and lead on to the next."""
        room = self.classes.find(request.path_params["code"])
        number = _number(request, "question", 1, len(room.questions) + 1)
        pupil = request.cookies.get(COOKIE, "")
        known = re.fullmatch(r"[A-Za-z0-9_-]{22}", pupil) is not None
        if request.method == "POST":
            return await self._answered(request, room, number, pupil if known else "")
        question = await self._asked(room.questions[number - 1]) if number <= len(room.questions) else None
        given = room.given(pupil, number - 1) if question else None
        facts = {"room": room, "number": number, "question": question, "given": given}
        page = self.pages.filled(request, "pupil.html", 200, **facts)
        if not known:
            page.set_cookie(COOKIE, secrets.token_urlsafe(16), max_age=LASTS, samesite="lax", httponly=True)
        return page

    async def _answered(self, request: Request, room: Classroom, number: int, pupil: str) -> Response:
        if not pupil:  # nobody else's page can answer for a pupil: its requests bring no cookie
            raise GrundyError("open the page of the class before you answer; it needs a cookie")
        if number > len(room.questions):
            raise GrundyError("the class has {n} questions", n=len(room.questions))
        question = await self._asked(room.questions[number - 1])
        room.answer(pupil, number - 1, _number(request, "choice", 0, len(question["choices"]) - 1))
        return RedirectResponse(address(f"/class/{room.code}", question=str(number + 1)), 303)

    async def board(self, request: Request) -> Response:
        """Show a teacher how often each answer was given."""
        room = self.classes.find(request.path_params["code"])
        if not secrets.compare_digest(request.query_params.get("key", "").encode(), room.key.encode()):
            raise Refused(403, "this is not the teacher's address of the class")
        told = [(await self._asked(question), room.counts(n)) for n, question in enumerate(room.questions)]
        facts = {"room": room, "told": told, "home": str(request.base_url), "solved": "answers" in request.query_params}
        page = self.pages.filled(request, "board.html", 200, **facts)
        page.headers["Cache-Control"] = "no-store"
        return page

    async def _asked(self, question: Question) -> Any:
        return await self.pages.asked("question", **question._asdict())


def _questions(request: Request) -> list[Question]:
    """Return the questions of an address, without the empty rows."""
    columns = [request.query_params.getlist(name) for name in Question._fields]
    most = len(columns[0])
    asks, words = (column + [""] * (most - len(column)) for column in columns[1:])
    rows = zip(columns[0], asks, words, strict=False)
    return [Question(place.strip(), ask or "move", said.strip()) for place, ask, said in rows if place.strip()]


def _require_few(questions: list[Question]) -> None:
    if len(questions) > QUESTIONS:
        raise GrundyError("a class has from 1 to {most} questions, not {n}", most=QUESTIONS, n=len(questions))
    for number, question in enumerate(questions, 1):
        if max(map(len, question)) > LETTERS:
            raise GrundyError("question {number} is longer than {most} letters", number=number, most=LETTERS)


def _number(request: Request, name: str, least: int, most: int) -> int:
    """Return a number that an address says; the least where it says nothing and is only looked at."""
    text = request.query_params.get(name, "" if request.method == "POST" else str(least))
    if not text.isascii() or not text.isdecimal() or len(text) > 4 or not least <= int(text) <= most:
        raise GrundyError(
            "{name} is a number from {least} to {most}, not {text!r}", name=name, least=least, most=most, text=text[:20]
        )
    return int(text)
