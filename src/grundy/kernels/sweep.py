"""Boxes of positions settled one after the other: a byte for who wins, or four for a Grundy value, and nothing else.

A position whose options are all known is settled at once, and one with a lost option as soon as that is met; before any
other the option that is not known yet is looked at. Several threads share one array. What stands there is never changed, so
that whoever meets something unknown may find it out himself: at worst two find the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import prod
from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.threads import processors
from grundy.kernels.compiling import kernel
from grundy.kernels.contract import (
    ENDS_LOST,
    ENDS_TIED,
    ENDS_WON,
    FULL,
    LOST,
    TIED,
    UNFIT,
    WON,
    Fill,
    Ints,
    Pace,
    Words,
    first_room,
    more_room,
    refused_rule,
    room_for,
)

DONE, PAUSED, MORE_STACK, CYCLE, OUTSIDE = range(5)
NEXT, HEIGHT, STAMP, ROW, SKIP = range(5)
SHARED, LINE = 1 << 16, 64
"""Positions from which on threads share them, and how long a line of unknown options one of several may follow."""


class Unsettled(Exception):
    """Play can go round in the box or out of it, or a position has too many options."""


def sweep(
    fill: Fill, params: Sequence[int], low: Sequence[int], shape: Sequence[int], *, values: bool, misere: bool = False
) -> Words:
    """Return WON, LOST or TIED for each position of a box of such a shape from ``low`` on, or its Grundy value + 1.

    1 byte a position, 4 with values; 8 for each of the longest line of positions that are not settled in order. O(edges)
    with all processors, where such lines are short, else with one. Raises Unsettled at a cycle, for an option outside of the
    box and past the memory allowed, Unfit when the rule gives up.
    """
    work = room_for("work", prod(shape), np.uint32 if values else np.uint8)
    box = np.array([*low, *shape], np.int64)
    given = np.array(params, np.int64)
    threads = processors() if work.size >= first_room(SHARED) and len(shape) > 1 else 1
    crew = [_Worker(shape, turn, threads, values) for turn in range(threads)]
    pace = Pace()
    with ThreadPoolExecutor(threads) as pool:
        while crew:
            budget, alone = pace.next(), threads == 1
            asked = [(fill, given, box, work, each, misere, alone, budget) for each in crew]
            codes = [*map(_run, asked)] if alone else [*pool.map(_run, asked)]
            limits.check(min(int(each.at[NEXT]) for each in crew), "positions", work.size)
            if MORE_STACK in codes and not alone:  # one of them would not see that it goes round
                threads, crew = 1, [_Worker(shape, 0, 1, values)]
            else:
                crew = [each for each, code in zip(crew, codes, strict=True) if each.goes_on(code)]
    return work


class _Worker:
    """Where a thread is, with room for a line of positions, and for the options of one."""

    def __init__(self, shape: Sequence[int], turn: int, threads: int, values: bool) -> None:
        row = prod(shape[1:])
        self.at = np.array([turn * row, 0, 0, row, (threads - 1) * row], np.int64)
        self.stack = room_for("stack", LINE if threads > 1 else first_room(LINE))
        self.out = room_for("out", 1 + 4 * len(shape))
        self.marks = room_for("marks", 8 if values else 0)
        self.buffer = room_for("buffer", len(shape))

    def goes_on(self, code: int) -> bool:
        """Whether there is more to do, after the kernel was given what it lacked; or raise what is wrong."""
        if code == UNFIT:
            raise refused_rule(self.buffer)
        if code in (CYCLE, OUTSIDE) or 64 * max(self.out.size, self.stack.size) > limits.memory():
            raise Unsettled
        if code == FULL:
            self.out = more_room("out", self.out, 4 * self.out.size)
            if self.marks.size:
                self.marks = more_room("marks", self.marks, self.out.size + 4)
        elif code == MORE_STACK:
            self.stack = more_room("stack", self.stack, 2 * self.stack.size)
        return code != DONE


def _run(asked: tuple[Any, ...]) -> int:
    fill, params, box, work, mine, misere, alone, budget = asked
    own = (mine.marks, mine.stack, mine.out, mine.buffer)
    return int(_sweep(fill, params, box, work, *own, misere, alone, budget, mine.at))


@kernel(
    "int64(FILL, int64[::1], int64[::1], T[::1], int64[::1], int64[::1], int64[::1], int64[::1], boolean, boolean, int64, "
    "int64[::1])",
    by=3,
)
def _sweep(
    fill: Fill,
    params: Ints,
    box: Ints,
    work: Words,
    marks: Ints,
    stack: Ints,
    out: Ints,
    buffer: Ints,
    misere: bool,
    alone: bool,
    budget: int,
    at: Ints,
) -> int:
    """Settle the positions of some rows, and those on which they rest; ``at`` says how to go on.

    Who works ``alone`` marks the positions that wait for an option, and so sees when play goes round.
    """
    width = buffer.size
    grundy = marks.size > 0
    waits = np.int64(0xFF) if work.itemsize == 1 else np.int64(0xFFFFFFFF)
    place, height, stamp, row, skip = at[NEXT], at[HEIGHT], at[STAMP], at[ROW], at[SKIP]
    code = DONE
    while True:
        if height == 0:
            while place < work.size and work[np.uint64(place)] != 0:
                place += 1
                if place % row == 0:
                    place += skip
            if place >= work.size:
                break
            stack[0] = place
            height = 1
        if budget <= 0:
            code = PAUSED
            break
        node = np.uint64(stack[np.uint64(height - 1)])
        rest = node
        for back in range(width):
            k = np.uint64(width - 1 - back)
            span = np.uint64(box[np.uint64(width) + k])
            higher = rest // span
            buffer[k] = np.int64(rest - higher * span) + box[k]
            rest = higher
        found = fill(buffer, params, out)
        if found < 0 and found > ENDS_LOST:
            code = found
            break
        budget -= 1 + max(found, 0)
        stamp += 1
        value, unknown, waiting = np.int64(LOST), np.int64(-1), False
        if found <= 0 and not grundy:
            if found == ENDS_TIED:
                value = np.int64(TIED)
            elif (found == ENDS_WON) != misere:
                value = np.int64(WON)
        cell = np.uint64(1)
        for _child in range(found):
            number, inside = np.uint64(0), True
            for k in range(width):
                coordinate, span = np.uint64(out[cell] - box[k]), np.uint64(box[width + k])
                inside = inside and coordinate < span
                number = number * span + coordinate
                cell += np.uint64(1)
            if not inside:
                return OUTSIDE
            held = np.int64(work[number])
            if held == 0:
                unknown = np.int64(number) if unknown < 0 else unknown
            elif held == waits:
                waiting = True
            elif grundy:
                if held <= marks.size:
                    marks[np.uint64(held - 1)] = stamp
            elif held == LOST:
                value, unknown, waiting = np.int64(WON), np.int64(-1), False
                break
            elif held == TIED:
                value = np.int64(TIED)
        if unknown >= 0:
            if height == stack.size:
                code = MORE_STACK
                break
            if alone:
                work[node] = waits
            stack[np.uint64(height)] = unknown
            height += 1
            continue
        if waiting:
            code = CYCLE
            break
        if grundy:
            value = np.int64(1)
            while marks[np.uint64(value - 1)] == stamp:
                value += 1
        work[node] = value
        height -= 1
    at[NEXT], at[HEIGHT], at[STAMP] = place, height, stamp
    return code
