"""Cutcake: Left cuts a cake in two from top to bottom, Right from side to side, along its lines; who cannot cut loses.

*Winning Ways* ch. 2. All positions are integers: with 2^i the largest power of 2 up to the rows, and 2^j that up to the
columns, a cake is worth ⌊columns / 2^i⌋ - 1 where j >= i, and 1 - ⌊rows / 2^j⌋ elsewhere.
"""

from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.cakes import declare


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


cutcake.called(
    "Cutcake",
    "Cut a cake in two along its lines: Left from top to bottom, Right from side to side. Whoever cannot cut loses.",
)
cutcake.looks("cake")
cutcake.starts(
    "4x7",
    sizes="2x3; 4x4; 4x7; 8x8",
    variants={"Two Cakes": "'4x7 5x3'"},
    small="1x1; 1x2; 1x3; 1x4; 1x5; 1x6; 1x7; 2x1; 2x2; 2x3; 3x1; 3x2; 2x2 1x3",
)
