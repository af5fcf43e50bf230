"""Green Hackenbush (J. H. Conway): a picture of edges that stands on the ground.

A move cuts an edge; what no longer hangs on the ground falls away. Who cannot cut loses. *Winning Ways* ch. 2 and 7 and
*On Numbers and Games* ch. 13. A stalk of n edges is a nim heap of n. Two principles give the value of any picture: on one
stem, what it carries is worth some x and counts as x + 1 (colon principle); and the vertices of a ring may be merged, so
that its edges become loops, worth 1 each (fusion principle).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from grundy.language import _
from grundy.rules.binary_columns import verdict
from grundy.rules.edge_sets import Edges, edge_pieces, grounded
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.solution import Solution
from grundy.text.edges import declare, fallen
from grundy.text.graphs import show_picture


@game
def green_hackenbush(kept: int, *, edges: Edges = ((0, 1),)):
    """Cut an edge; what no longer hangs on the ground (vertex 0) falls away. Bit i of the state is edge i."""
    for i in range(len(edges)):
        if kept >> i & 1:
            yield grounded(kept ^ 1 << i, edges)


declare(green_hackenbush, fallen)


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


@green_hackenbush.explanation
def why(solution: Solution) -> str:
    kept, edges = solution.position.state, solution.position.ruleset.params["edges"]
    lines = [
        _("Fusion: the vertices of a ring may be merged; its edges become loops, and a loop is worth 1."),
        _("Colon: a stem that carries something worth x is worth x + 1."),
    ]
    parts = edge_pieces(kept, edges, ground=0)
    lines += [
        _("{picture} is worth {value}").format(picture=show_picture(part, edges), value=fusion(part, edges=edges))
        for part in parts[:10]
    ]
    lines.append(_("The xor of what stands on the ground is {value}.").format(value=solution.value))
    return "\n".join([*lines, verdict(solution)])


green_hackenbush.called(
    "Green Hackenbush",
    "Cut an edge; what no longer hangs on the ground falls away. Who cannot cut loses.",
    zh=("无向图删边游戏", "剪去一条边，不再与地面相连的部分掉落。无法剪者负。"),
    also=("树上删边游戏", "删边游戏"),
)
green_hackenbush.looks("plants")
green_hackenbush.starts(
    "house",
    sizes=("0-1-2-3 0-4-5", "tree", "house", "girl"),
    variants=(
        ("Tree", "树", "0-1-2-3 1-4-5 2-6"),
        ("House", "房子", "0-1 0-2 1-2 1-3 2-3"),
        ("Girl", "女孩", "0-1-3 0-2-4 1-2 3-4 3-5 4-5 5-6 5-7 5-8-8"),
    ),
)
