"""A game being played: the positions so far, the points, whose turn it is; asking the solver for the next move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from grundy.rules.play import Play
from grundy.rules.position import Position
from grundy.rules.solution import Move, Solution

LOOKED_THROUGH = 300_000
"""Among how many options a position that was typed is looked for."""
READ_THROUGH = 20_000
"""Among how many moves the words that were typed are looked for."""
_OTHER = {"first": "second", "second": "first", "draw": "draw"}


class Turn(NamedTuple):
    """A position of the match, and the points of both players when it was reached."""

    position: Position
    points: tuple[int, int] = (0, 0)


class Match:
    """A game from its first position on. Player 0 moves first."""

    def __init__(self, start: Position, play: Play) -> None:
        self.play = play
        self.turns = [Turn(start)]
        self._solutions: dict[int, Solution] = {}

    @property
    def position(self) -> Position:
        """The position now."""
        return self.turns[-1].position

    @property
    def points(self) -> tuple[int, int]:
        """The points of the two players."""
        return self.turns[-1].points

    @property
    def mover(self) -> int:
        """The player to move, 0 or 1."""
        return (len(self.turns) - 1) % 2

    @property
    def over(self) -> bool:
        """Whether there is no move."""
        return next(self.position.options(), None) is None

    @property
    def endless(self) -> str:
        """What endless play is, counted from the position now."""
        return self.play.endless if self.mover == 0 else _OTHER[self.play.endless]

    def solution(self) -> Solution:
        """Return the solution of the position now."""
        if len(self.turns) not in self._solutions:
            misere = "misere" if self.play.misere else "normal"
            self._solutions = {len(self.turns): self.position.solve(misere, self.endless, reuse=True)}
        return self._solutions[len(self.turns)]

    def make(self, move: Move) -> None:
        """Make a move."""
        points = list(self.points)
        points[self.mover] += move.gain
        self.turns.append(Turn(move.after, (points[0], points[1])))
        self._solutions.clear()

    def undo(self, count: int) -> None:
        """Take back so many moves."""
        del self.turns[len(self.turns) - count :]
        self._solutions.clear()

    def repeated(self) -> int | None:
        """Return after how many moves the position was here before with the same player to move, or None."""
        for number in range(len(self.turns) - 3, -1, -2):
            if self.turns[number].position.state == self.position.state:
                return number
        return None

    def find(self, wanted: Position) -> Move | None:
        """Return the move to a position, or None if it is not among the options that are looked through."""
        rules, before = self.position.ruleset, self.position.state
        image = rules.canonical(wanted.state)
        found: Move | None = None
        for gain, after in islice(_options(self.position), LOOKED_THROUGH):
            if after == wanted.state:
                return Move(rules.notation(before, after), Position(rules, after), gain)
            if found is None and rules.canonical(after) == image:
                found = Move(rules.notation(before, after), Position(rules, after), gain)
        return found or next((m for m in self.solution().winning_moves(100) if m.after.state == wanted.state), None)

    def find_all(self) -> bool:
        """Whether `find` looks through all the moves."""
        return next(islice(_options(self.position), LOOKED_THROUGH, None), None) is None

    def find_words(self, text: str) -> Move | None:
        """Return the move of these words, or None."""
        plain = _plain(text)
        winning = self.solution().winning_moves(100)
        moves = islice(self.position.moves(), READ_THROUGH)
        return next((m for some in (winning, moves) for m in some if _plain(m.text) == plain), None)

    def list(self, limit: int) -> tuple[list[Move], int | None]:
        """Return the first moves, and how many more there are (None: very many)."""
        moves = self.position.moves()
        first = list(islice(moves, limit))
        more = sum(1 for _ in islice(moves, READ_THROUGH))
        return first, more if more < READ_THROUGH else None


def _options(position: Position) -> Iterator[tuple[int, Any]]:
    if position.ruleset.ended(position.state) is not None:
        return iter(())
    if position.ruleset.scoring:
        return position.ruleset.scored_options(position.state)
    return ((0, state) for state in position.ruleset.options(position.state))


def _plain(text: str) -> str:
    return " ".join(text.replace("→", "->").lower().split())
