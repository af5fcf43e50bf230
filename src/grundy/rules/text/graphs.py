"""Graphs in words: how the graphs that games are played on are read, written and drawn.

``0-1 1-2 1-3`` are three edges, and ``0-1-2 1-3`` are the same three; ``1>2`` is an arc. A letter behind a number says what
the vertex shows (``1b-2``), or in a game with coloured edges what the edge shows that leads to it (``0-1b-2r``). Between
edges stand blanks or commas. ``0`` alone is what is left when nothing is. An edge that is written twice is one.

A graph may also be one in graph6 (B. D. McKay), a dict of the neighbours of each vertex, or one of NetworkX: whatever has
``nodes`` and ``edges``. Vertices that are not all numbers from 0 up are numbered from 1, in their order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from re import fullmatch
from typing import Any, NamedTuple

from grundy.common.errors import PositionError
from grundy.common.messages import N_, _
from grundy.rules import edge_sets
from grundy.rules.digraph import spread
from grundy.rules.functions import FunctionRuleset
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, whole
from grundy.rules.scenes import Network

NOTHING = "0"
"""How a graph is written of which nothing is left."""
MOST = 10_000
"""Vertices are numbered below it."""
_STEP = re.compile(r"([->]?)(\d+)([a-z]?)")
_DIGIT = re.compile(r"\d")


class Line(NamedTuple):
    """A walk through a graph: its vertices, and the letter that stands behind each ("" for none)."""

    text: Any
    vertices: tuple[int, ...]
    letters: tuple[str, ...]


class Picture(NamedTuple):
    """A graph with coloured edges: the edges, and whose each is: `LEFT`, `RIGHT`, or 0 for both players."""

    edges: edge_sets.Edges
    owners: tuple[int, ...]


def read_graph(
    name: str, graph: tuple[Any, ...], faces: str, *, link: str = "-", paths: bool = False
) -> edge_sets.Graph:
    """Return the graph of some text or pairs; PositionError names what is wrong.

    Args:
        name: what the game is called, for messages.
        graph: texts, pairs (tail, head), a graph in graph6, of NetworkX, or as a dict of neighbours; with ``paths`` also a
            number: that of the vertices of a path.
        faces: the letters that a vertex can show.
        link: what joins two vertices, ``-`` or, for arcs, ``>``.
        paths: whether a number stands for a path.

    >>> read_graph("snort", ("1b-2-3 2-4",), "br")
    Graph(edges=((1, 2), (2, 3), (2, 4)), faces={1: 'b', 2: '', 3: '', 4: ''})
    >>> read_graph("snort", (3,), "br", paths=True).edges
    ((1, 2), (2, 3))
    """
    items = list(_listed(name, _items(name, graph, f"1{link}2"), link))
    if [*map(str, items)] == [NOTHING]:
        return edge_sets.Graph((), {})
    if paths and len(items) == 1 and (isinstance(items[0], int) or str(items[0]).isdecimal()):
        count = int(items[0])
        if not 0 <= count < MOST:
            raise PositionError(
                "{name}: a path has from 0 to {most:,} vertices, not {count:,}", name=name, most=MOST - 1, count=count
            )
        lines = [Line(items[0], tuple(range(1, count + 1)), ("",) * count)]
    else:
        lines = [_line(name, item, faces, link) for item in items]
    edges: dict[tuple[int, int], None] = {}
    shown: dict[int, str] = {}
    for line in lines:
        for vertex, letter in zip(line.vertices, line.letters, strict=True):
            if letter and shown.get(vertex, letter) not in ("", letter):
                raise PositionError(
                    "{name}: vertex {vertex} is already {shown!r} and cannot be {letter!r} too",
                    name=name,
                    vertex=vertex,
                    shown=shown[vertex],
                    letter=letter,
                )
            shown[vertex] = letter or shown.get(vertex, "")
        for edge in zip(line.vertices, line.vertices[1:], strict=False):
            if edge[0] == edge[1]:
                raise PositionError(
                    "{name}: {text!r} joins vertex {edge} to itself", name=name, text=line.text, edge=edge[0]
                )
            edges[edge if link == ">" else (min(edge), max(edge))] = None
    return edge_sets.Graph(tuple(edges), shown)


def read_picture(name: str, picture: tuple[Any, ...], *, colours: str = "brg", stalks: bool = False) -> Picture:
    """Return the graph with coloured edges of some text or tuples; PositionError names what is wrong.

    An edge is ``0-1b``, or (0, 1, "b"); without a letter it is green. With ``stalks`` a word of letters, such as ``BRB``, is
    a stalk that stands on the ground, the vertex 0.

    >>> read_picture("hackenbush", ("0-1b-2r 1-3g",))
    Picture(edges=((0, 1), (1, 2), (1, 3)), owners=(1, -1, 0))
    >>> read_picture("hackenbush", ("BR",), stalks=True)
    Picture(edges=((0, 1), (1, 2)), owners=(1, -1))
    """
    edges: list[tuple[int, int]] = []
    owners: list[int] = []
    words: list[str] = []
    for item in _items(name, picture, "0-1b"):
        if stalks and isinstance(item, str) and item.isalpha():
            words.append(item)
            continue
        if item in (NOTHING, 0):
            continue
        line = _line(name, item, colours, "-")
        if len(line.vertices) < 2:
            raise PositionError(
                "{name}: {item!r} is not an edge: write 0-1b for one from vertex 0 to vertex 1", name=name, item=item
            )
        if line.letters[0]:
            raise PositionError(
                "{name}: in {item!r}, write the edge's letter after the vertex it leads to: 0-1b", name=name, item=item
            )
        edges += zip(line.vertices, line.vertices[1:], strict=False)
        owners += (edge_sets.OWNERS[letter or "g"] for letter in line.letters[1:])
    top = max((v for edge in edges for v in edge), default=0)
    for word in words:
        below = 0
        for letter in word.lower():
            if letter not in colours:
                listed = _(" or ").join(colours.upper())
                raise PositionError(
                    "{name}: {word!r} is not a stalk: its edges are {listed}", name=name, word=word, listed=listed
                )
            top += 1
            edges.append((below, top))
            owners.append(edge_sets.OWNERS[letter])
            below = top
    if top >= MOST:
        raise PositionError("{name}: a picture has fewer than {most:,} vertices", name=name, most=MOST)
    return Picture(tuple(edges), tuple(owners))


def _items(name: str, graph: tuple[Any, ...], example: str) -> Iterator[Any]:
    if not graph:
        raise PositionError("{name}: write a graph, such as {example!r}", name=name, example=example)
    for item in spread(graph):
        if isinstance(item, str):
            yield from filter(None, re.split(r"[\s,;]+", item))
        else:
            yield item


def _listed(name: str, items: Iterator[Any], link: str) -> Iterator[Any]:
    """Iterate over vertices and edges, in words and tuples, where a graph may stand as a whole among them."""
    for item in items:
        if isinstance(item, str):
            own = item.removeprefix(">>graph6<<")
            yield from (item,) if link == ">" or _DIGIT.search(own) else _of_graph6(name, own)
        elif all(hasattr(getattr(item, each, None), "__iter__") for each in ("nodes", "edges")):
            near: dict[Any, dict[Any, None]] = {v: {} for v in item.nodes}
            directed = hasattr(item, "is_directed") and item.is_directed()
            for u, v, *_key in item.edges:
                for tail, head in ((u, v),) if directed else ((u, v), (v, u)):
                    near.setdefault(tail, {})[head] = None
            yield from _of_neighbours(name, near, link)
        elif isinstance(item, Set):  # of edges, or an edge
            edges = [*item] if all(isinstance(each, tuple | Set) for each in item) else [item]
            yield from _listed(name, map(tuple, edges), link)
        elif isinstance(item, Mapping):
            try:
                near = {v: dict.fromkeys(row) for v, row in item.items()}
            except TypeError:
                raise PositionError(
                    "{name}: a dict has a list of neighbours for each vertex, as in {example}, not {given!r}",
                    name=name,
                    example="{1: [2], 2: [1]}",
                    given=item,
                ) from None
            yield from _of_neighbours(name, near, link)
        elif isinstance(item, (list, tuple)):
            yield tuple(map(whole, item)) if len(item) > 1 else [*item]  # a row of neighbours is no vertex
        else:
            yield str(item) if type(item) is int and item >= 0 else item


def _of_neighbours(name: str, near: dict[Any, dict[Any, None]], link: str) -> Iterator[tuple[int, ...]]:
    """Iterate over the vertices and edges of a graph that is given by the neighbours of each vertex."""
    numbers = {v: whole(v) for v in near}
    if not all(type(n) is int and n >= 0 for n in numbers.values()):
        numbers = {v: i for i, v in enumerate(near, 1)}
    for u, row in near.items():
        yield (numbers[u],)
        for v in row:
            if v not in near:
                raise PositionError("{name}: {u!r} is joined to {v!r}, which is not a vertex", name=name, u=u, v=v)
            if link == "-" and u not in near[v]:
                raise PositionError(
                    "{name}: {u!r} is joined to {v!r} and {v!r} is not joined to {u!r}: write each edge at both ends",
                    name=name,
                    u=u,
                    v=v,
                )
            yield numbers[u], numbers[v]


def _of_graph6(name: str, text: str) -> Iterator[Any]:
    """Iterate over the vertices, from 0, and the edges of a graph in graph6."""
    bits = "".join(f"{ord(letter) - 63:06b}" for letter in text if "?" <= letter <= "~")
    first, head = ((0, 6), (6, 24), (12, 48))[text.startswith("~") + text.startswith("~~")]
    count = int(bits[first:head] or "0", 2)
    last = head + count * (count - 1) // 2
    if len(bits) != 6 * len(text) or len(bits) != -(-last // 6) * 6:
        raise PositionError(
            "{name}: {text!r} is not a vertex or an edge, nor a graph in graph6: write 1-2, or Bw for a triangle",
            name=name,
            text=text,
        )
    yield from [(v,) for v in range(count)] or [NOTHING]
    pairs = ((u, v) for v in range(count) for u in range(v))
    yield from (pair for pair, bit in zip(pairs, bits[head:last], strict=True) if bit == "1")


def _line(name: str, item: Any, faces: str, link: str) -> Line:
    """Read a walk: ``1b-2-3``, or a tuple (1, 2) or (1, 2, "b"), whose letter is that of the second vertex."""
    text = item
    if isinstance(item, tuple):
        match item:
            case (int(u),):
                text = str(u)
            case (int(u), int(v)):
                text = f"{u}{link}{v}"
            case (int(u), int(v), str(letter)):
                text = f"{u}{link}{v}{letter}"
            case _:
                pass
    steps = list(_STEP.finditer(text.lower())) if isinstance(text, str) else []
    links = [step[1] for step in steps]
    if not steps or "".join(step[0] for step in steps) != text.lower() or links != ["", *(link,) * (len(steps) - 1)]:
        raise PositionError(
            "{name}: {item!r} is not a vertex or an edge: write 1, or 1{link}2", name=name, item=item, link=link
        )
    for step in steps:
        if int(step[2]) >= MOST:
            raise PositionError(
                "{name}: vertex numbers must be below {most:,}, not {step:,}", name=name, most=MOST, step=int(step[2])
            )
        if step[3] not in faces:
            known = (
                _("a letter is {faces}").format(faces=_(" or ").join(faces))
                if faces
                else _("vertices have no letters here")
            )
            raise PositionError(
                "{name}: {step!r} stands in {item!r}, and {known}", name=name, step=step[3], item=item, known=known
            )
    return Line(item, tuple(int(step[2]) for step in steps), tuple(step[3] for step in steps))


def show_graph(graph: edge_sets.Graph, *, link: str = "-") -> str:
    """Return a graph as text: its edges, put together where one goes on from the last, then the vertices without any.

    >>> show_graph(edge_sets.Graph(((1, 2), (2, 3), (2, 4)), {1: "b", 2: "", 3: "", 4: "", 5: "r"}))
    '1b-2-3 2-4 5r'
    """
    faces = graph.faces
    text = _joined(((u, v, f"{u}{faces[u]}", f"{v}{faces[v]}") for u, v in sorted(graph.edges)), link)
    met = {v for edge in graph.edges for v in edge}
    words = [*([text] if text else []), *(f"{v}{faces[v]}" for v in sorted(faces) if v not in met)]
    return "0 0" if words == [NOTHING] else " ".join(words) or NOTHING  # vertex 0 alone is not nothing


def show_picture(kept: int, edges: edge_sets.Edges, owners: tuple[int, ...] = ()) -> str:
    """Return the kept edges of a graph as text; without ``owners`` no edge has a letter.

    >>> show_picture(7, ((0, 1), (1, 2), (1, 3)), (1, -1, 0))
    '0-1b-2r 1-3g'
    """
    own = first_alike(kept, [*zip(edges, owners, strict=True)] if owners else edges)
    text = _joined(((edges[i][0], edges[i][1], str(edges[i][0]), end_of(i, edges, owners)) for i in own), "-")
    return text or NOTHING


def first_alike(kept: int, kinds: Sequence[Hashable]) -> list[int]:
    """Return as many edges of each kind as are kept, the first ones: which of several alike was cut is not to be seen.

    >>> first_alike(6, ["a", "b", "a"]), first_alike(3, ["a", "b", "a"])
    ([0, 1], [0, 1])
    """
    left = Counter(kinds[i] for i in edge_sets.bits(kept))
    chosen: list[int] = []
    for i, kind in enumerate(kinds):
        if left[kind]:
            left[kind] -= 1
            chosen.append(i)
    return chosen


def end_of(i: int, edges: edge_sets.Edges, owners: tuple[int, ...]) -> str:
    """Return the end of an edge with its letter."""
    return f"{edges[i][1]}{edge_sets.LETTERS[owners[i]] if owners else ''}"


def _joined(edges: Iterable[tuple[int, int, str, str]], link: str) -> str:
    text, last = "", -1
    for tail, head, start, end in edges:
        text += f"{link}{end}" if tail == last else f"{' ' if text else ''}{start}{link}{end}"
        last = head
    return text


def chosen(moves: Iterable[tuple[int, str, Any]], after: Any) -> str:
    """Return the words of those moves (player, words, state) that lead to a state; both players' where they differ."""
    found: dict[int, list[str]] = {LEFT: [], RIGHT: []}
    for player, words, state in moves:
        if state == after:
            found[player].append(words)
    left, right = found.values()
    if left and right and left != right:
        return _("{left} (Left), {right} (Right)").format(left=_(" or ").join(left), right=_(" or ").join(right))
    return _(" or ").join(left or right)


