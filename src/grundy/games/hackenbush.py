"""Hackenbush (J. H. Conway): a picture of blue, red and green edges that stands on the ground.

Left cuts a blue edge or a green one, Right a red edge or a green one; what no longer hangs on the ground falls away.
*Winning Ways* ch. 1, 2 and 7; *On Numbers and Games* ch. 8. A picture of blue and red edges is a number.
"""

from grundy.rules.edge_sets import Edges, grounded
from grundy.rules.partisan import partisan_game
from grundy.rules.text.graphs import declare_edges, fallen

Owners = tuple[int, ...]


@partisan_game
def hackenbush(kept: int, *, edges: Edges = ((0, 1),), owners: Owners = (0,), player: int):
    """Cut an edge of your own or a green one; what no longer hangs on the ground (vertex 0) falls. Bit i is edge i."""
    for i in range(len(edges)):
        if kept >> i & 1 and owners[i] != -player:
            yield grounded(kept ^ 1 << i, edges)


declare_edges(hackenbush, fallen)


hackenbush.called(
    "Hackenbush; red-blue-hackenbush; blue-red-hackenbush",
    "Cut an edge of your colour: Left blue, Right red, both green; what no longer hangs on the ground falls "
    "away. Whoever cannot cut loses.",
)
hackenbush.looks("plants")
hackenbush.starts(
    "house",
    sizes="BRB; GB BRR; flower; house; girl",
    variants={
        "Flower": "0-1g-2b 1-3b 1-4r 1-5r",
        "House": "0-1b 0-2r 1-2b 1-3b 2-3r",
        "Girl": "0-1r-3b 0-2b-4r 3-4b 3-5r 4-5b 5-6r 5-7b 5-8b",
        "Half": "BR",
        "Two Thirds": "BRBRBRB",
    },
    small="B; G; BR; GB BRR; BRBRRBBR; 0-1b-2b 1-3r-4b; 0-1b-2r-0b; 0-1g-2b-0g 2-3r; 0-1r-1b",
)
