"""Tablebases on disk: the results of all positions of a game, in a folder with a manifest, read a chunk at a time.

    manifest.json     what it is about: the rules (by their hash, and as data where they have some), the start, the
                      convention of play, how states become numbers, counts, and the checksums of all chunks
    status.b2frame    for each position the result in the low two bits (0 draw, 1 won, 2 lost, 3 tied, for who moves) and
                      the remoteness above them: two bytes, four where a line of play is longer than 16,383 moves
    grundy.b2frame    the Grundy values beside, of games that have them
    key.b2frame       of a hashed base: the numbers of its positions, ascending; and the first of each chunk:
    first.b2frame     what is held in memory

A dense base has no keys: the number of a state is its place, and `UNREACHED` stands where no position is. While a base is
made its manifest says that it is not complete, and its maker holds a lock; the last step puts the complete manifest in its
place. So a folder holds a whole base, or says that it does not.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.digest import sealed
from grundy.errors import GrundyError
from grundy.extras import extra
from grundy.language import _
from grundy.store.columns import CHUNK, SUFFIX, Array, Column, grouped, write_column
from grundy.store.files import being_written, create, lock, settle, told
from grundy.store.packing import Keys, Packing, Rows

VERSION = 1
FORMAT = "grundy tablebase"
MANIFEST = "manifest.json"
UNREACHED = 4
"""The status of what is no position: a draw after one move, which nothing else has."""
DENSE = 4
"""A base is dense where at most so many numbers stand for each position."""

Manifest = dict[str, Any]


class Content(NamedTuple):
    """What is kept: the keys of the positions, their statuses, and their Grundy values or None."""

    packing: Packing
    keys: Keys
    status: Array
    grundy: Array | None


# -- reading -----------------------------------------------------------------------------------------------------------


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a base; GrundyError unless it is a whole one, of this version."""
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise GrundyError("there is no tablebase in {folder}", folder=folder) from None
    except OSError as error:
        raise GrundyError("{path} cannot be read: {reason}", path=path, reason=error.strerror or error) from None
    except ValueError:
        raise _damaged(path) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise GrundyError("{path} is no manifest of a tablebase", path=path)
    if found.get("version") != VERSION:
        raise GrundyError(
            "the tablebase in {folder} is of format {version}, and this grundy knows format {known}: build it again",
            folder=folder,
            version=found.get("version"),
            known=VERSION,
        )
    if found.get("hash") != sealed(found)["hash"]:
        raise _damaged(path)
    if not found["complete"]:
        raise _unfinished(folder, found)
    return found


def _damaged(path: Path) -> GrundyError:
    return GrundyError("{path} is damaged: copy the tablebase again, or build it again", path=path)


def _unfinished(folder: Path, found: Manifest) -> GrundyError:
    if being_written(folder / MANIFEST):
        return GrundyError("the tablebase in {folder} is being built now, by another process", folder=folder)
    return GrundyError(
        "the tablebase in {folder} was interrupted while it was built: {command} builds it",
        folder=folder,
        command=shlex.join(found["command"]) or "grundy tablebase build",
    )


