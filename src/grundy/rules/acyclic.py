"""Grundy values of the nodes of an acyclic digraph, by the theorem of Sprague and Grundy; and an arrow on a ring."""

from __future__ import annotations

from functools import lru_cache

Arrows = tuple[tuple[int, int], ...]


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
