"""Numeration systems for the checker: weights U_0 = 1, U_1, …, their greedy representations, and prefixes as vectors.

While m digits are still to be read, the part of a word that was read is worth Σ s_i U_(m+i), of a recurrence, or s_0
q_m + s_1 q_(m-1), of the denominators of a continued fraction; all that is to come is worth less than U_m. All is done
in integers. How many digits are still to come is not known: a *phase* tells what of it matters, and there is a vector
for each phase. For recurrences there is one; for continued fractions the m up to the preperiod, and beyond it the
places of the period."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

from grundy.check.budget import spend
from grundy.common.errors import GrundyError

COMPARED, KNOWN = 16, 160
"""By so many first counts prefixes are told apart, and so many are computed; that it was enough is proved, not believed."""
LARGEST = 1000
LONGEST = 200
"""A system's name has at most so many letters."""
NARROWED = 3
"""So many times bounds of ratios are narrowed; it is for speed only."""
NAMED = {"msd_fib": ((1, 1), (1, 2)), "msd_pell": ((2, 1), (1, 2)), "msd_trib": ((1, 1, 1), (1, 2, 4))}
Vector = tuple[int, ...]


@dataclass(frozen=True)
class System:
    """A numeration system.

    ``recurrence``: c_1, …, c_d with U_n = Σ c_j U_(n-j), none negative; or, if empty, ``quotients`` of a continued fraction,
    for each phase. ``before``: the phases that come after each when a digit is read. ``ratios``: bounds of q_(m-1)/q_m.
    """

    name: str
    weights: tuple[int, ...]
    recurrence: Vector
    quotients: Vector = ()
    before: tuple[Vector, ...] = ((0,),)
    ratios: tuple[tuple[tuple[int, int], ...], ...] = ()

    def __post_init__(self) -> None:
        valid, ends = _representations(self)
        self.__dict__.update(base=1 + max(max(row, default=0) for row in valid), valid=valid, ends=ends)

    base: int = 0
    valid: tuple[dict[int, int], ...] = ()
    ends: tuple[bool, ...] = ()

    @property
    def start(self) -> tuple[tuple[int, Vector], ...]:
        """The vectors of no digits."""
        return tuple((phase, (0,) * (len(self.recurrence) or 2)) for phase in range(len(self.before)))

    def value(self, vector: Vector) -> int:
        """Return what a vector is worth when no digit is to come."""
        if self.quotients:
            return vector[0]
        return sum(s * weight for s, weight in zip(vector, self.weights, strict=False))

    def step(
        self, threads: tuple[tuple[int, Vector | int], ...], digit: int, above: int, below: int, constant: int
    ) -> Iterator[tuple[int, Vector | int]]:
        """Yield the phases and vectors after a digit, 1 or -1 for those from which Σ + constant is above or below 0 at last.

        What is to come is from -below (U_m - 1) to above (U_m - 1).
        """
        for phase, vector in threads:
            for after in self.before[phase]:
                if isinstance(vector, int):
                    yield after, vector
                    continue
                new = self._next(phase, vector, digit)
                if self._surely(after, new, below, 1 - constant - below):
                    yield after, 1
                elif self._surely(after, tuple(-s for s in new), above, 1 + constant - above):
                    yield after, -1
                else:
                    yield after, new

    def _next(self, phase: int, vector: Vector, digit: int) -> Vector:
        if self.quotients:
            return vector[0] * self.quotients[phase] + vector[1] + digit, vector[0]
        top, shifted = vector[-1], [digit, *vector[:-1]]
        for j, c in enumerate(self.recurrence, 1):
            shifted[len(vector) - j] += c * top
        return tuple(shifted)

    def _surely(self, phase: int, vector: Vector, less: int, bound: int) -> bool:
        """Return whether Σ s_i U_(m+i) - less U_m >= bound for all m of a phase (or False where it is not plain).

        For recurrences without negative coefficients it is so for all m, if it is for the first d and the bound 0 too. Of
        continued fractions it is linear in q_(m-1)/q_m.
        """
        least = max(bound, 0)
        if self.quotients:
            return all((vector[0] - less - least) * below + vector[1] * top >= 0 for top, below in self.ratios[phase])
        order = len(vector)
        return all(
            sum(s * self.weights[m + i] for i, s in enumerate(vector)) - less * self.weights[m] >= least
            for m in range(order)
        )


