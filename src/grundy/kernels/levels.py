"""Large games tier by tier: positions are sorted numbers, their options are found on shelves or in an array of results.

A *keyed* rule is a compiled rule whose state is one number, the key of a position. It writes a record for each option:
its gain in scoring games, its tier, its key. Threads run these kernels on slices of a tier, each with scratch of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import exchanged, inlined, kernel, leading_zeros, prefetch
from grundy.kernels.contract import ENDS_LOST, ENDS_NONE, Bytes, Fill, Ints, Number, Words
from grundy.kernels.graph import KEY_NONE, decided, furthest, key_of

# ---- shelves: the sorted keys of some tiers one after another, each tier with an index by the leading bits of its keys
# Positions that are near in their order have options that are near in theirs; so what is looked up in the order of the
# positions walks through memory, where a hashed table would be asked at places by lot.

TIER, LOW, HIGH, FIRST, SHIFT, CELL, COUNT, SHELF = range(8)
"""What is told of a shelf: its tier, the keys from which and up to which it has all, its first key, how many bits of a key
its index does not ask for, where that begins, and how many cells it has; one behind them says where the last ends."""
NOWHERE, ELSEWHERE = -1, -2
"""The place of a key that should be there, and of one that would be in another share of its tier."""


@inlined
def shelf_of(shelves: Ints, tier: Number, last: Number) -> Any:
    """Where it is told of the shelf of a tier, `NOWHERE` without one; most often it is the one asked for last."""
    if 0 <= last < shelves.size and shelves[np.uint64(last)] == tier:
        return last
    low, high = np.int64(0), np.int64(shelves.size // SHELF)
    while low < high:
        middle = (low + high) >> 1
        if shelves[np.uint64(middle * SHELF)] < tier:
            low = middle + 1
        else:
            high = middle
    found = low * SHELF
    return found if found < shelves.size and shelves[np.uint64(found)] == tier else np.int64(NOWHERE)


@inlined
def cell_of(shelves: Ints, shelf: Number, key: Number) -> Any:
    """The cell of the index where the place of a key is told, `NOWHERE` or `ELSEWHERE`."""
    if shelf < 0:
        return np.int64(NOWHERE)
    at = np.uint64(shelf)
    if key < shelves[at + np.uint64(LOW)] or key >= shelves[at + np.uint64(HIGH)]:
        return np.int64(ELSEWHERE)
    cell = (key - shelves[at + np.uint64(FIRST)]) >> shelves[at + np.uint64(SHIFT)]
    if cell < 0 or cell >= shelves[at + np.uint64(COUNT)]:
        return np.int64(NOWHERE)
    return shelves[at + np.uint64(CELL)] + cell


@inlined
def place_of(key: Number, cell: Number, index: Ints, held: Ints) -> Any:
    """The place of a key whose cell is known, or `NOWHERE`."""
    low = np.uint64(index[cell])
    count = np.uint64(index[cell + np.uint64(1)]) - low
    if count == 0:
        return np.int64(NOWHERE)
    while count > 1:
        half = count >> np.uint64(1)
        low = low + half if held[low + half] <= key else low
        count -= half
    return np.int64(low) if held[low] == key else np.int64(NOWHERE)


@kernel("int64(int64[::1], int64, int64, int64, int64[::1], int64, int64[::1], int64[::1])")
def shelve(
    keys: Ints, begin: Number, end: Number, place: Number, shelf: Ints, before: Number, held: Ints, index: Ints
) -> Number:
    """Put ``keys[begin:end]`` on a shelf, from a place on, with the cells of the index that begin there.

    ``before`` is the number of the cell of the key before them, -1 where there is none. Returns that of the last one.
    """
    first, shift = shelf[FIRST], shelf[SHIFT]
    cell = before
    for i in range(begin, end):
        key = keys[i]
        own = (key - first) >> shift
        while cell < own:
            cell += 1
            index[shelf[CELL] + cell] = place
        held[place] = key
        place += 1
    return cell


DONE, MORE_FOUND, FALLS, TOO_FAR, MORE_MARKS, ABSENT = range(6)
NEXT, FOUND, MOVES, INNER, WIDEST, STAMP, CELLS = range(7)
"""Where a call goes on; keys found; options counted, those of the same tier, and the most of one position; the last mark."""
MORE_BATCH = -100
NOT_THERE = -(1 << 63)
"""The score of a position that has none yet."""
BLOCK = 64
"""Options whose places are asked of the memory together."""
DIGIT = 11
"""Bits by which keys are put in order at once."""
DIGITS = -(-63 // DIGIT) << DIGIT
"""How many digits a key may have, times the numbers that each may be."""
READING = "FILL" + ", int64[::1]" * 9
"""The types of what `_gather` reads with."""
ENDLESS = 4
"""How a draw, whose status is 0, stands where results are looked up: 0 is what is not there."""


@inlined
def _mixed(key: Number) -> Any:
    """Mix a key into 32 bits."""
    h = np.uint64(key) * np.uint64(0xD6E8FEB86659FD93)
    h ^= h >> np.uint64(32)
    return (h * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(32)


@inlined
def _slot(key: Number, size: Number) -> Any:
    """The slot of a table of so many where a key is looked for first."""
    return (_mixed(key) * size) >> np.uint64(32)


# -- forward: the positions --------------------------------------------------------------------------------------------


@kernel(
    "int64(FILL, int64[::1], int64, int64[::1], int64, int64, int64[::1], int64[::1], int64[::1], uint8[::1], int64[::1], "
    "int64[::1], int64[::1])"
)
def expand(
    fill: Fill,
    params: Ints,
    scoring: Number,
    keys: Ints,
    end: Number,
    tier: Number,
    state: Ints,
    out: Ints,
    recent: Ints,
    met: Bytes,
    found: Ints,
    tiers: Ints,
    at: Ints,
) -> Number:
    """Write the keys and tiers of the options of ``keys[at[NEXT]:end]``, leaving out some that were written before.

    Where ``met`` has a bit for each key, each is written once, and seldom again where threads set bits of one byte at once;
    else ``recent`` (a power of two of words) says what was written not long ago.
    """
    record = 2 + scoring
    mask = np.uint64(recent.size - 1)
    room, count = found.size, at[FOUND]
    i, moves, inner, widest = at[NEXT], at[MOVES], at[INNER], at[WIDEST]
    exact = met.size > 0
    code = np.int64(DONE)
    while i < end:
        state[0] = keys[i]
        options = fill(state, params, out)
        if options < 0:
            if options > ENDS_LOST or options == ENDS_NONE:
                code = np.int64(options)
                break
            options = 0
        if count + options > room:
            code = np.int64(MORE_FOUND)
            break
        place = 1 + scoring
        for _turn in range(options):
            to, key = out[place], out[place + 1]
            place += record
            if to < tier:
                at[NEXT] = i
                return FALLS
            inner += to == tier
            if exact:
                place8, bit = np.uint64(key >> 3), np.uint8(1 << (key & 7))
                if met[place8] & bit != 0:
                    continue
                met[place8] |= bit
            else:
                slot = _mixed(key) & mask
                if recent[slot] == key + 1:
                    continue
                recent[slot] = key + 1
            found[count] = key
            tiers[count] = to
            count += 1
        moves += options
        widest = max(widest, options)
        i += 1
    at[NEXT], at[FOUND], at[MOVES], at[INNER], at[WIDEST] = i, count, moves, inner, widest
    return code


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def once(keys: Ints, other: Ints, counts: Ints) -> Number:
    """Put keys in order, each once, in front; return how many these are. O(n times the digits in which any two differ).

    They are dealt out by one digit after the other, the lowest first, to another array of their length and back.
    """
    if keys.size == 0:
        return 0
    low = high = keys[0]
    for i in range(keys.size):
        low, high = min(low, keys[i]), max(high, keys[i])
    bits = 64 - leading_zeros(np.uint64(high - low))
    turns = (bits + DIGIT - 1) // DIGIT
    source, target = keys, other
    if turns > 0:
        width = (bits + turns - 1) // turns
        mask = np.int64((1 << width) - 1)
        counts[: turns << DIGIT] = 0
        for i in range(keys.size):
            rest = keys[i] - low
            for turn in range(turns):
                counts[np.uint64(turn << DIGIT | rest & mask)] += 1
                rest >>= width
        for turn in range(turns):
            place, begin = np.int64(0), turn << DIGIT
            for digit in range(begin, begin + mask + 1):
                place, counts[digit] = place + counts[digit], place
            for i in range(keys.size):
                key = source[i]
                digit = np.uint64(begin | (key - low) >> turn * width & mask)
                target[np.uint64(counts[digit])] = key
                counts[digit] += 1
            source, target = target, source
    count = 0
    for i in range(keys.size):
        key = source[i]
        if count == 0 or keys[count - 1] != key:
            keys[count] = key
            count += 1
    return count


# -- the positions of a tier with moves inside ---------------------------------------------------------------------------


@kernel("int64(int64[::1], int64, int64, int64[::1])")
def enter(keys: Ints, begin: Number, end: Number, table: Ints) -> Number:
    """Enter ``keys[begin:end]`` into a table that has room for them, where none is yet; threads do so at once.

    A slot is a key and one, 0 where it is empty.
    """
    size = np.uint64(table.size)
    for first in range(begin, end, BLOCK):
        last = min(first + BLOCK, end)
        for i in range(first, last):
            prefetch(table, _slot(keys[i], size))
        for i in range(first, last):
            slot = _slot(keys[i], size)
            while exchanged(table, slot, np.int64(0), keys[i] + 1) != 0:
                slot += np.uint64(1)
                if slot == size:
                    slot = np.uint64(0)
    return DONE


@kernel("int64(int64[::1], int64[::1])")
def absent(keys: Ints, table: Ints) -> Number:
    """Leave those of some keys that are not in a table, in front; return how many these are."""
    size = np.uint64(table.size)
    count = 0
    for begin in range(0, keys.size, BLOCK):
        end = min(begin + BLOCK, keys.size)
        for i in range(begin, end):
            prefetch(table, _slot(keys[i], size))
        for i in range(begin, end):
            key = keys[i]
            slot = _slot(key, size)
            while table[slot] != 0 and table[slot] != key + 1:
                slot += np.uint64(1)
                if slot == size:
                    slot = np.uint64(0)
            if table[slot] == 0:
                keys[count] = key
                count += 1
    return count


# -- backward: the results ---------------------------------------------------------------------------------------------


@inlined
def _gather(reading: Any, scoring: Number, keys: Ints, i: Number, end: Number, solved: Words) -> Any:
    """Write the options of some positions, their gains, and the places of their results; return how many, or a code.

    ``reading``: a rule, scratch, and the shelves. The count of a position's options, or the code of its
    ending, is in ``counts``. Without an index a key is its place.
    """
    fill, params, state, out, counts, batch, places, shelves, index, held = reading
    record = 2 + scoring
    first, records, shelf = i, 0, np.int64(0)
    while i < end and records < BLOCK and i - first < BLOCK:
        state[0] = keys[i]
        options = fill(state, params, out)
        if ENDS_LOST < options < 0:
            if i == first:
                return options
            break
        if options > 0 and 2 * (records + options) > batch.size:
            if i == first:
                return np.int64(MORE_BATCH)
            break
        counts[i - first] = options
        place = 1 + scoring
        for _turn in range(options):
            key = out[place + 1]
            batch[2 * records] = key
            if scoring:
                batch[2 * records + 1] = out[place - 1]
            if index.size == 0:
                places[records] = key
                prefetch(solved, np.uint64(key))
            else:
                shelf = shelf_of(shelves, out[place], shelf)
                cell = cell_of(shelves, shelf, key)
                places[records] = cell
                prefetch(index, np.uint64(max(cell, 0)))
            place += record
            records += 1
        i += 1
    if index.size > 0:
        _look_up(batch, places, records, index, held, solved)
    return i - first


@inlined
def _look_up(batch: Ints, places: Ints, records: Number, index: Ints, held: Ints, solved: Words) -> None:
    """Put the places of some keys where their cells of the index are, each step for all while the memory answers."""
    for record in range(records):
        cell = np.uint64(max(places[record], 0))
        prefetch(held, np.uint64((index[cell] + index[cell + np.uint64(1)]) >> 1))
    for record in range(records):
        if places[record] >= 0:
            place = place_of(batch[2 * record], np.uint64(places[record]), index, held)
            places[record] = place
            prefetch(solved, np.uint64(max(place, 0)))


@kernel(f"int64(int64[::1], int64, T[::1], T[::1], int64[::1], T[::1], T[::1], boolean, int64[::1], {READING})", by=2)
def settle(
    keys: Ints,
    end: Number,
    solved: Words,
    valued: Words,
    marks: Ints,
    status: Words,
    values: Words,
    misere: bool,
    at: Ints,
    *reading: Any,
) -> Number:
    """Write the status of ``keys[at[NEXT]:end]``, and their Grundy values where ``marks`` has room for any.

    The results of the options are in ``solved`` and ``valued`` at the places of their keys.
    """
    most = furthest(status)
    largest = np.int64(0xFFFF) if status.itemsize == 2 else np.int64(0xFFFFFFFF)
    grundy = marks.size > 0
    counts, batch, places = reading[4:7]
    i, stamp = at[NEXT], at[STAMP]
    while i < end:
        taken = _gather(reading, 0, keys, i, end, solved)
        if taken < 0:
            at[NEXT], at[STAMP] = i, stamp
            return taken
        records = 0
        for parent in range(i, i + taken):
            options = counts[parent - i]
            best = np.int64(KEY_NONE)
            stamp += 1
            for _turn in range(max(options, 0)):
                place = np.uint64(places[records])
                word = np.int64(solved[place]) if places[records] >= 0 else np.int64(0)
                if word <= 0:
                    at[NEXT], at[FOUND], at[STAMP] = parent, batch[2 * records], stamp
                    return ABSENT
                records += 1
                best = min(best, key_of(word))
                if grundy:
                    value = np.int64(valued[place])
                    if value < marks.size:
                        marks[value] = stamp
            word = decided(options, best, misere)
            if word >> 2 > most:
                at[NEXT], at[STAMP] = parent, stamp
                return TOO_FAR
            if grundy:
                value = np.int64(0)
                while value < marks.size and marks[value] == stamp:
                    value += 1
                if value == marks.size:
                    at[NEXT], at[STAMP] = parent, stamp
                    return MORE_MARKS
                if value > largest:
                    at[NEXT], at[STAMP] = parent, stamp
                    return TOO_FAR
                values[parent] = value
            status[parent] = word
        i += taken
    at[NEXT], at[STAMP] = i, stamp
    return DONE


@kernel(f"int64(int64[::1], int64, T[::1], T[::1], int64[::1], {READING})", by=2)
def score(keys: Ints, end: Number, solved: Words, scores: Words, at: Ints, *reading: Any) -> Number:
    """Write what the players of ``keys[at[NEXT]:end]`` can gain more than their opponents; the options as for `settle`.

    In ``solved`` the least number of its type stands where there is no score yet.
    """
    most = np.int64((1 << 15) - 1) if scores.itemsize == 2 else np.int64((1 << 62) - 1)
    none = -most - 1
    counts, batch, places = reading[4:7]
    i = at[NEXT]
    while i < end:
        taken = _gather(reading, 1, keys, i, end, solved)
        if taken < 0:
            at[NEXT] = i
            return taken
        records = 0
        for parent in range(i, i + taken):
            best = np.int64(0)
            for turn in range(max(counts[parent - i], 0)):
                gain = batch[2 * records + 1]
                word = np.int64(solved[np.uint64(places[records])]) if places[records] >= 0 else none
                if word <= none:
                    at[NEXT], at[FOUND] = parent, batch[2 * records]
                    return ABSENT
                records += 1
                if gain > most or -gain > most:
                    at[NEXT] = parent
                    return TOO_FAR
                if turn == 0 or gain - word > best:
                    best = gain - word
            if best > most or -best > most:
                at[NEXT] = parent
                return TOO_FAR
            scores[parent] = best
        i += taken
    at[NEXT] = i
    return DONE


@kernel("int64(int64[::1], boolean, T[::1])", by=2)
def choose(best: Ints, misere: bool, status: Words) -> Number:
    """Write the statuses that follow from what `sift` found."""
    most = furthest(status)
    for i in range(best.size):
        options = np.int64(best[i] != KEY_NONE) if best[i] >= 0 else best[i] + ENDS_LOST + 1
        word = decided(options, best[i], misere)
        if word >> 2 > most:
            return TOO_FAR
        status[i] = word
    return DONE


@kernel(f"int64(int64, int64[::1], int64, T[::1], T[::1], int64[::1], int64[::1], int64[::1], {READING})", by=3)
def sift(
    scoring: Number,
    keys: Ints,
    end: Number,
    solved: Words,
    valued: Words,
    best: Ints,
    seen: Ints,
    at: Ints,
    *reading: Any,
) -> Number:
    """Let the options that are in one share of all keys, which the shelves hold, count for ``keys[at[NEXT]:end]``.

    ``best`` is the least key of an option so far, -1, -2 or -3 where the position is lost, tied or won as declared; or the
    best score, `NOT_THERE` at first. ``seen`` has a bit for each Grundy value, and is empty where none are wanted.
    """
    counts, batch, places = reading[4:7]
    i = at[NEXT]
    while i < end:
        taken = _gather(reading, scoring, keys, i, end, solved)
        if taken < 0:
            at[NEXT] = i
            return taken
        record = 0
        for parent in range(i, i + taken):
            if counts[parent - i] < 0:
                best[parent] = 0 if scoring else counts[parent - i] - ENDS_LOST - 1
            elif counts[parent - i] == 0 and scoring:
                best[parent] = 0
            for _turn in range(max(counts[parent - i], 0)):
                key, gain, place = batch[2 * record], batch[2 * record + 1], places[record]
                record += 1
                if place == ELSEWHERE:
                    continue
                if place < 0:
                    at[NEXT], at[FOUND] = parent, key
                    return ABSENT
                word = np.int64(solved[np.uint64(place)])
                if scoring:
                    best[parent] = max(best[parent], gain - word)
                    continue
                best[parent] = min(best[parent], key_of(word))
                if seen.size > 0:
                    value = np.int64(valued[np.uint64(place)])
                    if value > 61:
                        return MORE_MARKS
                    seen[parent] |= 1 << value
        i += taken
    at[NEXT] = i
    return DONE


@kernel(f"int64(int64, int64[::1], int64, int64[::1], int64[::1], int64[::1], int64[::1], {READING})")
def arrows(
    scoring: Number, keys: Ints, end: Number, degrees: Ints, edges: Ints, gains: Ints, at: Ints, *reading: Any
) -> Number:
    """Write the places of the options of ``keys[at[NEXT]:end]`` one after another, and how many each has, or how it ends."""
    counts, batch, places, held = reading[4], reading[5], reading[6], reading[9]
    i, total = at[NEXT], at[FOUND]
    code = np.int64(DONE)
    while i < end:
        taken = _gather(reading, scoring, keys, i, end, held)
        if taken < 0:
            code = taken
            break
        needed = 0
        for parent in range(taken):
            needed += max(counts[parent], 0)
        if total + needed > edges.size:
            code = np.int64(MORE_FOUND)
            break
        for record in range(needed):
            if places[record] < 0:
                at[NEXT], at[FOUND] = i, batch[2 * record]
                return ABSENT
            edges[total] = places[record]
            if scoring:
                gains[total] = batch[2 * record + 1]
            total += 1
        for parent in range(taken):
            degrees[i + parent] = counts[parent]
        i += taken
    at[NEXT], at[FOUND] = i, total
    return code


# ---- what is known of some of many sorted keys, found by going through both together


@kernel("int64(int64[::1], T[::1], int64[::1], T[::1])", by=1)
def match(held: Ints, values: Words, keys: Ints, found: Words) -> Number:
    """Write the values of keys, which are sorted as those held are; return how many were found before one is not there.

    Steps are doubled as long as they are too short, so that few keys among many are found soon.
    """
    size = held.size
    place = 0
    for i in range(keys.size):
        key = keys[i]
        if place < size and held[place] < key:
            step = 1
            while place + step < size and held[place + step] < key:
                place += step
                step <<= 1
            while step > 0:
                if place + step < size and held[place + step] < key:
                    place += step
                step >>= 1
            place += 1
        if place >= size or held[place] != key:
            return i
        found[i] = values[place]
    return keys.size
