"""Nimbers of impartial games that come apart, without the whole mex (J. Lemoine, S. Viennot, *Nimbers are inevitable*,
Theoretical Computer Science 462, 2012).

To decide whether G + *n is lost for the mover: of each option of G all parts but the largest get their nimbers, which are
added to n, and the largest is asked in turn. The nimber of G is the first n for which G + *n is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Fill, Ints, Number
from grundy.kernels.parts import DONE, MORE_WORK, NO_FIT, REACHED, RULES, Rules, expand, field, words
from grundy.kernels.parts_arena import CELLS, DEPTH, PLACE, POOL, POOL_USED, RULED_OUT, STOP, TOLD, VALUE, WORDS

DEEPEST = 10_000
"""The most calls within each other: the processor's stack holds that many."""
LARGEST = 62
"""What is ruled out for a part is kept as bits of one word."""


@inlined
def _look(G: Ints, p: Number) -> Number:
    """Rule out for an expanded part what its options are known to be worth, and leave these options out from now on; where
    none is left, its value is known."""
    Q = words(G)
    begun, ruled_out = G[POOL] + G[field(G, p, PLACE)], G[field(G, p, RULED_OUT)]
    options, rest, at, end = np.int64(Q[begun]), np.int64(0), begun + 2, begun + 2
    for _ in range(options):
        x, length = np.int64(0), np.int64(Q[at])
        for k in range(1, length + 1):
            value = G[field(G, np.int64(Q[at + k] >> 1), VALUE)]
            x = np.int64(-1) if value == 0 or x < 0 else x ^ (value - 1)
        if 0 <= x <= LARGEST:
            ruled_out |= np.int64(1) << x
        else:
            rest += 1
            for k in range(length + 1):
                Q[end + k] = Q[at + k]
            end += length + 1
        at += length + 1
    if at == G[POOL] + G[POOL_USED]:  # nothing stands behind them
        G[POOL_USED] = end - G[POOL]
    Q[begun], G[field(G, p, RULED_OUT)] = rest, ruled_out
    if rest == 0:
        value = np.int64(0)
        while ruled_out >> value & 1:
            value += 1
        G[field(G, p, VALUE)] = value + 1
    return G[field(G, p, VALUE)]


def _wins_function(G: Ints, rules: Rules, p: Number, n: Number) -> Number:
    """Whether who moves wins part p + *n."""
    known = G[field(G, p, VALUE)]
    if known > 0:
        return np.int64(known - 1 != n)
    if n > LARGEST:
        raise OverflowError
    if G[field(G, p, RULED_OUT)] >> n & 1:
        return np.int64(1)
    if G[DEPTH] >= DEEPEST:
        raise RecursionError
    if G[STOP] != 0:
        raise TimeoutError
    G[DEPTH] += 1
    code = np.int64(DONE)
    if G[field(G, p, PLACE)] < 0:
        # first what is known, but not where options are so many that all are looked up in vain, or told by a rule
        code = expand(G, rules, p, n if G[WORDS] == 1 and not G[TOLD] else np.int64(-1))
    if code == DONE:
        known = _look(G, p)
        if known > 0:
            G[DEPTH] -= 1
            return np.int64(known - 1 != n)
        if G[field(G, p, RULED_OUT)] >> n & 1:
            code = np.int64(REACHED)
    if code == REACHED:
        G[DEPTH] -= 1
        G[field(G, p, RULED_OUT)] |= np.int64(1) << n
        return np.int64(1)
    if code != DONE:
        if code == NO_FIT:
            raise ValueError
        if code == MORE_WORK:
            raise BufferError
        raise MemoryError
    Q = words(G)
    begun = G[POOL] + G[field(G, p, PLACE)]
    options = Q[begun]
    lost = np.int64(1)
    at = begun + 2
    for _ in range(options):
        x, last = n, np.int64(-1)
        for k in range(1, Q[at] + 1):
            part = np.int64(Q[at + k] >> 1)
            if G[field(G, part, VALUE)] > 0:
                x ^= G[field(G, part, VALUE)] - 1
            elif last < 0:
                last = part
            else:
                other = part
                if G[field(G, part, CELLS)] > G[field(G, last, CELLS)]:
                    other, last = last, part
                value = np.int64(0)
                while _wins(G, rules, other, value) != 0:
                    value += 1
                x ^= value
        lost = _wins(G, rules, last, x) if last >= 0 else np.int64(x != 0)
        if Q[begun] != options:  # it was looked at below itself
            raise RecursionError
        if lost == 0:
            break
        at += Q[at] + 1
    if lost != 0:
        for i in range(n):
            if _wins(G, rules, p, np.int64(i)) == 0:
                lost = np.int64(0)
                break
    G[DEPTH] -= 1
    if lost == 0:
        G[field(G, p, RULED_OUT)] |= np.int64(1) << n
        return np.int64(1)
    G[field(G, p, VALUE)] = n + 1
    return np.int64(0)


_wins: Any = inlined(_wins_function)


@kernel(f"int64(int64[::1], {RULES}, int64)")
def nimber(G: Ints, left: Fill, right: Fill, lp: Ints, rp: Ints, out: Ints, state: Ints, W: Ints, p: Number) -> Number:
    """Return the nimber of part p.

    MemoryError: the array is full; BufferError: ``out`` or ``W`` is; ValueError: the compiled rule gave up; OverflowError:
    a nimber is above `LARGEST`; RecursionError: play is too long; TimeoutError: `STOP` was set.
    """
    rules = (left, right, lp, rp, out, state, W)
    G[DEPTH] = 0
    value = np.int64(0)
    while _wins(G, rules, p, value) != 0:
        value += 1
    return value
