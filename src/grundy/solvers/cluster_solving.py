"""Large games solved by several workers, tier by tier, with the results of one machine, to the byte.

Each key has an owner among the workers. Forward, every worker finds the options of its positions of a tier and hands each
owner its own. Backward, it asks the owners for the results of these options, and solves its positions. Who leads them
gives out the positions of each tier and collects their results. What it has collected, in its memory and in the folder of the
base, is the checkpoint: when a worker is lost, all begin the tier again from there, so that no file need be shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from grundy import limits
from grundy.errors import GrundyError
from grundy.kernels.contract import Ints
from grundy.solvers.cluster_worker import cut, joined, owners
from grundy.solvers.keyed import Keyed
from grundy.solvers.tier_checkpoints import Checkpoints
from grundy.solvers.tier_exploring import Tier
from grundy.solvers.tier_room import Room, memory_of
from grundy.solvers.tier_solving import Columns, Solved
from grundy.solvers.tiers import DIRECT, earliest_asking
from grundy.store.writing import Writer

R = TypeVar("R")
PATIENCE = 5
"""Times that workers may be lost in one tier before it is given up."""


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

    def end(self) -> None:
        """Let the workers go."""
        ...


class ClusterSolve:
    """What `grundy.solvers.tiers.TierSolve` does, by the workers of a crew."""

    def __init__(self, keyed: Keyed, crew: Crew, *, misere: bool, writer: Writer) -> None:
        self.keyed = keyed
        self.crew = crew
        self.misere = misere
        self.room = Room(writer)
        self.desk = Checkpoints(writer, self.room)
        self._direct = keyed.box <= min(DIRECT, crew.memory // 64)
        self.tiers: list[Tier] = []
        self.inbox: list[list[Any]] = []
        """Handles of what each worker is to be given with its next tier."""

    def __enter__(self) -> ClusterSolve:
        self.crew.begin(self.keyed, self.misere)
        return self

    def __exit__(self, *problem: object) -> None:
        self.crew.end()

    def __len__(self) -> int:
        return sum(map(len, self.tiers))

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
            "workers of the cluster were lost {times} times in one tier: there may be too little memory for them",
            times=PATIENCE,
        )

    # ---- forward

    def explore(self) -> None:
        """Find all positions. Raises what `TierSolve.explore` does."""
        start = self.keyed.tier(self.keyed.start)
        waiting = {start}
        self._insist(self._wait)
        while waiting:
            number = min(waiting)
            tier = self._insist(lambda number=number: self._close(number), self._wait)
            self.tiers.append(tier)
            waiting |= tier.reaches
            waiting.discard(number)
            limits.check(len(self))
            if self.room.is_short:
                for each in self.tiers:
                    if any(map(memory_of, each.blocks)):
                        each.blocks = self.room.put_away(each.blocks)
        self._direct = self._direct and not any(tier.inner for tier in self.tiers)

    def _wait(self) -> None:
        """Let the workers have what waits: the start, or the options of the tiers that are closed."""
        self._all("explore", self._direct)
        key = self.keyed.key(self.keyed.start)
        assert key is not None
        first = np.array([key], np.int64)
        number = self.keyed.tier(self.keyed.start)
        parcels = [{number: keys} if len(keys) and not self.tiers else {} for keys in cut(first, self.crew.size)]
        self.inbox = [[parcel] for parcel in parcels]
        least = self.tiers[-1].number + 1 if self.tiers else number
        for tier in self.tiers:
            if max(tier.reaches, default=number) >= least:
                shares = [self.crew.send(keys) for keys in self._cut(tier)]
                self._expand(tier.number, least, shares)

    def _close(self, number: int) -> Tier:
        """Find all positions of a tier, and let the workers find their options."""
        tier = Tier(number)
        found: list[Ints] = []
        again = True
        while again:
            told, fresh = self._expand(number, number, [None] * self.crew.size)
            found += map(np.array, fresh)
            for moves, inner, widest, reaches in told:
                tier.moves += moves
                tier.inner += inner
                tier.widest = max(tier.widest, widest)
                tier.reaches.update(reaches)
            again = number in tier.reaches
            tier.reaches.discard(number)
        keys = np.concatenate(found)
        keys.sort(kind="stable")  # which merges what is sorted
        tier.blocks = [self.room.take(keys)]
        return tier

    def _expand(self, number: int, least: int, shares: Sequence[Any]) -> tuple[list[Any], list[Ints]]:
        """Let the workers find options of a tier; return what they tell, and the fresh positions of each."""
        given = [(number, least, keys, *inbox) for keys, inbox in zip(shares, self.inbox, strict=True)]
        told, fresh, *parcels = map(list, zip(*self.crew.call("expand", given, 2 + self.crew.size), strict=True))
        self.inbox = [others(parcel, share) for share, parcel in enumerate(parcels)]
        got = self.crew.get([*told, *fresh])
        return got[: self.crew.size], got[self.crew.size :]

    # ---- backward

    def solve(self, *, grundy: bool = False) -> Iterator[Solved]:
        """Iterate over the tiers with their results, as `TierSolve.solve` does, and raise what that does."""
        earliest = earliest_asking(self.tiers)
        finished = self.desk.solved(self.tiers)
        left = [tier for tier in reversed(self.tiers) if tier.number not in finished]
        first = min((tier.number for tier in left), default=0)
        later: list[Solved] = []
        dtype = np.dtype(np.int16 if self.keyed.scoring else np.uint16)
        self._insist(lambda: self._begin(grundy, []))
        done = len(self) - sum(map(len, left))
        for tier in reversed(self.tiers):
            later = [each for each in later if earliest[each.number] <= tier.number]
            asked = earliest.get(tier.number, tier.number)
            if tier.number not in finished:
                solved = self._insist(
                    lambda tier=tier, later=later: self._settle(tier, later, dtype),
                    lambda later=later: self._begin(grundy, later),
                )
                if not tier.inner:
                    dtype = np.result_type(dtype, *solved.columns[0].values())
                done += len(tier)
                limits.check(done, "positions", len(self))
                yield solved
            elif first <= asked < tier.number:
                solved = self.desk.reread(tier.number)
                self._insist(lambda solved=solved: self._give(solved), lambda later=later: self._begin(grundy, later))
            else:
                continue
            if asked < tier.number:
                later.append(solved)

    def _begin(self, grundy: bool, later: Sequence[Solved]) -> None:
        """Let the workers begin with the results of some tiers."""
        self._all("solve", grundy, self._direct)
        for solved in later:
            self._give(solved)

    def _give(self, solved: Solved) -> None:
        """Give each worker its share of the results of a tier."""
        keys = np.concatenate(solved.blocks)
        columns = joined(solved)
        owner = owners(keys, self.crew.size)
        given: list[tuple[Any, ...]] = []
        for share in range(self.crew.size):
            mine = owner == share
            held = {name: array[mine] for name, array in columns.items()}
            given.append((solved.number, self.crew.send(keys[mine]), self.crew.send(held)))
        self.crew.get([each for (each,) in self.crew.call("take", given)])

    def _settle(self, tier: Tier, later: Sequence[Solved], dtype: Any) -> Solved:
        """Let the workers solve a tier; one alone does it where moves stay inside."""
        shares = self._cut(tier)
        if tier.inner:
            shares = [np.concatenate(tier.blocks), *[np.zeros(0, np.int64)] * (self.crew.size - 1)]
        needed = [each.number for each in later]
        size = self.crew.size
        asked = self.crew.call("ask", [(tier.number, self.crew.send(keys), needed) for keys in shares], size)
        answers = self.crew.call("answer", [*map(list, zip(*asked, strict=True))], size)
        given = [[not tier.inner, *answer] for answer in zip(*answers, strict=True)]
        got = self.crew.get([each for both in self.crew.call("settle", given, 2) for each in both])
        columns: list[Columns] = got[0::2]
        if tier.inner:
            found = {name: np.array(array) for name, array in columns[0].items()}
        else:
            found = self._gathered(tier, columns, dtype)
        solved = Solved(tier.number, tier.blocks, self._split(tier, found), any(got[1::2]))
        if tier.inner:
            self._give(solved)
        return solved

    def _gathered(self, tier: Tier, columns: Sequence[Columns], dtype: Any) -> Columns:
        """Return the results of all workers, in the order of keys; ``dtype`` is what later tiers took for theirs."""
        dtype = np.result_type(dtype, *(array for each in columns for array in each.values()))
        owner = owners(np.concatenate(tier.blocks), self.crew.size)
        found = {name: np.empty(len(tier), dtype) for name in columns[0]}
        for share, each in enumerate(columns):
            mine = owner == share
            for name, array in each.items():
                found[name][mine] = array
        return found

    # ---- both

    def _all(self, method: str, *given: Any) -> None:
        """Call all workers with the same, and wait for them."""
        self.crew.get([each for (each,) in self.crew.call(method, [given] * self.crew.size)])

    def _cut(self, tier: Tier) -> list[Ints]:
        """Return the positions of a tier that each worker owns."""
        return cut(np.concatenate(tier.blocks), self.crew.size)

    @staticmethod
    def _split(tier: Tier, found: Columns) -> list[Columns]:
        ends = np.cumsum([len(block) for block in tier.blocks])[:-1]
        parts = {name: np.split(array, ends) for name, array in found.items()}
        return [{name: part[number] for name, part in parts.items()} for number in range(len(tier.blocks))]


def others(parcels: list[Any], share: int) -> list[Any]:
    """Return what the others give to one."""
    return parcels[:share] + parcels[share + 1 :]
