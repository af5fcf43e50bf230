"""The store of canonical forms, the array ``S``: its cells, its numbers by their codes, and the terms of its games."""

from __future__ import annotations

import numpy as np

from grundy.kernels.compiling import inlined, stays_a_call
from grundy.kernels.contract import Arena, Ints, Number, Part

# -- the cells of its header, the fields of a game, what its words mean ------------------------------------------------


FRACTION = 24
"""Binary places of a number whose code is the number itself."""
ONE = 1 << FRACTION
LARGEST = 1 << 60
"""Codes from here on, and their negatives, are those of other numbers."""

# the header of S
(
    GAMES,  # where the records begin
    GAME_ROOM,
    POOL,  # the options of all games
    POOL_ROOM,
    POOL_USED,
    TABLE,  # hash table of the general games, of id + 1
    TABLE_MASK,
    NUS,  # hash table of the games x + n·↑ + *m, of id + 1
    NUS_MASK,
    LE,  # memo of order
    LE_MASK,
    ADD,  # memo of sums, in lines of four
    ADD_MASK,  # of lines
    STACK,  # lists of options
    STACK_ROOM,
    TOP,  # how much of the stack is used
    COUNT,  # how many games there are
    DEPTH,  # calls of a comparison within each other
    NUMBERS,  # floors and ranks of large numbers
    NUMBER_ROOM,
    FACTS,  # hash table of what the store was told about two numbers
    FACTS_MASK,
    FACT_COUNT,
    LOST,  # how many answers the memos lost to newer ones since they were made
    PATIENCE,  # how many they may lose before they must grow
    ASKED,  # the question about numbers that was open when an OverflowError was raised, and the two
    ASKED_X,
    ASKED_Y,
    GAINS,  # whether the gain of a move is being asked for, so that for this no further ones are
    WORK,  # steps that were taken: answers that no memo held, options that were looked at
    ALLOWED,  # how many may be, before who asked is to look whether to go on
    LISTS,  # the most options of a player of a game that is being built: lists on the stack have this room
    MARKS,  # the last mark that was given
    HEADER,
) = range(34)

LEFT, LEFTS, RIGHT, RIGHTS, LS, RS, KIND, X, UP, NIM, NEG, WEIGHT, TERMS, MARK = (
    np.int64(field) for field in range(14)
)
"""The record of a game: place in the pool and count of each player's options, stops, kind; its number, ups and nimber;
its negative, -1 where that was not asked for; weight, and place of its terms in the pool, 0 where it is one itself (see
`grundy.kernels.short_arena`); the last list that it was entered in. Of one type, as below."""
RECORD = 14
NEAR = X
"""Of a general game known to be another one + *m: 1 + the id of that; m is where the nimber of others is. Else 0."""
FAR = UP
"""Of a general game: a nimber *N so large that all from it on are remote from the game (see `_capped`)."""

ARENA = Arena(
    "S",
    HEADER,
    {
        GAMES: Part("records"),
        POOL: Part("pool"),
        TABLE: Part("hash table"),
        NUS: Part("hash table of numbers, ups and nimbers"),
        LE: Part("memo of order"),
        ADD: Part("memo of sums"),
        NUMBERS: Part("large numbers"),
        FACTS: Part("facts"),
        STACK: Part("stack"),
    },
)

FIRST_LISTS, LONGEST_LISTS = 512, 2048
"""`LISTS` of a new store; it grows fourfold where a question wants more, up to this."""
MOST_TERMS = 8
"""A game that is known as the sum of more terms than these is one itself."""
FETCHED = np.int64(32)
"""Of so many games is fetched what tells of them: often the first answers for all."""
PRUNED = 32
"""After so many reversible options of a game those that are dominated go, then after twice as many, and so on."""
DEEPEST_ORDER = 8192
"""Calls of a comparison within each other."""
DEEPEST = 2048
"""Sums, negatives and translations go so deep into their options; the processor's stack holds that many calls."""
ABOVE, BELOW = np.int64(0), np.int64(1)
"""Which way an order is asked; also Right and Left. Of one type, for a function is compiled for each type of arguments."""
GENERAL, UNOPENED, OPENED = range(3)
"""Kinds: no number + ups + nimber; one whose options are not written down; one whose options are."""
MOST_OPENED = 1 << 18
"""The largest nimber whose options are written down."""
MANY = 128
"""The largest nimber that is added to a game by way of its options before others are tried."""
PLUS, XOR, BEFORE, SIMPLEST = np.int64(1), np.int64(2), np.int64(3), np.int64(4)
"""Questions about numbers: x + y; of integers, their nim-sum; the Left option of x; the simplest number between x and y, of
which there are 16, by which bounds there are and which of them are allowed."""
NONE = np.int64(-(1 << 63))
"""The code of no number at all; its own negative."""
ZERO, STAR = np.int64(0), np.int64(ONE)
"""The codes of 0 and 1. Not the bare words: a function is compiled for each of those that it is called with."""


# -- numbers by their codes: what `grundy.kernels.short` says of large and fine ones -----------------------------------


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


# -- what a game is known to be the sum of: terms, so many times each, and x + n·↑ + *m --------------------------------
#
# Of two pairs of games with one difference, g <= h and g' <= h' are one question; two pairs with one sum have one
# answer. A sum of n copies has more than n² followers, and most questions about them differ by terms that both sides
# share. Both memos hold pairs at the place of a *weight* that adds up as games do, and a pair answers for every other
# one of its sum or difference.
#
# The terms of a game are fixed when it is made as a sum, a translation or a negative; else it is a term itself. Two
# games that were made on two ways need not have the same terms, though they are one: then more questions are asked
# than need be.


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
