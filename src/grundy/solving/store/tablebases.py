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
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.solving.store.columns import HELD, Array, grouped
from grundy.solving.store.files import being_written, create, told
from grundy.solving.store.packing import Packing
from grundy.solving.store.parts import Block, Counted, Key, Part, Segment, Span, require_numbers, unplain

VERSION = 2
FORMAT = "grundy tablebase"
MANIFEST = "manifest.json"

Manifest = dict[str, Any]


def read_manifest(folder: Path, *, complete: bool = True) -> Manifest:
    """Return the manifest of a base; GrundyError unless it is a whole one (or ``complete`` is false), of this version."""
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
        low, span = coding.get("low", ()), coding.get("span", ())
        require_numbers([self.positions])
        require_numbers([self.manifest["block"], self.manifest["blocks"], *span], least=1)
        require_numbers(low, least=None)
        if len(low) != len(span):
            raise ValueError(low, span)
        self.packing = Packing(tuple(coding["low"]), tuple(coding["span"])) if "low" in coding else None
        keep = max(1, HELD // max(1, len(self.manifest["parts"])))
        sizes = self.manifest["block"], self.manifest["blocks"], keep
        self.parts = [Part(folder, i, about, sizes) for i, about in enumerate(self.manifest["parts"])]
        if any({*part.names} != {*self.manifest["columns"]} for part in self.parts if part.rows):
            raise ValueError(self.manifest["columns"])
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

    @property
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
        segment, i = own[0] if len(own) == 1 else own[max(0, bisect_right(own, key, key=_first) - 1)]
        row = self.parts[i].find(segment, key)
        return row if row < 0 else self._begins[i] + row

    def places(self, tiers: NDArray[np.int64] | int, keys: Array) -> NDArray[np.int64]:
        """Return the places of many keys, each of its tier (or all of one), -1 where one is no position of the base."""
        found = np.full(len(keys), -1, np.int64)
        each = grouped(tiers) if isinstance(tiers, np.ndarray) else [(tiers, np.arange(len(keys)))]
        for tier, asked in each:
            own = self._segments.get(tier, [])
            firsts = np.array([segment.first for segment, _part in own], keys.dtype)
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


def _first(own: tuple[Segment, int]) -> Key:
    return own[0].first
