"""Exploring with several threads where a position is one word: the same numbers as one thread gives, in the same order.

A batch of positions whose options are not known is shared out by positions, and the table is one for all. A thread enters
what is new by an exchange that only one can win, and writes its mark there: which thread it is, and how many it had marked.
Of two marks the lesser stays, so that in the end each new position bears the mark of its first meeting in the order of one
thread. Then each thread numbers what bears its own marks, which are counted; and at last it writes its arrows.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import exchanged, inlined, kernel, prefetch
from grundy.kernels.contract import ENDS_LOST, FULL, OUTSIDE_KEYS, Fill, Ints, Number
from grundy.kernels.explore_words import (
    BLOCK,
    COUNT,
    LOWEST,
    NEXT,
    QUARTERED,
    TOTAL,
    WANTED,
    Codes,
    Edges,
    Offsets,
    Slots,
    after,
    moved,
    quarter_of,
    slot_of,
)
from grundy.kernels.rooms import first_room, room_for

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
