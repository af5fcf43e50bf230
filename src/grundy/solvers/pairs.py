"""The losing positions of games on two heaps, and the law that they show."""

from __future__ import annotations

from grundy.errors import RulesError
from grundy.patterns.law import Law
from grundy.rules.functions import SEVERAL, FunctionRuleset
from grundy.solvers.search import search
from grundy.solvers.table import LOST, Options

LARGEST = 80
"""The largest heap of the positions that are looked at, unless told."""


def losing_pairs(rules: FunctionRuleset, largest: int) -> list[tuple[int, int]]:
    """Return the positions (a, b), a <= b <= largest, that are lost for the player to move, by search; in order.

    RulesError where a state is not two integers. O(largest^2) positions.

    >>> from grundy.games import load
    >>> losing_pairs(load("wythoff"), 10)
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    if rules.shape != SEVERAL or len(rules.names) != 2 or not rules.integers:
        raise RulesError(f"a position of {rules.name} is not two integers, so it has no losing pairs")
    options = Options(reuse=True)
    found: list[tuple[int, int]] = []
    search(rules, (largest, largest), options)
    for a in range(largest + 1):
        for b in range(a, largest + 1):
            state = rules.canonical((a, b))
            result, _ = search(rules, state, options).result(state)
            if result == LOST:
                found.append((a, b))
    return found


def law(rules: FunctionRuleset, limit: int | None = None) -> Law:
    """Return the law of the losing pairs up to ``limit``: Beatty pairs, or none; a conjecture (`grundy.patterns.beatty`)."""
    from grundy.patterns.beatty import law_of_pairs

    largest = LARGEST if limit is None else limit
    return law_of_pairs(losing_pairs(rules, largest), largest)
