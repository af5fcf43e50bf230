"""Rooted trees in words, with a zero or a one on each edge: ``1-2:1, 2-3:0``, a father in front."""

from __future__ import annotations

from re import fullmatch
from typing import Any

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.digraph import spread
from grundy.rules.functions import FunctionRuleset
from grundy.rules.position import Position
from grundy.rules.scenes import Network

Edge = tuple[int, int, int]
Fathers = tuple[int, ...]
"""Each node's father, 0 for the root's; nodes are numbered from 1."""


def declare(game: FunctionRuleset) -> None:
    """Declare how trees are read, shown and drawn: bit v of a state is the number on the edge of node v to its father.

    Without the parameter ``root`` the root is the first node of the first edge.
    """

    def read(*edges: Any, root: int = 0) -> Position:
        parsed = [read_edge(game.name, edge) for edge in spread(edges)]
        root = root or (parsed[0][0] if parsed else 1)
        fathers = rooted(game.name, parsed, root)
        ones = sum(1 << (v if fathers[v] == u else u) for u, v, weight in parsed if weight)
        return Position(game.bind(fathers=fathers), ones)

    game.setup(read)
    game.shown(write_tree)
    game.picture(drawn_tree)


def read_edge(name: str, edge: Any) -> Edge:
    """Return an edge and its number, of ``2-3:1`` or (2, 3, 1); PositionError for what is none.

    >>> read_edge("tree-flip", "2-3:1"), read_edge("tree-flip", "2-3")
    ((2, 3, 1), (2, 3, 0))
    """
    parsed = edge
    if isinstance(edge, str) and (found := fullmatch(r"(\d+)-(\d+)(?::(\d+))?", edge)):
        parsed = tuple(int(word or 0) for word in found.groups())
    match parsed:
        case (int(u), int(v), 0 | 1 as weight) if u > 0 and v > 0 and u != v:
            return u, v, weight
        case _:
            problem = _("{name}: {edge!r} is not an edge: write 2-3:1 for a 1 between nodes 2 and 3")
            raise PositionError(problem.format(name=name, edge=edge))


def rooted(name: str, edges: list[Edge], root: int) -> Fathers:
    """Return each node's father (0 for the root) in the tree of the edges; PositionError if they are no tree."""
    near: dict[int, list[int]] = {root: []}
    for u, v, _bit in edges:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    if min(near) < 1 or max(near) > len(near):
        raise PositionError(
            "{name}: nodes are numbered 1, 2, 3, …; here there are {count}, numbered up to {near}",
            name=name,
            count=len(near),
            near=max(near),
        )
    fathers = [0] * (max(near) + 1)
    order = [root]
    for u in order:
        for v in near[u]:
            if v != fathers[u]:
                if fathers[v] or v == root or len(order) > len(edges):
                    raise PositionError(
                        "{name}: the edges do not form a tree: node {v} can be reached in two ways", name=name, v=v
                    )
                fathers[v] = u
                order.append(v)
    if len(order) != len(near) or len(edges) != len(near) - 1:
        raise PositionError(
            "{name}: the edges do not form a tree: {nodes} of {reached} nodes are connected to the root {root}",
            name=name,
            nodes=len(order),
            reached=len(near),
            root=root,
        )
    return tuple(fathers)


def write_tree(ones: int, *, fathers: Fathers) -> str:
    """Return the edges, those next to the root first, with a father in front; bit v of ``ones`` is the edge of node v.

    >>> write_tree(0b1000, fathers=(0, 0, 1, 2))
    '1-2:0, 2-3:1'
    """
    depth = sorted((_path(v, fathers), v) for v in range(1, len(fathers)) if fathers[v])
    return ", ".join(f"{fathers[v]}-{v}:{ones >> v & 1}" for _, v in depth)


def _path(v: int, fathers: Fathers) -> list[int]:
    path: list[int] = []
    while fathers[v]:
        v = fathers[v]
        path.append(v)
    return path[::-1]


def drawn_tree(ones: int, *, fathers: Fathers) -> Network:
    """Draw the tree, its root on the ground; edges that hold a one are blue, the others grey."""
    frame = tuple((fathers[v], v) for v in range(1, len(fathers)) if fathers[v])
    edges = {(u, v): (u, v, "b" if ones >> v & 1 else "") for u, v in frame}
    root = frozenset(u for u, _v in frame) - frozenset(v for _u, v in frame)
    return Network({v: "" for edge in frame for v in edge}, edges, frame, ground=root, at="edge")
