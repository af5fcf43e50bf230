"""Rules written with a board against rules written with bits, and strips longer than a word of the processor.

Run: ``python benchmarks/boards.py [boards COUNT | strips LENGTH ...]``; both unless one is named. The rules with bits are
Clobber and Domineering as the catalogue had them before; both ways are compiled, and asked for the options of the same
boards in turns, nine times: medians of the processor's time. ``strips`` finds the Grundy values of impartial Clobber on
XOXO…, each from nothing but the compiled rules. A strip of n cells comes apart into about 2.7 n others with n options each
on the average, so that the work grows with the square of n, and the time a cell with n.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import grundy as gr
from grundy.rules.grids import neighbour
from grundy.rules.partisan import LEFT, PartisanRuleset
from grundy.solving import parts
from grundy.solving.nimbers import PARTS

BOARDS = 4000
LENGTHS = (60, 64, 100, 128, 250, 500, 1000)


@gr.partisan_game(board=gr.Grid(".#"))
def domineering(rows: int, columns: int, taken: int, *, player: int) -> Iterator[Any]:
    step = columns if player == LEFT else 1
    for i in range(rows * columns - step):
        domino = 1 << i | 1 << i + step
        if not taken & domino and (player == LEFT or (i + 1) % columns):
            yield rows, columns, taken | domino


@gr.partisan_game(board=gr.Grid(".XO"))
def clobber(rows: int, columns: int, black: int, white: int, *, player: int) -> Iterator[Any]:
    for i in range(rows * columns):
        for way in range(4):
            j = neighbour(rows, columns, i, way)
            if j >= 0:
                if player == LEFT and black >> i & 1 and white >> j & 1:
                    yield rows, columns, black ^ 1 << i | 1 << j, white ^ 1 << j
                elif player != LEFT and white >> i & 1 and black >> j & 1:
                    yield rows, columns, black ^ 1 << j, white ^ 1 << i | 1 << j


def boards(rules: PartisanRuleset, count: int) -> list[Any]:
    """Boards of 5 by 6 cells by lot."""
    assert rules.board is not None
    chance, faces = random.Random(1), rules.board.faces
    rows = ("|".join("".join(chance.choices(faces, k=6)) for _ in range(5)) for _ in range(count))
    return [rules(text).state for text in rows]


def options(rules: PartisanRuleset, states: list[Any]) -> Callable[[], int]:
    """What asks the compiled rule for all options of some boards, both players'."""
    sides = parts.sides(rules, states[0])
    assert sides is not None
    rows = np.array(states, np.int64)
    out = np.zeros(1 << 14, np.int64)
    given = [(side.fill, np.array(side.params, np.int64)) for side in sides]
    return lambda: sum(fill(row, params, out) for row in rows for fill, params in given)


def compared(name: str, bits: PartisanRuleset, board: PartisanRuleset, count: int) -> None:
    states = boards(bits, count)
    ways = [options(rules, states) for rules in (bits, board)]
    counts = [way() for way in ways]
    assert counts[0] == counts[1]
    times: list[list[float]] = [[], []]
    for _turn in range(9):
        for own, way in zip(times, ways, strict=True):
            begun = time.process_time()
            way()
            own.append(time.process_time() - begun)
    one, two = (statistics.median(own) / counts[0] * 1e9 for own in times)
    print(f"{name}: {one:.0f} ns an option with bits, {two:.0f} with a board, the calls included: {two / one:.2f}")


def strips(lengths: Sequence[int]) -> None:
    rules = gr.impartial(gr.clobber)
    base = 0.0
    for length in lengths:
        strip = ("XO" * length)[:length]
        for _turn in range(2):  # the first one compiles
            rules.rules.memory.drop(PARTS)
            begun = time.process_time()
            value = rules(strip).grundy()
            took = time.process_time() - begun
        base = base or took / length
        print(
            f"{length} cells: value {value}, {took:.3f} s, {took / length * 1e6:.0f} µs a cell, "
            f"{took / length / base:.1f} times that of {lengths[0]}"
        )


def main(part: str = "", *numbers: str) -> None:
    sizes = [int(word) for word in numbers]
    if part != "strips":
        count = sizes[0] if sizes else BOARDS
        compared("Domineering", domineering, gr.domineering, count)
        compared("Clobber", clobber, gr.clobber, count)
    if part != "boards":
        strips(sizes or LENGTHS)


if __name__ == "__main__":
    main(*sys.argv[1:])
