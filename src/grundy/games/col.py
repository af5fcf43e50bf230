"""Col (C. Vout): paint a vertex in one's own colour, of which no neighbour has that colour; who cannot loses.

*Winning Ways* ch. 2. A vertex with the letter b is Left's to paint (blue) and not Right's, as one beside a red vertex; one
with the letter r is Right's (red); one with g, or without a letter, is both players'. Painted vertices are not shown.
"""

from grundy.rules.edge_sets import Masks
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.text.graphs import declare_painting


@partisan_game
def col(left: int, right: int, *, near: Masks = (0, 4, 2), player: int):
    """Paint a vertex: its neighbours then are the other player's alone. Bit v: Left (Right) may still paint vertex v."""
    own = left if player == LEFT else right
    for v in range(len(near)):
        if own >> v & 1:
            painted = 1 << v
            barred = painted | near[v]
            if player == LEFT:
                yield left & ~barred, right & ~painted
            else:
                yield left & ~painted, right & ~barred


declare_painting(col, alike=True)


col.looks("fields")
col.called("Col", "Paint a vertex in your colour; no two neighbours may both have it. Whoever cannot paint loses.")
col.starts(
    "4x4", example="3x3", sizes="5; 2x3; 3x3; 3x4; 4x4", variants={"Ring": "1-2-3-4-5-6-1", "Star": "1-2 1-3 1-4 1-5"}
)
