"""Games whose state has declared bounds: a position is a number, and nothing but its value is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.kernels.compiling import kernel
from grundy.kernels.contract import (
    ENDS_LOST,
    FULL,
    UNFIT,
    Fill,
    Ints,
    Loopy,
    OutOfBounds,
    Pace,
    Progress,
    Words,
    first_room,
    more_room,
    refused_rule,
    room_for,
    too_large,
    too_many_states,
)
from grundy.kernels.graph import KEY_NONE, decided, furthest, key_of, status_by

DONE, PAUSED, MORE_POOL, MORE_STACK, CYCLE, OUTSIDE, TOO_FAR = range(7)
PENDING, HEIGHT, TOP, REACHED, WANTED = range(5)


@dataclass(frozen=True)
class Dense:
    """The values of the ``positions`` that were reached; ``work`` holds status and Grundy value by mixed-radix index."""

    work: Words
    bounds: Ints
    positions: int
    has_grundy: bool

    def index(self, state: Sequence[int]) -> int:
        """Return the mixed-radix index of a state, -1 when it is out of bounds."""
        number = 0
        if len(state) != len(self.bounds):
            return -1
        for coordinate, bound in zip(state, self.bounds.tolist(), strict=True):
            if not 0 <= coordinate < bound:
                return -1
            number = number * bound + coordinate
        return number

    def cells(self, number: int) -> tuple[int, ...]:
        """Return the state of a mixed-radix index."""
        found: list[int] = []
        for bound in reversed(self.bounds.tolist()):
            number, coordinate = divmod(number, bound)
            found.append(coordinate)
        return tuple(reversed(found))

    def status(self, state: Sequence[int]) -> int:
        """Return the status of a state (result in the low two bits, remoteness above), -1 when it was not reached."""
        number = self.index(state)
        if number < 0:
            return -1
        return int(self.work[number * (1 + self.has_grundy)]) or -1

    def grundy(self, state: Sequence[int]) -> int:
        """Return the Grundy value of a state, -1 when it was not reached or no Grundy values were asked for."""
        if not self.has_grundy or self.status(state) < 0:
            return -1
        return int(self.work[2 * self.index(state) + 1])


def solve_dense(
    fill: Fill,
    params: Sequence[int] | Ints,
    start: Sequence[int] | Ints,
    bounds: Sequence[int] | Ints,
    *,
    grundy: bool = False,
    misere: bool = False,
    limit_bytes: int = 4 << 30,
    progress: Progress | None = None,
    capacity: int | None = None,
) -> Dense:
    """Return status, and Grundy value if asked, of all that is reachable where ``0 <= state[i] < bounds[i]`` and play ends.

    2 bytes an index below the product of the bounds, 4 with Grundy values (normal play without declared endings), twice
    that once a line is longer than 16,383 moves or a value needs 17 bits; 32 bytes a position of the line being searched
    and 8 a child of those. The rule is asked once a position: O(edges). Raises TooLarge before the start, Loopy at the first
    cycle, OutOfBounds for a child outside, Unfit when the rule gives up.
    """
    first = first_room(1 << 12, 1) if capacity is None else capacity
    search = _Search(params, start, bounds, grundy, misere, limit_bytes, first)
    pace = Pace()
    while True:
        code = search.run(fill, pace.next())
        if code == DONE:
            return Dense(search.work, search.bounds, int(search.at[REACHED]), grundy)
        search.answer(code)
        if progress is not None:
            progress(int(search.at[REACHED]), int(search.at[REACHED] + search.at[HEIGHT]))


class _Search:
    """The arrays of a depth-first search, and their growth."""

    def __init__(
        self,
        params: Sequence[int] | Ints,
        start: Sequence[int] | Ints,
        bounds: Sequence[int] | Ints,
        grundy: bool,
        misere: bool,
        limit: int,
        capacity: int,
    ) -> None:
        self.params = np.array(params, np.int64)
        self.bounds = np.array(bounds, np.int64)
        self.grundy = grundy
        self.misere = misere
        self.limit = limit
        first = [int(c) for c in start]
        width = len(first)
        if width != len(self.bounds):
            raise GrundyError("a state of {width} coordinates has {count} bounds", width=width, count=len(self.bounds))
        size, index = 1, 0
        for coordinate, bound in zip(first, self.bounds.tolist(), strict=True):
            if not 0 <= coordinate < bound:
                raise self._outside(first)
            size *= bound
            index = index * bound + coordinate
        self.size = size
        if self._bytes(2) > limit:
            raise too_many_states(size, self._bytes(2), limit)
        self.work: Words = room_for("work", size * (1 + grundy), np.uint16)
        capacity = max(capacity, 1)
        self.frames = room_for("frames", capacity * 4)
        self.pool = room_for("pool", capacity)
        self.out = room_for("out", 1 + width)
        self.marks = room_for("marks", 4 if grundy else 0)
        self.buffer = room_for("buffer", width)
        self.at = np.array([index, 0, 0, 0, 0], np.int64)

    def _bytes(self, item: int) -> int:
        return self.size * (1 + self.grundy) * item

    def run(self, fill: Fill, budget: int) -> int:
        return int(
            _search(
                fill,
                self.params,
                self.bounds,
                self.work,
                self.marks,
                self.misere,
                self.frames,
                self.pool,
                self.out,
                self.buffer,
                budget,
                self.at,
            )
        )

    def answer(self, code: int) -> None:
        """Give the kernel what it lacks, or say what is wrong."""
        if code == UNFIT:
            raise refused_rule(self.buffer)
        if code == CYCLE:
            raise Loopy("play need not end: a position comes back")
        if code == OUTSIDE:
            raise self._outside(self.buffer.tolist())
        if code == FULL:
            self._grow("out", 4 * self.out.size)
            if self.grundy:
                self._grow("marks", self.out.size // len(self.buffer) + 4)
        elif code == MORE_POOL:
            self._grow("pool", max(2 * self.pool.size, int(self.at[TOP] + self.at[WANTED])))
        elif code == MORE_STACK:
            self._grow("frames", 2 * self.frames.size)
        elif code == TOO_FAR:
            if self.work.dtype == np.uint32:
                raise GrundyError("a line of play is longer than 2^30 moves")
            self._allow(self._bytes(4))
            self.work = self.work.astype(np.uint32)

    def _grow(self, name: str, size: int) -> None:
        array: NDArray[np.int64] = getattr(self, name)
        self._allow((size - array.size) * 8)
        setattr(self, name, more_room(name, array, size))

    def _allow(self, more: int) -> None:
        held = self.work.nbytes + self.frames.nbytes + self.pool.nbytes + self.out.nbytes + self.marks.nbytes
        if held + more > self.limit:
            raise too_large(int(self.at[REACHED] + self.at[HEIGHT]), held, held + more, self.limit)

    def _outside(self, state: Sequence[int]) -> OutOfBounds:
        shown = ", ".join(str(c) for c in state)
        bounds = ", ".join(str(b) for b in self.bounds.tolist())
        return OutOfBounds(
            "the state ({shown}) is not within the declared bounds ({bounds})", shown=shown, bounds=bounds
        )


@kernel(
    "int64(FILL, int64[::1], int64[::1], T[::1], int64[::1], boolean, int64[::1], int64[::1], int64[::1], int64[::1], "
    "int64, int64[::1])",
    by=3,
)
def _search(
    fill: Fill,
    params: Ints,
    bounds: Ints,
    work: Words,
    marks: Ints,
    misere: bool,
    frames: Ints,
    pool: Ints,
    out: Ints,
    buffer: Ints,
    budget: int,
    at: Ints,
) -> int:
    """Settle every position after its children; ``at`` says how to go on.

    A frame is an index, where its children begin in the pool, where to go on among them, and the best key so far.
    """
    width = bounds.size
    grundy = marks.size > 0
    stride = np.uint64(2 if grundy else 1)
    most = furthest(work)
    largest = np.int64(0xFFFF) if work.itemsize == 2 else np.int64(0xFFFFFFFF)
    pending, height, top, reached = at[PENDING], at[HEIGHT], at[TOP], at[REACHED]
    code = DONE
    wanted = 0
    while True:
        if pending >= 0:
            if budget <= 0:
                code = PAUSED
                break
            rest = np.uint64(pending)
            for back in range(width):
                k = width - 1 - back
                bound = np.uint64(bounds[k])
                higher = rest // bound
                buffer[k] = np.int64(rest - higher * bound)
                rest = higher
            found = fill(buffer, params, out)
            if found < 0 and found > ENDS_LOST:
                code = found
                break
            budget -= 1 + found
            if found <= 0:
                work[np.uint64(pending) * stride] = decided(found, KEY_NONE, misere)
                reached += 1
                pending = -1
                if height == 0:
                    break
                continue
            if top + found > pool.size:
                code, wanted = MORE_POOL, found
                break
            if height * 4 == frames.size:
                code = MORE_STACK
                break
            place = np.uint64(1)
            inside = True
            for child in range(top, top + found):
                number = np.uint64(0)
                for k in range(width):
                    coordinate, bound = np.uint64(out[place]), np.uint64(bounds[k])
                    inside = inside and coordinate < bound
                    number = number * bound + coordinate
                    place += np.uint64(1)
                pool[np.uint64(child)] = np.int64(number)
                if not inside:
                    for k in range(width):
                        buffer[k] = out[place - np.uint64(width) + np.uint64(k)]
                    return OUTSIDE
            frame = np.uint64(height * 4)
            frames[frame] = pending
            frames[frame + np.uint64(1)] = top
            frames[frame + np.uint64(2)] = top
            frames[frame + np.uint64(3)] = KEY_NONE
            work[np.uint64(pending) * stride] = 4
            height += 1
            top += found
            pending = -1
        frame = np.uint64(height * 4 - 4)
        node = np.uint64(frames[frame])
        begin = frames[frame + np.uint64(1)]
        best = frames[frame + np.uint64(3)]
        place = np.uint64(frames[frame + np.uint64(2)])
        while place < np.uint64(top):
            status = np.int64(work[np.uint64(pool[place]) * stride])
            if status & 3 == 0:
                if status != 0:
                    return CYCLE
                pending = pool[place]
                break
            best = min(best, key_of(status))
            place += np.uint64(1)
        if pending >= 0:
            frames[frame + np.uint64(2)] = np.int64(place)
            frames[frame + np.uint64(3)] = best
            continue
        status = status_by(best)
        value = np.int64(0)
        if grundy:
            stamp = reached + 1
            for child in range(np.uint64(begin), np.uint64(top)):
                mark = np.uint64(work[np.uint64(pool[child]) * stride + np.uint64(1)])
                if mark < np.uint64(marks.size):
                    marks[mark] = stamp
            while marks[np.uint64(value)] == stamp:
                value += 1
        if status >> 2 > most or value > largest:
            code = TOO_FAR
            frames[frame + np.uint64(2)] = np.int64(place)
            frames[frame + np.uint64(3)] = best
            break
        work[node * stride] = status
        if grundy:
            work[node * stride + np.uint64(1)] = value
        reached += 1
        height -= 1
        top = begin
        if height == 0:
            break
    at[PENDING], at[HEIGHT], at[TOP], at[REACHED], at[WANTED] = pending, height, top, reached, wanted
    return code
