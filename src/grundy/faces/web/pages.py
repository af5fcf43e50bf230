"""The pages: each reads its address, asks a worker, and shows the answer, or that it is awaited, or what was wrong.

All that a page shows stands in its address, so that it can be shared; the language alone is kept in a cookie.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

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
from grundy.faces.web.addresses import (
    EXPLORE,
    FIRST,
    GAMES,
    LESSON,
    OPTIONS,
    PLAY,
    PUZZLE,
    PUZZLES,
    REPORT,
    SEQUENCES,
    VALUES,
    WORKSHEET,
    Query,
    address,
    hidden,
    moved,
    read,
    tongue,
    whole,
)
from grundy.faces.web.admission import Pending, Refused
from grundy.faces.web.class_pages import ClassPages
from grundy.faces.web.request_limits import MATCH
from grundy.playing import tokens
from grundy.playing.lessons import LESSONS
from grundy.rules.from_text import PACKED
from grundy.values.outcome import Outcome

Ask = Callable[..., Awaitable[Any]]
"""Asks a worker: the name of an answer and its arguments go in; out comes the answer, or `Pending`."""
Page = Callable[[Request], Awaitable[Response]]
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
    routes: dict[str, Page] = {
        "/": pages.first,
        "/games": pages.games,
        "/play": pages.play,
        "/export": pages.export,
        "/explore": pages.explore,
        "/sequences": pages.sequences,
        "/values": pages.values,
        "/worksheet": pages.worksheet,
        "/options": pages.options,
        "/write": pages.write,
        "/lessons": pages.lessons,
        "/lessons/{name}": pages.lesson,
        "/puzzles": pages.puzzles,
        "/puzzle": pages.puzzle,
        "/today": pages.today,
        "/today.atom": pages.feed,
        "/rush": pages.rush,
        "/report": pages.report,
        "/theorems": pages.theorems,
        "/theorems/{name}": pages.theorem,
        "/theorems/{name}/certificate": pages.certificate,
    }
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
                    response = self.filled(request, "pending.html", 202, job=waiting.job)
                except GrundyError as error:
                    response = self.filled(request, "fault.html", status(error), error=error)
                if request.query_params.get("embed") == "1":  # in whose pages it may stand; nothing here is secret
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

        embedded = request.query_params.get("embed") == "1"
        frame = {"lang": messages.current(), "here": request.url.path, "in_language": in_language, "embedded": embedded}
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
            for query in ({**PLAY, "position": words, "level": "1"} for words in FIRST)
            for seen in [await self.asked("position", **match_page.arguments(query), hints=False, marked=0)]
        ]
        return self.filled(request, "first.html", ready=ready, lessons=LESSONS[:4])

    async def games(self, request: Request) -> Response:
        """Show the catalogue; hide the games that are not of a kind or as hard as is asked, or have not the words."""
        query = read(request, GAMES)
        cards = [dict(game, **_searched(game, query)) for game in await self.asked("games")]
        count = sum(card["shown"] for card in cards)
        return self.filled(request, "games.html", games=cards, count=count, query=query, easy=EASY, medium=MEDIUM)

    async def play(self, request: Request) -> Response:
        """Show a match; the opponent's move and a move that was typed lead on to the address after it."""
        query = read(request, PLAY)
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
                after = moved(query, tokens.typed(typed))
                await self.asked("position", **match_page.arguments(after), hints=False)
                return RedirectResponse(address("/play", after), 303)
            found, job = await self.position(query)
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
        query = read(request, {"position": PLAY["position"], "play": PLAY["play"]})
        found = await self.asked("export", words=query["position"], play=query["play"])
        return HTMLResponse(found["html"], headers=_as_file(found["name"], "html"))

    async def position(self, query: Query) -> tuple[Any, str]:
        """Return what is seen of a position; where solving it takes long, without hints, and the job that solves it."""
        asked, wanted = match_page.arguments(query) | {"undone": query["undone"]}, match_page.wanted(query)
        seen = await self.asked("position", **asked, hints=False, marked=0)
        try:
            return (await self.asked("position", **asked, **wanted) if wanted["hints"] else seen), ""
        except Waiting as waiting:
            return seen, waiting.job

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
        query = read(request, EXPLORE)
        asked = {"words": query["position"], "play": query["play"], "limit": query["limit"]}
        asked |= {"every": "1"} if query["every"] == "1" else {}
        return await self.form(request, query, "explore", asked)

    async def sequences(self, request: Request) -> Response:
        """Show a nim-sequence and its law."""
        return await self.form(request, read(request, SEQUENCES), "sequence")

    async def values(self, request: Request) -> Response:
        """Show what an expression is worth."""
        return await self.form(request, read(request, VALUES), "value")

    async def worksheet(self, request: Request) -> Response:
        """Show the cells of a worksheet with their answers; its address is the sheet."""
        asked = request.query_params.getlist("cell") if "cell" in request.query_params else WORKSHEET
        found = error = None
        try:
            found = await self.asked("worksheet", cell=[cell for cell in asked if cell.strip()])
        except GrundyError as wrong:
            error = wrong
        return self.filled(request, "worksheet.html", status(error), error=error, cells=asked, answers=found)

    async def options(self, request: Request) -> Response:
        """Show the options of a position or of a value, each of which opens in its turn."""
        found = await self.asked("options", **read(request, OPTIONS))
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
        query = read(request, LESSON)
        step = _read(query["step"], "step")
        found = await self.asked("lesson", name=request.path_params["name"], step=step, tried=query["tried"])
        return self.filled(request, "lesson.html", answer=found)

    async def puzzles(self, request: Request) -> Response:
        """Show a sheet of puzzles; its address is the same for a whole class."""
        query = read(request, PUZZLES)
        games = [(game["name"], game["title"]) for game in await self.asked("games") if game["class"] != "scoring"]
        return await self.form(request, query, "sheet", _without(query, "answers"), games=games)

    async def puzzle(self, request: Request) -> Response:
        """Show a puzzle, and what comes of the move that was tried."""
        query = read(request, PUZZLE)
        if not re.match(r"/puzzles(\?|$)", query["sheet"]):  # a link of ours, and no other
            query["sheet"] = ""
        asked = {name: text for name, text in query.items() if name not in ("sheet", "day", "rush")}
        return await self.form(request, query, "puzzle", asked)

    async def today(self, request: Request) -> Response:
        """Lead to the puzzle of a day, of this one unless told."""
        day = read(request, {"day": datetime.now(UTC).date().isoformat()})["day"]
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
        last = datetime.now(UTC).date()
        days = [(last - timedelta(back)).isoformat() for back in range(FED)]
        posed = {day: await self.asked("day", day=day) for day in days}
        home = str(request.base_url).rstrip("/")
        text = self.templates.get_template("feed.xml").render(home=home, posed=posed, lang=messages.current())
        return Response(text, media_type="application/atom+xml")

    async def report(self, request: Request) -> Response:
        """Show a report for whoever makes a game; an address that says something else says nothing of the usual sizes."""
        asked = request.query_params.keys() & REPORT.keys()
        return await self.form(
            request, read(request, dict.fromkeys(REPORT, "") | {"play": "normal"} if asked else REPORT), "report"
        )

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


def _without(query: Query, name: str) -> Query:
    return {key: text for key, text in query.items() if key != name}


def _read(text: str, name: str) -> str | int:
    """Return what stands in an address under a name: a text, or a number."""
    if name not in NUMBERS:
        return text
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise GrundyError("a number is expected, not {text!r}", text=text[:40])
    return int(text)
