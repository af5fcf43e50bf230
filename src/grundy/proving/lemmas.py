"""What was decided for a theorem, as formulas that can be decided again, and which moves win by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.common.messages import _, ngettext
from grundy.proving import guess, moves_in_words
from grundy.proving.laws import GraphLaw, LosingLaw, left_over, predicates, smaller
from grundy.proving.logic.automaton import Automaton, Limits, Undecided
from grundy.proving.logic.expressions import (
    And,
    Compare,
    Exists,
    Forall,
    Formula,
    Implies,
    NimSum,
    Not,
    Or,
    Predicate,
    Term,
    parts_of,
    variable,
    with_parts,
)
from grundy.proving.logic.formula import NO, YES, both, compile, decide, either, negation
from grundy.proving.logic.linear import number
from grundy.proving.logic.reduction import conjuncts
from grundy.proving.logic.syntax import is_variable
from grundy.proving.move_tables import LEAST, LINES, Case, digits, seen, tables
from grundy.proving.moves import Move, Moves, Ranking
from grundy.proving.moves_in_words import Names, called, form, sides, spoken, with_nothing
from grundy.proving.reading import renamed

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem


# -- formulas: ``grundy ask wythoff "A a,b …"`` ------------------------------------------------------------------------
#
# They speak of the relations of `grundy.proving.laws`, in the syntax of `grundy.proving.logic.syntax`.


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
    """Return a formula in which nothing is subtracted, and nothing is compared that holds of all numbers."""
    match formula:
        case Compare(left, relation, right):
            own = Compare(*sides(left - right, relation))
            holds = own.relation in (">=", "<=", "=") if own.left == Term() else own.relation == ">="
            return YES if holds and own.right == Term() else own
        case And(parts):
            return both(*map(_added, parts))
        case Or(parts):
            return either(*map(_added, parts))
        case _:
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


# -- which move wins: a short table of cases, each with a move, proved to be complete ----------------------------------
#
# From every position that is not lost, the first case that speaks of it gives a move that leads to a lost position.
# That is a sentence for each case, and is decided. Where no simple choice of a move is known, the cases say of which
# kind it is.


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
        cases = [self._shorter(case) for case in tables(small) or ()] if small is not None else None
        lemmas = self._decided(cases) if cases else None
        if cases and lemmas is not None:
            return WinningMoves(tuple(cases), (True,) * len(cases), lemmas)
        cases = self._by_kinds(wanted)
        lemmas = self._decided(cases) if cases else None
        if not cases or lemmas is None:
            return None
        return WinningMoves(tuple(cases), tuple(map(self._one, cases)), lemmas)

    def _shorter(self, case: Case) -> Case:
        """Return a case without those of its conditions that follow from the others, the longest first."""
        kept = [] if digits(case.when) else [*conjuncts(case.when)]
        with suppress(Undecided):  # too large: what may follow stays
            for each in sorted(kept, key=lambda part: len(str(part)), reverse=True):
                rest = [other for other in kept if other is not each]
                against = compile(both(*rest, negation(each)), self.made.system, limits=self.limits)
                kept = rest if against.is_empty() else kept
        return replace(case, when=both(*kept)) if kept else case

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


# -- what a reader can follow of a proof: its lemmas as formulas, each with its size, and the moves that win -----------


@dataclass(frozen=True)
class Written:
    """How terms, conditions and positions (or heaps) are written, and that a term is one of some numbers."""

    term: Callable[[Term, Names], str]
    condition: Callable[[Formula, Names], str]
    position: Callable[[Sequence[Term], Names, bool], str]
    among: Callable[[Term, Iterable[int], Names], str]


def _position(parts: Sequence[Term], names: Names, heaps: bool) -> str:
    written = [moves_in_words.term(part, names) for part in parts]
    if not heaps:
        return moves_in_words.tuple_of(written)
    return " + ".join(f"({each})" if " " in each and len(written) > 1 else each for each in written)


def _among(term: Term, numbers: Iterable[int], names: Names) -> str:
    return f"{moves_in_words.term(term, names)} in {{{', '.join(map(str, numbers))}}}"


TEXT = Written(moves_in_words.term, moves_in_words.condition, _position, _among)


def spoken_cases(made: Theorem, table: WinningMoves, written: Written = TEXT) -> list[tuple[str, str]]:
    """Return a table of the moves that win: for each case when it is taken, "" for always, and the move.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> from grundy.proving.lemmas import winning_moves
    >>> made = prove(load("nim"), heaps=2)
    >>> print(*map(": ".join, spoken_cases(made, winning_moves(made))), sep="; ")
    if a > b: take a - b from a; otherwise: take b - a from b
    """
    tellers = [_Case(made, case, one, written) for case, one in zip(table.cases, table.unique, strict=True)]
    return [(each.when(alone=len(tellers) == 1), each.move()) for each in tellers]


class _Case:
    """One case, with what its numbers are called."""

    def __init__(self, made: Theorem, case: Case, unique: bool, written: Written) -> None:
        self.made, self.case, self.unique, self.written = made, case, unique, written
        own = made.moves
        self.form = form(own, case.move)
        self.digits = digits(case.when if not case.by_target else YES, case.move)
        names = dict(zip(own.names, own.shown, strict=True))
        self.names = names | called([*case.move.bound, *self.digits], names)
        self.lost = _("is lost") if isinstance(made.law, LosingLaw) else _("has the value 0")

    def when(self, alone: bool) -> str:
        """Return of which positions the case speaks."""
        if self.case.when == YES:
            return "" if alone else _("otherwise")
        if not self.case.by_target:
            return _("if {condition}").format(condition=self._condition(self.case.when))
        if not self.case.move.bound:
            return _("if {after} {lost}").format(after=self._after(), lost=self.lost)
        told = _("if {after} {lost} for some {chosen}")
        return told.format(after=self._after(), lost=self.lost, chosen=self._chosen())

    def move(self) -> str:
        """Return the move, with how its numbers are chosen."""
        text = self._changes()
        if self.case.move.bound:
            if self.case.when == YES:
                told = _("{move}, with the only {chosen} for which {after} {lost}")
                told = told if self.unique else _("{move}, with a {chosen} for which {after} {lost}")
                return told.format(move=text, chosen=self._chosen(), after=self._after(), lost=self.lost)
            letters = self._listed([variable(name) for name in self.case.move.bound])
            return (
                _("{move} (there is only one such {chosen})").format(move=text, chosen=letters) if self.unique else text
            )
        for digit in self.digits:
            told = _("{move}, where {letter} is {what}")
            text = told.format(move=text, letter=self._term(variable(digit)), what=self._digit(digit))
        return text

    def _condition(self, when: Formula) -> str:
        parts = when.parts if isinstance(when, Or) else (when,)
        equal = [each for each in parts if isinstance(each, Compare) and each.relation == "=" and not each.right.parts]
        if len(parts) > 1 and len(equal) == len(parts) and len({each.left for each in equal}) == 1:
            return self.written.among(equal[0].left, [each.right.constant for each in equal], self.names)
        return self.written.condition(when, self.names)

    def _changes(self) -> str:
        """Return what the move does: what it takes, or what it leaves."""
        own, parts = self.made.moves, self.form.parts
        if own.heaps and (not any(part != Term() for part in parts) or (own.runs and parts[0] == parts[1])):
            return _("take all")
        if own.runs:
            low, high = self._term(parts[0]), self._term(parts[1] - 1)
            return _("leave {heaps}").format(heaps=_("all heaps from {low} to {high}").format(low=low, high=high))
        if own.heaps and len(parts) > 1:
            return _("leave {heaps}").format(heaps=self._after())
        taken = {name: variable(name) - part for name, part in zip(own.names, parts, strict=True)}
        changed = [name for name in own.names if taken[name] != Term()]
        amounts = {taken[name] for name in changed}
        falls = any(own.names.index(name) in self.made.ranking.sums[0] for name in changed)
        if len(amounts) != 1 or not falls:
            return _("go to {after}").format(after=self._after())
        amount = self._term(*amounts)
        if len(own.names) == 1:
            return _("take all") if amounts == {variable("x0")} else _("take {amount}").format(amount=amount)
        heaps = self._listed(map(variable, changed))
        if len(changed) > 1:
            return _("take {amount} from each of {heaps}").format(amount=amount, heaps=heaps)
        part = parts[own.names.index(changed[0])]
        is_long = len(taken[changed[0]].parts) + bool(taken[changed[0]].constant) > 2
        if is_long or not part.parts or any(isinstance(inner, NimSum) for inner, _times in part.parts):
            return _("change {heap} to {number}").format(heap=heaps, number=self._term(part))
        return _("take {amount} from {heap}").format(amount=amount, heap=heaps)

    def _digit(self, digit: str) -> str:
        """Return what the last digit of a number that is not 0 is worth, in words."""
        system, (_least, name) = self.made.system, digit.split(" ")
        heap = self._term(variable(name))
        if system.name == "msd_fib":
            return _("the smallest part of the Zeckendorf sum of {heap}").format(heap=heap)
        if system.name == "msd_2":
            return _("the largest power of 2 that divides {heap}").format(heap=heap)
        told = _("the value of the last digit of {heap} that is not 0, in {system}")
        return told.format(heap=heap, system=spoken(system))

    def _chosen(self) -> str:
        found = [
            self.written.condition(Compare(variable(each.name), ">=", Term((), each.least)), self.names)
            for each in self.form.choices
        ]
        return ", ".join(found)

    def _after(self) -> str:
        return self.written.position(self.form.parts, self.names, self.made.moves.heaps)

    def _term(self, term: Term) -> str:
        return self.written.term(term, self.names)

    def _listed(self, terms: Iterable[Term]) -> str:
        *first, last = map(self._term, terms)
        return _("{first} and {last}").format(first=", ".join(first), last=last) if first else last


LONGEST = 240
"""A lemma in more characters is said as data only."""


@dataclass(frozen=True)
class Argument:
    """The lemmas of a theorem, one for each of `Theorem.checks`, None for words alone, and the moves that win, if known."""

    made: Theorem
    lemmas: list[Lemma | None]
    winning: WinningMoves | None

    @property
    def numbered(self) -> Iterator[tuple[int, Lemma]]:
        """The lemmas that are formulas, with their numbers: those of the checks, and then those of the moves that win."""
        table = self.winning.lemmas if self.winning else ()
        checks = len(self.made.checks)
        yield from ((i, each) for i, each in enumerate([*self.lemmas[:checks]], 1) if each is not None)
        yield from enumerate(table, checks + 1)

    def lines(self) -> list[str]:
        """Return it in lines: the lemmas, and the moves that win.

        >>> from grundy.games import load
        >>> from grundy.proving.theorem import prove
        >>> print(*Argument.of(prove(load("bash"))).lines(), sep="\\n")
        Lemmas.  as `grundy ask` decides them, each with its largest automaton:
                 (1) A n,n' (M(n,n') => n'<n): 4 states
                 (2) A n,n' ((P(n) & M(n,n')) => ~P(n')): 9 states
                 (3) A n (~P(n) => (E n' (M(n,n') & P(n')))): 12 states
                 (4) A n (~P(n) => (n%4>0 & P(n-(n%4)))): 12 states
        Wins.    from every position that is not lost, by (4): take n mod 4
        """
        shown = [f"({i}) {each}" for i, each in self.numbered if len(str(each)) <= LONGEST]
        told = _("as `grundy ask` decides them, each with its largest automaton:")
        found = [_("Lemmas.  {lines}").format(lines="\n         ".join([told, *shown]))] if shown else []
        if self.winning:
            cases = self.cases()
            lines = cases if len(cases) == 1 else ["", *cases]
            found.append(_("Wins.    {head}: {lines}").format(head=self.head(), lines="\n         ".join(lines)))
        return [line.rstrip() for part in found for line in part.split("\n")]

    def cases(self, written: Written = TEXT) -> list[str]:
        """Return the moves that win, a line for each case; none where no table is known."""
        table = spoken_cases(self.made, self.winning, written) if self.winning else []
        told = _("{when}: {move}")
        return [told.format(when=when, move=move) if when else move for when, move in table]

    def head(self) -> str:
        """Return of which positions the table speaks, and by which lemmas."""
        first, count = len(self.made.checks) + 1, len(self.winning.lemmas if self.winning else ())
        numbers = f"({first})" if count == 1 else f"({first})–({first + count - 1})"
        if "wins" not in self.made.accepted:
            numbers = _("{numbers}, decided by the prover, but not by the checker").format(numbers=numbers)
        law = self.made.law
        if not isinstance(law, LosingLaw):
            return _("from every position whose value is not 0, by {numbers}").format(numbers=numbers)
        if law.misere:
            return _("from every position that is not lost and has a move, by {numbers}").format(numbers=numbers)
        return _("from every position that is not lost, by {numbers}").format(numbers=numbers)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        table = spoken_cases(self.made, self.winning) if self.winning else []
        return {
            "lemmas": [{"number": i, "formula": each.formula, "largest": each.states} for i, each in self.numbered],
            "wins": [{"when": when, "move": move} for when, move in table],
        }

    @classmethod
    def of(cls, made: Theorem) -> Argument:
        """Return what can be followed of a proof. It is bounded by states, not by time: another time it is the same."""
        return cls(made, lemmas(made), winning_moves(made))
