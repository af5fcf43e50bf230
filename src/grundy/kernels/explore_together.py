"""Exploring where a position is one word: by one thread, and with several at once, to the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import exchanged, inlined, kernel, prefetch
from grundy.kernels.contract import ENDS_LOST, FULL, OUTSIDE_KEYS, Fill, Ints, Number, first_room, room_for

# -- with several threads: the same numbers as one thread gives, in the same order -------------------------------------
#
# A batch of positions whose options are not known is shared out by positions, and the table is one for all. A thread
# enters what is new by an exchange that only one can win, and writes its mark there: which thread it is, and how many
# it had marked. Of two marks the lesser stays, so that in the end each new position bears the mark of its first
# meeting in the order of one thread. Then each thread numbers what bears its own marks, which are counted; and at
# last it writes its arrows.


Arrows = NDArray[np.int32]

FEW = 1 << 13
"""Positions from which on a batch is worth sharing out."""
ROOM = 1 << 18
"""Options of a thread in a batch."""
OPTIONS = 1 << 12
"""Words in which a thread has options written; where those of one position take more, one thread goes on."""
ARROWS, NEW, FURTHEST, TAKEN = range(4)
"""What a thread has done: options, marks, how far back one leads; last, how many marks of each thread it replaced."""
THREADS = 1 << 20
MARKED = 40
"""Bits of a mark that count; above them stands the thread, less THREADS: a mark is negative."""
AHEAD = 16
"""Entries before it is needed a place of the table is fetched."""


@inlined
def _mark(mine: Number, count: Number) -> Any:
    """The mark of a thread that has made so many."""
    return ((np.int64(mine) - THREADS) << MARKED) + np.int64(count)


@inlined
def _number_at(slot: Number) -> Any:
    """Where the number stands that belongs to a place of the table."""
    return (slot << np.uint64(1)) + np.uint64(1)


@inlined
def _place_of(key: Number, slot: Number, quarter: Number, table: Ints) -> Any:
    """Return the place of a key (+ 1) in a table in which others enter keys, and enter it; where a quarter is full, 2^63."""
    begun = slot
    while True:
        held = table[slot << np.uint64(1)]
        if held == 0:
            held = exchanged(table, slot << np.uint64(1), np.int64(0), key)
        if held in (0, key):
            return slot
        slot = after(slot, quarter)
        if slot == begun:
            return np.uint64(1 << 63)


@kernel(
    "int64(FILL, int64[::1], int64[::1], int64, int64, uint32[::1], int8[::1], int64[::1], int64[::1], uint64[::1], "
    "int64[::1], int64, int32[::1], uint64[::1], uint64[::1], int64[::1])",
    group="explore together",
)
def expanded(
    fill: Fill,
    params: Ints,
    keys: Ints,
    first: Number,
    last: Number,
    offsets: Offsets,
    ends: Codes,
    buffer: Ints,
    batch: Ints,
    slots: Slots,
    table: Ints,
    mine: Number,
    arrows: Arrows,
    marked: Slots,
    waiting: Slots,
    did: Ints,
) -> Number:
    """Write the numbers of the options of some positions, and -1 - k of what has none yet, whose place is ``waiting[k]``.

    ``marked`` are the places that were marked; ``offsets`` where the options of a position end, as if the first of these
    were the first of all. What is answered is 0, or why it cannot be done: a rule gave up, or there is no room.
    """
    size = np.uint64(table.size // 2)
    quarter = quarter_of(size)
    arrow, open_ = np.uint64(0), np.int64(0)
    i = first
    while i < last:
        begun = i
        records, words = np.uint64(0), np.int64(0)
        while i < last and i - begun < BLOCK:
            buffer[0] = keys[i]
            count = fill(buffer, params, batch[words:])
            if count < 0:
                if count == FULL and i > begun:
                    break
                if count > ENDS_LOST:
                    return count
                ends[i] = ENDS_LOST + 1 - count
                count = 0
            if np.int64(arrow + records) + count > arrows.size:
                return FULL
            for k in range(np.uint64(words + 1), np.uint64(words + 1 + count)):
                slot = slot_of(batch[k], size)
                slots[records] = slot
                prefetch(table, slot << np.uint64(1))
                records += np.uint64(1)
            words += 1 + count
            i += 1
            offsets[i] = np.int64(arrow + records)
        b, place = np.uint64(0), np.uint64(1)
        for parent in range(begun, i):
            end = np.uint64(offsets[parent + 1])
            while arrow < end:
                slot = _place_of(batch[place] + 1, slots[b], quarter, table)
                if slot == np.uint64(1 << 63):
                    return OUTSIDE_KEYS
                number = table[_number_at(slot)]
                if number <= 0:
                    mark = _mark(mine, did[NEW])
                    while number == 0 or mark < number:
                        held = exchanged(table, _number_at(slot), number, mark)
                        if held == number:
                            if held != 0:
                                did[TAKEN + (held >> MARKED) + THREADS] += 1
                            marked[did[NEW]] = slot
                            did[NEW] += 1
                            break
                        number = held
                    waiting[open_] = slot
                    number = -open_
                    open_ += 1
                arrows[arrow] = number - 1
                arrow += np.uint64(1)
                b += np.uint64(1)
                place += np.uint64(1)
            place += np.uint64(1)
    did[ARROWS] = np.int64(arrow)
    return 0


@kernel("void(uint64[::1], int64, int64, int64, int64[::1], int64[::1])", group="explore together")
def numbered(marked: Slots, count: Number, mine: Number, number: Number, table: Ints, keys: Ints) -> None:
    """Give what bears the marks of a thread its numbers, from ``number`` on."""
    for k in range(min(count, AHEAD)):
        prefetch(table, marked[k] << np.uint64(1))
    for k in range(count):
        if k + AHEAD < count:
            prefetch(table, marked[k + AHEAD] << np.uint64(1))
        slot = marked[k]
        if table[_number_at(slot)] == _mark(mine, k):
            keys[np.uint64(number)] = table[slot << np.uint64(1)] - 1
            number += 1
            table[_number_at(slot)] = number


@kernel("void(uint64[::1], int64, int64, int64[::1])", group="explore together")
def unmarked(marked: Slots, count: Number, mine: Number, table: Ints) -> None:
    """Take the marks of a thread away; the keys stay, without numbers."""
    for k in range(count):
        if table[_number_at(marked[k])] == _mark(mine, k):
            table[_number_at(marked[k])] = 0


@kernel(
    "void(int32[::1], uint64[::1], int64, int64, int64, uint32[::1], int32[::1], int64[::1], int64[::1])",
    group="explore together",
)
def settled(
    arrows: Arrows,
    waiting: Slots,
    first: Number,
    last: Number,
    total: Number,
    offsets: Offsets,
    edges: Edges,
    table: Ints,
    did: Ints,
) -> None:
    """Write the arrows of one thread's positions, the first at ``total``."""
    lowest = did[FURTHEST]
    option, open_ = np.uint64(0), np.uint64(0)
    edge = np.uint64(total)
    for parent in range(first, last):
        end = np.uint64(offsets[parent + 1])
        least = np.int64(1 << 40)
        while option < end:
            number = np.int64(arrows[option])
            if number < 0:
                number = table[_number_at(waiting[open_])] - 1
                open_ += np.uint64(1)
            edges[edge] = number
            least = min(least, number)
            option += np.uint64(1)
            edge += np.uint64(1)
        lowest = min(lowest, least + 1 - parent)
        offsets[parent + 1] = np.int64(edge)
    did[FURTHEST] = lowest


