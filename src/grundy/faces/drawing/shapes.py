"""From scenes to shapes: what is drawn where, in units of a cell. A shape keeps its key from move to move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import Any, NamedTuple

from grundy.common.long_numbers import shortened
from grundy.rules.scenes import Beside, Board, Heaps, Network, Scene, Words

# ---- where the vertices of a graph stand: by stress, so that distances on paper are those in the graph

Place = tuple[float, float]
ROUNDS = 60
"""Sweeps over all vertices; more change nothing that is seen."""


def spread(
    vertices: Sequence[Hashable], edges: Iterable[tuple[Hashable, Hashable]], ground: frozenset[Hashable] = frozenset()
) -> dict[Hashable, Place]:
    """Return places of the vertices, the least coordinates 0, neighbours about 1 apart; those on the ground stay in a line.

    Stress majorization (E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, 2004), one vertex at a time
    from places on a circle: O(vertices^2) a round, and the same picture every time.

    >>> {v: (round(x, 1), round(y, 1)) for v, (x, y) in spread("ab", ["ab"]).items()}
    {'a': (1.0, 0.0), 'b': (0.0, 0.0)}
    """
    if not vertices:
        return {}
    far = _distances(vertices, list(edges))
    count = len(vertices)
    places = [(cos(2 * pi * i / count) * count / 6, sin(2 * pi * i / count) * count / 6) for i in range(count)]
    fixed = {i: j * 1.5 for j, i in enumerate(i for i, v in enumerate(vertices) if v in ground)}
    for i, x in fixed.items():
        places[i] = (x, 0.0)
    if fixed:  # what stands on the ground begins, and stays, above it
        depth = [min(far[i][g] for g in fixed) for i in range(count)]
        places = [p if i in fixed else (p[0], -depth[i]) for i, p in enumerate(places)]
    for _ in range(ROUNDS):
        for i in range(count):
            if i not in fixed:
                x, y = _drawn(i, places, far[i])
                places[i] = (x, min(y, -0.5) if fixed else y)
    return _moved(vertices, _upright(places, bool(fixed)))


def _distances(vertices: Sequence[Hashable], edges: list[tuple[Hashable, Hashable]]) -> list[list[float]]:
    """Return the lengths of the shortest ways; what is not joined is as far apart as the graph is wide."""
    index = {v: i for i, v in enumerate(vertices)}
    near: list[set[int]] = [set() for _ in vertices]
    for tail, head in edges:
        if tail in index and head in index and tail != head:
            near[index[tail]].add(index[head])
            near[index[head]].add(index[tail])
    ways: list[dict[int, float]] = []
    for i in range(len(vertices)):
        found, line = {i: 0.0}, [i]
        for j in line:
            for k in sorted(near[j]):
                if k not in found:
                    found[k] = found[j] + 1
                    line.append(k)
        ways.append(found)
    apart = 1.0 + max(max(found.values()) for found in ways) / 2
    return [[found.get(j, apart) for j in range(len(vertices))] for found in ways]


def _drawn(i: int, places: list[Place], far: list[float]) -> Place:
    """Return where the others draw a vertex: the mean of where each would have it, near ones counting more."""
    x = y = total = 0.0
    for j, (u, v) in enumerate(places):
        if j != i:
            away = hypot(places[i][0] - u, places[i][1] - v) or 1e-9
            weight = 1 / far[j] ** 2
            x += weight * (u + far[j] * (places[i][0] - u) / away)
            y += weight * (v + far[j] * (places[i][1] - v) / away)
            total += weight
    return (x / total, y / total) if total else places[i]


def _upright(places: list[Place], grounded: bool) -> list[Place]:
    """Return the places turned by a quarter, if they would be higher than wide and may be turned."""
    wide = max(x for x, _ in places) - min(x for x, _ in places)
    high = max(y for _, y in places) - min(y for _, y in places)
    return [(y, x) for x, y in places] if high > wide and not grounded and len(places) > 2 else places


def _moved(vertices: Sequence[Hashable], places: list[Place]) -> dict[Hashable, Place]:
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return {v: (x - left, y - top) for v, (x, y) in zip(vertices, places, strict=True)}


# ----


# ---- how the cells of a board lie, in units of a cell

LATTICE, SIDE = 0.7, 1.7
"""Half of the way from a point of a lattice to the next; the side of a triangle."""
_HALF, _HIGH = 1 / sqrt(12), SIDE * sqrt(3) / 2
"""Half the side of a hexagon that is 1 wide; the height of a triangle."""
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON = ((-0.5, -_HALF), (0.0, -2 * _HALF), (0.5, -_HALF), (0.5, _HALF), (0.0, 2 * _HALF), (-0.5, _HALF))
_UPRIGHT = ((0.0, -_HIGH * 2 / 3), (SIDE / 2, _HIGH / 3), (-SIDE / 2, _HIGH / 3))


class Tiling(NamedTuple):
    """How cells lie.

    Attributes:
        place: the middle of a cell, by its row and column.
        corners: its corners from there, the first on the upper left, then clockwise; none of what is round.
        sides: which corners bound a board of such cells above, on the right, below and on the left.
    """

    place: Callable[[int, int], Place]
    corners: Callable[[int, int], tuple[Place, ...]]
    sides: tuple[tuple[int, ...], ...] = ()


def _tip(row: int, column: int) -> float:
    """Return 1 for a triangle that stands on a side, -1 for one that stands on its tip."""
    return 1.0 - 2.0 * ((row + column) % 2)


def _triangle(row: int, column: int) -> tuple[Place, ...]:
    return tuple((x, _tip(row, column) * y) for x, y in _UPRIGHT)


TILINGS = {
    "": Tiling(lambda r, c: (c + 0.5, r + 0.5), lambda r, c: _SQUARE, ((0, 1), (1, 2), (2, 3), (3, 0))),
    "hex": Tiling(
        lambda r, c: (c + 0.5 * r + 0.5, 3 * _HALF * r + 2 * _HALF),
        lambda r, c: _HEXAGON,
        ((0, 1, 2), (1, 2, 3), (3, 4, 5), (4, 5, 0)),
    ),
    "triangles": Tiling(lambda r, c: ((c + 1) * SIDE / 2, r * _HIGH + _HIGH / 2 + _tip(r, c) * _HIGH / 6), _triangle),
    "lattice": Tiling(
        lambda r, c: (LATTICE * c + 0.3, LATTICE * r + 0.3), lambda r, c: tuple((1.2 * x, 1.2 * y) for x, y in _SQUARE)
    ),
    "pits": Tiling(lambda r, c: (1.1 * c + 0.55, 1.35 * r + 0.55), lambda r, c: ()),
}
"""The tilings of `grundy.rules.scenes.Board`."""


# ---- shapes of positions


LARGEST_HEAP = 36
"""Larger heaps are drawn as a bar with their number."""
LARGEST_BOARD = 1600
"""Boards of more cells, and more heaps than that, are told in words."""
WIDE = 14.0
"""Scenes side by side go on below where they are wider than that."""
SPACE = 1.5
"""Between neighbours of a graph."""
LINE = 12
"""So many counters of a heap stand in a line."""
AXIS = 0.45
"""What the names of columns and rows take."""
PIT = 0.85
"""What a pit takes from its middle down, with its number."""
PAPER = (7.0, 5.0)
"""The width and height of the paper on which sprouts are drawn."""
STORE = 1.15
"""What a store at the end of a board takes."""
_INKS = {"X": "b", "O": "r", ".": "free", " ": "none", "#": "none"}
"""How the lines of a lattice are drawn; by other faces they are those of players."""


@dataclass(frozen=True)
class Shape:
    """Something that is drawn.

    Attributes:
        key: what it is; the same from move to move.
        form: "cell", "counter", "bar", "vertex", "edge", "arrow", "ground", "word" (its middle), "axis" (the name of a row
            or column), "label" (its start), "dot" (a point of a lattice), "side" (of a board), "store" (at its end) or
            "stand" (around it).
        x, y: its middle; of an edge one end.
        letter: what it shows.
        tint: "b", "r" or "g" (blue, red, green), or ""; of a cell its tiling, of a line of a lattice also "free" or "none".
        u, v: the other end of an edge; the width and height of a bar.
        bend: how far an edge is bent, where several join the same two vertices.
        theme: what pieces are drawn like.
        corners: of a cell, from its middle (none of a round one); of a side the points along it; of a stand two
            corners.
    """

    key: tuple[Any, ...]
    form: str
    x: float
    y: float
    letter: str = ""
    tint: str = ""
    u: float = 0.0
    v: float = 0.0
    bend: int = 0
    theme: str = ""
    corners: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """Shapes, and how wide and high they are together."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


