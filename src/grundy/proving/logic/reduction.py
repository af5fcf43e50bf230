"""Formulas made simple before any automaton exists.

What is left is built of `Truth`, `Linear`, `NimZero`, `Predicate` of variables, `Not`, `And`, `Or`, `Iff`, `Exists` and
`AtLeast`; every quantifier has names of its own. Quotients, remainders, nim-sums and the terms that predicates are
asked about get variables, quantified close by. A quantified variable that an equation gives, with coefficient 1 or -1, is
replaced by what it equals where this makes no relation wider than it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from grundy.proving.logic import expressions as logic
from grundy.proving.logic.expressions import Formula, Linear, Term, Truth, variable

WIDE = 4
"""A substitution may make relations of so many variables, or as many as there were before."""


def reduced(formula: Formula) -> Formula:
    """Return an equivalent formula of the simple kind.

    >>> x, y, k = variable("x"), variable("y"), variable("k")
    >>> print(reduced(logic.Exists(("k",), logic.And((logic.Compare(k, ">=", 1 + 0 * k), logic.Compare(y, "=", x - k))))))
    -x+y<=-1 & -x+y<=0
    """
    return _substituted(_Reader(logic.free_names(formula)).read(formula, {}))


def negated(formula: Formula) -> Formula:
    """Return the negation of a simple formula, pushed inwards where that costs nothing."""
    match formula:
        case Truth(value):
            return Truth(not value)
        case logic.Not(part):
            return part
        case logic.Or(parts):
            return logic.And(tuple(map(negated, parts)))
        case Linear(coefficients, "<=", constant, 0):
            return Linear(tuple((name, -a) for name, a in coefficients), "<=", -constant - 1)
        case _:
            return logic.Not(formula)


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas whose conjunction it is."""
    if isinstance(formula, logic.And):
        return tuple(inner for part in formula.parts for inner in conjuncts(part))
    return () if formula == Truth(True) else (formula,)


def _joined(parts: Iterable[Formula]) -> Formula:
    flat = tuple(dict.fromkeys(inner for part in parts for inner in conjuncts(part)))
    if Truth(False) in flat:
        return Truth(False)
    return flat[0] if len(flat) == 1 else logic.And(flat) if flat else Truth(True)


def _either(parts: Iterable[Formula]) -> Formula:
    """Return a disjunction; one with a negation in it as what must not all be, which needs no wider automata."""
    flat = tuple(inner for part in parts for inner in (part.parts if isinstance(part, logic.Or) else (part,)))
    kept = tuple(dict.fromkeys(part for part in flat if part != Truth(False)))
    if Truth(True) in kept:
        return Truth(True)
    if len(kept) < 2:
        return kept[0] if kept else Truth(False)
    if any(isinstance(part, logic.Not) for part in kept):
        return negated(_joined(map(negated, kept)))
    return logic.Or(kept)


def _some(names: tuple[str, ...], part: Formula) -> Formula:
    if isinstance(part, logic.Exists):
        names, part = names + part.names, part.part
    if isinstance(part, logic.Or):
        return _either(_some(names, each) for each in part.parts)
    bound = tuple(name for name in names if name in logic.free_names(part))
    return logic.Exists(bound, part) if bound else part