def is_worth(waiting: int, table: Ints) -> bool:
    """Whether so many positions are worth sharing out: many, and a table of four quarters."""
    return waiting >= first_room(FEW, 2) and is_quartered(table)


def is_quartered(table: Ints) -> bool:
    """Whether a table is four quarters."""
    places = table.size // 2
    return places % 4 == 0 and places >= QUARTERED


class Together:
    """Some threads, and what they write until a batch is done."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.room = room = first_room(ROOM, 64)
        words = first_room(OPTIONS, 16)
        turns = range(threads)
        self.buffers = [room_for("shared buffer", 1) for _turn in turns]
        self.batches = [room_for("shared batch", words) for _turn in turns]
        self.slots = [room_for("shared slots", words, np.uint64) for _turn in turns]
        self.arrows = [room_for("shared arrows", room, np.int32) for _turn in turns]
        self.marked = [room_for("marked", room, np.uint64) for _turn in turns]
        self.waiting = [room_for("waiting for numbers", room, np.uint64) for _turn in turns]
        self.did = np.zeros((threads, TAKEN + max(threads, 8)), np.int64)
        self.each = 4.0
        """Options of a position, as far as that is known."""
        self._pool = ThreadPoolExecutor(threads - 1)

    def end(self) -> None:
        """End the threads."""
        self._pool.shutdown()

    def wanted(self, search: Any) -> int:
        """Cut the next batch, and return for how many options there must be room."""
        first = int(search.at[NEXT])
        share = min((int(search.at[COUNT]) - first) // self.threads, int(0.8 * self.room / self.each))
        self.cuts = [first + share * t for t in range(self.threads + 1)]
        self.most = min(self.room, int(1.25 * share * self.each) + 1)
        return self.threads * self.most

    def expand(self, search: Any, fill: Fill) -> bool:
        """Enter the options of a batch; False where one alone goes on: a rule gave up, or needs more room."""
        self.did[:] = 0
        table = search.table

        def work(t: int) -> int:
            given = (search.params, search.states, self.cuts[t], self.cuts[t + 1], search.offsets, search.ends)
            own = (self.buffers[t], self.batches[t], self.slots[t])
            made = (self.arrows[t][: self.most], self.marked[t], self.waiting[t], self.did[t])
            return int(expanded(fill, *given, *own, table, t, *made))

        codes = self._run(work) if self.cuts[-1] > self.cuts[0] else [FULL]
        if not any(codes):
            self.each = max(1.0, int(self.did[:, ARROWS].sum()) / (self.cuts[-1] - self.cuts[0]))
            return True
        self._run(lambda t: unmarked(self.marked[t], int(self.did[t, NEW]), t, table) or 0)
        self.each = min(1.5 * self.each, 0.8 * self.room)
        return False

    def number(self, search: Any) -> None:
        """Number what is new, and write the arrows."""
        at, did, table = search.at, self.did, search.table
        new = did[:, NEW] - did[:, TAKEN : TAKEN + self.threads].sum(axis=0)
        numbers = int(at[COUNT]) + np.cumsum([0, *new])
        totals = int(at[TOTAL]) + np.cumsum([0, *did[:, ARROWS]])
        did[:, FURTHEST] = at[LOWEST]

        def number(t: int) -> int:
            numbered(self.marked[t], int(did[t, NEW]), t, int(numbers[t]), table, search.states)
            return 0

        def settle(t: int) -> int:
            given = (self.arrows[t], self.waiting[t], self.cuts[t], self.cuts[t + 1], int(totals[t]))
            settled(*given, search.offsets, search.edges, table, did[t])
            return 0

        self._run(number)
        self._run(settle)
        at[NEXT], at[COUNT], at[TOTAL], at[WANTED] = self.cuts[-1], numbers[-1], totals[-1], 0
        at[LOWEST] = int(did[:, FURTHEST].min())

    def move(self, old: Ints, table: Ints) -> None:
        """Move what a table holds to a larger one, a quarter at a time."""
        share = old.size // 4
        self._run(lambda t: moved(old, share * t, share * (t + 1), table) or 0, 4)

    def _run(self, work: Callable[[int], int], shares: int = 0) -> list[int]:
        """Let each thread do its share; what goes wrong in one is raised when all have ended."""
        others = [self._pool.submit(work, t) for t in range(1, shares or self.threads)]
        try:
            mine = work(0)
        finally:
            wait(others)
        return [mine, *(each.result() for each in others)]


# -- by one thread: keys stand in the hash table itself, so that a move costs one look at memory -----------------------
#
# The table is pairs of words, key + 1 (0: empty) and the number of the position + 1 (0: it has none yet), in the
# order of the hashes: a larger table is filled by going through the smaller one, and nothing but neighbouring places
# is read or written. A large one is four quarters, each closed in itself, so that several threads may fill it
# (`grundy.kernels.explore_together`).


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
