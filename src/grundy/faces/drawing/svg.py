"""A position as SVG, with its moves marked: one picture for the browser, the notebook and the documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import pairwise
from math import cos, hypot, sin, sqrt
from typing import NamedTuple

from grundy.common.limits import kinds, numbers
from grundy.common.messages import N_, _, shortened
from grundy.faces.drawing.move_marks import COLOURS, SIGNS, Mark, Spot, spots, touched, turned_back
from grundy.faces.drawing.shapes import COUNTERS, GROUNDS, PIECES, SEED, Shape, both, domino, fill, sheet, stroke
from grundy.rules.position import Position
from grundy.rules.scenes import CLOSED, ON, Board, Network, Scene

TINTS = {"b": "left", "r": "right", "g": "both", "": "gone"}
_FACES = {"X": "left", "O": "right"}
_MARGIN = 0.25
GROUND = ("stand", "cell")
"""What lies below all the rest."""
SEEDS = 24
"""So many seeds of a pit are drawn; all are counted."""
NARROWEST = 3.4
"""A board that is played on is given the room of so many cells, so that a heap of one does not fill the page."""


def svg(
    position: Position,
    marks: Sequence[Mark] = (),
    *,
    before: Sequence[Position] = (),
    interactive: bool = False,
    size: float = 44,
) -> str:
    """Return a position as one SVG element.

    Args:
        marks: moves to be marked, each where it is made.
        before: the positions that play went through, the last one last: what the last move changed is told apart, and
            dominoes lie as they were laid.
        interactive: whether what moves touch can be reached by keyboard, and says which moves (``data-moves``: their
            numbers among ``marks``) and when it is chosen for each (``data-steps``, see `move_marks.Spot`).
        size: pixels of a cell.

    >>> import grundy as gr
    >>> picture = svg(gr.nim(3), [Mark(gr.nim(0), "win", "3 → 0")], interactive=True)
    >>> picture.count('class="piece"'), 'data-moves="0"' in picture
    (3, True)
    """
    kinds(Position, N_("a position"), position=position)
    for mark in marks:
        kinds(Mark, N_("a move"), marks=mark)
    scene = position.ruleset.scene(position.state)
    drawn, words = sheet(scene), escape(shortened(str(position)))
    found = spots(position, marks)
    scenes = [each.ruleset.scene(each.state) for each in before] + [scene]
    known = before and (scene.frame if isinstance(scene, Network) else True)  # else places are others after a move
    fresh = touched(scene, turned_back(position, before[-1])) if known else frozenset[object]()
    laid = _laid(scenes, drawn.shapes)
    body = [_ground(shape, fresh) for shape in drawn.shapes if shape.form in GROUND]
    for shape in sorted(drawn.shapes, key=lambda shape: shape.form == "dot"):  # points lie on the lines
        inside = laid[shape.key] if shape.key in laid else _shape(shape, fresh)
        body.append(_spot(shape, inside, found[shape.key], marks, interactive) if shape.key in found else inside)
    return f"{opened(drawn.width, drawn.height, words, interactive=interactive, size=size)}{''.join(body)}</svg>"


def opened(width: float, height: float, words: str, *, interactive: bool, size: float = 44) -> str:
    """Return how the SVG of a sheet of a width and a height begins, with its title (escaped words) and its paper."""
    spare = max(0.0, NARROWEST - width) / 2 if interactive else 0.0
    left, width, height = -_MARGIN - spare, width + 2 * (_MARGIN + spare), height + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="position" role="{"group" if interactive else "img"}" '
        f'aria-label="{words}" width="{width * size:.0f}" height="{height * size:.0f}" '
        f'viewBox="{left:.2f} {-_MARGIN} {width:.2f} {height:.2f}" '
        'font-family="system-ui, sans-serif" font-size="0.5" text-anchor="middle" dominant-baseline="central">'
        f"<title>{words}</title>"
        f'<rect x="{left:.2f}" y="{-_MARGIN}" width="{width:.2f}" height="{height:.2f}" {fill("paper")}/>'
    )


class Element(NamedTuple):
    """What is drawn of a shape, for a page that puts pictures together itself.

    Attributes:
        ground: what a cell is made of.
        figure: the shape itself; what is of class ``last`` or ``s-last`` is to be seen only where the last move was made.
        handle: what goes with it where a move touches it, in ``currentColor``: the outline, a sign (✓), the target.
    """

    ground: str
    figure: str
    handle: str


def element(shape: Shape) -> Element:
    """Return what is drawn of a shape.

    >>> from grundy.rules.scenes import board
    >>> element(sheet(board("X")).shapes[0]).figure.count("<circle")
    1
    """
    lit = frozenset[object]() if shape.form == "bar" else frozenset({shape.key})
    ground = _ground(shape, lit) if shape.form in GROUND else ""
    return Element(ground, _shape(shape, lit), _handle(shape, "currentColor", SIGNS["win"]) + _target(shape))


def token(position: Position, side: int) -> str:
    """Return a small picture of a piece of Left's (0) or Right's (1), "" where pieces do not tell players apart.

    >>> import grundy as gr
    >>> token(gr.clobber("XO"), 0).count("<circle"), token(gr.nim(3), 0)
    (1, '')
    """
    kinds(Position, N_("a position"), position=position)
    numbers("side", side=side)
    theme = position.ruleset.theme
    if theme == "dominoes":
        figure = f'<g transform="scale(0.48)">{domino(upright=not side, pips=(2, 3))}</g>'
    elif theme == "plants":
        dash = ' stroke-dasharray="0.3 0.16"' * side
        figure = f'<path d="M-.35 .35L.35 -.35" {stroke(("left", "right")[side], 0.17)}{dash}/>'
    else:
        figures = PIECES.get(theme, {})
        figure = figures["XO"[side]] if {"X", "O"} <= figures.keys() else ""
    if not figure:
        return ""
    frame = 'xmlns="http://www.w3.org/2000/svg" class="position token" aria-hidden="true" viewBox="-.5 -.5 1 1"'
    return f"<svg {frame}>{figure}</svg>"


# ---- dominoes


def _laid(scenes: Sequence[Scene], shapes: Sequence[Shape]) -> dict[tuple[object, ...], str]:
    """Return the dominoes that were laid, each at the first of its cells; the second has nothing.

    A position knows which cells are covered, and play knows by which domino.
    """
    if not isinstance(scenes[-1], Board):
        return {}
    if scenes[-1].tiling == "lattice":
        return _closed(scenes, shapes)
    if scenes[-1].theme != "dominoes":
        return {}
    at = {shape.key: shape for shape in shapes}
    found: dict[tuple[object, ...], str] = {}
    for old, new in pairwise(scenes):
        cells = sorted(touched(old, new))
        if len(cells) == 2 and all(at[cell].letter == "#" for cell in cells):
            one, two = at[cells[0]], at[cells[1]]
            found[cells[0]] = laid(one, two)
            found[cells[1]] = ""
    return found


def _closed(scenes: Sequence[Scene], shapes: Sequence[Shape]) -> dict[tuple[object, ...], str]:
    """Return the boxes that were closed, in the colour of who closed them: turns alternate, and passing is a turn."""
    at = {shape.key: shape for shape in shapes}
    found: dict[tuple[object, ...], str] = {}
    for turn, (old, new) in enumerate(pairwise(scenes)):
        for key in sorted(set(boxes_of(new)) - set(boxes_of(old))):
            inside = f'<rect x="-0.6" y="-0.6" width="1.2" height="1.2" rx="0.08" {fill(("left", "right")[turn % 2])}/>'
            x, y = at[key].x, at[key].y
            found[key] = _piece(
                x, y, "XO"[turn % 2], f'{inside}<text fill="#FFF" font-weight="700">{"XO"[turn % 2]}</text>'
            )
    return found


def boxes_of(scene: Scene) -> list[tuple[int, int]]:
    """Return the boxes of a lattice that are closed."""
    rows = scene.rows if isinstance(scene, Board) else ()
    return [(r, c) for r, row in enumerate(rows) for c, face in enumerate(row) if face == CLOSED]


def laid(one: Shape, two: Shape) -> str:
    """Return the domino that lies on two cells."""
    upright, pips = one.x == two.x, [(7 * row + 3 * column) % 6 + 1 for row, column in (one.key, two.key)]
    return _piece(
        (one.x + two.x) / 2,
        (one.y + two.y) / 2,
        f"{[one.key, two.key]}",
        domino(upright=upright, pips=(pips[0], pips[1])),
    )


# ---- what moves touch


def _spot(shape: Shape, inside: str, spot: Spot, marks: Sequence[Mark], interactive: bool) -> str:
    """Return a shape that moves touch, with the colour and the sign of the best of them."""
    inside += _handle(shape, COLOURS[spot.verdict], SIGNS[spot.verdict])
    if not interactive:
        return f"<g>{inside}</g>"
    chosen = [i for i, step in zip(spot.moves, spot.steps, strict=True) if step != "-"] or spot.moves
    names = [marks[i].text for i in dict.fromkeys(chosen)]
    said = "; ".join(names[:3]) + (_(" and {count} more").format(count=len(names) - 3) if len(names) > 3 else "")
    if spot.verdict:
        verdicts = {"win": _("wins"), "loss": _("loses"), "draw": _("draws"), "tie": _("ties")}
        said += f": {verdicts[spot.verdict]}"
    numbers, when = " ".join(map(str, spot.moves)), f' data-steps="{" ".join(spot.steps)}"' * ({*spot.steps} != {"0"})
    return (
        f'<g class="spot {spot.verdict}" data-moves="{numbers}"{when} tabindex="0" role="button" '
        f'aria-label="{escape(shortened(said))}">{inside}{_target(shape)}</g>'
    )


def _handle(shape: Shape, colour: str, sign: str) -> str:
    """Return what tells that a shape is touched by moves: its outline, and the sign of the best of them."""
    outline = _outlined(shape, colour, seen=bool(sign))
    if not sign:
        return outline
    x, y = _corner(shape)
    return (
        f'{outline}<circle class="sign" cx="{x:.2f}" cy="{y:.2f}" r="0.2" fill="{colour}"/>'
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="0.3" fill="#FFF" aria-hidden="true">{sign}</text>'
    )


def _target(shape: Shape) -> str:
    """Return what is seen on a shape on which a move that was begun may end."""
    x, y = _middle(shape) if shape.form in ("edge", "arrow") else (shape.x, shape.y)
    return f'<circle class="target f-ink" cx="{x:.2f}" cy="{y:.2f}" r="0.13" opacity="0"/>'


def _corner(shape: Shape) -> tuple[float, float]:
    if shape.form in ("edge", "arrow"):
        return _middle(shape)
    if shape.form == "bar":
        return shape.x + shape.u / 2 - 0.1, shape.y - 0.3
    return shape.x + 0.29, shape.y - 0.29


def _outlined(shape: Shape, colour: str, *, seen: bool) -> str:
    """Return the outline of a shape that can be moved; where nothing is said of it, it is seen when it is pointed at."""
    x, y = shape.x, shape.y
    look = f'class="outline" fill="transparent" stroke="{colour}" stroke-width="0.09"'
    look += "" if seen else ' stroke-opacity="0"'
    match shape.form:
        case "cell":
            return _area(shape, 0.9, f'{look} stroke-linejoin="round"')
        case "bar":
            return _bar(shape, look)
        case "edge" | "arrow":
            return (
                f'<path d="{_way(shape)}" {look.replace("transparent", "none")} stroke-dasharray="0.12 0.08"/>'
                f'<path d="{_way(shape)}" fill="none" stroke="transparent" stroke-width="0.5"/>'
            )
        case "label" | "word":
            wide = 0.34 * max(1, len(shape.letter))
            left = x if shape.form == "label" else x - wide / 2
            return f'<rect x="{left - 0.1:.2f}" y="{y - 0.36:.2f}" width="{wide + 0.2:.2f}" height="0.72" rx="0.1" {look}/>'
        case _:
            return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.44" {look}/>'


# ---- shapes


def _area(shape: Shape, much: float, look: str) -> str:
    """Return a cell's outline, so much of it from its middle."""
    x, y = shape.x, shape.y
    if not shape.corners:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{0.5 * much:.2f}" {look}/>'
    points = " ".join(f"{x + much * u:.2f},{y + much * v:.2f}" for u, v in shape.corners)
    return f'<polygon points="{points}" {look}/>'


