"""Rules in plain Python, compiled: exploration against hand-written C++, the whole solve against plain Python.

Run: ``python benchmarks/explore.py [heaps] [size]``. A move takes 1 to 3 counters from one of some heaps.
`explore.cpp` is the same search by hand, compiled with g++ when there is one. ``Python/here`` is plain Python,
written for this game, over ``position.solve()``: exploration, Grundy values, remoteness, and the comparison of the
compiled rule with the interpreted one.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import grundy as gr
from grundy.kernels.explore import explore
from grundy.solvers.compiled_rules import Native, native


@gr.game
def heaps(*state: int):
    """Take 1 to 3 counters from one of the heaps."""
    for h in range(len(state)):
        for take in range(1, min(3, state[h]) + 1):
            yield state[:h] + (state[h] - take,) + state[h + 1 :]


def compiled(width: int) -> Native:
    """Return the rule compiled, as a search does it."""
    made = native(heaps, [(2,) * width])
    assert made is not None
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


def cpp(binary: str | None, width: int, size: int) -> float:
    if binary is None:
        return float("nan")
    run = subprocess.run([binary, str(width), str(size)], capture_output=True, text=True, check=True)
    return float(run.stdout.split()[2])


def main() -> None:
    cases = [(int(sys.argv[1]), int(sys.argv[2]))] if len(sys.argv) > 2 else [(3, 30), (3, 100), (4, 31), (3, 215)]
    heaps(2, 2).solve(method="compiled")
    with tempfile.TemporaryDirectory() as folder:
        compare(build(folder), cases)


def compare(binary: str | None, cases: list[tuple[int, int]]) -> None:
    print("   heaps   positions        moves       s M moves/s   C++ s C++/here Python/here")
    for width, size in cases:
        times = 7 if (size + 1) ** width < 2_000_000 else 2
        best = both = peer = float("inf")
        rule, start = compiled(width), (size,) * width
        for _ in range(times):
            begin = time.perf_counter()
            graph = explore(rule.fill, rule.params, start)
            best = min(best, time.perf_counter() - begin)
            heaps.memory.drop()
            begin = time.perf_counter()
            solution = heaps(*start).solve(method="compiled")
            both = min(both, time.perf_counter() - begin)
            peer = min(peer, cpp(binary, width, size))
        ratio = "-"
        if len(graph) < 2_000_000:
            begin = time.perf_counter()
            count, value = plain(start)
            ratio = f"{(time.perf_counter() - begin) / both:.1f}"
            assert (count, value) == (len(graph), solution.value)
        moves = len(graph.edges)
        print(
            f"{width:4}x{size:<3} {len(graph):11,} {moves:12,} {best:7.3f} {moves / best / 1e6:9.1f} {peer:7.3f} "
            f"{peer / best:8.2f} {ratio:>11}"
        )


if __name__ == "__main__":
    main()
