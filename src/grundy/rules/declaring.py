"""``@game``, ``@scoring_game`` and ``@partisan_game`` as users write them: with ``board`` for states that are boards, and
with what the game is called and where it begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, overload

from grundy.common.errors import RulesError
from grundy.rules import functions
from grundy.rules.functions import FunctionRuleset

if TYPE_CHECKING:
    from grundy.rules.grids import Grid
    from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
    from grundy.rules.ruleset import Ruleset

R = TypeVar("R", bound="Ruleset")
TOLD = ("called", "says", "start", "sizes", "variants", "looks")
"""What a decorator may say of a game beside its moves."""
OPTIONS = ("board", "name", "bounds", "trials", "least", "sided")
"""What else it takes."""


@overload
def game(function: Callable[..., Any], /, *, board: Grid, **options: Any) -> Any: ...
@overload
def game(function: Callable[..., Any], /, *, board: None = None, **options: Any) -> FunctionRuleset: ...
@overload
def game(*, board: Grid, **options: Any) -> Callable[[Callable[..., Any]], Any]: ...
@overload
def game(*, board: None = None, **options: Any) -> Callable[[Callable[..., Any]], FunctionRuleset]: ...
def game(function: Callable[..., Any] | None = None, /, *, board: Grid | None = None, **options: Any) -> Any:
    """Make a ruleset of a function that yields what a position can become; the players move in turn.

    Args:
        function: as `grundy.rules.functions.game` has it; with ``board`` it is given a `Board`.
        board: a `Grid`, for a game on a board: how it is written, its symmetries, and how it comes apart. Both players have
            the same moves; of a grid with ``sides`` each has pieces of his own, `MINE` and `YOURS`, and the function is
            given the board as the player to move sees it.
        options: ``called``, its names, the title first, with ``;`` between them; ``says``, its rules in a line; ``start``,
            where play begins, ``sizes``, such starts from small to large, and ``variants``, those that have names, as words
            of the shell; ``looks``, what its pieces are drawn like; ``name``; and without a board the others of
            `grundy.rules.functions.game`.

    Raises:
        RulesError: the function is not one of a game on that board.

    >>> import grundy as gr
    >>> @gr.game(board=gr.Grid(".#", live=".", same="mirror flip turn"), called="Crosscram", start="2x3")
    ... def cram(board):
    ...     for cell in board.free:
    ...         for way in (2, 3):  # to the right, and down
    ...             if board[board.step(cell, way)] == 0:
    ...                 yield board.place(cell, 1).place(board.step(cell, way), 1)
    >>> cram("...|...").grundy(), cram(3, 3).grundy(), print(cram.start())
    cram(...|...)
    (1, 0, None)
    """
    told = told_in(options)
    if board is None:
        return telling(functions.game(**options), told, function)
    from grundy.rules import on_boards  # a game of numbers needs none

    if on_boards.grid(board).sides:
        return telling(lambda own: on_boards.SidedRuleset(own, board=board, **options), told, function)
    return telling(lambda own: _impartial(own, board, options), told, function)


@overload
def scoring_game(function: Callable[..., Any], /, **options: Any) -> FunctionRuleset: ...
@overload
def scoring_game(**options: Any) -> Callable[[Callable[..., Any]], FunctionRuleset]: ...
def scoring_game(function: Callable[..., Any] | None = None, /, *, board: Grid | None = None, **options: Any) -> Any:
    """Make a scoring ruleset of a function that yields (points gained, next state).

    Args:
        function: as `grundy.rules.functions.scoring_game` has it; with ``board`` it is given a `Board`.
        board: a `Grid`, for a game on a board.
        options: as of `game`.

    >>> import grundy as gr
    >>> @gr.scoring_game(board=gr.Grid(".#"))
    ... def corners(board):  # a cell is worth as many points as it has free neighbours
    ...     for cell in board.free:
    ...         yield sum(board[near] == 0 for near in board.beside(cell)), board.place(cell, 1)
    >>> corners(2, 3).solve().value, corners(2, 2).solve().value
    (1, 0)
    """
    told = told_in(options)
    if board is None:
        return telling(functions.scoring_game(**options), told, function)
    from grundy.rules import on_boards  # a game of numbers needs none

    kind = on_boards.SidedRuleset if on_boards.grid(board).sides else on_boards.BoardRuleset
    return telling(lambda own: kind(own, board=board, scoring=True, **options), told, function)


@overload
def partisan_game(function: Callable[..., Any], /, **options: Any) -> PartisanRuleset: ...
@overload
def partisan_game(*, board: Grid | None = None, **options: Any) -> Callable[[Callable[..., Any]], PartisanRuleset]: ...
def partisan_game(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a partisan ruleset of a function that yields what a player's moves can reach.

    Args:
        function: as `grundy.rules.partisan.partisan_game` has it. With a ``board`` that has ``sides`` there is no
            ``player``: it is given the board as the player to move sees it.
        options: those of `grundy.rules.partisan.partisan_game`, and what `game` has of names and starts.

    >>> import grundy as gr
    >>> @gr.partisan_game(board=gr.Grid(".XO", live="XO", sides="swap"), start="XO|OX")
    ... def clobber(board):
    ...     for stone in board.cells(1):
    ...         for near in board.beside(stone):
    ...             if board[near] == 2:
    ...                 yield board.move(stone, near)
    >>> print(clobber("XXO").value(), clobber("XXO").value() == gr.clobber("XXO").value())
    ^ True
    """
    from grundy.rules import partisan

    told = told_in(options)
    return telling(partisan.partisan_game(**options), told, function)


def told_in(options: dict[str, Any], others: tuple[str, ...] = OPTIONS) -> dict[str, Any]:
    """Take out of the options of a decorator what they say of names and starts, and return it; RulesError for more."""
    for name in options.keys() - {*TOLD, *others}:
        there = ", ".join((*others, *TOLD))
        raise RulesError(
            "a decorator of rules has no option {option!r}: its options are {there}", option=name, there=there
        )
    return {name: options.pop(name) for name in TOLD if name in options}


def telling(made: Callable[[Callable[..., Any]], R], told: dict[str, Any], given: Callable[..., Any] | None) -> Any:
    """Return what makes a ruleset, and declares its names and starts; of a function that is given, the ruleset."""

    def make(function: Callable[..., Any]) -> R:
        rules = made(function)
        tell(rules, told)
        return rules

    return make if given is None else make(given)


def tell(rules: Ruleset, told: dict[str, Any]) -> None:
    """Declare names, starts and looks of a ruleset."""
    if "called" in told or "says" in told:
        rules.called(told.get("called", rules.name), told.get("says", ""))
    if "start" in told:
        rules.starts(told["start"], sizes=told.get("sizes", ""), variants=told.get("variants"))
    elif "sizes" in told or "variants" in told:
        raise RulesError("{name} has sizes but no usual start: add start='…'", name=rules.name)
    if "looks" in told:
        rules.looks(told["looks"])


def _impartial(own: Callable[..., Any], board: Grid, options: dict[str, Any]) -> ImpartialRuleset:
    """Return the game in which both players have the same moves on a board."""
    from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset

    rules = PartisanRuleset(own, board=board, **options)
    if rules.by_player:
        raise rules.bad_rules(
            "{name}: in a @game both players have the same moves; with an argument player, use @partisan_game"
        )
    rules.right(own)
    made = ImpartialRuleset(rules, rules.name)
    made.hooks = rules.hooks  # what is declared of one is declared of the other
    return made
