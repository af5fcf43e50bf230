"""Exploring with several threads where a position is one word: the same numbers as one thread gives, in the same order.

A batch of positions whose options are not known is shared out twice. First by positions: each thread writes the options of
its own, one after another. Then by places of the table: of all these options each thread looks up those that belong into
its quarters, in their order, and notes which were not there. What is new is numbered in the order of all options, and the
arrows are written last. Nothing is written by two threads, so nothing waits but for the others to finish their share.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.compiling import inlined, kernel, prefetch
from grundy.kernels.contract import ENDS_LOST, Fill, Ints, Number
from grundy.kernels.explore_words import (
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

Found = NDArray[np.int32]

FEW = 1 << 15
"""Positions from which on a batch is worth sharing out."""
ROOM = 1 << 18
"""Options that a thread writes in a batch."""
OPTIONS = 1 << 12
"""Words that the options of one position may take; where they take more, one thread goes on."""
ARROWS, PARENTS, NEW, HELD, FURTHEST, COUNTS = range(6)
"""What a thread has done: options written, of how many positions; new ones, options looked up, how far back one leads; and,
last, how many of its options each thread looks up."""
AHEAD = 24
"""Options before it is looked up a place of the table is fetched."""


@inlined
def _owner(slot: Number, quarter: Number, threads: Number) -> Any:
    """Return whose quarter a place is in, without a branch that nobody could foresee."""
    half = quarter + quarter
    if threads == 2:
        return np.int64(slot >= half)
    return np.int64(slot >= quarter) + np.int64(slot >= half) + np.int64(slot >= half + quarter)


@kernel(
    "int64(FILL, int64[::1], int64[::1], int64, int64, uint32[::1], int8[::1], int64[::1], int64[::1], uint64, "
    "int64[:,::1], int32[:,::1], uint8[::1], int64[::1])",
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
    out: Ints,
    size: Number,
    options: Any,
    arrows: Any,
    owners: Codes,
    did: Ints,
) -> Number:
    """Write the options of some positions, each to the thread in whose quarters of the table it is.

    ``options`` are keys and ``arrows`` which option of these positions each is, by threads; ``owners`` are the threads, by
    options; ``offsets`` where the options of a position end, as if the first of these were the first of all.
    """
    threads = options.shape[0]
    room = options.shape[1]
    quarter = quarter_of(size)
    arrow, i = 0, first
    while i < last and room - arrow >= out.size:
        buffer[0] = keys[i]
        count = fill(buffer, params, out)
        if count < 0:
            if count > ENDS_LOST:
                did[PARENTS] = i - first
                return count
            ends[i] = ENDS_LOST + 1 - count
            count = 0
        for k in range(np.uint64(1), np.uint64(1 + count)):
            key = out[k]
            owner = _owner(slot_of(key, size), quarter, threads)
            place = did[COUNTS + owner]
            options[owner, place] = key
            arrows[owner, place] = arrow
            did[COUNTS + owner] = place + 1
            owners[np.uint64(arrow)] = owner
            arrow += 1
        i += 1
        offsets[i] = arrow
    did[ARROWS], did[PARENTS] = arrow, i - first
    return 0


@kernel(
    "void(int64[::1], int32[::1], int64, int64, int64[::1], int32[::1], int32[::1], uint64[::1], int64[::1], int64[::1])",
    group="explore together",
)
def looked_up(
    options: Ints,
    arrows: Found,
    count: Number,
    before: Number,
    table: Ints,
    held: Found,
    met: Found,
    places: Slots,
    names: Ints,
    did: Ints,
) -> None:
    """Look up the options that one thread has written to another: ``held`` are their numbers in their order, or -1 - k of
    what is new, of which ``met`` says which option of all it was, ``places`` its place and ``names`` its key.

    ``before`` is how many options others have written before. Where a quarter is full of keys that somebody has chosen the
    count of new ones is -1.
    """
    size = np.uint64(table.size // 2)
    quarter = quarter_of(size)
    base, new = np.uint64(did[HELD]), did[NEW]
    for i in range(min(count, AHEAD)):
        prefetch(table, slot_of(options[np.uint64(i)], size) << np.uint64(1))
    for i in range(np.uint64(count)):
        if i + np.uint64(AHEAD) < np.uint64(count):
            prefetch(table, slot_of(options[i + np.uint64(AHEAD)], size) << np.uint64(1))
        key = options[i] + 1
        slot = slot_of(options[i], size)
        begun = slot
        while True:
            found = table[slot << np.uint64(1)]
            if found == key:
                held[base + i] = table[(slot << np.uint64(1)) + np.uint64(1)]
                break
            if found == 0:
                table[slot << np.uint64(1)] = key
                table[(slot << np.uint64(1)) + np.uint64(1)] = -1 - new
                held[base + i] = -1 - new
                met[np.uint64(new)] = before + arrows[i]
                places[np.uint64(new)] = slot
                names[np.uint64(new)] = key - 1
                new += 1
                break
            slot = after(slot, quarter)
            if slot == begun:
                did[NEW] = -1
                return
    did[HELD], did[NEW] = np.int64(base) + count, new


@kernel("int64(int32[:,::1], int64[:,::1], int64[:,::1], int32[:,::1], int64[::1], int64)", group="explore together")
def numbered(met: Any, names: Any, did: Any, numbers: Any, keys: Ints, count: Number) -> Number:
    """Number what is new, in the order of the options; return how many positions there are then. O(new)."""
    threads = met.shape[0]
    at = np.zeros(threads, np.int64)
    while True:
        best, least = -1, np.int64(1) << 40
        for t in range(threads):
            if at[t] < did[t, NEW] and met[t, at[t]] < least:
                best, least = t, np.int64(met[t, at[t]])
        if best < 0:
            return count
        numbers[best, at[best]] = count
        keys[count] = names[best, at[best]]
        at[best] += 1
        count += 1


@kernel(
    "void(uint8[::1], int64, int64, int64, uint32[::1], int32[::1], int64[::1], int64, int32[:,::1], int32[:,::1], "
    "int64[::1], uint64[:,::1], int64[::1])",
    group="explore together",
)
def settled(
    owners: Codes,
    first: Number,
    last: Number,
    total: Number,
    offsets: Offsets,
    edges: Edges,
    table: Ints,
    mine: Number,
    held: Any,
    numbers: Any,
    at: Ints,
    places: Any,
    did: Ints,
) -> None:
    """Write the arrows of one thread's positions, the first at ``total``, and the numbers of what was new in its quarters;
    ``at`` says where its options begin among those that each thread has looked up."""
    lowest = did[FURTHEST]
    option = np.uint64(0)
    for parent in range(first, last):
        end = np.uint64(offsets[parent + 1])
        while option < end:
            owner = np.int64(owners[option])
            number = np.int64(held[owner, at[owner]])
            at[owner] += 1
            if number < 0:
                number = np.int64(numbers[owner, -1 - number])
            edges[np.uint64(total) + option] = number
            lowest = min(lowest, number + 1 - parent)
            option += np.uint64(1)
        offsets[parent + 1] = np.uint64(total) + end
    for k in range(did[NEW]):
        table[(places[mine, k] << np.uint64(1)) + np.uint64(1)] = numbers[mine, k]
    did[FURTHEST] = lowest


def is_worth(waiting: int, table: Ints) -> bool:
    """Whether so many positions are worth sharing out: many, and a table of four quarters."""
    return waiting >= first_room(FEW, 2) and is_quartered(table)


def is_quartered(table: Ints) -> bool:
    """Whether a table is four quarters."""
    places = table.size // 2
    return places % 4 == 0 and places >= QUARTERED


class Together:
    """Some threads, and what they write until a batch is done. At most four work: one for each quarter of the table."""

    def __init__(self, threads: int) -> None:
        self.threads = threads = 4 if threads >= 4 else 2
        self.room = room = first_room(ROOM, 64)
        shape = (threads, room)
        self.options = [np.zeros(shape, np.int64) for _turn in range(threads)]
        self.arrows_of = [np.zeros(shape, np.int32) for _turn in range(threads)]
        self.owners = [room_for("owners", room, np.uint8) for _turn in range(threads)]
        self.buffers = [room_for("shared buffer", 1) for _turn in range(threads)]
        self.outs = [room_for("shared out", first_room(OPTIONS, 16)) for _turn in range(threads)]
        whole = (threads, threads * room)
        self.held, self.met, self.numbers = (np.zeros(whole, np.int32) for _turn in range(3))
        self.names, self.places = np.zeros(whole, np.int64), np.zeros(whole, np.uint64)
        self.did = np.zeros((threads, 16), np.int64)
        self.each = 4.0
        """Options of a position, as far as that is known."""
        self._pool = ThreadPoolExecutor(threads - 1)

    def end(self) -> None:
        """End the threads."""
        self._pool.shutdown()

    def expand(self, search: Any, fill: Fill) -> bool:
        """Write the options of the next positions; False where one alone goes on: a rule gave up, or needs more room."""
        first, size = int(search.at[NEXT]), search.table.size // 2
        share = min(
            (int(search.at[COUNT]) - first) // self.threads, int(0.9 * (self.room - self.outs[0].size) / self.each)
        )
        self.did[:] = 0
        self.cuts = [first + share * t for t in range(self.threads + 1)]

        def work(t: int) -> int:
            given = (search.params, search.states, self.cuts[t], self.cuts[t + 1], search.offsets, search.ends)
            mine = (self.options[t], self.arrows_of[t], self.owners[t], self.did[t])
            return int(expanded(fill, *given, self.buffers[t], self.outs[t], size, *mine))

        codes = self._run(work) if share > 0 else [1]
        done = int(self.did[:, PARENTS].sum())
        self.each = max(1.0, self.arrows / max(1, done))
        return not any(codes) and done == share * self.threads

    @property
    def arrows(self) -> int:
        """How many options were written."""
        return int(self.did[:, ARROWS].sum())

    def enter(self, search: Any) -> bool:
        """Look the options up, number what is new, write the arrows; False where a quarter of the table is full."""
        threads = range(self.threads)
        counts = self.did[:, COUNTS : COUNTS + self.threads].copy()  # of each thread, by owners
        before = [0, *np.cumsum(self.did[:, ARROWS]).tolist()]

        def look(t: int) -> int:
            mine = (self.held[t], self.met[t], self.places[t], self.names[t], self.did[t])
            for s in threads:
                given = (self.options[s][t], self.arrows_of[s][t], int(counts[s, t]), before[s], search.table)
                looked_up(*given, *mine)
                if self.did[t, NEW] < 0:
                    return -1
            return 0

        if any(self._run(look)):
            return False
        at = search.at
        count = int(numbered(self.met, self.names, self.did, self.numbers, search.states, int(at[COUNT])))
        self.did[:, FURTHEST] = at[LOWEST]
        total, begins = int(at[TOTAL]), np.cumsum(counts, axis=0) - counts

        def settle(t: int) -> int:
            given = (self.owners[t], self.cuts[t], self.cuts[t + 1], total + before[t], search.offsets, search.edges)
            mine = (self.held, self.numbers, begins[t].copy(), self.places, self.did[t])
            settled(*given, search.table, t, *mine)
            return 0

        self._run(settle)
        at[NEXT], at[COUNT], at[TOTAL], at[WANTED] = self.cuts[-1], count, total + before[-1], 0
        at[LOWEST] = int(self.did[:, FURTHEST].min())
        return True

    def move(self, old: Ints, table: Ints) -> None:
        """Move what a table holds to a larger one, each thread its own quarters."""
        share = old.size // self.threads
        self._run(lambda t: moved(old, share * t, share * (t + 1), table) or 0)

    def _run(self, work: Callable[[int], int]) -> list[int]:
        """Let each thread do its share; what goes wrong in one is raised when all have ended."""
        others = [self._pool.submit(work, t) for t in range(1, self.threads)]
        try:
            mine = work(0)
        finally:
            wait(others)
        return [mine, *(each.result() for each in others)]
