"""A log of checked blocks: values and notes, one after another; what is good is a beginning of what was written.

A file is a header and a log of blocks, little-endian; nothing in it is ever overwritten:

    header   magic (8 bytes), format version (4), length of the code's text (8), CRC-32 (4), the text in UTF-8
    block    b"VALS" or b"NOTE", bytes a value (4), index of the first value (8), count (8), CRC-32 (4), the data

The data of a note is JSON, and its count is in bytes. The CRC of a block goes on from the CRC before it, so that a block is
good only after the very bytes it was written after: what a disk shows of an older or another file is never taken for it.
The first block that is not good ends the file, and the next one written takes its place.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from grundy.common.errors import GrundyError
from grundy.solving.store.files import fill, read_at, write_out

BLOCK = 1 << 20
"""The most values of a block, and the most bytes of a note."""
VERSION = 1

_MAGIC = b"\x93grundy\n"
_HEADER = struct.Struct("<8sIQI")
_HEAD = struct.Struct("<4sIQQI")
_START = struct.Struct("<4sIQQ")
_CRC = struct.Struct("<I")
VALUES, NOTE = b"VALS", b"NOTE"
WIDTHS = (1, 2, 4)


class Block(NamedTuple):
    """A block, and with it all that the file says up to its end; the first of a file stands for the header."""

    first: int
    stop: int
    """Its values are those from ``first`` to before ``stop``; a note has none."""
    width: int
    at: int
    end: int
    """Its data begin at byte ``at``, and the block ends before byte ``end``."""
    seed: int
    crc: int
    """The CRC of all before its data, and with them."""
    noted: bytes
    """The last note up to here."""


def header_of(code: str) -> bytes:
    """Return what the file of a code begins with."""
    text = code.encode("utf-8", "surrogatepass")
    start = _HEADER.pack(_MAGIC, VERSION, len(text), 0)[: -_CRC.size]
    return start + _CRC.pack(zlib.crc32(text, zlib.crc32(start))) + text


def beginning(code: str) -> Block:
    """Return the block that stands for the header of a code's file."""
    header = header_of(code)
    crc = zlib.crc32(header)
    return Block(0, 0, 1, len(header), len(header), crc, crc, b"{}")


def held_code(file: FileIO, path: Path) -> str:
    """Return the code that a file is for; GrundyError if it has no header, or a damaged one, or is of another format."""
    start = read_at(file, 0, _HEADER.size)
    if len(start) < _HEADER.size or not start.startswith(_MAGIC):
        raise GrundyError("{path} is not a saved sequence: move it away", path=path)
    _magic, version, length, crc = _HEADER.unpack(start)
    if version != VERSION:
        raise GrundyError(
            "{path} has format {version}, but this grundy reads format {known}: move it away",
            path=path,
            version=version,
            known=VERSION,
        )
    text = read_at(file, _HEADER.size, min(length, os.fstat(file.fileno()).st_size))
    if zlib.crc32(text, zlib.crc32(start[: -_CRC.size])) != crc:
        raise GrundyError(
            "the header of {path} is damaged: move it away, and the sequence will be computed again", path=path
        )
    return text.decode("utf-8", "surrogatepass")


def blocks(file: FileIO, first: Block, room: memoryview | None, size: int | None = None) -> Iterator[Block]:
    """Iterate over the header and the good blocks after it; their data are checked if there is room to read them."""
    size = os.fstat(file.fileno()).st_size if size is None else size
    block: Block | None = first
    while block is not None:
        yield block
        block = _next(file, block, room, size)


def write(file: FileIO, last: Block, kind: bytes, width: int, count: int, data: bytes) -> Block:
    """Write a block after the last good one, see it on the disk, and return it; if that fails, nothing has changed."""
    head = _START.pack(kind, width, last.stop, count)
    block = _after(last, head, data)
    try:
        # what a crash or an interrupt left behind the last good block goes first
        file.truncate(last.end)
        file.seek(last.end)
        write_out(file, head + _CRC.pack(block.crc) + data)
    except BaseException:
        with suppress(OSError):
            file.truncate(last.end)
        raise
    return block


def _next(file: FileIO, last: Block, room: memoryview | None, size: int) -> Block | None:
    """Return the block after another; None if there is none within the first ``size`` bytes, or it is damaged."""
    head = read_at(file, last.end, _HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, width, first, count, crc = _HEAD.unpack(head)
    if kind not in (VALUES, NOTE) or width not in WIDTHS or first != last.stop or not 0 < count <= BLOCK:
        return None
    if last.end + len(head) + count * width > size:
        return None
    if room is None:
        return _after(last, head[: -_CRC.size], None)
    data = room[: count * width]
    if fill(file, last.end + len(head), data) < len(data):
        return None
    block = _after(last, head[: -_CRC.size], data)
    return block if block.crc == crc else None


def _after(last: Block, head: bytes, data: bytes | memoryview | None) -> Block:
    """Return the block that a head (without its CRC) and the data make after another block."""
    kind, width, first, count = _START.unpack(head)
    at = last.end + _HEAD.size
    seed = zlib.crc32(head, last.crc)
    crc = seed if data is None else zlib.crc32(data, seed)
    if kind == NOTE:
        return Block(first, first, 1, at, at + count, seed, crc, b"" if data is None else bytes(data))
    return Block(first, first + count, width, at, at + count * width, seed, crc, last.noted)
