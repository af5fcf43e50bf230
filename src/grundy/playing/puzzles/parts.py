"""What players see in a position: that play is over, a move that ends it, parts, equal ones in pairs, their worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from grundy.common.errors import GrundyError
from grundy.common.limits import suppressed
from grundy.rules.position import Position
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.values.outcome import LOSS, WIN

MANY = 100
"""Moves of a position are counted up to this."""


def result(position: Position, misere: bool = False) -> int | None:
    """Return what the player to move has got where play is over: 1, 0 or -1; None where it goes on.

    >>> import grundy as gr
    >>> result(gr.nim(0)), result(gr.nim(0), misere=True), result(gr.nim(1))
    (-1, 1, None)
    """
    ended = position.ruleset.ended(position.state)
    if ended is None and next(position.options(), None) is None:
        ended = LOSS
    return ended if ended is None or not misere else -ended


def won_at_once(position: Position, misere: bool = False) -> bool:
    """Whether the player to move has a move with which he has won."""
    return any(result(option, misere) == LOSS for option in islice(position.options(), MANY))


def punished(after: Position, misere: bool = False) -> bool:
    """Whether a move to a position loses at once: by itself, or by a reply."""
    return result(after, misere) == WIN or won_at_once(after, misere)


def freedom(position: Position) -> int:
    """Return how many moves there are, up to `MANY`."""
    return sum(1 for _option in islice(position.options(), MANY))


def parts(position: Position) -> list[Position]:
    """Return the parts of a position of an impartial game that still have moves; itself, where it is one whole.

    >>> import grundy as gr
    >>> [str(part) for part in parts(gr.kayles(3, 0, 5))], parts(gr.nim(0))
    (['kayles(3)', 'kayles(5)'], [])
    """
    rules = position.ruleset
    whole = [(rules, position.state)]
    found = rules.components(position.state) if rules.how == "single" and rules.is_sum(position.state) else whole
    return [part for each in found if result(part := Position(*each)) is None]


def paired(found: Sequence[Position]) -> bool:
    """Whether there are parts, and each stands there an even number of times: the other player can copy.

    >>> import grundy as gr
    >>> paired(parts(gr.nim(4, 7, 4, 7))), paired(parts(gr.nim(4, 4, 4))), paired([])
    (True, False, False)
    """
    return bool(found) and all(count % 2 == 0 for count in Counter(found).values())


def worths(found: Sequence[Position]) -> list[int] | None:
    """Return the Grundy values of parts; None where they have none, or it takes too much.

    >>> import grundy as gr
    >>> worths(parts(gr.kayles(2, 7))), worths(parts(gr.tic_tac_toe()))
    ([2, 2], None)
    """
    if any(isinstance(part.ruleset, TurnsRuleset) or part.ruleset.partisan for part in found):
        return None
    with suppressed(GrundyError):
        return [part.grundy() for part in found]
    return None
