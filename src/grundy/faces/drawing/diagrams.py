"""Pictures of directed graphs: automata, and positions with their options.

The nodes stand in layers from the left to the right, and may show a picture each. An arrow is straight where it can be;
else it is bent as little as it takes to pass by the other nodes and by the words of other arrows. As in pictures of
positions a page in the dark may give the colours' classes others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import hypot
from textwrap import wrap
from typing import Any, NamedTuple, TypeVar
from unicodedata import east_asian_width

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.numeration import letter_digits
from grundy.values.patterns.regular import Regular

# ---- where nodes stand: in layers from the start, ordered so that few arrows cross
# Without cycles a node's layer is its longest way from the start, so that every arrow goes on; else the shortest. Crossings
# are reduced by barycentres (K. Sugiyama, S. Tagawa, M. Toda, *Methods for visual understanding of hierarchical system
# structures*, 1981).

Key = TypeVar("Key", bound=Hashable)
SWEEPS = 8
"""How often the layers are put in order, forth and back."""


def layered(followers: Mapping[Key, Sequence[Key]], start: Key | None = None) -> list[list[Key]]:
    """Return the nodes in layers, each in the order in which it is drawn; deterministic. O(arrows × log nodes).

    ``followers`` has every node as a key; ``start`` is the only node of the first layer, if it is given.

    >>> layered({"a": ["b", "c"], "b": ["d"], "c": ["b"], "d": []})
    [['a'], ['c'], ['b'], ['d']]
    >>> layered({0: [1, 2], 1: [0], 2: [2]}, start=0)
    [[0], [1, 2]]
    """
    depth = _longest(followers, start) or _shortest(followers, start)
    rows: list[list[Key]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for key in followers:
        rows[depth[key]].append(key)
    return ordered(rows, followers)


def _longest(followers: Mapping[Key, Sequence[Key]], start: Key | None) -> dict[Key, int]:
    """Return the longest way to every node; nothing if there is a cycle, or an arrow to the start."""
    waiting = dict.fromkeys(followers, 0)
    for key in followers:
        for after in followers[key]:
            waiting[after] += 1
    ready = [key for key in followers if not waiting[key]]
    depth = {key: 0 if start is None or key == start else 1 for key in ready}
    for key in ready:  # grows meanwhile
        for after in followers[key]:
            depth[after] = max(depth.get(after, 0), depth[key] + 1)
            waiting[after] -= 1
            if not waiting[after]:
                ready.append(after)
    return depth if len(ready) == len(followers) and (start is None or not depth[start]) else {}


def _shortest(followers: Mapping[Key, Sequence[Key]], start: Key | None) -> dict[Key, int]:
    """Return the shortest way to every node from the start, and from those that it does not reach, each in its turn."""
    depth: dict[Key, int] = {}
    for root in followers if start is None else (start, *followers):
        if root in depth:
            continue
        depth[root] = 0 if not depth or start is None else 1
        found = [root]
        for key in found:  # grows meanwhile
            for after in followers[key]:
                if after not in depth:
                    depth[after] = depth[key] + 1
                    found.append(after)
    return depth


def ordered(rows: list[list[Key]], followers: Mapping[Key, Sequence[Key]]) -> list[list[Key]]:
    """Return the layers with every node near the middle of its neighbours, as far as that can be.

    >>> ordered([["a", "b"], ["c", "d"]], {"a": ["d"], "b": ["c"], "c": [], "d": []})
    [['a', 'b'], ['d', 'c']]
    """
    beside: dict[Key, list[Key]] = {key: [] for key in followers}
    for key, those in followers.items():
        for after in those:
            beside[key].append(after)
            beside[after].append(key)
    height = {key: place - (len(row) - 1) / 2 for row in rows for place, key in enumerate(row)}
    layer = {key: depth for depth, row in enumerate(rows) for key in row}
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        for row in rows if forth else reversed(rows):
            middles = {key: _middle(key, beside[key], height, layer, forth) for key in row}
            row.sort(key=middles.__getitem__)
            height |= {key: place - (len(row) - 1) / 2 for place, key in enumerate(row)}
    return rows


def _middle(
    key: Key, beside: Sequence[Key], height: Mapping[Key, float], layer: Mapping[Key, int], forth: bool
) -> float:
    """Return the mean height of the neighbours in earlier layers, or in later ones; its own height without any."""
    those = [height[k] for k in beside if (layer[k] < layer[key] if forth else layer[k] > layer[key])]
    return sum(those) / len(those) if those else height[key]


# ---- pictures of graphs


INK, PALE, FAINT, PAPER = "#333333", "#6b6b6b", "#a6a6a6", "#ffffff"
CLASSES = {INK: "ink", PALE: "soft", FAINT: "faint"}
MANY = 100
"""More arrows are drawn faintly, so that the nodes are still seen."""
LETTER, LINE, ROUND = 7.0, 14.0, 17.0
"""Pixels of a letter's width, of a line's height, and of half the height of a node."""
GAP, ROW, MARGIN = 44.0, 30.0, 14.0
"""Pixels between two layers, between two nodes of a layer, and around the picture."""
STEEP = 6.0
"""Pixels between two layers for each node of the first, so that arrows between high layers are not too steep."""
FRAME = 6.0
"""Pixels around a picture in a node."""
LOOP = 30.0
"""How high an arrow from a node to itself is."""
BENDS = (0.0, 0.16, -0.16, 0.08, -0.08, 0.24, -0.24, 0.32, -0.32, 0.4, -0.4, 0.5, -0.5)
"""How far an arrow may be bent aside, in its own lengths; what comes first is tried first."""
LONGEST, LINES = 18, 4
"""Letters of a line of an arrow's label, and how many lines are written; all of it is in the label's title."""


def framed(high: float, *, labelled: bool) -> float:
    """Return how high a node is that holds a picture which is so high."""
    return max(2 * ROUND, high + 2 * FRAME + (LINE if labelled else 0))


class Picture(NamedTuple):
    """An SVG element in a node, and how large it is."""

    svg: str
    wide: float
    high: float


@dataclass(frozen=True)
class Node:
    """A node: its key, the text in it, its colour ("" for none), a ``double`` outline, a link, and words on hovering.

    Its picture stands above the text.
    """

    key: Hashable
    label: str
    colour: str = ""
    double: bool = False
    href: str = ""
    title: str = ""
    picture: Picture | None = None

    def sizes(self) -> tuple[float, float]:
        """Return half its width and height."""
        wide = max(ROUND, (_width([self.label]) + 16) / 2)
        if self.picture is None:
            return wide, ROUND
        return max(wide, self.picture.wide / 2 + FRAME), framed(self.picture.high, labelled=bool(self.label)) / 2


@dataclass(frozen=True)
class Arrow:
    """An arrow from the node with the key ``tail`` to that with the key ``head``."""

    tail: Hashable
    head: Hashable
    label: str = ""


Level = tuple[str, list[Hashable]]
"""What is written above a column, and the keys of the nodes in it."""


def diagram(
    nodes: Sequence[Node],
    arrows: Sequence[Arrow],
    *,
    title: str,
    start: Hashable = None,
    levels: Sequence[Level] = (),
) -> str:
    """Return a directed graph as SVG text; an arrow from nowhere leads to ``start``.

    The nodes stand in columns as ``levels`` says, else as the arrows lead.

    The same nodes and arrows give the same picture. Arrows with the same ends become one, which has all their labels.
    GrundyError for two nodes with one key, and for an arrow that has no node at an end.

    >>> two = [Node(0, "even", double=True), Node(1, "odd")]
    >>> picture = diagram(two, [Arrow(0, 1, "1"), Arrow(1, 0, "1")], title="Parity", start=0)
    >>> picture.count("<ellipse") + picture.count("<rect"), "<title>Parity</title>" in picture
    (4, True)
    """
    joined = _joined(nodes, arrows)
    followers: dict[Hashable, list[Hashable]] = {node.key: [] for node in nodes}
    for tail, head in joined:
        if tail != head:
            followers[tail].append(head)
    columns = ordered([[*keys] for _head, keys in levels], followers) if levels else layered(followers, start)
    spots = _spots(nodes, joined, columns)
    heads = [_headed(text, [spots[key] for key in keys], spots.values()) for text, keys in levels]
    drawn = list(_curves(spots, joined))
    lines = [
        *([] if start is None else _entrance(spots[start])),
        *(line for spot, text in heads for line in _text(spot.x, spot.y, [text], PALE)),
        *(curve.line(PALE if len(drawn) <= MANY else FAINT) for curve in drawn),
        *(curve.words() for curve in drawn if curve.label),
        *(line for node in nodes for line in _node(node, spots[node.key])),
    ]
    boxes = [*spots.values(), *(spot for spot, _head in heads), *(box for curve in drawn for box in curve.boxes())]
    return _whole(lines, title, boxes, nodes)


class Spot(NamedTuple):
    """A rectangle: its middle, and half its width and height."""

    x: float
    y: float
    wide: float
    high: float

    def meets(self, other: Spot, room: float = 0.0) -> bool:
        """Tell whether another rectangle is nearer than ``room`` pixels."""
        return (
            abs(self.x - other.x) < self.wide + other.wide + room
            and abs(self.y - other.y) < self.high + other.high + room
        )


Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """An arrow as it is drawn: a Bézier curve of three or four points, its label's lines and where they are."""

    points: tuple[Point, ...]
    label: tuple[str, ...]
    place: Spot
    title: str

    def line(self, colour: str) -> str:
        """Return the curve and its head."""
        (x0, y0), *rest = self.points
        letter = {1: "L", 2: "Q", 3: "C"}[len(rest)]
        path = " ".join(f"{x:.1f} {y:.1f}" for x, y in rest)
        look = f'class="s-{CLASSES[colour]}" fill="none" stroke="{colour}" stroke-width="1.2"'
        return f'<path d="M{x0:.1f} {y0:.1f} {letter}{path}" {look}/>' + _head(self.points[-2], self.points[-1], colour)

    def words(self) -> str:
        """Return the label."""
        title = f"<title>{escape(self.title)}</title>" if "…" in self.label else ""
        return f"<g>{title}{''.join(_text(self.place.x, self.place.y, self.label, INK, halo=True))}</g>"

    def boxes(self) -> Iterator[Spot]:
        """Yield rectangles that hold the curve and its label."""
        yield from (Spot(*point, 2, 2) for point in (_at(self.points, i / 12) for i in range(13)))
        if self.label:
            yield self.place


