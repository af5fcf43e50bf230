"""What the page of a match shows, from its address and from what a worker says of the position."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request

from grundy.common import messages
from grundy.common.messages import _, ngettext
from grundy.faces.drawing.charts import course
from grundy.faces.reviews import turned
from grundy.playing import rating, record
from grundy.playing.match import called
from grundy.playing.opponent.choosing import ADAPTING, PERFECT, WORDS

# ---- addresses of the pages: what stands in them, and what they become as a game goes on

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
    made = ".".join([*record.parted(query["moves"]), token])
    return query | {"moves": made, "undone": "", "hint": "0", "how": "", "review": ""}


def undone(query: Query, mover: int) -> Query | None:
    """Return a query at the turn of a person before this one, None where there is none.

    >>> undone({"moves": "0.1.2", "undone": "", "first": "human", "second": "perfect"}, 1)
    {'moves': '0.1', 'undone': '2', 'first': 'human', 'second': 'perfect', 'hint': '0', 'how': ''}
    """
    made, taken = record.parted(query["moves"]), record.parted(query["undone"])
    back = next((n for n in range(1, len(made) + 1) if played_by_person(query, (mover + n) % 2)), 0)
    if not back:
        return None
    return query | {"moves": ".".join(made[:-back]), "undone": ".".join(made[-back:] + taken), "hint": "0", "how": ""}


def at(query: Query, number: int) -> Query:
    """Return a query at a turn of its match, 0 before the first move; the moves after it are taken back.

    >>> at({"moves": "0.1", "undone": "2"}, 1)
    {'moves': '0', 'undone': '1.2', 'hint': '0', 'how': ''}
    """
    line = record.parted(whole(query))
    return query | {"moves": ".".join(line[:number]), "undone": ".".join(line[number:]), "hint": "0", "how": ""}


def whole(query: Query) -> str:
    """Return the moves of a match with those that were taken back."""
    return ".".join(filter(None, (query["moves"], query["undone"])))


def redone(query: Query, mover: int) -> Query | None:
    """Return a query with the moves that were undone, up to the next turn of a person; None where there are none."""
    made, taken = record.parted(query["moves"]), record.parted(query["undone"])
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


# ----


THINKING = ("0.3", "1", "3", "10")
"""The times that the opponent may be given for a move."""

HINTS = 3
"""The steps of a hint: a nudge, a move, the reason."""


def arguments(query: Query) -> dict[str, Any]:
    """Return what a worker is asked about a match."""
    asked = {name: query[name] for name in ("moves", "play", "endless", "begins")}
    return {"words": query["position"], **asked}


def wanted(query: Query) -> dict[str, Any]:
    """Return how much a worker is to find out of a position, and how many of its moves the board marks.

    All steps of a hint ask the same, so that what the first one has found is there for the others.

    >>> wanted({"numbers": "0", "hint": "0"}), wanted({"numbers": "0", "hint": "2"}), wanted({"numbers": "1", "hint": "0"})
    ({'hints': False, 'marked': 0}, {'hints': True, 'marked': 1}, {'hints': True, 'marked': None})
    """
    numbers, step = query["numbers"] == "1", hinted(query)
    return {"hints": numbers or step > 0, "marked": None if numbers else int(step > 0)}


def hinted(query: Query) -> int:
    """Return the step of the hint that is shown: 0 for none."""
    return int(query["hint"]) if query["hint"] in map(str, range(HINTS + 1)) else 0


def thinking(query: Query) -> dict[str, Any]:
    """Return what the opponent is asked, and how long it may think: as usual where the address has none of `THINKING`."""
    seconds = query["seconds"] if query["seconds"] in THINKING else PLAY["seconds"]
    level = query["level"] if query["level"] in WORDS else PERFECT
    return arguments(query) | {"seconds": float(seconds), "level": level}


def how(reply: dict[str, Any]) -> str:
    """Return in a word of an address how good the opponent's move is.

    >>> how({"perfect": False, "ground": {"kind": "AtLevel", "level": 3}})
    'level-3'
    >>> ground = {"kind": "PlayedOut", "games": 48000, "mean": 0.22, "judged": False, "scoring": False}
    >>> how({"perfect": False, "ground": ground}), how({"perfect": True, "ground": {"kind": "Solved"}})
    ('strong-48000-61', 'perfect')
    """
    if reply["perfect"]:
        return "perfect"
    ground = reply["ground"]
    if ground["kind"] == "AtLevel":
        return f"level-{ground['level']}"
    if ground["kind"] != "PlayedOut":
        return "strong"
    won = "" if ground["scoring"] or ground["judged"] else f"-{50 + 50 * ground['mean']:.0f}"
    return f"strong-{ground['games']}{won}"


def told(word: str) -> str:
    """Return what that word says, "" where it is none.

    >>> told("strong-48000-61"), told("level-3"), told("best")
    ('strong, not perfect: 48,000 games played out, 61% won', 'level 3', '')
    """
    if level := re.fullmatch(r"level-([1-8])", word):
        return _("level {level}").format(level=level[1])
    found = re.fullmatch(r"(perfect|strong)(?:-([0-9]{1,9})(?:-([0-9]{1,3}))?)?", word)
    if found is None:
        return ""
    if found[1] == "perfect":
        return _("perfect")
    if found[2] is None:
        return _("strong, not perfect")
    count = int(found[2])
    if found[3] is None:
        lines = ngettext("{n:,} line looked at", "{n:,} lines looked at", count).format(n=count)
        return _("strong, not perfect: {ground}").format(ground=lines)
    games = ngettext("{n:,} game played out", "{n:,} games played out", count).format(n=count)
    won = _("{games}, {share:.0%} won").format(games=games, share=int(found[3]) / 100)
    return _("strong, not perfect: {ground}").format(ground=won)


def facts(
    query: Query, answer: dict[str, Any] | None, job: str = "", review: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return what the template shows of a match, of which the answer tells where it can be read.

    ``job``: solves the position meanwhile; the answer is without hints. ``review``: of a match that is over.
    """
    players = called(answer["players"] if answer else ["first", "second"])
    known = {
        "query": query,
        "answer": answer,
        "players": players,
        "settings": settings(query, answer),
        "job": job,
        "review": review,
    }
    if answer is None:
        return known
    told_line = line(query, answer, told_turns(answer, review), review)
    mover, numbers = answer["mover"], query["numbers"] == "1"
    passing = answer["passing"]
    automatic = not answer["over"] and (passing or not played_by_person(query, mover))
    after = moved(query, answer["options"][0]["token"]) if passing else query
    onward = address("/play", after, answer="" if passing else "1", hint="0")
    step = 0 if automatic or answer["over"] else hinted(query)
    next_words = [_("Hint"), _("Show a move"), _("Say why"), _("Hide the hint")]
    return known | {
        "numbers": numbers,
        "solved": numbers and answer["outcome"] is not None,
        "listed": listed(query, answer, numbers),
        "automatic": onward if automatic else "",
        "said": told(query["how"]),
        "undo": (back := undone(query, mover)) and address("/play", back),
        "redo": (on := redone(query, mover)) and address("/play", on),
        "course": course(told_line["turns"], players),
        "line": told_line,
        "hint": hint(answer, step, solving=bool(job)),
        "hint_next": (address("/play", query, hint=str((step + 1) % (HINTS + 1))), next_words[step]),
        "again": tried_again(query, review) if review else "",
        "ratio": ratio(answer["svg"]),
        "ended": ended(query, answer, players) if answer["over"] else "",
        "rated": rated(query, answer),
    }


