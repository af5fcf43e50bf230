"""The server as an ASGI app: the API, the pages, and what browsers are told to allow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from inspect import cleandoc, signature
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, HTTPException, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import grundy
from grundy.common.errors import GrundyError
from grundy.common.extras import extra
from grundy.common.messages import _, languages
from grundy.faces.web import pages, queries, schema
from grundy.faces.web.admission import LISTS, Desk, Pending, Refused
from grundy.faces.web.queries import LETTERS, MATCH, PUZZLES, WORDS, Limits
from grundy.faces.web.visitors import Hands, asking
from grundy.faces.web.worker import Answer

JSON = "application/json"
RETRY = {"Retry-After": "5"}
LENIENT = "handling=lenient"
"""What a page prefers (RFC 7240) that asks while one types: a question without an answer is no fault then."""


def _text(description: str, most: int = LETTERS, example: Any = None, least: int = 0) -> Any:
    return Query(min_length=least or None, max_length=most, description=description, examples=example and [example])


_PLACE = (
    "Where play begins, as the shell takes it: `nim 3 4 5`, `bash 10 m=4`, `kayles 5 + nim 7`, `domineering ....|....`."
)
_MADE = "The moves made since, with dots between: each a token, or `=` and what a person types, with `~` for a dot."
Words = Annotated[str, _text(_PLACE, WORDS, "nim 3 4 5", 1)]
Code = Annotated[str, _text("A game or a code: `kayles`, `0.77`, `{1,3,4}`.", WORDS, "0.77", 1)]
Heap = Annotated[int, Query(ge=0, le=10**18, description="A heap; too large a one is refused.")]
_SUM = "Games as Winning Ways writes them, and their sums: `{1|-1} + ^*`."
Expression = Annotated[str, _text(_SUM, example="{1|-1} + ^*", least=1)]
Maybe = Annotated[str, _text("Another such expression.")]
_CELLS = "Expressions, `G = domineering(4,4)` and comparisons such as `G > 0`; one after the other."
Cells = Annotated[list[str], _text(_CELLS, 1000, ["G = domineering(4,4)", "G + ^*"])]
Moves = Annotated[str, _text(_MADE, 10_000)]
_LOSES = "normal: whoever cannot move loses; misere: whoever cannot move wins."
Play = Annotated[Literal["normal", "misere"], Query(description=_LOSES)]
_ENDLESS = "How play that never ends counts: a draw, or a win for the first or second player."
Endless = Annotated[Literal["draw", "first", "second"], Query(description=_ENDLESS)]
Begins = Annotated[Literal["left", "right"], Query(description="Who moves first, where Left and Right differ.")]
Thinking = Annotated[float, Query(ge=0.05, le=20, description="How long the opponent may think, in seconds.")]
Strength = Annotated[str, Query(max_length=8, description="1 to 8, perfect, or adapt: to the other player's moves.")]
Tried = Annotated[str, Query(max_length=8, description="The number of the move that is tried; none for the question.")]
Lang = Annotated[str, Query(pattern=f"^({'|'.join(languages())})?$", description="The language of sentences.")]

_REFUSALS: dict[int | str, dict[str, Any]] = {
    202: {"model": schema.Job, "description": "It is not ready yet: ask for the job."},
    400: {"model": schema.Refusal, "description": "It has no answer, and why (`Prefer: handling=lenient`: a 200)."},
    413: {"model": schema.Refusal, "description": "It would take more time or memory than is granted."},
    422: {"model": schema.Refusal, "description": "A parameter is not what it must be."},
    429: {"model": schema.Refusal, "description": "Too many questions of one visitor are waiting."},
    503: {"model": schema.Refusal, "description": "Too many questions are waiting."},
}
router = APIRouter(prefix="/api/v1", responses=_REFUSALS)


def question(path: str, model: Any, name: str = "") -> Callable[[Callable[..., None]], None]:
    """Declare what can be asked: a function says with which parameters, and in its docstring what is answered.

    Args:
        path: where it is asked.
        model: the shape of the answer.
        name: what answers it in a worker, by the function's name unless told.
    """

    def declare(function: Callable[..., None]) -> None:
        async def asked(*, request: Request, lang: Lang = "", **arguments: Any) -> Response:
            found = await _desk(request).packed(name or function.__name__, arguments, lang)
            return JSONResponse(found._asdict(), 202) if isinstance(found, Pending) else _sent(found, request)

        declared = signature(asked, eval_str=True)
        request, lang, _arguments = declared.parameters.values()
        own = [each.replace(kind=each.KEYWORD_ONLY) for each in signature(function, eval_str=True).parameters.values()]
        asked.__signature__ = declared.replace(parameters=[request, *own, lang])
        told = cleandoc(function.__doc__ or "")
        router.add_api_route(path, asked, response_model=model, name=function.__name__, description=told)

    return declare


@question("/games", list[schema.Game])
def games() -> None:
    """Return the games that can be played, each with an example of its positions."""


@question("/position", schema.Position)
def position(
    words: Words,
    moves: Moves = "",
    play: Play = "normal",
    endless: Endless = "draw",
    begins: Begins = "left",
    hints: bool = True,
    seconds: Annotated[float | None, Query(ge=0.05, le=600, description="How many seconds solving may take.")] = None,
    undone: Moves = "",
) -> None:
    """Return the position that a match has come to: who wins, the moves with their values, the best first, and why."""


@question("/reply", schema.Reply)
def reply(
    words: Words,
    moves: Moves = "",
    play: Play = "normal",
    endless: Endless = "draw",
    begins: Begins = "left",
    seconds: Thinking = 1.0,
    level: Strength = "perfect",
) -> None:
    """Return the opponent's move, of a level or the best that is found in the time, and how good it is."""