def _joined(nodes: Sequence[Node], arrows: Sequence[Arrow]) -> dict[tuple[Any, Any], list[str]]:
    """Return the labels of the arrows by their two ends."""
    keys = {node.key for node in nodes}
    if len(keys) != len(nodes):
        raise GrundyError("two nodes of a diagram have the same key: give each its own")
    joined: dict[tuple[Any, Any], list[str]] = {}
    for arrow in arrows:
        if not {arrow.tail, arrow.head} <= keys:
            sentence = N_("an arrow leads from {tail!r} to {head!r}, but one of them is not a node")
            raise GrundyError(sentence, tail=arrow.tail, head=arrow.head)
        labels = joined.setdefault((arrow.tail, arrow.head), [])
        if arrow.label and arrow.label not in labels:
            labels.append(arrow.label)
    return joined


def _spots(nodes: Sequence[Node], joined: dict[tuple[Any, Any], list[str]], layers: list[list[Any]]) -> dict[Any, Spot]:
    """Return where each node is."""
    sizes = {node.key: node.sizes() for node in nodes}
    words = max((_width(_label(labels)) for labels in joined.values()), default=0.0)
    room = ROW / 2 if any(node.picture for node in nodes) else ROW
    room += LOOP if any(tail == head for tail, head in joined) else 0
    spots: dict[Any, Spot] = {}
    x = 0.0
    for layer in layers:
        half = max(sizes[key][0] for key in layer)
        y = -sum(2 * sizes[key][1] + room for key in layer) / 2
        for key in layer:
            wide, high = sizes[key]
            spots[key] = Spot(x + half, y + high + room / 2, wide, high)
            y += 2 * high + room
        x += 2 * half + GAP + words + min(STEEP * len(layer), 3 * GAP)
    return spots


