"""The memory that a large solve may take: keys that do not fit lie in files beside the base, and are read there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from grundy import limits
from grundy.errors import TooLarge
from grundy.kernels.contract import Ints, in_words
from grundy.store.writing import Writer

SHARE = 4
"""The part of the memory allowed that keys may take; the rest is for tables, results, and what is worked on."""


class Room:
    """How many bytes of keys are held in memory, and the files where they are put away."""

    def __init__(self, writer: Writer | None = None) -> None:
        """Put keys away in the folder of a writer; without one there is memory alone."""
        self.writer = writer
        self.allowed = limits.memory() // SHARE
        self.held = 0
        self.files = 0
        """How many files were made, which numbers the next."""

    @property
    def is_short(self) -> bool:
        """Whether keys should be put away."""
        return self.held > self.allowed

    def take(self, keys: Ints) -> Ints:
        """Take note of keys that are held from now on."""
        self.held += memory_of(keys)
        return keys

    def give(self, arrays: Iterable[Ints]) -> None:
        """Take note of keys that are held no more."""
        self.held -= sum(map(memory_of, arrays))

    def put_away(self, blocks: Sequence[Ints]) -> list[Ints]:
        """Return blocks of keys as they lie in a file, where they are from now on; TooLarge where there are no files."""
        if self.writer is None:
            raise too_large(self.held * SHARE)
        self.files += 1
        name = f"keys-{self.files}"
        self.writer.work(name, np.concatenate(blocks) if len(blocks) > 1 else blocks[0])
        self.give(blocks)
        return self.cut(name, list(map(len, blocks)))

    def cut(self, name: str, lengths: Sequence[int]) -> list[Ints]:
        """Return the blocks of a file."""
        assert self.writer is not None
        held = self.writer.worked(name)
        assert held is not None
        ends = np.cumsum(lengths).tolist()
        return [held[end - length : end] for length, end in zip(lengths, ends, strict=True)]

    def forget(self, names: Iterable[str]) -> None:
        """Remove files."""
        assert self.writer is not None
        for name in names:
            self.writer.unwork(name)


def file_of(keys: Ints) -> str | None:
    """Return the name of the file where keys lie, None where they are in memory."""
    if isinstance(keys, np.memmap) and keys._mmap is not None:  # pyright: ignore  # a copy is of this class too
        return Path(str(keys.filename)).stem  # pyright: ignore
    return None


def memory_of(keys: Ints) -> int:
    """Return the bytes of memory that keys take, 0 where they lie in a file."""
    return keys.nbytes if file_of(keys) is None else 0


def too_large(needed: int) -> TooLarge:
    """Return what is told where so many bytes are not to be had."""
    return TooLarge(
        "the solve would need at least {wanted} to go on: more than the {allowed} allowed",
        wanted=in_words(needed),
        allowed=in_words(limits.memory()),
        needed=needed,
    )
