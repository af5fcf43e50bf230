"""Pieces that are alike: squares taken as the bits of a mask, so many of them, by the combinatorial number system.

The numbers of the taken squares, from the lowest, p1 < p2 < … < pk, make the number C(p1, 1) + C(p2, 2) + … + C(pk, k) (D.
Knuth, *The Art of Computer Programming* 4A, 7.2.1.3). Fewer than 32 pieces stand on at most 127 squares; of more pieces than
that the free squares are numbered.
"""

from __future__ import annotations

from math import comb

SQUARES, PIECES = 128, 32
"""The table has rows for fewer squares than this, and columns for fewer pieces."""
BEYOND = 1 << 62
"""What stands for greater numbers."""
CHOOSE = tuple(tuple(min(comb(n, k), BEYOND) for k in range(PIECES)) for n in range(SQUARES))
"""``CHOOSE[n][k]``: in how many ways k of n squares are taken."""


def size(pieces: int, squares: int) -> int:
    """Return in how many ways so many pieces stand on so many squares.

    >>> size(3, 9)
    84
    """
    return CHOOSE[squares][pieces]


def rank(mask: int) -> int:
    """Return the number of a mask among all with as many bits. O(pieces).

    >>> [rank(mask) for mask in (0b0011, 0b0101, 0b0110, 0b1001)]
    [0, 1, 2, 3]
    """
    key = 0
    piece = 0
    while mask:
        lowest = mask & -mask
        piece += 1
        key += CHOOSE[lowest.bit_length() - 1][piece]
        mask ^= lowest
    return key


def unrank(key: int, pieces: int, squares: int) -> int:
    """Return the mask of a number. O(squares).

    >>> bin(unrank(3, 2, 4))
    '0b1001'
    """
    mask = 0
    square = squares
    for left in range(pieces, 0, -1):
        square -= 1
        while CHOOSE[square][left] > key:
            square -= 1
        key -= CHOOSE[square][left]
        mask |= 1 << square
    return mask


def squeezed(mask: int, taken: int) -> int:
    """Return a mask as it is when the taken squares, none of them in it, are no longer counted. O(taken squares).

    So the pieces of a second kind are numbered on the squares that the first kind leaves.

    >>> bin(squeezed(0b10100, 0b01010))
    '0b110'
    """
    while taken:
        highest = 1 << taken.bit_length() - 1
        mask = mask & highest - 1 | mask >> 1 & ~(highest - 1)
        taken ^= highest
    return mask


def spread(mask: int, taken: int) -> int:
    """Return the mask that `squeezed` makes so: the way back. O(taken squares).

    >>> bin(spread(0b110, 0b01010))
    '0b10100'
    """
    while taken:
        lowest = taken & -taken
        mask = mask & lowest - 1 | (mask & ~(lowest - 1)) << 1
        taken ^= lowest
    return mask
