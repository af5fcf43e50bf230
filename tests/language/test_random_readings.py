"""Random rules of two numbers: the reader of the prover and that of the checker give Python's moves, or refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import grundy as gr
from cases import each_day, nontrivial
from generated import define
from grundy.check.moves import moves_of
from grundy.common.errors import GrundyError
from grundy.proving.boxes import formula_options
from grundy.proving.logic.expressions import free_names
from grundy.proving.moves import Moves
from grundy.proving.reading import moves
from grundy.proving.witnesses import holds
from grundy.rules.data import rules_data
from lowered_rules import options, wrong
from random_rules import GLOBALS
from slotted_rules import SlottedRule

SIDE = 6
State = tuple[int, ...]
Options = set[State] | None


def by_python(function: Callable[..., Any], state: State) -> Options:
    """Return the options as Python makes them, None where the rule fails, or yields no pair."""
    try:
        found = list(function(*state))
    except Exception:
        return None
    return {tuple(map(int, pair)) for pair in found} if all(type(p) is tuple and len(p) == 2 for p in found) else None


def by_formulas(read: Moves, state: State) -> Options | str:
    """Return the options by the prover's reading; "" where it says itself that it does not hold there, or is not sure."""
    values = dict(zip(read.names, state, strict=True))
    for duty in read.duties:
        free = sorted(free_names(duty.broken) - values.keys())
        for bound in product(range(9), repeat=len(free)):
            if len(free) > 2 or holds(duty.broken, {**values, **dict(zip(free, bound, strict=True))}):
                return ""
    return formula_options(read, state)


def by_checker(read: Any, state: State) -> Options | str:
    """Return the options by the checker's reading; "" where something that must not be may be."""
    return "" if wrong(read.never, state) else options(read.moves, state)


def compared(seed: int, count: int) -> Counter[str]:
    """Compare readings of so many rules with Python; return how many were read."""
    told = Counter[str]()
    for each in range(10_000 * seed, 10_000 * seed + count):
        made = SlottedRule(each, ["ints"], 0, (0.8, 0.9))
        rules = gr.game(define(made.text, **GLOBALS))
        readings: dict[str, Any] = {}
        try:
            read = moves(rules)
            if max((len(move.bound) for move in read.moves), default=0) < 3:
                readings["formulas"] = lambda state, read=read: by_formulas(read, state)
        except GrundyError:
            pass
        try:
            checked = moves_of({**rules_data(rules, 0), "heaps": 2})
            readings["checker"] = lambda state, checked=checked: by_checker(checked, state)
        except (GrundyError, ValueError, TypeError):
            pass
        told.update(readings.keys())
        nontrivial(readings)
        for state in product(range(SIDE), repeat=2) if readings else ():
            true = by_python(rules.function, state)
            for reader, reading in readings.items():
                said = reading(state)
                assert said in ("", true), (each, reader, state, said, true, made.text)
    return told


@pytest.mark.slow
def test_no_rule_is_misread() -> None:
    told = compared(1, each_day(36))
    assert min(told["formulas"], told["checker"]) > 10, told


@pytest.mark.hours
@pytest.mark.parametrize("seed", range(2, 8))
def test_none_of_many_rules_is_misread(seed: int) -> None:
    assert compared(seed, 1000)["checker"] > 200
