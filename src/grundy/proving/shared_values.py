"""Whether two heap games have the same Grundy values: for all heaps, by proved periods, normal forms, or a theorem."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.messages import _
from grundy.proving.certificate import certificate
from grundy.proving.kept_theorems import theorem as theorem_of
from grundy.proving.logic.automaton import Limits
from grundy.proving.question_certificates import refusal, same
from grundy.proving.theorem import CAP, NotProved, Theorem, check_duties, law_of, termination
from grundy.rules.as_heap_code import as_heap
from grundy.rules.heaps import HeapRuleset
from grundy.rules.normal_forms import normal_form
from grundy.rules.ruleset import Ruleset
from grundy.solving import sequences
from grundy.values.patterns.law import Law

FIRST = 1000
"""So many heaps are compared before anything is proved."""
LARGEST = 1 << 15
"""Periods are looked for among so many heaps, and heaps where games differ."""
SHIFTS = 8
"""If the games differ, heaps are shifted by no more than this."""


@dataclass(frozen=True)
class SameValues:
    """Whether every heap is worth the same in two games; ``holds`` is None where that was not proved.

    ``heap`` is the least one where they differ, ``values`` what it is worth. If g(n) of the first game is g(n + shift) of
    the second for all n from 0 on (from -shift on, where that is negative), there is a ``shift``; ``reason`` says why
    something is proved, or is not. ``proof`` is the certificate, if there is one.
    """

    holds: bool | None
    heap: int | None = None
    values: tuple[int, int] | None = None
    shift: int | None = None
    reason: str = ""
    checked_to: int = FIRST - 1
    proof: dict[str, Any] | None = field(default=None, repr=False, compare=False)

    def certificate(self) -> dict[str, Any]:
        """Return the certificate of what is proved, which `grundy verify` checks; GrundyError where there is none."""
        if self.proof is None:
            why = self.reason or _("some heap is a counterexample")
            raise GrundyError("there is no certificate: {reason}", reason=why)
        return self.proof

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        names = ("holds", "heap", "values", "shift", "reason", "checked_to")
        return {name: getattr(self, name) for name in names}


def same_values(first: Ruleset, second: Ruleset, *, seconds: float) -> SameValues:
    """Return whether two games of heaps have the same Grundy values; GrundyError for what is no game of single heaps.

    >>> from grundy.games import load
    >>> found = same_values(load("kayles"), load("dawsons-kayles"), seconds=10.0)
    >>> found.holds, found.heap, found.values
    (False, 1, (1, 0))
    """
    one, two = _heaps(first), _heaps(second)
    a, b = (sequences.of(each).first(FIRST).tolist() for each in (one, two))
    place = next((n for n in range(FIRST) if a[n] != b[n]), None)
    if place is None:
        return _proved(first, second, one, two, seconds)
    found = SameValues(False, place, (a[place], b[place]), checked_to=place)
    for shift in sorted(range(-SHIFTS, SHIFTS + 1), key=abs):
        if shift and all(a[n] == b[n + shift] for n in range(max(0, -shift), FIRST - max(0, shift))):
            proof, reason = _by_laws(one, two, shift, seconds)
            return replace(found, shift=shift if reason else None, reason=reason, proof=proof)
    return found


def _heaps(rules: Ruleset) -> HeapRuleset:
    found = as_heap(rules)
    if found is None:
        raise GrundyError(
            "{name} is not a game of single heaps, so there are no heap values to compare", name=rules.name
        )
    return found


def _proved(first: Ruleset, second: Ruleset, one: HeapRuleset, two: HeapRuleset, seconds: float) -> SameValues:
    """Return why games whose first heaps are worth the same are so for all, or what was tried."""
    proof, reason = _by_laws(one, two, 0, seconds)
    if reason:
        return SameValues(True, reason=reason, proof=proof)
    try:
        return _by_theorem(first, second, seconds)
    except OutOfTime:
        return SameValues(None, reason=_("time ran out"))
    except GrundyError as error:  # rules that are no formula
        return SameValues(None, reason=str(error))


def _by_laws(one: HeapRuleset, two: HeapRuleset, shift: int, seconds: float) -> tuple[dict[str, Any] | None, str]:
    """Return the certificate, or None, and the reason why games are the same but for a shift, "" where none is known."""
    codes = [sequences.of(each).code() for each in (one, two)]
    if codes[0] is None or codes[1] is None:
        return None, ""
    laws = [sequences.of(each).law(LARGEST) for each in (one, two)]
    if all(law.proved and law.period for law in laws):
        with suppress(GrundyError):  # a period is proved without values that could be replayed
            made = same(_with_values(laws[0]), _with_values(laws[1]), shift)
            if not refusal(made, one, seconds):
                return made, _("both periods are proved, and the values before them agree")
    a, b = normal_form(codes[0]), normal_form(codes[1])
    if a.code == b.code and a.shift - b.shift == shift:
        return None, _("they have one normal form, {code}").format(code=a.code)
    return None, ""


def _with_values(law: Law) -> dict[str, Any]:
    """Return the certificate of a period with its values, also where it usually holds how these are computed."""
    evidence = law.evidence or {}
    bare = {name: value for name, value in evidence.items() if name not in ("mask", "rare")}
    return (replace(law, evidence=bare) if "depth" not in evidence else law).certificate()


def _by_theorem(first: Ruleset, second: Ruleset, seconds: float) -> SameValues:
    """Return whether the values of the first game, of which a theorem is proved, are those of the second."""
    start = perf_counter()
    one = theorem_of(first, values=True, seconds=seconds)
    if isinstance(one, NotProved):
        return SameValues(None, reason=one.explain())
    limits = Limits(CAP, until=start + seconds)
    own = law_of(second, values=True, look=limits.look).moves
    law = replace(one.law, moves=own)
    check_duties(own, limits)
    ranking = termination(own, limits)
    wrong = law.refuted(one.automata, limits)
    if wrong is not None:
        return _apart(first, second, wrong.position.get(own.names[0], 0))
    other = Theorem(law, one.system, one.automata, ranking, limits.largest, 0, perf_counter() - start)
    made = same(certificate(one), certificate(other))
    if refused := refusal(made, second, seconds):
        return SameValues(None, reason=refused)
    return SameValues(True, reason=_("the law of one was decided to be that of the other"), proof=made)


def _apart(first: Ruleset, second: Ruleset, heap: int) -> SameValues:
    """Return the least heap where games differ that do so at one heap, or before."""
    if heap >= LARGEST:
        return SameValues(None, reason=_("they differ at a heap of {heap} or earlier").format(heap=heap))
    a, b = (sequences.of(_heaps(each)).first(heap + 1).tolist() for each in (first, second))
    place = next(n for n in range(heap + 1) if a[n] != b[n])
    return SameValues(False, place, (a[place], b[place]), checked_to=place)
