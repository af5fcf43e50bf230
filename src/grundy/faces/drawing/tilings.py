"""How the cells of a board lie: where the middle of each is, and its corners, in units of a cell."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from grundy.faces.drawing.graph_layout import Place

LATTICE, SIDE = 0.7, 1.7
"""Half of the way from a point of a lattice to the next; the side of a triangle."""
_HALF, _HIGH = 1 / sqrt(12), SIDE * sqrt(3) / 2
"""Half the side of a hexagon that is 1 wide; the height of a triangle."""
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON = ((-0.5, -_HALF), (0.0, -2 * _HALF), (0.5, -_HALF), (0.5, _HALF), (0.0, 2 * _HALF), (-0.5, _HALF))
_UPRIGHT = ((0.0, -_HIGH * 2 / 3), (SIDE / 2, _HIGH / 3), (-SIDE / 2, _HIGH / 3))


class Tiling(NamedTuple):
    """How cells lie.

    Attributes:
        place: the middle of a cell, by its row and column.
        corners: its corners from there, the first on the upper left, then clockwise; none of what is round.
        sides: which corners bound a board of such cells above, on the right, below and on the left.
    """

    place: Callable[[int, int], Place]
    corners: Callable[[int, int], tuple[Place, ...]]
    sides: tuple[tuple[int, ...], ...] = ()


def _tip(row: int, column: int) -> float:
    """Return 1 for a triangle that stands on a side, -1 for one that stands on its tip."""
    return 1.0 - 2.0 * ((row + column) % 2)


def _triangle(row: int, column: int) -> tuple[Place, ...]:
    return tuple((x, _tip(row, column) * y) for x, y in _UPRIGHT)


TILINGS = {
    "": Tiling(lambda r, c: (c + 0.5, r + 0.5), lambda r, c: _SQUARE, ((0, 1), (1, 2), (2, 3), (3, 0))),
    "hex": Tiling(
        lambda r, c: (c + 0.5 * r + 0.5, 3 * _HALF * r + 2 * _HALF),
        lambda r, c: _HEXAGON,
        ((0, 1, 2), (1, 2, 3), (3, 4, 5), (4, 5, 0)),
    ),
    "triangles": Tiling(lambda r, c: ((c + 1) * SIDE / 2, r * _HIGH + _HIGH / 2 + _tip(r, c) * _HIGH / 6), _triangle),
    "lattice": Tiling(
        lambda r, c: (LATTICE * c + 0.3, LATTICE * r + 0.3), lambda r, c: tuple((1.2 * x, 1.2 * y) for x, y in _SQUARE)
    ),
    "pits": Tiling(lambda r, c: (1.1 * c + 0.55, 1.35 * r + 0.55), lambda r, c: ()),
}
"""The tilings of `grundy.rules.scenes.Board`."""
