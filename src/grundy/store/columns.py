"""Long arrays in compressed chunks that are read one by one: a blosc2 frame a column, and a checksum a chunk beside it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from grundy.errors import GrundyError
from grundy.extras import extra
from grundy.language import _
from grundy.store.files import told

CHUNK = 1 << 12
"""Items of a chunk: what one probe has to decompress."""
HELD = 256
"""Chunks of a column that stay decompressed in memory."""
SUFFIX = ".b2frame"
_CRC = 8
"""Hexadecimal digits of a checksum."""

Array = NDArray[Any]


class Facts(TypedDict):
    """What a manifest says of a column: its type, its items, and the CRC-32 of each compressed chunk, in hexadecimal."""

    dtype: str
    length: int
    bytes: int
    checksums: str


def write_column(folder: Path, name: str, array: Array) -> Facts:
    """Write a column, see it on the disk, and return what is to be said of it. O(items)."""
    blosc2 = extra("blosc2", "store")
    path = folder / f"{name}{SUFFIX}"
    size = array.dtype.itemsize
    with told(_("{path} cannot be written").format(path=path)):
        path.unlink(missing_ok=True)
        packed = blosc2.CParams(codec=blosc2.Codec.ZSTD, clevel=5, typesize=size, nthreads=1)
        frame = blosc2.SChunk(CHUNK * size, mode="w", urlpath=str(path), contiguous=True, cparams=packed)
        checksums: list[str] = []
        for start in range(0, len(array), CHUNK):
            frame.append_data(np.ascontiguousarray(array[start : start + CHUNK]))
            checksums.append(f"{zlib.crc32(frame.get_chunk(frame.nchunks - 1)):0{_CRC}x}")
        del frame
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    return Facts(dtype=array.dtype.str, length=len(array), bytes=path.stat().st_size, checksums="".join(checksums))


class Column:
    """A column on disk: its chunks are read when they are asked, checked once, and some stay decompressed."""

    def __init__(self, folder: Path, name: str, facts: Facts) -> None:
        """Open it; GrundyError where it cannot be read, or is not as long as the manifest says."""
        blosc2 = extra("blosc2", "store")
        self.path = folder / f"{name}{SUFFIX}"
        self.dtype = np.dtype(facts["dtype"])
        self.length = facts["length"]
        self._sums = facts["checksums"]
        with told(_("{path} cannot be read").format(path=self.path)):
            if self.path.stat().st_size != facts["bytes"]:
                raise self._damaged()
        try:
            self._frame = blosc2.open(str(self.path), mode="r", mmap_mode="r", dparams=blosc2.DParams(nthreads=1))
        except (RuntimeError, ValueError):
            raise self._damaged() from None
        self.chunks = -(-self.length // CHUNK)
        if self._frame.nchunks != self.chunks or len(self._sums) != self.chunks * _CRC:
            raise self._damaged()
        self._checked = bytearray(self.chunks)
        self._held: dict[int, Array] = {}
        self._turn = Lock()

    def chunk(self, number: int) -> Array:
        """Return the items of a chunk; GrundyError names the chunk if its bytes are not those that were written."""
        with self._turn:  # threads may ask at once
            found = self._held.pop(number, None)
            if found is None:
                found = self._read(number)
                if len(self._held) >= HELD:
                    del self._held[next(iter(self._held))]
            self._held[number] = found  # the last to go
        return found

    def _read(self, number: int) -> Array:
        if not self._checked[number]:
            self.check(number)
            self._checked[number] = 1
        items = np.empty(min(CHUNK, self.length - number * CHUNK), self.dtype)
        self._frame.decompress_chunk(number, dst=items)
        return items

    def check(self, number: int) -> None:
        """Raise GrundyError if the bytes of a chunk are not those that were written."""
        try:
            found = f"{zlib.crc32(self._frame.get_chunk(number)):0{_CRC}x}"
        except (RuntimeError, ValueError):
            found = ""
        if found != self._sums[number * _CRC : (number + 1) * _CRC]:
            raise GrundyError(
                "{path} is damaged in its chunk {number:,} of {chunks:,}: copy the tablebase again, or build it again",
                path=self.path,
                number=number,
                chunks=self.chunks,
            )

    def __iter__(self) -> Iterator[Array]:
        """Iterate over the chunks, none of which is kept."""
        return (self._read(number) for number in range(self.chunks))

    def take(self, places: NDArray[np.int64]) -> Array:
        """Return the items at places, each chunk of them read once. O(places log places), and the chunks."""
        found = np.empty(len(places), self.dtype)
        for number, asked in grouped(places // CHUNK):
            found[asked] = self.chunk(number)[places[asked] - number * CHUNK]
        return found

    def _damaged(self) -> GrundyError:
        return GrundyError(
            "{path} is damaged: copy the tablebase again, or build it again",
            path=self.path,
        )


def grouped(numbers: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Iterate over the different numbers, each with the places where it stands.

    >>> [(number, places.tolist()) for number, places in grouped(np.array([7, 2, 7]))]
    [(2, [1]), (7, [0, 2])]
    """
    order = np.argsort(numbers, kind="stable")
    sorted_ = numbers[order]
    cuts = np.flatnonzero(np.diff(sorted_)) + 1
    starts = np.concatenate([np.zeros(min(1, len(numbers)), np.int64), cuts])
    yield from zip(sorted_[starts].tolist(), np.split(order, cuts), strict=False)
