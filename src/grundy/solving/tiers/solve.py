"""Large games solved tier by tier: forward for the positions, backward for their results, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from grundy.common import limits
from grundy.solving.tiers.checkpoints import Checkpoints
from grundy.solving.tiers.exploring import Exploring, Tier
from grundy.solving.tiers.room import Room, give_back
from grundy.solving.tiers.solving import Solved, Solving
from grundy.solving.tiers.team import Team

if TYPE_CHECKING:
    from grundy.solving.keyed import Keyed
    from grundy.solving.store.writing import Writer

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
