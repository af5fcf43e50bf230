"""Gale, or Bridg-it (D. Gale, 1958; M. Gardner, Scientific American, October 1958): build bridges from side to side.

Two nets of dots lie one in the other; on each crossing X or O builds a bridge between two dots of his own. X joins the top
with the bottom, O the left side with the right one, and somebody always does. The first player wins on every board: he
takes a corner and answers in pairs (O. Gross; M. Gardner, *New Mathematical Diversions*, ch. 18, 1966). A board of size n
has n rows of n crossings, and n - 1 between them; # stands where dots are, ``gale(".#./#X#/.#O")``. X begins.
"""

from collections.abc import Iterator
from contextlib import suppress

from grundy.common.errors import TooLarge
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Board
from grundy.rules.text.stones import in_turn
from grundy.values.outcome import LOSS

LARGEST = 5
ENOUGH = 1 << 26
"""The bytes that the search for more winning moves may take."""


@game(sided=True)
def gale(own: int, other: int, *, size: int = 3):
    """Build a bridge on a free crossing. Bits are crossings: in turn a row of ``size`` and one of a crossing less."""
    for crossing in range(size * size + (size - 1) * (size - 1)):
        if not (own | other) >> crossing & 1:
            yield other, own | 1 << crossing


@gale.ending
def over(own: int, other: int, *, size: int) -> int | None:
    """Whoever has just moved wins when bridges join the sides: X, who has begun, if the bridges are not equal in number."""
    return LOSS if joined(other, own.bit_count() < other.bit_count(), size) else None


def joined(bridges: int, down: bool, size: int) -> bool:
    """Whether bridges join the top with the bottom, or if not ``down`` the left side with the right one."""
    step = 2 * size - 1  # from a crossing to that two rows below
    left = ((1 << size * step) - 1) // ((1 << step) - 1)
    wide = left * ((1 << size) - 1)  # the rows of ``size`` crossings: there X builds down, and O across
    narrow = ((1 << size * size + (size - 1) * (size - 1)) - 1) & ~wide
    ending = ((1 << size) - 1) << (size - 1) * step if down else left << size - 1
    chain, before = bridges & ((1 << size) - 1 if down else left), 0
    while chain != before:
        before = chain
        for rows, others in ((wide, narrow), (narrow, wide)):
            part = chain & rows
            aslant = (part << size | part << size - 1 | part >> size | part >> size - 1) & others
            along = part << step | part >> step if down == (rows == wide) else (part << 1 | part >> 1) & rows
            chain |= bridges & (aslant | along)
    return chain & ending != 0


def crossing_of(size: int, row: int, column: int) -> int:
    """Return the bit of a crossing by its row and column, of which both are even or neither."""
    return row // 2 * (2 * size - 1) + row % 2 * size + column // 2


def cell_of(crossing: int, size: int) -> tuple[int, int]:
    """Return the row and column of a crossing, on the board as it is written."""
    row, place = divmod(crossing, 2 * size - 1)
    between = int(place >= size)
    return 2 * row + between, 2 * (place - size * between) + between


def crossings(*, size: int) -> list[list[int]]:
    """Return the crossings row by row, -1 between them where dots are."""
    wide = range(2 * size - 1)
    return [[-1 if (r + c) % 2 else crossing_of(size, r, c) for c in wide] for r in wide]


def won(own: int, other: int, *, size: int) -> bool:
    """Whether the player to move has joined his sides: X, if the bridges are equal in number."""
    return joined(own, own.bit_count() == other.bit_count(), size)


in_turn(gale, range(1, LARGEST + 1), layout=crossings, won=won)


@gale.picture
def drawn(own: int, other: int, *, size: int) -> Board:
    """Draw the dots of X (full) and of O around the crossings; bridges are thick and thin lines between them."""
    shown, wide = gale.bind(size=size).show((own, other)).split("/"), 2 * size + 1

    def face(row: int, column: int) -> str:
        if (row + column) % 2:
            return "○" if row % 2 else "●"
        if row % (wide - 1) == 0 or column % (wide - 1) == 0:
            return "#"
        return {"X": "━┃", "O": "│─", ".": ".."}[shown[row - 1][column - 1]][row % 2]

    return Board(tuple(tuple(face(row, column) for column in range(wide)) for row in range(wide)))


