"""Canonical forms of short games, hash-consed: equal games have one id, so that equality is a comparison of integers.

All is kept in one array, ``S`` (see `grundy.kernels.contract`): the records of the games, the pool of their options, two
hash tables, two memos (order and sum), what the store was told of large numbers, and a stack of lists of options. `laid_out`
makes it and enlarges it.

Canonical form (J. H. Conway, *On Numbers and Games*, ch. 10; *Winning Ways*, ch. 3; A. N. Siegel, *Combinatorial Game
Theory*, ch. II): an option that is reversible through B is replaced by the options of B, until there is none; then
dominated options go. Games x + n·↑ + *m are known by (x, n, m): they are compared and added in
closed form, and their options are written down only when they are asked for.

Each of x, n, m, and each stop, is a *code* of a number: the number as a multiple of 2^-24 if that is below 2^60, else
plus or minus (2^60 + k) for the k-th of the larger and finer numbers, which the store keeps
(`grundy.values.canonical`). Of those a kernel knows the order. What their sums are it is told once for each pair: it
asks by an OverflowError, and is called again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined, kernel, prefetch, stays_a_call
from grundy.kernels.contract import Ints, Number, first_room
from grundy.kernels.parts_arena import FIELDS, PARTS, PLACE, WIDTH
from grundy.kernels.parts_arena import POOL as PARTS_POOL
from grundy.kernels.short_arena import (
    ABOVE,
    ADD,
    ADD_MASK,
    ALLOWED,
    ARENA,
    BELOW,
    COUNT,
    DEEPEST,
    DEEPEST_ORDER,
    DEPTH,
    FACT_COUNT,
    FACTS,
    FACTS_MASK,
    FAR,
    FETCHED,
    FIRST_LISTS,
    FRACTION,
    GAINS,
    GAME_ROOM,
    GAMES,
    GENERAL,
    HEADER,
    KIND,
    LE,
    LE_MASK,
    LEFT,
    LEFTS,
    LISTS,
    LOST,
    LS,
    MANY,
    MARK,
    MARKS,
    MOST_OPENED,
    MOST_TERMS,
    NEAR,
    NEG,
    NIM,
    NONE,
    NUMBER_ROOM,
    NUMBERS,
    NUS,
    NUS_MASK,
    ONE,
    OPENED,
    PATIENCE,
    POOL,
    POOL_ROOM,
    POOL_USED,
    PRUNED,
    RECORD,
    RIGHT,
    RIGHTS,
    RS,
    STACK,
    STACK_ROOM,
    STAR,
    TABLE,
    TABLE_MASK,
    TERMS,
    TOP,
    UNOPENED,
    UP,
    WEIGHT,
    ZERO,
    X,
    added,
    at,
    before,
    field,
    hashed,
    learned,
    less,
    note_sum,
    plus,
    same_sum,
    simplest,
    taken,
    weighed,
    weight_of_term,
    work,
    xor,
)


@inlined
def _new(S: Ints) -> Number:
    """Return a new record."""
    if S[COUNT] >= S[GAME_ROOM]:
        raise MemoryError
    g = S[COUNT]
    S[COUNT] = g + 1
    return g


@inlined
def _nus_place(S: Ints, x: Number, up: Number, nim: Number) -> Number:
    """Return the place in their hash table of x + up·↑ + *nim: where it is, or the empty one where it would be."""
    h = hashed(hashed(x, up), nim) & np.uint64(S[NUS_MASK])
    while True:
        place = np.uint64(S[NUS]) + h
        g = at(S, place) - 1
        if g < 0 or (field(S, g, X) == x and field(S, g, UP) == up and field(S, g, NIM) == nim):
            return place
        h = (h + np.uint64(1)) & np.uint64(S[NUS_MASK])


@inlined
def _nus(S: Ints, x: Number, up: Number, nim: Number) -> Number:
    """Return the id of x + up·↑ + *nim."""
    stays_a_call()
    slot = _nus_place(S, x, up, nim)
    if S[slot] != 0:
        return S[slot] - 1
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
    S[place + np.uint64(WEIGHT)] = weighed(x, up, nim)
    S[slot] = g + 1
    return g


@inlined
def _write_options(S: Ints, g: Number, left: Number, lefts: Number, right: Number, rights: Number) -> Number:
    """Write the options of a game, which stand at two places, into the pool, where there is room for them."""
    start = S[POOL_USED]
    for k in range(lefts):
        S[np.uint64(S[POOL] + start + k)] = at(S, left + k)
    for k in range(rights):
        S[np.uint64(S[POOL] + start + lefts + k)] = at(S, right + k)
    place = np.uint64(S[GAMES] + g * RECORD)
    S[place + np.uint64(LEFT)] = start
    S[place + np.uint64(LEFTS)] = lefts
    S[place + np.uint64(RIGHT)] = start + lefts
    S[place + np.uint64(RIGHTS)] = rights
    S[POOL_USED] = start + lefts + rights
    return 0


@inlined
def _open(S: Ints, g: Number) -> Number:
    """Write the options of x + n·↑ + *m into the pool."""
    stays_a_call()
    if field(S, g, KIND) != UNOPENED:
        return 0
    x, up, nim = field(S, g, X), field(S, g, UP), field(S, g, NIM)
    smaller = np.int64(0)
    if up == 0 and nim != 0:
        if not less(S, nim, np.int64(MOST_OPENED) << FRACTION):
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
        low, high = before(S, x), -before(S, -x)
        if low != NONE:
            S[np.uint64(S[STACK] + first)] = _nus(S, low, ZERO, ZERO)
            lefts = 1
        if high != NONE:
            S[np.uint64(S[STACK] + first + lefts)] = _nus(S, high, ZERO, ZERO)
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
        further = _nus(S, x, plus(S, up, -one), xor(S, nim, STAR))
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
    _write_options(S, g, S[STACK] + first, lefts, S[STACK] + first + lefts, rights)
    S[np.uint64(S[GAMES] + g * RECORD + KIND)] = OPENED
    return 0


@inlined
def _le_nus(S: Ints, g: Number, h: Number) -> Number:
    """Whether g <= h, both of the form x + n·↑ + *m."""
    x, y = field(S, g, X), field(S, h, X)
    if x != y:
        return less(S, x, y)
    ups, more = field(S, g, UP), field(S, h, UP)
    if ups == more or not less(S, ups, more):
        return g == h
    return plus(S, ups, STAR) != more or xor(S, field(S, g, NIM), STAR) != field(S, h, NIM)


@inlined
def _far(S: Ints, g: Number) -> Number:
    """Return a size from which on all nimbers are remote from a game."""
    return field(S, g, FAR) if field(S, g, KIND) == GENERAL else plus(S, field(S, g, NIM), np.int64(2 * ONE))


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
    if not less(S, far, field(S, g, NIM)):
        return g
    return _nus(S, field(S, g, X), field(S, g, UP), far)


@inlined
def _root(S: Ints, g: Number) -> Number:
    """Return the game of which a general one is known to be the sum with a nimber; itself if of none."""
    while field(S, g, NEAR) != 0:
        g = field(S, g, NEAR) - 1
    return g


@inlined
def _away(S: Ints, g: Number) -> Number:
    """Return the nimber by which a general game differs from its root."""
    nim = np.int64(0)
    while field(S, g, NEAR) != 0:
        nim = xor(S, nim, field(S, g, NIM))
        g = field(S, g, NEAR) - 1
    return nim


@inlined
def _link(S: Ints, found: Number, g: Number, nim: Number) -> Number:
    """Note that a game is g + *nim, so that both compare in one step; with hundreds of nimbers all else would be slow."""
    stays_a_call()
    if field(S, found, KIND) == GENERAL and field(S, g, KIND) == GENERAL:
        one, other = _root(S, found), _root(S, g)
        if one != other:
            nim = xor(S, xor(S, nim, _away(S, found)), _away(S, g))
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
    if field(S, h, NEAR) == 0:
        return np.int64(-1)
    nim = xor(S, field(S, g, NIM), _away(S, h))
    return S[_nus_place(S, field(S, g, X), field(S, g, UP), nim)] - 1


@inlined
def _le_place(S: Ints, g: Number, h: Number) -> Number:
    """Return the place in the memo of order of g <= h, and of all pairs of this difference."""
    return np.uint64(S[LE]) + (hashed(taken(field(S, h, WEIGHT), field(S, g, WEIGHT)), ZERO) & np.uint64(S[LE_MASK]))


@inlined
def _same_difference(S: Ints, g: Number, h: Number, one: Number, other: Number) -> Number:
    """Whether h - g is known to be the difference of two other games."""
    weight = taken(field(S, h, WEIGHT), field(S, g, WEIGHT))
    if weight != taken(field(S, other, WEIGHT), field(S, one, WEIGHT)):
        return False
    return same_sum(S, h, one, g, other)


@inlined
def _fetch_le(S: Ints, start: Number, count: Number, g: Number, above: Number) -> Number:
    """Fetch from memory what tells of g <= h (``above``), or h <= g, for the first of some games h; who asks one after
    the other would wait for each."""
    ls, rs = field(S, g, LS), field(S, g, RS)
    for k in range(min(count, FETCHED)):
        h = at(S, start + k)
        if above:
            if ls >= field(S, h, RS) and field(S, h, LS) >= ls and field(S, h, RS) >= rs:
                prefetch(S, np.int64(_le_place(S, g, h)))
        elif field(S, h, LS) >= rs and ls >= field(S, h, LS) and rs >= field(S, h, RS):
            prefetch(S, np.int64(_le_place(S, h, g)))
    return 0


def _le_function(S: Ints, g: Number, h: Number) -> Number:
    """Whether g <= h."""
    stays_a_call()
    if g == h:
        return True
    kind, other = field(S, g, KIND), field(S, h, KIND)
    if kind != GENERAL and other != GENERAL:
        return _le_nus(S, g, h)
    if less(S, field(S, g, LS), field(S, h, RS)):
        return True
    if less(S, field(S, h, LS), field(S, g, LS)) or less(S, field(S, h, RS), field(S, g, RS)):
        return False
    if kind != GENERAL:
        moved = _moved(S, g, h)
        if moved >= 0:
            g, h = moved, _root(S, h)
        g = _capped(S, g, field(S, h, FAR))
    elif other != GENERAL:
        moved = _moved(S, h, g)
        if moved >= 0:
            g, h = _root(S, g), moved
        h = _capped(S, h, field(S, g, FAR))
    elif (field(S, g, NEAR) != 0 or field(S, h, NEAR) != 0) and _root(S, g) == _root(S, h):
        return False
    key = (g << 32 | h) << 1
    place = _le_place(S, g, h)
    held = at(S, place)
    if held >> 1 == key >> 1 or (held != 0 and _same_difference(S, g, h, held >> 33, held >> 1 & 0xFFFFFFFF)):
        return held & 1 == 1
    work(S, np.int64(1))
    _enter(S)
    found = True
    # a number need not be moved in where the other game is none (the number avoidance theorem)
    if kind == GENERAL or field(S, g, UP) != 0 or field(S, g, NIM) != 0:
        _open(S, g)
        start = S[POOL] + field(S, g, LEFT)
        _fetch_le(S, start, field(S, g, LEFTS), h, True)
        for k in range(field(S, g, LEFTS)):
            if _le(S, h, at(S, start + k)):
                found = False
                break
    if found and (other == GENERAL or field(S, h, UP) != 0 or field(S, h, NIM) != 0):
        _open(S, h)
        start = S[POOL] + field(S, h, RIGHT)
        _fetch_le(S, start, field(S, h, RIGHTS), g, False)
        for k in range(field(S, h, RIGHTS)):
            if _le(S, at(S, start + k), g):
                found = False
                break
    S[DEPTH] -= 1
    lost = at(S, place)
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
    work(S, np.int64(1))
    if below:
        if less(S, field(S, b, LS), rs):
            return True
        if less(S, ls, field(S, b, LS)) or less(S, rs, field(S, b, RS)):
            return False
    else:
        if less(S, ls, field(S, b, RS)):
            return True
        if less(S, field(S, b, LS), ls) or less(S, field(S, b, RS), rs):
            return False
    if field(S, b, KIND) != GENERAL:
        b = _capped(S, b, far)
    own = lists + S[LISTS] if below else lists
    found = True
    _fetch_le(S, own, rights if below else lefts, b, below == 0)
    for k in range(rights if below else lefts):
        if _le(S, at(S, own + k), b) if below else _le(S, b, at(S, own + k)):
            found = False
            break
    if found:
        _enter(S)
        _open(S, b)
        start = S[POOL] + field(S, b, LEFT if below else RIGHT)
        for k in range(field(S, b, LEFTS if below else RIGHTS)):
            if _order(S, BELOW - below, at(S, start + k), lists, lefts, rights, ls, rs, far):
                found = False
                break
        S[DEPTH] -= 1
    return found


_order: Any = inlined(_order_function)


@inlined
def _unique(S: Ints, base: Number, count: Number) -> Number:
    """Sort a list of ids on the stack, drop what is there twice, and return how many are left."""
    stays_a_call()
    for i in range(1, count):
        value = at(S, base + i)
        k = i - 1
        while k >= 0 and at(S, base + k) > value:
            S[np.uint64(base + k + 1)] = at(S, base + k)
            k -= 1
        S[np.uint64(base + k + 1)] = value
    kept = 0
    for i in range(count):
        if i == 0 or at(S, base + i) != at(S, base + kept - 1):
            S[np.uint64(base + kept)] = at(S, base + i)
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
            g = at(S, base + k)
            stops = field(S, g, LS) + field(S, g, RS)
            stops = stops if left else -stops
            if k == 0 or stops > most:
                best, most = np.int64(k), stops
        top = at(S, base + best)
        S[np.uint64(base + best)] = at(S, base)
        S[np.uint64(base)] = top
        kept = np.int64(1)
        _fetch_le(S, base + 1, count - 1, top, left == 0)
        for k in range(1, count):
            own = at(S, base + k)
            if not (_le(S, own, top) if left else _le(S, top, own)):
                S[np.uint64(base + kept)] = own
                kept += 1
        count = kept
    i = 0
    while i < count:
        own = at(S, base + i)
        _fetch_le(S, base, count, own, left != 0)
        for k in range(count):
            other = at(S, base + k)
            if k != i and other != top and (_le(S, own, other) if left else _le(S, other, own)):
                count -= 1
                S[np.uint64(base + i)] = at(S, base + count)
                break
        else:
            i += 1
    return count


@inlined
def _frame(S: Ints) -> Number:
    """Return the place of two lists of options on the stack."""
    if S[TOP] + 4 * S[LISTS] > S[STACK_ROOM]:
        raise RecursionError
    S[TOP] += 2 * S[LISTS]
    return S[STACK] + S[TOP] - 2 * S[LISTS]


@inlined
def _marked(S: Ints, own: Number, count: Number) -> Number:
    """Mark what is in a list, and return the mark: what has it is not entered again."""
    S[MARKS] += 1
    for k in range(count):
        S[np.uint64(S[GAMES] + at(S, own + k) * RECORD + MARK)] = S[MARKS]
    return S[MARKS]


@inlined
def _entered(S: Ints, own: Number, count: Number, g: Number, left: Number, mark: Number) -> Number:
    """Add the options that a player has in a game to a list, but those with its mark, and return how many there are."""
    stays_a_call()
    _open(S, g)
    start = S[POOL] + field(S, g, LEFT if left else RIGHT)
    for k in range(field(S, g, LEFTS if left else RIGHTS)):
        new = at(S, start + k)
        if field(S, new, MARK) != mark:
            if count >= S[LISTS]:
                raise BufferError
            S[np.uint64(S[GAMES] + new * RECORD + MARK)] = mark
            S[np.uint64(own + count)] = new
            count += 1
    return count


@inlined
def _bypass(
    S: Ints, base: Number, lefts: Number, rights: Number, left: Number, ls: Number, rs: Number, far: Number
) -> Number:
    """Replace the reversible options of a player by those that they come back to, without what is dominated then; return
    how many there are.

    One that was replaced is not taken again. With all of those the list has the same value (each was an option of a form
    of the game), and so it has without them: take them away one by one, the latest born first. What replaced it is still
    there, for it was born earlier, so that it is bypassed. Where something that is dominated goes before the end, it may
    have replaced one whose return then rests on it: what was replaced before may be taken again. So may what lost its mark
    to a list of another game that was built meanwhile, which costs time alone.
    """
    stays_a_call()
    own = base if left else base + S[LISTS]
    count = lefts if left else rights
    replaced, any_replaced, most = np.int64(0), False, np.int64(PRUNED)
    mark = _marked(S, own, count)
    i = 0
    while i < count:
        option = at(S, own + i)
        if field(S, option, KIND) != GENERAL and field(S, option, UP) == 0 and field(S, option, NIM) != 0:
            x = field(S, option, X)
            if less(S, rs, x) if left else less(S, x, ls):  # the stops tell of all x + *k
                i += 1
                continue
            # of the remote nimbers that x + *m can be moved to, one tells for all
            option = _capped(S, option, plus(S, far, STAR))
        _open(S, option)
        start = S[POOL] + field(S, option, RIGHT if left else LEFT)
        through = np.int64(-1)
        for k in range(field(S, option, RIGHTS if left else LEFTS)):
            b = at(S, start + k)
            if _order(S, left, b, base, count if left else lefts, rights if left else count, ls, rs, far):
                through = b
                break
        if through < 0:
            i += 1
            continue
        work(S, field(S, through, LEFTS if left else RIGHTS) >> 2)
        replaced += 1
        count -= 1
        S[np.uint64(own + i)] = at(S, own + count)
        count = _entered(S, own, count, through, left, mark)
        any_replaced = True
        if replaced == most:
            count, i, replaced, most = _undominated(S, own, count, left), np.int64(0), np.int64(0), 2 * most
            mark = _marked(S, own, count)
    return _undominated(S, own, count, left) if any_replaced else count


@inlined
def _known(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return the id of a game x + n·↑ + *m whose canonical options are on the stack, in order, or -1."""
    stays_a_call()
    first = at(S, base)
    for k in range(lefts):
        if field(S, at(S, base + k), KIND) == GENERAL:
            return np.int64(-1)
    for k in range(rights):
        if field(S, at(S, base + S[LISTS] + k), KIND) == GENERAL:
            return np.int64(-1)
    x = field(S, first, X)
    if lefts == rights:  # x + *m
        seen = np.int64(0)
        for k in range(lefts):
            a = at(S, base + k)
            nim = field(S, a, NIM)
            if a != at(S, base + S[LISTS] + k) or field(S, a, X) != x or field(S, a, UP) or nim >= lefts << FRACTION:
                seen = np.int64(-1)
                break
            seen += 1
        if seen == lefts:
            return _nus(S, x, ZERO, lefts << FRACTION)
    for sign in (1, -1):
        near, nears = (base, lefts) if sign > 0 else (base + S[LISTS], rights)
        far, fars = (base + S[LISTS], rights) if sign > 0 else (base, lefts)
        if fars != 1 or nears > 2:
            continue
        last = at(S, far)
        up, nim = field(S, last, UP), field(S, last, NIM)
        number = True
        for k in range(nears):
            a = at(S, near + k)
            number &= field(S, a, UP) == 0 and field(S, a, X) == x and field(S, a, NIM) <= (ONE if nears == 2 else 0)
        if not number or field(S, last, X) != x or up * sign < 0:
            continue
        plain = up == 0 and nim == 0
        if (nears == 2) == plain and not (plain and nears == 1):
            return _nus(S, x, plus(S, up, np.int64(sign * ONE)), xor(S, nim, STAR))
    return np.int64(-1)