@question("/review", schema.Review)
def review(
    words: Annotated[str, Query(max_length=WORDS, description="Where play began, as for `/position`.")] = "",
    moves: Moves = "",
    play: Play = "normal",
    endless: Endless = "draw",
    begins: Begins = "left",
    match: Annotated[str, _text("Instead of the others: the text of a match, or its address.", MATCH)] = "",
) -> None:
    """Return the review of a match: who was winning, what each move was worth, and the moment that decided it, and why."""


@question("/explore", schema.Around)
def explore(
    words: Words,
    play: Play = "normal",
    endless: Endless = "draw",
    limit: Annotated[int, Query(ge=1, le=200, description="How many positions at most.")] = 60,
    every: Annotated[bool, Query(description="Whether all moves are drawn, not only the best.")] = False,
) -> None:
    """Return the graph of the positions around one, the nearest first."""


@question("/sequence", schema.Sequence)
def sequence(name: Code, to: Heap = 1000) -> None:
    """Return the first values of a nim-sequence, its law as far as it is known, and code for a contest."""


@question("/points", schema.Points)
def points(
    name: Code,
    start: Heap = 0,
    stop: Heap = 1000,
    width: Annotated[int, Query(ge=1, le=4000, description="How many columns the plot has.")] = 1000,
) -> None:
    """Return the values of some heaps for a plot: each, or the least and largest of so many side by side."""


@question("/value", schema.Value)
def value(expression: Expression, other: Maybe = "") -> None:
    """Return what an expression of games is worth, and how it compares with another."""


@question("/worksheet", list[schema.Answer])
def worksheet(cell: Cells) -> None:
    """Return the answers to the cells of a worksheet, each with the names that those above have given."""


@question("/options", schema.Options)
def options(
    position: Annotated[str, Query(max_length=WORDS, description="A position, as for `/position`.")] = "",
    expression: Annotated[str, Query(max_length=LETTERS, description="Or an expression, as for `/value`.")] = "",
) -> None:
    """Return the options of a position or of a value: each player's, the sensible ones first."""


@question("/rules", schema.Written)
def rules(
    text: Annotated[str, Query(max_length=WORDS, description="Rules in Python: deflated, in letters of base64url.")],
    game: Annotated[str, Query(max_length=LETTERS, description="A game of the text; the first unless told.")] = "",
) -> None:
    """Return the games of a text, which is read and not run, or the line in which it is wrong; and what names one."""


@question("/small", schema.Small)
def small(
    words: Words,
    seconds: Annotated[float, Query(ge=0.01, le=1, description="How long they may be solved, in seconds.")] = 1.0,
) -> None:
    """Return small positions of a game, with who wins each: as many as are solved in the time."""


@question("/theorems", list[schema.Listed])
def theorems() -> None:
    """Return the games whose law can be asked for."""


