"""Keys dealt out to their owners, and what these answer put in the order of the keys again."""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.kernels.compiling import inlined, kernel
from grundy.kernels.contract import Ints, Number, Words


@inlined
def owner_of(key: Number, shares: Number) -> Any:
    """Which of so many a key belongs to, by bits that say nothing of its place in a table."""
    h = np.uint64(key) * np.uint64(0x9FB21C651E98DF25)
    h ^= h >> np.uint64(29)
    return np.int64(((h * np.uint64(0xBF58476D1CE4E5B9) >> np.uint64(32)) * np.uint64(shares)) >> np.uint64(32))


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def deal(keys: Ints, dealt: Ints, ends: Ints) -> Number:
    """Write keys so that those of each owner are together, in their order; ``ends`` says where those of each end.

    There are as many owners as ``ends`` has places.
    """
    shares = ends.size
    for owner in range(shares):
        ends[owner] = 0
    for i in range(keys.size):
        ends[owner_of(keys[i], shares)] += 1
    total = 0
    for owner in range(shares):
        total += ends[owner]
        ends[owner] = total - ends[owner]
    for i in range(keys.size):
        owner = owner_of(keys[i], shares)
        dealt[ends[owner]] = keys[i]
        ends[owner] += 1
    return total


@kernel("int64(int64[::1], int64[::1], T[::1], T[::1])", by=2)
def collect(keys: Ints, begins: Ints, given: Words, words: Words) -> Number:
    """Write the words of keys in their order; ``given`` has those of each owner together, from ``begins`` on."""
    shares = begins.size
    for i in range(keys.size):
        owner = owner_of(keys[i], shares)
        words[i] = given[begins[owner]]
        begins[owner] += 1
    return keys.size
