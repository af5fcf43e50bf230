"""Sets of vertices and of edges, each an integer with a bit for each member; and how they come apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grundy.rules.ruleset import LEFT, RIGHT

Edges = tuple[tuple[int, int], ...]
Masks = tuple[int, ...]
"""For each vertex the set of its neighbours, or of the heads of its arcs."""
OWNERS = {"b": LEFT, "r": RIGHT, "g": 0}
"""Blue is Left's, red is Right's, green is both players'."""
LETTERS = {owner: letter for letter, owner in OWNERS.items()}


class Graph(NamedTuple):
    """A graph whose vertices show letters: its edges or arcs, and a letter, or "", for each vertex."""

    edges: Edges
    faces: dict[int, str]


def bits(members: int) -> Iterator[int]:
    """Iterate over the members of a set.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while members:
        least = members & -members
        yield least.bit_length() - 1
        members ^= least


def set_of(members: Iterable[int]) -> int:
    """Return the set of some members, as an integer."""
    found = 0
    for member in members:
        found |= 1 << member
    return found


def neighbours(graph: Graph, *, arcs: bool = False) -> Masks:
    """Return the set of each vertex's neighbours, or with ``arcs`` of the heads of its arcs.

    >>> neighbours(Graph(((0, 1), (1, 2)), {0: "", 1: "", 2: ""}))
    (2, 5, 2)
    """
    near = [0] * (max(graph.faces, default=0) + 1)
    for u, v in graph.edges:
        near[u] |= 1 << v
        if not arcs:
            near[v] |= 1 << u
    return tuple(near)


def edges_within(members: int, near: Masks, *, arcs: bool = False) -> Edges:
    """Return the edges, or arcs, between some vertices."""
    return tuple((u, v) for u in bits(members) for v in bits(near[u] & members) if arcs or u < v)


def pieces(members: int, near: dict[int, int]) -> list[int]:
    """Return the connected parts of some vertices, given what each is joined with (both ways); O(vertices).

    >>> pieces(0b1110, {1: 0b0100, 2: 0b0010, 3: 0})
    [6, 8]
    """
    found: list[int] = []
    while members:
        part = line = members & -members
        while line:
            v = line.bit_length() - 1
            new = near[v] & members & ~part
            part |= new
            line = line & ~(1 << v) | new
        found.append(part)
        members &= ~part
    return found


def edge_pieces(kept: int, edges: Edges, *, ground: int = -1) -> list[int]:
    """Return the parts of some edges that hang together at a vertex, other than the ground.

    >>> edge_pieces(7, ((0, 1), (0, 2), (2, 3)), ground=0)
    [1, 6]
    """
    at: dict[int, int] = {}
    for i in bits(kept):
        for v in edges[i]:
            if v != ground:
                at[v] = at.get(v, 0) | 1 << i
    return pieces(kept, {i: at.get(edges[i][0], 0) | at.get(edges[i][1], 0) for i in bits(kept)})


def grounded(kept: int, edges: Edges) -> int:
    """Return those of the kept edges (a bit each) that hang on the ground, vertex 0.

    >>> grounded(6, ((0, 1), (0, 2), (3, 4)))
    2
    """
    reached = 1
    held = 0
    before = -1
    while held != before:
        before = held
        for i in range(len(edges)):
            if kept >> i & 1 and (reached >> edges[i][0] | reached >> edges[i][1]) & 1:
                held |= 1 << i
                reached |= 1 << edges[i][0] | 1 << edges[i][1]
    return held
