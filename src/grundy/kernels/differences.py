"""Partizan games with cycles: their order by play of differences, and Smith's labels of impartial ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Bytes, Ints, Number, room_for
from grundy.kernels.graph import AnyInts, Edges, Offsets, checked, transposed

# -- smith's labels of impartial ones ----------------------------------------------------------------------------------
#
# C. A. B. Smith, Graphs and composite games (*J. Combin. Theory* 1, 1966, 51-81); A. N. Siegel, *Combinatorial Game
# Theory*, ch. IV.4. A node without a label gets m, the mex of the labels of its labelled options, where each of its
# other options has an option with label m. What can be labelled does not depend on the order, so the nimbers are
# given out one by one: first those of nodes from which play ends, options first, then 0, 1, 2, … to the others.


NONE = -1
"""The label of a node that has none: its value is ∞(K), K being the labels of its options."""
ALIVE, LABELLED = range(2)


def smith_labels(offsets: AnyInts, edges: AnyInts) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the label of each node as int32, `NONE` where it has none, and its place in the order of labelling.

    An option without a lower label has itself an option with the label of the node, which was labelled before the node:
    who moves there comes nearer to an end.

    O(n + m) where play ends, else O((n + m) · nimbers), of which a node with d arrows adds at most d + 1; 32 bytes a node
    and 8 an arrow.

    >>> import numpy as np
    >>> smith_labels(np.array([0, 2, 2]), np.array([0, 1]))[0].tolist()  # a loop, with an exit to the end: ∞(0)
    [-1, 0]
    """
    starts, heads, _codes = checked(offsets, edges, None)
    count = len(starts) - 1
    back, parents, waiting = transposed(starts, heads)
    labels = room_for("labels", count, np.int32)
    labels[:] = NONE
    marks = room_for("marks", int(np.diff(starts).max(initial=0)) + 2, np.uint32)
    queue = room_for("queue", count, np.int32)
    when = room_for("when", count, np.int32)
    done = int(_peel(starts, heads, back, parents, waiting, labels, marks, queue, when))
    open_nodes = np.flatnonzero(labels < 0).astype(np.int32)
    at = np.array([len(open_nodes), done], np.int64)
    seen = np.full(count if len(open_nodes) else 0, NONE, np.int32)
    left = room_for("left", len(seen), np.uint32)
    sorted_nodes = np.argsort(labels, kind="stable").astype(np.int32) if len(open_nodes) else queue[:0]
    bounds = np.searchsorted(labels[sorted_nodes], np.arange(int(labels.max(initial=0)) + 2))
    level = 0
    while at[ALIVE]:
        limits.check()
        given = sorted_nodes[bounds[level] : bounds[level + 1]] if level + 1 < len(bounds) else queue[:0]
        _level(level, given, back, parents, waiting, left, labels, seen, open_nodes, queue, when, at)
        level += 1
    return labels, when


@kernel(
    "int64(uint32[::1], int32[::1], uint32[::1], int32[::1], uint32[::1], int32[::1], uint32[::1], int32[::1], "
    "int32[::1])"
)
def _peel(
    offsets: Offsets,
    edges: Edges,
    back: Offsets,
    parents: Edges,
    waiting: Offsets,
    labels: Edges,
    marks: Offsets,
    queue: Edges,
    when: Edges,
) -> Number:
    """Give labels to nodes whose options all have one, and count them; ``waiting`` counts the options that have none."""
    tail = 0
    for node in range(labels.size):
        if waiting[node] == 0:
            queue[tail] = node
            tail += 1
    head = 0
    while head < tail:
        node = np.int64(queue[head])
        head += 1
        stamp = np.uint32(head)
        for place in range(np.int64(offsets[node]), np.int64(offsets[node + 1])):
            label = labels[edges[place]]
            if label + 1 < marks.size:
                marks[label] = stamp
        mex = 0
        while marks[mex] == stamp:
            mex += 1
        labels[node] = mex
        when[node] = head
        for place in range(np.int64(back[node]), np.int64(back[node + 1])):
            parent = parents[place]
            waiting[parent] -= np.uint32(1)
            if waiting[parent] == 0:
                queue[tail] = parent
                tail += 1
    return tail


@inlined
def _reaches(
    parent: Number,
    level: Number,
    back: Offsets,
    parents: Edges,
    left: Offsets,
    labels: Edges,
    seen: Edges,
    queue: Edges,
    tail: Number,
) -> Number:
    """Note that a node has an option with this label; return how many wait, with those that only waited for it."""
    if labels[parent] >= 0 or seen[parent] == level:
        return tail
    seen[parent] = level
    for place in range(np.int64(back[parent]), np.int64(back[parent + 1])):
        other = parents[place]
        if labels[other] < 0 and left[other] > 0:
            left[other] -= np.uint32(1)
            if left[other] == 0:
                queue[tail] = other
                tail += 1
    return tail


