"""How hard a puzzle is: how often two modelled players find its move, computed from all moves and what is true of them.

Nobody was asked; the players are these, and their chances are exact.

*Who looks ahead* knows no theory. He sees a move with which he has won, and makes it. He sees every reply that wins at once,
and makes no move that allows one. Of the moves that are left he makes, each in a third of the cases:

- the greedy one: that which leaves the fewest replies;
- one that leaves equal parts in pairs, so that he can copy; where there is none, any;
- any, each as often as the others.

*Who knows xor* reads the Grundy value of every part and makes their xor 0; with what he reads wrong he plays as the first
does. A value is read right digit by digit, each of its binary digits in 19 of 20 cases. Where a part has other moves than
to each smaller value once, as a heap of Nim has, its value must be worked out of those of its moves, and each of them must
be read right too. Where there are no Grundy values (Left and Right differ, misère play, declared endings) he is the first.

The level is told by the mean of both chances: 1 from 3/4 on, 2 from 1/2, 3 from 1/3, 4 from 1/5, else 5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grundy.playing.puzzles.parts import freedom, paired, parts, punished, result, worths
from grundy.rules.position import Position
from grundy.rules.solution import Move
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.values.outcome import LOSS

READ = Fraction(19, 20)
"""How often a binary digit, or the value of a move, is read right."""
BOUNDS = (Fraction(3, 4), Fraction(1, 2), Fraction(1, 3), Fraction(1, 5))
"""From these chances on a puzzle has level 1, 2, 3, 4."""


class Chances(NamedTuple):
    """How often the winning move is found by whoever looks ahead, and by whoever knows xor."""

    ahead: Fraction
    xor: Fraction

    @property
    def told(self) -> tuple[float, float]:
        """Both, to three decimals."""
        return round(float(self.ahead), 3), round(float(self.xor), 3)

    @property
    def level(self) -> int:
        """The level of a puzzle, from 1 to 5.

        >>> Chances(Fraction(1), Fraction(1)).level, Chances(Fraction(1, 9), Fraction(1, 9)).level
        (1, 5)
        """
        return 1 + sum((self.ahead + self.xor) / 2 < bound for bound in BOUNDS)


def chances(winning: Move, moves: list[Move], misere: bool = False) -> Chances:
    """Return how often the only move that wins is found among the moves of its position.

    >>> import grundy as gr
    >>> position = gr.nim(1, 2)
    >>> print(*chances(position.solve().best_move, list(position.moves())))
    1 1
    >>> position = gr.nim(3, 4, 5)
    >>> print(*chances(position.solve().best_move, list(position.moves())).told)
    0.056 0.682
    """
    ahead = looking_ahead(winning, moves, misere)
    read = Fraction(0) if misere else reading(winning.before)
    return Chances(ahead, read + (1 - read) * ahead)


def sensible(moves: list[Move], misere: bool = False) -> list[Move]:
    """Return the moves that do not lose at once."""
    return [move for move in moves if not punished(move.after, misere)]


def looking_ahead(winning: Move, moves: list[Move], misere: bool = False) -> Fraction:
    """Return how often who looks ahead finds the move."""
    if result(winning.after, misere) == LOSS:
        return Fraction(1)
    left = sensible(moves, misere)
    replies = [freedom(move.after) for move in left]
    greedy = [move for move, count in zip(left, replies, strict=True) if count == min(replies)]
    copying = [] if misere or _has_turns(winning.before) else [move for move in left if paired(parts(move.after))]
    ways = (greedy, copying or left, left)
    return sum((Fraction(winning in way, len(way)) for way in ways), Fraction(0)) / len(ways)


def reading(position: Position) -> Fraction:
    """Return how often the Grundy values of all parts are read right; 0 where there are none.

    >>> import grundy as gr
    >>> reading(gr.nim(1, 3)) == READ ** 3, reading(gr.kayles(4)) == READ ** (1 + 4), reading(gr.tic_tac_toe())
    (True, True, Fraction(0, 1))
    """
    found = [] if _has_turns(position) else parts(position)
    values = worths(found)
    if not values:
        return Fraction(0)
    return READ ** sum(
        value.bit_length() + _to_work_out(part, value) for part, value in zip(found, values, strict=True)
    )


def _to_work_out(part: Position, value: int) -> int:
    """Return how many moves' values are needed for that of a part: none, where they are the smaller ones, each once."""
    count = freedom(part)
    return 0 if count == value else count


def _has_turns(position: Position) -> bool:
    return isinstance(position.ruleset, TurnsRuleset)