def sheet(scene: Scene) -> Sheet:
    """Return the shapes of a scene.

    >>> [shape.key for shape in sheet(Heaps((2,))).shapes if shape.form == "counter"]
    [(0, 0), (0, 1)]
    """
    match scene:
        case Board() if sum(map(len, scene.rows)) <= LARGEST_BOARD:
            return _board(scene)
        case Heaps() if 0 < len(scene.sizes) <= 60:
            return _heaps(scene)
        case Network():
            return _network(scene)
        case Beside():
            return _beside(scene)
        case Words():
            return _words(scene.text)
        case Heaps():
            return _words(", ".join(map(str, scene.sizes[:60])) + ", …" * (len(scene.sizes) > 60) or "∅")
        case Board():
            return _words(f"{len(scene.rows)} × {max(map(len, scene.rows))}")


def _board(scene: Board) -> Sheet:
    """Draw the cells, with the names of the columns above and of the rows on the left."""
    wide, high = max(map(len, scene.rows), default=0), len(scene.rows)
    tiling, end = TILINGS[scene.tiling], STORE if any(scene.ends) else 0.0
    left = (AXIS if high > 1 else 0.0) + end

    def place(row: int, column: int) -> Place:
        x, y = tiling.place(row, column)
        return x + left, y + AXIS

    cells = [(r, c, face) for r, row in enumerate(scene.rows) for c, face in enumerate(row) if face]
    shapes = [_cell(scene, r, c, face, place(r, c), tiling.corners(r, c)) for r, c, face in cells]
    below = PIT if scene.tiling == "pits" else 0.2
    width = max([s.x + max([x for x, _ in s.corners], default=0.5) for s in shapes], default=left)
    height = max([s.y + max([y for _, y in s.corners], default=below) for s in shapes], default=AXIS)
    across = scene.across or tuple(str(c + 1) for c in range(wide))
    if scene.theme == "discs" and not scene.tiling and cells:
        box = ((left - 0.1, AXIS), (width + 0.1, height + 0.1))
        shapes.insert(0, Shape(("stand",), "stand", 0.0, 0.0, corners=box))
    used = sorted({c for _, c, _ in cells})
    shapes += [Shape(("column", c), "axis", place(0, c)[0], 0.2, across[c]) for c in used]
    if high > 1:
        down = scene.down or tuple(str(r + 1) for r in range(high))
        places = [(place(r, 0), tiling.corners(r, 0)) for r in range(high)]
        edges = [x + min([u for u, _ in corners], default=-0.5) - end for (x, _), corners in places]
        shapes += [Shape(("row", r), "axis", edges[r] - 0.3, places[r][0][1], name) for r, name in enumerate(down)]
    shapes += _sides(scene, place) if scene.sides else ()
    if end:
        middle, long = (AXIS + height - PIT + 0.5) / 2, height - AXIS - PIT + 0.5
        shapes.append(Shape(("end", 0), "store", left - end / 2, middle, scene.ends[0], u=0.9, v=long))
        shapes.append(Shape(("end", 1), "store", width + end / 2, middle, scene.ends[1], u=0.9, v=long))
    if scene.note:
        shapes.append(Shape(("note",), "label", left, height + 0.5, scene.note))
    return Sheet(tuple(shapes), max(width + end, left + 0.35 * len(scene.note)), height + bool(scene.note))


