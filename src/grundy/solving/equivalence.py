"""When two positions are equal: G + X and H + X have the same outcome for every X; and an X that tells them apart."""

from __future__ import annotations

from typing import Any, NamedTuple

from grundy.common.errors import RulesError, TooLarge
from grundy.common.messages import _
from grundy.rules.explicit import tree
from grundy.rules.play import convention
from grundy.rules.position import Position
from grundy.solving.engine import of_position
from grundy.values.misere import distinguish
from grundy.values.outcome import Outcome
from grundy.values.tree import Tree

MOST = 20_000
"""Positions of which the tree of a game is made."""


class Equivalence(NamedTuple):
    """Whether two positions are equal; if not, ``apart`` is a game X such that G + X and H + X have different outcomes.

    It is true or false as they are equal or not. ``lost`` says which of the two is lost for the mover with X added.
    """

    equal: bool
    play: str
    apart: Position | None = None
    lost: Position | None = None

    def __bool__(self) -> bool:
        return self.equal

    def __str__(self) -> str:
        if self.equal:
            return _("equal in {play}").format(play=convention(self.play))
        return _("not equal in {play}: with {apart} added, only {lost} is lost for the player to move").format(
            play=convention(self.play), apart=self.apart, lost=self.lost
        )


def equivalent(left: Position, right: Position, play: str = "normal") -> Equivalence:
    """Tell whether G + X and H + X have one outcome for every impartial X whose play ends.

    In normal play this is so if and only if the Grundy values are equal (*Winning Ways* ch. 3), and a Nim heap tells them
    apart if not. In misère play the simplest forms are compared (*On Numbers and Games* ch. 12), and X is made by the
    proof of that theorem. RulesError for positions that have no such value.

    >>> import grundy as gr
    >>> bool(gr.equivalent(gr.nim(1) + gr.nim(2), gr.nim(3)))
    True
    >>> print(gr.equivalent(gr.nim(2, 2), gr.nim(), "misere"))
    not equal in misère play: with tree(0) added, only nim(2, 2) is lost for the player to move
    """
    if convention(play).misere:
        return _misere(left, right)
    values = of_position(left).value, of_position(right).value
    if values[0] == values[1]:
        return Equivalence(True, "normal")
    return Equivalence(False, "normal", Position(tree, Tree.nim(values[0])), left)


def _misere(left: Position, right: Position) -> Equivalence:
    found = distinguish(tree_of(left), tree_of(right))
    if found is None:
        return Equivalence(True, "misère")
    return Equivalence(False, "misère", Position(tree, found.game), left if found.first is Outcome.P else right)


def tree_of(position: Position) -> Tree:
    """Return the explicit game that a position is; TooLarge beyond `MOST` positions, RulesError for endless play."""
    rules = position.ruleset
    if rules.scoring or rules.has_ending:
        raise RulesError(
            "{position} is not decided by the last move alone, so it equals only itself", position=position
        )
    seen = 0

    def moves(state: Any) -> Any:
        nonlocal seen
        seen += 1
        if seen > MOST:
            raise TooLarge(
                "{position} has over {most:,} positions, too many to compare in misère play",
                position=position,
                most=MOST,
                positions=seen,
            )
        return [rules.canonical(option) for option in rules.options(state)]

    return Tree.unfold(rules.canonical(position.state), moves)
