"""Pieces that differ: the squares on which they stand, one a piece, no two the same."""

from __future__ import annotations


def size(pieces: int, squares: int) -> int:
    """Return in how many ways so many different pieces stand on so many squares.

    >>> size(3, 64)
    249984
    """
    count = 1
    for piece in range(pieces):
        count *= squares - piece
    return count


def rank(places: tuple[int, ...], squares: int) -> int:
    """Return the number of a placement. O(pieces squared).

    >>> rank((3, 0), 4), rank((3, 2), 4)
    (9, 11)
    """
    key = 0
    for piece in range(len(places)):
        free = places[piece]
        for before in range(piece):
            free -= places[before] < places[piece]
        key = key * (squares - piece) + free
    return key


def unrank(key: int, pieces: int, squares: int) -> tuple[int, ...]:
    """Return the placement of a number. O(pieces squared).

    >>> unrank(11, 2, 4)
    (3, 2)
    """
    places = [0] * pieces
    for piece in range(pieces - 1, -1, -1):
        places[piece] = key % (squares - piece)
        key //= squares - piece
    for piece in range(pieces):
        square = places[piece]
        for taken in sorted(places[:piece]):
            square += taken <= square
        places[piece] = square
    return tuple(places)
