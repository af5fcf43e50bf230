"""Boards as bits: their connected parts, cut out and folded by the symmetries that the game has.

A description of the board stands in cells of the array ``G`` (see `grundy.kernels.parts_arena`): which faces are live,
which images have the same value. A board comes as ``rows, columns`` and one integer a layer, bit ``row * columns +
column``; a part goes out as a record, ``rows << SHAPE | columns`` and its layers, in rows of eight bits if it is narrow
enough, since then the images take a few operations on whole words (D. E. Knuth, *The Art of Computer Programming* 7.1.3).
Large boards have several words a layer (see `grundy.kernels.long_boards`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined, leading_zeros, ones, swapped, trailing_zeros
from grundy.kernels.contract import Ints, Number
from grundy.kernels.parts_arena import (
    CORNERS,
    CROSS,
    DEAD,
    HANG,
    IMAGES,
    LAYERS,
    LIVE,
    LONELY,
    MOST_LAYERS,
    RING,
    SIGNS,
    SPLITS,
    WORDS,
)

MOST_CELLS = 62
"""The most cells of a board of one word a layer, and the cells for which a word of a larger one speaks."""
SHAPE = 16
FIRST = 0x0101010101010101
"""The first column of a board in rows of eight bits."""
NEGATED, KEY, SIZE, RECORD = range(4)
"""The words of a part that was found: whether its record is that of the negative; a hash; its cells; its record."""
BEST, MADE, NARROW, WHOLE = range(0, 4 * MOST_LAYERS, MOST_LAYERS)
"""What ``W`` begins with, for each thread its own: a board's layers in the least image so far, in the image that is looked
at, in rows of eight bits; and the live cells of the part whose options are cut, 0 where these are of no part."""
SCRATCH = WHOLE + 1
"""From where on ``W`` holds what is found."""


@inlined
def _mirrored(board: Number) -> Number:
    """Return a board of rows of eight bits with each row the other way round."""
    board = (board >> np.uint64(1)) & np.uint64(0x5555555555555555) | (
        board & np.uint64(0x5555555555555555)
    ) << np.uint64(1)
    board = (board >> np.uint64(2)) & np.uint64(0x3333333333333333) | (
        board & np.uint64(0x3333333333333333)
    ) << np.uint64(2)
    return (board >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F) | (
        board & np.uint64(0x0F0F0F0F0F0F0F0F)
    ) << np.uint64(4)


@inlined
def _flipped(board: Number) -> Number:
    """Return a board of rows of eight bits upside down."""
    return np.uint64(swapped(board))


@inlined
def _transposed(board: Number) -> Number:
    """Return a board of rows of eight bits with rows and columns exchanged."""
    delta = (board ^ board >> np.uint64(7)) & np.uint64(0x00AA00AA00AA00AA)
    board ^= delta ^ delta << np.uint64(7)
    delta = (board ^ board >> np.uint64(14)) & np.uint64(0x0000CCCC0000CCCC)
    board ^= delta ^ delta << np.uint64(14)
    delta = (board ^ board >> np.uint64(28)) & np.uint64(0x00000000F0F0F0F0)
    return board ^ delta ^ delta << np.uint64(28)


@inlined
def _image(layer: Number, rows: Number, columns: Number, number: Number) -> Number:
    """Return an image of the bits of a board: those of a narrow one in rows of eight, else in rows as they are."""
    if rows <= 8 and columns <= 8:
        board = np.uint64(layer)
        if number & 1:
            board = _mirrored(board) >> np.uint64(8 - columns)
        if number & 2:
            board = _flipped(board) >> np.uint64(8 * (8 - rows))
        if number & 4:
            board = _transposed(board)
        return np.int64(board)
    if number & 7 == 0:
        return layer
    image = np.int64(0)
    for i in range(rows * columns):
        if layer >> i & 1:
            r, c = i // columns, i % columns
            down = rows - 1 - r if number & 2 else r
            across = columns - 1 - c if number & 1 else c
            image |= np.int64(1) << (across * rows + down if number & 4 else down * columns + across)
    return image


@inlined
def _fold(G: Ints, W: Ints, at: Number, rows: Number, columns: Number) -> Number:
    """Bring the record at ``W[at]`` to the least of its images; return 1 where that has the negative value."""
    layers = G[LAYERS]
    negative, shape = np.int64(0), np.int64(-1)
    for number in range(IMAGES):
        sign = G[SIGNS + number]
        if sign == 0:
            continue
        turned = number & 4 != 0
        if turned and rows < columns:
            continue
        if not turned and rows > columns and G[SIGNS + (number ^ 4)] != 0:
            continue
        less = shape < 0
        equal = not less
        for k in range(layers):
            source = k
            if number & 8:
                source = G[RING] if k == G[CROSS] else (G[CROSS] if k == G[RING] else k)
            image = _image(W[at + 1 + source], rows, columns, number)
            if equal and image != W[BEST + k]:
                equal = False
                less = image < W[BEST + k]
                if not less:
                    break
            W[MADE + k] = image
        if less:
            negative = np.int64(sign < 0)
            shape = (columns << SHAPE | rows) if turned else (rows << SHAPE | columns)
            for k in range(layers):
                W[BEST + k] = W[MADE + k]
    W[at] = shape
    for k in range(layers):
        W[at + 1 + k] = W[BEST + k]
    return negative


@inlined
def _spread(layer: Number, rows: Number, columns: Number) -> Number:
    """Return the bits of a board in rows of eight if it is narrow, else as they are."""
    if rows > 8 or columns > 8:
        return layer
    board, mask = np.int64(0), (np.int64(1) << columns) - 1
    for r in range(rows):
        board |= (layer >> (r * columns) & mask) << (8 * r)
    return board


def gather(layer: Number, rows: Number, columns: Number) -> Number:
    """Return the bits of a record's layer in rows of a board."""
    if rows > 8 or columns > 8:
        return layer
    board, mask = np.int64(0), (np.int64(1) << columns) - 1
    for r in range(rows):
        board |= (layer >> (8 * r) & mask) << (r * columns)
    return board


