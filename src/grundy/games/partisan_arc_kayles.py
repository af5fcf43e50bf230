"""Partisan Arc Kayles: take an edge of one's own colour; it vanishes, and all edges that touch it. Whoever cannot loses.

Blue edges are Left's, red ones Right's, green ones both players'. T. J. Schaefer, *On the complexity of some two-person
perfect-information games*, J. Comput. System Sci. 16, 1978, has the game with all edges green; K. Yoshiwatari, H. Kiya,
T. Hanaka, H. Ono, *Winner determination algorithms for graph games with matching structures* (IWOCA 2022), the coloured one.
Domineering is this game on a grid with vertical edges blue and the others red.
"""

from collections.abc import Iterator

from grundy.rules.edge_sets import Edges, bits
from grundy.rules.partisan import partisan_game
from grundy.rules.text.graphs import TAKE, declare_edges, lattice

Owners = tuple[int, ...]


def without(kept: int, i: int, edges: Edges) -> int:
    """Return the edges that are left when an edge is taken."""
    rest = kept
    for j in range(len(edges)):
        for end in range(2):
            if edges[j][end] == edges[i][0] or edges[j][end] == edges[i][1]:
                rest &= ~(1 << j)
    return rest


@partisan_game
def partisan_arc_kayles(kept: int, *, edges: Edges = ((1, 2),), owners: Owners = (0,), player: int):
    """Take an edge of your own or a green one; it vanishes and all that share a vertex with it. Bit i is edge i."""
    for i in range(len(edges)):
        if kept >> i & 1 and owners[i] != -player:
            yield without(kept, i, edges)


@partisan_arc_kayles.placement
def edges_of(kept: int, *, owners: Owners, player: int) -> Iterator[int]:
    """Yield the edges that a player may take."""
    return (i for i in bits(kept) if owners[i] != -player)


declare_edges(partisan_arc_kayles, without, move=TAKE, standing=False)


partisan_arc_kayles.called(
    "Partisan Arc Kayles; arc-kayles",
    "Take an edge of your colour: Left blue, Right red, both green; all edges that touch it go too. Whoever "
    "cannot take one loses.",
)
partisan_arc_kayles.starts(
    "3x3",
    sizes="1-2b-3r-4b; 2x3; 3x3; 4x4",
    variants={"Wheel": "1-2b-3r-4b-5r-1 6-1g 6-2g 6-3g 6-4g 6-5g"},
    small="1-2; 1-2b-3r; 1-2b-3b-4r; 1-2b 1-3r 1-4g; 1-2b-3r-4b-1r; 1-2g-3b-1r 3-4b-5g 1-1r",
)


@partisan_arc_kayles.sized
def coloured_lattice(rows: int, columns: int) -> str:
    """Return a lattice whose upright edges are blue and flat ones red: on it the game is Domineering."""
    return lattice(rows, columns, flat="r", upright="b")
