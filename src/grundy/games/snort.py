"""Snort (S. Norton): paint a vertex in one's own colour, of which no neighbour has the other's; who cannot loses.

*Winning Ways* ch. 6. A vertex with the letter b is Left's to paint (blue) and not Right's, as one beside a blue vertex; one
with the letter r is Right's (red); one with g, or without a letter, is both players'. Painted vertices are not shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.rules.graphs import (
    Graph,
    Masks,
    bits,
    chosen,
    edges_within,
    neighbours,
    pieces,
    read_graph,
    set_of,
    show_graph,
)
from grundy.rules.partisan import LEFT, RIGHT, partisan_game
from grundy.rules.position import Position

State = tuple[int, int]


@partisan_game
def snort(left: int, right: int, *, near: Masks = (0, 4, 2), player: int):
    """Paint a vertex: its neighbours then are one's own alone. Bit v: Left (Right) may still paint vertex v."""
    own = left if player == LEFT else right
    for v in range(len(near)):
        if own >> v & 1:
            painted = 1 << v
            barred = painted | near[v]
            if player == LEFT:
                yield left & ~painted, right & ~barred
            else:
                yield left & ~barred, right & ~painted


@snort.setup
def read(*graph: Any) -> Position:
    """Read a graph such as 1b-2-3 2-4, or the number of vertices of a path."""
    found = read_graph("snort", graph, "brg", paths=True)
    left, right = (set_of(v for v, face in found.faces.items() if face in ("", "g", own)) for own in "br")
    return Position(snort.bind(near=neighbours(found)), (left, right))


@snort.parts
def parts(left: int, right: int, *, near: Masks) -> Iterator[State]:
    """Yield the connected parts; vertices that only one player may paint do not touch each other."""
    live = left | right
    joined = {v: near[v] & (right * (left >> v & 1) | left * (right >> v & 1)) for v in bits(live)}
    return ((left & part, right & part) for part in pieces(live, joined))


@snort.shown
def graph_of(left: int, right: int, *, near: Masks) -> str:
    """Return the vertices that may still be painted, and the edges between them, as text."""
    live = left | right
    faces = {v: "" if (left & right) >> v & 1 else "b" if left >> v & 1 else "r" for v in bits(live)}
    text = show_graph(Graph(edges_within(live, near), faces))
    return f"{text}g" if text.isdecimal() else text  # a number alone would be that of the vertices of a path


@snort.spelling
def painted(before: State, after: State, *, near: Masks) -> str:
    """Name the vertex that is painted."""
    moves = (
        (player, str(v), option)
        for player, own in ((LEFT, before[0]), (RIGHT, before[1]))
        for v, option in zip(bits(own), snort.function(*before, near=near, player=player), strict=True)
    )
    return f"paint {chosen(moves, after)}"


@snort.small
def small_graphs() -> Iterator[Position]:
    """Yield paths, a ring, a star, and graphs with tinted vertices."""
    for graph in (1, 2, 3, 4, 5, "1-2-3-4-1", "1-2 1-3 1-4", "1b-2-3b-4", "1b-2-3-1 3-4r", "1-2-3b-4-5r"):
        yield snort(graph)
