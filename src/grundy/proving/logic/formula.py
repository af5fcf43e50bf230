"""Formulas decided: compiled to automata, part by part, under a cap on states.

Past the cap the answer is `Undecided`, with the part that outgrew it, never a verdict.
(J. R. Büchi 1960 for base 2; J. Shallit, *The Logical Approach to Automatic Sequences*, 2022.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.proving.logic.automaton import STATES, Automaton, Limits, Undecided, valid
from grundy.proving.logic.expressions import (
    RELATIONS,
    And,
    AtLeast,
    Compare,
    Exists,
    Floor,
    Forall,
    Formula,
    Iff,
    Implies,
    Linear,
    NimSum,
    NimZero,
    Not,
    Or,
    Part,
    Predicate,
    Remainder,
    Term,
    Truth,
    free_names,
    variable,
)
from grundy.proving.logic.linear import linear, nim_sum, proved
from grundy.proving.logic.numeration import Numeration
from grundy.proving.logic.reduction import conjuncts, negated, reduced

# -- conditions and terms of the logic, put together as simple as they are seen to be ----------------------------------


YES, NO = Truth(True), Truth(False)
SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


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
        if isinstance(part, Compare) and part.relation in SWAPPED
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
        case Compare(left, relation, right) if relation in SWAPPED:
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


FAILURES = 30
"""So many projections may fail at one effort, before more states are allowed."""


@dataclass(frozen=True)
class Piece:
    """A part of a conjunction: an automaton that must hold, or must not."""

    automaton: Automaton
    holds: bool

    @property
    def variables(self) -> tuple[str, ...]:
        """The automaton's."""
        return self.automaton.variables


def eliminate(system: Numeration, pieces: list[Piece], names: Iterable[str], limits: Limits) -> Automaton:
    """Return the conjunction of the pieces without some variables, of which some values must do.

    Undecided if every order needs more states than the limits allow.

    >>> from grundy.proving.logic.linear import less
    >>> from grundy.proving.logic.numeration import numeration
    >>> fib = numeration("msd_fib")
    >>> two = [Piece(less(fib, "x", "y"), True), Piece(less(fib, "y", "z"), True)]
    >>> eliminate(fib, two, ["y"], Limits()).shortest()
    {'x': 0, 'z': 2}
    """
    left = frozenset(name for name in names if any(name in piece.variables for piece in pieces))
    effort = 0
    while True:
        search = _Search(system, limits, effort)
        found = search.without(pieces, left)
        if found is not None:
            return found
        if limits.at(effort) >= limits.states:
            assert search.failure is not None
            raise search.failure
        effort += 1


def joined(system: Numeration, pieces: Iterable[Piece], limits: Limits) -> Automaton:
    """Return the conjunction: the small ones first, one after another that shares variables; then what is excluded."""
    pieces = list(pieces)
    wanted = sorted((piece.automaton for piece in pieces if piece.holds), key=lambda each: each.states)
    whole = wanted.pop(0) if wanted else valid(system, ())
    while wanted:
        own = set(whole.variables)
        best = min(wanted, key=lambda each: (len(set(each.variables) - own), each.states))
        wanted.remove(best)
        whole = whole.conjunction(best, limits)
    excluded = [piece.automaton for piece in pieces if not piece.holds]
    for each in sorted(excluded, key=lambda each: (len(set(each.variables) - set(whole.variables)), each.states)):
        whole = whole.difference(each, limits)
    return whole


class _Search:
    """Tries orders, depth first; which variables are out determines what is left, so no set of them is tried twice."""

    def __init__(self, system: Numeration, limits: Limits, effort: int) -> None:
        self._system = system
        self._limits = limits
        self._effort = effort
        self._hopeless: set[frozenset[str]] = set()
        self._failures = 0
        self.failure: Undecided | None = None

    def without(self, pieces: list[Piece], left: frozenset[str]) -> Automaton | None:
        """Return the conjunction without the variables that are left, or None if every order failed."""
        try:
            if not left:
                return joined(self._system, pieces, self._limits)
        except Undecided as error:
            self.failure = error
        for name in sorted(left, key=lambda name: (_difficulty(pieces, name), name)):
            if left - {name} in self._hopeless or self._failures > FAILURES:
                continue
            own = [piece for piece in pieces if name in piece.variables]
            rest = [piece for piece in pieces if name not in piece.variables]
            try:
                if own:
                    whole = joined(self._system, own, self._limits)
                    rest.append(Piece(whole.without(name, self._limits, self._effort), True))
            except Undecided as error:
                self.failure = error
                self._failures += 1
                continue
            found = self.without(rest, left - {name})
            if found is not None:
                return found
        self._hopeless.add(left)
        return None


