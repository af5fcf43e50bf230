"""The laws that games show which are no heap games: the values of those on one number, the losing pairs of those on two."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from grundy.common import limits
from grundy.common.errors import OutOfTime, RulesError
from grundy.common.messages import _
from grundy.rules.as_heap_code import of_numbers
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.ruleset import Ruleset
from grundy.values.nimber import mex
from grundy.values.patterns.law import Law, conjecture, law_of_pairs

LARGEST = 80
"""The largest heap of the pairs that are looked at, unless told."""
FEWER = 20
"""The same where time runs out."""
LONGEST = 1 << 10
"""The same of single numbers."""


def losing_pairs(rules: Ruleset, largest: int) -> list[tuple[int, int]]:
    """Return the positions (a, b), a <= b <= largest, that are lost for the player to move, in order.

    RulesError where a state is not two integers. O(largest^2) positions.

    >>> from grundy.games import load
    >>> losing_pairs(load("wythoff"), 10)
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    if not isinstance(rules, FunctionRuleset) or not of_numbers(rules) or len(rules.names) != 2:
        raise RulesError("a position of {name} is not two integers, so it has no losing pairs", name=rules.name)
    return [(int(a), int(b)) for a, b in np.argwhere(np.triu(rules.lost(largest, largest)))]


def _values(rules: FunctionRuleset, largest: int, found: list[int]) -> None:
    """Append to the values that are found the next ones."""
    for n in range(len(found), largest + 1):
        limits.check()
        position = rules(n)
        options = [option.state for option in position.options()]
        known = not rules.only_outcomes and all(0 <= option < n for option in options)
        found.append(mex(found[option] for option in options) if known else position.grundy())


def law(rules: Ruleset, limit: int | None = None, seconds: float = 60) -> Law:
    """Return the law that a game shows up to ``limit``, a conjecture; RulesError where a state is not one or two integers.

    Of two integers the losing pairs are looked at (`grundy.values.patterns.law`), of one the Grundy values: without a
    limit as many as so many ``seconds`` suffice for.

    >>> from grundy.games import load
    >>> print(law(load("bash").bind(m=4), 100))
    period 5 from the start, conjecture, holds up to 100
    """
    if isinstance(rules, FunctionRuleset) and rules.shape == ONE and rules.integers and not rules.scoring:
        reason = _("A Python rule may do anything for larger numbers.")
        values: list[int] = []
        if limit is not None:
            _values(rules, limit, values)
            return conjecture(values, reason)
        with suppress(OutOfTime), limits.keeping(limits.Limits(seconds)):
            _values(rules, LONGEST, values)
        return conjecture(values, reason if len(values) > LONGEST else f"{reason} {limits.too_late(LONGEST)}")
    if limit is not None:
        return law_of_pairs(losing_pairs(rules, limit), limit)
    with limits.keeping(limits.Limits(seconds)):
        found = law_of_pairs(losing_pairs(rules, FEWER), FEWER)
        with suppress(OutOfTime):
            return law_of_pairs(losing_pairs(rules, LARGEST), LARGEST)
    return replace(found, reason=f"{found.reason} {limits.too_late(LARGEST)}".strip())