@kernel(
    "void(int64, int32[::1], uint32[::1], int32[::1], uint32[::1], uint32[::1], int32[::1], int32[::1], int32[::1], "
    "int32[::1], int32[::1], int64[::1])"
)
def _level(
    level: Number,
    given: Edges,
    back: Offsets,
    parents: Edges,
    waiting: Offsets,
    left: Offsets,
    labels: Edges,
    seen: Edges,
    alive: Edges,
    queue: Edges,
    when: Edges,
    at: Ints,
) -> None:
    """Give the label ``level``; ``alive`` are nodes with options of all lower labels, ``left`` counts what they wait for."""
    left[:] = 0
    tail = 0
    for i in range(at[ALIVE]):
        node = alive[i]
        left[node] = waiting[node]
        if waiting[node] == 0:
            queue[tail] = node
            tail += 1
    for i in range(given.size):
        node = np.int64(given[i])
        for place in range(np.int64(back[node]), np.int64(back[node + 1])):
            tail = _reaches(parents[place], level, back, parents, left, labels, seen, queue, tail)
    head = 0
    while head < tail:
        node = np.int64(queue[head])
        head += 1
        if seen[node] == level:
            continue
        labels[node] = level
        at[LABELLED] += 1
        when[node] = at[LABELLED]
        for place in range(np.int64(back[node]), np.int64(back[node + 1])):
            parent = np.int64(parents[place])
            waiting[parent] -= np.uint32(1)
            tail = _reaches(parent, level, back, parents, left, labels, seen, queue, tail)
    kept = 0
    for i in range(at[ALIVE]):
        if labels[alive[i]] < 0 and seen[alive[i]] == level:
            alive[kept] = alive[i]
            kept += 1
    at[ALIVE] = kept


# -- the order, by play of all differences a - b at once; their graph is never made ------------------------------------
#
# Who is to move in a - b moves in a as the player he is, or in b as the other. A position is (a · n + b) · 2, and 1
# more where Right is to move. What a player can force is found from its ends by a queue, with a count of moves for
# the other player.


Rows = tuple[tuple[int, ...], ...]


def at_least(lefts: Rows, rights: Rows, *, stoppers: bool) -> NDArray[Any]:
    """Return a matrix of bools: whether Left, moving second in a - b, wins or has infinitely many moves made in a.

    ``stoppers``: whether he does not lose, which is the order where endless play of b alone is impossible. ``lefts`` and
    ``rights`` are the options of each node. O(n · m), for ends without such play times a few; 7 bytes a position of 2 · n².

    >>> at_least(((0,), ()), ((), ()), stoppers=False).astype(int).tolist()  # on, and 0
    [[1, 1], [0, 1]]
    """
    count = len(lefts)
    starts, edges = _arrows(lefts, rights)
    size = 2 * count * count
    inside, queue = room_for("inside", size, np.uint8), room_for("queue", size, np.int32)
    waiting = room_for("waiting", size, np.int32)
    if stoppers:
        _forced(starts, edges, 1, np.zeros(0, np.uint8), inside, waiting, queue)
        return (inside[1::2] == 0).reshape(count, count)
    good = np.ones(size, np.uint8)
    while True:
        limits.check()
        _forced(starts, edges, 0, good, inside, waiting, queue)
        if (inside == good).all():
            return (good[1::2] != 0).reshape(count, count)
        good[:] = inside


def _arrows(lefts: Rows, rights: Rows) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return where the arrows of Left, of Right, and the same turned round, begin for each node, and where they go."""
    back: tuple[list[list[int]], ...] = tuple([[] for _node in lefts] for _side in (0, 1))
    for side, rows in enumerate((lefts, rights)):
        for node, row in enumerate(rows):
            for to in row:
                back[side][to].append(node)
    every = [row for rows in (lefts, rights, *back) for row in rows]
    ends = np.cumsum([0, *map(len, every)], dtype=np.int64)
    starts = np.stack([ends[k * len(lefts) : (k + 1) * len(lefts) + 1] for k in range(4)])
    return starts, np.array([to for row in every for to in row], np.int32)


@kernel("void(int64[:, ::1], int32[::1], int64, uint8[::1], uint8[::1], int32[::1], int32[::1])")
def _forced(
    starts: Ints, edges: Edges, player: Number, good: Bytes, inside: Bytes, waiting: Edges, queue: Edges
) -> None:
    """Note from where a player can force that the other has no move, or a move in a to a ``good`` position, if any are."""
    count = starts.shape[1] - 1
    tail = 0
    for a in range(count):
        for b in range(count):
            for mover in range(2):
                here = (a * count + b) * 2 + mover
                hits = 0
                if good.size > 0:
                    for place in range(starts[mover, a], starts[mover, a + 1]):
                        hits += good[(np.int64(edges[place]) * count + b) * 2 + 1 - mover]
                own = starts[mover, a + 1] - starts[mover, a]
                left = own + starts[1 - mover, b + 1] - starts[1 - mover, b] - hits
                waiting[here] = left
                inside[here] = hits > 0 if mover == player else left == 0
                if inside[here]:
                    queue[tail] = here
                    tail += 1
    head = 0
    while head < tail:
        here = np.int64(queue[head])
        head += 1
        mover = 1 - here % 2
        a, b = here // 2 // count, here // 2 % count
        for turn in range(1 if good.size > 0 else 2):
            row = 2 + mover if turn else 3 - mover
            node = a if turn else b
            for place in range(starts[row, node], starts[row, node + 1]):
                other = np.int64(edges[place])
                before = ((other * count + b) if turn else (a * count + other)) * 2 + mover
                if inside[before]:
                    continue
                waiting[before] -= 1
                if mover == player or waiting[before] == 0:
                    inside[before] = 1
                    queue[tail] = before
                    tail += 1