@question("/theorems/{name}", schema.Proved)
def theorem(name: Annotated[str, Path(max_length=WORDS)]) -> None:
    """Return the law of a game with its proof and certificate; or what was tried in vain."""


@question("/puzzles", schema.Sheet, name="sheet")
def puzzles(
    game: Code,
    level: Annotated[int, Query(ge=0, le=5, description="How hard they are, from 1 to 5; 0 for all levels.")] = 0,
    seed: Annotated[int, Query(ge=0, le=10**9, description="The same seed gives the same puzzles.")] = 0,
    count: Annotated[int, Query(ge=1, le=PUZZLES, description="How many puzzles at most.")] = 6,
    play: Play = "normal",
) -> None:
    """Return puzzles of a game: positions in which exactly one move wins, with the move and the reason."""


@question("/puzzle", schema.Puzzle)
def puzzle(
    position: Words,
    player: Annotated[Literal["left", "right", ""], Query(description="Who moves, of a partisan game.")] = "",
    play: Play = "normal",
    check: Annotated[str, Query(max_length=64, description="The key of the puzzle: of a changed one it differs.")] = "",
    tried: Tried = "",
) -> None:
    """Return a puzzle with its moves, and what the move that was tried comes to."""


@question("/days/{day}", schema.Posed)
def day(day: Annotated[str, Path(max_length=40, description="A day such as `2026-11-25`, by UTC.")]) -> None:
    """Return the puzzle of a day, which is the same for all; `/puzzle` takes what is tried."""


@question("/rush", schema.Posed)
def rush(
    seed: Annotated[int, Query(ge=0, le=10**9, description="The same seed gives the same puzzles.")],
    number: Annotated[int, Query(ge=0, le=10**4, description="Which puzzle, from 0.")] = 0,
) -> None:
    """Return a puzzle of a rush: each of another game, the later the harder."""


@question("/lessons", list[schema.LessonListed])
def lessons() -> None:
    """Return the lessons in the order in which they are read."""


@question("/lessons/{name}", schema.Lesson)
def lesson(
    name: Annotated[str, Path(max_length=LETTERS)],
    step: Annotated[int, Query(ge=1, le=1000, description="The step, from 1.")] = 1,
    tried: Tried = "",
) -> None:
    """Return a step of a lesson, and what the move that was tried comes to."""


@router.get("/jobs/{job}", response_model=schema.Job, responses={404: {"model": schema.Refusal}})
async def job(request: Request, job: str) -> Response:
    """Return how a job stands, with its result when it is done; one that nobody asks for is dropped after a minute."""
    found = _desk(request).job(job)
    if found is None:
        raise _unknown(job)
    if isinstance(found, Pending):
        return JSONResponse(found._asdict())
    status, body = found
    if status == 200:
        return Response(b'{"job":"%b","state":"done","ahead":0,"result":%b}' % (job.encode(), body), media_type=JSON)
    state = "cancelled" if status == 410 else "failed"
    return Response(b'{"job":"%b","state":"%b","ahead":0,' % (job.encode(), state.encode()) + body[1:], media_type=JSON)


@router.delete("/jobs/{job}", response_model=schema.Job, responses={404: {"model": schema.Refusal}})
async def cancel(request: Request, job: str) -> Response:
    """Cancel a job."""
    if not _desk(request).cancel(job):
        raise _unknown(job)
    return JSONResponse({"job": job, "state": "cancelled", "ahead": 0})


def _sent(answer: Answer, request: Request) -> Response:
    status, body = answer
    if status in (400, 413) and LENIENT in request.headers.get("prefer", ""):
        return Response(body, 200, {"Preference-Applied": LENIENT}, JSON)
    return Response(body, status, RETRY if status in (429, 503) else None, JSON)


def _desk(request: Request) -> Desk:
    return request.app.state.desk


def _unknown(job: str) -> HTTPException:
    return HTTPException(404, "there is no such job, or its answer is not kept any more: ask again")


# ----


# ---- what the server counts, as Prometheus reads it at ``/metrics``, and whether it is well, at ``/healthz``
# Neither tells who asked what: a number has no address beside it.

KINDS = {"api": "api", "static": "file", "docs": "file", "healthz": "watch", "metrics": "watch"}
"""What is asked for, by the first part of its path; a page where it is none of these."""
BUCKETS = (0.01, 0.03, 0.1, 0.3, 1, 2, 3, 5, 10)
"""Seconds at which answers are counted."""