class _Reader:
    """Turns formulas into simple ones; no two variables that it binds have one name."""

    def __init__(self, used: Iterable[str]) -> None:
        self._used = set(used)

    def read(self, formula: Formula, names: Mapping[str, str]) -> Formula:
        """Return the simple formula, the free variables renamed as ``names`` says."""
        match formula:
            case logic.Compare(left, relation, right):
                return self._compare(_renamed(left - right, names), relation)
            case Linear(coefficients, relation, constant, modulus):
                term = _renamed(Term(coefficients), names)
                return _linear(term, relation, constant, modulus)
            case logic.NimZero(own):
                return logic.NimZero(tuple(names.get(name, name) for name in own))
            case logic.Predicate(name, arguments):
                return self._predicate(name, [_renamed(term, names) for term in arguments])
            case logic.Implies(left, right):
                return _either((negated(self.read(left, names)), self.read(right, names)))
            case logic.Exists(own, part):
                new = {name: self._fresh(name) for name in own}
                return _some(tuple(new.values()), self.read(part, {**names, **new}))
            case logic.Forall(own, part):
                new = {name: self._fresh(name) for name in own}
                return negated(_some(tuple(new.values()), negated(self.read(part, {**names, **new}))))
            case logic.AtLeast(least, name, part):
                new = self._fresh(name)
                return logic.AtLeast(least, new, self.read(part, {**names, name: new}))
            case _:
                return _rebuilt(formula, [self.read(part, names) for part in logic.parts_of(formula)])

    def _fresh(self, name: str) -> str:
        new = (
            name if name not in self._used else next(f"{name}'{i}" for i in count(1) if f"{name}'{i}" not in self._used)
        )
        self._used.add(new)
        return new

    def _compare(self, term: Term, relation: str) -> Formula:
        """Return term ``relation`` 0."""
        match term.parts, relation:
            case ((logic.Remainder(inner, modulus), a),), "=" | "!=" if abs(a) == 1 and _is_plain(inner):
                wanted = -a * term.constant
                natural = _natural(inner)
                if not 0 <= wanted < modulus:
                    return natural if relation == "!=" else Truth(False)
                same = _linear(inner, "=", wanted, modulus)
                return _joined((natural, same if relation == "=" else negated(same)))
            case _:
                pass
        bound: list[str] = []
        known: list[Formula] = []
        return _closed_over(bound, known, _linear(self._plain(term, bound, known), relation, 0))

    def _predicate(self, name: str, arguments: list[Term]) -> Formula:
        bound: list[str] = []
        known: list[Formula] = []
        own: list[Term] = []
        for term in arguments:
            plain = self._plain(term, bound, known)
            own.append(plain if plain.is_variable() else variable(self._named(plain, bound, known)))
        return _closed_over(bound, known, logic.Predicate(name, tuple(own)))

    def _named(self, term: Term, bound: list[str], known: list[Formula]) -> str:
        """Return a variable for a plain term: a new one, which is told to equal it, if it is none."""
        if term.is_variable():
            return str(term)
        new = self._fresh(f"[{term}]")
        bound.append(new)
        known.append(_linear(variable(new) - term, "=", 0))
        return new

    def _plain(self, term: Term, bound: list[str], known: list[Formula]) -> Term:
        """Return the term with new variables for its quotients, remainders and nim-sums; ``known`` says what they are."""
        plain = Term((), term.constant)
        for part, a in term.parts:
            plain += a * (variable(part) if isinstance(part, str) else self._defined(part, bound, known))
        return plain

    def _defined(self, part: logic.Part, bound: list[str], known: list[Formula]) -> Term:
        new = self._fresh(f"[{part}]")
        value = variable(new)
        bound.append(new)
        match part:
            case logic.Floor(inner, divisor):
                inner = self._plain(inner, bound, known)
                known.append(_linear(divisor * value - inner, "<=", 0))
                known.append(_linear(inner - divisor * value, "<=", divisor - 1))
            case logic.Remainder(inner, modulus):
                inner = self._plain(inner, bound, known)
                known.append(_linear(inner - value, "=", 0, modulus))
                known.append(_linear(value, "<=", modulus - 1))
                known.append(_natural(inner))
            case logic.NimSum(left, right):
                terms = [self._plain(term, bound, known) for term in (left, right)]
                names = [self._named(term, bound, known) for term in terms]
                known.append(logic.NimZero((*names, new)))
            case _:
                raise TypeError(part)
        return value


def _closed_over(bound: list[str], known: list[Formula], formula: Formula) -> Formula:
    return _some(tuple(bound), _joined((*known, formula)))


def _renamed(term: Term, names: Mapping[str, str]) -> Term:
    """Return the term with its variables renamed, within its parts too."""
    new = Term((), term.constant)
    for part, a in term.parts:
        match part:
            case logic.Floor(inner, divisor):
                value = Term(((logic.Floor(_renamed(inner, names), divisor), 1),))
            case logic.Remainder(inner, modulus):
                value = Term(((logic.Remainder(_renamed(inner, names), modulus), 1),))
            case logic.NimSum(left, right):
                value = _renamed(left, names) ^ _renamed(right, names)
            case str():
                value = variable(names.get(part, part))
        new += a * value
    return new


def _is_plain(term: Term) -> bool:
    return all(isinstance(part, str) for part, _ in term.parts)


def _natural(term: Term) -> Formula:
    """Return that a plain term is not negative."""
    if term.constant >= 0 and all(a > 0 for _, a in term.parts):
        return Truth(True)
    return _linear(-term, "<=", 0)


