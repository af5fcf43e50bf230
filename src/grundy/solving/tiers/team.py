"""Threads that work on slices of a tier, each with scratch of its own, and what a kernel may lack there."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import numpy as np

from grundy.common.threads import processors
from grundy.kernels.contract import FULL, UNFIT, Ints, first_room, more_room, refused_rule, room_for
from grundy.kernels.levels import BLOCK, CELLS, DIGITS, DONE, MORE_BATCH, MORE_FOUND, MORE_MARKS, NEXT

R = TypeVar("R")
LONGEST, SHORTEST = 1 << 17, 1 << 8
"""Positions of a slice."""
PIECES, LEAST = 4, 1 << 12
"""Into how many pieces for each thread work is divided, and the fewest positions that one is worth."""
SLOW, QUICK = 0.15, 0.05
"""Seconds of a slice beyond which the next are shorter, and below which they are longer."""


class Slice(NamedTuple):
    """Some positions of a tier: a block of sorted keys, and where those that are meant begin and end."""

    block: Ints
    begin: int
    end: int


class Scratch:
    """The arrays of one thread. ``record`` is how many cells an option takes in what a rule writes."""

    def __init__(self, record: int) -> None:
        self.state = room_for("state", 1)
        self.out = room_for("out", 1 + record * first_room(64, 1))
        self.recent = np.zeros(first_room(1 << 15, 1), np.int64)
        self.counts = room_for("counts", BLOCK)
        self.marks = room_for("marks", first_room(64, 1))
        self.found = room_for("found", first_room(1 << 12, 1))
        self.tiers = room_for("tiers", self.found.size)
        self.gains = room_for("gains", self.found.size)
        self.digits = np.zeros(DIGITS, np.int64)
        self.at = np.zeros(CELLS, np.int64)
        self._batch(first_room(1 << 10, 1))

    def _batch(self, options: int) -> None:
        self.batch = room_for("batch", 2 * options)
        self.places = room_for("places", options)

    @property
    def lent(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """What most kernels are lent: a state, the options that a rule writes, and what is noted of a batch of them."""
        return self.state, self.out, self.counts, self.batch, self.places

    def work(self, job: Slice, kernel: Callable[[Ints], int], refused: Callable[[int, Ints], Exception | None]) -> Ints:
        """Let a kernel work through a slice, with more room where it wants some; return the cells that it is given.

        ``refused`` tells what is wrong where a code wants no room. Unfit where the rule gave up.
        """
        self.at[:] = 0
        self.at[NEXT] = job.begin
        while (code := int(kernel(self.at))) != DONE:
            problem = refused(code, self.at)
            if problem is not None:
                raise problem
            self.make_room(code)
        return self.at

    def make_room(self, code: int) -> None:
        """Enlarge what a kernel found too small; Unfit where the rule gave up."""
        match code:
            case _ if code == FULL:
                self.out = more_room("out", self.out, 4 * self.out.size)
            case _ if code == UNFIT:
                raise refused_rule(self.state)
            case _ if code == MORE_BATCH:
                self._batch(self.batch.size)
            case _ if code == MORE_MARKS:
                self.marks = more_room("marks", self.marks, 2 * self.marks.size)
            case _ if code == MORE_FOUND:
                size = 2 * self.found.size
                self.found = more_room("found", self.found, size)
                self.tiers = more_room("tiers", self.tiers, size)
                self.gains = more_room("gains", self.gains, size)
            case _:
                raise AssertionError(f"a kernel answered {code}")


class Team:
    """So many threads, and where they have their scratch."""

    def __init__(self, record: int, threads: int | None = None) -> None:
        self.threads = processors() if threads is None else threads
        self._length = first_room(1 << 12, 1)
        self._free: SimpleQueue[Scratch] = SimpleQueue()
        self.scratch = [Scratch(record) for _ in range(self.threads)]
        for each in self.scratch:
            self._free.put(each)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def slices(self, blocks: Sequence[Ints]) -> Iterator[Slice]:
        """Iterate over the positions of blocks in slices, which take a tenth of a second, or less where all have to do."""
        share = self.share(sum(map(len, blocks)))
        for block in blocks:
            begin = 0
            while begin < len(block):
                end = min(len(block), begin + min(self._length, share))
                yield Slice(block, begin, end)
                begin = end

    def share(self, total: int) -> int:
        """Return of how many positions a piece of work is, of so many, that all threads have about the same to do."""
        return max(LEAST, -(-total // (PIECES * self.threads)))

    def each(self, work: Callable[[Any, Scratch], R], jobs: Iterable[Any]) -> Iterator[R]:
        """Iterate over what ``work(job, scratch)`` gives for each job, in their order; few are begun ahead."""
        jobs = iter(jobs)
        first = list(islice(jobs, 2))
        if self._pool is None or len(first) < 2:  # one alone is not worth a thread
            yield from (self._timed(work, job) for job in chain(first, jobs))
            return
        waiting: deque[Future[R]] = deque()
        for job in chain(first, jobs):
            waiting.append(self._pool.submit(self._timed, work, job))
            if len(waiting) > 2 * self.threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _timed(self, work: Callable[[Any, Scratch], R], job: Any) -> R:
        with self._lent() as scratch:
            since = time.perf_counter()
            made = work(job, scratch)
            if isinstance(job, Slice) and job.end - job.begin == self._length:
                self._pace(time.perf_counter() - since)
        return made

    def _pace(self, took: float) -> None:
        if took < QUICK:
            self._length = min(2 * self._length, LONGEST)
        elif took > SLOW:
            self._length = max(self._length // 2, SHORTEST)

    @contextmanager
    def _lent(self) -> Generator[Scratch]:
        scratch = self._free.get()
        try:
            yield scratch
        finally:
            self._free.put(scratch)
