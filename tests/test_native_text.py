"""Random rules as data become texts that give what the interpreter gives, or give up; faults put in are found so."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from generated import Cells
from grundy.kernels.jit import compile_fill
from grundy.lang.native import FULL, UNFIT, pack_params
from random_ir import Differ, RandomIR, Verdict, compare, expected, laid_out, texts

SHARE = 30
"""Rules in each of the everyday tests."""


def look_at(first: int, count: int) -> list[Verdict]:
    """Compare so many rules, from a seed on; the seed is in what a failure says."""
    found: list[Verdict] = []
    for seed in range(first, first + count):
        try:
            found.append(compare(seed))
        except Differ as problem:
            raise AssertionError(f"random_ir.compare({seed}): {problem}") from None
    return found


def require_worth(found: list[Verdict], rules: int) -> None:
    """Nearly all rules are compiled, and give an answer where the interpreter has one and numbers are small."""
    assert sum(bool(v.refused) for v in found) <= 0.1 * rules + 2
    assert sum(v.equal for v in found) > 4 * rules
    assert sum(v.needless for v in found) <= 0.002 * sum(v.equal for v in found) + 1
    assert sum(v.unfit for v in found) < 0.1 * sum(v.equal for v in found) + 10


@pytest.mark.parametrize("turn", range(6))
def test_random_rules_as_data(turn: int) -> None:
    """Other ones each time."""
    first = random.SystemRandom().randrange(10**9)
    print(f"seeds from {first} on")
    require_worth(look_at(first, SHARE), SHARE)


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(10))
def test_ten_thousand_random_rules_as_data(turn: int) -> None:
    require_worth(look_at(10_000 + 1000 * turn, 1000), 1000)


@pytest.mark.parametrize("seed", range(4))
def test_compiled_texts_give_the_same(seed: int) -> None:
    made = RandomIR(seed)
    packed = np.array([*pack_params(made.params)[0], 0], np.int64)
    fills = [(width, compile_fill(text)) for width, text in texts(made)]
    for state in made.states(40):
        for width, fill in fills:
            wanted: Any = expected(made, state, width) if width in (None, len(state)) else None
            if wanted is None:
                continue
            code, rows, small = wanted
            out = np.full(30_000, 7, np.int64)
            count = fill(np.array(laid_out(state, width), np.int64), packed, out)
            if count in (UNFIT, FULL):
                assert code == UNFIT or not small
            else:
                assert (count, out[1 : 1 + len(rows)].tolist()) == (code, rows)


def test_cells_refuse_what_is_beside_them() -> None:
    with pytest.raises(AssertionError):
        Cells([1])[1]
