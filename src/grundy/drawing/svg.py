"""A position as SVG, with its moves marked: one picture for the browser, the notebook and the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import hypot

from grundy.drawing.move_marks import COLOURS, SIGNS, Mark, Spot, spots, touched
from grundy.drawing.shapes import Shape, sheet
from grundy.language import _
from grundy.rules.position import Position

TINTS = {"b": "#0072B2", "r": "#D55E00", "g": "#009E73", "": "#4A5568"}
"""Blue is Left's, red (vermilion) Right's, green both players'."""
_FACES = {"X": "b", "O": "r"}
INK, PAPER, GONE, GRID = "#1A202C", "#FFFFFF", "#4A5568", "#CBD5E0"
_MARGIN = 0.25


def svg(
    position: Position,
    marks: Sequence[Mark] = (),
    *,
    last: Position | None = None,
    interactive: bool = False,
    size: int = 44,
) -> str:
    """Return a position as one SVG element.

    Args:
        marks: moves to be marked, each where it is made.
        last: the position before the last move: what that changed is outlined.
        interactive: whether what moves touch can be reached by keyboard, and says which moves (``data-moves``: their
            numbers among ``marks``).
        size: pixels of a cell.

    >>> import grundy as gr
    >>> picture = svg(gr.nim(3), [Mark(gr.nim(0), "win", "3 → 0")], interactive=True)
    >>> picture.count("<circle"), 'data-moves="0"' in picture
    (5, True)
    """
    drawn = sheet(position.ruleset.scene(position.state))
    found = spots(position, marks)
    fresh = touched(position.ruleset.scene(position.state), last.ruleset.scene(last.state)) if last else frozenset()
    body = [
        _spot(shape, found[shape.key], marks, interactive, fresh) if shape.key in found else _shape(shape, fresh)
        for shape in sorted(drawn.shapes, key=lambda shape: shape.form == "cell" and shape.key in fresh)  # edges on top
    ]
    width, height = drawn.width + 2 * _MARGIN, drawn.height + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="position" role="{"group" if interactive else "img"}" '
        f'aria-label="{escape(str(position))}" width="{width * size:.0f}" height="{height * size:.0f}" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {width:.2f} {height:.2f}" '
        'font-family="system-ui, sans-serif" font-size="0.5" text-anchor="middle" dominant-baseline="central">'
        f"<title>{escape(str(position))}</title>"
        f'<rect class="paper" x="{-_MARGIN}" y="{-_MARGIN}" width="{width:.2f}" height="{height:.2f}" fill="{PAPER}"/>'
        f"{''.join(body)}</svg>"
    )


def _spot(shape: Shape, spot: Spot, marks: Sequence[Mark], interactive: bool, fresh: frozenset[object]) -> str:
    """Return a shape that moves touch, with the colour and the sign of the best of them."""
    colour, sign = COLOURS[spot.verdict], SIGNS[spot.verdict]
    inside = _shape(shape, fresh) + _outlined(shape, colour)
    if sign:
        x, y = _corner(shape)
        inside += (
            f'<circle class="sign" cx="{x:.2f}" cy="{y:.2f}" r="0.2" fill="{colour}"/>'
            f'<text x="{x:.2f}" y="{y:.2f}" font-size="0.3" fill="#FFF" aria-hidden="true">{sign}</text>'
        )
    if not interactive:
        return f"<g>{inside}</g>"
    names = [marks[i].text for i in spot.moves]
    said = "; ".join(names[:3]) + (_(" and {count} more").format(count=len(names) - 3) if len(names) > 3 else "")
    if spot.verdict:
        said += f": {_verdicts()[spot.verdict]}"
    numbers = " ".join(map(str, spot.moves))
    return (
        f'<g class="spot {spot.verdict}" data-moves="{numbers}" tabindex="0" role="button" '
        f'aria-label="{escape(said)}">{inside}</g>'
    )


def _verdicts() -> dict[str, str]:
    return {"win": _("wins"), "loss": _("loses"), "draw": _("draws"), "tie": _("ties")}


def _corner(shape: Shape) -> tuple[float, float]:
    if shape.form in ("edge", "arrow"):
        return _middle(shape)
    if shape.form == "bar":
        return shape.x + shape.u / 2 - 0.1, shape.y - 0.3
    return shape.x + 0.29, shape.y - 0.29


