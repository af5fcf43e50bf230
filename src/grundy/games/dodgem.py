"""Dodgem (C. Vout; *Winning Ways* ch. 22): cars that leave the board; who has no move left, since all are gone, wins.

On 3 by 3 the first player wins (Winning Ways has the table of all positions); on 4 by 4 and 5 by 5 play is endless (D. des
Jardins, 1996). Whoever shuts the other's cars in loses, because that one has no move either. Boards are written with the
letter of who is to move, if that is O: ``dodgem("X../X../.OO", "O")``.
"""

from grundy.rules.functions import game
from grundy.rules.text.stones import with_men
from grundy.values.outcome import WIN


@game(sided=True)
def dodgem(left: int, right: int, turn: int, *, size: int = 3):
    """Move a car to a free cell beside it, but not back: X go to the right and leave there, O go up and leave there."""
    for cell in range(size * size):
        if (right if turn else left) >> cell & 1:
            for way in range(3):
                end = ahead(cell, way, turn, size)
                if end == size * size or (end >= 0 and not (left | right) >> end & 1):
                    entered = (1 << end) % (1 << size * size)
                    if turn:
                        yield left, right ^ 1 << cell | entered, 0
                    else:
                        yield left ^ 1 << cell | entered, right, 1


def ahead(cell: int, way: int, turn: int, size: int) -> int:
    """Return the cell forward (way 0) or to a side of a car, size * size where it leaves the board, or -1 for none."""
    row, column = cell // size, cell % size
    if turn:
        row, column = row - (way == 0), column + (way == 1) - (way == 2)
    else:
        row, column = row + (way == 1) - (way == 2), column + (way == 0)
    if (row if turn else size - 1 - column) < 0:
        return size * size
    return row * size + column if 0 <= row < size and 0 <= column < size else -1


@dodgem.ending
def over(left: int, right: int, turn: int, *, size: int) -> int | None:
    """Whoever cannot move wins: the cars have left, or the other player has shut them in."""
    for cell in range(size * size):
        if (right if turn else left) >> cell & 1:
            for way in range(3):
                end = ahead(cell, way, turn, size)
                if end == size * size or (end >= 0 and not (left | right) >> end & 1):
                    return None
    return WIN


@dodgem.tier
def gone(left: int, right: int, turn: int, *, size: int) -> int:
    """Cars leave the board, and none comes back."""
    return size * size - (left | right).bit_count()


def begins(*, size: int) -> tuple[int, int]:
    """Return X in the first column but for its last cell, and O in the last row but for its first."""
    return sum(1 << size * row for row in range(size - 1)), ((1 << size - 1) - 1) << size * (size - 1) + 1


with_men(dodgem, range(1, 8), begins=begins)
dodgem.called(
    "Dodgem",
    "Move one of your cars forward or sideways to a free cell, or forward off the board. Whoever has no move "
    "left wins, so do not block the other player's cars.",
)
dodgem.looks("cars")
dodgem.starts(
    "3x3",
    sizes="2x2; 3x3; 4x4; 5x5",
    small="2x2; .X./X../.OO O; X../.X./.OO O; X../.../XOO O; X./.O O; X./.O; .X./.../.O.; .XO/.../... O; ..X/.../O..",
)
