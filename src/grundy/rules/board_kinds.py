"""What the board of a `Grid` is to its rules: cells of other shapes, two players who see it each from his side, hands.

A board that is seen from a side keeps its pieces where they are; `piece`, `place` and all that asks them turn what they
are asked. So a state says who stands where, and rules speak of `MINE` and `YOURS`, of cells ahead and the far side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Self, TypeGuard, cast

from grundy.language.wrapped import Wrapped
from grundy.rules.board import BITS, DOWN, EAST, EDGE, FREE, Board, ByCells, ByWays, LongBoard
from grundy.rules.grids import SHAPES, Grid, line_count, neighbour

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
    floors = 0
    """Integers for what lies beneath: one for each face of the floor but the first."""
    aside = 3
    """The place of the first number beside the board."""

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
        if 0 <= cell < self.state[0] * self.state[1]:
            found, first, bit = FREE, self.word(cell), self.bit(cell)
            for face in range(self.faces):
                found += (face + 1) * (self.state[first + face] >> bit & 1)
            if self.turn and 0 < found < 3:
                found = 3 - found
        return found

    def place(self, cell: int, piece: int) -> Self:
        """Return the board on which a cell shows a piece, whatever it has shown before."""
        layers, first, bit = list(self.state), self.word(self.checked(cell, piece)), self.bit(cell)
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
            own = 3 - piece if self.turn and piece < 3 else piece
            return self.state[1 + own] if 0 < own <= self.faces else 0
        free = (1 << self.state[0] * self.state[1]) - 1
        for face in range(self.faces):
            free &= ~self.state[2 + face]
        return free

    def edge(self, side: int) -> int:
        """Return the cells at a side of the board, as the one who looks sees it."""
        if self.view and self.turn:
            if self.view & (2 if side in (0, 3) else 1):
                side = 3 - side
            if self.view & 4:
                side ^= 1
        return self._edge(side)

    # ---- beneath the pieces

    def floor(self, cell: int) -> int:
        """Return the face of the floor on a cell given by its number, by its place among them. O(faces).

        >>> kind_of(Grid(".X", floor="210"))((1, 2, 0b01, 0b10, 0)).floor(1)
        1
        """
        found = EDGE
        if 0 <= cell < self.state[0] * self.state[1]:
            found, first, bit = 0, 2 + self.faces, self.seen(cell)
            for k in range(self.floors):
                found += (k + 1) * (self.state[first + k] >> bit & 1)
        return found

    def lay(self, cell: int, face: int) -> Self:
        """Return the board on which the floor of a cell shows a face.

        >>> kind_of(Grid(".X", floor="210"))((1, 2, 0b01, 0b10, 0)).lay(1, 2)
        Board((1, 2, 1, 0, 2))
        """
        if not 0 <= face <= self.floors:
            raise IndexError(f"the floor cannot show {face}")
        layers, first, bit = list(self.state), 2 + self.faces, self.seen(self.checked(cell))
        for k in range(self.floors):
            layers[first + k] &= ~(1 << bit)
        if face > 0:
            layers[first + face - 1] |= 1 << bit
        return self.of(tuple(layers))

    # ---- beside the board

    def hand(self, piece: int, kind: int = 0) -> int:
        """Return the number in a player's hand, `MINE` or `YOURS`; a hand may hold several kinds.

        >>> board = kind_of(Grid(".XO", sides="swap", hands=1))((1, 2, 0, 0, 3, 1))
        >>> board.hand(1), board.hand(2)
        (3, 1)
        """
        return self.state[self._held(piece, kind)]

    def _held(self, piece: int, kind: int) -> int:
        """Return the place of a number in a player's hand."""
        if not (0 < piece < 3 and 0 <= kind < self.hands):
            raise IndexError(f"player {piece} has no number {kind} in hand: hands= says how many there are")
        return self.aside + (2 - piece if self.turn else piece - 1) * self.hands + kind

    def give(self, piece: int, number: int, kind: int = 0) -> Self:
        """Return the board where a player's hand, `MINE` or `YOURS`, holds so many more; fewer below 0.

        >>> kind_of(Grid(".XO", sides="swap", hands=1))((1, 2, 0, 0, 3, 1)).give(1, -1)
        Board((1, 2, 0, 0, 2, 1))
        """
        beside = list(self.state)
        beside[self._held(piece, kind)] += number
        return self.of(tuple(beside))

    def counter(self, which: int = 0) -> int:
        """Return a number beside the board.

        >>> kind_of(Grid(".X", counters=2))((1, 2, 0, 5, 8)).counter(1)
        8
        """
        return self.state[self._counter(which)]

    def _counter(self, which: int) -> int:
        """Return the place of a number beside the board."""
        if not 0 <= which < self.counters:
            raise IndexError(f"there is no counter {which}: counters= says how many there are")
        return self.aside + 2 * self.hands + which

    def counted(self, number: int, which: int = 0) -> Self:
        """Return the board with another number beside it.

        >>> kind_of(Grid(".X", counters=2))((1, 2, 0, 5, 8)).counted(6)
        Board((1, 2, 0, 6, 8))
        """
        beside = list(self.state)
        beside[self._counter(which)] = number
        return self.of(tuple(beside))


