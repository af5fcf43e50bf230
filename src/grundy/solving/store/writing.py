"""Tablebases written: part after part, so that what a killed build has finished is there when it is started again."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.extras import extra
from grundy.common.files import NoRoom, lock, require_room, settle, told, whole
from grundy.common.messages import N_, _
from grundy.solving.store import columns
from grundy.solving.store.columns import SUFFIX, Array
from grundy.solving.store.parts import Counted, Part, Rows, write_part
from grundy.solving.store.tablebases import MANIFEST, Manifest, read_manifest, resuming, sound, write_manifest

SAME = ("rules", "parameters", "start", "misere")
"""What an interrupted base and one that goes on with it have in common."""
_WORK = ".npy"
_PIECE = 1 << 20
"""Bytes that are read at once."""


class Writer:
    """What writes a base into a folder: until `finish` the folder says that its base is not complete.

    One process makes a base; GrundyError names another one, and for a folder that holds something else. What an
    interrupted one of the same rules, start and convention has finished is in ``parts`` and ``notes``: the work goes on
    from there. Used with ``with``: where the work ends in an error, or by Ctrl-C, what is finished stays, and nothing if
    nothing is.

    >>> import tempfile
    >>> about = {"rules": {"hash": "a"}, "parameters": {}, "start": "nim(1)", "misere": False}
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with Writer(Path(place) / "nim", about, []) as writer:
    ...         writer.part([Rows(0, np.array([0, 1], np.uint64), {"status": np.array([2, 5], np.uint16)})])
    ...         writer.finish({})
    ...     sorted(path.name for path in (Path(place) / "nim").glob("*.b2frame"))
    ['0000-first.b2frame', '0000-key.b2frame', '0000-status.b2frame']
    """

    def __init__(self, folder: Path, about: Manifest, command: Sequence[str]) -> None:
        extra("blosc2", "store")
        self.folder = folder
        self.about = about
        self.parts: list[Any] = []
        """What the manifest says of the parts that are finished."""
        self.notes: dict[str, Any] = {}
        """What was noted for who goes on."""
        self.broken: list[int] = []
        """The finished parts whose files were damaged, to be made again."""
        self._works: dict[str, list[int]] = {}
        """The bytes and the CRC-32 of each working array."""
        self._command = list(command)
        self._done = False
        manifest = folder / MANIFEST
        with told(_("{folder} cannot be written").format(folder=folder)):
            self._made = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            self._held = lock(
                manifest, lambda who: GrundyError("{who} is building the tablebase in {folder}", who=who, folder=folder)
            )
        try:
            self._take()
            self._write_unfinished()
        except BaseException:
            self._held.close()
            raise

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        worth = self._worth()
        if not self._done and not worth:
            self._remove()
        self._held.close()
        if worth and isinstance(error, (TooLarge, NoRoom)):
            raise _kept(error, self.folder, resuming({"command": self._command})) from None

    # ---- what is written

    def part(self, tiers: Sequence[Rows]) -> None:
        """Write some tiers as a part, and return when it is on the disk and noted. O(rows)."""
        number = len(self.parts)
        try:
            found = write_part(self.folder, number, tiers)
        except BaseException:
            for path in self._names(SUFFIX):
                if path.name.startswith(f"{number:04d}-"):
                    path.unlink()
            raise
        settle(self.folder)
        self.parts.append(found)
        self._write_unfinished()

    def mend(self, number: int, tiers: Sequence[Rows]) -> None:
        """Write a part that was damaged again. O(rows)."""
        self.parts[number] = write_part(self.folder, number, tiers)
        settle(self.folder)
        self.broken.remove(number)
        self._write_unfinished()

    def find_broken(self) -> None:
        """Find the finished parts whose files are not as they were written. O(bytes)."""
        self.broken = [number for number, part in enumerate(self.read_parts()) if not part.is_whole()]

    def note(self, **notes: Any) -> None:
        """Keep small data for who goes on with the base."""
        self.notes.update(notes)
        self._write_unfinished()

    def start_anew(self, parts: int | None = None) -> None:
        """Remove all but so many of the parts that are finished; by default all, what was noted, and the working arrays."""
        if parts is None:
            self.notes = {}
        begins = tuple(f"{number:04d}-" for number in range(parts or 0, len(self.parts)))
        self.parts = self.parts[: parts or 0]
        self._write_unfinished()
        for path in self._names(SUFFIX) if parts is not None else self._names(SUFFIX, _WORK):
            if path.suffix == _WORK or path.name.startswith(begins):
                path.unlink()

    def discard(self) -> None:
        """Remove all that was written."""
        self._done = False
        self.parts, self.notes = [], {}
        self._remove()

    def read_parts(self) -> list[Part]:
        """Return the parts that are finished, to be read."""
        sizes = columns.BLOCK, columns.BLOCKS
        with sound(self.folder):
            return [Part(self.folder, number, about, sizes) for number, about in enumerate(self.parts)]

    def work(self, name: str, *arrays: Array) -> None:
        """Keep a working array, in pieces of one type, until it is removed or the base is finished: whole, or as it was."""
        path = self.folder / f"{name}{_WORK}"
        require_room(self.folder, sum(array.nbytes for array in arrays))
        head = {"descr": arrays[0].dtype.str, "fortran_order": False, "shape": (sum(map(len, arrays)),)}
        with told(_("{path} cannot be written").format(path=path)):
            with whole(path, path.with_suffix(".new")) as file:
                np.lib.format.write_array_header_1_0(file, head)
                for array in arrays:
                    file.write(np.ascontiguousarray(array).data)
            self._works[name] = _bytes_and_sum(path)

    def worked(self, name: str) -> Array | None:
        """Return a working array, read from the disk as it is asked; None where there is none."""
        try:
            return np.load(self.folder / f"{name}{_WORK}", mmap_mode="r", allow_pickle=False)
        except FileNotFoundError:
            return None

    def works(self, name: str) -> bool:
        """Return whether a working array is there as it was written: integers one after another. O(bytes)."""
        try:
            if _bytes_and_sum(self.folder / f"{name}{_WORK}") != self._works.get(name):
                return False
            found = self.worked(name)
        except (OSError, ValueError):  # a stranger's file, whose sum was made right
            return False
        return found is not None and found.ndim == 1 and found.dtype == np.int64

    def unwork(self, name: str) -> None:
        """Remove a working array."""
        self._works.pop(name, None)
        (self.folder / f"{name}{_WORK}").unlink(missing_ok=True)

    def finish(self, facts: Manifest) -> None:
        """Say that the base is whole, with facts beside; the notes and working arrays are removed."""
        counts = _summed(self.parts)
        facts = {
            **self.about,
            **facts,
            "columns": [*next((part["columns"] for part in self.parts if part["segments"]), {})],
            "positions": sum(each[1] for each in counts),
            "counts": counts,
            "bytes": sum(column["bytes"] for part in self.parts for column in part["columns"].values()),
        }
        write_manifest(self.folder, {**self._manifest(facts), "complete": True})
        self._done = True
        for path in self._names(_WORK, ".new"):
            path.unlink(missing_ok=True)

    def _manifest(self, facts: Manifest) -> Manifest:
        sizes = {"block": columns.BLOCK, "blocks": columns.BLOCKS}
        return {**facts, **sizes, "command": self._command, "parts": self.parts}

    def _write_unfinished(self) -> None:
        unfinished = {"complete": False, "notes": self.notes, "works": self._works}
        write_manifest(self.folder, {**self._manifest(self.about), **unfinished})

    # ---- what was there before

    def _take(self) -> None:
        """Take the folder: an empty one, or one of an interrupted base that is gone on with; else GrundyError."""
        names = {path.name for path in self.folder.iterdir()} - {f"{MANIFEST}.lock"}
        if names == {f"{MANIFEST}.new"}:  # a build was killed in its first moment
            (self.folder / names.pop()).unlink()
        if MANIFEST in names:
            self._go_on(read_manifest(self.folder, complete=False))
            noted = {f"{number:04d}" for number in range(len(self.parts))}
            for path in self._names(SUFFIX, ".new"):
                if path.name.partition("-")[0] not in noted:
                    path.unlink()
            names = {name for name in names if name != MANIFEST and not name.endswith((SUFFIX, ".new", _WORK))}
        if names:
            with suppress(OSError):  # nothing of ours stays in it
                (self.folder / f"{MANIFEST}.lock").unlink()
            raise GrundyError("{folder} contains something else: a tablebase needs its own folder", folder=self.folder)

    def _go_on(self, found: Manifest) -> None:
        if found["complete"]:
            raise GrundyError(
                "{folder} already contains a tablebase: name another folder, or remove it", folder=self.folder
            )
        if all(found[name] == self.about[name] for name in SAME) and found["block"] == columns.BLOCK:
            self.parts, self.notes, self._works = found["parts"], found["notes"], found.get("works", {})
        elif found["parts"] or found["notes"]:
            raise GrundyError(
                "{folder} contains an unfinished tablebase of {start}: {command} continues it; name another "
                "folder, or remove it",
                folder=self.folder,
                start=found["start"],
                command=resuming(found),
            )

    def _worth(self) -> bool:
        """Whether something is finished that is worth going on with."""
        return bool(self.parts or self.notes)

    def _names(self, *ends: str) -> list[Path]:
        return [path for path in self.folder.iterdir() if path.name.endswith(ends)]

    def _remove(self) -> None:
        """Remove what was written of a base that is not to be, and the folder if it was made for it."""
        with suppress(OSError):
            for path in [self.folder / MANIFEST, *self._names(SUFFIX, _WORK, ".new", ".lock")]:
                path.unlink(missing_ok=True)
            if self._made:
                self.folder.rmdir()


def _kept(error: GrundyError, folder: Path, command: str) -> GrundyError:
    """Return an error that tells also where the work that it ended goes on."""
    found = type(error)(
        N_("{problem}; what is finished stays in {folder}, and {command} continues it"),
        problem=error.said,
        folder=folder,
        command=command,
    )
    if isinstance(error, TooLarge) and isinstance(found, TooLarge):
        found.positions, found.needed = error.positions, error.needed
    return found


def _bytes_and_sum(path: Path) -> list[int]:
    """Return how long a file is, and its CRC-32. O(bytes)."""
    length = found = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            length, found = length + len(piece), zlib.crc32(piece, found)
    return [length, found]


def _summed(parts: list[Any]) -> list[Any]:
    """Return how many positions have each status or score in all parts, with the first of each."""
    found: dict[int, Counted] = {}
    for part in parts:
        for row in part["counts"]:
            each = Counted(*row)
            met = found.get(each.word)
            found[each.word] = each if met is None else met._replace(times=met.times + each.times)
    return [[*found[word]] for word in sorted(found)]
