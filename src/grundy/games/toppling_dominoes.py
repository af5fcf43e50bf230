"""Toppling Dominoes: topple a domino of the own colour, and with it all that stand beyond; who has none left loses.

A. Fink, R. J. Nowakowski, A. N. Siegel, D. Wolfe, *Toppling conjectures*, Games of No Chance 4, 2015. A domino falls to the
left or to the right and takes with it those on that side, up to the row's end or a gap.
"""

from grundy.common.messages import _
from grundy.rules.board import EAST, FREE, WEST, Board, O, X, pieces
from grundy.rules.grids import Grid, board_of, neighbour
from grundy.rules.partisan import partisan_game
from grundy.rules.text.stones import cell

State = tuple[int, int, int, int, int]
GREEN = 3


@partisan_game(board=Grid(".XO#", live="XO#", same="mirror flip", opposite="swap"))
def toppling_dominoes(board: Board, *, player: int):
    """Topple a domino X (Left), O (Right) or # (either player) to the left or to the right; a point is a gap."""
    for domino in range(board.rows * board.columns):
        if board[domino] in (pieces(player)[0], GREEN):
            for way in (WEST, EAST):
                after, fallen = board, domino
                while board[fallen] in (X, O, GREEN):
                    after = after.place(fallen, FREE)
                    fallen = board.step(fallen, way)
                yield after


@toppling_dominoes.spelling
def spelling(before: State, after: State) -> str:
    """Name the domino that is toppled, and the direction; or all dominoes of a row that falls as a whole."""
    low, high, more = fallen(before, after)
    first, last = cell(low, before[1]), cell(high, before[1])
    if more[0]:
        return _("{first} to the right").format(first=first)
    if more[1]:
        return _("{last} to the left").format(last=last)
    return first if low == high else _("all of {first}-{last}").format(first=first, last=last)


@toppling_dominoes.made_at
def pushed(before: State, after: State) -> list[tuple[tuple[int, int], ...]]:
    """Point at the domino that is pushed, then at the one that it falls on; of a row that falls whole, from either end."""
    low, high, more = fallen(before, after)
    several = 1 + (low < high)
    right, left = (low, low + 1)[:several], (high, high - 1)[:several]
    ways = [right] if more[0] or several == 1 else [left] if more[1] else [right, left]
    return [tuple(divmod(domino, before[1]) for domino in way) for way in ways]


def fallen(before: State, after: State) -> tuple[int, int, tuple[bool, bool]]:
    """Return the first and the last domino that fell, and whether others stand before the one and behind the other."""
    rows, columns = before[:2]
    stand = before[2] | before[3] | before[4]
    gone = stand ^ (after[2] | after[3] | after[4])
    low, high = (gone & -gone).bit_length() - 1, gone.bit_length() - 1
    left, right = neighbour(rows, columns, low, 1), neighbour(rows, columns, high, 2)
    return low, high, (left >= 0 and bool(stand >> left & 1), right >= 0 and bool(stand >> right & 1))


toppling_dominoes.called(
    "Toppling Dominoes",
    "Topple a domino of your colour to the left or to the right, and with it all on that side up to a gap. "
    "Whoever has none left loses.",
)
toppling_dominoes.looks("standing dominoes")
toppling_dominoes.starts(
    "1x7",
    sizes="1x4; 1x7; 2x6; 3x8",
    variants={"Green Middle": "XO#OX"},
    small="X; #; XO; #XO; XOX; XOOX; X#O.OX; XOOXOOX; XO#|#.X",
)


@toppling_dominoes.sized
def rows_of(rows: int, columns: int) -> str:
    """Return rows of dominoes: two of each player in turn."""
    return board_of(rows, columns, lambda cell: "XXOO"[(sum(cell)) % 4])
