"""Nim-sequences of heap games: g(n) is the least value that no move from a heap of n reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.errors import GrundyError, TooLarge
from grundy.kernels.compiling import kernel
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
    in_words,
    refused_rule,
)

Short = NDArray[np.uint16]
Marks = NDArray[np.uint32]

DONE, PAUSED, MORE_MARKS, OUTSIDE = 0, 1, 2, 3
NEXT, BITS, RARE = 0, 1, 2
FIRST_SPARSE = 1 << 12


def nim_sequence_by_rule(
    fill: Fill,
    params: Sequence[int] | Ints,
    n: int,
    *,
    known: NDArray[Any] | None = None,
    limit_bytes: int = 4 << 30,
    progress: Progress | None = None,
) -> NDArray[np.uint32]:
    """Return g(0), ..., g(n - 1) as uint32[n], where the rule writes records ``k, h1, ..., hk``: heaps that replace one.

    ``known`` are the first values, when they are known. Plain recurrence: O(heaps written); 4 bytes a heap. Raises
    OutOfBounds when a move leaves a heap that is not smaller, Unfit when the rule gives up.
    """
    values = _begun(known, n, np.uint32, limit_bytes)
    at = np.array([len(known) if known is not None else 0, _bits(known), 0], np.int64)
    marks = _marks(_bits(known))
    state = np.zeros(1, np.int64)
    arguments = np.array(params, np.int64)
    out = np.zeros(64, np.int64)
    pace = Pace()
    while True:
        code = int(_by_rule(fill, arguments, values, marks, state, out, pace.next(), at))
        if code == DONE:
            return values
        if code == UNFIT:
            raise refused_rule()
        if code == OUTSIDE:
            raise OutOfBounds(
                f"a move from a heap of {int(at[NEXT])} leaves one of {int(at[RARE])}, which is not smaller"
            )
        if code == FULL:
            if 4 * out.nbytes > limit_bytes:
                raise _no_room(int(at[NEXT]), 4 * out.nbytes, limit_bytes)
            out.resize(4 * out.size, refcheck=False)
        elif code == MORE_MARKS:
            marks = _marks(int(at[BITS]))
        elif code != PAUSED:
            raise Unfit("a heap has no declared ending")
        if progress is not None:
            progress(int(at[NEXT]), n)


def nim_sequence_octal(
    digits: Sequence[int] | Ints, n: int, *, known: Short | None = None, progress: Progress | None = None
) -> Short:
    """Return g(0), ..., g(n - 1) of an octal game as uint16[n]; ``digits[k]`` is the code digit d_k, d_0 before the point.

    Taking k counters may leave no heap (bit 1), one heap (bit 2) or two nonempty heaps (bit 4). Plain recurrence:
    O(n^2) a digit with bit 4; 2 bytes a heap.
    """
    code_digits = np.array(digits, np.int64)
    if len(code_digits) and (int(code_digits.min()) < 0 or int(code_digits.max()) > 7 or int(code_digits[0]) & 3):
        raise GrundyError("the digits of an octal game are 0 to 7, and 0 or 4 before the point")
    values = _begun(known, n, np.uint16, 4 << 30)
    at = np.array([len(known) if known is not None else 0, _bits(known), 0], np.int64)
    marks = _marks(_bits(known))
    pace = Pace(1 << 20)
    while True:
        code = int(_octal(code_digits, values, marks, pace.next(), at))
        if code == DONE:
            return values
        if code == MORE_MARKS:
            marks = _marks(_short_bits(at))
        if progress is not None:
            progress(int(at[NEXT]), n)


def nim_sequence_unequal(n: int, *, known: Short | None = None, progress: Progress | None = None) -> Short:
    """Return g(0), ..., g(n - 1) of Grundy's game (split a heap into two unequal heaps) as uint16[n].

    Sparse space (Winning Ways, chapter 4): the values fall into rare and common ones so that a common value is only
    reached by a split with a rare heap; the other splits are read only until every smaller rare value was seen. O(n (rares +
    depth)), about 4,400 splits a heap at 10^6; 2 bytes a heap.
    """
    values = _begun(known, n, np.uint16, 4 << 30)
    at = np.array([len(known) if known is not None else 0, _bits(known), 0], np.int64)
    marks = _marks(_bits(known))
    pace = Pace(1 << 12)
    while at[NEXT] < min(n, FIRST_SPARSE):
        if _unequal(values[:FIRST_SPARSE], marks) == MORE_MARKS:
            raise GrundyError("the first values of Grundy's game are small")
        at[NEXT] = min(n, FIRST_SPARSE)
        at[BITS] = _bits(values[: at[NEXT]])
    while at[NEXT] < n:
        done = int(at[NEXT])
        until = min(n, 1 << done.bit_length())
        common, rares = _sparse_space(values[:done])
        room = np.zeros(len(rares) + 1024, np.int32)
        room[: len(rares)] = rares
        at[RARE] = len(rares)
        while at[NEXT] < until:
            code = int(_unequal_sparse(values[:until], marks, common, room, pace.next(), at))
            if code == MORE_MARKS:
                marks = _marks(_short_bits(at))
                common = _parities(common, len(marks))
            elif code == FULL:
                room.resize(2 * room.size, refcheck=False)
            if progress is not None:
                progress(int(at[NEXT]), n)
    return values


def _sparse_space(values: Short) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return which values are common, for the linear split that makes the rare ones fewest, and where rare ones stand."""
    size = 2 << int(values.max()).bit_length()
    counts = np.bincount(values, minlength=size).astype(np.int64)
    half = 1
    while half < size:  # Walsh-Hadamard: the sum of (-1)^parity(v & mask) over the values, for every mask
        pairs = counts.reshape(-1, 2, half)
        counts = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    mask = int(np.argmin(counts[1:])) + 1
    common = np.array([(v & mask).bit_count() & 1 for v in range(size)], np.uint8)
    rares = np.flatnonzero(common[values] == 0)
    return _parities(common, len(_marks(_bits(values)))), rares[rares > 0]


