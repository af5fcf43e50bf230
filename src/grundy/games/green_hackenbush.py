"""Green Hackenbush (J. H. Conway): a picture of edges that stands on the ground.

A move cuts an edge; what no longer hangs on the ground falls away. Who cannot cut loses. *Winning Ways* ch. 2 and 7 and
*On Numbers and Games* ch. 13. A stalk of n edges is a nim heap of n. Two principles give the value of any picture: on one
stem, what it carries is worth some x and counts as x + 1 (colon principle); and the vertices of a ring may be merged, so
that its edges become loops, worth 1 each (fusion principle).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from re import fullmatch
from typing import Any

from grundy.errors import PositionError
from grundy.language import _
from grundy.rules.digraph import spread
from grundy.rules.functions import game
from grundy.rules.graphs import drawn_edges, first_alike, grounded
from grundy.rules.position import Position
from grundy.rules.scenes import Network
from grundy.rules.solution import Solution

Edges = tuple[tuple[int, int], ...]
MOST = 10_000
"""Vertices are numbered below it: sets of them are the bits of an integer."""


@game
def green_hackenbush(kept: int, *, edges: Edges = ((0, 1),)):
    """Cut an edge; what no longer hangs on the ground (vertex 0) falls away. Bit i of the state is edge i."""
    for i in range(len(edges)):
        if kept >> i & 1:
            yield grounded(kept ^ 1 << i, edges)


@green_hackenbush.setup
def read_edges(*picture: Any) -> Position:
    edges = tuple(_edge(edge) for edge in spread(picture))
    kept = grounded((1 << len(edges)) - 1, edges)
    for i, (u, v) in enumerate(edges):
        if not kept >> i & 1:
            raise PositionError(
                _("green-hackenbush: the edge {u}-{v} does not hang on the ground, which is vertex 0").format(u=u, v=v)
            )
    return Position(green_hackenbush.bind(edges=edges), kept)


def _edge(edge: Any) -> tuple[int, int]:
    """Read an edge: ``0-1``, or (0, 1)."""
    parsed = edge
    if isinstance(edge, str) and (found := fullmatch(r"(\d+)-(\d+)", edge)):
        parsed = tuple(map(int, found.groups()))
    match parsed:
        case (int(u), int(v)) if min(u, v) >= 0 and max(u, v) < MOST:
            return u, v
        case (int(u), int(v)) if max(u, v) >= MOST:
            raise PositionError(
                _("green-hackenbush: number the vertices below {most:,}, not {v:,}").format(most=MOST, v=max(u, v))
            )
        case _:
            raise PositionError(
                _("green-hackenbush: {edge!r} is no edge: write 0-1 for one from the ground to vertex 1").format(
                    edge=edge
                )
            )


@green_hackenbush.shown
def picture_of(kept: int, *, edges: Edges) -> str:
    return ", ".join(f"{edges[i][0]}-{edges[i][1]}" for i in first_alike(kept, edges))


@green_hackenbush.picture
def drawn(kept: int, *, edges: tuple[tuple[int, int], ...]) -> Network:
    return drawn_edges(kept, edges, (0,) * len(edges), ground=0)


@green_hackenbush.spelling
def cut_of(before: int, after: int, *, edges: Edges) -> str:
    gone = (i for i in range(len(edges)) if (before & ~after) >> i & 1)
    return next(
        _("cut {u}-{v}").format(u=edges[i][0], v=edges[i][1]) for i in gone if grounded(before ^ 1 << i, edges) == after
    )


@green_hackenbush.small
def small_pictures() -> Iterator[Position]:
    random = Random(6)
    for number in range(120):
        vertices, size = 2 + number % 5, 1 + number % 8
        edges: list[tuple[int, int]] = []
        for _turn in range(size):  # each edge starts where the picture already is
            reached = sorted({0, *(v for edge in edges for v in edge)})
            edges.append((random.choice(reached), random.randrange(vertices)))
        yield read_edges(*edges)


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
    parts = standing(kept, edges)
    lines += [
        _("{picture_of} is worth {fusion}").format(
            picture_of=picture_of(part, edges=edges), fusion=fusion(part, edges=edges)
        )
        for part in parts[:10]
    ]
    lines.append(_("The xor of what stands on the ground is {value}.").format(value=solution.value))
    if solution.value:
        lines.append(
            _("It is not 0, so the player to move wins: {best_move}, and it is 0.").format(best_move=solution.best_move)
        )
    else:
        lines.append(_("It is 0, so the player to move loses: every cut changes it, and another cut makes it 0 again."))
    return "\n".join(lines)


def standing(kept: int, edges: Edges) -> list[int]:
    """Return the parts of a picture that only the ground joins, as sets of edges."""
    parts: list[tuple[set[int], int]] = []
    for i, edge in enumerate(edges):
        if kept >> i & 1:
            touched = set(edge) - {0}
            mine = 1 << i
            apart: list[tuple[set[int], int]] = []
            for vertices, part in parts:
                if vertices & touched:
                    touched |= vertices
                    mine |= part
                else:
                    apart.append((vertices, part))
            parts = [*apart, (touched, mine)]
    return [part for _, part in parts]
