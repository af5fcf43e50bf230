"""Sums of many copies of a value: 97 random values born by day 3, 32 times each; and one that thrashed a small memo.

Run: ``python benchmarks/copies.py [copies] [values]``. A copy has few followers, their sum has up to 200,000: timed are
the memos of order and sums, which hold one answer for all pairs of one difference or sum. Seconds are the processor's.
"""

from __future__ import annotations

import random
import sys
import time

from grundy.values.canonical import store
from grundy.values.operators import born_by
from grundy.values.short import Value


def timed(times: int, value: Value) -> float:
    """Return the seconds that so many copies take."""
    begun = time.process_time()
    times * value
    return time.process_time() - begun


def main(copies: int = 32, values: int = 97) -> None:
    seconds = timed(20, Value("{*,Miny(1)|0}"))
    print(f"20 copies of {{*,Miny(1)|0}}: {seconds:.2f} s")
    chosen = random.Random(5).sample(born_by(3), values)
    taken = sorted(((timed(copies, value), str(value)) for value in chosen), reverse=True)
    print(f"{copies} copies of {values} random values born by day 3: {sum(one for one, _ in taken):.1f} s in all")
    for seconds, text in taken[:3]:
        print(f"{seconds:.2f} s: {text}")
    print(f"{len(store()):,} canonical forms, {store().array.nbytes >> 20} MiB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