def _ground(shape: Shape, fresh: frozenset[object]) -> str:
    """Return what a cell is made of, or what cells stand in; where the last move was made it is lit."""
    if shape.form == "stand":
        return _stand(shape)
    grounds = GROUNDS.get(shape.theme or shape.tint, ("cell",))
    if shape.tint == "lattice":
        grounds = ("none",) if shape.letter in (" ", CLOSED) else ("cell",)
    elif shape.tint and grounds == ("frame",):
        grounds = ("cell",)
    gone = shape.letter.rpartition(ON)[2] == "#" and grounds != ("none",) and shape.theme != "dominoes"
    name = "gone" if gone else grounds[int(shape.x + shape.y) % len(grounds)]
    line = {"wood": "grain", "none": "none"}.get(name, "grid")
    look = both(name, line, 0.03) if name != "none" else fill("none")
    hole = f'<circle cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="0.4" {fill("cell")}/>' if name == "frame" else ""
    lit = _area(shape, 1.0, 'class="last f-last" fill="#F2C744" opacity="0.5"') if shape.key in fresh else ""
    return f"{_area(shape, 1.0, look)}{hole}{lit}"


def _side(shape: Shape) -> str:
    """Return a side of a board, in its player's colour."""
    points = " ".join(f"{shape.x + u:.2f},{shape.y + v:.2f}" for u, v in shape.corners)
    colour = _FACES.get(shape.letter, "gone")
    return f'<polyline points="{points}" {stroke(colour, 0.16)} stroke-linejoin="round"/>'


