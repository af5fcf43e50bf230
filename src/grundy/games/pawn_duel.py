"""Pawn Duel: a row of pawns each, on a board of any size; who brings one across, or leaves the other without a move, wins.

Pawns go one cell ahead, never two, and take aslant; nothing is taken in passing. On 3 by 3 it is Hexapawn, won by the second
player (M. Gardner, Scientific American, March 1962); on 4 by 4, Octopawn, the first player wins. X stands below and begins.
Boards are written with the letter of who is to move, if that is O: ``pawn_duel("OOO/X../.XX", "O")``.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.text.stones import with_men
from grundy.values.outcome import LOSS


@game(sided=True)
def pawn_duel(left: int, right: int, turn: int, *, width: int = 3, height: int = 3):
    """Move a pawn to the cell ahead, if it is free, or take one diagonally: X go up, O down. Bits are cells, row by row."""
    own, other = (right, left) if turn else (left, right)
    for cell in range(width * height):
        if own >> cell & 1:
            for way in range(3):
                end = ahead(cell, way, turn, width, height)
                if end >= 0 and may_go(left, right, other, way, end):
                    moved, kept = own ^ 1 << cell | 1 << end, other & ~(1 << end)
                    if turn:
                        yield kept, moved, 0
                    else:
                        yield moved, kept, 1


def ahead(cell: int, way: int, turn: int, width: int, height: int) -> int:
    """Return the cell ahead of a pawn (way 0), or ahead to a side; -1 beyond the edge."""
    row, column = cell // width + (1 if turn else -1), cell % width + (way == 1) - (way == 2)
    return row * width + column if 0 <= row < height and 0 <= column < width else -1


def may_go(left: int, right: int, other: int, way: int, end: int) -> bool:
    """Whether a cell ahead is free, or one to a side has a pawn to take."""
    return (other if way > 0 else ~(left | right)) >> end & 1 == 1


@pawn_duel.ending
def over(left: int, right: int, turn: int, *, width: int, height: int) -> int | None:
    """Whoever has just moved wins with a pawn in the last row; who has no move loses."""
    own, other = (right, left) if turn else (left, right)
    if left & (1 << width) - 1 if turn else right >> width * (height - 1):
        return LOSS
    for cell in range(width * height):
        if own >> cell & 1:
            for way in range(3):
                end = ahead(cell, way, turn, width, height)
                if end >= 0 and may_go(left, right, other, way, end):
                    return None
    return LOSS


@pawn_duel.tier
def taken(left: int, right: int, turn: int, *, width: int, height: int) -> int:
    """Pawns are taken, and none comes back."""
    return width * height - (left | right).bit_count()


def begins(*, width: int, height: int) -> tuple[int, int]:
    """Return a row of X below, and one of O above."""
    row = (1 << width) - 1
    return row << width * (height - 1), row


def require(left: int, right: int, turn: int, *, width: int, height: int) -> None:
    """Raise PositionError for a board of one row, and where the player to move has a pawn across."""
    if height < 2 or (right >> width * (height - 1) if turn else left & (1 << width) - 1):
        raise PositionError("pawn-duel: the player to move has a pawn across already, or the board has one row")


with_men(pawn_duel, 60, begins=begins, require=require, faces="♙♟")
pawn_duel.called(
    "Pawn Duel; hexapawn; octopawn; pawns-game",
    "Move a pawn one cell ahead, or take one diagonally. You win by bringing a pawn to the last row, or by "
    "leaving the other player without a move.",
)
pawn_duel.looks("chess")
pawn_duel.starts(
    "3x3",
    sizes="3x3; 4x4; 4x5; 5x5",
    variants={"Edge Pawn First": "OOO/X../.XX O"},
    small="1x3; 2x3; 3x3; 2x4; O../.X./..X O; .O.O/X.../..X.; OO/../X./.X O",
)
