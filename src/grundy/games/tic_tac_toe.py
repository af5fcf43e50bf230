"""Tic-tac-toe (noughts and crosses): who has three in a row wins; with best play it is a tie.

5,478 positions can be reached, 765 of them different up to rotation and reflection; three men's morris and nine men's
morris are its relatives with moving men. Text is written row by row, ``X.O/.../...``; X begins, so the counts say whose
turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.errors import PositionError
from grundy.rules.board_rows import read_board
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Board, board
from grundy.text.moves import cell as name_of
from grundy.text.rows import read_turns, write_turns
from grundy.values.outcome import LOSS, TIE

LINES = (7, 56, 448, 73, 146, 292, 273, 84)
"""Three in a row, as bits: bit 3 * row + column is a cell."""


@game(sided=True)
def tic_tac_toe(own: int, other: int):
    """Write your sign into an empty cell; three in a row win."""
    for cell in range(9):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@tic_tac_toe.ending
def over(own: int, other: int) -> int | None:
    """Who has just moved wins with three in a row; a full board is a tie."""
    for line in LINES:
        if other & line == line:
            return LOSS
    return TIE if own | other == 511 else None


def cell_at(row: int, column: int) -> int:
    return 3 * row + column


@tic_tac_toe.setup
def read(board: str | int = "", other: int = 0) -> tuple[int, int]:
    """Read a board such as ``X.O/.../...``; without one it is empty."""
    if not isinstance(board, str):
        fits = isinstance(board, int) and isinstance(other, int) and not board & other and 0 <= board | other < 512  # pyright: ignore[reportUnnecessaryIsInstance]
        if not fits or other.bit_count() - board.bit_count() not in (0, 1):
            raise PositionError(
                "tic-tac-toe: {board} and {other} are not the cells of two players who take turns",
                board=board,
                other=other,
            )
        return board, other
    rows = read_board("tic-tac-toe", board or ".../.../...", ".XO", width=3, height=3)
    own, foe, (mine, its) = read_turns("tic-tac-toe", rows, cell_at)
    if over(foe, own) == LOSS:
        raise PositionError(
            "tic-tac-toe: {mine} has three in a row already, so {its} cannot have moved last", mine=mine, its=its
        )
    return own, foe


@tic_tac_toe.shown
def board_of(own: int, other: int) -> str:
    """Draw the board on one line."""
    return write_turns(own, other, cell_at, 3, 3)


@tic_tac_toe.picture
def drawn(own: int, other: int) -> Board:
    return board(board_of(own, other))


@tic_tac_toe.spelling
def cell_of(before: tuple[int, int], after: tuple[int, int]) -> str:
    """Name the cell."""
    return name_of((before[0] ^ after[1]).bit_length() - 1, 3)


@tic_tac_toe.small
def near_the_end() -> Iterator[Position]:
    """Yield boards on which a few cells are empty."""
    for text in ("XOX/OXO/OX.", "XO./OX./...", "XOX/.O./..X", "XX./OO./...", "X.O/.X./..O"):
        yield tic_tac_toe(text)


tic_tac_toe.called(
    "Tic-Tac-Toe",
    "Write your sign into an empty cell. Three in a row win.",
    zh=("井字棋", "在空格中写下自己的记号。三子连成一线者胜。"),
    also=("noughts-and-crosses", "xs-and-os", "圈叉棋"),
)
tic_tac_toe.looks("marks")
tic_tac_toe.starts(
    "3x3",
    sizes=("3x3",),
    variants=(
        ("Corner Opening", "角上开局", "X../.../..."),
        ("Centre Opening", "中心开局", ".../.X./..."),
        ("Edge Opening", "边上开局", ".X./.../..."),
    ),
)


@tic_tac_toe.sized
def empty(rows: int, columns: int) -> str | None:
    """Return the empty board: there is one size."""
    return "" if (rows, columns) == (3, 3) else None
