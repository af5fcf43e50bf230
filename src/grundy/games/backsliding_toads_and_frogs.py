"""Backsliding Toads and Frogs (*Winning Ways* ch. 11): as Toads and Frogs, and an animal may also step back; loopy.

Animals go on to the next square, back to it if it is free, and jump over one of the other kind, forward only. So
play need not end, and a position is worth a loopy value: XX.O is ``on``. ``slide`` squares are gone forward at the most,
``back`` of them backward, and ``jump`` animals are jumped over at once; with ``back=0`` it is Toads and Frogs again.
"""

from grundy.rules.board import EAST, FREE, WEST, Board, pieces
from grundy.rules.grids import Grid, facing
from grundy.rules.partisan import LEFT, partisan_game

SETTINGS = ({"back": 0}, {"slide": 2}, {"jump": 2}, {"slide": 2, "jump": 2, "back": 0}, {"back": 2})


@partisan_game(board=Grid(".XO", same="flip", opposite="mirror+swap"), trials=SETTINGS)
def backsliding_toads_and_frogs(board: Board, *, slide: int = 1, jump: int = 1, back: int = 1, player: int):
    """Slide a toad (Left's X) or a frog (Right's O) forward or back, or jump forward over the others in front of it."""
    own, other = pieces(player)
    ahead = EAST if player == LEFT else WEST
    for start in board.cells(own):
        for way in (EAST, WEST):
            end = board.step(start, way)
            gone = 0
            while gone < (slide if way == ahead else back) and board[end] == FREE:
                yield board.move(start, end)
                end = board.step(end, way)
                gone += 1
        end = board.step(start, ahead)
        over = 0
        while over < jump and board[end] == other:
            end = board.step(end, ahead)
            over += 1
        if over > 0 and board[end] == FREE:
            yield board.move(start, end)


backsliding_toads_and_frogs.called(
    "Backsliding Toads and Frogs; general-toads-and-frogs; generalized-toads-and-frogs; backsliding-toads",
    "Left moves a toad to the right, Right a frog to the left: to the next square, or over an opposing piece "
    "to a free square; one square back is allowed too. Whoever cannot move loses.",
)
backsliding_toads_and_frogs.looks("frogs")
backsliding_toads_and_frogs.starts(
    "1x5",
    sizes="1x4; 1x5; 1x7; 2x5",
    variants={"Without Steps Back": "1x7 back=0", "Long Slides": "1x7 slide=3", "Long Jumps": "1x7 jump=3"},
    small="X.O; XX.O; XX.OO; X..O; X.O.; X..O|XO..; X.OO slide=2; XX.OO jump=2; X..O back=0",
)


@backsliding_toads_and_frogs.sized
def lanes(rows: int, columns: int) -> str | None:
    """Return lanes with toads on the left and frogs on the right, with a gap of one square or two between them."""
    return facing(rows, columns, (columns - 1) // 2)
