"""Partisan play with the turn in the state: ``state, player``, so that what solves impartial games solves these too.

It serves where values say nothing: misère play, play that may be endless, a search that checks the values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.scenes import Scene

if TYPE_CHECKING:
    from grundy.rules.pickling import Made


class TurnsRuleset(Ruleset):
    """A state is the state of a partisan ruleset and the player to move."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules.name, rules.doc, params=rules.params)
        self.rules = rules

    @property
    def within(self) -> tuple[Ruleset, ...]:
        """The rules of both players."""
        return (self.rules,)

    def inside(self, state: Any) -> tuple[list[Any], Hashable]:
        """Return the state of the partisan game, and who is to move."""
        return [state[0]], state[1]

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
            raise PositionError("{name}: who is to move is LEFT (1) or RIGHT (-1)", name=self.name)
        return args

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the state and the player."""
        return state

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the player's options, with the other to move."""
        own, player = state
        return ((option, -player) for option in self.rules.options_of(own, player))

    @property
    def has_ending(self) -> bool:
        """Whether the rules declare endings."""
        return self.rules.has_ending

    def ended(self, state: Any) -> int | None:
        """Return the declared ending of the state, for the player to move."""
        return self.rules.ended(state[0])

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move."""
        return self.rules.words(before[0], after[0], 0, before[1])

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes in the partisan game."""
        return self.rules.touched(before[0], after[0])

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

    def scene(self, state: Any) -> Scene:
        """Return what the state looks like."""
        return self.rules.scene(state[0])

    def show(self, state: Any) -> str:
        """Return the state and who is to move."""
        return _("{show}, {player} to move").format(
            show=self.rules.show(state[0]), player=_("Left") if state[1] == LEFT else _("Right")
        )


def to_move(position: Position, player: int) -> Position:
    """Return a position with the player to move in it.

    >>> import grundy as gr
    >>> to_move(gr.domineering(2, 2), gr.LEFT).solve().outcome.name
    'N'
    """
    rules = TurnsRuleset(position.ruleset)
    return Position(rules, rules.make_state((position.state, player)))
