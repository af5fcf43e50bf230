"""Conditions on linear terms, as simple as they are seen to be: every simplification is exact.

Conditions are in negation normal form, on terms of natural numbers and such as `grundy.language.linear.sums` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import gcd
from typing import TypeAlias

from grundy.language.linear.sums import Floor, Part, Remainder, Term, never_negative, replaced, variable


@dataclass(frozen=True)
class Atom:
    """A term compared with 0: ">=", "=" or "!="."""

    term: Term
    relation: str

    def __str__(self) -> str:
        return f"{self.term}{self.relation}0"


@dataclass(frozen=True)
class All:
    """All of some conditions; without any, true."""

    parts: tuple[Guard, ...]

    def __str__(self) -> str:
        return " & ".join(map(_closed, self.parts)) or "true"


@dataclass(frozen=True)
class Any:
    """At least one of some conditions; without any, false."""

    parts: tuple[Guard, ...]

    def __str__(self) -> str:
        return " | ".join(map(_closed, self.parts)) or "false"


@dataclass(frozen=True)
class Some:
    """There are natural numbers of these names with the condition."""

    names: tuple[str, ...]
    guard: Guard

    def __str__(self) -> str:
        return f"some {', '.join(self.names)}: {_closed(self.guard)}"


@dataclass(frozen=True)
class Never:
    """There are no natural numbers of these names with the condition."""

    names: tuple[str, ...]
    guard: Guard

    def __str__(self) -> str:
        return f"no {', '.join(self.names)}: {_closed(self.guard)}"


Guard: TypeAlias = "Atom | All | Any | Some | Never"
GUARDS = Atom, All, Any, Some, Never
YES, NO = All(()), Any(())
SHORT = 16
"""Of so many conditions those are left out that others say."""


def _closed(guard: Guard) -> str:
    return str(guard) if isinstance(guard, Atom) or guard in (YES, NO) else f"({guard})"


def truth(value: bool) -> Guard:
    """Return what is true, or what is false."""
    return YES if value else NO


def at_least_0(term: Term) -> Guard:
    """Return that a term is 0 or more. One quotient is multiplied out: A // d + r >= 0 says A + d·r >= 0.

    >>> from grundy.language.linear.sums import divided
    >>> print(at_least_0(divided(variable("x0") - 5, 2) - variable("j")))
    -2*j+x0-5>=0
    """
    if never_negative(term):
        return YES
    if never_negative(-term - 1):
        return NO
    one = _quotient(term)
    if one is not None:
        part, a = one
        rest = (term - Term(((part, a),))) * part.divisor
        return at_least_0(part.term + rest if a == 1 else rest - part.term + (part.divisor - 1))
    common = gcd(*(a for _, a in term.parts))
    term = Term(tuple((part, a // common) for part, a in term.parts), term.constant // common)
    return _rest_at_least(term) or Atom(term, ">=")


def _rest_at_least(term: Term) -> Guard | None:
    """Decide what a remainder and a constant are, if that is all: r <= 0 is r = 0."""
    (part, a), c = term.parts[0], term.constant
    if len(term.parts) != 1 or not isinstance(part, Remainder):
        return None
    low, high = sorted((c, c + a * (part.modulus - 1)))
    if low >= 0:
        return YES
    if high < 0:
        return NO
    if high == 0:
        return equal_0(term)
    return different_from_0(term - low) if low == -1 else None


def equal_0(term: Term) -> Guard:
    """Return that a term is 0."""
    if not term.parts or never_negative(term - 1) or never_negative(-term - 1):
        return truth(not term.parts and not term.constant)
    if _quotient(term) is not None:
        return both(at_least_0(term), at_least_0(-term))
    common = gcd(*(a for _, a in term.parts))
    if term.constant % common:
        return NO
    if term.parts[0][1] < 0:
        common = -common
    term = Term(tuple((part, a // common) for part, a in term.parts), term.constant // common)
    part = term.parts[0][0]
    if len(term.parts) == 1 and isinstance(part, Remainder) and not 0 <= -term.constant < part.modulus:
        return NO
    return Atom(term, "=")


def different_from_0(term: Term) -> Guard:
    """Return that a term is not 0."""
    return negation(equal_0(term))


def _quotient(term: Term) -> tuple[Floor, int] | None:
    """Return the quotient that can be multiplied out: the only one, and only once there."""
    found = [(part, a) for part, a in term.parts if isinstance(part, Floor)]
    return found[0] if len(found) == 1 and abs(found[0][1]) == 1 else None


def compared(left: Term, relation: str, right: Term) -> Guard:
    """Return the comparison of two terms by one of < <= > >= == !=."""
    if relation in ("==", "!="):
        return (equal_0 if relation == "==" else different_from_0)(left - right)
    more = left - right if relation[0] == ">" else right - left
    return at_least_0(more if relation[1:] else more - 1)


def both(*parts: Guard) -> Guard:
    """Return that all of some conditions hold."""
    found = _joined(parts, All, NO)
    return _shortened(found.parts) if isinstance(found, All) and 1 < len(found.parts) <= SHORT else found


def _shortened(parts: tuple[Guard, ...]) -> Guard:
    """Leave out what others say."""
    kept: list[Guard] = []
    for part in parts:
        said = [implied(other, part) for other in kept]
        if False in said:
            return NO
        if True not in said:
            kept = [other for other in kept if not implied(part, other)]
            kept.append(part)
    return kept[0] if len(kept) == 1 else All(tuple(kept))


def either(*parts: Guard) -> Guard:
    """Return that one of some conditions holds."""
    return _joined(parts, Any, YES)


def _joined(parts: tuple[Guard, ...], kind: type[All] | type[Any], stop: Guard) -> Guard:
    kept: dict[Guard, None] = {}
    for part in parts:
        for inner in part.parts if isinstance(part, kind) else (part,):
            kept[inner] = None
    if stop in kept or any(negation(part) in kept for part in kept if isinstance(part, Atom)):
        return stop
    return next(iter(kept)) if len(kept) == 1 else kind(tuple(kept))


def negation(guard: Guard) -> Guard:
    """Return that a condition does not hold."""
    match guard:
        case Atom(term, ">="):
            return Atom(-term - 1, ">=")
        case Atom(term, relation):
            return Atom(term, "!=" if relation == "=" else "=")
        case All(parts):
            return either(*map(negation, parts))
        case Any(parts):
            return both(*map(negation, parts))
        case Some(names, inner):
            return Never(names, inner)
        case Never(names, inner):
            return Some(names, inner)


def implied(known: Guard, guard: Guard) -> bool | None:
    """Return whether one condition says that another holds (does not); None where that is not plain.

    >>> x = variable("x0")
    >>> implied(at_least_0(x - 3), equal_0(x - 2)), implied(equal_0(x - 3), at_least_0(x - 2))
    (False, True)
    """
    if known == guard:
        return True
    if not (isinstance(known, Atom) and isinstance(guard, Atom)):
        return None
    sign = _along(known.term.parts, guard.term.parts)
    if not sign:
        return None
    below, above = _between(known)
    move = sign * guard.term.constant - known.term.constant  # guard's term is sign·(p + c), known's is p + d
    low = None if below is None else below + move
    high = None if above is None else above + move
    if sign < 0:
        low, high = (None if high is None else -high), (None if low is None else -low)
    return _said(guard.relation, low, high)


def _along(one: tuple[tuple[Part, int], ...], other: tuple[tuple[Part, int], ...]) -> int:
    """Return 1 if two sums are the same, -1 if one is the other's negative, else 0."""
    if len(one) != len(other):
        return 0
    if one == other:
        return 1
    return -1 if all(p == q and a == -b for (p, a), (q, b) in zip(one, other, strict=True)) else 0


