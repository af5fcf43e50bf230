"""Clobber on a graph: a stone moves onto a neighbouring stone of the other colour and takes it; who cannot move loses.

M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, *An introduction to Clobber*, Integers 5(2), 2005. The vertices of
the graph show X (Left's stones) or O (Right's); one without a letter is empty.
"""

from collections.abc import Iterator

from grundy.rules.edge_sets import Masks, bits, pieces
from grundy.rules.partisan import LEFT, RIGHT, partisan_game
from grundy.rules.text.graphs import State, chosen, declare_vertices, lattice


@partisan_game
def graph_clobber(black: int, white: int, *, near: Masks = (0, 4, 2), player: int):
    """Move a stone of yours onto a neighbouring one of the other colour. Bit v: a black (white) stone is on vertex v."""
    own = black if player == LEFT else white
    other = white if player == LEFT else black
    for v in range(len(near)):
        if own >> v & 1:
            for w in range(len(near)):
                if (near[v] & other) >> w & 1:
                    moved = own ^ 1 << v | 1 << w
                    if player == LEFT:
                        yield moved, other ^ 1 << w
                    else:
                        yield other ^ 1 << w, moved


declare_vertices(graph_clobber, "x", "o", at="")


@graph_clobber.parts
def parts(black: int, white: int, *, near: Masks) -> Iterator[State]:
    """Yield the connected parts; stones of one colour alone never move."""
    stones = black | white
    for part in pieces(stones, {v: near[v] for v in bits(stones)}):
        if part & black and part & white:
            yield black & part, white & part


@graph_clobber.spelling
def move_of(before: State, after: State, *, near: Masks) -> str:
    """Name the vertex of the stone that moves, and that of the stone which it takes."""
    moves: list[tuple[int, str, State]] = []
    for player, own, other in ((LEFT, *before), (RIGHT, before[1], before[0])):
        words = (f"{v}-{w}" for v in bits(own) for w in bits(near[v] & other))
        options = graph_clobber.function(*before, near=near, player=player)
        moves += ((player, word, option) for word, option in zip(words, options, strict=True))
    return chosen(moves, after)


graph_clobber.looks("stones")
graph_clobber.called(
    "Graph Clobber",
    "Move one of your stones along an edge onto a stone of the other colour, and take that. Whoever cannot move loses.",
)
graph_clobber.starts(
    "4x4",
    example="3x3",
    sizes="2x3; 3x3; 3x4; 4x4",
    variants={"Ring": "1x-2o-3x-4o-5x-6o-1", "Star": "1o-2x 1-3x 1-4o 1-5o"},
    small="1x-2o; 1x-2x-3o; 1x-2o-3x-4o; 1x-2o-3x-1; 1o-2x 1-3x 1-4o; 1x-2o-3x-4o-5x-1 2-5; 1x-2-3o",
)


@graph_clobber.sized
def lattice_of_stones(rows: int, columns: int) -> str:
    """Return a lattice full of stones, coloured as a chessboard is."""
    return lattice(rows, columns, lambda row, column: "xo"[(row + column) % 2])
