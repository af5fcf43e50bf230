"""Arenas: arrays of int64 that hold a header of single words and then some parts, whose places stand in the header.

One array is passed to a kernel where a dozen would slow each call down. Numba's bounds checks see it as a whole; so in
debug runs (`grundy.kernels.rooms`) a canary stands behind the header and behind each part.

The cells of a header are named in one place: those of ``G`` in `parts_arena`, of ``S`` in `short`, of ``T`` in `sums`. A
range gives them their numbers there, so that no two are the same cell.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from grundy.kernels.contract import Ints
from grundy.kernels.rooms import are_tiny, guard, intact

WORD, LINE = 8, 8
"""The bytes of a word; the words that a processor fetches at once: the first part begins with such a line."""


class Part(NamedTuple):
    """A part of an arena; ``empty``: it begins with zeros; its place is counted in ``units`` to a word."""

    name: str
    empty: bool = False
    units: int = 1


class Arena:
    """What an array holds: so many cells of a header, then parts, by the cell that says where each begins."""

    def __init__(self, name: str, header: int, parts: dict[int, Part]) -> None:
        self.name = name
        self.header = header
        self.parts = parts

    def made(self, sizes: dict[int, int], old: Ints | None, held: dict[int, int]) -> Ints:
        """Return an array with so many words for each part, by the cells of their places. O(words).

        With an older one it has its header, but for the places, and of its parts the first ``held`` words. ValueError if
        these are more than the room for them; MemoryError if there is no such room.
        """
        guarded = int(are_tiny())
        place = -(-(self.header + guarded) // LINE) * LINE
        array = np.empty(place + sum(sizes.values()) + guarded * len(sizes), np.int64)  # in large pages, unlike zeros
        array[:place] = 0
        if old is not None:
            intact()
            array[: self.header] = old[: self.header]
        canaries = {f"the header of {self.name}": self.header * WORD}
        for cell, part in self.parts.items():
            array[cell] = place * part.units
            size, kept = sizes[cell], held.get(cell, 0)
            if kept > size:
                raise ValueError(f"{part.name} of {self.name}: {kept} words in a room for {size}")
            if part.empty:
                array[place : place + size] = 0
            if old is not None and kept:
                begins = int(old[cell]) // part.units
                array[place : place + kept] = old[begins : begins + kept]
            canaries[f"{part.name} of {self.name}"] = (place + size) * WORD
            place += size + guarded
        if guarded:
            guard(array, canaries)
        return array
