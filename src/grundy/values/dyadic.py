"""Dyadic fractions of any size: numbers that do not fit the words of the kernels, and what the kernels ask about them.

A kernel knows a number by a code (see `grundy.kernels.short`). Most codes are the number itself; the others count the
numbers that are kept here, exactly. Arithmetic with those is Python's.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

from grundy.kernels import short, short_arena

__all__ = ["LargeNumbers", "simplest_number"]

APART = 1 << 32
"""Ranks are so far apart at first; the space between two is halved by one that comes between."""


class LargeNumbers:
    """The sizes of numbers whose code is not the number itself, in order of size and in that of their coming.

    >>> known = LargeNumbers()
    >>> [known.code(Fraction(n)) for n in (3, 10**30, -(10**30))] == [3 << 24, short_arena.LARGEST, -short_arena.LARGEST]
    True
    >>> known.number(short_arena.LARGEST)
    Fraction(1000000000000000000000000000000, 1)
    """

    def __init__(self) -> None:
        self.sizes: list[Fraction] = []
        self.places: dict[Fraction, int] = {}
        self.ordered: list[Fraction] = []
        self.ranks: list[int] = []
        self.told = 0

    def code(self, number: Fraction | int) -> int:
        """Return the code of a dyadic fraction. O(1), or for a new large one O(large numbers)."""
        scaled = number * short.ONE
        if scaled.denominator == 1 and abs(scaled) < short_arena.LARGEST:
            return int(scaled)
        size = Fraction(abs(number))
        if size not in self.places:
            self._add(size)
        code = short_arena.LARGEST + self.places[size]
        return code if number > 0 else -code

    def number(self, code: int) -> Fraction:
        """Return the number of a code."""
        if abs(code) < short_arena.LARGEST:
            return Fraction(code, short.ONE)
        return self.sizes[code - short_arena.LARGEST] if code > 0 else -self.sizes[-code - short_arena.LARGEST]

    def untold(self) -> tuple[int, list[tuple[int, int]]]:
        """Return the place of the first number that is new or has a new rank, and floors and ranks from there on."""
        start, self.told = self.told, len(self.sizes)
        floors = (min(int(size * short.ONE // 1), short_arena.LARGEST) for size in self.sizes[start:])
        return start, list(zip(floors, self.ranks[start:], strict=True))

    def answer(self, what: int, x: int, y: int) -> int:
        """Return what a kernel asks about two numbers, all of them codes."""
        one, other = self.number(x), self.number(y)
        if what == short_arena.PLUS:
            return self.code(one + other)
        if what == short_arena.XOR:
            return self.code(int(one) ^ int(other))
        if what == short_arena.BEFORE:
            before = option_below(one)
            return int(short.NONE) if before is None else self.code(before)
        bounds = what - short_arena.SIMPLEST
        low, high = one if bounds & 1 else None, other if bounds & 4 else None
        return self.code(simplest_number(low, bool(bounds & 2), high, bool(bounds & 8)))

    def _add(self, size: Fraction) -> None:
        place = bisect_left(self.ordered, size)
        low = self._rank(place - 1) if place else None
        high = self._rank(place) if place < len(self.ordered) else None
        low = (high or 0) - 2 * APART if low is None else low
        high = low + 2 * APART if high is None else high
        self.ordered.insert(place, size)
        self.places[size] = len(self.sizes)
        self.sizes.append(size)
        self.ranks.append((low + high) // 2)
        if high - low < 2:
            self.told = 0
            for k, one in enumerate(self.ordered):
                self.ranks[self.places[one]] = APART * k

    def _rank(self, place: int) -> int:
        return self.ranks[self.places[self.ordered[place]]]


def option_below(number: Fraction) -> Fraction | None:
    """Return the Left option of the canonical form of a number, if it has one (ONAG ch. 2).

    >>> option_below(Fraction(3)), option_below(Fraction(5, 8)), option_below(Fraction(-3))
    (Fraction(2, 1), Fraction(1, 2), None)
    """
    if number.denominator == 1 and number <= 0:
        return None
    return number - Fraction(1, number.denominator)


def simplest_number(low: Fraction | None, with_low: bool, high: Fraction | None, with_high: bool) -> Fraction:
    """Return the simplest number between two bounds, each of which may be missing (None) or belong to what is allowed.

    There is one: a bound is less than the other, or both are one number and allowed (ONAG ch. 2). O(digits).

    >>> simplest_number(Fraction(10**10), False, None, True), simplest_number(Fraction(-2), True, Fraction(-1), False)
    (Fraction(10000000001, 1), Fraction(-2, 1))
    >>> simplest_number(Fraction(5, 8), False, Fraction(11, 16), False)
    Fraction(21, 32)
    """
    if (low is None or low < 0 or (not low and with_low)) and (high is None or high > 0 or (not high and with_high)):
        return Fraction(0)
    if low is None or low < 0:  # all that is allowed is negative
        return -simplest_number(None if high is None else -high, with_high, None if low is None else -low, with_low)
    integer = low // 1 + (not with_low or low.denominator > 1)
    if high is None or integer < high or (integer == high and with_high):
        return Fraction(integer)
    # between two integers, with one place more than the bounds have, so that there is room between them
    places = max(low.denominator, high.denominator).bit_length()
    first, last = int(low * (1 << places)) + (not with_low), int(high * (1 << places)) - (not with_high)
    top = ((first - 1) ^ last).bit_length() - 1  # the highest place in which they differ: one multiple of it fits
    return Fraction(last >> top << top, 1 << places)
