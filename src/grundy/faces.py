"""The empty place for pictures: what shows a position, an answer, a law or an automaton in a notebook.

``grundy/__init__.py`` fills it, so that they show themselves while nothing below the faces imports one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from grundy.errors import GrundyError

if TYPE_CHECKING:
    from grundy.logic.automaton import Automaton
    from grundy.patterns.law import Law
    from grundy.patterns.regular import Regular
    from grundy.proofs.theorem import Theorem
    from grundy.rules.position import Position
    from grundy.rules.solution import Solution


class Pictures(Protocol):
    """What is asked of whoever draws: SVG or HTML text, None where a picture would show nothing."""

    def position(self, position: Position) -> str:
        """Return a position as SVG."""
        ...

    def solution(self, solution: Solution) -> str:
        """Return an answer as HTML: the board with the winning moves marked, and what is known."""
        ...

    def law(self, law: Law) -> str:
        """Return a law as HTML, with its first values."""
        ...

    def automaton(self, automaton: Automaton | Regular) -> str | None:
        """Return an automaton as SVG, None if it is too large to be looked at."""
        ...

    def theorem(self, theorem: Theorem) -> str:
        """Return a theorem with its proof as HTML."""
        ...


_installed: list[Pictures] = []


def install(pictures: Pictures) -> None:
    """Put what draws into the empty place."""
    _installed[:] = [pictures]


def pictures() -> Pictures:
    """Return what draws; GrundyError if there is none (``import grundy`` installs it)."""
    if not _installed:
        raise GrundyError("nothing is installed that draws: import grundy")
    return _installed[0]
