"""General Clobber: Clobber whose stones move as pieces of chess do, take other stones, or leave one behind.

The rulesets of *CGSuite*: Kings (``aslant=1``), Rooks (``far=1``), Queens (both), Knights (``knight=1``); diagonal Clobber
is ``aslant=2``. ``takes`` is what a stone may go to: 1 one of the other's, 2 one of its own, 3 either, 4 a free cell.
Hot Clobber is ``takes=3``; Anti-Clobber ``takes=4 leaves=1``: a stone of the other's is left where one came from. Of
Cannibal Clobber we know no printed rules: here stones take their own kind only, ``takes=2``.
"""

from grundy.rules.board import FREE, Board, pieces
from grundy.rules.grids import Grid, board_of
from grundy.rules.partisan import partisan_game

SETTINGS = (
    {"aslant": 0},
    {"far": 1},
    {"aslant": 1, "far": 1},
    {"aslant": 2},
    {"knight": 1},
    {"takes": 2},
    {"takes": 3},
    {"takes": 4, "leaves": 1},
)


@partisan_game(board=Grid(".XO", live=".XO", same="mirror flip turn", opposite="swap"), trials=SETTINGS)
def general_clobber(
    board: Board, *, aslant: int = 1, far: int = 0, knight: int = 0, takes: int = 1, leaves: int = 0, player: int
):
    """Move a stone as the parameters say onto what it may take."""
    own, other = pieces(player)
    for stone in board.cells(own):
        for way in range(4 if aslant == 2 and not knight else 0, 8 if aslant and not knight else 4):
            end = board.step(stone, way)
            while far and board[end] == FREE and takes != 4:
                end = board.step(end, way)
            for side in range(4 if knight else 1):
                taken = board.step(board.step(end, way), side) if knight else end
                if knight and side in (way, 3 - way):
                    continue
                found = board[taken]
                if takes & (1 if found == other else 2 if found == own else 4 if found == FREE else 0):
                    yield board.move(stone, taken).place(stone, other if leaves else FREE)


general_clobber.called(
    "General Clobber; kings-clobber; kings",
    "Move one of your stones onto a neighbouring stone of the other colour, across a corner too, and take "
    "that. Whoever cannot move loses.",
)
general_clobber.looks("stones")
general_clobber.starts(
    "3x4",
    sizes="2x2; 2x3; 3x3; 3x4; 4x4",
    variants={
        "Rooks": "3x4 aslant=0 far=1",
        "Queens": "3x4 far=1",
        "Knights": "3x4 knight=1",
        "Diagonal Clobber": "XOXO/OOX./XXX. aslant=2",
        "Hot Clobber": "2x3 aslant=0 takes=3",
        "Anti-Clobber": "X.O/O.X aslant=0 takes=4 leaves=1",
        "Cannibal Clobber": "XXO/OOX/XOO aslant=0 takes=2",
    },
    small="XO; XXO; XO|OX; X.O|OOX; XO|OX takes=3; X.O takes=4 leaves=1; XOX|OXO knight=1; X.O|..X far=1",
)


@general_clobber.sized
def chequered(rows: int, columns: int) -> str:
    """Return a board full of stones, coloured as a chessboard is."""
    return board_of(rows, columns, lambda cell: "XO"[sum(cell) % 2])
