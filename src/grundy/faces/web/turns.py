"""Whose question is next: who has had least of the processors lately.

A visitor who asks one question comes before one who asks a hundred, whatever came first; nobody has all workers of a lane at
once; and where too many wait, the newest question of whoever has most of them gives way.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

HALVED = 10.0
"""Seconds after which what somebody has had counts half."""
REMEMBERED = 10_000
"""So many visitors are remembered."""


class Asked(Protocol):
    """A question, and whose it is."""

    client: str

    @property
    def unwanted(self) -> bool:
        """Whether nobody waits for its answer any more."""
        ...


Q = TypeVar("Q", bound=Asked)


class Turns(Generic[Q]):
    """Questions that wait for one of some workers.

    Args:
        workers: how many questions are worked on at once.
        most: how many may wait; of one visitor half of them.
        clock: what tells the time in seconds.

    >>> from types import SimpleNamespace
    >>> turns = Turns(workers=2, most=4)
    >>> for client in "aab":
    ...     _dropped = turns.put(SimpleNamespace(client=client, unwanted=False))
    >>> turns.charge("a", 1.5)
    >>> [turns.take().client for _turn in range(2)], turns.take()
    (['b', 'a'], None)
    """

    def __init__(self, workers: int, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.share = max(1, most // 2)
        self.at_once = max(1, workers - 1)
        self.clock = clock
        self.waiting: list[Q] = []
        self.running: Counter[str] = Counter()
        self.spent: LRUCache[str, tuple[float, float]] = LRUCache(REMEMBERED)

    def put(self, asked: Q) -> list[Q]:
        """Let a question wait; return those that do so no more: which nobody wants, or which gave way, perhaps this one."""
        self.waiting.append(asked)
        if self.counts()[asked.client] <= self.share and len(self.waiting) <= self.most:
            return []
        dropped = [other for other in self.waiting if other.unwanted]
        self.waiting = [other for other in self.waiting if not other.unwanted]
        counts = self.counts()
        if len(self.waiting) > self.most:
            dropped.append(self._give_way(max(counts, key=lambda client: (counts[client], client == asked.client))))
        elif counts[asked.client] > self.share:
            dropped.append(self._give_way(asked.client))
        return dropped

    def take(self) -> Q | None:
        """Return the question whose turn it is, which is worked on from now on; None where none may be."""
        allowed = [asked for asked in self.waiting if self.running[asked.client] < self.at_once]
        if not allowed:
            return None
        chosen = min(allowed, key=lambda asked: self.had(asked.client))  # of equals the first
        self.waiting.remove(chosen)
        self.running[chosen.client] += 1
        return chosen

    def done(self, asked: Q, seconds: float) -> None:
        """Note that a question is no more worked on, and what it took."""
        self.running -= Counter([asked.client])
        self.charge(asked.client, seconds)

    def charge(self, client: str, seconds: float) -> None:
        """Note what somebody has had of the processors."""
        self.spent[client] = (self.had(client) + seconds, self.clock())

    def had(self, client: str) -> float:
        """Return what somebody has had of the processors lately, in seconds."""
        seconds, when = self.spent.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((self.clock() - when) / HALVED)

    def others(self, client: str) -> bool:
        """Whether somebody else's question waits."""
        return any(asked.client != client for asked in self.waiting)

    def ahead(self, asked: Q) -> int | None:
        """Return how many questions are before one, at most, if all take as long; None for one that does not wait."""
        waiting = [*self.waiting]  # at one moment, whatever other threads do
        if asked not in waiting:
            return None
        place = sum(other.client == asked.client for other in waiting[: waiting.index(asked)])
        others = Counter(other.client for other in waiting if other.client != asked.client)
        return place + sum(min(count, place + 1) for count in others.values())

    def counts(self) -> Counter[str]:
        """Return how many questions of each visitor wait."""
        return Counter(asked.client for asked in self.waiting)

    def _give_way(self, client: str) -> Q:
        """Take out the newest question of somebody."""
        newest = next(asked for asked in reversed(self.waiting) if asked.client == client)
        self.waiting.remove(newest)
        return newest