def rated(query: Query, answer: dict[str, Any]) -> dict[str, Any] | None:
    """Return what the browser rates a person by, who plays a level, whose rating is known; None where nobody is rated."""
    persons = [player for player in (0, 1) if played_by_person(query, player)]
    if len(persons) != 1 or query["level"] not in rating.LEVELS:
        return None
    score = "" if not answer["over"] else 0.5 if answer["winner_is"] is None else int(answer["winner_is"] in persons)
    helped = int(query["numbers"] == "1" or hinted(query) > 0)
    known = {"level": rating.LEVELS[query["level"]], "first": rating.FIRST, "step": rating.STEP}
    return known | {"score": score, "helped": helped}


def told_turns(answer: dict[str, Any], review: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return the turns of a match, those that were taken back too, with what its review says of each."""
    made: list[dict[str, Any]] = answer["history"]
    taken = [
        {"text": text, "mover": (len(made) + number) % 2, "level": None, "blunder": False}
        for number, text in enumerate(answer["ahead"])
    ]
    return reviewed(made + taken, review) if review else made + taken


def line(
    query: Query, answer: dict[str, Any], turns: list[dict[str, Any]], review: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the turns of a match, each with the address of its position, the moves alone, and the ways along them."""
    query = query | {"review": "1"} if review else query
    here, last = len(answer["history"]) - 1, len(turns) - 1
    there = [address("/play", at(query, number)) for number in range(last + 1)]
    linked = [
        turn | {"href": there[number], "here": number == here, "taken": number > here}
        for number, turn in enumerate(turns)
    ]
    ways = [(0, "«", _("Start")), (here - 1, "‹", _("Back")), (here + 1, "›", _("Next")), (last, "»", _("Last move"))]
    return {
        "turns": linked,
        "moves": linked[1:],
        "ways": [
            (there[number] if 0 <= number <= last and number != here else "", sign, name) for number, sign, name in ways
        ],
    }


def reviewed(history: list[dict[str, Any]], review: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the turns of a match with what its review says of each, and of the move that led there."""
    before = {"said": "", "mark": "", "temperature": ""}
    told = turned([before, *review["moves"]], review["standings"], review["values"])
    return [turn | each for turn, each in zip(history, told, strict=True)]


def tried_again(query: Query, review: dict[str, Any]) -> str:
    """Return the address of a match at the moment that decided it, "" where no person was wrong."""
    if not review["deciding"] or not played_by_person(query, review["deciding"]["number"] % 2):
        return ""
    made = record.parted(whole(query))[: review["deciding"]["number"]]
    return address("/play", query, moves=".".join(made), undone="", hint="0", how="", review="")


def ratio(picture: str) -> str:
    """Return how wide a picture is, measured by its height.

    >>> ratio('<svg viewBox="0 0 3.0 2.0">')
    '1.50'
    """
    width, height = map(float, picture.partition('viewBox="')[2].partition('"')[0].split()[2:])
    return f"{width / height:.2f}"


def is_guessed(query: Query, answer: dict[str, Any]) -> bool:
    """Whether a hint is asked for of a position that could not be solved, so that it is what the opponent would play."""
    return hinted(query) > 0 and answer["outcome"] is None and not answer["over"]


def hint(answer: dict[str, Any], step: int, *, solving: bool = False) -> list[str]:
    """Return the lines of a hint up to a step: whether the game can be won and where to look, a move, the reason.

    Of what is too large to be solved, or is still being solved, they are what grundy would play, as far as the opponent was
    asked.
    """
    if not step:
        return []
    if answer["outcome"] is None:
        if "advice" not in answer:
            return [_("This is too large to be solved here, but you can play it.")]
        advice = answer["advice"]
        large = _("This is too large to be solved here, but grundy has an idea.")
        told = _("Grundy has an idea meanwhile.") if solving else large, _look(*advice["region"])
        strong = _("grundy would play {move}.").format(move=advice["text"])
        reason = _("That move is {reason}.").format(reason=advice["said"])
        return [" ".join(filter(None, told)), strong, reason][:step]
    best = answer["options"][0]
    lines = [_nudge(answer, best["verdict"])]
    if step > 1:
        sentence = _("The hardest to answer is {move}.") if best["verdict"] == "loss" else _("A best move is {move}.")
        lines.append(sentence.format(move=best["text"]))
    return lines + answer["explanation"].splitlines() if step > 2 else lines


def _nudge(answer: dict[str, Any], verdict: str) -> str:
    if verdict == "loss":
        return _("Every move loses against best play: play for a long game and hope for a mistake.")
    good = sum(option["verdict"] == verdict for option in answer["options"])
    words = {
        "win": _("You can win, but only with one move.") if good == 1 else _("You can win."),
        "tie": _("You can hold a tie."),
        "draw": _("You can hold a draw."),
    }.get(verdict, _("Look for the move that gains most."))
    return " ".join(filter(None, (words, _look(*answer["regions"][0]) if answer["regions"] else "")))


def _look(place: str, name: str) -> str:
    """Return where a hint says to look, "" where there is no name for it."""
    look = {
        "heap": _("Look at heap {name}."),
        "part": _("Look at the part {name}."),
        "row": _("Look at row {name}."),
        "column": _("Look at column {name}."),
    }.get(place, "")
    return look.format(name=name)


def ended(query: Query, answer: dict[str, Any], players: Sequence[str]) -> str:
    """Return who has won, as the one person who played is told it, and why play is over."""
    winner = answer["winner_is"]
    persons = [player for player in (0, 1) if played_by_person(query, player)]
    if winner is None or len(persons) != 1:
        result = answer["result"]
    else:
        result = _("You win.") if winner in persons else _("You lose.")
    stuck = _("{player} cannot move.").format(player=players[answer["mover"]]) if answer["stuck"] else ""
    return " ".join(filter(None, (result, stuck)))


def listed(query: Query, answer: dict[str, Any], numbers: bool) -> list[dict[str, Any]]:
    """Return the moves with their addresses: best first, or, without numbers, as the rules have them."""
    moves = [
        option | {"index": index, "href": address("/play", moved(query, option["token"]))}
        for index, option in enumerate(answer["options"])
    ]
    return moves if numbers else sorted(moves, key=lambda move: (len(move["token"]), move["token"]))


def settings(query: Query, answer: dict[str, Any] | None) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return how play may go, as far as it applies to a game: the names of fields, their labels, and their choices.

    What the address says is shown too; so is everything where no position could be read.
    """
    idle = (
        set[str]()
        if answer is None
        else {
            *(("play",) if answer["points"] is not None else ()),
            *(("endless",) if answer["class"] != "loopy" else ()),
            *(("begins",) if "Left" not in answer["players"] else ()),
            *(("level", "seconds") if played_by_person(query, 0) and played_by_person(query, 1) else ()),
        }
    )
    return [each for each in _settings() if each[0] not in idle or query[each[0]] != PLAY[each[0]]]


def _settings() -> list[tuple[str, str, list[tuple[str, str]]]]:
    return [
        ("play", _("Whoever cannot move"), [("normal", _("loses (normal play)")), ("misere", _("wins (misère play)"))]),
        (
            "endless",
            _("Endless play"),
            [
                ("draw", _("is a draw")),
                ("first", _("is a win for the first player")),
                ("second", _("is a win for the second player")),
            ],
        ),
        ("begins", _("In partisan games, the first move is"), [("left", _("Left")), ("right", _("Right"))]),
        ("level", _("grundy plays"), levels()),
        ("seconds", _("grundy thinks"), [(each, _("{seconds} s per move").format(seconds=each)) for each in THINKING]),
    ]


def levels() -> list[tuple[str, str]]:
    """Return the levels of the opponent, with what they are called."""
    words = {"1": _("like a beginner, level 1"), PERFECT: _("perfectly"), ADAPTING: _("as suits you")}
    return [(word, words.get(word, _("level {level}").format(level=word))) for word in WORDS]
