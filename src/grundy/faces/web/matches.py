"""Matches that live in an address: where play began, and the moves made since, each a token (`grundy.playing.tokens`)."""

from __future__ import annotations

from grundy.common.messages import _
from grundy.faces.web import queries as reading
from grundy.faces.web import request_limits
from grundy.playing import record, tokens
from grundy.playing.match import Match
from grundy.playing.tokens import plain as plain
from grundy.rules.ruleset import LEFT
from grundy.rules.turn_in_state import TurnsRuleset


def begun(words: str, play: str = "normal", endless: str = "draw", begins: str = "left") -> Match:
    """Return the match that begins in a position; of a partisan one `begins` says who moves first, "left" or "right"."""
    match = record.begun(reading.position(words), play, endless, begins)
    match.memory = request_limits.search()
    return match


def replayed(words: str, moves: str, play: str, endless: str, begins: str) -> Match:
    """Return a match with its moves made."""
    match = begun(words, play, endless, begins)
    tokens.replay(match, moves)
    return match


def players(match: Match) -> list[str]:
    """Return what the players are called, who moves first in front: Left and Right, or first and second."""
    start = match.turns[0].position
    if not isinstance(start.ruleset, TurnsRuleset):
        return ["first", "second"]
    return ["Left", "Right"] if start.state[1] == LEFT else ["Right", "Left"]


def called(names: list[str]) -> list[str]:
    """Return the names of players in words."""
    words = {"first": _("First player"), "second": _("Second player"), "Left": _("Left"), "Right": _("Right")}
    return [words[name] for name in names]
