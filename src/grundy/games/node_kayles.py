"""Node Kayles: take a vertex, and with it those beside it; whoever finds no vertex loses.

T. J. Schaefer, *On the complexity of some two-person perfect-information games*, J. Comput. System Sci. 16, 1978; H. L.
Bodlaender, D. Kratsch, *Kayles and nimbers*, J. Algorithms 43, 2002. On a path it is Dawson's Chess (octal code 0.137), on
graphs whose parts differ little each part is solved once.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from grundy.common.messages import _
from grundy.rules.edge_sets import Adjacency, Graph, Masks, bits, edges_within, neighbours, set_of
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Network
from grundy.rules.text.graphs import drawn_graph, lattice, read_graph, show_graph


@game
def node_kayles(kept: int, *, near: Masks = (0, 4, 2)):
    """Take a vertex and those beside it. Bit v is vertex v."""
    for v in range(len(near)):
        if kept >> v & 1:
            yield kept & ~(1 << v | near[v])


@node_kayles.setup
def read(*graph: Any) -> Position:
    """Read a graph such as "1-2-3 2-4", in graph6, as edges, as a dict of neighbours, or of NetworkX."""
    found = read_graph(node_kayles.name, graph, "")
    return Position(node_kayles.bind(near=neighbours(found)), set_of(found.faces))


@lru_cache(maxsize=16)
def adjacency(near: Masks) -> Adjacency:
    """Return what is beside the vertices, kept since parts of one graph are asked for again and again."""
    return Adjacency([[*bits(each)] for each in near])


@node_kayles.parts
def parts(kept: int, *, near: Masks) -> Iterator[int]:
    """Yield the connected parts, of those with the same edges the first that was met."""
    graph = adjacency(near)
    for part in graph.parts(kept):
        yield graph.first_alike(part)[0]


@node_kayles.shown
def graph_of(kept: int, *, near: Masks) -> str:
    """Return the graph as text."""
    return show_graph(Graph(edges_within(kept, near), dict.fromkeys(bits(kept), "")))


@node_kayles.picture
def drawn(kept: int, *, near: Masks) -> Network:
    return drawn_graph(dict.fromkeys(bits(kept), ""), near)


@node_kayles.made_at
def vertices(before: int, after: int, *, near: Masks) -> list[tuple[tuple[int]]]:
    """Find the vertices any of which takes what is taken."""
    return [((v,),) for v in bits(before) if before & ~(1 << v | near[v]) == after]


@node_kayles.spelling
def taken(before: int, after: int, *, near: Masks) -> str:
    """Name these vertices."""
    found = (str(v) for ((v,),) in vertices(before, after, near=near))
    return _("take {chosen}").format(chosen=_(" or ").join(found))


node_kayles.sized(lattice)


node_kayles.called(
    "Node Kayles", "Take a vertex, and with it all that an edge joins to it. Whoever finds no vertex loses."
)
node_kayles.starts(
    "3x4",
    sizes="1x5; 2x3; 3x3; 3x4; petersen",
    variants={
        "Petersen": "1-2-3-4-5-1 6-8-10-7-9-6 1-6 2-7 3-8 4-9 5-10",
        "Star": "1-2 1-3 1-4 1-5",
        "Complete": "1-2-3-4-1-3 2-4",
    },
    small="1; 1 2; 1-2; 1-2-3; 1-2-3-1; 1-2-3-4-5; 1-2-3-4-1 3-5; 1-2 1-3 1-4; 1-2-3 4-5-6-4; star",
)
