"""Arenas: arrays of int64 that hold a header of single words and then some parts, whose places stand in the header.

One array is passed to a kernel where a dozen would slow each call down. Numba's bounds checks see it as a whole; so in
debug runs (`grundy.kernels.rooms`) a canary stands behind the header and behind each part.

The cells of a header are named in one place: those of ``G`` in `parts_arena`, of ``S`` in `short_arena`, of ``T`` in `sums`.
A range gives them their numbers there, so that no two are the same cell.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from grundy.kernels.contract import Ints
from grundy.kernels.pages import PAGE, over
from grundy.kernels.rooms import are_tiny, guard, intact, room_for

WORD, LINE = 8, 8
"""The bytes of a word; the words that a processor fetches at once: the first part begins with such a line."""
WHOLE = PAGE // WORD
"""The words of a large page: parts that have as many begin with one, so that they are moved and not copied."""


class Part(NamedTuple):
    """A part of an arena; its place is counted in ``units`` to a word."""

    name: str
    units: int = 1


class Arena:
    """What an array holds: so many cells of a header, then parts, by the cell that says where each begins."""

    def __init__(self, name: str, header: int, parts: dict[int, Part]) -> None:
        self.name = name
        self.header = header
        self.parts = parts

    def made(self, sizes: dict[int, int], old: Ints | None, held: dict[int, int]) -> Ints:
        """Return an array of zeros with so many words for each part, by the cells of their places. O(words).

        With an older one it has its header, but for the places, and of its parts the first ``held`` words, which the older
        one has no more if it is large. ValueError if these are more than the room for them; MemoryError if there is no
        such room.
        """
        guarded = int(are_tiny())
        places, ends = {}, self.header + guarded
        for cell in self.parts:
            step = WHOLE if sizes[cell] >= WHOLE and not guarded else LINE if cell == next(iter(self.parts)) else 1
            places[cell] = -(-ends // step) * step
            ends = places[cell] + sizes[cell] + guarded
        array = np.zeros(ends, np.int64) if guarded else room_for(self.name, ends)
        if old is not None:
            intact()
            array[: self.header] = old[: self.header]
        canaries = {f"the header of {self.name}": self.header * WORD}
        for cell, part in self.parts.items():
            place, size, kept = places[cell], sizes[cell], held.get(cell, 0)
            array[cell] = place * part.units
            if kept > size:
                raise ValueError(f"{part.name} of {self.name}: {kept} words in a room for {size}")
            if old is not None and kept:
                _carry(old, int(old[cell]) // part.units, array, place, kept)
            canaries[f"{part.name} of {self.name}"] = (place + size) * WORD
        if guarded:
            guard(array, canaries)
        return array


def _carry(old: Ints, begins: int, array: Ints, place: int, words: int) -> None:
    """Bring words from an older array to a place; whole pages are moved, and zeros are left behind."""
    new, before = over(array), over(old)
    if new is None or before is None:
        array[place : place + words] = old[begins : begins + words]
    else:
        new.take(place * WORD, before, begins * WORD, words * WORD)