def _difficulty(pieces: list[Piece], name: str) -> tuple[int, int]:
    """Return how many variables are met when this one is quantified, and how many pairs of states there could be."""
    own = [piece for piece in pieces if name in piece.variables]
    product = 1
    for piece in own:
        product *= piece.automaton.states
    return len({other for piece in own for other in piece.variables}), product


__all__ = [
    "And",
    "AtLeast",
    "Compare",
    "Decision",
    "Exists",
    "Floor",
    "Forall",
    "Formula",
    "Iff",
    "Implies",
    "Linear",
    "NimSum",
    "NimZero",
    "Not",
    "Or",
    "Predicate",
    "Remainder",
    "Term",
    "Truth",
    "Undecided",
    "compile",
    "decide",
    "variable",
]

Predicates = Mapping[str, Automaton]
"""Automata by name; the arguments of a predicate are those of its variables, in alphabetical order."""
EXAMPLE = 1 << 18
"""With an open outer block, for the sake of an example, no automaton may have more states than this."""


@dataclass(frozen=True)
class Decision:
    """What was decided about a formula.

    ``truth`` is None if it has free variables; then ``automaton`` is the set of their values. ``witness`` are numbers for
    the variables of the outermost block of E in a true sentence, ``counterexample`` for those of A in a false one, if
    any were found under the cap. ``largest`` is the number of states of the largest automaton that was built.
    """

    formula: Formula
    automaton: Automaton = field(repr=False)
    largest: int
    witness: dict[str, int] | None = None
    counterexample: dict[str, int] | None = None

    @property
    def truth(self) -> bool | None:
        """Whether the sentence is true; None for a formula with free variables."""
        return None if self.automaton.variables else not self.automaton.is_empty()

    def members(self, limit: int = 10) -> list[tuple[int, ...]]:
        """Return the shortest tuples of numbers, for the free variables in alphabetical order, that satisfy the formula."""
        return list(islice(self.automaton.members(), limit))

    def __str__(self) -> str:
        if self.truth is not None:
            example = self.witness or self.counterexample
            shown = ", ".join(f"{name} = {n}" for name, n in (example or {}).items())
            return ("true" if self.truth else "false") + (f": {shown}" if shown else "")
        names = ", ".join(self.automaton.variables)
        if self.automaton.is_empty():
            return _("no ({names})").format(names=names)
        if self.automaton.is_everything():
            return _("every ({names})").format(names=names)
        first = self.members(6)
        few = ", ".join(str(t[0] if len(t) == 1 else t) for t in first[:5]) + (", …" if len(first) > 5 else "")
        return _("the set of ({names}) read by {states} states: {few}").format(
            names=names, states=self.automaton.states, few=few
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "formula": str(self.formula),
            "numeration": self.automaton.numeration.name,
            "truth": self.truth,
            "witness": self.witness,
            "counterexample": self.counterexample,
            "largest": self.largest,
            "automaton": self.automaton.to_dict(),
        }


def compile(
    formula: Formula,
    system: Numeration,
    predicates: Predicates | None = None,
    *,
    cap: int = STATES,
    limits: Limits | None = None,
) -> Automaton:
    """Return the automaton of a formula over its free variables.

    The system's adder is proved first, once a process. Undecided if an automaton would have more than ``cap`` states; its
    text names the part. GrundyError for predicates that are unknown, or of another numeration or arity. The cost can grow
    by an exponential with each change of quantifiers, as it must. In place of ``cap``, ``limits`` also says afterwards how
    large the largest automaton was.

    >>> from grundy.proving.logic.numeration import numeration
    >>> x, y = variable("x"), variable("y")
    >>> double = compile(Exists(("y",), Compare(x, "=", 2 * y)), numeration("msd_fib"))
    >>> [n for (n,) in double.members(4)]
    [0, 2, 4, 6]
    """
    compiler = _Compiler(proved(system), predicates or {}, limits or Limits(cap))
    return compiler.build(reduced(formula)).over(free_names(formula), compiler.limits)


def decide(
    formula: Formula,
    system: Numeration,
    predicates: Predicates | None = None,
    *,
    cap: int = STATES,
    limits: Limits | None = None,
) -> Decision:
    """Return whether a sentence is true, or which numbers satisfy a formula with free variables.

    Undecided past the cap, and GrundyError, as for `compile`.

    >>> from grundy.proving.logic.numeration import numeration
    >>> x, y = variable("x"), variable("y")
    >>> print(decide(Forall(("x",), Exists(("y",), Compare(x, "=", 2 * y))), numeration("msd_2")))
    false: x = 1
    """
    limits = limits or Limits(cap)
    if not free_names(formula):
        found = _by_example(formula, system, predicates or {}, limits)
        if found is not None:
            return found
    automaton = compile(formula, system, predicates, limits=limits)
    return Decision(formula, automaton, limits.largest)


