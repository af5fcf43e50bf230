"""Bytes a position: the peak of a process that solves, less that of one that only warms up.

Run: ``python benchmarks/memory.py ["hashed 3x100" "compact 2x3162" "dense 3x215" "connect4 5x4" ...]``: heaps and their
size, or columns and rows. Compact is without arrows, for outcome and remoteness alone. (Where the system does
not tell the peak, the bytes of the arrays are shown alone.)
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CHILD = """
import sys
sys.path.insert(0, {folder!r})
from explore import compiled
import grundy as gr
from grundy.solving.compiled_rules import native
from grundy.kernels.compact import solve_compact
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
words = compiled(2, packed=True)
solve_compact(words.fill, words.params, words.encode((2, 2))[0])
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
COMPACT = """
found = solve_compact(rule.fill, rule.params, rule.encode(tuple(start))[0], grundy=False)
positions, edges, width, held = len(found), 0, 0, found.nbytes
"""


USUAL = ("3x100", "3x160", "3x215", "4x48", "8x6")
CASES = (*(f"hashed {size}" for size in USUAL), "compact 2x3162", "dense 3x215", "dense 4x75", "connect4 5x4")


def parts(case: str) -> tuple[str, str, list[int]]:
    """Return what a case does, with which rule, from where."""
    kind, _, sizes = case.partition(" ")
    width, size = map(int, sizes.split("x"))
    if kind == "connect4":
        return HASHED, f"native(gr.connect4(width={width}, height={size}).ruleset, [(0, 0)])", [0, 0]
    work = {"hashed": HASHED, "compact": COMPACT, "dense": DENSE}[kind]
    return work, f"compiled({width}, packed={kind == 'compact'})", [size] * width


def main(cases: Sequence[str]) -> None:
    print("bytes a position, less 4 a move\ncase             positions        moves  allowed  arrays    peak")
    for name in cases or CASES:
        work, rule, start = parts(name)
        code = CHILD.format(folder=str(Path(__file__).parent), work=work, rule=rule, start=start)
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        positions, edges, width, held, peak = map(int, run.stdout.split())
        allowed = 16 + 8 * width if width else 10 if name.startswith("compact") else 2
        print(
            f"{name:14} {positions:11,} {edges:12,} {allowed:8} {(held - 4 * edges) / positions:7.2f} "
            f"{(peak - 4 * edges) / positions:7.2f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
