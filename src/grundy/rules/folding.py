"""Boards of a search folded by the symmetries of their `Grid`: the least image of a board stands for all.

Where parts are valued, boards are folded there (`grundy.rules.grids.Grid.least`). Here are the images as a rule yields them,
so that they are compiled with the moves: of games with an ending, for points, or whose states say who is to move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Self, cast

from grundy.rules.board import BITS
from grundy.rules.board_kinds import Kind, kind_of
from grundy.rules.edge_sets import moved_to
from grundy.rules.grids import Grid, moved


class Folded(Kind):
    """A board that knows its images."""

    __slots__ = ()

    signs: tuple[int, ...] = ()
    """For each of 16 images, in the order of `images`: 1 if it is the same game, -1 if it is with the other one to move."""
    layers = 1
    """Integers with a bit for each cell."""
    halves = 0
    """For each fourth of them a bit, whether it has any."""
    cross = circle = 2
    """The places of the integers of X and O."""

    def mirrored(self) -> Self:
        """Return the board with its columns in the other order. O(columns)."""
        rows, columns = self.state[0], self.state[1]
        first, found = ((1 << rows * columns) - 1) // ((1 << columns) - 1), list(self.state)
        for k in range(self.layers):
            own, layer = self.state[2 + k], 0
            for c in range(columns):
                layer |= (own >> c & first) << columns - 1 - c
            found[2 + k] = layer
        return self.of(tuple(found))

    def upturned(self) -> Self:
        """Return the board with its rows in the other order. O(rows)."""
        rows, columns = self.state[0], self.state[1]
        row, found = (1 << columns) - 1, list(self.state)
        for k in range(self.layers):
            own, layer = self.state[2 + k], 0
            for r in range(rows):
                layer |= (own >> r * columns & row) << (rows - 1 - r) * columns
            found[2 + k] = layer
        return self.of(tuple(found))

    def transposed(self) -> Self:
        """Return the board with its rows as columns. O(cells)."""
        rows, columns = self.state[0], self.state[1]
        found = list(self.state)
        found[0], found[1] = columns, rows
        for k in range(self.layers):
            own, layer = self.state[2 + k], 0
            for r in range(rows):
                for c in range(columns):
                    layer |= (own >> r * columns + c & 1) << c * rows + r
            found[2 + k] = layer
        return self.of(tuple(found))

    def swapped(self) -> Self:
        """Return the board with the pieces of both players exchanged."""
        found = list(self.state)
        found[self.cross], found[self.circle] = self.state[self.circle], self.state[self.cross]
        return self.of(tuple(found))

    def facing(self, sign: int) -> Self:
        """Return the board, with the other player to move where its game is the negative."""
        found = list(self.state)
        if sign < 0:
            found[len(found) - 1] = 1 - found[len(found) - 1]
        return self.of(tuple(found))


def images(board: Folded) -> Iterator[Folded]:
    """Iterate over the images of a board that are the same game, and the board; of one beyond 62 cells over none. O(cells).

    >>> [grid_image.state[2] for grid_image in images(folded_kind(Grid(".X", same="mirror"))((1, 3, 0b001)))]
    [1, 4]
    """
    if board.state[0] * board.state[1] <= BITS:
        for half in range(0, 16, 4):
            if board.halves >> half // 4 & 1:
                at = board
                if half & 4:
                    at = at.transposed()
                if half & 8:
                    at = at.swapped()
                across = at.mirrored()
                if board.signs[half]:
                    yield at.facing(board.signs[half])
                if board.signs[half + 1]:
                    yield across.facing(board.signs[half + 1])
                if board.signs[half + 2]:
                    yield at.upturned().facing(board.signs[half + 2])
                if board.signs[half + 3]:
                    yield across.upturned().facing(board.signs[half + 3])


@cache
def folded_kind(grid: Grid, turns: bool = False) -> type[Folded]:
    """Return the class of the boards of a grid that know their images; ``turns``: their states say who is to move."""
    base = kind_of(grid, moving=False if turns else None)
    taken = [number if turns or number > 0 else 0 for number in grid.signs]
    # rows become columns last here, and first among the images of a `Grid`
    signs = tuple(taken[i & 12 | (i & 1) << 1 | i >> 1 & 1 if i & 4 else i] for i in range(16))
    own: dict[str, Any] = {"signs": signs, "layers": grid.layers, "__slots__": ()}
    own["halves"] = sum(any(signs[half : half + 4]) << half // 4 for half in range(0, 16, 4))
    if grid.shown and not grid.holds and {"X", "O"} <= {*grid.faces[1:]}:
        own |= {"cross": grid.faces.index("X") + 1, "circle": grid.faces.index("O") + 1}
    own["__qualname__"] = f"Folded{sorted(own.items())} of {base.__qualname__}"  # what code is compiled for
    bases = (Folded, base) if issubclass(base, Kind) else (Folded,)
    return cast("type[Folded]", type("Folded", bases, own))


def least(grid: Grid, state: tuple[int, ...], *, turns: bool = False) -> tuple[int, ...]:
    """Return the least image of a board that is the same game, as Python finds it soonest.

    >>> least(Grid(".XO", same="mirror"), (1, 3, 0b100, 0b010))
    (1, 3, 1, 2)
    """
    rows, columns = state[:2]
    ways = grid.ways.get((rows, columns, turns))
    if ways is None:
        ways = grid.ways[rows, columns, turns] = [*_ways(grid, rows, columns, turns)]
    end, found = 2 + grid.layers, state
    for size, order, move, other in ways:
        beside = (1 - state[end],) if other else state[end:]
        found = min(found, (*size, *[move(state[place]) for place in order], *beside))
    return found


Way = tuple[tuple[int, int], Sequence[int], Callable[[int], int], bool]


def _ways(grid: Grid, rows: int, columns: int, turns: bool) -> Iterator[Way]:
    """Iterate over the images of boards of a size: their size, the layers, where cells go, whether the other one moves."""
    for number, sign in enumerate(grid.signs):
        if number and (sign > 0 or (sign and turns)) and rows * columns <= BITS:
            size = (columns, rows) if number & 4 else (rows, columns)
            if size <= (rows, columns):  # else it is not the least
                order = grid.swapped(range(2, 2 + grid.layers), number)
                yield size, order, _moving(rows, columns, number & 7), sign < 0


@cache
def _moving(rows: int, columns: int, number: int) -> Callable[[int], int]:
    """Return what moves cells to where they lie on an image."""
    return moved_to([moved(1 << cell, rows, columns, number).bit_length() - 1 for cell in range(rows * columns)])


def folds(grid: Grid | None) -> bool:
    """Whether a search of the boards of a grid folds them: hands, counters and walls have no images."""
    return grid is not None and bool(grid.same) and not grid.walls and not grid.is_its_only_image
