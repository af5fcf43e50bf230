"""Canonical forms of short games, hash-consed: equal games have one id, so that equality is a comparison of integers.

All is kept in one array, ``S`` (see `grundy.kernels.arena`): the records of the games, the pool of their options, two
hash tables, two memos (order and sum), what the store was told of large numbers, and a stack of lists of options. `laid_out`
makes it and enlarges it.

Canonical form (J. H. Conway, *On Numbers and Games*, ch. 10; *Winning Ways*, ch. 3; A. N. Siegel, *Combinatorial Game
Theory*, ch. II): an option that is reversible through B is replaced by the options of B, until there is none; then
dominated options go. Games x + n·↑ + *m are known by (x, n, m): they are compared and added in
closed form, and their options are written down only when they are asked for.

Each of x, n, m, and each stop, is a *code* of a number: the number as a multiple of 2^-24 if that is below 2^60, else plus
or minus (2^60 + k) for the k-th of the larger and finer numbers, which the store keeps (`grundy.values.dyadic`). Of those a
kernel knows the order. What their sums are it is told once for each pair: it asks by an OverflowError, and is called again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.arena import Arena, Part
from grundy.kernels.compiling import inlined, kernel, prefetch, stays_a_call
from grundy.kernels.contract import Ints, Number
from grundy.kernels.parts_arena import FIELDS, PARTS, PLACE, WIDTH
from grundy.kernels.parts_arena import POOL as PARTS_POOL
from grundy.kernels.rooms import first_room

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
    HEADER,
) = range(32)

LEFT, LEFTS, RIGHT, RIGHTS, LS, RS, KIND, X, UP, NIM, NEG = (np.int64(field) for field in range(11))
"""The record of a game: place in the pool and count of each player's options, stops, kind; its number, ups and nimber;
its negative, -1 where that was not asked for. Of one type, as below."""
RECORD = 11
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

AREA = 512
"""The most options of a player of a game that is being built."""
PRUNED = 32
"""After so many reversible options of a game those that are dominated go, before they are looked at."""
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


@inlined
def _at(S: Ints, place: Number) -> Number:
    return S[np.uint64(place)]


@inlined
def _field(S: Ints, g: Number, field: Number) -> Number:
    return S[np.uint64(S[GAMES] + g * RECORD + field)]


@inlined
def _hash(a: Number, b: Number) -> Number:
    h = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15) ^ (np.uint64(b) + np.uint64(0x7F4A7C159E3779B9)) * np.uint64(
        0xBF58476D1CE4E5B9
    )
    h ^= h >> np.uint64(31)
    h *= np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(29))


@inlined
def _work(S: Ints, steps: Number) -> Number:
    """Count some steps; TimeoutError when there were as many as are allowed."""
    S[WORK] += steps
    if S[WORK] > S[ALLOWED]:
        raise TimeoutError
    return 0


# ---- numbers


@inlined
def _plain(x: Number) -> Number:
    """Whether a code is the number itself, as a multiple of 2^-24."""
    return x > -LARGEST and x < LARGEST


@inlined
def _floor(S: Ints, x: Number) -> Number:
    """Return the greatest multiple of 2^-24 up to a number; the same of all numbers from 2^36 on, and of all to -2^36."""
    if _plain(x):
        return x
    return _at(S, S[NUMBERS] + 2 * (x - LARGEST)) if x > 0 else -1 - _at(S, S[NUMBERS] + 2 * (-x - LARGEST))


@inlined
def _rank(S: Ints, x: Number) -> Number:
    """Return what orders numbers of one floor: the multiple of 2^-24 comes first."""
    if _plain(x):
        return -np.int64(LARGEST)
    return _at(S, S[NUMBERS] + 2 * (x - LARGEST) + 1) if x > 0 else -_at(S, S[NUMBERS] + 2 * (-x - LARGEST) + 1)


@inlined
def _less_of_large(S: Ints, x: Number, y: Number) -> Number:
    stays_a_call()
    low, high = _floor(S, x), _floor(S, y)
    return low < high or (low == high and _rank(S, x) < _rank(S, y))


@inlined
def _less(S: Ints, x: Number, y: Number) -> Number:
    """Whether x < y."""
    return x < y if _plain(x) and _plain(y) else _less_of_large(S, x, y)


@inlined
def _fact(S: Ints, what: Number, x: Number, y: Number) -> Number:
    """Return what the store was told about two numbers; OverflowError if it has to be told first."""
    stays_a_call()
    h = _hash(_hash(x, y), what) & np.uint64(S[FACTS_MASK])
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
def _learned(S: Ints, what: Number, x: Number, y: Number, answer: Number) -> Number:
    """Note the answer of a question about two numbers; MemoryError if there is no room."""
    if 2 * S[FACT_COUNT] > S[FACTS_MASK]:
        raise MemoryError
    h = _hash(_hash(x, y), what) & np.uint64(S[FACTS_MASK])
    while _at(S, S[FACTS] + 4 * np.int64(h)) != 0:
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
def _plus(S: Ints, x: Number, y: Number) -> Number:
    """Return x + y."""
    return x + y if _plain(x) and _plain(y) and _plain(x + y) else _plus_large(S, x, y)


@inlined
def _xor(S: Ints, x: Number, y: Number) -> Number:
    """Return the nim-sum of two sizes of nimbers."""
    return x ^ y if _plain(x) and _plain(y) else _xor_large(S, x, y)


@inlined
def _before(S: Ints, x: Number) -> Number:
    """Return the Left option of a number, or `NONE`; the Right option is minus that of -x."""
    stays_a_call()
    if not _plain(x):
        return _fact(S, BEFORE, x, np.int64(0))
    low = x & -x
    if low >= ONE or x == 0:
        return _plus(S, x, -STAR) if x > 0 else NONE
    return _plus(S, x, -low)


# ---- games x + n·↑ + *m


@inlined
def _new(S: Ints) -> Number:
    """Return a new record."""
    if S[COUNT] >= S[GAME_ROOM]:
        raise MemoryError
    g = S[COUNT]
    S[COUNT] = g + 1
    return g


@inlined
def _sought(S: Ints, x: Number, up: Number, nim: Number) -> Number:
    """Return the id of x + up·↑ + *nim, or -1 if it has none."""
    h = _hash(_hash(x, up), nim) & np.uint64(S[NUS_MASK])
    while True:
        g = _at(S, np.uint64(S[NUS]) + h) - 1
        if g < 0 or (_field(S, g, X) == x and _field(S, g, UP) == up and _field(S, g, NIM) == nim):
            return g
        h = (h + np.uint64(1)) & np.uint64(S[NUS_MASK])


@inlined
def _nus(S: Ints, x: Number, up: Number, nim: Number) -> Number:
    """Return the id of x + up·↑ + *nim."""
    stays_a_call()
    h = _hash(_hash(x, up), nim) & np.uint64(S[NUS_MASK])
    while True:
        g = _at(S, np.uint64(S[NUS]) + h) - 1
        if g < 0:
            break
        if _field(S, g, X) == x and _field(S, g, UP) == up and _field(S, g, NIM) == nim:
            return g
        h = (h + np.uint64(1)) & np.uint64(S[NUS_MASK])
    if 2 * S[COUNT] > S[NUS_MASK]:
        raise MemoryError
    g = _new(S)
    place = np.uint64(S[GAMES] + g * RECORD)
    for k in range(np.uint64(RECORD)):
        S[place + k] = 0
    S[place + np.uint64(LS)] = x
    S[place + np.uint64(RS)] = x
    S[place + np.uint64(KIND)] = UNOPENED
    S[place + np.uint64(X)] = x
    S[place + np.uint64(UP)] = up
    S[place + np.uint64(NIM)] = nim
    S[place + np.uint64(NEG)] = -1
    S[np.uint64(S[NUS]) + h] = g + 1
    return g


@inlined
def _open(S: Ints, g: Number) -> Number:
    """Write the options of x + n·↑ + *m into the pool."""
    stays_a_call()
    if _field(S, g, KIND) != UNOPENED:
        return 0
    x, up, nim = _field(S, g, X), _field(S, g, UP), _field(S, g, NIM)
    smaller = np.int64(0)
    if up == 0 and nim != 0:
        if not _less(S, nim, np.int64(MOST_OPENED) << FRACTION):
            raise BufferError
        smaller = nim >> FRACTION
    if S[POOL_USED] + 2 * smaller + 8 > S[POOL_ROOM]:
        raise MemoryError
    lefts, rights = np.int64(0), np.int64(0)
    # the ids first: making them may need room, and then nothing may be half written
    first = np.int64(S[TOP])
    if first + 2 * smaller + 8 > S[STACK_ROOM]:
        raise RecursionError
    if up == 0 and nim == 0:
        before, after = _before(S, x), -_before(S, -x)
        if before != NONE:
            S[np.uint64(S[STACK] + first)] = _nus(S, before, ZERO, ZERO)
            lefts = 1
        if after != NONE:
            S[np.uint64(S[STACK] + first + lefts)] = _nus(S, after, ZERO, ZERO)
            rights = 1
    elif up == 0:
        for k in range(smaller):
            option = _nus(S, x, ZERO, k << FRACTION)
            S[np.uint64(S[STACK] + first + k)] = option
            S[np.uint64(S[STACK] + first + smaller + k)] = option
        lefts = rights = smaller
    else:
        one = STAR if up > 0 else -STAR
        number = _nus(S, x, ZERO, ZERO)
        further = _nus(S, x, _plus(S, up, -one), _xor(S, nim, STAR))
        both = up == one and nim == ONE  # x + ^* is {x, x* | x}
        star = _nus(S, x, ZERO, STAR) if both else number
        if one > 0:
            S[np.uint64(S[STACK] + first)] = number
            S[np.uint64(S[STACK] + first + 1)] = star
            lefts = 2 if both else 1
            S[np.uint64(S[STACK] + first + lefts)] = further
            rights = 1
        else:
            S[np.uint64(S[STACK] + first)] = further
            lefts = 1
            S[np.uint64(S[STACK] + first + 1)] = number
            S[np.uint64(S[STACK] + first + 2)] = star
            rights = 2 if both else 1
    start = S[POOL_USED]
    for k in range(lefts + rights):
        S[np.uint64(S[POOL] + start + k)] = _at(S, S[STACK] + first + k)
    place = np.uint64(S[GAMES] + g * RECORD)
    S[place + np.uint64(LEFT)] = start
    S[place + np.uint64(LEFTS)] = lefts
    S[place + np.uint64(RIGHT)] = start + lefts
    S[place + np.uint64(RIGHTS)] = rights
    S[POOL_USED] = start + lefts + rights
    S[place + np.uint64(KIND)] = OPENED
    return 0


@inlined
def _le_nus(S: Ints, g: Number, h: Number) -> Number:
    """Whether g <= h, both of the form x + n·↑ + *m."""
    x, y = _field(S, g, X), _field(S, h, X)
    if x != y:
        return _less(S, x, y)
    less, more = _field(S, g, UP), _field(S, h, UP)
    if less == more or not _less(S, less, more):
        return g == h
    return _plus(S, less, STAR) != more or _xor(S, _field(S, g, NIM), STAR) != _field(S, h, NIM)


@inlined
def _far(S: Ints, g: Number) -> Number:
    """Return a size from which on all nimbers are remote from a game."""
    return _field(S, g, FAR) if _field(S, g, KIND) == GENERAL else _plus(S, _field(S, g, NIM), np.int64(2 * ONE))


@inlined
def _capped(S: Ints, g: Number, far: Number) -> Number:
    """Return a game that compares as g = x + n·↑ + *m does with one from which all nimbers from *far on are remote.

    Let *M and *N be larger than each nimber among the followers of H, H included. Then H + *M and H + *N have one outcome.
    For let Left win by a move in H + *M. If that is to G + *M, she wins by the same move in H + *N, by induction. If it is
    to H + *k, k < M, then either *k is not remote, and she has the same move; or H + *N >= 0, by induction, and since H is
    not *N she wins that sum, moving first. So far for H = G - x - n·↑: this is *k only for a G that is x + n·↑ and *k
    or *(k ^ 1), and the same is so of its followers. Where *m is the largest nimber in the followers of G, all from
    *(m + 2) on are remote (compare *Winning Ways*, ch. 8).
    """
    if not _less(S, far, _field(S, g, NIM)):
        return g
    return _nus(S, _field(S, g, X), _field(S, g, UP), far)


@inlined
def _root(S: Ints, g: Number) -> Number:
    """Return the game of which a general one is known to be the sum with a nimber; itself if of none."""
    while _field(S, g, NEAR) != 0:
        g = _field(S, g, NEAR) - 1
    return g


@inlined
def _away(S: Ints, g: Number) -> Number:
    """Return the nimber by which a general game differs from its root."""
    nim = np.int64(0)
    while _field(S, g, NEAR) != 0:
        nim = _xor(S, nim, _field(S, g, NIM))
        g = _field(S, g, NEAR) - 1
    return nim


@inlined
def _link(S: Ints, found: Number, g: Number, nim: Number) -> Number:
    """Note that a game is g + *nim, so that both compare in one step; with hundreds of nimbers all else would be slow."""
    stays_a_call()
    if _field(S, found, KIND) == GENERAL and _field(S, g, KIND) == GENERAL:
        one, other = _root(S, found), _root(S, g)
        if one != other:
            nim = _xor(S, _xor(S, nim, _away(S, found)), _away(S, g))
            S[np.uint64(S[GAMES] + one * RECORD + NEAR)] = other + 1
            S[np.uint64(S[GAMES] + one * RECORD + NIM)] = nim
    return found


@inlined
def _lose(S: Ints) -> Number:
    """Count an answer that a memo loses to a newer one; MemoryError when these are so many that it should be larger."""
    S[LOST] += 1
    if S[LOST] > S[PATIENCE]:
        raise MemoryError
    return 0


@inlined
def _enter(S: Ints) -> Number:
    """Count one call more within a comparison."""
    if S[DEPTH] >= DEEPEST_ORDER:
        raise RecursionError
    S[DEPTH] += 1
    return 0


@inlined
def _moved(S: Ints, g: Number, h: Number) -> Number:
    """Return the id of g = x + n·↑ + *m with the nimber added by which h differs from its root, or -1: none is made."""
    if _field(S, h, NEAR) == 0:
        return np.int64(-1)
    return _sought(S, _field(S, g, X), _field(S, g, UP), _xor(S, _field(S, g, NIM), _away(S, h)))


@inlined
def _le_place(S: Ints, g: Number, h: Number) -> Number:
    """Return the place in the memo of order of g <= h."""
    return np.uint64(S[LE]) + (_hash(g, h) & np.uint64(S[LE_MASK]))


@inlined
def _fetch_le(S: Ints, start: Number, count: Number, g: Number, above: Number) -> Number:
    """Fetch from memory what tells of g <= h (``above``), or h <= g, for each of some games h; who asks one after the
    other would wait for each."""
    ls, rs = _field(S, g, LS), _field(S, g, RS)
    for k in range(count):
        h = _at(S, start + k)
        if above:
            if ls >= _field(S, h, RS) and _field(S, h, LS) >= ls and _field(S, h, RS) >= rs:
                prefetch(S, np.int64(_le_place(S, g, h)))
        elif _field(S, h, LS) >= rs and ls >= _field(S, h, LS) and rs >= _field(S, h, RS):
            prefetch(S, np.int64(_le_place(S, h, g)))
    return 0


def _le_function(S: Ints, g: Number, h: Number) -> Number:
    """Whether g <= h."""
    stays_a_call()
    if g == h:
        return True
    kind, other = _field(S, g, KIND), _field(S, h, KIND)
    if kind != GENERAL and other != GENERAL:
        return _le_nus(S, g, h)
    if _less(S, _field(S, g, LS), _field(S, h, RS)):
        return True
    if _less(S, _field(S, h, LS), _field(S, g, LS)) or _less(S, _field(S, h, RS), _field(S, g, RS)):
        return False
    if kind != GENERAL:
        moved = _moved(S, g, h)
        if moved >= 0:
            g, h = moved, _root(S, h)
        g = _capped(S, g, _field(S, h, FAR))
    elif other != GENERAL:
        moved = _moved(S, h, g)
        if moved >= 0:
            g, h = _root(S, g), moved
        h = _capped(S, h, _field(S, g, FAR))
    elif (_field(S, g, NEAR) != 0 or _field(S, h, NEAR) != 0) and _root(S, g) == _root(S, h):
        return False
    key = (g << 32 | h) << 1
    place = _le_place(S, g, h)
    held = _at(S, place)
    if held >> 1 == key >> 1:
        return held & 1 == 1
    _work(S, np.int64(1))
    _enter(S)
    found = True
    # a number need not be moved in where the other game is none (the number avoidance theorem)
    if kind == GENERAL or _field(S, g, UP) != 0 or _field(S, g, NIM) != 0:
        _open(S, g)
        start = S[POOL] + _field(S, g, LEFT)
        _fetch_le(S, start, _field(S, g, LEFTS), h, True)
        for k in range(_field(S, g, LEFTS)):
            if _le(S, h, _at(S, start + k)):
                found = False
                break
    if found and (other == GENERAL or _field(S, h, UP) != 0 or _field(S, h, NIM) != 0):
        _open(S, h)
        start = S[POOL] + _field(S, h, RIGHT)
        _fetch_le(S, start, _field(S, h, RIGHTS), g, False)
        for k in range(_field(S, h, RIGHTS)):
            if _le(S, _at(S, start + k), g):
                found = False
                break
    S[DEPTH] -= 1
    lost = _at(S, place)
    S[place] = key | np.int64(found)
    if lost != 0:
        _lose(S)
    return found


_le: Any = inlined(_le_function)


def _order_function(
    S: Ints, below: Number, b: Number, lists: Number, lefts: Number, rights: Number, ls: Number, rs: Number, far: Number
) -> Number:
    """Whether b <= G (``below``), or G <= b, for a game G that is no number; it is not built, its options are listed.

    From *far on all nimbers are remote from G.
    """
    _work(S, np.int64(1))
    if below:
        if _less(S, _field(S, b, LS), rs):
            return True
        if _less(S, ls, _field(S, b, LS)) or _less(S, rs, _field(S, b, RS)):
            return False
    else:
        if _less(S, ls, _field(S, b, RS)):
            return True
        if _less(S, _field(S, b, LS), ls) or _less(S, _field(S, b, RS), rs):
            return False
    if _field(S, b, KIND) != GENERAL:
        b = _capped(S, b, far)
    own = lists + AREA if below else lists
    found = True
    _fetch_le(S, own, rights if below else lefts, b, below == 0)
    for k in range(rights if below else lefts):
        if _le(S, _at(S, own + k), b) if below else _le(S, b, _at(S, own + k)):
            found = False
            break
    if found:
        _enter(S)
        _open(S, b)
        start = S[POOL] + _field(S, b, LEFT if below else RIGHT)
        for k in range(_field(S, b, LEFTS if below else RIGHTS)):
            if _order(S, BELOW - below, _at(S, start + k), lists, lefts, rights, ls, rs, far):
                found = False
                break
        S[DEPTH] -= 1
    return found


_order: Any = inlined(_order_function)


@inlined
def _fits(
    x: Number, low: Number, has_low: Number, low_in: Number, high: Number, has_high: Number, high_in: Number
) -> Number:
    above = not has_low or x > low or (x == low and low_in)
    return above and (not has_high or x < high or (x == high and high_in))


@inlined
def _simplest(
    S: Ints, low: Number, has_low: Number, low_in: Number, high: Number, has_high: Number, high_in: Number
) -> Number:
    """Return the simplest number between two bounds, each of which may be missing or belong to what is allowed."""
    stays_a_call()
    what = SIMPLEST + np.int64(has_low) + 2 * np.int64(low_in) + 4 * np.int64(has_high) + 8 * np.int64(high_in)
    x, y = low, high
    if not (_plain(x) and _plain(y)):
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
            if _plain(found):
                return sign * found
            break
        step >>= 1
    return _fact(S, what, x, y)


@inlined
def _unique(S: Ints, base: Number, count: Number) -> Number:
    """Sort a list of ids on the stack, drop what is there twice, and return how many are left."""
    stays_a_call()
    for i in range(1, count):
        value = _at(S, base + i)
        k = i - 1
        while k >= 0 and _at(S, base + k) > value:
            S[np.uint64(base + k + 1)] = _at(S, base + k)
            k -= 1
        S[np.uint64(base + k + 1)] = value
    kept = 0
    for i in range(count):
        if i == 0 or _at(S, base + i) != _at(S, base + kept - 1):
            S[np.uint64(base + kept)] = _at(S, base + i)
            kept += 1
    return kept


@inlined
def _undominated(S: Ints, base: Number, count: Number, left: Number) -> Number:
    """Drop the options of Left (or of Right) that another one dominates, and return how many are left."""
    stays_a_call()
    top = np.int64(-1)
    if count > 2:  # most go at once, by the one with the highest stops
        best, most = np.int64(0), np.int64(0)
        for k in range(count):
            g = _at(S, base + k)
            stops = _field(S, g, LS) + _field(S, g, RS)
            stops = stops if left else -stops
            if k == 0 or stops > most:
                best, most = np.int64(k), stops
        top = _at(S, base + best)
        S[np.uint64(base + best)] = _at(S, base)
        S[np.uint64(base)] = top
        kept = np.int64(1)
        _fetch_le(S, base + 1, count - 1, top, left == 0)
        for k in range(1, count):
            own = _at(S, base + k)
            if not (_le(S, own, top) if left else _le(S, top, own)):
                S[np.uint64(base + kept)] = own
                kept += 1
        count = kept
    i = 0
    while i < count:
        own = _at(S, base + i)
        _fetch_le(S, base, count, own, left != 0)
        for k in range(count):
            other = _at(S, base + k)
            if k != i and other != top and (_le(S, own, other) if left else _le(S, other, own)):
                count -= 1
                S[np.uint64(base + i)] = _at(S, base + count)
                break
        else:
            i += 1
    return count


@inlined
def _frame(S: Ints) -> Number:
    """Return the place of two lists of options on the stack."""
    if S[TOP] + 4 * AREA > S[STACK_ROOM]:
        raise RecursionError
    S[TOP] += 2 * AREA
    return S[STACK] + S[TOP] - 2 * AREA


@inlined
def _bypass(
    S: Ints, base: Number, lefts: Number, rights: Number, left: Number, ls: Number, rs: Number, far: Number
) -> Number:
    """Replace the reversible options of a player by those that they come back to, without what is dominated then; return
    how many there are.

    One that was replaced is not taken again: what replaced it is there, or was replaced in its turn.
    """
    stays_a_call()
    own = base if left else base + AREA
    count = lefts if left else rights
    gone, replaced = _frame(S), np.int64(0)
    i = 0
    while i < count:
        option = _at(S, own + i)
        if _field(S, option, KIND) != GENERAL and _field(S, option, UP) == 0 and _field(S, option, NIM) != 0:
            x = _field(S, option, X)
            if _less(S, rs, x) if left else _less(S, x, ls):  # the stops tell of all x + *k
                i += 1
                continue
            # of the remote nimbers that x + *m can be moved to, one tells for all
            option = _capped(S, option, _plus(S, far, STAR))
        _open(S, option)
        start = S[POOL] + _field(S, option, RIGHT if left else LEFT)
        through = np.int64(-1)
        for k in range(_field(S, option, RIGHTS if left else LEFTS)):
            b = _at(S, start + k)
            if _order(S, left, b, base, count if left else lefts, rights if left else count, ls, rs, far):
                through = b
                break
        if through < 0:
            i += 1
            continue
        _open(S, through)
        start = S[POOL] + _field(S, through, LEFT if left else RIGHT)
        if replaced < 2 * AREA:
            S[np.uint64(gone + replaced)] = _at(S, own + i)
            replaced += 1
        count -= 1
        S[np.uint64(own + i)] = _at(S, own + count)
        for k in range(_field(S, through, LEFTS if left else RIGHTS)):
            new = _at(S, start + k)
            there = False
            for m in range(count):
                there |= _at(S, own + m) == new
            for m in range(replaced):
                there |= _at(S, gone + m) == new
            if not there:
                if count >= AREA:
                    raise BufferError
                S[np.uint64(own + count)] = new
                count += 1
        if replaced % PRUNED == 0:
            count, i = _undominated(S, own, count, left), 0
    S[TOP] -= 2 * AREA
    return _undominated(S, own, count, left) if replaced > 0 else count


@inlined
def _known(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return the id of a game x + n·↑ + *m whose canonical options are on the stack, in order, or -1."""
    stays_a_call()
    first = _at(S, base)
    for k in range(lefts):
        if _field(S, _at(S, base + k), KIND) == GENERAL:
            return np.int64(-1)
    for k in range(rights):
        if _field(S, _at(S, base + AREA + k), KIND) == GENERAL:
            return np.int64(-1)
    x = _field(S, first, X)
    if lefts == rights:  # x + *m
        seen = np.int64(0)
        for k in range(lefts):
            a = _at(S, base + k)
            nim = _field(S, a, NIM)
            if a != _at(S, base + AREA + k) or _field(S, a, X) != x or _field(S, a, UP) or nim >= lefts << FRACTION:
                seen = np.int64(-1)
                break
            seen += 1
        if seen == lefts:
            return _nus(S, x, ZERO, lefts << FRACTION)
    for sign in (1, -1):
        near, nears = (base, lefts) if sign > 0 else (base + AREA, rights)
        far, fars = (base + AREA, rights) if sign > 0 else (base, lefts)
        if fars != 1 or nears > 2:
            continue
        last = _at(S, far)
        up, nim = _field(S, last, UP), _field(S, last, NIM)
        number = True
        for k in range(nears):
            a = _at(S, near + k)
            number &= _field(S, a, UP) == 0 and _field(S, a, X) == x and _field(S, a, NIM) <= (ONE if nears == 2 else 0)
        if not number or _field(S, last, X) != x or up * sign < 0:
            continue
        plain = up == 0 and nim == 0
        if (nears == 2) == plain and not (plain and nears == 1):
            return _nus(S, x, _plus(S, up, np.int64(sign * ONE)), _xor(S, nim, STAR))
    return np.int64(-1)


