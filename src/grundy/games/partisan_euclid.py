"""Partisan Euclid: from (p, q) with p = kq + t Left moves to (q, t), Right to (q, q - t); play is over where q divides p.

N. A. McKay, R. J. Nowakowski, *Outcomes of partizan Euclid*, Integers 12B, 2012/13, A9. Here p >= q >= 1 and 0 <= t < q.
"""

from grundy.common.errors import PositionError
from grundy.rules.partisan import LEFT, partisan_game


@partisan_game
def partisan_euclid(p: int, q: int, *, player: int):
    """Replace the larger number by the remainder t of p by q (Left), or by q - t (Right); 0 is no number."""
    rest = p % q
    if rest > 0:
        yield q, rest if player == LEFT else q - rest


@partisan_euclid.setup
def read(p: int, q: int) -> tuple[int, int]:
    """Read two numbers, in either order."""
    for number in (p, q):
        if not isinstance(number, int) or number < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError(
                "partisan-euclid: the numbers must be integers from 1 up, not {number!r}", number=number
            )
    return max(p, q), min(p, q)


@partisan_euclid.symmetry
def reduced(p: int, q: int) -> tuple[int, int]:
    """Put for p the least number above q that has its remainder: nothing else counts."""
    return q + p % q, q


partisan_euclid.called(
    "Partisan Euclid; partizan-euclid",
    "Divide the larger number by the smaller: Left replaces it by the remainder, Right by what the remainder "
    "lacks to the smaller. Whoever divides without a remainder loses.",
)
partisan_euclid.starts("34 21", sizes="7 5; 12 7; 34 21; 144 89", small="1..12 1..12")
