"""Play that need not end, where a position is a number below a bound: all are solved in place, by retrograde analysis.

A word holds a position's status when it is settled (result in the low two bits, remoteness above them), and before that,
with result 0, how many of its children are not yet known to be won for the opponent. So there are 2 bytes a position and
nothing beside them but short lists. A number may be no position: a hole.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.kernels.compiling import exchanged, inlined, kernel, prefetch
from grundy.kernels.contract import (
    DRAW,
    ENDS_LOST,
    ENDS_NONE,
    ENDS_TIED,
    ENDS_WON,
    FULL,
    LOST,
    OUTSIDE_KEYS,
    TIED,
    UNFIT,
    WON,
    Fill,
    Ints,
    Number,
    OutOfBounds,
    Progress,
    Words,
    first_room,
    refused_rule,
    room_for,
    too_many_states,
)
from grundy.kernels.graph import FURTHEST, Edges, Offsets, furthest, retrograde, threads_for

HOLE = 1 << 2
"""The status of a number that is no position, which no position has."""
DONE, TOO_MANY = 0, 1
NEXT, FOUND, HOLES, TIES, MOVES = range(5)
"""What a thread tells: the number where it goes on, how many it has settled, and what it met."""
LEAST, STEP, LARGEST = 1 << 8, 1 << 14, 1 << 22
"""Numbers that a call of a kernel looks at: at least, at first, and at most."""
ROOM = 1 << 12
"""Positions that a list has room for, at least: what is settled in a round by a thread."""
FEW = 1 << 11
"""Positions of a round that are not worth several threads."""

Chunk = tuple[Ints, int, int]
"""A list and a part of it, or an empty list and a range of numbers."""
ALL = np.zeros(0, np.int64)
Quads = NDArray[np.uint64]
"""The words, 8 bytes at a time."""


def retrograde_box(
    fill: Fill,
    params: Sequence[int] | Ints,
    size: int,
    *,
    predecessors: Fill | None = None,
    width: int = 1,
    misere: bool = False,
    threads: int | None = None,
    limit_bytes: int = 4 << 30,
    progress: Progress | None = None,
) -> Words:
    """Return the status of all numbers 0 .. size - 1, as `graph.retrograde` has it: of loops, ties and draws too.

    ``fill`` gets a state of one cell, and may answer ENDS_NONE: then the status is `HOLE`. Its records have ``width`` words,
    the last of which is the number; those of ``predecessors`` are the numbers from which a move leads to the state.
    With ``predecessors`` each rule is asked once a position: O(moves), 2.25 bytes a position (4 when a line is longer than
    16,383 moves or a position has more options). Without, the moves are kept in memory (25 bytes a position and 8 a
    move), or where that would be more than ``limit_bytes`` the rule is asked for each unsettled position in every
    round, which is slow where lines are long. Raises TooLarge before the start, OutOfBounds for a number outside, Unfit
    when the rule gives up.
    """
    box = _Box(
        fill, params, size, width, misere, limit_bytes, progress, threads_for(size) if threads is None else threads
    )
    with box:
        moves = box.begin()
        if predecessors is not None:
            box.go_back(predecessors)
        elif box.bytes_of_arrows(moves) <= limit_bytes:
            return box.by_arrows(moves)
        else:
            box.sweep()
        return box.closed()


class _Worker:
    """What one thread has of its own."""

    def __init__(self, room: int) -> None:
        self.out = room_for("out", first_room(1 << 8, 2))
        self.state = room_for("state", 1)
        self.at = np.zeros(5, np.int64)
        self.now, self.next = room_for("now", room), room_for("next", room)

    def answer(self, code: int, size: int) -> None:
        """Give the kernel what it lacks, or say what is wrong."""
        if code == FULL:
            self.out = room_for("out", 4 * self.out.size)
        elif code == UNFIT:
            raise refused_rule(self.state)
        else:
            raise OutOfBounds(
                "a move to or from position {key} leaves the numbers 0 to {last}",
                key=int(self.state[0]),
                last=size - 1,
            )


class _Crew:
    """Threads that take parts of the work, each so large that it is done in some hundredths of a second."""

    def __init__(self, count: int, room: int) -> None:
        self.workers = [_Worker(room) for _ in range(count)]
        self._pool = ThreadPoolExecutor(count - 1) if count > 1 else None
        self._left: list[Chunk] = []
        self._lock = Lock()
        self._step = STEP

    def end(self) -> None:
        """End the threads."""
        self._forget()
        if self._pool is not None:
            self._pool.shutdown()

    def run(self, work: Callable[[_Worker, Chunk], None], chunks: list[Chunk], alone: bool = False) -> None:
        """Do all of it; whatever goes wrong in a thread is raised here."""
        self._left = chunks
        pool = None if alone else self._pool
        others = [] if pool is None else [pool.submit(self._take, work, each) for each in self.workers[1:]]
        try:
            self._take(work, self.workers[0], limits.check)
        finally:
            for each in others:
                each.result()

    def _take(
        self, work: Callable[[_Worker, Chunk], None], worker: _Worker, check: Callable[[], None] = lambda: None
    ) -> None:
        """Work until nothing is left; between two parts the limits are kept, and Ctrl-C is heard."""
        try:
            while (chunk := self._next()) is not None:
                begun = time.perf_counter()
                work(worker, chunk)
                took = time.perf_counter() - begun
                if took < 0.01:
                    self._step = min(self._step * 2, LARGEST)
                elif took > 0.05:
                    self._step = max(self._step // 2, LEAST)
                check()
        except BaseException:
            self._forget()
            raise

    def _forget(self) -> None:
        with self._lock:
            self._left.clear()

    def _next(self) -> Chunk | None:
        """Return a part of what is left, smaller towards the end so that all threads end at the same time."""
        with self._lock:
            if not self._left:
                return None
            keys, low, high = self._left.pop()
            fair = max((high - low) // (2 * len(self.workers)), LEAST)
            end = min(high, low + min(self._step, fair))
            if end < high:
                self._left.append((keys, end, high))
            return keys, low, end

    def total(self, cell: int) -> int:
        """Return the sum of what the threads tell."""
        return sum(int(each.at[cell]) for each in self.workers)

    def clear(self) -> None:
        """Let the threads tell nothing."""
        for each in self.workers:
            each.at[:] = 0


class _Box:
    """All numbers below a bound, and how far they are settled."""

    def __init__(
        self,
        fill: Fill,
        params: Sequence[int] | Ints,
        size: int,
        width: int,
        misere: bool,
        limit: int,
        progress: Progress | None,
        threads: int,
    ) -> None:
        self.fill, self.params, self.size, self.width = fill, np.array(params, np.int64), size, width
        self.misere, self.limit, self.progress = misere, limit, progress
        self._allow(2)
        self.status: Words = room_for("status", size, np.uint16)
        self.crew = _Crew(threads, first_room(max(ROOM, size // (64 * threads)), 2))
        self.positions = self.settled = 0

    def __enter__(self) -> _Box:
        return self

    def __exit__(self, *problem: object) -> None:
        self.crew.end()

    def begin(self) -> int:
        """Settle the endings and count the children of all others; return how many there are."""
        while True:
            self.crew.clear()
            try:
                self._each(lambda each, low, high: _begin(high, self.misere, each.at, *self._asked(each)))
                break
            except _TooMany:
                self._widen()
        self.positions = self.size - self.crew.total(HOLES)
        self.settled = self.crew.total(FOUND)
        self.ties = self.crew.total(TIES) > 0
        return self.crew.total(MOVES)

    def _asked(self, each: _Worker) -> tuple[Fill, Ints, Words, int, Ints, Ints]:
        return self.fill, self.params, self.status, self.width, each.out, each.state

    def _each(self, call: Callable[[_Worker, int, int], int]) -> None:
        """Call a kernel for all numbers."""
        self.crew.run(partial(self._chunk, lambda each, _keys, high: call(each, 0, high)), self._all())

    def _all(self) -> list[Chunk]:
        return [(ALL, 0, self.size)]

    def _chunk(self, call: Callable[[_Worker, Ints, int], int], worker: _Worker, chunk: Chunk) -> None:
        """Call a kernel until it is done with a chunk."""
        keys, low, high = chunk
        worker.at[NEXT] = low
        while code := int(call(worker, keys, high)):
            if code == TOO_MANY:
                raise _TooMany
            worker.answer(code, self.size)

    def closed(self) -> Words:
        """Return the statuses, where nothing more is to be settled."""
        self._each(lambda each, low, high: _close(self.status, high, each.at))
        if self.status.dtype == np.uint32 and int(self.status.max()) <= 0xFFFF:
            return self.status.astype(np.uint16)
        return self.status

    def _told(self, settled: int) -> None:
        self.settled += settled
        limits.check(self.settled, "positions", self.positions)
        if self.progress is not None:
            self.progress(self.settled, self.positions)

    def _allow(self, item: int) -> None:
        if item * self.size + self.size // 4 > self.limit:
            raise too_many_states(self.size, item * self.size + self.size // 4, self.limit)

    def _widen(self) -> None:
        """Go on with 4 bytes a position: for lines of more than 16,383 moves, or as many children of a position."""
        if self.status.dtype == np.uint32:
            raise GrundyError("a line of play is longer than 2^30 moves")
        self._allow(6)
        self.status = self.status.astype(np.uint32)

    def _phases(self) -> Iterable[bool]:
        """Yield False for what is won and lost, then True for what is tied."""
        yield False
        if self.ties:
            yield True

    # -- with predecessors ---------------------------------------------------------------------------------------------

    def go_back(self, predecessors: Fill) -> None:
        """Settle the parents of what was settled in the round before, until there are none."""
        for tied in self._phases():
            moves, chunks = 0, self._all()
            while chunks:
                if moves == FURTHEST and self.status.dtype == np.uint16:
                    self._widen()
                self.crew.clear()
                alone = len(self.crew.workers) == 1 or sum(high - low for _, low, high in chunks) < FEW
                self.crew.run(partial(self._chunk, self._backward(predecessors, moves, tied, alone)), chunks, alone)
                self._told(self.crew.total(FOUND))
                moves, chunks = moves + 1, self._frontier()

    def _backward(self, predecessors: Fill, moves: int, tied: bool, alone: bool) -> Callable[[_Worker, Ints, int], int]:
        lanes = 8 // self.status.itemsize
        quads = self.status[: self.size // lanes * lanes].view(np.uint64)

        def call(each: _Worker, keys: Ints, high: int) -> int:
            arrays = (each.out, each.state, each.next, each.at)
            return _go_back(predecessors, self.params, self.status, quads, keys, high, moves, tied, alone, *arrays)

        return call

    def _frontier(self) -> list[Chunk]:
        """Return what was settled in the round before: lists, or all numbers where a list was too short."""
        workers = self.crew.workers
        for each in workers:
            each.now, each.next = each.next, each.now
        if any(each.at[FOUND] > each.now.size for each in workers):
            return self._all()
        return [(each.now, 0, int(each.at[FOUND])) for each in workers if each.at[FOUND]]

    # -- without -------------------------------------------------------------------------------------------------------

    def sweep(self) -> None:
        """Look at all unsettled positions in each round."""
        for tied in self._phases():
            moves, found = 1, 1
            while found:
                if moves > FURTHEST and self.status.dtype == np.uint16:
                    self._widen()
                self.crew.clear()
                self._each(lambda each, low, high: _sweep(high, moves, tied, each.at, *self._asked(each)))  # noqa: B023  # called at once
                found = self.crew.total(FOUND)
                self._told(found)
                moves += 1

    def bytes_of_arrows(self, moves: int) -> int:
        """Return what `by_arrows` takes, at most."""
        return 25 * self.size + 8 * moves if moves < 1 << 32 and self.size < 1 << 31 else 1 << 62

    def by_arrows(self, moves: int) -> Words:
        """Keep all moves, and solve the graph."""
        offsets = np.zeros(self.size + 1, np.uint32)
        np.cumsum(np.where(self.status & 3 == DRAW, self.status >> 2, 0), dtype=np.uint32, out=offsets[1:])
        edges = room_for("edges", moves, np.int32)
        self._each(lambda each, low, high: _arrows(high, offsets, edges, each.at, *self._asked(each)))
        codes = np.array([0, 3, 1, 2], np.int8)[self.status & 3]
        holes = self.status == 0
        self.status = retrograde(offsets, edges, codes, threads=len(self.crew.workers))
        self.status[holes] = HOLE
        return self.status


class _TooMany(Exception):
    """A position has more children than a word of 16 bits counts."""


# -- kernels -----------------------------------------------------------------------------------------------------------


@inlined
def _insert(out: Ints, found: Number, gap: Number) -> None:
    """Sort each of ``gap`` interleaved lists of the words 1 .. found."""
    for k in range(gap + 1, found + 1):
        x = out[k]
        place = k
        while place > gap and out[place - gap] > x:
            out[place] = out[place - gap]
            place -= gap
        out[place] = x


@inlined
def _distinct(out: Ints, found: Number) -> Number:
    """Put the words 1 .. found in order, and drop what stands there twice; how many are left.

    Who asks often looks first whether they rise: this is a call, with all that belongs to an array.
    """
    for gap in (301, 57, 10):
        if found > 2 * gap:
            _insert(out, found, gap)
    _insert(out, found, 1)
    kept = 1
    for k in range(2, found + 1):
        if out[k] != out[kept]:
            kept += 1
            out[kept] = out[k]
    return kept


ASKED = "FILL, int64[::1], T[::1], int64, int64[::1], int64[::1]"
"""The types of what the kernels here are asked with: a rule, statuses, the words of an option, and room for options."""


@inlined
def _children(node: Number, asked: Any) -> tuple[Number, Ints]:
    """Return how many different children a position has, or the code of the rule, and in what they stand from 1 on."""
    fill, params, status, width, out, state = asked
    state[0] = node
    found = fill(state, params, out)
    if found <= 0:
        return found, out
    if width > 1:
        for k in range(1, found + 1):
            out[k] = out[k * width]
    found = _distinct(out, found)
    return (found if out[1] >= 0 and out[found] < status.size else OUTSIDE_KEYS), out


@kernel(f"int64(int64, boolean, int64[::1], {ASKED})", by=5)
def _begin(high: Number, misere: bool, at: Ints, *asked: Any) -> Number:
    """Settle the endings among some numbers, and count the children of the others."""
    fill, params, status, width, out, state = asked
    most = furthest(status)
    i = at[NEXT]
    moves, endings = 0, 0
    code = DONE
    while i < high:
        state[0] = i
        found = fill(state, params, out)
        word = np.int64(0)
        if found > 0:
            k, end = np.uint64(1), np.uint64(found)
            while width > 1 and k <= end:
                out[k] = out[k * np.uint64(width)]
                k += np.uint64(1)
            k = np.uint64(2)
            while k <= end and out[k] > out[k - np.uint64(1)]:
                k += np.uint64(1)
            if k <= end:
                found = _distinct(out, found)
            if out[1] < 0 or out[np.uint64(found)] >= status.size:
                code = OUTSIDE_KEYS
                break
            if found > most:
                code = TOO_MANY
                break
            word = found << 2
            moves += found
        elif found == ENDS_NONE:
            at[HOLES] += 1
        elif found == ENDS_TIED:
            word = np.int64(TIED)
            at[TIES] += 1
        elif found == 0 or found == ENDS_LOST:
            word = np.int64(WON if misere else LOST)
        elif found == ENDS_WON:
            word = np.int64(LOST if misere else WON)
        else:
            code = found
            break
        endings += word & 3 != 0
        status[np.uint64(i)] = word
        i += 1
    at[NEXT] = i
    at[MOVES] += moves
    at[FOUND] += endings
    return code


@inlined
def _next_near(status: Words, quads: Quads, moves: Number, i: Number, high: Number) -> Number:
    """The first number from ``i`` on in whose word of 8 bytes something may be ``moves`` moves from an ending."""
    small = status.itemsize == 2
    ones = np.uint64(0x0001000100010001 if small else 0x0000000100000001)
    tops = ones << np.uint64(15 if small else 31)
    wanted = ones * np.uint64(moves << 2)
    results = ~(ones * np.uint64(3))
    shift = np.uint64(2 if small else 1)
    place, end = np.uint64(i) >> shift, np.uint64(high) >> shift
    while place < end:
        held = (quads[place] & results) ^ wanted
        if (held - ones) & ~held & tops != 0:  # a lane is 0
            break
        place += np.uint64(1)
    return np.int64(place << shift)


@kernel(
    "int64(FILL, int64[::1], T[::1], uint64[::1], int64[::1], int64, int64, boolean, boolean, int64[::1], int64[::1], "
    "int64[::1], int64[::1])",
    by=2,
)
def _go_back(
    predecessors: Fill,
    params: Ints,
    status: Words,
    quads: Quads,
    keys: Ints,
    high: Number,
    moves: Number,
    tied: bool,
    alone: bool,
    out: Ints,
    state: Ints,
    settled: Ints,
    at: Ints,
) -> Number:
    """Settle the parents of those among some numbers that are ``moves`` moves from an ending.

    A word is changed in one step for all threads, if there are others. What is settled is written down while there is room.
    """
    i, count = at[NEXT], at[FOUND]
    far = (moves + 1) << 2
    settling = far | (TIED if tied else WON)
    size = np.uint64(status.size)
    lanes = 8 // status.itemsize
    code = DONE
    while code == DONE and i < high:
        node = i
        if keys.size > 0:
            node = keys[i]
        elif i & (lanes - 1) == 0:
            i = _next_near(status, quads, moves, i, high)
            node = i
            if i >= high:
                break
        word = np.int64(status[np.uint64(node)])
        result = word & 3
        if word >> 2 != moves or result == DRAW or (result == TIED) != tied:
            i += 1
            continue
        state[0] = node
        found = predecessors(state, params, out)
        if found < 0:
            code = found
            break
        rising, last = True, np.int64(-1)
        for k in range(np.uint64(1), np.uint64(found + 1)):  # their words are fetched ahead
            parent = out[k]
            if np.uint64(parent) >= size:
                code = OUTSIDE_KEYS
                break
            prefetch(status, np.uint64(parent))
            rising = rising and parent > last
            last = parent
        if code != DONE:
            break
        won = result == WON
        if won and not rising:  # each parent is to count it once
            found = _distinct(out, found)
        i += 1
        for k in range(np.uint64(1), np.uint64(found + 1)):
            place = np.uint64(out[k])
            word = np.int64(status[place])
            while word & 3 == DRAW and word != 0:
                new = word - 4 if won else settling
                if new == 0:
                    new = far | LOST
                if alone:
                    status[place] = new
                else:
                    seen = np.int64(exchanged(status, place, word, new))
                    if seen != word:
                        word = seen
                        continue
                if new & 3 != DRAW:
                    if count < settled.size:
                        settled[np.uint64(count)] = np.int64(place)
                    count += 1
                break
    at[NEXT], at[FOUND] = i, count
    return code


@kernel(f"int64(int64, int64, boolean, int64[::1], {ASKED})", by=6)
def _sweep(high: Number, moves: Number, tied: bool, at: Ints, *asked: Any) -> Number:
    """Settle what is ``moves`` moves from an ending among some numbers; what other threads settle now is not looked at."""
    status = asked[2]
    i = at[NEXT]
    while i < high:
        word = np.int64(status[i])
        if word & 3 != DRAW or word == 0:
            i += 1
            continue
        found, out = _children(i, asked)
        if found < 0:
            at[NEXT] = i
            return found
        met = 0
        every = WON
        for k in range(1, found + 1):
            child = np.int64(status[np.uint64(out[k])])
            result = child & 3 if child >> 2 < moves else np.int64(DRAW)
            met |= 1 << result
            every = every if result == WON else DRAW
        result = np.int64(DRAW)
        if tied:
            result = np.int64(TIED if met >> TIED & 1 else DRAW)
        elif met >> LOST & 1:
            result = np.int64(WON)
        elif every == WON:
            result = np.int64(LOST)
        if result != DRAW:
            status[i] = moves << 2 | result
            at[FOUND] += 1
        i += 1
    at[NEXT] = i
    return DONE


@kernel(f"int64(int64, uint32[::1], int32[::1], int64[::1], {ASKED})", by=6)
def _arrows(high: Number, offsets: Offsets, edges: Edges, at: Ints, *asked: Any) -> Number:
    """Write down the moves of some numbers."""
    i = at[NEXT]
    while i < high:
        place, end = np.uint64(offsets[i]), np.uint64(offsets[i + 1])
        if place < end:
            found, out = _children(i, asked)
            if found != np.int64(end - place):
                at[NEXT] = i
                return found if found < 0 else UNFIT
            for k in range(1, found + 1):
                edges[place] = out[k]
                place += np.uint64(1)
        i += 1
    at[NEXT] = i
    return DONE


@kernel("int64(T[::1], int64, int64[::1])", by=0)
def _close(status: Words, high: Number, at: Ints) -> Number:
    """Make draws of what is left among some numbers, and mark the holes."""
    for i in range(at[NEXT], high):
        word = status[np.uint64(i)]
        left = HOLE if word == 0 else DRAW
        status[np.uint64(i)] = left if word & 3 == DRAW else word
    at[NEXT] = high
    return DONE
