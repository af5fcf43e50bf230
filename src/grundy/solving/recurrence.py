"""The plain recurrence of nim-sequences: g(n) is the least value that no move from a heap of n reaches.

In plain Python for the first values, so that small questions load no NumPy, and by a kernel for codes that leave three
heaps or more, or divide a heap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.common import limits
from grundy.common.errors import N_, RulesError, TooLarge
from grundy.rules.heaps import HeapCode, HeapFunction

Progress = Callable[[int, int], None]
OFTEN = 256
"""After so many replacements of a heap the clock is looked at: one heap may have millions."""
NOT_SMALLER = N_(
    "the rules of {name} replace a heap of {heap} by one of {part}: a heap must become smaller (write games with growing "
    "heaps with @game)"
)


def mex_of(found: set[int]) -> int:
    """Return the least number from 0 up that is not in a set.

    >>> mex_of({0, 1, 3})
    2
    """
    value = 0
    while value in found:
        value += 1
    return value


def code_values(code: HeapCode, values: list[int], count: int) -> None:
    """Append g(len(values)), …, g(count - 1) of any code. O(count^2) a digit, more where three heaps are left."""
    digits = code.expanded(count)
    sums = [[_value_sets(values, n, parts) for n in range(len(values))] for parts in range(3, code.parts + 1)]
    for heap in range(len(values), count):
        for parts, sets in enumerate(sums, 3):
            sets.append(_joined(values, heap, sums[parts - 4] if parts > 3 else None))
        found: set[int] = set()
        for taken, digit in enumerate(digits[: heap + 1]):
            rest = heap - taken
            if digit & 1 and rest == 0:
                found.add(0)
            if digit & 2 and rest > 0:
                found.add(values[rest])
            if digit & 4 and rest > 1:
                half = (rest - 1) // 2 if code.unequal else rest // 2
                found.update(map(int.__xor__, values[1 : half + 1], values[rest - 1 : rest - 1 - half : -1]))
            for parts, sets in enumerate(sums, 3):
                if digit >> parts & 1:
                    found |= sets[rest]
        for divisor, copies in code.divisions:
            if heap and heap % divisor == 0:
                found.add(values[heap // divisor] * (copies & 1))
        values.append(mex_of(found))


def _value_sets(values: list[int], heap: int, parts: int) -> set[int]:
    if parts == 1:
        return {values[heap]} if heap else set()
    return {values[a] ^ v for a in range(1, heap) for v in _value_sets(values, heap - a, parts - 1)}


def _joined(values: list[int], heap: int, fewer: list[set[int]] | None) -> set[int]:
    """Return the values of three heaps, or of one more than ``fewer`` has, that are ``heap`` together."""
    if fewer is not None:
        return {values[a] ^ v for a in range(1, heap) for v in fewer[heap - a]}
    found: set[int] = set()
    for a in range(1, heap // 3 + 1):
        rest = heap - a
        found.update(values[a] ^ values[b] ^ values[rest - b] for b in range(a, rest // 2 + 1))
    return found


def subtraction_values(code: HeapCode, count: int) -> list[int]:
    """Return g(0), …, g(count - 1) of a subtraction game, a value at a time by bit sets. O(count^2 / 64).

    The heaps of value v are found in rising order: a heap that is left and that no move takes to a heap of value v has it.
    """
    steps = sum(1 << m for m in code.amounts)
    values = [0] * count
    left = (1 << count) - 1
    value = 0
    while left:
        reached = 0
        free = left
        while free:
            heap = (free & -free).bit_length() - 1
            values[heap] = value
            reached |= steps << heap
            free = free >> heap + 1 << heap + 1 & ~reached
        left &= reached
        value += 1
    return values


def rule_values(rules: HeapFunction, values: list[int], count: int, progress: Progress) -> None:
    """Append g(len(values)), …, g(count - 1) of a Python rule; RulesError if a heap does not become smaller."""
    for heap in range(len(values), count):
        found: set[int] = set()
        for tried, parts in enumerate(rules.heap_options(heap)):
            if not tried % OFTEN:
                progress(heap, count)
            total, part = 0, 0
            try:
                for part in parts:
                    total ^= values[part]
            except IndexError:  # there are as many values as smaller heaps
                raise RulesError(NOT_SMALLER, name=rules.name, heap=heap, part=part) from None
            found.add(total)
        values.append(mex_of(found))


def parts_values(code: HeapCode, count: int, progress: Progress | None = None) -> Any:
    """Return g(0), …, g(count - 1) of any code as uint32[count].

    O(count^2 V / 64) for each heap more than one that a move leaves, V being the largest value; as many bits for every
    heap. TooLarge if that is more than 4 GiB.
    """
    import numpy as np

    from grundy.kernels.contract import Pace, in_words
    from grundy.kernels.heaps import plain_parts

    digits, most = code.expanded(count), max(1, code.parts)
    moves = np.array([[digit >> j & 1 for j in range(most + 1)] for digit in digits], np.int64)
    divisions = np.array(code.divisions, np.int64).reshape(-1, 2)
    values = np.zeros(count, np.uint32)
    words, done, pace = 1, 0, Pace(1 << 20)
    while done < count:  # with more words all is done again: the sets of the sums change
        size = (most + 1) * count * words * 8
        if size > limits.memory():
            raise TooLarge(
                "the sets of values of up to {most} heaps would need {size} for heaps up to {count:,}",
                most=most,
                size=in_words(size),
                count=count - 1,
                needed=size,
            )
        sums = np.zeros((most + 1, count, words), np.uint64)
        seen = np.zeros(words, np.uint64)
        done = before = 0
        while done < count and (done > before or done == 0):
            before = done
            done = int(plain_parts(moves, divisions, code.unequal, values, sums, seen, done, count, pace.next()))
            if progress is not None:
                progress(done, count)
        words *= 2
    return values
