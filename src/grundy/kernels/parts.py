"""The parts that a game comes apart into, and the options of each: a graph kept in one array of int64, ``G``.

A part is a state that cannot be split, folded by the symmetries of its board; its record is that of
`grundy.kernels.bitboards`, or, where there is no board, the state. An option of a part is a sum of parts, some of them
negated; it is written as its count of parts, then ``2 * part + (1 if negated)`` for each, ascending. Parts that are known to
have no move are left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.bitboards import KEY, NEGATED, RECORD, SCRATCH, SHAPE, SIZE, WHOLE, gathered, parts_of, whole
from grundy.kernels.compiling import inlined, kernel, prefetch
from grundy.kernels.contract import FULL, Fill, Ints, Number, first_room
from grundy.kernels.long_boards import long_parts, room_for_cells, used
from grundy.kernels.parts_arena import (
    ARENA,
    BY_SIZE,
    CELLS,
    COUNT,
    FIELDS,
    IMPARTIAL,
    LAYERS,
    PARTS,
    PLACE,
    POOL,
    POOL_ROOM,
    POOL_USED,
    RESIZED,
    ROOM,
    RULED_OUT,
    TABLE,
    TABLE_MASK,
    TOLD,
    VALUE,
    WIDTH,
    WORDS,
)

DONE, MORE_ROOM, MORE_WORK, NO_FIT, REACHED, MORE_STEPS, DEEPER = range(7)
BATCH = 8
"""After so many options it is asked whether one of them has the value that is looked for."""
LEFTS, TOTAL, PIECES, ENDS, OPTIONS = range(SCRATCH, SCRATCH + 5)
"""Where it stands in ``W`` of the options of a part: the counts of Left's options, of all, and of their parts, where they
end, where they begin. Before the parts of each option stand their count and where they end."""
OPTION = 2
ORDERED, EXPANDED, ROOT, DEPTH, TRAIL = range(5)
"""How far a walk has come: parts that were ordered, those that were expanded, which the next root is, how many parts lie
on the way."""
EDGES = 8
"""Words of the pool for a part that there is room for, at first."""
MOST = 1 << 30
"""So many parts have numbers that the pool can hold, twice each and 1 more."""
RULES = "FILL, FILL, int64[::1], int64[::1], int64[::1], int64[::1], int64[::1]"
"""What the kernels take after the array: the rules, their parameters, and room for options, for a state, and for work."""
Rules = tuple[Fill, Fill, Ints, Ints, Ints, Ints, Ints]
"""The same, as functions pass it on."""


def laid_out(parts: int, width: int, pool: int = 0, old: Ints | None = None) -> Ints:
    """Return an array with room for so many parts; with what an older, smaller one holds."""
    size = max(first_room(1 << 10, 2), parts)
    words = (max(pool, first_room(size * EDGES)) + 1) // 2
    table = 1 << (size * 3 // 2).bit_length()
    stride = width + FIELDS
    held = {} if old is None else {PARTS: int(old[COUNT]) * stride, POOL: (int(old[POOL_USED]) + 1) // 2}
    G = ARENA.made({PARTS: size * stride, TABLE: table, POOL: words}, old, held)
    G[ROOM], G[WIDTH], G[TABLE_MASK], G[POOL_ROOM] = size, width, table - 1, 2 * words
    if old is not None:
        _rehash(G)
    return G


def pooled(G: Ints) -> Any:
    """Return the array in words of 32 bits, as which the pool is read; `POOL` counts in these."""
    return G.view(np.int32)


words: Any = inlined(pooled)


@inlined
def field(G: Ints, p: Number, which: Number) -> Number:
    """Return where a field of a part stands."""
    return G[PARTS] + p * (G[WIDTH] + FIELDS) + which


@inlined
def _width(G: Ints, shape: Number) -> Number:
    """Return how many words of a record that begins with ``shape`` mean something."""
    return used(G, shape) if G[WORDS] > 1 else (shape + 1 if G[TOLD] > 1 else G[WIDTH])


@inlined
def hash_of(array: Ints, at: Number, width: Number) -> Number:
    """Return a hash of some words, uint64."""
    h = np.uint64(0x8445D61A4E774912)
    for k in range(width):
        h = (h ^ np.uint64(array[np.uint64(at + k)])) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
    return h


@inlined
def _slot(G: Ints, array: Ints, at: Number, width: Number, h: Number) -> Number:
    """Return the place in the table of a record: where it is, or the empty one where it would be."""
    mask = np.uint64(G[TABLE_MASK])
    h &= mask
    while True:
        held = G[G[TABLE] + np.int64(h)] - 1
        if held < 0:
            break
        own = field(G, held, FIELDS)
        same = True
        for k in range(width):
            same &= G[np.uint64(own + k)] == array[np.uint64(at + k)]
        if same:
            break
        h = (h + np.uint64(1)) & mask
    return G[TABLE] + np.int64(h)


@kernel("int64(int64[::1])", group="values")
def _rehash(G: Ints) -> Number:
    for p in range(G[COUNT]):
        at = field(G, p, FIELDS)
        width = _width(G, G[at])
        G[_slot(G, G, at, width, hash_of(G, at, width))] = p + 1
    return 0


@inlined
def _intern(G: Ints, array: Ints, at: Number, width: Number, h: Number, size: Number) -> Number:
    """Return the number of the part of a record with this hash, or -1 if there is no room for it."""
    slot = _slot(G, array, at, width, np.uint64(h))
    if G[slot] > 0:
        return G[slot] - 1
    p = G[COUNT]
    if p >= G[ROOM]:
        return np.int64(-1)
    own = field(G, p, 0)
    for k in range(width):
        G[own + FIELDS + k] = array[at + k]
    G[own + PLACE], G[own + CELLS], G[own + VALUE], G[own + RULED_OUT] = -1, size, 0, 0
    G[slot] = p + 1
    G[COUNT] = p + 1
    return p


@inlined
def _stride(G: Ints, W: Ints, place: Number) -> Number:
    """Return how many words the part that was found at ``W[place]`` takes there."""
    return RECORD + _width(G, W[place + RECORD])


@inlined
def _found(G: Ints, source: Ints, at: Number, W: Ints, place: Number) -> Number:
    """Write the parts of a state to ``W`` from ``place`` on, one behind the other; return how many."""
    if G[WORDS] > 1:
        count = long_parts(G, source, at, W, place)
    elif G[LAYERS]:
        count = parts_of(G, source, at, W, place)
    else:
        count = np.int64(1)
        W[place + NEGATED], W[place + SIZE] = 0, 1
        for k in range(G[WIDTH]):
            W[place + RECORD + k] = source[at + k]
    for _ in range(count):
        width = _width(G, W[place + RECORD])
        W[place + KEY] = np.int64(hash_of(W, place + RECORD, width))
        place += RECORD + width
    return count


@inlined
def _fetched(G: Ints, W: Ints, begun: Number, ends: Number) -> Number:
    """Fetch what the options in ``W`` need from memory: places in the table, and the records of what seems to be known."""
    table, mask = G[TABLE], np.uint64(G[TABLE_MASK])
    for turn in range(2):
        at = begun
        while at < ends:
            place = at + OPTION
            for _ in range(W[at]):
                slot = table + np.int64(np.uint64(W[place + KEY]) & mask)
                if turn == 0:
                    prefetch(G, slot)
                elif G[slot] > 0:
                    prefetch(G, np.int64(field(G, G[slot] - 1, 0)))
                place += _stride(G, W, place)
            at = W[at + 1]
    return 0


@inlined
def _insert(G: Ints, Q: Any, target: Number, kept: Number, word: Number) -> Number:
    """Put a part among the ``kept`` ones of an option at ``Q[target]``, ascending; return how many there are then."""
    if G[field(G, word >> 1, CELLS)] == 0:
        return kept
    k = kept
    while k > 0 and Q[target + k - 1] > word:
        Q[target + k] = Q[target + k - 1]
        k -= 1
    if G[IMPARTIAL] and k > 0 and Q[target + k - 1] == word:  # with its equal it is worth nothing
        for i in range(k - 1, kept - 1):
            Q[target + i] = Q[target + i + 2]
        return kept - 1
    Q[target + k] = word
    return kept + 1


@inlined
def _settled(G: Ints, W: Ints, place: Number, count: Number, Q: Any, target: Number) -> Number:
    """Number the parts found at ``W[place]``, write them to ``Q[target]``, ascending; return how many, -1 without room."""
    kept = np.int64(0)
    for _ in range(count):
        width = _width(G, W[place + RECORD])
        p = _intern(G, W, place + RECORD, width, W[place + KEY], W[place + SIZE])
        if p < 0:
            return np.int64(-1)
        kept = _insert(G, Q, target, kept, 2 * p + (0 if G[IMPARTIAL] else W[place + NEGATED]))
        place += RECORD + width
    return kept


@inlined
def written(G: Ints, p: Number, state: Ints) -> Number:
    """Write the state of a part to ``state``; return its length."""
    width = G[WIDTH]
    own = field(G, p, FIELDS)
    if G[LAYERS] == 0:
        means = _width(G, G[own])
        for k in range(width):
            state[k] = G[own + k] if k < means else 0
        return width
    state[0], state[1] = G[own] >> SHAPE, G[own] & ((1 << SHAPE) - 1)
    if G[WORDS] > 1:
        means = _width(G, G[own])
        for k in range(1, width):
            state[k + 1] = G[own + k] if k < means else 0
        return width + 1
    for k in range(1, width):
        state[k + 1] = gathered(G[own + k], state[0], state[1])
    return width + 1


@inlined
def _room(G: Ints, p: Number) -> Number:
    """Return the words that an option of p can take: the parts are one for each cell of its board, whatever lives there."""
    most = np.int64(1)
    if G[LAYERS]:
        shape = G[field(G, p, FIELDS)]
        most = (shape >> SHAPE) * (shape & ((1 << SHAPE) - 1))
    return OPTION + (RECORD + G[WIDTH]) * most + room_for_cells(G, most)


@inlined
def _boards_fit(G: Ints, out: Ints, found: Number, length: Number, state: Ints) -> bool:
    """Whether the options in ``out`` are boards as large as their state, so that `_room` holds their parts."""
    if G[LAYERS]:
        for at in range(1, 1 + found * length, length):
            if out[at] != state[0] or out[at + 1] != state[1]:
                G[RESIZED] = 1
                return False
    return True


@inlined
def _is_reached(G: Ints, W: Ints, at: Number, ends: Number, n: Number) -> bool:
    """Whether one of the options that stand in ``W`` from ``at`` on is known to be worth n."""
    while at < ends:
        place, x = at + OPTION, n
        for _ in range(W[at]):
            width = _width(G, W[place + RECORD])
            held = G[_slot(G, W, place + RECORD, width, np.uint64(W[place + KEY]))] - 1
            known = np.int64(0)
            if held >= 0:
                own = field(G, held, 0)
                known = np.int64(1) if G[own + CELLS] == 0 else G[own + VALUE]
            if known == 0:
                x = np.int64(-1)
                break
            x ^= known - 1
            place += RECORD + width
        if x == 0:
            return True
        at = W[at + 1]
    return False


@inlined
def _options(G: Ints, rules: Rules, p: Number, n: Number) -> Number:
    """Write the options of a part to ``W``, each in its parts; `REACHED` as soon as one is known to be worth n.

    -1 for n: it is not asked.
    """
    left, right, lp, rp, out, state, W = rules
    length, most = written(G, p, state), _room(G, p)
    place, total, parts = np.int64(OPTIONS), np.int64(0), np.int64(0)
    W[LEFTS], W[WHOLE] = 0, whole(G, state, W)
    for side in range(2):
        found = left(state, lp, out) if side == 0 else right(state, rp, out)
        if found < 0:
            return MORE_WORK if found == FULL else NO_FIT
        if not _boards_fit(G, out, found, length, state):
            return NO_FIT
        begun = place
        for i in range(found):
            if place + most > W.size:
                return MORE_WORK
            W[place] = _found(G, out, 1 + i * length, W, place + OPTION)
            parts += W[place]
            ends = place + OPTION
            for _ in range(W[place]):
                ends += _stride(G, W, ends)
            W[place + 1] = ends
            place = ends
            if n >= 0 and (i % BATCH == BATCH - 1 or i == found - 1):
                _fetched(G, W, begun, place)
                if _is_reached(G, W, begun, place, n):
                    return REACHED
                begun = place
        total += found
        if side == 0:
            W[LEFTS] = total
    W[TOTAL], W[PIECES], W[ENDS] = total, parts, place
    return DONE


@inlined
def _settle(G: Ints, W: Ints, p: Number) -> Number:
    """Write the options of a part that stand in ``W`` into the pool, their parts numbered: the counts of Left's and of
    Right's, then the options."""
    start, total, Q = G[POOL_USED], W[TOTAL], words(G)
    if start + 2 + total + W[PIECES] > G[POOL_ROOM]:
        return MORE_ROOM
    _fetched(G, W, np.int64(OPTIONS), W[ENDS])
    place, source = start + 2, np.int64(OPTIONS)
    for _ in range(total):
        kept = _settled(G, W, source + OPTION, W[source], Q, G[POOL] + place + 1)
        if kept < 0:
            return MORE_ROOM
        Q[G[POOL] + place] = kept
        place += kept + 1
        source = W[source + 1]
    if G[BY_SIZE] and not _by_size(G, start + 2, place, W, W[ENDS]):
        return MORE_WORK
    Q[G[POOL] + start] = total if G[IMPARTIAL] else W[LEFTS]
    Q[G[POOL] + start + 1] = 0 if G[IMPARTIAL] else total - W[LEFTS]
    G[POOL_USED] = place
    G[field(G, p, PLACE)] = start
    if total == 0:
        G[field(G, p, CELLS)] = 0
    return DONE


