"""Partisan rulesets: Left and Right have moves of their own. ``@partisan_game``, and ``impartial`` that lends each both.

*Winning Ways* ch. 1; J. H. Conway, *On Numbers and Games*, ch. 7.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import asdict
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar, overload

from grundy.common.errors import RulesError
from grundy.language.wrapped import wraps
from grundy.rules.failures import asked, plain_function, walked
from grundy.rules.functions import FunctionRuleset
from grundy.rules.grids import Grid
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset, VersionOf, accepted
from grundy.rules.scenes import Scene, board
from grundy.rules.session import Field

if TYPE_CHECKING:
    from grundy.rules.pickling import Made

F = TypeVar("F", bound=Callable[..., Any])

__all__ = ["LEFT", "RIGHT", "ImpartialRuleset", "PartisanRuleset", "impartial", "partisan_game"]

SIDES = Field[dict[int, FunctionRuleset]]("sides", dict)


class PartisanRuleset(FunctionRuleset):
    """A ruleset where Left and Right have different moves, written once.

    The moves are one generator with a keyword-only argument ``player`` (`LEFT` is 1, `RIGHT` is -1), or Left's generator
    with Right's beside it (``@name.right``). ``board`` (a `Grid`) gives text, symmetry and parts to a game on a grid;
    elsewhere ``@name.parts`` takes a position apart and ``@name.symmetry`` folds it.
    """

    partisan = True

    def __init__(self, function: Callable[..., Any], *, board: Grid | None = None, **options: Any) -> None:
        plain_function(function)
        self.board = board
        if board is not None:
            _annotated(function, board)
        self.other: Callable[..., Any] | None = None
        if options.get("scoring"):
            raise RulesError(
                "{name}: a partisan game is played for the last move, not for points", name=function.__name__
            )
        super().__init__(function, **options)

    def _read_signature(self) -> None:
        super()._read_signature()
        self.by_player = "player" in self.required
        self.required -= {"player"}
        if "player" in self.params:
            raise self.bad_rules("{name}: player has no default, it is LEFT or RIGHT as they are to move")
        if self.board is None:
            return
        if self.wraps is not None and len(self.names) == 1:
            self.names, self.shape, self.tuple_state = ("rows", "columns", *self.board.faces[1:]), "several", False
        elif self.shape != "several" or len(self.names) != len(self.board.faces) + 1:
            raise self.bad_rules(
                "{name}: the state of a board of faces {faces!r} is rows, columns and a bitboard for each of {other!r}",
                faces=self.board.faces,
                other=self.board.faces[1:],
            )

    def rule_data(self) -> dict[str, Any]:
        """Return the moves of both players, and the board."""
        from grundy.language.refusal import Unreadable
        from grundy.rules.data import common, moves  # they read Python

        board = None if self.board is None else asdict(self.board)
        found = {**common(self, "partisan"), "least": self.least, "board": board}
        if self.by_player:
            return {**found, "moves": moves(self, self.function, player=LEFT)}
        if self.other is None:
            raise Unreadable("{name} says nothing of Right's moves", name=self.name)
        return {**found, "left": moves(self, self.function), "right": moves(self, self.other)}

    @classmethod
    def of_data(cls, data: dict[str, Any], made: Callable[[str], Callable[..., Any]], name: str) -> PartisanRuleset:
        """Return the ruleset of these moves."""
        board = data["board"] and Grid(**data["board"])
        rules = cls(made("moves" if "moves" in data else "left"), board=board, name=name, least=data["least"])
        if "right" in data:
            rules.right(made("right"))
        return rules

    def right(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Declare Right's moves, of a game whose own function yields Left's."""
        if self.by_player:
            raise self.bad_rules("{name} has the player as an argument, so its function yields Right's moves too")
        plain_function(function)
        self.other = function
        self.forget()
        return function

    def ending(self, function: F) -> F:
        """Declare endings (see `Ruleset.ending`); RulesError for a function that takes a `Board`."""
        if self.board is not None:
            kinds = [p.kind for p in signature(function).parameters.values() if p.kind is not p.KEYWORD_ONLY]
            several = Parameter.VAR_POSITIONAL in kinds or len(kinds) == len(self.names)
            if not several or wraps(function) is not None:
                raise self.bad_rules(
                    "{name}: board= and an ending that takes a Board do not go together yet: let it take rows, columns "
                    "and an integer with a bit a cell for each of {faces!r}",
                    faces=self.board.faces[1:],
                )
        return super().ending(function)

    # ---- states

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the state of positional arguments; of a board its text, or rows and columns of an empty one."""
        if self.board is not None:
            if len(args) == 1 and isinstance(args[0], str):
                return self.board.read(self.name, args[0])
            if args and all(isinstance(a, int) for a in args):
                return self.board.check(self.name, args)
            row = self.board.faces[0] * 2
            raise self.no_position("{name}: a board is a text such as {row}|{row}, or rows and columns", row=row)
        return super().make_state(args)

    def require_a_start(self) -> None:
        """Raise PositionError where sizes alone say nothing: nobody can move on an empty board of 6 by 6 cells."""
        if self.board is None:
            return
        empty = self.board.check(self.name, (6, 6))
        if not any(True for player in (LEFT, RIGHT) for _option in self.options_of(empty, player)):
            face = self.board.faces[1]
            raise self.no_position(
                "{name} begins with pieces, and nobody can move on an empty board: write its cells, as in {example}",
                example=f"{face}.|.{face}",
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
        if self.board is not None and "show" not in self.hooks:
            return self.board.show(state)
        return super().show(state)

    def usual_scene(self, state: Any) -> Scene:
        """Return what a state looks like: a board where there is one."""
        return super().usual_scene(state) if self.board is None else board(self.board.show(state))

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move: of a board the cells that change, by row and column from 1."""
        if self.board is None or "notation" in self.hooks:
            return super().notation(before, after)
        return "-".join(f"({row + 1},{column + 1})" for row, column in self.touched(before, after))

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes: of a board cells (row, column) from 0."""
        if self.board is None:
            return super().touched(before, after)
        cells = range(before[0] * before[1])
        return tuple(divmod(i, before[1]) for i in cells if self.board.face(before, i) != self.board.face(after, i))

    # ---- rules

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the states that a move of Left or of Right can lead to."""
        args = self.given(state)
        if self.by_player:
            made = asked(self, state, self.function, *args, **self.params, player=player)
        elif player == LEFT:
            made = asked(self, state, self.function, *args, **self.params)
        elif self.other is None:
            raise self.bad_rules("{name} says nothing of Right's moves: add @{name}.right, or an argument player")
        else:
            made = asked(self, state, self.other, *args, **accepted(self.other, self.params))
        if made is None:
            raise self.bad_rules("the function of {name} returns nothing: yield the positions that a move can reach")
        return map(self.state_of, walked(self, state, made))

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over Left's options, then Right's."""
        for player in (LEFT, RIGHT):
            yield from self.options_of(state, player)

    def side(self, player: int) -> FunctionRuleset:
        """Return the moves of one player as a ruleset of their own, to be compiled; its states are those of the board."""
        kept = self.memory[SIDES]
        if player not in kept:
            kept[player] = self._side(player)
        return kept[player]

    def _side(self, player: int) -> FunctionRuleset:
        function = self.function if self.by_player or player == LEFT else self.other
        if function is None:
            raise self.bad_rules("{name} says nothing of Right's moves: add @{name}.right, or an argument player")
        side = FunctionRuleset(function, name=self.name)
        params = {**self.params, "player": player} if self.by_player else accepted(function, self.params)
        return side.bind(**params)

    # ---- symmetry and parts

    def folded(self, state: Any) -> tuple[Any, int]:
        """Return the state that stands for a position, and 1, or -1 if its value is the negative."""
        if self.board is not None:
            return self.board.least(state)
        return self.canonical(state), 1

    def split(self, state: Any) -> list[Any]:
        """Return the states of the parts of which the position is the sum."""
        if self.board is None or "parts" in self.hooks:
            return super().split(state)
        return self.board.parts(state)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over small positions: of a board the empty ones."""
        if self.board is None:
            yield from super().box(limit)
            return
        for rows in range(1, 4):
            for columns in range(1, 6 - rows):
                yield self(rows, columns)


