"""Nim-sequences and their laws: values a second against the textbook's algorithm in C++, and proofs from scratch.

Run: ``python benchmarks/sequences.py [speed|proofs|survey|subtraction ...] [HEAPS] [CODE ...]``; all of them unless some are
named, to no more heaps than are told, and proofs of the codes that are named. `sparse.cpp` is sparse space as *Winning Ways*
has it, compiled with ``g++ -O3`` when there is one; both must find the same values.
"""

from __future__ import annotations

import itertools
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import grundy as gr
from grundy.rules.heapcode import read_code
from grundy.rules.heaps import heap_digits, subtraction_code
from grundy.solving.sparse import SparseSequence
from grundy.solving.survey import survey

GAMES = [("unequal 4.0", 0, 1 << 20), ("0.6", 0, 1 << 19), ("0.104", 1 << 20, 1 << 23), ("0.106", 1 << 20, 1 << 23)]
GAMES += [("0.16", 1 << 20, 1 << 22), ("0.054", 1 << 20, 1 << 22)]


def peer() -> Path | None:
    """Return the C++ program, compiled, or None where there is no compiler."""
    if shutil.which("g++") is None:
        return None
    made = Path(tempfile.mkdtemp()) / "sparse"
    subprocess.run(["g++", "-O3", "-march=native", "-o", made, Path(__file__).parent / "sparse.cpp"], check=True)
    return made


def speed(most: int) -> None:
    program = peer()
    for threads in (1, 2):  # compile the kernels
        for text, _, _ in GAMES:
            SparseSequence(read_code(text)).extend(min(1 << 17, most), threads=threads)
    for text, begin, last in GAMES:
        start, end = min(begin, most // 2), min(last, most)
        code = read_code(text)
        rates: list[float] = []
        for threads in (1, 2):
            sequence = SparseSequence(code)
            sequence.extend(start)
            begun = time.perf_counter()
            sequence.extend(end, threads=threads)
            rates.append((end - start) / (time.perf_counter() - begun))
        line = f"{text}, {start:,} to {end:,}: {rates[0]:,.0f} a second with one thread, {rates[1]:,.0f} with two"
        if program is not None:
            words = [str(program), "".join(map(str, code.digits)), str(int(code.unequal)), str(start), str(end)]
            rate, total = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
            own = 0
            for value in sequence.values[:end].tolist():
                own = (own * 31 + value) & (1 << 64) - 1
            assert own == int(total), text
            line += f"; C++ {float(rate):,.0f}, ratio {rates[0] / float(rate):.2f} and {rates[1] / float(rate):.2f}"
        print(line, flush=True)


def proofs(codes: Sequence[str]) -> None:
    for text in codes or ("0.16", "0.127", "0.376", "0.104", "0.054"):
        begun = time.perf_counter()
        law = gr.octal(text).law(limit=1 << 29)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        took = time.perf_counter() - begun
        print(f"{text}: {law}, by {law.criterion}, {law.needed:,} values needed, {law.checked_to + 1:,} computed, "
              f"{took:.1f} s, peak {peak:,.0f} MiB so far", flush=True)  # fmt: skip


def all_codes(most: int) -> None:
    heaps = min(8192, most)
    codes = [heap_digits([d, *abc]) for d in (0, 4) for abc in itertools.product(range(8), repeat=3) if d or any(abc)]
    for threads in (1, 2):
        begun = time.perf_counter()
        rows = survey(codes, heaps, threads=threads)
        took = time.perf_counter() - begun
        print(f"{len(codes):,} codes to {heaps}, {threads} threads: {took:.1f} s, "
              f"{sum(row.status == 'proved' for row in rows)} proved", flush=True)  # fmt: skip


def subtraction(most: int) -> None:
    chosen = random.Random(1)
    for size in (5, 10, 20, 50, 50, 80):
        numbers = sorted(chosen.sample(range(1, 101), size))
        game = gr.code(subtraction_code(numbers))
        begun = time.perf_counter()
        values = game.sequence(min(10**8, most))
        took = time.perf_counter() - begun
        print(f"{size} numbers of 1 to 100: {len(values) / took:,.0f} heaps a second, {game.law()}", flush=True)


def main(words: list[str]) -> None:
    codes, numbers = [word for word in words if "." in word], [int(word) for word in words if word.isdecimal()]
    most = numbers[0] if numbers else sys.maxsize
    parts = {
        "speed": lambda: speed(most),
        "proofs": lambda: proofs(codes),
        "survey": lambda: all_codes(most),
        "subtraction": lambda: subtraction(most),
    }
    for name in [word for word in words if word in parts] or parts:
        parts[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
