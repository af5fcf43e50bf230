"""Shove: a piece moves one square to the left together with all pieces to its left; who has no piece left loses.

M. H. Albert, R. J. Nowakowski, D. Wolfe, *Lessons in Play*. A piece on the first square falls off the strip. Each row of a
board is a strip by itself.
"""

from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.stones import shift


@partisan_game(board=Grid(".XO", same="flip", opposite="swap"))
def shove(rows: int, columns: int, blue: int, red: int, *, player: int):
    """Move a piece (Left an X, Right an O) and all pieces to its left one square to the left."""
    own = blue if player == LEFT else red
    for i in range(rows * columns):
        if own >> i & 1:
            start = i - i % columns
            moved = (2 << i) - (1 << start)
            kept = moved ^ 1 << start  # what stood on the first square falls off
            yield rows, columns, blue & ~moved | (blue & kept) >> 1, red & ~moved | (red & kept) >> 1


shove.spelling(shift)


shove.called(
    "Shove",
    "Move one of your pieces a square to the left, and with it all pieces to its left. Whoever has no piece "
    "left loses.",
)
shove.looks("carts")
shove.starts("1x8", sizes="1x4; 1x6; 1x8; 2x8", small="X; XO; .XO; X.OX; OXXO; X.O.X; X.O|OX.")


@shove.sized
def strips(rows: int, columns: int) -> str:
    """Return strips with free squares between pairs of pieces of both players."""
    return board_of(rows, columns, lambda cell: ".XO"[(cell[1] + cell[0]) % 3])
