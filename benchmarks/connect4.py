"""Connect Four on 4×4: all 161,029 positions and 304,574 moves, with remoteness, from the rules of the catalogue.

Run: ``python benchmarks/connect4.py [columns] [rows]``. It times the whole of ``position.solve()``. The peer is the
same search in plain Python. (OpenSpiel takes 3.1 s for it, GAMESMAN Classic 1.2 to 2.8 s, measured once.)
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import grundy as gr


def options(state: tuple[int, int], columns: int, rows: int) -> Iterator[tuple[int, int]] | int:
    high = rows + 1
    theirs = state[0] ^ state[1]
    for step in (1, high - 1, high, high + 1):
        two = theirs & (theirs >> step)
        if two & (two >> (2 * step)):
            return -10
    cells = ((state[1] + (1 << c * high)) & (((1 << rows) - 1) << c * high) for c in range(columns))
    found = [(theirs, state[1] | cell) for cell in cells if cell]
    return iter(found) if found else -11


def plain(columns: int, rows: int) -> tuple[int, int, int]:
    """The peer: memoised search by layers, backwards."""
    index = {(0, 0): 0}
    states = [(0, 0)]
    children: list[list[int] | int] = []
    for state in states:
        found = options(state, columns, rows)
        if isinstance(found, int):
            children.append(found)
            continue
        row: list[int] = []
        for child in found:
            if child not in index:
                index[child] = len(states)
                states.append(child)
            row.append(index[child])
        children.append(row)
    best: list[tuple[int, int]] = [(0, 0)] * len(states)  # result for the mover (1, 0, -1), remoteness
    for i in range(len(states) - 1, -1, -1):
        row_or_end = children[i]
        if isinstance(row_or_end, int):
            best[i] = (-1 if row_or_end == -10 else 0, 0)
            continue
        options_here = [best[c] for c in row_or_end]
        result = max(-r for r, _ in options_here)
        lengths = [m for r, m in options_here if -r == result]
        best[i] = (result, 1 + (max(lengths) if result < 0 else min(lengths)))
    return len(states), best[0][0], best[0][1]


def best_of(times: int, work: Callable[[], Any]) -> tuple[float, Any]:
    best, answer = float("inf"), None
    for _ in range(times):
        begin = time.perf_counter()
        answer = work()
        best = min(best, time.perf_counter() - begin)
    return best, answer


def main() -> None:
    columns, rows = (int(a) for a in sys.argv[1:3]) if len(sys.argv) > 2 else (4, 4)

    game = gr.connect4(width=columns, height=rows)

    def solve() -> gr.Solution:
        game.ruleset.memory.drop()
        return game.solve(method="compiled")

    first, _ = best_of(1, solve)
    took, solution = best_of(10, solve)
    print(f"{columns}x{rows}: {solution}; first call {first:.2f} s")
    if columns * rows <= 20:
        peer, (count, result, remoteness) = best_of(1, lambda: plain(columns, rows))
        outcome = {1: "N", -1: "P", 0: "T"}[result]
        assert (count, outcome, remoteness) == (solution.positions, solution.outcome.name, solution.remoteness)
        print(f"compiled {took:.4f} s, plain Python {peer:.3f} s, ratio {peer / took:.1f}")
    else:
        print(f"compiled {took:.4f} s")


if __name__ == "__main__":
    main()
