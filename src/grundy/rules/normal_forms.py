"""When two heap codes are the same game: a normal form (*Winning Ways* ch. 4, "first cousins").

Two things are used. A part that no move can tell from nothing may be left out: a move that leaves j heaps may leave j - 1
of them and one of size h with g(h) = 0, so that the move that takes h more and leaves j - 1 says nothing new. And where a
heap of 1 has no move, a heap of n + 1 can be called n; such games are *cousins*: 0.4, 0.07 (Dawson's Kayles) and 0.137
(Dawson's Chess) are the same but for the names of the heaps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grundy.rules.codes import HeapCode, heap_digits

LONGEST = 40
"""Codes with more digits are left as they are: the values of that many heaps are needed."""


class NormalForm(NamedTuple):
    """A code, and by how much its heaps are larger than those of the game that was asked for: g(n) = g'(n + shift)."""

    code: HeapCode
    shift: int


@lru_cache(4096)
def normal_form(code: HeapCode) -> NormalForm:
    """Return the least code that is the same game, with the heaps' shift.

    If two codes have one normal form and one shift, their nim-sequences are equal (for n >= 1); what has different normal
    forms may still have the same values.

    >>> normal_form(heap_digits([0, 1, 3, 7])), str(normal_form(heap_digits([0, 0, 7])).code)
    (NormalForm(code=HeapCode(digits=(0, 4), repeat=(), unequal=False, divisions=()), shift=2), '0.4')
    """
    if code.repeat or code.unequal or code.divisions or len(code.digits) > LONGEST:
        return NormalForm(code, 0)
    least, shift = _least(code), 0
    while True:
        before = _unshifted(least)
        if before is None:
            return NormalForm(least, shift)
        least, shift = before, shift + 1


def shifted(code: HeapCode) -> HeapCode:
    """Return the code of the same game with a heap of n + 1 called n; a heap of 1 must have no move.

    >>> str(shifted(heap_digits([0, 4])))
    '0.07'
    """
    digits = [0] * (len(code.digits) + code.parts)
    for taken, digit in enumerate(code.digits):
        for parts in range(digit.bit_length()):
            if digit >> parts & 1:
                digits[taken + parts - 1] |= (2 << parts) - 1
    return heap_digits(digits)


def _least(code: HeapCode) -> HeapCode:
    """Return the code without the bits that say nothing new."""
    zeros = [h for h, value in enumerate(_values(code, len(code.digits))) if h and value == 0]
    digits = list(code.digits)

    def has(taken: int, parts: int) -> bool:
        return taken >= 0 and code.digits[taken] >> parts & 1 == 1

    for taken, digit in enumerate(code.digits):
        for parts in range(digit.bit_length()):
            if digit >> parts & 1:
                told = any(has(taken - h, parts + 1) for h in zeros if h <= taken)
                # two equal heaps are worth nothing, and so is nothing
                told |= parts == 0 and any(has(taken - both, 2) for both in range(2, taken + 1, 2))
                digits[taken] &= ~(told << parts)
    return heap_digits(digits)


def _unshifted(least: HeapCode) -> HeapCode | None:
    """Return the least code whose heaps are larger by one than those of the same game in ``least``, if there is one."""
    digits = [0] * len(least.digits)
    for taken, digit in enumerate(least.digits):
        parts = digit.bit_length() - 1
        if parts >= 0:
            place = taken + 1 - parts
            if not 0 <= place < len(digits):
                return None
            digits[place] |= 1 << parts
    if digits[0] & 3 or (len(digits) > 1 and digits[1] & 1):
        return None
    before = heap_digits(digits)
    if before == least or _least(shifted(before)) != least:
        return None
    return _least(before)


def _values(code: HeapCode, count: int) -> list[int]:
    """Return g(0), …, g(count - 1) by the recurrence."""
    values: list[int] = []
    for heap in range(count):
        found: set[int] = set()
        for parts in code.options(heap):
            value = 0
            for part in parts:
                value ^= values[part]
            found.add(value)
        values.append(next(v for v in range(len(found) + 1) if v not in found))
    return values
