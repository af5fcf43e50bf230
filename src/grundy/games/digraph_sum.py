"""The digraph game: tokens on an acyclic digraph; a move pushes one of them along an arrow.

Every impartial game is such a game with one token, and a sum of games is one with several. The Sprague-Grundy theorem
(R. Sprague 1935, P. M. Grundy 1939): a token is worth the mex of what it may be pushed to, and the tokens together the xor.
With rings in the digraph (play may be endless) the same rules are solved by search.
"""

from collections.abc import Iterator

from grundy.common.messages import N_, _
from grundy.rules.digraph import require_pairs, token_scene
from grundy.rules.explanations import verdict
from grundy.rules.functions import game
from grundy.rules.scenes import Scene
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Arrows, Reader, acyclic_values, values_of
from grundy.rules.text.stones import change
from grundy.values.nimber import nim_sum

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
    require_pairs(digraph_sum, arrows)
    for node in (*tokens, *(node for arrow in arrows for node in arrow)):
        if not isinstance(node, int) or node < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise digraph_sum.no_position("{name}: a node is an integer from 0 up, not {node!r}", node=node)
    return tokens


@digraph_sum.picture
def drawn(*tokens: int, arrows: Arrows) -> Scene:
    """Draw the digraph, and on each node the numbers of the tokens that stand there."""
    nodes = sorted({*tokens, *(node for arrow in arrows for node in arrow)})
    here = {node: ",".join(f"●{i}" for i, token in enumerate(tokens, 1) if token == node) for node in sorted(tokens)}
    return token_scene(nodes, tuple(arrows), here)


digraph_sum.spelling(change(N_("token {i}: {before} → {after}")))


def pushes(*tokens: int, target: int, arrows: Arrows) -> Iterator[tuple[int, ...]]:
    """Iterate over the options of a given value."""
    known = values_of(arrows) or {}
    total = value(*tokens, arrows=arrows)
    for i, token in enumerate(tokens):
        for tail, head in arrows:
            if tail == token and known[head] == known[token] ^ total ^ target:
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
    return nim_sum(*(known.get(token, 0) for token in tokens))


@digraph_sum.explanation
def why(solution: Solution) -> Iterator[str]:
    arrows = solution.position.ruleset.params["arrows"]
    known = values_of(arrows)
    if known is None:
        return
    yield _(
        "A node is worth the smallest number that none of its successors is worth (mex); the tokens "
        "together are worth the xor."
    )
    for token in solution.position.state[:10]:
        after = sorted({known[head] for tail, head in arrows if tail == token})
        told = _("node {token}: mex of {{{after}}} = {value}")
        yield told.format(token=token, after=", ".join(map(str, after)), value=known.get(token, 0))
    yield _("xor: {value}").format(value=solution.value)
    yield verdict(solution)


@digraph_sum.judge("digraph-sum")
def judge(read: Reader) -> Iterator[str]:
    """A digraph without rings: how many nodes, how many arrows, these; a count of tokens, their nodes: Yes or No."""
    nodes = read.integer(0, what="the number of nodes")
    values = acyclic_values(read, nodes)
    tokens = read.integers(read.integer(0, what="the number of tokens"), 1, nodes, "a node")
    yield "Yes" if nim_sum(*(values.get(token, 0) for token in tokens)) else "No"


digraph_sum.called("The Digraph Game; tokens-on-a-digraph", "Push a token along an arrow. Whoever cannot push loses.")
digraph_sum.starts(
    "hill",
    sizes="2 2 1; hill; 4 4 3 arrows=((4,3),(4,1),(3,2),(2,0),(1,0),(3,0),(4,2))",
    variants={"Hill": "5 4 3 arrows=((5,4),(5,3),(4,2),(3,2),(3,1),(2,0),(1,0))"},
)
