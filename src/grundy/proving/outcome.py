"""Laws of who wins: a set of losing positions, decided to be the right one.

Given that play ends, a set L is that of the positions lost for the player to move exactly when, of positions where play goes
on, those are in L from which no move leads into L (in misère play: no move does, and there is one). If at each move
the other player may forbid up to b options, exactly when at most b different options are in L. One automaton is built
for "more than b options are in L", and compared with L: a difference is a counterexample. (Cf. J. Shallit, *The
Logical Approach to Automatic Sequences*, 2022; blocking: U. Larsson, *Blocking Wythoff Nim*, 2011.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.common.messages import _
from grundy.proving import guess
from grundy.proving.answering import returning_table
from grundy.proving.boxes import Box, lost_table
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.formula import compile
from grundy.proving.logic.numeration import Numeration
from grundy.proving.moves import Moves
from grundy.proving.ranking import Ranking

SIDES = {1: (64, 256, 1024, 4096), 2: (34, 100, 256, 640, 1600), 3: (16, 34, 70), 4: (8, 16, 32), 5: (8, 16)}
"""Boxes from which is guessed, by how many numbers a position has."""


@dataclass(frozen=True)
class Refutation:
    """A position where a law fails, and in which way."""

    position: dict[str, int]
    what: str


@dataclass(frozen=True)
class LosingLaw:
    """The claim that one relation holds the losing positions, in a play.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.linear import equal
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.reading import moves
    >>> law = LosingLaw(moves(load("nim"), heaps=2))
    >>> law.refuted([equal(numeration("msd_2"), "x0", "x1")], Limits()) is None
    True
    """

    moves: Moves
    misere: bool = False
    blocked: int = 0
    kind: str = "losing"

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of the relation."""
        return self.moves.names

    @property
    def sides(self) -> tuple[int, ...]:
        """The boxes from which is guessed."""
        return SIDES.get(len(self.names), (4, 8))

    def table(
        self, side: int, ranking: Ranking | None, raised: tuple[bool, ...], look: guess.Look = lambda: None
    ) -> Box:
        """Return who loses in a box, given which numbers a move may raise; without a ranking play may go round."""
        if ranking is None:
            return returning_table(self.moves, side, raised, self.misere, look)
        return lost_table(self.moves, side, ranking, misere=self.misere, blocked=self.blocked, raised=raised, look=look)

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the set that a table shows in a numeration system; None if it shows none."""
        found = guess.learn(table, system, bold=bold, look=look)
        return None if found is None else (found.automaton(self.names),)

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether a set gives a whole table."""
        return bool((guess.members(automata[0], table.shape) == table).all())

    def refuted(self, automata: Sequence[Automaton], limits: Limits) -> Refutation | None:
        """Return the shortest position where the set is wrong; None if it is right, given that play ends.

        Undecided where an automaton outgrows the limits.
        """
        for wrong, what in self.wrong(automata, limits):
            position = wrong.shortest()
            if position is not None:
                return Refutation(
                    position, what if not self.blocked else what.replace(_("a move leads"), _("moves lead"))
                )
        return None

    def wrong(self, automata: Sequence[Automaton], limits: Limits) -> Iterator[tuple[Automaton, str]]:
        """Yield the positions where the set is wrong, by the way in which it is, in words."""
        (lost,) = automata
        leads = self._leads(lost, limits)
        yield lost.conjunction(leads, limits), _("is claimed lost, and a move leads to another that is")
        should = self._should(lost.numeration, leads, limits)
        yield lost.difference(should, limits), _("is claimed lost and cannot occur")
        yield should.difference(lost, limits), _("is claimed won, and no move leads to one that is claimed lost")

    def _leads(self, lost: Automaton, limits: Limits) -> Automaton:
        """Return the positions from which more moves lead into a set than can be forbidden."""
        system = lost.numeration
        if not self.blocked:
            return compile(self.moves.some("L"), system, {"L": lost}, limits=limits).over(self.names, limits)
        after = tuple(f"y{i}" for i in range(len(self.names)))
        relation = compile(self.moves.relation(after), system, limits=limits).over((*self.names, *after), limits)
        into = relation.conjunction(lost.renamed(dict(zip(self.names, after, strict=True))), limits)
        return into.at_least(self.blocked + 1, *after, limits=limits)

    def _should(self, system: Numeration, leads: Automaton, limits: Limits) -> Automaton:
        """Return which positions are lost if those are that ``leads`` says are not won."""
        moves = self.moves
        lost = moves.won if self.misere else moves.lost
        going = compile(moves.movable() if self.misere else moves.going, system, limits=limits).over(self.names)
        ended = (
            compile(lost, system, limits=limits)
            .over(self.names)
            .conjunction(compile(moves.domain, system, limits=limits).over(self.names))
        )
        return going.difference(leads, limits).disjunction(ended, limits)

    def steps(self) -> list[str]:
        """Return in words what is decided."""
        if self.blocked:
            few = "one" if self.blocked == 1 else str(self.blocked)
            noun = "option" if self.blocked == 1 else "options"
            first = _("no position of the set has more than {few} {noun} in the set").format(few=few, noun=noun)
            second = _("every other position has more than {few}").format(few=few)
        else:
            first = _("no move leads from a losing to a losing position")
            second = _("from every other position some move leads to a losing one")
        return [first, second + (_(", or there is no move") if self.misere else "")]
