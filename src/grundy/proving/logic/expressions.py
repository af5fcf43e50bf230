"""Terms and formulas as plain data: what the text syntax is read into, and what other parts of the library build.

Terms are whole numbers, Σ a_i p_i + c, where a p is a variable (a natural number), a floor quotient, a remainder or a
nim-sum. ``str()`` of a formula is text that `grundy.proving.logic.syntax.parse` reads back.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grundy.common.errors import GrundyError

RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""What terms are compared by, and whether it holds between two numbers, or arrays of them."""


@dataclass(frozen=True)
class Term:
    """A linear term: parts with their coefficients, sorted, and a constant. Build it by `variable` and arithmetic.

    >>> x, y = variable("x"), variable("y")
    >>> print(2 * x - y + 3, (x + 1) // 2, (x - y) % 3 + 1)
    2*x-y+3 (x+1)/2 (x-y)%3+1
    """

    parts: tuple[tuple[Part, int], ...] = ()
    constant: int = 0

    def __add__(self, other: Term | int) -> Term:
        other = as_term(other)
        sums = dict(self.parts)
        for part, a in other.parts:
            sums[part] = sums.get(part, 0) + a
        kept = ((part, a) for part, a in sums.items() if a)
        return Term(tuple(sorted(kept, key=lambda pair: str(pair[0]))), self.constant + other.constant)

    def __mul__(self, factor: int) -> Term:
        return Term(tuple((part, a * factor) for part, a in self.parts) if factor else (), self.constant * factor)

    def __neg__(self) -> Term:
        return self * -1

    def __sub__(self, other: Term | int) -> Term:
        return self + -as_term(other)

    def __rsub__(self, other: int) -> Term:
        return as_term(other) + -self

    __radd__ = __add__
    __rmul__ = __mul__

    def __floordiv__(self, divisor: int) -> Term:
        _positive(divisor)
        return Term((), self.constant // divisor) if self.is_number() else Term(((Floor(self, divisor), 1),))

    def __mod__(self, modulus: int) -> Term:
        _positive(modulus)
        return Term((), self.constant % modulus) if self.is_number() else Term(((Remainder(self, modulus), 1),))

    def __xor__(self, other: Term | int) -> Term:
        return Term(((NimSum(self, as_term(other)), 1),))

    def is_number(self) -> bool:
        """Return whether it is a constant."""
        return not self.parts and self.constant >= 0

    def is_variable(self) -> bool:
        """Return whether it is one variable alone."""
        return (
            len(self.parts) == 1 and isinstance(self.parts[0][0], str) and self.parts[0][1] == 1 and not self.constant
        )

    def names(self) -> Iterator[str]:
        """Yield the variables in it, some perhaps again."""
        for part, _times in self.parts:
            if isinstance(part, str):
                yield part
            else:
                for term in part.terms():
                    yield from term.names()

    def __str__(self) -> str:
        pieces: list[str] = []
        for part, a in self.parts:
            whole = f"({part})" if a != 1 and isinstance(part, Floor | Remainder) else str(part)
            pieces.append(f"{'-' if a < 0 else '+'}{'' if abs(a) == 1 else f'{abs(a)}*'}{whole}")
        if self.constant or not pieces:
            pieces.append(f"{self.constant:+d}")
        return "".join(pieces).removeprefix("+")


@dataclass(frozen=True)
class Floor:
    """The floor of a term that is not negative, over a constant; an atom is false where the term is negative."""

    term: Term
    divisor: int

    def terms(self) -> tuple[Term, ...]:
        """Return the terms within."""
        return (self.term,)

    def __str__(self) -> str:
        return f"{_closed(self.term)}/{self.divisor}"


@dataclass(frozen=True)
class Remainder:
    """The remainder of a term that is not negative, by a constant; an atom is false where the term is negative."""

    term: Term
    modulus: int

    def terms(self) -> tuple[Term, ...]:
        """Return the terms within."""
        return (self.term,)

    def __str__(self) -> str:
        return f"{_closed(self.term)}%{self.modulus}"


@dataclass(frozen=True)
class NimSum:
    """The nim-sum (bitwise xor) of two terms that are not negative, in base 2, 4, 8, …"""

    left: Term
    right: Term

    def terms(self) -> tuple[Term, ...]:
        """Return the terms within."""
        return self.left, self.right

    def __str__(self) -> str:
        return f"({_closed(self.left)}^{_closed(self.right)})"


Part = str | Floor | Remainder | NimSum


def variable(name: str) -> Term:
    """Return a variable as a term."""
    return Term(((name, 1),))


def as_term(value: Term | int) -> Term:
    """Return a constant as a term, a term as it is."""
    return value if isinstance(value, Term) else Term((), value)


def _positive(divisor: int) -> None:
    if divisor < 1:
        raise GrundyError("terms are divided by constants 1, 2, 3, …, not {divisor}", divisor=divisor)


def _closed(term: Term) -> str:
    text = str(term)
    return text if term.is_variable() or term.is_number() else f"({text})"


@dataclass(frozen=True)
class Truth:
    """True or false."""

    value: bool

    def __str__(self) -> str:
        return "0=0" if self.value else "0=1"


@dataclass(frozen=True)
class Compare:
    """Two terms compared by one of ``= != < <= > >=``.

    >>> print(Compare(variable("a") + 1, "<=", variable("b")))
    a+1<=b
    """

    left: Term
    relation: str
    right: Term

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise GrundyError(
                "there is no relation {relation!r}; there are {relations}",
                relation=self.relation,
                relations=" ".join(RELATIONS),
            )

    def __str__(self) -> str:
        return f"{self.left}{self.relation}{self.right}"


@dataclass(frozen=True)
class Linear:
    """Σ a_i x_i ``relation`` constant, with ``=`` or ``<=``; modulo ``modulus`` if that is not 0."""

    coefficients: tuple[tuple[str, int], ...]
    relation: str
    constant: int
    modulus: int = 0

    def __str__(self) -> str:
        left = Term(self.coefficients)
        if self.modulus:
            return f"({left - self.constant})%{self.modulus}=0"
        return f"{left}{self.relation}{self.constant}"


@dataclass(frozen=True)
class NimZero:
    """The nim-sum of some variables is 0."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"{'^'.join(self.names)}=0"


@dataclass(frozen=True)
class Predicate:
    """A named relation of some terms."""

    name: str
    arguments: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})"


@dataclass(frozen=True)
class Not:
    """The negation."""

    part: Formula

    def __str__(self) -> str:
        return f"~{_bracketed(self.part)}"


@dataclass(frozen=True)
class And:
    """All of some formulas."""

    parts: tuple[Formula, ...]

    def __str__(self) -> str:
        return " & ".join(map(_bracketed, self.parts)) or str(Truth(True))


@dataclass(frozen=True)
class Or:
    """At least one of some formulas."""

    parts: tuple[Formula, ...]

    def __str__(self) -> str:
        return " | ".join(map(_bracketed, self.parts)) or str(Truth(False))


@dataclass(frozen=True)
class Implies:
    """If the left, then the right."""

    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_bracketed(self.left)} => {_bracketed(self.right)}"


@dataclass(frozen=True)
class Iff:
    """Both or none."""

    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_bracketed(self.left)} <=> {_bracketed(self.right)}"


@dataclass(frozen=True)
class Exists:
    """For some natural numbers of these names."""

    names: tuple[str, ...]
    part: Formula

    def __str__(self) -> str:
        return f"E {','.join(self.names)} {_bracketed(self.part)}"


@dataclass(frozen=True)
class Forall:
    """For all natural numbers of these names."""

    names: tuple[str, ...]
    part: Formula

    def __str__(self) -> str:
        return f"A {','.join(self.names)} {_bracketed(self.part)}"


@dataclass(frozen=True)
class AtLeast:
    """For at least so many natural numbers of this name."""

    count: int
    name: str
    part: Formula

    def __str__(self) -> str:
        return f"E>={self.count} {self.name} {_bracketed(self.part)}"


Formula = Truth | Compare | Linear | NimZero | Predicate | Not | And | Or | Implies | Iff | Exists | Forall | AtLeast


def _bracketed(formula: Formula) -> str:
    plain = isinstance(formula, Truth | Compare | Linear | NimZero | Predicate | Not)
    return str(formula) if plain else f"({formula})"


def parts_of(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas directly within."""
    match formula:
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right):
            return left, right
        case Not(part) | Exists(_, part) | Forall(_, part) | AtLeast(_, _, part):
            return (part,)
        case _:
            return ()


