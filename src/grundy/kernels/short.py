"""Canonical forms of short games, hash-consed: equal games have one id, so that equality is a comparison of integers.

All is kept in one array of int64, ``S``: a header, the records of the games, the pool of their options, two hash tables, two
memos (order and sum) and a stack of lists of options. One array is passed where a dozen would slow each call down; `Short`
lays it out and enlarges it.

Canonical form (J. H. Conway, *On Numbers and Games*, ch. 10; *Winning Ways*, ch. 3; A. N. Siegel, *Combinatorial Game
Theory*, ch. II): an option that is reversible through B is replaced by the options of B, until there is none; then
dominated options go. Games x + n·↑ + *m are known by (x, n, m): they are compared and added in
closed form, and their options are written down only when they are asked for. Numbers are kept as multiples of 2^-24.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined, kernel, prefetch
from grundy.kernels.contract import Ints, Number
from grundy.kernels.rooms import first_room

FRACTION = 24
"""Binary places of a number."""
LARGEST = 1 << 60
"""Numbers (as multiples of 2^-24) stay below this; larger ones are refused here."""

# the header: where each part begins, how large it is, how much of it is used
GAMES, GAME_ROOM, POOL, POOL_ROOM, POOL_USED = 0, 1, 2, 3, 4
TABLE, TABLE_MASK, NUS, NUS_MASK = 5, 6, 7, 8
LE, LE_MASK, ADD, ADD_MASK = 9, 10, 11, 12
STACK, STACK_ROOM, TOP, COUNT, DEPTH = 13, 14, 15, 16, 17
HEADER = 24

# a record
LEFT, LEFTS, RIGHT, RIGHTS, LS, RS, KIND, X, UP, NIM, NEG = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
RECORD = 11
NEAR = X
"""Of a general game known to be another one + *m: 1 + the id of that; m is where the nimber of others is. Else 0."""
AREA = 512
"""The most options of a player of a game that is being built."""
DEEPEST_ORDER = 8192
"""Calls of a comparison within each other."""
DEEPEST = 2048
"""Sums, negatives and translations go so deep into their options; the processor's stack holds that many calls."""
ABOVE, BELOW = np.int64(0), np.int64(1)
"""Which way an order is asked; also Right and Left. Of one type: numba's cache does not hold a function that calls itself
with arguments of several types."""
GENERAL, UNOPENED, OPENED = 0, 1, 2
"""Kinds: no number + ups + nimber; one whose options are not written down; one whose options are."""


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
    if x >= LARGEST or x <= -LARGEST or up >= 1 << 40 or up <= -(1 << 40):
        raise OverflowError
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
    if _field(S, g, KIND) != UNOPENED:
        return 0
    x, up, nim = _field(S, g, X), _field(S, g, UP), _field(S, g, NIM)
    if S[POOL_USED] + 2 * nim + 8 > S[POOL_ROOM]:
        raise MemoryError
    lefts, rights = np.int64(0), np.int64(0)
    one = np.int64(1) << FRACTION
    # the ids first: making them may need room, and then nothing may be half written
    first = np.int64(S[TOP])
    if first + 2 * nim + 8 > S[STACK_ROOM]:
        raise RecursionError
    if up == 0 and nim == 0:
        low = x & -x
        step = one if low >= one or x == 0 else low
        if x > 0 or step < one:
            S[np.uint64(S[STACK] + first)] = _nus(S, x - step, 0, 0)
            lefts = 1
        if x < 0 or step < one:
            S[np.uint64(S[STACK] + first + lefts)] = _nus(S, x + step, 0, 0)
            rights = 1
    elif up == 0:
        for k in range(nim):
            option = _nus(S, x, 0, k)
            S[np.uint64(S[STACK] + first + k)] = option
            S[np.uint64(S[STACK] + first + nim + k)] = option
        lefts = rights = nim
    else:
        sign = np.int64(1) if up > 0 else np.int64(-1)
        number = _nus(S, x, 0, 0)
        further = _nus(S, x, up - sign, nim ^ 1)
        both = up == sign and nim == 1  # x + ^* is {x, x* | x}
        star = _nus(S, x, 0, 1) if both else number
        if sign > 0:
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
        return x < y
    more = _field(S, h, UP) - _field(S, g, UP)
    if more == 0:
        return g == h
    if more == 1:
        return _field(S, g, NIM) ^ _field(S, h, NIM) != 1
    return more > 1


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
        nim ^= _field(S, g, NIM)
        g = _field(S, g, NEAR) - 1
    return nim


