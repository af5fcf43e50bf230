"""The pages: each reads its address, asks a worker, and shows the answer, or that it is awaited, or what was wrong.

All that a page shows stands in its address, so that it can be shared; the language alone is kept in a cookie.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from cachetools import TTLCache
from fastapi import FastAPI
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from grundy.common import messages
from grundy.common.errors import GrundyError
from grundy.common.extras import extra
from grundy.common.messages import _, languages
from grundy.faces.drawing import SIGNS
from grundy.faces.web import match_page
from grundy.faces.web.admission import Pending, Refused
from grundy.faces.web.match_page import Query, address, hidden, moved, read, tongue, whole
from grundy.faces.web.queries import MATCH
from grundy.faces.web.visitors import SERVER, Rate, asking, network
from grundy.playing import record
from grundy.playing.lessons import LESSONS
from grundy.playing.puzzles import making
from grundy.rules.from_text import PACKED
from grundy.values.outcome import Outcome

Ask = Callable[..., Awaitable[Any]]
"""Asks a worker: the name of an answer and its arguments go in; out comes the answer, or `Pending`."""
Page = Callable[[Request], Awaitable[Response]]
NAMED = "games play export explore sequences values worksheet options write lessons puzzle puzzles today rush report"
"""The pages whose address is their name."""
NUMBERS = frozenset({"to", "limit", "level", "count", "seed", "step", "number"})
"""What is a number in an address."""
EXAMPLES = Path(__file__).with_name("static") / "examples"
"""Texts of rules to begin from; nothing runs them."""
FED = 7
"""So many days' puzzles stand in the feed."""
EASY, MEDIUM = 12, 30
"""The bits that a match of an easy game chooses at most, and of one that is not hard."""
YEAR = 365 * 24 * 3600
"""Seconds that the cookie with the language is kept."""


class Waiting(Exception):
    """The answer is not ready: a job works on it."""

    def __init__(self, job: str) -> None:
        super().__init__(job)
        self.job = job


def add(app: FastAPI, ask: Ask, spoken: str = "en") -> None:
    """Add the pages, their style and their scripts to the app; they speak a language unless a visitor asks for another."""
    pages = Pages(ask, spoken)
    routes: dict[str, Page] = {f"/{name}": getattr(pages, name) for name in NAMED.split()}
    routes |= {"/": pages.first, "/lessons/{name}": pages.lesson, "/today.atom": pages.feed}
    routes |= {"/theorems": pages.theorems, "/theorems/{name}": pages.theorem}
    routes |= {"/theorems/{name}/certificate": pages.certificate}
    for path, page in routes.items():
        app.add_route(path, pages.shown(page), include_in_schema=False)
    for path, (page, methods) in ClassPages(pages).routes.items():
        app.add_route(path, pages.shown(page), methods=[*methods], include_in_schema=False)
    app.add_exception_handler(404, pages.missing)
    app.add_route("/static/bokeh/{name}", pages.script, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=Path(__file__).with_name("static")))


