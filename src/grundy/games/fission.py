"""Fission: a stone splits into two, which land on the free cells on both its sides; who cannot split one loses.

The stones belong to both players: Left splits upwards and downwards, Right to the left and to the right. After the
ruleset Fission of CGSuite (A. N. Siegel).
"""

from grundy.common.messages import _
from grundy.rules.board import FREE, UP, WEST, Board, X
from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.stones import cell

State = tuple[int, int, int, int]


@partisan_game(board=Grid(".X#", live=".X", same="mirror flip", opposite="turn"))
def fission(board: Board, *, player: int):
    """Replace a stone X by two on the cells above and below it (Left) or beside it (Right), which are free; # is no cell."""
    way = UP if player == LEFT else WEST
    for stone in board.cells(X):
        one, other = board.step(stone, way), board.step(stone, 3 - way)
        if board[one] == FREE and board[other] == FREE:
            yield board.place(stone, FREE).place(one, X).place(other, X)


@fission.spelling
def spelling(before: State, after: State) -> str:
    """Name the stone that splits, and the direction."""
    columns = before[1]
    i = (before[2] & ~after[2]).bit_length() - 1
    upright = (after[2] & ~before[2]).bit_length() - 1 > i + 1 or columns == 1
    words = _("{where} splits up and down") if upright else _("{where} splits left and right")
    return words.format(where=cell(i, columns))


fission.called(
    "Fission",
    "Split a stone in two: the halves land on the free cells on both sides of it, above and below for Left, "
    "left and right for Right. Whoever cannot split one loses.",
)
fission.looks("pebbles")
fission.starts(
    "5x5", sizes="3x3; 4x5; 5x5; 6x6", small="X; .X.; ...|.X.|...; ....|.X..|...#; .X.|...|.X.|...; ..X..|..#.."
)


@fission.sized
def middle(rows: int, columns: int) -> str | None:
    """Return a board with one stone in its middle."""
    if min(rows, columns) < 3:
        return None
    return board_of(rows, columns, lambda cell: ".X"[cell == (rows // 2, columns // 2)])
