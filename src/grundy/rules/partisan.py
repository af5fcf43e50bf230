"""Partisan rulesets: Left and Right have moves of their own. ``@partisan_game``, and ``impartial`` that lends each both.

*Winning Ways* ch. 1; J. H. Conway, *On Numbers and Games*, ch. 7.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, overload

from grundy.common.errors import N_, RulesError
from grundy.language.wrapped import Wrapped
from grundy.rules.algebra import VersionRuleset
from grundy.rules.board_kinds import kind_of
from grundy.rules.failures import asked, plain_function, require, walked
from grundy.rules.functions import FunctionRuleset
from grundy.rules.grids import Grid
from grundy.rules.on_boards import BoardRuleset, copied
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, WITHOUT, Ruleset, accepted
from grundy.rules.session import Field

if TYPE_CHECKING:
    from grundy.rules.data import Made

F = TypeVar("F", bound=Callable[..., Any])

__all__ = [
    "LEFT",
    "RIGHT",
    "ImpartialRuleset",
    "PartisanRuleset",
    "VariantRuleset",
    "dicotic",
    "impartial",
    "partisan_game",
]

SIDES = Field[dict[int, FunctionRuleset]]("sides", dict)
SEARCHED = Field[list[BoardRuleset]]("searched", list)


class PartisanRuleset(BoardRuleset):
    """A ruleset where Left and Right have different moves, written once.

    The moves are one generator with a keyword-only argument ``player`` (`LEFT` is 1, `RIGHT` is -1), or Left's generator
    with Right's beside it (``@name.right``). ``board`` (a `Grid`) gives text, symmetry and parts to a game on a grid;
    elsewhere ``@name.parts`` takes a position apart and ``@name.symmetry`` folds it.
    """

    partisan = True
    is_placement = False
    """Whether moves hinder each other in pairs, and nothing else changes what can be done."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        self.other: Callable[..., Any] | None = None
        if options.get("scoring"):
            raise RulesError(
                "{name}: a partisan game is played for the last move, not for points", name=function.__name__
            )
        super().__init__(function, **options)
        if self.board is not None and self.board.sides and not self.by_player and self.wraps is not None:
            self.other = copied(self.function)  # Right's moves are the same, on the board as he sees it

    def _read_signature(self) -> None:
        super()._read_signature()
        self.by_player = "player" in self.required
        self.required -= {"player"}
        own = inspect.signature(self.function)
        self.__signature__ = own.replace(parameters=[p for name, p in own.parameters.items() if name != "player"])
        if "player" in own.parameters and not self.by_player:
            raise self.bad_rules(
                "{name}: write player as a keyword without a default, (…, *, player: int); it is LEFT or RIGHT, "
                "depending on whose turn it is"
            )

    def over(self, function: Callable[..., Any]) -> type[Wrapped] | None:
        """Return the class of the board that a function takes: Right's moves may be Left's, seen from the other side."""
        kind = super().over(function)
        if kind is not None and self.board is not None and self.board.sides and function is self.other:
            return kind_of(self.board, turn=1)
        return kind

    def rule_data(self) -> dict[str, Any]:
        """Return the moves of both players, and the board."""
        from grundy.language.refusal import Unreadable
        from grundy.rules.data import common, moves  # they read Python

        board = None if self.board is None else self.board.data()
        found = {**common(self, "partisan"), "least": self.least, "board": board}
        if self.by_player:
            return {**found, "moves": moves(self, self.function, player=LEFT)}
        if self.other is None:
            raise Unreadable("{name} does not define Right's moves", name=self.name)
        return {**found, "left": moves(self, self.function), "right": moves(self, self.other)}

    @classmethod
    def of_data(cls, data: dict[str, Any], made: Callable[[str], Callable[..., Any]], name: str) -> PartisanRuleset:
        """Return the ruleset of these moves."""
        board = data["board"] and Grid(**data["board"])
        rules = cls(made("moves" if "moves" in data else "left"), board=board, name=name, least=data["least"])
        if "right" in data:
            rules.right(made("right"))
        return rules

    def right(self, function: Callable[..., Any] = WITHOUT) -> Callable[..., Any]:
        """Declare Right's moves, of a game whose own function yields Left's."""
        if self.by_player:
            raise self.bad_rules("{name} takes the player as an argument, so its function already yields Right's moves")
        if function is WITHOUT:
            return self.right
        plain_function(function)
        self.other = function
        self.forget()
        return function

    def placement(self, names: Callable[..., Any] | None = None) -> Any:
        """Declare that each move rules out itself and certain others, of both players, and that nothing else matters.

        So do pieces that are put on a board to stay, where each two of them tell whether both can stand there (S. Faridi,
        S. Huntemann, R. Nowakowski, *Games and complexes I*, 2019). The search for the winner then works on the moves that
        are left, and counts them. It compares this with the moves first, on games played by lot. A move is known by the
        bits that it changes; where these differ from one position to another, ``names`` takes a state and ``player`` and
        yields what tells the moves apart, in their order.

        >>> import grundy as gr
        >>> gr.domineering.is_placement, gr.nogo.is_placement
        (True, False)
        """
        self.is_placement = True
        self.forget()
        return names and self._hook("placement", names)

    # ---- rules

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the states that a move of Left or of Right can lead to."""
        function = self._moves(player)
        args = self.given(function, state)
        if self.by_player:
            made = asked(self, state, function, *args, **self.params, player=player)
        else:
            made = asked(self, state, function, *args, **accepted(function, self.params))
        if made is None:
            raise self.bad_rules("the function of {name} returns nothing: yield the positions a move can reach")
        return map(self.state_of, walked(self, state, made))

    @property
    def movers(self) -> tuple[int, ...]:
        """The players whose moves together are all moves: Left where both have the same, on a board."""
        return (LEFT,) if self.other is self.function and not self.by_player else (LEFT, RIGHT)

    def _moves(self, player: int) -> Callable[..., Any]:
        """Return the function of a player's moves; RulesError where nothing is said of Right's."""
        if self.by_player or player == LEFT:
            return self.function
        if self.other is None:
            raise self.bad_rules("{name} does not define Right's moves: add @{name}.right, or an argument player")
        return self.other

    options = Ruleset.options  # of both players, and not those of one function

    def side(self, player: int) -> FunctionRuleset:
        """Return the moves of one player as a ruleset of their own, to be compiled; its states are those of the board."""
        kept = self.memory[SIDES]
        if player not in kept:
            kept[player] = self._side(player)
        return kept[player]

    def _side(self, player: int) -> FunctionRuleset:
        function = self._moves(player)
        side = FunctionRuleset(function, name=self.name)
        side.wraps = self.over(function)
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


class VariantRuleset(VersionRuleset[Ruleset], PartisanRuleset):
    """A partisan ruleset whose moves are asked of other rulesets: states, and how they are read and shown, are theirs."""

    def __init__(self, rules: Ruleset, name: str, doc: str) -> None:
        def moves(state: tuple[int, ...], *, player: int) -> Iterator[Any]:
            return self.options_of(state, player)

        PartisanRuleset.__init__(self, moves, name=name)
        self.rules, self.name, self.doc, self.params = rules, name, doc, rules.params

    def moves(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the states that a move of a player can lead to."""
        raise NotImplementedError

    def of(self, rules: Ruleset) -> VariantRuleset:
        """Return this version of the same rules with other parameters."""
        raise NotImplementedError

    def bind(self, **params: Any) -> Any:
        """Return this version of the rules with other values of their parameters."""
        return self.of(self.rules.bind(**params)) if params else self

    def __call__(self, *args: Any, **params: Any) -> Position:
        """Return the position of these arguments, as the rules that this is made of read them (a graph is a parameter)."""
        made = self.rules(*args, **params)
        return Position(self if made.ruleset.params == self.params else self.of(made.ruleset), made.state)

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the states that a move of Left or of Right can lead to."""
        return iter(dict.fromkeys(self.moves(state, player)))

    def rule_data(self) -> dict[str, Any]:
        """Refuse to be written as data: the moves are those of other rulesets."""
        from grundy.language.refusal import Unreadable

        raise Unreadable("the moves of {name} are those of other rules", name=self.name)

    def start_of_size(self, *size: int, **params: Any) -> Position | None:
        """Return the start of a size, as the rules have it."""
        made = self.rules.start_of_size(*size, **params)
        return made and Position(self.of(made.ruleset) if params else self, made.state)

    @property
    def takes_sizes(self) -> bool:
        """Whether the rules say what the start of a size is."""
        return self.rules.takes_sizes

    def state_of(self, option: Any) -> Any:
        """Return what the rules yield as a state."""
        return self.rules.state_of(option)

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for a position."""
        return self.rules.canonical(state)

    def split(self, state: Any) -> list[Any]:
        """Return the state alone: a version of a sum need not be the sum of versions."""
        return [state]