class Pages:
    """The pages of one server, which ask its workers."""

    def __init__(self, ask: Ask, spoken: str) -> None:
        self.ask = ask
        self.spoken = spoken
        self.templates = Environment(
            loader=PackageLoader("grundy.faces.web"),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            undefined=StrictUndefined,
            extensions=["jinja2.ext.i18n"],
        )
        self.templates.filters["terms"] = _terms
        self.templates.install_gettext_callables(_, messages.ngettext)  # type: ignore[attr-defined]  # the extension's
        plotting: Any = extra("bokeh.resources", "web").Resources(mode="absolute", components=["bokeh", "bokeh-api"])
        self.scripts = {Path(file).name: file for file in plotting.js_files}
        shared: Any = {"address": address, "hidden": hidden, "languages": languages(), "said": _said, "signs": SIGNS}
        shared["scripts"] = [f"/static/bokeh/{name}" for name in self.scripts]
        self.templates.globals.update(shared)

    def shown(self, page: Page) -> Page:
        """Return a page that speaks the visitor's language, and says so where it has to wait or has nothing to show."""

        async def handler(request: Request) -> Response:
            with messages.use(tongue(request, self.spoken)):
                try:
                    response = await page(request)
                except Waiting as waiting:
                    posted = f"?{request.url.query}" if request.method == "POST" else ""
                    response = self.filled(request, "pending.html", 202, job=waiting.job, posted=posted)
                except GrundyError as error:
                    response = self.filled(request, "fault.html", status(error), error=error)
                if _embedded(request):
                    response.headers["Content-Security-Policy"] = policy("*")
                response.headers["Vary"] = "Accept-Language, Cookie"
                if "lang" in request.query_params:
                    response.set_cookie("lang", messages.current(), max_age=YEAR, samesite="lax")
            return response

        return handler

    def filled(self, request: Request, template: str, status: int = 200, **facts: Any) -> Response:
        """Return a template filled with facts."""

        def in_language(code: str) -> str:
            return f"?{request.url.include_query_params(lang=code).query}"

        frame = {"lang": messages.current(), "here": request.url.path, "in_language": in_language}
        facts["embedded"] = _embedded(request)
        return HTMLResponse(self.templates.get_template(template).render(**frame, **facts), status)

    async def asked(self, answer: str, /, **arguments: Any) -> Any:
        """Return an answer; Waiting where it is not ready, GrundyError where there is none."""
        found = await self.ask(answer, **arguments, lang=messages.current())
        if isinstance(found, Pending):
            raise Waiting(found.job)
        return found

    async def form(
        self, request: Request, query: Query, answer: str, asked: Query | None = None, **facts: Any
    ) -> Response:
        """Return the page of a form, and below it the answer, or above it what is wrong with what was asked.

        ``asked``: what is asked, where it is not all of the query; ``facts``: what the page shows besides.
        """
        found = error = None
        try:
            found = await self.asked(answer, **{name: _read(text, name) for name, text in (asked or query).items()})
        except GrundyError as wrong:
            error = wrong
        template = f"{request.url.path.strip('/')}.html"
        return self.filled(request, template, status(error), query=query, answer=found, error=error, **facts)

    async def missing(self, request: Request, error: Any) -> Response:
        """Answer that there is nothing at an address: as JSON where the API is asked, else as a page."""
        if request.url.path.startswith("/api/"):
            return JSONResponse({"detail": error.detail}, 404)

        async def page(request: Request) -> Response:
            raise Refused(404, "There is nothing at this address.")

        return await self.shown(page)(request)

    async def script(self, request: Request) -> Response:
        """Send a script of the library that plots."""
        file = self.scripts.get(request.path_params["name"])
        return FileResponse(file) if file else await self.missing(request, None)

    # ---- the pages

    async def first(self, request: Request) -> Response:
        """Show the first page, with games that are ready to be played; an old search is led to the catalogue."""
        if request.query_params.keys() & {"q", "class"}:
            return RedirectResponse(f"/games?{request.url.query}", 301)
        ready = [
            dict(seen, listed=match_page.listed(query, seen, numbers=False))
            for query in ({**match_page.PLAY, "position": words, "level": "1"} for words in match_page.FIRST)
            for seen in [await self.asked("position", **match_page.arguments(query), hints=False, marked=0)]
        ]
        return self.filled(request, "first.html", ready=ready, lessons=LESSONS[:4])

    async def games(self, request: Request) -> Response:
        """Show the catalogue; hide the games that are not of a kind or as hard as is asked, or have not the words."""
        query = read(request, match_page.GAMES)
        cards = [dict(game, **_searched(game, query)) for game in await self.asked("games")]
        count = sum(card["shown"] for card in cards)
        return self.filled(request, "games.html", games=cards, count=count, query=query, easy=EASY, medium=MEDIUM)

    async def play(self, request: Request) -> Response:
        """Show a match; the opponent's move and a move that was typed lead on to the address after it."""
        query = read(request, match_page.PLAY)
        if "match" in request.query_params:
            return RedirectResponse(await self.opened(request.query_params["match"]), 303)
        typed = request.query_params.get("to", "").strip()
        found, error, job = None, None, ""
        try:
            if "answer" in request.query_params:
                reply = await self.asked("reply", **match_page.thinking(query))
                after = moved(query, reply["token"]) | {"how": match_page.how(reply)}
                return RedirectResponse(address("/play", after), 303)
            if typed:
                after = moved(query, record.typed(typed))
                await self.asked("position", **match_page.arguments(after), hints=False)
                return RedirectResponse(address("/play", after), 303)
            found, job = await self.position(query)
            if found and match_page.is_guessed(query, found):
                found["advice"] = await self.asked(
                    "reply", **match_page.thinking(query) | {"level": match_page.PERFECT}
                )
        except GrundyError as wrong:
            error = wrong
            if typed:
                found, job = await self.position(query)
        review, job = await self.review(query, found, job)
        facts = match_page.facts(query, found, job, review)
        return self.filled(request, "play.html", status(error), error=error, typed=typed, **facts)

    async def opened(self, text: str) -> str:
        """Return the address of a match that is given as text."""
        if len(text) > MATCH:
            raise GrundyError("a match has at most {most:,} letters here", most=MATCH)
        shown = {"first": "human", "second": "human", "review": "1"}
        return address("/play", await self.asked("opened", match=text) | shown)

    async def export(self, request: Request) -> Response:
        """Send a game as one HTML file."""
        query = read(request, {"position": match_page.PLAY["position"], "play": match_page.PLAY["play"]})
        found = await self.asked("export", words=query["position"], play=query["play"])
        return HTMLResponse(found["html"], headers=_as_file(found["name"], "html"))

    async def position(self, query: Query) -> tuple[Any, str]:
        """Return what is seen of a position; where solving it takes long, without hints, and the job that solves it."""
        asked, wanted = match_page.arguments(query) | {"undone": query["undone"]}, match_page.wanted(query)
        seen = await self.asked("position", **asked, hints=False, marked=0)
        try:
            found = await self.asked("position", **asked, **wanted) if wanted["hints"] else seen
        except Waiting as waiting:
            return seen, waiting.job
        unmarked = match_page.hinted(query) == 1 and wanted["marked"] is not None  # the first step shows no move yet
        return found | {"svg": seen["svg"]} if unmarked else found, ""

    async def review(self, query: Query, seen: Any, job: str) -> tuple[Any, str]:
        """Return the review of a match that is over, or is to be reviewed; where it takes long none, and its job."""
        if not seen or not (seen["over"] or query["review"] == "1") or len(seen["history"] + seen["ahead"]) == 1:
            return None, job
        try:
            return await self.asked("review", **match_page.arguments(query | {"moves": whole(query)})), job
        except Waiting as waiting:
            return None, waiting.job

    async def explore(self, request: Request) -> Response:
        """Show the positions around one."""
        query = read(request, match_page.EXPLORE)
        asked = {"words": query["position"], "play": query["play"], "limit": query["limit"]}
        asked |= {"every": "1"} if query["every"] == "1" else {}
        return await self.form(request, query, "explore", asked)

    async def sequences(self, request: Request) -> Response:
        """Show a nim-sequence and its law."""
        return await self.form(request, read(request, match_page.SEQUENCES), "sequence")

    async def values(self, request: Request) -> Response:
        """Show what an expression is worth."""
        return await self.form(request, read(request, match_page.VALUES), "value")

    async def worksheet(self, request: Request) -> Response:
        """Show the cells of a worksheet with their answers; its address is the sheet."""
        asked = request.query_params.getlist("cell") if "cell" in request.query_params else match_page.WORKSHEET
        found = error = None
        try:
            found = await self.asked("worksheet", cell=[cell for cell in asked if cell.strip()])
        except GrundyError as wrong:
            error = wrong
        return self.filled(request, "worksheet.html", status(error), error=error, cells=asked, answers=found)

    async def options(self, request: Request) -> Response:
        """Show the options of a position or of a value, each of which opens in its turn."""
        found = await self.asked("options", **read(request, match_page.OPTIONS))
        return self.filled(request, "options.html", answer=found)

    async def write(self, request: Request) -> Response:
        """Show the editor of rules, which stand in the part of the address that no server sees."""
        names = sorted(file.stem for file in EXAMPLES.glob("*.py"))
        return self.filled(request, "write.html", examples=names, most=PACKED)

    async def lessons(self, request: Request) -> Response:
        """List the lessons."""
        return self.filled(request, "lessons.html", lessons=await self.asked("lessons"))

    async def lesson(self, request: Request) -> Response:
        """Show a step of a lesson."""
        query = read(request, match_page.LESSON)
        step = _read(query["step"], "step")
        found = await self.asked("lesson", name=request.path_params["name"], step=step, tried=query["tried"])
        return self.filled(request, "lesson.html", answer=found)

    async def puzzles(self, request: Request) -> Response:
        """Show a sheet of puzzles; its address is the same for a whole class."""
        query = read(request, match_page.PUZZLES)
        games = [(game["name"], game["title"]) for game in await self.asked("games") if game["class"] != "scoring"]
        asked = {name: text for name, text in query.items() if name != "answers"}
        return await self.form(request, query, "sheet", asked, games=games)

    async def puzzle(self, request: Request) -> Response:
        """Show a puzzle, and what comes of the move that was tried."""
        query = read(request, match_page.PUZZLE)
        if not re.match(r"/puzzles(\?|$)", query["sheet"]):  # a link of ours, and no other
            query["sheet"] = ""
        asked = {name: text for name, text in query.items() if name not in ("sheet", "day", "rush")}
        return await self.form(request, query, "puzzle", asked)

    async def today(self, request: Request) -> Response:
        """Lead to the puzzle of a day, of this one unless told."""
        day = read(request, {"day": making.today().isoformat()})["day"]
        return self._led_to(await self.asked("day", day=day), day=day)

    async def rush(self, request: Request) -> Response:
        """Show how a rush goes; lead to a puzzle of it, where the address says which."""
        query = read(request, {"seed": "", "number": "0"})
        if not query["seed"]:
            return self.filled(request, "rush.html")
        seed, number = (int(_read(query[name], name)) for name in ("seed", "number"))
        return self._led_to(await self.asked("rush", seed=seed, number=number), rush=f"{seed}.{number}")

    def _led_to(self, posed: Mapping[str, str], **besides: str) -> Response:
        asked = {"check": posed["key"], **{name: posed[name] for name in ("position", "player", "play")}}
        return RedirectResponse(address("/puzzle", asked, **besides), 303)

    async def feed(self, request: Request) -> Response:
        """Send the puzzles of the last days as a feed, in Atom."""
        days = [(making.today() - timedelta(back)).isoformat() for back in range(FED)]
        posed = {day: await self.asked("day", day=day) for day in days}
        home = str(request.base_url).rstrip("/")
        text = self.templates.get_template("feed.xml").render(home=home, posed=posed, lang=messages.current())
        return Response(text, media_type="application/atom+xml")

    async def report(self, request: Request) -> Response:
        """Show a report for whoever makes a game; an address that says something else says nothing of the usual sizes."""
        asked = request.query_params.keys() & match_page.REPORT.keys()
        usual = dict.fromkeys(match_page.REPORT, "") | {"play": "normal"} if asked else match_page.REPORT
        return await self.form(request, read(request, usual), "report")

    async def theorems(self, request: Request) -> Response:
        """List the theorems."""
        return self.filled(request, "theorems.html", theorems=await self.asked("theorems"))

    async def theorem(self, request: Request) -> Response:
        """Show a theorem with its proof."""
        name = request.path_params["name"]
        return self.filled(request, "theorem.html", name=name, answer=await self.asked("theorem", name=name))

    async def certificate(self, request: Request) -> Response:
        """Send the certificate of a theorem as a file."""
        name = request.path_params["name"]
        found = await self.asked("theorem", name=name)
        if found["certificate"] is None:
            raise GrundyError("no proof was found for a law of {name}", name=name)
        return JSONResponse(found["certificate"], headers=_as_file(name, "json"))


