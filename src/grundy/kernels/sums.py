"""Who wins a sum, without the sum's value: a search that takes positions apart and puts small parts' values together.

A sum is a short game (what has a value, added up while that stays simple), a list of parts without a value, and a list of
values that were not added. Left is always the one to
move: a sum where Right moves is negated. Options that are decided at once are looked at first, then those whose parts are
smallest. The table of results keeps whole sums, so that no two are confused.

M. Müller and others' *MCGS* searches sums in this way, with hashes for the sums.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Arena, Fill, Ints, Number, Part, first_room
from grundy.kernels.parts import DONE, MORE_ROOM, MORE_WORK, RULES, Rules, expand, field, hash_of, words, written
from grundy.kernels.parts_arena import CELLS, PLACE, POOL, RULED_OUT, VALUE
from grundy.kernels.short import (
    LEFTS,
    LISTS,
    LS,
    RIGHTS,
    RS,
    TOP,
    begin,
    first_left,
    frame,
    inserted,
    le,
    make,
    negative,
    opened,
    total,
)
from grundy.kernels.short_arena import at, work
from grundy.kernels.short_arena import field as record

# the header of T
(
    TABLE,  # hash table of places of keys, each with its result
    MASK,
    KEYS,  # whole sums, each behind its result
    KEYS_ROOM,
    KEYS_USED,
    FRAMES,  # the line that is searched
    FRAMES_ROOM,
    HELD,  # how many sums have a result
    SMALL,  # the cells up to which a part's value is found
    SIMPLE,  # the options up to which a value takes another to it
    NEED,  # which room is needed
    VISITED,  # how many sums were looked into
    BUDGET,  # and how many may be
    DEPTH,  # calls within each other
    HEADER,
) = range(15)

ARENA = Arena("T", HEADER, {TABLE: Part("hash table"), KEYS: Part("keys"), FRAMES: Part("line")})
COLDEST = 1 << 31
"""More than the stops of a value are apart, in multiples of 2^-4; up to that the hotter ones are moved in first."""
NOTHING, PARTS_ROOM, SUMS_ROOM, SPENT, RULES_GAVE_UP, WORK_ROOM, TOO_LONG, TOO_DEEP, LINE_ROOM = range(9)
VALUED = 1 << 40
"""What stands in a list for a value is its id and this."""
LONGEST = 64
"""The most parts of a sum that is searched."""
FITTING = 1 << 54
"""Codes of numbers below this are the numbers, and so are the sums of so many."""
DEEPEST = 4096
"""The most moves, one after the other, that a search looks ahead; the processor's stack holds that many calls."""


STEP = LONGEST + 4
"""Words of a sum in the line that is being searched: its weight, its value, the count of its parts, the parts."""


def laid_out(sums: int, old: Ints | None = None, frames: int = 0) -> Ints:
    """Return a table with room for so many sums, and words for a line of play; with the sums that an older one holds."""
    size = max(first_room(1 << 12, 2), 1 << int(sums - 1).bit_length())
    keys = size * 8
    frames = max(frames, first_room(1 << 22, 4 * STEP) if old is None else int(old[FRAMES_ROOM]))
    held = {} if old is None else {KEYS: int(old[KEYS_USED])}
    T = ARENA.made({TABLE: 2 * size, KEYS: keys, FRAMES: frames}, old, held)
    T[MASK], T[KEYS_ROOM], T[FRAMES_ROOM] = 2 * size - 1, keys, frames
    if old is None:
        T[KEYS_USED] = 1
    else:
        _refill(T)
    return T


@inlined
def _slot(T: Ints, place: Number) -> Number:
    """Return the place in the table of the sum at ``T[place]``: its value, its count of parts, the parts."""
    count, mask = T[place + 1] + 2, np.uint64(T[MASK])
    h = hash_of(T, place, count) & mask
    while True:
        held = T[T[TABLE] + np.int64(h)]
        if held == 0:
            break
        own = T[KEYS] + (held >> 1)
        same = True
        for k in range(count):
            if T[own + k] != T[place + k]:
                same = False
                break
        if same:
            break
        h = (h + np.uint64(1)) & mask
    return T[TABLE] + np.int64(h)


@kernel("int64(int64[::1])")
def _refill(T: Ints) -> Number:
    place, ends = np.int64(1), T[KEYS_USED]
    while place < ends:  # a key's result stands before it
        T[_slot(T, T[KEYS] + place + 1)] = (place + 1) << 1 | T[T[KEYS] + place]
        place += T[T[KEYS] + place + 2] + 3
    return 0


@inlined
def _keep(T: Ints, place: Number, won: Number) -> Number:
    """Put the result of the sum at ``T[place]`` into the table."""
    count, used = T[place + 1] + 2, T[KEYS_USED]
    if used + count + 1 > T[KEYS_ROOM] or 2 * T[HELD] > T[MASK]:
        T[NEED] = SUMS_ROOM
        raise MemoryError
    slot = _slot(T, place)
    own = T[KEYS] + used
    T[own] = won
    for k in range(count):
        T[own + 1 + k] = T[place + k]
    T[KEYS_USED] = used + count + 1
    T[slot] = (used + 1) << 1 | won
    T[HELD] += 1
    return won


