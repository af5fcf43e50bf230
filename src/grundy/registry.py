"""The registry: what rooms below ask of rooms above, so that no import runs upwards.

``grundy/__init__.py`` says which module answers; it is loaded when it is first asked.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from grundy.errors import GrundyError

if TYPE_CHECKING:
    from grundy.limits import Limits
    from grundy.logic.automaton import Automaton
    from grundy.patterns.law import Law
    from grundy.patterns.regular import Regular
    from grundy.proofs.theorem import Theorem
    from grundy.rules.heaps import HeapRuleset
    from grundy.rules.play import Play
    from grundy.rules.position import Position
    from grundy.rules.ruleset import Ruleset
    from grundy.rules.solution import Move, Solution
    from grundy.values.short import Value


class Engine(Protocol):
    """What is asked of whoever solves."""

    def solve(self, position: Position, play: Play, **options: Any) -> Solution:
        """Solve a position."""
        ...

    def certificate(self, solution: Solution, kind: str | None) -> dict[str, Any]:
        """Return the proof of a solution as plain data."""
        ...

    def grundy(self, position: Position, limited: Limits) -> int:
        """Return the Grundy value of a position."""
        ...

    def value(self, position: Position, limited: Limits) -> Value:
        """Return the value of a position in normal play."""
        ...

    def at_least(self, left: Position, right: Position) -> bool:
        """Return whether a position is worth as much as another, or more."""
        ...

    def hotstrat(self, position: Position, player: int) -> Move | None:
        """Return a player's move in the hottest part."""
        ...

    def score(self, position: Position) -> int:
        """Return the best difference of scores of a position of a scoring game."""
        ...

    def results(self, ruleset: Ruleset, play: Play) -> dict[Any, tuple[int, int | None]]:
        """Return result and remoteness of every position of a ruleset that lists them all."""
        ...

    def sequence(self, ruleset: HeapRuleset, count: int, **options: Any) -> Any:
        """Return the nim-sequence of a heap game."""
        ...

    def law(self, ruleset: Ruleset, **options: Any) -> Any:
        """Return the law of the nim-sequence of a heap game, or of the losing positions of a game on two heaps."""
        ...


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


_rooms: dict[str, str] = {}


def install(**rooms: str) -> None:
    """Say which modules answer."""
    _rooms.update(rooms)


def _room(name: str) -> Any:
    if name not in _rooms:
        raise GrundyError("nobody is here who knows of {name}: import grundy, not only a part of it", name=name)
    return import_module(_rooms[name])


def engine() -> Engine:
    """Return what solves; GrundyError if there is nothing (``import grundy`` installs it)."""
    return _room("engine")


def pictures() -> Pictures:
    """Return what draws; GrundyError if there is nothing (``import grundy`` installs it)."""
    return _room("pictures")


def words() -> Words:
    """Return what writes; GrundyError if there is nothing (``import grundy`` installs it)."""
    return _room("words")
