"""What is proved of a nim-sequence from its values: by the criteria for its code, each with what a certificate holds.

(`grundy.values.patterns.periods`, `grundy.values.patterns.windows`, `grundy.values.patterns.allbut`.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from grundy.common.digest import FORMAT
from grundy.common.messages import N_, _
from grundy.rules.heapcode import HeapCode
from grundy.values.patterns.law import Law, conjecture
from grundy.values.patterns.periods import (
    Criterion,
    Period,
    octal_criterion,
    prove_period,
    subtraction_criterion,
    unequal_criterion,
)

if TYPE_CHECKING:
    from grundy.solving.sparse import SparseSequence

__all__ = ["by_window", "conjecture", "criterion", "observed", "proved", "proved_all_but"]

REPLAYED = 1 << 14
"""Of proofs by more values a certificate holds the split into rare and common values, not the values."""
UNPROVED = {
    "finite": "It is observed: no test for the saltus of codes beyond the octal ones is used here.",
    "infinite": "No criterion covers a code of infinitely many digits.",
    "division": "No criterion covers a code that divides heaps.",
}
"""Why a law of a code is no more than a conjecture. Octal games have no arithmetic period (D. G. Horrocks and R. J.
Nowakowski, *Regularity in the G-sequences of octal games with a pass*, 2003), and subtraction games bounded values."""
WORDS = {
    "octal": "finite code",
    "finite": "finite code",
    "subtraction": "subtraction",
    "unequal": "unequal",
}
"""The names of the criteria, by the family of the code (see `grundy.values.patterns.periods`)."""


def criterion(code: HeapCode) -> Criterion:
    """Return the exact criterion for periods of a finite code."""
    if code.family == "subtraction":
        return subtraction_criterion(code.amounts)
    return unequal_criterion(code.digits) if code.unequal else octal_criterion(code.digits)


def observed(code: HeapCode, values: Any) -> Law:
    """Return the law that the values of a code show; it is not proved."""
    found = conjecture(values, UNPROVED.get(code.family, ""))
    if found.saltus and code.family in ("octal", "subtraction"):  # too few values to see that it ends
        return Law("none", 0, 0, 0, False, len(values) - 1)
    return found


def proved(code: HeapCode, values: Any, sparse: SparseSequence | None, *, long: bool) -> Law | None:
    """Return the law that the criteria prove from values; of an array the slow one is asked only if they are ``long``."""
    found: Period | None = None
    if isinstance(values, list):
        found = prove_period(values, criterion(code))
    else:
        from grundy.values.patterns.windows import prove_by_window, prove_long

        if sparse is not None and sparse.space is not None:
            found = prove_by_window(values, sparse.window())
        if found is None and long:
            found = prove_long(values, criterion(code))
    return _law(code, found, values, sparse) if found is not None and found.proved else None


def proved_all_but(code: HeapCode) -> Law | None:
    """Return the law of an all-but code, where it is proved."""
    from grundy.values.patterns.allbut import all_but_law

    law = all_but_law(code.excluded)
    if not law.proved:
        return None
    return replace(law, evidence={**_claim(code, law), "criterion": "all-but", "saltus": law.saltus})


def by_window(sparse: SparseSequence, limit: int, threads: int | None, progress: Any) -> Law:
    """Return the law of a sequence that is too long for memory; of its values only the last ones are held."""
    from grundy.solving.window_proofs import find_period

    found = find_period(sparse, limit, threads=threads, progress=progress)
    if found is None:
        return Law("none", 0, 0, 0, False, limit - 1)
    reason = _("by the window criterion of sparse space, from {start:,} on; it may hold earlier").format(
        start=found.start
    )
    numbers = found.computed - 1, reason, "window", found.start + found.period + found.window
    return Law("periodic", found.period, found.start, 0, True, *numbers)


def _claim(code: HeapCode, found: Period | Law) -> dict[str, Any]:
    """Return what every certificate of a period begins with."""
    return {"kind": "period", "format": FORMAT, "code": str(code), "preperiod": found.preperiod, "period": found.period}


def _evidence(code: HeapCode, found: Period, name: str, sparse: SparseSequence | None) -> dict[str, Any]:
    """Return what a certificate holds besides values: where there are many, the split by which they are replayed."""
    evidence = {**_claim(code, found), "criterion": name}
    if sparse is not None and sparse.space is not None and (name == "window" or found.needed > REPLAYED):
        evidence["mask"] = 2 * sparse.space.mask + sparse.space.position  # the position's parity is its bit 0
        rares = sparse.rares if name == "window" else sparse.rares[sparse.rares < found.needed]
        evidence["rare"] = rares.tolist()
        if name == "window":  # where it was not counted it may be as large as the heaps are
            evidence["depth"] = max(sparse.depth, sparse.since - found.preperiod - sparse.last_taken)
    return evidence


def _law(code: HeapCode, found: Period, values: Any, sparse: SparseSequence | None) -> Law:
    name = "window" if found.way == "window" else WORDS[code.family]
    reasons = {
        "finite code": N_("by the exact criterion for a finite octal code"),
        "subtraction": N_("by the exact criterion for a finite subtraction set"),
        "unequal": N_("by the exact criterion for a split into unequal heaps"),
        "window": N_("by the window criterion of sparse space"),
    }
    reason = reasons[name] if code.family != "finite" else N_("by the exact criterion for a finite code")
    return Law(
        "periodic",
        found.period,
        found.preperiod,
        0,
        True,
        len(values) - 1,
        reason,
        criterion=name,
        needed=found.needed,
        head=values[: found.preperiod + found.period],
        evidence=_evidence(code, found, name, sparse),
    )