@inlined
def _expanded(G: Ints, T: Ints, rules: Rules, p: Number) -> Number:
    """Return where the options of a part stand."""
    code = expand(G, rules, p, np.int64(-1))
    if code != DONE:
        T[NEED] = PARTS_ROOM if code == MORE_ROOM else (WORK_ROOM if code == MORE_WORK else RULES_GAVE_UP)
        raise MemoryError
    return G[POOL] + G[field(G, p, PLACE)]


def _value_function(G: Ints, S: Ints, T: Ints, rules: Rules, p: Number) -> Number:
    """Return the id of the value of a part."""
    known = G[field(G, p, VALUE)]
    if known > 0:
        return known - 1
    place = _expanded(G, T, rules, p)
    Q = words(G)
    lefts, rights = Q[place], Q[place + 1]
    place += 2
    base = frame(S)
    counts = (np.int64(0), np.int64(0))
    for k in range(lefts + rights):
        value = np.int64(0)
        for i in range(1, Q[place] + 1):
            word = np.int64(Q[place + i])
            part = _value(G, S, T, rules, word >> 1)
            value = total(S, value, negative(S, part) if word & 1 else part)
        place += Q[place] + 1
        if k < lefts:
            counts = (inserted(S, base, counts[0], value), counts[1])
        else:
            counts = (counts[0], inserted(S, base + S[LISTS], counts[1], value))
    found = make(S, base, counts[0], counts[1])
    S[TOP] -= 2 * S[LISTS]
    G[field(G, p, VALUE)] = found + 1
    return found


_value: Any = inlined(_value_function)


@inlined
def _listed(T: Ints, place: Number, word: Number, against: Number) -> Number:
    """Put a word into the list of the sum at ``T[place]``, in order; or take its negative out of it."""
    count = T[place + 1]
    for i in range(count):
        if T[place + 2 + i] == against:
            for m in range(i, count - 1):
                T[place + 2 + m] = T[place + 3 + m]
            T[place + 1] = count - 1
            return 0
    k = count
    while k > 0 and T[place + 1 + k] > word:
        T[place + 2 + k] = T[place + 1 + k]
        k -= 1
    T[place + 2 + k] = word
    T[place + 1] = count + 1
    return 0


@inlined
def _added(S: Ints, T: Ints, place: Number, value: Number) -> Number:
    """Put a value to the sum at ``T[place]``: to its value where that stays simple, else into the list."""
    options = record(S, value, LEFTS) + record(S, value, RIGHTS)
    held = record(S, T[place], LEFTS) + record(S, T[place], RIGHTS)
    if options * held <= T[SIMPLE]:
        T[place] = total(S, T[place], value)
        return 0
    return _listed(T, place, VALUED | value, VALUED | negative(S, value))


@inlined
def _joined(G: Ints, S: Ints, T: Ints, rules: Rules, place: Number, word: Number) -> Number:
    """Put a part to the sum at ``T[place]``: to its value, against its negative, or into the list."""
    p = word >> 1
    if G[field(G, p, CELLS)] <= T[SMALL]:
        value = _value(G, S, T, rules, p)
        return _added(S, T, place, negative(S, value) if word & 1 else value)
    return _listed(T, place, word, word ^ 1)


@inlined
def _decided(S: Ints, T: Ints, place: Number) -> Number:
    """Return 1 or 0 where it is known whether Left, who moves, wins the sum at ``T[place]``; else -1.

    Of values alone the stops may tell: the Left stop of a sum is at most the sum of the Left stops, and at least one Left
    stop and all other Right stops.
    """
    count = T[place + 1]
    if count == 0:
        return np.int64(0) if le(S, T[place], np.int64(0)) else np.int64(1)
    if T[place + 2] >= VALUED:
        lefts, rights = record(S, T[place], LS), record(S, T[place], RS)
        most, fits = lefts - rights, lefts > -FITTING and lefts < FITTING and rights > -FITTING and rights < FITTING
        for k in range(count):
            g = T[place + 2 + k] ^ VALUED
            high, low = record(S, g, LS), record(S, g, RS)
            fits &= high > -FITTING and high < FITTING and low > -FITTING and low < FITTING
            lefts += high
            rights += low
            most = max(most, high - low)
        if fits and lefts < 0:
            return np.int64(0)
        if fits and rights + most > 0:
            return np.int64(1)
    held = T[_slot(T, place)]
    return np.int64(-1) if held == 0 else held & 1


