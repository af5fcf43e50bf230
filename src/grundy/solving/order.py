"""The order of positions by what they are worth in normal play: G >= H if Left, moving second, wins G - H.

J. H. Conway, *On Numbers and Games*, ch. 7; *Winning Ways* ch. 2.
"""

from __future__ import annotations

from grundy.common.errors import PositionError, RulesError, TooLarge
from grundy.rules.algebra import as_position
from grundy.rules.position import Position
from grundy.solving.engine import of_position
from grundy.values.loopy.impartial import LoopyNimber
from grundy.values.outcome import Outcome


def equal(left: object, right: object) -> bool:
    """Tell whether two positions, or values, are worth the same in normal play: who begins G - H loses.

    RulesError for positions that have no value (scores, declared endings, endless play), PositionError for anything else.
    What is the same position is told by ``==``; `equivalent` compares impartial positions in misère play too.

    >>> import grundy as gr
    >>> gr.equal(gr.nim(1, 2), gr.nim(3)), gr.equal(gr.domineering(3, 2) + gr.Value("{2|-1/2}"), gr.Value(0))
    (True, True)
    """
    one, other = _position(left), _position(right)
    return at_least(one, other) and at_least(other, one)


def at_least(left: Position, right: Position) -> bool:
    """Tell whether G >= H: the engine behind ``>=`` of positions."""
    if not left.ruleset.partisan and not right.ruleset.partisan:
        return of_position(left).value == of_position(right).value  # impartial positions are equal or confused
    try:
        values = left.value(), right.value()
    except TooLarge:
        return (left - right).outcome() in (Outcome.L, Outcome.P)
    for position, value in zip((left, right), values, strict=True):
        if isinstance(value, LoopyNimber):
            raise RulesError("{position} can be played for ever, so it has no value to compare", position=position)
    return values[0] >= values[1]


def _position(what: object) -> Position:
    found = as_position(what)
    if found is None:
        raise PositionError("{what!r} is neither a position nor a value, so it cannot be compared", what=what)
    return found
