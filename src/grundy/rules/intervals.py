"""Between which bounds an integer lies: what lets the compiler leave out a test for overflow.

>>> add((0, 5), (1, 1))
(1, 6)
>>> fits(multiply((0, 2**40), (0, 2**40)))
False
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from grundy.rules.source import LARGEST, SMALLEST

Interval: TypeAlias = "tuple[int, int]"
ANY: Interval = (SMALLEST, LARGEST)


def fits(x: Interval) -> bool:
    """Whether every number of the interval is a 64-bit integer."""
    return x[0] >= SMALLEST and x[1] <= LARGEST


def clamp(x: Interval) -> Interval:
    """What is left of an interval once all that does not fit in 64 bits has been turned away."""
    return max(x[0], SMALLEST), min(x[1], LARGEST)


def union(x: Interval, y: Interval) -> Interval:
    """The smallest interval that holds both."""
    return min(x[0], y[0]), max(x[1], y[1])


def add(x: Interval, y: Interval) -> Interval:
    """Bounds of a sum."""
    return x[0] + y[0], x[1] + y[1]


def subtract(x: Interval, y: Interval) -> Interval:
    """Bounds of a difference."""
    return x[0] - y[1], x[1] - y[0]


def negate(x: Interval) -> Interval:
    """Bounds of ``-x``."""
    return -x[1], -x[0]


def absolute(x: Interval) -> Interval:
    """Bounds of ``abs(x)``."""
    least = 0 if x[0] <= 0 <= x[1] else min(abs(x[0]), abs(x[1]))
    return least, max(abs(x[0]), abs(x[1]))


def _corners(operation: Callable[[int, int], int], x: Interval, y: Interval) -> Interval:
    values = [operation(a, b) for a in x for b in y]
    return min(values), max(values)


def multiply(x: Interval, y: Interval) -> Interval:
    """Bounds of a product."""
    return _corners(lambda a, b: a * b, x, y)


def _without_zero(y: Interval) -> list[Interval]:
    parts = [(y[0], min(y[1], -1)), (max(y[0], 1), y[1])]
    return [part for part in parts if part[0] <= part[1]]


def floor_divide(x: Interval, y: Interval) -> Interval:
    """Bounds of ``x // y`` where y is not zero."""
    parts = [_corners(lambda a, b: a // b, x, part) for part in _without_zero(y)] or [ANY]
    return min(p[0] for p in parts), max(p[1] for p in parts)


def modulo(x: Interval, y: Interval) -> Interval:
    """Bounds of ``x % y`` where y is not zero; the remainder has the sign of y.

    >>> modulo((-5, 5), (3, 3)), modulo((0, 2), (3, 9))
    ((0, 2), (0, 2))
    """
    if x[0] >= 0 and y[0] > x[1]:
        return x
    return min(0, y[0] + 1), max(0, y[1] - 1)


def bit_and(x: Interval, y: Interval) -> Interval:
    """Bounds of ``x & y``: it is at most whichever is not negative."""
    tops = [z[1] for z in (x, y) if z[0] >= 0]
    return (0, min(tops)) if tops else ANY


def bit_or(x: Interval, y: Interval) -> Interval:
    """Bounds of ``x | y`` and of ``x ^ y``."""
    if x[0] < 0 or y[0] < 0:
        return ANY
    return 0, (1 << max(x[1], y[1]).bit_length()) - 1


def shift_left(x: Interval, y: Interval) -> Interval:
    """Bounds of ``x << y`` for 0 <= y <= 63."""
    return _corners(lambda a, b: a << b, x, (min(max(y[0], 0), 63), min(max(y[1], 0), 63)))


def shift_right(x: Interval, y: Interval) -> Interval:
    """Bounds of ``x >> y`` for y >= 0."""
    return _corners(lambda a, b: a >> b, x, (min(max(y[0], 0), 64), min(max(y[1], 0), 64)))
