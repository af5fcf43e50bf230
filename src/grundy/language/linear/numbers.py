"""What a rule computes from terms: a term, or the least or the greatest of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grundy.language.linear.guards import Guard, at_least_0, both, compared, either, equal_0, negation
from grundy.language.linear.sums import Term

_FLIPPED = {"min": "max", "max": "min", "": ""}


@dataclass(frozen=True)
class Number:
    """A term, or the least (``"min"``) or greatest (``"max"``) of several terms.

    >>> from grundy.language.linear.sums import variable
    >>> a, b = Number.of(variable("a")), Number.of(variable("b"))
    >>> print(related(Number.of(3), "<=", Number.extreme("min", [a, b])))
    a-3>=0 & b-3>=0
    """

    kind: str
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, value: Term | int) -> Number:
        """Return one term as a number."""
        return cls("", (value if isinstance(value, Term) else Term((), value),))

    @classmethod
    def extreme(cls, kind: str, numbers: Iterable[Number]) -> Number | None:
        """Return the least or the greatest of some numbers; None where that is no least, or no greatest, of terms."""
        numbers = list(numbers)
        if any(number.kind not in ("", kind) for number in numbers):
            return None
        best: dict[tuple[object, ...], int] = {}  # of terms that differ by a constant one is enough
        pick = min if kind == "min" else max
        for term in (term for number in numbers for term in number.terms):
            best[term.parts] = pick(best.get(term.parts, term.constant), term.constant)
        terms = tuple(Term(parts, constant) for parts, constant in best.items())  # type: ignore[arg-type]
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
        sums = [Number.of(s + t) for s in self.terms for t in other.terms]
        return Number.extreme(self.kind or other.kind, sums)

    def times(self, factor: int) -> Number:
        """Return it times a constant."""
        if factor < 0:
            return self.negative().times(-factor)
        return Number(self.kind, tuple(term * factor for term in self.terms)) if factor else Number.of(0)

    def cases(self) -> Iterator[tuple[Guard, Term]]:
        """Yield the terms that it can be, each with the condition under which it is; one condition holds."""
        for i, term in enumerate(self.terms):
            strict, weak = ("<", "<=") if self.kind == "min" else (">", ">=")
            own = [compared(term, strict if j < i else weak, other) for j, other in enumerate(self.terms) if j != i]
            yield both(*own), term


def related(left: Number, relation: str, right: Number) -> Guard:
    """Return the comparison of two numbers by one of < <= > >= == != as a condition."""
    difference = left.plus(right.negative())
    if difference is None:
        return either(*(both(guard, related(left, relation, Number.of(term))) for guard, term in right.cases()))
    if relation in ("==", "!="):
        if difference.kind:
            same = both(_positive(difference), _positive(difference.negative()))
        else:
            same = equal_0(difference.terms[0])
        return same if relation == "==" else negation(same)
    one = difference if relation in (">=", ">") else difference.negative()
    return _positive(one, 1 if relation in ("<", ">") else 0)


def _positive(number: Number, least: int = 0) -> Guard:
    """Return that a number is not below a constant."""
    each = [at_least_0(term - least) for term in number.terms]
    return either(*each) if number.kind == "max" else both(*each)
