"""Sets of vertices and of edges, each an integer with a bit for each member; and how they come apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grundy.rules.solution import LEFT, RIGHT

Edges = tuple[tuple[int, int], ...]
Masks = tuple[int, ...]
"""For each vertex the set of its neighbours, or of the heads of its arcs."""
OWNERS = {"b": LEFT, "r": RIGHT, "g": 0}
"""Blue is Left's, red is Right's, green is both players'."""
LETTERS = {owner: letter for letter, owner in OWNERS.items()}
KEPT, ROUNDS, STARTS = 1 << 10, 8, 8
"""The most vertices of which it is kept what is beside them; rounds of refinement, and walks tried, to compare two parts."""


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


def pieces(members: int, near: dict[int, int] | list[int]) -> list[int]:
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


def moved_to(to: Sequence[int]) -> Callable[[int], int]:
    """Return what moves each member of a set to its place. O(places), then O(places / 8) for each set.

    >>> bin(moved_to([3, 1, 0])(0b101))
    '0b1001'
    """
    places, tables = [*(1 << place for place in to), *[0] * 7], list[list[int]]()  # what is beyond them goes nowhere
    for first in range(0, len(to), 8):
        table = [0]
        for place in places[first : first + 8]:
            table += [place | other for other in table]
        tables.append(table)

    def moved(members: int) -> int:
        found = 0
        for table in tables:
            found |= table[members & 255]
            members >>= 8
        return found

    return moved


def _walk(near: Sequence[set[int]]) -> list[int]:
    """Return the vertices in the order of walks as deep as they go, from the ends of paths on."""
    line, met = sorted(range(len(near)), key=lambda v: -len(near[v])), dict[int, None]()
    while line:
        if (v := line.pop()) not in met:
            met[v] = None
            line += near[v]
    return [*met]


class Adjacency:
    """What is beside each vertex of a graph, for the connected parts of many sets of them; arcs join their ends both ways.

    Vertices that lie in a row by their numbers are walked at one step, by a carry, so that a path is one step. They get
    other numbers where more of them lie in a row by these.
    """

    def __init__(self, heads: Sequence[Iterable[int]]) -> None:
        near = [{*row} for row in heads]
        for u, row in enumerate(heads):
            for v in row:
                near[v].add(u)

        def in_a_row(order: Iterable[int]) -> int:
            return sum(v in near[u] for u, v in pairwise(order))

        self._inner = self._outer = abs  # sets of vertices are as they were given
        order = _walk(near) if len(heads) <= KEPT else []
        if in_a_row(order) > in_a_row(range(len(order))):
            place = sorted(range(len(order)), key=order.__getitem__)
            self._inner, self._outer = moved_to(place), moved_to(order)
            heads, near = ([{place[w] for w in each[v]} for v in order] for each in (heads, near))
        self._first: dict[Hashable, Masks] = {}
        self._linked = set_of(u for u, row in enumerate(near) if u + 1 in row)
        self._knots = set_of(u for u, row in enumerate(near) if row != {*heads[u]} or not row <= {u - 1, u + 1})
        self._heads, self._near = (lru_cache(KEPT)(lambda v, rows=rows: set_of(rows[v])) for rows in (heads, near))

    def parts(self, members: int, layers: Iterable[int] = ()) -> Iterator[Masks]:
        """Iterate over the connected parts of some vertices, each with its members in ``layers``, which are told apart.

        In place of each stands the first one that was asked for and is like it. O(vertices and edges).

        >>> path = Adjacency([[1], [0, 2], [1, 3], [2]])
        >>> [*path.parts(0b1011)], [*path.parts(0b1101, [0b1000])]
        ([(3,), (8,)], [(1, 0), (12, 8)])
        """
        members, *layers = map(self._inner, (members, *layers))
        for part in self._parts(members):
            yield self._first_alike(part, [layer & part for layer in layers])

    def _parts(self, members: int) -> Iterator[int]:
        chain = members & members >> 1 & self._linked
        while members:
            part, line = 0, members & -members
            while line:
                first = line & -line
                run = (chain + first ^ chain) | first - (1 << (~chain & first - 1).bit_length())
                part |= run
                for v in bits(run & self._knots):
                    line |= self._near(v)
                line &= members & ~part
            members &= ~part
            yield part

    def _first_alike(self, part: int, layers: Sequence[int]) -> Masks:
        """Return the first connected part that was asked for and is like this one.

        What lies in the same way, but for a shift of all numbers, is found at once, O(knots); else a canonical form is
        compared. Parts with the same form are isomorphic; of isomorphic ones with many symmetries the forms may differ.
        """
        shift, knots = (part & -part).bit_length() - 1, part & self._knots
        lie = (part >> shift, *[layer >> shift for layer in layers])
        if knots:  # else it is a path
            chain, rows = part & part >> 1 & self._linked, [self._heads(v) & part for v in bits(knots)]
            lie = (*lie, chain >> shift, knots >> shift, *[row >> shift for row in rows])
        found = self._first.get(lie)
        if found is None:
            own = (*map(self._outer, (part, *layers)),)
            found = self._first[lie] = self._first.setdefault(self._form(part, layers), own)
        return found

    def _form(self, part: int, layers: Sequence[int]) -> Hashable:
        """Return the arcs of a part, numbered along the least of some walks that begin where vertices look rarest."""
        if not part & self._knots and not any(layers):  # a path, along which all walks are alike
            last, alike = part.bit_count() - 1, (-1,) * len(layers)
            return tuple((*[j for j in (i - 1, i + 1) if 0 <= j <= last], *alike) for i in range(last + 1))
        near = {v: [*bits(self._near(v) & part)] for v in bits(part)}
        ends = [v for v, row in near.items() if len(row) < 2]
        is_path = len(ends) > 0 and max(map(len, near.values())) < 3

        def refined(look: dict[int, int]) -> dict[int, int]:
            count = 0
            for _turn in range(ROUNDS):
                if count == (count := len({*look.values()})) or is_path:
                    break
                look = {v: hash((look[v], *sorted(look[w] for w in near[v]))) for v in near}
            return look

        def form(start: int) -> tuple[Masks, ...]:
            own, place, walk = refined(look | {start: 0}), {start: 0}, [start]
            for v in walk:
                for w in sorted(near[v], key=own.__getitem__):
                    if w not in place:
                        place[w] = len(walk)
                        walk.append(w)
            rows = (sorted(place[w] for w in bits(self._heads(v) & part)) for v in walk)
            return tuple(
                (*row, *(-1 - (layer >> v & 1) for layer in layers)) for v, row in zip(walk, rows, strict=True)
            )

        look = refined({v: hash(tuple(layer >> v & 1 for layer in layers)) for v in near})
        often = Counter(look.values())
        rarest = min(look.values(), key=lambda each: (often[each], each))
        return min(form(v) for v in (ends if is_path else [v for v in near if look[v] == rarest][:STARTS]))


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
