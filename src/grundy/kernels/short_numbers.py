"""Numbers by their codes, and the words of the store: what is said in `grundy.kernels.short` of large and fine numbers."""

from __future__ import annotations

import numpy as np

from grundy.kernels.compiling import inlined, stays_a_call
from grundy.kernels.contract import Ints, Number
from grundy.kernels.short_arena import (
    ALLOWED,
    ASKED,
    ASKED_X,
    ASKED_Y,
    BEFORE,
    FACT_COUNT,
    FACTS,
    FACTS_MASK,
    GAMES,
    LARGEST,
    NONE,
    NUMBERS,
    ONE,
    PLUS,
    RECORD,
    SIMPLEST,
    STAR,
    WORK,
    XOR,
)


@inlined
def at(S: Ints, place: Number) -> Number:
    """Return a word of the store."""
    return S[np.uint64(place)]


@inlined
def field(S: Ints, g: Number, field: Number) -> Number:
    """Return a field of the record of a game."""
    return S[np.uint64(S[GAMES] + g * RECORD + field)]


@inlined
def hashed(a: Number, b: Number) -> Number:
    """Return a hash of two words, uint64."""
    h = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15) ^ (np.uint64(b) + np.uint64(0x7F4A7C159E3779B9)) * np.uint64(
        0xBF58476D1CE4E5B9
    )
    h ^= h >> np.uint64(31)
    h *= np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(29))


@inlined
def work(S: Ints, steps: Number) -> Number:
    """Count some steps; TimeoutError when there were as many as are allowed."""
    S[WORK] += steps
    if S[WORK] > S[ALLOWED]:
        raise TimeoutError
    return 0


@inlined
def plain(x: Number) -> Number:
    """Whether a code is the number itself, as a multiple of 2^-24."""
    return x > -LARGEST and x < LARGEST


@inlined
def _floor(S: Ints, x: Number) -> Number:
    """Return the greatest multiple of 2^-24 up to a number; the same of all numbers from 2^36 on, and of all to -2^36."""
    if plain(x):
        return x
    return at(S, S[NUMBERS] + 2 * (x - LARGEST)) if x > 0 else -1 - at(S, S[NUMBERS] + 2 * (-x - LARGEST))


@inlined
def _rank(S: Ints, x: Number) -> Number:
    """Return what orders numbers of one floor: the multiple of 2^-24 comes first."""
    if plain(x):
        return -np.int64(LARGEST)
    return at(S, S[NUMBERS] + 2 * (x - LARGEST) + 1) if x > 0 else -at(S, S[NUMBERS] + 2 * (-x - LARGEST) + 1)


@inlined
def _less_of_large(S: Ints, x: Number, y: Number) -> Number:
    stays_a_call()
    low, high = _floor(S, x), _floor(S, y)
    return low < high or (low == high and _rank(S, x) < _rank(S, y))


@inlined
def less(S: Ints, x: Number, y: Number) -> Number:
    """Whether x < y."""
    return x < y if plain(x) and plain(y) else _less_of_large(S, x, y)


@inlined
def _fact(S: Ints, what: Number, x: Number, y: Number) -> Number:
    """Return what the store was told about two numbers; OverflowError if it has to be told first."""
    stays_a_call()
    h = hashed(hashed(x, y), what) & np.uint64(S[FACTS_MASK])
    while True:
        place = np.uint64(S[FACTS]) + np.uint64(4) * h
        if S[place] == 0:
            break
        if S[place] == what and S[place + np.uint64(1)] == x and S[place + np.uint64(2)] == y:
            return S[place + np.uint64(3)]
        h = (h + np.uint64(1)) & np.uint64(S[FACTS_MASK])
    S[ASKED], S[ASKED_X], S[ASKED_Y] = what, x, y
    raise OverflowError


@inlined
def learned(S: Ints, what: Number, x: Number, y: Number, answer: Number) -> Number:
    """Note the answer of a question about two numbers; MemoryError if there is no room."""
    if 2 * S[FACT_COUNT] > S[FACTS_MASK]:
        raise MemoryError
    h = hashed(hashed(x, y), what) & np.uint64(S[FACTS_MASK])
    while at(S, S[FACTS] + 4 * np.int64(h)) != 0:
        h = (h + np.uint64(1)) & np.uint64(S[FACTS_MASK])
    place = np.uint64(S[FACTS]) + np.uint64(4) * h
    S[place], S[place + np.uint64(1)], S[place + np.uint64(2)], S[place + np.uint64(3)] = what, x, y, answer
    S[FACT_COUNT] += 1
    return 0


@inlined
def _plus_large(S: Ints, x: Number, y: Number) -> Number:
    stays_a_call()
    if x == 0 or y == 0 or x == -y:
        return x + y
    return _fact(S, PLUS, min(x, y), max(x, y))


@inlined
def _xor_large(S: Ints, x: Number, y: Number) -> Number:
    stays_a_call()
    if x == y or x == 0 or y == 0:
        return x ^ y
    return _fact(S, XOR, min(x, y), max(x, y))


@inlined
def plus(S: Ints, x: Number, y: Number) -> Number:
    """Return x + y."""
    return x + y if plain(x) and plain(y) and plain(x + y) else _plus_large(S, x, y)


@inlined
def xor(S: Ints, x: Number, y: Number) -> Number:
    """Return the nim-sum of two sizes of nimbers."""
    return x ^ y if plain(x) and plain(y) else _xor_large(S, x, y)


@inlined
def before(S: Ints, x: Number) -> Number:
    """Return the Left option of a number, or `NONE`; the Right option is minus that of -x."""
    stays_a_call()
    if not plain(x):
        return _fact(S, BEFORE, x, np.int64(0))
    low = x & -x
    if low >= ONE or x == 0:
        return plus(S, x, -STAR) if x > 0 else NONE
    return plus(S, x, -low)


@inlined
def _fits(
    x: Number, low: Number, has_low: Number, low_in: Number, high: Number, has_high: Number, high_in: Number
) -> Number:
    above = not has_low or x > low or (x == low and low_in)
    return above and (not has_high or x < high or (x == high and high_in))


@inlined
def simplest(
    S: Ints, low: Number, has_low: Number, low_in: Number, high: Number, has_high: Number, high_in: Number
) -> Number:
    """Return the simplest number between two bounds, each of which may be missing or belong to what is allowed."""
    stays_a_call()
    what = SIMPLEST + np.int64(has_low) + 2 * np.int64(low_in) + 4 * np.int64(has_high) + 8 * np.int64(high_in)
    x, y = low, high
    if not (plain(x) and plain(y)):
        return _fact(S, what, x, y)
    if _fits(np.int64(0), low, has_low, low_in, high, has_high, high_in):
        return np.int64(0)
    sign = np.int64(1)
    if not (has_low and low >= 0):  # all that fits is negative: look at the negatives
        sign = np.int64(-1)
        low, has_low, low_in, high, has_high, high_in = -high, has_high, high_in, -low, has_low, low_in
    step = STAR
    while step > 0:
        found = low // step * step
        if found < low or not low_in:
            found += step
        if _fits(found, low, has_low, low_in, high, has_high, high_in):
            if plain(found):
                return sign * found
            break
        step >>= 1
    return _fact(S, what, x, y)