def _linear(term: Term, relation: str, constant: int, modulus: int = 0) -> Formula:
    """Return term ``relation`` constant for a plain term, with = or <= only."""
    if relation == "!=":
        return negated(_linear(term, "=", constant, modulus))
    if relation in (">", ">="):
        return _linear(-term, "<" + relation[1:], -constant)
    constant -= term.constant
    if relation == "<":
        constant -= 1
    if relation != "=":
        relation = "<="
    terms = tuple((str(part), a % modulus if modulus else a) for part, a in term.parts)
    terms = tuple((name, a) for name, a in terms if a)
    if modulus:
        constant %= modulus
    if not terms:
        return Truth(constant == 0 if relation == "=" else constant >= 0)
    return Linear(terms, relation, constant, modulus)


def _substituted(formula: Formula) -> Formula:
    """Return the formula with quantified variables replaced where an equation gives them."""
    parts = [_substituted(part) for part in logic.parts_of(formula)]
    if not isinstance(formula, logic.Exists):
        return _rebuilt(formula, parts)
    names, known = formula.names, list(conjuncts(parts[0]))
    for inner in [each for each in known if isinstance(each, logic.Exists)]:  # they share no names with others
        known.remove(inner)
        known += conjuncts(inner.part)
        names += inner.names
    for name in names:
        known = _without(name, known)
    return _some(names, _joined(known))


def _without(name: str, known: list[Formula]) -> list[Formula]:
    """Return the conjuncts without a variable that one of them gives, or as they are."""
    for equation in known:
        if not (isinstance(equation, Linear) and equation.relation == "=" and not equation.modulus):
            continue
        a = dict(equation.coefficients).get(name, 0)
        if abs(a) != 1:
            continue
        value = -a * (Term(equation.coefficients) - variable(name) * a - equation.constant)
        rest = [part for part in known if part is not equation]
        width = max(WIDE, len(equation.coefficients), *(_width(part, name) for part in rest), 0)
        largest = max([abs(b) for _, b in equation.coefficients] + [_largest(part, name) for part in rest])
        new = [_replaced(part, name, value) for part in rest]
        if all(part is not None and _fits(part, width, largest) for part in new):
            return [inner for part in (*new, _natural(value)) if part is not None for inner in conjuncts(part)]
    return known


def _atoms(formula: Formula) -> list[Linear]:
    return [each for each in logic.inside(formula) if isinstance(each, Linear)]


def _width(formula: Formula, name: str) -> int:
    return max((len(atom.coefficients) for atom in _atoms(formula) if name in dict(atom.coefficients)), default=0)


def _largest(formula: Formula, name: str) -> int:
    found = (abs(a) for atom in _atoms(formula) if name in dict(atom.coefficients) for _, a in atom.coefficients)
    return max(found, default=0)


def _fits(formula: Formula, width: int, largest: int) -> bool:
    return all(
        len(atom.coefficients) <= width and all(abs(a) <= largest for _, a in atom.coefficients)
        for atom in _atoms(formula)
    )


def _replaced(formula: Formula, name: str, value: Term) -> Formula | None:
    """Return the formula with a variable replaced by a plain term; None where only a variable may stand."""
    if name not in logic.free_names(formula):
        return formula
    match formula:
        case Linear(coefficients, relation, constant, modulus):
            a = dict(coefficients)[name]
            return _linear(Term(coefficients) + (value - variable(name)) * a, relation, constant, modulus)
        case logic.Predicate(own, arguments):
            if not value.is_variable():
                return None
            return logic.Predicate(own, tuple(value if term == variable(name) else term for term in arguments))
        case logic.NimZero(own):
            return (
                logic.NimZero(tuple(str(value) if each == name else each for each in own))
                if value.is_variable()
                else None
            )
        case _:
            parts = [_replaced(part, name, value) for part in logic.parts_of(formula)]
            kept = [part for part in parts if part is not None]
            return _rebuilt(formula, kept) if len(kept) == len(parts) else None


def _rebuilt(formula: Formula, parts: list[Formula]) -> Formula:
    match formula:
        case logic.Not():
            return negated(parts[0])
        case logic.And():
            return _joined(parts)
        case logic.Or():
            return _either(parts)
        case logic.Exists(names):
            return _some(names, parts[0])
        case _:
            return logic.with_parts(formula, parts)
