"""The memory that a large solve may take: keys that do not fit lie in files beside the base, and are read there."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.kernels.contract import Ints, in_words
from grundy.solving.store.writing import Writer

SHARE = 4
"""The part of the memory that keys may take; the rest is for tables, results, and what is worked on."""
LEAST = 64 << 20
"""Bytes without which no solve begins."""


class Room:
    """How many bytes of keys are held in memory, and the files where they are put away."""

    def __init__(self, writer: Writer | None = None) -> None:
        """Put keys away in the folder of a writer; without one there is memory alone. TooLarge where there is too little."""
        self.writer = writer
        self.total = limits.memory() - process_bytes()
        """The bytes that are left of those that this process may take."""
        if self.total < LEAST:
            raise too_large(limits.memory() - self.total + LEAST)
        self.allowed = self.total // SHARE
        if limits.memory(0):
            _free_at_once()
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
        self.writer.work(name, *blocks)
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
        return Path(str(keys.filename)).stem
    return None


def memory_of(keys: Ints) -> int:
    """Return the bytes of memory that keys take, 0 where they lie in a file."""
    return keys.nbytes if file_of(keys) is None else 0


def _free_at_once() -> None:
    """Let the system's library (glibc's) keep no large arrays that were freed; it takes a little longer."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(-3, 1 << 20)  # M_MMAP_THRESHOLD


def give_back() -> None:
    """Give memory that is free back to the system, where its library (glibc's) keeps it for this process."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def process_bytes() -> int:
    """Return the bytes of memory that this process takes by now, 0 where the system does not say."""
    try:
        resident, shared = Path("/proc/self/statm").read_text(encoding="ascii").split()[1:3]
    except OSError:
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


def too_large(needed: int) -> TooLarge:
    """Return what is told where so many bytes are not to be had."""
    return TooLarge(
        "the solver would need at least {wanted} to go on: more than the {allowed} allowed",
        wanted=in_words(needed),
        allowed=in_words(limits.memory()),
        needed=needed,
    )