gathered: Any = inlined(gather)


@inlined
def _beside(cells: Number, within: Number, columns: Number, first: Number, last: Number, corners: Number) -> Number:
    """Return some cells and those beside them, of those ``within``, and what is beside the ones found sideways too;
    ``first`` and ``last`` are the edge columns."""
    band = cells | ((cells & ~last) << 1) | ((cells & ~first) >> 1)
    if not corners:
        band &= within
    return (band | (band << columns) | (band >> columns)) & within


@inlined
def _region(
    alive: Number, start: Number, rim: Number, columns: Number, first: Number, last: Number, corners: Number
) -> Number:
    """Return the cells of ``alive`` that hang together with ``start``.

    Each region of these has a cell of the ``rim``: so once all of that is found, all that is alive hangs together.
    """
    found = start
    while rim & ~found:
        more = _beside(found, alive, columns, first, last, corners)
        if more == found:
            return found
        found = more
    return alive


@inlined
def _cut(G: Ints, source: Ints, at: Number, part: Number, W: Ints, place: Number) -> Number:
    """Write the record of a part of a board, folded, to ``W[place]``."""
    rows, columns = source[at], source[at + 1]
    row_mask = (np.int64(1) << columns) - 1
    top, bottom, across = np.int64(-1), np.int64(0), np.int64(0)
    for r in range(rows):
        bits = part >> (r * columns) & row_mask
        if bits:
            if top < 0:
                top = r
            bottom = r
            across |= bits
    left = trailing_zeros(np.uint64(across))
    wide = np.int64(64) - leading_zeros(np.uint64(across >> left))
    high = bottom - top + 1
    mask = (np.int64(1) << wide) - 1
    stride = np.int64(8) if high <= 8 and wide <= 8 else wide
    for k in range(G[LAYERS]):
        layer = source[at + 2 + k]
        layer = (layer | ~part) if G[DEAD] == k + 1 else layer & part
        cut = np.int64(0)
        for r in range(high):
            cut |= (layer >> ((top + r) * columns + left) & mask) << (r * stride)
        W[place + RECORD + 1 + k] = cut
    W[place + SIZE] = ones(np.uint64(part))
    W[place + NEGATED] = _fold(G, W, place + RECORD, high, wide)
    return 0


@inlined
def _fold_one(G: Ints, layer: Number, rows: Number, columns: Number, W: Ints, at: Number) -> Number:
    """Write the least image of a narrow board of one layer to ``W[at]``; return 1 where that has the negative value."""
    best, number = ~np.uint64(0), np.int64(0)
    board = np.uint64(layer)
    turned = np.int64(0)
    if rows > columns and G[SIGNS + 4] != 0:
        board = _transposed(board)
        rows, columns = columns, rows
        turned = np.int64(4)
    while True:
        # turned boards: left for right now is top for bottom before
        across, down = (np.int64(2), np.int64(1)) if turned else (np.int64(1), np.int64(2))
        aside, upside = np.uint64(8 - columns), np.uint64(8 * (8 - rows))
        mirrored = _mirrored(board) >> aside
        if board < best and G[SIGNS + turned] != 0:
            best, number = board, turned
        if mirrored < best and G[SIGNS + turned + across] != 0:
            best, number = mirrored, turned + across
        other = _flipped(board) >> upside
        if other < best and G[SIGNS + turned + down] != 0:
            best, number = other, turned + down
        other = _flipped(mirrored) >> upside
        if other < best and G[SIGNS + turned + 3] != 0:
            best, number = other, turned + 3
        if rows != columns or turned:
            break
        board = _transposed(board)
        turned = np.int64(4)
    W[at] = rows << SHAPE | columns
    W[at + 1] = np.int64(best)
    return np.int64(G[SIGNS + number] < 0)