@inlined
def _link(S: Ints, found: Number, g: Number, nim: Number) -> Number:
    """Note that a game is g + *nim, so that both compare in one step; with hundreds of nimbers all else would be slow."""
    if _field(S, found, KIND) == GENERAL and _field(S, g, KIND) == GENERAL:
        one, other = _root(S, found), _root(S, g)
        if one != other:
            nim ^= _away(S, found) ^ _away(S, g)
            S[np.uint64(S[GAMES] + one * RECORD + NEAR)] = other + 1
            S[np.uint64(S[GAMES] + one * RECORD + NIM)] = nim
    return found


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
    return _sought(S, _field(S, g, X), _field(S, g, UP), _field(S, g, NIM) ^ _away(S, h))


def _le_function(S: Ints, g: Number, h: Number) -> Number:
    """Whether g <= h."""
    if g == h:
        return True
    kind, other = _field(S, g, KIND), _field(S, h, KIND)
    if kind != GENERAL and other != GENERAL:
        return _le_nus(S, g, h)
    if _field(S, g, LS) < _field(S, h, RS):
        return True
    if _field(S, g, LS) > _field(S, h, LS) or _field(S, g, RS) > _field(S, h, RS):
        return False
    if kind != GENERAL:
        moved = _moved(S, g, h)
        if moved >= 0:
            g, h = moved, _root(S, h)
    elif other != GENERAL:
        moved = _moved(S, h, g)
        if moved >= 0:
            g, h = _root(S, g), moved
    elif (_field(S, g, NEAR) != 0 or _field(S, h, NEAR) != 0) and _root(S, g) == _root(S, h):
        return False
    key = (g << 32 | h) << 1
    place = np.uint64(S[LE]) + (_hash(g, h) & np.uint64(S[LE_MASK]))
    held = _at(S, place)
    if held >> 1 == key >> 1:
        return held & 1 == 1
    _enter(S)
    found = True
    # a number need not be moved in where the other game is none (the number avoidance theorem)
    if kind == GENERAL or _field(S, g, UP) != 0 or _field(S, g, NIM) != 0:
        _open(S, g)
        start = S[POOL] + _field(S, g, LEFT)
        for k in range(_field(S, g, LEFTS)):
            if _le(S, h, _at(S, start + k)):
                found = False
                break
    if found and (other == GENERAL or _field(S, h, UP) != 0 or _field(S, h, NIM) != 0):
        _open(S, h)
        start = S[POOL] + _field(S, h, RIGHT)
        for k in range(_field(S, h, RIGHTS)):
            if _le(S, _at(S, start + k), g):
                found = False
                break
    S[DEPTH] -= 1
    S[place] = key | np.int64(found)
    return found


_le: Any = inlined(_le_function)