def _stand(shape: Shape) -> str:
    """Return the frame in which discs fall into columns, with its feet."""
    (left, top), (right, bottom) = shape.corners
    box = f"M{left:.2f} {top:.2f}H{right:.2f}V{bottom:.2f}H{left:.2f}Z"
    feet = f"M{left:.2f} {bottom + 0.08:.2f}h0.7M{right - 0.7:.2f} {bottom + 0.08:.2f}h0.7"
    return f'<path d="{box}" {both("frame", "frame", 0.1)}/><path d="{feet}" {stroke("frame", 0.2)}/>'


def _shape(shape: Shape, fresh: frozenset[object]) -> str:
    """Return a shape; what the last move changed has a ring behind it."""
    x, y = f"{shape.x:.2f}", f"{shape.y:.2f}"
    far = 0.26 if shape.theme == "sprouts" else 0.46
    ring = f'<circle class="last f-last" cx="{x}" cy="{y}" r="{far}" fill="#F2C744"/>' if shape.key in fresh else ""
    return _FORMS.get(shape.form, lambda shape, _ring: _text(shape))(shape, ring)


def _dot(shape: Shape) -> str:
    spot = f'<circle cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="0.12" {fill("ink")}/>'
    return spot if shape.letter == "●" else ""


def _counter(shape: Shape) -> str:
    return _piece(shape.x, shape.y, "counter", COUNTERS.get(shape.theme, COUNTERS[""]))