def _embedded(request: Request) -> bool:
    """Whether a page may stand in whoever's page: none on which something is done but looked at."""
    return request.query_params.get("embed") == "1" and not request.url.path.startswith("/class")


def _terms(text: str) -> Markup:
    """Return a text in which what stands between asterisks is explained there."""
    return Markup(re.sub(r"\*([^*]+)\*", r"<dfn>\1</dfn>", str(escape(text))))


def _as_file(name: str, kind: str) -> dict[str, str]:
    """Return the header of an answer that the browser keeps as a file."""
    file = re.sub(r"[^A-Za-z0-9=,.]+", "-", name)
    return {"Content-Disposition": f'attachment; filename="{file}.{kind}"'}


def policy(ancestors: str) -> str:
    """Return what a page may load, nothing from elsewhere and no scripts but those in files, and whose pages may show it.

    Plots set the style of their elements.
    """
    return (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        f"base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}"
    )


def status(error: GrundyError | None) -> int:
    """Return the HTTP status of a page with an error, or with none."""
    return error.status if isinstance(error, Refused) else 400 if error else 200


def _searched(game: Mapping[str, Any], query: Query) -> dict[str, Any]:
    """Return the words of a game by which it is searched, and whether it is among those searched for."""
    words = " ".join([*(str(game[name]) for name in ("name", "class", "summary", "doc")), *game["names"]]).lower()
    hard = _hard(game["choices"])
    fits = query["class"] in ("", game["class"]) and query["hard"] in ("", hard)
    return {"words": words, "hard": hard, "shown": fits and all(word in words for word in query["q"].lower().split())}


