"""Long nim-sequences on disk, one file a game: what was saved survives Ctrl-C, kill -9, power loss and a full disk.

A file is a log of checked blocks (`grundy.solving.store.sequences`); the first one that is not good ends it.

One process writes, and holds a lock on a second file beside it (its pid is in it); the kernel frees the lock when the
process ends.
Readers take no lock; every block is checked when the file is opened, and again when it is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import struct
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError, Notice, TooLarge
from grundy.common.files import being_written, create, fill, home, lock, read_at, told, write_out
from grundy.common.messages import _

# ---- a log of checked blocks: values and notes, one after another; what is good is a beginning of what was written
# A file is a header and a log of blocks, little-endian; nothing in it is ever overwritten:
#
#     header   magic (8 bytes), format version (4), length of the code's text (8), CRC-32 (4), the text in UTF-8
# block    b"VALS" or b"NOTE", bytes a value (4), index of the first value (8), count (8), CRC-32 (4), the data
#
# The data of a note is JSON, and its count is in bytes. The CRC of a block goes on from the CRC before it, so that a
# block is good only after the very bytes it was written after: what a disk shows of an older or another file is never
# taken for it. The first block that is not good ends the file, and the next one written takes its place.

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
    return start + _CRC.pack(crc32(text, crc32(start))) + text


def beginning(code: str) -> Block:
    """Return the block that stands for the header of a code's file."""
    header = header_of(code)
    crc = crc32(header)
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
    if crc32(text, crc32(start[: -_CRC.size])) != crc:
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
    seed = crc32(head, last.crc)
    crc = seed if data is None else crc32(data, seed)
    if kind == NOTE:
        return Block(first, first, 1, at, at + count, seed, crc, b"" if data is None else bytes(data))
    return Block(first, first + count, width, at, at + count * width, seed, crc, last.noted)


# ----


SUFFIX = ".nimseq"


def folder() -> Path:
    """Return where sequences are kept: in what GRUNDY_HOME names, else in the user's data folder; it need not exist.

    >>> folder().name
    'sequences'
    """
    return home("sequences")


def saved(folder: Path | None = None) -> list[tuple[str, int, Path]]:
    """Return the code, the count of values and the path of each sequence in a folder, by file name; others are skipped.

    Only the heads of the blocks are read, so that this takes no time for gigabytes: damaged data are counted too.

    >>> saved(Path("no such folder"))
    []
    """
    found: list[tuple[str, int, Path]] = []
    for path in sorted(_place(folder).glob(f"*{SUFFIX}")):
        with suppress(GrundyError, OSError), FileIO(path) as file:
            code = held_code(file, path)
            *_, last = blocks(file, beginning(code), None)
            found.append((code, last.stop, path))
    return found


