"""The games that visitors may play, each with an example of its positions and a picture of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from grundy.common import messages
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.web import queries
from grundy.playing import catalogue
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset


def games(of: str = "") -> list[dict[str, Any]]:
    """Return the games of the catalogue, or one of a file."""
    return [_pictured(name, rules, messages.current()) for name, rules in queries.catalogue(of)]


def unplayed(of: str) -> dict[str, Any]:
    """Return what a game of a file declares, without a picture: it takes too long to find what it does."""
    return _told(of, queries.rules(of), None, played=False)


def example(rules: Ruleset) -> Position | None:
    """Return a small position of a game that a visitor can write."""
    return catalogue.example(rules, queries.written)


@cache
def _pictured(name: str, rules: Ruleset, spoken: str) -> dict[str, Any]:
    """Return what a game is, in words (in the language that is spoken) and as a picture."""
    return _told(name, rules, example(rules))


def _told(name: str, rules: Ruleset, shown: Position | None, *, played: bool = True) -> dict[str, Any]:
    return {
        **catalogue.described(rules, played=played),
        "name": name,
        "doc": _(rules.doc),
        "choices": catalogue.choices(rules) if played else None,
        "starts": queries.starts(rules),
        "example": (shown and queries.written(shown)) or name,
        "svg": drawing.svg(shown) if shown else "",
    }
