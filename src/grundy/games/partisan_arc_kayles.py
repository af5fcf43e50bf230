"""Partisan Arc Kayles: take an edge of one's own colour; it vanishes, and all edges that touch it. Who cannot loses.

Blue edges are Left's, red ones Right's, green ones both players'. T. J. Schaefer, *On the complexity of some two-person
perfect-information games*, J. Comput. System Sci. 16, 1978, has the game with all edges green; K. Yoshiwatari, H. Kiya,
T. Hanaka, H. Ono, *Winner determination algorithms for graph games with matching structures* (IWOCA 2022), the coloured one.
Domineering is this game on a grid with vertical edges blue and the others red.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.language import _
from grundy.rules.graphs import Edges, bits, chosen, drawn_edges, edge_pieces, end_of, read_picture, show_picture
from grundy.rules.partisan import LEFT, RIGHT, partisan_game
from grundy.rules.position import Position
from grundy.rules.scenes import Network

Owners = tuple[int, ...]


def without(kept: int, i: int, edges: Edges) -> int:
    """Return the edges that are left when an edge is taken."""
    rest = kept
    for j in range(len(edges)):
        for end in range(2):
            if edges[j][end] == edges[i][0] or edges[j][end] == edges[i][1]:
                rest &= ~(1 << j)
    return rest


@partisan_game
def partisan_arc_kayles(kept: int, *, edges: Edges = ((1, 2),), owners: Owners = (0,), player: int):
    """Take an own edge or a green one; it vanishes and all that share a vertex with it. Bit i is edge i."""
    for i in range(len(edges)):
        if kept >> i & 1 and owners[i] != -player:
            yield without(kept, i, edges)


@partisan_arc_kayles.setup
def read(*graph: Any) -> Position:
    """Read a graph such as 1-2b-3r 2-4g; an edge without a letter is green."""
    edges, owners = read_picture("partisan-arc-kayles", graph)
    return Position(partisan_arc_kayles.bind(edges=edges, owners=owners), (1 << len(edges)) - 1)


@partisan_arc_kayles.parts
def parts(kept: int, *, edges: Edges) -> list[int]:
    """Return the connected parts."""
    return edge_pieces(kept, edges)


@partisan_arc_kayles.shown
def graph_of(kept: int, *, edges: Edges, owners: Owners) -> str:
    """Return the graph as text."""
    return show_picture(kept, edges, owners)


@partisan_arc_kayles.picture
def drawn(kept: int, *, edges: Edges, owners: Owners) -> Network:
    return drawn_edges(kept, edges, owners)


@partisan_arc_kayles.spelling
def taken(before: int, after: int, *, edges: Edges, owners: Owners) -> str:
    """Name the edge that is taken."""
    moves = (
        (player, f"{edges[i][0]}-{end_of(i, edges, owners)}", without(before, i, edges))
        for player in (LEFT, RIGHT)
        for i in bits(before)
        if owners[i] != -player
    )
    return _("take {chosen}").format(chosen=chosen(moves, after))


@partisan_arc_kayles.small
def small_graphs() -> Iterator[Position]:
    """Yield paths, a star and graphs with rings."""
    for graph in ("1-2", "1-2b-3r", "1-2b-3b-4r", "1-2b 1-3r 1-4g", "1-2b-3r-4b-1r", "1-2g-3b-1r 3-4b-5g 1-1r"):
        yield partisan_arc_kayles(graph)
