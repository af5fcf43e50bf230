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

from grundy import limits
from grundy.kernels.contract import Ints
from grundy.kernels.dealing import collect, deal
from grundy.limits import Limits
from grundy.solvers.keyed import Keyed
from grundy.solvers.tiers.exploring import Exploring, Tier
from grundy.solvers.tiers.room import Room
from grundy.solvers.tiers.solving import Array, Columns, Solved, Solving
from grundy.solvers.tiers.tables import Hashed
from grundy.solvers.tiers.team import Team

R = TypeVar("R")
Parcel = dict[int, Ints]
"""Sorted keys by tier, of one owner."""
Known = dict[int, Columns]
"""What is known of the keys of a parcel, in their order."""


def cut(keys: Ints, shares: int) -> list[Ints]:
    """Return the keys of each of so many owners, in their order. O(keys).

    >>> [part.tolist() for part in cut(np.arange(6), 2)]
    [[0, 1, 3, 4, 5], [2]]
    """
    dealt, ends = np.empty_like(keys), np.zeros(shares, np.int64)
    deal(keys, dealt, ends)
    return np.split(dealt, ends[:-1])


def collected(keys: Ints, given: Sequence[Array]) -> Array:
    """Return in the order of keys what each of their owners has for its own. O(keys).

    >>> collected(np.arange(6), [part.astype(np.uint16) for part in cut(np.arange(6), 2)]).tolist()
    [0, 1, 2, 3, 4, 5]
    """
    together = np.concatenate(given)
    found = np.empty_like(together)
    begins = np.cumsum([0, *map(len, given[:-1])])
    collect(keys, begins, together, found)
    return found


class _Options(Exploring):
    """The options of a worker's positions, by tier and owner."""

    def __init__(self, keyed: Keyed, team: Team, shares: int, *, direct: bool) -> None:
        super().__init__(keyed, team, (0, 0), Room(), direct=direct)
        self.waiting.clear()
        self.shares = shares

    def forget(self) -> None:
        """Forget which options were written not long ago: they are wanted again."""
        for scratch in self.team.scratch:
            scratch.recent[:] = 0

    def await_(self, parcel: Parcel) -> None:
        """Let keys wait that another worker found."""
        for number, keys in parcel.items():
            self.waiting.setdefault(number, []).append(self.room.take(np.array(keys)))

    def fresh(self, number: int, known: Hashed | None) -> list[Ints]:
        """Return the positions of a tier that wait, without those that a table knows."""
        runs = self.waiting.pop(number, [])
        if not runs:
            return []
        return self._merged(runs) if known is None else self._unknown(runs, known)

    def of(self, tier: Tier, blocks: list[Ints], least: int) -> list[Parcel]:
        """Return the options of some positions for each owner, those of earlier tiers than ``least`` left out."""
        others, self.waiting = self.waiting, {}
        try:
            self._expand(tier, blocks, len(tier))
            made = self.waiting
        finally:
            self.waiting = others
        parcels: list[Parcel] = [{} for _ in range(self.shares)]
        for number in sorted(made):
            keys = _joined(self._merged(made[number]))
            self.room.give([keys])
            if number >= least:
                for parcel, mine in zip(parcels, cut(keys, self.shares), strict=True):
                    if len(mine):
                        parcel[number] = mine
        return parcels


