"""Boards as rules speak of them: what a cell shows, its neighbours, and the board after a piece is placed.

A `Board` is the state of a `grundy.rules.grids.Grid`: rows, columns, and for each face but the first an integer with a bit
for each cell. Cells are numbered row by row from 0; beyond the edge there is cell -1. A piece is the number of its face:
`FREE` is 0, X is 1, O is 2 where the faces are ``".XO"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Self

from grundy.language.wrapped import Wrapped
from grundy.rules.grids import in_line, neighbour
from grundy.rules.solution import LEFT

FREE, X, O = 0, 1, 2  # noqa: E741
MINE, YOURS = X, O
"""On a board with sides: the pieces of the player to move, and of the other one, who has just moved."""
EDGE = 99
"""What a cell shows that is not on the board."""
UP, WEST, EAST, DOWN = 0, 1, 2, 3
"""Ways of `Board.step`; 4 to 7 are the diagonals. The way back from way w of these four is 3 - w."""
ALL_WAYS = (0, 1, 2, 3, 4, 5, 6, 7)
"""The ways of a queen."""
BITS = 62
"""The cells of a `LongBoard` for which there is one integer."""


def pieces(player: int) -> tuple[int, int]:
    """Return the piece of a player and that of the other: Left has X, Right has O.

    >>> pieces(LEFT)
    (1, 2)
    """
    return (X, O) if player == LEFT else (O, X)


class Board(Wrapped):
    """A board, for the rules of a game on a grid; `place` and `move` give another one.

    >>> board = Board((2, 3, 0b000001, 0b010000))  # X..|.O.
    >>> board[0, 0], board[1, 1], board[0, 2], board[-1, 0]
    (1, 2, 0, 99)
    >>> list(board.free), list(board.beside(4)), board.place(2, X)
    ([1, 2, 3, 5], [1, 3, 5], Board((2, 3, 5, 16)))
    """

    __slots__ = ()

    lines = (EAST, DOWN, 6, 7)
    """One of the two ways along each line: of a row, a column, and the two diagonals."""

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.state[0]

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return self.state[1]

    # ---- what a cell shows

    def __getitem__(self, cell: int | tuple[int, int]) -> int:
        """Return the piece on a cell, given by its number, or by row and column from 0; `EDGE` outside the board.

        >>> board = Board((2, 3, 0b000001, 0b010000))  # X..|.O.
        >>> board[0], board[1, 1], board[5], board[2, 0], board[-1]
        (1, 2, 0, 99, 99)
        """
        if isinstance(cell, tuple):
            row, column = cell
            return self.piece(self.cell(row, column))
        return self.piece(cell)

    def piece(self, cell: int) -> int:
        """Return the piece on a cell given by its number. O(faces)."""
        found = EDGE
        if 0 <= cell < self.state[0] * self.state[1]:
            found = FREE
            first, bit = self.word(cell), self.bit(cell)
            for face in range(self.faces):
                found += (face + 1) * (self.state[first + face] >> bit & 1)
        return found

    def cells(self, piece: int) -> Iterator[int]:
        """Iterate over the cells that show a piece.

        >>> list(Board((2, 2, 0b1001, 0b0010)).cells(X))  # XO|.X
        [0, 3]
        """
        for cell in range(self.rows * self.columns):
            if self.piece(cell) == piece:
                yield cell

    @property
    def free(self) -> Iterator[int]:
        """Iterate over the cells that show the first face.

        >>> list(Board((2, 2, 0b1001, 0b0010)).free)  # XO|.X
        [2]
        """
        free = self.mask(FREE)
        for cell in range(self.rows * self.columns):
            if free >> self.bit(cell) & 1:
                yield cell

    def count(self, piece: int) -> int:
        """Return how many cells show a piece.

        >>> board = Board((2, 2, 0b1001, 0b0010))  # XO|.X
        >>> board.count(X), board.count(FREE)
        (2, 1)
        """
        return self.mask(piece).bit_count()

    @property
    def full(self) -> bool:
        """Whether no cell shows the first face.

        >>> Board((2, 2, 0b1001, 0b0110)).full, Board((2, 2, 0b1001, 0b0010)).full
        (True, False)
        """
        return self.mask(FREE) == 0

    # ---- goals: what the pieces of one player have come to, of the one who has just moved unless said

    def line(self, length: int, piece: int = YOURS) -> bool:
        """Whether so many pieces stand in a line: a row, a column, or a diagonal. O(length).

        >>> board = Board((3, 3, 0b000000011, 0b001010100))  # XXO|.O.|O..
        >>> board.line(3), board.line(3, X), board.line(2, X)
        (True, False, True)
        """
        return in_line(self.mask(piece), self.state[1], self.state[0], length)

    def reaches(self, side: int, piece: int = YOURS) -> bool:
        """Whether a piece stands at a side of the board: `UP`, `WEST`, `EAST` or `DOWN`. O(length of the side).

        >>> board = Board((2, 3, 0b000001, 0b010000))  # X..|.O.
        >>> board.reaches(DOWN), board.reaches(WEST), board.reaches(WEST, X)
        (True, False, True)
        """
        return self.mask(piece) & self.edge(side) != 0

    def connects(self, one: int, other: int, piece: int = YOURS) -> bool:
        """Whether a chain of pieces leads from a side to another: `UP`, `WEST`, `EAST` or `DOWN`. O(length of the chain).

        >>> board = Board((2, 3, 0b000100, 0b110001))  # O.X|.OO
        >>> board.connects(WEST, EAST), board.place(1, O).connects(WEST, EAST)
        (False, True)
        """
        stones, first = self.mask(piece), self._edge(WEST)
        chain, before = stones & self.edge(one), 0
        while chain != before:
            before = chain
            chain |= stones & self._spread(chain, first)
        return chain & self.edge(other) != 0

    def breathes(self, piece: int) -> bool:
        """Whether each block of a piece has a liberty: a free cell beside one of its cells. O(length of the blocks).

        >>> board = Board((2, 3, 0b001011, 0b000100))  # XXO|X..
        >>> board.breathes(X), board.breathes(O), board.place(5, X).breathes(O)
        (True, True, False)
        """
        stones, first = self.mask(piece), self._edge(WEST)
        alive, before = stones & self._spread(self.mask(FREE), first), 0
        while alive != before:
            before = alive
            alive |= stones & self._spread(alive, first)
        return alive == stones

    # ---- many cells at once, as the bits of an integer

    def mask(self, piece: int) -> int:
        """Return the cells that show a piece.

        >>> board = Board((2, 2, 0b1001, 0b0010))  # XO|.X
        >>> [bin(board.mask(piece)) for piece in (X, O, FREE)]
        ['0b1001', '0b10', '0b100']
        """
        if piece != FREE:
            return self.state[1 + piece] if 0 < piece <= self.faces else 0
        free = (1 << self.state[0] * self.state[1]) - 1
        for face in range(self.faces):
            free &= ~self.state[2 + face]
        return free

    def edge(self, side: int) -> int:
        """Return the cells at a side of the board.

        >>> [bin(Board((2, 2, 0, 0)).edge(side)) for side in (UP, WEST, EAST, DOWN)]
        ['0b11', '0b101', '0b1010', '0b1100']
        """
        return self._edge(side)

    def _edge(self, side: int) -> int:
        rows, width = self.state[0], self.state[1]
        row = (1 << width) - 1
        if not 0 <= side < 4:
            raise IndexError("there is no such side; the sides are 0 to 3")
        if side in (UP, DOWN):
            return row if side == UP else row << (rows - 1) * width
        first = ((1 << rows * width) - 1) // row
        return first if side == WEST else first << width - 1

    def spread(self, cells: int) -> int:
        """Return the cells beside some cells.

        >>> bin(Board((2, 3, 0, 0)).spread(0b000001))  # from the first of six cells
        '0b1010'
        """
        return self._spread(cells, self._edge(WEST))

    def _spread(self, cells: int, first: int) -> int:
        width, every = self.state[1], (1 << self.state[0] * self.state[1]) - 1
        upright = cells >> width | (cells & every >> width) << width  # (from the first column nothing is further left)
        return upright | (cells & ~(first << width - 1)) << 1 | (cells & ~first) >> 1

    # ---- where cells are

    def cell(self, row: int, column: int) -> int:
        """Return the number of a cell, -1 of one that is not on the board.

        >>> board = Board((2, 3, 0, 0))
        >>> board.cell(1, 2), board.cell(2, 0)
        (5, -1)
        """
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else -1

    def step(self, cell: int, way: int) -> int:
        """Return the cell beside a cell, -1 beyond the edge: `UP`, `WEST`, `EAST`, `DOWN`, 4 to 7 the diagonals.

        >>> board = Board((2, 3, 0, 0))
        >>> board.step(4, UP), board.step(4, WEST), board.step(4, 5), board.step(4, DOWN)
        (1, 3, 2, -1)
        """
        return neighbour(self.rows, self.columns, cell, way)

    def beside(self, cell: int) -> Iterator[int]:
        """Iterate over the cells above, to the left, to the right, and below.

        >>> list(Board((2, 3, 0, 0)).beside(4))
        [1, 3, 5]
        """
        for way in range(4):
            beside = neighbour(self.rows, self.columns, cell, way)
            if beside >= 0:
                yield beside

    def ray(self, cell: int, way: int) -> Iterator[int]:
        """Iterate over the cells that a way leads to, up to the edge or once around; the first is beside the cell.

        >>> list(Board((3, 3, 0, 0)).ray(0, 7)), list(Board((3, 3, 0, 0)).ray(5, WEST))
        ([4, 8], [4, 3])
        """
        end = self.step(cell, way)
        while end >= 0 and end != cell:
            yield end
            end = self.step(end, way)

    # ---- other boards

    def place(self, cell: int, piece: int) -> Self:
        """Return the board on which a cell shows a piece, whatever it has shown before; IndexError where there is no such.

        >>> Board((1, 3, 0b001, 0b010)).place(1, X)  # XO.
        Board((1, 3, 3, 0))
        """
        layers = list(self.state)
        first, bit = self.word(self.checked(cell, piece)), self.bit(cell)
        for face in range(self.faces):
            layers[first + face] &= ~(1 << bit)
        if piece != FREE:
            layers[first + piece - 1] |= 1 << bit
        return self.of(tuple(layers))

    def move(self, start: int, end: int) -> Self:
        """Return the board on which the piece of one cell has gone to another.

        >>> Board((1, 3, 0b001, 0b010)).move(0, 1)  # XO.
        Board((1, 3, 2, 0))
        """
        return self.place(start, FREE).place(end, self.piece(start))

    # ---- how it lies in the state

    @property
    def faces(self) -> int:
        """How many faces there are but the first."""
        return len(self.state) - 2

    def word(self, cell: int) -> int:
        """Return the place of the first integer that speaks of a cell; those of other faces follow."""
        return 2

    def bit(self, cell: int) -> int:
        """Return the bit of the cell in these integers."""
        return cell

    def checked(self, cell: int, piece: int = FREE) -> int:
        """Return a cell; IndexError where it is not on the board, or the piece is none of its faces.

        >>> Board((1, 3, 0, 0)).checked(2)
        2
        """
        last, faces = self.state[0] * self.state[1] - 1, self.faces
        if not 0 <= cell <= last:
            raise IndexError(f"cell {cell} is not on the board; its cells are 0 to {last}")
        if not 0 <= piece <= faces:
            raise IndexError(f"a cell cannot show {piece}; the faces of the board are 0 to {faces}")
        return cell

    if TYPE_CHECKING:  # of some kinds of boards (`board_kinds`); a rule says by its Grid which it is for

        def floor(self, cell: int) -> int:
            """Return the face of the floor on a cell (``floor=``)."""
            ...

        def lay(self, cell: int, face: int) -> Self:
            """Return the board where the floor of a cell shows a face (``floor=``)."""
            ...

        def hand(self, piece: int, kind: int = 0) -> int:
            """Return the number in a player's hand (``hands=``)."""
            ...

        def give(self, piece: int, number: int, kind: int = 0) -> Self:
            """Return the board where a hand holds so many more (``hands=``)."""
            ...

        def counter(self, which: int = 0) -> int:
            """Return a number beside the board (``counters=``)."""
            ...

        def counted(self, number: int, which: int = 0) -> Self:
            """Return the board with another number beside it (``counters=``)."""
            ...

        def side(self, cell: int, way: int) -> int:
            """Return the line at a side of a cell (``walls=``)."""
            ...

        def wall(self, line: int) -> bool:
            """Return whether a line is drawn (``walls=``)."""
            ...

        def build(self, line: int) -> Self:
            """Return the board on which a line is drawn (``walls=``)."""
            ...

        @property
        def gaps(self) -> Iterator[int]:
            """Return the lines that are not drawn (``walls=``)."""
            ...

        @property
        def closed(self) -> int:
            """Return how many cells have lines at all their sides (``walls=``)."""
            ...

        def around(self, cell: int, steps: int = 1) -> int:
            """Return the cell so many steps further around the board (``holds=``)."""
            ...

        def sown(self, cell: int) -> Self:
            """Return the board where the seeds of a cell went around it (``holds=``)."""
            ...


