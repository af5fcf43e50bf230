"""What is known of some of many sorted keys, found by going through both together."""

from __future__ import annotations

from grundy.kernels.compiling import kernel
from grundy.kernels.contract import Ints, Number, Words


@kernel("int64(int64[::1], T[::1], int64[::1], T[::1])", by=1)
def match(held: Ints, values: Words, keys: Ints, found: Words) -> Number:
    """Write the values of keys, which are sorted as those held are; return how many were found before one is not there.

    Steps are doubled as long as they are too short, so that few keys among many are found soon.
    """
    size = held.size
    place = 0
    for i in range(keys.size):
        key = keys[i]
        if place < size and held[place] < key:
            step = 1
            while place + step < size and held[place + step] < key:
                place += step
                step <<= 1
            while step > 0:
                if place + step < size and held[place + step] < key:
                    place += step
                step >>= 1
            place += 1
        if place >= size or held[place] != key:
            return i
        found[i] = values[place]
    return keys.size
