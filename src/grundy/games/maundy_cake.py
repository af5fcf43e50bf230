"""Maundy Cake: Left cuts a cake from top to bottom into equal pieces, Right from side to side, along its lines.

*Winning Ways* ch. 2. A player cuts one piece into any number of equal parts, at least two; who cannot cut loses. All
positions are integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.games.cutcake import Cakes, drawn_cakes, pairs, pieces_of, read_cakes
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.rules.scenes import Scene


@partisan_game
def maundy_cake(*cakes: int, player: int):
    """Cut a cake into equal pieces: Left between columns, Right between rows. The state is rows, columns, rows, …"""
    for i in range(0, len(cakes), 2):
        rows, columns = cakes[i], cakes[i + 1]
        cut = columns if player == LEFT else rows
        for k in range(1, cut // 2 + 1):
            if cut % k == 0:
                piece = (rows, k) if player == LEFT else (k, columns)
                yield *cakes[:i], *piece * (cut // k), *cakes[i + 2 :]


@maundy_cake.setup
def read(*cakes: Any) -> Cakes:
    """Read cakes: rows and columns as numbers, or as text such as 4x8 2x3."""
    return read_cakes("maundy-cake", cakes)


@maundy_cake.parts
def parts(*cakes: int) -> Iterator[Cakes]:
    """Yield the cakes one by one; those of one cell have no move."""
    return ((rows, columns) for rows, columns in pairs(cakes) if rows * columns > 1)


@maundy_cake.shown
def text_of(*cakes: int) -> str:
    """Return cakes as text."""
    return " ".join(f"{rows}x{columns}" for rows, columns in pairs(cakes))


@maundy_cake.picture
def drawn(*cakes: int) -> Scene:
    return drawn_cakes(cakes)


@maundy_cake.spelling
def cut_of(before: Cakes, after: Cakes) -> str:
    """Name the cake that is cut, and the pieces."""
    return pieces_of(before, after)


@maundy_cake.small
def small_cakes() -> Iterator[Position]:
    """Yield small cakes."""
    for rows in range(1, 5):
        for columns in range(1, 9 // rows + 1):
            yield maundy_cake(rows, columns)
    yield maundy_cake("1x6 2x2")
