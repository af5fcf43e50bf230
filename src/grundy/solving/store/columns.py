"""Long arrays in compressed blocks that are read one by one: a frame of blosc2 a column, and a checksum a chunk beside it.

A chunk has a checksum, and is made of blocks; a block is what is decompressed. They are written one after another by one
thread, so that the same items are the same bytes.
"""

from __future__ import annotations

import os
import re
import sys
import zlib
from array import array
from collections.abc import Iterator
from io import FileIO
from itertools import pairwise
from pathlib import Path
from struct import Struct, unpack_from
from threading import Lock
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.common.extras import extra
from grundy.common.files import read_at, require_room, told
from grundy.common.messages import _

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

_HEAD = Struct("<4B3i16si")
"""Of a chunk: its format (three bytes), the bytes of an item, those of all items, of a block, of the chunk; how it
is made; where the first block begins."""
_AHEAD, _ONE = 32, 36
"""Bytes before the items, or the places of blocks, of a chunk; and before the block of a chunk of one."""
_LENGTH = 12
"""Where a header has the bytes of the chunk."""
_LZ4, _STORED = (5, 1, 0x35), ((5, 1, 0x37), (5, 1, 0x07))
"""The formats that are written: blocks of LZ4, and items as they are."""
_PLAIN = bytes([0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
"""The bytes of each item are shuffled and compressed by LZ4: no other filter, no dictionary, nothing of a plugin."""
_BEGIN, _BEHIND = 97, 1 << 10
"""Bytes of a frame before the chunks, which has no metadata, and most of those behind but for the places."""
_DTYPE = re.compile(r"[<>|]([iu][1248]|S[1-9]\d{0,2})")
"""The types of items: none that holds objects."""
LARGEST = 1 << 26
"""Bytes of the items of a chunk, at most."""
_reading = Lock()

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
        frame.insert_chunk(frame.nchunks, chunks[-1])
    data: bytes = frame.to_cframe()
    require_room(path.parent, len(data))
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
    """A column on disk: its blocks are read when they are asked, their chunk is checked once, and some stay decompressed.

    A file may be a stranger's, so the frame is never opened as such: what stands around the chunks is not looked at, of a
    chunk only what `write_column` makes is taken, and blosc2 is given one block of LZ4 behind a header of our own.
    """

    def __init__(self, path: Path, facts: Facts, block: int, blocks: int, keep: int = HELD) -> None:
        """Open it; GrundyError where it cannot be read, or is not as long as the manifest says."""
        self._blosc2 = extra("blosc2", "store")
        self.path = path
        self.size, self._each, self._keep = block, blocks, keep
        self.length = facts["length"]
        self._sums = facts["checksums"]
        self.blocks = -(-self.length // block)
        self._chunks = -(-self.blocks // blocks)
        if not _DTYPE.fullmatch(facts["dtype"]) or len(self._sums) != self._chunks * _CRC:
            raise self._damaged()
        self.dtype = np.dtype(facts["dtype"])
        self._typesize = self.dtype.itemsize if self.dtype.itemsize < 256 else 1
        if block * blocks * self.dtype.itemsize > LARGEST:
            raise self._damaged()
        with told(_("{path} cannot be read").format(path=path)):
            self._file = FileIO(path)
            self._places = self._checked(*facts["edges"], facts["bytes"])
        self._found: dict[int, tuple[int, array[int]]] = {}
        self._held: dict[int, Array] = {}
        self._turn = Lock()

    def _checked(self, begin: int, end: int, wanted: int, size: int) -> list[int]:
        """Return where the chunks begin and the last ends, as each tells; GrundyError if what is around is damaged."""
        if os.fstat(self._file.fileno()).st_size != size or not begin == _BEGIN <= end <= size:
            raise self._damaged()
        if size - end > _BEHIND + self._chunks * 16:
            raise self._damaged()
        if zlib.crc32(self._bytes(end, size - end), zlib.crc32(self._bytes(0, begin))) != wanted:
            raise self._damaged()
        places = [begin]
        for number in range(self._chunks):
            length = 0
            if self._sum(number) != _NOT_WRITTEN:
                length = max(_AHEAD, int.from_bytes(self._bytes(places[-1] + _LENGTH, 4), "little"))
            places.append(places[-1] + length)
        # one that is too long is told when it is asked, and those before it are read
        return [min(place, end) for place in places]

    def _bytes(self, at: int, count: int) -> bytes:
        """Return bytes of the file, or fewer where it ends; threads and forked processes may ask at once."""
        if sys.platform != "win32":
            return os.pread(self._file.fileno(), count, at)
        with _reading:
            return read_at(self._file, at, count)

    def _sum(self, chunk: int) -> str:
        return self._sums[chunk * _CRC : (chunk + 1) * _CRC]

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
        found = self._found.get(chunk)
        if found is None:
            found = self._found[chunk] = self.check(chunk)
        each, places = found
        start = number * self.size
        items = np.empty(min(self.size, self.length - start), self.dtype)
        if each == self.size * self.dtype.itemsize:  # as most are
            which = number - chunk * self._each
            self._decompress(places[which], places[which + 1], items, chunk)
        else:
            begin = (start - chunk * self._each * self.size) * self.dtype.itemsize
            items.view(np.uint8)[:] = self._within(chunk, each, places, begin, begin + items.nbytes)
        return items

    def _within(self, chunk: int, each: int, places: array[int], begin: int, end: int) -> NDArray[np.uint8]:
        """Return bytes of a chunk, from all its blocks that they lie in."""
        if not places:
            return np.zeros(end - begin, np.uint8)
        if len(places) == 1:  # what cannot be compressed stands there as it is
            found = np.frombuffer(self._bytes(places[0] + begin, end - begin), np.uint8)
            if len(found) < end - begin:
                raise self._damaged_at(chunk)
            return found
        whole = self._items(chunk) * self.dtype.itemsize
        numbers = range(begin // each, -(-end // each))
        found = np.empty(min(numbers.stop * each, whole) - numbers.start * each, np.uint8)
        for turn, which in enumerate(numbers):
            self._decompress(places[which], places[which + 1], found[turn * each :][:each], chunk)
        return found[begin - numbers.start * each :][: end - begin]

    def _decompress(self, begin: int, end: int, target: Array, chunk: int) -> None:
        """Decompress a block that lies so in the file, told to blosc2 as a chunk of its own."""
        data = self._bytes(begin, end - begin)
        head = _HEAD.pack(*_LZ4, self._typesize, target.nbytes, target.nbytes, _ONE + len(data), _PLAIN, _ONE)
        try:
            self._blosc2.decompress2(head + data, target, nthreads=1)
        except (RuntimeError, ValueError):
            raise self._damaged_at(chunk) from None

    def _items(self, chunk: int) -> int:
        return min(self._each * self.size, self.length - chunk * self._each * self.size)

    def check(self, chunk: int) -> tuple[int, array[int]]:
        """Return the bytes of a block of a chunk, and where in the file each begins and the last ends.

        Where the items stand as they are: where they begin; nothing of a chunk of zeros. GrundyError if it is damaged.
        """
        found = array("q")
        wanted = self._sum(chunk)
        if wanted == _NOT_WRITTEN:
            return 0, found
        place, end = self._places[chunk : chunk + 2]
        data = self._bytes(place, end - place)
        if f"{zlib.crc32(data):0{_CRC}x}" != wanted or len(data) < _AHEAD:
            raise self._damaged_at(chunk)
        *kind, typesize, whole, each, length, pipeline, first = _HEAD.unpack(data[:_ONE].ljust(_ONE))
        right = (self._typesize, self._items(chunk) * self.dtype.itemsize, len(data)) == (typesize, whole, length)
        if not right or not 0 < each <= whole or pipeline != _PLAIN:
            raise self._damaged_at(chunk)
        behind = _AHEAD + 4 * -(-whole // each)
        if tuple(kind) in _STORED and length == _AHEAD + whole:
            found.append(place + _AHEAD)
            return 0, found
        if tuple(kind) != _LZ4 or behind > length or first != behind:
            raise self._damaged_at(chunk)
        ends = [*unpack_from(f"<{(behind - _AHEAD) // 4}i", data, _AHEAD), length]
        if any(one >= other for one, other in pairwise(ends)):
            raise self._damaged_at(chunk)
        found.extend(place + at for at in ends)
        return each, found

    def check_all(self) -> None:
        """Raise GrundyError if the bytes of any chunk are not those that were written. O(bytes)."""
        for chunk in range(self._chunks):
            self.check(chunk)

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

    def _damaged_at(self, chunk: int) -> GrundyError:
        return GrundyError(
            "{path} is damaged in its chunk {number:,} of {chunks:,}: copy the tablebase again, or build it again",
            path=self.path,
            number=chunk,
            chunks=self._chunks,
        )

    def _damaged(self) -> GrundyError:
        return GrundyError("{path} is damaged: copy the tablebase again, or build it again", path=self.path)


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
