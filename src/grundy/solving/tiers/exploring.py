"""The positions of a large game, tier by tier: options of a tier as sorted runs, which are merged where they meet."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grundy.common import limits
from grundy.common.errors import RulesError
from grundy.kernels.contract import ENDS_NONE, OUTSIDE_KEYS, Ints
from grundy.kernels.levels import FALLS, FOUND, INNER, MOVES, NEXT, WIDEST, absent, expand, once
from grundy.rules.hook_checks import played
from grundy.solving.tiers.room import Room, memory_of, too_large
from grundy.solving.tiers.tables import KeySet
from grundy.solving.tiers.team import Scratch, Slice, Team

if TYPE_CHECKING:
    from grundy.solving.keyed import Keyed

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