def _cell(scene: Board, row: int, column: int, face: str, place: Place, corners: tuple[Place, ...]) -> Shape:
    """Return a cell; of a lattice a point or a line where the rows or columns are narrow."""
    x, y = place
    if scene.tiling == "lattice" and row % 2 + column % 2 < 2:
        if row % 2 == column % 2:
            return Shape((row, column), "dot", x, y, face)
        aside, up = LATTICE * (column % 2), LATTICE * (row % 2)
        return Shape((row, column), "edge", x - aside, y - up, face, _INKS.get(face, ""), x + aside, y + up)
    return Shape((row, column), "cell", x, y, face, scene.tiling, theme=scene.theme, corners=corners)


def _sides(scene: Board, place: Callable[[int, int], Place]) -> Iterator[Shape]:
    """Yield the outer sides of the cells at the edge of a board: two players have two each."""
    tiling, rows, columns = TILINGS[scene.tiling], len(scene.rows), len(scene.rows[0])
    for side, points in enumerate(tiling.sides):
        last = (0, columns - 1, rows - 1, 0)[side]
        for i in range(rows if side % 2 else columns):
            row, column = (i, last) if side % 2 else (last, i)
            x, y = place(row, column)
            corners = tuple(tiling.corners(row, column)[point] for point in points)
            yield Shape(("side", side, i), "side", x, y, scene.sides[side % 2], corners=corners)


