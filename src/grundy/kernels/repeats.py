"""Repeats in long sequences: the nearest earlier place of the last values, and how far back a period holds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Ints, Number

GRAM = 8
"""So many values in a row are hashed together."""
HASHES = 1 << 16
WORK = 64
"""Comparisons for each value, after which the search is given up: then the values are nearly periodic in many ways."""


def nearest_repeat(values: NDArray[Any], window: int) -> int:
    """Return the least p > 0 such that the last ``window`` values equal those p before, or 0 if there is none.

    Horspool's search with hashed groups of 8 values, from the end backwards: O(N / window + window) where values look
    random, O(N) steps else; it gives up, and returns 0, after 64 N comparisons.
    (R. N. Horspool, *Practical fast searching in strings*, 1980; S. Wu and U. Manber, 1994.)

    >>> nearest_repeat(np.arange(60, dtype=np.uint8) % 7, 20)
    7
    """
    if window < GRAM or len(values) < 2 * GRAM or window >= len(values):
        return 0
    return int(_nearest(values, window, np.zeros(HASHES, np.int64)))


def kept(values: NDArray[Any], period: int) -> int:
    """Return how many values at the end equal those ``period`` before. O(that number).

    >>> kept(np.array([5, 1, 2, 1, 2, 1], np.uint8), 2)
    3
    """
    return int(_kept(values, period))


def find(pattern: NDArray[Any], values: NDArray[Any]) -> int:
    """Return the first place where a pattern stands in an array of the same type, or -1.

    >>> find(np.array([2, 1], np.uint8), np.array([1, 2, 2, 1, 2, 1], np.uint8))
    2
    """
    return int(_find(pattern, values))


@kernel("int64(T[::1], T[::1])", by=0)
def _find(pattern: Any, values: Any) -> Number:
    size = pattern.size
    for place in range(values.size - size + 1):
        k = 0
        while k < size and values[np.uint64(place + k)] == pattern[np.uint64(k)]:
            k += 1
        if k == size:
            return place
    return -1


@inlined
def _hash(values: Any, place: Number) -> Number:
    word = np.uint64(0)
    for k in range(np.uint64(place), np.uint64(place + GRAM)):
        word = word * np.uint64(0x9E3779B97F4A7C15) + np.uint64(values[k]) + np.uint64(1)
    return (word >> np.uint64(32)) & np.uint64(HASHES - 1)


@kernel("int64(T[::1], int64, int64[::1])", by=0)
def _nearest(values: Any, window: Number, shifts: Ints) -> Number:
    first = values.size - window
    furthest = window - GRAM + 1
    for h in range(shifts.size):
        shifts[h] = furthest
    for s in range(furthest - 1, 0, -1):
        shifts[_hash(values, first + s)] = s
    own = _hash(values, first)
    work = WORK * values.size
    x = first - 1
    while x >= 0:
        h = _hash(values, x)
        if h == own:
            k = 0
            while k < window and values[np.uint64(x + k)] == values[np.uint64(first + k)]:
                k += 1
            if k == window:
                return first - x
            work -= k
            if work < 0:
                return 0
        x -= shifts[h]
    return 0


@kernel("int64(T[::1], int64)", by=0)
def _kept(values: Any, period: Number) -> Number:
    n = values.size - 1
    while n >= period and values[np.uint64(n)] == values[np.uint64(n - period)]:
        n -= 1
    return values.size - 1 - n
