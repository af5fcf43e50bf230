"""Partisan play with the turn in the state: ``state, player``, so that what solves impartial games solves these too.

It serves where values say nothing: misère play, play that may be endless, a search that checks the values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from grundy.common.messages import _
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.session import Field
from grundy.rules.versions import VersionRuleset


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
