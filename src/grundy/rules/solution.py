"""What an engine answers: a solution with its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.rules.play import Play
    from grundy.rules.position import Position


class Move:
    """A move: the position it leads to, and its words in the game's own notation."""

    __slots__ = ("after", "gain", "text")

    def __init__(self, text: str, after: Position, gain: int = 0) -> None:
        self.text = text
        self.after = after
        self.gain = gain

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.after, self.gain) == (other.after, other.gain)

    def __hash__(self) -> int:
        return hash((self.after, self.gain))


class Solution:
    """The answer to a position, and how it was found.

    Attributes:
        position: the position asked about.
        play: the convention of play.
        outcome: an `Outcome`; of a scoring game N, P or T by the sign of the score.
        value: the Grundy value (int) where the position has one, the score of a scoring game, else None.
        remoteness: how many moves a won or lost game lasts when the winner hurries and the loser holds out, the moves to
            a tie, or None where that is not known (theorems) or has no meaning (endless play, scores).
        positions: how many positions were solved for it (0: none, by a theorem).
        method: how it was found, in a few words.
        source: where the theorem comes from, or "".

    >>> import grundy as gr
    >>> s = gr.nim(2, 3).solve()
    >>> print(s)
    first player wins: Grundy value 1, heap 2: 3 → 2, by Bouton's theorem
    >>> s.outcome.name, s.value, str(s.best_move)
    ('N', 1, 'heap 2: 3 → 2')
    """

    __slots__ = (
        "_best",
        "_explain",
        "_winning",
        "method",
        "outcome",
        "play",
        "position",
        "positions",
        "remoteness",
        "source",
        "value",
    )

    def __init__(
        self,
        position: Position,
        play: Play,
        outcome: Outcome,
        *,
        method: str,
        winning: Callable[[], Iterator[Move]],
        best: Callable[[], Move | None],
        explain: Callable[[Solution], str],
        value: int | None = None,
        remoteness: int | None = None,
        positions: int = 0,
        source: str = "",
    ) -> None:
        self.position = position
        self.play = play
        self.outcome = outcome
        self.value = value
        self.remoteness = remoteness
        self.positions = positions
        self.method = method
        self.source = source
        self._winning = winning
        self._best: Callable[[], Move | None] | Move | None = best
        self._explain = explain

    @property
    def best_move(self) -> Move | None:
        """The move to make, or None where there is none.

        Of a won position the move that wins (the fastest, where remoteness is known); of a lost one the move that holds
        out longest (where remoteness is not known: some move); of a drawn one a move that keeps the draw.
        """
        if callable(self._best):
            self._best = self._best()
        return self._best

    def winning_moves(self, limit: int | None = 100) -> list[Move]:
        """Return the winning moves, in the rules' order, at most ``limit`` of them (None: all; there may be 10^16)."""
        return list(islice(self._winning(), limit))

    def iter_winning_moves(self) -> Iterator[Move]:
        """Iterate lazily over all the winning moves."""
        return self._winning()

    def explain(self) -> str:
        """Return a short explanation that a student can follow."""
        return self._explain(self)

    def to_dict(self, limit: int = 100) -> dict[str, Any]:
        """Return the whole answer as plain data (for JSON), with at most ``limit`` winning moves."""
        best = self.best_move
        return {
            "game": self.position.ruleset.name,
            "position": str(self.position),
            "parameters": {k: _plain(v) for k, v in self.position.ruleset.params.items()},
            "state": _plain(self.position.state),
            "play": "misere" if self.play.misere else "normal",
            "endless": self.play.endless,
            "outcome": self.outcome.value,
            "winner": str(self.outcome),
            "value": self.value,
            "remoteness": self.remoteness,
            "best_move": best and str(best),
            "winning_moves": [str(m) for m in self.winning_moves(limit)],
            "positions": self.positions,
            "method": self.method,
            "source": self.source,
        }

    def __str__(self) -> str:
        words = [f"{self.outcome}:"]
        if self.value is not None:
            words.append(f"{'score' if self.position.ruleset.scoring else 'Grundy value'} {self.value},")
        if self.remoteness is not None:
            words.append(f"{self.remoteness} move{'' if self.remoteness == 1 else 's'},")
        if self.outcome is not Outcome.P and self.best_move is not None:
            words.append(f"{self.best_move},")
        return " ".join([*words, f"by {self.method}"])

    def __repr__(self) -> str:
        return f"<Solution of {self.position}: {self}>"


def _plain(value: Any) -> Any:
    """Turn a state or a parameter into what JSON has."""
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(v) for v in value), key=repr)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)
