"""A worker's part of a large solve: its share of the positions of every tier, of which each key has one owner.

Nothing here knows how arrays come from one worker to another. A call gives one array or dictionary of arrays for each
owner, and the next call of the other worker is given them.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from grundy.common import limits
from grundy.common.limits import Limits
from grundy.kernels.contract import Ints
from grundy.kernels.levels import match
from grundy.solving.keyed import Keyed
from grundy.solving.store.parts import joined
from grundy.solving.tiers.exploring import Exploring, KeySet, Places, Room, Shelves, Tier
from grundy.solving.tiers.solving import Array, Columns, Solved, Solving
from grundy.solving.tiers.team import Team

R = TypeVar("R")
Parcel = dict[int, Ints]
"""Sorted keys by tier, of one owner."""
Known = dict[int, Columns]
"""What is known of the keys of a parcel, in their order."""
Sample = tuple[Ints, int]
"""Some of so many sorted keys, evenly chosen."""
SAMPLES = 512
"""Keys of a sample."""
NOTHING = np.zeros(0, np.int64)


def bounds_of(samples: Sequence[Sample], shares: int) -> Ints:
    """Return the keys with which the shares of all but the first owner begin, so that all have about as many.

    >>> bounds_of([(np.array([0, 10, 20, 30]), 400), (np.array([35]), 100)], 2).tolist()
    [20]
    """
    keys = np.concatenate([some for some, _ in samples])
    weights = np.concatenate([np.full(len(some), count / len(some)) for some, count in samples])
    order = np.argsort(keys, kind="stable")
    below = np.cumsum(weights[order])
    wanted = below[-1] * np.arange(1, shares) / shares
    return keys[order][np.searchsorted(below, wanted, side="right")]


def cut(keys: Ints, bounds: Ints) -> list[Ints]:
    """Return the keys of each owner. O(owners log keys).

    >>> [part.tolist() for part in cut(np.arange(6), np.array([2, 2]))]
    [[0, 1], [], [2, 3, 4, 5]]
    """
    return np.split(keys, np.searchsorted(keys, bounds))


class _Options(Exploring):
    """The options of a worker's positions, by tier."""

    def __init__(self, keyed: Keyed, team: Team, *, direct: bool) -> None:
        super().__init__(keyed, team, (0, 0), Room(), direct=direct)
        self.waiting.clear()

    def forget(self) -> None:
        """Forget which options were written not long ago: they are wanted again."""
        for scratch in self.team.scratch:
            scratch.recent[:] = 0

    def wait(self, found: Parcel) -> None:
        """Let keys wait until their tier is dealt out."""
        for number, keys in found.items():
            self.waiting.setdefault(number, []).append(self.room.take(keys))

    def dealt(self, number: int) -> Ints:
        """Return the keys of a tier that wait; they do so no more."""
        runs = self.waiting.pop(number, [])
        merged = self._merged(runs) if runs else []
        self.room.give(merged)
        return _joined(merged)

    def fresh(self, runs: list[Ints], known: KeySet | None) -> list[Ints]:
        """Return the keys of sorted runs, each once, without those that a table knows."""
        runs = [self.room.take(run) for run in runs if len(run)]
        if known is not None and runs:
            return self._unknown(runs, known)
        return [np.array(runs[0])] if len(runs) == 1 else self._merged(runs) if runs else []

    def of(self, tier: Tier, blocks: list[Ints], least: int) -> Parcel:
        """Return the options of some positions, those of earlier tiers than ``least`` left out."""
        self.forget()
        others, self.waiting = self.waiting, {}
        try:
            self._expand(tier, blocks, len(tier))
            return {number: self.dealt(number) for number in sorted(self.waiting) if number >= least}
        finally:
            self.waiting = others


class _Results(Solving):
    """The results of a worker's positions, from what it was told of their options."""

    def of(self, tier: Tier, later: list[Solved]) -> Solved:
        """Solve some positions of a tier; ``later`` has all their options of other tiers."""
        if isinstance(self.later, Places):
            for each in later:
                self.keep(each)
        elif later and not tier.inner and not self._are_divided(later):
            self._enter(later)
        return self.solve(tier, later, {})

    def keep(self, solved: Solved) -> None:
        """Keep results where there is a place for each key."""
        if isinstance(self.later, Places):
            if any(array.dtype.itemsize > self.dtype.itemsize for each in solved.columns for array in each.values()):
                self._widen()
            self._remember(solved, [], anew=False)

    def known(self, solved: Solved | None, keys: Ints) -> Columns:
        """Return what is known of keys, all of one tier."""
        if isinstance(self.later, Places):
            return {name: array[keys] for name, array in self.later.columns.items()}
        assert solved is not None
        return {name: matched(solved.blocks[0], array, keys) for name, array in solved.columns[0].items()}


