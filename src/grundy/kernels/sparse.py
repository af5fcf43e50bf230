"""Nim-sequences of codes that leave at most two heaps, by sparse space (*Winning Ways* ch. 4, "sparse space phenomenon").

A mask splits the values into rare ones (an even number of ones under the mask) and common ones; the position's parity may
count as one bit more. An option of two heaps is common only if exactly one of the two heaps is rare. So at each heap

1. the options with a rare heap are marked, and the least common value that is not marked is the value, *unless*
2. a smaller rare value is no option: the splits 1 + b, 2 + b, … are read until each such value was seen. If one is never
   seen, the least of them is the value, and the heap is rare.

This is right for every mask; the mask only makes rare heaps few. Step 1 (*predict*) must go heap by heap, step 2
(*verify*) is independent for every heap: blocks are predicted, then verified, perhaps by several threads, and cut off at
the first heap where the prediction was wrong.

Two variants: values below 64, whose sets are one machine word, and any values of 8 or 16 bits, whose sets are bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import inlined, kernel, trailing_zeros
from grundy.kernels.contract import Ints, Number

Values = NDArray[Any]
"""uint8 or uint16."""
Positions = NDArray[np.uint32]
Words64 = NDArray[np.uint64]
Flags = NDArray[np.uint8]
Lists = NDArray[np.uint16]
Starts = NDArray[np.int32]

BASE, UNEQUAL, POSITION, PARITY, COUNT = 0, 1, 2, 3, 4
"""The cells of ``shape``: the heap that stands first in ``far``; whether two parts must differ; whether the position's
parity counts; the parity of the splitting digits; the count of rare heaps."""
RULES = "int64[::1], int64[::1], int64[::1], int64[::1], T[::1], uint32[::1], T[::1]"
"""The types of what values are predicted by."""
VALUE, DEPTH, SHORT = 0, 1, 2
"""The cells of ``found``: the value where a prediction was wrong; how deep splits were read; whether ``far`` was short."""


@inlined
def _cut(rares: Positions, count: Number, rest: Number) -> Number:
    """Return how many rare positions are below ``rest``."""
    while count > 0 and np.int64(rares[np.uint64(count - 1)]) >= rest:
        count -= 1
    return count


@inlined
def _predict_word(n: Number, rules: Any, common: Number) -> tuple[Number, Number]:
    """Return the value that the rare heaps predict (64 for none) and the word of smaller rare values to be seen."""
    nothing, takes, splits, shape, far, rares, held = rules
    base, count = shape[BASE], shape[COUNT]
    one = np.uint64(1)
    seen = np.uint64(0)
    for taken in nothing:
        if taken == n:
            seen |= one
    for taken in takes:
        if taken < n:
            seen |= one << np.uint64(far[np.uint64(n - taken - base)])
    for taken in splits:
        rest = n - taken
        until = _cut(rares, count, rest)
        top = np.uint64(rest - base)
        if shape[UNEQUAL] and until > 0 and 2 * np.int64(rares[np.uint64(until - 1)]) >= rest:
            for k in range(np.uint64(0), np.uint64(until)):
                if 2 * np.int64(rares[k]) != rest:
                    seen |= one << np.uint64(held[k] ^ far[top - np.uint64(rares[k])])
        else:
            for k in range(np.uint64(0), np.uint64(until)):
                seen |= one << np.uint64(held[k] ^ far[top - np.uint64(rares[k])])
    if shape[POSITION] and (n + shape[PARITY]) & 1:
        common = ~common
    free = ~seen & common
    if free == 0:
        return np.uint64(64), ~seen & ~common
    value = np.uint64(trailing_zeros(free))
    return value, ~seen & ~common & ((one << value) - one)


@inlined
def _reach(rest: Number, shape: Ints, near: Values) -> tuple[Number, Number, Number]:
    """Return the last first part of a split of ``rest``, the last that is at hand, and where ``rest`` is in ``far``."""
    last = (rest - shape[UNEQUAL]) >> 1
    return last, min(last, near.size - 1, rest - shape[BASE]), np.uint64(rest - shape[BASE])


@inlined
def _verify_word(
    n: Number, missing: Number, splits: Ints, shape: Ints, near: Flags, far: Flags
) -> tuple[Number, Number]:
    """Return what is still missing when the splits were read, and how far they were read; -1 if the window is short."""
    one = np.uint64(1)
    deepest = 0
    for taken in splits:
        if n - taken < 2:
            continue
        last, limit, top = _reach(n - taken, shape, near)
        a = 1
        while missing != 0 and a <= limit:
            end = min(a + 32, limit + 1)
            seen = np.uint64(0)
            for k in range(np.uint64(a), np.uint64(end)):
                seen |= one << np.uint64(near[k] ^ far[top - k])
            missing &= ~seen
            a = end
        deepest = max(deepest, a - 1)
        if missing != 0 and limit < last:
            return missing, -1
        if missing == 0:
            break
    return missing, deepest


@kernel(f"int64(uint64, int64, int64, uint64[::1], {RULES.replace('T', 'uint8')})")
def predict_words(common: Number, start: Number, end: Number, missing: Words64, *rules: Any) -> Number:
    """Predict the values of the heaps from ``start`` to ``end``; return where values stopped to fit, or ``end``."""
    shape, far = rules[3:5]
    for n in range(start, end):
        value, rest = _predict_word(n, rules, common)
        if value > 63:
            return n
        far[np.uint64(n - shape[BASE])] = value
        missing[np.uint64(n - start)] = rest
    return end


@kernel("int64(int64[::1], int64[::1], uint8[::1], uint8[::1], int64, int64, uint64[::1], int64[::1])")
def verify_words(
    splits: Ints, shape: Ints, near: Flags, far: Flags, start: Number, end: Number, missing: Words64, found: Ints
) -> Number:
    """Verify predicted values; return the first heap that was wrong, or ``end``."""
    deepest = 0
    stop = end
    for n in range(start, end):
        rest = missing[np.uint64(n - start)]
        if rest != 0:
            rest, depth = _verify_word(n, rest, splits, shape, near, far)
            if depth < 0 or rest != 0:
                found[VALUE] = trailing_zeros(rest)
                found[SHORT] = depth < 0
                stop = n
                break
            deepest = max(deepest, depth)
    found[DEPTH] = max(found[DEPTH], deepest)
    return stop


@kernel(
    f"int64(uint64[::1], uint64[::1], uint8[::1], uint64[::1], int64, int64, uint16[::1], int32[::1], {RULES})", by=12
)
def predict_marks(
    even: Words64,
    odd: Words64,
    marks: Flags,
    eights: Words64,
    start: Number,
    end: Number,
    missing: Lists,
    starts: Starts,
    *rules: Any,
) -> Number:
    """Predict the values of the heaps from ``start`` to ``end``; return where values stopped to fit, or ``end``.

    ``marks`` has a byte for every value, ``eights`` is the same memory eight at a time; ``even`` and ``odd`` have a byte 1
    for every common value, for even and odd heaps. The rare values to be seen at heap ``start + i`` are those of
    ``missing`` from ``starts[i]`` to ``starts[i + 1]``.
    """
    nothing, takes, splits, shape, far, rares, held = rules
    base, count = shape[BASE], shape[COUNT]
    ones = np.uint64(0x0101010101010101)
    listed = 0
    starts[0] = 0
    for n in range(start, end):
        if listed + marks.size > missing.size:
            return n
        for k in range(np.uint64(0), np.uint64(eights.size)):
            eights[k] = 0
        for taken in nothing:
            if taken == n:
                marks[0] = 1
        for taken in takes:
            if taken < n:
                marks[np.uint64(far[np.uint64(n - taken - base)])] = 1
        for taken in splits:
            rest = n - taken
            until = _cut(rares, count, rest)
            top = np.uint64(rest - base)
            if shape[UNEQUAL] and until > 0 and 2 * np.int64(rares[np.uint64(until - 1)]) >= rest:
                for k in range(np.uint64(0), np.uint64(until)):
                    if 2 * np.int64(rares[k]) != rest:
                        marks[np.uint64(held[k] ^ far[top - np.uint64(rares[k])])] = 1
            else:
                for k in range(np.uint64(0), np.uint64(until)):
                    marks[np.uint64(held[k] ^ far[top - np.uint64(rares[k])])] = 1
        common = odd if n & 1 else even
        found = False
        for k in range(np.uint64(0), np.uint64(eights.size)):
            unseen = eights[k] ^ ones
            free = unseen & common[k]
            rare = unseen & ~common[k]
            if free != 0:
                place = np.uint64(trailing_zeros(free))
                rare &= (np.uint64(1) << place) - np.uint64(1)
                far[np.uint64(n - base)] = (k << np.uint64(3)) + (place >> np.uint64(3))
                found = True
            while rare != 0:
                missing[np.uint64(listed)] = (k << np.uint64(3)) + (np.uint64(trailing_zeros(rare)) >> np.uint64(3))
                listed += 1
                rare &= rare - np.uint64(1)
            if found:
                break
        if not found:
            return n
        starts[np.uint64(n - start + 1)] = listed
    return end


FEW = 4
"""So few missing values are looked for one by one."""
FIRST = 64


@inlined
def _verify_list(
    n: Number, lost: Lists, count: Number, splits: Ints, shape: Ints, near: Values, far: Values, marks: Flags
) -> tuple[Number, Number]:
    """Return how many of the listed values no split has, these being first in the list, and how far splits were read."""
    deepest = 0
    for taken in splits:
        if n - taken < 2:
            continue
        last, limit, top = _reach(n - taken, shape, near)
        a = 1
        block = FIRST
        while count > FEW and a <= limit:
            end = min(a + block, limit + 1)
            for k in range(count):
                marks[np.uint64(lost[k])] = 0
            for k in range(np.uint64(a), np.uint64(end)):
                marks[np.uint64(near[k] ^ far[top - k])] = 1
            kept = 0
            for k in range(count):
                if marks[np.uint64(lost[k])] == 0:
                    lost[kept] = lost[k]
                    kept += 1
            count = kept
            a = end
            block = 256
        if count <= FEW:
            kept = 0
            deepest = max(deepest, a - 1)
            for k in range(count):
                value = near[0] + lost[k]
                b = a
                hit = np.uint8(0)
                while b <= limit:
                    end = min(b + 128, limit + 1)
                    for c in range(np.uint64(b), np.uint64(end)):
                        hit |= np.uint8((near[c] ^ far[top - c]) == value)
                    b = end
                    if hit:
                        break
                deepest = max(deepest, b - 1)
                if hit == 0:
                    lost[kept] = lost[k]
                    kept += 1
            count = kept
        else:
            deepest = max(deepest, a - 1)
        if count != 0 and limit < last:
            return count, -1
        if count == 0:
            break
    return count, deepest


@kernel(
    "int64(int64[::1], int64[::1], T[::1], T[::1], uint8[::1], int64, int64, uint16[::1], int32[::1], int64[::1])", by=2
)
def verify_marks(
    splits: Ints,
    shape: Ints,
    near: Values,
    far: Values,
    marks: Flags,
    start: Number,
    end: Number,
    missing: Lists,
    starts: Starts,
    found: Ints,
) -> Number:
    """Verify predicted values; return the first heap that was wrong, or ``end``. ``starts`` begins at heap ``start``."""
    deepest = 0
    stop = end
    for n in range(start, end):
        first = starts[np.uint64(n - start)]
        count = np.int64(starts[np.uint64(n - start + 1)] - first)
        if count > 0:
            lost = missing[first : first + count]
            left, depth = _verify_list(n, lost, count, splits, shape, near, far, marks)
            if depth < 0 or left > 0:
                found[VALUE] = lost[0]
                found[SHORT] = depth < 0
                stop = n
                break
            deepest = max(deepest, depth)
    found[DEPTH] = max(found[DEPTH], deepest)
    return stop


@kernel("int64(T[::1], int64, int64, int64[:, ::1])", by=0)
def count_values(values: Values, start: Number, end: Number, counts: Number) -> Number:
    """Count the values at even and at odd places into ``counts[value, place & 1]``."""
    for n in range(start, end):
        counts[np.uint64(values[np.uint64(n)]), np.uint64(n & 1)] += 1
    return 0


@kernel("int64(T[::1], int64, int64, int64, uint8[::1], int64, uint32[::1])", by=0)
def rare_places(
    values: Values, base: Number, start: Number, end: Number, common: Flags, position: Number, out: Positions
) -> Number:
    """Write the rare heaps into ``out`` as far as there is room; return how many there are.

    ``common[v]`` is 1 for the common values of even heaps; of odd ones too, unless ``position`` is set.
    """
    count = 0
    for n in range(start, end):
        if common[np.uint64(values[np.uint64(n - base)])] == (position & n & 1):
            if count < out.size:
                out[np.uint64(count)] = n
            count += 1
    return count


# ---- repeats in long sequences: the nearest earlier place of the last values, and how far back a period holds

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
