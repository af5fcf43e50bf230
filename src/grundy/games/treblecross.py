"""Treblecross: one-dimensional tic-tac-toe where both players write X; who makes three in a row wins.

*Winning Ways* ch. 4. Nobody may write an X within two cells of another, or the next player completes three; so a row of n
free cells is a heap of n + 2 of the octal game 0.007. The contest problem (UVa 10561) asks for all winning cells.
"""

from collections.abc import Iterator
from functools import cache
from re import finditer

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.explanations import verdict
from grundy.rules.functions import game
from grundy.rules.grids import read_board
from grundy.rules.heaps import octal
from grundy.rules.position import Position
from grundy.rules.scenes import Board
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader, each_test
from grundy.values.nimber import nim_sum
from grundy.values.outcome import LOSS, TIE

SEGMENTS = octal("0.007")


@game
def treblecross(board: int, *, cells: int = 9):
    """Write an X in an empty cell; bit i of the board is set where cell i holds one."""
    for i in range(cells):
        if not board >> i & 1:
            yield board | 1 << i


@treblecross.ending
def over(board: int, *, cells: int) -> int | None:
    if board & board >> 1 & board >> 2:
        return LOSS
    if board == (1 << cells) - 1:  # a row of one or two cells
        return TIE
    return None


@treblecross.setup
def read_row(row: str | int, *, cells: int) -> Position | int:
    if row == "" or cells < 1:
        raise PositionError("treblecross: a board needs at least 1 cell")
    if not isinstance(row, str):
        if not isinstance(row, int) or not 0 <= row < 1 << cells:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError(
                "treblecross: {row} is not a board of {cells} cells (cells=… says how many there are)",
                row=row,
                cells=cells,
            )
        return row
    return Position(treblecross.bind(cells=len(row)), cells_of(row))


@treblecross.sized
def empty_row(rows: int, cells: int) -> Position | None:
    return Position(treblecross.bind(cells=cells), 0) if rows == 1 else None


def cells_of(row: str) -> int:
    """Return the cells of a row that hold an X, as bits."""
    (read,) = read_board("treblecross", row, ".X", height=1)
    return sum(1 << i for i, face in enumerate(read) if face == "X")


@treblecross.shown
def row_of(board: int, *, cells: int) -> str:
    return "".join(".X"[board >> i & 1] for i in range(cells))


@treblecross.picture
def drawn(board: int, *, cells: int) -> Board:
    return Board((tuple(row_of(board, cells=cells)),))


@treblecross.spelling
def cell_of(before: int, after: int) -> str:
    return _("cell {number}").format(number=(before ^ after).bit_length())


@cache
def worth(free: int) -> int:
    """What a row of free cells is worth: a heap of two more in the octal game 0.007."""
    return SEGMENTS(free + 2).grundy()


def completing(board: int, cells: int) -> Iterator[int]:
    """Iterate over the cells that make three in a row."""
    for i in range(cells):
        after = board | 1 << i
        near = after >> max(0, i - 2) & 31 >> max(0, 2 - i)
        if after != board and near & near >> 1 & near >> 2:
            yield i


def segments(board: int, cells: int) -> list[tuple[int, int]]:
    """Return the rows of free cells, those with no X within two cells, as (first, length)."""
    near = board | board << 1 | board << 2 | board >> 1 | board >> 2
    return [(row.start(), len(row[0])) for row in finditer(r"\.+", row_of(near, cells=cells))]


def total(rows: list[tuple[int, int]]) -> int:
    """Return the xor of what rows of free cells are worth."""
    return nim_sum(*(worth(length) for _, length in rows))


def winning_cells(board: int, cells: int) -> list[int]:
    """Return the cells (from 0) that win: those that make three, else those that leave the value 0."""
    if over(board, cells=cells) is not None:
        return []
    if now := list(completing(board, cells)):
        return now
    rows = segments(board, cells)
    return [
        first + i
        for first, length in rows
        for i in range(length)
        if total(rows) ^ worth(length) ^ worth(max(0, i - 2)) ^ worth(max(0, length - i - 3)) == 0
    ]


@treblecross.theorem(
    gives="losing",
    name="rows of free cells are heaps of 0.007",
    source="Winning Ways ch. 4",
    where=lambda board, *, cells: cells >= 3,
    reach=lambda board, *, cells: (board | 1 << i for i in winning_cells(board, cells)),
)
def lost(board: int, *, cells: int) -> bool:
    """If no X makes three at once, the mover loses when the rows of free cells, as heaps of 0.007, have the xor 0."""
    if over(board, cells=cells) is not None:
        return True
    return not list(completing(board, cells)) and total(segments(board, cells)) == 0


@treblecross.explanation
def why(solution: Solution) -> Iterator[str]:
    board, cells = solution.position.state, solution.position.ruleset.params["cells"]
    yield row_of(board, cells=cells)
    if over(board, cells=cells) is not None:
        yield _("Play is over.")
        return
    for i in completing(board, cells):
        yield _("An X in cell {now} makes three in a row and wins at once.").format(now=i + 1)
        return
    yield _("An X within two cells of another lets the other player make three, so only these cells are free:")
    rows = segments(board, cells)
    for first, length in rows[:12]:
        told = _("cells {first} to {last}: a heap of {length} in 0.007, worth {worth}")
        yield told.format(first=first + 1, last=first + length, length=length + 2, worth=worth(length))
    yield _("xor: {value}").format(value=total(rows))
    if total(rows):
        yield verdict(solution)
        return
    yield _("It is 0, so the player to move will be the first who has to write next to an X, and loses.")


@treblecross.judge("treblecross")
@each_test
def judge(read: Reader) -> Iterator[str]:
    """UVa 10561: a number of rows of . and X: WINNING with the winning cells from 1, or LOSING."""
    row = read.word("a board")
    if row.strip(".X"):
        raise read.fail(f"expected a board of '.' and 'X', found {row[:40]!r}")
    if len(row) < 3:  # a tie, which the contest has no word for
        raise read.fail(f"expected a board of 3 cells or more, found {row!r}")
    board, cells = cells_of(row), len(row)
    found = winning_cells(board, cells)
    yield "WINNING" if found else "LOSING"
    yield " ".join(str(i + 1) for i in found)


treblecross.called(
    "Treblecross; one-dimensional-tic-tac-toe",
    "Write an X in an empty cell of the row. Whoever makes three in a row wins.",
)
treblecross.looks("marks")
treblecross.starts(
    ".........",
    sizes=".....; .......; .........; ............",
    small="0..7 cells=3; 0..31 cells=5; 0..255 cells=8",
)