@inlined
def _told(G: Ints, rules: Rules, p: Number) -> Number:
    """Write the options of a part into the pool as one rule tells them, each in its parts as the other rule tells these."""
    moves, split, mp, sp, out, state, W = rules
    width, start, Q = written(G, p, state), G[POOL_USED], words(G)
    found = moves(state, mp, out)
    if found < 0:
        return MORE_WORK if found == FULL else NO_FIT
    place = start + 2
    for i in range(found):
        count = split(out[1 + i * width : 1 + (i + 1) * width], sp, W)
        if count < 0:
            return MORE_WORK if count == FULL else NO_FIT
        if place + 1 + count > G[POOL_ROOM]:
            return MORE_ROOM
        kept = np.int64(0)
        for k in range(count):
            at = 1 + k * width
            means = W[at] + 1 if G[TOLD] > 1 else width
            part = _intern(G, W, at, means, hash_of(W, at, means), np.int64(1))
            if part < 0:
                return MORE_ROOM
            kept = _insert(G, Q, G[POOL] + place + 1, kept, 2 * part)
        Q[G[POOL] + place] = kept
        place += kept + 1
    if place > G[POOL_ROOM]:
        return MORE_ROOM
    Q[G[POOL] + start], Q[G[POOL] + start + 1], G[POOL_USED], G[field(G, p, PLACE)] = found, 0, place, start
    if found == 0:
        G[field(G, p, CELLS)] = 0
    return DONE


