"""What is proved of a nim-sequence from its values: by the criteria for its code, each with what a certificate holds.

(`grundy.values.patterns.periods`, `grundy.values.patterns.windows`, `grundy.values.patterns.law`.)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.common import limits
from grundy.common.digest import FORMAT
from grundy.common.errors import OutOfTime, RulesError, TooLarge
from grundy.common.messages import N_, _
from grundy.rules.as_heap_code import of_numbers
from grundy.rules.functions import ONE, FunctionRuleset
from grundy.rules.heapcode import HeapCode
from grundy.rules.ruleset import Ruleset
from grundy.values.nimber import mex
from grundy.values.patterns import periods
from grundy.values.patterns.law import Law, all_but_law, conjecture, law_of_pairs

if TYPE_CHECKING:
    from grundy.solving.sparse import SparseSequence

# ---- proofs of periods too long for memory: only a window of values is kept (R. P. Brent, 1980, for the search of
# the cycle)
# By the window criterion (`grundy.values.patterns.windows`) the last L values decide all that follow. So some windows
# are kept as marks, at places that grow by a quarter; when the values of a mark come again, p later, the period p is
# proved from the mark on. A. Flammenkamp found the period of 0.106 in this way, 328,226,140,474, with 15,346 values
# stored.

FIRST = 1 << 24
"""Values that are computed, and all kept, before the window is chosen."""
ROOM = 1 << 24
"""Values that are held at a time."""
MARKS = 8
SHORTEST = 64
"""Values that a mark has at least."""

Progress = Callable[[int, int], None]


class Mark(NamedTuple):
    """A window of values, those before the heap ``end``."""

    end: int
    values: Any


class Found(NamedTuple):
    """A period that is proved from ``start`` on, and the window that proves it; it may hold earlier too."""

    start: int
    period: int
    window: int
    computed: int


def find_period(
    sequence: SparseSequence, limit: int, *, threads: int | None = None, progress: Progress | None = None
) -> Found | None:
    """Return a period that a window of values proves, looking at heaps below ``limit``, or None.

    The sequence is extended, and forgets all but a window: 2^24 bytes or so, whatever the limit. TooLarge if there is no
    sparse space, or if it looks back further than the window.
    """
    sequence.extend(min(limit, max(FIRST, sequence.done)), threads=threads, progress=progress)
    if sequence.space is None:
        raise TooLarge("rare and common values cannot be told apart here, so all of them are needed")
    marks: list[Mark] = []
    length, kept = 0, ROOM // 4
    while sequence.done < limit:
        window = sequence.window()
        if window.length > length:  # what decides a value is longer than was thought
            marks, length = [], max(window.length, SHORTEST)
            if length > kept:
                raise TooLarge(
                    "a value looks back {length:,} heaps, but the window keeps {kept:,}", length=length, kept=kept
                )
        if not marks or sequence.done > marks[-1].end + marks[-1].end // 4:
            place = sequence.done - sequence.base
            marks = [*marks[1 - MARKS :], Mark(sequence.done, sequence.values[place - length : place].copy())]
        sequence.slide(kept, kept, ROOM)
        before = sequence.done
        sequence.extend(min(limit, sequence.base + ROOM), threads=threads, progress=progress)
        found = _again(sequence, marks, before, 2 if window.even else 1)
        if found is not None and sequence.window().length <= length:
            return found
    return None


def _again(sequence: SparseSequence, marks: list[Mark], before: int, step: int) -> Found | None:
    """Return the first mark whose values come again and end after the heap ``before``."""
    from grundy.kernels.sparse import find  # most laws need none

    for mark in marks:
        first = before - len(mark.values) + 1
        place = find(mark.values, sequence.values[first - sequence.base : sequence.done - sequence.base])
        period = before + 1 + place - mark.end
        if place >= 0 and period % step == 0:
            return Found(mark.end - len(mark.values), period, len(mark.values), sequence.done)
    return None


# ----

REPLAYED = 1 << 14
"""Of proofs by more values a certificate holds the split into rare and common values, not the values."""
UNPROVED = {
    "finite": "It is observed: no test for the saltus of codes beyond the octal ones is used here.",
    "infinite": "No criterion covers a code of infinitely many digits.",
    "division": "No criterion covers a code that divides heaps.",
}
"""Why a law of a code is no more than a conjecture. Octal games have no arithmetic period (D. G. Horrocks and R. J.
Nowakowski, *Regularity in the G-sequences of octal games with a pass*, 2003), and subtraction games bounded values."""
WORDS = {"octal": "finite code", "finite": "finite code", "subtraction": "subtraction", "unequal": "unequal"}
"""The names of the criteria, by the family of the code (see `grundy.values.patterns.periods`)."""


def criterion(code: HeapCode) -> periods.Criterion:
    """Return the exact criterion for periods of a finite code."""
    if code.family == "subtraction":
        return periods.subtraction_criterion(code.amounts)
    return periods.unequal_criterion(code.digits) if code.unequal else periods.octal_criterion(code.digits)


def observed(code: HeapCode, values: Any) -> Law:
    """Return the law that the values of a code show; it is not proved."""
    found = conjecture(values, UNPROVED.get(code.family, ""))
    if found.saltus and code.family in ("octal", "subtraction"):  # too few values to see that it ends
        return Law("none", 0, 0, 0, False, len(values) - 1)
    return found


def proved(code: HeapCode, values: Any, sparse: SparseSequence | None, *, long: bool) -> Law | None:
    """Return the law that the criteria prove from values; of an array the slow one is asked only if they are ``long``."""
    found: periods.Period | None = None
    if isinstance(values, list):
        found = periods.prove_period(values, criterion(code))
    else:
        from grundy.values.patterns.windows import prove_by_window, prove_long

        if sparse is not None and sparse.space is not None:
            found = prove_by_window(values, sparse.window())
        if found is None and long:
            found = prove_long(values, criterion(code))
    return _law(code, found, values, sparse) if found is not None and found.proved else None


def proved_all_but(code: HeapCode) -> Law | None:
    """Return the law of an all-but code, where it is proved."""
    law = all_but_law(code.excluded)
    if not law.proved:
        return None
    return replace(law, evidence={**_claim(code, law), "criterion": "all-but", "saltus": law.saltus})


def by_window(sparse: SparseSequence, limit: int, threads: int | None, progress: Any) -> Law:
    """Return the law of a sequence that is too long for memory; of its values only the last ones are held."""

    found = find_period(sparse, limit, threads=threads, progress=progress)
    if found is None:
        return Law("none", 0, 0, 0, False, limit - 1)
    reason = _("by the window criterion of sparse space, from {start:,} on; it may hold earlier").format(
        start=found.start
    )
    numbers = found.computed - 1, reason, "window", found.start + found.period + found.window
    return Law("periodic", found.period, found.start, 0, True, *numbers)


def _claim(code: HeapCode, found: periods.Period | Law) -> dict[str, Any]:
    """Return what every certificate of a period begins with."""
    return {"kind": "period", "format": FORMAT, "code": str(code), "preperiod": found.preperiod, "period": found.period}


def _evidence(code: HeapCode, found: periods.Period, name: str, sparse: SparseSequence | None) -> dict[str, Any]:
    """Return what a certificate holds besides values: where there are many, the split by which they are replayed."""
    evidence = {**_claim(code, found), "criterion": name}
    if sparse is not None and sparse.space is not None and (name == "window" or found.needed > REPLAYED):
        evidence["mask"] = 2 * sparse.space.mask + sparse.space.position  # the position's parity is its bit 0
        rares = sparse.rares if name == "window" else sparse.rares[sparse.rares < found.needed]
        evidence["rare"] = rares.tolist()
        if name == "window":  # where it was not counted it may be as large as the heaps are
            evidence["depth"] = max(sparse.depth, sparse.since - found.preperiod - sparse.last_taken)
    return evidence


def _law(code: HeapCode, found: periods.Period, values: Any, sparse: SparseSequence | None) -> Law:
    name = "window" if found.way == "window" else WORDS[code.family]
    reasons = {
        "finite code": N_("by the exact criterion for a finite octal code"),
        "subtraction": N_("by the exact criterion for a finite subtraction set"),
        "unequal": N_("by the exact criterion for a split into unequal heaps"),
        "window": N_("by the window criterion of sparse space"),
    }
    reason = reasons[name] if code.family != "finite" else N_("by the exact criterion for a finite code")
    head, evidence = values[: found.preperiod + found.period], _evidence(code, found, name, sparse)
    place = found.period, found.preperiod, 0
    return Law("periodic", *place, True, len(values) - 1, reason, name, found.needed, head=head, evidence=evidence)


# ---- the laws that games show which are no heap games: the values of those on one number, the losing pairs of those on two

LARGEST = 80
"""The largest heap of the pairs that are looked at, unless told."""
FEWER = 20
"""The same where time runs out."""
LONGEST = 1 << 10
"""The same of single numbers."""
OPTIONS = 2_000_000
"""Options that their values may take: some seconds."""


def losing_pairs(rules: Ruleset, largest: int) -> list[tuple[int, int]]:
    """Return the positions (a, b), a <= b <= largest, that are lost for the player to move, in order.

    RulesError where a state is not two integers. O(largest^2) positions.

    >>> from grundy.games import load
    >>> losing_pairs(load("wythoff"), 10)
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    if not isinstance(rules, FunctionRuleset) or not of_numbers(rules) or len(rules.names) != 2:
        sentence = N_("laws are looked for where a position is one number or two, and of {name} it is neither")
        raise RulesError(sentence, name=rules.name)
    return [(int(a), int(b)) for a, b in np.argwhere(np.triu(rules.lost(largest, largest)))]


