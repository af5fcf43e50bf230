"""The empty place for an engine: what answers the questions that a position or a ruleset is asked.

``grundy/__init__.py`` fills it, so that ``position.solve()`` works while nothing in ``rules/`` imports a solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from grundy.errors import GrundyError

if TYPE_CHECKING:
    from grundy.limits import Limits
    from grundy.rules.heaps import HeapRuleset
    from grundy.rules.play import Play
    from grundy.rules.position import Position
    from grundy.rules.ruleset import Ruleset
    from grundy.rules.solution import Move, Solution
    from grundy.values.short import Value


class Engine(Protocol):
    """What ``rules/`` asks of whoever solves."""

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


_installed: list[Engine] = []


def install(engine: Engine) -> None:
    """Put an engine into the empty place."""
    _installed[:] = [engine]


def engine() -> Engine:
    """Return the engine; GrundyError if there is none (``import grundy`` installs one)."""
    if not _installed:
        raise GrundyError("no solver is installed: import grundy, not only grundy.rules")
    return _installed[0]
