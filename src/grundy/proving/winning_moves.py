"""Which move wins: a short table of cases, each with a move, proved to be complete.

From every position that is not lost, the first case that speaks of it gives a move that leads to a lost position. That is a
sentence for each case, and is decided. Where no simple choice of a move is known, the cases say of which kind it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.proving import guess
from grundy.proving.grundy_values import GraphLaw, left_over
from grundy.proving.lemmas import Lemma, Vocabulary, bounds
from grundy.proving.logic.automaton import Automaton, Undecided
from grundy.proving.logic.expressions import (
    Exists,
    Forall,
    Formula,
    Implies,
    Not,
    Predicate,
    Term,
    parts_of,
    variable,
    with_parts,
)
from grundy.proving.logic.formula import compile, decide
from grundy.proving.logic.linear import number
from grundy.proving.logic.reduction import conjuncts
from grundy.proving.move_tables import LEAST, LINES, Case, digits, seen, tables
from grundy.proving.moves import Move
from grundy.proving.moves_in_words import called, with_nothing
from grundy.proving.outcome import LosingLaw
from grundy.proving.predicates import predicates
from grundy.proving.reading import renamed
from grundy.proving.terms import YES, both, either, negation

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem


@dataclass(frozen=True)
class WinningMoves:
    """A proved table: in each position that is not lost, the first case that speaks of it gives a move that wins.

    ``unique`` says of each case whether it leaves one choice; ``lemmas`` are the sentences that were decided.
    """

    cases: tuple[Case, ...]
    unique: tuple[bool, ...]
    lemmas: tuple[Lemma, ...]


def winning_moves(made: Theorem) -> WinningMoves | None:
    """Return a table of the moves that win by a theorem, proved; None where none is found, or a move can be forbidden.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> table = winning_moves(prove(load("bash")))
    >>> [(str(case.when), str(case.move.parts[0])) for case in table.cases], str(table.lemmas[0])
    ([('0=0', 'x0-(x0%4)')], 'A n (~P(n) => (n%4>0 & P(n-(n%4)))): 12 states')
    """
    if isinstance(made.law, LosingLaw) and made.law.blocked:
        return None
    try:
        return _Table(made).found()
    except GrundyError:  # too large: nothing is claimed
        return None


class _Table:
    """What tables about one theorem are decided with."""

    def __init__(self, made: Theorem) -> None:
        self.made = made
        self.limits = bounds()
        self.words = Vocabulary.of(made.moves)
        misere = isinstance(made.law, LosingLaw) and made.law.misere
        self.known = predicates(made, ["Z", *(["M"] if misere else [])], self.limits)
        self.open = self._open(misere)

    def found(self) -> WinningMoves | None:
        """Return a table that is proved, with simple choices if there is one of them."""
        own = self.made.moves
        put = dict(zip(self.words.now, own.names, strict=True))
        wanted = compile(self.open, self.made.system, self.known, limits=self.limits).renamed(put).over(own.names)
        if wanted.is_empty():
            return None
        small = seen(own, self._lost(), wanted, partial(_heap_values, self.made))
        cases = tables(small) if small is not None else None
        lemmas = self._decided(cases) if cases else None
        if cases and lemmas is not None:
            return WinningMoves(tuple(cases), (True,) * len(cases), lemmas)
        cases = self._by_kinds(wanted)
        lemmas = self._decided(cases) if cases else None
        if not cases or lemmas is None:
            return None
        return WinningMoves(tuple(cases), tuple(map(self._one, cases)), lemmas)

    def _open(self, misere: bool) -> Formula:
        """Return in which positions a move wins: of those that are not lost, those where play goes on."""
        words, going = self.words, self.words.said(self.made.moves.going)
        if not isinstance(self.made.law, LosingLaw):
            value = words.at("G", words.now)
            return both(going, Not(replace(value, arguments=(*value.arguments, Term()))))
        moved = [Exists(words.later, words.moves())] if misere else []
        return both(going, *moved, Not(words.at("P", words.now)))

    def _lost(self) -> Automaton:
        """Return the lost positions: those of value 0, where values are claimed."""
        if not isinstance(self.made.law, GraphLaw):
            return self.made.automata[0]
        graph = self.made.automata[0].conjunction(number(self.made.system, "z", 0), self.limits)
        return graph.exists("z", limits=self.limits)

    def _leads(self, move: Move) -> Formula:
        """Return in which positions a move, with some choice, can be made and leads to a position that is lost."""
        move = _closed(move)
        into = both(move.guard, self._into(move))
        return Exists(move.bound, into) if move.bound else into

    def _into(self, move: Move) -> Formula:
        """Return that what a move leaves is lost, or has the value 0: of two heaps, that they have one value.

        Of a run it is the same of all heaps below one end, and below the other.
        """
        if isinstance(self.made.law, LosingLaw):
            return Predicate("P", move.parts)
        if not self.made.moves.heaps:
            return Predicate("G", (*move.parts, Term()))
        parts, name = left_over(move.parts), "S" if self.made.moves.runs else "G"
        if len(parts) > 2:
            raise Undecided("undecided: a nim-sum of {count} values", count=len(parts))
        if len(parts) < 2:
            return both(*(Predicate("G", (part, Term())) for part in parts))
        return Exists(("v",), both(*(Predicate(name, (part, variable("v"))) for part in parts)))

    def _by_kinds(self, wanted: Automaton) -> list[Case] | None:
        """Return a table that tells in which positions a move of each form wins, of as few forms as it takes."""
        won: list[tuple[Case, Automaton]] = []
        for move in with_nothing(self.made.moves):
            leads = self._leads(move)
            own = compile(leads, self.made.system, self.known, limits=self.limits)
            by_target = bool(move.parts or move.bound)  # to take all is told by the number that it takes
            case = Case(leads if by_target else move.guard, move, by_target)
            won.append((case, own.over(self.made.moves.names)))
        for each in list(won):
            left = wanted
            for other in won:
                left = left if other is each else left.difference(other[1], self.limits)
            if left.is_empty():
                won.remove(each)
        if not won or len(won) > LINES:
            return None
        *first, last = [case for case, _own in won]
        return [*first, replace(last, when=YES)]

    def _one(self, case: Case) -> bool:
        """Return whether there is one choice at most with which a case's move wins."""
        if not case.move.bound:
            return True
        bare = replace(case.move, bound=())
        free = compile(self._leads(bare), self.made.system, self.known, limits=self.limits).over(case.move.bound)
        return free.at_least(2, *case.move.bound, limits=self.limits).is_empty()

    def _decided(self, cases: Sequence[Case]) -> tuple[Lemma, ...] | None:
        """Return the sentences of a table, if all are true."""
        found: list[Lemma] = []
        for formula in self._sentences(cases):
            limits = bounds()
            decision = decide(formula, self.made.system, self.known, limits=limits)
            if not decision.truth:
                return None
            found.append(Lemma(str(formula), max(decision.largest, 1)))
        return tuple(found)

    def _sentences(self, cases: Sequence[Case]) -> Iterator[Formula]:
        if any(case.by_target for case in cases):
            ways = either(*(self._said(self._leads(case.move)) for case in cases))
            yield Forall(self.words.now, Implies(self.open, ways))
            return
        earlier: list[Formula] = []
        for case in cases:
            when = self._said(_bound(case.when))
            leads = self._said(self._leads(_without(case.move, case.when)))
            yield Forall(self.words.now, Implies(both(self.open, *earlier, when), leads))
            earlier.append(negation(when))

    def _said(self, formula: Formula) -> Formula:
        """Return a formula in the words of a theorem, with letters for what it binds."""
        return _lettered(self.words.said(formula), self.words.now)


