"""Conditions and terms of the logic, put together as simple as they are seen to be."""

from __future__ import annotations

from grundy.proving.logic.expressions import And, Compare, Floor, Formula, Not, Or, Part, Remainder, Term, Truth

YES, NO = Truth(True), Truth(False)
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def compared_terms(left: Term, relation: str, right: Term) -> Formula:
    """Return the comparison of two terms, decided at once where they differ by a constant."""
    difference = left - right
    if not difference.parts:
        c = difference.constant
        holds = {"=": c == 0, "!=": c != 0, "<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0}[relation]
        return Truth(holds)
    if relation in (">=", "<") and never_negative(difference):
        return Truth(relation == ">=")
    return Compare(difference, relation, Term())


def known_naturals(guard: Formula) -> list[Term]:
    """Return terms that a condition plainly says are not negative."""
    found: list[Term] = []
    for part in guard.parts if isinstance(guard, And) else (guard,):
        match part:
            case Compare(left, "<", right):
                found.append(right - left - 1)
            case Compare(left, "<=", right):
                found.append(right - left)
            case Compare(left, ">", right):
                found.append(left - right - 1)
            case Compare(left, ">=", right):
                found.append(left - right)
            case _:
                pass
    return found


def both(*parts: Formula) -> Formula:
    """Return the conjunction, as simple as it can be seen to be."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, And) else (part,)) if inner != YES]
    if NO in flat:
        return NO
    kept = tuple(dict.fromkeys(flat))
    return kept[0] if len(kept) == 1 else And(kept) if kept else YES


def either(*parts: Formula) -> Formula:
    """Return the disjunction, as simple as it can be seen to be."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, Or) else (part,)) if inner != NO]
    if YES in flat:
        return YES
    kept = tuple(dict.fromkeys(flat))
    return kept[0] if len(kept) == 1 else Or(kept) if kept else NO


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
