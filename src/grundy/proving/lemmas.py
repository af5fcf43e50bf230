"""What was decided for a theorem, as formulas that can be decided again: ``grundy ask wythoff "A a,b …"``.

They speak of the relations of `grundy.proving.predicates`, in the syntax of `grundy.proving.logic.syntax`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from grundy.common.errors import GrundyError
from grundy.common.messages import ngettext
from grundy.proving.answering import smaller
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import (
    And,
    Compare,
    Exists,
    Forall,
    Formula,
    Implies,
    Not,
    Or,
    Predicate,
    parts_of,
    variable,
    with_parts,
)
from grundy.proving.logic.formula import decide
from grundy.proving.logic.syntax import is_variable
from grundy.proving.moves import Moves
from grundy.proving.moves_in_words import sides
from grundy.proving.outcome import LosingLaw
from grundy.proving.predicates import predicates
from grundy.proving.ranking import Ranking
from grundy.proving.reading import renamed
from grundy.proving.terms import NO, both, negation

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem

STATES = 1 << 14
"""What takes larger automata is not decided once more, which would take as long as the proof: it is said without them."""


@dataclass(frozen=True)
class Lemma:
    """A sentence that was decided, as a formula, and the states of the largest automaton on the way; 0 for not counted."""

    formula: str
    states: int = 0

    def __str__(self) -> str:
        if not self.states:
            return self.formula
        return ngettext("{formula}: {n:,} state", "{formula}: {n:,} states", self.states).format(
            formula=self.formula, n=self.states
        )


def bounds() -> Limits:
    """Return what bounds the work on what is said of a proof: states and no time, so that it is the same another time."""
    return Limits(STATES, until=inf)


@dataclass(frozen=True)
class Vocabulary:
    """The names of a position's numbers in formulas, now and after a move, and what the formulas say of them."""

    own: Moves
    now: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def last(self) -> tuple[str, ...]:
        """The names after two moves."""
        return tuple(f"{name}'" for name in self.later)

    @classmethod
    def of(cls, own: Moves) -> Vocabulary:
        """Return the names that are shown, where formulas can have them."""
        now = own.shown if all(map(is_variable, own.shown)) else own.names
        return cls(own, now, tuple(f"{name}'" for name in now))

    def at(self, name: str, *groups: Iterable[str]) -> Predicate:
        """Return a relation of some numbers."""
        return Predicate(name, tuple(variable(each) for group in groups for each in group))

    def said(self, formula: Formula) -> Formula:
        """Return a condition on a position in these names, nothing being subtracted in a comparison."""
        return _added(renamed(formula, dict(zip(self.own.names, map(variable, self.now), strict=True))))

    def moves(self) -> Predicate:
        """Return that a move leads from the position now to the one later."""
        return self.at("M", self.now, self.later)


def _added(formula: Formula) -> Formula:
    if isinstance(formula, Compare):
        return Compare(*sides(formula.left - formula.right, formula.relation))
    return with_parts(formula, [_added(part) for part in parts_of(formula)])


def lemmas(made: Theorem) -> list[Lemma | None]:
    """Return the formulas of what was decided, in the order of `Theorem.checks`; None where words alone say it.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> print(*lemmas(prove(load("wythoff"))), sep="\\n")
    A a,b,a',b' (M(a,b,a',b') => a'+b'<a+b): 180 states
    A a,b,a',b' ((P(a,b) & M(a,b,a',b')) => ~P(a',b')): 87 states
    A a,b (~P(a,b) => (E a',b' (M(a,b,a',b') & P(a',b')))): 217 states
    """
    formulas = [_falls(Vocabulary.of(made.moves), made.ranking), *_steps(made)]
    asked = {name for formula in formulas if formula is not None for name in "MO" if f"{name}(" in str(formula)}
    try:
        known = predicates(made, asked, bounds())
    except GrundyError:
        return [None if formula is None else Lemma(str(formula)) for formula in formulas]
    return [None if formula is None else sized(made, formula, known) for formula in formulas]


def sized(made: Theorem, formula: Formula, known: dict[str, Automaton]) -> Lemma:
    """Return a sentence that holds with the size of its largest automaton, which decides it once more."""
    limits = bounds()
    try:
        decision = decide(formula, made.system, known, limits=limits)
    except GrundyError:
        return Lemma(str(formula))
    assert decision.truth, formula
    return Lemma(str(formula), max(decision.largest, 1))


def _falls(words: Vocabulary, ranking: Ranking) -> Formula:
    """Return that every move lowers the rank."""
    if ranking.parts:
        (now,), (later,) = words.now, words.later
        return Forall((now, later), Implies(words.moves(), Compare(variable(later), "<", variable(now))))
    now, later, last = (tuple(map(variable, names)) for names in (words.now, words.later, words.last))
    if not ranking.answered:
        falls = smaller(ranking.of(later), ranking.of(now))
        return Forall((*words.now, *words.later), Implies(words.moves(), falls))
    answer = And((words.at("M", words.later, words.last), words.at("P", words.last)))
    falls = Exists(words.last, both(answer, smaller(ranking.of(last), ranking.of(now))))
    lost = And((words.at("P", words.now), words.moves()))
    return Forall((*words.now, *words.later), Implies(lost, falls))


def _steps(made: Theorem) -> Iterator[Formula | None]:
    """Yield what is decided of a law, as `steps` of the law has it in words."""
    law, words = made.law, Vocabulary.of(made.moves)
    now, later = words.now, words.later
    if not isinstance(law, LosingLaw):
        value, less = variable("v"), variable("u")
        domain = words.said(made.moves.domain)
        yield Forall((*now, "v"), Implies(words.at("G", now, "v"), Not(words.at("O", now, "v"))))
        smaller = And((words.at("G", now, "v"), Compare(less, "<", value)))
        yield Forall((*now, "u", "v"), Implies(smaller, words.at("O", now, "u")))
        yield Forall(now, _if(domain, Exists(("v",), words.at("G", now, "v"))))
        return
    if law.blocked:
        yield from (None, None)
        return
    into = And((words.moves(), words.at("P", later)))
    yield Forall((*now, *later), Implies(And((words.at("P", now), words.moves())), Not(words.at("P", later))))
    won: Formula = Exists(later, into)
    if law.misere:
        won = Or((won, Not(Exists(later, words.moves()))))
    yield Forall(now, Implies(both(words.said(made.moves.going), Not(words.at("P", now))), won))


def _if(condition: Formula, then: Formula) -> Formula:
    return then if condition == negation(NO) else Implies(condition, then)
