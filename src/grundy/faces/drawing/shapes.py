"""From scenes to shapes: what is drawn where, in units of a cell. A shape keeps its key from move to move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import Any, NamedTuple

from grundy.common.messages import shortened
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


# ---- the colours of pictures, by name: each is written into the picture, with a class by which a page may change it
# Pictures stand alone with the colours of the light theme; a page in the dark gives the classes others (``f-`` fills,
# ``s-`` strokes). Blue is Left's, red (vermilion) Right's, green both players': told apart by the colour-blind (M. Okabe,
# K. Ito, 2008).

PAINT = {
    "left": "#0072B2",
    "right": "#D55E00",
    "both": "#009E73",
    "ink": "#1A202C",
    "soft": "#5F6875",
    "paper": "#FFFFFF",
    "cell": "#F4F2EC",
    "light": "#F4F2EC",
    "shade": "#DDD6C6",
    "grid": "#B9B2A2",
    "gone": "#4A5568",
    "last": "#F2C744",
    "wood": "#E2BE86",
    "grain": "#8A5A2B",
    "dark": "#22262E",
    "pale": "#FFFEF8",
    "edge": "#3B3A38",
    "stone": "#64748B",
    "water": "#CFE5EA",
    "grass": "#4C8A3A",
    "toad": "#9A6A3A",
    "sand": "#EADFB8",
    "grey": "#8795A5",
    "snow": "#EAF1F8",
    "fire": "#E2571C",
    "flame": "#FFD166",
    "cocoa": "#6B4226",
    "poison": "#7FA650",
    "gold": "#E3B341",
    "silver": "#C3CAD3",
    "icing": "#F2A7B5",
    "frame": "#3D5A80",
    "earth": "#6B4F2A",
}


def fill(name: str) -> str:
    """Return the attributes of what is filled with a colour, or with none.

    >>> fill("left"), fill("none")
    ('class="f-left" fill="#0072B2"', 'fill="none"')
    """
    return f'class="f-{name}" fill="{PAINT[name]}"' if name in PAINT else 'fill="none"'


def stroke(name: str, width: float) -> str:
    """Return the attributes of a line that is not filled."""
    return f'class="s-{name}" fill="none" stroke="{PAINT[name]}" stroke-width="{width}" stroke-linecap="round"'


def both(inside: str, line: str, width: float = 0.05) -> str:
    """Return the attributes of what is filled with one colour and has an edge of another."""
    return (
        f'class="f-{inside} s-{line}" fill="{PAINT[inside]}" stroke="{PAINT[line]}" stroke-width="{width}" '
        'stroke-linejoin="round"'
    )


# ---- what stands on a board: small figures of our own for each theme, drawn around (0, 0) in a cell of width 1
# A game's file says its theme (``amazons.looks("queens")``). Left's and Right's pieces differ in shape, not only in colour.

# ruff: noqa: E501  # an outline is one text


_SHINE = '<ellipse cx="-0.12" cy="-0.15" rx="0.14" ry="0.08" transform="rotate(-35 -0.12 -0.15)" fill="#FFF" opacity="0.45"/>'
_STONE = (
    f'<circle r="0.39" {both("dark", "edge", 0.03)}/>{_SHINE}',
    f'<circle r="0.385" {both("pale", "edge", 0.05)}/><circle r="0.28" {stroke("silver", 0.035)}/>',
)
_CROWN = "M-.27 .2L-.36 -.2L-.17 .02L0 -.3L.17 .02L.36 -.2L.27 .2Z"


def _queen(inside: str, line: str) -> str:
    balls = "".join(
        f'<circle cx="{x}" cy="{y}" r="0.06" {both(inside, line, 0.03)}/>'
        for x, y in ((-0.36, -0.22), (0, -0.33), (0.36, -0.22))
    )
    base = f'<rect x="-0.3" y="0.2" width="0.6" height="0.15" rx="0.04" {both(inside, line, 0.04)}/>'
    return f'<path d="{_CROWN}" {both(inside, line, 0.04)}/>{balls}{base}'


_FLAME = (
    f'<path d="M0 .38C-.36 .36 -.34 0 -.16 -.16C-.14 0 -.04 0 -.02 -.4C.22 -.22 .38 .02 .28 .2C.22 .34 .12 .38 0 .38Z" {fill("fire")}/>'
    f'<path d="M0 .36C-.17 .34 -.16 .14 -.04 .02C.02 .12 .16 .16 .13 .26C.1 .34 .06 .36 0 .36Z" {fill("flame")}/>'
)
_HOPPER = "M-.36 .28C-.4 -.02 -.12 -.2 .1 -.2C.16 -.36 .34 -.3 .32 -.14C.44 -.06 .4 .1 .26 .12C.24 .2 .28 .24 .34 .28Z"


def _hopper(skin: str, more: str, way: int) -> str:
    """Return a toad or a frog that looks to the right (1) or to the left (-1)."""
    eye = f'<circle cx="0.24" cy="-0.2" r="0.09" {both("pale", "edge", 0.025)}/><circle cx="0.26" cy="-0.2" r="0.04" {fill("dark")}/>'
    leg = f'<path d="M-.08 .26C-.3 .26 -.3 .04 -.14 .04C-.02 .06 -.02 .18 -.1 .28" {stroke("edge", 0.035)}/>'
    return f'<g transform="scale({way} 1)"><path d="{_HOPPER}" {both(skin, "edge", 0.035)}/>{more}{leg}{eye}</g>'


_WARTS = "".join(
    f'<circle cx="{x}" cy="{y}" r="0.045" {fill("edge")}/>'
    for x, y in ((-0.16, -0.06), (0, -0.1), (0.1, 0.04), (-0.02, 0.06))
)
_BELLY = f'<path d="M-.1 -.1C.06 -.14 .18 -.06 .3 .06" {stroke("pale", 0.05)}/>'
_ELEPHANT = (
    f'<path d="M-.38 .3V-.02C-.38 -.24 -.16 -.3 .06 -.28C.3 -.28 .4 -.12 .4 .06C.42 .2 .4 .3 .34 .34C.3 .34 .3 .3 .31 .24C.3 .14 .28 .1 .2 .1V.3H.04V.14H-.16V.3Z" {both("grey", "edge", 0.035)}/>'
    f'<path d="M.06 -.2C-.1 -.2 -.12 .06 .02 .08C.12 .06 .16 -.1 .06 -.2Z" {both("silver", "edge", 0.03)}/><circle cx="0.24" cy="-0.1" r="0.035" {fill("dark")}/>'
)
_RHINO = (
    f'<g transform="scale(-1 1)"><path d="M-.4 .3V0C-.4 -.2 -.16 -.22 .02 -.2C.08 -.24 .14 -.22 .16 -.14L.3 -.04L.38 -.26C.46 -.1 .44 .1 .34 .14L.14 .14V.3H-.02V.16H-.22V.3Z" {both("stone", "edge", 0.035)}/>'
    f'<circle cx="0.16" cy="-0.04" r="0.035" {fill("dark")}/><path d="M-.2 -.18C-.12 -.04 -.14 .06 -.2 .16" {stroke("edge", 0.03)}/></g>'
)


def _skier(colour: str, way: int, *, head: bool) -> str:
    """Return a skier; one who may jump has a full head."""
    face = both(colour, "edge", 0.03) if head else both("pale", "edge", 0.05)
    body = f'<path d="M.02 -.14L-.08 .08L.08 .14L.02 .3" {stroke(colour, 0.12)}/><path d="M0 -.06L.22 .04" {stroke(colour, 0.07)}/>'
    ski = f'<path d="M-.34 .24L.28 .37C.34 .38 .38 .36 .4 .32" {stroke("edge", 0.05)}/>'
    return f'<g transform="scale({way} 1)">{ski}{body}<circle cx="0.06" cy="-0.28" r="0.11" {face}/></g>'


def _cart(colour: str, sign: str) -> str:
    """Return a block that is pushed to the left."""
    return f'<rect x="-0.36" y="-0.3" width="0.72" height="0.6" rx="0.1" {both(colour, "edge", 0.03)}/>{sign}'


_FULL_ARROW = f'<path d="M-.26 0L-.02 -.2V-.08H.24V.08H-.02V.2Z" {fill("pale")}/>'
_THIN_ARROW = f'<path d="M.22 0H-.2M-.04 -.16L-.22 0L-.04 .16" {stroke("pale", 0.08)}/>'


def _standing(colour: str, pips: tuple[float, ...]) -> str:
    """Return a domino on its end."""
    dots = "".join(f'<circle cy="{y}" r="0.055" {fill("pale")}/>' for y in pips)
    line = f'<path d="M-.14 0H.14" {stroke("pale", 0.03)}/>'
    return f'<rect x="-0.19" y="-0.44" width="0.38" height="0.88" rx="0.07" {both(colour, "edge", 0.03)}/>{line}{dots}'


def _square(colour: str, more: str = "") -> str:
    inner = '<rect x="-0.3" y="-0.3" width="0.6" height="0.6" rx="0.05" fill="#FFF" opacity="0.13"/>'
    return f'<rect x="-0.45" y="-0.45" width="0.9" height="0.9" rx="0.09" {both(colour, "edge", 0.03)}/>{inner}{more}'


_SKULL = (
    f'<path d="M-.14 .24V.14C-.3 .06 -.3 -.28 0 -.28C.3 -.28 .3 .06 .14 .14V.24Z" {both("pale", "edge", 0.03)}/>'
    f'<circle cx="-0.1" cy="-0.04" r="0.065" {fill("dark")}/><circle cx="0.1" cy="-0.04" r="0.065" {fill("dark")}/>'
    f'<path d="M-.05 .24V.15M.05 .24V.15" {stroke("dark", 0.03)}/>'
)
_CROSS = f'<path d="M-.26 -.26L.26 .26M.26 -.26L-.26 .26" {stroke("left", 0.13)}/>'
_RING = f'<circle r="0.28" {stroke("right", 0.12)}/>'
_STAR = "M0 -.24L.06 -.08H.23L.1 .03L.15 .2L0 .1L-.15 .2L-.1 .03L-.23 -.08H-.06Z"
_PAWN = (
    "M-.26 .34V.26C-.12 .2 -.1 .06 -.1 -.02H-.16V-.08H-.1A.17 .17 0 1 1 .1 -.08H.16V-.02H.1C.1 .06 .12 .2 .26 .26V.34Z"
)
_CAKE = (
    f'<rect x="-0.47" y="-0.47" width="0.94" height="0.94" rx="0.06" {both("sand", "grain", 0.03)}/>'
    f'<path d="M-.36 -.36H.36V.2C.3 .36 .2 .36 .14 .2C.08 .32 -.04 .32 -.1 .2C-.16 .38 -.3 .34 -.36 .2Z" {fill("icing")}/><circle cy="-0.12" r="0.1" {fill("fire")}/>'
)


def _field(colour: str, inside: str) -> str:
    """Return a field that only one player may still use, or both."""
    return f'<rect x="-0.46" y="-0.46" width="0.92" height="0.92" rx="0.2" {both(colour, "edge", 0.03)}/>{inside}'


_EYES = (
    f'<circle cx="-0.09" cy="-0.09" r="0.035" {fill("dark")}/><circle cx="0.09" cy="-0.09" r="0.035" {fill("dark")}/>'
)
_CAT = (
    f'<path d="M-.24 .06C-.27 -.08 -.26 -.22 -.24 -.38L-.1 -.25H.1L.24 -.38C.26 -.22 .27 -.08 .24 .06C.16 .18 -.16 .18 -.24 .06Z" {both("pale", "edge", 0.03)}/>'
    f'{_EYES}<path d="M-.03 0H.03L0 .04ZM-.1 .02L-.34 -.02M-.1 .06L-.33 .1M.1 .02L.34 -.02M.1 .06L.33 .1" {stroke("edge", 0.022)}/>'
)
_DOG = (
    f'<ellipse cy="-0.08" rx="0.21" ry="0.24" {both("pale", "edge", 0.03)}/>{_EYES}'
    f'<path d="M-.16 -.28C-.36 -.3 -.38 -.02 -.28 .08C-.2 .04 -.2 -.1 -.16 -.28ZM.16 -.28C.36 -.3 .38 -.02 .28 .08C.2 .04 .2 -.1 .16 -.28Z" {both("toad", "edge", 0.03)}/>'
    f'<ellipse cy="0.02" rx="0.06" ry="0.045" {fill("dark")}/><path d="M0 .06V.1M-.07 .1C-.04 .14 .04 .14 .07 .1" {stroke("edge", 0.025)}/>'
)
_HATCH = f'<path d="M-.34 .02L.02 -.34M-.3 .2L.2 -.3M-.1 .24L.34 -.2M.1 .24L.34 0" {stroke("pale", 0.05)}/>'
_DOTS = "".join(
    f'<circle cx="{x}" cy="{y}" r="0.055" {fill("pale")}/>'
    for x, y in ((-0.24, -0.24), (0, -0.24), (0.24, -0.24), (-0.12, -0.05), (0.12, -0.05), (-0.24, 0.14), (0.24, 0.14))
)
_BLADES = f'<path d="M-.26 0l.05 -.16m0 .16l.06 -.12M.1 -.14l.05 -.16m0 .16l.06 -.12M.02 .12l.05 -.16m0 .16l.06 -.12" {stroke("grass", 0.035)}/>'

PIECES: dict[str, dict[str, str]] = {
    "stones": {"X": _STONE[0], "O": _STONE[1], "b": _STONE[0], "r": _STONE[1]},
    "pebbles": {"X": f'<circle r="0.39" {both("stone", "edge", 0.03)}/>{_SHINE}'},
    "runners": {
        "▶": f'<path d="{_PAWN}" {both("dark", "edge", 0.03)}/>',
        "◁": f'<path d="{_PAWN}" {both("pale", "edge", 0.05)}/>',
    },
    "queens": {
        "X": _queen("dark", "edge"),
        "O": _queen("pale", "edge") + f'<circle cy="0.07" r="0.07" {fill("edge")}/>',
        "#": _FLAME,
    },
    "frogs": {"X": _hopper("toad", _WARTS, 1), "O": _hopper("grass", _BELLY, -1)},
    "elephants": {"X": _ELEPHANT, "O": _RHINO},
    "skiers": {
        "X": _skier("left", 1, head=True),
        "O": _skier("right", -1, head=True),
        ">": _skier("left", 1, head=False),
        "<": _skier("right", -1, head=False),
    },
    "carts": {"X": _cart("left", _FULL_ARROW), "O": _cart("right", _THIN_ARROW)},
    "cars": {
        "X": f'<g transform="scale(-1 1)">{_cart("left", _FULL_ARROW)}</g>',
        "O": f'<g transform="rotate(90)">{_cart("right", _THIN_ARROW)}</g>',
    },
    "standing dominoes": {
        "X": _standing("left", (-0.22, 0.22)),
        "O": _standing("right", (-0.31, -0.14, 0.14, 0.31)),
        "#": _standing("both", ()),
    },
    "dominoes": {"#": f'<rect x="-0.44" y="-0.44" width="0.88" height="0.88" rx="0.1" {both("pale", "edge", 0.04)}/>'},
    "chocolate": {"■": _square("cocoa"), "☠": _square("poison", _SKULL)},
    "marks": {"X": _CROSS, "O": _RING},
    "discs": {
        "X": f'<circle r="0.38" {both("left", "pale", 0.03)}/><circle r="0.22" {stroke("pale", 0.06)}/>',
        "O": f'<circle r="0.38" {both("right", "pale", 0.03)}/><path d="{_STAR}" {fill("pale")}/>',
    },
    "coins": {
        "H": f'<circle r="0.4" {both("gold", "grain", 0.04)}/><path d="{_STAR}" {fill("grain")}/>',
        "T": f'<circle r="0.4" {both("silver", "stone", 0.04)}/><path d="M-.2 .12H.2M-.2 -.02H.2M-.2 -.16H.2" {stroke("stone", 0.05)}/>',
        "●": f'<circle r="0.4" {both("silver", "stone", 0.04)}/><circle r="0.3" {stroke("stone", 0.03)}/>{_SHINE}',
    },
    "cake": {"▒": _CAKE},
    "fields": {"b": _field("left", _HATCH), "r": _field("right", _DOTS), "g": _field("cell", "")},
    "cats and dogs": {"b": _field("left", _CAT), "r": _field("right", _DOG), "g": _field("cell", _BLADES)},
    "bridges": {
        "●": f'<circle r="0.2" {fill("left")}/>',
        "○": f'<circle r="0.17" {both("pale", "right", 0.07)}/>',
        "┃": f'<path d="M0 -.5V.5" {stroke("left", 0.15)}/>',
        "━": f'<path d="M-.5 0H.5" {stroke("left", 0.15)}/>',
        "│": f'<path d="M0 -.5V.5" {stroke("right", 0.11)}/>',
        "─": f'<path d="M-.5 0H.5" {stroke("right", 0.11)}/>',
    },
    "chess": {face: f'<text font-size="0.8" {fill("dark")}>{face}</text>' for face in "♔♕♖♗♘♙♚♟"},
}
"""What the faces of a cell or a vertex look like, for each theme; a face that is not here is its letter."""

COUNTERS = {
    "": f'<circle r="0.37" {both("stone", "edge", 0.03)}/>{_SHINE}',
    "pins": (
        f'<path d="M-.13 .42C-.28 .14 -.1 -.02 -.09 -.16C-.16 -.44 .16 -.44 .09 -.16C.1 -.02 .28 .14 .13 .42Z" {both("pale", "edge", 0.04)}/>'
        f'<path d="M-.09 -.14H.09M-.09 -.06H.09" {stroke("right", 0.04)}/>'
    ),
    "matches": f'<rect x="-0.07" y="-0.3" width="0.14" height="0.72" rx="0.03" {both("wood", "grain", 0.02)}/><ellipse cy="-0.32" rx="0.11" ry="0.14" {both("right", "edge", 0.02)}/>',
}
"""What one counter of a heap looks like."""

SEED = f'<circle r="0.09" {both("pale", "edge", 0.025)}/>'
"""What a seed in a pit looks like."""

GROUNDS = {
    "pits": ("wood",),
    "stones": ("wood",),
    "pebbles": ("sand",),
    "runners": ("light", "shade"),
    "queens": ("light", "shade"),
    "chess": ("light", "shade"),
    "frogs": ("water",),
    "elephants": ("sand",),
    "skiers": ("snow",),
    "discs": ("frame",),
    "standing dominoes": ("none",),
    "chocolate": ("none",),
    "cake": ("none",),
    "coins": ("cell",),
}
"""What the cells are made of, in turn along rows and columns; else they are plain."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def domino(*, upright: bool, pips: tuple[int, int]) -> str:
    """Return a domino around (0, 0) that lies on two cells; Left's stand upright, Right's lie.

    >>> domino(upright=True, pips=(1, 2)).count("<circle")
    3
    """
    colour = "left" if upright else "right"
    dots = "".join(
        f'<circle cx="{0.2 * x}" cy="{0.2 * y + middle}" r="0.07" {fill(colour)}/>'
        for middle, count in ((-0.5, pips[0]), (0.5, pips[1]))
        for x, y in _PIPS[count]
    )
    turn = "" if upright else ' transform="rotate(-90)"'
    tile = f'<rect x="-0.42" y="-0.92" width="0.84" height="1.84" rx="0.14" {both("pale", "edge", 0.045)}/>'
    return f'<g{turn}>{tile}<path d="M-.28 0H.28" {stroke(colour, 0.05)}/>{dots}</g>'
