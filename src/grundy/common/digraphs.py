"""Directed graphs of numbered nodes: who leads to a node, and an order in which what a node leads to comes first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

Children = Sequence[Sequence[int]]
"""The nodes that each node leads to."""


def predecessors(children: Children) -> list[list[int]]:
    """Return, for each node, those that lead to it. O(arrows)."""
    back: list[list[int]] = [[] for _ in children]
    for i, options in enumerate(children):
        for child in options:
            back[child].append(i)
    return back


def endings_first(children: Children, back: Children, loops: Collection[int] = ()) -> list[int]:
    """Return the nodes from which every way ends, those first to which others lead; all, or some way goes round. O(arrows).

    ``back``: their `predecessors`. ``loops``: nodes that lead nowhere, from which a way may yet be endless.
    """
    waiting = [len(options) for options in children]
    order = [i for i, count in enumerate(waiting) if count == 0 and i not in loops]
    for i in order:
        for parent in back[i]:
            waiting[parent] -= 1
            if waiting[parent] == 0:
                order.append(parent)
    return order
