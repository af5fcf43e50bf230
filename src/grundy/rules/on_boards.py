"""Games whose states are boards: their text, picture and words, and the board that each of their functions is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from grundy.common.errors import RulesError
from grundy.language.wrapped import Wrapped, wraps
from grundy.rules import folding
from grundy.rules.board_kinds import kind_of
from grundy.rules.failures import asked, plain_function, require_callable
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.grids import Grid
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, WITHOUT, accepted

if TYPE_CHECKING:
    from grundy.rules.scenes import Scene

F = TypeVar("F", bound=Callable[..., Any])


OF_BOARDS = {
    **dict.fromkeys(
        ("ending", "symmetry", "symmetries", "parts", "tier", "rank", "predecessors", "show", "picture"), 1
    ),
    "notation": 2,
}
"""The hooks that may take boards, and how many."""


def grid(board: object) -> Grid:
    """Return a grid; RulesError for anything else."""
    if not isinstance(board, Grid):
        raise RulesError("a board is a Grid, such as Grid('.#'), not {board!r}", board=board)
    return board


class BoardRuleset(FunctionRuleset):
    """A ruleset whose states may be the boards of a `Grid`, ``board``: each of its functions may take a `Board`."""

    turns: ClassVar[bool] = False
    """Whether a state says who is to move."""

    def __init__(self, function: Callable[..., Any], *, board: Grid | None = None, **options: Any) -> None:
        plain_function(function)
        self.board = board
        if board is not None:
            grid(board)
            _annotated(function)
        super().__init__(function, **options)
        if self.turns or self.scoring:
            self.fold()

    def _said(self) -> Iterator[Callable[..., Any]]:
        yield from super()._said()
        if self.board is not None and (self.board.same or self.board.opposite or self.board.live):
            yield self.function  # whose author says it of the board

    def fold(self) -> None:
        """Let the symmetries of the board be those of a search, unless others are declared."""
        if folding.folds(self.board) and not self.folds:
            self.hooks["symmetries"] = folding.images

    def _read_signature(self) -> None:
        super()._read_signature()
        if self.board is None:
            return
        names = self.board.names(turn=self.turns)
        if len(self.names) == 1 and self.shape == ONE:
            self.wraps = kind_of(self.board, moving=True if self.turns else None)
            self.names, self.shape, self.tuple_state = names, "several", False
        elif self.shape != "several" or len(self.names) != len(names):
            raise self.bad_rules(
                "{name}: with a board, the rules take one Board, or rows, columns and a bitboard for each of "
                "{other!r}; parameters come after a *",
                other=self.board.faces[1:],
            )

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all that the symmetries call the same."""
        if self.board is not None and self.hooks.get("symmetries") is folding.images and "symmetry" not in self.hooks:
            return folding.least(self.board, state, turns=self.turns)
        return super().canonical(state)

    def over(self, function: Callable[..., Any]) -> type[Wrapped] | None:
        """Return the class of the board that a function takes, None where it takes integers or tuples."""
        if self.board is None or function is self.function:
            return super().over(function)
        if function is folding.images:
            return folding.folded_kind(self.board, self.turns)
        count = function.__code__.co_argcount
        if count != 1 and wraps(function) is None:
            return None
        return kind_of(self.board, moving=False if self.turns else None)

    def _hook(self, name: str, function: F) -> F:
        if self.board is not None and name in OF_BOARDS and function is not WITHOUT:
            require_callable(function, name)
            _annotated(function, OF_BOARDS[name])
        return super()._hook(name, function)

    def rule_data(self) -> dict[str, Any]:
        """Return the moves, and the board."""
        assert self.board is not None
        return {**super().rule_data(), "board": self.board.data()}

    @classmethod
    def of_data(cls, data: dict[str, Any], made: Callable[[str], Callable[..., Any]], name: str) -> BoardRuleset:
        """Return the ruleset of these moves."""
        return cls(made("moves"), board=Grid(**data["board"]), name=name, scoring=data["kind"] == "scoring")

    # ---- states

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the state of positional arguments; of a board its text, or rows and columns of an empty one."""
        if self.board is None:
            return super().make_state(args)
        if args and isinstance(args[0], str):
            return self.board.read(self.name, *args, turn=self._turn_of if self.turns else None)
        if args and all(isinstance(a, int) for a in args):
            return self.board.check(self.name, args, turn=self.turns)
        row = self.board.faces[0] * 2
        raise self.no_position("{name}: a board is a text such as {row}|{row}, or rows and columns", row=row)

    def require_a_start(self) -> None:
        """Raise PositionError where sizes alone say nothing: nobody can move on an empty board of 6 by 6 cells."""
        if self.board is None:
            return
        size = (1, len(self.board.graph)) if self.board.graph else (6, 6)
        empty = self.board.check(self.name, size, turn=self.turns)
        if not any(True for player in (LEFT, RIGHT) for _option in self.options_of(empty, player)):
            free, face = self.board.faces[:2]
            raise self.no_position(
                "{name} needs pieces, since nobody can move on an empty board: write its cells, as in {example}",
                example=f"{face}{free}|{free}{face}",
            )

    @property
    def takes_sizes(self) -> bool:
        """Whether it is said what the start of a size is: of a board that begins empty it is."""
        return self.board is not None or super().takes_sizes

    def start_of_size(self, *size: int, **params: Any) -> Position | None:
        """Return the start of a size: of a board that begins empty the empty one."""
        if self.board is None or "sized" in self.hooks:
            return super().start_of_size(*size, **params)
        self.require_a_start()
        return self(*size, **params)

    def show(self, state: Any) -> str:
        """Return a state as text that makes it again."""
        if self.board is None or "show" in self.hooks:
            return super().show(state)
        shown = self.board.show(state)
        beside = self.board.beside(state)
        if self.turns and state[-1] != self._turn_of(state):
            beside = (self.board.players[state[-1]], *beside)
        return ", ".join([shown, *map(str, beside)])

    def _turn_of(self, state: Any) -> int:
        """Return who is to move where a text does not say it: the first player, unless he put the last piece."""
        if self.board is None or self.board.holds:
            return 0
        own, other = (state[2].bit_count(), state[3].bit_count())
        return int(own == other + 1 and self._begins_empty(state))

    def _begins_empty(self, state: Any) -> bool:
        """Whether somebody can move on an empty board of that size."""
        empty = (*state[:2], *(0,) * (len(state) - 2))
        return next(iter(self.options(empty)), None) is not None

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move: of a board the cells that change, by row and column from 1."""
        hook = self.hooks.get("notation")
        if hook is not None:
            kind = self.over(hook)
            given = (before, after) if kind is None else (kind(before), kind(after))
            return asked(self, before, hook, *given, **accepted(hook, self.params))
        if self.board is None:
            return super().notation(before, after)
        return self.board.words(before, after, self.touched(before, after))

    def usual_scene(self, state: Any) -> Scene:
        """Return what a state looks like: a board where there is one."""
        if self.board is None:
            return super().usual_scene(state)
        from grundy.rules.scenes import of_board  # most answers show no picture

        return of_board(self.board, state)

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes: of a board cells (row, column) from 0, with walls as the picture has them."""
        if self.board is None:
            return super().touched(before, after)
        return self.board.changed(before, after)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over small positions: of a board the empty ones."""
        if self.board is None:
            yield from super().box(limit)
            return
        if self.board.graph:
            yield self(1, len(self.board.graph))
            return
        for rows in range(1, 4):
            for columns in range(1, 6 - rows):
                yield self(rows, columns)


def _annotated(function: Callable[..., Any], count: int = 1) -> None:
    """Let arguments of a function of a game on a board be a `Board`, where it is not said what they are."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    if len(names) == count and names[0] not in function.__annotations__:
        from grundy.rules.board import Board  # most rules name it

        function.__annotations__.update(dict.fromkeys(names, Board))


def copied(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return another function with the same code, defaults and annotations."""
    own = plain_function(function)
    made = FunctionType(own.__code__, own.__globals__, own.__name__, own.__defaults__, own.__closure__)
    made.__kwdefaults__, made.__annotations__, made.__doc__ = own.__kwdefaults__, own.__annotations__, own.__doc__
    made.__module__, made.__qualname__ = own.__module__, own.__qualname__
    return made


class SidedRuleset(BoardRuleset):
    """A game on a board that the player to move sees from his side; a move hands it to the other one.

    Its states are those of the board, with who is to move at their end: 0 the first player, 1 the second.
    """

    sided = True
    turns = True
    rule_data = BoardRuleset.rule_data  # said again, since of a class that says nothing its moves may be others
