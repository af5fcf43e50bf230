"""Charts as SVG text: lines through points, and bars; in the colours of the pictures, which a page in the dark changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from grundy.common.messages import _
from grundy.faces.drawing.shapes import fill, stroke

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


# ---- how a match went, as SVG: a bar for each position, of who was winning; below it the temperature of a partisan
# board


STEP, BAR, HIGH, EDGE, ABOVE, HOT = 30, 22, 34, 12, 30, 40
"""Pixels between two turns, of a bar's width and height at most, around them, and of the temperatures."""


def course(history: Sequence[Mapping[str, Any]], players: Sequence[str]) -> str:
    """Return how the result of a match went, with best play from each turn on, as SVG.

    A bar goes up where the player who moves first wins, down where the other does; it is a line for a tie or a draw, and
    three dots where nobody knows. A move that was a mistake has a cross, one that alone was good a ring. Where turns have a
    "heat", the temperature before the move that led there, it is drawn below. Where they have an "href", a click goes there.

    >>> course([{"level": 1, "blunder": False}, {"level": -1, "blunder": True}], ["First", "Second"]).count("<rect")
    2
    """
    unit = HIGH / max([1, *(abs(turn["level"]) for turn in history if turn["level"] is not None)])
    heats = [turn.get("heat") for turn in history]
    hot = max([0.0, *(heat for heat in heats if heat is not None)])
    width, height = max(2 * EDGE + STEP * len(history), 220), ABOVE + 2 * HIGH + 28 + (HOT + 8 if hot else 0)
    lines = [
        _words(ABOVE - 12, _("{player} wins").format(player=players[0])),
        _words(ABOVE + 2 * HIGH + 20, _("{player} wins").format(player=players[1])),
        f'<path d="M{EDGE} {ABOVE + HIGH}H{width - EDGE}" {stroke("grid", 1)}/>',
        *(_linked(number, turn, _bar(EDGE + STEP * number, turn, unit)) for number, turn in enumerate(history)),
        _heated(heats, hot, height - 8) if hot else "",
    ]
    title, role = (
        escape(_("How the value of the game went")),
        "group" if any("href" in turn for turn in history) else "img",
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" aria-label="{title}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="12">{"".join(lines)}</svg>'
    )


def _words(y: float, words: str) -> str:
    return f'<text x="{EDGE}" y="{y}" {fill("soft")}>{escape(words)}</text>'


def _linked(number: int, turn: Mapping[str, Any], bar: str) -> str:
    """Return a bar as a link for the pointer, the one that is looked at lit; keys go along the list of moves."""
    if "href" not in turn:
        return bar
    x, lit = EDGE + STEP * number - (STEP - BAR) / 2, fill("last") if turn["here"] else 'fill="transparent"'
    behind = f'<rect x="{x:g}" y="{ABOVE}" width="{STEP}" height="{2 * HIGH}" opacity=".5" {lit}/>'
    told = escape(f"{number}. {turn['text']}" if number else _("Start"))
    return f'<a href="{escape(turn["href"])}" data-swap="" tabindex="-1"><title>{told}</title>{behind}{bar}</a>'


def _bar(x: int, turn: Mapping[str, Any], unit: float) -> str:
    """Return the bar of a position, and on it the mark of the move that led there."""
    level, middle = turn["level"], ABOVE + HIGH
    if level is None:
        return f'<text x="{x + BAR / 2:g}" y="{middle + 4}" text-anchor="middle" {fill("soft")}>···</text>'
    end, name = middle - unit * level, "left" if level > 0 else "right" if level < 0 else "soft"
    top, high = min(end, middle) - (level == 0), abs(end - middle) or 2
    value = turn.get("value", "")
    told = escape(_("value {value}").format(value=value)) if value else ""
    title = f"<title>{told}</title>" if told else ""
    bar = f'<rect x="{x}" y="{top:g}" width="{BAR}" height="{high:g}" {fill(name)}>{title}</rect>'
    x += BAR // 2
    if turn["blunder"]:
        return bar + f'<path class="blunder" d="M{x - 5} {end - 5:g}l10 10M{x + 5} {end - 5:g}l-10 10" {INK}/>'
    return bar + f'<circle cx="{x}" cy="{end:g}" r="5" {stroke("ink", 2)}/>' if turn.get("mark") == "only" else bar


INK = stroke("ink", 3).partition(" ")[2]
"""A line whose class says something else than its colour."""


def _heated(heats: Sequence[float | None], hot: float, below: int) -> str:
    """Return the temperatures as a line through the moves, and what it is."""
    known = [
        (EDGE + STEP * number - (STEP - BAR) / 2, below - (HOT - 16) * max(heat, 0) / hot)
        for number, heat in enumerate(heats)
        if heat is not None
    ]
    path = " ".join(f"{x:g},{y:.1f}" for x, y in known)
    spots = "".join(f'<circle cx="{x:g}" cy="{y:.1f}" r="3" {fill("gold")}/>' for x, y in known)
    label = _words(below - HOT + 10, _("temperature"))
    return f'<polyline points="{path}" {stroke("gold", 2)}/>{spots}{label}'