def _hard(choices: int | None) -> str:
    """Return how hard a game is, by the bits that a match chooses.

    >>> [_hard(choices) for choices in (3, 18, 192, None)]
    ['easy', 'medium', 'hard', '']
    """
    return "" if choices is None else "easy" if choices <= EASY else "medium" if choices <= MEDIUM else "hard"


def _said(outcome: str | None) -> str:
    """Return the words of an outcome class."""
    return str(Outcome(outcome)) if outcome else ""


def _read(text: str, name: str) -> str | int:
    """Return what stands in an address under a name: a text, or a number."""
    if name not in NUMBERS:
        return text
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise GrundyError("a number is expected, not {text!r}", text=text[:40])
    return int(text)


# ---- classes: a teacher's questions at one address, and what pupils answered; in memory, within bounds, for hours
# Nobody has an account, and no name is asked for: a pupil is a random word in a cookie. What is kept of him are the
# numbers of his answers. All of it goes when the class is over, or the server ends.

LASTS = 12 * 3600
"""Seconds after which a class is over."""
CLASSES, OWN = 500, 20
"""So many classes there are at most, and so many of one network."""
IDLE = 1800.0
"""A class at which nobody has looked for so many seconds gives way where there are too many."""
OPENED, GUESSED, GIVEN = (OWN, 1 / 60), (20, 1 / 3), (60, 1 / 10)
"""Of one network so many classes may be opened, letters be tried that are those of no class, and pupils come: so many at
once, and so many a second for long."""
QUESTIONS, PUPILS = 20, 200
"""A class has so many questions, and so many pupils answer, at most."""
LETTERS = 300
"""So long may a position, and a teacher's own words, be."""
NONE = 255
"""Stands for a question that was not answered: no answer has so high a number."""
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a class's address: none is taken for another."""


