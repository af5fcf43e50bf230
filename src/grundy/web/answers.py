"""What can be asked of the server: plain arguments in, plain data out. It is computed in worker processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.web.catalogue import games
from grundy.web.exercises import puzzle, sheet
from grundy.web.expressions import value, worksheet
from grundy.web.lesson_pages import lesson, lessons
from grundy.web.neighbourhood import explore
from grundy.web.positions import position, reply
from grundy.web.series import points, sequence
from grundy.web.theorem_pages import theorem, theorems


def alive() -> list[dict[str, Any]]:
    """Return nothing: by this it is seen that a worker answers."""
    return []


ANSWERS: dict[str, Callable[..., dict[str, Any] | list[dict[str, Any]]]] = {
    function.__name__: function
    for function in (
        *(alive, games, position, reply, explore, sequence, points, value, worksheet, theorems, theorem),
        *(sheet, puzzle, lessons, lesson),
    )
}
"""The functions that visitors can ask, by name."""
