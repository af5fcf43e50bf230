"""What the page /write shows of a text of rules: its games, or where it is wrong, and who wins small positions."""

from __future__ import annotations

from typing import Any

from grundy.faces.web import queries
from grundy.faces.web.valuation import shown
from grundy.playing.small import SIDE, begun, integers, least, solved
from grundy.rules.from_text import MARK, TextError, unpacked
from grundy.rules.ruleset import Ruleset

SECONDS = 1.0
"""So long are small positions solved, unless less is asked for: the rest is left out."""


def rules(text: str, game: str = "") -> dict[str, Any]:
    """Return the games of a text or where it is wrong, and of one of them what names it and where play begins."""
    told: dict[str, Any] = {"games": [], "game": "", "words": "", "start": "", "fault": None}
    try:
        found = queries.written_games(unpacked(text))
        told["games"] = [{"name": name, "title": rules.called_by.title} for name, rules in found.items()]
        told["game"] = game if game in found else next(iter(found))
        told["words"] = f"{MARK}{text}:{told['game']}"
        told["start"] = _start(queries.rules(told["words"]), told["words"])
    except TextError as fault:  # in the text, or in the middle of play
        told["fault"] = {"line": fault.line, "text": str(fault)}
    return told


def _start(rules: Ruleset, word: str) -> str:
    """Return the words of a position to begin with, "" for none."""
    if rules.begins is not None:
        return word
    found = begun(rules, queries.written)
    return (found and queries.written(found)) or ""


def small(words: str, seconds: float = SECONDS) -> dict[str, Any]:
    """Return small positions of a game with who wins, as many as are solved in the time: a sequence, a table or others."""
    own = queries.rules(words)
    found, whole = solved(own, min(seconds, SECONDS))
    positions = [
        {
            "position": str(position),
            "outcome": solution.outcome.value,
            "said": str(solution.outcome),
            "value": shown(solution.value),
        }
        for position, solution in found
    ]
    more = not whole and seconds < SECONDS
    return {"integers": integers(own), "least": least(own), "side": SIDE, "positions": positions, "more": more}