def _order_function(
    S: Ints, below: Number, b: Number, lists: Number, lefts: Number, rights: Number, ls: Number, rs: Number
) -> Number:
    """Whether b <= G (``below``), or G <= b, for a game G that is no number; it is not built, its options are listed."""
    if below:
        if _field(S, b, LS) < rs:
            return True
        if _field(S, b, LS) > ls or _field(S, b, RS) > rs:
            return False
    else:
        if ls < _field(S, b, RS):
            return True
        if ls > _field(S, b, LS) or rs > _field(S, b, RS):
            return False
    own = lists + AREA if below else lists
    for k in range(rights if below else lefts):
        if _le(S, _at(S, own + k), b) if below else _le(S, b, _at(S, own + k)):
            return False
    _enter(S)
    _open(S, b)
    start = S[POOL] + _field(S, b, LEFT if below else RIGHT)
    found = True
    for k in range(_field(S, b, LEFTS if below else RIGHTS)):
        if _order(S, BELOW - below, _at(S, start + k), lists, lefts, rights, ls, rs):
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
def _simplest(low: Number, has_low: Number, low_in: Number, high: Number, has_high: Number, high_in: Number) -> Number:
    """Return the simplest number between two bounds, each of which may be missing or belong to what is allowed."""
    if _fits(np.int64(0), low, has_low, low_in, high, has_high, high_in):
        return np.int64(0)
    sign = np.int64(1)
    if not (has_low and low >= 0):  # all that fits is negative: look at the negatives
        sign = np.int64(-1)
        low, has_low, low_in, high, has_high, high_in = -high, has_high, high_in, -low, has_low, low_in
    step = np.int64(1) << FRACTION
    while step > 0:
        x = low // step * step
        if x < low or not low_in:
            x += step
        if _fits(x, low, has_low, low_in, high, has_high, high_in):
            return sign * x
        step >>= 1
    raise OverflowError


@inlined
def _unique(S: Ints, base: Number, count: Number) -> Number:
    """Sort a list of ids on the stack, drop what is there twice, and return how many are left."""
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
        for k in range(1, count):
            own = _at(S, base + k)
            if not (_le(S, own, top) if left else _le(S, top, own)):
                S[np.uint64(base + kept)] = own
                kept += 1
        count = kept
    i = 0
    while i < count:
        own = _at(S, base + i)
        for k in range(count):
            other = _at(S, base + k)
            if k != i and (_le(S, own, other) if left else _le(S, other, own)):
                count -= 1
                S[np.uint64(base + i)] = _at(S, base + count)
                break
        else:
            i += 1
    return count


@inlined
def _bypass(S: Ints, base: Number, lefts: Number, rights: Number, left: Number, ls: Number, rs: Number) -> Number:
    """Replace the reversible options of a player by those that they come back to; return how many there are then."""
    own = base if left else base + AREA
    count = lefts if left else rights
    i = 0
    while i < count:
        option = _at(S, own + i)
        _open(S, option)
        start = S[POOL] + _field(S, option, RIGHT if left else LEFT)
        through = np.int64(-1)
        for k in range(_field(S, option, RIGHTS if left else LEFTS)):
            b = _at(S, start + k)
            if _order(S, left, b, base, count if left else lefts, rights if left else count, ls, rs):
                through = b
                break
        if through < 0:
            i += 1
            continue
        _open(S, through)
        start = S[POOL] + _field(S, through, LEFT if left else RIGHT)
        count -= 1
        S[np.uint64(own + i)] = _at(S, own + count)
        for k in range(_field(S, through, LEFTS if left else RIGHTS)):
            new = _at(S, start + k)
            there = False
            for m in range(count):
                there |= _at(S, own + m) == new
            if not there:
                if count >= AREA:
                    raise BufferError
                S[np.uint64(own + count)] = new
                count += 1
    return count


