"""NoGo, or Anti-Atari Go: place a stone so that every block keeps a liberty; who cannot move loses.

Played at the Banff workshop on combinatorial games of 2011. A block is a connected set of stones of one colour, its
liberties are the free cells beside it: neither capture nor suicide is allowed.
"""

from grundy.common.errors import PositionError
from grundy.rules.grids import Grid
from grundy.rules.partisan import LEFT, partisan_game


@partisan_game(board=Grid(".XO#", live=".XO", same="mirror flip turn", opposite="swap"))
def nogo(rows: int, columns: int, black: int, white: int, blocked: int, *, player: int):
    """Place a stone (Left an X, Right an O) on a free cell so that no block is without a liberty; # is no cell."""
    free = (1 << rows * columns) - 1 & ~(black | white | blocked)
    for i in range(rows * columns):
        if free >> i & 1:
            left = black | 1 << i if player == LEFT else black
            right = white if player == LEFT else white | 1 << i
            rest = free ^ 1 << i
            if breathes(rows, columns, left, rest) and breathes(rows, columns, right, rest):
                yield rows, columns, left, right, blocked


def breathes(rows: int, columns: int, stones: int, free: int) -> bool:
    """Whether each block of some stones of one colour has a liberty."""
    first = 0
    for row in range(rows):
        first |= 1 << row * columns
    last = first << columns - 1
    reached = 0
    front = free
    while front:  # from the liberties into the blocks
        beside = front << columns | front >> columns | (front & ~last) << 1 | (front & ~first) >> 1
        front = beside & stones & ~reached
        reached |= front
    return reached == stones


@nogo.setup
def setup(*board: str | int) -> tuple[int, ...]:
    """Read a board; PositionError where a block has no liberty, to which no play leads."""
    state = nogo.make_state(board)
    rows, columns, black, white, blocked = state
    free = (1 << rows * columns) - 1 & ~(black | white | blocked)
    for stones, face in ((black, "X"), (white, "O")):
        if not breathes(rows, columns, stones, free):
            raise PositionError(
                "nogo: {show} has a block of {face} without a liberty", show=nogo.show(state), face=face
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
