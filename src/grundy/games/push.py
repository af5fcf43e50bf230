"""Push: a piece moves one square to the left and pushes those that stand in its way; who has no piece left loses.

M. H. Albert, R. J. Nowakowski, D. Wolfe, *Lessons in Play*. The pieces of the unbroken run that ends with the chosen piece
go along; without a free square before them the first falls off the strip. Each row of a board is a strip
by itself.
"""

from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.stones import shift


@partisan_game(board=Grid(".XO", same="flip", opposite="swap"))
def push(rows: int, columns: int, blue: int, red: int, *, player: int):
    """Move a piece (Left an X, Right an O) one square to the left, with all that stand without a gap before it."""
    own = blue if player == LEFT else red
    for i in range(rows * columns):
        if own >> i & 1:
            start = i
            while start % columns and (blue | red) >> start & 1:
                start -= 1
            moved = (2 << i) - (1 << start)
            kept = moved ^ 1 << start  # what stood at the start is free, or falls off
            yield rows, columns, blue & ~moved | (blue & kept) >> 1, red & ~moved | (red & kept) >> 1


push.spelling(shift)


push.called(
    "Push",
    "Move one of your pieces a square to the left; it pushes those that stand in its way. Whoever has no "
    "piece left loses.",
)
push.looks("carts")
push.starts("1x8", sizes="1x4; 1x6; 1x8; 2x8", small="X; XO; .XO; X.OX; OXXO; X.O.X; X.O|OX.")


@push.sized
def strips(rows: int, columns: int) -> str:
    """Return strips with free squares between pairs of pieces of both players."""
    return board_of(rows, columns, lambda cell: ".XO"[(cell[1] + cell[0]) % 3])
