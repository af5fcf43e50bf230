"""Whose turn it is, 0 or 1, beside the number of a board."""

from __future__ import annotations


def size(boards: int) -> int:
    """Return how many numbers there are, of so many boards.

    >>> size(84)
    168
    """
    return 2 * boards


def rank(board: int, turn: int) -> int:
    """Return the number of a board and a turn.

    >>> rank(7, 1)
    15
    """
    return 2 * board + turn


def unrank(key: int) -> tuple[int, int]:
    """Return the number of the board, and the turn.

    >>> unrank(15)
    (7, 1)
    """
    return key // 2, key % 2
