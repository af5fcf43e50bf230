"""Matches that live in an address: where play began, and the moves made since, each a token (`grundy.playing.tokens`)."""

from __future__ import annotations

from grundy.faces.web import queries as reading
from grundy.faces.web import request_limits
from grundy.playing import record, tokens
from grundy.playing.match import Match
from grundy.playing.tokens import plain as plain


def begun(words: str, play: str = "normal", endless: str = "draw", begins: str = "left") -> Match:
    """Return the match that begins in a position; of a partisan one `begins` says who moves first, "left" or "right"."""
    match = record.begun(reading.position(words), play, endless, begins)
    return Match(reading.remembered(match.position), match.play, memory=request_limits.search())


def replayed(words: str, moves: str, play: str, endless: str, begins: str) -> Match:
    """Return a match with its moves made."""
    match = begun(words, play, endless, begins)
    tokens.replay(match, moves)
    return match


def read(text: str) -> tuple[Match, str]:
    """Return the match of a text, or of an address, and the words of where it began."""
    match = record.read(text, reading.position)
    match.memory = request_limits.search()
    _head, colon, words = text.strip().partition("\n")[0].partition(": ")
    return match, words.strip() if colon else reading.written(plain(match.turns[0].position)) or ""