def with_parts(formula: Formula, parts: Sequence[Formula]) -> Formula:
    """Return a formula with others directly within."""
    match formula:
        case And() | Or():
            return replace(formula, parts=tuple(parts))
        case Implies() | Iff():
            return replace(formula, left=parts[0], right=parts[1])
        case Not() | Exists() | Forall() | AtLeast():
            return replace(formula, part=parts[0])
        case _:
            return formula


def inside(formula: Formula) -> Iterator[Formula]:
    """Iterate over a formula, and all within."""
    yield formula
    for part in parts_of(formula):
        yield from inside(part)


def free_names(formula: Formula) -> frozenset[str]:
    """Return the free variables.

    >>> x, y = variable("x"), variable("y")
    >>> sorted(free_names(Exists(("x",), Compare(x, "<", y))))
    ['y']
    """
    match formula:
        case Compare(left, _, right):
            return frozenset(left.names()) | frozenset(right.names())
        case Linear(coefficients):
            return frozenset(name for name, _ in coefficients)
        case NimZero(names):
            return frozenset(names)
        case Predicate(_, arguments):
            return frozenset(name for term in arguments for name in term.names())
        case Exists(names, part) | Forall(names, part):
            return free_names(part) - set(names)
        case AtLeast(_, name, part):
            return free_names(part) - {name}
        case _:
            return frozenset[str]().union(*map(free_names, parts_of(formula)))
