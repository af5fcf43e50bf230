"""Large games solved by several workers, tier by tier, with the results of one machine, to the byte.

Each key has an owner among the workers: samples of the keys of a tier tell bounds between which each worker owns all.
Forward, every worker finds the options of its positions of a tier and hands each owner its own. Backward, it asks the
owners for the results of these options, and solves its positions. Who leads them gives out the positions of each tier and
collects their results. What it has collected, in its memory and in the folder of the base, is the checkpoint: when a worker
is lost, all begin the tier again from there, so that no file need be shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Protocol, TypeVar

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.kernels.contract import Ints
from grundy.solving.cluster.worker import NOTHING, Sample, bounds_of, cut
from grundy.solving.keyed import Keyed
from grundy.solving.store.parts import joined
from grundy.solving.store.writing import Writer
from grundy.solving.tiers.exploring import Room, Tier, put_away
from grundy.solving.tiers.solve import DIRECT, Backward, Checkpoints, earliest_asking
from grundy.solving.tiers.solving import Columns, Solved

R = TypeVar("R")
PATIENCE = 5
"""Times that workers may be lost in one tier before it is given up."""


FEW, UNEVEN = 1 << 16, 1.5
"""A tier with moves inside is shared anew where a worker has more positions, and so many times as many as on average."""


class Lost(Exception):
    """A worker is lost, or what it gave."""


class Crew(Protocol):
    """Workers, and how they are called; a handle stands for what a call gives, wherever it lies."""

    size: int
    memory: int
    """The bytes that each may take."""

    def begin(self, made: Keyed, misere: bool) -> None:
        """Give each its share of a keyed rule."""
        ...

    def call(self, method: str, given: Sequence[Sequence[Any]], returns: int = 1) -> list[list[Any]]:
        """Call all workers, each with its own arguments, which may be handles; return handles of what each returns."""
        ...

    def send(self, value: Any) -> Any:
        """Return a handle of a value."""
        ...

    def get(self, handles: Sequence[Any]) -> list[Any]:
        """Return what handles stand for, when it is there; `Lost`, or what a worker raised."""
        ...

    def replace(self) -> None:
        """Replace workers that are lost."""
        ...

    def end(self, whole: bool) -> None:
        """Let the workers go, after the whole work or in the midst of it."""
        ...


class ClusterSolve(Backward):
    """What `grundy.solving.tiers.solve.TierSolve` does, by the workers of a crew."""

    def __init__(self, keyed: Keyed, crew: Crew, *, misere: bool, writer: Writer) -> None:
        self.keyed = keyed
        self.crew = crew
        self.misere = misere
        self.room = Room(writer)
        self.desk = Checkpoints(writer, self.room)
        self._direct = keyed.box <= min(DIRECT, crew.memory // 64)
        self.tiers: list[Tier] = []
        self._bounds: dict[int, Ints] = {}
        """The keys with which the shares of a tier begin, but for the first."""
        self._samples: dict[int, list[Sample]] = {}
        self._begun: Any = None
        """Handles of what a tier gives that the workers have begun with."""

    def __enter__(self) -> ClusterSolve:
        self.crew.begin(self.keyed, self.misere)
        return self

    def __exit__(self, *problem: object) -> None:
        self.crew.end(problem[0] is None)

    def _insist(self, work: Callable[[], R], again: Callable[[], object] = lambda: None) -> R:
        """Return what a piece of work gives; where a worker is lost meanwhile it is replaced, and the work done again."""
        lost = False
        for _turn in range(PATIENCE):
            try:
                if lost:
                    self.crew.replace()
                    again()
                return work()
            except Lost:
                lost = True
        raise GrundyError(
            "cluster workers were lost {times} times in one tier: they may have too little memory", times=PATIENCE
        )

    # ---- forward

    def explore(self) -> None:
        """Find all positions. Raises what `TierSolve.explore` does."""
        start = self.keyed.tier(self.keyed.start)
        waiting = {start}
        self._insist(self._wait)
        while waiting:
            number = min(waiting)
            tier = self._insist(partial(self._close, number, waiting - {number}), self._wait)
            self.tiers.append(tier)
            waiting |= tier.reaches
            waiting.discard(number)
            limits.check(len(self))
            if self.room.is_short:
                put_away(self.tiers, self.room)
        self._direct = self._direct and not any(tier.inner for tier in self.tiers)

    def _wait(self) -> None:
        """Let the workers have what waits: the start, or the options of the tiers that are closed."""
        self._begun = None
        self._samples = {}
        number, key = self.keyed.tier(self.keyed.start), self.keyed.key(self.keyed.start)
        start: dict[int, Ints] = {}
        if not self.tiers:
            start[number] = np.array([key], np.int64)
            self._samples[number] = [(start[number], 1)]
        self._all("explore", self._direct, start)
        least = self.tiers[-1].number + 1 if self.tiers else number
        for tier in self.tiers:
            if max(tier.reaches, default=number) >= least:
                shares = [self.crew.send(keys) for keys in self._cut(tier)]
                told, _ = self._call("expand", [(tier.number, least, keys) for keys in shares], 2)
                self._hear(told)

    def _close(self, number: int, waiting: set[int]) -> Tier:
        """Find all positions of a tier, and let the workers find their options and begin with the next."""
        tier = Tier(number)
        found: list[Any] = []
        counts = np.zeros(self.crew.size, np.int64)
        again = True
        while again:
            told, fresh = self._begun or self._expand(number)
            self._begun = None
            found += fresh
            for share, (moves, inner, widest, reaches, count) in enumerate(self._hear(told)):
                tier.moves += moves
                tier.inner += inner
                tier.widest = max(tier.widest, widest)
                tier.reaches.update(reaches)
                counts[share] += count
            again = number in tier.reaches
            tier.reaches.discard(number)
            if again and counts.max() > FEW and counts.max() * self.crew.size > UNEVEN * counts.sum():
                found = [self._share_anew(number, found)]
                counts[:] = counts.sum() // self.crew.size
        if following := waiting | tier.reaches:
            self._begun = self._expand(min(following))
        keys = np.concatenate(self.crew.get(found))
        if tier.inner:
            keys.sort(kind="stable")  # which merges what is sorted
        tier.blocks = [self.room.take(keys)]
        return tier

    def _share_anew(self, number: int, found: Sequence[Any]) -> Any:
        """Let the workers share evenly what was found of a tier so far; return a handle of it."""
        keys = np.concatenate(self.crew.get(found))
        keys.sort(kind="stable")
        self._bounds[number] = keys[np.arange(1, self.crew.size) * len(keys) // self.crew.size]
        given = [(self.crew.send(mine),) for mine in cut(keys, self._bounds[number])]
        self.crew.get([each for (each,) in self.crew.call("own", given)])
        return self.crew.send(keys)

    def _hear(self, told: Sequence[Any]) -> list[tuple[int, int, int, list[int], int]]:
        """Return what the workers tell of a tier; the samples of its options are taken note of."""
        heard = self.crew.get(told)
        for *_others, samples, _count in heard:
            for number, sample in samples.items():
                self._samples.setdefault(number, []).append(sample)
        return [(*others, count) for *others, _samples, count in heard]

    def _expand(self, number: int) -> tuple[list[Any], list[Any]]:
        """Let the workers find options of a tier; return handles of what each tells, and of its fresh positions."""
        samples = self._samples.pop(number)
        if number not in self._bounds:
            self._bounds[number] = bounds_of(samples, self.crew.size)
        dealt = self._call("deal", [(number, self._bounds[number])] * self.crew.size, self.crew.size)
        told, fresh = self._call("expand", [(number, 0, None, *_others(parts, i)) for i, parts in enumerate(dealt)], 2)
        return told, fresh

    def _call(self, method: str, given: Sequence[Sequence[Any]], returns: int) -> list[list[Any]]:
        """Call all workers; return handles of the first thing that each returns, of the second, and so on."""
        return [*map(list, zip(*self.crew.call(method, given, returns), strict=True))]

    # ---- backward

    def solve(self, *, grundy: bool = False) -> Iterator[Solved]:
        """Iterate over the tiers with their results, as `TierSolve.solve` does, and raise what that does."""
        self._earliest = earliest_asking(self.tiers)
        finished = self.desk.solved(self.tiers)
        # a tier is begun with the one before it where nothing that is finished is given between the two
        after = {tier.number: None if each.number in finished else each for each, tier in pairwise(self.tiers)}
        dtype = np.dtype(np.int16 if self.keyed.scoring else np.uint16)
        self._insist(lambda: self._begin(grundy, []))

        def solve(tier: Tier, later: list[Solved]) -> Solved:
            nonlocal dtype
            again = partial(self._begin, grundy, later)
            solved = self._insist(partial(self._settle, tier, after.get(tier.number), dtype), again)
            if not tier.inner:
                dtype = np.result_type(dtype, *solved.columns[0].values())
            return solved

        def take(tier: Tier, later: list[Solved]) -> Solved:
            solved = self.desk.reread(tier.number)
            self._insist(partial(self._give, solved), partial(self._begin, grundy, later))
            return solved

        yield from self.backward(self._earliest, finished, solve, take)

    def _begin(self, grundy: bool, later: Sequence[Solved]) -> None:
        """Let the workers begin with the results of some tiers."""
        self._begun = None
        self._all("solve", grundy, self._direct)
        for solved in later:
            self._give(solved)

    def _give(self, solved: Solved) -> None:
        """Give each worker its share of the results of a tier."""
        keys = np.concatenate(solved.blocks)
        columns = joined(solved.columns)
        given: list[tuple[Any, ...]] = []
        begin = 0
        for mine in cut(keys, self._bounds[solved.number]):
            held = {name: array[begin : begin + len(mine)] for name, array in columns.items()}
            begin += len(mine)
            given.append((solved.number, self.crew.send(mine), self.crew.send(held)))
        self.crew.get([each for (each,) in self.crew.call("take", given)])

    def _settle(self, tier: Tier, following: Tier | None, dtype: Any) -> Solved:
        """Let the workers solve a tier and begin with the one that follows; return the results.

        One worker alone solves a tier where moves stay inside, and each is given its share of that.
        """
        handles = self._begun or self._ask(tier)
        self._begun = None if following is None or tier.inner else self._ask(following)
        got = self.crew.get(handles)
        columns: list[Columns] = got[0::2]
        if tier.inner:
            found = {name: np.array(array) for name, array in columns[0].items()}
        else:
            dtype = np.result_type(dtype, *(array for each in columns for array in each.values()))
            found = {name: np.concatenate([each[name] for each in columns], dtype=dtype) for name in columns[0]}
        solved = Solved(tier.number, tier.blocks, _split(tier, found), any(got[1::2]))
        if tier.inner:
            self._give(solved)
        return solved

    def _ask(self, tier: Tier) -> list[Any]:
        """Let the workers ask each other, and solve a tier; return handles of what `Worker.settle` gives."""
        size = self.crew.size
        shares = self._cut(tier)
        if tier.inner:
            shares = [np.concatenate(tier.blocks), *[NOTHING] * (size - 1)]
        needed = [number for number, first in self._earliest.items() if first <= tier.number < number]
        bounds = {number: self._bounds[number] for number in needed}
        asked = self._call("ask", [(tier.number, self.crew.send(keys), bounds) for keys in shares], size)
        answers = self._call("answer", asked, size)
        given = [[not tier.inner, *answer] for answer in answers]
        return [each for both in self.crew.call("settle", given, 2) for each in both]

    # ---- both

    def _all(self, method: str, *given: Any) -> None:
        """Call all workers with the same, and wait for them."""
        self.crew.get([each for (each,) in self.crew.call(method, [given] * self.crew.size)])

    def _cut(self, tier: Tier) -> list[Ints]:
        """Return the positions of a tier that each worker owns."""
        return cut(np.concatenate(tier.blocks), self._bounds[tier.number])


def _split(tier: Tier, found: Columns) -> list[Columns]:
    """Return columns for each block of a tier."""
    ends = np.cumsum([len(block) for block in tier.blocks])[:-1]
    parts = {name: np.split(array, ends) for name, array in found.items()}
    return [{name: part[number] for name, part in parts.items()} for number in range(len(tier.blocks))]


def _others(parcels: list[Any], share: int) -> list[Any]:
    """Return what the others give to one."""
    return parcels[:share] + parcels[share + 1 :]
