"""What the page of a match shows, from its address and from what a worker says of the position."""

from __future__ import annotations

import re
from typing import Any

from grundy.language import _, ngettext
from grundy.web import plots
from grundy.web.addresses import PLAY, Query, address, moved, played_by_person, redone, undone

THINKING = ("0.3", "1", "3", "10")
"""The times that the opponent may be given for a move."""


def arguments(query: Query) -> dict[str, Any]:
    """Return what a worker is asked about a match."""
    asked = {name: query[name] for name in ("moves", "play", "endless", "begins")}
    return {"words": query["position"], **asked}


def thinking(query: Query) -> dict[str, Any]:
    """Return what a worker is asked, and how long it may take: the usual time where the address says none of `THINKING`."""
    seconds = query["seconds"] if query["seconds"] in THINKING else PLAY["seconds"]
    return arguments(query) | {"seconds": float(seconds)}


def how(reply: dict[str, Any]) -> str:
    """Return in a word of an address how good the opponent's move is.

    >>> ground = {"kind": "PlayedOut", "games": 48000, "mean": 0.22, "judged": False, "scoring": False}
    >>> how({"perfect": False, "ground": ground}), how({"perfect": True, "ground": {"kind": "Solved"}})
    ('strong-48000-61', 'perfect')
    """
    if reply["perfect"]:
        return "perfect"
    ground = reply["ground"]
    if ground["kind"] != "PlayedOut":
        return "strong"
    won = "" if ground["scoring"] or ground["judged"] else f"-{50 + 50 * ground['mean']:.0f}"
    return f"strong-{ground['games']}{won}"


def told(word: str) -> str:
    """Return what that word says, "" where it is none.

    >>> told("strong-48000-61"), told("best")
    ('strong, not perfect: 48,000 games played out, 61% won', '')
    """
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


def facts(query: Query, answer: dict[str, Any] | None) -> dict[str, Any]:
    """Return what the template shows of a match, of which the answer tells where it can be read."""
    names = {"first": _("First player"), "second": _("Second player"), "Left": _("Left"), "Right": _("Right")}
    players = [names[player] for player in (answer["players"] if answer else ("first", "second"))]
    known = {"query": query, "answer": answer, "players": players, "settings": settings()}
    if answer is None:
        return known
    mover, hints = answer["mover"], query["hints"] != "0"
    automatic = not answer["over"] and not played_by_person(query, mover)
    return known | {
        "hints": hints,
        "solved": hints and answer["outcome"] is not None,
        "listed": listed(query, answer, hints),
        "automatic": address("/play", query, answer="1") if automatic else "",
        "said": told(query["how"]),
        "undo": (back := undone(query, mover)) and address("/play", back),
        "redo": (on := redone(query, mover)) and address("/play", on),
        "course": plots.course(answer["history"], players),
    }


def listed(query: Query, answer: dict[str, Any], hints: bool) -> list[dict[str, Any]]:
    """Return the moves with their addresses: best first, or, without hints, as the rules have them."""
    moves = [
        option | {"index": index, "href": address("/play", moved(query, option["token"]))}
        for index, option in enumerate(answer["options"])
    ]
    return moves if hints else sorted(moves, key=lambda move: (len(move["token"]), move["token"]))


def settings() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return how play may go: the names of fields, their labels, and their choices."""
    return [
        ("play", _("Who cannot move"), [("normal", _("loses (normal play)")), ("misere", _("wins (misère play)"))]),
        (
            "endless",
            _("Endless play"),
            [
                ("draw", _("is a draw")),
                ("first", _("is won by the first player")),
                ("second", _("is won by the second")),
            ],
        ),
        ("begins", _("In partisan games begins"), [("left", _("Left")), ("right", _("Right"))]),
        ("seconds", _("grundy thinks"), [(each, _("{seconds} s a move").format(seconds=each)) for each in THINKING]),
    ]
