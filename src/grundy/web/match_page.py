"""What the page of a match shows, from its address and from what a worker says of the position."""

from __future__ import annotations

from typing import Any

from grundy.language import _
from grundy.web import plots
from grundy.web.addresses import Query, address, moved, played_by_person, redone, undone


def arguments(query: Query) -> dict[str, Any]:
    """Return what a worker is asked about a match."""
    asked = {name: query[name] for name in ("moves", "play", "endless", "begins")}
    return {"words": query["position"], **asked}


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
    ]
