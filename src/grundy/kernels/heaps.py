"""Nim-sequences of heap games: g(n) is the least value that no move from a heap of n reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError, TooLarge
from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import (
    FULL,
    UNFIT,
    Fill,
    Ints,
    Number,
    OutOfBounds,
    Pace,
    Progress,
    Unfit,
    first_room,
    in_words,
    more_room,
    refused_rule,
    room_for,
)

Short = NDArray[Any]
"""uint8 or uint16."""
Flags = NDArray[np.uint8]
Marks = NDArray[np.uint32]

DONE, PAUSED, MORE_MARKS, OUTSIDE = range(4)
NEXT, BITS, RARE = range(3)


def nim_sequence_by_rule(
    fill: Fill,
    params: Sequence[int] | Ints,
    n: int,
    *,
    limit_bytes: int = 4 << 30,
    progress: Progress | None = None,
) -> NDArray[np.uint32]:
    """Return g(0), ..., g(n - 1) as uint32[n], where the rule writes records ``k, h1, ..., hk``: heaps that replace one.

    Plain recurrence: O(heaps written); 4 bytes a heap. Raises OutOfBounds when a move leaves a heap that is not smaller,
    Unfit when the rule gives up.
    """
    if n < 0 or n >= 1 << 31 or 4 * n > limit_bytes:
        raise _no_room(0, 4 * n, limit_bytes) if n > 0 else GrundyError("n must not be negative")
    values = room_for("values", n, np.uint32)
    at, marks = np.zeros(3, np.int64), _marks(0)
    state = np.zeros(1, np.int64)
    arguments = np.array(params, np.int64)
    out = room_for("out", first_room(64))
    pace = Pace()
    while True:
        code = int(_by_rule(fill, arguments, values, marks, state, out, pace.next(), at))
        if code == DONE:
            return values
        if code == UNFIT:
            raise refused_rule(state)
        if code == OUTSIDE:
            raise OutOfBounds("a heap of {heap} becomes one of {part}", heap=int(at[NEXT]), part=int(at[RARE]))
        if code == FULL:
            if 4 * out.nbytes > limit_bytes:
                raise _no_room(int(at[NEXT]), 4 * out.nbytes, limit_bytes)
            out = more_room("out", out, 4 * out.size)
        elif code == MORE_MARKS:
            marks = _marks(int(at[BITS]))
        elif code != PAUSED:
            raise Unfit("a heap has no declared ending")
        if progress is not None:
            progress(int(at[NEXT]), n)


def _marks(bits: int) -> Marks:
    """Marks for all values that xors of values can have, and as many again that stay free."""
    return room_for("marks", max(first_room(1024), 4 << bits.bit_length()), np.uint32)


def _no_room(done: int, needed: int, limit: int) -> TooLarge:
    return TooLarge(
        "the sequence would need {wanted}: more than the {allowed} allowed",
        wanted=in_words(needed),
        allowed=in_words(limit),
        positions=done,
        needed=needed,
    )


@kernel("int64(FILL, int64[::1], uint32[::1], uint32[::1], int64[::1], int64[::1], int64, int64[::1])")
def _by_rule(
    fill: Fill,
    params: Ints,
    values: Marks,
    marks: Marks,
    state: Ints,
    out: Ints,
    budget: Number,
    at: Ints,
) -> Number:
    """Continue the sequence of a rule; ``at`` holds the next heap and the bits that values have so far."""
    heap, bits = at[NEXT], at[BITS]
    code = DONE
    while heap < values.size:
        if budget <= 0:
            code = PAUSED
            break
        if 2 * bits >= marks.size:
            code = MORE_MARKS
            break
        state[0] = heap
        found = fill(state, params, out)
        if found < 0:
            code = found
            break
        place = 1
        for _turn in range(found):
            parts = out[place]
            value = np.int64(0)
            for k in range(place + 1, place + 1 + parts):
                part = out[k]
                if part < 0 or part >= heap:
                    at[NEXT], at[BITS], at[RARE] = heap, bits, part
                    return OUTSIDE
                value ^= np.int64(values[part])
            marks[value] = heap + 1
            place += 1 + parts
        value = np.int64(0)
        while marks[value] == heap + 1:
            value += 1
        values[heap] = value
        bits |= value
        heap += 1
        budget -= place
    at[NEXT], at[BITS] = heap, bits
    return code


@kernel("int64(int64[::1], int64[::1], int64[::1], int64, uint8[::1], int64, int64, int64)")
def plain_words(
    nothing: Ints, takes: Ints, splits: Ints, unequal: Number, values: Flags, start: Number, end: Number, budget: Number
) -> Number:
    """Continue a sequence of values below 64, of a code that leaves at most two heaps, by the plain recurrence.

    ``nothing``, ``takes`` and ``splits`` are the numbers that may be taken to leave no, one or two heaps. Returns the first
    heap that was not done: ``end``, or where the budget was spent, or where a value did not fit.
    """
    one = np.uint64(1)
    for n in range(start, end):
        if budget <= 0:
            return n
        seen = np.uint64(0)
        for taken in nothing:
            if taken == n:
                seen |= one
        for taken in takes:
            if taken >= n:
                break
            seen |= one << np.uint64(values[np.uint64(n - taken)])
        for taken in splits:
            rest = n - taken
            for a in range(np.uint64(1), np.uint64(max(0, (rest - unequal) >> 1) + 1)):
                seen |= one << np.uint64(values[a] ^ values[np.uint64(rest) - a])
        budget -= takes.size + splits.size * (n >> 3)
        value = np.uint64(0)
        while value < 64 and seen >> value & one:
            value += one
        if value > 63:
            return n
        values[np.uint64(n)] = value
    return end


@kernel("int64(int64[::1], int64[::1], int64[::1], int64, T[::1], uint32[::1], int64, int64, int64)", by=4)
def plain_marks(
    nothing: Ints,
    takes: Ints,
    splits: Ints,
    unequal: Number,
    values: Short,
    marks: Marks,
    start: Number,
    end: Number,
    budget: Number,
) -> Number:
    """Continue a sequence as `plain_words` does, with any values below the size of ``marks``, which must be above all xors.

    ``marks`` must hold no number above ``start``.
    """
    for n in range(start, end):
        if budget <= 0:
            return n
        stamp = np.uint32(n + 1)
        for taken in nothing:
            if taken == n:
                marks[0] = stamp
        for taken in takes:
            if taken >= n:
                break
            marks[np.uint64(values[np.uint64(n - taken)])] = stamp
        for taken in splits:
            rest = n - taken
            for a in range(np.uint64(1), np.uint64(max(0, (rest - unequal) >> 1) + 1)):
                marks[np.uint64(values[a] ^ values[np.uint64(rest) - a])] = stamp
        budget -= takes.size + splits.size * (n >> 1)
        value = np.int64(0)
        while value < marks.size and marks[value] == stamp:
            value += 1
        if value == marks.size:
            return n
        values[np.uint64(n)] = value
    return end


@kernel("int64(int64[:, ::1], int64[:, ::1], int64, uint32[::1], uint64[:, :, ::1], uint64[::1], int64, int64, int64)")
def plain_parts(
    moves: Number,
    divisions: Number,
    unequal: Number,
    values: Marks,
    sums: Number,
    seen: Number,
    start: Number,
    end: Number,
    budget: Number,
) -> Number:
    """Continue the sequence of any code by the plain recurrence, over the sets of values of 1, 2, … heaps.

    ``moves[m, j]`` is 1 if m may be taken and j heaps left; the rows of ``divisions`` are q and k: k heaps of x for one of
    q x; ``unequal``: two heaps that are left must differ, and no move leaves more. ``sums[j, n]`` is the set of the values
    of j heaps of n counters together, as bits; it is continued too. Returns the first heap that was not done: ``end``, or
    where the budget was spent, or where a value did not fit.
    """
    words = seen.size
    most = moves.shape[1] - 1
    for n in range(start, end):
        if budget <= 0:
            return n
        for w in range(words):
            seen[w] = 0
        for parts in range(2, most + 1):
            for a in range(1, n - parts + 2):
                if unequal and 2 * a == n:
                    continue
                _join(sums[parts, n], sums[parts - 1, n - a], np.int64(values[a]))
            budget -= n * words
        for taken in range(min(moves.shape[0], n + 1)):
            for parts in range(1, most + 1):
                if moves[taken, parts] and (taken > 0 or parts > 1):
                    for w in range(words):
                        seen[w] |= sums[parts, n - taken, w]
            if moves[taken, 0] and taken == n:
                seen[0] |= np.uint64(1)
        budget -= moves.shape[0]
        for k in range(divisions.shape[0]):
            if n > 0 and n % divisions[k, 0] == 0:
                value = np.int64(values[n // divisions[k, 0]]) * (divisions[k, 1] & 1)
                seen[value >> 6] |= np.uint64(1) << np.uint64(value & 63)
        value = 0
        while value < 64 * words and seen[value >> 6] >> np.uint64(value & 63) & np.uint64(1):
            value += 1
        if value == 64 * words:
            for parts in range(2, most + 1):
                for w in range(words):
                    sums[parts, n, w] = 0
            return n
        values[n] = value
        if n > 0:
            sums[1, n, value >> 6] = np.uint64(1) << np.uint64(value & 63)
    return end


_HALVES = tuple(np.uint64(((1 << 64) - 1) // ((1 << (1 << k)) + 1)) for k in range(6))
"""The lower ones of two groups of 1, 2, 4, … bits of a word."""


@inlined
def _join(into: Number, values: Number, by: Number) -> None:
    """Add to a set of values all those of another one, each xored with a number."""
    high, low = by >> 6, by & 63
    for w in range(into.size):
        word = values[w ^ high]
        for k in range(6):
            if low >> k & 1:
                half, shift = _HALVES[k], np.uint64(1 << k)
                word = (word & half) << shift | (word >> shift) & half
        into[w] |= word
