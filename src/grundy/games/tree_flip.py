"""The tree-edge flip game (HDU 5963): ones and zeros on the edges of a rooted tree.

A move takes a node whose edge to its father holds a one, and flips all edges from it up to the root. Whoever cannot move
loses. Every move flips exactly one edge at the root, so only the number of ones there matters, whoever plays how.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from grundy.common.errors import Sentence
from grundy.common.messages import N_, _
from grundy.rules.functions import game
from grundy.rules.solution import Solution
from grundy.rules.text import graphs
from grundy.rules.text.contest import Reader, each_test, weighted_tree


@game
def tree_flip(ones: int, *, fathers: tuple[int, ...] = (0, 0)):
    """Flip the edges from a node up to the root; the node's own edge must hold a one.

    Bit v of the state is the edge from node v to ``fathers[v]``; the root is the node from 1 up that has father 0.
    """
    for v in range(len(fathers)):
        if ones >> v & 1:
            after = ones
            u = v
            while fathers[u] > 0:
                after ^= 1 << u
                u = fathers[u]
            yield after


graphs.declare(tree_flip)


@tree_flip.spelling
def flipped(before: int, after: int, *, fathers: tuple[int, ...]) -> str:
    way = {v for v in range(len(fathers)) if (before ^ after) >> v & 1}
    (lowest,) = way - {fathers[v] for v in way}
    return _("flip from {lowest} up").format(lowest=lowest)


def at_root(ones: int, fathers: tuple[int, ...]) -> list[int]:
    """Return what the edges at the root hold."""
    return [ones >> v & 1 for v in range(1, len(fathers)) if fathers[v] and not fathers[fathers[v]]]


def options(ones: int, *, target: int, fathers: tuple[int, ...]) -> Iterable[int]:
    return tree_flip.bind(fathers=fathers).options(ones) if parity(ones, fathers=fathers) ^ target == 1 else ()


@tree_flip.theorem(
    name="the parity of the root's edges",
    source=N_("HDU 5963: every move flips exactly one edge at the root"),
    reach=options,
)
def parity(ones: int, *, fathers: tuple[int, ...]) -> int:
    """A tree is worth the xor of the edges at its root: every move flips one of them, and where one is 1 there is a move."""
    return sum(at_root(ones, fathers)) % 2


@tree_flip.explanation
def why(solution: Solution) -> Iterator[str]:
    fathers, ones = solution.position.ruleset.params["fathers"], solution.position.state
    held = list(map(str, at_root(ones, fathers)))
    shown = " ⊕ ".join(held[:12]) + (" ⊕ …" if len(held) > 12 else "") or "nothing"
    yield _("Every move flips a way up to the root, so exactly one of the edges at the root.")
    yield _("At the root: {shown} = {parity}.").format(shown=shown, parity=parity(ones, fathers=fathers))
    yield _("Where that is 1 there is a move (flipping the edge itself will do), and after any move it is 0;")
    yield _("where it is 0 every move makes it 1. So nobody can go wrong:")
    yield _("{outcome}, whatever is played.").format(outcome=solution.outcome)


@tree_flip.judge("tree-flip")
@each_test
def judge(read: Reader) -> Iterator[str]:
    """HDU 5963: trees with ones and zeros on their edges, and questions: who wins from a root, or an edge changes."""
    nodes, questions = read.integer(1, what="the number of nodes"), read.integer(0, what="the number of questions")
    weights = weighted_tree(read, nodes)
    ones = Counter(u for (u, _v), weight in weights.items() if weight)  # how many at each node: one addition a question
    for _turn in range(questions):
        if read.integer(0, 1, "0 or 1") == 0:
            yield "Girls win!" if ones[read.integer(1, nodes, "a node")] % 2 else "Boys win!"
            continue
        u, v = read.integers(2, 1, nodes, "a node")
        if (u, v) not in weights:
            raise read.fail(Sentence("there is no edge from {u} to {v}", u=u, v=v))
        weight = read.integer(0, 1, "a weight")
        ones.update(dict.fromkeys((u, v), weight - weights[u, v]))
        weights[u, v] = weights[v, u] = weight


tree_flip.called(
    "Tree Flip; tree-edge-flip",
    "Take a node whose edge to its father holds a one, and flip all edges from it up to the root. Whoever "
    "cannot move loses.",
)
tree_flip.starts(
    "tree",
    sizes="1-2:1 2-3:1; tree; 1-2:1 1-3:1 2-4:0 2-5:1 3-6:1 3-7:1 6-8:1",
    variants={"Tree": "1-2:1 1-3:0 2-4:1 2-5:1 3-6:1"},
    small=(
        "1-2:0..1; 1-2:0..1 2-3:0..1; 1-2:0..1 1-3:0..1; 1-2:0..1 2-3:0..1 2-4:0..1 1-5:0..1; "
        "3-2:0..1 2-1:0..1 3-4:0..1 2-5:0..1 5-6:0..1 root=3; 1-2:0..1 2-3:0..1 3-4:0..1 4-5:0..1 5-6:0..1"
    ),
)