# ---- pictures


def drawn_edges(kept: int, edges: edge_sets.Edges, owners: Iterable[int], *, ground: int = -1) -> Network:
    """Return the scene of the kept edges of a graph, each in its owner's colour; vertices keep their places."""
    letters = [edge_sets.LETTERS[owner] for owner in owners]
    live = {i: (edges[i][0], edges[i][1], letters[i]) for i in edge_sets.bits(kept)}
    vertices = {v: "" for i in edge_sets.bits(kept) for v in edges[i]}
    return Network(vertices, live, edges, ground=frozenset({ground} if ground >= 0 else ()), at="edge")


def drawn_graph(faces: dict[int, str], near: edge_sets.Masks, *, arrows: bool = False, at: str = "vertex") -> Network:
    """Return the scene of a graph whose vertices show letters; those that are left keep their places."""
    frame = edge_sets.edges_within((1 << len(near)) - 1, near, arcs=arrows)
    left = edge_sets.edges_within(edge_sets.set_of(faces), near, arcs=arrows)
    return Network(faces, {(u, v): (u, v, "") for u, v in left}, frame, arrows, at=at)


def lattice(
    rows: int,
    columns: int,
    face: Callable[[int, int], str] = lambda row, column: "",
    *,
    flat: str = "",
    upright: str = "",
) -> str:
    """Return the lattice of so many rows and columns as text, with the letters of its vertices, or of its edges.

    >>> lattice(2, 2), lattice(2, 2, flat="r", upright="b"), lattice(1, 3, lambda row, column: "xo"[column % 2])
    ('1-2 3-4 1-3 2-4', '1-2r 3-4r 1-3b 2-4b', '1x-2o-3x')
    """

    def line(cells: list[tuple[int, int]], letter: str, *, faced: bool) -> str:
        return "-".join(
            f"{row * columns + column + 1}{face(row, column) if faced else ''}{letter if i else ''}"
            for i, (row, column) in enumerate(cells)
        )

    across = [line([(row, column) for column in range(columns)], flat, faced=True) for row in range(rows)]
    down = [line([(row, column) for row in range(rows)], upright, faced=columns == 1) for column in range(columns)]
    return " ".join(across * (columns > 1 or rows == 1) + down * (rows > 1))


