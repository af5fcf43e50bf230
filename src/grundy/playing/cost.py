"""What a mistake cost: what it left, what would have been left, and how the other player answers it, as exact facts."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _, ngettext
from grundy.playing.match import Match
from grundy.playing.tokens import plain
from grundy.rules.explanations import brief
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.solution import Move
from grundy.values.outcome import Outcome
from grundy.values.short import Value

FEW = 6
"""So many parts are listed by their values."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a move that spoiled a result cost, each fact exact; where nobody knows one it is "" or None.

    Attributes:
        played: the mistake, in words.
        better: a move that would have kept the result.
        left: the value of the position after the mistake: a Grundy value, or a canonical form.
        kept: the value after the better move.
        answer: how the other player takes what he was given; "" where that is a tie or a draw, or play is over.
        lasts: after so many moves more the other has won, with best play; 0: the mistake ended play.
        free: so many moves more than his opponent the other has after the mistake, where the value is an integer.
        points: so many points less than the better move it gets, with all that follows.
        parts: the Grundy values of the parts before the mistake, where there are several.
    """

    played: str
    better: str
    left: str = ""
    kept: str = ""
    answer: str = ""
    lasts: int | None = None
    free: int = 0
    points: int = 0
    parts: tuple[int, ...] = ()

    def said(self, other: str) -> list[str]:
        """Return it in sentences; ``other`` is the name of the other player."""
        given = self._given_you() if other == _("You") else self._given()
        return [sentence.format(**asdict(self), other=other) for sentence in (*self._shape(), *self._left(), *given)]

    def _shape(self) -> list[str]:
        """Say of several parts which cancel: equal ones are worth nothing together."""
        rest = [value for value, count in Counter(self.parts).items() if value and count % 2]
        if len(rest) != 1 or not 1 < len(self.parts) <= FEW:
            return []
        told = _("The {n} parts are worth {values}: equal ones cancel, and {rest} is left. Make their xor 0.")
        listed = ", ".join(map(str, self.parts))
        return [told.format(n=len(self.parts), values=listed, rest=rest[0])]

    def _left(self) -> list[str]:
        """Say what the mistake left, and what the better move would have left."""
        if self.points:
            told = ngettext(
                "{played} gets {points} point less than {better}, with all that follows.",
                "{played} gets {points} points less than {better}, with all that follows.",
                self.points,
            )
            return [told]
        return [_("{played} left the value {left}; {better} leaves {kept}.")] if self.left and self.kept else []

    def _given(self) -> list[str]:
        """Say what the other player has of it."""
        if self.points:
            return []
        free = ngettext("That is {free} free move for {other}.", "That is {free} free moves for {other}.", self.free)
        said = [free] if self.free else []
        if self.lasts == 0:
            return [*said, _("{played} ends the game, and {other} has won.")]
        if not self.answer:
            return [*said, _("{played} gave the win away: nobody can force it after that.")]
        if self.lasts is None:
            return [*said, _("{other} then wins with {answer}.")]
        once = _("{other} then wins with {answer}, the last move.")
        more = ngettext(
            "{other} wins after it in {lasts} move, with {answer} first.",
            "{other} wins after it in {lasts} moves, with {answer} first.",
            self.lasts,
        )
        return [*said, once if self.lasts == 1 else more]

    def _given_you(self) -> list[str]:
        """Say it to the other player himself."""
        if self.points:
            return []
        free = ngettext("That is {free} free move for you.", "That is {free} free moves for you.", self.free)
        said = [free] if self.free else []
        if self.lasts == 0:
            return [*said, _("{played} ends the game, and you have won.")]
        if not self.answer:
            return [*said, _("{played} gave the win away: nobody can force it after that.")]
        if self.lasts is None:
            return [*said, _("You then win with {answer}.")]
        once = _("You then win with {answer}, the last move.")
        more = ngettext(
            "You win after it in {lasts} move, with {answer} first.",
            "You win after it in {lasts} moves, with {answer} first.",
            self.lasts,
        )
        return [*said, once if self.lasts == 1 else more]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self) | {"parts": [*self.parts]}


def cost(match: Match, made: Move, better: Move) -> Cost:
    """Return what a mistake cost in a match whose position now is the one before it; TooLarge where that is not found.

    >>> from grundy.playing.record import begun, usual_position
    >>> match = begun(usual_position("nim 3 3 5"))
    >>> found = cost(match, match.read("0 3 5"), match.solution().best_move)
    >>> print(*found.said("grundy"), sep="\\n")
    The 3 parts are worth 3, 3, 5: equal ones cancel, and 5 is left. Make their xor 0.
    heap 1: 3 → 0 left the value 6; heap 3: 5 → 0 leaves 0.
    grundy then wins with heap 3: 5 → 3.
    """
    names = made.text, better.text
    after = match.solution_after(made)
    if after.position.ruleset.scoring:
        lost = better.gain - match.solution_after(better).value - made.gain + after.value
        return Cost(*names, points=int(lost))
    misere = match.play.misere
    left = None if misere else value_of(plain(made.after), match.memory)
    kept = None if misere else value_of(plain(better.after), match.memory)
    won, answer = after.outcome is Outcome.N, after.best_move
    return Cost(
        *names,
        left=shown(left),
        kept=shown(kept),
        answer=answer.text if won and answer else "",
        lasts=None if not won else after.remoteness if answer else 0,
        free=_free(left),
        parts=() if misere else _parts(plain(match.position)),
    )


def value_of(position: Position, memory: int | None = None) -> Value | int | None:
    """Return the Grundy value, the score or the canonical form of a position; None where it has none or none is found."""
    try:
        return position.solve(reuse=True, memory=memory).value
    except GrundyError:
        return None


def shown(value: Value | int | None) -> str:
    """Return a value as text, "" for none."""
    return "" if value is None else brief(value) if isinstance(value, Value) else str(value)


def _free(left: Value | int | None) -> int:
    """Return how many moves of his own a player has more, by a value that is an integer."""
    return abs(int(str(left))) if isinstance(left, Value) and str(left).lstrip("-").isdecimal() else 0


def _parts(position: Position) -> tuple[int, ...]:
    """Return the Grundy values of the parts of an impartial position, none where it is whole or one is not known."""
    rules = position.ruleset
    if isinstance(rules, PartisanRuleset) or not rules.is_sum(position.state):
        return ()
    found = [value_of(Position(part, own)) for part, own in rules.components(position.state)]
    return tuple(value for value in found if isinstance(value, int)) if None not in found else ()
