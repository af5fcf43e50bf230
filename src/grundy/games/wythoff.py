"""Wythoff's game (W. A. Wythoff, 1907): two heaps; take from one any number, or the same number from both.

The losing positions are the pairs of the lower and upper Wythoff sequences: (0, 0), (1, 2), (3, 5), (4, 7), … The
k-th is (a, a + k) with a = ⌊kφ⌋. It is computed with the integer square root: 2⌊kφ⌋ or 2⌊kφ⌋ + 1 is k + ⌊√(5k²)⌋. In
double precision the same formula is wrong at (165580140, 267914295), well inside what contests ask.
"""

from collections.abc import Iterator
from math import isqrt

from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader
from grundy.values.patterns.law import Beatty

PAIRS = Beatty(1)


def lower(k: int) -> int:
    """Return ⌊kφ⌋, exactly.

    >>> [lower(k) for k in range(9)]
    [0, 1, 3, 4, 6, 8, 9, 11, 12]
    """
    return (k + isqrt(5 * k * k)) // 2


def losing_options(a: int, b: int) -> Iterator[tuple[int, int]]:
    seen: set[tuple[int, int]] = set()
    low = lower(abs(a - b))
    pairs = [(a, PAIRS.partner(a)), (PAIRS.partner(b), b), (low, low + b - a) if b >= a else (low + a - b, low)]
    for c, d in pairs:
        if c <= a and d <= b and (c, d) != (a, b) and (c, d) not in seen:
            seen.add((c, d))
            yield c, d


@game(least=0, bounds=lambda a, b: (a + 1, b + 1))
def wythoff(a: int, b: int):
    """Take any number of counters from one heap, or the same number from both."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


@wythoff.theorem(
    gives="losing",
    name="Wythoff's theorem",
    source="W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907), 199-202",
    reach=losing_options,
)
def wythoff_pairs(a: int, b: int) -> bool:
    """The mover loses when the smaller heap is ⌊dφ⌋, d being the difference of the heaps."""
    return min(a, b) == lower(abs(a - b))


@wythoff.explanation
def why(solution: Solution) -> Iterator[str]:
    a, b = solution.position.state
    d = abs(a - b)
    told = _("The difference of the heaps is {d}. The losing pair of that difference is ({small}, {large}):")
    yield told.format(d=d, small=lower(d), large=lower(d) + d)
    yield _("⌊{d}·φ⌋ = {reason}, with the golden ratio φ = (1 + √5)/2.").format(d=d, reason=lower(d))
    if wythoff_pairs(a, b):
        yield _("These are the heaps, so the player to move loses: every move leaves another pair.")
    else:
        told = _("The heaps are another pair, so the player to move wins: {best_move}.")
        yield told.format(best_move=solution.best_move)


@wythoff.judge("wythoff")
def judge(read: Reader) -> Iterator[str]:
    """Pairs of heaps up to the end: 1 if the first player wins, else 0."""
    while not read.done:
        a, b = read.integers(2, 0, what="a heap")
        yield "0" if wythoff_pairs(a, b) else "1"


wythoff.called(
    "Wythoff's Game; wythoff-nim; wyt-queens",
    "Take any number of counters from one heap, or the same number from both. Whoever takes the last one wins.",
)
wythoff.starts("5 8", sizes="3 4; 5 8; 9 14; 20 31", variants={"Queen's Corner": "7 7"})
