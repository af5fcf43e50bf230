"""Fjords: paint a vertex beside one of your own; what touches the other's colour is lost to you. Whoever cannot paint loses.

The game on graphs that *CGSuite* ships under this name, after the board game of F. D. Laramée (2005). A vertex with the
letter b is beside a blue one, and Left's to paint, one with r Right's; one with g, or without a letter, is nobody's yet.
What lies beside a painted vertex becomes its painter's if it was nobody's, and closed if it was the other's. With the
parameters it is General Col: whether a player may paint what is his ``own``, ``nobody``'s, the ``other``'s. Snort is ``own=1
nobody=1``, Col ``own=0 nobody=1 other=1``.
"""

from grundy.common.messages import _
from grundy.rules.edge_sets import Masks, bits, pieces
from grundy.rules.partisan import LEFT, RIGHT, partisan_game
from grundy.rules.text.graphs import PAINTED, State, chosen, declare_vertices, lattice

SETTINGS = ({"nobody": 1}, {"own": 0, "nobody": 1, "other": 1}, {"own": 1, "nobody": 0, "other": 1})


@partisan_game(trials=SETTINGS)
def fjords(
    left: int, right: int, *, near: Masks = (0, 4, 2), own: int = 1, nobody: int = 0, other: int = 0, player: int
):
    """Paint a vertex that the parameters let you. Bit v: vertex v is beside no vertex of Right's (of Left's)."""
    free, mine, yours = left & right, left & ~right, right & ~left
    if player != LEFT:
        mine, yours = yours, mine
    for v in range(len(near)):
        if (free * nobody | mine * own | yours * other) >> v & 1:
            painted = 1 << v
            barred = painted | near[v]
            if player == LEFT:
                yield left & ~painted, right & ~barred
            else:
                yield left & ~barred, right & ~painted


@fjords.parts
def parts(left: int, right: int, *, near: Masks) -> list[State]:
    """Return the connected parts."""
    live = left | right
    return [(left & part, right & part) for part in pieces(live, {v: near[v] & live for v in bits(live)})]


declare_vertices(fjords, "b", "r", both="g")


@fjords.spelling
def painted(before: State, after: State, *, near: Masks) -> str:
    """Name the vertex that is painted, the only one that nobody can paint for its own sake."""
    every = dict.fromkeys(("own", "nobody", "other"), 1)
    moves = [
        (player, str(v), option)
        for player in (LEFT, RIGHT)
        for v, option in zip(
            bits(before[0] | before[1]), fjords.function(*before, near=near, player=player, **every), strict=True
        )
    ]
    return _("paint {chosen}").format(chosen=chosen(moves, after))


fjords.sized(lattice)
fjords.small(lambda: (fjords(graph) for graph in PAINTED))


fjords.looks("fields")
fjords.called(
    "Fjords; general-col; gen-col",
    "Paint a vertex beside one of yours; what lies beside it becomes yours to paint, or is closed if it was "
    "the other's. Whoever cannot paint loses.",
)
fjords.starts(
    "1b-2-3-4r 1-5-6-4 2-6 3-5",
    sizes="1b-2-3r; 1b-2-3-4-5r; 1b-2-3-4r 1-5-6-4 2-6 3-5",
    variants={"General Col": "3x3 own=0 nobody=1 other=1", "Both Kinds": "1b-2-3-4r 2-5 nobody=1"},
)
