"""Things side by side: the numbers of several parts as one, each from 0 up to the size of its kind."""

from __future__ import annotations


def size(sizes: tuple[int, ...]) -> int:
    """Return how many numbers there are.

    >>> size((84, 20, 2))
    3360
    """
    count = 1
    for own in sizes:
        count *= own
    return count


def rank(keys: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """Return one number for the numbers of the parts, the first of which counts most. O(parts).

    >>> rank((83, 19, 1), (84, 20, 2))
    3359
    """
    key = 0
    for part in range(len(sizes)):
        key = key * sizes[part] + keys[part]
    return key


def unrank(key: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of the parts. O(parts).

    >>> unrank(3359, (84, 20, 2))
    (83, 19, 1)
    """
    keys = [0] * len(sizes)
    for part in range(len(sizes) - 1, -1, -1):
        keys[part] = key % sizes[part]
        key //= sizes[part]
    return tuple(keys)
