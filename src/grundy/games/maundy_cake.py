"""Maundy Cake: Left cuts a cake from top to bottom into equal pieces, Right from side to side, along its lines.

*Winning Ways* ch. 2. A player cuts one piece into any number of equal parts, at least two; who cannot cut loses. All
positions are integers.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.text.cakes import declare


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


declare(maundy_cake)


@maundy_cake.small
def small_cakes() -> Iterator[Position]:
    """Yield small cakes."""
    for rows in range(1, 5):
        for columns in range(1, 9 // rows + 1):
            yield maundy_cake(rows, columns)
    yield maundy_cake("1x6 2x2")


maundy_cake.called(
    "Maundy Cake",
    "Cut a piece of cake into equal pieces along its lines: Left from top to bottom, Right from side to side. "
    "Who cannot cut loses.",
    zh=("均分蛋糕", "沿格线把一块蛋糕切成相等的若干块：左方竖切，右方横切。无法切者负。"),
)
maundy_cake.looks("cake")
maundy_cake.starts(
    "6x8",
    sizes=("2x3", "4x6", "6x8", "12x9"),
    variants=(("Two Cakes", "两块蛋糕", "'6x8 9x4'"),),
)
