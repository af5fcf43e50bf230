"""Bytes a position: the peak of a process that solves, less that of one that only warms up.

Run: ``python benchmarks/memory.py``. (Where the system does not tell the peak, the bytes of the arrays are shown alone.)
"""

from __future__ import annotations

import subprocess
import sys

CHILD = """
import sys
sys.path.insert(0, {folder!r})
from explore import heaps_fill
from connect4 import connect4_fill
from grundy.kernels.dense import solve_dense
from grundy.kernels.explore import explore
import numpy as np

def peak():
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

solve_dense(heaps_fill, [], [2, 2], [3, 3])
explore(heaps_fill, [], [2, 2])
begin = peak()
{work}
print(positions, edges, width, held, peak() - begin)
"""
HASHED = """
graph = explore({fill}, {params}, {start}, limit_bytes=8 << 30)
positions, edges, width, held = len(graph), len(graph.edges), graph.states.shape[1], graph.nbytes
"""
DENSE = """
start = {start}
found = solve_dense(heaps_fill, [], start, [c + 1 for c in start])
positions, edges, width, held = found.positions, 0, 0, found.work.nbytes
"""


def main() -> None:
    cases = {
        "hashed 3x100": HASHED.format(fill="heaps_fill", params=[], start=[100] * 3),
        "hashed 3x160": HASHED.format(fill="heaps_fill", params=[], start=[160] * 3),
        "hashed 3x215": HASHED.format(fill="heaps_fill", params=[], start=[215] * 3),
        "hashed 4x48": HASHED.format(fill="heaps_fill", params=[], start=[48] * 4),
        "hashed 8x6": HASHED.format(fill="heaps_fill", params=[], start=[6] * 8),
        "connect4 5x4": HASHED.format(fill="connect4_fill", params=[5, 4], start=[0, 0]),
        "dense 3x215": DENSE.format(start=[215] * 3),
        "dense 4x75": DENSE.format(start=[75] * 4),
    }
    print("bytes a position, less 4 a move\ncase             positions        moves  allowed  arrays    peak")
    for name, work in cases.items():
        code = CHILD.format(folder=sys.path[0], work=work)
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        positions, edges, width, held, peak = map(int, run.stdout.split())
        allowed = 16 + 8 * width if width else 2
        print(
            f"{name:14} {positions:11,} {edges:12,} {allowed:8} {(held - 4 * edges) / positions:7.2f} "
            f"{(peak - 4 * edges) / positions:7.2f}"
        )


if __name__ == "__main__":
    main()
