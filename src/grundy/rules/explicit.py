"""Explicit finite games: the positions of a `Tree`, so that a game given by its options can be played and added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.common.errors import PositionError
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.tree import Tree


class TreeRuleset(Ruleset):
    """A state is a `Tree`; a move chooses one of its options."""

    def make_state(self, args: tuple[Any, ...]) -> Tree:
        """Return the tree; PositionError for anything else."""
        if len(args) != 1 or not isinstance(args[0], Tree):
            raise PositionError("a position of tree is a single Tree")
        return args[0]

    def arguments(self, state: Tree) -> tuple[Any, ...]:
        """Return the tree."""
        return (state,)

    def options(self, state: Tree) -> Iterator[Tree]:
        """Iterate over the tree's options."""
        return iter(state.options)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over small Nim heaps as trees."""
        for n in range(5):
            yield Position(self, Tree.nim(n))


tree = TreeRuleset("tree", "A finite game given by its options.")