class Question(NamedTuple):
    """A position, what is asked of it ("move", "left", "right" or "winner"), and the teacher's own words, if any."""

    position: str
    ask: str
    words: str


@dataclass
class Classroom:
    """A class: its questions, and for each pupil the number of his answer to each, or `NONE`."""

    code: str
    key: str
    owner: str
    questions: tuple[Question, ...]
    used: float
    answers: dict[str, bytearray] = field(default_factory=dict[str, bytearray])

    def answer(self, pupil: str, question: int, choice: int) -> None:
        """Note an answer, in the place of what this pupil answered before; GrundyError where there are too many pupils."""
        if pupil not in self.answers and len(self.answers) >= PUPILS:
            raise GrundyError("{n} pupils have answered in this class, and no more can", n=PUPILS)
        self.answers.setdefault(pupil, bytearray([NONE] * len(self.questions)))[question] = choice

    def given(self, pupil: str, question: int) -> int | None:
        """Return what a pupil has answered to a question, None if nothing."""
        choice = self.answers[pupil][question] if pupil in self.answers else NONE
        return None if choice == NONE else choice

    def counts(self, question: int) -> Counter[int]:
        """Return how many pupils gave each answer to a question."""
        return Counter(given[question] for given in self.answers.values() if given[question] != NONE)