class ByWays(Board):
    """A board whose cells hang together in their own way: what has to do with that is asked cell by cell."""

    __slots__ = ()

    def line(self, length: int, piece: int = YOURS) -> bool:
        """Whether so many pieces stand in a line: a row, a column, or a diagonal. O(cells · length)."""
        for start in range(self.rows * self.columns):
            if self.piece(start) == piece:
                for way in self.lines:
                    cell, found = self.step(start, way), 1
                    while found < length and self.piece(cell) == piece:
                        cell, found = self.step(cell, way), found + 1
                    if found == length:
                        return True
        return False

    def reaches(self, side: int, piece: int = YOURS) -> bool:
        """Whether a piece stands at a side of the board: `UP`, `WEST`, `EAST` or `DOWN`. O(cells)."""
        return any(self.piece(cell) == piece and self.step(cell, side) < 0 for cell in range(self.rows * self.columns))

    def connects(self, one: int, other: int, piece: int = YOURS) -> bool:
        """Whether a chain of pieces leads from a side to another: `UP`, `WEST`, `EAST` or `DOWN`. O(cells)."""
        cells = self.rows * self.columns
        chain = self._reached(tuple(c for c in range(cells) if self.piece(c) == piece and self.step(c, one) < 0), piece)
        return any(chain[cell] and self.step(cell, other) < 0 for cell in range(cells))

    def breathes(self, piece: int) -> bool:
        """Whether each block of a piece has a liberty: a free cell beside one of its cells. O(cells)."""
        cells = self.rows * self.columns
        alive = self._reached(tuple(self.free), piece)
        return all(alive[cell] or self.piece(cell) != piece for cell in range(cells))

    def _reached(self, first: tuple[int, ...], piece: int) -> list[bool]:
        """Return of each cell whether it is one of some, or chains of a piece lead there from one of these."""
        line, done = list(first), 0
        found = [False] * (self.rows * self.columns)
        for cell in first:
            found[cell] = True
        while done < len(line):
            for near in self.beside(line[done]):
                if not found[near] and self.piece(near) == piece:
                    found[near] = True
                    line.append(near)
            done += 1
        return found


