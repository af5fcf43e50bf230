"""``@game`` as users write it: for states of numbers, and with ``board`` for states that are boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from grundy.rules import functions
from grundy.rules.functions import FunctionRuleset

if TYPE_CHECKING:
    from grundy.rules.grids import Grid
    from grundy.rules.partisan import ImpartialRuleset


@overload
def game(function: Callable[..., Any], /) -> FunctionRuleset: ...
@overload
def game(*, board: Grid, name: str | None = None) -> Callable[[Callable[..., Any]], ImpartialRuleset]: ...
@overload
def game(*, board: None = None, **options: Any) -> Callable[[Callable[..., Any]], FunctionRuleset]: ...
def game(function: Callable[..., Any] | None = None, /, *, board: Grid | None = None, **options: Any) -> Any:
    """Make a ruleset of a function that yields what a position can become; both players have the same moves.

    Args:
        function: as `grundy.rules.functions.game` has it; with ``board`` it is given a `Board`.
        board: a `Grid`, for a game on a board: how it is written, its symmetries, and how it comes apart.
        options: ``name``, and without a board the others of `grundy.rules.functions.game`.

    Raises:
        RulesError: the function is not one of a game on that board.

    >>> import grundy as gr
    >>> @gr.game(board=gr.Grid(".#", live=".", same="mirror flip turn"))
    ... def cram(board):
    ...     for cell in board.free:
    ...         for way in (2, 3):  # to the right, and down
    ...             if board[board.step(cell, way)] == 0:
    ...                 yield board.place(cell, 1).place(board.step(cell, way), 1)
    >>> cram("...|...").grundy(), cram(3, 3).grundy()
    (1, 0)
    """
    if function is not None:
        return functions.game(function)
    if board is None:
        return functions.game(**options)
    from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset  # a game of numbers needs none

    def make(own: Callable[..., Any]) -> ImpartialRuleset:
        rules = PartisanRuleset(own, board=board, **options)
        if rules.by_player:
            raise rules.bad_rules(
                "{name}: of a @game both players have the same moves; with an argument player it is a @partisan_game"
            )
        rules.right(own)
        made = ImpartialRuleset(rules, rules.name)
        made.hooks = rules.hooks  # what is declared of one is declared of the other
        return made

    return make
