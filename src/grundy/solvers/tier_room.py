"""The memory that a large solve may take: what does not fit lies in files beside the tablebase, and is read where it is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy import limits
from grundy.errors import TooLarge
from grundy.kernels.contract import in_words
from grundy.store.writing import Writer

Array = NDArray[Any]
SHARE = 0.5
"""The share of the memory allowed that keys may take; the rest is for tables, results, and what is worked on."""


class Room:
    """How many bytes are held in memory, and where arrays go that would be too many."""

    def __init__(self, writer: Writer | None = None) -> None:
        """Keep arrays in the folder of a writer where memory is short; without one that is TooLarge."""
        self.writer = writer
        self.allowed = int(limits.memory() * SHARE)
        self.held = 0
        self._made = 0

    def take(self, array: Array) -> Array:
        """Return an array that is held from now on, in memory or on the disk."""
        if self.held + array.nbytes <= self.allowed or isinstance(array, np.memmap):
            self.held += memory_of(array)
            return array
        return self.store(f"keys-{self._fresh()}", array)

    def store(self, name: str, array: Array) -> Array:
        """Return an array as it lies on the disk, where it is from now on."""
        if self.writer is None:
            raise self.refusal(self.held + array.nbytes)
        self.writer.work(name, array)
        found = self.writer.worked(name)
        assert found is not None
        return found

    def give(self, arrays: Iterable[Array]) -> None:
        """Take note that arrays are held no more."""
        self.held -= sum(map(memory_of, arrays))

    def refusal(self, needed: int) -> TooLarge:
        """Return what is told where so many bytes are not to be had."""
        return TooLarge(
            "the solve would need at least {wanted} to go on: more than the {allowed} allowed",
            wanted=in_words(int(needed / SHARE)),
            allowed=in_words(limits.memory()),
            needed=int(needed / SHARE),
        )

    def _fresh(self) -> int:
        self._made += 1
        return self._made


def memory_of(array: Array) -> int:
    """Return the bytes of memory that an array takes, 0 of one that lies on the disk."""
    return 0 if isinstance(array, np.memmap) else array.nbytes
