"""What the board of a `Grid` is to its rules: cells of other shapes, two players who see it each from his side, hands.

A board that is seen from a side keeps its pieces where they are; `piece`, `place` and all that asks them turn what they
are asked. So a state says who stands where, and rules speak of `MINE` and `YOURS`, of cells ahead and the far side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Self, TypeGuard, cast

from grundy.language.wrapped import Wrapped
from grundy.rules.board import BITS, DOWN, EAST, EDGE, FREE, Board, ByCells, LongBoard
from grundy.rules.grids import SHAPES, Grid, neighbour

HEXAGON = (0, 1, 2, 3, 5, 6)
"""The ways of a hexagonal board: a row is half a cell further right than the one above it."""


class Kind(Board):
    """A board that knows how many faces it has, who looks at it, and what lies beside the cells."""

    __slots__ = ()

    faces = 1  # pyright: ignore
    words = 1
    """Integers for each face."""
    view = 0
    """How the second player sees the board, as the sum of 1 (mirrored), 2 (upside down) and 4 (rows for columns)."""
    turn = 0
    """Who looks: 0 the first player, 1 the second."""
    hands = 0
    """Numbers that each player has beside the board."""
    counters = 0
    """Numbers beside the board that are nobody's."""

    # ---- as the one who looks sees it

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.state[self.view // 4 & self.turn]

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return self.state[1 - (self.view // 4 & self.turn)]

    def seen(self, cell: int) -> int:
        """Return the cell of the first player's board that a cell is, and the other way round."""
        if self.view == 0 or self.turn == 0:
            return cell
        row, column = cell // self.columns, cell % self.columns
        if self.view & 2:
            row = self.rows - 1 - row
        if self.view & 1:
            column = self.columns - 1 - column
        return column * self.rows + row if self.view & 4 else row * self.columns + column

    def piece(self, cell: int) -> int:
        """Return the piece on a cell given by its number. O(faces)."""
        found = EDGE
        if cell >= 0:
            found, first, bit = FREE, self.word(cell), self.bit(cell)
            for face in range(self.faces):
                found += (face + 1) * (self.state[first + face] >> bit & 1)
            if self.turn and 0 < found < 3:
                found = 3 - found
        return found

    def place(self, cell: int, piece: int) -> Self:
        """Return the board on which a cell shows a piece, whatever it has shown before."""
        layers, first, bit = list(self.state), self.word(cell), self.bit(cell)
        for face in range(self.faces):
            layers[first + face] &= ~(1 << bit)
        if piece != FREE:
            own = 3 - piece if self.turn and piece < 3 else piece
            layers[first + own - 1] |= 1 << bit
        return self.of(tuple(layers))

    def word(self, cell: int) -> int:
        """Return the place of the first integer that speaks of a cell; those of other faces follow."""
        return 2 if self.words == 1 else 2 + self.seen(cell) // BITS * self.faces

    def bit(self, cell: int) -> int:
        """Return the bit of the cell in these integers."""
        return self.seen(cell) if self.words == 1 else self.seen(cell) % BITS

    def mask(self, piece: int) -> int:
        """Return the cells that show a piece, of a board with one integer for each face."""
        if piece != FREE:
            return self.state[4 - piece if self.turn and piece < 3 else 1 + piece]
        free = (1 << self.state[0] * self.state[1]) - 1
        for face in range(self.faces):
            free &= ~self.state[2 + face]
        return free

    # ---- beside the board

    def hand(self, piece: int, kind: int = 0) -> int:
        """Return the number in a player's hand, `MINE` or `YOURS`; a hand may hold several kinds.

        >>> board = kind_of(Grid(".XO", sides="swap", hands=1))((1, 2, 0, 0, 3, 1))
        >>> board.hand(1), board.hand(2)
        (3, 1)
        """
        owner = 2 - piece if self.turn else piece - 1
        return self.state[2 + self.faces * self.words + owner * self.hands + kind]

    def give(self, piece: int, number: int, kind: int = 0) -> Self:
        """Return the board where a player's hand, `MINE` or `YOURS`, holds so many more; fewer below 0.

        >>> kind_of(Grid(".XO", sides="swap", hands=1))((1, 2, 0, 0, 3, 1)).give(1, -1)
        Board((1, 2, 0, 0, 2, 1))
        """
        beside = list(self.state)
        owner = 2 - piece if self.turn else piece - 1
        beside[2 + self.faces * self.words + owner * self.hands + kind] += number
        return self.of(tuple(beside))

    def counter(self, which: int = 0) -> int:
        """Return a number beside the board.

        >>> kind_of(Grid(".X", counters=2))((1, 2, 0, 5, 8)).counter(1)
        8
        """
        return self.state[2 + self.faces * self.words + 2 * self.hands + which]

    def counted(self, number: int, which: int = 0) -> Self:
        """Return the board with another number beside it.

        >>> kind_of(Grid(".X", counters=2))((1, 2, 0, 5, 8)).counted(6)
        Board((1, 2, 0, 6, 8))
        """
        beside = list(self.state)
        beside[2 + self.faces * self.words + 2 * self.hands + which] = number
        return self.of(tuple(beside))


class Hexagons(Kind):
    """Cells with six neighbours: beside, above, below, above to the right and below to the left."""

    __slots__ = ()

    lines = (EAST, DOWN, 6)
    line = ByCells.line

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        for way in HEXAGON:
            near = neighbour(self.rows, self.columns, cell, way)
            if near >= 0:
                yield near

    def spread(self, cells: int) -> int:
        """Return the cells beside some cells."""
        width, every = self.state[1], (1 << self.state[0] * self.state[1]) - 1
        first = every // ((1 << width) - 1)
        east, west = (cells & ~(first << width - 1)) << 1, (cells & ~first) >> 1
        upright = cells >> width | (cells & every >> width) << width
        return upright | east | west | east >> width | (west & every >> width) << width


class Triangles(ByCells, Kind):
    """Cells that are triangles, the first with its point up: what is beside one is left, right, and below or above it."""

    __slots__ = ()

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        upright = (cell // self.columns + cell % self.columns) % 2 == 0
        for way in (1, 2, 3 if upright else 0):
            near = neighbour(self.rows, self.columns, cell, way)
            if near >= 0:
                yield near


class Torus(ByCells, Kind):
    """A board that goes on at the other side beyond each edge."""

    __slots__ = ()

    def step(self, cell: int, way: int) -> int:
        """Return the cell beside a cell: `UP`, `WEST`, `EAST`, `DOWN`, 4 to 7 the diagonals."""
        down, across = (way in (3, 6, 7)) - (way in (0, 4, 5)), (way in (2, 5, 7)) - (way in (1, 4, 6))
        row, column = cell // self.columns + down, cell % self.columns + across
        return row % self.rows * self.columns + column % self.columns

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        for way in range(4):
            yield self.step(cell, way)


class Graph(ByCells, Kind):
    """Cells that hang together as a graph says; they are one row."""

    __slots__ = ()

    near: tuple[tuple[int, ...], ...] = ()
    """The neighbours of each cell, filled up with -1 to rows of one length."""

    def step(self, cell: int, way: int) -> int:
        """Return a neighbour by its place among those of a cell, -1 where there are not so many."""
        if cell < 0 or way >= len(self.near[cell]):
            return -1
        return self.near[cell][way]

    def ray(self, cell: int, way: int) -> Iterator[int]:
        """Iterate over a neighbour of a cell, where there are so many: no way leads on from there."""
        end = self.step(cell, way)
        if end >= 0:
            yield end

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        for near in self.near[cell]:
            if near >= 0:
                yield near


class _Turning:
    """What a move of a game with sides leads to: the board of the other player."""

    __slots__ = ()

    state: tuple[int, ...]

    @property
    def turn(self) -> int:
        """Who is to move: 0 the first player, 1 the second."""
        return self.state[len(self.state) - 1]

    def yielded(self) -> Any:
        """Return the board as a move leaves it."""
        end = len(self.state) - 1
        return self.of((*self.state[:end], 1 - self.state[end]))  # pyright: ignore


class _Turned:
    """A board with sides, as endings and other hooks see it."""

    __slots__ = ()

    state: tuple[int, ...]

    turn = _Turning.turn


def kind_of(grid: Grid, *, moving: bool | None = None, turn: int = 0) -> type[Board]:
    """Return the class of the boards of a grid for a rule of a player, or for one of a game whose states say who is to move.

    ``moving``: of the latter, whether it is for its moves, which turn the board.

    >>> board = kind_of(Grid(".XO", sides="swap+flip"), moving=True)((2, 1, 0b10, 0b01, 1))
    >>> board[0, 0], board[1, 0], board.move(0, 1), board.move(0, 1).yielded()
    (2, 1, Board((2, 1, 1, 0, 1)), Board((2, 1, 1, 0, 0)))
    """
    if grid.shape == "square" and moving is None and not (turn or grid.hands or grid.counters):
        return Board
    return _kind(grid, moving, turn)


@cache
def _kind(grid: Grid, moving: bool | None, turn: int) -> type[Board]:
    base = (Kind, Hexagons, Triangles, Torus, Graph)[SHAPES.index(grid.shape)]
    sides: tuple[type, ...] = () if moving is None else (_Turning,) if moving else (_Turned,)
    own: dict[str, Any] = {"faces": len(grid.faces) - 1, "view": grid.view}
    most = max(map(len, grid.graph), default=0)
    near = tuple((*each, *(-1,) * (most - len(each))) for each in grid.graph)
    own |= {"hands": grid.hands, "counters": grid.counters, "near": near, "__slots__": ()}
    own |= {"turn": turn} if moving is None else {}
    own["__qualname__"] = f"Board{sorted(own.items())} of {grid.shape}, {moving}"  # what code is compiled for
    return cast("type[Board]", type("Board", (*sides, base), own))


def grows(kind: type[Wrapped] | None) -> TypeGuard[type[Board]]:
    """Whether boards of a class are the same in several integers for each face: not so of a class of the user's own."""
    return kind is Board or (kind is not None and issubclass(kind, Kind))


@cache
def longer(kind: type[Board], faces: int, words: int) -> type[Board]:
    """Return the class of the same boards, of so many faces but the first, in so many integers for each of them.

    >>> from grundy.rules.board import long_state
    >>> longer(Board, 1, 2)(long_state((2, 40, 1 << 79), 2))[1, 39]
    1
    """
    bases = (kind,) if issubclass(kind, ByCells) else (ByCells, kind)
    own: dict[str, Any] = {"words": words, "__slots__": (), "__qualname__": f"{kind.__qualname__}, {words} words"}
    if not issubclass(kind, Kind):
        bases, own = (LongBoard,), {"faces": faces, "__slots__": ()}
    return type("LongBoard", bases, own | dict.fromkeys(("mask", "edge", "spread")))  # which are of one integer


def numbers_beside(kind: type[Board]) -> int:
    """Return how many numbers of a state stand behind its board: hands, counters, and who is to move.

    >>> numbers_beside(kind_of(Grid(".XO", sides="swap", hands=1), moving=True))
    3
    """
    return 2 * kind.hands + kind.counters + issubclass(kind, (_Turning, _Turned)) if issubclass(kind, Kind) else 0