class ByCells(ByWays):
    """A board whose cells are not the bits of one integer: all is asked cell by cell."""

    __slots__ = ()

    @property
    def free(self) -> Iterator[int]:
        """Iterate over the cells that show the first face."""
        for cell in range(self.rows * self.columns):
            if self.piece(cell) == FREE:
                yield cell

    def count(self, piece: int) -> int:
        """Return how many cells show a piece. O(cells)."""
        found = 0
        for cell in range(self.rows * self.columns):
            found += self.piece(cell) == piece
        return found

    @property
    def full(self) -> bool:
        """Whether no cell shows the first face. O(cells)."""
        return self.count(FREE) == 0


class LongBoard(ByCells):
    """A board of many cells in integers of 64 bits: one a face for each `BITS` cells, those of one piece of board together.

    It is a `Board` to the rules; kernels have it, Python has integers of any size.
    """

    __slots__ = ()

    def word(self, cell: int) -> int:
        """Return the place of the first integer that speaks of a cell; those of other faces follow."""
        return 2 + cell // BITS * self.faces

    def bit(self, cell: int) -> int:
        """Return the bit of the cell in these integers."""
        return cell % BITS


def is_board(state: tuple[int, ...], faces: int) -> bool:
    """Whether integers are a board of so many faces but the first: no cell shows two, and none lies beyond its sides.

    >>> is_board((2, 2, 0b1001, 0b0100), 2), is_board((2, 2, 0b1001, 0b0101), 2), is_board((0, 2, 0, 0), 2)
    (True, False, False)
    """
    rows, columns, *layers = state[: 2 + faces]
    one_each = sum(layers) == reduce(or_, layers, 0)
    return rows > 0 and columns > 0 and min(layers, default=0) >= 0 and one_each and sum(layers) >> rows * columns == 0


def long_state(state: tuple[int, ...], words: int, beside: int = 0) -> tuple[int, ...]:
    """Return a board with so many integers a face, as a `LongBoard` has them; ``beside``: numbers that stand behind these.

    >>> long_state((1, 64, 3 << 61, 1), 2), short_state((1, 64, 1 << 61, 1, 1, 0), 2)
    ((1, 64, 2305843009213693952, 1, 1, 0), (1, 64, 6917529027641081856, 1))
    """
    end = len(state) - beside
    layers = (layer >> BITS * w & (1 << BITS) - 1 for w in range(words) for layer in state[2:end])
    return (*state[:2], *layers, *state[end:])


def short_state(row: tuple[int, ...], faces: int, beside: int = 0) -> tuple[int, ...]:
    """Return a board with one integer a face, of so many faces but the first, from that of a `LongBoard`."""
    end = len(row) - beside
    layers = (sum(word << BITS * w for w, word in enumerate(row[2 + k : end : faces])) for k in range(faces))
    return (*row[:2], *layers, *row[end:])
