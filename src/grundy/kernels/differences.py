"""The order of partizan games with cycles, by play of all differences a - b at once; their graph is never made.

Who is to move in a - b moves in a as the player he is, or in b as the other. A position is (a · n + b) · 2, and 1 more where
Right is to move. What a player can force is found from its ends by a queue, with a count of moves for the other player.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.kernels.compiling import kernel
from grundy.kernels.contract import Bytes, Ints, Number
from grundy.kernels.graph import Edges
from grundy.kernels.rooms import room_for

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
