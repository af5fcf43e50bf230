"""Graphs as values of a cell: ``graph("1-2-3 2-4")``, ``cycle(5)``, ``graph("1>2>3")``, and what they are asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grundy.common.errors import GrundyError
from grundy.rules.edge_sets import Edges, Graph, bits, edges_within, neighbours, pieces, set_of
from grundy.rules.text.graphs import read_graph, show_graph

FACES = "brgs"
"""Letters that a vertex may show."""


@dataclass(frozen=True)
class Drawn:
    """A graph, or with arcs a directed one: it is written as the games on graphs read it."""

    text: str

    @property
    def graph(self) -> Graph:
        """The edges or arcs, and the letter of each vertex."""
        return read_graph("graph", (self.text,), FACES, link=self.link)

    @property
    def link(self) -> str:
        """What joins two vertices."""
        return ">" if ">" in self.text else "-"

    def edges(self) -> list[list[int]]:
        """Return the two ends of each edge, or tail and head of each arc."""
        return [list(edge) for edge in sorted(self.graph.edges)]

    def vertices(self) -> list[int]:
        """Return the numbers of the vertices."""
        return sorted(self.graph.faces)

    def neighbours(self) -> list[list[int]]:
        """Return for each vertex, from the first, those that an edge or arc leads to."""
        graph = self.graph
        near = neighbours(graph, arcs=self.link == ">")
        return [list(bits(near[v])) for v in sorted(graph.faces)]

    def without(self, vertices: Iterable[int]) -> Drawn:
        """Return the graph without some vertices and their edges; the others keep their numbers."""
        gone, graph = set(vertices), self.graph
        if not gone <= graph.faces.keys():
            raise GrundyError("the graph {graph} has no vertex {vertex}", graph=self, vertex=min(gone - {*graph.faces}))
        edges = tuple(edge for edge in graph.edges if not gone & {*edge})
        return self._drawn(edges, {v: face for v, face in graph.faces.items() if v not in gone})

    def components(self) -> list[Drawn]:
        """Return the parts that hang together, arcs in either direction."""
        graph = self.graph
        near = neighbours(graph)
        parts = pieces(set_of(graph.faces), {v: near[v] for v in graph.faces})
        arcs = neighbours(graph, arcs=True) if self.link == ">" else near
        return [
            self._drawn(
                edges_within(part, arcs, arcs=self.link == ">"), {v: graph.faces[v] for v in sorted(bits(part))}
            )
            for part in parts
        ]

    def _drawn(self, edges: Edges, faces: dict[int, str]) -> Drawn:
        return Drawn(show_graph(Graph(edges, faces), link=self.link))

    def __str__(self) -> str:
        return self.text


def drawn(text: str) -> Drawn:
    """Return the graph that a text is; PositionError names what is wrong.

    >>> str(drawn("2-3 1-2b")), drawn("1>2>3").neighbours()
    ('1-2b-3', [[2], [3], []])
    """
    first = Drawn(text)
    return Drawn(show_graph(first.graph, link=first.link))


def cycle(count: int) -> Drawn:
    """Return a circle of vertices.

    >>> str(cycle(4)), [str(part) for part in cycle(5).without([1, 3]).components()]
    ('1-2-3-4-1', ['2', '4-5'])
    """
    if not 3 <= count < 1_000:
        raise GrundyError("a circle has from 3 to 999 vertices, not {count}", count=count)
    return Drawn("-".join(map(str, (*range(1, count + 1), 1))))
