"""Green Hackenbush (J. H. Conway): a picture of edges that stands on the ground.

A move cuts an edge; what no longer hangs on the ground falls away. Whoever cannot cut loses. *Winning Ways* ch. 2 and 7 and
*On Numbers and Games* ch. 13. A stalk of n edges is a nim heap of n. Two principles give the value of any picture: on one
stem, what it carries is worth some x and counts as x + 1 (colon principle); and the vertices of a ring may be merged, so
that its edges become loops, worth 1 each (fusion principle). In misère play, pieces that stand on one edge each behave as
heaps of misère Nim: such a piece is worth 0 only when it is gone, which is what the SJ theorem asks for.
"""

from collections.abc import Iterator
from functools import reduce
from operator import xor
from random import Random

from grundy.common.messages import _
from grundy.rules.edge_sets import Edges, bits, edge_pieces, grounded
from grundy.rules.explanations import verdict
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader, each_test, tree_edges
from grundy.rules.text.graphs import declare_edges, fallen, show_picture
from grundy.values.outcome import Outcome


@game
def green_hackenbush(kept: int, *, edges: Edges = ((0, 1),)):
    """Cut an edge; what no longer hangs on the ground (vertex 0) falls away. Bit i of the state is edge i."""
    for i in range(len(edges)):
        if kept >> i & 1:
            yield grounded(kept ^ 1 << i, edges)


declare_edges(green_hackenbush, fallen)


@green_hackenbush.small
def small_pictures() -> Iterator[Position]:
    random = Random(6)
    for number in range(120):
        vertices, size = 2 + number % 5, 1 + number % 8
        edges: list[tuple[int, int]] = []
        for _turn in range(size):  # each edge starts where the picture already is
            reached = sorted({0, *(v for edge in edges for v in edge)})
            edges.append((random.choice(reached), random.randrange(vertices)))
        yield green_hackenbush(*edges)


@green_hackenbush.theorem(
    name="the fusion principle", source="Conway, On Numbers and Games, ch. 13; Winning Ways ch. 7"
)
def fusion(kept: int, *, edges: Edges) -> int:
    """Merge the vertices of every ring: its edges are loops, worth 1 each; what a stem carries, worth x, counts x + 1."""
    near: dict[int, list[tuple[int, int]]] = {0: []}
    for i, (u, v) in enumerate(edges):
        if kept >> i & 1:
            near.setdefault(u, []).append((v, i))
            if u != v:
                near.setdefault(v, []).append((u, i))
    # depth first from the ground; low: the earliest vertex that a ring through the vertex reaches
    number = {0: 0}
    low = {0: 0}
    worth = dict.fromkeys(near, 0)  # the xor of stems and of edges in rings, of what is merged into the vertex so far
    stack = [(0, -1, iter(near[0]))]
    while stack:
        u, entry, rest = stack[-1]
        for v, i in rest:
            if i == entry:
                continue
            if v not in number:
                number[v] = low[v] = len(number)
                stack.append((v, i, iter(near[v])))
                break
            if number[v] <= number[u]:
                worth[u] ^= 1
                low[u] = min(low[u], number[v])
        else:
            stack.pop()
            if stack:
                father = stack[-1][0]
                ring = low[u] < number[u]
                worth[father] ^= worth[u] ^ 1 if ring else worth[u] + 1
                low[father] = min(low[father], low[u])
    return worth[0]


def on_stems(kept: int, *, edges: Edges) -> bool:
    """Whether each piece stands on one edge: then it is worth 0 only when all of it is gone."""
    pieces = edge_pieces(kept, edges, ground=0)
    return all(sum(0 in edges[i] for i in bits(piece)) == 1 for piece in pieces)


@green_hackenbush.theorem(
    gives="losing",
    play="misere",
    name="the SJ theorem",
    source="Z. Jia, Zuhe youxi lüeshu (Chinese national team papers, 2009); Winning Ways ch. 13",
    where=on_stems,
)
def sprague_jia(kept: int, *, edges: Edges) -> bool:
    """On one stem each, the mover loses when the xor is 0 and a piece is worth 2 or more, or the xor 1 and none is."""
    values = [fusion(piece, edges=edges) for piece in edge_pieces(kept, edges, ground=0)]
    return reduce(xor, values, 0) == (0 if max(values, default=0) > 1 else 1)


@green_hackenbush.explanation
def why(solution: Solution) -> Iterator[str]:
    kept, edges = solution.position.state, solution.position.ruleset.params["edges"]
    misere = solution.play.misere
    yield _("Fusion: the vertices of a cycle may be merged; its edges become loops, and a loop is worth 1.")
    yield _("Colon: a stem that carries something worth x is worth x + 1.")
    parts = edge_pieces(kept, edges, ground=0)
    yield from (
        _("{picture} is worth {value}").format(picture=show_picture(part, edges), value=fusion(part, edges=edges))
        for part in parts[:10]
    )
    total = fusion(kept, edges=edges)
    yield _("The xor of what stands on the ground is {value}.").format(value=total)
    if not misere:
        yield verdict(solution)
        return
    yield _("Each piece stands on one stem, so it is worth 0 only when it is gone, and misère play goes as in Nim:")
    yield _("leave the xor 0; but where no piece worth 2 or more would be left, leave an odd number of pieces.")
    if solution.outcome is Outcome.N:
        yield _("Move: {best_move}.").format(best_move=solution.best_move)


@green_hackenbush.judge("tree-cutting")
@each_test
def judge_tree(read: Reader) -> Iterator[str]:
    """HDU 3094: a count of trees with root 1, each its number of nodes and its edges: Alice if the first wins, else Bob."""
    edges = list(tree_edges(read, read.integer(1, what="the number of nodes")))
    yield "Alice" if _rooted(edges) else "Bob"


@green_hackenbush.judge("christmas-game")
def judge_graphs(read: Reader) -> Iterator[str]:
    """POJ 3710: a count of graphs with root 1, each its nodes, edges and their ends: Sally if the first wins, else Harry."""
    while not read.done:
        total = 0
        for _turn in range(read.integer(0, what="a count")):
            nodes, count = read.integer(1, what="the number of nodes"), read.integer(0, what="the number of edges")
            ends = read.integers(2 * count, 1, nodes, "a node")
            total ^= _rooted(list(zip(ends[::2], ends[1::2], strict=True)))
        yield "Sally" if total else "Harry"


def _rooted(edges: list[tuple[int, int]]) -> int:
    """Return what a picture is worth whose vertex 1 is the ground."""
    return fusion((1 << len(edges)) - 1, edges=tuple((u - 1, v - 1) for u, v in edges))


green_hackenbush.called(
    "Green Hackenbush",
    "Cut an edge; what no longer hangs on the ground falls away. Whoever cannot cut loses.",
    misere="misere-green-hackenbush",
)
green_hackenbush.looks("plants")
green_hackenbush.starts(
    "house",
    sizes="0-1-2-3 0-4-5; tree; house; girl",
    variants={
        "Tree": "0-1-2-3 1-4-5 2-6",
        "House": "0-1 0-2 1-2 1-3 2-3",
        "Girl": "0-1-3 0-2-4 1-2 3-4 3-5 4-5 5-6 5-7 5-8-8",
    },
)
