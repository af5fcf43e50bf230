"""All-but games: any number may be taken from a heap but those of a finite set F (A. N. Siegel, *Combinatorial Game Theory*,
ch. IV: such games are arithmetic periodic).

Let m be the largest number of F. The value of a heap n is the least one that is not among the values of the heaps up to
n - m - 1, all of which can be reached, nor among those of the last m heaps that can. Let b be the least value that the
former do not have. The values from b on that they have, and the last m values, both counted from b, decide all that
follows: when they come again p heaps later, b having grown by s, then g(n + p) = g(n) + s for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grundy.common.errors import GrundyError
from grundy.common.messages import N_
from grundy.values.patterns.law import Law

LIMIT = 1 << 20
"""Heaps among which a state is looked for again."""

State = tuple[frozenset[int], tuple[int, ...]]


def all_but_values(excluded: Iterable[int], count: int) -> list[int]:
    """Return g(0), …, g(count - 1) of the game that takes any number but those excluded. O(count |F|).

    A value is missing among the options only if no smaller heap has it, or if just heaps out of reach do, n - f with f in F.

    >>> all_but_values([2], 8)
    [0, 1, 0, 1, 2, 3, 2, 3]
    """
    numbers = _checked(excluded)
    values: list[int] = []
    having: list[int] = []  # how many heaps have each value so far; the values so far are all up to the largest
    for n in range(count):
        barred = [values[n - f] for f in numbers if f <= n]
        value = min((v for v in barred if barred.count(v) == having[v]), default=len(having))
        if value == len(having):
            having.append(0)
        having[value] += 1
        values.append(value)
    return values


def all_but_law(excluded: Iterable[int], limit: int = LIMIT) -> Law:
    """Return the arithmetic period of an all-but game, proved by a state that comes again; no law if none does by ``limit``.

    The period and the preperiod are the least.

    >>> print(all_but_law([4, 7, 11]))
    arithmetic period 84 with saltus 28 from the start, proved
    """
    numbers = _checked(excluded)
    met: dict[State, tuple[int, int]] = {}
    values: list[int] = []
    for n, (value, state, base) in enumerate(_run(numbers, limit)):
        if state is not None:
            if state in met:
                first, before = met[state]
                return _least(values, first, n - first, base - before)
            met[state] = n, base
        values.append(value)
    return Law("none", 0, 0, 0, False, limit - 1)


def _checked(excluded: Iterable[int]) -> list[int]:
    numbers = sorted(set(excluded))
    if numbers and numbers[0] < 1:
        raise GrundyError("an all-but set contains {numbers}: its numbers start at 1", numbers=numbers[0])
    return numbers


def _run(numbers: list[int], count: int) -> Iterator[tuple[int, State | None, int]]:
    """Yield for each heap its value, and the state and the base before it; no state while heaps are small."""
    largest = numbers[-1] if numbers else 0
    taken = [s for s in range(1, largest + 1) if s not in set(numbers)]
    values: list[int] = []
    above: set[int] = set()  # the values from the base on of the heaps that are far enough to be reached
    base = 0
    for n in range(count):
        if n > largest:
            above.add(values[n - largest - 1])
            while base in above:
                above.discard(base)
                base += 1
            above = {v for v in above if v > base}
        near = {values[n - s] for s in taken if s <= n}
        value = base
        while value in above or value in near:
            value += 1
        state = None
        if n > largest:
            last = tuple(max(v - base, -1) for v in values[n - largest : n])
            state = frozenset(v - base for v in above), last
        yield value, state, base
        values.append(value)


def _least(values: list[int], start: int, period: int, saltus: int) -> Law:
    """Return the law with the least period and preperiod of values that are periodic from ``start`` on."""
    while len(values) < start + 2 * period:
        values.append(values[len(values) - period] + saltus)
    used = start + period
    for p in range(1, period + 1):
        if period % p == 0 and saltus * p % period == 0:
            step = saltus * p // period
            if all(values[n + p] == values[n] + step for n in range(start, start + period)):
                period, saltus = p, step
                break
    while start and values[start - 1] + saltus == values[start - 1 + period]:
        start -= 1
    head = values[: start + period]
    reason = N_("by the exact criterion for all-but sets")
    return Law("arithmetic", period, start, saltus, True, used - 1, reason, "all-but", used, head)
