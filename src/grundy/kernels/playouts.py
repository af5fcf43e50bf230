"""A tree of the positions to come, grown by playing games out: Monte Carlo tree search in which what is proved is handed up.

L. Kocsis, C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML 2006; M. Winands, Y. Björnsson, J.-T. Saito, *Monte-Carlo
Tree Search Solver*, Computers and Games 2008. A node whose children are all known, or one of them lost for who moves there,
is known itself; so the search is exact near the end of play. A kernel, and plain Python too: with lists for arrays and a
Python function for the compiled rule `grow.function` does the same, step by step.

The tree ``T`` holds nodes of `FIELDS` words and a state. Values are for the player to move at the node, `UNIT` for a win.
"""

from __future__ import annotations

import math
from typing import Any

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import ENDS_TIED, ENDS_WON, FULL, UNFIT, Fill, Ints, Number

UNIT = 1 << 16
FIRST, COUNT, VISITS, SUM, KNOWN, RESULT, GAIN, SIDE, PRIOR, PARENT, FIELDS = range(11)
"""Words of a node: its first child and how many there are (-1: not looked at), the games through it and the sum of their
results, whether its result is known and what it is, the points that the move to it gained, whose turn it is (0 or 1), what
it was worth at first sight, its parent."""
WIDTH, SCORING, MISERE, SEED, USED, PLAYED, DEPTH, CODE = range(8)
"""Words of the header: cells of a state, whether points are played for, whether it is misère play, the random number, nodes
that are there, games played, the deepest that was looked, what a rule answered that stopped the search."""
LONGEST, CUT, SIGHT, RIPE, TRUST, CURIOUS, SPREAD, HEADER = range(8, 16)
"""Moves of a game at most, moves after which a game is judged by who has more of them (-1: it is played out), what a new
node is given at first sight (0: nothing, 1: whether play is over there, 2: who has more moves there), games after which a
node is looked at, for how many games its first sight counts, how much is tried (in 1/1000), the largest result so far."""
DONE, MORE_OUT, MORE_ROOM, NO_FIT = 0, 1, 2, 3


@inlined
def _random(H: Ints, below: Number) -> Number:
    """Return the next random number below another (S. Park, K. Miller, 1988)."""
    H[SEED] = H[SEED] * 48271 % 2147483647
    return H[SEED] % below


@inlined
def _ending(H: Ints, count: Number) -> Number:
    """Return the result where there is no move: 1, 0 or -1 for the player to move; what is stopped by points gains none."""
    if H[SCORING] or count == ENDS_TIED:
        return 0
    won = count == ENDS_WON
    return 1 if won != (H[MISERE] != 0) else -1


@inlined
def _moves(left: Fill, right: Fill, P: Ints, Q: Ints, H: Ints, state: Ints, out: Ints, side: Number) -> Number:
    """Write the options of a state, and return how many there are; what the rule cannot do stands in the header."""
    count = left(state, P, out) if side == 0 else right(state, Q, out)
    if count == FULL:
        H[CODE] = MORE_OUT
    elif count == UNFIT:
        H[CODE] = NO_FIT
    return count


@inlined
def _more_moves(
    left: Fill, right: Fill, P: Ints, Q: Ints, H: Ints, state: Ints, out: Ints, side: Number, count: Number
) -> Number:
    """Return what a state is worth by its moves alone: how many more the one to move has than the other, of all."""
    its = max(0, _moves(left, right, P, Q, H, state, out, 1 - side))
    return (count - its) * UNIT // (count + its)


@inlined
def _played_out(left: Fill, right: Fill, P: Ints, Q: Ints, H: Ints, state: Ints, out: Ints, side: Number) -> Number:
    """Return the result of a game at random from a state, for the player to move in it."""
    sign, points, width, scoring = 1, 0, H[WIDTH], H[SCORING]
    for turn in range(H[LONGEST]):
        count = _moves(left, right, P, Q, H, state, out, side)
        if count <= 0:
            return (points + sign * _ending(H, count)) * UNIT
        if turn == H[CUT]:
            return sign * _more_moves(left, right, P, Q, H, state, out, side, count)
        place = 1 + _random(H, count) * (width + scoring)
        if scoring:
            points += sign * out[place]
            place += 1
        for k in range(width):
            state[k] = out[place + k]
        sign, side = -sign, 1 - side
    return points * UNIT


@inlined
def _looked_at(
    left: Fill, right: Fill, P: Ints, Q: Ints, H: Ints, T: Ints, state: Ints, out: Ints, node: Number
) -> Number:
    """Give a node its children, each with what it is worth at first sight; return whether that could be done."""
    width, scoring, stride = H[WIDTH], H[SCORING], H[WIDTH] + FIELDS
    at = node * stride
    for k in range(width):
        state[k] = T[at + FIELDS + k]
    side = T[at + SIDE]
    count = _moves(left, right, P, Q, H, state, out, side)
    if H[CODE]:
        return False
    if count <= 0:
        T[at + KNOWN] = 1
        T[at + RESULT] = _ending(H, count)
        return True
    if (H[USED] + count) * stride > len(T):
        H[CODE] = MORE_ROOM
        return False
    mean = T[at + SUM] // max(1, T[at + VISITS])
    for i in range(count):
        child, place = (H[USED] + i) * stride, 1 + i * (width + scoring)
        for k in range(FIELDS):
            T[child + k] = 0
        if scoring:
            T[child + GAIN] = out[place]
            place += 1
        for k in range(width):
            T[child + FIELDS + k] = out[place + k]
        T[child + COUNT] = -1
        T[child + SIDE] = 1 - side
        T[child + PARENT] = node
        T[child + PRIOR] = T[child + GAIN] * UNIT - mean
    for i in range(count if H[SIGHT] else 0):
        child = (H[USED] + i) * stride
        for k in range(width):
            state[k] = T[child + FIELDS + k]
        its = _moves(left, right, P, Q, H, state, out, 1 - side)
        if its <= 0:
            T[child + KNOWN] = 1
            T[child + RESULT] = _ending(H, its)
        elif H[SIGHT] == 2:
            T[child + PRIOR] = _more_moves(left, right, P, Q, H, state, out, 1 - side, its)
        if H[CODE]:
            return False
    T[at + FIRST] = H[USED]
    T[at + COUNT] = count
    H[USED] += count
    _settle(H, T, node)
    return True


