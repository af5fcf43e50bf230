"""Laws of Grundy values: for finitely many values a set for each, else one relation between position and value.

Given that play ends, values are right exactly when a position has the value v if and only if no option has it and every
smaller one is had. Where a move leaves several heaps, the option's value is the nim-sum of theirs: for finitely many values
a finite table, in any numeration; else the nim-sum of numbers in base 2. (R. P. Sprague 1935; P. M. Grundy 1939.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import xor
from typing import Any

import numpy as np

from grundy.common.messages import _
from grundy.proving import guess
from grundy.proving.boxes import value_table
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import And, Compare, Exists, Formula, NimZero, Predicate, Term, variable
from grundy.proving.logic.formula import compile
from grundy.proving.logic.linear import less
from grundy.proving.logic.numeration import Numeration
from grundy.proving.moves import Move, Moves
from grundy.proving.outcome import Refutation
from grundy.proving.ranking import Ranking
from grundy.proving.terms import both, either

MOST = 15
"""Values up to this are told apart by a set for each."""
SIDES = {1: (64, 128, 512, 2048), 2: (20, 34), 3: (20,)}
"""Boxes from which is guessed, by how many numbers a position has; above `MOST`, so that values without bound show it."""
TABLE = 1 << 22
"""Tables of positions and values have at most so many cells."""


def left_over(parts: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the heaps without pairs of the same size, whose nim-sum is 0."""
    return tuple(part for part, times in Counter(parts).items() if times % 2)


@dataclass(frozen=True)
class _OfValues:
    """A claim about the Grundy values of all positions."""

    moves: Moves

    @property
    def sides(self) -> tuple[int, ...]:
        """The boxes from which is guessed."""
        return SIDES.get(len(self.moves.names), (6,))

    def table(
        self, side: int, ranking: Ranking | None, raised: tuple[bool, ...], look: guess.Look = lambda: None
    ) -> Any:
        """Return the values in a box."""
        return value_table(self.moves, side, look)

    def steps(self) -> list[str]:
        """Return in words what is decided."""
        return [
            _("no option has the value claimed"),
            _("every smaller value is attained by some option"),
            _("every position has a value"),
        ]


@dataclass(frozen=True)
class ValueLaw(_OfValues):
    """The claim that a position has the value v exactly where it is in the v-th of some sets, and no other value.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.linear import linear
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.reading import moves
    >>> law = ValueLaw(moves(load("bash").bind(m=1)))
    >>> law.refuted([linear(numeration("msd_2"), {"x0": 1}, "=", v, modulus=2) for v in (0, 1)], Limits()) is None
    True
    """

    kind: str = "values"

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of each set."""
        return self.moves.names

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the sets that a table shows, one for each value; None for too many values, or no automaton."""
        if table.max() > MOST:
            return None
        found = guess.learn(table + 1, system, bold=bold, look=look)  # 0 is for no position
        if found is None:
            return None
        return tuple(found.automaton(self.names, v + 1) for v in range(int(found.outputs.max())))

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether the sets give a whole table."""
        return all(
            bool((guess.members(automaton, table.shape) == (table == v)).all()) for v, automaton in enumerate(automata)
        )

    def refuted(self, automata: Sequence[Automaton], limits: Limits) -> Refutation | None:
        """Return a position whose value is not as claimed; None if there is none, given that play ends."""
        system = automata[0].numeration
        predicates = {f"G{v}": automaton for v, automaton in enumerate(automata)}
        left = compile(self.moves.domain, system, limits=limits).over(self.names)
        for v, automaton in enumerate(automata):
            option = self.option(v, len(automata))
            had = compile(option, system, predicates, limits=limits).over(self.names, limits)
            right = left.difference(had, limits)
            for wrong in (automaton.difference(right, limits), right.difference(automaton, limits)):
                position = wrong.shortest()
                if position is not None:
                    return Refutation(
                        position, _("has the value {v}, or is claimed to have it, but not both").format(v=v)
                    )
            left = left.conjunction(had, limits)
        position = left.shortest()
        return None if position is None else Refutation(position, _("has a value that is none of those claimed"))

    def option(self, value: int, count: int) -> Formula:
        """Return that some option has a value."""

        def has(move: Move) -> Formula:
            if not self.moves.heaps:
                return Predicate(f"G{value}", move.parts)
            parts = left_over(move.parts)
            ways = [own for own in product(range(count), repeat=len(parts)) if reduce(xor, own, 0) == value]
            each = (both(*(Predicate(f"G{v}", (part,)) for v, part in zip(own, parts, strict=True))) for own in ways)
            return either(*each)

        return self.moves.each(has)


@dataclass(frozen=True)
class GraphLaw(_OfValues):
    """The claim that one relation holds the positions with their values, of which there is no bound. The value is ``z``."""

    kind: str = "graph"

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of the relation."""
        return (*self.moves.names, "z")

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the relation that a table shows; None where it shows none."""
        most = int(table.max())
        above = next(weight for weight in system.weights if weight > max(most, table.shape[0] - 1))
        if table.size * above > TABLE:
            return None
        found = guess.learn(table[..., None] == np.arange(above), system, bold=bold, look=look)
        return None if found is None else (found.automaton(self.names),)

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether the relation gives a whole table."""
        graph = table[..., None] == np.arange(int(table.max()) + 1)
        return bool((guess.members(automata[0], graph.shape) == graph).all())

    def refuted(self, automata: Sequence[Automaton], limits: Limits) -> Refutation | None:
        """Return a position and a value with which the relation is wrong; None if there are none, given that play ends."""
        graph = automata[0]
        system = graph.numeration
        had = compile(self.option(), system, dict(zip("GS", automata, strict=False)), limits=limits).over(
            self.names, limits
        )
        domain = compile(self.moves.domain, system, limits=limits).over(self.names)
        missed = domain.difference(had, limits)
        smaller = missed.renamed({"z": "w"}).conjunction(less(system, "w", "z"), limits).exists("w", limits=limits)
        right = missed.difference(smaller.over(self.names), limits)
        for wrong in (graph.difference(right, limits), right.difference(graph, limits)):
            position = wrong.shortest()
            if position is not None:
                return Refutation(position, _("has the value z, or is claimed to have it, but not both"))
        none = (
            domain.exists("z").difference(graph.exists("z", limits=limits), limits) if not domain.is_empty() else None
        )
        position = None if none is None else none.shortest()
        return None if position is None else Refutation(position, _("has no value"))

    def option(self) -> Formula:
        """Return that some option has the value z."""

        def has(move: Move) -> Formula:
            if not self.moves.heaps:
                return Predicate("G", (*move.parts, variable("z")))
            parts = left_over(move.parts)
            if not parts:
                return Compare(variable("z"), "=", Term())
            if len(parts) == 1:
                return Predicate("G", (*parts, variable("z")))
            own = tuple(f"v{i}" for i in range(len(parts)))
            graphs = (Predicate("G", (part, variable(v))) for v, part in zip(own, parts, strict=True))
            return Exists(own, And((*graphs, NimZero((*own, "z")))))

        return self.moves.each(has)