class SavedSequence:
    """The saved nim-sequence of one code, opened with `SavedSequence.open`; for use by one thread at a time.

    It takes about 250 bytes of memory a block, and waits for the disk at each: append many values at once.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with SavedSequence.open("0.77", folder=Path(place)) as kayles:
    ...         kayles.append(np.array([0, 1, 2, 3, 1, 4]), 0)
    ...         kayles.note({"mask": 4})
    ...     with SavedSequence.open("0.77", folder=Path(place), write=False) as kayles:
    ...         kayles.values().tolist(), kayles.noted
    ([0, 1, 2, 3, 1, 4], {'mask': 4})
    """

    code: str
    """The text of the code."""
    path: Path
    """The file; a reader's need not exist."""

    def __init__(self, code: str, path: Path) -> None:
        self.code = code
        self.path = path
        self._file: FileIO | None = None
        self._lock: FileIO | None = None
        self._log = [beginning(code)]

    @classmethod
    def open(cls, code_text: str, *, folder: Path | None = None, write: bool = True) -> SavedSequence:
        """Open the sequence of a code, making its file if need be; all that is saved is read once and checked.

        With ``write=False`` nothing is made or locked, and a sequence that was never saved is empty. A `Notice` tells
        what a damaged file still holds. GrundyError if another process is saving this sequence, if the file holds
        another code or is of another format, or if the system refuses it.
        """
        sequence = cls(code_text, _place(folder) / _file_name(code_text))
        try:
            sequence._begin(write)
        except BaseException:
            sequence.close()
            raise
        return sequence

    def _begin(self, write: bool) -> None:
        with told(_("{path} cannot be opened").format(path=self.path)):
            if write:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = lock(
                    self.path,
                    lambda who: GrundyError("{who} is saving this sequence: {path}", who=who, path=self.path),
                )
            size = self._check_header()
            if write and size < self._log[0].end:
                create(self.path, header_of(self.code))
            if write or size >= self._log[0].end:
                self._file = FileIO(self.path, "r+" if write else "r")
                size = os.fstat(self._file.fileno()).st_size
                room = memoryview(bytearray(BLOCK * WIDTHS[-1]))
                self._log = list(blocks(self._file, self._log[0], room, size))
        rest = size - self._log[-1].end
        # a reader may meet a block that is just being written
        if rest > 0 and (write or not being_written(self.path)):
            self._notice(
                _(
                    "its first {count:,} values are good and are used; {rest:,} damaged bytes after them are ignored"
                ).format(count=len(self), rest=rest)
            )

    def _check_header(self) -> int:
        """Return the size of the file, 0 if there is none; GrundyError if it does not begin as it should."""
        try:
            file = FileIO(self.path)
        except FileNotFoundError:
            return 0
        with file:
            wanted = header_of(self.code)
            size = os.fstat(file.fileno()).st_size
            start = read_at(file, 0, len(wanted))
            if start == wanted:
                return size
            if wanted.startswith(start):
                self._notice(_("it breaks off within its header and contains nothing"))
                return 0
            held = held_code(file, self.path)
        raise GrundyError(
            "{path} contains the sequence of {held}, not of {wanted}: was it renamed?",
            path=self.path,
            held=_short(held),
            wanted=_short(self.code),
        )

    def _notice(self, what: str) -> None:
        warnings.warn(
            _("the saved sequence of {short}, {path}: {what}").format(
                short=_short(self.code), path=self.path, what=what
            ),
            Notice,
            stacklevel=4,
        )

    def __len__(self) -> int:
        return self._log[-1].stop

    @property
    def noted(self) -> dict[str, Any]:
        """A copy of the last good note, as JSON gives it back: keys are text, tuples became lists; at first empty."""
        return json.loads(self._log[-1].noted)

    def values(self, count: int | None = None) -> NDArray[Any]:
        """Return the first ``count`` values, or all: uint8, or uint16 or uint32 if a block of them is that wide.

        GrundyError if so many are not saved, TooLarge if memory does not hold them; 1, 2 or 4 bytes a value.
        """
        wanted = len(self) if count is None else count
        if not 0 <= wanted <= len(self):
            raise GrundyError(
                "{wanted:,} values of {short} were asked for, but {count:,} are saved",
                wanted=wanted,
                short=_short(self.code),
                count=len(self),
            )
        made = self._read(0, wanted)
        return made.astype(made.dtype.newbyteorder("="), copy=False)

    def append(self, values: NDArray[Any], first: int) -> None:
        """Save the values of the heaps from ``first`` on, on the disk itself when this returns.

        They go on where the saved ones end, or overlap them; GrundyError if an overlapping value differs, if there is
        a gap, if a value is not from 0 to 2^32 - 1, or if the system cannot write (a full disk): `len` then tells how
        many were saved. Time and writes are linear; an overlap is read block by block.
        """
        self._writable()
        _check_values(values)
        if not 0 <= first <= len(self):
            raise GrundyError(
                "values from heap {first:,} on do not continue where the {count:,} saved values of {short} end",
                first=first,
                count=len(self),
                short=_short(self.code),
            )
        known = len(self) - first
        self._compare(values[:known], first)
        for start in range(known, values.size, BLOCK):
            part = values[start : start + BLOCK]
            width = _width(int(part.max()))
            self._write(VALUES, width, part.size, part.astype(f"<u{width}").tobytes())

    def note(self, state: dict[str, Any]) -> None:
        """Save a little state beside the values, in place of the last; all of it is kept, or the state before it.

        GrundyError if it is not JSON, or over 2^20 bytes, or cannot be written.
        """
        self._writable()
        try:
            data = json.dumps(state, separators=(",", ":"), allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise GrundyError("a note must be valid JSON: {error}", error=error) from None
        if len(data) > BLOCK:
            raise GrundyError(
                "a note of {count:,} bytes is too long: at most {block:,} are kept", count=len(data), block=BLOCK
            )
        if data != self._log[-1].noted:
            self._write(NOTE, 1, len(data), data)

    def close(self) -> None:
        """Close the file and free the lock; all that was appended is on disk already."""
        for file in (self._file, self._lock):
            if file is not None:
                file.close()
        self._file = self._lock = None

    def __enter__(self) -> SavedSequence:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def _writable(self) -> FileIO:
        if self._file is None or self._lock is None:
            raise GrundyError("{path} is not open for writing", path=self.path)
        return self._file

    def _write(self, kind: bytes, width: int, count: int, data: bytes) -> None:
        """Write one block after the last good one, and see it on the disk; if that fails, nothing has changed."""
        last, file = self._log[-1], self._writable()
        with told(
            _("only {stop:,} values of {short} could be saved in {path}").format(
                stop=last.stop, short=_short(self.code), path=self.path
            )
        ):
            block = write(file, last, kind, width, count, data)
        # one step, so that an interrupt finds all of the state changed or nothing
        self._log.append(block)

    def _compare(self, values: NDArray[Any], first: int) -> None:
        """Raise GrundyError if values differ from the saved ones."""
        for start in range(0, values.size, BLOCK):
            new = values[start : start + BLOCK]
            old = self._read(first + start, first + start + new.size)
            if not np.array_equal(old, new):
                place = int(np.argmax(old != new))
                raise GrundyError(
                    "heap {first:,} of {short} now has the value {new}, but {old} in {path}: one of the two "
                    "computations is wrong",
                    first=first + start + place,
                    short=_short(self.code),
                    new=new[place],
                    old=old[place],
                    path=self.path,
                )

    def _read(self, first: int, stop: int) -> NDArray[Any]:
        """Return saved values, little-endian and as wide as the widest block of them, in one allocation."""
        start = bisect_right(self._log, first, key=lambda block: block.stop)
        end = bisect_left(self._log, stop, key=lambda block: block.first)
        chosen = [block for block in self._log[start:end] if block.first < block.stop]
        width = max((block.width for block in chosen), default=1)
        try:
            made = np.empty(stop - first, dtype=f"<u{width}")
        except MemoryError:
            needed = (stop - first) * width
            raise TooLarge(
                "{stop:,} values take {needed:,} bytes of memory", stop=stop - first, needed=needed
            ) from None
        for block in chosen:
            low, high = max(first, block.first), min(stop, block.stop)
            self._read_block(block, low, made[low - first : high - first])
        return made

    def _read_block(self, block: Block, low: int, target: NDArray[Any]) -> None:
        """Fill an array with the values of a block from index ``low`` on; all of the block is read and checked."""
        if self._file is None:
            raise GrundyError("{path} is closed", path=self.path)
        count = block.stop - block.first
        straight = block.width == target.itemsize and count == target.size
        held = target if straight else np.empty(count, dtype=f"<u{block.width}")
        data = held.view(np.uint8).data
        with told(_("{path} cannot be read").format(path=self.path)):
            got = fill(self._file, block.at, data)
        if got < len(data) or crc32(data, block.seed) != block.crc:
            raise GrundyError("{path} was changed while it was open: open it again", path=self.path)
        if not straight:
            target[:] = held[low - block.first :][: target.size]


def _check_values(values: NDArray[Any]) -> None:
    if values.ndim != 1 or (values.size and values.dtype.kind not in "iu"):
        raise GrundyError(
            "nim-values must be a line of integers, not {kind} of {dimensions} dimensions",
            kind=values.dtype,
            dimensions=values.ndim,
        )
    if values.size and (int(values.min()) < 0 or int(values.max()) >> 32):
        raise GrundyError("nim-values that can be saved are from 0 to 2^32 - 1")


def _width(largest: int) -> int:
    return next(width for width in WIDTHS if not largest >> 8 * width)


# -- files -------------------------------------------------------------------------------------------------------------


def _place(chosen: Path | None) -> Path:
    return folder() if chosen is None else chosen


def _file_name(code: str) -> str:
    """Return the name of a code's file: something to read, and a hash, for what file names cannot say."""
    readable = re.sub(r"[^0-9a-z.]+", "-", code[:200].lower()).strip("-.")[:40] or "code"
    digest = hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable}-{digest[:12]}{SUFFIX}"


def _short(code: str) -> str:
    return code if len(code) <= 60 else _("{code}… ({count:,} characters)").format(code=code[:50], count=len(code))
