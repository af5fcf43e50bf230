"""Connect Four on a board of any size: stones fall to the bottom of a column; four in a row win, in any direction.

On 7 columns and 6 rows the first player wins (V. Allis, J. D. Allen, 1988); on 4 by 4 it is a tie. Boards are written from
the top row down, ``..../..../..../XO..``; X begins. Or by the columns that were played: ``played=4453``.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.text.contest import Reader
from grundy.rules.text.stones import in_turn
from grundy.values.outcome import LOSS, TIE

MOST = 1 << 16
"""The most cells of a board."""


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
    """Whoever has just moved wins with ``line`` stones in a row; a full board is a tie."""
    for step in (1, height, height + 1, height + 2):
        row = other
        for _turn in range(line - 1):
            row &= row >> step
        if row:
            return LOSS
    return TIE if (own | other).bit_count() == width * height else None


@connect4.twins
def mirrored(own: int, other: int, *, width: int, height: int, line: int):
    """Yield the board with its columns in the other order."""
    high, column = height + 1, (1 << height + 1) - 1
    mine = its = 0
    for at in range(width):
        mine = mine << high | own >> high * at & column
        its = its << high | other >> high * at & column
    yield mine, its


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


def columns(*, width: int, height: int) -> list[range]:
    """Return the bits of the cells, from the top row down."""
    return [range(row, width * (height + 1), height + 1) for row in range(height - 1, -1, -1)]


def require(own: int, other: int, *, width: int, height: int) -> None:
    """Raise PositionError where the stones of a column do not lie one on another from the bottom."""
    for column in range(width):
        stack = (own | other) >> column * (height + 1) & (1 << height + 1) - 1
        if stack & stack + 1:
            raise PositionError("connect4: in column {column} a stone hangs in the air", column=column + 1)


in_turn(connect4, MOST, layout=columns, require=require)
drawn = connect4.hooks["setup"]


@connect4.setup
def played_or_drawn(board: str | int = "", other: int = 0, *, played: str = "", width: int, height: int, line: int):
    """Read a board; or begin with an empty one on which columns were ``played``, a digit from 1 each."""
    params = {"width": width, "height": height, "line": line}
    if not played:
        return drawn(board, other, **params)
    if board or other:
        raise PositionError("connect4: give a board, or the columns that were played from an empty one, not both")
    position = connect4(**params)
    for number, column in enumerate(str(played), 1):
        names = {str(column_of(position.state, after.state, height=height)): after for after in position.options()}
        position = names.get(_("column {number}").format(number=column))
        if position is None:
            raise PositionError(
                "connect4: nobody can play column {column} in move {number}", column=column, number=number
            )
    return position


@connect4.judge("connect4-columns")
def judge_columns(read: Reader) -> Iterator[str]:
    """Lines of columns played on 7 by 6, each perhaps with a score: win, tie or loss of who moves; a wrong sign is told."""
    for row in [*read.lines()] or [read]:
        columns = row.word("a word of columns")
        told = None if row.done else row.integer(what="a score")
        row.finish()
        try:
            score = {"N": 1, "P": -1}.get(connect4(played=columns, width=7, height=6).outcome().name, 0)
        except PositionError as problem:
            raise row.fail(str(problem), 0) from None
        wrong = told is not None and (told > 0) - (told < 0) != score
        yield ("loss", "tie", "win")[score + 1] + f", not {told}" * wrong


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
