"""Ski-Jumps (*Winning Ways* ch. 1): Left's skiers glide eastwards, Right's westwards, and jumpers leap over their rivals.

A skier glides any number of free squares, also off the slope, and then is gone. A jumper right above a rival may instead
leap over it onto the square below that, if it is free; who was leapt over is a slipper ever after, and leaps no more.
Jumpers are X (Left's) and O (Right's), slippers > and <; L, R, l and r of *Winning Ways* are read as well.
"""

from grundy.common.messages import _
from grundy.rules.grids import Grid, board_of, neighbour
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.stones import walk

State = tuple[int, int, int, int, int, int]


@partisan_game(board=Grid(".XO><"))
def ski_jumps(rows: int, columns: int, blue: int, red: int, eastward: int, westward: int, *, player: int):
    """Glide with a skier (Left X or > to the right, Right O or < to the left), or leap with X or O over a rival below."""
    taken = blue | red | eastward | westward
    jumpers = blue if player == LEFT else red
    slippers = eastward if player == LEFT else westward
    way = 2 if player == LEFT else 1
    for i in range(rows * columns):
        if (jumpers | slippers) >> i & 1:
            jumps = jumpers >> i & 1
            j = i
            while j >= 0:
                j = neighbour(rows, columns, j, way)
                if j >= 0 and taken >> j & 1:
                    break
                moved = 1 << i | (1 << j if j >= 0 else 0)
                if player == LEFT:
                    yield rows, columns, blue ^ moved * jumps, red, eastward ^ moved * (1 - jumps), westward
                else:
                    yield rows, columns, blue, red ^ moved * jumps, eastward, westward ^ moved * (1 - jumps)
            over = i + columns
            land = over + columns
            if jumps and land < rows * columns and not taken >> land & 1:
                leap = 1 << i | 1 << land
                rival = 1 << over
                if player == LEFT and (red | westward) & rival:
                    yield rows, columns, blue ^ leap, red & ~rival, eastward, westward | rival
                elif player != LEFT and (blue | eastward) & rival:
                    yield rows, columns, blue & ~rival, red ^ leap, eastward | rival, westward


@ski_jumps.setup
def setup(*board: str | int) -> tuple[str | int, ...]:
    """Read L, R, l and r as X, O, > and <."""
    letters = str.maketrans("LRlr", "XO><")
    return tuple(part.translate(letters) if isinstance(part, str) else part for part in board)


@ski_jumps.spelling
def spelling(before: State, after: State) -> str:
    """Name the squares from which and to which a skier moved."""
    where = walk(before, after)
    return where if "-" in where else _("{where} leaves the slope").format(where=where)


ski_jumps.called(
    "Ski-Jumps; skijumps",
    "Left's skiers glide to the right, Right's to the left, as far as they like; a jumper may leap over an "
    "opponent directly below. Whoever cannot move loses.",
)
ski_jumps.looks("skiers")
ski_jumps.starts("3x4", sizes="3x3; 3x4; 4x5; 5x6", small="X; X.|O.|..; .X|O.|..; X..|..O|>..; X|O|.|.; O.|X.|<.|..")


@ski_jumps.sized
def slope(rows: int, columns: int) -> str | None:
    """Return a slope with Left's jumpers on its left and Right's on its right, on every other row."""
    if columns < 2:
        return None
    starts = {(row, 0 if row % 2 == 0 else columns - 1): "XO"[row % 2] for row in range(max(rows - 1, 1))}
    return board_of(rows, columns, lambda cell: starts.get(cell, "."))
