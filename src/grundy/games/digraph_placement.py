"""Digraph Placement: take a vertex of one's own colour, and with it the heads of all its arcs; who cannot loses.

A. Clow, N. A. McKay, *Digraph Placement Games*, arXiv 2407.12219, 2024: Left's vertices are blue, Right's are red. Every
short game has the value of such a position.
"""

from typing import Any

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.edge_sets import LETTERS, OWNERS, Graph, Masks, bits, edges_within, neighbours, pieces, set_of
from grundy.rules.partisan import LEFT, RIGHT, partisan_game
from grundy.rules.position import Position
from grundy.rules.scenes import Network
from grundy.rules.text.graphs import chosen, drawn_graph, read_graph, show_graph

Owners = tuple[int, ...]


@partisan_game
def digraph_placement(kept: int, *, heads: Masks = (0, 4, 2), owners: Owners = (0, 1, -1), player: int):
    """Take a vertex of your own, and with it the heads of its arcs. Bit v is vertex v."""
    for v in range(len(heads)):
        if kept >> v & 1 and owners[v] == player:
            yield kept & ~(1 << v | heads[v])


@digraph_placement.setup
def read(*graph: Any) -> Position:
    """Read a digraph such as 1b>2r>3b 3>1."""
    found = read_graph("digraph-placement", graph, "br", link=">")
    for v, face in found.faces.items():
        if not face:
            raise PositionError(
                "digraph-placement: the vertex {v} has no colour: write {v}b (blue) or {v}r (red) once", v=v
            )
    heads = neighbours(found, arcs=True)
    owners = tuple(OWNERS[found.faces[v]] if v in found.faces else 0 for v in range(len(heads)))
    return Position(digraph_placement.bind(heads=heads, owners=owners), set_of(found.faces))


@digraph_placement.parts
def parts(kept: int, *, heads: Masks) -> list[int]:
    """Return the parts that are connected by arcs of either direction."""
    joined = {v: heads[v] for v in bits(kept)}
    for v in bits(kept):
        for w in bits(heads[v] & kept):
            joined[w] |= 1 << v
    return pieces(kept, joined)


@digraph_placement.shown
def graph_of(kept: int, *, heads: Masks, owners: Owners) -> str:
    """Return the digraph as text."""
    faces = {v: LETTERS[owners[v]] for v in bits(kept)}
    return show_graph(Graph(edges_within(kept, heads, arcs=True), faces), link=">")


@digraph_placement.picture
def drawn(kept: int, *, heads: Masks, owners: Owners) -> Network:
    return drawn_graph({v: LETTERS[owners[v]] for v in bits(kept)}, heads, arrows=True)


@digraph_placement.spelling
def taken(before: int, after: int, *, heads: Masks, owners: Owners) -> str:
    """Name the vertex that is taken."""
    moves = (
        (player, str(v), before & ~(1 << v | heads[v]))
        for player in (LEFT, RIGHT)
        for v in bits(before)
        if owners[v] == player
    )
    return _("take {chosen}").format(chosen=chosen(moves, after))


digraph_placement.called(
    "Digraph Placement",
    "Take a vertex of your colour, and with it all to which an arrow leads from it. Whoever cannot take one loses.",
)
digraph_placement.starts(
    "ring",
    sizes="1b>2r>3b; ring; ladder",
    variants={"Ring": "1b>2r>3b>4r>1", "Ladder": "1b>2r>3b>4r>5b>6r 1>4 3>6 5>2"},
    small="1b; 1b>2r; 1b>2r>1b; 1b>2r>3b>1; 1b>2r 1>3b 3>2; 1b>2r>3b>4r>1 1>3 5b>4; 1b>2b>3r 4r>1",
)
