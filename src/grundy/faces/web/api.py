"""The HTTP API: what the pages show, as JSON. Everything is asked by GET, so that an address can be shared."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc, signature
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from grundy.common.messages import languages
from grundy.faces.web import schema
from grundy.faces.web.admission import Desk, Pending
from grundy.faces.web.request_limits import LETTERS, MATCH, PUZZLES, WORDS
from grundy.faces.web.worker import Answer

JSON = "application/json"
RETRY = {"Retry-After": "5"}
LENIENT = "handling=lenient"
"""What a page prefers (RFC 7240) that asks while one types: a question without an answer is no fault then."""

Words = Annotated[
    str,
    Query(
        min_length=1,
        max_length=WORDS,
        description="Where play begins, as the shell takes it: `nim 3 4 5`, `bash 10 m=4`, `kayles 5 + nim 7`, "
        "`domineering ....|....`.",
        examples=["nim 3 4 5"],
    ),
]
Code = Annotated[
    str,
    Query(
        min_length=1,
        max_length=WORDS,
        description="A game or a code: `kayles`, `0.77`, `{1,3,4}`.",
        examples=["0.77"],
    ),
]
Heap = Annotated[int, Query(ge=0, le=10**18, description="A heap; too large a one is refused.")]
Expression = Annotated[
    str,
    Query(
        min_length=1,
        max_length=LETTERS,
        description="Games as Winning Ways writes them, and their sums: `{1|-1} + ^*`.",
        examples=["{1|-1} + ^*"],
    ),
]
Maybe = Annotated[str, Query(max_length=LETTERS, description="Another such expression.")]
Cells = Annotated[
    list[str],
    Query(
        max_length=1000,
        description="Expressions, `G = domineering(4,4)` and comparisons such as `G > 0`; one after the other.",
        examples=[["G = domineering(4,4)", "G + ^*"]],
    ),
]
Moves = Annotated[
    str,
    Query(
        max_length=10_000,
        description="The moves made since, with dots between: each the token of a move, or `=` and what a person would "
        "type, with `~` for each dot.",
    ),
]
Play = Annotated[
    Literal["normal", "misere"],
    Query(description="normal: whoever cannot move loses; misere: whoever cannot move wins."),
]
Endless = Annotated[
    Literal["draw", "first", "second"],
    Query(description="How play that never ends counts: a draw, or a win for the first or second player."),
]
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
    seconds: Annotated[
        float | None,
        Query(ge=0.05, le=600, description="How long solving may take, in seconds; usually as long as is granted."),
    ] = None,
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
    match: Annotated[
        str, Query(max_length=MATCH, description="Instead of the others: the text of a match, or its address.")
    ] = "",
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
