"""What the faces say of a game: its class, an example of its positions, and what its file declares, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from grundy.language import _
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.sums import SumRuleset

LOOKED_AT = 400
"""So many small positions of a game are looked at for an example, and so many positions around it for a cycle."""
MANY = 12
"""An example has no more moves than that."""


def described(rules: Ruleset) -> dict[str, Any]:
    """Return what a ruleset is, as plain data.

    >>> from grundy.games import load
    >>> described(load("nim"))["class"], described(load("nim"))["theorems"][0]["name"]
    ('impartial', "Bouton's theorem")
    """
    return {
        "name": rules.name,
        "class": kind(rules),
        "summary": _(rules.doc).partition("\n\n")[0].replace("\n", " "),
        "parameters": {name: str(value) for name, value in rules.params.items()},
        "theorems": [
            {"name": t.name, "gives": t.gives, "play": "misere" if t.misere else "normal", "source": t.source}
            for t in rules.theorems
        ],
        "judges": sorted(rules.judges),
    }


def kind(rules: Ruleset) -> str:
    """Return the class of a game: "scoring", "partisan", "loopy" (play can be endless) or "impartial".

    >>> from grundy.games import load
    >>> [kind(load(name)) for name in ("nim", "snort", "graph-chase", "deque")]
    ['impartial', 'partisan', 'loopy', 'scoring']
    """
    if rules.scoring:
        return "scoring"
    if rules.partisan:
        return "partisan"
    parts = rules.parts if isinstance(rules, SumRuleset) else (rules,)
    return "loopy" if any(_loopy(part.origin) for part in parts) else "impartial"


def example(rules: Ruleset, fits: Callable[[Position], object] = lambda position: True) -> Position | None:
    """Return a small position with as many moves as there are up to 12, among those that fit; None if there is none.

    >>> from grundy.games import load
    >>> print(example(load("domineering")))
    domineering(...|...|...)
    """
    found: dict[int, list[Position]] = {}
    for position in islice(rules.small_positions(LOOKED_AT), LOOKED_AT):
        count = sum(1 for _option in islice(position.options(), MANY + 1))
        if count <= MANY and fits(position):
            found.setdefault(count, []).append(position)
    most = found[max(found)] if found else [None]
    return most[len(most) // 3]


@cache
def _loopy(rules: Ruleset) -> bool:
    """Whether play from the example of a game can come back to where it was."""
    start = example(rules)
    if start is None:
        return False
    path: set[Any] = {start.state}
    done: set[Any] = set()
    stack = [(start.state, start.options())]
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
            stack.append((child.state, child.options()))
    return False