def _outlined(shape: Shape, colour: str) -> str:
    """Return the outline of a shape that can be moved."""
    x, y = shape.x, shape.y
    look = f'class="outline" fill="none" stroke="{colour}" stroke-width="0.09"'
    match shape.form:
        case "cell":
            return f'<rect x="{x - 0.43:.2f}" y="{y - 0.43:.2f}" width="0.86" height="0.86" rx="0.08" {look}/>'
        case "bar":
            return _bar(shape, look)
        case "edge" | "arrow":
            return (
                f'<path d="{_way(shape)}" {look} stroke-dasharray="0.12 0.08"/>'
                f'<path d="{_way(shape)}" fill="none" stroke="transparent" stroke-width="0.5"/>'
            )
        case "label" | "word":
            wide = 0.34 * max(1, len(shape.letter))
            left = x if shape.form == "label" else x - wide / 2
            return f'<rect x="{left - 0.1:.2f}" y="{y - 0.36:.2f}" width="{wide + 0.2:.2f}" height="0.72" rx="0.1" {look}/>'
        case _:
            return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.43" {look}/>'


def _shape(shape: Shape, fresh: frozenset[object]) -> str:
    """Return a shape; what the last move changed has a darker edge."""
    x, y = f"{shape.x:.2f}", f"{shape.y:.2f}"
    edge = f'stroke="{INK}" stroke-width="0.1"' if shape.key in fresh else f'stroke="{GRID}" stroke-width="0.04"'
    match shape.form:
        case "cell":
            return _cell(shape, edge)
        case "counter":
            return f'<circle cx="{x}" cy="{y}" r="0.36" fill="{TINTS[""]}" {edge}/>'
        case "bar":
            return _bar(shape, f'fill="#E2E8F0" {edge}') + _text(shape)
        case "vertex":
            return _vertex(shape, edge)
        case "ground":
            line = f'x1="{shape.x - 0.6:.2f}" x2="{shape.x + 0.6:.2f}" y1="{y}" y2="{y}"'
            return f'<line {line} stroke="#6B4F2A" stroke-width="0.16" stroke-linecap="round"/>'
        case "edge" | "arrow":
            return _edge(shape)
        case "label":
            return _text(shape, ' text-anchor="start"')
        case _:
            return _text(shape)


def _cell(shape: Shape, edge: str) -> str:
    x, y, face = shape.x, shape.y, shape.letter
    fill = GONE if face == "#" else "#F7FAFC"
    square = f'<rect x="{x - 0.5:.2f}" y="{y - 0.5:.2f}" width="1" height="1" fill="{fill}" {edge}/>'
    if face in _FACES:
        stone = f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.37" fill="{TINTS[_FACES[face]]}"/>'
        return square + stone + _text(shape, ' font-weight="700"', "#FFF")
    return square if face in (".", "#") else square + _text(shape, _fitted(shape))


def _vertex(shape: Shape, edge: str) -> str:
    fill = TINTS[shape.tint] if shape.tint else "#F7FAFC"
    edge = edge if shape.tint else f'stroke="{INK}" stroke-width="0.05"'
    circle = f'<circle cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="0.36" fill="{fill}" {edge}/>'
    return circle + _text(shape, _fitted(shape), "#FFF" if shape.tint else INK)


def _fitted(shape: Shape) -> str:
    """Return a smaller size for text that would not fit."""
    return f' font-size="{max(0.2, 1.2 / len(shape.letter)):.2f}"' if len(shape.letter) > 2 else ""


def _bar(shape: Shape, look: str) -> str:
    left, top = shape.x - shape.u / 2, shape.y - shape.v / 2
    return f'<rect x="{left:.2f}" y="{top:.2f}" width="{shape.u:.2f}" height="{shape.v:.2f}" rx="0.15" {look}/>'


def _text(shape: Shape, more: str = "", colour: str = INK) -> str:
    return f'<text x="{shape.x:.2f}" y="{shape.y:.2f}" fill="{colour}"{more}>{escape(shape.letter)}</text>'


def _edge(shape: Shape) -> str:
    dash = {"r": ' stroke-dasharray="0.3 0.12"', "g": ' stroke-dasharray="0.1 0.1"'}.get(shape.tint, "")
    look = f'fill="none" stroke="{TINTS[shape.tint]}" stroke-width="0.14"{dash}'
    tip = _tip(shape) if shape.form == "arrow" else ""
    return f'<path d="{_way(shape)}" {look if not tip else look.replace("0.14", "0.06")}/>{tip}'


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
    return f'<polygon points="{" ".join(f"{p:.2f},{q:.2f}" for p, q in corners)}" fill="{TINTS[shape.tint]}"/>'
