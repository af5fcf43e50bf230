"""Maundy Cake: Left cuts a cake from top to bottom into equal pieces, Right from side to side, along its lines.

*Winning Ways* ch. 2. A player cuts one piece into any number of equal parts, at least two; who cannot cut loses. All
positions are integers.
"""

from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.cakes import declare


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


maundy_cake.called(
    "Maundy Cake",
    "Cut a piece of cake into equal pieces along its lines: Left from top to bottom, Right from side to "
    "side. Whoever cannot cut loses.",
)
maundy_cake.looks("cake")
maundy_cake.starts(
    "6x8",
    sizes="2x3; 4x6; 6x8; 12x9",
    variants={"Two Cakes": "'6x8 9x4'"},
    small="1x1; 1x2; 1x3; 1x4; 1x5; 1x6; 1x7; 1x8; 1x9; 2x1; 2x2; 2x3; 2x4; 3x1; 3x2; 3x3; 4x1; 4x2; 1x6 2x2",
)
