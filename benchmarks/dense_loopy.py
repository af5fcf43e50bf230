"""A dense game with endless play: a cop and a robber, every position with its remoteness, in 2 bytes each.

Run: ``python benchmarks/dense_loopy.py [side ...]``. The game is `grundy.games.cop_and_robber` on n × n cells: both
go one step as kings do, or stay, in turn; the robber has lost when they are on one cell. `dense_loopy.cpp` is the
same algorithm by hand, rules inlined, compiled with g++ where there is one. A position is a number, in which the
cop's cell counts for more than the robber's, and that for more than who is to move: so most moves lead to numbers
nearby.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grundy.kernels.building import native
from grundy.kernels.contract import Words
from grundy.kernels.library import rule as wanted
from grundy.kernels.loops import retrograde_box

RULE = """
import numpy as np

def fill(state, params, out):
    if out.size < 10:
        return -1
    n, key, back = np.uint64(params[0]), np.uint64(state[0]), np.uint64(BACK)
    cells = n * n
    pair = key >> np.uint64(1)
    cop = pair // cells
    robber = pair - cop * cells
    turn = key & np.uint64(1)
    if back == 0 and cop == robber:
        return -12 if turn == 0 else -10
    chased = turn != back
    cell = np.int64(robber if chased else cop)
    taken = np.int64(cop if chased else robber) if back == 1 else np.int64(-1)
    scale = np.int64(2 if chased else 2 * cells)
    side = np.int64(n)
    row = np.int64(np.uint64(cell) // n)
    column = cell - row * side
    base = np.int64(key ^ np.uint64(1)) - cell * scale
    place = np.uint64(1)
    for r in range(max(row - 1, 0), min(row + 1, side - 1) + 1):
        for c in range(max(column - 1, 0), min(column + 1, side - 1) + 1):
            to = r * side + c
            out[place] = base + to * scale
            place += np.uint64(to != taken)
    return np.int64(place) - 1
"""
"""Children, or with BACK = 1 parents: then the other one has moved, from another cell than his who is to move now."""


def here(n: int, threads: int, predecessors: bool = True) -> tuple[Words, float]:
    """Return the statuses, and the seconds they took."""
    forth, back = (native(wanted(RULE.replace("BACK", digit))) for digit in "01")
    begin = time.perf_counter()
    found = retrograde_box(
        forth, [n], 2 * n**4, predecessors=back if predecessors else None, threads=threads, limit_bytes=8 << 30
    )
    return found, time.perf_counter() - begin


def build(folder: str) -> str | None:
    """Compile the C++ peer, where there is a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    binary = str(Path(folder) / "dense_loopy")
    source = str(Path(__file__).with_suffix(".cpp"))
    subprocess.run([compiler, "-O3", "-march=native", "-pthread", "-o", binary, source], check=True)
    return binary


def there(binary: str | None, n: int, threads: int, total: int) -> float:
    """Return the seconds of the C++ peer, which must find the same."""
    if binary is None:
        return float("nan")
    run = subprocess.run([binary, str(n), str(threads)], capture_output=True, text=True, check=True)
    assert int(run.stdout.split()[1]) == total
    return float(run.stdout.split()[2])


def main() -> None:
    sides = [int(word) for word in sys.argv[1:]] or [10, 20, 40, 84]
    here(3, 1), here(3, 2), here(3, 1, False)
    print("side   positions moves each longest threads       s M positions/s  bytes   C++ s C++/here")
    with tempfile.TemporaryDirectory() as folder:
        binary = build(folder)
        for n in sides:
            compare(binary, n)


def compare(binary: str | None, n: int) -> None:
    count, moves = 2 * n**4, ((3 * n - 2) / n) ** 2
    for threads in (1, 2):
        best = peer = float("inf")
        for _ in range(5 if n < 40 else 2):
            status, took = here(n, threads)
            best = min(best, took)
            peer = min(peer, there(binary, n, threads, int(status.sum(dtype="uint64"))))
            longest, size = int(status.max()) >> 2, status.nbytes
        print(
            f"{n:4} {count:11,} {moves:10.2f} {longest:7} {threads:7} {best:7.3f} {count / best / 1e6:13.1f} "
            f"{size / count:6.2f} {peer:7.3f} {peer / best:8.2f}"
        )
    if n <= 40:
        other, took = here(n, 2, False)
        assert (other == status).all()
        print(
            f"{n:4} {count:11,} {moves:10.2f} {longest:7} {2:7} {took:7.3f} without predecessors, moves kept in memory"
        )


if __name__ == "__main__":
    main()
