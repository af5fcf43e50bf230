"""The algorithms on a game graph, interpreted: for graphs of up to some 10^5 arrows, for which no kernel is loaded.

``children[i]`` are the indices of the options of position i; ``ends[i]`` is WON, LOST or TIED where the rules declare an
ending at i, else DRAW (nothing declared). The compiled forms of the same algorithms are in ``grundy.kernels``.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.solving.results import DRAW, LOST, TIED, WON
from grundy.values.nimber import mex

Children = Sequence[Sequence[int]]


def predecessors(children: Children) -> list[list[int]]:
    """Return, for each position, those that have it as an option. O(arrows)."""
    back: list[list[int]] = [[] for _ in children]
    for i, options in enumerate(children):
        for child in options:
            back[child].append(i)
    return back


def retrograde(
    children: Children, ends: Sequence[int], back: list[list[int]], *, misere: bool = False
) -> tuple[list[int], list[int]]:
    """Return result and remoteness of every position, by retrograde analysis from the endings. O(arrows).

    The winner wins as fast, the loser loses as slowly as can be. What is neither won nor lost is a tie if some line through
    such positions ends in a tie (the remoteness is the shortest), else a draw.
    """
    results = [DRAW] * len(children)
    remote = [0] * len(children)
    waiting = [len(options) for options in children]
    stuck = WON if misere else LOST
    swapped = {WON: LOST, LOST: WON} if misere else {}
    queue: list[int] = []
    for i, end in enumerate(ends):
        if end == DRAW and not waiting[i]:
            results[i] = stuck
        elif end in (WON, LOST):
            results[i] = swapped.get(end, end)
        else:
            continue
        queue.append(i)
    for i in queue:  # the queue grows while it is read: by rising remoteness
        lost = results[i] == LOST
        for parent in back[i]:
            if results[parent] != DRAW or ends[parent] == TIED:
                continue
            waiting[parent] -= 1
            if lost:
                results[parent] = WON
            elif waiting[parent] == 0:
                results[parent] = LOST
            else:
                continue
            remote[parent] = remote[i] + 1
            queue.append(parent)
    _ties(ends, back, results, remote)
    return results, remote


def _ties(ends: Sequence[int], back: list[list[int]], results: list[int], remote: list[int]) -> None:
    queue = [i for i, end in enumerate(ends) if end == TIED]
    for i in queue:
        results[i] = TIED
    for i in queue:
        for parent in back[i]:
            if results[parent] == DRAW:
                results[parent] = TIED
                remote[parent] = remote[i] + 1
                queue.append(parent)


def endings_first(children: Children, back: list[list[int]]) -> list[int] | None:
    """Return the positions in an order where options come first, or None if play can be endless. O(arrows)."""
    waiting = [len(options) for options in children]
    order = [i for i, count in enumerate(waiting) if count == 0]
    for i in order:
        for parent in back[i]:
            waiting[parent] -= 1
            if waiting[parent] == 0:
                order.append(parent)
    return order if len(order) == len(children) else None


def grundy_values(children: Children, order: Sequence[int]) -> list[int]:
    """Return the Grundy value (mex of the options' values) of every position. O(arrows)."""
    values = [0] * len(children)
    for i in order:
        values[i] = mex({values[child] for child in children[i]})
    return values


def scores(children: Children, gains: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    """Return the best difference of scores (the mover's minus the other's) of every position. O(arrows)."""
    best = [0] * len(children)
    for i in order:
        if children[i]:
            best[i] = max(gain - best[child] for gain, child in zip(gains[i], children[i], strict=True))
    return best