def _between(atom: Atom) -> tuple[int | None, int | None]:
    """Return between which numbers an atom has its term."""
    return (None, None) if atom.relation == "!=" else (0, None if atom.relation == ">=" else 0)


def _said(relation: str, low: int | None, high: int | None) -> bool | None:
    """Return whether a number between two others is in the relation to 0; of "known is not 0" nothing is said."""
    if relation == ">=":
        return True if low is not None and low >= 0 else False if high is not None and high < 0 else None
    if (low is not None and low > 0) or (high is not None and high < 0):
        return relation == "!="
    return relation == "=" if low == 0 and high == 0 else None


# -- names -------------------------------------------------------------------------------------------------------------


def put(guard: Guard, names: Mapping[str, Term]) -> Guard:
    """Return the condition with terms put for free variables; no bound name may be in these terms."""
    match guard:
        case Atom(term, relation):
            new = replaced(term, names)
            if new is term:
                return guard
            return {">=": at_least_0, "=": equal_0, "!=": different_from_0}[relation](new)
        case All(parts):
            return both(*(put(part, names) for part in parts))
        case Any(parts):
            return either(*(put(part, names) for part in parts))
        case Some(own, inner) | Never(own, inner):
            rest = {name: term for name, term in names.items() if name not in own}
            found = put(inner, rest)
            if found in (YES, NO):
                return truth((found == YES) == isinstance(guard, Some))
            return type(guard)(own, found)


def terms_of(guard: Guard) -> Iterator[Term]:
    """Yield the terms of a condition, those under bound names included."""
    match guard:
        case Atom(term):
            yield term
        case All(parts) | Any(parts):
            for part in parts:
                yield from terms_of(part)
        case Some(_, inner) | Never(_, inner):
            yield from terms_of(inner)


def names_of(guard: Guard) -> frozenset[str]:
    """Return the free variables of a condition."""
    match guard:
        case Atom(term):
            return frozenset(term.names())
        case All(parts) | Any(parts):
            return reduce(frozenset.union, map(names_of, parts), frozenset())
        case Some(own, inner) | Never(own, inner):
            return names_of(inner) - set(own)


