"""Addresses of the pages: what stands in them, and what they become as a game goes on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request

from grundy.common import messages
from grundy.playing import tokens

Query = dict[str, str]
PLAY = {
    "position": "nim 3 4 5",
    "moves": "",
    "undone": "",
    "first": "human",
    "second": "perfect",
    "hint": "0",
    "numbers": "0",
    "play": "normal",
    "endless": "draw",
    "begins": "left",
    "seconds": "1",
    "level": "perfect",
    "how": "",
    "review": "",
    "embed": "",
    "view": "",
}
FIRST = ("nim 3 4 5", "chomp 4x5", "domineering 4x4")
"""The games that are ready to be played on the first page."""
GAMES = {"q": "", "class": "", "hard": ""}
EXPLORE = {"position": "nim 2 3", "play": "normal", "limit": "40", "every": ""}
OPTIONS = {"position": "", "expression": ""}
SEQUENCES = {"name": "0.77", "to": "1000"}
LESSON = {"step": "1", "tried": ""}
PUZZLES = {"game": "nim", "level": "0", "count": "6", "seed": "1", "play": "normal", "answers": ""}
PUZZLE = {"position": "", "player": "", "play": "normal", "check": "", "tried": "", "sheet": "", "day": "", "rush": ""}
REPORT = {"position": "tic-tac-toe", "size": "3x3", "vary": "line=2,3", "other": "", "play": "normal"}
VALUES = {"expression": "{2||1|0}", "other": ""}
WORKSHEET = ["G = domineering(2, 3)", "cool(G, 1/2)", "G + ^*", "G ? 1"]
"""The cells of the worksheet that one sees first."""


def read(request: Request, usual: Mapping[str, str]) -> Query:
    """Return what an address says under the names of ``usual``, which has what is meant where it says nothing."""
    return {name: request.query_params.get(name, value).strip() for name, value in usual.items()}


def address(path: str, query: Mapping[str, str] | None = None, **changes: str) -> str:
    """Return the address of a page, with changes to a query; what is as usual in play is left out.

    >>> address("/play", {"position": "nim 1 + nim 2", "hint": "0"}, moves="0.w1")
    '/play?position=nim+1+%2B+nim+2&moves=0.w1'
    """
    said = {**(query or {}), **changes}
    kept = {name: value for name, value in said.items() if name == "position" or value != PLAY.get(name, "")}
    return f"{path}?{urlencode(kept)}" if kept else path


def hidden(query: Mapping[str, str], but: Collection[str] = ()) -> Markup:
    """Return the fields of a form that carry a query on."""
    field = Markup('<input type="hidden" name="{}" value="{}">')
    return Markup("\n").join(field.format(name, value) for name, value in query.items() if name not in but)


def moved(query: Query, token: str) -> Query:
    """Return a query after one more move."""
    made = ".".join([*tokens.parted(query["moves"]), token])
    return query | {"moves": made, "undone": "", "hint": "0", "how": "", "review": ""}


def undone(query: Query, mover: int) -> Query | None:
    """Return a query at the turn of a person before this one, None where there is none.

    >>> undone({"moves": "0.1.2", "undone": "", "first": "human", "second": "perfect"}, 1)
    {'moves': '0.1', 'undone': '2', 'first': 'human', 'second': 'perfect', 'hint': '0', 'how': ''}
    """
    made, taken = tokens.parted(query["moves"]), tokens.parted(query["undone"])
    back = next((n for n in range(1, len(made) + 1) if played_by_person(query, (mover + n) % 2)), 0)
    if not back:
        return None
    return query | {"moves": ".".join(made[:-back]), "undone": ".".join(made[-back:] + taken), "hint": "0", "how": ""}


def at(query: Query, number: int) -> Query:
    """Return a query at a turn of its match, 0 before the first move; the moves after it are taken back.

    >>> at({"moves": "0.1", "undone": "2"}, 1)
    {'moves': '0', 'undone': '1.2', 'hint': '0', 'how': ''}
    """
    line = tokens.parted(whole(query))
    return query | {"moves": ".".join(line[:number]), "undone": ".".join(line[number:]), "hint": "0", "how": ""}


def whole(query: Query) -> str:
    """Return the moves of a match with those that were taken back."""
    return ".".join(filter(None, (query["moves"], query["undone"])))


def redone(query: Query, mover: int) -> Query | None:
    """Return a query with the moves that were undone, up to the next turn of a person; None where there are none."""
    made, taken = tokens.parted(query["moves"]), tokens.parted(query["undone"])
    if not taken:
        return None
    on = next((n for n in range(1, len(taken)) if played_by_person(query, (mover + n) % 2)), len(taken))
    return query | {"moves": ".".join(made + taken[:on]), "undone": ".".join(taken[on:]), "hint": "0", "how": ""}


def played_by_person(query: Query, player: int) -> bool:
    """Whether a person plays the player who moves first (0) or second (1)."""
    return query[("first", "second")[player]] != "perfect"


def tongue(request: Request, usual: str) -> str:
    """Return the language of a page: what its address says, else the cookie, else the browser, else the usual one."""
    known = messages.languages()
    accepted = [part.partition(";")[0] for part in request.headers.get("accept-language", "").split(",")]
    wanted = [request.query_params.get("lang", ""), request.cookies.get("lang", ""), *accepted]
    return next((code for code in (word.strip().lower()[:2] for word in wanted) if code in known), usual)
