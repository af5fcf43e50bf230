"""Large games solved tier by tier: forward for the positions, backward for their results, on all cores."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.kernels.contract import Ints, Loopy, Unfit
from grundy.rules.ruleset import Ruleset
from grundy.solving.comparing import rederive, spread
from grundy.solving.keyed import Keyed, keyed
from grundy.solving.results import TIED, Options, Table, teller
from grundy.solving.store.parts import joined
from grundy.solving.tiers.exploring import Exploring, Outside, Room, Tier, file_of, give_back
from grundy.solving.tiers.solving import Columns, Solved, Solving
from grundy.solving.tiers.team import Team

if TYPE_CHECKING:
    from grundy.solving.store.writing import Writer


# ---- where a large solve goes on after it was killed: what was explored lies in files, what was solved in parts of
# the base

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


# ----


DIRECT = 1 << 27
"""Keys up to which positions are found by a place for each key, and not in a hashed table: 3 to 9 bytes a key."""


class Backward:
    """The tiers of a game that were explored, solved from the last on: here (`TierSolve`), or by a crew."""

    tiers: list[Tier]

    def __len__(self) -> int:
        return sum(map(len, self.tiers))

    def backward(
        self,
        earliest: dict[int, int],
        finished: set[int],
        solve: Callable[[Tier, list[Solved]], Solved],
        take: Callable[[Tier, list[Solved]], Solved],
    ) -> Iterator[Solved]:
        """Iterate over the tiers that are not finished, as ``solve`` gives them, told the later ones that are asked for.

        ``take`` gives in the same way the finished ones that others ask for.
        """
        left = [tier for tier in self.tiers if tier.number not in finished]
        last = max((tier.number for tier in left), default=-1)
        count = len(self)
        done = count - sum(map(len, left))
        later: list[Solved] = []
        for tier in reversed(self.tiers):
            later = [each for each in later if earliest[each.number] <= tier.number]
            asked = earliest.get(tier.number, tier.number)
            if tier.number not in finished:
                solved = solve(tier, later)
                done += len(tier)
                limits.check(done, "positions", count)
                yield solved
            elif asked <= last and asked < tier.number:
                solved = take(tier, later)
            else:
                continue
            if asked < tier.number:
                later.append(solved)


class TierSolve(Backward):
    """All that can be reached from a start, explored and then solved. Used with ``with``, which ends its threads.

    Where a ``writer`` is given, what was explored is kept in its folder every ten seconds, and where the memory allowed is
    short; tiers that its parts hold already are not solved again.
    """

    def __init__(
        self, keyed: Keyed, *, misere: bool = False, threads: int | None = None, writer: Writer | None = None
    ) -> None:
        self.keyed = keyed
        self.misere = misere
        self.room = Room(writer)
        self.desk = None if writer is None else Checkpoints(writer, self.room)
        self.team = Team(keyed.record, threads)
        self._direct = keyed.box <= min(DIRECT, self.room.total // 64)
        self.tiers: list[Tier] = []

    def __enter__(self) -> TierSolve:
        return self

    def __exit__(self, *problem: object) -> None:
        self.team.close()

    def explore(self, tell: Callable[[int], object] = limits.check) -> None:
        """Find all positions; ``tell`` is told how many by now, and keeps the limits.

        RulesError where a move leads to an earlier tier, TooLarge past the memory, `Outside` where a position has no key.
        """
        state = self.keyed.start
        key = self.keyed.key(state)
        assert key is not None
        start = self.keyed.tier(state), key
        exploring = Exploring(self.keyed, self.team, start, self.room, direct=self._direct)
        exploring.tell = tell
        if self.desk is not None:
            self.desk.take_up(exploring)
        while exploring.waiting:
            exploring.close()
            tell(exploring.positions)
            if self.desk is not None and self.desk.is_due:
                self.desk.keep(exploring)
        self.tiers = exploring.closed
        give_back()
        self._direct = self._direct and not any(tier.inner for tier in self.tiers)

    def solve(self, *, grundy: bool = False) -> Iterator[Solved]:
        """Iterate over the tiers with their results, from the last on, without those of parts that are finished.

        Loopy where Grundy values are wanted of play that need not end; TooLarge past the memory.
        """
        solving = Solving(self.keyed, self.team, self.room, misere=self.misere, grundy=grundy, direct=self._direct)
        earliest = earliest_asking(self.tiers)
        finished: set[int] = set() if self.desk is None else self.desk.solved(self.tiers)

        def solve(tier: Tier, later: list[Solved]) -> Solved:
            return solving.solve(tier, later, earliest)

        def take(tier: Tier, later: list[Solved]) -> Solved:
            assert self.desk is not None
            solved = self.desk.reread(tier.number)
            solving.remember(solved, later, earliest)
            return solved

        for solved in self.backward(earliest, finished, solve, take):
            yield solved
            give_back()


def earliest_asking(tiers: list[Tier]) -> dict[int, int]:
    """Return of each tier that others lead to the earliest that does."""
    found: dict[int, int] = {}
    for tier in reversed(tiers):
        for number in tier.reaches:
            found[number] = tier.number
    return found


# ---- what a search leaves behind of a large game with tiers: solved on all processors, looked up by key


def solved(ruleset: Ruleset, start: Any, options: Options, *, misere: bool = False) -> TierTable | None:
    """Solve every position reachable from a start tier by tier; None where there are no keys, or too little memory for it.

    About 12 bytes a position in the end, and 10 to 40 while it runs. Unfit where Python's options give another result.
    """
    made = keyed(ruleset, start, told=False)
    grundy = not (misere or ruleset.scoring or ruleset.only_outcomes)
    while made is not None:
        try:
            work = TierSolve(made, misere=misere)
        except TooLarge:
            return None
        try:
            with work:
                work.explore(teller(options))
                table = TierTable(made, list(work.solve(grundy=grundy)))
            chosen = np.arange(table.positions) << 2 if table.scoring else table.columns["status"]
            states = [made.state(int(table.keys[place])) for place in spread(chosen)]
            rederive(ruleset, table, states, misere=misere)
            return table
        except Outside as problem:
            made = made.wider(problem.key)
        except Unfit as problem:
            made = made.again(problem)
        except Loopy:
            grundy = False
    return None


class TierTable(Table):
    """Sorted keys of each tier, with the results beside."""

    def __init__(self, made: Keyed, tiers: list[Solved]) -> None:
        self.made = made
        self.loopy = any(tier.loopy for tier in tiers)
        self.scoring = made.scoring
        ends = np.cumsum([0, *map(len, tiers)]).tolist()
        self._ranges = {tier.number: (ends[i], ends[i + 1]) for i, tier in enumerate(tiers)}
        self.positions = ends[-1]
        self.columns = joined([columns for tier in tiers for columns in tier.columns])
        self.ties = not self.scoring and bool((self.columns["status"] & 3 == TIED).any())
        self.keys = np.concatenate([block for tier in tiers for block in tier.blocks])

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        key = self.made.encode(state)
        if key is not None:
            low, high = self._ranges.get(self.made.tier(state), (0, 0))
            place = low + int(np.searchsorted(self.keys[low:high], key[0]))
            if place < high and self.keys[place] == key[0]:
                return place
        raise KeyError(state)
