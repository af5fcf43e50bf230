"""Rules that are another ruleset's, played in another way: the negative, the impartial version, the turn in the state."""

from __future__ import annotations

from typing import Any

from grundy.rules.ruleset import Ruleset
from grundy.rules.scenes import Scene


class VersionOf(Ruleset):
    """A ruleset over another one, ``rules``: how a state is given, looks and ends, and what moves are called, stays."""

    def __init__(self, rules: Any, name: str, doc: str = "") -> None:
        super().__init__(name, doc or rules.doc, params=rules.params)
        self.rules = rules

    def inner(self, state: Any) -> Any:
        """Return the state of the other ruleset that is meant: the same, but for what a subclass adds."""
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
        return self.rules.ended(self.inner(state))

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move, as the rules have them."""
        return self.rules.notation(before, after)

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes."""
        return self.rules.touched(self.inner(before), self.inner(after))

    def scene(self, state: Any) -> Scene:
        """Return what the state looks like."""
        return self.rules.scene(self.inner(state))

    def show(self, state: Any) -> str:
        """Return the state as text."""
        return self.rules.show(state)