def apart(guard: Guard, fresh: Callable[[], str]) -> Guard:
    """Return the condition with new names for all that are bound."""
    match guard:
        case Atom():
            return guard
        case All(parts):
            return All(tuple(apart(part, fresh) for part in parts))
        case Any(parts):
            return Any(tuple(apart(part, fresh) for part in parts))
        case Some(own, inner) | Never(own, inner):
            new = {name: fresh() for name in own}
            inner = put(inner, {name: variable(other) for name, other in new.items()})
            return type(guard)(tuple(new.values()), apart(inner, fresh))


def hoisted(guard: Guard) -> tuple[tuple[str, ...], Guard]:
    """Return a condition without `Some` outside of `Never`, and the names in those; all bound names must differ."""
    match guard:
        case Some(own, inner):
            names, found = hoisted(inner)
            return (*own, *names), found
        case Never(own, inner):
            names, found = hoisted(inner)
            return (), Never((*own, *names), found)
        case All(parts) | Any(parts):
            each = [hoisted(part) for part in parts]
            join = both if isinstance(guard, All) else either
            return tuple(name for names, _ in each for name in names), join(*(found for _, found in each))
        case Atom():
            return (), guard


# -- variables bound by some -----------------------------------------------------------------------------------------


CASES = 32
"""A condition of more cases keeps its variables."""
ATOMS = 64
"""A case of more atoms does."""


def some(names: tuple[str, ...], guard: Guard) -> Guard:
    """Return that there are natural numbers of these names with a condition.

    >>> from grundy.language.linear.sums import variable
    >>> j, x = variable("j"), variable("x0")
    >>> print(some(("j",), both(at_least_0(x - 2 * j - 1), at_least_0(j - 3))))
    x0-7>=0
    """
    for name in names:
        guard = _without(name, guard)
    left = tuple(name for name in names if name in names_of(guard))
    return Some(left, guard) if left else guard


def _without(name: str, guard: Guard) -> Guard:
    if name not in names_of(guard):
        return guard
    found = cases(guard)
    if found is None:
        return guard
    each = [_eliminated(name, case) for case in found]
    done = [case for case in each if case is not None]
    return either(*done) if len(done) == len(each) else guard


def cases(guard: Guard, most: int = CASES) -> list[tuple[Guard, ...]] | None:
    """Return the cases of a condition, of which one holds; None if they are more than ``most``.

    A case is made of atoms and of what has bound names.
    """
    match guard:
        case All(parts):
            found: list[tuple[Guard, ...]] = [()]
            for part in parts:
                inner = cases(part, most)
                if inner is None or len(found) * len(inner) > most:
                    return None
                found = [(*a, *b) for a, b in product(found, inner)]
            return found
        case Any(parts):
            each = [cases(part, most) for part in parts]
            flat = [case for inner in each for case in inner or ()]
            return None if None in each or len(flat) > most else flat
        case _:
            return [(guard,)]


def _eliminated(name: str, case: tuple[Guard, ...]) -> Guard | None:
    """Return a case without a variable, None where that is not exact here."""
    own = [part for part in case if name in names_of(part)]
    rest = both(*(part for part in case if name not in names_of(part)))
    atoms = [part for part in own if isinstance(part, Atom) and _plain(name, part.term)]
    if len(atoms) < len(own):
        return _solved(name, case)
    if any(atom.relation == "=" for atom in atoms):
        return _solved(name, case)
    if len(own) > ATOMS:
        return None
    for i, atom in enumerate(atoms):
        if atom.relation == "!=":
            others = (*atoms[:i], *atoms[i + 1 :])
            sides = [_eliminated(name, (*others, Atom(s - 1, ">="))) for s in (atom.term, -atom.term)]
            done = [side for side in sides if side is not None]
            return both(rest, either(*done)) if len(done) == 2 else None
    found = _bounded(name, [atom.term for atom in atoms])
    return None if found is None else both(rest, found)


def _plain(name: str, term: Term) -> bool:
    """Whether a variable is in a term only outside of quotients and remainders."""
    return all(part == name or name not in Term(((part, 1),)).names() for part, _ in term.parts)


def _solved(name: str, case: tuple[Guard, ...]) -> Guard | None:
    """Return the case with the variable replaced by what an equation says it is."""
    for part in case:
        if isinstance(part, Atom) and part.relation == "=" and _plain(name, part.term):
            a = part.term.of(name)
            if a in (1, -1):
                value = (part.term - Term(((name, a),))) * -a
                others = both(*(other for other in case if other is not part))
                return both(at_least_0(value), put(others, {name: value}))
    return None


def _bounded(name: str, terms: list[Term]) -> Guard | None:
    """Return whether a natural number makes some terms not negative."""
    lower = [(1, Term())]  # a·name >= term
    upper: list[tuple[int, Term]] = []
    for term in terms:
        a = term.of(name)
        rest = term - Term(((name, a),))
        (lower if a > 0 else upper).append((abs(a), -rest if a > 0 else rest))
    if any(a > 1 and b > 1 for (a, _), (b, _) in product(lower, upper)):
        return None
    return both(*(at_least_0(a * high - b * low) for (a, low), (b, high) in product(lower, upper)))
