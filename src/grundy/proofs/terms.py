"""The numbers that a rule computes, as terms: linear ones, and the least or the greatest of some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grundy.logic.expressions import And, Compare, Floor, Formula, Not, Or, Part, Remainder, Term, Truth, as_term

YES, NO = Truth(True), Truth(False)
_FLIPPED = {"min": "max", "max": "min", "": ""}
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class Number:
    """A term, or the least (``"min"``) or greatest (``"max"``) of several terms.

    >>> from grundy.logic.expressions import variable
    >>> a, b = Number.of(variable("a")), Number.of(variable("b"))
    >>> print(compared(Number.of(3), "<=", Number.extreme("min", [a, b])))
    -a+3<=0 & -b+3<=0
    """

    kind: str
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, value: Term | int) -> Number:
        """Return one term as a number."""
        return cls("", (as_term(value),))

    @classmethod
    def extreme(cls, kind: str, numbers: list[Number]) -> Number | None:
        """Return the least or the greatest of some numbers; None where that is no least, or no greatest, of terms."""
        if any(number.kind not in ("", kind) for number in numbers):
            return None
        terms = tuple(dict.fromkeys(term for number in numbers for term in number.terms))
        return cls(kind if len(terms) > 1 else "", terms)

    @property
    def constant(self) -> int | None:
        """The number itself, if it is a constant."""
        return self.terms[0].constant if not self.kind and not self.terms[0].parts else None

    def negative(self) -> Number:
        """Return minus this number."""
        return Number(_FLIPPED[self.kind], tuple(-term for term in self.terms))

    def plus(self, other: Number) -> Number | None:
        """Return the sum; None for the sum of a least and a greatest."""
        if self.kind and other.kind and self.kind != other.kind:
            return None
        terms = tuple(dict.fromkeys(s + t for s in self.terms for t in other.terms))
        return Number((self.kind or other.kind) if len(terms) > 1 else "", terms)

    def times(self, factor: int) -> Number:
        """Return it times a constant."""
        if factor < 0:
            return self.negative().times(-factor)
        return Number(self.kind, tuple(term * factor for term in self.terms)) if factor else Number.of(0)

    def cases(self) -> Iterator[tuple[Formula, Term]]:
        """Yield the terms that it can be, each with the condition under which it is; one condition holds."""
        for i, term in enumerate(self.terms):
            strict, weak = ("<", "<=") if self.kind == "min" else (">", ">=")
            own = [
                compared_terms(term, strict if j < i else weak, other) for j, other in enumerate(self.terms) if j != i
            ]
            yield both(*own), term


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


def compared(left: Number, relation: str, right: Number) -> Formula:
    """Return the comparison of two numbers as a formula."""
    difference = left.plus(right.negative())
    if difference is None:
        return either(*(both(guard, compared(left, relation, Number.of(term))) for guard, term in right.cases()))
    if relation in ("=", "!="):
        same = both(_below(difference, "<="), _below(difference, ">="))
        if len(difference.terms) == 1:
            return compared_terms(difference.terms[0], relation, Term())
        return same if relation == "=" else negation(same)
    return _below(difference, relation)


def _below(number: Number, relation: str) -> Formula:
    each = [compared_terms(term, relation, Term()) for term in number.terms]
    some = (number.kind == "min") == (relation in ("<", "<="))
    return either(*each) if some and number.kind else both(*each)


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

    >>> from grundy.logic.expressions import variable
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
