"""Formulas decided: compiled to automata, part by part, under a cap on states.

Past the cap the answer is `Undecided`, with the part that outgrew it, never a verdict.
(J. R. Büchi 1960 for base 2; J. Shallit, *The Logical Approach to Automatic Sequences*, 2022.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.proving.logic.automaton import STATES, Automaton, Limits, Undecided, valid
from grundy.proving.logic.elimination import Piece, eliminate
from grundy.proving.logic.expressions import (
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
    Predicate,
    Remainder,
    Term,
    Truth,
    free_names,
    variable,
)
from grundy.proving.logic.induction import proved
from grundy.proving.logic.linear import linear, nim_sum
from grundy.proving.logic.numeration import Numeration
from grundy.proving.logic.reduction import conjuncts, negated, reduced

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
    answer = valid(system, ())
    return Decision(
        formula,
        answer if holds else answer.complement(),
        small.largest,
        shown if holds else None,
        None if holds else shown,
    )


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
            raise GrundyError(
                "the predicate {name} is in {numeration}, the formula in {system}",
                name=name,
                numeration=known.numeration,
                system=self.system,
            )
        if len(known.variables) != len(arguments):
            raise GrundyError(
                "the predicate {name} has {wanted} arguments, not {given}",
                name=name,
                wanted=len(known.variables),
                given=len(arguments),
            )
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
