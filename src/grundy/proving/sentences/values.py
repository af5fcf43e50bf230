"""The values of all positions as one would say them: a term, a few cases, a period, or a rule for the digits of n."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.proving import guess
from grundy.proving.laws import LosingLaw, ValueLaw, predicates
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import Compare, Forall, Formula, Iff, NimZero, Not, Predicate, Term, variable
from grundy.proving.logic.formula import both, compile, decide, either
from grundy.proving.logic.numeration import Numeration
from grundy.proving.logic.syntax import parse
from grundy.proving.moves import Moves, Order, domain
from grundy.proving.moves_in_words import term as spoken_term
from grundy.proving.sentences.named import NAMED, TS, automata, beatty_claims, beatty_name
from grundy.proving.sentences.relations import (
    FEW,
    But,
    Condition,
    Greedy,
    Members,
    Named,
    Pairs,
    Residues,
    few,
    formula,
    of_gaps,
    proposals,
    residues,
    words,
)
from grundy.values.patterns.law import conjecture

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem


# -- whether a condition says the same as an automaton: it does if its least automaton is that one ---------------------


SIDE = 64
LARGEST = 1 << 16
FIRST, SURE = 15, 8
"""So many pairs may come before the rule does, and so many after show it."""


def greedy(told: Automaton, names: Sequence[str]) -> Iterator[Greedy]:
    """Yield the rules that the first pairs of a relation show."""
    table = guess.members(told, (SIDE, SIDE))
    pairs = sorted((b - a, a) for a, b in np.argwhere(table).tolist() if a <= b)
    for t in (1, 2, 3):
        for start in range(FIRST):
            first = tuple(sorted((a, a + difference) for difference, a in pairs if difference < start * t))
            if len(first) <= FIRST and [*_rule(first, start, t)] == pairs[len(first) :][:SURE]:
                yield Greedy(tuple(names), first, start, t)
                break


def _rule(first: Sequence[tuple[int, int]], start: int, t: int) -> Iterator[tuple[int, int]]:
    """Yield the first pairs of a rule, each as its difference and the smaller number."""
    used = {n for pair in first for n in pair}
    for n in range(start, start + SURE):
        a = next(each for each in count() if each not in used)
        used |= {a, a + t * n}
        yield t * n, a


def holds(told: Automaton, said: Greedy | Pairs) -> bool:
    """Return whether a relation holds these pairs, which is decided: by induction on n, for all of them."""
    if told.renamed(dict(zip(said.names, said.names[::-1], strict=True))) != told:
        return False
    own = beatty_claims(said.t, "P") if isinstance(said, Pairs) else claims(said)
    limits = Limits(LARGEST)
    try:
        formulas = (parse(f"?{told.numeration.name} {text}", ["P"]) for text in own)
        return all(decide(each, system, {"P": told}, limits=limits).truth for system, each in formulas)
    except GrundyError:  # too large
        return False


def claims(said: Greedy) -> list[str]:
    """Return sentences about P that say together, with its symmetry, that it holds these pairs.

    The pairs whose difference is less than that of the rule's first are told; of each difference tn from there on there is
    one pair, of any other none; what is less than its a_n is in a pair before, and a_n itself is not.
    """
    t, low = said.t, said.start * said.t
    first = " | ".join(f"(a={a} & b={b})" for a, b in said.first) or "0=1"
    known = " | ".join(f"x={n}" for n in sorted({n for pair in said.first for n in pair})) or "0=1"
    before = f"({known}) | (Em,c m>={said.start} & m<n & P(c,c+{t}*m) & (x=c | x=c+{t}*m))"
    rule = f"n>={said.start} & P(a,a+{t}*n)"
    return [
        f"Aa,b (a<=b & b<a+{low}) => (P(a,b) <=> ({first}))",
        f"Aa,b (P(a,b) & b>=a+{low}) => (En b=a+{t}*n)",
        f"An n>={said.start} => (Ea P(a,a+{t}*n))",
        f"An,a,b (n>={said.start} & P(a,a+{t}*n) & P(b,b+{t}*n)) => a=b",
        f"An,a,x ({rule} & x<a) => ({before})",
        f"An,a,x ({rule} & x=a) => ~({before})",
    ]


CAP = 1 << 13
"""No automaton on the way has more states: which sentence is said does not depend on the time."""
NEAR = 3
"""With so many exceptions a formula is rather said than a rule by which each pair is told by those before."""


def first_that_says(
    told: Automaton, proposed: Iterable[Condition], names: Sequence[str], least: int = 0, order: Order = ()
) -> Condition | None:
    """Return the first of some conditions that says the same as an automaton over these names, else with few exceptions.

    The same is said if it is the same of numbers from ``least`` on, in their ``order``, which are all that the automaton
    accepts.

    >>> from grundy.proving.logic.expressions import variable
    >>> from grundy.proving.logic.linear import linear
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.sentences.relations import Residues
    >>> even = linear(numeration("msd_2"), {"n": 1}, "=", 0, modulus=2)
    >>> first_that_says(even, [Residues(variable("n"), (), 0, 2, (rest,)) for rest in (1, 0)], ["n"]).rests
    (0,)
    """
    limits, near = Limits(CAP), list[But]()
    for said in proposed:
        if isinstance(said, Greedy):  # which come last
            if not _fewest(near, NEAR) and holds(told, said):
                return said
            continue
        if isinstance(said, Pairs) and (said.scale, said.shift) == (1, 0) and holds(told, said):
            return said
        with suppress(GrundyError):  # no such set in this numeration, or too large
            own = automaton(told, said, names, least, order, limits)
            if own == told:
                return said
            more, less = few(told.difference(own, limits)), few(own.difference(told, limits))
            if more is not None and less is not None:
                near.append(But(said, Members(tuple(names), more), Members(tuple(names), less)))
    found = _fewest(near)
    return found[0] if found and automaton(told, found[0], names, least, order, limits) == told else None


def _fewest(near: list[But], most: int = 2 * FEW) -> list[But]:
    """Return what has the fewest exceptions, if it has at most so many."""
    count = {id(each): len(each.more.rows) + len(each.less.rows) for each in near}
    return sorted((each for each in near if count[id(each)] <= most), key=lambda each: count[id(each)])[:1]


def automaton(
    told: Automaton, said: Condition, names: Sequence[str], least: int, order: Order, limits: Limits
) -> Automaton:
    """Return the least automaton of a condition, in the numeration of another; a GrundyError for one without."""
    where = domain([*map(variable, names)], least, order)
    found = compile(both(where, formula(said)), told.numeration, automata(told.numeration), limits=limits)
    return found.over(names, limits)


# -- the sentence of a theorem: what is said of who loses, or of the values, in place of its automata ------------------


TURNED = "Aa,b {name}(a,b) => {name}(b,a)"


@dataclass(frozen=True)
class Sentence:
    """What a theorem says: a condition on the positions that are lost, or the values of all."""

    says: Condition | Values
    names: Mapping[str, str]

    def words(self) -> str:
        """Return it in words, as what follows "loses exactly when" or "the Grundy value is"."""
        return self.says.words(self.names) if isinstance(self.says, Values) else words(self.says, self.names)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data: the words, and the formula as the logic writes it; none of a rule for the next one."""
        said = self.says
        told = said.formula() if isinstance(said, Cases) else None
        if not isinstance(said, Values | Greedy):
            told = formula(said)
        return {"words": self.words(), "formula": told and str(told), "names": dict(self.names)}

    def claims(self, own: Moves, system: Numeration) -> list[Formula]:
        """Return sentences about P(x, …), or G(x, …, v), that together say it: of pairs, and of values, by induction."""
        texts, made = list[str](), list[Formula]()
        match self.says:
            case Periodic(head=head) | Digits(head=head):
                texts = [*self.says.claims(), " & ".join(f"G({n},{v})" for n, v in enumerate(head))]
            case Greedy():
                texts = [TURNED.format(name="P"), *claims(self.says)]
            case Pairs(t=t, scale=1, shift=0):
                texts = [TURNED.format(name="P"), *beatty_claims(t, "P")]
            case said:
                told = said.formula() if isinstance(said, Cases) else formula(said)
                numbers = (*own.names, VALUE) if isinstance(said, Cases) else own.names
                name = "G" if isinstance(said, Cases) else "P"
                claimed = Predicate(name, tuple(map(variable, numbers)))
                made.append(Forall(numbers, Iff(claimed, both(own.domain, told))))
                for t in range(1, TS + 1):
                    if (name := beatty_name(t)) in str(told):
                        texts += [TURNED.format(name=name), *beatty_claims(t, name)]
        return made + [parse(f"?{system.name} {text}")[1] for text in texts]


def sentence(made: Theorem) -> Sentence | None:
    """Return what says the same as the automata of a theorem, decided for all numbers; None where nothing short does.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import theorem
    >>> sentence(theorem(load("bash"))).words()
    'n is a multiple of 4'
    """
    own = made.moves
    names = dict(zip(own.names, own.shown, strict=True))
    if isinstance(made.law, LosingLaw):
        (told,) = made.automata
        tried = chain(proposals(told, own.names, own.least), greedy(told, own.names) if len(own.names) == 2 else ())
        tried = chain(of_gaps(own.names, own.order), tried)
        found: Condition | Values | None = first_that_says(told, tried, own.names, own.least, own.order)
    else:
        found = values(made)
    return None if found is None else Sentence(found, names)


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
