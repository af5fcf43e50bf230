"""Where the results of later tiers are looked up: a hashed table of keys, or an array with a place for each key."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from grundy.kernels.contract import Ints
from grundy.kernels.levels import enter
from grundy.kernels.rooms import first_room
from grundy.solvers.tiers.team import Scratch, Team

FULLEST = 0.6
"""The share of a table that is used at most."""
SLOT = 16
"""Bytes of a slot."""


def bytes_for(keys: int) -> int:
    """Return the bytes of a table with room for so many."""
    return SLOT * (int(keys / FULLEST) + 2)


class Hashed:
    """A table of keys with a word for each, which threads fill together."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.used = 0
        self.table = np.zeros(2 * first_room(1 << 10, 4), np.int64)

    @property
    def slots(self) -> int:
        """How many slots it has."""
        return self.table.size // 2

    def has_room(self, more: int) -> bool:
        """Return whether so many more can be added."""
        return self.used + more <= FULLEST * self.slots

    def clear(self, size: int) -> None:
        """Empty it, with room for so many."""
        slots = int(size / FULLEST) + 2
        if self.slots < slots:
            self.table = np.zeros(0, np.int64)  # the old one is freed before
            self.table = np.zeros(2 * slots, np.int64)
        else:
            self.table[:] = 0
        self.used = 0

    def add(self, blocks: Sequence[Ints], words: Callable[[int], Ints]) -> None:
        """Enter blocks of keys, none of them there already, with what ``words`` gives for a block; what it holds stays."""
        more = sum(map(len, blocks))
        if not self.has_room(more):
            self._grow(more)
        self.used += more
        shares = self.team.threads if more > 1 << 14 else 1
        cuts = [self.slots * share // shares for share in range(shares + 1)]
        jobs = [(cuts[i], cuts[i + 1]) for i in range(shares)]

        def share(ends: tuple[int, int], _: Scratch) -> list[tuple[Ints, Ints]]:
            left: list[tuple[Ints, Ints]] = []
            for number, block in enumerate(blocks):
                keys, own = np.asarray(block), words(number)
                places = np.zeros(len(keys), np.int64)
                over = places[: enter(keys, own, self.table, *ends, places)]
                if len(over):
                    left.append((keys[over], own[over]))
            return left

        for left in [*self.team.each(share, jobs)]:
            for keys, own in left:
                enter(keys, own, self.table, 0, self.slots, np.zeros(0, np.int64))

    def _grow(self, more: int) -> None:
        """Make room, and enter again what it holds."""
        keys, words = self.table[0::2], self.table[1::2]
        held = keys != 0
        kept, with_words = keys[held] - 1, words[held]
        self.clear(2 * (self.used + more))
        self.used = len(kept)
        enter(kept, with_words, self.table, 0, self.slots, np.zeros(0, np.int64))
