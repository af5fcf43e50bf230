"""Parts of a tablebase: tiers written together, each a segment of rows that stand in the order of their keys.

Keys are kept as differences: of each to the one before it, and 0 where a block or a segment begins, whose first key is kept
beside. So a key takes a byte or two.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from string import hexdigits
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.solving.store import columns
from grundy.solving.store.columns import SUFFIX, Array, Column, Facts, grouped, write_column

UNREACHED = 4
"""The status of what is no position: a draw after one move, which nothing else has."""
Key = int | bytes
_INTEGERS, _BYTES = re.compile(r"[<>|][iu][1248]"), re.compile(r"\|S[1-9][0-9]{0,5}")
"""How a manifest writes the type of a column, integers or long keys: never objects, whose bytes would be addresses."""


class Rows(NamedTuple):
    """Rows of one tier to be written: ascending keys, or the first of consecutive ones, and the columns beside.

    ``columns``: "status" (remoteness << 2 | result), "grundy", "score" (signed); those that the game has.
    """

    tier: int
    keys: Array | int
    columns: dict[str, Array]


class Block(NamedTuple):
    """Rows that were read: their keys, and the columns beside."""

    keys: Array
    columns: dict[str, Array]


class Span(NamedTuple):
    """Where rows are read: a part, its segment of that number, the first row and the one behind the last."""

    part: int
    segment: int
    first: int
    last: int


class Segment(NamedTuple):
    """Where a tier, or a range of its keys, lies in a part; the first key says where the range begins."""

    tier: int
    start: int
    size: int
    first: Key


class Counted(NamedTuple):
    """How many positions have a status, or a score, and one of them."""

    word: int
    times: int
    tier: int
    key: Key


def plain(row: Segment | Counted) -> list[Any]:
    """Return a row as a manifest has it: a key of more than a word is hexadecimal.

    >>> plain(Segment(0, 0, 2, b"a")), Segment(*unplain(plain(Segment(0, 0, 2, b"a"))))
    ([0, 0, 2, '61'], Segment(tier=0, start=0, size=2, first=b'a'))
    """
    return [value.hex() if isinstance(value, bytes) else value for value in row]


def unplain(row: list[Any]) -> tuple[Any, Any, Any, Any]:
    """Return the fields of a row that a manifest has."""
    first, second, third, key = row
    return first, second, third, bytes.fromhex(key) if isinstance(key, str) else key


def require_numbers(found: Iterable[Any], least: int | None = 0) -> None:
    """Raise ValueError unless all are integers of at most 64 bits, and none is less.

    >>> require_numbers([0, 5, -1])
    Traceback (most recent call last):
    ValueError: (0, 5, -1)
    """
    found = [*found]
    low = -(1 << 63) if least is None else least
    if not all(type(each) is int and low <= each < 1 << 63 for each in found):
        raise ValueError(*found)


def _require_column(name: str, facts: Facts, rows: int) -> None:
    """Raise ValueError for a column that no part of so many rows has."""
    begin, end, _sum = facts["edges"]
    require_numbers([facts["length"], facts["bytes"], *facts["edges"], end - begin, facts["bytes"] - end])
    kind, sums = str(facts["dtype"]), facts["checksums"]
    known = _INTEGERS.fullmatch(kind) or (name in ("key", "first") and _BYTES.fullmatch(kind))
    if not known or (facts["length"] != rows and name != "first") or len(sums) % 8 or {*str(sums)} - {*hexdigits}:
        raise ValueError(name)


class About(TypedDict):
    """What a manifest says of a part."""

    segments: list[list[Any]]
    columns: dict[str, Facts]
    counts: list[list[Any]]


# -- writing -----------------------------------------------------------------------------------------------------------


def path_of(folder: Path, part: int, name: str) -> Path:
    """Return the file of a column of a part."""
    return folder / f"{part:04d}-{name}{SUFFIX}"


def write_part(folder: Path, number: int, tiers: Sequence[Rows]) -> About:
    """Write a part, see it on the disk, and return what is to be said of it. O(rows)."""
    segments: list[Segment] = []
    start = 0
    for rows in tiers:
        count = len(next(iter(rows.columns.values())))
        if count:
            first = rows.keys if isinstance(rows.keys, int) else rows.keys[0].item()
            segments.append(Segment(rows.tier, start, count, first))
            start += count
    tiers = [rows for rows in tiers if len(next(iter(rows.columns.values())))]
    together = joined([rows.columns for rows in tiers])
    if tiers and not isinstance(tiers[0].keys, int):
        keys = _joined([np.asarray(rows.keys) for rows in tiers])
        together["first"] = keys[:: columns.BLOCK]
        together["key"] = _differences(keys, [each.start for each in segments])
    facts = {name: write_column(path_of(folder, number, name), array) for name, array in together.items()}
    counts = counted(segments, [rows.keys for rows in tiers], together.get("score", together.get("status")))
    return About(segments=[*map(plain, segments)], columns=facts, counts=[*map(plain, counts)])


def joined(columns: Sequence[dict[str, Array]]) -> dict[str, Array]:
    """Return the columns of some rows after each other, not copied where there is one of each. O(rows).

    >>> joined([{"score": np.array([1, 2])}, {"score": np.array([3])}])["score"].tolist()
    [1, 2, 3]
    """
    return {name: _joined([each[name] for each in columns]) for name in (columns[0] if columns else ())}


def _joined(arrays: list[Array]) -> Array:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def _differences(keys: Array, starts: list[int]) -> Array:
    """Return what is kept of keys: differences as narrow as they can be; keys of more than a word as they are."""
    if keys.dtype != np.uint64:
        return keys
    found = np.zeros_like(keys)
    np.subtract(keys[1:], keys[:-1], out=found[1:])
    found[:: columns.BLOCK] = 0
    found[starts] = 0
    return found.astype(np.min_scalar_type(found.max()))


def counted(segments: list[Segment], keys: list[Array | int], words: Array | None) -> list[Counted]:
    """Return how many rows have each status or score, with the first of them. O(rows)."""
    found: dict[int, Counted] = {}
    for segment, own in zip(segments, keys, strict=True):
        assert words is not None
        for start in range(0, segment.size, PIECE):
            piece = words[segment.start + start : segment.start + min(start + PIECE, segment.size)]
            for word, count in _histogram(piece):
                if isinstance(own, int) and word == hole(words.dtype):
                    continue
                met = found.get(word)
                if met is None:
                    at = start + int((piece == word).argmax())
                    key = own + at if isinstance(own, int) else own[at].item()
                    met = Counted(word, 0, segment.tier, key)
                found[word] = met._replace(times=met.times + count)
    return [found[word] for word in sorted(found)]


PIECE = 1 << 18
"""Rows that are counted at once."""


def _histogram(words: Array) -> Iterable[tuple[int, int]]:
    low = int(words.min())
    if int(words.max()) - low < PIECE:
        counts = np.bincount(words.astype(np.int64) - low)
        met = np.flatnonzero(counts)
        return zip((met + low).tolist(), counts[met].tolist(), strict=True)
    met, counts = np.unique(words, return_counts=True)
    return zip(met.tolist(), counts.tolist(), strict=True)


def hole(dtype: np.dtype[Any], name: str = "") -> int:
    """Return what stands in a dense base where no position is: statuses are unsigned, scores are signed."""
    return 0 if name == "grundy" else int(np.iinfo(dtype).min) if dtype.kind == "i" else UNREACHED


def widened(array: Array, kind: Any, was: int, now: int) -> Array:
    """Return an array in a wider type, with another number where one stands for nothing. O(rows)."""
    return np.where(array == was, np.array(now, kind), array.astype(kind))


# -- reading -----------------------------------------------------------------------------------------------------------


class _Keys(Column):
    """The keys of a part: what is kept is differences."""

    def __init__(self, first: Array, segments: list[Segment], *opened: Any) -> None:
        super().__init__(*opened)
        self._first = first
        self._starts = [each.start for each in segments]
        self._keys = [each.first for each in segments]

    def made(self, items: Array, number: int) -> Array:
        """Return the keys of a block."""
        if items.dtype.kind == "S":
            return items
        found = np.cumsum(items, dtype=np.uint64)
        found += self._first[number]
        begin = number * self.size
        last = bisect_left(self._starts, begin + len(found))
        for which in range(bisect_right(self._starts, begin), last):
            start = self._starts[which] - begin
            found[start:] += np.uint64((self._keys[which] - int(found[start])) % (1 << 64))  # pyright: ignore  # bytes have left above
        return found


class Part:
    """A part on disk: a file is opened when it is first asked."""

    def __init__(self, folder: Path, number: int, about: About, sizes: tuple[int, ...]) -> None:
        """Open nothing yet; ``sizes``: the items of a block, the blocks of a chunk, how many blocks stay in memory.

        ValueError and its like of what no manifest says.
        """
        self._folder, self._number, self._sizes = folder, number, sizes
        self._columns = about["columns"]
        self._opened: dict[str, Column] = {}
        self.segments = [Segment(*unplain(row)) for row in about["segments"]]
        self.rows = sum(each.size for each in self.segments)
        long = "key" in self._columns and _BYTES.fullmatch(str(self._columns["key"]["dtype"])) is not None
        for each in self.segments:
            require_numbers([each.tier], least=None)
            if isinstance(each.first, bytes) is not long:
                raise ValueError(each.first)
            require_numbers([0 if long else each.first, each.start, each.size, self.rows - each.start - each.size])
        for name, facts in self._columns.items():
            _require_column(name, facts, self.rows)
        self.names = [*self._columns]
        self.hashed = "key" in self._columns
        self.scored = "score" in self._columns

    def column(self, name: str) -> Column:
        """Return a column."""
        found = self._opened.get(name)
        if found is None:
            found = self._opened[name] = self._column(name)
        return found

    def _column(self, name: str) -> Column:
        opened = path_of(self._folder, self._number, name), self._columns[name], *self._sizes
        return _Keys(self._first, self.segments, *opened) if name == "key" else Column(*opened)

    @cached_property
    def _first(self) -> Array:
        return np.concatenate([*self.column("first")])

    def is_whole(self) -> bool:
        """Return whether the files hold what was written. O(bytes)."""
        try:
            for name in self._columns:
                self.column(name).check_all()
        except GrundyError:
            return False
        return True

    def find(self, segment: Segment, key: Key) -> int:
        """Return the row of a key in a segment, -1 where it has none. O(log blocks), and a block to decompress."""
        if not self.hashed:
            at = key - segment.first  # pyright: ignore  # numbers: no keys are kept
            row = segment.start + at
            return row if 0 <= at < segment.size and not self._ishole(row) else -1
        if key < segment.first:  # pyright: ignore  # both are numbers, or both bytes
            return -1
        held = self.column("key")
        wanted = np.uint64(key) if isinstance(key, int) else np.array(key, held.dtype)
        size = held.size
        begin, end = segment.start, segment.start + segment.size
        low = begin // size
        number = bisect_right(self._first, wanted, low + 1, (end - 1) // size + 1) - 1
        keys = held.block(number)
        if begin > number * size or end < (number + 1) * size:  # it shares the block with others
            keys = keys[max(begin - number * size, 0) : end - number * size]
        at = int(keys.searchsorted(wanted))
        if at == len(keys) or keys[at] != wanted:
            return -1
        return max(begin, number * size) + at

    def find_many(self, segment: Segment, keys: Array) -> NDArray[np.int64]:
        """Return the rows of many keys in a segment, -1 where one has none."""
        if not self.hashed:
            at = keys.astype(np.int64) - segment.first  # pyright: ignore  # a number, as above
            at[(at < 0) | (at >= segment.size)] = -1 - segment.start
            found = at + segment.start
            inside = np.flatnonzero(found >= 0)
            name = "score" if self.scored else "status"
            words = self.column(name).take(found[inside])
            found[inside[words == hole(words.dtype)]] = -1
            return found
        size = self.column("key").size
        begin, end = segment.start, segment.start + segment.size
        low = begin // size
        numbers = low + self._first[low + 1 : (end - 1) // size + 1].searchsorted(keys, "right")
        found = np.full(len(keys), -1, np.int64)
        for number, asked in grouped(numbers):
            first = max(begin, number * size)
            held = self.column("key").block(number)[first - number * size : end - number * size]
            wanted = keys[asked]
            at = held.searchsorted(wanted)
            at[at == len(held)] = 0
            hit = held[at] == wanted
            found[asked[hit]] = at[hit] + first
        return found

    def _ishole(self, row: int) -> bool:
        held = self.column("score" if self.scored else "status")
        return held.item(row) == hole(held.dtype)

    def spans(self) -> Generator[Span]:
        """Iterate over where the rows are read, those of a block and a segment at a time."""
        for which in range(len(self.segments)):
            yield from self._spans(which)

    def _spans(self, which: int) -> Generator[Span]:
        segment, size = self.segments[which], self._sizes[0]
        begin, end = segment.start, segment.start + segment.size
        for first, last in pairwise([begin, *range((begin // size + 1) * size, end, size), end]):
            yield Span(self._number, which, first, last)

    def blocks_of(self, segment: Segment) -> Iterator[Block]:
        """Iterate over the rows of a segment, those of a block at a time."""
        return map(self.read, self._spans(self.segments.index(segment)))

    def read(self, span: Span) -> Block:
        """Return rows with their keys, without holes."""
        segment, first, last = self.segments[span.segment], span.first, span.last
        size = self._sizes[0]
        number, within = first // size, slice(first % size, (last - 1) % size + 1)
        held = {name: self.column(name).block(number)[within] for name in self._columns if name not in ("key", "first")}
        if self.hashed:
            return Block(self.column("key").block(number)[within], held)
        begin = first - segment.start + int(segment.first)
        words = held["score" if self.scored else "status"]
        met = np.flatnonzero(words != hole(words.dtype))
        return Block((met + begin).astype(np.uint64), {name: array[met] for name, array in held.items()})
