"""Tablebases on disk: the results of all positions of a game, in a folder with a manifest, read a block at a time.

    manifest.json          what it is about: the rules (by their hash, and as data where they have some), the start, the
                           convention of play, how states become keys, the parts with their segments, counts, checksums
    0000-status.b2frame    of part 0, for each position the result in the low two bits (0 draw, 1 won, 2 lost, 3 tied, for
                           who moves) and the remoteness above them: two bytes, four where play is longer than 16,383 moves
    0000-grundy.b2frame    the Grundy values beside, of games that have them
    0000-score.b2frame     of games for points, instead of both, the score for whoever moves
    0000-key.b2frame       of a hashed base: the keys of its positions, as differences; and the first of each block:
    0000-first.b2frame     what is held in memory

A part is some tiers (0 where none are declared), each a segment of rows in the order of their keys. A dense base has no
keys: the key of a state says its row, and a hole stands where no position is. While a base is made its manifest says that it
is not complete and which parts it has, and its maker holds a lock; the last step puts the complete manifest in its place.
So a folder holds a whole base, or says that it does not.
"""

from __future__ import annotations

import json
import shlex
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, pairwise
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.common.extras import extra
from grundy.common.files import being_written, create, told
from grundy.common.messages import _
from grundy.solving.store.columns import HELD, Array, grouped
from grundy.solving.store.parts import Block, Counted, Key, Part, Segment, Span, joined, require_numbers, unplain

# ---- packed values

Rows = NDArray[np.int64]
Keys = NDArray[Any]
"""uint64 where one word suffices, else bytes that are compared as the words are."""
WORD = 1 << 64
MOST = 32
"""Words of a key: longer states are not packed."""


@cache  # a lock of Python's own, which a thread that is ended holds for ever, stands before what is cached by attribute
def _cuts(spans: tuple[int, ...]) -> list[int]:
    found, size = [0], 1
    for i, span in enumerate(spans):
        if size * span > WORD:
            found.append(i)
            size = 1
        size *= span
    return [*found, len(spans)]