class Stored:
    """A whole base, opened: states are looked up by their cells. Nothing is read but the manifest and the first keys."""

    def __init__(self, folder: Path) -> None:
        """Open the base of a folder; GrundyError where there is none that is whole."""
        self.folder = folder
        self.manifest = read_manifest(folder)
        self.positions: int = self.manifest["positions"]
        self.packing = Packing(tuple(self.manifest["low"]), tuple(self.manifest["span"]))
        self.status = self._column("status")
        self.grundy = self._column("grundy") if "grundy" in self.manifest["columns"] else None
        self.keys = self._column("key") if "key" in self.manifest["columns"] else None
        self._first = None if self.keys is None else np.concatenate([*self._column("first")])

    def _column(self, name: str) -> Column:
        return Column(self.folder, name, self.manifest["columns"][name])

    def place(self, cells: Any) -> int:
        """Return the place of a state, -1 where it is no position of the base. O(log chunks), and a chunk to decompress."""
        key = self.packing.key(cells)
        if key is None:
            return -1
        if self.keys is None or self._first is None:
            return key if self.status.chunk(key // CHUNK)[key % CHUNK] != UNREACHED else -1
        wanted = np.array(key, self.packing.dtype)
        number = int(self._first.searchsorted(wanted, "right")) - 1
        if number < 0:
            return -1
        held = self.keys.chunk(number)
        at = int(held.searchsorted(wanted))
        return number * CHUNK + at if at < len(held) and held[at] == wanted else -1

    def places(self, rows: Rows) -> NDArray[np.int64]:
        """Return the places of many states, one a row, -1 where one is no position of the base."""
        found = np.full(len(rows), -1, np.int64)
        if rows.shape[1] != len(self.packing.span):
            return found
        inside = np.flatnonzero(self.packing.holds(rows))
        keys = self.packing.pack(rows[inside])
        if self.keys is None or self._first is None:
            at = keys.astype(np.int64)
            at[self.status.take(at) == UNREACHED] = -1
            found[inside] = at
            return found
        chunks = self._first.searchsorted(keys, "right") - 1
        for number, asked in grouped(chunks):
            if number < 0:
                continue
            held, wanted = self.keys.chunk(number), keys[asked]
            at = held.searchsorted(wanted)
            at[at == len(held)] = 0
            hit = held[at] == wanted
            found[inside[asked[hit]]] = at[hit] + number * CHUNK
        return found

    def blocks(self) -> Generator[tuple[Rows, Array, Array | None]]:
        """Iterate over the positions, a chunk at a time: their states one a row, statuses, Grundy values or None."""
        for number in range(self.status.chunks):
            status = self.status.chunk(number)
            values = None if self.grundy is None else self.grundy.chunk(number)
            if self.keys is not None:
                yield self.packing.unpack(self.keys.chunk(number)), status, values
                continue
            met = np.flatnonzero(status != UNREACHED)
            rows = self.packing.unpack((met + number * CHUNK).astype(np.uint64))
            yield rows, status[met], None if values is None else values[met]


# -- writing -----------------------------------------------------------------------------------------------------------


@contextmanager
def making(folder: Path, about: Manifest, command: list[str]) -> Generator[Callable[[Content], None]]:
    """Yield what writes a base into a folder: until then the folder says that its base is not complete.

    One process makes a base; GrundyError names another one, and for a folder that holds something else. What an
    interrupted one has left is written over. Where the work ends in an error, or by Ctrl-C, nothing is left.
    """
    extra("blosc2", "store")
    manifest = folder / MANIFEST
    with told(_("{folder} cannot be written").format(folder=folder)):
        made = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        held = lock(
            manifest, lambda who: GrundyError("{who} is building the tablebase in {folder}", who=who, folder=folder)
        )
    try:
        _require_room(folder)
        _write_manifest(folder, {**about, "complete": False, "command": command})
        try:
            yield lambda content: _write(folder, about, command, content)
        except BaseException:
            _remove(folder, made)
            raise
    finally:
        held.close()


def _require_room(folder: Path) -> None:
    """Raise GrundyError unless a folder is empty but for what an interrupted base has left."""
    names = {path.name for path in folder.iterdir()} - {f"{MANIFEST}.lock"}
    if MANIFEST in names:
        try:
            read_manifest(folder)
        except GrundyError:
            names = {name for name in names if name != MANIFEST and not name.endswith((SUFFIX, ".new"))}
        else:
            raise GrundyError("{folder} holds a tablebase already: name another folder, or remove it", folder=folder)
    if names:
        with suppress(OSError):  # nothing of ours stays in it
            (folder / f"{MANIFEST}.lock").unlink()
        raise GrundyError("{folder} holds something else: a tablebase has a folder of its own", folder=folder)


def _write(folder: Path, about: Manifest, command: list[str], content: Content) -> None:
    """Write the columns of a base, and when they are on the disk its manifest."""
    packing, keys, status, values = content
    dense = len(packing.cuts) == 2 and packing.box <= DENSE * len(keys)
    columns: dict[str, Array] = {}
    if dense:
        columns["status"] = _scattered(packing.box, keys, status, UNREACHED)
        if values is not None:
            columns["grundy"] = _scattered(packing.box, keys, values, 0)
    else:
        order = np.argsort(keys, kind="stable")
        columns["key"] = keys[order]
        columns["first"] = columns["key"][::CHUNK]
        columns["status"] = status[order]
        if values is not None:
            columns["grundy"] = values[order]
    facts = {name: write_column(folder, name, array) for name, array in columns.items()}
    settle(folder)
    _write_manifest(
        folder,
        {
            **about,
            "complete": True,
            "command": command,
            "kind": "dense" if dense else "hashed",
            "low": list(packing.low),
            "span": list(packing.span),
            "positions": len(keys),
            "counts": _counts(packing, keys, status),
            "bytes": sum(each["bytes"] for each in facts.values()),
            "columns": facts,
        },
    )


def _scattered(box: int, keys: Keys, values: Array, nothing: int) -> Array:
    found = np.full(box, nothing, values.dtype)
    found[keys] = values
    return found


def _counts(packing: Packing, keys: Keys, status: Array) -> list[dict[str, Any]]:
    """Return how many positions have each result and remoteness, with the first of them."""
    words, first, counts = np.unique(status, return_index=True, return_counts=True)
    rows = packing.unpack(keys[first])
    return [
        {"result": word & 3, "remoteness": word >> 2, "count": count, "example": row}
        for word, count, row in zip(words.tolist(), counts.tolist(), rows.tolist(), strict=True)
    ]


def _write_manifest(folder: Path, data: Manifest) -> None:
    text = json.dumps(sealed({"format": FORMAT, "version": VERSION, **data}))
    with told(_("{folder} cannot be written").format(folder=folder)):
        create(folder / MANIFEST, f"{text}\n".encode())


def _remove(folder: Path, made: bool) -> None:
    """Remove what was written of a base that is not to be, and the folder if it was made for it."""
    with suppress(OSError):
        for path in [folder / MANIFEST, *folder.glob(f"*{SUFFIX}"), *folder.glob("*.new"), *folder.glob("*.lock")]:
            path.unlink(missing_ok=True)
        if made:
            folder.rmdir()
