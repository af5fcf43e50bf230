"""Battle Sheep: some of a stack, but not all, go as far as they can in a straight line; who cannot move loses.

F. Rotta, *Splits*, 2010; K. Burke, H. Ono, *Battle Sheep is PSPACE-complete*, arXiv 2505.06414, 2025, play it as here, for
the last move. Behind the board of hexagons, of nine cells at most, stands how many sheep each cell holds, row by row.
"""

from grundy.common.messages import _
from grundy.rules.board import FREE, pieces
from grundy.rules.board_kinds import Hexagons
from grundy.rules.grids import Grid
from grundy.rules.partisan import partisan_game
from grundy.rules.text.stones import cell


@partisan_game(board=Grid(".XO", shape="hexagons", counters=9))
def battle_sheep(board: Hexagons, *, player: int):
    """Leave one sheep or more of a stack (X Left's, O Right's) where they are, and move the others to the next obstacle."""
    own = pieces(player)[0]
    for stack in board.cells(own):
        for way in (0, 1, 2, 3, 5, 6):  # the six ways of hexagons
            end = stack
            while board[board.step(end, way)] == FREE:
                end = board.step(end, way)
            for gone in range(1, board.counter(stack) if end != stack else 0):
                yield board.place(end, own).counted(board.counter(stack) - gone, stack).counted(gone, end)


@battle_sheep.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """Name the cells from which and to which sheep go, and how many."""
    came = [new - old for old, new in zip(before[4:], after[4:], strict=True)]
    start, end = (cell(came.index(most), before[1]) for most in (min(came), max(came)))
    return _("{start}-{end}, {n} sheep").format(start=start, end=end, n=max(came))


battle_sheep.called(
    "Battle Sheep; splits",
    "Move some sheep of a stack, but not all, in a straight line as far as they can go. Whoever cannot move loses.",
)
battle_sheep.looks("stones", "hex")
battle_sheep.starts(
    "X../.../..O 4 0 0 0 0 0 0 0 4",
    sizes="X../..O 3 0 0 0 0 3 0 0 0; X../.../..O 3 0 0 0 0 0 0 0 3; X../.../..O 4 0 0 0 0 0 0 0 4",
    small=(
        "X. 2 0 0 0 0 0 0 0 0; X./.O 3 0 0 3 0 0 0 0 0; X../..O 2 0 0 0 0 3 0 0 0; XO./... 4 4 0 0 0 0 0 0 0; "
        "X..O 3 0 0 2 0 0 0 0 0; .X./O../... 0 3 0 3 0 0 0 0 0"
    ),
)
