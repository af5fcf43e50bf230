"""Toads and Frogs (*Winning Ways* ch. 1): toads hop to the right, frogs to the left; who cannot move loses.

An animal moves on to the next square if that is free, or jumps over one animal of the other kind onto a free square;
nothing is taken. Toads are X (Left's), frogs O (Right's); T and F are read as well. Each row of a board is a lane by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.rules.grids import Grid, neighbour
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.text.moves import walk


@partisan_game(board=Grid(".XO", same="flip", opposite="mirror+swap"))
def toads_and_frogs(rows: int, columns: int, toads: int, frogs: int, *, player: int):
    """Move a toad (Left) to the right or a frog (Right) to the left, onto the next square or over one of the others."""
    way = 2 if player == LEFT else 1
    own = toads if player == LEFT else frogs
    other = frogs if player == LEFT else toads
    for i in range(rows * columns):
        if own >> i & 1:
            land = neighbour(rows, columns, i, way)
            if land >= 0 and other >> land & 1:
                land = neighbour(rows, columns, land, way)
            if land >= 0 and not (toads | frogs) >> land & 1:
                moved = own ^ (1 << i | 1 << land)
                if player == LEFT:
                    yield rows, columns, moved, frogs
                else:
                    yield rows, columns, toads, moved


@toads_and_frogs.setup
def setup(*board: str | int) -> tuple[str | int, ...]:
    """Read T as X and F as O."""
    letters = str.maketrans("TtFf", "XXOO")
    return tuple(part.translate(letters) if isinstance(part, str) else part for part in board)


toads_and_frogs.spelling(walk)


@toads_and_frogs.small
def small_lanes() -> Iterator[Position]:
    """Yield short lanes, and two of them."""
    for lane in ("X.O", "XX.O", "XX.OO", "X.XOXOO", "XXX..OOO", "X..O.", "X.O|XO."):
        yield toads_and_frogs(lane)