class Classes:
    """The classes of a server.

    >>> classes = Classes()
    >>> room = classes.begin([Question("nim 1 2", "move", "")], "somebody")
    >>> room.answer("a pupil", 0, 2)
    >>> classes.find(room.code.lower()).counts(0)
    Counter({2: 1})
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: TTLCache[str, Classroom] = TTLCache(CLASSES, LASTS, now)
        self._secret = secrets.token_bytes(32)
        self._opened, self._guessed, self._given = (Rate(*most, now) for most in (OPENED, GUESSED, GIVEN))

    def begin(self, questions: Sequence[Question], owner: str) -> Classroom:
        """Begin a class of a network's; GrundyError where the bounds do not allow it."""
        if not 1 <= len(questions) <= QUESTIONS:
            raise GrundyError("a class has from 1 to {most} questions, not {n}", most=QUESTIONS, n=len(questions))
        self._make_room(owner)
        if not self._opened.take(owner):
            raise Refused(429, "too many classes were opened from your network: try again in a minute")
        code = next(code for code in iter(_letters, "") if code not in self._open)
        self._open[code] = Classroom(code, secrets.token_urlsafe(12), owner, tuple(questions), self._now())
        return self._open[code]

    def _make_room(self, owner: str) -> None:
        """End a class of the network that has most, where there are too many; Refused where there is none to end.

        It is one that is idle, unless that network has more of them by two than the one that asks.
        """
        counts = Counter(room.owner for room in self._open.values())
        own = counts[owner] >= OWN
        if not own and len(self._open) < CLASSES:
            return
        rooms = [room for room in self._open.values() if room.owner == owner or not own]
        if own or max(counts.values()) < counts[owner] + 2:
            rooms = [room for room in rooms if self._now() - room.used >= IDLE]
        if not rooms and own:
            raise Refused(429, "your network has {n} classes: end one before you open another", n=OWN)
        if not rooms:
            raise Refused(503, "there are {n} classes on this server, and no more can be: try again later", n=CLASSES)
        if self._opened.take(owner, 0):  # none ends for one that may not be opened
            self.end(max(rooms, key=lambda room: (counts[room.owner], -room.used)))

    def find(self, code: str, who: str = "", enters: Callable[[Classroom], bool] = lambda _room: False) -> Classroom:
        """Return the class of a code, in letters of either case; Refused where there is none, or it is over.

        Whoever has tried too many letters is refused for a while, unless it is shown that he ``enters`` this one.
        """
        room = self._open.get(code.upper())
        if not (room and enters(room)) and not self._guessed.take(who, room is None):
            raise Refused(429, "too many letters that belong to no class were tried: wait a few seconds")
        if room is None:
            hours = LASTS // 3600
            raise Refused(404, "there is no class {code!r}: a class is over after {n} hours", code=code[:20], n=hours)
        room.used = self._now()
        return room

    def end(self, room: Classroom) -> None:
        """End a class."""
        self._open.pop(room.code, None)

    def pupil(self, room: Classroom, who: str) -> str:
        """Return a word for a new pupil of a class, which nobody else can make; Refused where too many came."""
        if not self._given.take(who):
            raise Refused(429, "too many pupils came from your network at once: wait a few seconds")
        return self._signed(room, secrets.token_urlsafe(12))

    def is_pupil(self, room: Classroom, word: str) -> bool:
        """Whether a word was given to a pupil of a class."""
        return secrets.compare_digest(word.encode(), self._signed(room, word.partition(".")[0]).encode())

    def _signed(self, room: Classroom, word: str) -> str:
        return f"{word}.{hmac.new(self._secret, f'{room.code} {word}'.encode(), 'sha256').hexdigest()[:32]}"