class Hexagons(Kind):
    """Cells with six neighbours: beside, above, below, above to the right and below to the left."""

    __slots__ = ()

    lines = (EAST, DOWN, 6)
    line = ByWays.line

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        for way in HEXAGON:
            near = neighbour(self.rows, self.columns, cell, way)
            if near >= 0:
                yield near

    def _spread(self, cells: int, first: int) -> int:
        width, every = self.state[1], (1 << self.state[0] * self.state[1]) - 1
        east, west = (cells & ~(first << width - 1)) << 1, (cells & ~first) >> 1
        upright = cells >> width | (cells & every >> width) << width
        return upright | east | west | east >> width | (west & every >> width) << width


class Triangles(ByWays, Kind):
    """Cells that are triangles, the first with its point up: what is beside one is left, right, and below or above it."""

    __slots__ = ()

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        upright = (cell // self.columns + cell % self.columns) % 2 == 0
        for way in (1, 2, 3 if upright else 0):
            near = neighbour(self.rows, self.columns, cell, way)
            if near >= 0:
                yield near


class Torus(ByWays, Kind):
    """A board that goes on at the other side beyond each edge."""

    __slots__ = ()

    def step(self, cell: int, way: int) -> int:
        """Return the cell beside a cell: `UP`, `WEST`, `EAST`, `DOWN`, 4 to 7 the diagonals."""
        if not 0 <= cell < self.state[0] * self.state[1]:
            return -1
        near = neighbour(3, 3, 4, way)  # of the middle one of nine cells
        row, column = cell // self.columns + near // 3 - 1, cell % self.columns + near % 3 - 1
        return row % self.rows * self.columns + column % self.columns

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        for way in range(4 if self.step(cell, 0) >= 0 else 0):
            yield self.step(cell, way)


class Graph(ByWays, Kind):
    """Cells that hang together as a graph says; they are one row."""

    __slots__ = ()

    near: tuple[tuple[int, ...], ...] = ()
    """The neighbours of each cell, filled up with -1 to rows of one length."""

    def step(self, cell: int, way: int) -> int:
        """Return a neighbour by its place among those of a cell, -1 where there are not so many."""
        if 0 <= cell < len(self.near) and 0 <= way < len(self.near[cell]):
            return self.near[cell][way]
        return -1

    def ray(self, cell: int, way: int) -> Iterator[int]:
        """Iterate over a neighbour of a cell, where there are so many: no way leads on from there."""
        end = self.step(cell, way)
        if end >= 0:
            yield end

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the neighbours of a cell."""
        for near in self.near[cell] if 0 <= cell < len(self.near) else ():
            if near >= 0:
                yield near


class Walled(Kind):
    """A board with lines at the sides of its cells, numbered from above: those above a row, then those between its cells.

    Nothing steps through a line that is drawn; a line of pieces, and the diagonals, go past it.
    """

    __slots__ = ()

    line = ByWays.line
    lines = (EAST, DOWN, 6, 7)

    def side(self, cell: int, way: int) -> int:
        """Return the number of the line at a side of a cell: `UP`, `WEST`, `EAST` or `DOWN`. O(1).

        >>> board = kind_of(Grid(".X", walls=True))((1, 2, 0, 0))  # lines 0 1 above, 2 3 4 upright, 5 6 below
        >>> [board.side(0, way) for way in range(4)]  # up, left, right, down
        [0, 2, 3, 5]
        """
        own, columns = self.seen(self.checked(cell)), self.state[1]
        if self.turn and self.view & (2 if way in (0, 3) else 1):
            way = 3 - way
        if self.turn and self.view & 4:
            way ^= 1
        above = own // columns * (2 * columns + 1) + own % columns
        return above + (way > 0) * columns + (way == 2) + (way == 3) * (columns + 1)

    def wall(self, line: int) -> bool:
        """Whether a line is drawn.

        >>> kind_of(Grid(".X", walls=True))((1, 2, 0, 0b1000)).wall(3)
        True
        """
        return self.state[self.aside - 1] >> self._line(line) & 1 > 0

    def _line(self, line: int) -> int:
        """Return a line; IndexError where the board has no such."""
        last = line_count(self.state[0], self.state[1]) - 1
        if not 0 <= line <= last:
            raise IndexError(f"there is no line {line}; the board has 0 to {last}")
        return line

    def build(self, line: int) -> Self:
        """Return the board on which a line is drawn.

        >>> kind_of(Grid(".X", walls=True))((1, 2, 0, 0)).build(3)
        Board((1, 2, 0, 8))
        """
        layers = list(self.state)
        layers[self.aside - 1] |= 1 << self._line(line)
        return self.of(tuple(layers))

    @property
    def gaps(self) -> Iterator[int]:
        """Iterate over the lines that are not drawn.

        >>> list(kind_of(Grid(".X", walls=True))((1, 2, 0, 0b1000)).gaps)
        [0, 1, 2, 4, 5, 6]
        """
        for line in range(self.rows * (2 * self.columns + 1) + self.columns):
            if not self.wall(line):
                yield line

    @property
    def closed(self) -> int:
        """How many cells have lines drawn at all their sides. O(1).

        >>> kind_of(Grid(".X", walls=True))((1, 2, 0, 0b0101101)).closed
        1
        """
        rows, columns, lines = self.state[0], self.state[1], self.state[self.aside - 1]
        both = 2 * columns + 1
        above = ((1 << columns) - 1) * (((1 << both * rows) - 1) // ((1 << both) - 1))
        return (above & lines & lines >> columns & lines >> columns + 1 & lines >> both).bit_count()

    def step(self, cell: int, way: int) -> int:
        """Return the cell beside a cell, -1 beyond the edge and beyond a wall: `UP`, `WEST`, `EAST`, `DOWN`, diagonals."""
        near = neighbour(self.rows, self.columns, cell, way)
        if near >= 0 and way < 4 and self.wall(self.side(cell, way)):
            near = -1
        return near

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the cells above, to the left, to the right, and below, to which no wall bars the way."""
        for way in range(4):
            near = self.step(cell, way)
            if near >= 0:
                yield near

    def _spread(self, cells: int, first: int) -> int:
        found = 0
        for cell in range(self.rows * self.columns):
            if cells >> self.bit(cell) & 1:
                for near in self.beside(cell):
                    found |= 1 << self.bit(near)
        return found


class Numbers(ByCells, Kind):
    """A board whose cells hold numbers, one bit of them in each integer of the state; a piece is the number of its cell.

    Seeds are sown around the board: along the last row to the right, back along the one above it, and so on, and from the
    end of the first row to the beginning of the last one.
    """

    __slots__ = ()

    holds = 1
    """The most that a cell holds."""

    def piece(self, cell: int) -> int:
        """Return the number in a cell. O(bits)."""
        found = EDGE
        if 0 <= cell < self.state[0] * self.state[1]:
            found, first, bit = 0, self.word(cell), self.bit(cell)
            for k in range(self.faces):
                found += (self.state[first + k] >> bit & 1) << k
        return found

    def place(self, cell: int, piece: int) -> Self:
        """Return the board on which a cell holds a number; ValueError for more than it may hold, or less than 0."""
        if not 0 <= piece <= self.holds:
            raise ValueError(f"a cell cannot hold {piece}: holds= says how many it may")
        layers, first, bit = list(self.state), self.word(self.checked(cell)), self.bit(cell)
        for k in range(self.faces):
            layers[first + k] = layers[first + k] & ~(1 << bit) | (piece >> k & 1) << bit
        return self.of(tuple(layers))

    def around(self, cell: int, steps: int = 1) -> int:
        """Return the cell so many steps further around the board. O(1).

        >>> board = kind_of(Grid(holds=3))((2, 3, 0, 0))  # 3 4 5 from left to right, then 2 1 0 above them
        >>> board.around(3), board.around(5), board.around(3, 4)
        (4, 2, 1)
        """
        columns, above = self.columns, self.rows - 1 - self.checked(cell) // self.columns
        place = above * columns + (columns - 1 - cell % columns if above % 2 else cell % columns)
        place = (place + steps) % (self.rows * columns)
        above = place // columns
        return (self.rows - 1 - above) * columns + (columns - 1 - place % columns if above % 2 else place % columns)

    def sown(self, cell: int) -> Self:
        """Return the board on which the seeds of a cell went one by one into the next ones around the board. O(seeds).

        >>> kind_of(Grid(holds=3))((2, 2, 0, 0b0100)).sown(2)  # two seeds below on the left
        Board((2, 2, 10, 0))
        """
        after = self.place(cell, 0)
        for k in range(self.piece(cell)):
            end = self.around(cell, k + 1)
            after = after.place(end, after.piece(end) + 1)
        return after


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
    more = turn or grid.holds or grid.floor or grid.has_more
    if grid.shape == "square" and moving is None and not more:
        return Board
    return _kind(grid, moving, turn)


@cache
def _kind(grid: Grid, moving: bool | None, turn: int) -> type[Board]:
    base = Walled if grid.walls else (Kind, Hexagons, Triangles, Torus, Graph)[SHAPES.index(grid.shape)]
    sides: tuple[type, ...] = () if moving is None else (_Turning,) if moving else (_Turned,)
    own: dict[str, Any] = {"faces": grid.shown, "view": grid.view, "holds": grid.holds, "floors": grid.floors}
    most = max(map(len, grid.graph), default=0)
    near = tuple((*each, *(-1,) * (most - len(each))) for each in grid.graph)
    own |= {"hands": grid.hands, "counters": grid.counters, "near": near, "__slots__": ()}
    own |= {"turn": turn} if moving is None else {}
    own["aside"] = grid.aside
    own["__qualname__"] = f"Board{sorted(own.items())} of {grid.shape}, {moving}"  # what code is compiled for
    numbers = (Numbers,) if grid.holds else ()
    return cast("type[Board]", type("Board", (*sides, *numbers, base), own))


def grows(kind: type[Wrapped] | None) -> TypeGuard[type[Board]]:
    """Whether boards of a class are the same in several integers for each face: not so of a class of the user's own.

    Nor with a floor or walls, which have integers of their own.
    """
    return kind is Board or (
        kind is not None and issubclass(kind, Kind) and not (kind.floors or issubclass(kind, Walled))
    )


@cache
def longer(kind: type[Board], faces: int, words: int) -> type[Board]:
    """Return the class of the same boards, of so many faces but the first, in so many integers for each of them.

    >>> from grundy.rules.board import long_state
    >>> longer(Board, 1, 2)(long_state((2, 40, 1 << 79), 2))[1, 39]
    1
    """
    bases = (kind,) if issubclass(kind, ByCells) else (ByCells, kind)
    own: dict[str, Any] = {"words": words, "__slots__": (), "__qualname__": f"{kind.__qualname__}, {words} words"}
    own |= {"aside": kind.aside + faces * (words - 1)} if issubclass(kind, Kind) else {}
    if not issubclass(kind, Kind):
        bases, own = (LongBoard,), {"faces": faces, "__slots__": ()}
    return type("LongBoard", bases, own | dict.fromkeys(("mask", "edge", "spread")))  # which are of one integer


def numbers_beside(kind: type[Board]) -> int:
    """Return how many numbers of a state stand behind its board: hands, counters, and who is to move.

    >>> numbers_beside(kind_of(Grid(".XO", sides="swap", hands=1), moving=True))
    3
    """
    return 2 * kind.hands + kind.counters + issubclass(kind, (_Turning, _Turned)) if issubclass(kind, Kind) else 0
