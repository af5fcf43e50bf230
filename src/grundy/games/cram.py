"""Cram: both players lay dominoes on a board, either way; who cannot lay one loses.

The impartial Domineering. *Winning Ways* ch. 15. On a board with both sides even the second player wins by answering with
the image of each move under the half-turn; with one side odd the first player lays the middle domino and does the same.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from grundy.errors import Notice, PositionError, TooLarge
from grundy.rules.boards import read_board
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.solution import Solution

ENOUGH = 1 << 26
"""The bytes that a search for further winning moves may take."""


@game
def cram(board: int, *, rows: int = 4, columns: int = 4):
    """Lay a domino on two neighbouring free cells; bit row * columns + column is set where a cell is covered."""
    for i in range(rows * columns):
        if not board >> i & 1:
            if (i + 1) % columns and not board >> i + 1 & 1:
                yield board | 3 << i
            if i + columns < rows * columns and not board >> i + columns & 1:
                yield board | 1 << i | 1 << i + columns


def free_beside(board: int, i: int, rows: int, columns: int) -> bool:
    """Whether a neighbour of cell i is free."""
    if i % columns > 0 and not board >> i - 1 & 1:
        return True
    if (i + 1) % columns > 0 and not board >> i + 1 & 1:
        return True
    if i >= columns and not board >> i - columns & 1:
        return True
    return i + columns < rows * columns and not board >> i + columns & 1


@cram.symmetry
def least(board: int, *, rows: int, columns: int) -> int:
    """Cover the cells that no domino can reach, and take the least of the board's images."""
    settled = board
    for i in range(rows * columns):
        if not free_beside(board, i, rows, columns):
            settled |= 1 << i
    best = settled
    for image in range(1, 8 if rows == columns else 4):
        turned = 0
        for i in range(rows * columns):
            if settled >> i & 1:
                row = i // columns
                column = i % columns
                if image & 1:
                    row = rows - 1 - row
                if image & 2:
                    column = columns - 1 - column
                if image & 4:
                    row, column = column, row
                turned |= 1 << row * columns + column
        best = min(best, turned)
    return best


@cram.setup
def read(board: str | int = 0, *, rows: int = 4, columns: int = 4) -> int | Position:
    """Read a board such as ``..#/...`` (# is covered); without one it is empty, of ``rows`` by ``columns`` cells."""
    if min(rows, columns) < 1:
        raise PositionError("cram: rows and columns are numbers from 1 up")
    if not isinstance(board, str):
        if not 0 <= board < 1 << rows * columns:
            raise PositionError(f"cram: {board} is no board of {rows} by {columns} cells")
        return board
    lines = read_board("cram", board, ".#")
    covered = sum(1 << i for i, face in enumerate("".join(lines)) if face == "#")
    return Position(cram.bind(rows=len(lines), columns=len(lines[0])), covered)


@cram.shown
def board_of(board: int, *, rows: int, columns: int) -> str:
    """Draw the board on one line."""
    return "/".join("".join(".#"[board >> r * columns + c & 1] for c in range(columns)) for r in range(rows))


@cram.spelling
def domino_of(before: int, after: int, *, columns: int) -> str:
    """Name the two cells, by row and column from 1."""
    cells = [i for i in range((before ^ after).bit_length()) if (before ^ after) >> i & 1]
    return "-".join(f"({i // columns + 1},{i % columns + 1})" for i in cells)


@cram.small
def small_boards() -> Iterator[Position]:
    """Yield small boards, empty and not."""
    for rows in range(1, 4):
        for columns in range(1, 6 - rows // 3):
            yield cram(rows=rows, columns=columns)
    yield cram("..#/#../...")


def middle_first(board: int, *, rows: int, columns: int) -> Iterator[int]:
    """Iterate over the winning moves on an empty board: the middle domino, then those that a search finds."""
    if rows % 2 == columns % 2:
        return
    i = (rows - 1) // 2 * columns + (columns - 1) // 2
    middle = 3 << i if columns % 2 == 0 else 1 << i | 1 << i + columns
    yield middle
    try:
        solution = Position(cram.bind(rows=rows, columns=columns), board).solve(method="search", memory=ENOUGH)
    except TooLarge:
        warnings.warn("cram: the middle domino wins; whether others do needs too large a search", Notice, stacklevel=2)
        return
    yield from (move.after.state for move in solution.iter_winning_moves() if move.after.state != middle)


@cram.theorem(
    gives="losing",
    name="the symmetry strategy",
    source="Winning Ways ch. 15",
    where=lambda board, *, rows, columns: board == 0 and rows * columns % 2 == 0,
    reach=middle_first,
)
def half_turn(board: int, *, rows: int, columns: int) -> bool:
    """On an empty board with an even side the mover loses if both sides are even, and wins if one is odd."""
    return rows % 2 == columns % 2


@cram.explanation
def why(solution: Solution) -> str:
    """Say the symmetry strategy."""
    if not solution.source:  # it was searched
        return ""
    rules = solution.position.ruleset
    rows, columns = rules.params["rows"], rules.params["columns"]
    lines = [f"On {rows} by {columns} cells a domino and its image under the half-turn never overlap"]
    if half_turn(0, rows=rows, columns=columns):
        lines[0] += ","
        lines.append(
            "and none is its own image. So the second player answers every move with its image and moves last."
        )
    else:
        lines[0] += ", but for the middle one."
        lines.append(f"The first player lays that ({solution.best_move}) and then answers every move with its image.")
    return "\n".join(lines)
