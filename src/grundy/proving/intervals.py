"""Values of games in which from 1 to f(n) of n counters are taken, f growing by 0 or 1: take up to half, or a third.

What is found here is a guess: how much can be taken of the first heaps, and the formula that goes through it. It is a
theorem if the checker accepts it, which decides that the moves are these (`grundy.check.intervals` has the induction).
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from grundy.common.errors import OutOfTime, TooLarge
from grundy.common.messages import _
from grundy.proving.heap_theorem import HeapTheorem, checked
from grundy.proving.laws_in_words import game
from grundy.proving.moves import NoFormula
from grundy.proving.reading import moves
from grundy.rules.as_heap_code import as_heap
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.values.patterns.intervals import Intervals, fitted
from grundy.values.patterns.law import Law

KIND = "interval law"
LOOKED = 256
"""Of so many heaps it is looked at how much can be taken."""


@dataclass(frozen=True)
class IntervalTheorem(HeapTheorem):
    """The Grundy values of a game in which up to f(n) of n are taken, whose certificate was accepted by `grundy.check`."""

    form: Intervals

    def statement(self) -> str:
        """Return the theorem in words."""
        return _("In {game}, {words}").format(game=game(self.moves), words=self.form)

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        (n,) = self.moves.shown
        most = _("f({n}) = {formula} from {start} on").format(
            n=n, formula=self.form.formula(), start=len(self.form.first)
        )
        return [
            _("a move from {n} takes from 1 to f({n}), each of them").format(n=n),
            _("f({n}) - f({n} - 1) is 0 or 1").format(n=n),
            most,
        ]

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks (see `grundy.check.intervals`)."""
        own = self.form
        return self.sealed(KIND, times=own.times, plus=own.plus, over=own.over, start=len(own.first))

    def law(self) -> Law:
        """Return the theorem as a law of values."""
        reason = _("since a move from n leaves each of the f(n) numbers below it, and f grows by 0 or 1")
        last = len(self.values) - 1
        return Law("intervals", 0, 0, 0, True, last, reason, criterion="intervals", form=self.form, theorem=self)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        return {**self.told("values"), **self.form.to_dict()}


def intervals(rules: Ruleset, seconds: float) -> IntervalTheorem | None:
    """Return the values of a game of single heaps, or of one number, that are proved so; None where none are.

    O(moves of `LOOKED` heaps), and the checker's automata.

    >>> from grundy.rules.heaps import heap_game
    >>> @heap_game
    ... def half(n: int):
    ...     for k in range(1, n // 2 + 1):
    ...         yield n - k
    >>> print(intervals(half, 10.0))
    In half(n), g(2n) = n, g(2n + 1) = g(n)
    """
    until = perf_counter() + seconds
    heap = as_heap(rules)
    if not isinstance(heap, HeapFunction) or rules.has_ending:
        return None
    try:
        form = fitted(_taken(heap, until))
        if form is None:
            return None
        own, values = moves(rules), tuple(form.value(n) for n in range(LOOKED))
    except (NoFormula, OutOfTime, TooLarge):
        return None
    return checked(IntervalTheorem(own, values, form), max(1.0, until - perf_counter()))


def _taken(heap: HeapFunction, until: float) -> list[int]:
    """Return how much can be taken of each of the first heaps; nothing where not all up to it can be, or not in time."""
    takes: list[int] = []
    for n in range(LOOKED):
        left = set[int]()
        for parts in heap.heap_options(n):  # of some rules there are more than anyone could list
            if len(parts) != 1 or parts[0] >= n or perf_counter() > until:
                return []
            left.add(parts[0])
        if min(left, default=n) != n - len(left) or not 0 <= len(left) - (takes or [0])[-1] <= 1:
            return []
        takes.append(len(left))
    return takes
