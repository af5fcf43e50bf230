"""Connect Four on a board of any size: stones fall to the bottom of a column; four in a row win, in any direction.

On 7 columns and 6 rows the first player wins (V. Allis, J. D. Allen, 1988); on 4 by 4 it is a tie. Boards are written from
the top row down, ``..../..../..../XO..``; X begins.
"""

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.board_rows import read_board
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Board, board
from grundy.rules.text.rows import Cell, read_turns, write_turns
from grundy.values.outcome import LOSS, TIE


@game(sided=True)
def connect4(own: int, other: int, *, width: int = 4, height: int = 4, line: int = 4):
    """Drop a stone into a column; a line of four of your stones, in any direction, wins.

    Bit column * (height + 1) + row is a cell; the top bit of a column stays 0.
    """
    filled = own | other
    for column in range(width):
        bottom = column * (height + 1)
        cell = filled + (1 << bottom) & ~filled
        if not cell >> bottom + height & 1:
            yield other, own | cell


@connect4.ending
def over(own: int, other: int, *, width: int, height: int, line: int) -> int | None:
    """Who has just moved wins with ``line`` stones in a row; a full board is a tie."""
    for step in (1, height, height + 1, height + 2):
        row = other
        for _turn in range(line - 1):
            row &= row >> step
        if row:
            return LOSS
    return TIE if (own | other).bit_count() == width * height else None


@connect4.tier
def stones(own: int, other: int, *, width: int, height: int, line: int) -> int:
    """Every move adds a stone."""
    return (own | other).bit_count()


@connect4.rank(below=lambda own, other, *, width, height, line: 1 << width * (height + 1))
def key(own: int, other: int, *, width: int, height: int, line: int) -> int:
    """Number a position by the mover's stones and, in each column, a bit above the top stone."""
    return own + (own | other) + bottom(width, height)


@connect4.unrank
def stones_of(key: int, *, width: int, height: int, line: int) -> tuple[int, int] | None:
    """Return the stones of a key: they lie below the highest bit of each column."""
    lowest = bottom(width, height)
    below = key
    for _turn in range(height):
        below |= below >> 1 & ~(lowest << height)
    filled = below >> 1 & ~(lowest << height)
    return (key & filled, filled & ~key) if below & lowest == lowest else None


def bottom(width: int, height: int) -> int:
    """Return the cells of the lowest row."""
    return ((1 << width * (height + 1)) - 1) // ((1 << height + 1) - 1)


def cell_of(height: int) -> Cell:
    return lambda row, column: column * (height + 1) + height - 1 - row


@connect4.setup
def read(
    text: str | int = "", other: int = 0, *, width: int = 4, height: int = 4, line: int = 4
) -> tuple[int, int] | Position:
    """Read a board from the top row down; without one it is empty."""
    if min(width, height, line) < 1:
        raise PositionError("connect4: width, height and line are numbers from 1 up")
    if not isinstance(text, str):
        return _checked(text, other, width, height)
    if not text:
        return 0, 0
    rows = read_board("connect4", text, ".XO")
    width, height = len(rows[0]), len(rows)
    own, foe, (mine, its) = read_turns("connect4", rows, cell_of(height))
    if (column := floating(own | foe, width, height)) is not None:
        raise PositionError(
            "connect4: in column {column} of {text!r} a stone lies on nothing", column=column + 1, text=text
        )
    if over(foe, own, width=width, height=height, line=line) == LOSS:
        raise PositionError(
            "connect4: {mine} has {line} in a row already, so {its} cannot have moved last",
            mine=mine,
            line=line,
            its=its,
        )
    return Position(connect4.bind(width=width, height=height, line=line), (own, foe))


def floating(filled: int, width: int, height: int) -> int | None:
    """Return a column whose stones do not lie one on another from the bottom, or reach above the top; else None."""
    stacks = (filled >> i * (height + 1) & (1 << height + 1) - 1 for i in range(width))
    return next((i for i, stack in enumerate(stacks) if stack & stack + 1 or stack >> height), None)


def _checked(own: int, other: int, width: int, height: int) -> tuple[int, int]:
    """Return the stones of the two players; PositionError if they do not lie as stones do."""
    stones_given = isinstance(own, int) and isinstance(other, int)  # pyright: ignore[reportUnnecessaryIsInstance]
    fits = stones_given and not own & other and 0 <= own | other < 1 << width * (height + 1)
    if fits and floating(own | other, width, height) is None:
        return own, other
    raise PositionError(
        "connect4: {own} and {other} are not the stones of two players on a {width} by {height} board",
        own=own,
        other=other,
        width=width,
        height=height,
    )


@connect4.shown
def board_of(own: int, other: int, *, width: int, height: int) -> str:
    """Draw the board on one line, from the top row down."""
    return write_turns(own, other, cell_of(height), height, width)


@connect4.picture
def drawn(own: int, other: int, *, width: int, height: int) -> Board:
    return board(board_of(own, other, width=width, height=height))


@connect4.spelling
def column_of(before: tuple[int, int], after: tuple[int, int], *, height: int) -> str:
    """Name the column, from 1."""
    return _("column {number}").format(number=((before[0] ^ after[1]).bit_length() - 1) // (height + 1) + 1)


connect4.called(
    "Connect Four; connect-4; four-in-a-row",
    "Drop a stone into a column. Four of your stones in a line, in any direction, win.",
)
connect4.looks("discs")
connect4.starts(
    "7x6",
    example="4x4",
    sizes="4x4; 5x4; 5x5; 6x5; 7x6",
    variants={"Connect Three": "width=4 height=3 line=3"},
    small="3x3 line=3; 2x4 line=3; 4x2 line=3; ..../XO../OX../XOXO",
)


@connect4.sized
def empty(width: int, height: int, *, line: int) -> Position:
    """Return an empty board, so many columns wide and so many rows high, as 7x6 is said of the usual one."""
    return connect4(width=width, height=height, line=line)