@inlined
def _settle(H: Ints, T: Ints, node: Number) -> None:
    """Note the result of a node where its children's tell it."""
    stride = H[WIDTH] + FIELDS
    at = node * stride
    whole, first, best = True, True, 0
    for child in range(T[at + FIRST], T[at + FIRST] + T[at + COUNT]):
        place = child * stride
        if T[place + KNOWN]:
            result = T[place + GAIN] - T[place + RESULT]
            if first or result > best:
                first, best = False, result
        else:
            whole = False
    if whole or (not H[SCORING] and not first and best == 1):
        T[at + KNOWN] = 1
        T[at + RESULT] = best


@inlined
def _chosen(H: Ints, T: Ints, node: Number) -> Number:
    """Return the child to look into: what is known to be lost is left out, what is little known is given a chance.

    Where what is known looks best, the best that is not known is looked into every second time.
    """
    stride = H[WIDTH] + FIELDS
    at = node * stride
    chance = math.log(T[at + VISITS] + 1.0) * (H[CURIOUS] / 1000.0 * H[SPREAD]) ** 2
    trust = H[TRUST]
    best, chosen, likely, unknown = -1e30, T[at + FIRST], -1e30, -1
    for child in range(T[at + FIRST], T[at + FIRST] + T[at + COUNT]):
        place = child * stride
        if T[place + KNOWN]:
            worth = float(T[place + GAIN] - T[place + RESULT])
            if worth < 0 and not H[SCORING]:
                continue
        else:
            visits = T[place + VISITS]
            mean = (T[place + PRIOR] * trust + T[place + SUM]) / ((trust + visits) * float(UNIT))
            worth = T[place + GAIN] - mean + math.sqrt(chance / (visits + 1.0))
            if worth > likely:
                likely, unknown = worth, child
        if worth > best:
            best, chosen = worth, child
    return unknown if unknown >= 0 and T[at + VISITS] & 1 and T[chosen * stride + KNOWN] else chosen


@inlined
def _handed_up(H: Ints, T: Ints, node: Number, value: Number) -> None:
    """Count a game in all nodes that it went through, and settle those of which a child is known now."""
    stride = H[WIDTH] + FIELDS
    depth = 0
    H[SPREAD] = max(H[SPREAD], abs(value) // UNIT)
    while True:
        at = node * stride
        T[at + VISITS] += 1
        T[at + SUM] += value
        parent = T[at + PARENT]
        if parent < 0:
            break
        if T[at + KNOWN] and not T[parent * stride + KNOWN]:
            _settle(H, T, parent)
        value = T[at + GAIN] * UNIT - value
        node = parent
        depth += 1
    H[PLAYED] += 1
    H[DEPTH] = max(H[DEPTH], depth)


@kernel("int64(FILL, FILL, int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def grow(left: Fill, right: Fill, P: Ints, Q: Ints, H: Ints, T: Ints, state: Ints, out: Ints, games: Number) -> Any:
    """Play so many games out, from the root on through the tree; DONE, or what is wanted before it goes on.

    ``left``, ``right``: the moves of the players 0 and 1, ``P``, ``Q`` their parameters. ``state``: room for one state.
    """
    stride = H[WIDTH] + FIELDS
    H[CODE] = DONE
    for _game in range(games):
        node = 0
        if T[KNOWN]:
            break
        while True:
            at = node * stride
            if T[at + KNOWN]:
                value = T[at + RESULT] * UNIT
                break
            if T[at + COUNT] >= 0:
                node = _chosen(H, T, node)
                continue
            if node == 0 or T[at + VISITS] >= H[RIPE]:
                if _looked_at(left, right, P, Q, H, T, state, out, node):
                    continue
                return H[CODE]
            for k in range(H[WIDTH]):
                state[k] = T[at + FIELDS + k]
            value = _played_out(left, right, P, Q, H, state, out, T[at + SIDE])
            if H[CODE]:
                return H[CODE]
            break
        _handed_up(H, T, node, value)
    return H[CODE]


@kernel("int64(int64[::1], int64[::1], int64[::1], int64)")
def replanted(H: Ints, old: Ints, new: Ints, root: Number) -> Any:
    """Write the tree below a node to another array, as long as there is room, with the node as its root; how many nodes.

    A node whose children have no room is one that was not looked at.
    """
    stride = H[WIDTH] + FIELDS
    for k in range(stride):
        new[k] = old[root * stride + k]
    new[PARENT] = -1
    new[GAIN] = 0
    used, done = 1, 0
    while done < used:
        at = done * stride
        first, count = new[at + FIRST], new[at + COUNT]
        if count > 0:
            if (used + count) * stride > len(new):
                new[at + COUNT] = -1
            else:
                for k in range(count * stride):
                    new[used * stride + k] = old[first * stride + k]
                for i in range(count):
                    new[(used + i) * stride + PARENT] = done
                new[at + FIRST] = used
                used += count
        done += 1
    return used