# ---- pictures whose edges are cut or taken one by one: the notation of Hackenbush and its relatives


Owners = tuple[int, ...]
CUT, TAKE = N_("cut {chosen}"), N_("take {chosen}")
GROUND = 0


def declare_edges(
    game: FunctionRuleset, rest: Callable[[int, int, edge_sets.Edges], int], *, move: str = CUT, standing: bool = True
) -> None:
    """Declare how pictures are read, written, drawn and come apart, and the words of a move.

    A state has bit i where the edge i of the parameter ``edges`` is left; ``owners``, where the game has that parameter,
    says whose the edges are. A picture whose edge was cut is the one that is drawn without it.

    Args:
        game: the game.
        rest: what is left of some edges after the one of this number is cut or taken.
        move: the words of a move, of which ``{chosen}`` is the edge.
        standing: whether the picture stands on the ground, vertex 0: then stalks such as ``BRB`` are read too.
    """
    coloured = "owners" in game.params
    ground = GROUND if standing else -1

    def read(*picture: Any) -> Position:
        """Read edges such as 0-1b-2r, and stalks from the ground up such as BRB."""
        edges, owners = read_picture(game.name, picture, colours="brg" if coloured else "g", stalks=standing)
        kept = (1 << len(edges)) - 1
        for i in edge_sets.bits(kept & ~edge_sets.grounded(kept, edges)) if standing else ():
            raise game.no_position(
                "{name}: the edge {u}-{v} is not connected to the ground, which is vertex 0",
                u=edges[i][0],
                v=edges[i][1],
            )
        return Position(game.bind(edges=edges, **({"owners": owners} if coloured else {})), kept)

    def shown(kept: int, *, edges: edge_sets.Edges, owners: Owners = ()) -> str:
        return show_picture(kept, edges, owners)

    def drawn(kept: int, *, edges: edge_sets.Edges, owners: Owners = ()) -> Network:
        return drawn_edges(kept, edges, owners or (0,) * len(edges), ground=ground)

    def parts(kept: int, *, edges: edge_sets.Edges) -> list[int]:
        """Return the parts that only the ground joins."""
        return edge_sets.edge_pieces(kept, edges, ground=ground)

    def spelling(before: int, after: int, *, edges: edge_sets.Edges, owners: Owners = ()) -> str:
        return _(move).format(chosen=chosen(_moves(before, edges, owners, rest), after))

    game.notate(setup=read, shown=shown, picture=drawn, spelling=spelling)
    if game.partisan:
        game.hooks["parts"] = parts