@dataclass(frozen=True)
class RunLaw(GraphLaw):
    """The same of moves that leave runs of heaps, with a second relation: between n and the nim-sum of all heaps below n.

    A run a, a + 1, …, b - 1 is worth the nim-sum of what the second relation says of a and of b.
    """

    kind: str = "runs"

    def guessed(
        self, table: Any, system: Numeration, bold: bool = False, look: guess.Look = lambda: None
    ) -> tuple[Automaton, ...] | None:
        """Return the relations that a table shows; None where it shows none."""
        if system.base & (system.base - 1) or system.name != f"msd_{system.base}":
            return None  # a nim-sum is no relation there
        found = [super(RunLaw, self).guessed(each, system, bold, look) for each in (table, _sums(table))]
        return None if None in found else tuple(automaton for each in found if each for automaton in each)

    def agrees(self, automata: Sequence[Automaton], table: Any) -> bool:
        """Return whether the relations give a whole table."""
        tables = (table, _sums(table))
        return all(super(RunLaw, self).agrees([a], each) for a, each in zip(automata, tables, strict=True))

    def refuted(self, automata: Sequence[Automaton], limits: Limits) -> Refutation | None:
        """Return where one of the relations is wrong; None if both are right, given that play ends."""
        sums = automata[1]
        right = compile(self._sum(), sums.numeration, dict(zip("GS", automata, strict=True)), limits=limits)
        right = right.over(self.names, limits)
        for wrong in (sums.difference(right, limits), right.difference(sums, limits)):
            position = wrong.shortest()
            if position is not None:
                return Refutation(position, _("has smaller heaps of the nim-sum z, or is claimed to, but not both"))
        return super().refuted(automata, limits)

    def _sum(self) -> Formula:
        """Return that z is the nim-sum of all heaps below x0: of none, or of those below the last one, and of that."""
        before, z = variable("y"), variable("z")
        none = And((Compare(variable("x0"), "=", Term()), Compare(z, "=", Term())))
        last = Compare(variable("x0"), "=", before + 1)
        values = Predicate("S", (before, variable("v0"))), Predicate("G", (before, variable("v1")))
        return either(none, Exists(("y", "v0", "v1"), And((last, *values, NimZero(("v0", "v1", "z"))))))

    def option(self) -> Formula:
        """Return that some option has the value z."""

        def has(move: Move) -> Formula:
            ends = (Predicate("S", (part, variable(v))) for v, part in zip(("v0", "v1"), move.parts, strict=True))
            return Exists(("v0", "v1"), And((*ends, NimZero(("v0", "v1", "z")))))

        return self.moves.each(has)

    def steps(self) -> list[str]:
        """Return in words what is decided."""
        return [_("the nim-sum of all heaps below n + 1 is that of those below n, and of n"), *super().steps()]


def _sums(table: Any) -> Any:
    """Return of each place the nim-sum of all values before it."""
    return np.concatenate([[0], np.bitwise_xor.accumulate(table)[:-1]])