class Metrics:
    """The counters of one server."""

    def __init__(self, app: FastAPI) -> None:
        self.registry = CollectorRegistry()
        self.answers = Counter("grundy_answers", "Requests answered.", ["kind", "status"], registry=self.registry)
        self.seconds = Histogram(
            "grundy_answer_seconds", "Until they were.", ["kind"], buckets=BUCKETS, registry=self.registry
        )
        self.registry.register(_Now(app))

    def count(self, path: str, status: int, seconds: float) -> None:
        """Note an answer."""
        kind = KINDS.get(path.split("/", 2)[1] if path.startswith("/") else "", "page")
        self.answers.labels(kind, str(status)).inc()
        self.seconds.labels(kind).observe(seconds)


class _Now(Collector):
    """What is not counted but looked at when it is asked for."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def describe(self) -> Iterator[Any]:
        """Yield nothing: names are not looked for before there is a desk."""
        yield from ()

    def collect(self) -> Iterator[Any]:
        """Yield the state of the lanes and of the connections."""
        desk, door = self.app.state.desk, getattr(self.app.state, "door", None)
        waiting = GaugeMetricFamily("grundy_waiting", "Questions that wait for a worker.", labels=["lane"])
        working = GaugeMetricFamily("grundy_working", "Questions that are worked on.", labels=["lane"])
        ended = CounterMetricFamily("grundy_works", "Questions worked on, by how that ended.", labels=["lane", "how"])
        memory = GaugeMetricFamily("grundy_memory_bytes", "Memory of the workers, besides the common.", labels=["lane"])
        for lane in (desk.quick, desk.long):
            waiting.add_metric([lane.name], len(lane.turns.waiting))
            working.add_metric([lane.name], lane.busy)
            memory.add_metric([lane.name], sum(worker.bytes() for worker in lane.workers))
            for how, count in sorted(lane.ended.copy().items()):
                ended.add_metric([lane.name, how], count)
        yield from (waiting, working, ended, memory)
        yield GaugeMetricFamily("grundy_kept_answers", "Answers that are kept.", value=len(desk.kept))
        if door is not None:
            yield GaugeMetricFamily("grundy_connections", "Open connections.", value=door.count)
            crowded = "Connections that came where there were too many."
            yield CounterMetricFamily("grundy_crowded_connections", crowded, value=door.turned_away)


def add_watch(app: FastAPI) -> Metrics:
    """Add both addresses to the app, and return its counters."""
    metrics = Metrics(app)

    @app.get("/metrics", include_in_schema=False)
    async def numbers() -> Response:
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    @app.get("/healthz", include_in_schema=False)
    async def health() -> Response:
        lanes = await app.state.desk.health()
        status = "broken" if "broken" in lanes.values() else lanes["quick"]
        return JSONResponse({"status": status, "lanes": lanes}, 503 if status == "broken" else 200)

    return metrics


# ----


# ---- the page ``/docs``, on which the API is tried: Swagger UI, served by the library that has it, and nothing from
# Should a later version of the library not serve what the page asks for, the page is a link to the description of the API.

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>grundy: the HTTP API</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<link rel="stylesheet" href="/static/colours.css">
<link rel="stylesheet" href="/static/docs.css">
<link rel="icon" href="/static/icon.svg">
</head>
<body>
<main id="ui"><p><a href="/api/v1/openapi.json">The description of the HTTP API</a></p></main>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
_START = 'SwaggerUIBundle({url: "/api/v1/openapi.json", dom_id: "#ui", validatorUrl: null});\n'


def add_docs(app: FastAPI) -> None:
    """Add the page to the app."""

    @app.get("/docs", include_in_schema=False)
    async def page() -> Response:
        return HTMLResponse(_PAGE)

    @app.get("/docs/start.js", include_in_schema=False)
    async def start() -> Response:
        return Response(_START, media_type="text/javascript")

    offline = extra("fastapi_offline", "web").FastAPIOffline
    app.mount("/docs", offline(docs_url=None, redoc_url=None, static_url="/files"))


# ----


SAFE, SITES = frozenset({"GET", "HEAD", "OPTIONS"}), frozenset({"same-origin", "none"})
"""What only asks; and what a browser says (Sec-Fetch-Site) of a message that a page of this server, or its user, sends."""
HEADERS = {
    "Content-Security-Policy": pages.policy("'none'"),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(
    files: Sequence[str] = (), limits: Limits = Limits(), lang: str = "en", hosts: Sequence[str] = ("*",)
) -> FastAPI:
    """Return the server's app; its workers run from its start to its end.

    Args:
        files: files of rules that visitors may play besides the catalogue.
        limits: what a request may take.
        lang: the language of answers to requests that ask for none.
        hosts: the names by which the server may be asked for; ``*.example.org`` is every name that ends so.

    >>> create_app().title
    'grundy'
    """
    queries.allow(files)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncGenerator[None]:
        app.state.desk = app.state.desk or app.state.opened()
        listed = asyncio.gather(*(app.state.desk.packed(name, {}) for name in LISTS if files))  # before a visitor asks
        yield
        listed.cancel()
        app.state.desk.close()
        app.state.desk = None

    app = FastAPI(
        title="grundy",
        version=grundy.__version__,
        description="Combinatorial games: positions, moves with their values, sequences and their laws, theorems.",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.limits, app.state.desk = limits, None
    app.state.opened = partial(Desk, limits, tuple(files), lang)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*hosts], www_redirect=False)
    app.add_middleware(GZipMiddleware, compresslevel=6)  # 9 takes twice as long for a hundredth less
    app.add_middleware(_Guard, metrics=add_watch(app))
    app.add_exception_handler(GrundyError, _wrong)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.include_router(router)
    add_docs(app)
    pages.add(app, lambda name, /, **arguments: app.state.desk.ask(name, **arguments), lang)
    return app


class _Guard:
    """Tells the desk who asks, counts answers, tells browsers what to allow, and refuses what is no plain question."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.hands = Hands()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and put the headers on its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, answered, loop = time.monotonic(), False, asyncio.get_running_loop()

        async def headed(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                loop.call_soon(hand.release)  # after others had their turn; the rest is how fast the visitor reads
                headers = MutableHeaders(scope=message)
                own = "Content-Security-Policy" in headers  # a page that says who may show it
                for name, value in HEADERS.items():
                    if not (own and name == "X-Frame-Options"):
                        headers.setdefault(name, value)
                self.metrics.count(scope["path"], message["status"], time.monotonic() - start)
            await send(message)

        async def left() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        visitor, hand = self.hands.of((scope.get("client") or ("",))[0], left)
        asking.set(visitor)
        await hand.acquire()
        try:
            await (_refusal(scope["method"], Headers(scope=scope)) or self.app)(scope, receive, headed)
        finally:
            if not answered:
                hand.release()


def _refusal(method: str, headers: Headers) -> Response | None:
    """Return the refusal of a message whose end could be seen in two places, that has a body, which no question has, or by
    which another site would do something here in its visitor's name."""
    length, coding = headers.get("content-length", "0"), headers.get("transfer-encoding")
    if coding is not None and "content-length" in headers:
        status, told = 400, _("a message has either a length or a coding, not both")
    elif coding is not None or length.strip("0"):
        status, told = 413, _("requests must have no body; put the parameters into the address")
    elif method not in SAFE and _foreign(headers):
        status, told = 403, _("this was sent by a page of another site: open the page here and send it from there")
    else:
        return None
    return JSONResponse({"detail": told}, status, {"Connection": "close"})


def _foreign(headers: Headers) -> bool:
    """Whether a browser says that a page of another site, or of none that is known, has sent a message.

    >>> [_foreign(Headers({"host": "a.org", "origin": each})) for each in ("https://a.org", "https://b.org", "null", "http://[")]
    [False, True, True, True]
    """
    host = headers.get("host", "").lower()
    origins = {each.lower().partition("://")[2] for each in headers.getlist("origin")}
    return bool(origins - {host}) or not SITES.issuperset(headers.getlist("sec-fetch-site"))


async def _wrong(request: Request, error: Any) -> Response:
    """Answer with the sentence that says what is wrong."""
    status = error.status if isinstance(error, Refused) else 400
    return JSONResponse({"detail": str(error)}, status)


async def _malformed(request: Request, error: Any) -> Response:
    """Answer with one sentence for the first parameter that is not what it must be."""
    first = error.errors()[0]
    return JSONResponse({"detail": f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}"}, 422)
