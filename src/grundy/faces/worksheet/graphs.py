"""Graphs as values of a cell: ``graph("1-2-3 2-4")``, ``cycle(5)``, ``graph("1>2>3")``, and what they are asked."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from grundy.common.errors import GrundyError, TooLarge
from grundy.rules.edge_sets import Edges, Graph, bits, edges_within, neighbours, pieces, set_of
from grundy.rules.text.graphs import read_graph, show_graph
from grundy.values.notation import reserved

if TYPE_CHECKING:
    from grundy.faces.worksheet.sheet import Names


# ---- functions of a worksheet, ``def f(n) = …`` and ``n -> …``, and how far they may call each other

DEEPEST = 250
"""Calls of functions within each other."""
FRAMES = 30
"""Calls of Python that one of them takes at most, with the brackets around it."""


@dataclass(frozen=True)
class Function:
    """A function of a cell: ``def f(n) = …``, or ``n -> …``, which has no name and knows the names where it stands."""

    name: str
    parameters: tuple[str, ...]
    body: str
    names: Names

    def __str__(self) -> str:
        listed = ", ".join(self.parameters)
        if self.name:
            return f"{self.name}({listed})"
        return f"{listed if len(self.parameters) == 1 else f'({listed})'} -> {self.body.strip()}"

    def __call__(self, *arguments: Any) -> Any:
        """Return what it is of these; GrundyError where they are too few or too many, TooLarge where it never ends."""
        from grundy.faces.worksheet.expressions import evaluated

        if len(arguments) != len(self.parameters):
            told = {"function": self, "count": len(self.parameters), "given": len(arguments)}
            raise GrundyError("{function} takes {count} values, not {given}", **told)
        with self.names.deeper() as depth:
            if depth > DEEPEST:
                raise TooLarge(
                    "{function} calls itself without end: more than {deepest} levels deep",
                    function=self,
                    deepest=DEEPEST,
                )
            return evaluated(self.body, self.names.within(dict(zip(self.parameters, arguments, strict=True))))


def parameters(listed: str) -> tuple[str, ...]:
    """Return the names of what a function is of, given with commas; GrundyError where two are one."""
    names = tuple(name.strip() for name in listed.split(",") if name.strip())
    if len(set(names)) < len(names) or any(map(reserved, names)):
        raise GrundyError(
            "the arguments of a function need different names without another meaning: def f(n, m) = n + m"
        )
    return names


class _Room:
    """How deep Python may go, for all that answer cells at the same time: as before once none does."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.answering = self.before = 0

    @contextmanager
    def kept(self) -> Generator[None]:
        """Let Python go as deep as functions of a cell may call each other."""
        with self.lock:
            if not self.answering:
                self.before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.before, DEEPEST * FRAMES))
            self.answering += 1
        try:
            yield
        finally:
            with self.lock:
                self.answering -= 1
                if not self.answering:
                    sys.setrecursionlimit(self.before)


nested = _Room().kept
"""Within it functions may call each other as deep as they may."""


# ----


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
