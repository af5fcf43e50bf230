"""Exploring where a position is one word: keys stand in the hash table itself, so that a move costs one look at memory.

The table is pairs of words, key + 1 (0: empty) and the number of the position + 1 (0: it has none yet), in the order of the
hashes: a larger table is filled by going through the smaller one, and nothing but neighbouring places is read or written. A
large one is four quarters, each closed in itself, so that several threads may fill it (`grundy.kernels.explore_together`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import inlined, kernel, prefetch
from grundy.kernels.contract import ENDS_LOST, FULL, OUTSIDE_KEYS, Fill, Ints, Number

Codes = NDArray[np.int8]
Offsets = NDArray[np.uint32]
Edges = NDArray[np.int32]
Slots = NDArray[np.uint64]

DONE, PAUSED, MORE_STATES, MORE_EDGES = range(4)
"""What a kernel answers: everything is explored, the budget is used up, or an array is full."""
NEXT, COUNT, TOTAL, LOWEST, WANTED, PLACES = range(6)
"""Where an exploration stands: the next position, how many are known, the arrows, how far back the furthest leads, and for
how many more there must be room (as many as would be new if all options of the last positions were), and how many the table
of words may hold."""
BLOCK = 64
"""Positions whose options are looked up together."""
QUARTERED = 1 << 12
"""Places of a table from which on it is four quarters, where their count allows it."""


@inlined
def slot_of(key: Number, size: Number) -> Any:
    """Return the place where a key is looked for first; places are in the order of the hashes."""
    h = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    return ((h >> np.uint64(32)) * size) >> np.uint64(32)


@inlined
def quarter_of(size: Number) -> Any:
    """Return how many places a table goes round in."""
    four = np.uint64(4)
    return size // four if size >= np.uint64(QUARTERED) and size % four == 0 else size


@inlined
def after(slot: Number, quarter: Number) -> Any:
    """Return the place after another in its quarter."""
    slot += np.uint64(1)
    half = quarter + quarter
    if slot in (quarter, half, half + quarter, half + half):
        return slot - quarter
    return slot


@kernel("void(int64[::1], int64, int64, int64[::1])")
def moved(old: Ints, first: Number, last: Number, table: Ints) -> None:
    """Move what some words of a table hold to a larger one, which is empty: all of them, or a quarter. O(size)."""
    size = np.uint64(table.size // 2)
    quarter = quarter_of(size)
    for place in range(first, last, 2):
        key = old[place]
        if old[place + 1] != 0:
            slot = slot_of(key - 1, size)
            while table[slot << np.uint64(1)] != 0:
                slot = after(slot, quarter)
            table[slot << np.uint64(1)] = key
            table[(slot << np.uint64(1)) + np.uint64(1)] = old[place + 1]


@kernel("void(int64[::1], int64, int64[::1], uint64[::1])")
def entered(keys: Ints, count: Number, table: Ints, slots: Slots) -> None:
    """Enter keys, all different, into an empty table. O(count)."""
    size = np.uint64(table.size // 2)
    quarter = quarter_of(size)
    for block in range(0, count, slots.size):
        held = min(slots.size, count - block)
        for b in range(held):
            slots[b] = slot_of(keys[block + b], size)
            prefetch(table, slots[b] << np.uint64(1))
        for b in range(held):
            slot = slots[b]
            while table[slot << np.uint64(1)] != 0:
                slot = after(slot, quarter)
            table[slot << np.uint64(1)] = keys[block + b] + 1
            table[(slot << np.uint64(1)) + np.uint64(1)] = block + b + 1


@kernel("int64(int64, int64[::1])")
def found(key: Number, table: Ints) -> Number:
    """Return the number of a position, -1 of one that is not known."""
    size = np.uint64(table.size // 2)
    quarter = quarter_of(size)
    slot = slot_of(key, size)
    while table[slot << np.uint64(1)] != 0:
        if table[slot << np.uint64(1)] == key + 1:
            return table[(slot << np.uint64(1)) + np.uint64(1)] - 1
        slot = after(slot, quarter)
    return -1


@kernel(
    "int64(FILL, int64[::1], int64[::1], int64[::1], uint32[::1], int32[::1], int64[::1], int8[::1], int64[::1], "
    "int64[::1], uint64[::1], int64, int64[::1])"
)
def explored(
    fill: Fill,
    params: Ints,
    keys: Ints,
    table: Ints,
    offsets: Offsets,
    edges: Edges,
    gains: Ints,
    ends: Codes,
    buffer: Ints,
    batch: Ints,
    slots: Slots,
    budget: Number,
    at: Ints,
) -> Number:
    """Expand positions in order until all are, the budget is used up or an array is full; ``at`` says how to go on."""
    scoring = np.int64(gains.size > 0)
    lead = np.uint64(1 + scoring)
    record = np.uint64(1 + scoring)
    lowest = np.int64(at[LOWEST])
    size = np.uint64(table.size // 2)
    quarter = quarter_of(size)
    room = min(ends.size, at[PLACES])
    i, count, total = at[NEXT], at[COUNT], at[TOTAL]
    wanted = 0
    code = DONE
    while code == DONE and i < count:
        first = i
        records = np.uint64(0)
        words = np.int64(0)
        while i < count and i - first < BLOCK:  # options are written one after another, and their places fetched
            buffer[0] = keys[i]
            options = fill(buffer, params, batch[words:])
            if options < 0:
                if options == FULL and i > first:
                    break
                if options > ENDS_LOST:
                    code = options
                    break
                ends[i] = ENDS_LOST + 1 - options
                options = 0
            if count + np.int64(records) + options > room:
                code, wanted = MORE_STATES, np.int64(records) + options
                break
            if total + np.int64(records) + options > edges.size:
                code, wanted = MORE_EDGES, np.int64(records) + options
                break
            place = np.uint64(words) + lead
            for _turn in range(options):
                slot = slot_of(batch[place], size)
                slots[records] = slot
                prefetch(table, slot << np.uint64(1))
                records += np.uint64(1)
                place += record
            words += 1 + options * (1 + scoring)
            i += 1
            offsets[i] = total + np.int64(records)
            budget -= 1 + options
            if budget <= 0:
                code = PAUSED
                break
        b = np.uint64(0)
        place = lead
        for parent in range(first, i):
            for _turn in range(np.int64(offsets[parent + 1]) - np.int64(offsets[parent])):
                key = batch[place] + 1
                slot = slots[b]
                b += np.uint64(1)
                first_place = slot
                held = table[slot << np.uint64(1)]
                while held != key and held != 0:
                    slot = after(slot, quarter)
                    if slot == first_place:  # the quarter is full of keys that somebody has chosen
                        return OUTSIDE_KEYS
                    held = table[slot << np.uint64(1)]
                j = table[(slot << np.uint64(1)) + np.uint64(1)] - 1
                if j < 0:
                    j = count
                    count += 1
                    table[slot << np.uint64(1)] = key
                    table[(slot << np.uint64(1)) + np.uint64(1)] = count
                    keys[np.uint64(j)] = key - 1
                lowest = min(lowest, j + 1 - parent)
                edges[np.uint64(total)] = j
                if scoring:
                    gains[np.uint64(total)] = batch[place - np.uint64(1)]
                total += 1
                place += record
            place += np.uint64(1)
    at[NEXT], at[COUNT], at[TOTAL], at[LOWEST], at[WANTED] = i, count, total, lowest, wanted
    return code
