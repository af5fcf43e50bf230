"""What Col and Snort share: vertices of a graph that Left, Right or both may still paint, as text and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.language import _
from grundy.rules.graphs import (
    Graph,
    Masks,
    bits,
    chosen,
    drawn_graph,
    edges_within,
    neighbours,
    read_graph,
    set_of,
    show_graph,
)
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.scenes import Network

State = tuple[int, int]
"""The vertices that Left may still paint, and those that Right may, as bits."""
SMALL = (1, 2, 3, 4, 5, "1-2-3-4-1", "1-2 1-3 1-4", "1b-2-3b-4", "1b-2-3-1 3-4r", "1-2-3b-4-5r")


def declare(game: PartisanRuleset) -> None:
    """Declare how positions of a painting game are read, shown and spelt, and small ones for the tests."""

    def read(*graph: Any) -> Position:
        """Read a graph such as 1b-2-3 2-4, or the number of vertices of a path."""
        found = read_graph(game.name, graph, "brg", paths=True)
        left, right = (set_of(v for v, face in found.faces.items() if face in ("", "g", own)) for own in "br")
        return Position(game.bind(near=neighbours(found)), (left, right))

    def painted(before: State, after: State, *, near: Masks) -> str:
        """Name the vertex that is painted."""
        moves = (
            (player, str(v), option)
            for player, own in ((LEFT, before[0]), (RIGHT, before[1]))
            for v, option in zip(bits(own), game.function(*before, near=near, player=player), strict=True)
        )
        return _("paint {chosen}").format(chosen=chosen(moves, after))

    def small_graphs() -> Iterator[Position]:
        """Yield paths, a ring, a star, and graphs with tinted vertices."""
        return (game(graph) for graph in SMALL)

    def drawn(left: int, right: int, *, near: Masks) -> Network:
        """Draw the vertices that may still be painted, in the colour of the one who alone may do it."""
        return drawn_graph(_faces(left, right), near)

    game.setup(read)
    game.picture(drawn)
    game.shown(graph_of)
    game.spelling(painted)
    game.small(small_graphs)


def graph_of(left: int, right: int, *, near: Masks) -> str:
    """Return the vertices that may still be painted, and the edges between them, as text."""
    text = show_graph(Graph(edges_within(left | right, near), _faces(left, right)))
    return f"{text}g" if text.isdecimal() else text  # a number alone would be that of the vertices of a path


def _faces(left: int, right: int) -> dict[int, str]:
    return {v: "" if (left & right) >> v & 1 else "b" if left >> v & 1 else "r" for v in bits(left | right)}