def _letters() -> str:
    return "".join(secrets.choice(ALPHABET) for _letter in range(6))


# ----


COOKIE = "pupil-"
"""What the name of the cookie begins with that says who a pupil of a class is."""
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
            "/class/{code}/board": (self.board, ("GET", "POST")),
        }

    async def making(self, request: Request) -> Response:
        """Show the form for a class and its questions as pupils will see them; open it when that is posted."""
        code = request.query_params.get("code", "").strip()
        if code:
            return RedirectResponse(f"/class/{self.classes.find(code, _who()).code}", 303)
        questions = _questions(request)
        shown: list[Any] = []
        error = None
        try:
            _require_few(questions)
            shown = [await self._asked(question) for question in questions]
            if request.method == "POST":
                room = self.classes.begin(questions, _who())
                return RedirectResponse(address(f"/class/{room.code}/board", key=room.key), 303)
        except GrundyError as wrong:
            error = wrong
        rows = [*questions, *[Question("", "move", "")] * max(1, ROWS - len(questions))][:QUESTIONS]
        facts = {"rows": rows, "shown": shown, "error": error, "opening": f"?{request.query_params}"}
        return self.pages.filled(request, "class.html", status(error), hours=LASTS // 3600, **facts)

    async def pupil(self, request: Request) -> Response:
        """Show a question to a pupil, or note what he answers, and lead on to the next."""
        room = self.classes.find(request.path_params["code"], _who(), lambda room: bool(self._pupil(request, room)))
        number = _number(request, "question", 1, len(room.questions) + 1)
        pupil = self._pupil(request, room)
        if request.method == "POST":
            return await self._answered(request, room, number, pupil)
        question = await self._asked(room.questions[number - 1]) if number <= len(room.questions) else None
        given = room.given(pupil, number - 1) if question else None
        facts = {"room": room, "number": number, "question": question, "given": given}
        page = self.pages.filled(request, "pupil.html", 200, **facts)
        if not pupil:
            word = self.classes.pupil(room, _who())
            page.set_cookie(COOKIE + room.code, word, max_age=LASTS, path="/class", samesite="lax", httponly=True)
        return page

    def _pupil(self, request: Request, room: Classroom) -> str:
        """Return the word that was given to a pupil of a class; "" for one that was not."""
        word = request.cookies.get(COOKIE + room.code, "")
        return word if self.classes.is_pupil(room, word) else ""

    async def _answered(self, request: Request, room: Classroom, number: int, pupil: str) -> Response:
        if not pupil:
            raise GrundyError("open the page of the class before you answer; it needs a cookie")
        if number > len(room.questions):
            raise GrundyError("the class has {n} questions", n=len(room.questions))
        question = await self._asked(room.questions[number - 1])
        room.answer(pupil, number - 1, _number(request, "choice", 0, len(question["choices"]) - 1))
        return RedirectResponse(address(f"/class/{room.code}", question=str(number + 1)), 303)

    async def board(self, request: Request) -> Response:
        """Show a teacher how often each answer was given; end the class when that is posted."""
        key = request.query_params.get("key", "").encode()
        room = self.classes.find(
            request.path_params["code"], _who(), lambda room: secrets.compare_digest(key, room.key.encode())
        )
        if not secrets.compare_digest(key, room.key.encode()):
            raise Refused(403, "this is not the teacher's address of the class")
        if request.method == "POST":
            self.classes.end(room)
            return RedirectResponse("/class", 303)
        told = [(await self._asked(question), room.counts(n)) for n, question in enumerate(room.questions)]
        facts = {"room": room, "told": told, "home": str(request.base_url), "solved": "answers" in request.query_params}
        page = self.pages.filled(request, "board.html", 200, **facts)
        page.headers["Cache-Control"] = "no-store"
        return page

    async def _asked(self, question: Question) -> Any:
        return await self.pages.asked("question", **question._asdict())


def _who() -> str:
    """Return the network of whoever asks, by which classes, pupils and guesses are counted."""
    return network(asking.get(SERVER).name)


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
