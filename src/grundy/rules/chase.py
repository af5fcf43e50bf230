"""Two tokens on one digraph: one player flees, the other hunts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.common.messages import N_, _
from grundy.rules.digraph import digraph, numbered, require_pairs, token_scene
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.scenes import Scene
from grundy.rules.session import Field
from grundy.values.outcome import LOSS, WIN

if TYPE_CHECKING:
    from grundy.rules.pickling import Made

Chase = tuple[Any, Any, int]
ARROWS = Field[dict[Any, tuple[Any, ...]] | None]("arrows", lambda: None)


class ChaseRuleset(Ruleset):
    """The hunted player's token on x, the hunter's on y; a turn pushes the own token along an arrow.

    A state is (x, y, turn), turn 0: the hunted player is to move, 1: the hunter is. Whoever cannot move loses; when the
    tokens meet the hunted player loses. What endless play is, is a convention of play (`endless=`).
    """

    def __init__(
        self, arrows: tuple[tuple[Any, Any], ...], nodes: tuple[Any, ...] = (), *, name: str = "chase"
    ) -> None:
        doc = N_("Two tokens on a digraph: the hunted player loses when they meet.")
        super().__init__(name, doc, params={"arrows": arrows, "nodes": nodes})

    @property
    def arrows(self) -> dict[Any, tuple[Any, ...]]:
        """The nodes that the arrows from each node go to."""
        memory = self.memory
        arrows = memory[ARROWS]
        if arrows is None:
            require_pairs(self, self.params["arrows"])
            arrows = memory[ARROWS] = digraph(self.params["arrows"], self.params["nodes"]).arrows
        return arrows

    @property
    def content(self) -> Hashable:
        """The arrows, with the names of the nodes."""
        return frozenset(self.arrows.items())

    def rule_data(self) -> dict[str, Any]:
        """Return the arrows."""
        return {"kind": "chase", "arrows": numbered(self.arrows)}

    def by_content(self) -> Made:
        """It is made again of its arrows and nodes."""
        from grundy.rules.pickling import require_plain

        made_of = self.params["arrows"], self.params["nodes"]
        require_plain(made_of, self.name)
        return partial(ChaseRuleset, name=self.name), made_of

    @property
    def has_ending(self) -> bool:
        """The meeting of the tokens is a declared ending."""
        return True

    def make_state(self, args: tuple[Any, ...]) -> Chase:
        """Return the state of (x, y) or (x, y, turn)."""
        if len(args) not in (2, 3) or (len(args) == 3 and args[2] not in (0, 1)):
            raise self.no_position("a position of {name} is x, y and optionally whose turn it is (0 or 1)")
        for node in args[:2]:
            if node not in self.arrows:
                raise self.no_position("{name} has no node {node!r}", node=node)
        return args if len(args) == 3 else (*args, 0)

    def ended(self, state: Chase) -> int | None:
        """Return LOSS or WIN for the player to move where the tokens have met or the player cannot move."""
        hunted, hunter, turn = state
        if hunted == hunter:
            return WIN if turn else LOSS
        return None if self.arrows[hunter if turn else hunted] else LOSS

    def options(self, state: Chase) -> Iterator[Chase]:
        """Iterate over the states after the own token has been pushed."""
        hunted, hunter, turn = state
        if turn:
            return ((hunted, node, 0) for node in self.arrows[hunter])
        return ((node, hunter, 1) for node in self.arrows[hunted])

    def scene(self, state: Chase) -> Scene:
        """Return the digraph with both tokens on it."""
        hunted, hunter, _turn = state
        tokens = {hunted: "◆", hunter: "▲"} if hunted != hunter else {hunted: "◆▲"}
        return token_scene(self.arrows, self.params["arrows"], tokens)

    def notation(self, before: Chase, after: Chase) -> str:
        """Return the words of a move."""
        who = before[2]
        words = _("hunter: {before} → {after}") if who else _("hunted: {before} → {after}")
        return words.format(before=before[who], after=after[who])

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over all states."""
        for x in self.arrows:
            for y in self.arrows:
                for turn in (0, 1):
                    yield Position(self, (x, y, turn))


def chase(
    arrows: Mapping[Any, Iterable[Any]] | Iterable[tuple[Any, Any]], nodes: Iterable[Any] = (), *, name: str = "chase"
) -> ChaseRuleset:
    """Return the two-token chase on a digraph: a mapping from nodes to their successors, or pairs (from, to).

    >>> import grundy as gr
    >>> ring = gr.chase({0: [1], 1: [2], 2: [3], 3: [0]})
    >>> ring.solve(0, 2, endless="first").outcome.name      # they run round for ever
    'N'
    """
    listed = digraph(arrows, nodes).arrows
    pairs = tuple((tail, head) for tail, heads in listed.items() for head in heads)
    joined = {node for pair in pairs for node in pair}
    return ChaseRuleset(pairs, tuple(node for node in listed if node not in joined), name=name)
