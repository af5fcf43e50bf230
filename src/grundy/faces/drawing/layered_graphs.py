"""Where the nodes of a directed graph stand: in layers from the start, ordered so that few arrows cross.

Without cycles a node's layer is its longest way from the start, so that every arrow goes on; else the shortest. Crossings
are reduced by barycentres (K. Sugiyama, S. Tagawa, M. Toda, *Methods for visual understanding of hierarchical system
structures*, 1981).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
SWEEPS = 8
"""How often the layers are put in order, forth and back."""


def layered(followers: Mapping[Key, Sequence[Key]], start: Key | None = None) -> list[list[Key]]:
    """Return the nodes in layers, each in the order in which it is drawn; deterministic. O(arrows × log nodes).

    ``followers`` has every node as a key; ``start`` is the only node of the first layer, if it is given.

    >>> layered({"a": ["b", "c"], "b": ["d"], "c": ["b"], "d": []})
    [['a'], ['c'], ['b'], ['d']]
    >>> layered({0: [1, 2], 1: [0], 2: [2]}, start=0)
    [[0], [1, 2]]
    """
    depth = _longest(followers, start) or _shortest(followers, start)
    rows: list[list[Key]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for key in followers:
        rows[depth[key]].append(key)
    return ordered(rows, followers)


def _longest(followers: Mapping[Key, Sequence[Key]], start: Key | None) -> dict[Key, int]:
    """Return the longest way to every node; nothing if there is a cycle, or an arrow to the start."""
    waiting = dict.fromkeys(followers, 0)
    for key in followers:
        for after in followers[key]:
            waiting[after] += 1
    ready = [key for key in followers if not waiting[key]]
    depth = {key: 0 if start is None or key == start else 1 for key in ready}
    for key in ready:  # grows meanwhile
        for after in followers[key]:
            depth[after] = max(depth.get(after, 0), depth[key] + 1)
            waiting[after] -= 1
            if not waiting[after]:
                ready.append(after)
    return depth if len(ready) == len(followers) and (start is None or not depth[start]) else {}


def _shortest(followers: Mapping[Key, Sequence[Key]], start: Key | None) -> dict[Key, int]:
    """Return the shortest way to every node from the start, and from those that it does not reach, each in its turn."""
    depth: dict[Key, int] = {}
    for root in followers if start is None else (start, *followers):
        if root in depth:
            continue
        depth[root] = 0 if not depth or start is None else 1
        found = [root]
        for key in found:  # grows meanwhile
            for after in followers[key]:
                if after not in depth:
                    depth[after] = depth[key] + 1
                    found.append(after)
    return depth


def ordered(rows: list[list[Key]], followers: Mapping[Key, Sequence[Key]]) -> list[list[Key]]:
    """Return the layers with every node near the middle of its neighbours, as far as that can be.

    >>> ordered([["a", "b"], ["c", "d"]], {"a": ["d"], "b": ["c"], "c": [], "d": []})
    [['a', 'b'], ['d', 'c']]
    """
    beside: dict[Key, list[Key]] = {key: [] for key in followers}
    for key, those in followers.items():
        for after in those:
            beside[key].append(after)
            beside[after].append(key)
    height = {key: place - (len(row) - 1) / 2 for row in rows for place, key in enumerate(row)}
    layer = {key: depth for depth, row in enumerate(rows) for key in row}
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        for row in rows if forth else reversed(rows):
            middles = {key: _middle(key, beside[key], height, layer, forth) for key in row}
            row.sort(key=middles.__getitem__)
            height |= {key: place - (len(row) - 1) / 2 for place, key in enumerate(row)}
    return rows


def _middle(
    key: Key, beside: Sequence[Key], height: Mapping[Key, float], layer: Mapping[Key, int], forth: bool
) -> float:
    """Return the mean height of the neighbours in earlier layers, or in later ones; its own height without any."""
    those = [height[k] for k in beside if (layer[k] < layer[key] if forth else layer[k] > layer[key])]
    return sum(those) / len(those) if those else height[key]
