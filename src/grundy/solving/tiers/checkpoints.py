"""Where a large solve goes on after it was killed: what was explored lies in files, what was solved in parts of the base."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import numpy as np

from grundy.kernels.contract import Ints
from grundy.solving.store.parts import joined
from grundy.solving.store.writing import Writer
from grundy.solving.tiers.exploring import Exploring, Tier
from grundy.solving.tiers.room import Room, file_of
from grundy.solving.tiers.solving import Columns, Solved

PAUSE = 10.0
"""Seconds of work that may be lost."""


class Checkpoints:
    """The files of a solve, and what is noted of them in the manifest of an unfinished tablebase."""

    def __init__(self, writer: Writer, room: Room) -> None:
        self.writer = writer
        self.room = room
        room.files = writer.notes.get("files", 0)
        self._since = time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether so much was done that it should be kept."""
        return time.monotonic() - self._since >= PAUSE

    def keep(self, exploring: Exploring) -> None:
        """Keep what was explored."""
        exploring.put_away()
        tiers = [_told(tier) for tier in exploring.closed]
        waiting = {str(number): _files(runs) for number, runs in exploring.waiting.items()}
        self.writer.note(files=self.room.files, tiers=tiers, waiting=waiting)
        noted = {name for each in (*(tier["files"] for tier in tiers), *waiting.values()) for name, _ in each}
        self.room.forget({f"keys-{number + 1}" for number in range(self.room.files)} - noted)
        self._since = time.monotonic()

    def take_up(self, exploring: Exploring) -> None:
        """Let an exploration go on from what was kept, if anything was, and none of its files is damaged."""
        notes: dict[str, Any] = self.writer.notes
        if "tiers" not in notes:
            return
        names = {
            name for each in (*(t["files"] for t in notes["tiers"]), *notes["waiting"].values()) for name, _ in each
        }
        if not all(map(self.writer.works, names)):
            for gone in ("tiers", "waiting"):
                del notes[gone]
            self.room.forget(names)
            return
        exploring.closed = [self._tier(**told) for told in notes["tiers"]]
        exploring.positions = sum(map(len, exploring.closed))
        exploring.waiting = {int(number): self._blocks(files) for number, files in notes["waiting"].items()}

    def _tier(self, files: Any, reaches: list[int], **told: Any) -> Tier:
        return Tier(blocks=self._blocks(files), reaches=set(reaches), **told)

    def _blocks(self, files: list[tuple[str, list[int]]]) -> list[Ints]:
        return [block for name, lengths in files for block in self.room.cut(name, lengths)]

    # ---- what was solved

    def solved(self, tiers: list[Tier]) -> set[int]:
        """Return the tiers that are in finished parts; those after which a tier is not whole are removed.

        The tiers of parts that were damaged are not among them, and these are named to the writer.
        """
        sizes = {tier.number: len(tier) for tier in tiers}
        kept, whole = 0, set[int]()
        counts = Counter[int]()
        for number, part in enumerate(self.writer.read_parts(), 1):
            for segment in part.segments:
                counts[segment.tier] += segment.size
            if all(count == sizes.get(tier) for tier, count in counts.items()):
                kept, whole = number, set(counts)
        if kept < len(self.writer.parts):
            self.writer.start_anew(kept)
        self.writer.find_broken()
        parts = self.writer.read_parts()
        return whole - {segment.tier for number in self.writer.broken for segment in parts[number].segments}

    def reread(self, number: int) -> Solved:
        """Return a tier that is in a finished part."""
        keys: list[Ints] = []
        columns: list[Columns] = []
        for part in self.writer.read_parts():
            for segment in part.segments:
                if segment.tier == number:
                    for block in part.blocks_of(segment):
                        keys.append(block.keys.astype(np.int64))
                        columns.append(block.columns)
        return Solved(number, [np.concatenate(keys)], [joined(columns)])


def _told(tier: Tier) -> dict[str, Any]:
    return {
        "number": tier.number,
        "files": _files(tier.blocks),
        "moves": tier.moves,
        "inner": tier.inner,
        "widest": tier.widest,
        "reaches": sorted(tier.reaches),
    }


def _files(blocks: list[Ints]) -> list[tuple[str, list[int]]]:
    """Return the files of blocks, with the lengths of theirs."""
    found: dict[str, list[int]] = {}
    for block in blocks:
        name = file_of(block)
        assert name is not None
        found.setdefault(name, []).append(len(block))
    return list(found.items())
