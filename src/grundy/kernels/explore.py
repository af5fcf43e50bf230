"""All positions that can be reached from one, in a hashed store, with their moves as compact adjacency (CSR)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import TooLarge
from grundy.common.threads import processors
from grundy.kernels.compiling import inlined, kernel, prefetch
from grundy.kernels.contract import (
    ENDS_LOST,
    FULL,
    OUTSIDE_KEYS,
    UNFIT,
    Fill,
    Ints,
    Number,
    OutOfKeys,
    Pace,
    Progress,
    first_room,
    in_words,
    more_room,
    refused_rule,
    room_for,
    stretch,
    too_large,
)
from grundy.kernels.explore_together import (
    BLOCK,
    COUNT,
    DONE,
    LOWEST,
    MORE_EDGES,
    MORE_STATES,
    NEXT,
    PAUSED,
    PLACES,
    TOTAL,
    WANTED,
    Codes,
    Edges,
    Offsets,
    Slots,
    Together,
    entered,
    explored,
    found,
    is_quartered,
    is_worth,
    moved,
)

MOST_EDGES = (1 << 32) - 1
MOST_STATES = (1 << 31) - 2
ALONE, ONCE = 1 << 19, 1 << 12
"""Positions and arrows that one thread looks at, before others are asked again, and where they could not go on."""


@dataclass
class Graph:
    """The reachable positions, numbered in the order in which breadth-first search meets them.

    ``states`` is int64[n, width]; the children of position i are ``edges[offsets[i]:offsets[i + 1]]`` (int32, in the rule's
    order, duplicates kept), ``offsets`` uint32[n + 1]; ``gains`` int64 beside ``edges`` in scoring games; ``ends`` int8[n]
    (0 none, 1 lost, 2 tied, 3 won for the player to move); ``forward``: every edge goes to a higher index. ``words``: a
    state is one word, not negative, and stands in the table itself.
    """

    states: Ints
    offsets: Offsets
    edges: Edges
    gains: Ints | None
    ends: Codes
    forward: bool
    table: NDArray[Any]
    words: bool = False

    def __len__(self) -> int:
        return len(self.states)

    def find(self, state: Sequence[int]) -> int:
        """Return the index of a state, -1 when it was not reached. O(width)."""
        width = self.states.shape[1]
        try:
            wanted = np.array(state, np.int64)
        except OverflowError:
            return -1
        if wanted.shape != (width,):
            return -1
        if self.words:
            return self._find_word(wanted)
        if not self.table.size:
            self.table = np.zeros(len(self) * 3 // 2 + 2, np.uint32)
            _rehash(self.states.reshape(-1), width, len(self), self.table, np.zeros(BLOCK, np.uint64))
        return int(_find(wanted, self.states.reshape(-1), self.table))

    def _find_word(self, wanted: Ints) -> int:
        if not self.table.size:
            self.table = np.zeros(2 * (len(self) * 10 // 7 + 2 | 1), np.int64)  # (an odd count of places: no quarters)
            entered(self.states.reshape(-1), len(self), self.table, np.zeros(BLOCK, np.uint64))
        return int(found(int(wanted[0]), self.table)) if wanted[0] >= 0 else -1

    def free_table(self) -> None:
        """Give back the hash table, 6 to 9 bytes a position, 21 to 128 of words; `find` makes it anew when it is asked."""
        self.table = np.zeros(0, self.table.dtype)

    def free_moves(self) -> None:
        """Give back the moves: the states, and where they stand, are left."""
        self.offsets, self.edges = np.zeros(1, np.uint32), np.zeros(0, np.int32)
        self.gains, self.ends = None, np.zeros(0, np.int8)

    @property
    def nbytes(self) -> int:
        """How many bytes the graph holds."""
        gains = 0 if self.gains is None else self.gains.nbytes
        arrays = (self.states, self.offsets, self.edges, self.ends, self.table)
        return gains + sum(array.nbytes for array in arrays)


def explore(
    fill: Fill,
    params: Sequence[int] | Ints,
    start: Sequence[int] | Ints,
    *,
    scoring: bool = False,
    words: bool = False,
    limit_bytes: int = 4 << 30,
    progress: Progress | None = None,
    capacity: int | None = None,
) -> Graph:
    """Return every position reachable from ``start``, or from several that are the rows of an array, and every move.

    At most 16 bytes and 8 a coordinate for a position, 4 bytes an edge (12 in scoring games), while it runs and after.
    ``words``: a state is one word, below 2^63 and not negative; that is faster, with 45 to 141 bytes a position, and 34
    to 56 where the limit is near.
    Words are explored by all processors, with the same numbers as by one.
    O(edges) expected. Raises TooLarge beyond ``limit_bytes``, Unfit when the rule gives up, OutOfKeys where it meets a
    state that does not fit in a word.
    """
    kind = _WordSearch if words else _Search
    search = kind(params, start, scoring, limit_bytes, first_room(1 << 12, 2) if capacity is None else capacity)
    pace = Pace()
    try:
        while True:
            code = search.run(fill, pace.next())
            if code == DONE:
                return search.graph()
            search.make_room(code)
            if progress is not None:
                progress(int(search.at[NEXT]), int(search.at[COUNT]))
    finally:
        search.end()


class _Search:
    """The arrays of an exploration, and their growth."""

    def __init__(
        self, params: Sequence[int] | Ints, start: Sequence[int] | Ints, scoring: bool, limit: int, capacity: int
    ) -> None:
        self.params = np.array(params, np.int64)
        first = np.array(start, np.int64)
        self.width = first.shape[-1]
        self.starts = first.size // self.width
        self.scoring = scoring
        self.limit = limit
        capacity = max(capacity, 2 * self.starts)
        self.states = room_for("states", capacity * self.width)
        self.offsets = room_for("offsets", capacity + 1, np.uint32)
        self.ends = room_for("ends", capacity, np.int8)
        self.edges = room_for("edges", capacity * 2, np.int32)
        self.gains = room_for("gains", capacity * 2 if scoring else 0)
        self.out = room_for("out", 1 + 4 * (self.width + scoring))
        self.buffer = room_for("buffer", self.width)
        self._make_batch()
        self.at = np.array([0, self.starts, 0, 2, 0, 0], np.int64)
        self.states[: first.size] = first.reshape(-1)
        self._begin_table(capacity)

    def _begin_table(self, capacity: int) -> None:
        self.table: NDArray[Any] = room_for("table", capacity * 2, np.uint32)
        _rehash(self.states, self.width, self.starts, self.table, self.slots)

    @property
    def _most(self) -> int:
        """How many positions the table has room for."""
        return self.table.size * 2 // 3

    def run(self, fill: Fill, budget: int) -> int:
        return int(
            _explore(
                fill,
                self.params,
                self.width,
                self.states,
                self.table,
                self.offsets,
                self.edges,
                self.gains,
                self.ends,
                self.out,
                self.buffer,
                self.batch,
                self.slots,
                budget,
                self.at,
            )
        )

    def end(self) -> None:
        """End what works for it."""

    def make_room(self, code: int) -> None:
        """Enlarge what the kernel found too small."""
        if code == UNFIT:
            raise refused_rule(self.buffer)
        if code == OUTSIDE_KEYS:
            raise OutOfKeys
        if code == FULL:
            self._allow(10 * self.out.nbytes)
            self._grow("out", 4 * self.out.size)
            self._make_batch()
        elif code == MORE_EDGES:
            needed = int(self.at[TOTAL] + self.at[WANTED])
            if needed > MOST_EDGES:
                raise self._refusal(self._held())
            size = min(self._stretched(self.edges.size, needed, 12 if self.scoring else 4), MOST_EDGES)
            self._grow("edges", size)
            if self.scoring:
                self._grow("gains", size)
        elif code == MORE_STATES:
            needed = int(self.at[COUNT] + self.at[WANTED])
            if needed > MOST_STATES:
                raise self._refusal(self._held())
            if needed > self.ends.size:
                size = min(self._stretched(self.ends.size, needed, 8 * self.width + 5), MOST_STATES)
                self._grow("states", size * self.width)
                self._grow("offsets", size + 1)
                self._grow("ends", size)
            if needed > self._most:
                self._rebuild(needed)

    def _stretched(self, capacity: int, needed: int, each: int) -> int:
        """Return a new capacity of ``each`` bytes: half as much more, or little where much would leave the limit."""
        more = capacity + capacity // 2
        fits = self._held() + (more - capacity) * each < self.limit // 2
        return more if more >= needed and fits else stretch(capacity, needed)

    def _make_batch(self) -> None:
        """Room for the children of a few positions, which the kernel looks up together."""
        self.batch = room_for("batch", self.out.size + BLOCK * (self.width + self.scoring))
        self.slots = room_for("slots", self.out.size + BLOCK, np.uint64)

    def _rebuild(self, needed: int) -> None:
        """Replace the hash table by one half as large again; the old one is freed before."""
        size = max(self.table.size * 3 // 2, needed * 3 // 2 + 2)
        self._allow((size - self.table.size) * 4)
        self.table = np.zeros(0, np.uint32)
        self.table = room_for("table", size, np.uint32)
        _rehash(self.states, self.width, int(self.at[COUNT]), self.table, self.slots[:BLOCK])

    def _grow(self, name: str, size: int) -> None:
        array: NDArray[Any] = getattr(self, name)
        self._allow((size - array.size) * array.itemsize)
        try:
            setattr(self, name, more_room(name, array, size))
        except MemoryError:
            raise self._refusal(self._held() + (size - array.size) * array.itemsize) from None

    def _held(self) -> int:
        arrays = (
            self.states,
            self.offsets,
            self.ends,
            self.edges,
            self.gains,
            self.table,
            self.out,
            self.batch,
            self.slots,
        )
        return sum(array.nbytes for array in arrays)

    def _allow(self, more: int) -> None:
        if self._held() + more > self.limit:
            raise self._refusal(self._held() + more)

    def _refusal(self, needed: int) -> TooLarge:
        positions, held = int(self.at[COUNT]), self._held()
        if needed > held:
            return too_large(positions, held, needed, self.limit)
        return TooLarge(
            "the search reached {positions:,} positions in {size}: more positions or moves than 32 bits count",
            size=in_words(held),
            positions=positions,
            needed=held,
        )

    def graph(self) -> Graph:
        count, total = int(self.at[COUNT]), int(self.at[TOTAL])
        return Graph(
            states=more_room("states", self.states, count * self.width).reshape(count, self.width),
            offsets=more_room("offsets", self.offsets, count + 1),
            edges=more_room("edges", self.edges, total),
            gains=more_room("gains", self.gains, total) if self.scoring else None,
            ends=more_room("ends", self.ends, count),
            forward=int(self.at[LOWEST]) > 1,
            table=self.table,
            words=isinstance(self, _WordSearch),
        )


class _WordSearch(_Search):
    """An exploration of states that are words; ``team``: the threads that share it, as long as there is room for batches."""

    team: Together | None = None
    alone = False

    def _make_batch(self) -> None:
        self.batch = room_for("batch", self.out.size + first_room(BLOCK << 6, 2))
        self.slots = room_for("slots", self.batch.size + BLOCK, np.uint64)

    def run(self, fill: Fill, budget: int) -> int:
        if not self._is_shared():
            return self._run_alone(fill, min(budget, ALONE))
        return self._run_together(fill, budget)

    def _is_shared(self) -> bool:
        """Whether the next positions are worth sharing out."""
        waiting = int(self.at[COUNT] - self.at[NEXT])
        if self.alone or self.scoring or not is_worth(waiting, self.table):
            return False
        if self.team is None and (threads := processors()) > 1:
            self.team = Together(threads)
        return self.team is not None

    def _run_together(self, fill: Fill, budget: int) -> int:
        """Go on with all threads, a batch at a time."""
        team = self.team
        assert team is not None
        while budget > 0 and self._is_shared():
            wanted = team.wanted(self)
            self.at[WANTED] = wanted
            if self.at[COUNT] + wanted > min(self.ends.size, self.at[PLACES]):
                return MORE_STATES
            if self.at[TOTAL] + wanted > self.edges.size:
                return MORE_EDGES
            if not team.expand(self, fill):
                return self._run_alone(fill, ONCE)
            team.number(self)
            budget -= wanted
        return PAUSED

    def make_room(self, code: int) -> None:
        """Enlarge what was found too small; where there is no room for whole batches, one thread goes on."""
        try:
            super().make_room(code)
        except TooLarge:
            if self.team is None:
                raise
            self.end()
            self.alone = True

    def end(self) -> None:
        """End the threads."""
        if self.team is not None:
            self.team.end()
            self.team = None

    def _run_alone(self, fill: Fill, budget: int) -> int:
        arrays = (self.states, self.table, self.offsets, self.edges, self.gains, self.ends)
        return int(explored(fill, self.params, *arrays, self.buffer, self.batch, self.slots, budget, self.at))

    def _begin_table(self, capacity: int) -> None:
        self.table = room_for("table", 4 * capacity)
        self.at[PLACES] = self._most
        entered(self.states, self.starts, self.table, self.slots[:BLOCK])

    @property
    def _most(self) -> int:
        """Half of the places, and more where that alone is within the limit."""
        places = self.table.size // 2
        return places // 2 if 3 * self.table.nbytes < self.limit else places * 3 // 4

    def _rebuild(self, needed: int) -> None:
        """Replace the hash table by one four times as large, or by less where that would take too much of the limit."""
        old = self.table
        sizes = [size for size in (4 * old.size, 2 * old.size) if self._held() + 8 * size < self.limit // 2]
        size = -(-max(sizes[0] if sizes else old.size // 4 * 6, 4 * needed + 4) // 8) * 8  # four quarters of pairs
        self._allow(size * 8)
        self.table = room_for("table", size)
        self.at[PLACES] = self._most
        if self.team is not None and is_quartered(old) and is_quartered(self.table):
            self.team.move(old, self.table)
        else:
            moved(old, 0, old.size, self.table)


@inlined
def _hash(numbers: Ints, begin: Number, width: Number) -> Any:
    """Mix the coordinates into 32 bits."""
    h = np.uint64(0)
    place = np.uint64(begin)
    end = place + np.uint64(width)
    while place < end:
        x = np.uint64(numbers[place])
        h = (h + (x ^ (x >> np.uint64(32)))) * np.uint64(0xD6E8FEB86659FD93)
        place += np.uint64(1)
    h ^= h >> np.uint64(32)
    return (h * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(32)


@kernel("void(int64[::1], int64, int64, uint32[::1], uint64[::1])")
def _rehash(states: Ints, width: Number, count: Number, table: Offsets, slots: Slots) -> None:
    """Enter states 0 .. count - 1, all different, into an empty table."""
    size = np.uint64(table.size)
    for block in range(0, count, slots.size):
        held = min(slots.size, count - block)
        for b in range(held):
            slot = (_hash(states, (block + b) * width, width) * size) >> np.uint64(32)
            slots[b] = slot
            prefetch(table, slot)
        for b in range(held):
            slot = slots[b]
            while table[slot] != 0:
                slot += np.uint64(1)
                if slot == size:
                    slot = np.uint64(0)
            table[slot] = block + b + 1


@kernel("int64(int64[::1], int64[::1], uint32[::1])")
def _find(wanted: Ints, states: Ints, table: Offsets) -> Number:
    """Look one state up."""
    width = wanted.size
    size = np.uint64(table.size)
    slot = (_hash(wanted, 0, width) * size) >> np.uint64(32)
    while table[slot] != 0:
        j = np.int64(table[slot]) - 1
        k = 0
        while k < width and states[j * width + k] == wanted[k]:
            k += 1
        if k == width:
            return j
        slot += np.uint64(1)
        if slot == size:
            slot = np.uint64(0)
    return -1


@kernel(
    "int64(FILL, int64[::1], int64, int64[::1], uint32[::1], uint32[::1], int32[::1], int64[::1], int8[::1], "
    "int64[::1], int64[::1], int64[::1], uint64[::1], int64, int64[::1])"
)
def _explore(
    fill: Fill,
    params: Ints,
    width: Number,
    states: Ints,
    table: Offsets,
    offsets: Offsets,
    edges: Edges,
    gains: Ints,
    ends: Codes,
    out: Ints,
    buffer: Ints,
    batch: Ints,
    slots: Slots,
    budget: Number,
    at: Ints,
) -> Number:
    """Expand positions in order until all are, the budget is used up or an array is full; ``at`` says how to go on."""
    scoring = np.int64(gains.size > 0)
    record = np.uint64(width + scoring)
    span = np.uint64(width)
    lead = np.uint64(scoring)
    lowest = np.int64(at[LOWEST])
    size = np.uint64(table.size)
    room = min(ends.size, table.size * 2 // 3)
    i, count, total = at[NEXT], at[COUNT], at[TOTAL]
    wanted = 0
    code = DONE
    while code == DONE and i < count:
        first = i
        records = np.uint64(0)
        words = np.uint64(0)
        while i < count and records < BLOCK:  # the table's cache lines are fetched ahead, many at a time
            base = np.uint64(i * width)
            for k in range(span):
                buffer[k] = states[base + k]
            found = fill(buffer, params, out)
            if found < 0:
                if found > ENDS_LOST:
                    code = found
                    break
                ends[i] = ENDS_LOST + 1 - found
                found = 0
            if count + np.int64(records) + found > room:
                code, wanted = MORE_STATES, np.int64(records) + found
                break
            if total + np.int64(records) + found > edges.size:
                code, wanted = MORE_EDGES, np.int64(records) + found
                break
            for k in range(np.uint64(0), np.uint64(found) * record):
                batch[words + k] = out[np.uint64(1) + k]
            for _turn in range(found):
                slot = (_hash(batch, words + lead, width) * size) >> np.uint64(32)
                slots[records] = slot
                prefetch(table, slot)
                records += np.uint64(1)
                words += record
            i += 1
            offsets[i] = total + np.int64(records)
            budget -= 1 + found
            if budget <= 0:
                code = PAUSED
                break
        for b in range(records):  # then those of the states
            j = np.uint64(table[slots[b]])
            prefetch(states, (j - np.uint64(j != 0)) * span)
        b = np.uint64(0)
        place = lead
        for parent in range(first, i):
            for _turn in range(np.int64(offsets[parent + 1]) - np.int64(offsets[parent])):
                slot = slots[b]
                b += np.uint64(1)
                j = np.uint64(0)
                while True:
                    j = np.uint64(table[slot])
                    base = (j - np.uint64(1)) * span
                    if j == 0:
                        count += 1
                        j = np.uint64(count)
                        table[slot] = j
                        base = (j - np.uint64(1)) * span
                        for k in range(span):
                            states[base + k] = batch[place + k]
                        break
                    k = np.uint64(0)
                    while k < span and states[base + k] == batch[place + k]:
                        k += np.uint64(1)
                    if k == span:
                        break
                    slot += np.uint64(1)
                    if slot == size:
                        slot = np.uint64(0)
                lowest = min(lowest, np.int64(j) - parent)
                edges[np.uint64(total)] = np.int64(j) - 1
                if scoring:
                    gains[total] = batch[place - np.uint64(1)]
                total += 1
                place += record
    at[NEXT], at[COUNT], at[TOTAL], at[LOWEST], at[WANTED] = i, count, total, lowest, wanted
    return code
