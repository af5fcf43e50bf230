"""Explicit digraphs: a token is pushed along arrows; play may be endless."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from grundy.common.errors import RulesError, shown
from grundy.common.messages import N_, _
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, hashable, integral
from grundy.rules.scenes import Network, Scene, Words
from grundy.rules.session import Field
from grundy.values.outcome import LOSS, WIN

if TYPE_CHECKING:
    import numpy as np

    from grundy.rules.data import Made

DRAWN = 60
"""Digraphs of more nodes are not drawn."""


def token_scene(nodes: Iterable[Any], arrows: tuple[tuple[Any, Any], ...], tokens: Mapping[Any, str]) -> Scene:
    """Return the scene of a digraph with tokens on some nodes; words where the digraph is large."""
    listed = list(nodes)
    if len(listed) > DRAWN:
        return Words(", ".join(f"{token} {node}" for node, token in tokens.items()))
    shown = {node: f"{node} {tokens[node]}" if node in tokens else "" for node in listed}
    return Network(shown, {pair: (*pair, "") for pair in arrows}, arrows, arrows=True)


def require_pairs(rules: Ruleset, arrows: Iterable[Any]) -> None:
    """Raise PositionError for an arrow that is none."""
    if not all(isinstance(arrow, tuple) and len(arrow) == 2 for arrow in arrows):
        raise rules.no_position("{name}: an arrow is a pair (from, to), as in arrows=((2,1),(1,0))")


def numbered(arrows: Mapping[Any, tuple[Any, ...]]) -> list[list[int]]:
    """Return where the arrows of each node go, nodes being numbered in their order.

    >>> numbered({"a": ("b",), "b": ("a", "b")})
    [[1], [0, 1]]
    """
    number = {node: i for i, node in enumerate(arrows)}
    return [[number[head] for head in heads] for heads in arrows.values()]


class DigraphRuleset(Ruleset):
    """A digraph whose arrows are the moves; a state is a node."""

    def __init__(self, arrows: dict[Any, tuple[Any, ...]], *, name: str = "digraph") -> None:
        super().__init__(name, N_("A token is pushed along an arrow of a digraph."))
        self.arrows = arrows

    @property
    def content(self) -> Hashable:
        """The arrows, with the names of the nodes."""
        return frozenset(self.arrows.items())

    def rule_data(self) -> dict[str, Any]:
        """Return the arrows."""
        return {"kind": "digraph", "arrows": numbered(self.arrows)}

    def by_content(self) -> Made:
        """It is made again of its arrows."""
        from grundy.rules.data import require_plain

        require_plain(tuple(self.arrows.items()), self.name)
        return partial(DigraphRuleset, name=self.name), (self.arrows,)

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the node; PositionError if the digraph has none of that name."""
        if len(args) != 1:
            raise self.no_position("a position of {name} is one node, not {count}", count=len(args))
        if hashable(args[0]) not in self.arrows:
            raise self.no_position("{name} has no node {arguments!r}", arguments=args[0])
        return args[0]

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the node."""
        return (state,)

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the heads of the arrows from a node."""
        return iter(self.arrows[state])

    def scene(self, state: Any) -> Scene:
        """Return the digraph, with the token on its node."""
        pairs = tuple((tail, head) for tail, heads in self.arrows.items() for head in heads)
        return token_scene(self.arrows, pairs, {state: "●"})

    def states(self) -> list[Any]:
        """Return all nodes."""
        return list(self.arrows)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over the nodes."""
        for node in self.arrows:
            yield Position(self, node)


class ArrayDigraph(Ruleset):
    """A digraph in compact arrays (CSR): the arrows from node i go to ``edges[offsets[i]:offsets[i + 1]]``.

    It takes 4 bytes a node and 4 bytes an arrow.
    """

    def __init__(self, offsets: np.ndarray, edges: np.ndarray, *, name: str = "digraph") -> None:
        super().__init__(name, N_("A token is pushed along an arrow of a digraph."))
        self.offsets = offsets
        self.edges = edges
        if len(offsets) < 1 or offsets[0] != 0 or offsets[-1] != len(edges) or (offsets[1:] < offsets[:-1]).any():
            raise RulesError("the offsets of a digraph must rise from 0 to the number of arrows")
        if len(edges) and not (edges.min() >= 0 and edges.max() < len(offsets) - 1):
            raise RulesError("the arrows of this digraph must go to nodes 0 to {count}", count=len(offsets) - 2)

    @property
    def content(self) -> Hashable:
        """The arrows, as bytes."""
        return sha256(self.offsets.astype("<i8").tobytes()).digest(), sha256(
            self.edges.astype("<i8").tobytes()
        ).digest()

    def by_content(self) -> Made:
        """It is made again of its arrays."""
        return partial(ArrayDigraph, name=self.name), (self.offsets, self.edges)

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the node's index."""
        if len(args) != 1 or not isinstance(args[0], int) or not 0 <= args[0] < len(self.offsets) - 1:
            raise self.no_position("a position of {name} is one node from 0 to {count}", count=len(self.offsets) - 2)
        return args[0]

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the node."""
        return (state,)

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the heads of the arrows from a node."""
        yield from self.edges[self.offsets[state] : self.offsets[state + 1]].tolist()


def digraph(
    arrows: Mapping[Any, Iterable[Any]] | Iterable[tuple[Any, Any]] | tuple[np.ndarray, np.ndarray],
    nodes: Iterable[Hashable] = (),
    *,
    name: str = "digraph",
) -> Any:
    """Return the ruleset of an explicit digraph; play may be endless.

    Args:
        arrows: a mapping from nodes to their successors, pairs (from, to), or two arrays (offsets, edges).
        nodes: further nodes, without arrows.
        name: what it is called.

    >>> import grundy as gr
    >>> g = gr.digraph({"a": ["b"], "b": ["a", "c"], "c": []})
    >>> print(g.solve("a"))
    second player wins: 2 moves, by exhaustive search of 3 positions
    """
    if isinstance(arrows, tuple) and len(arrows) == 2 and hasattr(arrows[0], "dtype"):
        return ArrayDigraph(arrows[0], arrows[1], name=name)  # pyright: ignore[reportArgumentType]
    try:
        return DigraphRuleset(_successors(arrows, nodes), name=name)
    except (TypeError, ValueError):
        raise RulesError(
            "a digraph is a mapping from nodes to lists of nodes, or pairs (from, to), not {shown}", shown=shown(arrows)
        ) from None


def _successors(arrows: Any, nodes: Iterable[Hashable]) -> dict[Any, tuple[Any, ...]]:
    """Return the nodes in the order in which they are met, each with the heads of its arrows."""
    lists: dict[Any, list[Any]] = {}
    if isinstance(arrows, Mapping):
        lists = {integral(k): [*map(integral, v)] for k, v in arrows.items()}
        for targets in list(lists.values()):
            for target in targets:
                lists.setdefault(target, [])
    else:
        for tail, head in (map(integral, arrow) for arrow in arrows):
            lists.setdefault(tail, []).append(head)
            lists.setdefault(head, [])
    for node in nodes:
        lists.setdefault(integral(node), [])
    return {k: tuple(v) for k, v in lists.items()}


def spread(edges: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return edges that were given one by one, or all in one list.

    >>> spread(((0, 1), (1, 2))) == spread(([(0, 1), (1, 2)],))
    True
    """
    if len(edges) == 1 and isinstance(edges[0], (list, tuple)) and not isinstance((*edges[0], 0)[0], int):
        return tuple(edges[0])
    return edges


# ---- two tokens on one digraph: one player flees, the other hunts


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
        from grundy.rules.data import require_plain

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
