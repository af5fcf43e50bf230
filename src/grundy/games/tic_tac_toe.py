"""Tic-tac-toe (noughts and crosses): who has three in a row wins; with best play it is a tie.

5,478 positions can be reached, 765 of them different up to rotation and reflection; three men's morris and nine men's
morris are its relatives with moving men. On other boards, with other lines, it is the m,n,k-game: ``tic_tac_toe(width=4,
height=4)`` is won by the first player, ``line=4`` there is a tie (*Winning Ways* ch. 22). Text is written row by row,
``X.O/.../...``; X begins, so the counts say whose turn it is.
"""

from grundy.common.errors import PositionError
from grundy.rules.board_rows import read_board
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Board, board
from grundy.rules.text.moves import cell as name_of
from grundy.rules.text.rows import Cell, read_turns, write_turns
from grundy.values.outcome import LOSS, TIE


@game(sided=True)
def tic_tac_toe(own: int, other: int, *, width: int = 3, height: int = 3, line: int = 3):
    """Write your sign into an empty cell; three in a row win."""
    for cell in range(width * height):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@tic_tac_toe.ending
def over(own: int, other: int, *, width: int, height: int, line: int) -> int | None:
    """Who has just moved wins with ``line`` in a row; a full board is a tie."""
    full = (1 << width * height) - 1
    first = full // ((1 << width) - 1)  # the first column: no line along a row goes on in it
    for step, barred in ((1, first), (width, 0), (width + 1, first), (width - 1, first << width - 1)):
        row = other
        for _turn in range(line - 1):
            row &= (row & ~barred) >> step
        if row:
            return LOSS
    return TIE if own | other == full else None


@tic_tac_toe.tier
def signs(own: int, other: int, *, width: int, height: int, line: int) -> int:
    """Every move writes a sign."""
    return (own | other).bit_count()


def cell_of(width: int) -> Cell:
    return lambda row, column: width * row + column


@tic_tac_toe.setup
def read(
    board: str | int = "", other: int = 0, *, width: int = 3, height: int = 3, line: int = 3
) -> tuple[int, int] | Position:
    """Read a board such as ``X.O/.../...``; without one it is empty."""
    if min(width, height, line) < 1 or width * height > 62:
        raise PositionError(
            "tic-tac-toe: width, height and line are numbers from 1 up, and the board has at most 62 cells"
        )
    if not isinstance(board, str):
        told = isinstance(board, int) and isinstance(other, int)  # pyright: ignore[reportUnnecessaryIsInstance]
        fits = told and not board & other and 0 <= board | other < 1 << width * height
        if not fits or other.bit_count() - board.bit_count() not in (0, 1):
            raise PositionError(
                "tic-tac-toe: {board} and {other} are not the cells of two players who take turns",
                board=board,
                other=other,
            )
        return board, other
    if not board:
        return 0, 0
    rows = read_board("tic-tac-toe", board, ".XO")
    width, height = len(rows[0]), len(rows)
    if width * height > 62:
        raise PositionError(
            "tic-tac-toe: width, height and line are numbers from 1 up, and the board has at most 62 cells"
        )
    own, foe, (mine, its) = read_turns("tic-tac-toe", rows, cell_of(width))
    if over(foe, own, width=width, height=height, line=line) == LOSS:
        raise PositionError(
            "tic-tac-toe: {mine} has {line} in a row already, so {its} cannot have moved last",
            mine=mine,
            line=line,
            its=its,
        )
    return Position(tic_tac_toe.bind(width=width, height=height, line=line), (own, foe))


@tic_tac_toe.shown
def board_of(own: int, other: int, *, width: int, height: int) -> str:
    """Draw the board on one line."""
    return write_turns(own, other, cell_of(width), height, width)


@tic_tac_toe.picture
def drawn(own: int, other: int, *, width: int, height: int) -> Board:
    return board(board_of(own, other, width=width, height=height))


@tic_tac_toe.spelling
def spelling(before: tuple[int, int], after: tuple[int, int], *, width: int) -> str:
    """Name the cell."""
    return name_of((before[0] ^ after[1]).bit_length() - 1, width)


tic_tac_toe.called(
    "Tic-Tac-Toe; noughts-and-crosses; xs-and-os", "Write your sign into an empty cell. Three in a row win."
)
tic_tac_toe.looks("marks")
tic_tac_toe.starts(
    "3x3",
    sizes="3x3; 4x3; 4x4",
    variants={
        "Corner Opening": "X../.../...",
        "Centre Opening": ".../.X./...",
        "Edge Opening": ".X./.../...",
        "Four in a Row": "width=4 height=4 line=4",
    },
    small="XOX/OXO/OX.; XO./OX./...; XOX/.O./..X; XX./OO./...; X.O/.X./..O; 2x4; XOX./OOXO/XXO. line=4",
)


@tic_tac_toe.sized
def empty(width: int, height: int, *, line: int) -> Position | None:
    """Return an empty board, so many cells wide and so many high."""
    return tic_tac_toe(width=width, height=height, line=line) if 0 < width * height <= 62 and width > 0 else None
