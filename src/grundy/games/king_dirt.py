"""King Dirt: a king steps as in chess and leaves dirt behind, on which nobody stands again; who cannot step loses.

A relative of Amazons. We know of no printed rules of that name: these are the ones that it has here.
"""

from grundy.rules.board import ALL_WAYS, FREE, Board, pieces
from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import partisan_game


@partisan_game(board=Grid(".XO#", live=".XO", corners=True, same="mirror flip turn", opposite="swap"))
def king_dirt(board: Board, *, player: int):
    """Step with a king (Left an X, Right an O) onto a free cell beside it, across a corner too; # is dirt."""
    for king in board.cells(pieces(player)[0]):
        for way in ALL_WAYS:
            end = board.step(king, way)
            if board[end] == FREE:
                yield board.move(king, end).place(king, 3)


king_dirt.called(
    "King Dirt",
    ("Step with a king as in chess; the cell that it leaves is dirt, and closed. Whoever cannot step loses."),
)
king_dirt.looks("queens")
king_dirt.starts("3x4", sizes="2x3; 3x3; 3x4; 4x4", small="X; X.; X.O; XO|..; X.|.#; X.#|..O; O.|.#|..; X..|O##")


@king_dirt.sized
def corners(rows: int, columns: int) -> str:
    """Return a board with a king each in opposite corners."""
    ends = {(0, 0): "X", (rows - 1, columns - 1): "O"}
    return board_of(rows, columns, lambda cell: ends.get(cell, "."))
