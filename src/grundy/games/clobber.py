"""Clobber: a stone moves onto a neighbouring stone of the other colour and takes it; who cannot move loses.

M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, *An introduction to Clobber*, Integers 5(2), 2005.
"""

from grundy.rules.board import Board, pieces
from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import partisan_game


@partisan_game(board=Grid(".XO", live="XO", same="mirror flip turn", opposite="swap"))
def clobber(board: Board, *, player: int):
    """Move a stone (Left an X, Right an O) onto a neighbouring one of the other colour, and take that."""
    own, other = pieces(player)
    for stone in board.cells(own):
        for taken in board.beside(stone):
            if board[taken] == other:
                yield board.move(stone, taken)


clobber.called(
    "Clobber",
    "Move one of your stones onto a neighbouring stone of the other colour, and take that. Whoever cannot move loses.",
)
clobber.looks("stones")
clobber.starts(
    "6x6",
    example="3x4",
    sizes="2x3; 3x4; 4x4; 4x5; 5x6; 6x6; 8x8",
    small="XO; XXO; XOX|OX.; XO|OX; XOXO|OXOX; X.O|OOX|XXO",
)


@clobber.sized
def chequered(rows: int, columns: int) -> str:
    """Return a board full of stones, coloured as a chessboard is."""
    return board_of(rows, columns, lambda cell: "XO"[sum(cell) % 2])
