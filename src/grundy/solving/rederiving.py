"""What a compiled rule has solved compared with Python's own answer.

At some positions of every remoteness the result is derived again from the options that Python gives; how many of them are
looked at is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common.messages import _
from grundy.kernels.contract import Unfit
from grundy.rules.ruleset import Ruleset
from grundy.solving.results import DRAW, LOST, TIED, WON, Table, cost
from grundy.values.nimber import mex

if TYPE_CHECKING:
    from grundy.rules.heaps import HeapFunction

OPTIONS = 20_000
"""Options of Python's that all comparisons before (or after) may look at."""
MOST = 2_000
"""Options of one position from which on it is left out."""


def differs(where: str) -> str:
    """Return the sentence that a compiled rule is not used, since it and Python differ."""
    return _("the compiled rule and Python differ at {position}: please report this").format(position=where)


def spread(statuses: Any, remotenesses: int = 48) -> list[int]:
    """Return the first and the last index of each remoteness, of ``remotenesses`` of them and the greatest.

    ``statuses`` hold the result in the low two bits and the remoteness above. O(statuses), at most four million of them.
    """
    step = max(1, len(statuses) >> 22)
    remote = statuses[::step] >> 2
    first, last = np.full(int(remote.max()) + 1, -1), np.full(int(remote.max()) + 1, -1)
    places = np.arange(len(remote))
    last[remote] = places
    first[remote[::-1]] = places[::-1]
    met = np.flatnonzero(first >= 0)
    chosen = met[np.linspace(0, len(met) - 1, remotenesses).astype(np.int64)]
    return sorted({*(first[chosen] * step).tolist(), *(last[chosen] * step).tolist()})  # (np.unique loads numpy.ma)


def rederive(ruleset: Ruleset, table: Table, states: Iterable[Any], *, misere: bool) -> int:
    """Derive solved positions again from the options that Python gives; return how many, `Unfit` where one differs."""
    left, count = OPTIONS // cost(ruleset), 0
    for state in states:
        if left < 0:
            break
        options = list(islice(_options(ruleset, state), MOST + 1))
        left -= len(options) + 1
        if len(options) > MOST:
            continue
        count += 1
        try:
            agrees = _agrees(ruleset, table, state, options, misere)
        except KeyError:  # an option that the search has not met
            agrees = False
        if not agrees:
            raise Unfit(differs(ruleset.describe(state)))
    return count


def _options(ruleset: Ruleset, state: Any) -> Iterator[tuple[int, Any]]:
    if ruleset.ended(state) is not None:
        return iter(())
    if ruleset.scoring:
        return ((gain, ruleset.canonical(child)) for gain, child in ruleset.scored_options(state))
    return ((0, ruleset.canonical(child)) for child in ruleset.options(state))


def _agrees(ruleset: Ruleset, table: Table, state: Any, options: list[tuple[int, Any]], misere: bool) -> bool:
    if ruleset.scoring:
        return table.score(state) == max((gain - table.score(child) for gain, child in options), default=0)
    found = [table.result(child) for _, child in options]
    if table.result(state) != derived(ruleset.ended(state), found, misere):
        return False
    if misere or ruleset.has_ending or table.loopy:
        return True
    return table.grundy(state) == mex({table.grundy(child) for _, child in options})


def derived(ending: int | None, options: list[tuple[int, int]], misere: bool) -> tuple[int, int]:
    """Return result and remoteness of a position from those of its options (see `grundy.solving.graph.retrograde`)."""
    stuck = WON if misere else LOST
    if ending is not None:
        return {0: TIED, -1: stuck, 1: LOST if misere else WON}[ending], 0
    if not options:
        return stuck, 0
    met = {result for result, _ in options}
    if LOST in met:
        return WON, 1 + min(remote for result, remote in options if result == LOST)
    if met == {WON}:
        return LOST, 1 + max(remote for _, remote in options)
    if TIED in met:
        return TIED, 1 + min(remote for result, remote in options if result == TIED)
    return DRAW, 0


def rederive_sequence(rules: HeapFunction, values: Any, near: Iterable[int]) -> int:
    """Derive values of a nim-sequence again from Python's options; return of how many heaps, `Unfit` where one differs."""
    last = len(values) - 1
    chosen = dict.fromkeys([last, *near, *range(24), *(last * k // 16 for k in range(16, 0, -1))])
    left, count = OPTIONS // cost(rules), 0
    for heap in (n for n in chosen if 0 <= n <= last):
        if left < 0:
            break
        options = list(islice(rules.heap_options(heap), 4 * MOST + 1))
        left -= len(options)
        if len(options) > 4 * MOST:
            continue
        count += 1
        met = {int(np.bitwise_xor.reduce([int(values[part]) for part in parts] or [0])) for parts in options}
        if values[heap] != mex(met):
            raise Unfit(differs(f"{rules.name}({heap})"))
    return count
