"""The empty places for pictures and for words: what shows a position, an answer, a law or an automaton, and writes values.

``grundy/__init__.py`` fills them, so that they show and print themselves while nothing below the faces imports one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

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


class Words(Protocol):
    """What is asked of whoever writes."""

    def atom(self, value: Any) -> str:
        """Return a value as a word that is read back."""
        ...


_installed: list[Pictures] = []
_writers: list[Words] = []


def install(pictures: Pictures, words: Words) -> None:
    """Put what draws and what writes into the empty places."""
    _installed[:] = [pictures]
    _writers[:] = [words]


def pictures() -> Pictures:
    """Return what draws; GrundyError if there is none (``import grundy`` installs it)."""
    if not _installed:
        raise GrundyError("nothing is installed that draws: import grundy")
    return _installed[0]


def words() -> Words:
    """Return what writes; GrundyError if there is none (``import grundy`` installs it)."""
    if not _writers:
        raise GrundyError("nothing is installed that writes: import grundy")
    return _writers[0]