def _headed(text: str, column: Sequence[Spot], spots: Iterable[Spot]) -> tuple[Spot, str]:
    """Return where the head of a column stands, above all nodes, and what it says."""
    top = min(spot.y - spot.high for spot in spots)
    return Spot(column[0].x, top - ROW, _width([text]) / 2, LINE / 2), text


# ---- arrows


def _curves(spots: dict[Any, Spot], joined: dict[tuple[Any, Any], list[str]]) -> Iterator[Curve]:
    """Yield the arrows, each as it passes best by all nodes and by the labels before it."""
    taken: list[Spot] = []
    for (tail, head), labels in joined.items():
        label, title = _label(labels), ", ".join(labels)
        if tail == head:
            curve = _loop(spots[tail], label, title)
        else:
            others = [spot for key, spot in spots.items() if key not in (tail, head)]
            bends = BENDS[1:] if (head, tail) in joined else BENDS
            tried = (_bent(spots[tail], spots[head], bend, label, title) for bend in bends)
            curve = _best(tried, others, [*taken, spots[tail], spots[head]])
        taken.append(curve.place)
        yield curve


def _best(tried: Iterator[Curve], others: list[Spot], taken: list[Spot]) -> Curve:
    """Return the first curve that meets no node, with a label that meets nothing; else the one that meets the fewest."""
    fewest, best = 1 << 30, None
    for curve in tried:
        boxes = list(curve.boxes())
        met = 4 * sum(any(box.meets(spot, 3) for box in boxes) for spot in others)
        met += sum(curve.place.meets(spot) for spot in taken) if curve.label else 0
        if met < fewest:
            fewest, best = met, curve
        if not met:
            break
    assert best is not None
    return best


