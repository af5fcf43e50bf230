"""Tic-tac-toe (noughts and crosses): who has three in a row wins; with best play it is a tie.

5,478 positions can be reached, 765 of them different up to rotation and reflection; three men's morris and nine men's
morris are its relatives with moving men. On other boards, with other lines, it is the m,n,k-game: ``tic_tac_toe(width=4,
height=4)`` is won by the first player, ``line=4`` there is a tie (*Winning Ways* ch. 22). Text is written row by row,
``X.O/.../...``; X begins, so the counts say whose turn it is.
"""

from grundy.rules.functions import game
from grundy.rules.grids import in_line
from grundy.rules.text.stones import in_turn
from grundy.values.outcome import LOSS, TIE


@game(sided=True)
def tic_tac_toe(own: int, other: int, *, width: int = 3, height: int = 3, line: int = 3):
    """Write your sign in an empty cell; three in a row win."""
    for cell in range(width * height):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@tic_tac_toe.ending
def over(own: int, other: int, *, width: int, height: int, line: int) -> int | None:
    """Whoever has just moved wins with ``line`` in a row; a full board is a tie."""
    if in_line(other, width, height, line):
        return LOSS
    return TIE if (own | other).bit_count() == width * height else None


@tic_tac_toe.twins
def images(own: int, other: int, *, width: int, height: int, line: int):
    """Yield the board with its columns in the other order, its rows, and both; of a square also with rows as columns."""
    for way in range(1, 8 if width == height else 4):
        mine = its = 0
        for row in range(height):
            for column in range(width):
                y, x = height - 1 - row if way & 1 else row, width - 1 - column if way & 2 else column
                cell = x * width + y if way & 4 else y * width + x
                mine |= (own >> cell & 1) << row * width + column
                its |= (other >> cell & 1) << row * width + column
        yield mine, its


in_turn(tic_tac_toe, 62)
tic_tac_toe.called(
    "Tic-Tac-Toe; noughts-and-crosses; xs-and-os", "Write your sign in an empty cell. Three in a row win."
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
