"""The positions of a large game, tier by tier: options of a tier as sorted runs, which are merged where they meet."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import RulesError, TooLarge
from grundy.kernels.contract import ENDS_NONE, OUTSIDE_KEYS, Ints, first_room, in_words
from grundy.kernels.levels import (
    CELL,
    COUNT,
    ENDLESS,
    FALLS,
    FIRST,
    FOUND,
    HIGH,
    INNER,
    LOW,
    MOVES,
    NEXT,
    SHELF,
    SHIFT,
    TIER,
    WIDEST,
    absent,
    enter,
    expand,
    once,
    shelve,
)
from grundy.rules.hook_checks import played
from grundy.solving.store.parts import widened
from grundy.solving.store.writing import Writer
from grundy.solving.tiers.team import Scratch, Slice, Team

if TYPE_CHECKING:
    from grundy.solving.keyed import Keyed


# ---- the memory that a large solve may take: keys that do not fit lie in files beside the base, and are read there

SHARE = 4
"""The part of the memory that keys may take; the rest is for tables, results, and what is worked on."""
LEAST = 64 << 20
"""Bytes without which no solve begins."""


class Room:
    """How many bytes of keys are held in memory, and the files where they are put away."""

    def __init__(self, writer: Writer | None = None) -> None:
        """Put keys away in the folder of a writer; without one there is memory alone. TooLarge where there is too little."""
        self.writer = writer
        self.total = limits.memory() - process_bytes()
        """The bytes that are left of those that this process may take."""
        if self.total < LEAST:
            raise too_large(limits.memory() - self.total + LEAST)
        self.allowed = self.total // SHARE
        if limits.memory(0):  # glibc's library keeps no large arrays that were freed; it takes a little longer
            with suppress(OSError, AttributeError, TypeError):
                ctypes.CDLL(None).mallopt(-3, 1 << 20)  # M_MMAP_THRESHOLD
        self.held = 0
        self.files = 0
        """How many files were made, which numbers the next."""

    @property
    def is_short(self) -> bool:
        """Whether keys should be put away."""
        return self.held > self.allowed

    def take(self, keys: Ints) -> Ints:
        """Take note of keys that are held from now on."""
        self.held += memory_of(keys)
        return keys

    def give(self, arrays: Iterable[Ints]) -> None:
        """Take note of keys that are held no more."""
        self.held -= sum(map(memory_of, arrays))

    def put_away(self, blocks: Sequence[Ints]) -> list[Ints]:
        """Return blocks of keys as they lie in a file, where they are from now on; TooLarge where there are no files."""
        if self.writer is None:
            raise too_large(self.held * SHARE)
        self.files += 1
        name = f"keys-{self.files}"
        self.writer.work(name, *blocks)
        self.give(blocks)
        return self.cut(name, list(map(len, blocks)))

    def cut(self, name: str, lengths: Sequence[int]) -> list[Ints]:
        """Return the blocks of a file."""
        assert self.writer is not None
        held = self.writer.worked(name)
        assert held is not None
        ends = np.cumsum(lengths).tolist()
        return [held[end - length : end] for length, end in zip(lengths, ends, strict=True)]

    def forget(self, names: Iterable[str]) -> None:
        """Remove files."""
        assert self.writer is not None
        for name in names:
            self.writer.unwork(name)


def file_of(keys: Ints) -> str | None:
    """Return the name of the file where keys lie, None where they are in memory."""
    if isinstance(keys, np.memmap) and keys._mmap is not None:  # pyright: ignore  # a copy is of this class too
        return Path(str(keys.filename)).stem
    return None


def memory_of(keys: Ints) -> int:
    """Return the bytes of memory that keys take, 0 where they lie in a file."""
    return keys.nbytes if file_of(keys) is None else 0


def give_back() -> None:
    """Give memory that is free back to the system, where its library (glibc's) keeps it for this process."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def process_bytes() -> int:
    """Return the bytes of memory that this process takes by now, 0 where the system does not say."""
    try:
        resident, shared = Path("/proc/self/statm").read_text(encoding="ascii").split()[1:3]
    except OSError:
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


def too_large(needed: int) -> TooLarge:
    """Return what is told where so many bytes are not to be had."""
    return TooLarge(
        "the solver would need at least {wanted} to go on: more than the {allowed} allowed",
        wanted=in_words(needed),
        allowed=in_words(limits.memory()),
        needed=needed,
    )


# ----


# ---- tables of tiers

Array = NDArray[Any]
Columns = dict[str, Array]
"""What is known of the positions of a block, beside their keys: ``status`` and perhaps ``grundy``, or ``score``."""
FULLEST = 0.6
"""The share of a hashed table that is used at most."""
CELLS = 4
"""Keys for which an index has a cell, at least; where keys are unevenly spread, more of them share one."""
BEYOND = 1 << 62
"""A number above all keys."""


class KeySet:
    """A hashed table of keys, which threads fill together."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.used = 0
        self.table = np.zeros(first_room(1 << 10, 4), np.int64)

    @staticmethod
    def bytes_for(keys: int) -> int:
        """Return the bytes of a table with room for so many."""
        return 8 * (int(keys / FULLEST) + 2)

    def add(self, blocks: Sequence[Ints]) -> None:
        """Enter blocks of keys, none of them there already."""
        more = sum(map(len, blocks))
        if self.used + more > FULLEST * self.table.size:
            held = self.table[self.table != 0] - 1
            self.table = np.zeros(self.bytes_for(2 * (self.used + more)) // 8, np.int64)
            self._enter([held])
        self._enter(blocks)
        self.used += more

    def _enter(self, blocks: Sequence[Ints]) -> None:
        def work(job: Slice, _: Scratch) -> None:
            enter(np.asarray(job.block), job.begin, job.end, self.table)

        for _done in self.team.each(work, self.team.slices(blocks)):
            pass


class Places:
    """Results with a place for each key."""

    shelves = index = keys = np.zeros(0, np.int64)

    def __init__(self, team: Team, names: Iterable[str], dtype: Any, box: int) -> None:
        self.team = team
        self.dtype = np.dtype(dtype)
        self.columns = {name: np.full(box, _nothing(name, self.dtype), dtype) for name in names}

    def widen(self, dtype: Any) -> None:
        """Take more bytes for results."""
        self.dtype = np.dtype(dtype)
        for name, array in self.columns.items():
            self.columns[name] = widened(array, dtype, _nothing(name, array.dtype), _nothing(name, self.dtype))

    def add(self, blocks: Sequence[Ints], columns: Sequence[Columns]) -> None:
        """Enter the results of a tier."""

        def work(number: int, _: Scratch) -> None:
            for name, array in columns[number].items():
                self.columns[name][blocks[number]] = _present(name, array)

        for _done in self.team.each(work, range(len(blocks))):
            pass


class Shelves:
    """Sorted keys of some tiers with their results, and an index of each (see `grundy.kernels.levels`).

    Attributes:
        keys, columns: the keys, tier after tier, and what is known of each.
        index: the cells of all tiers.
        shelves: what is told of each tier, in the order of their numbers.
    """

    def __init__(self, team: Team, names: Iterable[str], dtype: Any) -> None:
        self.team = team
        self.dtype = np.dtype(dtype)
        self._names = tuple(names)
        self._make(first_room(1 << 10), first_room(1 << 8))
        self.clear(())

    def _make(self, room: int, cells: int) -> None:
        self.keys = np.empty(room, np.int64)
        self.index = np.empty(cells, np.int64)
        self.columns: Columns = {name: np.empty(room, self.dtype) for name in self._names}

    def bytes_for(self, keys: int) -> int:
        """Return the bytes of shelves with room for so many."""
        return keys * (8 + self.dtype.itemsize * len(self._names)) + 8 * (keys // CELLS + 2)

    def widen(self, dtype: Any) -> None:
        """Take more bytes for results."""
        self.dtype = np.dtype(dtype)
        self.columns = {name: array.astype(dtype) for name, array in self.columns.items()}

    def clear(self, sizes: Sequence[int]) -> None:
        """Empty them, with room for tiers of so many keys."""
        room, cells = sum(sizes), sum(size // CELLS + 2 for size in sizes)
        if room > len(self.keys) or cells > len(self.index):
            self._make(0, 0)  # the old ones are freed before
            self._make(room, max(cells, 2))
        self.used = self._cells = 0
        self.shelves = np.zeros(0, np.int64)
        self.index[:2] = 0  # these are read for a key without a cell

    def has_room(self, more: int) -> bool:
        """Return whether a tier of so many keys can be added."""
        return self.used + more <= len(self.keys) and self._cells + more // CELLS + 2 <= len(self.index)

    def add(
        self, tier: int, blocks: Sequence[Ints], columns: Sequence[Columns] = (), ends: tuple[int, int] = (0, BEYOND)
    ) -> int:
        """Put the sorted keys of a tier on a shelf of their own, for which there is room; return the place of the first.

        ``columns``: what is known of them, if anything is. ``ends``: from which key up to which all of the tier are here.
        """
        blocks = [np.asarray(block) for block in blocks if len(block)]
        columns = [each for each in columns if len(next(iter(each.values())))]
        shelf = self._shelf(tier, blocks, ends)
        begin = self.used
        places = np.cumsum([begin, *map(len, blocks)]).tolist()
        number = {id(block): i for i, block in enumerate(blocks)}

        def work(job: Slice, _: Scratch) -> None:
            i = number[id(job.block)]
            before = job.block[job.begin - 1] if job.begin else blocks[i - 1][-1] if i else None
            cell = -1 if before is None else int(before - shelf[FIRST]) >> int(shelf[SHIFT])
            place = places[i] + job.begin
            shelve(job.block, job.begin, job.end, place, shelf, cell, self.keys, self.index)
            for name, array in columns[i].items() if columns else ():
                self.columns[name][place : place + job.end - job.begin] = _present(name, array[job.begin : job.end])

        for _done in self.team.each(work, self.team.slices(blocks)):
            pass
        self.used = places[-1]
        self._cells += int(shelf[COUNT]) + 1
        self.index[self._cells - 1] = self.used
        rows = [*self.shelves.reshape(-1, SHELF), shelf]
        self.shelves = np.concatenate(sorted(rows, key=lambda row: row[TIER]))
        return begin

    def _shelf(self, tier: int, blocks: Sequence[Ints], ends: tuple[int, int]) -> Ints:
        """Return what is told of a shelf for such keys."""
        first, last = (int(blocks[0][0]), int(blocks[-1][-1])) if blocks else (0, 0)
        most = max(sum(map(len, blocks)) // CELLS, 1)
        shift = max((last - first).bit_length() - most.bit_length() + 1, 0)
        shelf = np.zeros(SHELF, np.int64)
        shelf[[TIER, LOW, HIGH, FIRST, SHIFT]] = tier, *ends, first, shift
        shelf[[CELL, COUNT]] = self._cells, (last - first >> shift) + 1 if blocks else 0
        return shelf


def _nothing(name: str, dtype: Any) -> int:
    """Return what stands where there is no result."""
    return int(np.iinfo(dtype).min) if name == "score" else 0


def _present(name: str, values: Array) -> Array:
    """Return results as they stand where they are looked up: a status of 0 is what is not there."""
    return np.where(values == 0, np.array(ENDLESS, values.dtype), values) if name == "status" else values


# ---- exploring

MERGED = 1 << 20
"""Keys that are sorted at once."""
SAMPLED = 4_000
"""Positions by which it is said how long a rule takes."""
SAMPLES = 64
"""Keys of a run that tell where the ranges of a merge begin."""


@dataclass
class Tier:
    """The positions of a tier: blocks of sorted keys, one above the other, and what their options told.

    ``inner``: how many options are of the same tier; ``widest``: the most options of a position; ``reaches``: the later
    tiers of its options.
    """

    number: int
    blocks: list[Ints] = field(default_factory=list[Ints])
    moves: int = 0
    inner: int = 0
    widest: int = 0
    reaches: set[int] = field(default_factory=set[int])

    def __len__(self) -> int:
        return sum(map(len, self.blocks))


def put_away(tiers: Iterable[Tier], room: Room) -> None:
    """Put the keys of tiers that are in memory into files."""
    for tier in tiers:
        if any(map(memory_of, tier.blocks)):
            tier.blocks = room.put_away(tier.blocks)


class _Options(NamedTuple):
    """What the options of a slice are: sorted keys by tier, and counts."""

    runs: dict[int, Ints]
    moves: int
    inner: int
    widest: int


class Exploring:
    """The tiers that were met, and what is known of those to come.

    Attributes:
        closed: the tiers whose positions are all known, from the first on.
        waiting: sorted runs of keys of those to come.
        positions: how many are in closed tiers.
    """

    def __init__(self, keyed: Keyed, team: Team, start: tuple[int, int], room: Room, *, direct: bool) -> None:
        """Begin with the tier and the key of a position; ``direct``: a bit for each key tells whether it was met."""
        self.tell: Callable[[int], object] = limits.check
        self.keyed = keyed
        self.team = team
        self.room = room
        self.met = np.zeros(keyed.box // 8 + 1 if direct else 0, np.uint8)
        self.closed: list[Tier] = []
        self.waiting: dict[int, list[Ints]] = {start[0]: [np.array([start[1]], np.int64)]}
        self.positions = 0

    def close(self) -> None:
        """Find all positions of the first tier that waits, and their options; RulesError where a move leads back."""
        tier = Tier(min(self.waiting))
        fresh = self._merged(self.waiting.pop(tier.number))
        known: KeySet | None = None
        met = 0
        while True:
            tier.blocks.extend(fresh)
            met += sum(map(len, fresh))
            self._expand(tier, fresh, met)
            inner = self.waiting.pop(tier.number, [])
            if not inner:
                break
            known = known or KeySet(self.team)
            if (needed := KeySet.bytes_for(2 * met)) > self.room.total:
                raise too_large(needed)
            known.add(fresh)
            fresh = self._unknown(inner, known)
        tier.reaches.discard(tier.number)
        if known is not None:
            tier.blocks = self._merged(tier.blocks)
        self.closed.append(tier)
        self.positions += met

    def _expand(self, tier: Tier, fresh: list[Ints], met: int) -> None:
        """Let the options of some positions of a tier wait, of which so many are known."""

        def work(job: Slice, scratch: Scratch) -> _Options:
            return self.options(job, scratch, tier.number)

        for options in self.team.each(work, self.team.slices(fresh)):
            tier.moves += options.moves
            tier.inner += options.inner
            tier.widest = max(tier.widest, options.widest)
            tier.reaches.update(options.runs)
            for number, run in options.runs.items():
                self.waiting.setdefault(number, []).append(self.room.take(run))
            self.tell(self.positions + met)
            if self.room.is_short:
                self.put_away()

    def put_away(self) -> None:
        """Put the keys of closed tiers, and of those to come, into files."""
        put_away(self.closed, self.room)
        for number, runs in self.waiting.items():
            held = [run for run in runs if memory_of(run)]
            if held:
                away = [run for run in runs if not memory_of(run)]
                self.waiting[number] = away + self.room.put_away(self._merged(held))

    def _unknown(self, runs: list[Ints], known: KeySet) -> list[Ints]:
        """Return the keys of runs that a table does not know, in blocks."""

        def sift(block: Ints, _: Scratch) -> Ints:
            mine = np.array(block)
            return mine[: absent(mine, known.table)].copy()

        merged = self._merged(runs)
        found = [self.room.take(block) for block in self.team.each(sift, merged) if len(block)]
        self.room.give(merged)
        return found

    def options(self, job: Slice, scratch: Scratch, tier: int) -> _Options:
        """Return the options of a slice."""
        given = (*self.keyed.rule, np.asarray(job.block), job.end, tier)

        def kernel(at: Ints) -> int:
            met = scratch.recent, self.met
            return expand(*given, scratch.state, scratch.out, *met, scratch.found, scratch.tiers, at)

        at = scratch.work(job, kernel, lambda code, at: _refused(code, self.keyed, job, at))
        count = int(at[FOUND])
        return _Options(_by_tier(scratch, count), int(at[MOVES]), int(at[INNER]), int(at[WIDEST]))

    def _merged(self, runs: Sequence[Ints]) -> list[Ints]:
        """Return the keys of sorted runs, which are held no more, each once, as sorted blocks one above the other."""
        total = sum(map(len, runs))
        if len(runs) == 1:
            return list(runs)
        made: list[Ints] = []
        away = 0
        for block in self._blocks(runs, total):
            made.append(self.room.take(block))
            if self.room.is_short:
                made[away:] = self.room.put_away(made[away:])
                away = len(made)
        self.room.give(runs)
        return made

    def _blocks(self, runs: Sequence[Ints], total: int) -> Iterator[Ints]:
        most = min(MERGED, self.team.share(total)) if self.team.threads > 1 else MERGED
        if total <= most:
            return self.team.each(lambda all_runs, scratch: sorted_once(np.concatenate(all_runs), scratch), [runs])
        samples = np.concatenate([run[:: max(1, len(run) // SAMPLES)] for run in runs])
        samples.sort()
        ranges = -(-total // most)
        cuts = np.unique(samples[np.arange(1, ranges) * len(samples) // ranges])
        places = [[0, *np.searchsorted(run, cuts).tolist(), len(run)] for run in runs]
        jobs = range(len(cuts) + 1)

        def block(number: int, scratch: Scratch) -> Ints:
            pieces = [run[at[number] : at[number + 1]] for run, at in zip(runs, places, strict=True)]
            return sorted_once(np.concatenate(pieces), scratch)

        return (made for made in self.team.each(block, jobs) if len(made))


def _by_tier(scratch: Scratch, count: int) -> dict[int, Ints]:
    """Return what `expand` wrote, sorted, each key once, by tier."""
    if not count:
        return {}
    tiers, found = scratch.tiers[:count], scratch.found[:count]
    first, last = int(tiers.min()), int(tiers.max())
    if first == last:
        return {first: found[: once(found, scratch.gains[:count], scratch.digits)].copy()}
    return {number: sorted_once(found[tiers == number], scratch) for number in np.unique(tiers).tolist()}


def sorted_once(keys: Ints, scratch: Scratch) -> Ints:
    """Return keys in order, each once; the array is used up. O(n)."""
    count = once(keys, np.empty_like(keys), scratch.digits)
    return keys if count == len(keys) else keys[:count].copy()


class Outside(Exception):
    """An option has no key: wider keys are wanted."""

    def __init__(self, key: int) -> None:
        super().__init__(key)
        self.key = key


def _refused(code: int, keyed: Keyed, job: Slice, at: Ints) -> Exception | None:
    """Return what is wrong where the kernel refuses the options of a key; None where it does not."""
    if code not in (FALLS, ENDS_NONE, OUTSIDE_KEYS):
        return None
    key = int(job.block[at[NEXT]])
    if code == OUTSIDE_KEYS:
        return Outside(key)
    name = keyed.ruleset.name
    if code == ENDS_NONE:
        return RulesError("the key {key} that {name} gives to a position belongs to none", key=key, name=name)
    position = keyed.ruleset.describe(keyed.state(key))
    return RulesError("a move of {name} at {position} leads back to an earlier tier", name=name, position=position)


def seconds_each(keyed: Keyed) -> float:
    """Return about how long a rule takes for the options of a position, by those of plays by lot."""
    keys = [keyed.key(state) for state in islice(played(keyed.ruleset, keyed.start), SAMPLED)]
    block = np.array([key for key in keys if key is not None], np.int64)
    team = Team(keyed.record, 1)
    exploring = Exploring(keyed, team, (0, 0), Room(), direct=False)
    took = 0.0
    for end in (1, len(block), len(block)):  # at first the kernels are loaded
        begun = time.perf_counter()
        for _found in team.each(lambda job, scratch: exploring.options(job, scratch, -1), [Slice(block, 0, end)]):
            took = time.perf_counter() - begun
    return took / len(block)
