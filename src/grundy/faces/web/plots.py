"""Small pictures of the pages that no other face needs: how the value of a game went, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from grundy.common.messages import _
from grundy.faces.drawing import COLOURS

INK, PALE, GRID = "#333333", "#6b6b6b", "#dddddd"
STEP, HIGH, LEFT, TOP = 30, 34, 12, 30
"""Pixels between two turns, between two levels, and around them."""


def course(history: Sequence[Mapping[str, Any]], players: Sequence[str]) -> str:
    """Return how the result of a match went, with best play from each turn on: a line through its turns, as SVG.

    The line is high where the player who moves first wins, low where the other does; a blunder has a cross.
    """
    known = [(LEFT + STEP * i, turn) for i, turn in enumerate(history) if turn["level"] is not None]
    unit = HIGH / max([1, *(abs(turn["level"]) for _x, turn in known)])
    spots = [(x, TOP + HIGH - unit * turn["level"]) for x, turn in known]
    width = max(2 * LEFT + STEP * (len(history) - 1), 220)
    path = " ".join(f"{x},{y:g}" for x, y in spots)
    lines = [
        *(_line(TOP + step * HIGH, width) for step in range(3)),
        _words(TOP - 12, _("{player} wins").format(player=players[0])),
        _words(TOP + 2 * HIGH + 20, _("{player} wins").format(player=players[1])),
        f'<polyline points="{path}" fill="none" stroke="{INK}" stroke-width="2"/>',
        *(_spot(x, y, turn["blunder"]) for (x, y), (_x, turn) in zip(spots, known, strict=True)),
    ]
    title, height = escape(_("How the value of the game went")), TOP + 2 * HIGH + 28
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="12">{"".join(lines)}</svg>'
    )


def _line(y: int, width: int) -> str:
    return f'<line x1="{LEFT}" x2="{width - LEFT}" y1="{y}" y2="{y}" stroke="{GRID}"/>'


def _words(y: int, words: str) -> str:
    return f'<text x="{LEFT}" y="{y}" fill="{PALE}">{escape(words)}</text>'


def _spot(x: float, y: float, blunder: bool) -> str:
    """Return the spot of a turn: a dot, or a cross where a blunder led to it."""
    if not blunder:
        return f'<circle cx="{x}" cy="{y:g}" r="4" fill="{INK}"/>'
    arms = f"M{x - 5} {y - 5:g}l10 10M{x + 5} {y - 5:g}l-10 10"
    return f'<path class="blunder" d="{arms}" stroke="{COLOURS["loss"]}" stroke-width="4"/>'
