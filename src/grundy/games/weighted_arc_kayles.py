"""Weighted Arc Kayles: take a counter from both ends of an edge; who finds no edge with counters at both ends loses.

A. Dailly, V. Gledel, M. Heinrich, *A generalization of Arc-Kayles*, Internat. J. Game Theory 48, 2019. With one counter at
each vertex it is Arc Kayles (T. J. Schaefer, 1978).
"""

from collections.abc import Iterator
from typing import Any

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.edge_sets import Edges, Graph, pieces
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Network
from grundy.rules.text.graphs import lattice, read_graph, show_graph

Counters = tuple[int, ...]


@game
def weighted_arc_kayles(*counters: int, edges: Edges = ((0, 0),)):
    """Take a counter from both ends of an edge. Counter v is that of vertex v; edges are pairs of vertices."""
    for i in range(len(edges)):
        a, b = edges[i]
        if counters[a] and counters[b]:
            yield tuple(counters[v] - (v in (a, b)) for v in range(len(counters)))


@weighted_arc_kayles.setup
def read(*words: Any) -> Position:
    """Read a graph such as "1-2-3 2-4", and behind a colon the counters of its vertices, one each unless told."""
    text, colon, told = " ".join(map(str, words)).partition(":")
    found = read_graph(weighted_arc_kayles.name, (text.strip(),), "", paths=True)
    counts = told.split() if colon else ["1"] * len(found.faces)
    if len(counts) != len(found.faces) or not all(map(str.isdecimal, counts)):
        raise PositionError(
            "weighted-arc-kayles: behind the colon stand the counters of {n} vertices, as in 1-2-3: 2 1 3, not {told!r}",
            n=len(found.faces),
            told=told.strip(),
        )
    held = dict(zip(sorted(found.faces), map(int, counts), strict=True))
    state = tuple(held.get(v, 0) for v in range(max(held, default=0) + 1))
    return Position(weighted_arc_kayles.bind(edges=found.edges), state)


@weighted_arc_kayles.shown
def written(*counters: int, edges: Edges) -> str:
    """Return the graph and its counters as text."""
    vertices = sorted({v for edge in edges for v in edge})
    return f"{show_graph(Graph(edges, dict.fromkeys(vertices, '')))}: {' '.join(str(counters[v]) for v in vertices)}"


@weighted_arc_kayles.picture
def drawn(*counters: int, edges: Edges) -> Network:
    faces = {v: str(counters[v]) for edge in edges for v in edge}
    live = {(a, b): (a, b, "") for a, b in edges if counters[a] and counters[b]}
    return Network(faces, live, edges, at="edge")


@weighted_arc_kayles.made_at
def edge(before: Counters, after: Counters, *, edges: Edges) -> tuple[tuple[str, tuple[int, int]]]:
    """Find the edge from whose ends counters are taken."""
    changed = {v for v in range(len(before)) if before[v] != after[v]}
    return (("edge", next(edge for edge in edges if {*edge} == changed)),)


@weighted_arc_kayles.spelling
def taken(before: Counters, after: Counters) -> str:
    """Name the edge from whose ends counters are taken."""
    a, *b = (v for v in range(len(before)) if before[v] != after[v])
    return _("take from {a} and {b}").format(a=a, b=b[0] if b else a)


@weighted_arc_kayles.parts
def parts(*counters: int, edges: Edges) -> Iterator[Counters]:
    """Yield the parts that are connected by edges with counters at both ends."""
    near = [0] * len(counters)
    for a, b in edges:
        if counters[a] and counters[b]:
            near[a] |= 1 << b
            near[b] |= 1 << a
    live = sum(1 << v for v in range(len(near)) if near[v])
    for part in pieces(live, near):
        yield tuple(count if part >> v & 1 else 0 for v, count in enumerate(counters))


@weighted_arc_kayles.sized
def ones(rows: int, columns: int) -> str:
    """Return a lattice with one counter at each vertex."""
    return lattice(rows, columns)


weighted_arc_kayles.called(
    "Weighted Arc Kayles; impartial-arc-kayles",
    "Take a counter from both ends of an edge. Whoever finds no edge with counters at both ends loses.",
)
weighted_arc_kayles.starts(
    "1-2-3-4-5: 2 3 1 3 2",
    sizes="3x3; 1-2-3: 1 2 1; 1-2-3-4-5: 2 3 1 3 2",
    variants={"Star": "1-2 1-3 1-4: 5 1 2 3", "Triangle": "1-2-3-1: 2 2 3", "Lattice": "3x3"},
    small="1-2: 1 1; 1-2: 2 3; 1-2-3: 1 2 1; 1-2-3-1: 2 2 1; 1-2 1-3 1-4: 2 1 1 1; 1-2-3-4: 2 2 2 2",
)
