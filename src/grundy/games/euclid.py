"""Euclid: subtract from the larger of two numbers a multiple of the smaller one, so that both stay positive.

G. Nivasch (2006): the value is ⌊|a/b - b/a|⌋, so that the player to move wins exactly when the ratio of the numbers
is above the golden ratio. In the other variant (A. J. Cole and A. J. T. Davie, 1969) the larger number may become 0;
there equal numbers are a win for the player to move, and the formula above is not true of it.
"""

from __future__ import annotations

from grundy.errors import PositionError
from grundy.rules.functions import game


@game
def euclid(a: int, b: int):
    """Subtract a multiple of the smaller number from the larger; both stay positive."""
    for k in range(1, (max(a, b) - 1) // min(a, b) + 1):
        if a >= b:
            yield a - k * b, b
        else:
            yield a, b - k * a


@euclid.setup
def setup(a: int, b: int) -> tuple[int, int]:
    for number in (a, b):
        if not isinstance(number, int) or number < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError(f"euclid: the numbers are integers from 1 up, and {number!r} is none")
    return a, b


@euclid.small
def small():
    return (euclid(a, b) for a in range(1, 25) for b in range(1, 25))


@euclid.theorem(
    name="Nivasch's theorem",
    source="G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Mathematics 306 (2006), 2798-2800",
)
def nivasch(a: int, b: int) -> int:
    """The value is the integer part of |a/b - b/a|."""
    return abs(a * a - b * b) // (a * b)
