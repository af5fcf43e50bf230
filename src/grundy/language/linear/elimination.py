"""There are natural numbers with a condition: the same said without them, where that is exact and short.

A variable with coefficient 1 on one side of all bounds is between two others if each lower bound is at most each upper one;
an equation is solved. (J.-B. Fourier 1826, for integers H. P. Williams 1976.) What is left keeps its `Some`.
"""

from __future__ import annotations

from itertools import product

from grundy.language.linear.guards import All, Any, Atom, Guard, Some, at_least_0, both, either, names_of, put
from grundy.language.linear.sums import Term

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