def _moves(
    before: int, edges: edge_sets.Edges, owners: Owners, rest: Callable[[int, int, edge_sets.Edges], int]
) -> Iterator[tuple[int, str, int]]:
    """Yield whose move it is, the edge, and what is left; an impartial game has no owners."""
    for player in (LEFT, RIGHT) if owners else (LEFT,):
        for i in edge_sets.bits(before):
            if not owners or owners[i] != -player:
                yield player, f"{edges[i][0]}-{end_of(i, edges, owners)}", rest(before, i, edges)


def fallen(kept: int, i: int, edges: edge_sets.Edges) -> int:
    """Return what still hangs on the ground after an edge was cut.

    >>> bin(fallen(0b111, 1, ((0, 1), (1, 2), (2, 3))))
    '0b1'
    """
    return edge_sets.grounded(kept ^ 1 << i, edges)


# ---- graphs whose vertices are taken: the notation of Node Kayles


@lru_cache(maxsize=16)
def _adjacency(near: edge_sets.Masks) -> edge_sets.Adjacency:
    """Return what is beside the vertices of a graph, which is asked for again and again."""
    return edge_sets.Adjacency([[*edge_sets.bits(each)] for each in near])


def declare_kept(game: FunctionRuleset) -> None:
    """Declare how a graph is read, written and drawn of which vertices are taken, and that it is the sum of its parts.

    A state is the set of the vertices that are left; the parameter ``near`` has the neighbours of each. Parts with the same
    edges are one part, so that rules may not go by the numbers of vertices.

    >>> from grundy import game
    >>> @game
    ... def lonely(kept: int, *, near: tuple[int, ...] = (0,)):
    ...     for v in range(len(near)):  # take a vertex with a neighbour
    ...         if kept >> v & 1 and near[v] & kept:
    ...             yield kept & ~(1 << v)
    >>> declare_kept(lonely)
    >>> [lonely(graph).grundy() for graph in ("1-2-3", "Bw", {1: [2], 2: [1]}, [(1, 2), (3, 4)])]
    [2, 0, 1, 0]
    """

    def read(*graph: Any) -> Position:
        """Read a graph such as "1-2-3 2-4", in graph6, as edges, as a dict of neighbours, or of NetworkX."""
        found = read_graph(game.name, graph, "")
        return Position(game.bind(near=edge_sets.neighbours(found)), edge_sets.set_of(found.faces))

    def parts(kept: int, *, near: edge_sets.Masks) -> Iterator[int]:
        """Yield the connected parts, of those with the same edges the first that was met."""
        for (part,) in _adjacency(near).parts(kept):
            yield part

    def shown(kept: int, *, near: edge_sets.Masks) -> str:
        return show_graph(edge_sets.Graph(edge_sets.edges_within(kept, near), dict.fromkeys(edge_sets.bits(kept), "")))

    def drawn(kept: int, *, near: edge_sets.Masks) -> Network:
        return drawn_graph(dict.fromkeys(edge_sets.bits(kept), ""), near)

    game.notate(setup=read, parts=parts, shown=shown, picture=drawn, sized=lattice)


