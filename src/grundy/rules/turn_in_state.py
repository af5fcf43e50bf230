"""Partisan play with the turn in the state: ``state, player``, so that what solves impartial games solves these too.

It serves where values say nothing: misère play, play that may be endless, a search that checks the values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from grundy.common.messages import _
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset, VersionOf, together

if TYPE_CHECKING:
    from grundy.rules.pickling import Made


class TurnsRuleset(VersionOf):
    """A state is the state of a partisan ruleset and the player to move."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, rules.name)

    def inner(self, state: Any) -> Any:
        """Return the state without the player to move."""
        return state[0]

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the state and the player."""
        return state

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of them the same: the ruleset."""
        return (type(self), *self.rules.key)

    def told(self, state: Any) -> Hashable:
        """Return what equal positions have in common, as in the partisan game, and who is to move."""
        return self.rules.told(state[0]), state[1]

    def same(self, state: Any, other: Ruleset, its: Any) -> bool:
        """Whether it is one position, with one player to move."""
        return isinstance(other, TurnsRuleset) and state[1] == its[1] and self.rules.same(state[0], other.rules, its[0])

    @property
    def content(self) -> Hashable:
        """What the rules of both players mean."""
        return together([self.rules])

    def rule_data(self) -> dict[str, Any]:
        """Return what the partisan rules are."""
        from grundy.rules.data import data_of  # it reads Python

        return {"kind": "turns", "of": data_of(self.rules)}

    def by_content(self) -> Made:
        """It is made again of the partisan rules."""
        return TurnsRuleset, (self.rules,)

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the state of a state and a player; PositionError if the second is no player."""
        if len(args) != 2 or args[1] not in (LEFT, RIGHT):
            raise self.no_position("{name}: who is to move is LEFT (1) or RIGHT (-1)")
        return args

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the player's options, with the other to move."""
        own, player = state
        return ((option, -player) for option in self.rules.options_of(own, player))

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move."""
        return self.rules.words(before[0], after[0], 0, before[1])

    def alike(self, one: Any, other: Any) -> bool:
        """Whether two states are one position with one player to move."""
        return one[1] == other[1] and self.rules.alike(one[0], other[0])

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


def to_move(position: Position, player: int) -> Position:
    """Return a position with the player to move in it.

    >>> import grundy as gr
    >>> to_move(gr.domineering(2, 2), gr.LEFT).solve().outcome.name
    'N'
    """
    rules = TurnsRuleset(position.ruleset)
    return Position(rules, rules.make_state((position.state, player)))
