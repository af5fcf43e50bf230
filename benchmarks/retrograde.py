"""Win, loss and draw with remoteness on random digraphs of a million nodes, from arrays.

The peer is the textbook algorithm in one thread: transpose by counting, then a queue from the endings (it is what
`retrograde` does when it may not sweep). Run: ``python benchmarks/retrograde.py [nodes] [edges]``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from grundy.kernels.graph import retrograde


def best_of(times: int, work: Callable[[], Any]) -> tuple[float, Any]:
    best, answer = float("inf"), None
    for _ in range(times):
        begin = time.perf_counter()
        answer = work()
        best = min(best, time.perf_counter() - begin)
    return best, answer


def from_degrees(degrees: Any, random: np.random.Generator) -> tuple[Any, Any]:
    offsets = np.concatenate([[0], np.cumsum(degrees)])
    return offsets.astype(np.uint32), random.integers(0, len(degrees), int(offsets[-1]), dtype=np.int32)


def graphs(nodes: int, edges: int) -> dict[str, tuple[Any, Any]]:
    random = np.random.default_rng(1)
    mean = edges // nodes
    sources = np.bincount(random.integers(0, nodes, edges), minlength=nodes)
    line = np.maximum(np.arange(nodes)[:, None] - np.arange(1, mean + 1), 0).astype(np.int32)
    return {
        "edges drawn at random": from_degrees(sources, random),
        f"0 to {2 * mean} options": from_degrees(random.integers(0, 2 * mean + 1, nodes), random),
        "a fifth without moves": from_degrees(np.where(random.random(nodes) < 0.2, 0, mean * 5 // 4), random),
        "geometric, half 0 or 1": from_degrees(random.geometric(1 / mean, nodes) - 1, random),
        f"take 1 to {mean}, one long line": (
            np.concatenate([[0, 0], np.arange(1, nodes) * mean]).astype(np.uint32),
            line[1:].ravel(),
        ),
    }


def main() -> None:
    nodes, edges = (int(a) for a in sys.argv[1:3]) if len(sys.argv) > 2 else (10**6, 10**7)
    retrograde(np.array([0, 1, 1]), np.array([1]), sweeps=0), retrograde(np.array([0, 1, 1]), np.array([1]))
    print(f"{'graph':32}      edges     won    lost     far       s 1 thread    peer  ratio")
    for name, (offsets, heads) in graphs(nodes, edges).items():
        took, status = best_of(5, lambda: retrograde(offsets, heads))  # noqa: B023
        alone, _ = best_of(3, lambda: retrograde(offsets, heads, threads=1))  # noqa: B023
        peer, expected = best_of(3, lambda: retrograde(offsets, heads, threads=1, sweeps=0))  # noqa: B023
        assert np.array_equal(status, expected)
        won, lost = (np.count_nonzero(status & 3 == result) / nodes for result in (1, 2))
        far = int(status.max()) >> 2
        print(
            f"{name:32} {len(heads):10,} {won:7.1%} {lost:7.1%} {far:7,} {took:7.3f} {alone:8.3f} {peer:7.3f} "
            f"{peer / took:6.2f}"
        )


if __name__ == "__main__":
    main()