# ---- graphs whose vertices two players paint or hold: the notation of Col, Snort and Clobber on graphs


State = tuple[int, int]
"""The vertices that are Left's, and those that are Right's, as bits."""
PAINTED = (1, 2, 3, 4, 5, "1-2-3-4-1", "1-2 1-3 1-4", "1b-2-3b-4", "1b-2-3-1 3-4r", "1-2-3b-4-5r")
"""Small graphs of the painting games."""


def declare_vertices(game: PartisanRuleset, left: str, right: str, *, both: str = "", at: str = "vertex") -> None:
    """Declare how a graph is read, written and drawn whose vertices are Left's, Right's, or both players'.

    Args:
        game: the game; a state is two sets of vertices, and its parameter ``near`` has each vertex's neighbours.
        left: the letter of a vertex that is Left's alone.
        right: the letter of one that is Right's alone.
        both: the letter of one that is both players', which may be left out; "" where a vertex without letter is nobody's.
        at: "vertex" where a move is made at one of them and others may go with it; "" where it is not.
    """

    def faces(own: int, other: int) -> dict[int, str]:
        return {
            v: "" if (own & other) >> v & 1 else left if own >> v & 1 else right for v in edge_sets.bits(own | other)
        }

    def read(*graph: Any) -> Position:
        """Read a graph such as 1b-2-3 2-4; where vertices are both players', also the number of vertices of a path."""
        found = read_graph(game.name, graph, left + right + both, paths=bool(both))
        shared = ("", both) if both else ()
        held = (
            edge_sets.set_of(v for v, face in found.faces.items() if face in (letter, *shared))
            for letter in (left, right)
        )
        return Position(game.bind(near=edge_sets.neighbours(found)), tuple(held))

    def shown(own: int, other: int, *, near: edge_sets.Masks) -> str:
        text = show_graph(edge_sets.Graph(edge_sets.edges_within(own | other, near), faces(own, other)))
        return f"{text}{both}" if text.isdecimal() and text != "0" else text  # a number alone would be a path's

    def drawn(own: int, other: int, *, near: edge_sets.Masks) -> Network:
        colours = {left: "b", right: "r", "": ""}
        return drawn_graph({v: colours[face] for v, face in faces(own, other).items()}, near, at=at)

    game.notate(setup=read, shown=shown, picture=drawn)


