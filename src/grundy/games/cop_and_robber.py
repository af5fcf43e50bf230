"""Cop and robber on a board (R. Nowakowski and P. Winkler, *Vertex-to-vertex pursuit in a graph*, Discrete Math. 43, 1983).

The cop (X) and the robber (O) go in turn to a cell beside theirs, across a corner too, or stay; the robber has lost when
they are on one cell, shown by X alone. On such boards the cop always wins: cell after cell can be taken away that has one
beside it which is beside all its neighbours (Nowakowski and Winkler; A. Quilliot, 1978). Endless play would be the robber's.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.text.stones import cell as name_of
from grundy.rules.text.stones import with_men
from grundy.values.outcome import LOSS, WIN

MOST = 10_000
"""The most cells of a board."""


@game(sided=True, bounds=lambda *_, width, height: (width * height, width * height, 2))
def cop_and_robber(cop: int, robber: int, turn: int, *, width: int = 4, height: int = 4):
    """Go to a cell beside or stay: the cop, if turn is 0, else the robber. Cells are counted row by row."""
    place = robber if turn else cop
    for row in range(max(place // width - 1, 0), min(place // width + 1, height - 1) + 1):
        for column in range(max(place % width - 1, 0), min(place % width + 1, width - 1) + 1):
            if turn:
                yield cop, row * width + column, 0
            else:
                yield row * width + column, robber, 1


@cop_and_robber.ending
def over(cop: int, robber: int, turn: int, *, width: int, height: int) -> int | None:
    """The cop has won when both are on one cell."""
    return (LOSS if turn else WIN) if cop == robber else None


@cop_and_robber.predecessors
def whence(cop: int, robber: int, turn: int, *, width: int, height: int):
    """Who is not to move came from a cell beside."""
    place = cop if turn else robber
    for row in range(max(place // width - 1, 0), min(place // width + 1, height - 1) + 1):
        for column in range(max(place % width - 1, 0), min(place % width + 1, width - 1) + 1):
            if turn:
                yield row * width + column, robber, 0
            else:
                yield cop, row * width + column, 1


def begins(*, width: int, height: int) -> tuple[int, int]:
    """Return the cop in the first corner, the robber in the last."""
    return 1, 1 << width * height - 1


def require(cop: int, robber: int, turn: int) -> None:
    """Raise PositionError for more or fewer men."""
    if cop.bit_count() != 1 or robber.bit_count() > 1:
        raise PositionError("cop-and-robber: exactly one cop X and one robber O are needed")


with_men(cop_and_robber, MOST, begins=begins, numbers=True, require=require)


@cop_and_robber.spelling
def spelling(before: tuple[int, int, int], after: tuple[int, int, int], *, width: int, height: int) -> str:
    """Name the cells from which and to which one goes."""
    turn = before[2]
    return f"{name_of(before[turn], width)}-{name_of(after[turn], width)}"


cop_and_robber.called(
    "Cop and Robber; cops-and-robbers",
    "Go to a neighbouring cell, diagonally too, or stay. The cop wins by reaching the robber's cell; the "
    "robber wants to escape for ever.",
)
cop_and_robber.looks("stones")
cop_and_robber.starts(
    "4x4",
    sizes="3x3; 4x4; 8x8",
    variants={"Robber First": "X.../..../..../...O O"},
    small="1x1; X O; 1x2; XO O; 1x4; X..O O; 2x2; X./.O O; 3x3; X../.../..O O; 2x4; X.../...O O; O.../.X..",
)


@cop_and_robber.sized
def usual(rows: int, columns: int) -> Position | None:
    """Return the start on a board of a size."""
    return cop_and_robber(width=columns, height=rows) if 0 < rows <= 100 and 0 < columns <= 100 else None