def _bent(one: Spot, other: Spot, bend: float, label: tuple[str, ...], title: str) -> Curve:
    """Return the arrow between two nodes whose middle is ``bend`` times its length aside of the straight line."""
    across, down = other.x - one.x, other.y - one.y
    middle = ((one.x + other.x) / 2 - 2 * bend * -down, (one.y + other.y) / 2 - 2 * bend * across)
    points = ((one.x, one.y), middle, (other.x, other.y))
    steps = [i / 48 for i in range(49)]
    start = max((t for t in steps[:25] if _inside(one, _at(points, t))), default=0.0)
    stop = min((t for t in steps[25:] if _inside(other, _at(points, t))), default=1.0)
    part = (_at(points, start), _at([_at(points[:2], start), _at(points[1:], start)], stop), _at(points, stop))
    x, y = _at(part, 0.5)
    return Curve(part if bend else part[::2], label, _room(x, y, label), title)


def _loop(spot: Spot, label: tuple[str, ...], title: str) -> Curve:
    """Return the arrow from a node to itself, above it."""
    top = spot.y - spot.high
    points = (
        (spot.x - 7, top + 2),
        (spot.x - 20, top - LOOP),
        (spot.x + 20, top - LOOP),
        (spot.x + 7, top + 1),
    )
    place = _room(spot.x, top - 0.75 * LOOP - 7 * len(label), label)
    return Curve(points, label, place, title)


