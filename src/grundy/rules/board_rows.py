"""Boards written as text: rows of one-letter cells with ``/`` or ``|`` between them."""

from __future__ import annotations

import re
from collections.abc import Callable

from grundy.common.errors import PositionError


def read_board(name: str, text: str, faces: str, *, width: int = 0, height: int = 0) -> list[str]:
    """Return the rows of a board; PositionError names the cell that is wrong.

    ``faces`` are the letters that a cell can be; ``width`` and ``height`` are those wanted, if not 0.

    >>> read_board("tic-tac-toe", "X../.O./...", ".XO", width=3, height=3)
    ['X..', '.O.', '...']
    """
    rows = re.split(r"[/|]", str(text).strip().upper())  # what is typed may look like a number
    if height and len(rows) != height:
        raise PositionError(
            "{name}: {text!r} is {count} high, but must be {height}, with / between the rows",
            name=name,
            text=text,
            count=len(rows),
            height=height,
        )
    for number, row in enumerate(rows, 1):
        if len(row) != (width or len(rows[0])) or not row:
            if not row:
                raise PositionError("{name}: row {number} of {text!r} is empty", name=name, number=number, text=text)
            raise PositionError(
                "{name}: row {number} of {text!r} is {count} wide, but must be {wanted}",
                name=name,
                number=number,
                text=text,
                count=len(row),
                wanted=width or len(rows[0]),
            )
        for place, face in enumerate(row, 1):
            if face not in faces:
                known = ", ".join(faces[:-1]) + " or " + faces[-1]
                raise PositionError(
                    "{name}: row {number}, cell {place} of {text!r} is {face!r}, but a cell is {known}",
                    name=name,
                    number=number,
                    place=place,
                    text=text,
                    face=face,
                    known=known,
                )
    return rows


def board_of(rows: int, columns: int, face: Callable[[tuple[int, int]], str]) -> str:
    """Return the text of a board of which each cell, a row and a column from 0, shows its face.

    >>> board_of(2, 3, lambda cell: "XO"[sum(cell) % 2])
    'XOX|OXO'
    """
    return "|".join("".join(face((row, column)) for column in range(columns)) for row in range(rows))


def line_count(rows: int, columns: int) -> int:
    """Return how many lines there are at the sides of so many rows and columns of cells.

    >>> line_count(1, 2)
    7
    """
    return rows * (2 * columns + 1) + columns


def line_rows(lines: int, rows: int, columns: int) -> list[str]:
    """Return for each row of lines, in turn across and down, which are drawn.

    >>> line_rows(0b1000001, 1, 2)
    ['X.', '...', '.X']
    """
    found: list[str] = []
    for row in range(2 * rows + 1):
        across = columns + row % 2
        found.append("".join(".X"[lines >> i & 1] for i in range(across)))
        lines >>= across
    return found


def read_lines(name: str, text: str) -> list[str]:
    """Return the rows of lines in a text; PositionError names the first that is none.

    >>> read_lines("dots", "X./.../..")
    ['X.', '...', '..']
    """
    found = re.split(r"[/|]", str(text).strip().upper())
    for number, row in enumerate(found):
        fits = len(row) == len(found[0]) + number % 2 and not set(row) - set(".X")
        if len(found) < 3 or len(found) % 2 == 0 or not fits:
            raise PositionError(
                (
                    "{name}: row {number} of {text!r} is {row!r}; a row of horizontal lines has one . or X per "
                    "box, a row of vertical lines between them one more"
                ),
                name=name,
                number=number + 1,
                text=text,
                row=row,
            )
    return found


def facing(rows: int, columns: int, each: int) -> str | None:
    """Return rows with so many X on the left, so many O on the right, and a gap; None where there is no room for it.

    >>> facing(1, 8, 3)
    'XXX..OOO'
    """
    if each < 1 or 2 * each >= columns:
        return None
    return "|".join(["X" * each + "." * (columns - 2 * each) + "O" * each] * rows)
