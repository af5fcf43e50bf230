"""Domineering: Left lays dominoes upright, Right flat; who cannot lay one loses.

Invented by Göran Andersson; *Winning Ways* ch. 5; J. H. Conway, *On Numbers and Games*, ch. 10. A quarter turn of the board
makes its value the negative.
"""

from grundy.rules.board import DOWN, EAST, FREE, Board
from grundy.rules.grids import Grid
from grundy.rules.partisan import LEFT, partisan_game

COVERED = 1


@partisan_game(board=Grid(".#", live=".", same="mirror flip", opposite="turn"))
def domineering(board: Board, *, player: int):
    """Lay a domino on two free cells, one above the other (Left) or side by side (Right); # is covered."""
    for cell in board.free:
        other = board.step(cell, DOWN if player == LEFT else EAST)
        if board[other] == FREE:
            yield board.place(cell, COVERED).place(other, COVERED)


domineering.called(
    "Domineering; crosscram; stop-gate",
    "Lay a domino on two free cells: Left upright, Right flat. Whoever cannot lay one loses.",
)
domineering.placement()
domineering.looks("dominoes")
domineering.starts(
    "8x8",
    example="4x4",
    sizes="2x3; 3x3; 4x4; 5x5; 6x6; 8x8",
    variants={"Without Corners": "#..#|....|....|#..#"},
    small="1x1; 1x2; 1x3; 1x4; 2x1; 2x2; 2x3; 2x4; 3x1; 3x2; 3x3; 3x4; ..#|...|#..",
)
