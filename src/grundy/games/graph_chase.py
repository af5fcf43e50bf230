"""Graph chase (UVALive 7042, "The Problem to Make You Happy"): two tokens on one digraph, Bob flees and Alice hunts.

Bob's token stands on one node, Alice's on another; they push their own token along an arrow in turn, Bob first. Whoever
cannot move loses, and Bob loses when the tokens meet. Endless play is Bob's win: ask with ``endless="first"`` where Bob is
to move.
"""

from collections.abc import Iterator
from random import Random

from grundy.rules.digraph import ChaseRuleset, chase
from grundy.rules.position import Position
from grundy.rules.text.contest import Reader

graph_chase = chase(((1, 2), (2, 3), (3, 1), (3, 4)), name="graph-chase")


@graph_chase.small
def small_chases() -> Iterator[Position]:
    random = Random(3)
    for _ in range(8):
        pairs = {(random.randint(1, 4), random.randint(1, 4)) for _ in range(7)}
        yield from graph_chase.bind(arrows=sorted((u, v) for u, v in pairs if u != v)).box(50)


def caught(rules: ChaseRuleset) -> dict[int, set[int]]:
    """Return, for each node of Bob's (who is to move), the nodes of Alice's from which she catches him for certain.

    The least fixed point, one set of Alice's nodes (as the bits of an integer) for each node of Bob's: he is caught if
    all his moves lead to where, Alice to move, one of hers leads to where he is caught. At most nodes^2 unions of sets, and
    O(arrows) intersections a round.
    """
    nodes = list(rules.arrows)
    bit = {node: 1 << i for i, node in enumerate(nodes)}
    before: dict[int, list[int]] = {node: [] for node in nodes}
    into = dict.fromkeys(nodes, 0)  # from where Alice can move to a node
    for node, heads in rules.arrows.items():
        for head in heads:
            before[head].append(node)
            into[head] |= bit[node]
    lost = dict.fromkeys(nodes, 0)  # Bob to move
    hunted = dict(bit)  # Alice to move
    everywhere = (1 << len(nodes)) - 1
    waiting = dict.fromkeys(nodes)
    while waiting:
        node = next(iter(waiting))
        del waiting[node]
        now = everywhere
        for head in rules.arrows[node]:
            now &= hunted[head]
        new = (now | bit[node]) & ~lost[node]
        if not new:
            continue
        lost[node] |= new
        reached = hunted[node]
        for i, place in enumerate(nodes):
            if new >> i & 1:
                reached |= into[place]
        if reached != hunted[node]:
            hunted[node] = reached
            waiting.update(dict.fromkeys(before[node]))
    return {node: {place for place in nodes if lost[node] & bit[place]} for node in nodes}


@graph_chase.judge("graph-chase")
def judge(read: Reader) -> Iterator[str]:
    """UVALive 7042: digraphs with the nodes of Bob and Alice: Yes if Bob is never caught, else No."""
    for case in range(1, read.integer(0, what="the number of cases") + 1):
        nodes, count = read.integer(1, what="the number of nodes"), read.integer(0, what="the number of arrows")
        ends = read.integers(2 * count, 1, nodes, "a node")
        bob, alice = read.integers(2, 1, nodes, "a node")
        rules = chase(zip(ends[::2], ends[1::2], strict=True), (bob, alice))
        yield f"Case #{case}: {'No' if alice in caught(rules)[bob] else 'Yes'}"


graph_chase.called(
    "Graph Chase; the-problem-to-make-you-happy",
    "Push your token along an arrow. The hunted player moves first and loses when the tokens meet; whoever "
    "cannot move loses.",
)
graph_chase.starts(
    "1 3", sizes="1 3; town", variants={"Town": "1 4 arrows=((1,2),(2,3),(3,1),(3,4),(4,5),(5,3),(5,6),(2,6))"}
)
