"""Domineering: Left lays dominoes upright, Right flat; who cannot lay one loses.

Invented by Göran Andersson; *Winning Ways* ch. 5; J. H. Conway, *On Numbers and Games*, ch. 10. A quarter turn of the board
makes its value the negative.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.rules.board import DOWN, EAST, FREE, Board
from grundy.rules.grids import Grid
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position

COVERED = 1


@partisan_game(board=Grid(".#", live=".", same="mirror flip", opposite="turn"))
def domineering(board: Board, *, player: int):
    """Lay a domino on two free cells, one above the other (Left) or side by side (Right); # is covered."""
    for cell in board.free:
        other = board.step(cell, DOWN if player == LEFT else EAST)
        if board[other] == FREE:
            yield board.place(cell, COVERED).place(other, COVERED)


@domineering.small
def small_boards() -> Iterator[Position]:
    """Yield small boards, empty and not."""
    for rows in range(1, 4):
        for columns in range(1, 5):
            yield domineering(rows, columns)
    yield domineering("..#|...|#..")


domineering.called(
    "Domineering",
    "Lay a domino on two free cells: Left upright, Right flat. Who cannot lay one loses.",
    zh=("骨牌棋", "在两个空格上放一枚骨牌：左方竖放，右方横放。无法放者负。"),
    also=("crosscram", "stop-gate", "多米诺骨牌棋"),
)
domineering.looks("dominoes")
domineering.starts(
    "8x8",
    example="4x4",
    sizes=("2x3", "3x3", "4x4", "5x5", "6x6", "8x8"),
    variants=(("Without Corners", "缺角", "#..#|....|....|#..#"),),
)
