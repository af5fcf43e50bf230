"""Toppling Dominoes: topple a domino of the own colour, and with it all that stand beyond; who has none left loses.

A. Fink, R. J. Nowakowski, A. N. Siegel, D. Wolfe, *Toppling conjectures*, Games of No Chance 4, 2015. A domino falls to the
left or to the right and takes with it those on that side, up to the row's end or a gap.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.language import _
from grundy.rules.grids import Grid, neighbour
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.text.moves import cell

State = tuple[int, int, int, int, int]


@partisan_game(board=Grid(".XO#", live="XO#", same="mirror flip", opposite="swap"))
def toppling_dominoes(rows: int, columns: int, blue: int, red: int, green: int, *, player: int):
    """Topple a domino X (Left), O (Right) or # (either player) to the left or to the right; a point is a gap."""
    own = blue if player == LEFT else red
    for i in range(rows * columns):
        if (own | green) >> i & 1:
            for way in range(1, 3):
                j = i
                fallen = 0
                while j >= 0 and (blue | red | green) >> j & 1:
                    fallen |= 1 << j
                    j = neighbour(rows, columns, j, way)
                yield rows, columns, blue & ~fallen, red & ~fallen, green & ~fallen


@toppling_dominoes.spelling
def spelling(before: State, after: State) -> str:
    """Name the domino that is toppled, and the direction; or all dominoes of a row that falls as a whole."""
    rows, columns = before[:2]
    stand = before[2] | before[3] | before[4]
    fallen = stand ^ (after[2] | after[3] | after[4])
    low, high = (fallen & -fallen).bit_length() - 1, fallen.bit_length() - 1
    first, last = cell(low, columns), cell(high, columns)
    for end, way, words in (
        (low, 1, _("{first} to the right").format(first=first)),
        (high, 2, _("{last} to the left").format(last=last)),
    ):
        beyond = neighbour(rows, columns, end, way)
        if beyond >= 0 and stand >> beyond & 1:
            return words
    return first if low == high else _("all of {first}-{last}").format(first=first, last=last)


@toppling_dominoes.small
def small_rows() -> Iterator[Position]:
    """Yield short rows."""
    for row in ("X", "#", "XO", "#XO", "XOX", "XOOX", "X#O.OX", "XOOXOOX", "XO#|#.X"):
        yield toppling_dominoes(row)
