"""The values of all positions as one would say them: a term, a few cases, a period, or a rule for the digits of n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.proving.grundy_values import ValueLaw
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import Compare, Formula, NimZero, Not, Predicate, Term, variable
from grundy.proving.logic.formula import compile, decide
from grundy.proving.logic.syntax import parse
from grundy.proving.moves import Moves
from grundy.proving.moves_in_words import term as spoken_term
from grundy.proving.predicates import predicates
from grundy.proving.sentences.conditions import (
    Condition,
    Members,
    Named,
    Residues,
    formula,
    words,
)
from grundy.proving.sentences.deciding import CAP, first_that_says
from grundy.proving.sentences.named import NAMED, automata
from grundy.proving.sentences.relations import proposals, residues
from grundy.proving.terms import both, either
from grundy.values.patterns.law import conjecture

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem

VALUE = "z"
"""The variable of the value."""
SHOWN, DEAR = 256, 64
"""So many values are looked at; fewer where each is dearer to look up."""
STARTS, MODULI, SLOPES = 8, 8, 3
CASES = 4
"""So many cases are said, where there are fewer of them than values in a period."""

Names = Mapping[str, str]


@dataclass(frozen=True)
class Case:
    """A value, a term or what has a name, ``when`` a condition holds; None for all that no case before has."""

    value: Term | Named | NimZero
    when: Condition | None = None

    def said(self, names: Names) -> str:
        """Return the value in words."""
        match self.value:
            case Term():
                return spoken_term(self.value, names)
            case NimZero():
                return " ⊕ ".join(names[name] for name in self.value.names if name != VALUE)
            case Named(name, terms):
                return _(NAMED[name].value).format(*(spoken_term(each, names) for each in terms))

    def formula(self) -> Formula:
        """Return that ``z`` is the value."""
        match self.value:
            case Term():
                return Compare(variable(VALUE), "=", self.value)
            case NimZero():
                return self.value
            case Named(name, terms):
                return Predicate(name, (*terms, variable(VALUE)))


@dataclass(frozen=True)
class Cases:
    """The value of a position, in cases."""

    cases: tuple[Case, ...]

    def words(self, names: Names) -> str:
        """Return the values in words, as what follows "the Grundy value is"."""
        if len(self.cases) == 1:
            return self.cases[0].said(names)
        told = _("{value} when {condition}")
        return "; ".join(
            _("{value} otherwise").format(value=case.said(names))
            if case.when is None
            else told.format(value=case.said(names), condition=words(case.when, names))
            for case in self.cases
        )

    def formula(self) -> Formula:
        """Return that ``z`` is the value of the position."""
        before: list[Formula] = []
        found: list[Formula] = []
        for case in self.cases:
            when = both(*map(Not, before)) if case.when is None else formula(case.when)
            before.append(when)
            found.append(both(when, case.formula()))
        return either(*found)


@dataclass(frozen=True)
class Periodic:
    """g(n + period) = g(n) + saltus for all n from ``preperiod`` on; ``head`` are the values below preperiod + period."""

    period: int
    preperiod: int
    saltus: int
    head: tuple[int, ...]

    def words(self, names: Names) -> str:
        """Return the values in words, as what follows "the Grundy value is"."""
        (n,) = names.values()
        more = f" + {self.saltus}" if self.saltus else ""
        rule = f"g({n} + {self.period}) = g({n}){more}"
        since = _("{rule} for all {n} >= {start}").format(rule=rule, n=n, start=self.preperiod)
        first = ", ".join(map(str, self.head))
        return _("g({n}), where {since}, and g(0), …, g({last}) = {first}").format(
            n=n, since=since, last=len(self.head) - 1, first=first
        )

    def claims(self) -> list[str]:
        """Return sentences about G(n, v) that say it, given the first values."""
        return [f"An,v (n>={self.preperiod} & G(n,v)) => G(n+{self.period},v+{self.saltus})"]


@dataclass(frozen=True)
class Digits:
    """g(base·n + r) is ``rules[r][g(n)]`` for all n from ``start`` on; ``head`` are the values below base·start."""

    base: int
    start: int
    head: tuple[int, ...]
    rules: tuple[tuple[int, ...], ...]

    def words(self, names: Names) -> str:
        """Return the values in words, as what follows "the Grundy value is"."""
        (n,) = names.values()
        rules = [
            f"g({self.base}{n}{f' + {rest}' if rest else ''}){self._rule(rule, n)}"
            for rest, rule in enumerate(self.rules)
        ]
        first = ", ".join(map(str, self.head))
        told = _("g({n}), where for all {n} >= {start} {rules}; g(0), …, g({last}) = {first}")
        return told.format(n=n, start=self.start, rules=_(" and ").join(rules), last=len(self.head) - 1, first=first)

    def claims(self) -> list[str]:
        """Return sentences about G(n, v) that say it, given the first values."""
        return [
            f"An (n>={self.start} & G(n,{v})) => G({self.base}*n+{rest},{to})"
            for rest, rule in enumerate(self.rules)
            for v, to in enumerate(rule)
        ]

    def _rule(self, rule: Sequence[int], n: str) -> str:
        if len(set(rule)) == 1:
            return f" = {rule[0]}"
        if list(rule) == [*range(len(rule))]:
            return f" = g({n})"
        ways = [_("{to} if g({n}) = {v}").format(to=to, n=n, v=v) for v, to in enumerate(rule)]
        return " = " + ", ".join(ways)


Values = Cases | Periodic | Digits


def values(made: Theorem) -> Values | None:
    """Return what the values of a theorem are, decided for all positions; None where nothing short says it."""
    names = made.moves.names
    limits = Limits(CAP)
    graph = predicates(made, (), limits)["G"]
    proposed = _proposed(_seen(made), names[0], made) if len(names) == 1 else _of_several(made)
    return next((each for each in proposed if _holds(graph, each, made.moves, limits)), None)


def _seen(made: Theorem) -> list[int]:
    """Return the first values, as the automata tell them, from the least number on."""
    if isinstance(made.law, ValueLaw):
        return [
            next(v for v, each in enumerate(made.automata) if each.accepts(n)) for n in range(made.moves.least, SHOWN)
        ]
    return [next(v for v in count() if made.automata[0].accepts(n, v)) for n in range(made.moves.least, DEAR)]


def _holds(graph: Automaton, said: Values, own: Moves, limits: Limits) -> bool:
    try:
        return _says(graph, said, own, limits) if isinstance(said, Cases) else _follows(graph, said, limits)
    except GrundyError:  # no such set in this numeration, or too large
        return False


def _says(graph: Automaton, said: Cases, own: Moves, limits: Limits) -> bool:
    """Return whether cases have the least automaton that the values have."""
    found = compile(both(own.domain, said.formula()), graph.numeration, automata(graph.numeration), limits=limits)
    return found.over(graph.variables, limits) == graph


def _follows(graph: Automaton, said: Periodic | Digits, limits: Limits) -> bool:
    """Return whether a rule for the next values holds for all, and the first ones are right."""
    if not all(graph.accepts(n, v) for n, v in enumerate(said.head)):
        return False
    told = (parse(f"?{graph.numeration.name} {text}", ["G"]) for text in said.claims())
    return all(decide(each, system, {"G": graph}, limits=limits).truth for system, each in told)


# ---- proposals


def _proposed(seen: list[int], name: str, made: Theorem) -> Iterator[Values]:
    """Yield what the values of one number may be, simple things first."""
    n, least = variable(name), made.moves.least
    for start in range(STARTS):
        later = list(enumerate(seen, least))[start:]
        first = [(Term((), v), each) for each, v in enumerate(seen[:start], least)]
        for value in _values(n, seen[start:], least + start):
            cases = [Case(v, Members((name,), ((each,),))) for v, each in first]
            yield Cases((*cases, Case(value)))
        if (by_residue := _by_residue(later, name, first)) is not None:
            yield by_residue
    law = conjecture(seen)
    if not least and law.period:
        head = tuple(seen[: law.preperiod + law.period])
        if not law.saltus and (cases := _by_value(made, name, law.period)) is not None:
            yield cases
        yield Periodic(law.period, law.preperiod, law.saltus, head)
    if not least and isinstance(made.law, ValueLaw):
        yield from _by_digits(seen, len(made.automata))


def _values(n: Term, seen: Sequence[int], start: int) -> Iterator[Term | Named]:
    """Yield terms of n, and what has a name, that are the values from a start on."""
    later = list(enumerate(seen, start))
    period = max(seen) + 1
    if all(v == each % period for each, v in later):
        yield n % period
    for divisor in range(1, MODULI):
        for shift in range(-MODULI, MODULI):
            if all(each + shift >= 0 and v == (each + shift) // divisor for each, v in later):
                yield (n + shift) // divisor if divisor > 1 else n + shift
    for name, own in NAMED.items():
        if own.value:
            for shift in (0, 1, -1, 2):
                yield Named(name, (n + shift,))


def _by_residue(later: Sequence[tuple[int, int]], name: str, first: Sequence[tuple[Term, int]]) -> Cases | None:
    """Return terms by the residue of n, where they have whole slopes, and few are different."""
    n = variable(name)
    for modulus in range(2, MODULI + 1):
        found: dict[Term, list[int]] = {}
        for rest in range(modulus):
            own = [(each, v) for each, v in later if each % modulus == rest]
            (x, y), (x2, y2) = own[0], own[1]
            slope, over = divmod(y2 - y, x2 - x)
            if over or any(v != slope * (each - x) + y for each, v in own) or abs(slope) > SLOPES:
                break
            found.setdefault(slope * n + (y - slope * x), []).append(rest)
        else:
            if 1 < len(found) <= CASES and any(term.parts for term in found):
                return _cases(found, modulus, name, first)
    return None


def _cases(found: dict[Term, list[int]], modulus: int, name: str, first: Sequence[tuple[Term, int]]) -> Cases:
    ordered = sorted(found.items(), key=lambda each: len(each[1]))
    cases = [Case(value, Members((name,), ((each,),))) for value, each in first]
    start = len(first)
    for term, rests in ordered[:-1]:
        cases.append(Case(term, Residues(variable(name), (), start, modulus, tuple(rests))))
    return Cases((*cases, Case(ordered[-1][0])))


def _by_value(made: Theorem, name: str, period: int) -> Cases | None:
    """Return for each value the numbers that have it, where that is shorter than a period."""
    if len(made.automata) > CASES or period > 3 * CASES:
        return None
    seen, least = np.array([-1] * made.moves.least + _seen(made)), made.moves.least
    found = [residues(seen == v, name, least) for v in range(len(made.automata))]
    cases = tuple(Case(Term((), v), each) for v, each in enumerate(found) if each is not None)
    return Cases(cases) if len(cases) == len(found) else None


def _by_digits(seen: Sequence[int], count: int) -> Iterator[Digits]:
    """Yield rules by which the values at kn, kn + 1, … are told by the one at n."""
    for base in (2, 3):
        for start in range(1, 3 * STARTS):
            rules: list[tuple[int, ...]] = []
            for rest in range(base):
                own = [(seen[n], seen[base * n + rest]) for n in range(start, len(seen) // base)]
                told = dict(own)
                if any(told[v] != to for v, to in own):
                    break
                rules.append(tuple(told.get(v, v) for v in range(count)))
            if len(rules) == base:
                yield Digits(base, start, tuple(seen[: base * start]), tuple(rules))
                break


def _of_several(made: Theorem) -> Iterator[Cases]:
    """Yield the values of positions of several numbers: their nim-sum, or for each value its positions."""
    names, least = made.moves.names, made.moves.least
    if not isinstance(made.law, ValueLaw):
        yield Cases((Case(NimZero((*names, VALUE))),))
        return
    found = [
        first_that_says(each, proposals(each, names, least), names, least, made.moves.order) for each in made.automata
    ]
    if all(each is not None for each in found):
        yield Cases(tuple(Case(Term((), v), each) for v, each in enumerate(found)))