def to_paint(left: int, right: int, *, player: int) -> Iterator[int]:
    """Return the vertices that a player may paint."""
    return edge_sets.bits(left if player == LEFT else right)


def declare_painting(game: PartisanRuleset, *, alike: bool) -> None:
    """Declare the notation of Col and Snort, where a vertex is blue, red, or both players', their placements and parts.

    Neighbours touch where one player may paint both: they must not be ``alike``; or where either may paint one.
    """
    declare_vertices(game, "b", "r", both="g")
    game.placement(to_paint)

    @game.parts
    def parts(left: int, right: int, *, near: edge_sets.Masks) -> Iterator[State]:
        of_left, of_right = (left, right) if alike else (right, left)
        live = left | right
        joined = {v: near[v] & (of_left * (left >> v & 1) | of_right * (right >> v & 1)) for v in edge_sets.bits(live)}
        return ((left & part, right & part) for part in edge_sets.pieces(live, joined))

    def painted(before: State, after: State, *, near: edge_sets.Masks) -> str:
        """Name the vertex that is painted."""
        moves = (
            (player, str(v), option)
            for player, own in ((LEFT, before[0]), (RIGHT, before[1]))
            for v, option in zip(edge_sets.bits(own), game.function(*before, near=near, player=player), strict=True)
        )
        return _("paint {chosen}").format(chosen=chosen(moves, after))

    game.notate(spelling=painted, sized=lattice)
    game.small(lambda: (game(graph) for graph in PAINTED))