def _annotated(function: Callable[..., Any], board: object) -> None:
    """Let the one argument of a game on a board be a `Board`, where it is not said what it is; RulesError for no `Grid`."""
    if not isinstance(board, Grid):
        raise RulesError(
            "{name}: a board is a Grid, such as Grid('.#'), not {board!r}", name=function.__name__, board=board
        )
    code = function.__code__
    if code.co_argcount == 1 and code.co_varnames[0] not in function.__annotations__:
        from grundy.rules.board import Board  # most rules name it

        function.__annotations__[code.co_varnames[0]] = Board


class ImpartialRuleset(VersionOf):
    """The impartial version of a partisan ruleset: both players may make the moves of both."""

    def __init__(self, rules: PartisanRuleset, name: str = "", doc: str = "") -> None:
        super().__init__(rules, name or f"impartial {rules.name}", doc)
        self.required = rules.required
        self.__doc__ = rules.__doc__

    def bind(self, **params: Any) -> ImpartialRuleset:
        """Return this ruleset with other values of its parameters."""
        if not params:
            return self
        bound = super().bind(**params)
        bound.rules = self.rules.bind(**params)
        return bound

    def __call__(self, *args: Any, **params: Any) -> Position:
        """Return the position of these arguments, as the partisan game reads them (a graph in text is a parameter)."""
        made = self.rules(*args, **params)
        return Position(self.bind(**made.ruleset.params), made.state)

    def ending(self, function: F) -> F:
        """Declare endings; of a @game with a board, which keeps its hooks with the moves, as these take them."""
        if self.hooks is self.rules.hooks:
            self.rules.ending(function)
        return super().ending(function)

    @property
    def board(self) -> Grid | None:
        """The board of the partisan game."""
        return self.rules.board

    @property
    def takes_sizes(self) -> bool:
        """Whether it is said what the start of a size is, here or of the partisan game."""
        return super().takes_sizes or self.rules.takes_sizes

    def start_of_size(self, *size: int, **params: Any) -> Position | None:
        """Return the start of a size, as the partisan game has it where nothing else is declared."""
        if super().takes_sizes:
            return super().start_of_size(*size, **params)
        made = self.rules.start_of_size(*size, **params)
        return made and Position(self.bind(**made.ruleset.params), made.state)

    def state_of(self, option: Any) -> Any:
        """Return what the rules yield as a state."""
        return self.rules.state_of(option)

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the options of both players, each once."""
        return iter(dict.fromkeys(self.rules.options(state)))

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of them the same: the partisan ruleset."""
        return ("impartial", *self.rules.key)

    def told(self, state: Any) -> Hashable:
        """Return what equal positions have in common, as in the partisan game."""
        return self.rules.told(state)

    def same(self, state: Any, other: Ruleset, its: Any) -> bool:
        """Whether it is one position, as in the partisan game."""
        return isinstance(other, ImpartialRuleset) and self.rules.same(state, other.rules, its)

    @property
    def content(self) -> Hashable:
        """What the partisan rules mean."""
        return self.rules.content

    def rule_data(self) -> dict[str, Any]:
        """Return what the partisan rules are."""
        from grundy.rules.data import data_of  # it reads Python

        return {"kind": "impartial", "of": data_of(self.rules)}

    def by_content(self) -> Made:
        """It is made again of the partisan rules."""
        return ImpartialRuleset, (self.rules, self.name, self.doc)

    def split(self, state: Any) -> list[Any]:
        """Return the states of the parts of which the position is the sum."""
        return self.rules.split(state)

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all its images (a negative is the same here)."""
        return self.rules.folded(state)[0]

    def alike(self, one: Any, other: Any) -> bool:
        """Whether two states are one position of the partisan game."""
        return self.rules.alike(one, other)

    def describe(self, state: Any) -> str:
        """Return a position as text, as the partisan game does, under this ruleset's name."""
        return self.name + self.rules.describe(state).removeprefix(self.rules.name)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over small positions."""
        for position in self.rules.small_positions(limit):
            yield Position(self.bind(**position.ruleset.params), position.state)


def impartial(rules: PartisanRuleset, name: str = "", doc: str = "") -> ImpartialRuleset:
    """Return the impartial version of a partisan ruleset: each player may make the moves of both.

    >>> import grundy as gr
    >>> gr.impartial(gr.domineering)("...|...").grundy()
    1
    """
    if not isinstance(rules, PartisanRuleset):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RulesError("{rules} is no partisan ruleset, so it has no impartial version", rules=rules)
    return ImpartialRuleset(rules, name, doc)


@overload
def partisan_game(function: Callable[..., Any], /) -> PartisanRuleset: ...
@overload
def partisan_game(
    *, board: Grid | None = None, name: str | None = None, trials: Iterable[dict[str, Any]] = ()
) -> Callable[[Callable[..., Any]], PartisanRuleset]: ...
def partisan_game(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a partisan ruleset of a function that yields what a player's moves can reach.

    Args:
        function: positional arguments are the state, keyword-only ones the parameters; ``player`` among these is `LEFT` (1)
            or `RIGHT` (-1), the player to move. Without it the function yields Left's moves, and ``@name.right`` declares
            Right's.
        options: ``board``, a `Grid`, for a game on a grid; ``name``; ``trials``, parameters for the tests.

    >>> @partisan_game
    ... def walk(n: int, *, player: int):
    ...     if n * player < 0:
    ...         yield n + player
    >>> list(walk.options_of(-2, LEFT)), list(walk.options_of(-2, RIGHT))
    ([-1], [])
    """
    if function is None:
        return lambda f: PartisanRuleset(f, **options)
    return PartisanRuleset(function)