def _at(points: Sequence[Point], t: float) -> Point:
    """Return the point of a Bézier curve at t (de Casteljau)."""
    while len(points) > 1:
        points = [((1 - t) * x + t * u, (1 - t) * y + t * v) for (x, y), (u, v) in pairwise(points)]
    return points[0]


def _inside(spot: Spot, point: Point) -> bool:
    """Tell whether a point is in a node, whose corners are round."""
    x, y, round_ = abs(point[0] - spot.x), abs(point[1] - spot.y), _round(spot)
    return hypot(max(0.0, x - spot.wide + round_), max(0.0, y - spot.high + round_)) <= round_ + 2


def _round(spot: Spot) -> float:
    """Return how round the corners of a node are: its ends, where no picture is in it."""
    return spot.high if spot.high <= ROUND else FRAME


# ---- elements


def _width(lines: Sequence[str]) -> float:
    """Return about how wide lines of text are, in pixels; letters of China and Japan are twice as wide as Latin ones."""
    return LETTER * max((sum(1 + (east_asian_width(c) in "WF") for c in line) for line in lines), default=0)


def _label(labels: list[str]) -> tuple[str, ...]:
    """Return the labels of an arrow as a few short lines."""
    lines = wrap(", ".join(labels), LONGEST, break_long_words=False, break_on_hyphens=False)
    return (*lines[: LINES - 1], "…") if len(lines) > LINES else tuple(lines)


def _room(x: float, y: float, lines: tuple[str, ...]) -> Spot:
    return Spot(x, y, _width(lines) / 2, LINE * len(lines) / 2)


def _text(x: float, y: float, lines: Sequence[str], colour: str, halo: bool = False) -> Iterator[str]:
    """Yield lines of text around a middle; a halo keeps what is behind them away."""
    around = f' stroke="{PAPER}" stroke-width="4" paint-order="stroke"' if halo else ""
    look = f'class="f-{CLASSES[colour]}{" halo" if halo else ""}" fill="{colour}"{around}'
    for number, line in enumerate(lines):
        place = y + LINE * (number - (len(lines) - 1) / 2) + 4
        yield f'<text x="{x:.1f}" y="{place:.1f}" {look}>{escape(line)}</text>'


def _head(before: Point, tip: Point, colour: str) -> str:
    """Return the head of an arrow that comes from one point to another."""
    length = hypot(tip[0] - before[0], tip[1] - before[1]) or 1.0
    x, y = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    corners = [tip, *((tip[0] - 8 * x - side * y, tip[1] - 8 * y + side * x) for side in (3.4, -3.4))]
    points = " ".join(f"{u:.1f},{v:.1f}" for u, v in corners)
    return f'<polygon points="{points}" class="f-{CLASSES[colour]}" fill="{colour}"/>'


def _entrance(spot: Spot) -> list[str]:
    """Return the arrow from nowhere to the start."""
    tip = (spot.x - spot.wide - 1, spot.y)
    line = f'<path d="M{tip[0] - 24:.1f} {tip[1]:.1f} H{tip[0] - 4:.1f}" class="s-soft" stroke="{PALE}" stroke-width="1.2"/>'
    return [line, _head((tip[0] - 24, tip[1]), tip, PALE)]


def _node(node: Node, spot: Spot) -> Iterator[str]:
    """Yield the elements of a node."""
    colour = node.colour or INK
    yield f'<a href="{escape(node.href)}">' if node.href else "<g>"
    if node.title:
        yield f"<title>{escape(node.title)}</title>"
    for inner in (0, 3.5) if node.double else (0,):
        x, y, wide, high = spot.x - spot.wide + inner, spot.y - spot.high + inner, spot.wide - inner, spot.high - inner
        kind, paint = ("ground", PAPER) if inner or not node.colour else ("tint", _tint(colour))
        kind += "" if node.colour else " s-ink"
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{2 * wide:.1f}" height="{2 * high:.1f}" '
            f'rx="{max(2.0, _round(spot) - inner):.1f}" class="{kind}" '
            f'style="--tint: {colour}" fill="{paint}" stroke="{colour}" stroke-width="1.5"/>'
        )
    if node.picture:
        left, top = spot.x - node.picture.wide / 2, spot.y - spot.high + FRAME
        yield f'<g transform="translate({left:.1f} {top:.1f})">{node.picture.svg}</g>'
    yield from _text(spot.x, spot.y + (spot.high - FRAME - LINE / 2 if node.picture else 0), [node.label], INK)
    yield "</a>" if node.href else "</g>"


