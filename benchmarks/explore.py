"""Rules in plain Python, compiled: exploration against hand-written C++, the whole solve against plain Python.

Run: ``python benchmarks/explore.py [heaps] [size]``. A move takes 1 to 3 counters from one of some heaps.
`explore.cpp` is the same search by hand, compiled with g++ when there is one: its arrows must be the same. ``lru_cache`` is
what users write, Grundy values by a cached function, and ``Python`` a search in plain Python for this game; both over
``position.solve()``, which explores, finds Grundy values and remoteness, and compares the compiled rule with Python.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from functools import lru_cache
from itertools import count
from pathlib import Path
from statistics import median

import grundy as gr
from grundy.kernels.explore import Graph, explore
from grundy.solving.compiled_rules import Native, native


@gr.game
def heaps(*state: int):
    """Take 1 to 3 counters from one of the heaps."""
    for h in range(len(state)):
        for take in range(1, min(3, state[h]) + 1):
            yield state[:h] + (state[h] - take,) + state[h + 1 :]


def compiled(width: int, *, packed: bool = False) -> Native:
    """Return the rule compiled; of states that are words, as a search does it."""
    made = native(heaps, [(2,) * width], packed=packed)
    assert made is not None and (made.packing is not None) is packed
    return made


def plain(start: tuple[int, ...]) -> tuple[int, int]:
    """Explore, then Grundy values and remoteness from the last position met to the first."""
    index = {start: 0}
    states = [start]
    children: list[list[int]] = []
    for state in states:
        row: list[int] = []
        for child in heaps.function(*state):
            place = index.get(child)
            if place is None:
                place = index[child] = len(states)
                states.append(child)
            row.append(place)
        children.append(row)
    status = [(False, 0, 0)] * len(states)
    for i in range(len(states) - 1, -1, -1):
        below = [status[c] for c in children[i]]
        wins = [moves for won, moves, _ in below if not won]
        values = {value for _, _, value in below}
        value = next(v for v in range(len(values) + 1) if v not in values)
        moves = 1 + min(wins) if wins else 1 + max((moves for _, moves, _ in below), default=-1)
        status[i] = (bool(wins), moves, value)
    return len(states), status[0][2]


def build(folder: str) -> str | None:
    """Compile the C++ peer, where there is a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    binary = str(Path(folder) / "explore")
    subprocess.run([compiler, "-O3", "-march=native", "-o", binary, Path(__file__).with_suffix(".cpp")], check=True)
    return binary


def cpp(binary: str | None, width: int, size: int, graph: Graph) -> float:
    if binary is None:
        return float("nan")
    run = subprocess.run([binary, str(width), str(size)], capture_output=True, text=True, check=True)
    positions, moves, seconds, told = run.stdout.split()
    assert (int(positions), int(moves)) == (len(graph), len(graph.edges))
    if len(graph) < 100_000:
        found = 0
        for edge in graph.edges.tolist():
            found = (found * 31 + edge) % (1 << 64)
        assert found == int(told)
    return float(seconds)


def cached(start: tuple[int, ...]) -> int:
    """Return the Grundy value as users find it."""

    @lru_cache(None)
    def grundy(state: tuple[int, ...]) -> int:
        values = {grundy(option) for option in heaps.function(*state)}
        return next(value for value in count() if value not in values)

    for total in range(0, sum(start), 500):  # so that the recursion stays shallow
        grundy(tuple(min(heap, total) for heap in start))
    return grundy(start)


def main() -> None:
    cases = [(int(sys.argv[1]), int(sys.argv[2]))] if len(sys.argv) > 2 else [(3, 30), (3, 60), (3, 99), (3, 215)]
    heaps(2, 2).solve(method="compiled")
    with tempfile.TemporaryDirectory() as folder:
        compare(build(folder), cases)


def compare(binary: str | None, cases: list[tuple[int, int]]) -> None:
    print(
        "   heaps   positions        moves       s M moves/s   C++ s C++/here  median solve s Python/here lru_cache/here"
    )
    for width, size in cases:
        times = 7 if (size + 1) ** width < 2_000_000 else 5
        here: list[float] = []
        peers: list[float] = []
        both = float("inf")
        rule, start = compiled(width, packed=True), (size,) * width
        for _ in range(times):
            begin = time.perf_counter()
            graph = explore(rule.fill, rule.params, rule.encode(start) or (), words=True)
            here.append(time.perf_counter() - begin)
            heaps.memory.drop()
            begin = time.perf_counter()
            solution = heaps(*start).solve(method="compiled")
            both = min(both, time.perf_counter() - begin)
            peers.append(cpp(binary, width, size, graph))
        best, peer = min(here), min(peers)
        ratio = other = "-"
        if len(graph) < 2_000_000:
            begin = time.perf_counter()
            positions, value = plain(start)
            ratio = f"{(time.perf_counter() - begin) / both:.1f}"
            assert (positions, value) == (len(graph), solution.value)
            begin = time.perf_counter()
            assert cached(start) == solution.value
            other = f"{(time.perf_counter() - begin) / both:.1f}"
        moves = len(graph.edges)
        print(
            f"{width:4}x{size:<3} {len(graph):11,} {moves:12,} {best:7.3f} {moves / best / 1e6:9.1f} {peer:7.3f} "
            f"{peer / best:8.2f} {median(peers) / median(here):7.2f} {both:7.3f} {ratio:>11} {other:>14}"
        )


if __name__ == "__main__":
    main()
