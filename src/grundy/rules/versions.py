"""Rulesets made of one other: its negative, its impartial version, the game with the turn in the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grundy.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.rules.scenes import Scene

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
