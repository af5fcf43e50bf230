"""The laws that games show which are no heap games: the values of those on one number, the losing pairs of those on two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

from grundy.common import limits
from grundy.common.errors import OutOfTime, PositionError, RulesError
from grundy.common.messages import _
from grundy.rules.as_heap_code import of_numbers
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.ruleset import Ruleset
from grundy.solving.results import LOST, Options
from grundy.solving.search import search
from grundy.values.nimber import mex
from grundy.values.patterns.law import Law, conjecture

LARGEST = 80
"""The largest heap of the pairs that are looked at, unless told."""
FEWER = 20
"""The same where time runs out."""
LONGEST = 1 << 10
"""The same of single numbers."""

MOST = 1 << 17
"""So many positions are looked at one by one, besides those that the search of the largest pair meets."""


def losing_pairs(rules: Ruleset, largest: int) -> list[tuple[int, int]]:
    """Return the positions (a, b), a <= b <= largest, that are lost for the player to move, by search; in order.

    RulesError where a state is not two integers. O(largest^2) positions.

    >>> from grundy.games import load
    >>> losing_pairs(load("wythoff"), 10)
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    if not isinstance(rules, FunctionRuleset) or not of_numbers(rules) or len(rules.names) != 2:
        raise RulesError("a position of {name} is not two integers, so it has no losing pairs", name=rules.name)
    return [(a, b) for (a, b), lost in _pairs(rules, largest) if lost and a <= b]


def _pairs(rules: FunctionRuleset, largest: int) -> Iterator[tuple[tuple[int, int], bool]]:
    """Yield the pairs of numbers up to one, and whether they are lost."""
    options = Options(reuse=True)
    table, known = None, dict[Any, bool]()
    with suppress(PositionError):  # where the game has no such position, each pair is looked at on its own
        table = search(rules, rules(largest, largest).state, options)
    for a, b in product(range(largest + 1), repeat=2):
        try:
            state = rules.canonical(rules(a, b).state)
        except PositionError:  # the game has no such position
            continue
        lost = None
        if table is not None:
            with suppress(KeyError):  # that search has not met it
                lost = table.result(state)[0] == LOST
        if lost is None and not rules.has_ending:
            lost = _lost(rules, state, known)
        if lost is None:
            lost = search(rules, state, options).result(state)[0] == LOST
        yield (a, b), lost


def _lost(rules: FunctionRuleset, start: Any, known: dict[Any, bool]) -> bool | None:
    """Return whether a state is lost, by those that are ``known`` and more; None where play need not end, or goes far."""
    stack, begun = [start], set[Any]()
    while stack:
        state = stack[-1]
        if state in known:
            stack.pop()
            continue
        options = [rules.canonical(option) for option in rules.options(state)]
        missing = [option for option in options if option not in known]
        if not missing:
            known[state] = not any(known[option] for option in options)
            continue
        if state in begun or len(known) + len(stack) > MOST:
            return None
        begun.add(state)
        stack += missing
        limits.check()
    return known[start]


def first_values(rules: FunctionRuleset, largest: int) -> list[int]:
    """Return the Grundy values of the numbers from 0 on: of options where they are known, else by a search. O(moves)."""
    found: list[int] = []
    _values(rules, largest, found)
    return found


def _values(rules: FunctionRuleset, largest: int, found: list[int]) -> None:
    """Append to the values that are found the next ones."""
    for n in range(len(found), largest + 1):
        limits.check()
        position = rules(n)
        options = [option.state for option in position.options()]
        known = not rules.has_ending and all(0 <= option < n for option in options)
        found.append(mex(found[option] for option in options) if known else position.grundy())


def law(rules: Ruleset, limit: int | None = None, seconds: float = 60) -> Law:
    """Return the law that a game shows up to ``limit``, a conjecture; RulesError where a state is not one or two integers.

    Of two integers the losing pairs are looked at (`grundy.values.patterns.beatty`), of one the Grundy values: without a
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
    from grundy.values.patterns.beatty import law_of_pairs

    if limit is not None:
        return law_of_pairs(losing_pairs(rules, limit), limit)
    with limits.keeping(limits.Limits(seconds)):
        found = law_of_pairs(losing_pairs(rules, FEWER), FEWER)
        with suppress(OutOfTime):
            return law_of_pairs(losing_pairs(rules, LARGEST), LARGEST)
    return replace(found, reason=f"{found.reason} {limits.too_late(LARGEST)}".strip())
