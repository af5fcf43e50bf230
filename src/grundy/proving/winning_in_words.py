"""Moves that win, in words: ``if a > b: take a - b from a``. How terms are written is given: as text, or as formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.common.messages import _
from grundy.proving import moves_in_words
from grundy.proving.laws_in_words import spoken
from grundy.proving.logic.expressions import Compare, Formula, NimSum, Or, Term, variable
from grundy.proving.move_tables import Case, digits
from grundy.proving.moves_in_words import Names, called, form
from grundy.proving.outcome import LosingLaw
from grundy.proving.terms import YES

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem
    from grundy.proving.winning_moves import WinningMoves


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
    >>> from grundy.proving.winning_moves import winning_moves
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
