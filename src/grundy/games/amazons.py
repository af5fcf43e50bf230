"""Amazons: an amazon moves like a chess queen and then shoots an arrow, like a queen again; who cannot move loses.

Invented by Walter Zamkauskas, 1988. E. R. Berlekamp, *Sums of N × 2 Amazons*, 2000; R. G. Snatzke, *Exhaustive search in
the game Amazons*, More Games of No Chance, 2002.
"""

from grundy.common.messages import _
from grundy.rules.board import FREE, Board, pieces
from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import partisan_game
from grundy.rules.text.stones import cell, walk

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


amazons.called(
    "Amazons; game-of-the-amazons",
    "Move an amazon as a queen moves in chess, then let it shoot an arrow in the same way; the cell that it "
    "hits is burnt. Whoever cannot move loses.",
)
amazons.looks("queens")
amazons.starts(
    "6x6",
    example="3x4",
    sizes="3x3; 3x4; 4x4; 5x5; 6x6; 8x8; 10x10",
    small="X; X.; X.O; XO|..; X.|.#; X.#|..O; O.|.#|..; X..|O##",
)


@amazons.sized
def opposite(rows: int, columns: int) -> str | None:
    """Put four amazons each on a board from 8 by 8 on, two on one from 4 by 4 on, else one, as far apart as usual."""
    side = min(rows, columns)
    if side < 3:
        return None
    across, down = (columns - 1) // 3, (rows - 1) // 3
    black, white = (
        ({(rows - 1, 0)}, {(0, columns - 1)})
        if side < 4
        else ({(row, column) for column in (across, columns - 1 - across)} for row in (rows - 1, 0))
    )
    if side >= 8:
        black |= {(rows - 1 - down, 0), (rows - 1 - down, columns - 1)}
        white |= {(down, 0), (down, columns - 1)}
    return board_of(rows, columns, lambda cell: "X" if cell in black else "O" if cell in white else ".")
