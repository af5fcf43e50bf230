"""Node Kayles: take a vertex, and with it those beside it; whoever finds no vertex loses.

T. J. Schaefer, *On the complexity of some two-person perfect-information games*, J. Comput. System Sci. 16, 1978; H. L.
Bodlaender, D. Kratsch, *Kayles and nimbers*, J. Algorithms 43, 2002. On a path it is Dawson's Chess (octal code 0.137), on
graphs whose parts differ little each part is solved once.
"""

from grundy.common.messages import _
from grundy.rules.edge_sets import Masks, bits
from grundy.rules.functions import game
from grundy.rules.text.graphs import declare_kept


@game
def node_kayles(kept: int, *, near: Masks = (0, 4, 2)):
    """Take a vertex and those beside it. Bit v is vertex v."""
    for v in range(len(near)):
        if kept >> v & 1:
            yield kept & ~(1 << v | near[v])


declare_kept(node_kayles)


@node_kayles.made_at
def vertices(before: int, after: int, *, near: Masks) -> list[tuple[tuple[int]]]:
    """Find the vertices any of which takes what is taken."""
    return [((v,),) for v in bits(before) if before & ~(1 << v | near[v]) == after]


@node_kayles.spelling
def taken(before: int, after: int, *, near: Masks) -> str:
    """Name these vertices."""
    found = (str(v) for ((v,),) in vertices(before, after, near=near))
    return _("take {chosen}").format(chosen=_(" or ").join(found))


node_kayles.called(
    "Node Kayles", "Take a vertex, and with it all that an edge joins to it. Whoever finds no vertex loses."
)
node_kayles.starts(
    "3x4",
    sizes="1x5; 2x3; 3x3; 3x4; petersen",
    variants={
        "Petersen": "1-2-3-4-5-1 6-8-10-7-9-6 1-6 2-7 3-8 4-9 5-10",
        "Star": "1-2 1-3 1-4 1-5",
        "Complete": "1-2-3-4-1-3 2-4",
    },
    small="1; 1 2; 1-2; 1-2-3; 1-2-3-1; 1-2-3-4-5; 1-2-3-4-1 3-5; 1-2 1-3 1-4; 1-2-3 4-5-6-4; star",
)
