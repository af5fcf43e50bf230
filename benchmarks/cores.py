"""What more cores give to the solve of a large game: one thread against two, and by counts what more would have to do.

Run: ``python benchmarks/cores.py [columns] [rows] [turns]`` (Connect Four), the best of some turns. First a whole search
with one thread and with all. Then the pieces of work are done one after the other, divided as for 1, 2, 4, 8 and 16
threads; each goes to the thread that has had the least, as a pool would give it. So it is counted how many positions the
busiest thread has in each step, and its seconds, of the processor's time. What is in no piece one thread does alone. That
memory is slower when many ask it is not in these counts.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import grundy as gr
from grundy.common.threads import processors
from grundy.solving.keyed import Keyed, keyed
from grundy.solving.results import KNOWN, Options
from grundy.solving.search import search
from grundy.solving.tiers.solve import TierSolve
from grundy.solving.tiers.team import Scratch, Slice, Team

R = TypeVar("R")
NAMES = {
    "_expand": "options",
    "_blocks": "sorting",
    "_unknown": "sorting",
    "_enter": "sorting",
    "_settled": "results",
    "add": "shelves",
}
"""The steps by the methods whose work it is."""


class Counted(Team):
    """So many threads whose work is done by one, and counted."""

    def __init__(self, record: int, threads: int) -> None:
        super().__init__(record, 1)
        self.threads = threads
        self.seconds: dict[str, float] = defaultdict(float)
        self.most: dict[str, float] = defaultdict(float)
        self.positions: dict[str, int] = defaultdict(int)
        self.busiest: dict[str, int] = defaultdict(int)

    def each(self, work: Callable[[Any, Scratch], R], jobs: Iterable[Any]) -> Iterator[R]:
        """Do the jobs; count what the busiest of the threads would have had."""
        step = next(NAMES[part] for part in work.__qualname__.split(".") if part in NAMES)
        loads, counts = [0.0] * self.threads, [0] * self.threads
        for job in jobs:
            begun = time.thread_time()
            made = self._timed(work, job)
            took = time.thread_time() - begun
            least = loads.index(min(loads))
            loads[least] += took
            counts[least] += _positions(job, made)
            yield made
        self.seconds[step] += sum(loads)
        self.most[step] += max(loads)
        self.positions[step] += sum(counts)
        self.busiest[step] += max(counts)


def _positions(job: Any, made: Any) -> int:
    if isinstance(job, Slice):
        return job.end - job.begin
    return len(made) if hasattr(made, "nbytes") else 0


def shared(made: Keyed, threads: int) -> tuple[float, Counted]:
    """Return the seconds that so many threads would take, and what was counted."""
    begun = time.thread_time()
    with TierSolve(made, threads=1) as work:
        team = work.team = Counted(made.record, threads)
        work.explore()
        for _ in work.solve():
            pass
    took = time.thread_time() - begun
    return took - sum(team.seconds.values()) + sum(team.most.values()), team


def whole(columns: int, rows: int, threads: int) -> float:
    """Return the seconds of a whole search, its rule compiled before."""
    os.environ["GRUNDY_THREADS"] = str(threads)
    position = gr.connect4(width=columns, height=rows)
    position.ruleset.memory[KNOWN].clear()
    begun = time.perf_counter()
    search(position.ruleset, position.state, Options("compiled"))
    return time.perf_counter() - begun


def main() -> None:
    columns, rows, turns = map(int, [*sys.argv[1:], *("5", "4", "3")[len(sys.argv) - 1 :]])
    available = processors()
    whole(columns, rows, 1)
    times = {threads: min(whole(columns, rows, threads) for _ in range(turns)) for threads in sorted({1, available})}
    print("  ".join(f"solve, {threads} threads: {took:.2f} s" for threads, took in times.items()))
    print(f"{available} threads are {times[1] / times[available]:.2f} times as fast as one")
    position = gr.connect4(width=columns, height=rows)
    made = keyed(position.ruleset, position.state)
    assert made is not None
    first = 0.0
    for threads in (1, 2, 4, 8, 16):
        took, team = min((shared(made, threads) for _ in range(turns)), key=lambda each: each[0])
        first = first or took
        alone = took - sum(team.most.values())
        print(
            f"{threads} threads: {took:.3f} s, {first / took:.2f} times as fast; {alone:.3f} s are of one thread alone"
        )
        for step, seconds in team.seconds.items():
            positions = (
                f", {team.busiest[step]:,} of {team.positions[step]:,} positions" if team.positions[step] else ""
            )
            print(f"    {step}: {team.most[step]:.3f} of {seconds:.3f} s{positions}")


if __name__ == "__main__":
    main()
