"""Reports for whoever makes a game, as visitors see them: of small boards, so that a report is soon there."""

from __future__ import annotations

from typing import Any

from grundy.common.errors import GrundyError
from grundy.faces import reports
from grundy.faces.web import queries
from grundy.playing.reports.sizes import varied
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

MOST = 500_000
"""Positions up to which a size is looked through."""


def report(position: str, size: str = "", vary: str = "", other: str = "", play: str = "normal") -> dict[str, Any]:
    """Return the report of a game, or of two that are compared: as data, and as a piece of a page."""
    settings = varied(vary)
    games = [_game(text, bool(size or settings)) for text in (position, other) if text.strip()]
    found = reports.report(*games, size=size, vary=settings, play=play, most=MOST)
    return {**found.to_dict(), "html": found.html(whole=False)}


def _game(text: str, sized: bool) -> Ruleset | Position:
    """Return the game that a visitor names, or the position if no sizes are wanted."""
    if sized:
        return queries.rules(text)
    try:
        found = queries.rules(text)
    except GrundyError:
        return queries.position(text)
    return found if found.key == found.origin.key else queries.position(text)
