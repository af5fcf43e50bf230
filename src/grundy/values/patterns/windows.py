"""Periods of long nim-sequences: found by the nearest repeat of the last values, proved by a bound or by a window.

The *window criterion* needs fewer values than the bounds of `grundy.values.patterns.periods`, where sparse space leaves few
rare heaps. Let r be the last rare heap, D how far splits had to be read at the heaps that are not rare (the *depth*), t the
last digit of the code, and L = max(r, D) + t. If the last L of N values equal those p before, the period p holds for ever:
at a heap n >= N, by induction,

- the options by taking, and those with a rare heap, are read from the L values before n, which equal those before n - p, so
  that the least common value that is no such option is the same at n and n - p;
- at n - p each smaller rare value had a split a + b with a <= D; a + (b + p) is a split of n, of the same value, since b + p
  lies among the L values before n;
- so g(n) = g(n - p), a common value, and n is not rare.

Needed besides: all the heaps from N - p on are beyond the last rare one, and their depth was taken with the same split of
the values; N - p > L, so that every split with a rare heap is there at n - p too; p is even if the split of the values looks
at the position's parity; of unequal parts, N > 2 max(r, D) + t, so that a stays smaller than b.
(In line with what A. Flammenkamp reports of 0.106; *Winning Ways* ch. 4 for sparse space.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grundy.kernels.sparse import kept, nearest_repeat
from grundy.values.patterns.periods import Criterion, Period

SHORTEST = 64
"""Fewer values than this are not looked for again: what they repeat says little."""


class Window(NamedTuple):
    """What sparse space knows of a sequence: how far back a value looks.

    ``since``: the first heap whose depth was counted; ``even``: whether a period must be even; ``unequal``: whether the
    two heaps of a split must differ.
    """

    last_rare: int
    depth: int
    last_digit: int
    since: int
    even: bool
    unequal: bool

    @property
    def length(self) -> int:
        """How many values in a row must repeat."""
        return max(self.last_rare, self.depth) + self.last_digit


def prove_by_window(values: Any, window: Window) -> Period | None:
    """Return the period that the window criterion proves from an array of values, or None. O(N) at the most.

    The period and the preperiod are the least. Where an even period is wanted and an odd one repeats, twice that is proved
    first.
    """
    count = len(values)
    length = max(window.length, SHORTEST)
    if 2 * length >= count:
        return None
    least = nearest_repeat(values, length)
    period = 2 * least if window.even and least % 2 else least
    first = count - period
    if (
        period == 0
        or kept(values, period) < length
        or first <= max(window.length, window.last_rare)
        or first < window.since
        or (window.unequal and count <= 2 * max(window.last_rare, window.depth) + window.last_digit)
    ):
        return None
    preperiod = first - kept(values, period)
    needed = preperiod + period + length
    if least != period and kept(values, least) >= period:  # all of an even period repeats at half of it
        preperiod, period = count - least - kept(values, least), least
    return Period(preperiod, period, True, needed, "window")


def prove_long(values: Any, criterion: Criterion) -> Period | None:
    """Return a proved period of an array of values if a third of them repeats and the criterion's bound is met, or None."""
    period = nearest_repeat(values, max(SHORTEST, len(values) // 3))
    if period == 0:
        return None
    preperiod = len(values) - period - kept(values, period)
    needed = criterion(preperiod, period)
    return Period(preperiod, period, True, needed, "bound") if needed <= len(values) else None
