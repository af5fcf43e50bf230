"""The games that visitors may play, each with its class, an example of its positions and a picture."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import Any

from grundy import drawing
from grundy.language import _
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.sums import SumRuleset
from grundy.web import words

LOOKED_AT = 400
"""So many small positions of a game are looked at for an example, and so many positions around it for a cycle."""


def games() -> list[dict[str, Any]]:
    """Return the games of the server's files and of the catalogue."""
    return [_described(name, rules) for name, rules in words.catalogue()]


def kind(rules: Ruleset) -> str:
    """Return the class of a game: "scoring", "partisan", "loopy" (play can be endless) or "impartial"."""
    if rules.scoring:
        return "scoring"
    if rules.partisan:
        return "partisan"
    parts = rules.parts if isinstance(rules, SumRuleset) else (rules,)
    return "loopy" if any(_loopy(part.origin) for part in parts) else "impartial"


def example(rules: Ruleset) -> Position | None:
    """Return a small position with some moves: of the small ones that a game declares the one with the most, up to 12."""
    best: tuple[int, Position] | None = None
    for position in islice(rules.small_positions(LOOKED_AT), LOOKED_AT):
        count = sum(1 for _option in islice(position.options(), 13))
        if count <= 12 and (best is None or count >= best[0]) and words.written(position):
            best = count, position
    return best and best[1]


def _described(name: str, rules: Ruleset) -> dict[str, Any]:
    """Return what a game is, in words and as a picture."""
    shown = example(rules)
    doc = _(rules.doc)
    return {
        **{"name": name, "class": kind(rules), "doc": doc},
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
    """Whether play from the example of a game can come back to where it was."""
    start = example(rules)
    if start is None:
        return False
    path: set[Any] = set()
    done: set[Any] = set()
    stack = [(start.state, iter(list(start.options())))]
    path.add(start.state)
    while stack and len(done) < LOOKED_AT:
        state, options = stack[-1]
        child = next(options, None)
        if child is None:
            stack.pop()
            path.discard(state)
            done.add(state)
        elif child.state in path:
            return True
        elif child.state not in done:
            path.add(child.state)
            stack.append((child.state, iter(list(child.options()))))
    return False
