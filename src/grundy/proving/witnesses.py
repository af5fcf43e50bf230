"""Natural numbers with a condition, found by trying those that its comparisons let through."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import Any

from grundy.proving.logic.expressions import (
    RELATIONS,
    And,
    Compare,
    Exists,
    Floor,
    Formula,
    Not,
    Or,
    Remainder,
    Term,
    Truth,
    free_names,
    inside,
    parts_of,
)

Numbers = Mapping[str, int]


def number(term: Term, values: Mapping[str, Any]) -> Any:
    """Return the value of a term for values of its variables, integers or arrays."""
    total: Any = term.constant
    for part, a in term.parts:
        match part:
            case str():
                own = values[part]
            case Floor(inner, divisor):
                own = number(inner, values) // divisor
            case Remainder(inner, modulus):
                own = number(inner, values) % modulus
            case _:
                own = number(part.left, values) ^ number(part.right, values)
        total = total + a * own
    return total


def holds(formula: Formula, values: Mapping[str, Any]) -> Any:
    """Return whether a formula holds, for values that are integers, or, without quantifiers, arrays.

    Bound numbers that no comparison limits are tried up to those that are there.

    >>> from grundy.proving.logic.expressions import variable
    >>> even = Exists(("k",), Compare(2 * variable("k"), "=", variable("n")))
    >>> [n for n in range(6) if holds(even, {"n": n})]
    [0, 2, 4]
    """
    match formula:
        case Truth(value):
            return value
        case Compare(left, relation, right):
            return RELATIONS[relation](number(left - right, values), 0)
        case And(parts) | Or(parts):
            decisive, join = (False, operator.and_) if isinstance(formula, And) else (True, operator.or_)
            found: Any = not decisive
            for part in parts:
                found = join(found, holds(part, values))
                if found is decisive:
                    break  # what follows need not be asked
            return found
        case Not(part):
            found = holds(part, values)
            return not found if isinstance(found, bool) else ~found
        case Exists(names, part):
            return next(solutions(names, part, values), None) is not None
        case _:
            raise TypeError(formula)


def quantified(formula: Formula) -> bool:
    """Return whether a formula binds numbers."""
    return any(isinstance(each, Exists) for each in inside(formula))


def solutions(names: tuple[str, ...], formula: Formula, values: Numbers) -> Iterator[dict[str, int]]:
    """Yield the values with which a formula holds, those of ``names`` added. O(product of their ranges)."""
    parts = formula.parts if isinstance(formula, And) else (formula,)
    most = 2 * sum(abs(value) for value in values.values()) + _largest(formula)
    yield from _tried(names, [(part, free_names(part)) for part in parts], dict(values), most)


def _largest(formula: Formula) -> int:
    """Return more than the sum of the constants that a formula speaks of."""
    match formula:
        case Compare(left, _, right):
            return 2 + abs((left - right).constant)
        case Not(part) | Exists(_, part):
            return _largest(part)
        case _:
            return 2 + sum(map(_largest, parts_of(formula)))


def _tried(
    names: tuple[str, ...], parts: list[tuple[Formula, frozenset[str]]], values: dict[str, int], most: int
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
        if own - values.keys() == frozenset((name,)) and isinstance(part, Compare):
            below, above = _between(part, name, values)
            low, high = max(low, below), min(high, above if above is not None else high)
    for value in range(low, high + 1):
        yield from _tried(tuple(others), left, {**values, name: value}, most)


def _between(atom: Compare, name: str, values: Numbers) -> tuple[int, int | None]:
    """Return between which numbers a comparison has its only unknown."""
    term = atom.left - atom.right
    a = next((a for part, a in term.parts if part == name), 0)
    rest = term - Term(((name, a),)) if a else term
    if not a or name in set(rest.names()) or atom.relation not in (">=", "="):
        return 0, None
    c = number(rest, values)
    if a > 0:
        return -(c // a), None
    return 0, c // -a
