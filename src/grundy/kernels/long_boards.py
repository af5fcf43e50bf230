"""Large boards: several words a layer, their parts cut out and folded; boards of one row, which are strips, as whole words.

A word speaks of `MOST_CELLS` cells, those of the other layers follow it: cell c is bit ``c % MOST_CELLS`` of the
words from ``c // MOST_CELLS * layers`` on. The record of a part is its shape and so many words as its cells need; what
stands behind them means nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.bitboards import MOST_CELLS, NEGATED, RECORD, SHAPE, SIZE
from grundy.kernels.compiling import inlined, trailing_zeros, turned
from grundy.kernels.contract import Ints, Number
from grundy.kernels.parts_arena import (
    CORNERS,
    CROSS,
    DEAD,
    IMAGES,
    LAYERS,
    LIVE,
    LONELY,
    RING,
    SIGNS,
    SPLITS,
    WIDTH,
    WORDS,
)

FULL = (1 << MOST_CELLS) - 1


@inlined
def used(G: Ints, shape: Number) -> Number:
    """Return how many words of a record mean something, of boards with several words a layer."""
    return 1 + G[LAYERS] * (((shape >> SHAPE) * (shape & ((1 << SHAPE) - 1)) + MOST_CELLS - 1) // MOST_CELLS)


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
def _strip_parts(G: Ints, source: Ints, at: Number, W: Ints, place: Number) -> Number:
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


@inlined
def room_for_cells(G: Ints, cells: Number) -> Number:
    """Return how many words at the end of ``W`` a board of so many cells is taken apart in."""
    return 2 * cells + G[WIDTH] if G[WORDS] > 1 else np.int64(0)


@inlined
def _shown(G: Ints, source: Ints, at: Number, W: Ints, shown: Number) -> Number:
    """Write to ``W[shown]`` for each cell of the board at ``source[at]`` 1 more than its face, 0 where it is not live."""
    layers = G[LAYERS]
    for i in range(source[at] * source[at + 1]):
        face, first = np.int64(0), at + 2 + i // MOST_CELLS * layers
        for k in range(layers):
            face += (k + 1) * (source[np.uint64(first + k)] >> i % MOST_CELLS & 1)
        W[shown + i] = face + 1 if G[SPLITS] == 0 or G[LIVE] >> face & 1 else 0
    return 0


@inlined
def _reached(G: Ints, W: Ints, shown: Number, line: Number, start: Number, rows: Number, columns: Number) -> Number:
    """Write the cells that hang together with a live one to ``W[line]``, and their faces below 0; return how many."""
    W[line], W[shown + start] = start, -W[shown + start]
    count, done = np.int64(1), np.int64(0)
    while done < count:
        r, c = W[line + done] // columns, W[line + done] % columns
        done += 1
        for down in range(-1, 2):
            for across in range(-1, 2):
                i = (r + down) * columns + c + across
                near = (down == 0) != (across == 0) or G[CORNERS] != 0
                if near and 0 <= r + down < rows and 0 <= c + across < columns and W[shown + i] > 0:
                    W[shown + i] = -W[shown + i]
                    W[line + count] = i
                    count += 1
    return count


@inlined
def _image(
    G: Ints,
    W: Ints,
    shown: Number,
    line: Number,
    count: Number,
    columns: Number,
    box: Any,
    number: Number,
    place: Number,
) -> Number:
    """Write an image of the cells in ``W[line]`` as the words of a record; ``box``: its first row and column, its sides."""
    top, left, high, wide = box
    layers = G[LAYERS]
    for w in range((high * wide + MOST_CELLS - 1) // MOST_CELLS):
        beyond = high * wide - w * MOST_CELLS
        for k in range(layers):
            full = np.int64(FULL) if beyond >= MOST_CELLS else (np.int64(1) << beyond) - 1
            W[place + w * layers + k] = full if G[DEAD] == k + 1 and G[SPLITS] != 0 else 0
    for turn in range(count):
        r, c = W[line + turn] // columns - top, W[line + turn] % columns - left
        down = high - 1 - r if number & 2 else r
        across = wide - 1 - c if number & 1 else c
        i = across * high + down if number & 4 else down * wide + across
        bit, first = np.int64(1) << i % MOST_CELLS, place + i // MOST_CELLS * layers - 1
        face = -W[shown + W[line + turn]] - 1
        if number & 8:
            face = G[RING] + 1 if face == G[CROSS] + 1 else (G[CROSS] + 1 if face == G[RING] + 1 else face)
        if G[DEAD] and G[SPLITS] != 0:
            W[first + G[DEAD]] &= ~bit
        if face:
            W[first + face] |= bit
    return 0


@inlined
def _cut(
    G: Ints, W: Ints, shown: Number, line: Number, count: Number, columns: Number, place: Number, made: Number
) -> Number:
    """Write the least image of the part whose cells stand in ``W[line]`` to ``W[place]``; ``made`` is where one is made."""
    top, bottom, left, right = W[line] // columns, np.int64(0), W[line] % columns, np.int64(0)
    for turn in range(count):
        r, c = W[line + turn] // columns, W[line + turn] % columns
        top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
    high, wide = bottom - top + 1, right - left + 1
    own, best, words = place + RECORD + 1, np.int64(-1), np.int64(0)
    W[place + SIZE] = count
    for number in range(IMAGES):
        turns = number & 4 != 0
        if G[SIGNS + number] == 0 or (turns and high < wide):
            continue
        if not turns and high > wide and G[SIGNS + (number ^ 4)] != 0:
            continue
        at = own if best < 0 else made
        _image(G, W, shown, line, count, columns, (top, left, high, wide), number, at)
        if best < 0:
            W[own - 1] = (wide << SHAPE | high) if turns else (high << SHAPE | wide)
            words, best = used(G, W[own - 1]) - 1, number
            continue
        k = np.int64(0)
        while k < words and W[made + k] == W[own + k]:
            k += 1
        if k < words and W[made + k] < W[own + k]:
            best = number
            for k in range(words):
                W[own + k] = W[made + k]
    W[place + NEGATED] = np.int64(G[SIGNS + best] < 0)
    return 0


@inlined
def long_parts(G: Ints, source: Ints, at: Number, W: Ints, place: Number) -> Number:
    """Write the parts of the board at ``source[at]`` to ``W`` from ``place`` on, each folded; return how many.

    O(images · cells), of a strip O(images · words · parts).
    """
    if source[at] == 1:
        return _strip_parts(G, source, at, W, place)
    rows, columns = source[at], source[at + 1]
    cells, count = rows * columns, np.int64(0)
    made = W.size - room_for_cells(G, cells)
    shown = made + G[WIDTH]
    line = shown + cells
    _shown(G, source, at, W, shown)
    for start in range(cells):
        if W[shown + start] <= 0:
            continue
        if G[SPLITS] == 0:
            for i in range(cells):
                W[line + i], W[shown + i] = i, -W[shown + i]
            size = cells
        else:
            size = _reached(G, W, shown, line, np.int64(start), rows, columns)
        if size > 1 or not G[LONELY] >> (-W[shown + start] - 1) & 1:
            _cut(G, W, shown, line, size, columns, place, made)
            place += RECORD + used(G, W[place + RECORD])
            count += 1
        for turn in range(size):
            W[shown + W[line + turn]] = 0
    return count