def _closed(move: Move) -> Move:
    """Return a move with the last digits that it speaks of among its choices."""
    own = digits(move)
    return replace(move, bound=(*move.bound, *own), guard=both(move.guard, *map(is_digit, own)))


def _without(move: Move, known: Formula) -> Move:
    """Return a move without those of its conditions that are known already, said of the position alone."""
    said = set(conjuncts(known)) if not digits(known) else set[Formula]()
    return replace(move, guard=both(*(each for each in conjuncts(move.guard) if each not in said)))


def _bound(formula: Formula) -> Formula:
    own = digits(formula)
    return Exists(own, both(formula, *map(is_digit, own))) if own else formula


def is_digit(name: str) -> Formula:
    """Return that a variable is the last digit that it is named after."""
    return Predicate("Z", (variable(name.removeprefix(f"{LEAST} ")), variable(name)))


def _lettered(formula: Formula, used: Sequence[str]) -> Formula:
    """Return a formula in which what is bound is called by letters that are free."""
    if isinstance(formula, Exists):
        letters = called(formula.names, dict(zip(used, used, strict=True)))
        part = renamed(formula.part, {name: variable(letter) for name, letter in letters.items()})
        return Exists(tuple(letters.values()), _lettered(part, (*used, *letters.values())))
    return with_parts(formula, [_lettered(part, used) for part in parts_of(formula)])


def _heap_values(made: Theorem, count: int) -> NDArray[np.int64]:
    """Return the values of so many heaps, as a theorem has them."""
    if isinstance(made.law, GraphLaw):
        return guess.members(made.automata[0], (count, 4 * count)).argmax(axis=1).astype(np.int64)
    return np.array([guess.members(each, (count,)) for each in made.automata]).argmax(axis=0).astype(np.int64)