def _heaps(scene: Heaps) -> Sheet:
    names = scene.names or tuple(str(i) for i in range(1, len(scene.sizes) + 1))
    margin = 0.6 + 0.32 * max(map(len, names)) if len(names) > 1 or scene.names else 0.3
    shapes: list[Shape] = []
    high = 0.0
    for i, size in enumerate(scene.sizes):
        shapes += _heap(i, size, names[i], margin, high, scene.theme)
        high += 1 if size > LARGEST_HEAP else max(1, -(-size // LINE))
    if scene.note:
        shapes.append(Shape(("note",), "label", 0.2, high + 0.5, scene.note))
    width = max([shape.x + shape.u / 2 + 0.6 for shape in shapes], default=2.0)
    width = max(width, 0.35 * len(scene.note) + 0.4)
    return Sheet(tuple(shapes), width, high + bool(scene.note))


def _heap(i: int, size: int, name: str, margin: float, top: float, theme: str) -> Iterator[Shape]:
    """Yield a heap: its name, its counters from the left in lines, its size."""
    y = top + 0.5
    if margin > 0.3:
        yield Shape((i, "name"), "label", 0.2, y, name)
    if size > LARGEST_HEAP:
        shown = shortened(str(size))
        long = max(4.0, 0.36 * len(shown) + 0.6)
        yield Shape((i, "size"), "bar", margin + long / 2, y, shown, u=long, v=0.8)
        return
    for k in range(size):
        yield Shape((i, k), "counter", margin + 0.5 + 0.9 * (k % LINE), y + k // LINE, theme=theme)
    yield Shape((i, "size"), "word", margin + 0.55 + 0.9 * min(size, LINE), y, str(size))


def _network(scene: Network) -> Sheet:
    named = tuple(dict.fromkeys((*(v for edge in scene.frame for v in edge), *scene.vertices)))
    spread = _spread(named, scene.frame, scene.ground)
    places = {v: (x * SPACE + 0.7, y * SPACE + 0.7) for v, (x, y) in spread.items()}
    if scene.theme == "sprouts":
        places = _filling(spread)
    shapes = [*_edges(scene, places)]
    for v in named:
        x, y = places[v]
        if v in scene.ground:
            shapes.append(Shape((v,), "ground", x, y, theme=scene.theme))
        elif v in scene.vertices:
            face = scene.vertices[v]
            tint = face if face in ("b", "r", "g") and scene.theme != "sprouts" else ""
            shapes.append(Shape((v,), "vertex", x, y, str(v) if tint or not face else face, tint, theme=scene.theme))
    width = max((x for x, _ in places.values()), default=1.3) + 0.7
    height = max((y for _, y in places.values()), default=1.3) + 0.7
    if scene.theme == "sprouts":
        width, height = PAPER
    if scene.note:
        shapes.append(Shape(("note",), "label", 0.2, height + 0.5, scene.note))
    return Sheet(tuple(shapes), max(width, 0.35 * len(scene.note) + 0.4), height + bool(scene.note))


def _filling(spread: dict[Any, Place]) -> dict[Any, Place]:
    """Return places that fill a sheet of paper, which stays as large as it is when lines are drawn on it."""
    wide, high = (max((place[i] for place in spread.values()), default=0.0) for i in (0, 1))
    scale = min((PAPER[0] - 1.4) / max(wide, 1.0), (PAPER[1] - 1.4) / max(high, 1.0))
    left, top = (PAPER[0] - wide * scale) / 2, (PAPER[1] - high * scale) / 2
    return {vertex: (left + x * scale, top + y * scale) for vertex, (x, y) in spread.items()}


@lru_cache(maxsize=256)
def _spread(vertices: tuple[Any, ...], frame: tuple[tuple[Any, Any], ...], ground: frozenset[Any]) -> dict[Any, Place]:
    return spread(vertices, frame, ground)


def _edges(scene: Network, places: dict[Any, Place]) -> Iterator[Shape]:
    """Yield the edges; those that join the same two vertices are bent apart."""
    met: dict[frozenset[Any], int] = {}
    for key, (tail, head, letter) in scene.edges.items():
        pair = frozenset((tail, head))
        number = met[pair] = met.get(pair, 0 if scene.theme == "sprouts" else -1) + 1
        form = "arrow" if scene.arrows else "edge"
        (x, y), (u, v) = places[tail], places[head]
        yield Shape(("edge", key), form, x, y, "", letter, u, v, number, scene.theme)


def _words(text: str) -> Sheet:
    text = shortened(text)
    lines = [text[i : i + 60] for i in range(0, min(len(text), 600), 60)] or [""]
    shapes = (Shape((i,), "label", 0.2, i * 0.7 + 0.5, line) for i, line in enumerate(lines))
    return Sheet(tuple(shapes), 0.34 * max(map(len, lines)) + 0.5, 0.7 * len(lines) + 0.3)


def _beside(scene: Beside) -> Sheet:
    """Put the parts side by side, each under its caption, in lines that are not too wide."""
    shapes: list[Shape] = []
    x = y = high = wide = 0.0
    for i, (part, caption) in enumerate(zip(scene.scenes, scene.captions, strict=True)):
        inner = sheet(part)
        width = max(inner.width, 0.34 * len(caption) + 0.4)
        if x and x + width > WIDE:
            x, y, high = 0.0, y + high, 0.0
        shapes.append(Shape((i, "caption"), "label", x + 0.2, y + 0.4, caption))
        shapes += (_shifted(shape, i, x, y + 0.8) for shape in inner.shapes)
        wide, high, x = max(wide, x + width), max(high, inner.height + 1.0), x + width + 0.6
    return Sheet(tuple(shapes), wide, y + high)


def _shifted(shape: Shape, i: int, x: float, y: float) -> Shape:
    ends = {"u": shape.u + x, "v": shape.v + y} if shape.form in ("edge", "arrow") else {}
    return replace(shape, key=(i, *shape.key), x=shape.x + x, y=shape.y + y, **ends)
