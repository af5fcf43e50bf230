"""Periods of rules that look a bounded number back: each move leaves n - c beside heaps that do not grow with n.

Which values g(n) has is decided by the last few values, and by n up to a multiple of the divisors in the rule. So the values
have a period, which their repetition over one window proves (`grundy.check.look_back` has the induction). What is found here
is a guess: how far the rule looks, and the period that the values show. It is a theorem if the checker accepts it.

Also values of games in which from 1 to f(n) of n counters are taken, f growing by 0 or 1: take up to a third. Guessed
is how much can be taken of the first heaps, and the formula that goes through it (`grundy.check.look_back`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import lcm
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.common.digest import sealed
from grundy.common.errors import GrundyError, OutOfTime, TooLarge
from grundy.common.messages import _
from grundy.proving.certificate import of_rules
from grundy.proving.logic.expressions import Compare, Floor, Formula, Remainder, Term, parts_of
from grundy.proving.moves import Moves, NoFormula
from grundy.proving.moves_in_words import game, spoken_moves
from grundy.proving.reading import moves
from grundy.proving.theorem import Proved
from grundy.rules.as_heap_code import as_heap
from grundy.rules.data import rules_data
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.values.patterns.law import Law
from grundy.values.patterns.periods import Intervals, fitted, prove_period

if TYPE_CHECKING:
    from grundy.proving.comparing import Comparison


@dataclass(frozen=True)
class HeapTheorem(Proved):
    """What holds of g(n) for every n, n being a heap or the one number of a game; ``values`` are the first ones."""

    moves: Moves
    values: tuple[int, ...]
    comparison: Comparison | None = field(default=None, compare=False, repr=False, kw_only=True)
    proved: bool = field(default=True, init=False)

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks."""
        raise NotImplementedError

    def explain(self) -> str:
        """Return the theorem with its proof in words."""
        proof = _("Theorem. {statement}\nProof.   Checked by deciding: {numbered}.").format(
            statement=self.statement(), numbered=self.numbered
        )
        return "\n".join([proof, _("Rules.   {lines}").format(lines="\n         ".join(self.trust()))])

    def trust(self) -> list[str]:
        """Return what the theorem rests on, a line each: the moves that were read, and what was tested of Python."""
        return [*spoken_moves(self.moves), *super().trust()]

    def sealed(self, kind: str, **claimed: int) -> dict[str, Any]:
        """Return a certificate: what the game is, and what is claimed of it."""
        rules = rules_data(self.moves.rules, 0)
        heaps = 0 if self.moves.heaps else 1
        return sealed({**of_rules(kind, self.moves.rules, rules), "heaps": heaps, **claimed})


Made = TypeVar("Made", bound=HeapTheorem)


def checked(made: Made, seconds: float) -> Made | None:
    """Return what was found with what was compared of its certificate, None where the checker does not accept that."""
    from grundy.check import Budget
    from grundy.proving.comparing import compared_and_verified

    try:
        comparison, verdict = compared_and_verified(made.certificate(), made.moves.rules, Budget(seconds))
    except GrundyError:
        return None
    return replace(made, comparison=comparison) if verdict.verified else None


KIND = "periodic law"
FARTHEST = 1 << 12
"""Rules that speak of larger numbers are not looked at in this way."""
LONGEST = 1 << 16
"""So many values are looked at for a period."""
FIRST = 12
"""So many values are shown."""


@dataclass(frozen=True)
class Window:
    """How a rule looks back, from ``start`` on: no more than ``back``, and at n + ``shift`` as at n."""

    shift: int
    back: int
    start: int

    def needed(self, preperiod: int, period: int) -> int:
        """Return how many values prove a period."""
        whole = lcm(period, self.shift)
        return max(self.start, preperiod + self.back) + whole + (period if whole > period else 0)


@dataclass(frozen=True)
class PeriodTheorem(HeapTheorem):
    """The period of a rule's Grundy values, whose certificate was accepted by `grundy.check`."""

    window: Window
    preperiod: int
    period: int

    def statement(self) -> str:
        """Return the theorem in words."""
        (n,) = self.moves.shown
        shown = ", ".join(map(str, self.values[:FIRST]))
        return _("In {game}, g({n} + {period}) = g({n}) for all {n} >= {preperiod}; the values begin {shown}").format(
            game=game(self.moves), n=n, period=self.period, preperiod=self.preperiod, shown=shown
        ) + (", …" if len(self.values) > FIRST else "")

    @property
    def checks(self) -> list[str]:
        """What was decided, in words."""
        window = self.window
        looks = _(
            "from {start} on a move leaves n - c with c <= {back}, beside heaps that are the same for n + {shift}"
        )
        repeated = _("the values from {preperiod} to {last} come again, {period} later")
        return [
            _("every heap that a move leaves is smaller than {shown} was").format(shown=self.moves.shown[0]),
            looks.format(start=window.start, back=window.back, shift=window.shift),
            repeated.format(preperiod=self.preperiod, last=self._count - self.period - 1, period=self.period),
        ]

    @property
    def _count(self) -> int:
        return self.window.needed(self.preperiod, self.period)

    def certificate(self) -> dict[str, Any]:
        """Return the theorem as plain data, which `grundy verify` checks (see `grundy.check.look_back`)."""
        window = {"shift": self.window.shift, "back": self.window.back, "start": self.window.start}
        return self.sealed(KIND, preperiod=self.preperiod, period=self.period, **window)

    def law(self) -> Law:
        """Return the theorem as a law of values."""
        head, last = self.values[: self.preperiod + self.period], len(self.values) - 1
        reason = _("since the rule looks no more than {back} back").format(back=self.window.back)
        place = self.period, self.preperiod, 0
        return Law("periodic", *place, True, last, reason, "look back", self._count, head=head, theorem=self)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        told = self.told(self.moves.rules, "period", moves=spoken_moves(self.moves))
        return {**told, "preperiod": self.preperiod, "period": self.period}


