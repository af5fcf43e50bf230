"""Childish Hackenbush: Hackenbush in which no blue or red edge may be cut that others need to hang on the ground.

*Winning Ways* ch. 8. So no cut of a blue or red edge makes anything fall. Green edges are cut as in Hackenbush, unless the
parameter ``gentle`` is 1: then they follow the same rule. With ``wild=1`` blue edges are cut as in Hackenbush, with
``wild=-1`` red ones (General Hackenbush, which says of each colour whether it is childish).
"""

from grundy.rules.edge_sets import Edges, grounded
from grundy.rules.partisan import partisan_game
from grundy.rules.text.graphs import declare_edges, fallen

Owners = tuple[int, ...]


@partisan_game
def childish_hackenbush(
    kept: int, *, edges: Edges = ((0, 1),), owners: Owners = (0,), gentle: int = 0, wild: int = 0, player: int
):
    """Cut an edge of your own or a green one; unless it is green no other may fall. Bit i is edge i, vertex 0 the ground."""
    for i in range(len(edges)):
        if kept >> i & 1 and owners[i] != -player:
            rest = grounded(kept ^ 1 << i, edges)
            if rest == kept ^ 1 << i or (owners[i] == 0 and gentle == 0) or (wild != 0 and owners[i] == wild):
                yield rest


declare_edges(childish_hackenbush, fallen)


childish_hackenbush.called(
    "Childish Hackenbush; general-hackenbush",
    "Cut an edge of your colour, but none on which others hang; green edges are anybody's to cut. Whoever "
    "cannot cut loses.",
)
childish_hackenbush.looks("plants")
childish_hackenbush.starts(
    "house",
    sizes="BR RB; flower; house",
    variants={
        "Flower": "0-1g-2g-0b 2-3r",
        "House": "0-1b 0-2r 1-2g 1-3b 2-3r",
        "Gentle Flower": "0-1g-2g-0b 2-3r gentle=1",
        "Wild Left": "0-1b-2b-3r 0-2r-4r wild=1",
    },
    small=(
        "B; G; BRB; 0-1b-2b 1-3r-4b; 0-1b-2b-3r-4r-0b; 0-1g 0-1g 1-2b-3r-1b; 0-1r-2b-0b 2-3g; 0-1g-2g-0b 2-3r gentle=1; "
        "0-1b-2b-3r 0-1r-2r wild=1"
    ),
)
