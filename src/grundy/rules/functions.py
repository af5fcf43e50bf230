"""Rulesets from plain Python functions: ``@game`` and ``@scoring_game``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial, update_wrapper
from itertools import islice, product
from numbers import Integral
from typing import Any, TypeVar, overload

from grundy.common.errors import N_, shown
from grundy.common.messages import _
from grundy.language.wrapped import Wrapped, nested, record_of, shaped, taken, width_of, wraps
from grundy.rules.algebra import VersionRuleset
from grundy.rules.failures import asked, plain_function, tell, walked
from grundy.rules.large_games import LargeGame
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, WITHOUT, Ruleset, accepted, frozen, integral, misfit, shown_arguments
from grundy.rules.session import Field

F = TypeVar("F", bound=Callable[..., Any])
ONE, SEVERAL, ANY = "one", "several", "any"
MOST_PARTS = 1 << 16
"""The most parts of a state."""
NO_OUTCOME = N_(
    "the ending of {name} returns {result} at {where}: return LOSS (whoever has just moved has won), TIE, WIN, or None, "
    "while play goes on"
)


class FunctionRuleset(LargeGame):
    """A ruleset whose moves are one Python function, written once.

    The positional arguments of the function are the state, its keyword-only arguments the parameters. ``shape`` is
    ``"one"`` for one argument (an integer or any hashable value), ``"several"`` for a fixed number of them, ``"any"`` for
    ``*heaps``. A state is kept as the tuple of the arguments, or as the bare value where there is one argument.
    """

    longest = 0
    """Where states are compiled of any length up to some number of numbers: this one; else 0."""

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str | None = None,
        scoring: bool = False,
        bounds: Callable[..., tuple[int, ...]] | tuple[int, ...] | None = None,
        trials: Iterable[dict[str, Any]] = (),
        least: int | None = None,
        sided: bool = False,
    ) -> None:
        plain_function(function)
        super().__init__(name or function.__name__, function.__doc__ or "")
        self.function = function
        self.scoring = scoring
        self.bounds = bounds
        self.trials = tuple(trials)
        self.least = least
        self.sided = sided or type(self).sided
        update_wrapper(self, function, ("__name__", "__doc__"), ())  # so that help and completion know its arguments
        self._read_signature()

    def _read_signature(self) -> None:
        parameters = [*inspect.signature(self.function).parameters.values()]
        record = record_of(self.function)
        if any(p.kind is not p.KEYWORD_ONLY for p in parameters[1:]):
            record = None  # it is the whole of a state, or none
        if record is not None:
            kinds, kind = getattr(record, "__annotations__", {}), inspect.Parameter.POSITIONAL_OR_KEYWORD
            kinds = {each: getattr(told, "__forward_arg__", told) for each, told in kinds.items()}  # int, in words
            parameters[:1] = [inspect.Parameter(each, kind, annotation=kinds.get(each)) for each in record._fields]
        self.names: tuple[str, ...] = ()
        self.integers = True
        self.shape = SEVERAL
        for p in parameters:
            if p.kind is p.KEYWORD_ONLY:
                self._take(p)
            elif p.kind is p.VAR_KEYWORD:
                raise self.bad_rules("{name}: write the parameters out after a *, not **{parameter}", parameter=p.name)
            else:
                self.names += (p.name,)
                if p.kind is p.VAR_POSITIONAL:
                    self.shape = ANY
                if p.annotation not in (int, "int"):
                    self.integers = False
        if not self.names:
            raise self.bad_rules("{name} has no state: give its function a positional argument")
        if self.shape == ANY and len(self.names) > 1:
            raise self.bad_rules(
                "{name}: *{names} is the whole state; take the other arguments out of it", names=self.names[-1]
            )
        if self.shape == SEVERAL and len(self.names) == 1:
            self.shape = ONE
        widths = [width_of(str(p.annotation)) for p in parameters if p.name in self.names]
        self.widths = tuple(widths) if self.shape == SEVERAL and max(widths) > 1 else ()
        annotation = parameters[0].annotation
        self.record: Any = record
        self.wraps: type[Wrapped] | None = wraps(self.function)
        self.tuple_state = self.shape == ONE and (
            self.wraps is not None
            or annotation is tuple
            or str(annotation).removeprefix("typing.").lower().startswith("tuple")
        )

    @property
    def takes_a_tuple(self) -> bool:
        """Whether a state is one tuple of numbers, and its words are no more than these."""
        return self.tuple_state and self.wraps is None and "setup" not in self.hooks and not self.within

    def rule_data(self) -> dict[str, Any]:
        """Return the moves, with the smallest number of a position."""
        from grundy.rules.data import common, moves  # they read Python

        found = common(self, "scoring" if self.scoring else "game")
        return {**found, "least": self.least, "moves": moves(self, self.function, scoring=self.scoring)}

    @classmethod
    def of_data(cls, data: dict[str, Any], made: Callable[[str], Callable[..., Any]], name: str) -> FunctionRuleset:
        """Return the ruleset of these moves."""
        return cls(made("moves"), name=name, least=data["least"], scoring=data["kind"] == "scoring")

    # ---- states

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the state of positional arguments; PositionError for a wrong count or type."""
        if self.record is not None:
            args = self.fields(self.record, args)
        if self.shape != ANY and len(args) != len(self.names):
            raise misfit(self.name, self.function, args)
        if not (plain := {*map(type, args)} == {int}):
            args = frozen(args)
        if self.integers and not (plain and self.least is None):
            for name, value in zip(self.names * (len(args) if self.shape == ANY else 1), args, strict=False):
                if not isinstance(value, int):
                    raise self.no_position(
                        "{name}: {parameter} is an integer, not {value!r}", parameter=name, value=value
                    )
                if self.least is not None and value < self.least:
                    raise self.no_position(
                        "{name}: {parameter} is {value}, and its numbers are from {least} up",
                        parameter=name,
                        value=value,
                        least=self.least,
                    )
        try:
            hash(args)
        except TypeError:
            raise self.no_position(
                "{name}: a state must be hashable, but {arguments} is not", arguments=shown_arguments(args)
            ) from None
        return args[0] if self.shape == ONE else args

    def fields(self, record: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the numbers of a named tuple that is given as one argument, or field by field; PositionError for others."""
        if len(args) == 1 and isinstance(args[0], tuple) and (len(record._fields) > 1 or isinstance(args[0], record)):
            args = args[0]
        try:
            return shaped(record, record(*args))
        except TypeError:
            raise misfit(self.name, record, args) from None

    def given_to(self, setup: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the named tuple that a setup takes, where it takes one."""
        record = record_of(setup)
        return args if record is None else taken(setup, self.fields(record, args))

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the positional arguments that stand for a state."""
        return (state,) if self.shape == ONE else state

    def over(self, function: Callable[..., Any]) -> type[Wrapped] | None:
        """Return the class of the object over a state that a function takes, None where it takes the state."""
        return self.wraps if function is self.function else wraps(function)

    def given(self, function: Callable[..., Any], state: Any) -> tuple[Any, ...]:
        """Return what a function is given for a state: its arguments, or the object over it."""
        kind = self.over(function)
        if kind is not None:
            return (kind(state),)
        return self.arguments(state) if self.record is None else taken(function, self.arguments(state))

    def _asked(self, hook: Callable[..., Any], state: Any) -> Any:
        return asked(self, state, hook, *self.given(hook, state), **accepted(hook, self.params))

    def state_of(self, option: Any) -> Any:
        """Return the state that a rule or a theorem yields; RulesError if it is of another shape."""
        child = option.yielded().state if isinstance(option, Wrapped) else option
        if self.record is not None and isinstance(child, self.record):
            child = shaped(self.record, child)
        if self.shape == ONE:
            if isinstance(child, tuple) and len(child) == 1 and not self.tuple_state:
                child = child[0]
            return integral(child)
        if not isinstance(child, tuple):
            child = (child,)
        child = integral(child)
        if self.shape == SEVERAL and len(child) != len(self.names):
            raise self.bad_rules(
                "the rules of {name} yield {child!r}, which is not a state ({names}): yield {count} values",
                child=child,
                names=", ".join(self.names),
                count=len(self.names),
            )
        return child

    def parts(self, function: F = WITHOUT) -> F:
        """Declare how a position comes apart: a function of the state that returns the states of which it is the sum."""
        return self._hook("parts", function)

    def split(self, state: Any) -> list[Any]:
        """Return the states of the parts of which the position is the sum, where it is declared how it comes apart."""
        hook = self.hooks.get("parts")
        if hook is None:
            return [state]
        made = islice(walked(self, state, self._asked(hook, state)), MOST_PARTS + 1)
        if len(found := [self.state_of(part) for part in made]) > MOST_PARTS:
            raise self.bad_rules("the parts of {name} at {position} do not end", position=self.describe(state))
        for part in found if self.integers else ():  # two that are none would cancel, unseen
            if not all(
                isinstance(n, tuple) or hasattr(n, "__index__") for n in (part if isinstance(part, tuple) else (part,))
            ):
                raise self.bad_rules("the parts of {name} hold {part!r}, which is not made of integers", part=part)
        return found

    # ---- rules

    def _yielded(self, state: Any) -> Iterable[Any]:
        """Return what the rules yield; whoever walks along it tells what they raise."""
        result = asked(self, state, self.function, *self.given(self.function, state), **self.params)
        if result is None:
            raise self.bad_rules("the function of {name} returns nothing: yield the positions a move can reach")
        return result

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the states that a move can lead to."""
        if self.scoring:
            return (child for _, child in self.scored_options(state))
        if self.shape != SEVERAL:
            return map(self.state_of, walked(self, state, self._yielded(state)))
        return self._states(state)

    def _states(self, state: Any) -> Iterator[Any]:
        """Iterate over the states that the rules yield: mostly plain tuples, and so many that `walked` stands here."""
        count, state_of = len(self.names), self.state_of
        try:
            for child in self._yielded(state):
                if type(child) is tuple and len(child) == count:
                    for each in child:
                        if type(each) is not int:
                            break
                    else:
                        yield child
                        continue
                yield state_of(child)
        except Exception as problem:
            tell(self, state, problem)

    def scored_options(self, state: Any) -> Iterator[tuple[int, Any]]:
        """Iterate over (points gained, next state)."""
        if not self.scoring:
            raise self.bad_rules("{name} is not a scoring game")
        for pair in walked(self, state, self._yielded(state)):
            if not (isinstance(pair, tuple) and len(pair) == 2):
                raise self.bad_rules(
                    "the rules of {name} yield {pair!r}: yield the points gained, then the next state", pair=pair
                )
            gain, child = pair
            if not isinstance(gain, int):
                raise self.bad_rules("the rules of {name} yield a gain of {gain!r}: points are integers", gain=gain)
            yield gain, self.state_of(child)

    def ended(self, state: Any) -> int | None:
        """Return the declared ending of a state: WIN, TIE or LOSS for the player to move, or None."""
        hook = self.hooks.get("ending")
        if hook is None:
            return None
        result = self._asked(hook, state)
        if result is None:
            return None
        if isinstance(result, (int, Integral)) and type(result) is not bool and result in (-1, 0, 1):
            return int(result)
        raise self.bad_rules(NO_OUTCOME, result=shown(result), where=self.describe(state))

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over about ``limit`` positions with the smallest numbers."""
        if not self.integers and not self.widths:
            yield from super().box(limit)
        lengths = range(4) if self.shape == ANY else [sum(self.widths) or len(self.names)]
        for width in lengths:
            side = min(60, max(2, int((limit / len(lengths)) ** (1 / max(width, 1)))))
            for args in product(range(side), repeat=width):
                yield Position(self, self.make_state(nested(args, self.widths)))


@overload
def game(function: Callable[..., Any], /, **options: Any) -> FunctionRuleset: ...
@overload
def game(**options: Any) -> Callable[[Callable[..., Any]], FunctionRuleset]: ...
def game(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a ruleset of a function that yields what a position can become.

    Args:
        function: positional arguments are the state, keyword-only ones the parameters; yields states.
        options: ``name``; ``bounds``, a tuple of limits (each coordinate c of a reachable state has 0 <= c < limit) or a
            function of the start's arguments that returns it: then an index replaces the hash table; ``trials``,
            parameters for the tests; ``least``, the smallest integer that a position may have; ``sided``, whether each
            player has pieces of his own and the state is what the player to move sees, as in tic-tac-toe.

    >>> @game
    ... def bash(n: int, *, m: int = 3):
    ...     for k in range(1, min(m, n) + 1):
    ...         yield n - k
    >>> [q.state for q in bash(10, m=2).options()]
    [9, 8]
    """
    made = partial(FunctionRuleset, **options)
    return made if function is None else made(function)


@overload
def scoring_game(function: Callable[..., Any], /, **options: Any) -> FunctionRuleset: ...
@overload
def scoring_game(**options: Any) -> Callable[[Callable[..., Any]], FunctionRuleset]: ...
def scoring_game(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a scoring ruleset of a function that yields (points gained, next state).

    >>> @scoring_game
    ... def coins(*row: int):
    ...     if row:
    ...         yield row[0], row[1:]
    ...         yield row[-1], row[:-1]
    >>> list(coins(3, 9, 2).ruleset.scored_options((3, 9, 2)))
    [(3, (9, 2)), (2, (3, 9))]
    """
    made = game(scoring=True, **options)
    return made if function is None else made(function)


# ---- partisan play with the turn in the state: ``state, player``, so that what solves impartial games solves these too
# It serves where values say nothing: misère play, play that may be endless, a search that checks the values.


class TurnsRuleset(VersionRuleset[Ruleset]):
    """A state is the state of a partisan ruleset and the player to move."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, rules.name)

    def own(self, state: Any) -> Any:
        """Return the state of the partisan game."""
        return state[0]

    def inside(self, state: Any) -> tuple[list[Any], Hashable]:
        """Return the state of the partisan game, and who is to move."""
        return [state[0]], state[1]

    def rule_data(self) -> dict[str, Any]:
        """Return what the partisan rules are."""
        from grundy.rules.data import data_of  # it reads Python

        return {"kind": "turns", "of": data_of(self.rules)}

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the state of a state and a player; PositionError if the second is no player."""
        if len(args) != 2 or args[1] not in (LEFT, RIGHT):
            raise self.no_position("{name}: the player to move is LEFT (1) or RIGHT (-1)")
        return args

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the state and the player."""
        return state

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the player's options, with the other to move."""
        own, player = state
        return ((option, -player) for option in self.rules.options_of(own, player))

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move."""
        return self.rules.words(before[0], after[0], 0, before[1])

    def moved(self, before: Any, after: Any) -> tuple[int, ...]:
        """Return the parts of a sum that a move changes."""
        return self.rules.moved(before[0], after[0])

    def mover(self, state: Any) -> int | None:
        """Return whose turn it is."""
        return state[1]

    @property
    def tells_apart(self) -> bool:
        """The words of a move are those of the player's move in the partisan game."""
        return True

    def show(self, state: Any) -> str:
        """Return the state and who is to move."""
        told = _("{show}, {player} to move")
        return told.format(show=self.rules.show(state[0]), player=_("Left") if state[1] == LEFT else _("Right"))


TURNS = Field[TurnsRuleset | None]("turns of a game", lambda: None)


def in_turns(rules: Ruleset) -> TurnsRuleset:
    """Return the game with the player to move in its states, always the same, of which all that is searched is kept."""
    found = rules.memory[TURNS] = rules.memory[TURNS] or TurnsRuleset(rules)
    return found


def to_move(position: Position, player: int) -> Position:
    """Return a position with the player to move in it.

    >>> import grundy as gr
    >>> to_move(gr.domineering(2, 2), gr.LEFT).solve().outcome.name
    'N'
    """
    rules = TurnsRuleset(position.ruleset)
    return Position(rules, rules.make_state((position.state, player)))
