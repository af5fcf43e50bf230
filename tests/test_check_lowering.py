"""The checker's lowering against the meaning of rules: what is yielded, and where they fail, state by state."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from grundy.check import Budget
from grundy.check.linear import Linear
from grundy.check.lowering import Lowered, lowered
from grundy.errors import GrundyError
from grundy.lang import ir
from grundy.lang.run import Failed, Run
from lowered_rules import Maker, State, options, wrong


class Watched(Run):
    """A run that notes whether something negative was divided."""

    divided = False

    def _op(self, node: ir.Op, slots: Any) -> Any:
        if node.sign in ("//", "%", "&", ">>") and self.value(node.left, slots) < 0:
            self.divided = True
        return super()._op(node, slots)


def states(maker: Maker, width: int) -> list[State]:
    """Return the first positions, and some around each constant of a rule."""
    small = list(product(range({1: 14, 2: 5, 3: 3}[width]), repeat=width))
    near = sorted({n + d for n in maker.constants for d in (-1, 0, 1) if n + d >= 0})
    chance = random.Random(width)
    drawn = [tuple(chance.choice(near or [0]) for _ in range(width)) for _ in range(14)]
    return list(dict.fromkeys([*small, *drawn, *((n,) * width for n in near)]))


def difference(seed: int, seen: Counter[str]) -> str:
    """Return where a random rule and its lowering differ; "" for nowhere."""
    maker = Maker(seed)
    routine = maker.routine()
    names = [Linear(((f"x{i}", 1),)) for i in range(routine.width)]
    try:
        with Budget(5.0):
            found = lowered(routine, names, ())
    except GrundyError as refused:
        seen["refused: " + str(refused)[:50]] += 1
        return ""
    seen.update({"lowered": 1, **dict.fromkeys(maker.used, 1)})
    seen["ends a turn"] += any("Never" in repr(each.atoms) for each in found.yields)
    for state in states(maker, routine.width):
        said = compared(routine, found, state, seen)
        if said:
            return f"rule {seed} at {state}: {said}"
    return ""


def compared(routine: ir.Routine, found: Lowered, state: State, seen: Counter[str]) -> str:
    run = Watched(routine)
    seen["states"] += 1
    try:
        right: set[State] | None = {(n,) for n in run.yields(state)}
    except Failed:
        right = None
    bad = wrong(found.never, state)
    seen["wrong states"] += bad
    if bad:
        return "" if right is None or run.divided or min(right)[0] < 0 else "nothing is wrong there"
    if right is None:
        return "it fails there"
    own = options(found.yields, state)
    return "" if own == right else f"{sorted(own)} and not {sorted(right)}"


def test_the_lowering_is_what_rules_mean() -> None:
    seen: Counter[str] = Counter()
    wrong_ones = [said for seed in range(120) if (said := difference(seed, seen))]
    assert not wrong_ones, wrong_ones
    assert seen["lowered"] > 60 and seen["states"] > 1000, seen
