"""The order of positions by what they are worth in normal play: G >= H if Left, moving second, wins G - H.

J. H. Conway, *On Numbers and Games*, ch. 7; *Winning Ways* ch. 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from grundy.common.errors import PositionError, RulesError, TooLarge, shown
from grundy.common.messages import _
from grundy.rules.algebra import as_position
from grundy.rules.out_of_turn import out_of_turn
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import convention
from grundy.solving.catalogued import try_out_games
from grundy.solving.components import refuse_without_grundy_value
from grundy.values.loopy.stoppers import LoopyNimber
from grundy.values.misere import distinguish
from grundy.values.outcome import Outcome
from grundy.values.tree import Tree

# ---- explicit finite games: the positions of a `Tree`, so that a game given by its options can be played and added


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


# ----


def equal(left: object, right: object) -> bool:
    """Tell whether two positions, or values, are worth the same in normal play: who begins G - H loses.

    RulesError for positions that have no value (scores, declared endings, endless play), PositionError for anything else.
    What is the same position is told by ``==``; `equivalent` compares impartial positions in misère play too.

    >>> import grundy as gr
    >>> gr.equal(gr.nim(1, 2), gr.nim(3)), gr.equal(gr.domineering(3, 2) + gr.Value("{2|-1/2}"), gr.Value(0))
    (True, True)
    """
    one, other = _position(left), _position(right)
    return at_least(one, other) and at_least(other, one)


def at_least(left: Position, right: Position) -> bool:
    """Tell whether G >= H: the engine behind ``>=`` of positions."""
    left, right = out_of_turn(left), out_of_turn(right)
    if not left.ruleset.partisan and not right.ruleset.partisan:
        return left.grundy() == right.grundy()  # impartial positions are equal or confused
    try:
        values = left.value(), right.value()
    except TooLarge:
        return (left - right).outcome() in (Outcome.L, Outcome.P)
    for position, value in zip((left, right), values, strict=True):
        if isinstance(value, LoopyNimber):
            raise RulesError("{position} can be played for ever, so it has no value to compare", position=position)
    return values[0] >= values[1]


def _position(what: object) -> Position:
    found = as_position(what)
    if found is None:
        raise PositionError("{rules} is no position", rules=shown(what))
    return found


# ---- when two positions are equal: G + X and H + X have the same outcome for every X; and an X that tells them apart


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
        return _("not equal in {play}: with {apart} added, only {lost} is lost for whoever begins").format(
            play=convention(self.play), apart=self.apart, lost=self.lost
        )


def equivalent(left: Position, right: Position, play: str = "normal") -> Equivalence:
    """Tell whether G + X and H + X have one outcome for every impartial X whose play ends; of partisan games, for every X.

    In normal play this is so if and only if the Grundy values are equal (*Winning Ways* ch. 3), and a Nim heap tells them
    apart if not; -G does where G or H is partisan or has sides. In misère play the simplest forms are compared (*On Numbers
    and Games* ch. 12), and X is made by the proof of that theorem. RulesError for positions that have no such value.

    >>> import grundy as gr
    >>> bool(gr.equivalent(gr.nim(1) + gr.nim(2), gr.nim(3)))
    True
    >>> print(gr.equivalent(gr.nim(2, 2), gr.nim(), "misere"))
    not equal in misère play: with tree(0) added, only nim(2, 2) is lost for whoever begins
    """
    left, right = _position(left), _position(right)
    if convention(play).misere:
        return _misere(left, right)
    if any(one.ruleset.partisan or one.ruleset.sided for one in (left, right)):
        if equal(left, right):
            return Equivalence(True, "normal")
        for one in (left, right):
            if (one - one).outcome() is Outcome.P:
                return Equivalence(False, "normal", -one, one)
        raise RulesError("play of {left} and of {right}, which are not equal, may be endless", left=left, right=right)
    values = left.grundy(), right.grundy()
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
    if rules.sided:
        refuse_without_grundy_value(rules)
    if rules.scoring or rules.has_ending:
        raise RulesError(
            "{position} is not decided by the last move alone, so it equals only itself", position=position
        )
    try_out_games(position)
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
