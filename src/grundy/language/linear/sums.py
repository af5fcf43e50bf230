"""Linear terms of whole numbers: Σ a_i p_i + c, where a p is a variable, a quotient rounded down or a remainder.

Variables are natural numbers, but those whose names begin with "?", which are any whole numbers. Quotients and remainders
are Python's, of negative numbers too, and every simplification here is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Floor:
    """A term over a constant from 2 up, rounded down."""

    term: Term
    divisor: int


@dataclass(frozen=True)
class Remainder:
    """The remainder of a term that is never negative by a constant from 2 up."""

    term: Term
    modulus: int


Part: TypeAlias = "str | Floor | Remainder"


@dataclass(frozen=True)
class Term:
    """Parts with their coefficients, in one order, and a constant.

    >>> x = variable("x0")
    >>> print(2 * x - variable("j") + 3, divided(x + 1, 2), remainder(-x, 3))
    -j+2*x0+3 (x0+1)//2 (2*x0)%3
    """

    parts: tuple[tuple[Part, int], ...] = ()
    constant: int = 0

    def __add__(self, other: Term | int) -> Term:
        if isinstance(other, int):
            return Term(self.parts, self.constant + other)
        if not other.parts or not self.parts:
            return Term(self.parts or other.parts, self.constant + other.constant)
        sums = dict(self.parts)
        for part, a in other.parts:
            sums[part] = sums.get(part, 0) + a
        kept = ((part, a) for part, a in sums.items() if a)
        return Term(tuple(sorted(kept, key=_place)), self.constant + other.constant)

    def __mul__(self, factor: int) -> Term:
        return Term(tuple((part, a * factor) for part, a in self.parts) if factor else (), self.constant * factor)

    def __neg__(self) -> Term:
        return self * -1

    def __sub__(self, other: Term | int) -> Term:
        return self + -other

    __radd__ = __add__
    __rmul__ = __mul__

    def of(self, name: str) -> int:
        """Return how often a variable is in it, outside of quotients and remainders."""
        return next((a for part, a in self.parts if part == name), 0)

    def names(self) -> Iterator[str]:
        """Yield the variables in it, some perhaps again."""
        for part, _ in self.parts:
            if isinstance(part, str):
                yield part
            else:
                yield from part.term.names()

    def floors(self) -> Iterator[Floor]:
        """Yield the quotients in it, those inside others included."""
        for part, _ in self.parts:
            if not isinstance(part, str):
                yield from part.term.floors()
            if isinstance(part, Floor):
                yield part

    def __str__(self) -> str:
        pieces = [f"{'-' if a < 0 else '+'}{'' if abs(a) == 1 else f'{abs(a)}*'}{_shown(p)}" for p, a in self.parts]
        if self.constant or not pieces:
            pieces.append(f"{self.constant:+d}")
        return "".join(pieces).removeprefix("+")


def _place(pair: tuple[Part, int]) -> tuple[bool, str]:
    return not isinstance(pair[0], str), str(pair[0])


def _shown(part: Part) -> str:
    match part:
        case str():
            return part
        case Floor(term, divisor):
            return f"({term})//{divisor}"
        case Remainder(term, modulus):
            return f"({term})%{modulus}"


def variable(name: str) -> Term:
    """Return a variable as a term."""
    return Term(((name, 1),))


def divided(term: Term, divisor: int) -> Term:
    """Return the floor of a term over a constant from 1 up; what can be divided is taken out."""
    whole = Term(tuple((p, a // divisor) for p, a in term.parts if a % divisor == 0), term.constant // divisor)
    rest = Term(tuple((p, a) for p, a in term.parts if a % divisor), term.constant % divisor)
    if not rest.parts:
        return whole
    return divided(term - whole * divisor, divisor) + whole if whole.parts else Term(((Floor(term, divisor), 1),))


def remainder(term: Term, modulus: int) -> Term:
    """Return the remainder of a term by a constant from 1 up, as one of a term that is never negative."""
    rest = Term(tuple((p, a % modulus) for p, a in term.parts if a % modulus), term.constant % modulus)
    if not rest.parts:
        return rest
    return Term(((Remainder(rest, modulus), 1),))


def never_negative(term: Term) -> bool:
    """Return whether a term is plainly not negative."""
    return term.constant >= 0 and all(a >= 0 and _natural(part) for part, a in term.parts)


def _natural(part: Part) -> bool:
    match part:
        case str():
            return part[0] != "?"
        case Floor(term):
            return never_negative(term)
        case Remainder():
            return True


def replaced(term: Term, names: Mapping[str, Term]) -> Term:
    """Return the term with terms put for variables.

    >>> print(replaced(2 * variable("a") + 1, {"a": variable("b") + 3}))
    2*b+7
    """
    if not any(name in names for name in term.names()):
        return term
    new = Term((), term.constant)
    for part, a in term.parts:
        match part:
            case str():
                new += names.get(part, Term(((part, 1),))) * a
            case Floor(inner, divisor):
                new += divided(replaced(inner, names), divisor) * a
            case Remainder(inner, modulus):
                new += remainder(replaced(inner, names), modulus) * a
    return new
