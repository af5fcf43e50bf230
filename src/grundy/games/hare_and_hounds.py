"""Hare and Hounds, the French Military Hunt (*Winning Ways* ch. 21; M. Gardner, Scientific American, October 1963).

Three hounds (X) go forward or sideways along the lines of a board of eleven points, the hare (O) goes anywhere. The hounds
win when the hare cannot move, the hare when it has passed them. The hounds win with right play (Winning Ways; L. Allemand);
play that never ends is the hare's: ask with ``endless``. ``hare_and_hounds("#X..#/X..O./#X..#", "O")``: # is no point.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.text.stones import by_rows, with_men
from grundy.values.outcome import LOSS

GONE = 0b10001_00000_10001
"""The corners: there the board of three rows and five columns has no point."""


@game(sided=True)
def hare_and_hounds(hounds: int, hare: int, turn: int):
    """Go along a line to the next point: a hound, if turn is 0, not back to the left; the hare wherever it likes."""
    for cell in range(15):
        for end in range(15):
            if can_go(cell, end, hounds, hare, turn):
                if turn:
                    yield hounds, 1 << end, 0
                else:
                    yield hounds ^ 1 << cell | 1 << end, hare, 1


def can_go(cell: int, end: int, hounds: int, hare: int, turn: int) -> bool:
    """Whether a piece of the player to move can go from a cell to another: along a line, and a hound not back."""
    own = hare if turn else hounds
    free = own >> cell & 1 == 1 and (hounds | hare | GONE) >> end & 1 == 0
    return free and (turn == 1 or end % 5 >= cell % 5) and joined(cell, end)


def joined(cell: int, end: int) -> bool:
    """Whether a line joins two cells: those that share a side, and across from every other one."""
    down, across = abs(end // 5 - cell // 5), abs(end % 5 - cell % 5)
    return down + across == 1 or (down == 1 and across == 1 and (cell // 5 + cell % 5) % 2 == 1)


@hare_and_hounds.ending
def over(hounds: int, hare: int, turn: int) -> int | None:
    """The hare has won when no hound is left of it; who cannot move has lost."""
    column = (hare.bit_length() - 1) % 5
    if not turn and all(cell % 5 >= column for cell in range(15) if hounds >> cell & 1):
        return LOSS
    moves = any(can_go(cell, end, hounds, hare, turn) for cell in range(15) for end in range(15))
    return None if moves else LOSS


@hare_and_hounds.tier
def columns(hounds: int, hare: int, turn: int) -> int:
    """Hounds do not go back: the sum of their columns."""
    return sum(cell % 5 for cell in range(15) if hounds >> cell & 1)


def points() -> list[list[int]]:
    """Return the points in three rows of five, without the corners."""
    return [[-1 if GONE >> cell & 1 else cell for cell in row] for row in by_rows(width=5, height=3)]


def require(hounds: int, hare: int, turn: int) -> None:
    """Raise PositionError for more or fewer animals."""
    if hounds.bit_count() != 3 or hare.bit_count() != 1:
        raise PositionError("hare-and-hounds: three hounds X and one hare O are needed")


with_men(hare_and_hounds, layout=points, begins=lambda: (1 << 1 | 1 << 5 | 1 << 11, 1 << 9), require=require)
hare_and_hounds.called(
    "Hare and Hounds; french-military-game; french-military-hunt",
    "Three hounds move forward or sideways along a line, the hare moves in any direction. The hounds win if "
    "the hare cannot move; the hare wins by getting past them.",
)
hare_and_hounds.looks("stones")
hare_and_hounds.starts(
    "#X..#/X...O/#X..#",
    sizes="#X..#/X...O/#X..#",
    variants={"Hare in the Middle": "#X..#/X.O../#X..#", "Hare First": "#X..#/X...O/#X..# O"},
    small=(
        "#...#/..XXO/#..X# X; #...#/..XXO/#..X# O; #..X#/..X.O/#..X# X; #..X#/..X.O/#..X# O; #X..#/X...O/#X..# "
        "X; #X..#/X...O/#X..# O; #X.O#/.XX../#...# X; #X.O#/.XX../#...# O; #.X.#/.OXX./#...# X; "
        "#.X.#/.OXX./#...# O"
    ),
)
