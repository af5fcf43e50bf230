"""Two workers of Ray against two threads: `python benchmarks/cluster.py [WIDTH HEIGHT]`, where Ray is installed.

Connect Four, 4 wide and 6 high, has 15,835,683 positions. The base is written each time. The start of
Ray and of its workers is told beside: it is the same for a game of any size.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grundy as gr
from grundy.common.limits import Limits, keeping
from grundy.solving.cluster.joining import workers
from grundy.solving.cluster.solving import ClusterSolve
from grundy.solving.keyed import keyed
from grundy.solving.store.writing import Writer
from grundy.solving.tablebases import building
from grundy.solving.tiers.solve import TierSolve

TURNS = 3
ABOUT = {"game": "", "rules": {"hash": ""}, "parameters": {}, "start": "", "misere": False}


def solved(make: Any) -> tuple[int, float, float, float]:
    """Return the positions that are found, the seconds forward, and backward with writing, and those of cores here."""
    with TemporaryDirectory() as folder, Writer(Path(folder), ABOUT, []) as writer, make(writer) as work:
        began, worked = time.perf_counter(), time.process_time()
        work.explore()
        middle = time.perf_counter()
        building._by_tiers(writer, work, False)
        ended = time.perf_counter()
        writer.finish({})
        return len(work), middle - began, ended - middle, time.process_time() - worked


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Tell how long something took."""
    began = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - began:.1f} s")


def main(width: int = 4, height: int = 6) -> None:
    """Tell the times of both, the least of some turns, and what was sent."""
    position: Any = gr.connect4(width=width, height=height)
    made = keyed(position.ruleset, position.state)
    assert made is not None
    with keeping(Limits(memory=8 << 30)):
        ready = workers("local:2")
        with timed("Ray starts"):
            crew = ready.__enter__()
        try:
            runs: dict[str, list[tuple[int, float, float, float]]] = {}
            for _turn in range(TURNS):  # by turns, since a machine is not always as free
                for name, make in {
                    "1 thread": lambda writer: TierSolve(made, threads=1, writer=writer),
                    "2 threads": lambda writer: TierSolve(made, threads=2, writer=writer),
                    "local:1": lambda writer: ClusterSolve(made, alone(crew), misere=False, writer=writer),
                    "local:2": lambda writer: ClusterSolve(made, both(crew), misere=False, writer=writer),
                }.items():
                    runs.setdefault(name, []).append(solved(make))
                    count, forward, backward, here = runs[name][-1]
                    there = [round(seconds, 2) for *_, seconds in crew.counted] if ":" in name else []
                    cores = f"cores worked {here:.2f} s here, {there} s at the workers"
                    print(f"{name:10} {count:,} positions: {forward:.2f} s and {backward:.2f} s; {cores}", flush=True)
            best = {name: min(each[1] + each[2] for each in of) for name, of in runs.items()}
            print({name: f"{count / seconds:,.0f} positions/s" for name, seconds in best.items()})
            print(f"local:2 against 2 threads: {best['2 threads'] / best['local:2']:.2f}")
            messages, sent, _ = map(sum, zip(*crew.counted, strict=True))
            print(
                f"workers gave {sent / count:.1f} bytes and {messages / count * 1e6:.1f} messages a million positions"
            )
        finally:
            ready.__exit__(None, None, None)


def alone(crew: Any) -> Any:
    """One of the workers has all positions."""
    crew.size = 1
    return crew


def both(crew: Any) -> Any:
    """Both have their shares."""
    crew.size = 2
    return crew


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
