"""Toads and Frogs (*Winning Ways* ch. 1): toads hop to the right, frogs to the left; who cannot move loses.

An animal moves on to the next square if that is free, or jumps over one animal of the other kind onto a free square;
nothing is taken. Toads are X (Left's), frogs O (Right's); T and F are read as well. Each row of a board is a lane by itself.
"""

from grundy.rules.board import EAST, FREE, WEST, Board, pieces
from grundy.rules.grids import Grid, facing
from grundy.rules.partisan import LEFT, partisan_game


@partisan_game(board=Grid(".XO", same="flip", opposite="mirror+swap"))
def toads_and_frogs(board: Board, *, player: int):
    """Move a toad (Left) to the right or a frog (Right) to the left, onto the next square or over one of the others."""
    own, other = pieces(player)
    way = EAST if player == LEFT else WEST
    for start in board.cells(own):
        land = board.step(start, way)
        if board[land] == other:
            land = board.step(land, way)
        if board[land] == FREE:
            yield board.move(start, land)


@toads_and_frogs.setup
def setup(*board: str | int) -> tuple[str | int, ...]:
    """Read T as X and F as O."""
    letters = str.maketrans("TtFf", "XXOO")
    return tuple(part.translate(letters) if isinstance(part, str) else part for part in board)


toads_and_frogs.called(
    "Toads and Frogs; toads-frogs",
    "Left moves a toad to the right, Right a frog to the left: to the next square, or over an opposing piece "
    "to a free square. Whoever cannot move loses.",
)
toads_and_frogs.looks("frogs")
toads_and_frogs.starts(
    "1x8", sizes="1x5; 1x7; 1x8; 2x7; 3x8", small="X.O; XX.O; XX.OO; X.XOXOO; XXX..OOO; X..O.; X.O|XO."
)


@toads_and_frogs.sized
def lanes(rows: int, columns: int) -> str | None:
    """Return lanes with toads on the left and frogs on the right, with a gap of one square or two between them."""
    return facing(rows, columns, (columns - 1) // 2)
