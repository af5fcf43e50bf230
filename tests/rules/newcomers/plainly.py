"""Plain play: rows of letters as text, and the brute force that answers from moves alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

State = Any


def cells(rows: str) -> dict[tuple[int, int], str]:
    """Return the letter of each cell, by row and column."""
    return {(r, c): letter for r, row in enumerate(rows.split("|")) for c, letter in enumerate(row)}


def text(at: dict[tuple[int, int], str]) -> str:
    """Return rows of letters of their cells."""
    high, wide = max(at)
    return "|".join("".join(at[r, c] for c in range(wide + 1)) for r in range(high + 1))


def changed(rows: str, cells_of: dict[tuple[int, int], str]) -> str:
    """Return rows with other letters on some cells."""
    return text({**cells(rows), **cells_of})


def other(who: str | None) -> str:
    """Return the other player."""
    return "O" if who == "X" else "X"


class Brute:
    """A game played to its end: moves of a state, what an ended state is worth to the one to move, nothing else."""

    def __init__(self, moves: Callable[..., Any], over: Callable[..., Any] | None, *, misere: bool = False) -> None:
        self.moves = cache(lambda *state: list(dict.fromkeys(moves(*state))))
        self.over = cache(over or (lambda state: None))
        self.stuck = 1 if misere else -1
        self.wins, self.mex = cache(self.wins), cache(self.mex)
        self.points, self.left_wins = cache(self.points), cache(self.left_wins)

    def wins(self, state: State) -> int:
        """Return 1, 0 or -1, what the player to move comes to."""
        ended = self.over(state)
        if ended is not None:
            return ended
        return max((-self.wins(after) for after in self.moves(state)), default=self.stuck)

    def mex(self, state: State) -> int:
        """Return the least number that no option has."""
        met = {self.mex(after) for after in self.moves(state)}
        return min(set(range(len(met) + 1)) - met)

    def points(self, state: State) -> int:
        """Return by how many points the player to move comes out ahead."""
        return max((gain - self.points(after) for gain, after in self.moves(state)), default=0)

    def left_wins(self, state: State, to_move: str = "X") -> bool:
        """Return whether Left (X) makes the last move."""
        after = [self.left_wins(each, other(to_move)) for each in self.moves(state, to_move)]
        return any(after) if to_move == "X" else all(after)