@inlined
def _farthest(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return a size from which on all nimbers are remote from the options on the stack."""
    stays_a_call()
    far = np.int64(0)
    for k in range(lefts + rights):
        own = _far(S, at(S, base + (k if k < lefts else S[LISTS] + k - lefts)))
        if less(S, far, own):
            far = own
    return far


@inlined
def _hash_of(S: Ints, left: Number, lefts: Number, right: Number, rights: Number) -> Number:
    """Return a hash of the options that stand at two places."""
    h = np.uint64(lefts)
    for k in range(lefts):
        h = hashed(h, at(S, left + k))
    for k in range(rights):
        h = hashed(h, at(S, right + k) + (np.int64(1) << 40))
    return h


@inlined
def _intern(S: Ints, base: Number, lefts: Number, rights: Number, ls: Number, rs: Number) -> Number:
    """Return the id of a game by its canonical options, which are on the stack in order."""
    stays_a_call()
    h = _hash_of(S, base, lefts, base + S[LISTS], rights) & np.uint64(S[TABLE_MASK])
    while True:
        g = at(S, np.uint64(S[TABLE]) + h) - 1
        if g < 0:
            break
        if field(S, g, LEFTS) == lefts and field(S, g, RIGHTS) == rights:
            same = True
            start = S[POOL] + field(S, g, LEFT)
            for k in range(lefts):
                same &= at(S, start + k) == at(S, base + k)
            start = S[POOL] + field(S, g, RIGHT)
            for k in range(rights):
                same &= at(S, start + k) == at(S, base + S[LISTS] + k)
            if same:
                return g
        h = (h + np.uint64(1)) & np.uint64(S[TABLE_MASK])
    if 2 * S[COUNT] > S[TABLE_MASK] or S[POOL_USED] + lefts + rights + 4 + MOST_TERMS > S[POOL_ROOM]:
        raise MemoryError
    far = _farthest(S, base, lefts, rights)
    g = _new(S)
    _write_options(S, g, base, lefts, base + S[LISTS], rights)
    place = np.uint64(S[GAMES] + g * RECORD)
    S[place + np.uint64(LS)] = ls
    S[place + np.uint64(RS)] = rs
    S[place + np.uint64(KIND)] = GENERAL
    S[place + np.uint64(NEAR)] = 0
    S[place + np.uint64(FAR)] = far
    S[place + np.uint64(NIM)] = 0
    S[place + np.uint64(NEG)] = -1
    S[place + np.uint64(WEIGHT)] = weight_of_term(g)
    S[place + np.uint64(TERMS)], S[place + np.uint64(MARK)] = 0, 0
    S[np.uint64(S[TABLE]) + h] = g + 1
    return g


@inlined
def _make(S: Ints, base: Number, lefts: Number, rights: Number) -> Number:
    """Return the id of a game whose options, any ids in any order, are on the stack at ``base`` and ``base + S[LISTS]``."""
    stays_a_call()
    work(S, lefts + rights)
    lefts, rights = _unique(S, base, lefts), _unique(S, base + S[LISTS], rights)
    ls, rs = np.int64(0), np.int64(0)
    for k in range(lefts):
        stop = field(S, at(S, base + k), RS)
        if k == 0 or less(S, ls, stop):
            ls = stop
    for k in range(rights):
        stop = field(S, at(S, base + S[LISTS] + k), LS)
        if k == 0 or less(S, stop, rs):
            rs = stop
    if lefts == 0 or rights == 0 or not less(S, rs, ls):
        low_in, high_in = np.bool_(True), np.bool_(True)
        if lefts:
            number = _nus(S, ls, ZERO, ZERO)
            for k in range(lefts):
                low_in = low_in and not _le(S, number, at(S, base + k))
        if rights:
            number = _nus(S, rs, ZERO, ZERO)
            for k in range(rights):
                high_in = high_in and not _le(S, at(S, base + S[LISTS] + k), number)
        if lefts == 0 or rights == 0 or ls != rs or (low_in and high_in):
            return _nus(S, simplest(S, ls, lefts > 0, low_in, rs, rights > 0, high_in), ZERO, ZERO)
    lefts, rights = _undominated(S, base, lefts, BELOW), _undominated(S, base + S[LISTS], rights, ABOVE)
    # the game itself may be a nimber, by up to 2 larger than those among the followers of its options
    far = plus(S, _farthest(S, base, lefts, rights), np.int64(2 * ONE))
    lefts = _bypass(S, base, lefts, rights, BELOW, ls, rs, far)
    rights = _bypass(S, base, lefts, rights, ABOVE, ls, rs, far)
    lefts, rights = _unique(S, base, lefts), _unique(S, base + S[LISTS], rights)
    known = _known(S, base, lefts, rights)
    return known if known >= 0 else _intern(S, base, lefts, rights, ls, rs)


def _negative_function(S: Ints, g: Number) -> Number:
    """Return the id of -g."""
    stays_a_call()
    if field(S, g, KIND) != GENERAL:
        return _nus(S, -field(S, g, X), -field(S, g, UP), field(S, g, NIM))
    if field(S, g, NEG) >= 0:
        return field(S, g, NEG)
    work(S, np.int64(1))
    base = _frame(S)
    lefts, rights = field(S, g, LEFTS), field(S, g, RIGHTS)
    for k in range(lefts):
        S[np.uint64(base + S[LISTS] + k)] = _negative(S, at(S, S[POOL] + field(S, g, LEFT) + k))
    for k in range(rights):
        S[np.uint64(base + k)] = _negative(S, at(S, S[POOL] + field(S, g, RIGHT) + k))
    _unique(S, base, rights)
    _unique(S, base + S[LISTS], lefts)
    count = S[COUNT]
    h = _intern(S, base, rights, lefts, -field(S, g, RS), -field(S, g, LS))
    S[TOP] -= 2 * S[LISTS]
    if h >= count:
        note_sum(S, h, np.int64(0), g, np.int64(-1))
    S[np.uint64(S[GAMES] + g * RECORD + NEG)] = h
    S[np.uint64(S[GAMES] + h * RECORD + NEG)] = g
    root = _root(S, g)
    if field(S, root, NEG) >= 0:
        _link(S, h, field(S, root, NEG), _away(S, g))
    return h


_negative: Any = inlined(_negative_function)


@inlined
def _line(S: Ints, key: Number) -> Number:
    """Return the place in the memo of sums of the line for a pair of games, and of all pairs of this sum."""
    weight = added(field(S, key >> 32, WEIGHT), field(S, key & 0xFFFFFFFF, WEIGHT))
    return np.uint64(S[ADD]) + np.uint64(8) * (hashed(weight, ZERO) & np.uint64(S[ADD_MASK]))


@inlined
def _fetch_sum(S: Ints, g: Number, h: Number) -> Number:
    """Fetch from memory what the memo may hold of g + h."""
    prefetch(S, np.int64(_line(S, min(g, h) << 32 | max(g, h))))
    return 0


@inlined
def _equal_sums(S: Ints, key: Number, other: Number) -> Number:
    """Whether two pairs of games are known to have one sum."""
    a, b, c, d = key >> 32, key & 0xFFFFFFFF, other >> 32, other & 0xFFFFFFFF
    if added(field(S, a, WEIGHT), field(S, b, WEIGHT)) != added(field(S, c, WEIGHT), field(S, d, WEIGHT)):
        return False
    return same_sum(S, a, b, c, d)


@inlined
def _recall(S: Ints, key: Number) -> Number:
    """Return the sum that the memo holds for a key, or -1; of a line of four the one asked for last stands first."""
    place = _line(S, key)
    for k in range(np.uint64(0), np.uint64(8), np.uint64(2)):
        if S[place + k] == key:
            return S[place + k + np.uint64(1)]
    for k in range(np.uint64(0), np.uint64(8), np.uint64(2)):
        if S[place + k] != 0 and _equal_sums(S, key, S[place + k]):
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
    if field(S, g, KIND) != GENERAL:
        return _nus(S, plus(S, field(S, g, X), x), field(S, g, UP), field(S, g, NIM))
    number = _nus(S, x, ZERO, ZERO)
    key = number << 32 | g
    held = _recall(S, key)
    if held >= 0:
        return held
    work(S, np.int64(1))
    base = _frame(S)
    lefts, rights = field(S, g, LEFTS), field(S, g, RIGHTS)
    for k in range(lefts):
        S[np.uint64(base + k)] = _shift(S, at(S, S[POOL] + field(S, g, LEFT) + k), x)
    for k in range(rights):
        S[np.uint64(base + S[LISTS] + k)] = _shift(S, at(S, S[POOL] + field(S, g, RIGHT) + k), x)
    _unique(S, base, lefts)
    _unique(S, base + S[LISTS], rights)
    count = S[COUNT]
    h = _intern(S, base, lefts, rights, plus(S, field(S, g, LS), x), plus(S, field(S, g, RS), x))
    S[TOP] -= 2 * S[LISTS]
    if h >= count:
        note_sum(S, h, g, number, np.int64(1))
    root = _recall(S, number << 32 | _root(S, g))
    if root >= 0:
        _link(S, h, root, _away(S, g))
    return _keep(S, key, h)


_shift: Any = inlined(_shift_function)


@inlined
def _is_many(S: Ints, g: Number) -> Number:
    """Whether a game is a nimber so large that it is added with an eye to who would move in it."""
    if field(S, g, KIND) == GENERAL or field(S, g, UP) != 0:
        return False
    return less(S, np.int64(MANY) << FRACTION, field(S, g, NIM))


@inlined
def _outweighs(S: Ints, gain: Number) -> Number:
    """Whether what a move gains is more than any nimber: gain + *j >= 0 for all j > 0.

    If a move of Right from G to GR gains that, he needs no move of *m in G + *m. For let H be this sum without these moves:
    who moves second wins their difference. A move in one is answered by the same in the other; and if *m becomes *k by
    Right, Left moves the other game to -(GR + *m), which leaves G - GR + *(k xor m). Her own moves to G + *k, k < m, come
    back through GR + *k, which is at most G + *m: instead of them she has what she can move to there. And dually. Of the
    nimbers that are remote from the gain one tells for all.
    """
    stays_a_call()
    size, most = STAR, min(_far(S, gain), np.int64(FIRST_LISTS) << FRACTION)
    while size < most and _le(S, _nus(S, ZERO, ZERO, size), gain):
        size += ONE
    return size == most and most < np.int64(FIRST_LISTS) << FRACTION


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
    if field(S, g, KIND) != GENERAL:
        if field(S, h, KIND) != GENERAL:
            x = plus(S, field(S, g, X), field(S, h, X))
            up = plus(S, field(S, g, UP), field(S, h, UP))
            return _nus(S, x, up, xor(S, field(S, g, NIM), field(S, h, NIM)))
        x, up, nim = field(S, g, X), field(S, g, UP), field(S, g, NIM)
        if up == 0 and nim == 0:
            return _shift(S, h, x)
        if x != 0:
            return _shift(S, _sum(S, _nus(S, ZERO, up, nim), h), x)
    elif field(S, h, KIND) != GENERAL:
        x, up, nim = field(S, h, X), field(S, h, UP), field(S, h, NIM)
        if up == 0 and nim == 0:
            return _shift(S, g, x)
        if x != 0:
            return _shift(S, _sum(S, g, _nus(S, ZERO, up, nim)), x)
    if _negative(S, g) == h:
        return _nus(S, ZERO, ZERO, ZERO)
    side_of_nimber = np.int64(-1)  # of a sum with a large one
    strong_left, strong_right = np.int64(-1), np.int64(-1)  # moves in the other game that gain more than any nimber
    for side in range(2):
        a, b = (g, h) if side == 0 else (h, g)
        if not _is_many(S, b):
            continue
        if field(S, a, NEAR) != 0:
            return _sum(S, _root(S, a), _nus(S, ZERO, ZERO, xor(S, _away(S, a), field(S, b, NIM))))
        side_of_nimber = np.int64(1 - side)
        S[GAINS] += 1
        for player in (ABOVE, BELOW):
            for k in range(field(S, a, RIGHTS if player == ABOVE else LEFTS) if S[GAINS] == 1 else 0):
                option = at(S, S[POOL] + field(S, a, RIGHT if player == ABOVE else LEFT) + k)
                gain = _sum(S, a, _negative(S, option))
                if _outweighs(S, gain if player == ABOVE else _negative(S, gain)):
                    if player == ABOVE:
                        strong_right = option
                    else:
                        strong_left = option
                    break
        S[GAINS] -= 1
        if (strong_left < 0 or strong_right < 0) and not less(S, field(S, b, NIM), S[LISTS] << FRACTION):
            raise BufferError
    work(S, np.int64(1))
    base = _frame(S)
    lefts, rights = np.int64(0), np.int64(0)
    for side in range(2):
        a, b = (g, h) if side == 0 else (h, g)
        if side == side_of_nimber and (strong_left >= 0 or strong_right >= 0):
            if strong_left >= 0 and strong_right >= 0:
                continue
            through = strong_right if strong_left < 0 else strong_left
            for k in range(field(S, a, NIM) >> FRACTION):
                beyond = _sum(S, through, _nus(S, ZERO, ZERO, np.int64(k) << FRACTION))
                if strong_left < 0:
                    lefts = _entered(S, base, lefts, beyond, BELOW, _marked(S, base, lefts))
                else:
                    rights = _entered(S, base + S[LISTS], rights, beyond, ABOVE, _marked(S, base + S[LISTS], rights))
            continue
        _open(S, a)
        moves_left, moves_right = field(S, a, LEFTS), field(S, a, RIGHTS)
        if moves_left + lefts > S[LISTS] or moves_right + rights > S[LISTS]:
            raise BufferError
        for k in range(moves_left):
            _fetch_sum(S, at(S, S[POOL] + field(S, a, LEFT) + k), b)
        for k in range(moves_right):
            _fetch_sum(S, at(S, S[POOL] + field(S, a, RIGHT) + k), b)
        for k in range(moves_left):
            S[np.uint64(base + lefts)] = _sum(S, at(S, S[POOL] + field(S, a, LEFT) + k), b)
            lefts += 1
        for k in range(moves_right):
            S[np.uint64(base + S[LISTS] + rights)] = _sum(S, at(S, S[POOL] + field(S, a, RIGHT) + k), b)
            rights += 1
    count = S[COUNT]
    found = _make(S, base, lefts, rights)
    S[TOP] -= 2 * S[LISTS]
    if found >= count and field(S, found, KIND) == GENERAL:
        note_sum(S, found, g, h, np.int64(1))
    for side in range(2):
        a, b = (g, h) if side == 0 else (h, g)
        if field(S, a, KIND) != GENERAL and field(S, a, UP) == 0:
            _link(S, found, b, field(S, a, NIM))
    return _keep(S, g << 32 | h, found)


_sum: Any = inlined(_sum_function)


@inlined
def begin(S: Ints) -> Number:
    """Begin a question: the first lists on the stack are for those from outside."""
    S[TOP], S[DEPTH], S[GAINS] = 2 * S[LISTS], 0, 0
    return 0


@inlined
def first_left(S: Ints, g: Number) -> Number:
    """Return where the options of Left of a game begin."""
    return S[POOL] + field(S, g, LEFT)


AHEAD = 12
"""So many questions ahead the memo's line is fetched from memory."""
ORDER, SUM, NEGATIVE, BUILD, OPEN, NUS_OF, LEARN = range(7)


@kernel("int64(int64[::1], int64, int64, int64, int64)", group="values")
def ask(S: Ints, what: Number, a: Number, b: Number, c: Number) -> Number:
    """Answer one question: a <= b, a + b, -a, the game of a and b options on the stack, …; or learn an answer.

    MemoryError: a part of the store is full; OverflowError: it wants to be told about two numbers; BufferError: a player
    would have more than `LONGEST_LISTS` options, or a nimber more than `MOST_OPENED`; RecursionError: it goes too deep;
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
        return learned(S, what - LEARN, a, b, c)
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


def laid_out(
    games: int, memo: int = 0, numbers: int = 0, facts: int = 0, lists: int = 0, old: Ints | None = None
) -> Ints:
    """Return a store with room for so many games, words of either memo, large numbers, facts about numbers, options.

    With an older one the new one holds what that holds, and has no less room for anything.
    """
    room = np.zeros(HEADER, np.int64) if old is None else old
    size = _room(first_room(1 << 10, 2), games, room[GAME_ROOM])
    memo = _room(8 * size, memo, room[LE_MASK] + 1)
    known = _room(first_room(64, 2), numbers, room[NUMBER_ROOM])
    facts = _room(first_room(64, 2), facts, room[FACTS_MASK] + 1)
    lists = max(FIRST_LISTS, lists, int(room[LISTS]))
    sizes = {
        GAMES: size * RECORD,
        POOL: size * 12,
        TABLE: size * 4,
        NUS: size * 4,
        LE: memo,
        ADD: memo,
        NUMBERS: known * 2,
        FACTS: facts * 4,
        STACK: lists * 2 * (DEEPEST + 1),
    }
    held = {GAMES: int(room[COUNT]) * RECORD, POOL: int(room[POOL_USED]), NUMBERS: int(room[NUMBER_ROOM]) * 2}
    S = ARENA.made(sizes, old, held)
    S[GAME_ROOM], S[POOL_ROOM], S[STACK_ROOM], S[NUMBER_ROOM] = size, sizes[POOL], sizes[STACK], known
    S[TABLE_MASK], S[NUS_MASK] = sizes[TABLE] - 1, sizes[NUS] - 1
    S[LE_MASK], S[ADD_MASK], S[FACTS_MASK] = memo - 1, memo // 8 - 1, facts - 1
    S[PATIENCE], S[LOST], S[FACT_COUNT], S[LISTS] = memo, 0, 0, lists
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
        if field(S, g, KIND) == GENERAL:
            left, right = S[POOL] + field(S, g, LEFT), S[POOL] + field(S, g, RIGHT)
            h = _hash_of(S, left, field(S, g, LEFTS), right, field(S, g, RIGHTS))
            table, mask = S[TABLE], np.uint64(S[TABLE_MASK])
        else:
            h = hashed(hashed(field(S, g, X), field(S, g, UP)), field(S, g, NIM))
            table, mask = S[NUS], np.uint64(S[NUS_MASK])
        h &= mask
        while at(S, np.uint64(table) + h) != 0:
            h = (h + np.uint64(1)) & mask
        S[np.uint64(table) + h] = g + 1
    for place in range(old[LE], old[LE] + old[LE_MASK] + 1):
        key = at(old, place) >> 1
        if key != 0:
            S[_le_place(S, key >> 32, key & 0xFFFFFFFF)] = at(old, place)
    for line in range(old[ADD], old[ADD] + 8 * (old[ADD_MASK] + 1), 8):
        for k in range(6, -1, -2):
            if at(old, line + k) != 0:
                _keep(S, at(old, line + k), at(old, line + k + 1))
    S[LOST] = 0
    for place in range(old[FACTS], old[FACTS] + 4 * (old[FACTS_MASK] + 1), 4):
        if at(old, place) != 0:
            learned(S, at(old, place), at(old, place + 1), at(old, place + 2), at(old, place + 3))
    return 0


@inlined
def _inserted(S: Ints, base: Number, count: Number, value: Number) -> Number:
    """Put an id into a sorted list on the stack unless it is there; return how many there are then."""
    k = count
    while k > 0 and at(S, base + k - 1) > value:
        k -= 1
    if k > 0 and at(S, base + k - 1) == value:
        return count
    if count >= S[LISTS]:
        raise BufferError
    i = count
    while i > k:
        S[np.uint64(base + i)] = at(S, base + i - 1)
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
                rights = _inserted(S, base + S[LISTS], rights, value)
        values[2 * p] = _make(S, base, lefts, rights) + 1
        at[0] += 1
    return 0


# what kernels of other files call
opened, le, total, negative, make, frame, inserted = _open, _le, _sum, _negative, _make, _frame, _inserted
