"""Partizan games as graphs with cycles: their order, stoppers, and what can be left out of a graph.

A node has Left options and Right options, numbers of nodes. Where play never ends nobody wins; its *onside* counts that for
Left, its *offside* for Right. What is here is of onsides; an offside is the negative of the onside of the negative.
A. N. Siegel, Coping with cycles (*Games of No Chance* 3, 2009); *Combinatorial Game Theory*, ch. VI.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from grundy.common import limits
from grundy.common.digraphs import endings_first
from grundy.common.errors import TooLarge
from grundy.kernels import differences

S = TypeVar("S", bound=Hashable)
Row = tuple[int, ...]
Matrix = Any
"""Of truth values, a row and a column for each node."""
MOST = 2000
"""Nodes of which each is compared with each: a graph of some millions of positions of differences."""
MOST_NODES, BYTES_A_NODE = 1_000_000, 1000


class Graph(NamedTuple):
    """The options of each node: those of Left and those of Right, sorted, each once."""

    lefts: tuple[Row, ...]
    rights: tuple[Row, ...]

    def __len__(self) -> int:
        return len(self.lefts)

    @property
    def options(self) -> list[Row]:
        """The options of each node, whoever is to move."""
        return [left + right for left, right in zip(*self, strict=True)]

    @property
    def negative(self) -> Graph:
        """The graph in which Left and Right have changed places."""
        return Graph(self.rights, self.lefts)


def explored(
    starts: Sequence[S], options: Callable[[S, int], Iterable[S]], most: int = MOST_NODES
) -> tuple[Graph, list[S]]:
    """Return the graph of what can be reached, the starts first; ``options`` are Left's for 0, Right's for 1."""
    found = {state: i for i, state in enumerate(dict.fromkeys(starts))}
    states = list(found)
    rows: tuple[list[Row], list[Row]] = ([], [])
    for state in states:
        limits.check(len(states))
        for side in (0, 1):
            row: set[int] = set()
            for option in options(state, side):
                place = found.setdefault(option, len(states))
                if place == len(states):
                    states.append(option)
                row.add(place)
            rows[side].append(tuple(sorted(row)))
        if len(states) > min(most, limits.memory() // BYTES_A_NODE):
            raise TooLarge("a loopy value has more than {most:,} followers", most=len(states) - 1)
    return Graph(tuple(rows[0]), tuple(rows[1])), states


def part(graph: Graph, *roots: int) -> Graph:
    """Return what can be reached from some nodes, which come first."""
    return explored(roots, lambda node, side: graph[side][node])[0]


def joined(one: Graph, other: Graph) -> Graph:
    """Return both graphs side by side; the nodes of the second follow."""
    moved = (tuple(tuple(node + len(one) for node in row) for row in rows) for rows in other)
    lefts, rights = (first + second for first, second in zip(one, moved, strict=True))
    return Graph(lefts, rights)


def added(one: Graph, other: Graph) -> Graph:
    """Return the graph of the sum of the first nodes."""

    def options(pair: tuple[int, int], side: int) -> Iterable[tuple[int, int]]:
        a, b = pair
        yield from ((each, b) for each in one[side][a])
        yield from ((a, each) for each in other[side][b])

    return explored([(0, 0)], options)[0]


def loopfree(graph: Graph) -> list[int]:
    """Return the nodes from which play ends, options first."""
    return endings_first(graph.options)


def is_stopper(graph: Graph) -> bool:
    """Whether no play in which Left and Right alternate goes on for ever, from any node. O(arrows).

    >>> is_stopper(Graph(((0,),), ((),))), is_stopper(Graph(((0,),), ((0,),)))
    (True, False)
    """
    turns = [[2 * child + 1 - side for child in graph[side][node]] for node in range(len(graph)) for side in (0, 1)]
    return len(endings_first(turns)) == len(turns)


def is_plumtree(graph: Graph) -> bool:
    """Whether all cycles are passes, moves from a node to itself."""
    rows = [[c for c in row if c != i] for i, row in enumerate(graph.options)]
    return len(endings_first(rows)) == len(rows)


# ---- order


def at_least(graph: Graph, *, stoppers: bool = False) -> Matrix:
    """Return for all nodes a, b whether the onside of a is at least that of b, so far as play of a - b shows it.

    Left, moving second, either wins a - b or has infinitely many moves made in a. That suffices: in a + X, which he plays
    by what he would do in b + X, endless play is his. Of ``stoppers`` it is the order itself, and any endless play is his,
    since none is of b alone (`grundy.kernels.differences`).

    >>> known = Graph(((0,), (2,), ()), ((), (1,), ()))  # on, over = {0|over} and 0
    >>> at_least(known).astype(int).tolist(), bool((at_least(known) == at_least(known, stoppers=True)).all())
    ([[1, 1, 1], [0, 1, 1], [0, 0, 1]], True)
    """
    count = len(graph)
    if count > MOST:
        raise TooLarge(
            "{count:,} followers of a loopy value cannot be compared: at most {most:,}", count=count, most=MOST
        )
    return differences.at_least(*graph, stoppers=stoppers)


# ---- simplest forms


def thinned(graph: Graph, above: Matrix) -> Graph:
    """Return the graph without what is dominated or reversible; its nodes stay, reached or not.

    ``above`` is the order of the nodes, which stays what it is while options are left out one by one.
    """
    options = [[set(row) for row in rows] for rows in graph]
    for node, side, kept in _steps(options, above):
        options[side][node] = kept
    return Graph(*(tuple(tuple(sorted(row)) for row in rows) for rows in options))


def simplest(graph: Graph, roots: Sequence[int] = (0,)) -> list[Graph]:
    """Return the simplest forms of some nodes of a graph of stoppers: without such options, and equal nodes made one.

    Elsewhere to make equal nodes one could make play endless that ends.
    """
    above = at_least(graph, stoppers=True)
    same = np.argmax(above & above.T, axis=1).tolist()
    rows = thinned(graph, above)
    return [explored([same[root]], lambda node, side: (same[to] for to in rows[side][node]))[0] for root in roots]


def carefully_simplified(graph: Graph) -> Graph:
    """Return the same of a graph that is no stopper: each step is taken only where the game with it is what it was.

    Moves of Left through what can be answered may, round a cycle, promise him more than there is.
    """
    options = [[set(row) for row in rows] for rows in graph]

    def root() -> Graph:
        return explored([0], lambda node, side: options[side][node])[0]

    refused: set[Any] = set()
    for node, side, kept in _steps(options, at_least(graph), refused):
        before, options[side][node] = options[side][node], kept
        found = root()
        above = at_least(joined(found, graph))
        if not (above[0, len(found)] and above[len(found), 0]):
            options[side][node] = before
            refused.add((node, side, frozenset(kept)))
    return root()


def _steps(
    options: list[list[set[int]]], above: Matrix, refused: Container[Any] = ()
) -> Iterator[tuple[int, int, set[int]]]:
    """Yield what can be left out: a node, a side and the options that are left, until nothing is left to do."""
    better = (above, above.T)
    changed = True
    while changed:
        changed = False
        for node in range(len(above)):
            for side in (0, 1):
                whole = _undominated(_not_reversible(options, better, node, side), better[side])
                for kept in (whole, _undominated(options[side][node], better[side])):
                    if kept != options[side][node] and (node, side, frozenset(kept)) not in refused:
                        changed = True
                        yield node, side, kept
                        break


def _undominated(row: set[int], better: Matrix) -> set[int]:
    """Return the options that no other one is as good as; of equal ones the first."""
    return {
        one for one in row if not any(better[two, one] and (two < one or not better[one, two]) for two in row - {one})
    }


def _not_reversible(options: list[list[set[int]]], better: tuple[Matrix, Matrix], node: int, side: int) -> set[int]:
    """Return the options of a node, those that can be answered so that nothing was gained replaced by what follows.

    In what follows a stopper no line of moves and answers comes back, so all may be replaced, and each node keeps its
    value: for H to A, and K <= H an answer, whoever wants H to be at least what is left keeps that order after each of his
    moves, and what he would do in K he does in H. (A. N. Siegel, *Combinatorial Game Theory*, ch. VI.2.) Elsewhere, where a
    line leads round for ever, Left, whose endless play is, keeps his move and Right gains nothing by hers.
    """
    kept, seen, line = set[int](), set[int](), set[int]()
    waiting = [*options[side][node]]
    while waiting:
        option = waiting.pop()
        if option < 0:
            line.remove(~option)  # all that follows it is known: what is met again further on is on no line with it
        elif option not in seen:
            seen.add(option)
            answer = next((back for back in options[1 - side][option] if better[1 - side][back, node]), None)
            line.add(option)
            after = () if answer is None else options[side][answer]
            if answer is None or (side == 0 and not line.isdisjoint(after)):
                kept.add(option)
            waiting += [~option, *after]
    return kept


def numbered(graph: Graph) -> Graph:
    """Return a graph whose nodes all differ, with its nodes in an order that depends on nothing but its moves."""
    colours = [0] * len(graph)
    while True:
        told = [
            (colours[i], *(tuple(sorted({colours[to] for to in rows[i]})) for rows in graph)) for i in range(len(graph))
        ]
        ranks = {each: rank for rank, each in enumerate(sorted(set(told)))}
        finer = [ranks[each] for each in told]
        if len(ranks) == len(set(colours)):
            break
        colours = finer
    return explored([0], lambda node, side: sorted(graph[side][node], key=colours.__getitem__))[0]
