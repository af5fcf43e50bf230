"""Teeko (J. Scarne, 1937): four men each are set and then moved; four in a line, or in a square, win.

On the usual board of 5 by 5 it is a draw (G. L. Steele Jr., *Summary of the Solving of the Game of Teeko*, 1999); the first
player wins Advanced Teeko, ``square=4``, where squares of any size count. On 4 by 4 it is a draw too, by search, and with
three men each the first player wins. Men move to a free cell beside, across too. Boards are written with the letter of who
is to move, if that is O, once all men are set.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.grids import in_line
from grundy.rules.position import Position
from grundy.rules.text.stones import with_men
from grundy.values.outcome import LOSS


@game(sided=True)
def teeko(left: int, right: int, turn: int, *, width: int = 4, height: int = 4, men: int = 4, square: int = 1):
    """Place a man on a free cell; once all are placed, move one to a neighbouring free cell. Bits are cells, row by row."""
    own = right if turn else left
    for end in range(width * height):
        if not (left | right) >> end & 1:
            if own.bit_count() < men:
                if turn:
                    yield left, own | 1 << end, 0
                else:
                    yield own | 1 << end, right, 1
            else:
                for start in range(width * height):
                    if own >> start & 1 and near(start, end, width):
                        if turn:
                            yield left, own ^ 1 << start | 1 << end, 0
                        else:
                            yield own ^ 1 << start | 1 << end, right, 1


def near(start: int, end: int, width: int) -> bool:
    """Whether two cells share a side or a corner."""
    return abs(start // width - end // width) <= 1 and abs(start % width - end % width) <= 1


@teeko.ending
def over(left: int, right: int, turn: int, *, width: int, height: int, men: int, square: int) -> int | None:
    """Whoever has just moved wins with all men in a line or, if they are four, in a square; who cannot move loses."""
    own, last = (right, left) if turn else (left, right)
    if in_line(last, width, height, men):
        return LOSS
    full = (1 << width * height) - 1
    first = full // ((1 << width) - 1)  # the first column
    inner = last
    for side in range(1, min(square + 1, width)):
        inner &= ~(first << width - side)  # from there no cell is so far to the right
        if men == 4 and inner & last >> side & last >> side * width & last >> side * (width + 1):
            return LOSS
    beside = own | (own & ~(first << width - 1)) << 1 | (own & ~first) >> 1
    beside |= beside << width | beside >> width
    return LOSS if own.bit_count() == men and not beside & full & ~(left | right) else None


@teeko.tier
def set_men(left: int, right: int, turn: int, *, width: int, height: int, men: int, square: int) -> int:
    """Men are set, and never taken."""
    return (left | right).bit_count()


def require(left: int, right: int, turn: int, *, width: int, height: int, men: int, square: int) -> None:
    """Raise PositionError for parameters that are none."""
    if width * height > 49 or not 1 <= men <= 9 or not 0 <= square <= 6 or 2 * men >= width * height:
        raise PositionError(
            "teeko: the board has at most 49 cells; each player has 1 to 9 men, fewer than half the cells"
        )


with_men(teeko, 64, men=lambda *, men: men, require=require)
teeko.called(
    "Teeko; teeko-classic",
    "Place your four men in turn; then move one to a neighbouring free cell, diagonally too. Four of your "
    "men in a line or in a square win.",
)
teeko.looks("stones")
teeko.starts(
    "5x5",
    example="4x3",
    sizes="3x3; 4x3; 4x4; 5x5",
    variants={"Advanced Teeko": "width=5 height=5 square=4", "Three Men": "width=4 height=4 men=3"},
    small="width=3 height=2 men=2; width=4 height=2 men=3; XO.X/OX.O/.X.O X; X.X/O.O/XO. men=3",
)


@teeko.sized
def empty(width: int, height: int) -> Position | None:
    """Return an empty board; fewer men where it has not ten cells."""
    cells = width * height
    return teeko(width=width, height=height, men=4 if cells > 9 else 3) if width > 2 < height and cells <= 49 else None