def _representations(system: System) -> tuple[tuple[dict[int, int], ...], tuple[bool, ...]]:
    """Return the automaton of representations, as rows of digits and as flags.

    Of the endings of length L, the first N_L continue a prefix p to a representation, and N_L(p d) = min(U_L, N_(L+1)(p) - d
    U_L), if that is not negative.
    """
    weights = system.weights
    start = weights[:KNOWN]
    places, found, rows = {start[:COMPARED]: 0}, [start], list[dict[int, int]]()
    for counts in found:  # grows meanwhile
        row: dict[int, int] = {}
        if len(counts) <= COMPARED:
            raise GrundyError("the representations of {name} show no finite automaton", name=system.name)
        for digit in range(LARGEST + 1):
            spend(COMPARED)
            after = tuple(max(0, min(u, n - digit * u)) for u, n in zip(weights, counts[1:], strict=False))
            if not any(after[:COMPARED]):
                break
            if after[:COMPARED] not in places:
                places[after[:COMPARED]] = len(found)
                found.append(after)
            row[digit] = places[after[:COMPARED]]
        rows.append(row)
    return tuple(rows), tuple(counts[0] > 0 for counts in found)


def system_of(name: object) -> System:
    """Return the numeration system of a name; GrundyError for one that the checker does not know."""
    if isinstance(name, str) and len(name) <= LONGEST:
        if name in NAMED:
            return _recurrent(name, *NAMED[name])
        if found := re.fullmatch(r"msd_([1-9]\d{0,2})", name):
            return _recurrent(name, (int(found[1]),), (1,))
        if found := re.fullmatch(r"ost \[0;((?:\d{1,4},)*)\((\d{1,4}(?:,\d{1,4})*)\)\]", name):
            return _ostrowski(name, _numbers(found[1]), _numbers(found[2]))
        if found := re.fullmatch(r"rec \[(\d{1,4}(?:,\d{1,4})*);(\d{1,4}(?:,\d{1,4})*)\]", name):
            return _recurrent(name, _numbers(found[1]), _numbers(found[2]))
    raise GrundyError(
        "the checker knows msd_k, msd_fib, msd_pell, msd_trib, ost […] and rec […] without minus, not {name!r}",
        name=str(name)[:60],
    )


def _numbers(text: str) -> Vector:
    return tuple(int(part) for part in text.split(",") if part)


def _recurrent(name: str, recurrence: Vector, first: Vector) -> System:
    if len(recurrence) != len(first) or first[0] != 1 or not recurrence[-1] or max(recurrence + first) > LARGEST:
        raise GrundyError(
            "{name} is no numeration system: its weights begin with 1, one for each coefficient", name=name
        )
    weights = list(first)
    while len(weights) < KNOWN + len(first):
        weights.append(sum(c * u for c, u in zip(recurrence, reversed(weights), strict=False)))
    if any(a >= b for a, b in pairwise(weights)):
        raise GrundyError("{name} is no numeration system: its weights do not grow", name=name)
    return System(name, tuple(weights), recurrence)


def _ostrowski(name: str, head: Vector, period: Vector) -> System:
    if min(head + period) < 1 or max(head + period) > LARGEST:
        raise GrundyError(
            "{name} is no numeration system: partial quotients are from 1 to {largest}", name=name, largest=LARGEST
        )

    def quotients() -> Iterator[int]:
        yield from head
        while True:
            yield from period

    weights = [0, 1]
    for a in islice(quotients(), KNOWN):
        weights.append(a * weights[-1] + weights[-2])
    known, exact = (0, *head, *period), len(head)  # the m-th quotient; m = 0 has none
    before: list[Vector] = [(), *((m,) for m in range(len(known) - 1))]
    before[exact + 1] = (exact, len(known) - 1)
    ratios = [(Fraction(weights[m], weights[m + 1]),) * 2 for m in range(exact + 1)]
    ratios += [(Fraction(0), Fraction(1))] * len(period)
    for _turn in range(NARROWED):  # q_(m-1)/q_m = 1/(a_m + q_(m-2)/q_(m-1))
        for phase in range(exact + 1, len(known)):
            last = [ratio for earlier in before[phase] for ratio in ratios[earlier]]
            ratios[phase] = 1 / (known[phase] + max(last)), 1 / (known[phase] + min(last))
    return System(
        name,
        tuple(weights[1:]),
        (),
        known,
        tuple(before),
        tuple(tuple(r.as_integer_ratio() for r in pair) for pair in ratios),
    )
