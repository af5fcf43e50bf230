"""NoGo, or Anti-Atari Go: place a stone so that every block keeps a liberty; who cannot move loses.

Played at the Banff workshop on combinatorial games of 2011. A block is a connected set of stones of one colour, its
liberties are the free cells beside it: neither capture nor suicide is allowed.
"""

from grundy.common.errors import PositionError
from grundy.rules.board import MINE, YOURS, Board, O, X
from grundy.rules.grids import Grid
from grundy.rules.partisan import partisan_game


@partisan_game(board=Grid(".XO#", live=".XO", same="mirror flip turn", sides="swap"))
def nogo(board: Board):
    """Place a stone (Left an X, Right an O) on a free cell so that no block is without a liberty; # is no cell."""
    for cell in board.free:
        after = board.place(cell, MINE)
        if after.breathes(MINE) and after.breathes(YOURS):
            yield after


@nogo.setup
def setup(*board: str | int) -> tuple[int, ...]:
    """Read a board; PositionError where a block has no liberty, to which no play leads."""
    state = nogo.make_state(board)
    for piece in (X, O):
        if not Board(state).breathes(piece):
            raise PositionError(
                "nogo: {show} has a block of {face} without a liberty", show=nogo.show(state), face=".XO"[piece]
            )
    return state


nogo.called(
    "NoGo; anti-atari-go",
    ("Place a stone so that every block of stones keeps a liberty. Whoever cannot place one loses."),
)
nogo.looks("stones")
nogo.starts(
    "5x5",
    example="3x4",
    sizes="2x3; 3x4; 4x4; 5x5; 9x9",
    small="1x1; 1x2; 1x3; 1x4; 2x1; 2x2; 2x3; X..O.; X..|..O|#..; ..#|.X.|#..",
)
