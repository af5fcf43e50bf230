"""Cutcake: Left cuts a cake in two from top to bottom, Right from side to side, along its lines; who cannot cut loses.

*Winning Ways* ch. 2. All positions are integers: with 2^i the largest power of 2 up to the rows, and 2^j that up to the
columns, a cake is worth ⌊columns / 2^i⌋ - 1 where j >= i, and 1 - ⌊rows / 2^j⌋ elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.text.cakes import declare


@partisan_game
def cutcake(*cakes: int, player: int):
    """Cut a cake in two: Left between two columns, Right between two rows. The state is rows, columns, rows, columns, …"""
    for i in range(0, len(cakes), 2):
        rows, columns = cakes[i], cakes[i + 1]
        if player == LEFT:
            for k in range(1, columns // 2 + 1):
                yield *cakes[:i], rows, k, rows, columns - k, *cakes[i + 2 :]
        else:
            for k in range(1, rows // 2 + 1):
                yield *cakes[:i], k, columns, rows - k, columns, *cakes[i + 2 :]


declare(cutcake)


@cutcake.small
def small_cakes() -> Iterator[Position]:
    """Yield small cakes."""
    for rows in range(1, 4):
        for columns in range(1, 7 // rows + 1):
            yield cutcake(rows, columns)
    yield cutcake("2x2 1x3")


cutcake.called(
    "Cutcake",
    "Cut a cake in two along its lines: Left from top to bottom, Right from side to side. Who cannot cut loses.",
    zh=("切蛋糕", "沿格线把一块蛋糕切成两块：左方竖切，右方横切。无法切者负。"),
)
cutcake.looks("cake")
cutcake.starts(
    "4x7",
    sizes=("2x3", "4x4", "4x7", "8x8"),
    variants=(("Two Cakes", "两块蛋糕", "'4x7 5x3'"),),
)
