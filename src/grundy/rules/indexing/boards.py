"""Boards in base k: each square shows one of k faces, 0 to k - 1, the first square being the highest digit."""

from __future__ import annotations


def size(faces: int, squares: int) -> int:
    """Return how many boards there are.

    >>> size(3, 9)
    19683
    """
    return faces**squares


def rank(board: tuple[int, ...], faces: int) -> int:
    """Return the number of a board. O(squares).

    >>> rank((1, 0, 2), 3)
    11
    """
    key = 0
    for face in board:
        key = key * faces + face
    return key


def unrank(key: int, faces: int, squares: int) -> tuple[int, ...]:
    """Return the board of a number. O(squares).

    >>> unrank(11, 3, 3)
    (1, 0, 2)
    """
    board = [0] * squares
    for square in range(squares):
        board[squares - 1 - square] = key % faces
        key //= faces
    return tuple(board)