@inlined
def _farthest(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return a size from which on all nimbers are remote from the options on the stack."""
    stays_a_call()
    far = np.int64(0)
    for k in range(lefts + rights):
        own = _far(S, _at(S, base + (k if k < lefts else AREA + k - lefts)))
        if _less(S, far, own):
            far = own
    return far


@inlined
def _intern(S: Ints, base: Number, lefts: Number, rights: Number, ls: Number, rs: Number) -> Number:
    """Return the id of a game by its canonical options, which are on the stack in order."""
    stays_a_call()
    h = np.uint64(lefts)
    for k in range(lefts):
        h = _hash(h, _at(S, base + k))
    for k in range(rights):
        h = _hash(h, _at(S, base + AREA + k) + (np.int64(1) << 40))
    h &= np.uint64(S[TABLE_MASK])
    while True:
        g = _at(S, np.uint64(S[TABLE]) + h) - 1
        if g < 0:
            break
        if _field(S, g, LEFTS) == lefts and _field(S, g, RIGHTS) == rights:
            same = True
            start = S[POOL] + _field(S, g, LEFT)
            for k in range(lefts):
                same &= _at(S, start + k) == _at(S, base + k)
            start = S[POOL] + _field(S, g, RIGHT)
            for k in range(rights):
                same &= _at(S, start + k) == _at(S, base + AREA + k)
            if same:
                return g
        h = (h + np.uint64(1)) & np.uint64(S[TABLE_MASK])
    if 2 * S[COUNT] > S[TABLE_MASK] or S[POOL_USED] + lefts + rights > S[POOL_ROOM]:
        raise MemoryError
    far = _farthest(S, base, lefts, rights)
    g = _new(S)
    start = S[POOL_USED]
    for k in range(lefts):
        S[np.uint64(S[POOL] + start + k)] = _at(S, base + k)
    for k in range(rights):
        S[np.uint64(S[POOL] + start + lefts + k)] = _at(S, base + AREA + k)
    S[POOL_USED] = start + lefts + rights
    place = np.uint64(S[GAMES] + g * RECORD)
    S[place + np.uint64(LEFT)] = start
    S[place + np.uint64(LEFTS)] = lefts
    S[place + np.uint64(RIGHT)] = start + lefts
    S[place + np.uint64(RIGHTS)] = rights
    S[place + np.uint64(LS)] = ls
    S[place + np.uint64(RS)] = rs
    S[place + np.uint64(KIND)] = GENERAL
    S[place + np.uint64(NEAR)] = 0
    S[place + np.uint64(FAR)] = far
    S[place + np.uint64(NIM)] = 0
    S[place + np.uint64(NEG)] = -1
    S[np.uint64(S[TABLE]) + h] = g + 1
    return g


@inlined
def _make(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return the id of a game whose options, any ids in any order, are on the stack at ``base`` and ``base + AREA``."""
    stays_a_call()
    _work(S, lefts + rights)
    lefts, rights = _unique(S, base, lefts), _unique(S, base + AREA, rights)
    ls, rs = np.int64(0), np.int64(0)
    for k in range(lefts):
        stop = _field(S, _at(S, base + k), RS)
        if k == 0 or _less(S, ls, stop):
            ls = stop
    for k in range(rights):
        stop = _field(S, _at(S, base + AREA + k), LS)
        if k == 0 or _less(S, stop, rs):
            rs = stop
    if lefts == 0 or rights == 0 or not _less(S, rs, ls):
        low_in, high_in = np.bool_(True), np.bool_(True)
        if lefts:
            number = _nus(S, ls, ZERO, ZERO)
            for k in range(lefts):
                low_in = low_in and not _le(S, number, _at(S, base + k))
        if rights:
            number = _nus(S, rs, ZERO, ZERO)
            for k in range(rights):
                high_in = high_in and not _le(S, _at(S, base + AREA + k), number)
        if lefts == 0 or rights == 0 or ls != rs or (low_in and high_in):
            return _nus(S, _simplest(S, ls, lefts > 0, low_in, rs, rights > 0, high_in), ZERO, ZERO)
    lefts, rights = _undominated(S, base, lefts, BELOW), _undominated(S, base + AREA, rights, ABOVE)
    # the game itself may be a nimber, by up to 2 larger than those among the followers of its options
    far = _plus(S, _farthest(S, base, lefts, rights), np.int64(2 * ONE))
    lefts = _bypass(S, base, lefts, rights, BELOW, ls, rs, far)
    rights = _bypass(S, base, lefts, rights, ABOVE, ls, rs, far)
    lefts, rights = _unique(S, base, lefts), _unique(S, base + AREA, rights)
    known = _known(S, base, lefts, rights)
    return known if known >= 0 else _intern(S, base, lefts, rights, ls, rs)


def _negative_function(S: Ints, g: Number) -> Number:
    """Return the id of -g."""
    stays_a_call()
    if _field(S, g, KIND) != GENERAL:
        return _nus(S, -_field(S, g, X), -_field(S, g, UP), _field(S, g, NIM))
    if _field(S, g, NEG) >= 0:
        return _field(S, g, NEG)
    _work(S, np.int64(1))
    base = _frame(S)
    lefts, rights = _field(S, g, LEFTS), _field(S, g, RIGHTS)
    for k in range(lefts):
        S[np.uint64(base + AREA + k)] = _negative(S, _at(S, S[POOL] + _field(S, g, LEFT) + k))
    for k in range(rights):
        S[np.uint64(base + k)] = _negative(S, _at(S, S[POOL] + _field(S, g, RIGHT) + k))
    _unique(S, base, rights)
    _unique(S, base + AREA, lefts)
    h = _intern(S, base, rights, lefts, -_field(S, g, RS), -_field(S, g, LS))
    S[TOP] -= 2 * AREA
    S[np.uint64(S[GAMES] + g * RECORD + NEG)] = h
    S[np.uint64(S[GAMES] + h * RECORD + NEG)] = g
    root = _root(S, g)
    if _field(S, root, NEG) >= 0:
        _link(S, h, _field(S, root, NEG), _away(S, g))
    return h


_negative: Any = inlined(_negative_function)


@inlined
def _line(S: Ints, key: Number) -> Number:
    """Return the place in the memo of sums of the line for a key."""
    return np.uint64(S[ADD]) + np.uint64(8) * (_hash(key, 0) & np.uint64(S[ADD_MASK]))


@inlined
def _fetch_sum(S: Ints, g: Number, h: Number) -> Number:
    """Fetch from memory what the memo may hold of g + h."""
    prefetch(S, np.int64(_line(S, min(g, h) << 32 | max(g, h))))
    return 0


@inlined
def _recall(S: Ints, key: Number) -> Number:
    """Return the sum that the memo holds for a key, or -1; of a line of four the one asked for last stands first."""
    place = _line(S, key)
    for k in range(np.uint64(0), np.uint64(8), np.uint64(2)):
        if S[place + k] == key:
            return S[place + k + np.uint64(1)]
    return np.int64(-1)


@inlined
def _keep(S: Ints, key: Number, value: Number) -> Number:
    """Put a sum into the memo; the oldest of its line goes."""
    place = _line(S, key)
    lost = S[place + np.uint64(6)]
    for k in range(np.uint64(3)):
        last = place + np.uint64(6) - np.uint64(2) * k
        S[last], S[last + np.uint64(1)] = S[last - np.uint64(2)], S[last - np.uint64(1)]
    S[place], S[place + np.uint64(1)] = key, value
    if lost != 0:
        _lose(S)
    return value


def _shift_function(S: Ints, g: Number, x: Number) -> Number:
    """Return the id of g + x, x a number: what is canonical stays so (number translation)."""
    stays_a_call()
    if x == 0:
        return g
    if _field(S, g, KIND) != GENERAL:
        return _nus(S, _plus(S, _field(S, g, X), x), _field(S, g, UP), _field(S, g, NIM))
    number = _nus(S, x, ZERO, ZERO)
    key = number << 32 | g
    held = _recall(S, key)
    if held >= 0:
        return held
    _work(S, np.int64(1))
    base = _frame(S)
    lefts, rights = _field(S, g, LEFTS), _field(S, g, RIGHTS)
    for k in range(lefts):
        S[np.uint64(base + k)] = _shift(S, _at(S, S[POOL] + _field(S, g, LEFT) + k), x)
    for k in range(rights):
        S[np.uint64(base + AREA + k)] = _shift(S, _at(S, S[POOL] + _field(S, g, RIGHT) + k), x)
    _unique(S, base, lefts)
    _unique(S, base + AREA, rights)
    h = _intern(S, base, lefts, rights, _plus(S, _field(S, g, LS), x), _plus(S, _field(S, g, RS), x))
    S[TOP] -= 2 * AREA
    root = _recall(S, number << 32 | _root(S, g))
    if root >= 0:
        _link(S, h, root, _away(S, g))
    return _keep(S, key, h)


_shift: Any = inlined(_shift_function)


@inlined
def _is_many(S: Ints, g: Number) -> Number:
    """Whether a game is a nimber so large that it is added with an eye to who would move in it."""
    if _field(S, g, KIND) == GENERAL or _field(S, g, UP) != 0:
        return False
    return _less(S, np.int64(MANY) << FRACTION, _field(S, g, NIM))


@inlined
def _outweighs(S: Ints, gain: Number) -> Number:
    """Whether what a move gains is more than any nimber: gain + *j >= 0 for all j > 0.

    If a move of each player in G gains that, G + *m is {GL + *m | GR + *m}. For who moves second wins the difference of the
    two: a move in G or in the other game is answered by the same in the other one; and if *m becomes *k, Left moves the
    other game to -(GR + *m), which leaves G - GR + *(k xor m), and Right dually. Of the nimbers that are remote from the
    gain one tells for all.
    """
    stays_a_call()
    size, most = STAR, min(_far(S, gain), np.int64(AREA) << FRACTION)
    while size < most and _le(S, _nus(S, ZERO, ZERO, size), gain):
        size += ONE
    return size == most and most < np.int64(AREA) << FRACTION


def _sum_function(S: Ints, g: Number, h: Number) -> Number:
    """Return the id of g + h."""
    stays_a_call()
    if g > h:
        g, h = h, g
    if g == 0:
        return h
    held = _recall(S, g << 32 | h)
    if held >= 0:
        return held
    if _field(S, g, KIND) != GENERAL:
        if _field(S, h, KIND) != GENERAL:
            x = _plus(S, _field(S, g, X), _field(S, h, X))
            up = _plus(S, _field(S, g, UP), _field(S, h, UP))
            return _nus(S, x, up, _xor(S, _field(S, g, NIM), _field(S, h, NIM)))
        x, up, nim = _field(S, g, X), _field(S, g, UP), _field(S, g, NIM)
        if up == 0 and nim == 0:
            return _shift(S, h, x)
        if x != 0:
            return _shift(S, _sum(S, _nus(S, ZERO, up, nim), h), x)
    elif _field(S, h, KIND) != GENERAL:
        x, up, nim = _field(S, h, X), _field(S, h, UP), _field(S, h, NIM)
        if up == 0 and nim == 0:
            return _shift(S, g, x)
        if x != 0:
            return _shift(S, _sum(S, g, _nus(S, ZERO, up, nim)), x)
    if _negative(S, g) == h:
        return _nus(S, ZERO, ZERO, ZERO)
    nimber = np.int64(-1)  # or where *m stands of a sum that needs no move in it
    for side in range(2):
        a, b = (g, h) if side == 0 else (h, g)
        if not _is_many(S, b):
            continue
        if _field(S, a, NEAR) != 0:
            return _sum(S, _root(S, a), _nus(S, ZERO, ZERO, _xor(S, _away(S, a), _field(S, b, NIM))))
        carried = S[GAINS] == 0
        S[GAINS] += 1
        for player in (ABOVE, BELOW):
            gains = False
            for k in range(_field(S, a, RIGHTS if player == ABOVE else LEFTS) if carried else 0):
                option = _at(S, S[POOL] + _field(S, a, RIGHT if player == ABOVE else LEFT) + k)
                gain = _sum(S, a, _negative(S, option))
                gains = gains or _outweighs(S, gain if player == ABOVE else _negative(S, gain))
            carried = carried and gains
        S[GAINS] -= 1
        if carried:
            nimber = np.int64(1 - side)
        elif not _less(S, _field(S, b, NIM), np.int64(AREA) << FRACTION):
            raise BufferError
    _work(S, np.int64(1))
    base = _frame(S)
    lefts, rights = np.int64(0), np.int64(0)
    for side in range(2):
        if side == nimber:
            continue
        a, b = (g, h) if side == 0 else (h, g)
        _open(S, a)
        if _field(S, a, LEFTS) + lefts > AREA or _field(S, a, RIGHTS) + rights > AREA:
            raise BufferError
        for k in range(_field(S, a, LEFTS)):
            _fetch_sum(S, _at(S, S[POOL] + _field(S, a, LEFT) + k), b)
        for k in range(_field(S, a, RIGHTS)):
            _fetch_sum(S, _at(S, S[POOL] + _field(S, a, RIGHT) + k), b)
        for k in range(_field(S, a, LEFTS)):
            S[np.uint64(base + lefts)] = _sum(S, _at(S, S[POOL] + _field(S, a, LEFT) + k), b)
            lefts += 1
        for k in range(_field(S, a, RIGHTS)):
            S[np.uint64(base + AREA + rights)] = _sum(S, _at(S, S[POOL] + _field(S, a, RIGHT) + k), b)
            rights += 1
    found = _make(S, base, lefts, rights)
    S[TOP] -= 2 * AREA
    for side in range(2):
        a, b = (g, h) if side == 0 else (h, g)
        if _field(S, a, KIND) != GENERAL and _field(S, a, UP) == 0:
            _link(S, found, b, _field(S, a, NIM))
    return _keep(S, g << 32 | h, found)


_sum: Any = inlined(_sum_function)


@inlined
def begin(S: Ints) -> Number:
    """Begin a question: the first lists on the stack are for those from outside."""
    S[TOP], S[DEPTH], S[GAINS] = 2 * AREA, 0, 0
    return 0


@inlined
def first_left(S: Ints, g: Number) -> Number:
    """Return where the options of Left of a game begin."""
    return S[POOL] + _field(S, g, LEFT)


AHEAD = 12
"""So many questions ahead the memo's line is fetched from memory."""
ORDER, SUM, NEGATIVE, BUILD, OPEN, NUS_OF, LEARN = range(7)


@kernel("int64(int64[::1], int64, int64, int64, int64)", group="values")
def ask(S: Ints, what: Number, a: Number, b: Number, c: Number) -> Number:
    """Answer one question: a <= b, a + b, -a, the game of a and b options on the stack, …; or learn an answer.

    MemoryError: a part of the store is full; OverflowError: it wants to be told about two numbers; BufferError: a player
    would have more than `AREA` options, or a nimber more than `MOST_OPENED`; RecursionError: it goes too deep;
    TimeoutError: it takes more steps than are allowed.
    """
    begin(S)
    if what == ORDER:
        return np.int64(_le(S, a, b))
    if what == SUM:
        return _sum(S, a, b)
    if what == NEGATIVE:
        return _negative(S, a)
    if what == BUILD:
        return _make(S, S[STACK], a, b)
    if what == OPEN:
        return _open(S, a)
    if what >= LEARN:
        return _learned(S, what - LEARN, a, b, c)
    return _nus(S, a, b, c)


@kernel("int64(int64[::1], int64, int64[::1], int64[::1], int64[::1], int64[::1])")
def ask_many(S: Ints, what: Number, a: Ints, b: Ints, out: Ints, at: Ints) -> Number:
    """Answer a question (`ORDER` or `SUM`) for many pairs, from ``at[0]`` on, where it stands if an error is raised."""
    begin(S)
    while at[0] < a.size:
        k = at[0]
        if k + AHEAD < a.size:
            _fetch_sum(S, a[k + AHEAD], b[k + AHEAD])
        if what == ORDER:
            out[k] = np.int64(_le(S, a[k], b[k]))
        else:
            out[k] = _sum(S, a[k], b[k])
        at[0] += 1
    return 0


def laid_out(games: int, memo: int = 0, numbers: int = 0, facts: int = 0, old: Ints | None = None) -> Ints:
    """Return a store with room for so many games, words of either memo, large numbers, and facts about numbers.

    With an older one the new one holds what that holds, and has no less room for anything.
    """
    room = np.zeros(HEADER, np.int64) if old is None else old
    size = _room(first_room(1 << 10, 2), games, room[GAME_ROOM])
    memo = _room(8 * size, memo, room[LE_MASK] + 1)
    known = _room(first_room(64, 2), numbers, room[NUMBER_ROOM])
    facts = _room(first_room(64, 2), facts, room[FACTS_MASK] + 1)
    sizes = {
        GAMES: size * RECORD,
        POOL: size * 12,
        TABLE: size * 4,
        NUS: size * 4,
        LE: memo,
        ADD: memo,
        NUMBERS: known * 2,
        FACTS: facts * 4,
        STACK: AREA * 2 * (DEEPEST + 1),
    }
    held = {GAMES: int(room[COUNT]) * RECORD, POOL: int(room[POOL_USED]), NUMBERS: int(room[NUMBER_ROOM]) * 2}
    S = ARENA.made(sizes, old, held)
    S[GAME_ROOM], S[POOL_ROOM], S[STACK_ROOM], S[NUMBER_ROOM] = size, sizes[POOL], sizes[STACK], known
    S[TABLE_MASK], S[NUS_MASK] = sizes[TABLE] - 1, sizes[NUS] - 1
    S[LE_MASK], S[ADD_MASK], S[FACTS_MASK] = memo - 1, memo // 8 - 1, facts - 1
    S[PATIENCE], S[LOST], S[FACT_COUNT] = memo, 0, 0
    if old is None:
        S[ALLOWED] = 1 << 62
    if old is not None:
        rehash(S, old)
    return S


def _room(least: int, wanted: int, held: int) -> int:
    """Return a power of two that is enough."""
    return 1 << (int(max(least, wanted, held)) - 1).bit_length()


@kernel("int64(int64[::1], int64[::1])", group="values")
def rehash(S: Ints, old: Ints) -> Number:
    """Write the hash tables anew, from the records; and what the memos of an older store hold, and what that was told."""
    for g in range(S[COUNT]):
        if _field(S, g, KIND) == GENERAL:
            h = np.uint64(_field(S, g, LEFTS))
            start = S[POOL] + _field(S, g, LEFT)
            for k in range(_field(S, g, LEFTS)):
                h = _hash(h, _at(S, start + k))
            start = S[POOL] + _field(S, g, RIGHT)
            for k in range(_field(S, g, RIGHTS)):
                h = _hash(h, _at(S, start + k) + (np.int64(1) << 40))
            table, mask = S[TABLE], np.uint64(S[TABLE_MASK])
        else:
            h = _hash(_hash(_field(S, g, X), _field(S, g, UP)), _field(S, g, NIM))
            table, mask = S[NUS], np.uint64(S[NUS_MASK])
        h &= mask
        while _at(S, np.uint64(table) + h) != 0:
            h = (h + np.uint64(1)) & mask
        S[np.uint64(table) + h] = g + 1
    for place in range(old[LE], old[LE] + old[LE_MASK] + 1):
        key = _at(old, place) >> 1
        if key != 0:
            S[np.uint64(S[LE]) + (_hash(key >> 32, key & 0xFFFFFFFF) & np.uint64(S[LE_MASK]))] = _at(old, place)
    for line in range(old[ADD], old[ADD] + 8 * (old[ADD_MASK] + 1), 8):
        for k in range(6, -1, -2):
            if _at(old, line + k) != 0:
                _keep(S, _at(old, line + k), _at(old, line + k + 1))
    S[LOST] = 0
    for place in range(old[FACTS], old[FACTS] + 4 * (old[FACTS_MASK] + 1), 4):
        if _at(old, place) != 0:
            _learned(S, _at(old, place), _at(old, place + 1), _at(old, place + 2), _at(old, place + 3))
    return 0


@inlined
def _inserted(S: Ints, base: Number, count: Number, value: Number) -> Number:
    """Put an id into a sorted list on the stack unless it is there; return how many there are then."""
    k = count
    while k > 0 and _at(S, base + k - 1) > value:
        k -= 1
    if k > 0 and _at(S, base + k - 1) == value:
        return count
    if count >= AREA:
        raise BufferError
    i = count
    while i > k:
        S[np.uint64(base + i)] = _at(S, base + i - 1)
        i -= 1
    S[np.uint64(base + k)] = value
    return count + 1


@inlined
def _fetch_options(S: Ints, pool: Any, place: Number, values: Any, further: Number) -> Number:
    """Fetch from memory the values of the parts of a part's options, or ``further`` what the memos hold of these."""
    total = pool[place] + pool[place + 1]
    place += 2
    for _ in range(total):
        count = np.int64(pool[place])
        if not further:
            for i in range(1, count + 1):
                prefetch(values, np.int64(pool[place + i]))
        elif count > 0:
            first = np.int64(values[pool[place + 1]]) - 1
            prefetch(S, np.int64(S[GAMES] + max(first, np.int64(0)) * RECORD + LS))
            if count > 1:
                second = np.int64(values[pool[place + 2]]) - 1
                if first > 0 and second > 0:
                    _fetch_sum(S, first, second)
        place += count + 1
    return 0


@inlined
def _options_of(G: Ints, p: Number) -> Number:
    """Return where the options of a part stand in the pool."""
    return G[PARTS_POOL] + G[G[PARTS] + p * (G[WIDTH] + FIELDS) + PLACE]


@kernel("int64(int64[::1], int64[::1], int32[::1], int32[::1], int32[::1], int64[::1])", group="values")
def fold(S: Ints, G: Ints, pool: Any, order: Any, values: Any, at: Ints) -> Number:
    """Write the values of the parts of a game (see `grundy.kernels.parts`), options first, from ``order[at[0]]`` on.

    ``values``: 1 + that of each part, then 1 + that of its negative, 0 where that is not known.
    """
    begin(S)
    while at[0] < order.size:
        p = order[at[0]]
        place = np.uint64(_options_of(G, p))
        if at[0] + 1 < order.size:
            _fetch_options(S, pool, _options_of(G, order[at[0] + 1]), values, False)
        _fetch_options(S, pool, _options_of(G, p), values, True)
        base = S[STACK]
        lefts, rights = np.int64(0), np.int64(0)
        options = np.int64(pool[place])
        total = options + np.int64(pool[place + np.uint64(1)])
        place += np.uint64(2)
        for k in range(total):
            value = np.int64(0)
            for i in range(pool[place]):
                word = np.uint64(pool[place + np.uint64(i + 1)])
                part = np.int64(values[word]) - 1
                if part < 0:
                    part = _negative(S, np.int64(values[word ^ np.uint64(1)]) - 1)
                    values[word] = part + 1
                value = part if i == 0 else _sum(S, value, part)
            place += np.uint64(pool[place]) + np.uint64(1)
            if k < options:
                lefts = _inserted(S, base, lefts, value)
            else:
                rights = _inserted(S, base + AREA, rights, value)
        values[2 * p] = _make(S, base, lefts, rights) + 1
        at[0] += 1
    return 0


# what kernels of other files call
at, record, opened, le, total, negative, make, frame, inserted, work = (
    _at,
    _field,
    _open,
    _le,
    _sum,
    _negative,
    _make,
    _frame,
    _inserted,
    _work,
)