@inlined
def _moves_left(G: Ints, T: Ints, rules: Rules, place: Number) -> Number:
    """Return how many moves Left, who moves, has in the parts of a sum."""
    left, right, lp, rp, _out, state, _ = rules
    moves = np.int64(0)
    for k in range(T[place + 1]):
        word = T[place + 2 + k]
        if word < VALUED:
            at = field(G, word >> 1, RULED_OUT)
            if G[at] == 0:
                written(G, word >> 1, state)
                lefts, rights = max(left(state, lp, state), 0), max(right(state, rp, state), 0)
                G[at] = (lefts << 31 | rights) + 1
            moves += (G[at] - 1) & 0x7FFFFFFF if word & 1 else (G[at] - 1) >> 31
    return moves


def _wins_function(G: Ints, S: Ints, T: Ints, rules: Rules, place: Number, free: Number) -> Number:
    """Whether Left, who moves, wins the sum at ``T[place]``; from ``T[free]`` on there is room for its options."""
    won = _decided(S, T, place)
    if won >= 0:
        return won
    T[VISITED] += 1
    if T[VISITED] > T[BUDGET] or T[DEPTH] > DEEPEST:
        T[NEED] = SPENT if T[VISITED] > T[BUDGET] else TOO_DEEP
        raise MemoryError
    T[DEPTH] += 1
    Q = words(G)
    count = T[place + 1]
    options, next_ = np.int64(0), free
    for part in range(-1, count):
        word = T[place] | VALUED if part < 0 else T[place + 2 + part]
        heat = np.int64(0)
        if word >= VALUED:
            g = word ^ VALUED
            opened(S, g)
            start = first_left(S, g)
            moves = record(S, g, LEFTS)
            heat = record(S, g, LS) - record(S, g, RS)
        else:
            start = _expanded(G, T, rules, word >> 1)
            moves = np.int64(Q[start + (word & 1)])
            if word & 1:
                skipped = Q[start]
                start += 2
                for _ in range(skipped):
                    start += Q[start] + 1
            else:
                start += 2
        work(S, moves)
        for k in range(moves):
            full = next_ + 2 * STEP > T[FRAMES] + T[FRAMES_ROOM]
            if full or (word < VALUED and count + Q[start] > LONGEST):
                T[NEED] = LINE_ROOM if full else TOO_LONG
                raise MemoryError
            own = next_ + 1
            T[own] = np.int64(0) if part < 0 else T[place]
            T[own + 1] = 0
            for i in range(count):
                if i != part:
                    T[own + 2 + T[own + 1]] = T[place + 2 + i]
                    T[own + 1] += 1
            if word >= VALUED:
                _added(S, T, own, at(S, start + k))
            else:
                for i in range(1, Q[start] + 1):
                    _joined(G, S, T, rules, own, np.int64(Q[start + i]) ^ (word & 1))
                start += Q[start] + 1
            _negated(S, T, own)
            known = _decided(S, T, own)
            if known == 0:
                T[DEPTH] -= 1
                return _keep(T, place, np.int64(1))
            if known < 0:
                T[next_] = _moves_left(G, T, rules, own) << 32 | max(np.int64(0), COLDEST - (heat >> 20))
                next_ += STEP
                options += 1
    won = np.int64(0)
    for _ in range(options):
        best = np.int64(-1)
        for k in range(options):
            own = free + k * STEP
            if T[own] >= 0 and (best < 0 or T[own] < T[best]):
                best = own
        T[best] = -1
        if _wins(G, S, T, rules, best + 1, next_) == 0:
            won = np.int64(1)
            break
    T[DEPTH] -= 1
    return _keep(T, place, won)


@inlined
def _negated(S: Ints, T: Ints, place: Number) -> Number:
    """Negate the sum at ``T[place]``. Its parts stay in order, since none stands beside its negative; values may not."""
    T[place] = negative(S, T[place])
    for k in range(T[place + 1]):
        word = T[place + 2 + k]
        if word < VALUED:
            T[place + 2 + k] = word ^ 1
            continue
        word = VALUED | negative(S, word ^ VALUED)
        i = np.int64(k)
        while i > 0 and T[place + 1 + i] > word:
            T[place + 2 + i] = T[place + 1 + i]
            i -= 1
        T[place + 2 + i] = word
    return 0


_wins: Any = inlined(_wins_function)


@kernel(f"int64(int64[::1], int64[::1], int64[::1], {RULES}, int64[::1], int64[::1])")
def wins(
    G: Ints,
    S: Ints,
    T: Ints,
    left: Fill,
    right: Fill,
    lp: Ints,
    rp: Ints,
    out: Ints,
    state: Ints,
    W: Ints,
    values: Ints,
    parts: Ints,
) -> Number:
    """Whether Left, who moves, wins the sum of some values and some parts. MemoryError says in ``T[NEED]`` what is full."""
    rules = (left, right, lp, rp, out, state, W)
    begin(S)
    T[NEED], T[DEPTH] = NOTHING, 0
    place = T[FRAMES]
    if parts.size + values.size > LONGEST:
        T[NEED] = TOO_LONG
        raise MemoryError
    T[place], T[place + 1] = 0, 0
    for k in range(values.size):
        _added(S, T, place, values[k])
    for k in range(parts.size):
        _joined(G, S, T, rules, place, parts[k])
    return _wins(G, S, T, rules, place, place + STEP)
