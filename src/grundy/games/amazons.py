"""Amazons: an amazon moves like a chess queen and then shoots an arrow, like a queen again; who cannot move loses.

Invented by Walter Zamkauskas, 1988. E. R. Berlekamp, *Sums of N × 2 Amazons*, 2000; R. G. Snatzke, *Exhaustive search in
the game Amazons*, More Games of No Chance, 2002.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.language import _
from grundy.rules.grids import Grid, neighbour
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.text.moves import cell, walk

State = tuple[int, int, int, int, int]


@partisan_game(board=Grid(".XO#", live=".XO", corners=True, same="mirror flip turn", opposite="swap"))
def amazons(rows: int, columns: int, black: int, white: int, burnt: int, *, player: int):
    """Move an amazon (Left an X, Right an O) along a line of free cells, and shoot from there along another; # is burnt."""
    own = black if player == LEFT else white
    for i in range(rows * columns):
        if own >> i & 1:
            taken = (black | white | burnt) ^ 1 << i  # the arrow may fly over the cell that was left
            for way in range(8):
                j = neighbour(rows, columns, i, way)
                while j >= 0 and not taken >> j & 1:
                    moved = own ^ (1 << i | 1 << j)
                    for aim in range(8):
                        k = neighbour(rows, columns, j, aim)
                        while k >= 0 and not taken >> k & 1:
                            if player == LEFT:
                                yield rows, columns, moved, white, burnt | 1 << k
                            else:
                                yield rows, columns, black, moved, burnt | 1 << k
                            k = neighbour(rows, columns, k, aim)
                    j = neighbour(rows, columns, j, way)


@amazons.spelling
def spelling(before: State, after: State) -> str:
    """Name the cells from which and to which an amazon moved, and the cell that it shot at."""
    start, end = walk(before[:4], after[:4]).split("-")
    burnt = cell((before[4] ^ after[4]).bit_length() - 1, before[1])
    return _("{start}-{end} shoots {burnt}").format(start=start, end=end, burnt=burnt)


@amazons.small
def small_boards() -> Iterator[Position]:
    """Yield small boards with one or two amazons."""
    for board in ("X", "X.", "X.O", "XO|..", "X.|.#", "X.#|..O", "O.|.#|..", "X..|O##"):
        yield amazons(board)
