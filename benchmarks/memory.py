"""Bytes a position: the peak of a process that solves, less that of one that only warms up.

Run: ``python benchmarks/memory.py``. (Where the system does not tell the peak, the bytes of the arrays are shown alone.)
"""

from __future__ import annotations

import subprocess
import sys

CHILD = """
import sys
sys.path.insert(0, {folder!r})
from explore import compiled
import grundy as gr
from grundy.solvers.compiled_rules import native
from grundy.kernels.dense import solve_dense
from grundy.kernels.explore import explore
import numpy as np

def peak():
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

solve_dense(compiled(2).fill, [], [2, 2], [3, 3])
explore(compiled(2).fill, [], [2, 2])
rule, start = {rule}, {start}
begin = peak()
{work}
print(positions, edges, width, held, peak() - begin)
"""
HASHED = """
graph = explore(rule.fill, rule.params, start, limit_bytes=8 << 30)
positions, edges, width, held = len(graph), len(graph.edges), graph.states.shape[1], graph.nbytes
"""
DENSE = """
found = solve_dense(rule.fill, [], start, [c + 1 for c in start])
positions, edges, width, held = found.positions, 0, 0, found.work.nbytes
"""


def main() -> None:
    four = "native(gr.connect4(width=5, height=4).ruleset, [(0, 0)])"
    cases = {
        f"{kind} {width}x{size}": (work, f"compiled({width})", [size] * width)
        for kind, work, width, size in (
            ("hashed", HASHED, 3, 100),
            ("hashed", HASHED, 3, 160),
            ("hashed", HASHED, 3, 215),
            ("hashed", HASHED, 4, 48),
            ("hashed", HASHED, 8, 6),
            ("dense", DENSE, 3, 215),
            ("dense", DENSE, 4, 75),
        )
    } | {"connect4 5x4": (HASHED, four, [0, 0])}
    print("bytes a position, less 4 a move\ncase             positions        moves  allowed  arrays    peak")
    for name, (work, rule, start) in cases.items():
        code = CHILD.format(folder=sys.path[0], work=work, rule=rule, start=start)
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        positions, edges, width, held, peak = map(int, run.stdout.split())
        allowed = 16 + 8 * width if width else 2
        print(
            f"{name:14} {positions:11,} {edges:12,} {allowed:8} {(held - 4 * edges) / positions:7.2f} "
            f"{(peak - 4 * edges) / positions:7.2f}"
        )


if __name__ == "__main__":
    main()
