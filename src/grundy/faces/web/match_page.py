"""What the page of a match shows, from its address and from what a worker says of the position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from grundy.common.messages import _, ngettext
from grundy.faces.drawing.courses import course
from grundy.faces.reviews import turned
from grundy.faces.web.addresses import PLAY, Query, address, at, moved, played_by_person, redone, undone, whole
from grundy.playing import rating, tokens
from grundy.playing.match import called
from grundy.playing.opponent.levels import ADAPTING, PERFECT, WORDS

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

    >>> wanted({"numbers": "0", "hint": "0"}), wanted({"numbers": "0", "hint": "2"}), wanted({"numbers": "1", "hint": "0"})
    ({'hints': False, 'marked': 0}, {'hints': True, 'marked': 1}, {'hints': True, 'marked': None})
    """
    step = hinted(query)
    return {
        "hints": query["numbers"] == "1" or step > 0,
        "marked": None if query["numbers"] == "1" else int(step > 1),
    }


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
    automatic = not answer["over"] and not played_by_person(query, mover)
    step = 0 if automatic or answer["over"] else hinted(query)
    return known | {
        "numbers": numbers,
        "solved": numbers and answer["outcome"] is not None,
        "listed": listed(query, answer, numbers),
        "automatic": address("/play", query, answer="1", hint="0") if automatic else "",
        "said": told(query["how"]),
        "undo": (back := undone(query, mover)) and address("/play", back),
        "redo": (on := redone(query, mover)) and address("/play", on),
        "course": course(told_line["turns"], players),
        "line": told_line,
        "hint": [] if job else hint(answer, step),
        "hint_next": (address("/play", query, hint=str((step + 1) % (HINTS + 1))), _next_words()[step]),
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
    made = tokens.parted(whole(query))[: review["deciding"]["number"]]
    return address("/play", query, moves=".".join(made), undone="", hint="0", how="", review="")


def ratio(picture: str) -> str:
    """Return how wide a picture is, measured by its height.

    >>> ratio('<svg viewBox="0 0 3.0 2.0">')
    '1.50'
    """
    width, height = map(float, picture.partition('viewBox="')[2].partition('"')[0].split()[2:])
    return f"{width / height:.2f}"


def _next_words() -> list[str]:
    return [_("Hint"), _("Show a move"), _("Say why"), _("Hide the hint")]


def hint(answer: dict[str, Any], step: int) -> list[str]:
    """Return the lines of a hint up to a step: whether the game can be won and where to look, a move, the reason."""
    if not step:
        return []
    if answer["outcome"] is None:
        return [_("This is too large to be solved here, but you can play it.")]
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
    place, name = answer["regions"][0] if answer["regions"] else ("", "")
    look = {
        "heap": _("Look at heap {name}."),
        "part": _("Look at the part {name}."),
        "row": _("Look at row {name}."),
        "column": _("Look at column {name}."),
    }.get(place, "")
    return " ".join(filter(None, (words, look.format(name=name))))


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
