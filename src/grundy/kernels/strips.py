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
        layer = source[np.uint64(at + 2 + w * layers + k)]
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
def _part(low: Number, high: Number, bit: Number) -> Number:
    """Return a word's cells from ``bit`` on, and those of the next word before it, as one word."""
    low, high, bit = np.uint64(low), np.uint64(high), np.uint64(bit)
    return np.int64((low >> bit | high << (np.uint64(MOST_CELLS) - bit)) & np.uint64(FULL))


@inlined
def _images(G: Ints) -> Number:
    """Return which images of a strip may have the same value, as bits: itself, mirrored, with the players changed, both."""
    return 1 | (_sign(G, 1) != 0) << 1 | (_sign(G, 8) != 0) << 2 | (_sign(G, 9) != 0) << 3


@inlined
def _sign(G: Ints, image: Number) -> Number:
    """Return the sign of an image of a strip: turning it upside down changes nothing."""
    return G[SIGNS + image] if G[SIGNS + image] != 0 else G[SIGNS + (image ^ 2)]


@inlined
def _fold(G: Ints, source: Ints, at: Number, start: Number, length: Number, W: Ints, place: Number) -> Number:
    """Write the least image of the part of so many cells from ``start`` on to ``W[place]``, as `bitboards` does.

    All images are read together, a word at a time: an image is out where another has less in that word. O(words).
    """
    layers, own, cross, ring = G[LAYERS], place + RECORD + 1, G[CROSS], G[RING]
    whole = G[WORDS] * layers
    images, left = _images(G), length
    W[own - 1] = np.int64(1) << SHAPE | length
    first, last = start, start + length - MOST_CELLS  # of the word, of the mirrored one
    base = at + 2
    while left > 0:
        there, bit = first // MOST_CELLS * layers, first % MOST_CELLS
        back = last // MOST_CELLS * layers
        turned_bit = last % MOST_CELLS
        beyond = (np.int64(1) << left) - 1 if left < MOST_CELLS else np.int64(FULL)
        for k in range(layers):
            other = ring if k == cross else (cross if k == ring else k)
            least, kept = np.int64(FULL) + 1, np.int64(0)
            for image in range(4):
                if images >> image & 1 == 0:
                    continue
                layer = other if image & 2 else k
                i = (back if image & 1 else there) + layer
                low = source[np.uint64(base + i)] if i >= 0 else np.int64(0)
                high = source[np.uint64(base + i + layers)] if i + layers < whole else np.int64(0)
                word = _part(low, high, turned_bit if image & 1 else bit)
                if image & 1:
                    word = np.int64(np.uint64(turned(np.uint64(word))) >> np.uint64(64 - MOST_CELLS))
                word &= beyond
                if word < least:
                    least, kept = word, np.int64(0)
                if word == least:
                    kept |= 1 << image
            W[np.uint64(own)] = least
            images = kept
            own += 1
        first += MOST_CELLS
        last -= MOST_CELLS
        left -= MOST_CELLS
    best = trailing_zeros(np.uint64(images))
    W[place + SIZE] = length
    W[place + NEGATED] = np.int64(_sign(G, (best & 1) | (best & 2) << 2) < 0)
    return 0


@inlined
def strip_parts(G: Ints, source: Ints, at: Number, W: Ints, place: Number) -> Number:
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
                if source[at + 2 + start // MOST_CELLS * G[LAYERS] + k] >> start % MOST_CELLS & 1:
                    face = k + 1
        if end > start + 1 or not G[LONELY] >> face & 1:
            _fold(G, source, at, start, end - start, W, place)
            place += RECORD + used(G, W[place + RECORD])
            count += 1
        start = _next(G, source, at, end, np.int64(1))
    return count
