"""Directed graphs of numbered nodes: who leads to a node, what a node leads to comes first, what leads to each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

Children = Sequence[Sequence[int]]
"""The nodes that each node leads to."""


def predecessors(children: Children) -> list[list[int]]:
    """Return, for each node, those that lead to it. O(arrows)."""
    back: list[list[int]] = [[] for _ in children]
    for i, options in enumerate(children):
        for child in options:
            back[child].append(i)
    return back


def endings_first(children: Children, back: Children | None = None, loops: Collection[int] = ()) -> list[int]:
    """Return the nodes from which every way ends, those first to which others lead; all, or some way goes round. O(arrows).

    ``back``: their `predecessors`, where they are known. ``loops``: nodes that lead nowhere, from which a way may yet be
    endless.
    """
    back = predecessors(children) if back is None else back
    waiting = [len(options) for options in children]
    order = [i for i, count in enumerate(waiting) if count == 0 and i not in loops]
    for i in order:
        for parent in back[i]:
            waiting[parent] -= 1
            if waiting[parent] == 0:
                order.append(parent)
    return order


def cyclic_parts(children: Children) -> list[list[int]]:
    """Return the nodes in parts, each of nodes that lead to each other; before a part those that it leads to. O(arrows).

    By two searches in depth, the second of the arrows turned round (S. R. Kosaraju; M. Sharir 1981).

    >>> cyclic_parts([[1, 2], [0], []])
    [[2], [0, 1]]
    """
    order = [node for found in _searched(children, range(len(children))) for node in found]
    return [sorted(found) for found in _searched(predecessors(children), order[::-1])][::-1]


def _searched(rows: Sequence[Sequence[int]], starts: Iterable[int]) -> Iterator[list[int]]:
    """Yield what each start leads to that no earlier one does, in the order in which a search in depth leaves it."""
    seen: set[int] = set()
    for start in starts:
        left: list[int] = []
        path = [] if start in seen else [(start, iter(rows[start]))]
        seen.add(start)
        while path:
            node, ways = path[-1]
            to = next((each for each in ways if each not in seen), None)
            if to is None:
                left.append(node)
                path.pop()
            else:
                seen.add(to)
                path.append((to, iter(rows[to])))
        if left:
            yield left
