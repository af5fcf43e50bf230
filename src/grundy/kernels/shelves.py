"""Shelves: the sorted keys of some tiers one after another, each tier with an index by the leading bits of its keys.

Positions that are near in their order have options that are near in theirs; so what is looked up in the order of the
positions walks through memory, where a hashed table would be asked at places by lot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Ints, Number

TIER, LOW, HIGH, FIRST, SHIFT, CELL, COUNT, SHELF = range(8)
"""What is told of a shelf: its tier, the keys from which and up to which it has all, its first key, how many bits of a key
its index does not ask for, where that begins, and how many cells it has; one behind them says where the last ends."""
NOWHERE, ELSEWHERE = -1, -2
"""The place of a key that should be there, and of one that would be in another share of its tier."""


@inlined
def shelf_of(shelves: Ints, tier: Number, last: Number) -> Any:
    """Where it is told of the shelf of a tier, `NOWHERE` without one; most often it is the one asked for last."""
    if 0 <= last < shelves.size and shelves[np.uint64(last)] == tier:
        return last
    low, high = np.int64(0), np.int64(shelves.size // SHELF)
    while low < high:
        middle = (low + high) >> 1
        if shelves[np.uint64(middle * SHELF)] < tier:
            low = middle + 1
        else:
            high = middle
    found = low * SHELF
    return found if found < shelves.size and shelves[np.uint64(found)] == tier else np.int64(NOWHERE)


@inlined
def cell_of(shelves: Ints, shelf: Number, key: Number) -> Any:
    """The cell of the index where the place of a key is told, `NOWHERE` or `ELSEWHERE`."""
    if shelf < 0:
        return np.int64(NOWHERE)
    at = np.uint64(shelf)
    if key < shelves[at + np.uint64(LOW)] or key >= shelves[at + np.uint64(HIGH)]:
        return np.int64(ELSEWHERE)
    cell = (key - shelves[at + np.uint64(FIRST)]) >> shelves[at + np.uint64(SHIFT)]
    if cell < 0 or cell >= shelves[at + np.uint64(COUNT)]:
        return np.int64(NOWHERE)
    return shelves[at + np.uint64(CELL)] + cell


@inlined
def place_of(key: Number, cell: Number, index: Ints, held: Ints) -> Any:
    """The place of a key whose cell is known, or `NOWHERE`."""
    low = np.uint64(index[cell])
    count = np.uint64(index[cell + np.uint64(1)]) - low
    if count == 0:
        return np.int64(NOWHERE)
    while count > 1:
        half = count >> np.uint64(1)
        low = low + half if held[low + half] <= key else low
        count -= half
    return np.int64(low) if held[low] == key else np.int64(NOWHERE)


@kernel("int64(int64[::1], int64, int64, int64, int64[::1], int64, int64[::1], int64[::1])")
def shelve(
    keys: Ints, begin: Number, end: Number, place: Number, shelf: Ints, before: Number, held: Ints, index: Ints
) -> Number:
    """Put ``keys[begin:end]`` on a shelf, from a place on, with the cells of the index that begin there.

    ``before`` is the number of the cell of the key before them, -1 where there is none. Returns that of the last one.
    """
    first, shift = shelf[FIRST], shelf[SHIFT]
    cell = before
    for i in range(begin, end):
        key = keys[i]
        own = (key - first) >> shift
        while cell < own:
            cell += 1
            index[shelf[CELL] + cell] = place
        held[place] = key
        place += 1
    return cell
