"""The texts of the old and of the new lowering of rules, compiled and run in turns over the same random states.

    python benchmarks/lowering.py [part of a name]...

prints, for each game of the catalogue whose rule compiles, the nanoseconds per state of both, and the quotient.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time
import warnings
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numba
import numpy as np

import grundy.games
from grundy.kernels.jit import FILL_TYPE, compile_fill
from grundy.lang import native
from grundy.lang.read import read
from grundy.rules import rewrite, source
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction

WIDTH, STATES, TURNS = 5, 2000, 15


@numba.njit(numba.int64(FILL_TYPE, numba.int64[:, ::1], numba.int64[::1], numba.int64[::1]))
def total(fill: Any, states: Any, params: Any, out: Any) -> int:
    found = 0
    for i in range(states.shape[0]):
        found += fill(states[i], params, out)
    return found


def rulesets() -> Iterator[tuple[str, Any]]:
    seen: set[int] = set()
    for module in pkgutil.iter_modules(grundy.games.__path__):
        for name, value in vars(importlib.import_module(f"grundy.games.{module.name}")).items():
            if isinstance(value, FunctionRuleset | HeapFunction) and id(value) not in seen:
                seen.add(id(value))
                yield name, value


def texts(rules: Any) -> tuple[list[str], list[int], int, bool]:
    """The old text and the new, the parameters as cells, the width, whether states have any length."""
    values = dict(rules.params)
    old, scoring = source.read(rules.function), getattr(rules, "scoring", False)
    values |= {name: 1 for name in old.keywords if name not in values}
    new = read(rules.function, values, scoring=scoring)
    params, shapes = native.pack_params(values)
    if isinstance(rules, HeapFunction):
        made = [
            g(r, width=1, param_shapes=shapes, heap=True) for g, r in ((rewrite.generate, old), (native.generate, new))
        ]
        return made, params, 1, False
    width = WIDTH + 1 if old.is_tuple else len(old.state)
    options: dict[str, Any] = {"width": width, "mode": "variable" if old.is_tuple else "fixed", "param_shapes": shapes}
    made = []
    for generate, rule, reader in (
        (rewrite.generate, old, source.read),
        (native.generate, new, lambda f: read(f, values)),
    ):
        hooks = {"ending": rules.hooks.get("ending"), "canonical": rules.hooks.get("symmetry")}
        both = {name: reader(hook) if hook else None for name, hook in hooks.items()}
        made.append(generate(rule, scoring=scoring, **options, **both))
    return made, params, width, old.is_tuple


def main() -> None:
    chance = np.random.default_rng(1)
    for name, rules in rulesets():
        if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
            continue
        try:
            made, params, width, variable = texts(rules)
        except Exception as problem:
            print(f"{name}: {problem}")
            continue
        begun = [time.perf_counter()]
        fills = []
        for text in made:
            fills.append(compile_fill(text))
            begun.append(time.perf_counter())
        states = chance.integers(0, 30, (STATES, width))
        if variable:
            states[:, 0] = WIDTH
        states[:, -1] = chance.integers(0, 3, STATES) if width == 5 else states[:, -1]
        out = np.zeros(1 << 20, np.int64)
        cells = np.array(params or [0], np.int64)
        best, sums = [1e9, 1e9], [0, 0]
        for _ in range(TURNS):
            for i, fill in enumerate(fills):
                start = time.perf_counter()
                sums[i] = total(fill, states, cells, out)
                best[i] = min(best[i], time.perf_counter() - start)
        old, new = (1e9 * t / STATES for t in best)
        compiled = " and ".join(f"{y - x:.2f} s" for x, y in pairwise(begun))
        same = "" if sums[0] == sums[1] else f"  counts {sums}"
        print(f"{name:25} {old:10.1f} {new:10.1f} {new / old:6.2f}  compiled in {compiled}{same}", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