def periodic(rules: Ruleset, seconds: float) -> PeriodTheorem | None:
    """Return the period of a game of single heaps, or of one number, that is proved so; None where none is.

    O(values × moves): at most `LONGEST` values are looked at, and those of one period and one window are checked.

    >>> from grundy.rules.heaps import heap_game
    >>> @heap_game
    ... def leave_one(n: int):
    ...     for c in (1, 4, 9):
    ...         if n >= c:
    ...             yield (n - c,)
    ...     if n >= 4:
    ...         yield 1, n - 3
    >>> print(periodic(leave_one, 10.0))
    In leave-one(n), g(n + 8) = g(n) for all n >= 1; the values begin 0, 1, 0, 1, 2, 0, 1, 0, 3, 1, 0, 1, …
    """

    def found(heap: HeapFunction, until: float) -> PeriodTheorem | None:
        own = moves(rules)
        window = looked(own, heap)
        return None if window is None else _found(own, heap, window, until)

    return _proved(rules, seconds, found)


def _proved(rules: Ruleset, seconds: float, find: Callable[[HeapFunction, float], Made | None]) -> Made | None:
    """Return the theorem of single heaps that is found in the time, if the checker accepts it."""
    until = perf_counter() + seconds
    heap = as_heap(rules)
    if not isinstance(heap, HeapFunction) or rules.has_ending:
        return None
    try:
        found = find(heap, until)
    except (NoFormula, OutOfTime, TooLarge):
        return None
    return None if found is None else checked(found, max(1.0, until - perf_counter()))


def looked(own: Moves, heap: HeapFunction) -> Window | None:
    """Return how a rule looks back, as it shows among the first heaps beyond all that it speaks of; None if it does not."""
    shift = lcm(*(d for move in own.moves for d in _divisors(move.guard, move.parts)))
    start = 2 * (shift + max((_spoken(move.guard, move.parts) for move in own.moves), default=0))
    if start > FARTHEST:
        return None
    back = 0
    for n in range(start, start + shift):
        here, later = ({tuple(sorted(option)) for option in heap.heap_options(m)} for m in (n, n + shift))
        if {_shifted(option, n, shift) for option in here} != later:
            return None
        back = max([back, *(n - option[-1] for option in here if option and option[-1] > n // 2)])
    return Window(shift, back, start)


def _shifted(option: tuple[int, ...], n: int, shift: int) -> tuple[int, ...]:
    """Return what a move leaves of n + shift, if it leaves an option of n and the largest heap grows with n."""
    return (*option[:-1], option[-1] + shift) if option and option[-1] > n // 2 else option


def _terms(guard: Formula) -> Iterator[Term]:
    if isinstance(guard, Compare):
        yield guard.left - guard.right
    for part in parts_of(guard):
        yield from _terms(part)


def _divisors(guard: Formula, parts: tuple[Term, ...]) -> Iterator[int]:
    """Iterate over what the terms of a move are divided by."""
    waiting = [*_terms(guard), *parts]
    for whole in waiting:  # grows meanwhile
        for part, _times in whole.parts:
            if isinstance(part, Floor | Remainder):
                yield part.divisor if isinstance(part, Floor) else part.modulus
                waiting.append(part.term)


def _spoken(guard: Formula, parts: tuple[Term, ...]) -> int:
    """Return a number above every heap at which the conditions of a move change."""
    return sum(abs(each.constant) + 1 for each in (*_terms(guard), *parts))


def _found(own: Moves, heap: HeapFunction, window: Window, until: float) -> PeriodTheorem | None:
    count = 2 * window.start + 64
    while count <= LONGEST:
        values: list[int] = heap.sequence(count, seconds=max(0.1, until - perf_counter())).tolist()
        found = prove_period(values, window.needed)
        if found is not None and found.proved:
            first = found.preperiod
            least = (p for p in range(1, found.period + 1) if values[first : len(values) - p] == values[first + p :])
            if (period := next(least)) == found.period or window.needed(first, period) <= count:
                return PeriodTheorem(own, tuple(values), window, first, period)
        count *= 2
    return None


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
        """Return the theorem as plain data, which `grundy verify` checks (see `grundy.check.look_back`)."""
        own = self.form
        return self.sealed("interval law", times=own.times, plus=own.plus, over=own.over, start=len(own.first))

    def law(self) -> Law:
        """Return the theorem as a law of values."""
        reason = _("since a move from n leaves each of the f(n) numbers below it, and f grows by 0 or 1")
        last = len(self.values) - 1
        return Law("intervals", 0, 0, 0, True, last, reason, criterion="intervals", form=self.form, theorem=self)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for a reader."""
        told = self.told(self.moves.rules, "values", moves=spoken_moves(self.moves))
        return {**told, **self.form.to_dict()}


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

    def found(heap: HeapFunction, until: float) -> IntervalTheorem | None:
        form = fitted(_taken(heap, until))
        return form and IntervalTheorem(moves(rules), tuple(form.value(n) for n in range(LOOKED)), form)

    return _proved(rules, seconds, found)


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
