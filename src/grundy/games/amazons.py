"""Amazons: an amazon moves like a chess queen and then shoots an arrow, like a queen again; who cannot move loses.

Invented by Walter Zamkauskas, 1988. E. R. Berlekamp, *Sums of N × 2 Amazons*, 2000; R. G. Snatzke, *Exhaustive search in
the game Amazons*, More Games of No Chance, 2002.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.language import _
from grundy.rules.board import FREE, Board, pieces
from grundy.rules.grids import Grid
from grundy.rules.partisan import partisan_game
from grundy.rules.position import Position
from grundy.text.moves import cell, walk

State = tuple[int, int, int, int, int]
BURNT = 3


@partisan_game(board=Grid(".XO#", live=".XO", corners=True, same="mirror flip turn", opposite="swap"))
def amazons(board: Board, *, player: int):
    """Move an amazon (Left an X, Right an O) along a line of free cells, and shoot from there along another; # is burnt."""
    for start in board.cells(pieces(player)[0]):
        for way in range(8):
            end = board.step(start, way)
            while board[end] == FREE:
                moved = board.move(start, end)
                for aim in range(8):
                    burnt = board.step(end, aim)
                    while moved[burnt] == FREE:  # the arrow may fly over the cell that was left
                        yield moved.place(burnt, BURNT)
                        burnt = board.step(burnt, aim)
                end = board.step(end, way)


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
