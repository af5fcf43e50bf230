"""Where keys are looked up: those that a tier with moves inside was found to have, and those of later tiers with results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.contract import Ints
from grundy.kernels.levels import ENDLESS, enter
from grundy.kernels.rooms import first_room
from grundy.kernels.shelves import CELL, COUNT, FIRST, HIGH, LOW, SHELF, SHIFT, TIER, shelve
from grundy.solving.store.parts import widened
from grundy.solving.tiers.team import Scratch, Slice, Team

Array = NDArray[Any]
Columns = dict[str, Array]
"""What is known of the positions of a block, beside their keys: ``status`` and perhaps ``grundy``, or ``score``."""
FULLEST = 0.6
"""The share of a hashed table that is used at most."""
CELLS = 4
"""Keys for which an index has a cell, at least; where keys are unevenly spread, more of them share one."""
BEYOND = 1 << 62
"""A number above all keys."""


class KeySet:
    """A hashed table of keys, which threads fill together."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.used = 0
        self.table = np.zeros(first_room(1 << 10, 4), np.int64)

    @staticmethod
    def bytes_for(keys: int) -> int:
        """Return the bytes of a table with room for so many."""
        return 8 * (int(keys / FULLEST) + 2)

    def add(self, blocks: Sequence[Ints]) -> None:
        """Enter blocks of keys, none of them there already."""
        more = sum(map(len, blocks))
        if self.used + more > FULLEST * self.table.size:
            held = self.table[self.table != 0] - 1
            self.table = np.zeros(self.bytes_for(2 * (self.used + more)) // 8, np.int64)
            self._enter([held])
        self._enter(blocks)
        self.used += more

    def _enter(self, blocks: Sequence[Ints]) -> None:
        def work(job: Slice, _: Scratch) -> None:
            enter(np.asarray(job.block), job.begin, job.end, self.table)

        for _done in self.team.each(work, self.team.slices(blocks)):
            pass


class Places:
    """Results with a place for each key."""

    shelves = index = keys = np.zeros(0, np.int64)

    def __init__(self, team: Team, names: Iterable[str], dtype: Any, box: int) -> None:
        self.team = team
        self.dtype = np.dtype(dtype)
        self.columns = {name: np.full(box, _nothing(name, self.dtype), dtype) for name in names}

    def widen(self, dtype: Any) -> None:
        """Take more bytes for results."""
        self.dtype = np.dtype(dtype)
        for name, array in self.columns.items():
            self.columns[name] = widened(array, dtype, _nothing(name, array.dtype), _nothing(name, self.dtype))

    def add(self, blocks: Sequence[Ints], columns: Sequence[Columns]) -> None:
        """Enter the results of a tier."""

        def work(number: int, _: Scratch) -> None:
            for name, array in columns[number].items():
                self.columns[name][blocks[number]] = _present(name, array)

        for _done in self.team.each(work, range(len(blocks))):
            pass


class Shelves:
    """Sorted keys of some tiers with their results, and an index of each (see `grundy.kernels.shelves`).

    Attributes:
        keys, columns: the keys, tier after tier, and what is known of each.
        index: the cells of all tiers.
        shelves: what is told of each tier, in the order of their numbers.
    """

    def __init__(self, team: Team, names: Iterable[str], dtype: Any) -> None:
        self.team = team
        self.dtype = np.dtype(dtype)
        self._names = tuple(names)
        self._make(first_room(1 << 10), first_room(1 << 8))
        self.clear(())

    def _make(self, room: int, cells: int) -> None:
        self.keys = np.empty(room, np.int64)
        self.index = np.empty(cells, np.int64)
        self.columns: Columns = {name: np.empty(room, self.dtype) for name in self._names}

    def bytes_for(self, keys: int) -> int:
        """Return the bytes of shelves with room for so many."""
        return keys * (8 + self.dtype.itemsize * len(self._names)) + 8 * (keys // CELLS + 2)

    def widen(self, dtype: Any) -> None:
        """Take more bytes for results."""
        self.dtype = np.dtype(dtype)
        self.columns = {name: array.astype(dtype) for name, array in self.columns.items()}

    def clear(self, sizes: Sequence[int]) -> None:
        """Empty them, with room for tiers of so many keys."""
        room, cells = sum(sizes), sum(size // CELLS + 2 for size in sizes)
        if room > len(self.keys) or cells > len(self.index):
            self._make(0, 0)  # the old ones are freed before
            self._make(room, max(cells, 2))
        self.used = self._cells = 0
        self.shelves = np.zeros(0, np.int64)
        self.index[:2] = 0  # these are read for a key without a cell

    def has_room(self, more: int) -> bool:
        """Return whether a tier of so many keys can be added."""
        return self.used + more <= len(self.keys) and self._cells + more // CELLS + 2 <= len(self.index)

    def add(
        self, tier: int, blocks: Sequence[Ints], columns: Sequence[Columns] = (), ends: tuple[int, int] = (0, BEYOND)
    ) -> int:
        """Put the sorted keys of a tier on a shelf of their own, for which there is room; return the place of the first.

        ``columns``: what is known of them, if anything is. ``ends``: from which key up to which all of the tier are here.
        """
        blocks = [np.asarray(block) for block in blocks if len(block)]
        columns = [each for each in columns if len(next(iter(each.values())))]
        shelf = self._shelf(tier, blocks, ends)
        begin = self.used
        places = np.cumsum([begin, *map(len, blocks)]).tolist()
        number = {id(block): i for i, block in enumerate(blocks)}

        def work(job: Slice, _: Scratch) -> None:
            i = number[id(job.block)]
            before = job.block[job.begin - 1] if job.begin else blocks[i - 1][-1] if i else None
            cell = -1 if before is None else int(before - shelf[FIRST]) >> int(shelf[SHIFT])
            place = places[i] + job.begin
            shelve(job.block, job.begin, job.end, place, shelf, cell, self.keys, self.index)
            for name, array in columns[i].items() if columns else ():
                self.columns[name][place : place + job.end - job.begin] = _present(name, array[job.begin : job.end])

        for _done in self.team.each(work, self.team.slices(blocks)):
            pass
        self.used = places[-1]
        self._cells += int(shelf[COUNT]) + 1
        self.index[self._cells - 1] = self.used
        rows = [*self.shelves.reshape(-1, SHELF), shelf]
        self.shelves = np.concatenate(sorted(rows, key=lambda row: row[TIER]))
        return begin

    def _shelf(self, tier: int, blocks: Sequence[Ints], ends: tuple[int, int]) -> Ints:
        """Return what is told of a shelf for such keys."""
        first, last = (int(blocks[0][0]), int(blocks[-1][-1])) if blocks else (0, 0)
        most = max(sum(map(len, blocks)) // CELLS, 1)
        shift = max((last - first).bit_length() - most.bit_length() + 1, 0)
        shelf = np.zeros(SHELF, np.int64)
        shelf[[TIER, LOW, HIGH, FIRST, SHIFT]] = tier, *ends, first, shift
        shelf[[CELL, COUNT]] = self._cells, (last - first >> shift) + 1 if blocks else 0
        return shelf


def _nothing(name: str, dtype: Any) -> int:
    """Return what stands where there is no result."""
    return int(np.iinfo(dtype).min) if name == "score" else 0


def _present(name: str, values: Array) -> Array:
    """Return results as they stand where they are looked up: a status of 0 is what is not there."""
    return np.where(values == 0, np.array(ENDLESS, values.dtype), values) if name == "status" else values
