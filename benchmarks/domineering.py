"""Canonical forms of empty Domineering boards and nimbers of empty Cram boards, against cgt-py and pycgt in the same run.

Run: ``GRUNDY_THREADS=1 python benchmarks/domineering.py`` (with ``pip install cgt-py anywidget pycgt`` for the comparison);
boards such as ``6x6``, ``cram:5x8`` may be named. Each figure is that of a process that has the kernels loaded, and starts
from nothing. Seconds are the processor's, on both sides.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import grundy as gr
from grundy.common.errors import GrundyError
from grundy.rules.ruleset import Ruleset
from grundy.solving.nimbers import SIDES

USUAL = ("4x5", "5x5", "5x6", "cram:5x6", "cram:5x7", "cram:6x6")


def timed(work: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> tuple[Any, float]:
    begun = clock()
    return work(), clock() - begun


def anew(rules: Ruleset) -> None:
    """Forget what was found before, but not the compiled rules."""
    sides = rules.memory[SIDES]
    gr.forget()
    rules.memory[SIDES] = sides


def by_cgt_py(rows: int, columns: int) -> Any:
    from cgt_py import Domineering

    return Domineering("|".join(["." * columns] * rows)).canonical_form


def by_pycgt(rows: int, columns: int) -> Any:
    """Return the value by pycgt's games: positions cut into parts, each built once."""
    import pycgt

    @cache
    def part(cells: frozenset[tuple[int, int]]) -> Any:
        sides: list[list[Any]] = [[], []]
        for r, c in cells:
            for side, other in enumerate(((r + 1, c), (r, c + 1))):
                if other in cells:
                    total = pycgt.ZERO
                    for piece in pieces(cells - {(r, c), other}):
                        total = pycgt.canonical(pycgt.add(total, part(piece)))
                    sides[side].append(total)
        return pycgt.canonical(pycgt.game(*sides))

    return part(frozenset((r, c) for r in range(rows) for c in range(columns)))


def pieces(cells: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    left, found = set(cells), []
    while left:
        line = [left.pop()]
        for r, c in line:
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in left:
                    left.discard(near)
                    line.append(near)
        if len(line) > 1:
            top, edge = min(r for r, _ in line), min(c for _, c in line)
            found.append(frozenset((r - top, c - edge) for r, c in line))
    return found


def domineering(rows: int, columns: int) -> None:
    anew(gr.domineering)
    value, own = timed(lambda: gr.domineering(rows, columns).value())
    print(f"domineering {rows}x{columns}: {own:.3f} s, value {str(value)[:60]}", flush=True)
    peers = {"cgt-py": by_cgt_py} | ({"pycgt": by_pycgt} if rows * columns <= 20 else {})
    for name, peer in peers.items():
        if rows * columns > 30:
            continue
        try:
            other, took = timed(lambda peer=peer: peer(rows, columns))
        except ImportError:
            print(f"  {name} is not installed")
            continue
        print(f"  {name}: {took:.2f} s, {took / own:.1f} times as long, value {str(other)[:60]}", flush=True)


def cram(rows: int, columns: int) -> None:
    rules = gr.impartial(gr.domineering)
    anew(gr.domineering)
    value, took = timed(lambda: rules(rows, columns).grundy())
    print(f"cram {rows}x{columns}: {took:.2f} s, nimber {value}", flush=True)


def main() -> None:
    for warm in (gr.domineering(4, 5).value, gr.impartial(gr.domineering)(4, 5).grundy):
        _, took = timed(warm, time.perf_counter)  # another process compiles
        print(f"kernels loaded or compiled, and a 4x5 board: {took:.2f} s", flush=True)
    for word in sys.argv[1:] or USUAL:
        game, _, size = word.rpartition(":")
        rows, columns = map(int, size.split("x"))
        try:
            (cram if game == "cram" else domineering)(rows, columns)
        except GrundyError as error:
            print(f"{word}: {error}", flush=True)


if __name__ == "__main__":
    main()