@inlined
def expand(G: Ints, rules: Rules, p: Number, n: Number) -> Number:
    """Write the options of a part into the pool, unless one is known to be worth n (`REACHED`; -1: that is not asked)."""
    if G[field(G, p, PLACE)] >= 0:
        return DONE
    if G[TOLD]:
        return _told(G, rules, p)
    code = _options(G, rules, p, n)
    return _settle(G, rules[-1], p) if code == DONE else code


@inlined
def _by_size(G: Ints, begun: Number, ends: Number, W: Ints, free: Number) -> bool:
    """Bring options into the order of their largest parts; whether ``W`` has the room for it from ``free`` on. For
    impartial games.

    O(words + cells of the largest): a strip of n cells has about 2 n options, which lie in no order at all.
    """
    pool, Q = G[POOL], words(G)
    length = ends - begun
    copied = W.size - length
    if copied - free < length:
        return False
    count, most, at = np.int64(0), np.int64(0), begun
    while at < ends:
        largest = np.int64(0)
        for k in range(1, Q[pool + at] + 1):
            largest = max(largest, G[field(G, Q[pool + at + k] >> 1, CELLS)])
        W[free + count] = largest
        most = max(most, largest)
        count += 1
        at += Q[pool + at] + 1
    if copied - free < count + most + 2:
        return False
    for k in range(length):
        W[copied + k] = Q[pool + begun + k]
    sizes = free + count
    for size in range(most + 2):
        W[sizes + size] = 0
    at = copied
    for i in range(count):  # the words of each size, then where they begin
        W[sizes + W[free + i] + 1] += W[at] + 1
        at += W[at] + 1
    for size in range(most + 1):
        W[sizes + size + 1] += W[sizes + size]
    at = copied
    for i in range(count):
        target = pool + begun + W[sizes + W[free + i]]
        for k in range(W[at] + 1):
            Q[target + k] = W[at + k]
        W[sizes + W[free + i]] += W[at] + 1
        at += W[at] + 1
    return True


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1])", group="values")
def divided(G: Ints, state: Ints, W: Ints, target: Ints) -> Number:
    """Write the parts of a state to ``target``; return how many, -1 without room in ``G``, -2 without room in ``W``."""
    most = max(np.int64(1), state[0] * state[1]) if G[LAYERS] else np.int64(1)
    if SCRATCH + (RECORD + G[WIDTH]) * most + room_for_cells(G, most) > W.size:
        return np.int64(-2)
    place, kept, W[WHOLE] = np.int64(SCRATCH), np.int64(0), 0
    count = _found(G, state, np.int64(0), W, place)
    for _ in range(count):
        width = _width(G, W[place + RECORD])
        p = _intern(G, W, place + RECORD, width, W[place + KEY], W[place + SIZE])
        if p < 0:
            return np.int64(-1)
        target[kept] = 2 * p + W[place + NEGATED]
        kept += 1
        place += RECORD + width
    return kept


