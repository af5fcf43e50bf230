"""General Wythoff (A. S. Fraenkel, 1982): from one heap any number, or from both, numbers that differ by less than r.

With r = 1 it is Wythoff's game. The losing pairs are (⌊kα⌋, ⌊kα⌋ + rk) with α = (2 - r + √(r² + 4))/2; the integer square
root gives them exactly.
"""

from collections.abc import Iterator
from math import isqrt

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.solution import Solution

SOURCE = (
    "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982), 353-361"
)


def lower(k: int, r: int) -> int:
    """Return ⌊kα⌋, exactly.

    >>> [lower(k, 2) for k in range(6)]
    [0, 1, 2, 4, 5, 7]
    """
    return (2 * k - r * k + isqrt(k * k * (r * r + 4))) // 2


@game(least=0, bounds=lambda a, b, *, r: (a + 1, b + 1), trials=({"r": 1}, {"r": 3}))
def general_wythoff(a: int, b: int, *, r: int = 2):
    """Take any number of counters from one heap, or numbers from both that differ by less than r."""
    for k in range(1, a + 1):
        yield a - k, b
    for m in range(1, b + 1):
        yield a, b - m
    for k in range(1, a + 1):
        for m in range(max(1, k - r + 1), min(b, k + r - 1) + 1):
            yield a - k, b - m


@general_wythoff.setup
def setup(a: int, b: int, *, r: int) -> tuple[int, int]:
    if r < 1:
        raise PositionError("general-wythoff: r is at least 1, not {r}", r=r)
    return a, b


@general_wythoff.theorem(gives="losing", name="Fraenkel's theorem", source=SOURCE, where=lambda a, b, *, r: r >= 1)
def fraenkel_pairs(a: int, b: int, *, r: int) -> bool:
    """The mover loses when the heaps differ by a multiple rk of r and the smaller is ⌊kα⌋."""
    k, rest = divmod(abs(a - b), r)
    return not rest and min(a, b) == lower(k, r)


@general_wythoff.explanation
def why(solution: Solution) -> Iterator[str]:
    a, b = solution.position.state
    r = solution.position.ruleset.params["r"]
    k = abs(a - b) // r
    told = _("The losing pairs differ by a multiple of {r}; that which differs by {d} is ({small}, {large}).")
    yield told.format(r=r, d=r * k, small=lower(k, r), large=lower(k, r) + r * k)


general_wythoff.called(
    "General Wythoff; generalized-wythoff; r-wythoff",
    "Take any number of counters from one heap, or from both heaps numbers that differ by at most one. "
    "Whoever takes the last one wins.",
)
general_wythoff.starts("5 9", sizes="3 4; 5 9; 20 31", variants={"Differ by Two at Most": "5 9 r=3"})