def _parities(common: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """Continue a split to more values: the mask has no higher bits."""
    return np.tile(common, -(-size // len(common)))[:size]


def _bits(values: NDArray[Any] | None) -> int:
    return 0 if values is None or not len(values) else int(np.bitwise_or.reduce(values))


def _marks(bits: int) -> Marks:
    """Marks for all values that xors of values can have, and as many again that stay free."""
    return np.zeros(max(1024, 4 << bits.bit_length()), np.uint32)


def _short_bits(at: Ints) -> int:
    bits = int(at[BITS])
    if bits > 0xFFFF:
        raise TooLarge("a value needs more than 16 bits", positions=int(at[NEXT]))
    return bits


def _begun(known: NDArray[Any] | None, n: int, dtype: Any, limit: int) -> NDArray[Any]:
    if n < 0 or n >= 1 << 31 or n * np.dtype(dtype).itemsize > limit:
        raise _no_room(0, n * np.dtype(dtype).itemsize, limit) if n > 0 else GrundyError("n must not be negative")
    values = np.zeros(n, dtype)
    if known is not None:
        if len(known) > n:
            raise GrundyError(f"{len(known)} values are known, {n} were asked for")
        values[: len(known)] = known
    return values


def _no_room(done: int, needed: int, limit: int) -> TooLarge:
    return TooLarge(
        f"the sequence would need {in_words(needed)}: more than the {in_words(limit)} allowed",
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
    heap, bits = at[0], at[1]
    code = 0
    while heap < values.size:
        if budget <= 0:
            code = 1
            break
        if 2 * bits >= marks.size:
            code = 2
            break
        state[0] = heap
        found = fill(state, params, out)
        if found < 0:
            code = found
            break
        place = 1
        for _ in range(found):
            parts = out[place]
            value = np.int64(0)
            for k in range(place + 1, place + 1 + parts):
                part = out[k]
                if part < 0 or part >= heap:
                    at[0], at[1], at[2] = heap, bits, part
                    return 3
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
    at[0], at[1] = heap, bits
    return code


@kernel("int64(int64[::1], uint16[::1], uint32[::1], int64, int64[::1])")
def _octal(digits: Ints, values: Short, marks: Marks, budget: Number, at: Ints) -> Number:
    """Continue the sequence of an octal game."""
    heap, bits = at[0], at[1]
    code = 0
    while heap < values.size:
        if budget <= 0:
            code = 1
            break
        if 2 * bits >= marks.size or bits > 0xFFFF:
            code = 2
            break
        stamp = np.uint32(heap + 1)
        for taken in range(digits.size):
            left = heap - taken
            digit = digits[taken]
            if left < 0:
                break
            if digit & 1 and left == 0:
                marks[0] = stamp
            if digit & 2 and left > 0:
                marks[np.uint64(values[left])] = stamp
            if digit & 4:
                for part in range(np.uint64(1), np.uint64(left // 2 + 1)):
                    marks[np.uint64(values[part] ^ values[np.uint64(left) - part])] = stamp
                budget -= left // 2
        value = np.int64(0)
        while marks[value] == stamp:
            value += 1
        bits |= value
        if bits > 0xFFFF:
            code = 2
            break
        values[heap] = value
        heap += 1
        budget -= digits.size
    at[0], at[1] = heap, bits
    return code


@kernel("int64(uint16[::1], uint32[::1])")
def _unequal(values: Short, marks: Marks) -> Number:
    """Grundy's game by the plain recurrence."""
    bits = np.int64(0)
    for heap in range(values.size):
        if 2 * bits >= marks.size:
            return 2
        stamp = np.uint32(heap + 1)
        for part in range(1, (heap - 1) // 2 + 1):
            marks[np.uint64(values[part] ^ values[heap - part])] = stamp
        value = np.int64(0)
        while marks[value] == stamp:
            value += 1
        values[heap] = value
        bits |= value
    return 0


@kernel("int64(uint16[::1], uint32[::1], uint8[::1], int32[::1], int64, int64[::1])")
def _unequal_sparse(
    values: Short, marks: Marks, common: NDArray[np.uint8], rares: NDArray[np.int32], budget: Number, at: Ints
) -> Number:
    """Continue Grundy's game; ``common[v]`` is 1 for common values, ``rares`` lists the heaps of rare value in order."""
    heap, bits, rare_count = at[0], at[1], at[2]
    code = 0
    while heap < values.size:
        if budget <= 0:
            code = 1
            break
        if 2 * bits >= marks.size or bits > 0xFFFF:
            code = 2
            break
        if rare_count == rares.size:
            code = -1
            break
        stamp = np.uint32(heap + 1)
        whole = np.uint64(heap)
        for k in range(np.uint64(0), np.uint64(rare_count)):
            part = np.uint64(rares[k])
            if part + part != whole:
                marks[np.uint64(values[part] ^ values[whole - part])] = stamp
        answer = np.uint64(0)
        missing = np.int64(0)
        while common[answer] == 0 or marks[answer] == stamp:
            if marks[answer] != stamp:
                missing += 1
            answer += np.uint64(1)
        part = np.uint64(1)
        last = (whole - np.uint64(1)) >> np.uint64(1)
        block = np.uint64(64)
        low = np.uint64(0)
        while True:
            while low < answer and (common[low] != 0 or marks[low] == stamp):
                low += np.uint64(1)
            if low == answer or part > last:
                break
            end = min(part + block, last + np.uint64(1))
            for a in range(part, end):
                marks[np.uint64(values[a] ^ values[whole - a])] = stamp
            budget -= np.int64(end - part)
            part = end
            block = min(block * np.uint64(2), np.uint64(256))
        if low < answer:
            answer = low
            rares[np.uint64(rare_count)] = heap
            rare_count += 1
        bits |= np.int64(answer)
        if bits > 0xFFFF:
            code = 2
            break
        values[whole] = answer
        heap += 1
        budget -= rare_count
    at[0], at[1], at[2] = heap, bits, rare_count
    return code