class DicoticRuleset(VariantRuleset):
    """The dicotic version of a ruleset: nobody may move where one of the players has no move."""

    def moves(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over a player's moves, none where one of the players has none."""
        base = self.rules
        assert isinstance(base, PartisanRuleset)
        if next(base.options_of(state, -player), None) is not None:
            yield from base.options_of(state, player)

    def of(self, rules: Ruleset) -> VariantRuleset:
        """Return the dicotic version of the same rules with other parameters."""
        return DicoticRuleset(rules, self.name, self.doc)


def dicotic(rules: PartisanRuleset, name: str = "") -> VariantRuleset:
    """Return the dicotic version of a partisan ruleset: nobody may move where one of the players has no move.

    All its positions are dicotic (all-small). It is no sum of parts, so that large boards are slow.

    Args:
        rules: a partisan ruleset.
        name: what the version is called.

    Raises:
        RulesError: for rules that are not partisan.

    >>> import grundy as gr
    >>> str(gr.dicotic(gr.domineering)("...|...").value()), str(gr.domineering("...|...").value())
    ('^', '{2|-1/2}')
    """
    require(PartisanRuleset, N_("{rules} is no partisan ruleset, so it has no dicotic version"), rules)
    return DicoticRuleset(rules, name or f"dicotic {rules.name}", rules.doc)


class ImpartialRuleset(VersionRuleset[PartisanRuleset]):
    """The impartial version of a partisan ruleset: both players may make the moves of both."""

    def __init__(self, rules: PartisanRuleset, name: str = "", doc: str = "") -> None:
        super().__init__(rules, name or f"impartial {rules.name}", doc)
        self.required = rules.required
        self.begins = rules.begins
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

    def ending(self, function: F = WITHOUT) -> F:
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
        own, found = self.rules, set[Any]()
        for option in chain.from_iterable(own.options_of(state, player) for player in own.movers):
            if option not in found:
                found.add(option)
                yield option

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

    @property
    def told_apart(self) -> bool:
        """Whether Python says how a position comes apart: a function, walls, or what lies beside cells of other shapes."""
        return super().told_apart or bool(self.board and self.board.splits and not self.board.is_cut_by_kernels)

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all its images; a negative is the same here, where no endings decide."""
        if self.has_ending:
            return self.searched.canonical(state) if self.searched is not self else state
        return self.rules.folded(state)[0]

    @property
    def searched(self) -> Ruleset:
        """The same game as one function, of a board where both players have the same one, if no negative is folded."""
        own = self.rules
        folds = "symmetry" in self.hooks or not (self.has_ending or own.board is None or own.board.is_its_only_image)
        if own.board is None or own.other is not own.function or own.by_player or folds:
            return self
        made = self.memory[SEARCHED]
        if not made:
            one = BoardRuleset(own.function, board=own.board, name=self.name)
            one.hooks = {**self.hooks}
            one.fold()
            made.append(one.bind(**self.params))
        return made[0]

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
    require(PartisanRuleset, N_("{rules} is not a partisan ruleset, so it has no impartial version"), rules)
    return ImpartialRuleset(rules, name, doc)


@overload
def partisan_game(function: Callable[..., Any], /, **options: Any) -> PartisanRuleset: ...
@overload
def partisan_game(**options: Any) -> Callable[[Callable[..., Any]], PartisanRuleset]: ...
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
    made = partial(PartisanRuleset, **options)
    return made if function is None else made(function)
