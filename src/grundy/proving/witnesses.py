"""Natural numbers with a condition, found by trying those that its comparisons let through."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import Any

from grundy.proving.logic import expressions as logic

Numbers = Mapping[str, int]


def number(term: logic.Term, values: Mapping[str, Any]) -> Any:
    """Return the value of a term for values of its variables, integers or arrays."""
    total: Any = term.constant
    for part, a in term.parts:
        match part:
            case str():
                own = values[part]
            case logic.Floor(inner, divisor):
                own = number(inner, values) // divisor
            case logic.Remainder(inner, modulus):
                own = number(inner, values) % modulus
            case _:
                own = number(part.left, values) ^ number(part.right, values)
        total = total + a * own
    return total


def holds(formula: logic.Formula, values: Mapping[str, Any]) -> Any:
    """Return whether a formula holds, for values that are integers, or, without quantifiers, arrays.

    Bound numbers that no comparison limits are tried up to those that are there.

    >>> even = logic.Exists(("k",), logic.Compare(2 * logic.variable("k"), "=", logic.variable("n")))
    >>> [n for n in range(6) if holds(even, {"n": n})]
    [0, 2, 4]
    """
    match formula:
        case logic.Truth(value):
            return value
        case logic.Compare(left, relation, right):
            return logic.RELATIONS[relation](number(left - right, values), 0)
        case logic.And(parts) | logic.Or(parts):
            decisive, join = (False, operator.and_) if isinstance(formula, logic.And) else (True, operator.or_)
            found: Any = not decisive
            for part in parts:
                found = join(found, holds(part, values))
                if found is decisive:
                    break  # what follows need not be asked
            return found
        case logic.Not(part):
            found = holds(part, values)
            return not found if isinstance(found, bool) else ~found
        case logic.Exists(names, part):
            return next(solutions(names, part, values), None) is not None
        case _:
            raise TypeError(formula)


def quantified(formula: logic.Formula) -> bool:
    """Return whether a formula binds numbers."""
    return any(isinstance(each, logic.Exists) for each in logic.inside(formula))


def solutions(names: tuple[str, ...], formula: logic.Formula, values: Numbers) -> Iterator[dict[str, int]]:
    """Yield the values with which a formula holds, those of ``names`` added. O(product of their ranges)."""
    parts = formula.parts if isinstance(formula, logic.And) else (formula,)
    most = 2 * sum(abs(value) for value in values.values()) + _largest(formula)
    yield from _tried(names, [(part, logic.free_names(part)) for part in parts], dict(values), most)


def _largest(formula: logic.Formula) -> int:
    """Return more than the sum of the constants that a formula speaks of."""
    match formula:
        case logic.Compare(left, _, right):
            return 2 + abs((left - right).constant)
        case logic.Not(part) | logic.Exists(_, part):
            return _largest(part)
        case _:
            return 2 + sum(map(_largest, logic.parts_of(formula)))


def _tried(
    names: tuple[str, ...], parts: list[tuple[logic.Formula, frozenset[str]]], values: dict[str, int], most: int
) -> Iterator[dict[str, int]]:
    if not all(holds(part, values) for part, own in parts if own <= values.keys()):
        return
    if not names:
        yield values
        return
    left = [(part, own) for part, own in parts if not own <= values.keys()]
    name, *others = names
    low, high = 0, most
    for part, own in left:
        if own - values.keys() == frozenset((name,)) and isinstance(part, logic.Compare):
            below, above = _between(part, name, values)
            low, high = max(low, below), min(high, above if above is not None else high)
    for value in range(low, high + 1):
        yield from _tried(tuple(others), left, {**values, name: value}, most)


def _between(atom: logic.Compare, name: str, values: Numbers) -> tuple[int, int | None]:
    """Return between which numbers a comparison has its only unknown."""
    term = atom.left - atom.right
    a = next((a for part, a in term.parts if part == name), 0)
    rest = term - logic.Term(((name, a),)) if a else term
    if not a or name in set(rest.names()) or atom.relation not in (">=", "="):
        return 0, None
    c = number(rest, values)
    if a > 0:
        return -(c // a), None
    return 0, c // -a
