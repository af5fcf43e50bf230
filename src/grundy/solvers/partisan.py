"""Partisan positions: their values, and the answer that a value gives.

A value decides all sums; where values grow too large, or play is misère or endless, positions are searched instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.errors import RulesError
from grundy.kernels import short
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, Ruleset
from grundy.rules.sums import SumRuleset
from grundy.solvers.values import Part, folded_parts, nimber_of, part_values
from grundy.values.canonical import store
from grundy.values.short import Value, of_form


def value(position: Position) -> Value:
    """Return the value of a position in normal play: the engine behind `Position.value`."""
    return of_form(form_of(position.ruleset, position.state))


def form_of(rules: Ruleset, state: Any) -> int:
    """Return the id of a position's canonical form."""
    if isinstance(rules, SumRuleset) and rules.is_sum(state):
        return added([form_of(part, own) for part, own in rules.components(state)])
    if isinstance(rules, PartisanRuleset):
        return _interpreted(rules, state)
    from grundy.solvers.worth import worth
    from grundy.solvers.table import Options

    return store().nus(0, 0, worth(rules, state, Options(reuse=True)).value)


def added(forms: list[int]) -> int:
    """Return the id of the sum of some forms."""
    total = 0
    for form in sorted(forms):
        total = store().ask(short.SUM, total, form)
    return total


def _interpreted(rules: PartisanRuleset, state: Any) -> int:
    known: dict[Any, int] = rules.memory.setdefault("forms", {})
    parts = folded_parts(rules, state)
    part_values(rules, parts, known, _form)
    return _signed_sum(parts, known)


def _form(lefts: list[list[Part]], rights: list[list[Part]], known: dict[Any, int]) -> int:
    return store().build(
        sorted({_signed_sum(option, known) for option in lefts}), sorted({_signed_sum(option, known) for option in rights})
    )


def _signed_sum(parts: list[Part], known: dict[Any, int]) -> int:
    return added([known[part] if sign > 0 else store().ask(short.NEGATIVE, known[part]) for part, sign in parts])


def nimber(rules: ImpartialRuleset, state: Any) -> int:
    """Return the Grundy value of a position of the impartial version of a partisan game."""
    known: dict[Any, int] = rules.memory.setdefault("nimbers", {})
    parts = folded_parts(rules.rules, state)
    part_values(rules.rules, parts, known, nimber_of)
    value = 0
    for part, _ in parts:
        value ^= known[part]
    return value
