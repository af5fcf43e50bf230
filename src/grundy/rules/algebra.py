"""Positions as elements of a group: sums, negatives, and values as positions.

In the negative of a position Left and Right change places; an impartial position is its own (*On Numbers and Games* ch. 7;
*Winning Ways* ch. 2). ``G - H`` is the sum of G and the negative of H: it is lost for who begins where both are worth the
same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.common.errors import PositionError
from grundy.rules.explanations import brief
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, Ruleset
from grundy.rules.sums import JoinedRuleset, SumRuleset, disjunctive

if TYPE_CHECKING:
    from grundy.rules.scenes import Scene

# ---- rulesets made of one other: its negative, its impartial version, the game with the turn in the state

R = TypeVar("R", bound=Ruleset)


class VersionRuleset(Ruleset, Generic[R]):
    """A ruleset made of one other: how play ends, and what is shown, is as it is there of the state that a state says."""

    def __init__(self, rules: R, name: str, doc: str = "") -> None:
        super().__init__(name, doc or rules.doc, params=rules.params)
        self.rules = rules

    @property
    def within(self) -> tuple[Ruleset, ...]:
        """The ruleset that it is a version of."""
        return (self.rules,)

    def own(self, state: Any) -> Any:
        """Return the state of the other ruleset that a state says."""
        return state

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the state of positional arguments."""
        return self.rules(*args).state

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the positional arguments that stand for a state."""
        return self.rules.arguments(state)

    @property
    def has_ending(self) -> bool:
        """Whether the rules declare endings."""
        return self.rules.has_ending

    def ended(self, state: Any) -> int | None:
        """Return the declared ending of a state for the player to move."""
        return self.rules.ended(self.own(state))

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move, as the rules have them."""
        return self.rules.notation(before, after)

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes."""
        return self.rules.touched(self.own(before), self.own(after))

    def scene(self, state: Any) -> Scene:
        """Return what a state looks like."""
        return self.rules.scene(self.own(state))

    def seen(self, before: Any, after: Any) -> Scene:
        """Return what the state after a move looks like to who makes it."""
        return self.rules.seen(self.own(before), self.own(after))

    def show(self, state: Any) -> str:
        """Return a state as text."""
        return self.rules.show(state)


__all__ = ["NegativeRuleset", "ValueRuleset", "as_position", "disjunctive", "is_value", "negative", "values"]


# ---- values as positions, and negatives


class ValueRuleset(Ruleset):
    """The positions that values are: a state is a `Value`, a move chooses an option of its canonical form."""

    partisan = True

    def __init__(self) -> None:
        super().__init__("value", "The canonical form of a value.")

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the value; PositionError for anything else."""
        if len(args) != 1 or not is_value(args[0]):
            raise PositionError("a position of value is a single Value")
        return args[0]

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the value."""
        return (state,)

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the options of Left or of Right."""
        return iter(state.left_options if player == LEFT else state.right_options)

    def show(self, state: Any) -> str:
        """Return the value as text."""
        return brief(state)

    def scene(self, state: Any) -> Scene:
        """Return the value as words."""
        from grundy.rules.scenes import Words

        return Words(self.show(state))

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over no positions: a value is given."""
        return iter(())


values = ValueRuleset()


class NegativeRuleset(VersionRuleset[Ruleset]):
    """A partisan ruleset in which Left and Right have changed places; a state is a state of the ruleset."""

    partisan = True

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, f"-{rules.name}")

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over what a move of the other player can lead to."""
        return self.rules.options_of(state, -player)

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all its images."""
        return self.rules.canonical(state)

    @property
    def tells_apart(self) -> bool:
        """Whether the notation of the rules alone never calls two moves the same."""
        return self.rules.tells_apart

    def describe(self, state: Any) -> str:
        """Return the position as text, with a minus before it."""
        return f"-{self.rules.describe(state)}"

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over the negatives of small positions."""
        return (negative(position) for position in self.rules.small_positions(limit))


def is_value(what: object) -> bool:
    """Whether something is a `Value`: it has options of Left and of Right, and is no position.

    >>> is_value(3)
    False
    """
    return hasattr(type(what), "left_options")


def as_position(what: object) -> Position | None:
    """Return a position, a value as a position, an integer as the game that it is; None for anything else."""
    if isinstance(what, Position):
        return what
    if isinstance(what, int) and not isinstance(what, bool):
        from grundy.values import notation  # which loads NumPy

        what = notation.parse(str(what))
    return Position(values, what) if is_value(what) else None


def negative(position: Position) -> Position:
    """Return a position in which Left and Right have changed places; of an impartial position the position itself.

    Of a board whose symmetries say so it is an image of the board. O(size).

    >>> import grundy as gr
    >>> print(negative(gr.domineering(2, 3)), negative(gr.partisan_subtraction(5)))
    domineering(..|..|..) -partisan-subtraction(5)
    """
    if position.ruleset.sided:
        from grundy.rules.out_of_turn import out_of_turn  # most games have no sides

        position = out_of_turn(position)
    rules, state = position.ruleset, position.state
    if not rules.partisan:
        return position
    if isinstance(rules, SumRuleset):
        parts = [negative(Position(part, own)) for part, own in zip(rules.parts, state, strict=True)]
        own_rules = tuple(part.ruleset for part in parts)
        joined = isinstance(rules, JoinedRuleset)
        made = type(rules)(own_rules, rules.ends) if joined else type(rules)(own_rules)
        return Position(made, tuple(part.state for part in parts))
    if isinstance(rules, ValueRuleset):
        return Position(rules, -state)
    if isinstance(rules, NegativeRuleset):
        return Position(rules.rules, state)
    from grundy.rules.partisan import PartisanRuleset  # a sum needs none

    if isinstance(rules, PartisanRuleset) and rules.board is not None:
        image = next((image for image, sign in rules.board.images(state) if sign < 0), None)
        if image is not None:
            return Position(rules, image)
    return Position(NegativeRuleset(rules), state)
