"""Long strips: boards of one row with several words a layer, their parts cut out and folded.

A word speaks of `MOST_CELLS` cells, those of the other layers follow it: cell c is bit ``c % MOST_CELLS`` of the
words from ``c // MOST_CELLS * layers`` on. The record of a part is its shape and so many words as its cells need; what
stands behind them means nothing.
"""

from __future__ import annotations

import numpy as np

from grundy.kernels.bitboards import MOST_CELLS, NEGATED, RECORD, SHAPE, SIZE
from grundy.kernels.compiling import inlined, trailing_zeros, turned
from grundy.kernels.contract import Ints, Number
from grundy.kernels.parts_arena import CROSS, LAYERS, LIVE, LONELY, RING, SIGNS, SPLITS, WORDS

FULL = (1 << MOST_CELLS) - 1


@inlined
def used(G: Ints, shape: Number) -> Number:
    """Return how many words of a record mean something, of boards with several words a layer."""
    return 1 + G[LAYERS] * (((shape & ((1 << SHAPE) - 1)) + MOST_CELLS - 1) // MOST_CELLS)


@inlined
def _alive(G: Ints, source: Ints, at: Number, w: Number) -> Number:
    """Return word w of the live cells of the strip at ``source[at]``."""
    layers, cells = G[LAYERS], source[at + 1] - w * MOST_CELLS
    board = np.int64(FULL) if cells >= MOST_CELLS else (np.int64(1) << max(np.int64(0), cells)) - 1
    found, empty = np.int64(0), board
    for k in range(layers):
        layer = source[at + 2 + w * layers + k]
        empty &= ~layer
        if G[LIVE] >> (k + 1) & 1:
            found |= layer
    return (found | empty if G[LIVE] & 1 else found) & board


@inlined
def _next(G: Ints, source: Ints, at: Number, place: Number, living: Number) -> Number:
    """Return the first cell from ``place`` on that is live (that is not), the strip's length or more if there is none."""
    while place < source[at + 1]:
        word = _alive(G, source, at, place // MOST_CELLS)
        if not living:
            word = ~word & FULL
        word >>= place % MOST_CELLS
        if word:
            return place + trailing_zeros(np.uint64(word))
        place += MOST_CELLS - place % MOST_CELLS
    return place


@inlined
def _cut(G: Ints, source: Ints, at: Number, k: Number, place: Number) -> Number:
    """Return the bits of a layer of the strip at ``source[at]`` from cell ``place`` on, as one word; 0 beyond its ends."""
    layers, w = G[LAYERS], place // MOST_CELLS
    bit = np.uint64(place - w * MOST_CELLS)
    low, high = np.uint64(0), np.uint64(0)
    if 0 <= w < G[WORDS]:
        low = np.uint64(source[at + 2 + w * layers + k])
    if 0 <= w + 1 < G[WORDS]:
        high = np.uint64(source[at + 2 + (w + 1) * layers + k])
    return np.int64((low >> bit | high << (np.uint64(MOST_CELLS) - bit)) & np.uint64(FULL))


@inlined
def _image(
    G: Ints, source: Ints, at: Number, start: Number, length: Number, swap: Number, mirror: Number, w: Number, k: Number
) -> Number:
    """Return word w of layer k of an image of the part of so many cells from ``start`` on."""
    layer = k
    if swap:
        layer = G[RING] if k == G[CROSS] else (G[CROSS] if k == G[RING] else k)
    if mirror:
        bits = _cut(G, source, at, layer, start + length - (w + 1) * MOST_CELLS)
        bits = np.int64(np.uint64(turned(np.uint64(bits))) >> np.uint64(64 - MOST_CELLS))
    else:
        bits = _cut(G, source, at, layer, start + w * MOST_CELLS)
    left = length - w * MOST_CELLS
    return bits if left >= MOST_CELLS else bits & ((np.int64(1) << left) - 1)


@inlined
def _sign(G: Ints, image: Number) -> Number:
    """Return the sign of an image of a strip: turning it upside down changes nothing."""
    return G[SIGNS + image] if G[SIGNS + image] != 0 else G[SIGNS + (image ^ 2)]


@inlined
def _fold(G: Ints, source: Ints, at: Number, start: Number, length: Number, W: Ints, place: Number) -> Number:
    """Write the least image of the part of so many cells from ``start`` on to ``W[place]``, as `bitboards` does."""
    layers, own, words = G[LAYERS], place + RECORD + 1, (length + MOST_CELLS - 1) // MOST_CELLS
    W[own - 1] = np.int64(1) << SHAPE | length
    best, i = np.int64(0), own
    for w in range(words):
        for k in range(layers):
            W[i] = _image(G, source, at, start, length, best, best, w, k)
            i += 1
    for image in (1, 8, 9):
        if _sign(G, np.int64(image)) == 0:
            continue
        swap, mirror, less, more = np.int64(image & 8), np.int64(image & 1), False, False
        w, i = np.int64(0), own
        while w < words and not more:
            for k in range(layers):
                word = _image(G, source, at, start, length, swap, mirror, w, k)
                if not less and word > W[i]:
                    more = True
                    break
                if word < W[i]:
                    less = True
                W[i] = word  # as long as none is less they are equal
                i += 1
            w += 1
        if less:
            best = np.int64(image)
    W[place + SIZE] = length
    W[place + NEGATED] = np.int64(_sign(G, best) < 0)
    return 0


@inlined
def strip_parts(G: Ints, source: Ints, at: Number, W: Ints, place: Number, stride: Number) -> Number:
    """Write the parts of the strip at ``source[at]`` to ``W`` from ``place`` on, each folded; return how many."""
    if G[SPLITS] == 0:
        _fold(G, source, at, np.int64(0), source[at + 1], W, place)
        return np.int64(1)
    count, start = np.int64(0), _next(G, source, at, np.int64(0), np.int64(1))
    while start < source[at + 1]:
        end = min(source[at + 1], _next(G, source, at, start, np.int64(0)))
        face = np.int64(0)
        if end == start + 1:
            for k in range(G[LAYERS]):
                if _cut(G, source, at, k, start) & 1:
                    face = k + 1
        if end > start + 1 or not G[LONELY] >> face & 1:
            _fold(G, source, at, start, end - start, W, place)
            place += stride
            count += 1
        start = _next(G, source, at, end, np.int64(1))
    return count