def _piece(x: float, y: float, face: str, figure: str) -> str:
    """Return a piece, which a page may move: it says where it stands and what it is."""
    return (
        f'<g transform="translate({x:.2f} {y:.2f})"><g class="piece" data-at="{x:.2f} {y:.2f}" data-face="{escape(face)}">'
        f"{figure}</g></g>"
    )


def _cell(shape: Shape) -> str:
    face, on, below = shape.letter.partition(ON)
    if on:
        letter = (
            "" if below == "#" else _text(Shape((), "cell", shape.x + 0.38, shape.y + 0.38, below), ' font-size="0.24"')
        )
        return letter + _cell(replace(shape, letter=face))
    if shape.tint == "pits":
        return _pit(shape)
    figure = PIECES.get(shape.theme, {}).get(face, "")
    if figure:
        return _piece(shape.x, shape.y, face, figure)
    if face in (CLOSED, " "):
        return _area(shape, 1.0, f'{fill("stone")} opacity="0.5"') if face == CLOSED else ""
    if face in (".", "#"):
        return ""
    if face in _FACES:
        stone = (
            f'<circle r="0.38" {both(_FACES[face], "edge", 0.03)}/><text font-weight="700" fill="#FFF">{face}</text>'
        )
        return _piece(shape.x, shape.y, face, stone)
    if shape.theme == "cards":
        look = both("last" if face.startswith("[") else "pale", "edge", 0.04)
        card = f'<rect x="-0.38" y="-0.42" width="0.76" height="0.84" rx="0.1" {look}/>'
        number = face.strip("[]")
        return _piece(shape.x, shape.y, face, f"{card}<text {fill('dark')}{_fitted(number)}>{escape(number)}</text>")
    return _piece(shape.x, shape.y, face, f"<text {fill('ink')}{_fitted(face)}>{escape(face)}</text>")


