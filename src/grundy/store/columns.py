"""Long arrays in compressed blocks that are read one by one: a blosc2 frame a column, and a checksum a chunk beside it.

A chunk has a checksum, and is made of blocks; a block is what is decompressed. They are written one after another by one
thread, so that the same items are the same bytes.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from threading import Lock
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from grundy.errors import GrundyError
from grundy.extras import extra
from grundy.language import _
from grundy.store.files import read_at, told

BLOCK = 1 << 11
"""Items of a block: what one probe has to decompress."""
BLOCKS = 1 << 5
"""Blocks of a chunk."""
HELD = 1 << 11
"""Blocks of all parts of a column that stay decompressed in memory, and at least one of each."""
SUFFIX = ".b2frame"
_CRC = 8
"""Hexadecimal digits of a checksum."""
_NOT_WRITTEN = "0" * _CRC
"""The checksum of a chunk of zeros alone: what stands after the chunks says that it is one, and has a checksum itself."""

Array = NDArray[Any]


class Facts(TypedDict):
    """What a manifest says of a column: its type, its items, and the CRC-32 of each compressed chunk, in hexadecimal.

    ``edges``: where the chunks begin and end in the file, and the CRC-32 of what stands around them.
    """

    dtype: str
    length: int
    bytes: int
    edges: tuple[int, int, int]
    checksums: str


def write_column(path: Path, array: Array) -> Facts:
    """Write a column, see it on the disk, and return what is to be said of it. O(items)."""
    blosc2 = extra("blosc2", "store")
    size, chunk = array.dtype.itemsize, BLOCK * BLOCKS
    codec = {"codec": blosc2.Codec.LZ4HC, "clevel": 1, "typesize": size, "nthreads": 1}
    frame = blosc2.SChunk(chunk * size, contiguous=True, cparams=blosc2.CParams(**codec))
    chunks: list[bytes] = []
    for start in range(0, len(array), chunk):
        items = np.ascontiguousarray(array[start : start + chunk])
        chunks.append(blosc2.compress2(items, **codec, blocksize=BLOCK * size))
        frame.append_chunk(chunks[-1])
    data: bytes = frame.to_cframe()
    with told(_("{path} cannot be written").format(path=path)), path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    edges, checksums = _checks(data, chunks)
    return Facts(dtype=array.dtype.str, length=len(array), bytes=len(data), edges=edges, checksums=checksums)


def _checks(data: bytes, chunks: list[bytes]) -> tuple[tuple[int, int, int], str]:
    """Return where the chunks of a frame begin and end with the checksum of what stands around them, and those of each."""
    begin = end = int.from_bytes(data[11:15], "big")  # the length of the header
    sums: list[str] = []
    for each in chunks:
        is_written = data.startswith(each, end)
        sums.append(f"{zlib.crc32(each):0{_CRC}x}" if is_written else _NOT_WRITTEN)
        end += len(each) * is_written
    return (begin, end, zlib.crc32(data[end:], zlib.crc32(data[:begin]))), "".join(sums)


class Column:
    """A column on disk: its blocks are read when they are asked, their chunk is checked once, and some stay decompressed."""

    def __init__(self, path: Path, facts: Facts, block: int, blocks: int, keep: int = HELD) -> None:
        """Open it; GrundyError where it cannot be read, or is not as long as the manifest says."""
        blosc2 = extra("blosc2", "store")
        self.path = path
        self.dtype = np.dtype(facts["dtype"])
        self.length = facts["length"]
        self.size, self._each, self._keep = block, blocks, keep
        self._sums = facts["checksums"]
        with told(_("{path} cannot be read").format(path=path)):
            begin, end, wanted = facts["edges"]
            with FileIO(path) as file:
                head, tail = read_at(file, 0, begin), read_at(file, end, facts["bytes"] - end + 1)
            if end + len(tail) != facts["bytes"] or zlib.crc32(tail, zlib.crc32(head)) != wanted:
                raise self._damaged()
        options = {"mode": "r", "dparams": blosc2.DParams(nthreads=1)}
        try:
            try:
                self._frame = blosc2.open(str(path), mmap_mode="r", **options)
            except RuntimeError:  # a server's worker may have fewer addresses than the file has bytes
                self._frame = blosc2.open(str(path), **options)
        except (RuntimeError, ValueError):
            raise self._damaged() from None
        self.blocks = -(-self.length // block)
        self._chunks = -(-self.blocks // blocks)
        if self._frame.nchunks != self._chunks or len(self._sums) != self._chunks * _CRC:
            raise self._damaged()
        self._checked = bytearray(self._chunks)
        self._held: dict[int, Array] = {}
        self._turn = Lock()

    def block(self, number: int) -> Array:
        """Return the items of a block; GrundyError names the chunk if its bytes are not those that were written."""
        with self._turn:  # threads may ask at once
            found = self._held.pop(number, None)
            if found is None:
                found = self.made(self.read(number), number)
                if len(self._held) >= self._keep:
                    del self._held[next(iter(self._held))]
            self._held[number] = found  # the last to go
        return found

    def made(self, items: Array, number: int) -> Array:
        """Return what the items of a block stand for: themselves."""
        return items

    def read(self, number: int) -> Array:
        """Return the items of a block, which are not kept."""
        chunk = number // self._each
        if not self._checked[chunk]:
            self.check(chunk)
            self._checked[chunk] = 1
        start = number * self.size
        items = np.empty(min(self.size, self.length - start), self.dtype)
        try:
            self._frame.get_slice(start, start + len(items), items)
        except (RuntimeError, ValueError):  # what stands around the chunks is damaged
            raise self._damaged() from None
        return items

    def check(self, chunk: int) -> None:
        """Raise GrundyError if the bytes of a chunk are not those that were written."""
        wanted = self._sums[chunk * _CRC : (chunk + 1) * _CRC]
        try:
            found = wanted if wanted == _NOT_WRITTEN else f"{zlib.crc32(self._frame.get_chunk(chunk)):0{_CRC}x}"
        except (RuntimeError, ValueError):
            found = ""
        if found != wanted:
            raise GrundyError(
                "{path} is damaged in its chunk {number:,} of {chunks:,}: copy the tablebase again, or build it again",
                path=self.path,
                number=chunk,
                chunks=self._chunks,
            )

    def __iter__(self) -> Iterator[Array]:
        """Iterate over the blocks, none of which is kept."""
        return (self.made(self.read(number), number) for number in range(self.blocks))

    def item(self, place: int) -> int:
        """Return the item at a place."""
        number = place // self.size
        return int(self.block(number)[place - number * self.size])

    def take(self, places: NDArray[np.int64]) -> Array:
        """Return the items at places, each block of them read once. O(places log places), and the blocks."""
        found = np.empty(len(places), self.dtype)
        for number, asked in grouped(places // self.size):
            found[asked] = self.block(number)[places[asked] - number * self.size]
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
