"""What several contest formats have in common: arrows, trees, rows of signs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grundy.common.digraphs import endings_first, predecessors
from grundy.common.errors import Sentence
from grundy.common.messages import _
from grundy.rules.text.tokens import Reader
from grundy.values.nimber import mex

# ---- grundy values of the nodes of an acyclic digraph, by the theorem of Sprague and Grundy; and an arrow on a ring

Arrows = tuple[tuple[int, int], ...]


def forward(children: list[list[int]]) -> list[int]:
    """Return the nodes in an order where arrows go forward, without those on rings and behind them. O(arrows)."""
    return endings_first(predecessors(children), children)


def mexes(children: list[list[int]], order: list[int]) -> list[int]:
    """Return the Grundy values of the nodes, given in an order where arrows go forward. O(arrows)."""
    values = [0] * len(children)
    for node in reversed(order):
        values[node] = mex([values[head] for head in children[node]])
    return values


@lru_cache(maxsize=16)
def values_of(arrows: Arrows) -> dict[int, int] | None:
    """Return the Grundy value of every node that has an arrow, or None if there is a ring."""
    names = list(dict.fromkeys(node for arrow in arrows for node in arrow))
    place = {node: i for i, node in enumerate(names)}
    children: list[list[int]] = [[] for _ in names]
    for tail, head in arrows:
        children[place[tail]].append(place[head])
    order = forward(children)
    if len(order) < len(names):
        return None
    return dict(zip(names, mexes(children, order), strict=True))


def on_ring(ends: list[int], order: list[int]) -> int:
    """Return the index of an arrow on a ring: one of those walked back from a node that never got free."""
    free = set(order)
    back = {ends[i + 1]: i for i in range(0, len(ends), 2) if ends[i] not in free}
    seen: set[int] = set()
    node = next(iter(back))
    while node not in seen:
        seen.add(node)
        node = ends[back[node]]
    return back[node] // 2


# ----


def acyclic_values(read: Reader, nodes: int) -> dict[int, int]:
    """Read a count and as many arrows between the nodes 1, 2, …; return the Grundy values of the nodes that have one.

    InputError names an arrow on a ring, if there is one. O(arrows).

    >>> acyclic_values(Reader("2 3 2 2 1"), 3)
    {3: 0, 2: 1, 1: 0}
    """
    count = read.integer(0, what="the number of arrows")
    first = read.next
    ends = read.integers(2 * count, 1, nodes, "a node")
    place = {node: i for i, node in enumerate(dict.fromkeys(ends))}
    ends = [place[node] for node in ends]
    children: list[list[int]] = [[] for _ in place]
    for tail, head in zip(ends[::2], ends[1::2], strict=True):
        children[tail].append(head)
    order = forward(children)
    if len(order) < len(place):
        problem = "this arrow is part of a ring, and an acyclic digraph is wanted"
        raise read.fail(problem, first + 2 * on_ring(ends, order))
    return dict(zip(place, mexes(children, order), strict=True))


def weighted_tree(read: Reader, nodes: int) -> dict[tuple[int, int], int]:
    """Read the edges of a tree, each with a zero or a one behind it; return the number of an edge in either direction.

    InputError names the edge that closes a ring.

    >>> weighted_tree(Reader("1 2 1"), 2)
    {(1, 2): 1, (2, 1): 1}
    """
    weights: dict[tuple[int, int], int] = {}
    for u, v in tree_edges(read, nodes):
        weights[u, v] = weights[v, u] = read.integer(0, 1, "a weight")
    return weights


def tree_edges(read: Reader, nodes: int) -> Iterator[tuple[int, int]]:
    """Read the edges of a tree one by one; InputError names the edge that closes a ring.

    >>> list(tree_edges(Reader("1 2 3 2"), 3))
    [(1, 2), (3, 2)]
    """
    leader: dict[int, int] = {}  # of the nodes that came: as large as what is read, whatever was announced
    for _turn in range(nodes - 1):
        u, v = read.integers(2, 1, nodes, "a node")
        a, b = _leader(leader, u), _leader(leader, v)
        if a == b:
            raise read.fail(Sentence("the edge from {u} to {v} closes a cycle, but a tree is needed", u=u, v=v))
        leader[a] = b
        yield u, v


def _leader(leader: dict[int, int], node: int) -> int:
    """Return the node that stands for all that hang together with this one so far."""
    while (above := leader.setdefault(node, node)) != node:
        leader[node] = leader[above]
        node = above
    return node


def rows(read: Reader, height: int, width: int, faces: str) -> list[str]:
    """Read the rows of a grid whose cells show two faces; InputError names a row that is not of this kind.

    >>> rows(Reader("+- --"), 2, 2, "+-")
    ['+-', '--']
    """
    found: list[str] = []
    for _turn in range(height):
        row = read.word("a row of the grid")
        if len(row) != width or row.strip(faces):
            one, other = faces
            problem = _("expected a row of {width} cells {one!r} and {other!r}, found {row!r}")
            raise read.fail(problem.format(width=width, one=one, other=other, row=row[:40]))
        found.append(row)
    return found
