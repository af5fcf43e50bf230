"""All positions of a box, of rules on so many integers: each is settled by its options, with the rules compiled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import PositionError
from grundy.kernels.contract import Unfit
from grundy.rules.functions import FunctionRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.solving.catalogued import try_out
from grundy.solving.comparing import MOST, OPTIONS, derived, differs
from grundy.solving.results import LOST, cost
from grundy.solving.search import SMALL
from grundy.values.nimber import mex

Box = NDArray[Any]
"""Who wins, as the kernels number it, 0 where there is no position; or Grundy values, -1 there."""
COMPARED, NEAR = 48, 1 << 12
"""Positions that are derived again, every other one a lost one, if there is one so near."""
COUNTED = 10_000
"""So many options of the largest position are counted."""


def fits(rules: Ruleset) -> bool:
    """Whether the positions of a game are all tuples of integers, and each stands for itself."""
    one = type(rules) is FunctionRuleset and rules.integers and not (rules.tuple_state or "setup" in rules.hooks)
    return one and not (rules.scoring or rules.partisan or rules.sided)


def work(rules: FunctionRuleset, tops: tuple[int, ...]) -> int:
    """Return about how many options the positions of a box have."""
    options = sum(1 for _option in islice(rules.options(rules.make_state(tops)), COUNTED))
    return prod(top + 1 for top in tops) * (1 + options // 2)


def swept(rules: Ruleset, tops: tuple[int, ...], *, misere: bool = False, values: bool = False) -> Box | None:
    """Return who wins at each position of a box from 0 to ``tops``, or what each is worth.

    None where they are better asked one by one: there are few, the rules are not compiled, or an option is outside of the
    box, or play can go round in it.
    """
    if not fits(rules):
        return None
    assert isinstance(rules, FunctionRuleset)
    corner, least = rules.make_state(tops), max(0, rules.least or 0)
    try_out(rules, corner)
    if work(rules, tops) < SMALL // cost(rules):
        return None
    from grundy.kernels.sweep import Unsettled, sweep
    from grundy.solving.compiled_rules import give_up, native  # few positions need no compiler

    steps = (tuple(least + (top - least) * k // COMPARED for top in tops) for k in range(COMPARED))
    made = native(rules, [corner, *map(rules.make_state, steps)])
    if made is None or made.variable:
        return None
    low, shape = (least,) * len(tops), tuple(top - least + 1 for top in tops)
    try:
        found = sweep(made.fill, made.params, low, shape, values=values, misere=misere).reshape(shape)
        if values:
            found -= 1
            found = found.view(np.int32)
        if least:
            found = np.pad(found, [(least, 0)] * len(tops), constant_values=-1 if values else 0)
        confirm(rules, found, misere=misere, values=values)
    except Unsettled:
        return None
    except Unfit as problem:
        give_up(rules, problem)
        return None
    return found


def confirm(rules: FunctionRuleset, found: Box, *, misere: bool, values: bool = False) -> None:
    """Derive some positions of a box again from the options that Python gives; `Unfit` where one differs."""
    chance, left, flat = Random(0), OPTIONS // cost(rules), found.reshape(-1)
    for turn in range(COMPARED):
        place = chance.randrange(found.size)
        if turn % 2:
            place += int(np.argmax(flat[place : place + NEAR] == (0 if values else LOST)))
        cells = tuple(int(c) for c in np.unravel_index(place, found.shape))
        if flat[place] == (-1 if values else 0):
            continue
        state = rules.make_state(cells)
        ending = rules.ended(state)
        options = [] if ending is not None else [*islice(map(rules.canonical, rules.options(state)), MOST + 1)]
        left -= 1 + len(options)
        if left < 0 or len(options) > MOST:
            continue
        at = np.array([rules.arguments(option) for option in options], np.int64).reshape(-1, found.ndim)
        inside = bool(((at >= 0) & (at < found.shape)).all())
        known = found[tuple(at.T)].tolist() if inside else []
        again = mex(known) if values else derived(ending, [(result, 0) for result in known], misere)[0]
        if not inside or flat[place] != again:
            raise Unfit(differs(rules.describe(state)))


def asked(rules: Ruleset, tops: tuple[int, ...], ask: Callable[[Position], Any], nothing: Any, kind: Any) -> Box:
    """Return the answers to a question about each position of a box, ``nothing`` where the game has none.

    The last ones are asked first: what is found of them tells most of the others.
    """
    found = np.full([top + 1 for top in tops], nothing, kind)
    for count, place in enumerate(product(*(range(top, -1, -1) for top in tops)), 1):
        limits.check(count)
        try:
            position = rules(*place)
        except PositionError:
            continue
        found[place] = ask(position)
    return found