@dataclass(frozen=True)
class Packing:
    """A mixed-radix number for every state with ``low[i] <= state[i] < low[i] + span[i]``.

    Coordinates share a word while the product of their spans is at most 2^64. So the order of the numbers is that of the
    states, and where one word suffices and most numbers are positions, the number is the place in an array.

    >>> packing = Packing.of(np.array([[3, -1], [5, 6]]))
    >>> packing.low, packing.span, packing.pack(np.array([[3, -1], [4, 0]])).tolist()
    ((3, -1), (3, 8), [0, 9])
    >>> packing.unpack(np.array([9], np.uint64)).tolist()
    [[4, 0]]
    """

    low: tuple[int, ...]
    span: tuple[int, ...]

    @classmethod
    def of(cls, rows: Rows) -> Packing:
        """Return the narrowest packing of some states, one a row; GrundyError for states that are too long. O(size)."""
        low, high = (tuple(map(int, which(axis=0))) for which in (rows.min, rows.max))
        made = cls(low, tuple(last - first + 1 for first, last in zip(low, high, strict=True)))
        if len(made.cuts) - 1 > MOST:
            raise GrundyError(
                "a state of {width} numbers needs {words} words of 64 bits, and at most {most} are kept",
                width=len(low),
                words=len(made.cuts) - 1,
                most=MOST,
            )
        return made

    @property
    def box(self) -> int:
        """How many numbers there are, of states within the ranges."""
        return prod(self.span)

    @property
    def cuts(self) -> list[int]:
        """Where the coordinates of each word begin, and where the last end."""
        return _cuts(self.span)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of keys."""
        words = len(self.cuts) - 1
        return np.dtype(np.uint64 if words == 1 else f"S{8 * words}")

    def holds(self, rows: Rows) -> NDArray[np.bool_]:
        """Return of each row whether it lies within the ranges."""
        high = np.array([first + span - 1 for first, span in zip(self.low, self.span, strict=True)], np.int64)
        return np.logical_and.reduce((rows >= np.array(self.low, np.int64)) & (rows <= high), axis=1)

    def pack(self, rows: Rows) -> Keys:
        """Return the keys of rows that lie within the ranges. O(size)."""
        words = [self._word(rows, *ends) for ends in pairwise(self.cuts)]
        if len(words) == 1:
            return words[0]
        return np.stack(words, axis=1).astype(">u8").view(self.dtype).reshape(-1)

    def _word(self, rows: Rows, begin: int, end: int) -> NDArray[np.uint64]:
        number = np.zeros(len(rows), np.uint64)
        for i in range(begin, end):
            if i > begin:
                number *= np.uint64(self.span[i])
            number += rows[:, i].astype(np.uint64) - np.uint64(self.low[i] % WORD)
        return number

    def unpack(self, keys: Keys) -> Rows:
        """Return the rows of keys. O(size)."""
        cuts = self.cuts
        wide = keys if len(cuts) == 2 else np.ascontiguousarray(keys).view(">u8")
        words = wide.reshape(-1, len(cuts) - 1)
        rows = np.empty((len(keys), len(self.span)), np.int64)
        for place, (begin, end) in enumerate(pairwise(cuts)):
            rest = words[:, place].astype(np.uint64)
            for i in range(end - 1, begin, -1):
                rest, digit = np.divmod(rest, np.uint64(self.span[i]))
                rows[:, i] = (digit + np.uint64(self.low[i] % WORD)).astype(np.int64)
            rows[:, begin] = (rest + np.uint64(self.low[begin] % WORD)).astype(np.int64)
        return rows

    def key(self, cells: Sequence[int]) -> Any:
        """Return the key of one state, None where it does not lie within the ranges. O(width), without arrays.

        >>> Packing((0, 0), (10, 10)).key((3, 4)), Packing((0, 0), (10, 10)).key((3, 10))
        (34, None)
        """
        if len(cells) != len(self.span):
            return None
        words: list[int] = []
        for begin, end in pairwise(_cuts(self.span)):
            number = 0
            for i in range(begin, end):
                digit = cells[i] - self.low[i]
                if not 0 <= digit < self.span[i]:
                    return None
                number = number * self.span[i] + digit
            words.append(number)
        if len(words) == 1:
            return words[0]
        return np.array(words, ">u8").tobytes()


# ---- tablebases in the store

VERSION = 2
FORMAT = "grundy tablebase"
MANIFEST = "manifest.json"

Manifest = dict[str, Any]
SHAPE = {bool: "misere loopy ties", str: "start hash game layout by", int: "width", dict: "parameters hooks"}
"""What whoever asks a base relies on: fields of its manifest, or of the rules and the coding in it, by their types."""


def read_manifest(folder: Path, *, complete: bool = True) -> Manifest:
    """Return the manifest of a base; GrundyError unless it is a whole one (or ``complete`` is false), of this version."""
    folder = folder.absolute()  # a sentence that ends in "." would name none
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise GrundyError("there is no tablebase in {folder}", folder=folder) from None
    except OSError as error:
        raise GrundyError("{path} cannot be read: {reason}", path=path, reason=error.strerror or error) from None
    except (ValueError, RecursionError):
        raise _damaged(path) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise GrundyError("{path} is not a tablebase manifest", path=path)
    if found.get("version") != VERSION:
        raise GrundyError(
            "the tablebase in {folder} has format {version}, but this grundy reads format {known}: build it again",
            folder=folder,
            version=found.get("version"),
            known=VERSION,
        )
    if found.get("hash") != sealed(found)["hash"]:
        raise _damaged(path)
    with sound(folder):
        if complete and not found["complete"]:
            raise _unfinished(folder, found)
    return found


def write_manifest(folder: Path, data: Manifest) -> None:
    """Put a manifest in the place of the one before, at once."""
    text = json.dumps(sealed({"format": FORMAT, "version": VERSION, **data}))
    with told(_("{folder} cannot be written").format(folder=folder)):
        create(folder / MANIFEST, f"{text}\n".encode())


def _damaged(path: Path) -> GrundyError:
    return GrundyError("{path} is damaged: copy the tablebase again, or build it again", path=path)


def _unfinished(folder: Path, found: Manifest) -> GrundyError:
    if being_written(folder / MANIFEST):
        return GrundyError("the tablebase in {folder} is being built by another process", folder=folder)
    return GrundyError(
        "building the tablebase in {folder} was interrupted: {command} continues it",
        folder=folder,
        command=resuming(found),
    )


def resuming(found: Manifest) -> str:
    """Return the command that goes on with an interrupted base."""
    return shlex.join(found["command"]) or "grundy tablebase build"


@contextmanager
def sound(folder: Path) -> Generator[None]:
    """Turn what is not as a manifest has it, whoever wrote it, into a GrundyError."""
    try:
        yield
    except GrundyError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise _damaged(folder / MANIFEST) from None


class Stored:
    """A whole base, opened: positions are looked up by tier and key. Nothing is read but the manifest.

    A place is the number of a row, counted through all parts.
    """

    def __init__(self, folder: Path) -> None:
        """Open the base of a folder; GrundyError where there is none that is whole."""
        self.folder = folder
        self.manifest = read_manifest(folder)
        with sound(folder):
            self._open(folder)

    def _open(self, folder: Path) -> None:
        self.positions: int = self.manifest["positions"]
        coding = self.manifest["coding"]
        held = {**self.manifest, **self.manifest["rules"], **coding}
        if any(type(held[name]) is not kind for kind, names in SHAPE.items() for name in names.split()):
            raise TypeError(held)
        low, span = coding.get("low", ()), coding.get("span", ())
        require_numbers([self.positions])
        spans = [each for _low, each in zip(low, span, strict=True)]
        require_numbers([self.manifest["block"], self.manifest["blocks"], *spans], least=1)
        require_numbers(low, least=None)
        self.packing = Packing(tuple(coding["low"]), tuple(coding["span"])) if "low" in coding else None
        sizes = self.manifest["block"], self.manifest["blocks"], max(1, HELD // max(1, len(self.manifest["parts"])))
        self.parts = [Part(folder, i, about, sizes) for i, about in enumerate(self.manifest["parts"])]
        if any({*part.names} != {*self.manifest["columns"]} for part in self.parts if part.rows):
            raise ValueError(self.manifest["columns"])
        kinds = {type(segment.first) for part in self.parts for segment in part.segments}
        if self.packing is not None and kinds - {bytes if self.packing.dtype.kind == "S" else int}:
            raise TypeError(kinds)
        self._begins = [0, *accumulate(part.rows for part in self.parts)]
        self.dtypes: dict[str, np.dtype[Any]] = {
            name: np.result_type(
                *(about["columns"][name]["dtype"] for about in self.manifest["parts"] if about["segments"])
            )
            for name in self.names
        }
        self._segments: dict[int, list[tuple[Segment, int]]] = {}
        for i, part in enumerate(self.parts):
            for segment in part.segments:
                self._segments.setdefault(segment.tier, []).append((segment, i))
        for own in self._segments.values():
            own.sort(key=lambda each: each[0].first)
        self._firsts = {tier: [each.first for each, _part in own] for tier, own in self._segments.items()}

    @cached_property
    def names(self) -> list[str]:
        """The columns beside the keys: "status", "grundy", "score", those that the game has."""
        return [name for name in self.manifest["columns"] if name not in ("key", "first")]

    @property
    def kind(self) -> str:
        """``hashed`` where the keys are kept, else ``dense``."""
        return "hashed" if "key" in self.manifest["columns"] else "dense"

    @property
    def counts(self) -> list[Counted]:
        """How many positions have each status or score."""
        return [Counted(*unplain(row)) for row in self.manifest["counts"]]

    def place(self, tier: int, key: Key) -> int:
        """Return the place of a key, -1 where it is no position of the base. O(log blocks), and a block to decompress."""
        own = self._segments.get(tier)
        if own is None:
            return -1
        segment, i = own[max(0, bisect_right(self._firsts[tier], key) - 1)]
        row = self.parts[i].find(segment, key)
        return row if row < 0 else self._begins[i] + row

    def places(self, tiers: NDArray[np.int64] | int, keys: Array) -> NDArray[np.int64]:
        """Return the places of many keys, each of its tier (or all of one), -1 where one is no position of the base."""
        found = np.full(len(keys), -1, np.int64)
        each = grouped(tiers) if isinstance(tiers, np.ndarray) else [(tiers, np.arange(len(keys)))]
        for tier, asked in each:
            own = self._segments.get(tier, [])
            firsts = np.array(self._firsts.get(tier, []), keys.dtype)
            which = np.maximum(firsts.searchsorted(keys[asked], "right") - 1, 0)
            for number, those in grouped(which) if own else ():
                segment, i = own[number]
                rows = self.parts[i].find_many(segment, keys[asked[those]])
                found[asked[those]] = np.where(rows < 0, -1, rows + self._begins[i])
        return found

    def item(self, name: str, place: int) -> int:
        """Return what a column holds at a place."""
        i = bisect_right(self._begins, place) - 1 if len(self.parts) > 1 else 0
        return self.parts[i].column(name).item(place - self._begins[i])

    def take(self, name: str, places: NDArray[np.int64]) -> Array:
        """Return what a column holds at many places."""
        found = np.empty(len(places), self.dtypes[name])
        for i, asked in grouped(np.searchsorted(self._begins, places, "right") - 1):
            found[asked] = self.parts[i].column(name).take(places[asked] - self._begins[i])
        return found

    def spans(self) -> Generator[Span]:
        """Iterate over where the positions are read, at most a block at a time."""
        for part in self.parts:
            yield from part.spans()

    def read(self, span: Span) -> Block:
        """Return positions: their keys and columns."""
        return self.parts[span.part].read(span)

    def blocks(self) -> Iterator[Block]:
        """Iterate over the positions, at most a block at a time: their keys and columns."""
        return map(self.read, self.spans())


# ---- tablebases as Parquet or CSV, which DuckDB, Polars and pandas read: one row per position


GROUP = 1 << 17
"""Positions from which a group of rows is written."""
RESULTS = ("draw", "won", "lost", "tied")
PLAYERS = ("Left", "Right")
OTHERS = ("player", "result", "remoteness", "grundy", "score")
"""Columns that are no coordinates."""


def columns_of(names: Sequence[str], width: int, variable: bool = False) -> list[str]:
    """Return the names of the columns of the coordinates: those of the rules where they fit, all different from the others.

    Of states of any length (``variable``) the length stands first.

    >>> columns_of(["a", "result"], 2), columns_of(["board"], 3), columns_of(["heaps"], 3, variable=True)
    (['a', 'result_'], ['c0', 'c1', 'c2'], ['length', 'c0', 'c1'])
    """
    if variable:
        return ["length", *(f"c{i}" for i in range(width - 1))]
    given = names if len(names) == width else [f"c{i}" for i in range(width)]
    return [f"{name}_" if name in OTHERS else name for name in given]


def export(
    stored: Stored, rows_of: Callable[[Array], Rows], file: BinaryIO, done: Callable[[int], object], csv: bool = False
) -> int:
    """Write all positions of a base into a file, and return how many: coordinates, result, remoteness, Grundy value.

    Of a partisan game the player to move stands behind the coordinates; of a game for points there is the score, and its
    sign is the result. The remoteness of a draw is empty. ``rows_of`` gives the coordinates of keys; ``done`` is told how
    many positions are written. GrundyError without pyarrow, or for a damaged chunk. O(positions).
    """
    arrow = extra("pyarrow", "store")
    form = extra("pyarrow.csv", "store") if csv else extra("pyarrow.parquet", "store")
    count, writer = 0, None
    try:
        for keys, columns in _groups(stored):
            made = _table(stored, rows_of(keys), columns)
            table = arrow.table(made)
            if csv:  # its writer knows no words that are numbered
                text = arrow.types.is_dictionary
                table = table.cast(
                    arrow.schema([f.with_type(arrow.string()) if text(f.type) else f for f in table.schema])
                )
            if writer is None:
                schema = table.schema
                writer = form.CSVWriter(file, schema) if csv else form.ParquetWriter(file, schema, compression="zstd")
            writer.write_table(table)
            count += len(keys)
            done(count)
    finally:
        if writer is not None:
            writer.close()
    return count


def _table(stored: Stored, rows: Rows, columns: dict[str, Array]) -> dict[str, Any]:
    """Return the columns of a group of rows, by name."""
    arrow, about = extra("pyarrow", "store"), stored.manifest
    coding, names = about["coding"], about["rules"]["names"]
    coordinates = rows[:, :-1] if coding["turns"] else rows
    heads = columns_of(names, coordinates.shape[1], coding["layout"] == "variable")
    made: dict[str, Any] = {name: coordinates[:, i] for i, name in enumerate(heads)}
    if coding["turns"]:
        made["player"] = _words(rows[:, -1], PLAYERS)
    if "score" in columns:
        score = columns["score"].astype(np.int64)
        made["result"] = _words(np.where(score > 0, 1, np.where(score < 0, 2, 3)), RESULTS)
        return {**made, "score": score}
    result = columns["status"] & 3
    made["result"] = _words(result, RESULTS)
    made["remoteness"] = arrow.array((columns["status"] >> 2).astype(np.int32), mask=result == 0)
    return made if "grundy" not in columns else {**made, "grundy": columns["grundy"].astype(np.int64)}


def _words(numbers: Array, words: Sequence[str]) -> Any:
    arrow = extra("pyarrow", "store")
    return arrow.DictionaryArray.from_arrays(arrow.array(numbers.astype(np.int8)), arrow.array(words))


def _groups(stored: Stored) -> Iterator[Block]:
    """Iterate over keys and columns of the positions, many blocks at a time."""
    held: list[Block] = []
    waiting = 0
    for block in stored.blocks():
        held.append(block)
        waiting += len(block.keys)
        if waiting >= GROUP:
            yield _together(held)
            held, waiting = [], 0
    if waiting:
        yield _together(held)


def _together(held: list[Block]) -> Block:
    return Block(np.concatenate([keys for keys, _own in held]), joined([own for _keys, own in held]))