def _pit(shape: Shape) -> str:
    """Return the seeds in a pit, in a spiral from its middle, and their number below."""
    number = replace(shape, y=shape.y + 0.67)
    if not shape.letter.isdecimal():
        return _text(shape) if shape.letter != "." else ""
    return _seeds(shape, int(shape.letter), 0.4, 0.4) + _text(number, ' font-size="0.28"', "soft")


def _seeds(shape: Shape, count: int, wide: float, high: float) -> str:
    """Return so many seeds; of very many those that there is room for."""
    shown = min(count, SEEDS)
    spread = [sqrt((k + 0.5) / max(shown, 5)) for k in range(shown)]
    places = [(wide * far * cos(2.4 * k), high * far * sin(2.4 * k)) for k, far in enumerate(spread)]
    return "".join(_piece(shape.x + x, shape.y + y, "seed", SEED) for x, y in places)


def _store(shape: Shape) -> str:
    """Return a store at the end of a board, with what is in it."""
    oval = _bar(shape, both("wood", "grain", 0.03)).replace('rx="0.15"', 'rx="0.45"')
    number = replace(shape, y=shape.y + shape.v / 2 + 0.18)
    count = int(shape.letter) if shape.letter.isdecimal() else 0
    return oval + _seeds(shape, count, 0.3, shape.v / 2 - 0.2) + _text(number, ' font-size="0.28"', "soft")


def _vertex(shape: Shape) -> str:
    if shape.theme == "plants":
        knot = f'<circle cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="0.2" {both("cell", "edge", 0.04)}/>'
        return knot + _text(shape, ' font-size="0.24"')
    if shape.theme == "sprouts":
        return _sprout(shape)
    figures = PIECES.get(shape.theme, {})
    figure = figures.get(shape.tint) or figures.get("g")
    if figure:
        inside = "g" in figures  # the name is written in the field, or beside the stone
        x, y, look = (0.0, 0.33, "ink" if shape.tint in ("", "g") else "paper-ink") if inside else (0.4, 0.4, "ink")
        name = _text(replace(shape, x=shape.x + x, y=shape.y + y), ' font-size="0.22"', look)
        if not inside:
            plate = f'<circle cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="0.46" {both("wood", "grain", 0.03)}/>'
            return plate + _piece(shape.x, shape.y, shape.tint, figure) + name
        return f'<g transform="translate({shape.x:.2f} {shape.y:.2f})">{figure}</g>{name}'
    edge = both(TINTS[shape.tint], "edge", 0.03) if shape.tint else both("cell", "ink")
    circle = f'<circle cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="0.36" {edge}/>'
    return circle + _text(shape, _fitted(shape.letter), "paper-ink" if shape.tint else "ink")


def _sprout(shape: Shape) -> str:
    """Return a spot, with its letter where it has one; one that is used up is small."""
    x, y = f"{shape.x:.2f}", f"{shape.y:.2f}"
    if shape.letter == "·":
        return f'<circle cx="{x}" cy="{y}" r="0.07" {fill("soft")}/>'
    name = replace(shape, x=shape.x + 0.28, y=shape.y - 0.22)
    return f'<circle cx="{x}" cy="{y}" r="0.15" {fill("ink")}/>' + (
        _text(name, ' font-size="0.36"') if shape.letter.isalpha() else ""
    )


def _grass(shape: Shape) -> Iterator[str]:
    """Yield the ground under a plant."""
    x, y = shape.x, shape.y
    yield f'<path d="M{x - 0.6:.2f} {y:.2f}H{x + 0.6:.2f}" {stroke("earth", 0.18)}/>'
    for off in (-0.5, -0.3, 0.3, 0.5):
        yield f'<path d="M{x + off:.2f} {y - 0.05:.2f}l-.06 -.16m.06 .16l.05 -.2m-.05 .2l.13 -.12" {stroke("grass", 0.04)}/>'


def _fitted(text: str) -> str:
    """Return a smaller size for text that would not fit."""
    return f' font-size="{max(0.2, 1.2 / len(text)):.2f}"' if len(text) > 2 else ""


def _bar(shape: Shape, look: str) -> str:
    left, top = shape.x - shape.u / 2, shape.y - shape.v / 2
    return f'<rect x="{left:.2f}" y="{top:.2f}" width="{shape.u:.2f}" height="{shape.v:.2f}" rx="0.15" {look}/>'


def _text(shape: Shape, more: str = "", colour: str = "ink", kind: str = "") -> str:
    look = fill(colour).replace('class="', f'class="{kind}') if colour != "paper-ink" else 'fill="#FFF"'
    return f'<text x="{shape.x:.2f}" y="{shape.y:.2f}" {look}{more}>{escape(shape.letter)}</text>'


