"""Boards in words that say more than which cell shows what: whose turn it is, or how long a strip is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grundy.common.errors import PositionError
from grundy.rules.board_rows import read_board, stones

Cell = Callable[[int, int], int]
"""The bit of a cell, of its row from the top and its column."""


class Turns(NamedTuple):
    """A board on which X and O write in turn: the stones of the player to move and the other's, and their letters."""

    own: int
    other: int
    letters: tuple[str, str]


def read_turns(name: str, rows: list[str], cell: Cell) -> Turns:
    """Return the stones on the rows of a board, PositionError if X and O do not take turns.

    >>> read_turns("tic-tac-toe", ["X..", ".O.", "..X"], lambda r, c: 3 * r + c)
    Turns(own=16, other=257, letters=('O', 'X'))
    """
    letters = stones(name, rows)
    own, other = (
        sum(1 << cell(r, c) for r, row in enumerate(rows) for c, face in enumerate(row) if face == letter)
        for letter in letters
    )
    return Turns(own, other, letters)


def write_turns(own: int, other: int, cell: Cell, height: int, width: int) -> str:
    """Return a board as `read_turns` reads it: X has begun, so the counts say who is to move.

    >>> write_turns(16, 257, lambda r, c: 3 * r + c, 3, 3)
    'X../.O./..X'
    """
    mine, its = ("X", "O") if own.bit_count() == other.bit_count() else ("O", "X")

    def face(bit: int) -> str:
        return mine if own >> bit & 1 else its if other >> bit & 1 else "."

    return "/".join("".join(face(cell(r, c)) for c in range(width)) for r in range(height))


def read_strip(name: str, strip: str, faces: str = ".X") -> int:
    """Return the set of cells that show the second of two faces; PositionError names the cell that is wrong.

    >>> read_strip("treblecross", "X.xx")
    13
    """
    for place, cell in enumerate(strip.upper(), 1):
        if cell not in faces:
            raise PositionError(
                "{name}: cell {place} of {strip!r} is {cell!r}, and a cell is {empty} or {full}",
                name=name,
                place=place,
                strip=strip,
                cell=strip[place - 1],
                empty=faces[0],
                full=faces[1],
            )
    return sum(1 << i for i, cell in enumerate(strip.upper()) if cell == faces[1])


def write_strip(cells: int, width: int, faces: str = ".X") -> str:
    """Return a strip as `read_strip` reads it.

    >>> write_strip(13, 5)
    'X.XX.'
    """
    return "".join(faces[cells >> i & 1] for i in range(width))


class Men(NamedTuple):
    """A board on which men stand: the cells of each letter as bits, row by row, and who is to move, 0 or 1."""

    cells: tuple[int, ...]
    turn: int
    width: int
    height: int


def read_men(
    name: str, text: str, turn: str = "X", letters: str = "XO", *, width: int = 0, height: int = 0, gone: int = 0
) -> Men:
    """Read a board of men, and the letter of who is to move; the cells in ``gone`` are none, and shown as #.

    >>> read_men("dodgem", "X../X../.OO", "O")
    Men(cells=(9, 384), turn=1, width=3, height=3)
    """
    rows = read_board(name, text, "." + letters + "#" * bool(gone), width=width, height=height)
    line = "".join(rows)
    if str(turn).upper() not in ("X", "O"):
        raise PositionError("{name}: {turn!r} is to move, and the players are X and O", name=name, turn=turn)
    for bit, face in enumerate(line):
        if (face == "#") != bool(gone >> bit & 1):
            raise PositionError(
                "{name}: row {row}, cell {place} of {text!r} is {face!r}, and # stands where the board has no cell",
                name=name,
                row=bit // len(rows[0]) + 1,
                place=bit % len(rows[0]) + 1,
                text=text,
                face=face,
            )
    cells = tuple(sum(1 << bit for bit, face in enumerate(line) if face == letter) for letter in letters)
    return Men(cells, "XO".index(str(turn).upper()), len(rows[0]), len(rows))


def write_men(cells: tuple[int, ...], width: int, height: int, letters: str = "XO", gone: int = 0) -> str:
    """Return a board as `read_men` reads it.

    >>> write_men((9, 384), 3, 3)
    'X../X../.OO'
    """

    def face(bit: int) -> str:
        found = [letter for letter, men in zip(letters + "#", (*cells, gone), strict=True) if men >> bit & 1]
        return found[0] if found else "."

    return "/".join("".join(face(row * width + column) for column in range(width)) for row in range(height))


def with_turn(board: str, turn: int) -> str:
    """Return a board with the letter of who is to move behind it, where it is not X.

    >>> with_turn("X../X../.OO", 1)
    'X../X../.OO, O'
    """
    return f"{board}, O" if turn else board
