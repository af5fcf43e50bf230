"""What can be asked of the server: plain arguments in, plain data out. It is computed in worker processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.faces.web.branches import options
from grundy.faces.web.catalogue import games
from grundy.faces.web.exercises import day, puzzle, question, rush, sheet
from grundy.faces.web.expressions import value, worksheet
from grundy.faces.web.lesson_pages import lesson, lessons
from grundy.faces.web.neighbourhood import explore
from grundy.faces.web.positions import export, opened, position, reply, review
from grundy.faces.web.reports import report
from grundy.faces.web.series import points, sequence
from grundy.faces.web.theorem_pages import theorem, theorems
from grundy.faces.web.written import rules, small


def alive() -> list[dict[str, Any]]:
    """Return nothing: by this it is seen that a worker answers."""
    return []


ANSWERS: dict[str, Callable[..., dict[str, Any] | list[dict[str, Any]]]] = {
    function.__name__: function
    for function in (
        *(
            alive,
            games,
            position,
            reply,
            review,
            opened,
            export,
            explore,
            sequence,
            points,
            value,
            worksheet,
            options,
            theorems,
            theorem,
        ),
        *(sheet, puzzle, day, rush, question, lessons, lesson, report, rules, small),
    )
}
"""The functions that visitors can ask, by name."""
