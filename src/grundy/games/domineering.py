"""Domineering: Left lays dominoes upright, Right flat; who cannot lay one loses.

Invented by Göran Andersson; *Winning Ways* ch. 5; J. H. Conway, *On Numbers and Games*, ch. 10. A quarter turn of the board
makes its value the negative.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.rules.grids import Grid
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position


@partisan_game(board=Grid(".#", live=".", same="mirror flip", opposite="turn"))
def domineering(rows: int, columns: int, taken: int, *, player: int):
    """Lay a domino on two free cells, one above the other (Left) or side by side (Right); # is covered."""
    step = columns if player == LEFT else 1
    for i in range(rows * columns - step):
        domino = 1 << i | 1 << i + step
        if not taken & domino and (player == LEFT or (i + 1) % columns):
            yield rows, columns, taken | domino


@domineering.small
def small_boards() -> Iterator[Position]:
    """Yield small boards, empty and not."""
    for rows in range(1, 4):
        for columns in range(1, 5):
            yield domineering(rows, columns)
    yield domineering("..#|...|#..")