def _tint(colour: str) -> str:
    """Return a pale shade of a colour that is written as #rrggbb."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * 0.2):02x}" for part in parts)


def _whole(lines: list[str], title: str, boxes: list[Spot], nodes: Sequence[Node]) -> str:
    """Return the picture that encloses all the boxes."""
    left, right = (sign * max((sign * b.x + b.wide for b in boxes), default=0) for sign in (-1, 1))
    top, bottom = (sign * max((sign * b.y + b.high for b in boxes), default=0) for sign in (-1, 1))
    x, y = left - MARGIN - 24, top - MARGIN
    wide, high = right - x + MARGIN, bottom - y + MARGIN
    role = "group" if any(node.href for node in nodes) else "img"  # links in an image are not found by a screen reader
    view = f"{x:.1f} {y:.1f} {wide:.1f} {high:.1f}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="position diagram" role="{role}" viewBox="{view}" '
            f'width="{wide:.0f}" height="{high:.0f}" font-family="sans-serif" font-size="12" text-anchor="middle">',
            f"<title>{escape(title)}</title>",
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" class="f-paper" fill="{PAPER}"/>',
            *lines,
            "</svg>\n",
        ]
    )


# ---- pictures of automata: the digits that they read stand on the arrows, accepting states have a double outline

LARGEST = 60
"""An automaton of more states is not drawn."""


def drawn(automaton: Automaton | Regular, title: str = "") -> str | None:
    """Return an automaton as SVG text; None for one of more than 60 states, and for a recurrence, which has none.

    >>> from grundy.proving.logic.linear import adder
    >>> from grundy.proving.logic.numeration import numeration
    >>> picture = drawn(adder(numeration("msd_2")))
    >>> "000, 011, 101" in picture, "Automaton: 2 states over (x, y, z) in msd_2" in picture
    (True, True)
    """
    title = title or _("Automaton: {what}").format(what=automaton)
    if isinstance(automaton, Regular):
        if not automaton.automatic or len(automaton.kernel) > LARGEST:
            return None
        nodes, arrows = _of_sequence(automaton)
    elif automaton.states > LARGEST:
        return None
    else:
        nodes = [Node(state, str(state), double=bool(yes)) for state, yes in enumerate(automaton.accepting)]
        arrows = list(_of_relation(automaton))
    return diagram(nodes, arrows, title=title, start=0)


def _of_relation(automaton: Automaton) -> Iterator[Arrow]:
    """Yield the arrows, each with the digits of all variables that it reads at once."""
    letters = letter_digits(automaton.numeration.base, len(automaton.variables)).tolist()
    between = "" if automaton.numeration.base <= 10 else ":"
    for state, row in enumerate(automaton.delta.tolist()):
        for letter, target in enumerate(row):
            if target >= 0:
                yield Arrow(state, target, between.join(map(str, letters[letter])))


def _of_sequence(law: Regular) -> tuple[list[Node], list[Arrow]]:
    """Return the states, each with the values where it stops, and their arrows."""
    data = law.automaton()
    nodes = [Node(state, " ".join(map(str, values))) for state, values in enumerate(data["outputs"])]
    rows = enumerate(data["transitions"])
    return nodes, [Arrow(state, target, str(digit)) for state, row in rows for digit, target in enumerate(row)]
