"""Pictures of values: thermographs as SVG text and as figures of matplotlib, a value with its thermograph.

Left's values stand at the left, temperatures rise (*Winning Ways*, ch. 6).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from grundy.common.errors import TooLarge
from grundy.common.extras import extra
from grundy.common.limits import kinds
from grundy.common.messages import N_, _
from grundy.values.thermograph import Corners, Thermograph

WIDTH, HEIGHT, MARGIN = 320, 240, 32
"""Of a picture, in pixels."""
COLOURS = {"left": "#1f5fbf", "right": "#bf2f2f"}
TITLE, LETTER, LONGEST = 28, 8, 96
"""Pixels of the line of a value's notation and of a letter of it; so many letters are written at most."""
DIGITS, FLOATING = 4300, 300
"""Digits that a number may have which is written, and one that matplotlib draws."""


def svg(graph: Thermograph) -> str:
    """Return a picture of a thermograph as SVG text (*Winning Ways* ch. 6).

    >>> from grundy.values.short import switch
    >>> svg(switch(1).thermograph()).startswith("<svg xmlns")
    True
    """
    return "\n".join([_opened(WIDTH, HEIGHT), *_lines(graph), "</svg>"]) + "\n"


def svg_of_value(notation: str, graph: Thermograph) -> str:
    """Return a picture of a value as SVG text: its notation, cut if it is long, above its thermograph.

    >>> from grundy.values.short import switch
    >>> "<title>+-1</title>" in svg_of_value("+-1", switch(1).thermograph())
    True
    """
    shown = notation if len(notation) <= LONGEST else notation[: LONGEST - 1] + "…"
    width = max(WIDTH, LETTER * len(shown) + 2 * MARGIN)
    lines = [
        _opened(width, HEIGHT + TITLE),
        f"<title>{escape(shown)}</title>",
        f'<text x="{width / 2:.1f}" y="{TITLE - 8}" font-family="monospace" font-size="13">{escape(shown)}</text>',
        f'<g transform="translate({(width - WIDTH) / 2:.1f} {TITLE})">',
        *_lines(graph),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def drawn(graph: Thermograph, axes: Any = None) -> Any:
    """Draw a thermograph on axes of matplotlib, on those of a new figure if there are none, and return them.

    GrundyError if matplotlib is not installed.

    >>> from grundy.values.short import switch
    >>> axes = drawn(switch(1).thermograph())
    >>> [line.get_label() for line in axes.lines], axes.get_ylabel()
    (['Left', 'Right', 'mast'], 'temperature')
    """
    kinds(extra("matplotlib.axes", "plot").Axes | None, N_("axes of matplotlib"), axes=axes)
    _bounded(graph, FLOATING)
    if axes is None:
        # no window shows it
        axes = extra("matplotlib.figure", "plot").Figure(figsize=(4.5, 3.5), layout="constrained").add_subplot()
    top = graph.temperature + 1
    walls = (("left", _("Left"), graph.left_wall), ("right", _("Right"), graph.right_wall))
    for side, name, wall in walls:
        corners = [*wall, (wall[-1][0], graph.temperature)]
        axes.plot([float(v) for v, _ in corners], [float(t) for _, t in corners], color=COLOURS[side], label=name)
    mean = float(graph.mean)
    axes.plot([mean, mean], [float(graph.temperature), float(top)], color="black", label=_("mast"))
    if not axes.xaxis_inverted():
        axes.invert_xaxis()
    axes.set_xlabel(_("value"))
    axes.set_ylabel(_("temperature"))
    return axes


def _bounded(graph: Thermograph, digits: int) -> None:
    """Refuse a thermograph with a number of too many digits."""
    if any(abs(value) >= 10**digits for value, _height in (*graph.left_wall, *graph.right_wall)):
        raise TooLarge("a number has more than {digits} digits", digits=digits)


# ---- SVG


def _opened(width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" text-anchor="middle">'
    )


def _lines(graph: Thermograph) -> list[str]:
    """Return the elements of a thermograph's picture."""
    _bounded(graph, DIGITS)
    values = [value for value, _ in (*graph.left_wall, *graph.right_wall)]
    frame = _Frame(max(values), min(values), graph.temperature + 1)
    (mean_x, mean_y), ends = frame.point(graph.mean, graph.temperature), sorted({frame.most, frame.least})
    floor, zero = (frame.point(graph.mean, Fraction(t))[1] for t in (-1, 0))
    edge = MARGIN // 2
    right = WIDTH - edge
    axes = f"M{edge} {floor} H{right} M{edge} {floor} V{edge} M{edge} {zero} H{right}"
    texts = [(frame.point(end, Fraction(-1))[0], f"{float(floor) + 16:.1f}", end) for end in ends]
    texts += [(mean_x, f"{edge - 4}", graph.mean), (f"{edge}", f"{float(mean_y) - 4:.1f}", graph.temperature)]
    return [
        f'<path class="axes" d="{axes}" fill="none" stroke="#999"/>',
        frame.wall("left", graph.left_wall),
        frame.wall("right", graph.right_wall),
        f'<path class="mast" d="M{mean_x} {mean_y} V{edge}" stroke="black" stroke-width="2"/>',
        *(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in texts),
    ]


@dataclass(frozen=True)
class _Frame:
    """Where values, from the most at the left to the least, and temperatures up to the top are in a picture."""

    most: Fraction
    least: Fraction
    top: Fraction

    def point(self, value: Fraction, t: Fraction) -> tuple[str, str]:
        across = (self.most - value) / (self.most - self.least) if self.most > self.least else Fraction(1, 2)
        down = (self.top - t) / (self.top + 1)
        x, y = MARGIN + (WIDTH - 2 * MARGIN) * across, MARGIN + (HEIGHT - 2 * MARGIN) * down
        return f"{float(x):.1f}", f"{float(y):.1f}"

    def wall(self, name: str, corners: Corners) -> str:
        """Return the line of a wall, and of the mast as far as the other wall's last corner."""
        end = (corners[-1][0], self.top - 1)
        points = " ".join(",".join(self.point(value, t)) for value, t in (*corners, end))
        return f'<polyline class="{name}" points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>'
