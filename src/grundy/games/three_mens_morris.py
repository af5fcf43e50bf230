"""Three Men's Morris, or Tapatan: three men each are set and then moved; who gets them in a line wins.

H. J. R. Murray, *A History of Board-Games Other Than Chess* (1952), 3.3. Men move along the lines to the point beside; with
``flying=1`` to any free one (Nine Holes), with ``diagonals=0`` the board has no lines across. The first player wins, by the
middle; where that may not be taken first, and in both other games, right play is a draw. Whoever cannot move loses.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.text.stones import by_rows, with_men
from grundy.values.outcome import LOSS

LINES = (7, 56, 448, 73, 146, 292, 273, 84)
"""Three in a row, as bits: bit 3 * row + column is a point; the last two are the diagonals."""


@game(sided=True)
def three_mens_morris(left: int, right: int, turn: int, *, diagonals: int = 1, flying: int = 0):
    """Place a man on a free point; a player who has placed three moves one instead, along a line to a neighbouring point."""
    own, other = (right, left) if turn else (left, right)
    for end in range(9):
        if not (left | right) >> end & 1:
            if own.bit_count() < 3:
                after = own | 1 << end
                if turn:
                    yield left, after, 0
                else:
                    yield after, right, 1
            else:
                for start in range(9):
                    if own >> start & 1 and (flying or joined(start, end, diagonals)):
                        after = own ^ 1 << start | 1 << end
                        if turn:
                            yield other, after, 0
                        else:
                            yield after, other, 1


def joined(start: int, end: int, diagonals: int) -> bool:
    """Whether a line leads from a point to the one beside it; lines across lead through the middle."""
    down, across = abs(end // 3 - start // 3), abs(end % 3 - start % 3)
    return down + across == 1 or (diagonals == 1 and down == 1 and across == 1 and (start == 4 or end == 4))


@three_mens_morris.ending
def over(left: int, right: int, turn: int, *, diagonals: int, flying: int) -> int | None:
    """Whoever has just moved wins with three in a line, and where the other cannot move."""
    own, last = (right, left) if turn else (left, right)
    if any(last == line for line in LINES[: 6 + 2 * diagonals]):
        return LOSS
    if own.bit_count() < 3 or flying:
        return None
    free = [end for end in range(9) if not (own | last) >> end & 1]
    return None if any(own >> i & 1 and joined(i, end, diagonals) for i in range(9) for end in free) else LOSS


@three_mens_morris.tier
def men(left: int, right: int, turn: int, *, diagonals: int, flying: int) -> int:
    """Men are set, and never taken."""
    return (left | right).bit_count()


def require(left: int, right: int, turn: int, *, diagonals: int, flying: int) -> None:
    """Raise PositionError for parameters that are none."""
    if not (diagonals in (0, 1) and flying in (0, 1)):
        raise PositionError("three-mens-morris: diagonals and flying are 0 or 1")


with_men(three_mens_morris, layout=lambda: by_rows(size=3), men=lambda: 3, require=require)
three_mens_morris.called(
    "Three Men's Morris; tapatan; three-mens-merels",
    "Place your three men in turn; then move one along a line to a neighbouring free point. Three of your "
    "men in a line win.",
)
three_mens_morris.looks("stones")
three_mens_morris.starts(
    ".../.../...",
    sizes=".../.../...",
    variants={
        "Nine Holes": ".../.../... flying=1",
        "No Diagonals": ".../.../... diagonals=0",
        "Edge Opening": ".X./.../...",
    },
    small=(
        "XXX/OO./...; X../.O./...; XX./OO./X.O; X.X/O.O/.X.; XOX/.O./.X.; XOX/OXO/...; X.X/O.O/.XO O; "
        "XOX/.O./.XO diagonals=0; OX./OX./.X. O; XX./OOO/X.. X; X../OXO/O.X X"
    ),
)