@inlined
def _living(G: Ints, source: Ints, at: Number, W: Ints) -> Number:
    """Write the layers of a board to ``W``, in rows of eight bits, of which it has no more; return what is alive."""
    rows, columns = source[at], source[at + 1]
    cells, row = np.uint64((np.int64(1) << (rows * columns)) - 1), np.uint64((np.int64(1) << columns) - 1)
    alive, taken = np.uint64(0), np.uint64(0)
    for k in range(G[LAYERS]):
        layer, board, place = np.uint64(source[at + 2 + k]) & cells, np.uint64(0), np.uint64(0)
        while layer:
            board |= (layer & row) << place
            layer >>= np.uint64(columns)
            place += np.uint64(8)
        W[NARROW + k] = np.int64(board)
        taken |= board
        if G[LIVE] >> (k + 1) & 1:
            alive |= board
    if G[LIVE] & 1:
        everything = np.int64(row) * (FIRST if rows == 8 else FIRST & ((np.int64(1) << (8 * rows)) - 1))
        alive |= np.uint64(everything) & ~taken
    return np.int64(alive)


@inlined
def whole(G: Ints, state: Ints, W: Ints) -> Number:
    """Return the live cells of a part whose options are to be cut, 0 where nothing is to be known of them."""
    if G[HANG] == 0 or G[WORDS] > 1 or state[0] > 8 or state[1] > 8:
        return np.int64(0)
    return _living(G, state, np.int64(0), W)


@inlined
def _narrow_parts(G: Ints, source: Ints, at: Number, W: Ints, place: Number) -> Number:
    """Write the parts of a board of at most eight rows and columns to ``W``, all in rows of eight bits.

    A part hangs together, so what a move leaves of it does so too where the cells beside those that it took still do.
    """
    layers, alive, corners = G[LAYERS], _living(G, source, at, W), G[CORNERS] != 0
    first, last = np.int64(FIRST), ~np.int64(0x7F7F7F7F7F7F7F7F)
    rim = alive
    if W[WHOLE] and alive & ~W[WHOLE] == 0:
        rim = _beside(W[WHOLE] & ~alive, np.int64(-1), np.int64(8), first, last, corners) & alive
    count = np.int64(0)
    while alive:
        start = rim & -rim if rim else alive & -alive
        part = _region(alive, start, rim, np.int64(8), first, last, corners)
        alive &= ~part
        rim &= ~part
        if part & (part - 1) == 0:
            face = np.int64(0)
            for k in range(layers):
                if W[NARROW + k] & part:
                    face = k + 1
            if G[LONELY] >> face & 1:
                continue
        bits = np.uint64(part)
        top = np.uint64(trailing_zeros(bits)) & np.uint64(56)
        high = np.int64(8) - np.int64(leading_zeros(bits) >> 3) - np.int64(top >> np.uint64(3))
        across = bits | bits >> np.uint64(32)
        across |= across >> np.uint64(16)
        across = (across | across >> np.uint64(8)) & np.uint64(0xFF)
        left = np.uint64(trailing_zeros(across))
        wide = np.int64(64) - leading_zeros(across >> left)
        box = np.int64(0)
        if G[DEAD]:
            lines = ((np.int64(1) << wide) - 1) * first
            box = lines if high == 8 else lines & ((np.int64(1) << (8 * high)) - 1)
        for k in range(layers):
            cut = np.int64(np.uint64(W[NARROW + k] & part) >> (top + left))
            if G[DEAD] == k + 1:
                cut = box & ~np.int64(np.uint64(part & ~W[NARROW + k]) >> (top + left))
            W[place + RECORD + 1 + k] = cut
        W[place + SIZE] = ones(np.uint64(part))
        if layers == 1:
            W[place + NEGATED] = _fold_one(G, W[place + RECORD + 1], high, wide, W, place + RECORD)
        else:
            W[place + NEGATED] = _fold(G, W, place + RECORD, high, wide)
        place += RECORD + 1 + layers
        count += 1
    return count


@inlined
def parts_of(G: Ints, source: Ints, at: Number, W: Ints, place: Number) -> Number:
    """Write the parts of the board at ``source[at]`` to ``W`` from ``place`` on, each folded; return how many."""
    rows, columns, layers = source[at], source[at + 1], G[LAYERS]
    if G[SPLITS] == 0:
        for k in range(layers):
            W[place + RECORD + 1 + k] = _spread(source[at + 2 + k], rows, columns)
        W[place + SIZE] = rows * columns
        W[place + NEGATED] = _fold(G, W, place + RECORD, rows, columns)
        return np.int64(1)
    if rows <= 8 and columns <= 8:
        return _narrow_parts(G, source, at, W, place)
    alive, empty = np.int64(0), (np.int64(1) << (rows * columns)) - 1
    for k in range(layers):
        layer = source[at + 2 + k]
        empty &= ~layer
        if G[LIVE] >> (k + 1) & 1:
            alive |= layer
    if G[LIVE] & 1:
        alive |= empty
    alive &= (np.int64(1) << (rows * columns)) - 1  # a rule may have set others, that belong to no cell
    first = np.int64(0)
    for r in range(rows):
        first |= np.int64(1) << (r * columns)
    last = first << (columns - 1)
    count = np.int64(0)
    while alive:
        part = _region(alive, alive & -alive, alive, columns, first, last, G[CORNERS] != 0)
        alive &= ~part
        _cut(G, source, at, part, W, place)
        place += RECORD + 1 + layers
        count += 1
    return count
