"""What a game of the store is known to be the sum of: terms, which are other games, so many times each, and x + n·↑ + *m.

Of two pairs of games with one difference, g <= h and g' <= h' are one question; two pairs with one sum have one answer. A
sum of n copies has more than n² followers, and most questions about them differ by terms that both sides share. Both memos
hold pairs at the place of a *weight* that adds up as games do, and a pair answers for every other one of its sum or
difference.

The terms of a game are fixed when it is made as a sum, a translation or a negative; else it is a term itself. Two games that
were made on two ways need not have the same terms, though they are one: then more questions are asked than need be.
"""

from __future__ import annotations

import numpy as np

from grundy.kernels.compiling import inlined, stays_a_call
from grundy.kernels.contract import Ints, Number
from grundy.kernels.short_arena import (
    FRACTION,
    GAMES,
    GENERAL,
    KIND,
    MOST_TERMS,
    POOL,
    POOL_USED,
    RECORD,
    TERMS,
    WEIGHT,
    X,
)
from grundy.kernels.short_numbers import at, field, hashed, plain

XORED = np.int64(-1 << 48)
"""The bits of a weight that add up as nimbers do; the others as numbers do."""


@inlined
def weighed(x: Number, up: Number, nim: Number) -> Number:
    """Return the weight of x + up·↑ + *nim."""
    sum = np.int64(hashed(np.int64(0), np.int64(1))) * x + np.int64(hashed(np.int64(0), np.int64(2))) * up
    return (sum & ~XORED) | (nim >> FRACTION) << 48


@inlined
def weight_of_term(g: Number) -> Number:
    """Return the weight of a game that has no terms."""
    return np.int64(hashed(g, np.int64(3))) & ~XORED


@inlined
def added(a: Number, b: Number) -> Number:
    """Return the weight of a sum."""
    return ((a + b) & ~XORED) | ((a ^ b) & XORED)


@inlined
def taken(a: Number, b: Number) -> Number:
    """Return the weight of a difference."""
    return ((a - b) & ~XORED) | ((a ^ b) & XORED)


@inlined
def _count(S: Ints, g: Number) -> Number:
    """Return how many terms a game has besides x + n·↑ + *m."""
    if field(S, g, KIND) != GENERAL:
        return np.int64(0)
    place = field(S, g, TERMS)
    return np.int64(1) if place == 0 else at(S, S[POOL] + place)


@inlined
def _rest(S: Ints, g: Number, which: Number) -> Number:
    """Return x, n or m of x + n·↑ + *m among the terms."""
    if field(S, g, KIND) != GENERAL:
        return field(S, g, X + which)
    place = field(S, g, TERMS)
    return np.int64(0) if place == 0 else at(S, S[POOL] + place + 1 + which)


@inlined
def _term(S: Ints, g: Number, k: Number) -> Number:
    """Return a term of a game and how many times it is there, in one word."""
    place = field(S, g, TERMS)
    return g << 32 | np.int64(1) if place == 0 else at(S, S[POOL] + place + 4 + k)


@inlined
def _times(word: Number) -> Number:
    return word << 32 >> 32


@inlined
def _times_in(S: Ints, g: Number, term: Number) -> Number:
    """Return how many times a term is there in a game."""
    for k in range(_count(S, g)):
        word = _term(S, g, k)
        if word >> 32 == term:
            return _times(word)
    return np.int64(0)


@inlined
def same_sum(S: Ints, a: Number, b: Number, c: Number, d: Number) -> Number:
    """Whether a + b and c + d have the same terms."""
    stays_a_call()
    if _rest(S, a, 2) ^ _rest(S, b, 2) != _rest(S, c, 2) ^ _rest(S, d, 2):
        return False
    for which in range(2):
        if _rest(S, a, which) + _rest(S, b, which) != _rest(S, c, which) + _rest(S, d, which):
            return False
    for g in (a, b, c, d):
        for which in range(3):
            if not plain(_rest(S, g, which)):
                return False
        for k in range(_count(S, g)):
            term = _term(S, g, k) >> 32
            if _times_in(S, a, term) + _times_in(S, b, term) != _times_in(S, c, term) + _times_in(S, d, term):
                return False
    return True


@inlined
def note_sum(S: Ints, found: Number, g: Number, h: Number, sign: Number) -> Number:
    """Note that a new game is g + h, or g - h, unless its terms are too many; the pool has room for them."""
    stays_a_call()
    place = S[POOL] + S[POOL_USED]
    for which in range(3):
        x, y = _rest(S, g, which), _rest(S, h, which)
        total = x ^ y if which == 2 else x + sign * y
        if not (plain(x) and plain(y) and plain(total)):
            return 0
        S[np.uint64(place + 1 + which)] = total
    count = np.int64(0)
    for side in range(2):
        one = g if side == 0 else h
        for k in range(_count(S, one)):
            word = _term(S, one, k)
            term = word >> 32
            if side == 1 and _times_in(S, g, term) != 0:
                continue
            times = _times_in(S, g, term) + sign * _times_in(S, h, term)
            if times == 0:
                continue
            if count == MOST_TERMS or times >= np.int64(1 << 31) or times <= -np.int64(1 << 31):
                return 0
            S[np.uint64(place + 4 + count)] = term << 32 | (times & np.int64(0xFFFFFFFF))
            count += 1
    S[np.uint64(place)] = count
    record = np.uint64(S[GAMES] + found * RECORD)
    S[record + np.uint64(TERMS)] = S[POOL_USED]
    one, other = field(S, g, WEIGHT), field(S, h, WEIGHT)
    S[record + np.uint64(WEIGHT)] = added(one, other) if sign > 0 else taken(one, other)
    S[POOL_USED] += 4 + count
    return 0