def _by_example(formula: Formula, system: Numeration, predicates: Predicates, limits: Limits) -> Decision | None:
    """Decide a sentence with its outermost block open: an example shows it true, or false. None if that grows too large."""
    outer = formula
    while isinstance(outer, Not):
        outer = outer.part
    if not isinstance(outer, Exists | Forall):
        return None
    names, part = outer.names, outer.part
    while isinstance(part, type(outer)) and not set(part.names) & set(names):
        names, part = names + part.names, part.part
    small = Limits(min(limits.states, EXAMPLE), until=limits.until)
    wanted = part if isinstance(outer, Exists) else Not(part)
    try:
        example = compile(wanted, system, predicates, limits=small).shortest()
    except Undecided:
        return None
    holds = (example is not None) == isinstance(outer, Exists)
    inner: Formula = formula
    while isinstance(inner, Not):
        inner, holds = inner.part, not holds
    shown = None if example is None else {name: example.get(name, 0) for name in names}
    answer = valid(system, ()) if holds else valid(system, ()).complement()
    return Decision(formula, answer, small.largest, *((shown, None) if holds else (None, shown)))


class _Compiler:
    """Builds the automata of simple formulas in one system, each formula once."""

    def __init__(self, system: Numeration, predicates: Predicates, limits: Limits) -> None:
        self.system = system
        self.predicates = predicates
        self.limits = limits
        self._built: dict[Formula, Automaton] = {}

    def build(self, formula: Formula) -> Automaton:
        """Return the automaton over those free variables that matter."""
        if formula not in self._built:
            try:
                self._built[formula] = self._build(formula)
            except _Named:
                raise
            except Undecided as error:
                raise _Named("{error}, in {formula}", error=error, formula=formula) from None
        return self._built[formula]

    def _build(self, formula: Formula) -> Automaton:
        match formula:
            case Truth(value):
                everything = valid(self.system, ())
                return everything if value else everything.complement()
            case Linear(coefficients, relation, constant, modulus):
                terms = dict(coefficients)
                return linear(self.system, terms, relation, constant, modulus=modulus, limits=self.limits)
            case NimZero(names):
                return self._nim_zero(names)
            case Predicate(name, arguments):
                return self._predicate(name, tuple(map(str, arguments)))
            case Not(part):
                return self.build(part).complement(self.limits)
            case And():
                return self._eliminated((), formula)
            case Or(parts):
                found = sorted(map(self.build, parts), key=lambda each: (len(each.variables), each.states))
                whole = found[0]
                for each in found[1:]:
                    whole = whole.disjunction(each, self.limits)
                return whole
            case Iff(left, right):
                return self.build(left).equivalence(self.build(right), self.limits)
            case Exists(names, part):
                return self._eliminated(names, part)
            case AtLeast(least, name, part):
                return self.build(part).at_least(least, name, limits=self.limits)
            case _:
                raise TypeError(formula)

    def _nim_zero(self, names: tuple[str, ...]) -> Automaton:
        odd = tuple(sorted(name for name in set(names) if names.count(name) % 2))
        rest = set(names) - set(odd)
        return nim_sum(self.system, odd).over(rest) if odd else valid(self.system, rest)

    def _predicate(self, name: str, arguments: tuple[str, ...]) -> Automaton:
        known = self.predicates.get(name)
        if known is None:
            there = ", ".join(sorted(self.predicates)) or _("none are defined")
            raise GrundyError("there is no predicate {name!r} ({there})", name=name, there=there)
        if known.numeration != self.system:
            told = N_("the predicate {name} is in {numeration}, the formula in {system}")
            raise GrundyError(told, name=name, numeration=known.numeration, system=self.system)
        if len(known.variables) != len(arguments):
            told = N_("the predicate {name} has {wanted} arguments, not {given}")
            raise GrundyError(told, name=name, wanted=len(known.variables), given=len(arguments))
        return known.renamed(dict(zip(known.variables, arguments, strict=True)))

    def _eliminated(self, names: tuple[str, ...], part: Formula) -> Automaton:
        return eliminate(self.system, [self._piece(each) for each in conjuncts(part)], names, self.limits)

    def _piece(self, formula: Formula) -> Piece:
        inner = negated(formula) if isinstance(formula, Not) else formula
        return Piece(self.build(inner), inner is formula)


class _Named(Undecided):
    """Undecided, with the part of the formula already named."""


def solutions(formula: Formula, system: Numeration, predicates: Predicates | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the numbers, for the free variables in alphabetical order, that satisfy a formula, short ones first.

    >>> from grundy.proving.logic.numeration import numeration
    >>> n = variable("n")
    >>> list(solutions(Compare(n * 3, "<", 8 + n * 0), numeration("msd_pell")))
    [(0,), (1,), (2,)]
    """
    yield from compile(formula, system, predicates).members()
