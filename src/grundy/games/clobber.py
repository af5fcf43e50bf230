"""Clobber: a stone moves onto a neighbouring stone of the other colour and takes it; who cannot move loses.

M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, *An introduction to Clobber*, Integers 5(2), 2005.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.rules.grids import Grid, neighbour
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position

State = tuple[int, int, int, int]


@partisan_game(board=Grid(".XO", live="XO", same="mirror flip turn", opposite="swap"))
def clobber(rows: int, columns: int, black: int, white: int, *, player: int):
    """Move a stone (Left an X, Right an O) onto a neighbouring one of the other colour, and take that."""
    for i in range(rows * columns):
        for way in range(4):
            j = neighbour(rows, columns, i, way)
            if j >= 0:
                if player == LEFT and black >> i & 1 and white >> j & 1:
                    yield rows, columns, black ^ 1 << i | 1 << j, white ^ 1 << j
                elif player != LEFT and white >> i & 1 and black >> j & 1:
                    yield rows, columns, black ^ 1 << j, white ^ 1 << i | 1 << j


@clobber.spelling
def spelling(before: State, after: State) -> str:
    """Name the cell of the stone that moves, and that of the stone which it takes."""
    columns = before[1]
    start = (before[2] | before[3]) ^ (after[2] | after[3])
    end = (before[2] ^ after[2] | before[3] ^ after[3]) & ~start
    cells = ((mask.bit_length() - 1) for mask in (start, end))
    return "-".join(f"({i // columns + 1},{i % columns + 1})" for i in cells)


@clobber.small
def small_boards() -> Iterator[Position]:
    """Yield small boards full of stones."""
    for board in ("XO", "XXO", "XOX|OX.", "XO|OX", "XOXO|OXOX", "X.O|OOX|XXO"):
        yield clobber(board)