@inlined
def _next(G: Ints, Q: Any, mark: Ints, p: Number) -> Number:
    """Return the next part of an option of p that was not ordered, -1 after the last; ``mark[p]`` says where to go on."""
    start = G[POOL] + G[field(G, p, PLACE)]
    options = Q[start] + Q[start + 1]
    read = mark[p] - 1
    number, place = read & 0xFFFFFFFF, read >> 32
    while number < options:
        length = Q[start + 2 + place]
        for k in range(1, length + 1):
            child = np.int64(Q[start + 2 + place + k] >> 1)
            if mark[child] >= 0:
                mark[p] = (place << 32 | number) + 1
                return child
        place += length + 1
        number += 1
    return np.int64(-1)


@kernel(f"int64(int64[::1], {RULES}, int32[::1], int64[::1], int64[::1], int64[::1], int64)", group="values")
def ordered(
    G: Ints,
    left: Fill,
    right: Fill,
    lp: Ints,
    rp: Ints,
    out: Ints,
    state: Ints,
    W: Ints,
    order: Any,
    mark: Ints,
    trail: Ints,
    at: Ints,
    steps: Number,
) -> Number:
    """Expand all parts, depth first, and write them to ``order``, options first; return why it ended, to go on from there,
    or -1 - p where part p can come again.

    ``mark``, of each part: 0 at first, -1 when it is ordered or need not be; else it lies on the way (``trail``), and this
    is 1 + (words of its options read << 32 | options read). ``at``: how far it came. What is in ``order`` and in the
    options of these parts does not change any more, so that another thread may read it.
    """
    Q = words(G)
    for _ in range(steps):
        if at[DEPTH] == 0:
            while at[ROOT] < G[COUNT] and mark[at[ROOT]] != 0:
                at[ROOT] += 1
            if at[ROOT] == G[COUNT]:
                return DONE
            trail[0], at[DEPTH] = at[ROOT], 1
            mark[at[ROOT]] = 1
        p = trail[at[DEPTH] - 1]
        if G[field(G, p, PLACE)] < 0:
            code = expand(G, (left, right, lp, rp, out, state, W), p, np.int64(-1))
            if code != DONE:
                return code
            at[EXPANDED] += 1
        child = _next(G, Q, mark, p)
        if child < 0:
            mark[p] = -1
            order[at[ORDERED]] = p
            at[ORDERED] += 1
            at[DEPTH] -= 1
        elif mark[child] > 0:
            return -1 - child
        else:
            if at[DEPTH] == trail.size:
                return DEEPER
            mark[child] = 1
            trail[at[DEPTH]] = child
            at[DEPTH] += 1
    return MORE_STEPS


@kernel("int64(int64[::1], int32[::1], int32[::1], int64)")
def nimbers(G: Ints, order: Any, values: Any, room: Number) -> Number:
    """Write the Grundy values of all parts, options first; return -1 where one, or that of an option, is too large."""
    Q = words(G)
    seen = np.zeros(room, np.int32)
    for turn in range(order.size):
        p = order[turn]
        at = G[POOL] + G[field(G, p, PLACE)]
        options = Q[at] + Q[at + 1]
        at += 2
        for _ in range(options):
            value = 0
            for k in range(1, Q[at] + 1):
                value ^= values[Q[at + k] >> 1]
            if value >= seen.size:
                return -1
            seen[value] = turn + 1
            at += Q[at] + 1
        value = 0
        while value < seen.size and seen[value] == turn + 1:
            value += 1
        if value == seen.size:
            return -1
        values[p] = value
    return 0