# ---- rooted trees in words, with a zero or a one on each edge: ``1-2:1, 2-3:0``, a father in front

Edge = tuple[int, int, int]
Fathers = tuple[int, ...]
"""Each node's father, 0 for the root's; nodes are numbered from 1."""


def declare(game: FunctionRuleset) -> None:
    """Declare how trees are read, shown and drawn: bit v of a state is the number on the edge of node v to its father.

    Without the parameter ``root`` the root is the first node of the first edge.
    """

    def read(*edges: Any, root: int = 0) -> Position:
        parsed = [read_edge(game.name, edge) for edge in spread(edges)]
        root = root or (parsed[0][0] if parsed else 1)
        fathers = rooted(game.name, parsed, root)
        ones = sum(1 << (v if fathers[v] == u else u) for u, v, weight in parsed if weight)
        return Position(game.bind(fathers=fathers), ones)

    game.notate(setup=read, shown=write_tree, picture=drawn_tree)


def read_edge(name: str, edge: Any) -> Edge:
    """Return an edge and its number, of ``2-3:1`` or (2, 3, 1); PositionError for what is none.

    >>> read_edge("tree-flip", "2-3:1"), read_edge("tree-flip", "2-3")
    ((2, 3, 1), (2, 3, 0))
    """
    parsed = edge
    if isinstance(edge, str) and (found := fullmatch(r"(\d+)-(\d+)(?::(\d+))?", edge)):
        parsed = tuple(int(word or 0) for word in found.groups())
    match parsed:
        case (int(u), int(v), 0 | 1 as weight) if u > 0 and v > 0 and u != v:
            return u, v, weight
        case _:
            problem = _("{name}: {edge!r} is not an edge: write 2-3:1 for a 1 between nodes 2 and 3")
            raise PositionError(problem.format(name=name, edge=edge))


def rooted(name: str, edges: list[Edge], root: int) -> Fathers:
    """Return each node's father (0 for the root) in the tree of the edges; PositionError if they are no tree."""
    near: dict[int, list[int]] = {root: []}
    for u, v, _bit in edges:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    if min(near) < 1 or max(near) > len(near):
        raise PositionError(
            "{name}: nodes are numbered 1, 2, 3, …; here there are {count}, numbered up to {near}",
            name=name,
            count=len(near),
            near=max(near),
        )
    fathers = [0] * (max(near) + 1)
    order = [root]
    for u in order:
        for v in near[u]:
            if v != fathers[u]:
                if fathers[v] or v == root or len(order) > len(edges):
                    raise PositionError(
                        "{name}: the edges do not form a tree: node {v} can be reached in two ways", name=name, v=v
                    )
                fathers[v] = u
                order.append(v)
    if len(order) != len(near) or len(edges) != len(near) - 1:
        raise PositionError(
            "{name}: the edges do not form a tree: {nodes} of {reached} nodes are connected to the root {root}",
            name=name,
            nodes=len(order),
            reached=len(near),
            root=root,
        )
    return tuple(fathers)


def write_tree(ones: int, *, fathers: Fathers) -> str:
    """Return the edges, those next to the root first, with a father in front; bit v of ``ones`` is the edge of node v.

    >>> write_tree(0b1000, fathers=(0, 0, 1, 2))
    '1-2:0, 2-3:1'
    """
    depth = sorted((_path(v, fathers), v) for v in range(1, len(fathers)) if fathers[v])
    return ", ".join(f"{fathers[v]}-{v}:{ones >> v & 1}" for _, v in depth)


def _path(v: int, fathers: Fathers) -> list[int]:
    path: list[int] = []
    while fathers[v]:
        v = fathers[v]
        path.append(v)
    return path[::-1]


def drawn_tree(ones: int, *, fathers: Fathers) -> Network:
    """Draw the tree, its root on the ground; edges that hold a one are blue, the others grey."""
    frame = tuple((fathers[v], v) for v in range(1, len(fathers)) if fathers[v])
    edges = {(u, v): (u, v, "b" if ones >> v & 1 else "") for u, v in frame}
    root = frozenset(u for u, _v in frame) - frozenset(v for _u, v in frame)
    return Network({v: "" for edge in frame for v in edge}, edges, frame, ground=root, at="edge")
