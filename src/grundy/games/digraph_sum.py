"""The digraph game: tokens on an acyclic digraph; a move pushes one of them along an arrow.

Every impartial game is such a game with one token, and a sum of games is one with several. The Sprague-Grundy theorem
(R. Sprague 1935, P. M. Grundy 1939): a token is worth the mex of what it may be pushed to, and the tokens together the xor.
With rings in the digraph (play may be endless) the same rules are solved by search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import xor

from grundy.errors import PositionError
from grundy.language import _
from grundy.rules.digraph import token_scene
from grundy.rules.functions import game
from grundy.rules.reader import Reader
from grundy.rules.scenes import Scene
from grundy.rules.solution import Solution

Arrows = tuple[tuple[int, int], ...]

TRIALS: list[dict[str, Arrows]] = [
    {"arrows": ((3, 1), (3, 2), (2, 1), (2, 0), (1, 0))},
    {"arrows": ((4, 3), (4, 1), (3, 2), (2, 0), (1, 0), (3, 0), (4, 2))},
    {"arrows": ((0, 1), (1, 2), (2, 3), (3, 4), (0, 3), (1, 3))},
]


@game(trials=TRIALS)
def digraph_sum(*tokens: int, arrows: Arrows = ((2, 1), (2, 0), (1, 0))):
    """Push one token along an arrow (from, to); a token at a node without arrows is stuck."""
    for i in range(len(tokens)):
        for tail, head in arrows:
            if tail == tokens[i]:
                yield (*tokens[:i], head, *tokens[i + 1 :])


@digraph_sum.setup
def read_tokens(*tokens: int, arrows: Arrows) -> tuple[int, ...]:
    """Take the tokens' nodes, integers from 0 up as those of the arrows are."""
    if not all(isinstance(arrow, tuple) and len(arrow) == 2 for arrow in arrows):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PositionError(_("digraph-sum: an arrow is a pair (from, to), as in arrows=((2,1),(1,0))"))
    for node in (*tokens, *(node for arrow in arrows for node in arrow)):
        if not isinstance(node, int) or node < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError(_("digraph-sum: a node is an integer from 0 up, not {node!r}").format(node=node))
    return tokens


@digraph_sum.picture
def drawn(*tokens: int, arrows: Arrows) -> Scene:
    """Draw the digraph, and on each node the numbers of the tokens that stand there."""
    nodes = sorted({*tokens, *(node for arrow in arrows for node in arrow)})
    here = {node: ",".join(f"●{i}" for i, token in enumerate(tokens, 1) if token == node) for node in nodes}
    return token_scene(nodes, tuple(arrows), {node: text for node, text in here.items() if text})


@digraph_sum.spelling
def push_of(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    return next(
        (
            _("token {i}: {a} → {b}").format(i=i, a=a, b=b)
            for i, (a, b) in enumerate(zip(before, after, strict=True), 1)
            if a != b
        ),
        "stay",
    )


def forward(children: list[list[int]]) -> list[int]:
    """Return the nodes in an order where arrows go forward, without those on rings and behind them. O(arrows)."""
    waiting = [0] * len(children)
    for heads in children:
        for head in heads:
            waiting[head] += 1
    order = [node for node, count in enumerate(waiting) if not count]
    for node in order:
        for head in children[node]:
            waiting[head] -= 1
            if not waiting[head]:
                order.append(head)
    return order


def mexes(children: list[list[int]], order: list[int]) -> list[int]:
    """Return the Grundy values of the nodes, given in an order where arrows go forward. O(arrows)."""
    values = [0] * len(children)
    for node in reversed(order):
        heads = children[node]
        if heads:
            found = {values[head] for head in heads}
            value = 0
            while value in found:
                value += 1
            values[node] = value
    return values


@lru_cache(maxsize=16)
def values_of(arrows: Arrows) -> dict[int, int] | None:
    """Return the Grundy value of every node that has an arrow, or None if there is a ring."""
    names = list(dict.fromkeys(node for arrow in arrows for node in arrow))
    place = {node: i for i, node in enumerate(names)}
    children: list[list[int]] = [[] for _ in names]
    for tail, head in arrows:
        children[place[tail]].append(place[head])
    order = forward(children)
    if len(order) < len(names):
        return None
    return dict(zip(names, mexes(children, order), strict=True))


def pushes(*tokens: int, target: int, arrows: Arrows) -> Iterator[tuple[int, ...]]:
    """Iterate over the options of a given value."""
    known = values_of(arrows) or {}
    total = value(*tokens, arrows=arrows)
    for i, token in enumerate(tokens):
        wanted = known.get(token, 0) ^ total ^ target
        for tail, head in arrows:
            if tail == token and known[head] == wanted:
                yield (*tokens[:i], head, *tokens[i + 1 :])


@digraph_sum.theorem(
    name="the Sprague-Grundy theorem",
    source="R. Sprague, Tohoku Mathematical Journal 41 (1935); P. M. Grundy, Eureka 2 (1939)",
    where=lambda *tokens, arrows: values_of(arrows) is not None,
    reach=pushes,
)
def value(*tokens: int, arrows: Arrows) -> int:
    """A token is worth the mex of what it may be pushed to, and the tokens together the xor."""
    known = values_of(arrows) or {}
    return reduce(xor, (known.get(token, 0) for token in tokens), 0)


@digraph_sum.explanation
def why(solution: Solution) -> str:
    tokens, arrows = solution.position.state, solution.position.ruleset.params["arrows"]
    known = values_of(arrows)
    if known is None:
        return ""
    lines = [
        _("A node is worth the least number that none of its successors is worth (mex); the tokens are worth the xor.")
    ]
    for token in tokens[:10]:
        after = sorted({known[head] for tail, head in arrows if tail == token})
        lines.append(
            _("node {token}: mex of {{{after}}} = {get}").format(
                token=token, after=", ".join(map(str, after)), get=known.get(token, 0)
            )
        )
    lines.append(_("xor: {value}").format(value=solution.value))
    if solution.value:
        lines.append(
            _("It is not 0, so the player to move wins: {best_move} makes it 0.").format(best_move=solution.best_move)
        )
    else:
        lines.append(_("It is 0, so the player to move loses: every push changes it, and another makes it 0 again."))
    return "\n".join(lines)


@digraph_sum.judge("digraph-sum")
def judge(read: Reader) -> Iterator[str]:
    nodes, count = read.integer(0, what="the number of nodes"), read.integer(0, what="the number of arrows")
    first = read.next
    ends = read.integers(2 * count, 1, nodes, "a node")
    children: list[list[int]] = [[] for _ in range(nodes + 1)]
    for tail, head in zip(ends[::2], ends[1::2], strict=True):
        children[tail].append(head)
    order = forward(children)
    if len(order) <= nodes:
        raise read.fail(
            "this arrow is part of a ring, and an acyclic digraph is wanted", first + 2 * on_ring(ends, order)
        )
    values = mexes(children, order)
    tokens = read.integers(read.integer(0, what="the number of tokens"), 1, nodes, "a node")
    yield "Yes" if reduce(xor, (values[token] for token in tokens), 0) else "No"


def on_ring(ends: list[int], order: list[int]) -> int:
    """Return the index of an arrow on a ring: one of those walked back from a node that never got free."""
    free = set(order)
    back = {ends[i + 1]: i for i in range(0, len(ends), 2) if ends[i] not in free}
    seen: set[int] = set()
    node = next(iter(back))
    while node not in seen:
        seen.add(node)
        node = ends[back[node]]
    return back[node] // 2
