"""A position as a number, nothing stored but its value, against the hashed search of the same game.

Run: ``python benchmarks/dense.py [heaps] [size]``.
"""

from __future__ import annotations

import sys
import time

from explore import compiled

from grundy.kernels.dense import solve_dense
from grundy.kernels.explore import explore
from grundy.kernels.graph import solve_graph


def main() -> None:
    cases = [(int(sys.argv[1]), int(sys.argv[2]))] if len(sys.argv) > 2 else [(3, 100), (3, 215), (4, 55)]
    for warm in (False, True):
        solve_dense(compiled(2).fill, [], [2, 2], [3, 3], grundy=warm)
    print(f"{'heaps':>8} {'positions':>11} {'Grundy':>6} {'dense s':>8} {'hashed s':>8} {'ratio':>6}")
    for width, size in cases:
        fill = compiled(width).fill
        for grundy in (False, True):
            begin = time.perf_counter()
            found = solve_dense(fill, [], [size] * width, [size + 1] * width, grundy=grundy)
            dense = time.perf_counter() - begin
            begin = time.perf_counter()
            graph = explore(fill, [], [size] * width)
            status, _, _ = solve_graph(graph.offsets, graph.edges, graph.ends, forward=graph.forward, grundy=grundy)
            hashed = time.perf_counter() - begin
            assert found.status([size] * width) == status[0] and found.positions == len(graph)
            print(
                f"{width:4}x{size:<3} {len(graph):11,} {'yes' if grundy else 'no':>6} {dense:8.3f} {hashed:8.3f} "
                f"{hashed / dense:6.1f}"
            )


if __name__ == "__main__":
    main()
