"""Conditions and terms of the logic, put together as simple as they are seen to be."""

from __future__ import annotations

from collections.abc import Iterable

from grundy.proving.logic.expressions import (
    RELATIONS,
    And,
    Compare,
    Floor,
    Formula,
    Not,
    Or,
    Part,
    Remainder,
    Term,
    Truth,
)

YES, NO = Truth(True), Truth(False)
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def compared_terms(left: Term, relation: str, right: Term) -> Formula:
    """Return the comparison of two terms, decided at once where they differ by a constant."""
    difference = left - right
    if not difference.parts:
        return Truth(RELATIONS[relation](difference.constant, 0))
    if relation in (">=", "<") and never_negative(difference):
        return Truth(relation == ">=")
    return Compare(difference, relation, Term())


def known_naturals(guard: Formula) -> list[Term]:
    """Return terms that a condition plainly says are not negative."""
    parts = guard.parts if isinstance(guard, And) else (guard,)
    return [
        (part.right - part.left if part.relation[0] == "<" else part.left - part.right) - (part.relation in ("<", ">"))
        for part in parts
        if isinstance(part, Compare) and part.relation in _SWAPPED
    ]


def both(*parts: Formula) -> Formula:
    """Return the conjunction, as simple as it can be seen to be."""
    return _joined(And, parts, YES, NO)


def either(*parts: Formula) -> Formula:
    """Return the disjunction, as simple as it can be seen to be."""
    return _joined(Or, parts, NO, YES)


def _joined(kind: type[And] | type[Or], parts: Iterable[Formula], nothing: Truth, decisive: Truth) -> Formula:
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, kind) else (part,))]
    kept = tuple(dict.fromkeys(inner for inner in flat if inner != nothing))
    if decisive in kept:
        return decisive
    return kept[0] if len(kept) == 1 else kind(kept) if kept else nothing


def negation(part: Formula) -> Formula:
    """Return the negation, as simple as it can be seen to be."""
    match part:
        case Truth(value):
            return Truth(not value)
        case Not(inner):
            return inner
        case Compare(left, relation, right) if relation in _SWAPPED:
            opposite = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[relation]
            return Not(part) if _divided(left) or _divided(right) else Compare(left, opposite, right)
        case _:
            return Not(part)


def _divided(term: Term) -> bool:
    return any(not isinstance(part, str) for part, _ in term.parts)


def divided(term: Term, divisor: int) -> Term:
    """Return the floor of a term over a constant, without a quotient where all of it can be divided."""
    if all(a % divisor == 0 for _, a in term.parts):
        whole = Term(tuple((part, a // divisor) for part, a in term.parts))
        return whole + term.constant // divisor
    return Term(((Floor(term, divisor), 1),))


def remainder(term: Term, modulus: int) -> Term:
    """Return the remainder of a term by a constant."""
    rest = Term(tuple((part, a % modulus) for part, a in term.parts if a % modulus), term.constant)
    if not rest.parts:
        return Term((), rest.constant % modulus)
    return Term(((Remainder(term, modulus), 1),))


def never_negative(term: Term) -> bool:
    """Return whether a term is plainly not negative, its variables being natural numbers."""
    return term.constant >= 0 and all(a >= 0 for _, a in term.parts)


def replaced(term: Term, names: dict[str, Term]) -> Term:
    """Return the term with terms put for variables.

    >>> from grundy.proving.logic.expressions import variable
    >>> print(replaced(2 * variable("a") + 1, {"a": variable("b") + 3}))
    2*b+7
    """
    new = Term((), term.constant)
    for part, a in term.parts:
        new += _part(part, names) * a
    return new


def _part(part: Part, names: dict[str, Term]) -> Term:
    match part:
        case str():
            return names.get(part, Term(((part, 1),)))
        case Floor(inner, divisor):
            return divided(replaced(inner, names), divisor)
        case Remainder(inner, modulus):
            return remainder(replaced(inner, names), modulus)
        case _:
            return replaced(part.left, names) ^ replaced(part.right, names)
