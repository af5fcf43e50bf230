"""How a match went, as SVG: a bar for each position, of who was winning; below it the temperature of a partisan board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from grundy.common.messages import _
from grundy.faces.drawing.colours import fill, stroke

STEP, BAR, HIGH, LEFT, TOP, HOT = 30, 22, 34, 12, 30, 40
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
    width, height = max(2 * LEFT + STEP * len(history), 220), TOP + 2 * HIGH + 28 + (HOT + 8 if hot else 0)
    lines = [
        _words(TOP - 12, _("{player} wins").format(player=players[0])),
        _words(TOP + 2 * HIGH + 20, _("{player} wins").format(player=players[1])),
        f'<path d="M{LEFT} {TOP + HIGH}H{width - LEFT}" {stroke("grid", 1)}/>',
        *(_linked(number, turn, _bar(LEFT + STEP * number, turn, unit)) for number, turn in enumerate(history)),
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
    return f'<text x="{LEFT}" y="{y}" {fill("soft")}>{escape(words)}</text>'


def _linked(number: int, turn: Mapping[str, Any], bar: str) -> str:
    """Return a bar as a link for the pointer, the one that is looked at lit; keys go along the list of moves."""
    if "href" not in turn:
        return bar
    x, lit = LEFT + STEP * number - (STEP - BAR) / 2, fill("last") if turn["here"] else 'fill="transparent"'
    behind = f'<rect x="{x:g}" y="{TOP}" width="{STEP}" height="{2 * HIGH}" opacity=".5" {lit}/>'
    told = escape(f"{number}. {turn['text']}" if number else _("Start"))
    return f'<a href="{escape(turn["href"])}" data-swap="" tabindex="-1"><title>{told}</title>{behind}{bar}</a>'


def _bar(x: int, turn: Mapping[str, Any], unit: float) -> str:
    """Return the bar of a position, and on it the mark of the move that led there."""
    level, middle = turn["level"], TOP + HIGH
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
        (LEFT + STEP * number - (STEP - BAR) / 2, below - (HOT - 16) * max(heat, 0) / hot)
        for number, heat in enumerate(heats)
        if heat is not None
    ]
    path = " ".join(f"{x:g},{y:.1f}" for x, y in known)
    spots = "".join(f'<circle cx="{x:g}" cy="{y:.1f}" r="3" {fill("gold")}/>' for x, y in known)
    label = _words(below - HOT + 10, _("temperature"))
    return f'<polyline points="{path}" {stroke("gold", 2)}/>{spots}{label}'
