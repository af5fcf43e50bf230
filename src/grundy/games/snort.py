"""Snort (S. Norton): paint a vertex in one's own colour, of which no neighbour has the other's; who cannot loses.

*Winning Ways* ch. 6. A vertex with the letter b is Left's to paint (blue) and not Right's, as one beside a blue vertex; one
with the letter r is Right's (red); one with g, or without a letter, is both players'. Painted vertices are not shown.
"""

from grundy.rules.edge_sets import Masks
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.graphs import declare_painting


@partisan_game
def snort(left: int, right: int, *, near: Masks = (0, 4, 2), player: int):
    """Paint a vertex: its neighbours then are one's own alone. Bit v: Left (Right) may still paint vertex v."""
    own = left if player == LEFT else right
    for v in range(len(near)):
        if own >> v & 1:
            painted = 1 << v
            barred = painted | near[v]
            if player == LEFT:
                yield left & ~painted, right & ~barred
            else:
                yield left & ~barred, right & ~painted


declare_painting(snort, alike=False)


snort.looks("cats and dogs")
snort.called(
    "Snort", ("Paint a vertex in your colour; no neighbour may have the other one. Whoever cannot paint loses.")
)
snort.starts(
    "4x4", example="3x3", sizes="5; 2x3; 3x3; 3x4; 4x4", variants={"Ring": "1-2-3-4-5-6-1", "Star": "1-2 1-3 1-4 1-5"}
)