@gale.spelling
def spelling(before: tuple[int, int], after: tuple[int, int], *, size: int) -> str:
    """Name the crossing by its row and column in the picture."""
    row, column = cell_of((before[0] ^ after[1]).bit_length() - 1, size)
    return f"({row + 2},{column + 2})"


def partner(crossing: int, size: int) -> int:
    """Return the crossing with which one makes a pair; the first, in the corner, has none: itself."""
    row, column = cell_of(crossing, size)
    if row % 2:
        row, column = (row - 1, column + 1) if row <= column else (row + 1, column - 1)
    elif row < column:
        row, column = row + 1, column - 1
    elif row - column > 2:
        row, column = row - 1, column + 1
    elif row > 0:
        column = row - 2 if row == column else row
    return crossing_of(size, row, column)


def alone(own: int, other: int, size: int) -> list[int] | None:
    """Return the bridges whose pair has no other, None where X has not the corner or both of a pair."""
    theirs, mine = (other, own) if own.bit_count() == other.bit_count() else (own, other)
    crossings = range(1, size * size + (size - 1) * (size - 1))
    if not mine & 1 or any(mine >> i & 1 and mine >> partner(i, size) & 1 for i in crossings):
        return None
    return [i for i in crossings if (mine | theirs) >> i & 1 and not (mine | theirs) >> partner(i, size) & 1]


def answered(own: int, other: int, *, size: int) -> bool:
    """Whether the board is empty, or X has the corner and an answer in each pair, but perhaps in that where O moved last."""
    if own == other == 0:
        return True
    waiting, equal = alone(own, other, size), own.bit_count() == other.bit_count()
    return waiting is not None and len(waiting) == equal and all(own.bit_count() and other >> i & 1 for i in waiting)


def answers(own: int, other: int, *, size: int) -> Iterator[tuple[int, int]]:
    """Iterate over the winning moves: that of the pairs (the corner, or the crossing that waits), then what a search finds.

    Where that is too large there may be more.
    """
    if own.bit_count() != other.bit_count():
        return
    waiting = alone(own, other, size) if own else None
    known = (other, own | 1 << (partner(waiting[0], size) if waiting else 0))
    yield known
    with suppress(TooLarge):
        solution = Position(gale.bind(size=size), (own, other)).solve(method="search", memory=ENOUGH)
        yield from (move.after.state for move in solution.iter_winning_moves() if move.after.state != known)


@gale.theorem(
    gives="losing",
    name="bridges in pairs",
    source="O. Gross; M. Gardner, New Mathematical Diversions, ch. 18",
    where=answered,
    reach=answers,
)
def pairs(own: int, other: int, *, size: int) -> bool:
    """X, with the corner, wins by answering in pairs of crossings: so O loses, and X wins, even from the empty board."""
    return own.bit_count() != other.bit_count()


@gale.small
def small_boards() -> Iterator[Position]:
    """Yield small boards, some with bridges, and what the answers in pairs lead to."""
    for size in (1, 2):
        yield gale(size=size)
    yield from gale(size=2).options()
    for text in ("X#./#.#/.#O", "X#O/#.#/.#.", "X#O/#X#/.#O"):
        yield gale(text)
    crossings = sorted({tuple(sorted((i, partner(i, 3)))) for i in range(1, 13)})
    for full in (3, 4, 5):
        ends = [crossings[(full + k) % 6] for k in range(full)]
        mine, theirs = 1 | sum(1 << pair[full % 2] for pair in ends), sum(1 << pair[1 - full % 2] for pair in ends)
        if not joined(mine, True, 3):
            yield Position(gale.bind(size=3), (theirs, mine))
            yield from Position(gale.bind(size=3), (theirs, mine)).options()


gale.monotone()
gale.called(
    "Gale; bridg-it; bridgit",
    "Build a bridge between two neighbouring dots of yours; bridges may not cross. X wins by joining top and "
    "bottom, O by joining left and right.",
)
gale.looks("bridges", "layers")
gale.starts("3x3", example="2x2", sizes="2x2; 3x3; 4x4; 5x5")
