"""The dicotic version of a partisan ruleset; and rulesets whose moves are asked of other ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.common.errors import RulesError
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.versions import VersionRuleset

__all__ = ["VariantRuleset", "dicotic"]


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


def dicotic(rules: Ruleset, name: str = "") -> VariantRuleset:
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
    if not isinstance(rules, PartisanRuleset):
        raise RulesError(
            "{rules} is no partisan ruleset, so it has no dicotic version", rules=getattr(rules, "name", rules)
        )
    return DicoticRuleset(rules, name or f"dicotic {rules.name}", rules.doc)
