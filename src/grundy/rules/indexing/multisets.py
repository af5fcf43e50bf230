"""Heaps in any order: numbers from 0 up, so many of them, where only how often each stands there counts.

In order, h1 <= h2 <= … <= hk, they are taken as the squares h1 < h2 + 1 < … < hk + k - 1 of the combinatorial number system
(see `grundy.rules.indexing.subsets`). At most 31 numbers; the greatest of them and their count are at most 127 together.
"""

from __future__ import annotations

from grundy.rules.indexing.subsets import CHOOSE


def size(count: int, below: int) -> int:
    """Return how many multisets of so many numbers below a bound there are.

    >>> size(3, 5)
    35
    """
    return CHOOSE[below + count - 1][count]


def rank(numbers: tuple[int, ...]) -> int:
    """Return the number of a multiset, given in any order; it does not depend on the bound. O(k log k).

    >>> rank((0, 0, 0)), rank((4, 1, 1)), rank((4, 4, 4))
    (0, 22, 34)
    """
    key = 0
    for place, number in enumerate(sorted(numbers)):
        key += CHOOSE[number + place][place + 1]
    return key


def unrank(key: int, count: int, below: int) -> tuple[int, ...]:
    """Return the multiset of a number, in ascending order. O(count + bound).

    >>> unrank(22, 3, 5)
    (1, 1, 4)
    """
    numbers = [0] * count
    square = below + count - 1
    for left in range(count, 0, -1):
        square -= 1
        while CHOOSE[square][left] > key:
            square -= 1
        key -= CHOOSE[square][left]
        numbers[left - 1] = square - left + 1
    return tuple(numbers)