def _edge(shape: Shape, *, lit: bool) -> str:
    dash = {"r": ' stroke-dasharray="0.3 0.16"', "g": ' stroke-dasharray="0.04 0.18"'}.get(shape.tint, "")
    if shape.tint in ("free", "none"):
        faint = f'<path d="{_way(shape)}" {stroke("grid", 0.05)} stroke-dasharray="0.01 0.14"/>'
        return faint if shape.tint == "free" else ""
    way, colour = _way(shape), TINTS[shape.tint]
    behind = f'<path d="{way}" {stroke("last", 0.34)}/>' if lit else ""
    if shape.theme == "sprouts":
        return f'<path d="{way}" {stroke("ink", 0.06)}/>'
    if shape.form == "arrow":
        return f'{behind}<path d="{way}" {stroke(colour, 0.06)}{dash}/>{_tip(shape)}'
    line = f'<path d="{way}" {stroke(colour, 0.17)}{dash}/>'
    return f'{behind}<g class="line" data-at="{way}" data-face="{colour}">{line}</g>'


def _way(shape: Shape) -> str:
    """Return the path of an edge: a line, a bow where it has companions, a ring where it joins a vertex with itself."""
    if (shape.x, shape.y) == (shape.u, shape.v):
        wide = 0.6 + 0.25 * shape.bend
        return f"M{shape.x:.2f} {shape.y:.2f}c{wide:.2f} {-wide:.2f} {-wide:.2f} {-wide:.2f} 0 0"
    if not shape.bend:
        return f"M{shape.x:.2f} {shape.y:.2f}L{shape.u:.2f} {shape.v:.2f}"
    x, y = _middle(shape, 2.0)
    return f"M{shape.x:.2f} {shape.y:.2f}Q{x:.2f} {y:.2f} {shape.u:.2f} {shape.v:.2f}"


def _middle(shape: Shape, much: float = 1.0) -> tuple[float, float]:
    """Return the middle of an edge, ``much`` times as far to the side as it is bent."""
    x, y = (shape.x + shape.u) / 2, (shape.y + shape.v) / 2
    long = hypot(shape.u - shape.x, shape.v - shape.y)
    if not long:
        return x, y - 0.45 - 0.2 * shape.bend
    off = 0.2 * much * ((shape.bend + 1) // 2) * (1 if shape.bend % 2 else -1)
    return x - off * (shape.v - shape.y) / long, y + off * (shape.u - shape.x) / long


def _tip(shape: Shape) -> str:
    """Return the head of an arrow, where it meets the vertex."""
    long = hypot(shape.u - shape.x, shape.v - shape.y) or 1.0
    a, b = (shape.u - shape.x) / long, (shape.v - shape.y) / long
    x, y = shape.u - 0.38 * a, shape.v - 0.38 * b
    corners = [
        (x, y),
        (x - 0.25 * a + 0.12 * b, y - 0.25 * b - 0.12 * a),
        (x - 0.25 * a - 0.12 * b, y - 0.25 * b + 0.12 * a),
    ]
    return f'<polygon points="{" ".join(f"{p:.2f},{q:.2f}" for p, q in corners)}" {fill(TINTS[shape.tint])}/>'


_FORMS: dict[str, Callable[[Shape, str], str]] = {
    "cell": lambda shape, _ring: _cell(shape),
    "counter": lambda shape, ring: ring + _counter(shape),
    "bar": lambda shape, ring: _bar(shape, both("last" if ring else "cell", "grid")) + _text(shape),
    "vertex": lambda shape, ring: ring + _vertex(shape),
    "ground": lambda shape, _ring: "".join(_grass(shape)),
    "edge": lambda shape, ring: _edge(shape, lit=bool(ring)),
    "arrow": lambda shape, ring: _edge(shape, lit=bool(ring)),
    "dot": lambda shape, _ring: _dot(shape),
    "side": lambda shape, _ring: _side(shape),
    "stand": lambda _shape, _ring: "",
    "store": lambda shape, _ring: _store(shape),
    "axis": lambda shape, _ring: _text(shape, ' font-size="0.28"', "soft", "axis "),
    "label": lambda shape, _ring: _text(shape, ' text-anchor="start"'),
}
"""What is drawn of a shape by its form, given the ring of the last move; of others their words."""