@inlined
def _known(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return the id of a game x + n·↑ + *m whose canonical options are on the stack, in order, or -1."""
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
            if a != _at(S, base + AREA + k) or _field(S, a, X) != x or _field(S, a, UP) or _field(S, a, NIM) >= lefts:
                seen = np.int64(-1)
                break
            seen += 1
        if seen == lefts:
            return _nus(S, x, 0, lefts)
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
            number &= _field(S, a, UP) == 0 and _field(S, a, X) == x and _field(S, a, NIM) <= (1 if nears == 2 else 0)
        if not number or _field(S, last, X) != x or up * sign < 0:
            continue
        plain = up == 0 and nim == 0
        if (nears == 2) == plain and not (plain and nears == 1):
            return _nus(S, x, up + sign, nim ^ 1)
    return np.int64(-1)


@inlined
def _intern(S: Ints, base: Number, lefts: Number, rights: Number, ls: Number, rs: Number) -> Number:
    """Return the id of a game by its canonical options, which are on the stack in order."""
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
    S[place + np.uint64(X)] = 0
    S[place + np.uint64(UP)] = 0
    S[place + np.uint64(NIM)] = 0
    S[place + np.uint64(NEG)] = -1
    S[np.uint64(S[TABLE]) + h] = g + 1
    return g


@inlined
def _make(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return the id of a game whose options, any ids in any order, are on the stack at ``base`` and ``base + AREA``."""
    lefts, rights = _unique(S, base, lefts), _unique(S, base + AREA, rights)
    ls, rs = -np.int64(LARGEST), np.int64(LARGEST)
    for k in range(lefts):
        ls = max(ls, _field(S, _at(S, base + k), RS))
    for k in range(rights):
        rs = min(rs, _field(S, _at(S, base + AREA + k), LS))
    if lefts == 0 or rights == 0 or ls <= rs:
        low_in, high_in = True, True
        if lefts:
            number = _nus(S, ls, 0, 0)
            for k in range(lefts):
                low_in = low_in and not _le(S, number, _at(S, base + k))
        if rights:
            number = _nus(S, rs, 0, 0)
            for k in range(rights):
                high_in = high_in and not _le(S, _at(S, base + AREA + k), number)
        if lefts == 0 or rights == 0 or ls < rs or (low_in and high_in):
            return _nus(S, _simplest(ls, lefts > 0, low_in, rs, rights > 0, high_in), 0, 0)
    lefts, rights = _undominated(S, base, lefts, BELOW), _undominated(S, base + AREA, rights, ABOVE)
    more = _bypass(S, base, lefts, rights, BELOW, ls, rs)
    lefts = _undominated(S, base, more, BELOW)
    more = _bypass(S, base, lefts, rights, ABOVE, ls, rs)
    rights = _undominated(S, base + AREA, more, ABOVE)
    lefts, rights = _unique(S, base, lefts), _unique(S, base + AREA, rights)
    known = _known(S, base, lefts, rights)
    return known if known >= 0 else _intern(S, base, lefts, rights, ls, rs)


def _negative_function(S: Ints, g: Number) -> Number:
    """Return the id of -g."""
    if _field(S, g, KIND) != GENERAL:
        return _nus(S, -_field(S, g, X), -_field(S, g, UP), _field(S, g, NIM))
    if _field(S, g, NEG) >= 0:
        return _field(S, g, NEG)
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


@inlined
def _frame(S: Ints) -> Number:
    """Return the place of two lists of options on the stack."""
    if S[TOP] + 4 * AREA > S[STACK_ROOM]:
        raise RecursionError
    S[TOP] += 2 * AREA
    return S[STACK] + S[TOP] - 2 * AREA


_negative: Any = inlined(_negative_function)


@inlined
def _recall(S: Ints, key: Number) -> Number:
    """Return the sum that the memo holds for a key, or -1; of a line of four the one asked for last stands first."""
    place = np.uint64(S[ADD]) + np.uint64(8) * (_hash(key, 0) & np.uint64(S[ADD_MASK]))
    for k in range(np.uint64(0), np.uint64(8), np.uint64(2)):
        if S[place + k] == key:
            return S[place + k + np.uint64(1)]
    return np.int64(-1)


@inlined
def _keep(S: Ints, key: Number, value: Number) -> Number:
    """Put a sum into the memo; the oldest of its line goes."""
    place = np.uint64(S[ADD]) + np.uint64(8) * (_hash(key, 0) & np.uint64(S[ADD_MASK]))
    for k in range(np.uint64(3)):
        last = place + np.uint64(6) - np.uint64(2) * k
        S[last], S[last + np.uint64(1)] = S[last - np.uint64(2)], S[last - np.uint64(1)]
    S[place], S[place + np.uint64(1)] = key, value
    return value


def _shift_function(S: Ints, g: Number, x: Number) -> Number:
    """Return the id of g + x, x a number: what is canonical stays so (number translation)."""
    if x == 0:
        return g
    if _field(S, g, KIND) != GENERAL:
        return _nus(S, _field(S, g, X) + x, _field(S, g, UP), _field(S, g, NIM))
    number = _nus(S, x, 0, 0)
    key = number << 32 | g
    held = _recall(S, key)
    if held >= 0:
        return held
    base = _frame(S)
    lefts, rights = _field(S, g, LEFTS), _field(S, g, RIGHTS)
    for k in range(lefts):
        S[np.uint64(base + k)] = _shift(S, _at(S, S[POOL] + _field(S, g, LEFT) + k), x)
    for k in range(rights):
        S[np.uint64(base + AREA + k)] = _shift(S, _at(S, S[POOL] + _field(S, g, RIGHT) + k), x)
    _unique(S, base, lefts)
    _unique(S, base + AREA, rights)
    h = _intern(S, base, lefts, rights, _field(S, g, LS) + x, _field(S, g, RS) + x)
    S[TOP] -= 2 * AREA
    root = _recall(S, number << 32 | _root(S, g))
    if root >= 0:
        _link(S, h, root, _away(S, g))
    return _keep(S, key, h)


_shift: Any = inlined(_shift_function)


def _sum_function(S: Ints, g: Number, h: Number) -> Number:
    """Return the id of g + h."""
    if g > h:
        g, h = h, g
    if g == 0:
        return h
    held = _recall(S, g << 32 | h)
    if held >= 0:
        return held
    if _field(S, g, KIND) != GENERAL:
        if _field(S, h, KIND) != GENERAL:
            x, up = _field(S, g, X) + _field(S, h, X), _field(S, g, UP) + _field(S, h, UP)
            return _nus(S, x, up, _field(S, g, NIM) ^ _field(S, h, NIM))
        x, up, nim = _field(S, g, X), _field(S, g, UP), _field(S, g, NIM)
        if up == 0 and nim == 0:
            return _shift(S, h, x)
        if x != 0:
            return _shift(S, _sum(S, _nus(S, 0, up, nim), h), x)
    elif _field(S, h, KIND) != GENERAL:
        x, up, nim = _field(S, h, X), _field(S, h, UP), _field(S, h, NIM)
        if up == 0 and nim == 0:
            return _shift(S, g, x)
        if x != 0:
            return _shift(S, _sum(S, g, _nus(S, 0, up, nim)), x)
    if _negative(S, g) == h:
        return _nus(S, 0, 0, 0)
    _open(S, g)
    _open(S, h)
    base = _frame(S)
    lefts, rights = np.int64(0), np.int64(0)
    for side in range(2):
        a, b = (g, h) if side == 0 else (h, g)
        if _field(S, a, LEFTS) + lefts > AREA or _field(S, a, RIGHTS) + rights > AREA:
            raise BufferError
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


AHEAD = 12
"""So many questions ahead the memo's line is fetched from memory."""
ORDER, SUM, NEGATIVE, SHIFT, BUILD, OPEN, NUS_OF = 0, 1, 2, 3, 4, 5, 6


@kernel("int64(int64[::1], int64, int64, int64, int64)", group="values")
def ask(S: Ints, what: Number, a: Number, b: Number, c: Number) -> Number:
    """Answer one question: a <= b, a + b, -a, a + the number b, the game of a and b options on the stack, …

    MemoryError: a part of the store is full; OverflowError: a number is out of range; BufferError: a player would have more
    than `AREA` options; RecursionError: it goes too deep.
    """
    S[TOP], S[DEPTH] = 2 * AREA, 0
    if what == ORDER:
        return np.int64(_le(S, a, b))
    if what == SUM:
        return _sum(S, a, b)
    if what == NEGATIVE:
        return _negative(S, a)
    if what == SHIFT:
        return _shift(S, a, b)
    if what == BUILD:
        return _make(S, S[STACK], a, b)
    if what == OPEN:
        return _open(S, a)
    return _nus(S, a, b, c)


@kernel("int64(int64[::1], int64, int64[::1], int64[::1], int64[::1], int64[::1])")
def ask_many(S: Ints, what: Number, a: Ints, b: Ints, out: Ints, at: Ints) -> Number:
    """Answer a question (`ORDER` or `SUM`) for many pairs, from ``at[0]`` on, where it stands if an error is raised."""
    S[TOP], S[DEPTH] = 2 * AREA, 0
    while at[0] < a.size:
        k = at[0]
        if k + AHEAD < a.size:
            one, other = min(a[k + AHEAD], b[k + AHEAD]), max(a[k + AHEAD], b[k + AHEAD])
            line = np.uint64(8) * (_hash(one << 32 | other, 0) & np.uint64(S[ADD_MASK]))
            prefetch(S, np.int64(np.uint64(S[ADD]) + line))
        if what == ORDER:
            out[k] = np.int64(_le(S, a[k], b[k]))
        else:
            out[k] = _sum(S, a[k], b[k])
        at[0] += 1
    return 0


def laid_out(games: int, old: Ints | None = None) -> Ints:
    """Return a store with room for so many games; with what an older, smaller one holds."""
    size = max(first_room(1 << 10, 2), 1 << (games - 1).bit_length())
    sizes = {
        GAMES: size * RECORD,
        POOL: size * 12,
        TABLE: size * 4,
        NUS: size * 4,
        LE: size * 8,
        ADD: size * 8,
        STACK: AREA * 2 * DEEPEST,
    }
    S = np.zeros(HEADER + sum(sizes.values()), np.int64)
    place = HEADER
    for part, length in sizes.items():
        S[part] = place
        place += length
    S[GAME_ROOM], S[POOL_ROOM], S[STACK_ROOM] = size, sizes[POOL], sizes[STACK]
    S[TABLE_MASK], S[NUS_MASK] = sizes[TABLE] - 1, sizes[NUS] - 1
    S[LE_MASK], S[ADD_MASK] = sizes[LE] - 1, sizes[ADD] // 8 - 1
    if old is not None:
        S[COUNT], S[POOL_USED] = old[COUNT], old[POOL_USED]
        records, options = int(old[COUNT]) * RECORD, int(old[POOL_USED])
        S[S[GAMES] : S[GAMES] + records] = old[old[GAMES] : old[GAMES] + records]
        S[S[POOL] : S[POOL] + options] = old[old[POOL] : old[POOL] + options]
        rehash(S)
    S[TOP] = 2 * AREA  # the first lists are for questions from outside
    return S


@kernel("int64(int64[::1])", group="values")
def rehash(S: Ints) -> Number:
    """Write the hash tables anew, from the records."""
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


@kernel("int64(int64[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[::1])", group="values")
def fold(S: Ints, pool: Any, starts: Ints, order: Any, values: Ints, at: Ints) -> Number:
    """Write the values of the parts of a game (see `grundy.kernels.parts`), options first, from ``order[at[0]]`` on."""
    S[TOP], S[DEPTH] = 2 * AREA, 0
    while at[0] < order.size:
        p = order[at[0]]
        place = np.uint64(starts[p])
        base = S[STACK]
        lefts, rights = np.int64(0), np.int64(0)
        options = np.int64(pool[place])
        total = options + np.int64(pool[place + np.uint64(1)])
        place += np.uint64(2)
        for k in range(total):
            value = np.int64(0)
            for i in range(pool[place]):
                word = np.int64(pool[place + np.uint64(i + 1)])
                part = values[np.uint64(word >> 1)]
                value = _sum(S, value, _negative(S, part) if word & 1 else part)
            place += np.uint64(pool[place]) + np.uint64(1)
            if k < options:
                lefts = _inserted(S, base, lefts, value)
            else:
                rights = _inserted(S, base + AREA, rights, value)
        values[p] = _make(S, base, lefts, rights)
        at[0] += 1
    return 0


# what kernels of other files call
at, record, opened, le, total, negative, make, frame, inserted = (
    _at,
    _field,
    _open,
    _le,
    _sum,
    _negative,
    _make,
    _frame,
    _inserted,
)