def _values(rules: FunctionRuleset, largest: int, found: list[int], most: int = 1 << 62) -> None:
    """Append to the values that are found the next ones; OutOfTime where more than so many options come."""
    for n in range(len(found), largest + 1):
        limits.check()
        position = rules(n)
        options = [option.state for option in position.options()]
        known = not rules.only_outcomes and all(0 <= option < n for option in options)
        found.append(mex(found[option] for option in options) if known else position.grundy())
        most -= len(options)
        if most < 0:
            raise limits.overtime()


def law(rules: Ruleset, limit: int | None = None, seconds: float = 60) -> Law:
    """Return the law that a game shows up to ``limit``, a conjecture; RulesError where a state is not one or two integers.

    Of two integers the losing pairs are looked at (`grundy.values.patterns.law`), of one the Grundy values: without a
    limit as many as so many ``seconds`` suffice for. Numbers below the least of the rules count as ended.

    >>> from grundy.games import load
    >>> print(law(load("bash").bind(m=4), 100))
    period 5 from the start, conjecture, holds up to 100
    """
    if isinstance(rules, FunctionRuleset) and rules.shape == ONE and rules.integers and not rules.scoring:
        reason = _("A Python rule may do anything for larger numbers.")
        values = [0] * (least := max(rules.least or 0, 0))
        if limit is not None:
            _values(rules, max(limit, least), values)
            return conjecture(values, reason)
        with suppress(OutOfTime), limits.keeping(limits.Limits(seconds)):
            _values(rules, least + LONGEST, values, OPTIONS)
        late = "" if len(values) > least + LONGEST else f" {limits.too_late(least + LONGEST)}"
        return conjecture(values, reason + late)
    if limit is not None:
        return law_of_pairs(losing_pairs(rules, limit), limit)
    with limits.keeping(limits.Limits(seconds)):
        found = law_of_pairs(losing_pairs(rules, FEWER), FEWER)
        with suppress(OutOfTime):
            return law_of_pairs(losing_pairs(rules, LARGEST), LARGEST)
    return replace(found, reason=f"{found.reason} {limits.too_late(LARGEST)}".strip())
