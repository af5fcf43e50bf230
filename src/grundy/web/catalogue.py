"""The games that visitors may play, each with its class, an example of its positions and a picture."""

from __future__ import annotations

import re
from collections import deque
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from typing import Any

from grundy import drawing, language
from grundy.language import _
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.sums import SumRuleset
from grundy.web import words

LOOKED_AT = 400
"""So many small positions of a game are looked at for an example, and so many positions around it for a cycle."""
MOVES = 12
"""An example has at most so many moves."""


def games() -> list[dict[str, Any]]:
    """Return the games of the server's files and of the catalogue."""
    return [_described(name, language.current()) for name, _rules in words.catalogue()]


def kind(rules: Ruleset) -> str:
    """Return the class of a game: "scoring", "partisan", "loopy" (play can be endless) or "impartial"."""
    if rules.scoring:
        return "scoring"
    if rules.partisan:
        return "partisan"
    parts = rules.parts if isinstance(rules, SumRuleset) else (rules,)
    return "loopy" if any(_loopy(part.origin) for part in parts) else "impartial"


@cache
def example(rules: Ruleset) -> Position | None:
    """Return a small position to begin with: of those that a game declares one with many different numbers and moves.

    None where there is none, or where the rules of a file fail.
    """
    best: tuple[tuple[int, int], Position] | None = None
    try:
        for position in islice(rules.small_positions(LOOKED_AT), LOOKED_AT):
            moves = sum(1 for _option in islice(position.options(), MOVES + 1))
            numbers = rules.arguments(position.state)
            rank = len({n for n in numbers if isinstance(n, int) and 0 < n < 100}), moves
            if moves <= MOVES and (best is None or rank >= best[0]) and words.written(position):
                best = rank, position
    except Exception:  # a file may do anything; who asks for its positions is told
        return None
    return best and best[1]


@cache
def _described(name: str, spoken: str) -> dict[str, Any]:
    """Return what a game is, in the words of the language that is spoken, and as a picture."""
    rules = words.rules(name)
    shown = example(rules)
    doc = _(rules.doc)
    return {
        "name": name,
        "class": kind(rules),
        "doc": doc,
        "summary": re.split(r"\n\n", doc)[0].replace("\n", " "),
        "parameters": {name: str(value) for name, value in rules.params.items()},
        "theorems": [
            {"name": t.name, "gives": t.gives, "play": "misere" if t.misere else "normal", "source": t.source}
            for t in rules.theorems
        ],
        "judges": sorted(rules.judges),
        "example": (shown and words.written(shown)) or name,
        "svg": drawing.svg(shown) if shown else "",
    }


@cache
def _loopy(rules: Ruleset) -> bool:
    """Whether play among the small positions of a game, and those after them, can come back to where it was."""
    try:
        waiting = deque(islice(rules.small_positions(LOOKED_AT), LOOKED_AT))
        after: dict[Position, list[Position]] = {}
        while waiting and len(after) < LOOKED_AT:
            position = waiting.pop()
            if position not in after:
                after[position] = list(islice(position.options(), LOOKED_AT))
                waiting += after[position]
        TopologicalSorter(after).prepare()
    except CycleError:
        return True
    except Exception:  # as above
        return False
    return False