class Worker:
    """One worker, the owner of a share of all keys, on one core.

    Attributes:
        messages: how many parcels, answers and columns it gave to others.
        bytes: the bytes of their arrays.
    """

    def begin(self, made: bytes, share: int, shares: int, misere: bool, memory: int) -> None:
        """Take a share of the positions of a keyed rule, as it is pickled, and so many bytes of memory."""
        self.share, self.shares, self.misere = share, shares, misere
        self.limits = Limits(memory=memory)
        self.messages = self.bytes = 0
        self.since = time.process_time()
        self.keyed: Keyed = pickle.loads(made)
        self.team = Team(self.keyed.record, 1)
        self.kept: dict[int, Parcel] = {}

    def ready(self) -> int:
        """Return the number of its process, which who does not live cannot."""
        return os.getpid()

    def counted(self) -> tuple[int, int, float]:
        """Return how many messages it gave to others, their bytes, and the seconds that its core worked."""
        return self.messages, self.bytes, time.process_time() - self.since

    # ---- forward

    def explore(self, direct: bool, start: Parcel) -> None:
        """Begin with some positions that wait; ``direct``: a bit for each key tells whether it was met."""
        self.options = self._within(lambda: _Options(self.keyed, self.team, direct=direct))
        self.options.wait(start)
        self.number, self.last = -1, list[Ints]()
        self.kept = {}
        self.room = 0 if direct else self.options.room.allowed // 8

    def deal(self, number: int, bounds: Ints) -> tuple[Any, ...]:
        """Return, for each owner, the options of a tier that wait here: a share is from one of the bounds to the next."""
        parts = cut(self._within(lambda: self.options.dealt(number)), bounds)
        self.mine, parts[self.share] = parts[self.share], NOTHING
        return self._sent(*parts)

    def own(self, keys: Ints) -> None:
        """Take what was found of a tier so far, where its bounds are others than they were."""
        self.options.room.give(self.last)
        self.last, self.known = list[Ints](), KeySet(self.team)
        self.known.add([keys])

    def expand(self, number: int, least: int, keys: Ints | None, *inbox: Ints) -> tuple[Any, ...]:
        """Return what is told of the fresh positions of a tier, and these; their options wait.

        The positions are those that were dealt here, or ``keys``; a second call for one tier goes on with what the first
        one found.
        """
        return self._within(lambda: self._expand(number, least, keys, inbox))

    def _expand(self, number: int, least: int, keys: Ints | None, inbox: Sequence[Ints]) -> tuple[Any, ...]:
        anew = number != self.number
        if anew:
            self.number, self.known = number, None
        elif self.last:
            self.known = self.known or KeySet(self.team)
            self.known.add(self.last)
        self.options.room.give(self.last)
        self.last = self.options.fresh([self.mine, *inbox] if keys is None else [keys], self.known)
        tier = Tier(number)
        found = self.options.of(tier, self.last, least)
        self.options.wait(found)
        if anew and keys is None:
            self._keep_options(number, found)
        else:
            self.kept.pop(number, None)
        samples = {to: (some[:: -(-len(some) // SAMPLES)].copy(), len(some)) for to, some in found.items()}
        told = (tier.moves, tier.inner, tier.widest, sorted(tier.reaches), samples, sum(map(len, self.last)))
        return self._sent(told, _joined(self.last) if keys is None else NOTHING)

    def _keep_options(self, number: int, found: Parcel) -> None:
        """Keep options that are asked for backward, as long as there is room. Those of a tier with moves inside are not."""
        needed = sum(map(len, found.values()))
        if 0 < needed <= self.room:
            self.room -= needed
            self.kept[number] = found

    # ---- backward

    def solve(self, grundy: bool, direct: bool) -> None:
        """Begin with no result; ``direct``: there is a place for each key."""

        def begin() -> _Results:
            self.options = _Options(self.keyed, self.team, direct=direct)
            room = self.options.room
            return _Results(self.keyed, self.team, room, misere=self.misere, grundy=grundy, direct=direct)

        self.results = self._within(begin)
        self.solved: dict[int, Solved] = {}

    def take(self, number: int, keys: Ints, columns: Columns) -> None:
        """Take results of its share of a tier."""
        self._keep(Solved(number, [np.array(keys)], [{name: np.array(array) for name, array in columns.items()}]))

    def _keep(self, solved: Solved) -> None:
        self.results.keep(solved)
        if isinstance(self.results.later, Shelves):
            self.solved[solved.number] = solved

    def ask(self, number: int, keys: Ints, bounds: dict[int, Ints]) -> tuple[Any, ...]:
        """Return the options of positions of a tier whose results are wanted, for each owner.

        ``bounds``: those of the later tiers that this one or an earlier one leads to; all others are forgotten.
        """
        return self._within(lambda: self._ask(number, keys, bounds))

    def _ask(self, number: int, keys: Ints, bounds: dict[int, Ints]) -> tuple[Any, ...]:
        self.solved = {each: solved for each, solved in self.solved.items() if each in bounds}
        self.tier = Tier(number, [np.array(keys)])
        options = self.kept.pop(number, None)
        if options is None:
            options = self.options.of(self.tier, self.tier.blocks, number + 1)
        self.asked: list[Parcel] = [{} for _ in range(self.shares)]
        for to, wanted in options.items():
            for parcel, part in zip(self.asked, cut(wanted, bounds[to]), strict=True):
                if len(part):
                    parcel[to] = part
        return self._sent(*({} if share == self.share else parcel for share, parcel in enumerate(self.asked)))

    def answer(self, *asked: Parcel) -> tuple[Any, ...]:
        """Return what is known of the keys that each worker asks for."""
        return self._sent(*map(self._known, asked))

    def _known(self, parcel: Parcel) -> Known:
        return {number: self.results.known(self.solved.get(number), keys) for number, keys in parcel.items()}

    def settle(self, keep: bool, *answers: Known) -> tuple[Columns, bool]:
        """Return the results of the positions that it asked for, and whether play need not end."""
        return self._within(lambda: self._settle(keep, answers))

    def _settle(self, keep: bool, answers: Sequence[Known]) -> tuple[Columns, bool]:
        later: dict[int, Solved] = {}
        for share, parcel in enumerate(self.asked):
            if share == self.share and isinstance(self.results.later, Places):
                continue  # they are there
            known = self._known(parcel) if share == self.share else answers[share]
            for number, keys in parcel.items():
                each = later.setdefault(number, Solved(number, [], []))
                each.blocks.append(keys)
                each.columns.append(known[number])
        solved = self.results.of(self.tier, [*later.values()])
        if keep:
            self._keep(solved)
        columns = joined(solved.columns)
        return self._sent(columns, solved.loopy)

    # ---- both

    def _within(self, work: Callable[[], R]) -> R:
        """Work within the memory that it may take."""
        with limits.keeping(self.limits):
            return work()

    def _sent(self, first: Any, *more: Any) -> Any:
        """Return what is given to others, one thing by itself, and take note of it."""
        for each in (first, *more):
            if size := _size(each):
                self.messages += 1
                self.bytes += size
        return (first, *more) if more else first


def matched(held: Ints, values: Array, keys: Ints) -> Array:
    """Return the values of some of the keys that are held, both sorted. O(keys log(held / keys)).

    >>> matched(np.array([2, 3, 5, 8]), np.array([7, 1, 0, 4]), np.array([3, 8])).tolist()
    [1, 4]
    """
    found = np.empty(len(keys), values.dtype)
    bits = f"u{values.itemsize}"
    count = match(held, values.view(bits), keys, found.view(bits))
    assert count == len(keys), "nobody found an option that is asked for"
    return found


def _size(value: Any) -> int:
    """Return the bytes of the arrays of a message."""
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    return value.nbytes if isinstance(value, np.ndarray) else sum(map(_size, value)) if isinstance(value, tuple) else 0


def _joined(blocks: list[Ints]) -> Ints:
    return np.concatenate(blocks) if len(blocks) > 1 else blocks[0] if blocks else NOTHING
