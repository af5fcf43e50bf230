"""Charts as SVG text: lines through points, and bars; in the colours of the pictures, which a page in the dark changes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from grundy.faces.drawing.colours import fill, stroke

WIDTH, HEIGHT, LEFT, RIGHT, TOP, LEGEND = 420, 190, 44, 26, 34, 18
"""Pixels of a chart of lines without its legend, of its edges, and of a line of the legend."""
ROW, LABEL, LONGEST = 20, 170, 28
"""Pixels of a row of bars and of its words, of which so many letters are written."""
COLOURS = ("left", "right", "both")


class Line(NamedTuple):
    """A line of a chart: its name, and its heights from 0 to 1, None where nothing is known."""

    name: str
    heights: Sequence[float | None]


def lines(title: str, labels: Sequence[str], drawn: Sequence[Line], across: str = "") -> str:
    """Return a chart of lines over places with labels, of heights from 0 to 1, written as percentages.

    >>> lines("Players", ["1", "2"], [Line("first", [0.5, None])]).count("<circle")
    1
    """
    step = (WIDTH - LEFT - RIGHT) / max(len(labels) - 1, 1)
    xs = [LEFT + step * i if len(labels) > 1 else (WIDTH + LEFT) / 2 for i in range(len(labels))]
    parts = _opened(title, HEIGHT + LEGEND * (len(drawn) + bool(across)))
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{LEFT} {_y(share):.1f}H{WIDTH - RIGHT}" {stroke("grid", 0.6)}/>')
        parts.append(_text(LEFT - 6, _y(share) + 4, f"{share:.0%}", "end"))
    inside = [min(x, WIDTH - 3.2 * len(label)) for x, label in zip(xs, labels, strict=True)]
    parts += [_text(x, HEIGHT - 12, label, "middle") for x, label in zip(inside, labels, strict=True)]
    below = HEIGHT + 2
    if across:
        parts.append(_text((WIDTH + LEFT) / 2, below, across, "middle"))
        below += LEGEND
    for i, (colour, line) in enumerate(zip(COLOURS, drawn, strict=False)):
        spots = [(x, _y(h)) for x, h in zip(xs, line.heights, strict=True) if h is not None]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(f'<polyline points="{path}" {stroke(colour, 2)}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" {fill(colour)}/>' for x, y in spots]
        y = below + LEGEND * i
        parts += [f'<path d="M{LEFT} {y}h18" {stroke(colour, 2)}/>', _text(LEFT + 24, y + 4, line.name, "start")]
    return "".join([*parts, "</svg>"])


def bars(title: str, rows: Sequence[tuple[str, float, str]], band: tuple[float, float] = (0.45, 0.55)) -> str:
    """Return a chart of bars: of each its words, its length from 0 to 1, and its colour; a band is shaded behind them.

    >>> bars("Moves", [("a", 0.5, "both")]).count("<rect")
    2
    """
    height = TOP + ROW * len(rows) + 24
    span = WIDTH - LABEL - 52
    low, high = (LABEL + span * end for end in band)
    parts = _opened(title, height)
    parts.append(
        f'<rect x="{low:.1f}" y="{TOP - 6}" width="{high - low:.1f}" height="{height - TOP - 18}" {fill("shade")}/>'
    )
    for i, (words, share, colour) in enumerate(rows):
        y = TOP + ROW * i
        parts.append(f'<rect x="{LABEL}" y="{y}" width="{span * share:.1f}" height="{ROW - 8}" {fill(colour)}/>')
        shown = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
        parts.append(_text(LABEL - 6, y + 10, shown, "end"))
        parts.append(_text(LABEL + span * max(share, 0.02) + 6, y + 10, f"{share:.1%}", "start"))
    parts += [_text(LABEL + span * share, height - 8, f"{share:.0%}", "middle") for share in (0, 0.5, 1)]
    return "".join([*parts, "</svg>"])


def _y(share: float) -> float:
    bottom = HEIGHT - 28
    return bottom - (bottom - TOP) * share


def _opened(title: str, height: int) -> list[str]:
    """Return how a picture begins, with its title written above."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="position" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="system-ui, sans-serif" font-size="11">',
        _text(LEFT, 16, title, "start"),
    ]


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {fill("ink")}>{escape(words)}</text>'
