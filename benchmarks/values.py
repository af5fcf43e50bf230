"""Values of short games: additions a second, on arrays of ids and through operators; what loading the engine costs.

Run: ``python benchmarks/values.py [pairs] [values]``. Random pairs of the 1,474 values born by day 3.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from grundy.kernels import short
from grundy.values.canonical import Store
from grundy.values.short import Value, game


def born(store: Store, days: int) -> list[int]:
    """Return the ids of all values born by a day: the games of two antichains of those born before."""
    ids = [store.nus(0)]
    for _ in range(days):
        below = {(a, b): bool(store.ask(short.ORDER, a, b)) for a in ids for b in ids}
        chains: list[tuple[int, ...]] = [()]
        for a in ids:
            chains += [(*c, a) for c in chains if not any(below[a, b] or below[b, a] for b in c)]
        ids = sorted({store.build(lefts, rights) for lefts in chains for rights in chains})
    return ids


def main(pairs: int = 10**6, count: int = 200) -> None:
    begun = time.perf_counter()
    store = Store(1 << 20)
    print(f"the engine, loaded or compiled: {time.perf_counter() - begun:.2f} s")
    ids = np.array(born(store, 3))
    print(f"{len(ids):,} values born by day 3")
    chosen = np.random.default_rng(1)
    a, b = chosen.choice(ids, pairs), chosen.choice(ids, pairs)
    for name in ("new", "cached"):
        begun = time.perf_counter()
        store.ask_many(short.SUM, a, b)
        print(f"{name}: {pairs / (time.perf_counter() - begun):,.0f} additions a second on arrays of ids")
    values = [Value(0), Value("*"), Value("^"), Value(1), Value("{2|-1}")]
    while len(values) < count:
        values.append(game([values[-1]], [values[-2], values[-5]]) + values[len(values) % 5])
    for one in values:
        for other in values:
            one + other
    begun = time.perf_counter()
    for one in values:
        for other in values:
            one + other
    print(f"cached: {len(values) ** 2 / (time.perf_counter() - begun):,.0f} additions a second through operators")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
