"""What the rules of a game on a board yield, looked at: that each move leads to a board, or at which line of theirs not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from types import GeneratorType
from typing import Any

from grundy.common.errors import PositionError
from grundy.language.read.texts import Followed, TextError
from grundy.rules.functions import FunctionRuleset
from grundy.rules.partisan import LEFT, RIGHT, ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position

MOST = 80
"""Of so many moves of a position more positions are met."""


def followed(found: Iterable[Position]) -> Iterator[Position]:
    """Iterate over positions and those that moves lead to, each once and the nearest first, while somebody can move."""
    met = dict.fromkeys(found)
    for position in (line := list(met)):  # grows meanwhile
        yield position
        rules = position.ruleset
        after = (Position(rules, state) for state in islice(rules.options(position.state), MOST))
        new = [option for option in after if option not in met and goes_on(option)]
        met.update(dict.fromkeys(new))
        line += new


def goes_on(position: Position) -> bool:
    """Return whether somebody can move, and no ending says that play is over."""
    rules, state = position.ruleset, position.state
    return rules.ended(state) is None and any(
        next(iter(rules.changes(state, player)), None) is not None
        for player in ((LEFT, RIGHT) if rules.partisan else (None,))
    )


def require_boards(position: Position) -> None:
    """Raise TextError, with its line, where a move leads to what is no board, such as one with a piece beyond its edge.

    O(options).

    >>> import grundy as gr
    >>> require_boards(gr.clobber("XO"))
    """
    rules = position.ruleset
    own: Any = rules.rules if isinstance(rules, ImpartialRuleset) else rules
    board = getattr(own, "board", None)
    if board is None:
        return
    players = (LEFT, RIGHT) if isinstance(own, PartisanRuleset) else (None,)
    for player in players:
        found = own.options(position.state) if player is None else own.options_of(position.state, player)
        for i, state in enumerate(found):
            try:
                board.check(own.name, state, turn=getattr(own, "turns", False))
            except PositionError as problem:
                line = _line_of(own, position.state, player, i)
                raise TextError("{problem}", line, problem=problem.said) from None


def _line_of(rules: FunctionRuleset, state: Any, player: int | None, i: int) -> int | None:
    """Return the line that yields the move of a number, in the text or the file of the rules; None where no line does."""
    side: FunctionRuleset = rules.side(player) if isinstance(rules, PartisanRuleset) and player is not None else rules
    function: Any = side.function
    given = side.given(function, state)
    if hasattr(function, "routine"):
        run = Followed(function.routine)
        run.yields(function.row(given, side.params), i + 1)
        return run.line
    made = function(*given, **side.params)
    next(islice(made, i, None))
    frame: Any = made.gi_frame if isinstance(made, GeneratorType) else None
    return frame and frame.f_lineno