class _Results(Solving):
    """The results of a worker's positions, from what it was told of their options."""

    def of(self, tier: Tier, later: list[Solved]) -> Solved:
        """Solve some positions of a tier; ``later`` has all their options of other tiers."""
        if self.places:
            for each in later:
                self.keep(each)
        elif later and not tier.inner and self._shares(later) == 1:
            self._remember(later[0], later, anew=True)
        return self.solve(tier, later, {})

    def keep(self, solved: Solved) -> None:
        """Keep results where there is a place for each key."""
        if self.places:
            if any(array.dtype.itemsize > self.dtype.itemsize for each in solved.columns for array in each.values()):
                self._widen()
            self._remember(solved, [], anew=False)

    def known(self, solved: Solved | None, keys: Ints) -> Columns:
        """Return what is known of keys, all of one tier."""
        if self.places:
            return {name: array[keys] for name, array in self.places.items()}
        assert solved is not None
        held = solved.blocks[0]
        places = np.searchsorted(held, keys)
        assert np.array_equal(held[places], keys), "an option was asked for that nobody found"
        return {name: array[places] for name, array in solved.columns[0].items()}


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

    def ready(self) -> int:
        """Return the number of its process, which who does not live cannot."""
        return os.getpid()

    def counted(self) -> tuple[int, int, float]:
        """Return how many messages it gave to others, their bytes, and the seconds that its core worked."""
        return self.messages, self.bytes, time.process_time() - self.since

    # ---- forward

    def explore(self, direct: bool) -> None:
        """Begin with no position; ``direct``: a bit for each key tells whether it was met."""
        self.options = self._within(lambda: _Options(self.keyed, self.team, self.shares, direct=direct))
        self.options.forget()
        self.number = -1

    def expand(self, number: int, least: int, keys: Ints | None, *inbox: Parcel) -> tuple[Any, ...]:
        """Return what is told of the fresh positions of a tier, these, and their options for each owner.

        The positions are those that wait, or ``keys``; a second call for one tier goes on with what the first one found.
        """
        return self._within(lambda: self._expand(number, least, keys, inbox))

    def _expand(self, number: int, least: int, keys: Ints | None, inbox: Sequence[Parcel]) -> tuple[Any, ...]:
        for parcel in inbox:
            self.options.await_(parcel)
        if number != self.number:
            self.number, self.known, self.last = number, None, list[Ints]()
        elif keys is None:
            self.known = self.known or Hashed(self.team)
            self.known.add(self.last, lambda number, last=self.last: np.zeros(len(last[number]), np.int64))
        self.last = self.options.fresh(number, self.known) if keys is None else [np.array(keys)]
        tier = Tier(number)
        parcels = self.options.of(tier, self.last, least)
        self.options.await_(parcels[self.share])
        parcels[self.share] = {}
        told = (tier.moves, tier.inner, tier.widest, sorted(tier.reaches))
        found = _joined(self.last) if keys is None else np.zeros(0, np.int64)
        return self._sent(told, found, *parcels)

    # ---- backward

    def solve(self, grundy: bool, direct: bool) -> None:
        """Begin with no result; ``direct``: there is a place for each key."""

        def begin() -> _Results:
            self.options = _Options(self.keyed, self.team, self.shares, direct=direct)
            room = self.options.room
            return _Results(self.keyed, self.team, room, misere=self.misere, grundy=grundy, direct=direct)

        self.results = self._within(begin)
        self.solved: dict[int, Solved] = {}

    def take(self, number: int, keys: Ints, columns: Columns) -> None:
        """Take results of its share of a tier."""
        self._keep(Solved(number, [np.array(keys)], [{name: np.array(array) for name, array in columns.items()}]))

    def _keep(self, solved: Solved) -> None:
        self.results.keep(solved)
        if not self.results.places:
            self.solved[solved.number] = solved

    def ask(self, number: int, keys: Ints, needed: Sequence[int]) -> tuple[Any, ...]:
        """Return the options of positions of a tier whose results are wanted, for each owner.

        ``needed``: the later tiers that this one or an earlier one leads to; all others are forgotten.
        """
        return self._within(lambda: self._ask(number, keys, needed))

    def _ask(self, number: int, keys: Ints, needed: Sequence[int]) -> tuple[Any, ...]:
        self.solved = {each: solved for each, solved in self.solved.items() if each in {*needed}}
        self.options.forget()
        self.tier = Tier(number, [np.array(keys)])
        self.asked = self.options.of(self.tier, self.tier.blocks, number + 1)
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
            if share == self.share and self.results.places:
                continue  # they are there
            known = self._known(parcel) if share == self.share else answers[share]
            for number, keys in parcel.items():
                each = later.setdefault(number, Solved(number, [], []))
                each.blocks.append(keys)
                each.columns.append(known[number])
        solved = self.results.of(self.tier, [*later.values()])
        if keep:
            self._keep(solved)
        columns = joined(solved)
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


def _size(value: Any) -> int:
    """Return the bytes of the arrays of a message."""
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    return value.nbytes if isinstance(value, np.ndarray) else 0


def joined(solved: Solved) -> Columns:
    """Return the columns of a whole tier."""
    return {name: np.concatenate([columns[name] for columns in solved.columns]) for name in solved.columns[0]}


def _joined(blocks: list[Ints]) -> Ints:
    return np.concatenate(blocks) if len(blocks) > 1 else blocks[0] if blocks else np.zeros(0, np.int64)
