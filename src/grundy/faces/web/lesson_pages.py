"""Lessons as visitors see them: the list, and a step with its position, its question, and what comes of a move."""

from __future__ import annotations

from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.web import exercises
from grundy.faces.web import queries as reading
from grundy.playing import puzzles
from grundy.playing.lessons import LESSONS, Step, of_name


def lessons() -> list[dict[str, Any]]:
    """Return the lessons in the order in which they are read, each with a picture."""
    return [
        {
            "name": lesson.name,
            "title": lesson.title,
            "game": reading.rules(lesson.name).called_by.title,
            "steps": len(lesson.steps),
            "svg": drawing.svg(reading.position(lesson.steps[-1].position)),
        }
        for lesson in LESSONS
    ]


def lesson(name: str, step: int = 1, tried: str = "") -> dict[str, Any]:
    """Return a step of a lesson, from 1; GrundyError for a lesson or a step that is not there."""
    found = of_name(name)
    if not 1 <= step <= len(found.steps):
        count = len(found.steps)
        raise GrundyError("the lesson {name} has steps 1 to {count}, not {step}", name=name, count=count, step=step)
    now, place = found.steps[step - 1], LESSONS.index(found)
    return {
        "name": name,
        "title": found.title,
        "step": step,
        "steps": len(found.steps),
        "kind": now.kind,
        "text": now.text,
        "position": now.position,
        "player": now.player,
        "after": LESSONS[place + 1].name if place + 1 < len(LESSONS) else "",
        "examples": _examples(now) if now.kind == "look" else [],
        **_shown(now, tried),
    }


def _examples(step: Step) -> list[dict[str, Any]]:
    """Return pictures of the positions of which the words of a step say who wins them."""
    return [{"svg": drawing.svg(reading.position(words)), "outcome": outcome} for words, outcome in step.claims]


def _shown(step: Step, tried: str) -> dict[str, Any]:
    """Return the picture of a step and, unless it is a game, its moves and what the one that was tried comes to."""
    plain = reading.position(step.position)
    if step.kind == "play":
        return {"svg": drawing.svg(plain), "moves": [], "tried": None, "question": ""}
    asked = puzzles.turned(plain, step.player)
    who = {"left": _("Left moves"), "right": _("Right moves"), "": _("You move")}[step.player]
    told = _("{who}: find the move that wins.") if step.kind == "find" else _("{who}: try what you like.")
    return {"question": told.format(who=who), **exercises.attempt(asked, tried)}
