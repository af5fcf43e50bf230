"""Col (C. Vout): paint a vertex in one's own colour, of which no neighbour has that colour; who cannot loses.

*Winning Ways* ch. 2. A vertex with the letter b is Left's to paint (blue) and not Right's, as one beside a red vertex; one
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
def col(left: int, right: int, *, near: Masks = (0, 4, 2), player: int):
    """Paint a vertex: its neighbours then are the other player's alone. Bit v: Left (Right) may still paint vertex v."""
    own = left if player == LEFT else right
    for v in range(len(near)):
        if own >> v & 1:
            painted = 1 << v
            barred = painted | near[v]
            if player == LEFT:
                yield left & ~barred, right & ~painted
            else:
                yield left & ~painted, right & ~barred


@col.setup
def read(*graph: Any) -> Position:
    """Read a graph such as 1b-2-3 2-4, or the number of vertices of a path."""
    found = read_graph("col", graph, "brg", paths=True)
    left, right = (set_of(v for v, face in found.faces.items() if face in ("", "g", own)) for own in "br")
    return Position(col.bind(near=neighbours(found)), (left, right))


@col.parts
def parts(left: int, right: int, *, near: Masks) -> Iterator[State]:
    """Yield the connected parts; vertices that no player may both paint do not touch each other."""
    live = left | right
    joined = {v: near[v] & (left * (left >> v & 1) | right * (right >> v & 1)) for v in bits(live)}
    return ((left & part, right & part) for part in pieces(live, joined))


@col.shown
def graph_of(left: int, right: int, *, near: Masks) -> str:
    """Return the vertices that may still be painted, and the edges between them, as text."""
    live = left | right
    faces = {v: "" if (left & right) >> v & 1 else "b" if left >> v & 1 else "r" for v in bits(live)}
    text = show_graph(Graph(edges_within(live, near), faces))
    return f"{text}g" if text.isdecimal() else text  # a number alone would be that of the vertices of a path


@col.spelling
def painted(before: State, after: State, *, near: Masks) -> str:
    """Name the vertex that is painted."""
    moves = (
        (player, str(v), option)
        for player, own in ((LEFT, before[0]), (RIGHT, before[1]))
        for v, option in zip(bits(own), col.function(*before, near=near, player=player), strict=True)
    )
    return f"paint {chosen(moves, after)}"


@col.small
def small_graphs() -> Iterator[Position]:
    """Yield paths, a ring, a star, and graphs with tinted vertices."""
    for graph in (1, 2, 3, 4, 5, "1-2-3-4-1", "1-2 1-3 1-4", "1b-2-3b-4", "1b-2-3-1 3-4r", "1-2-3b-4-5r"):
        yield col(graph)
