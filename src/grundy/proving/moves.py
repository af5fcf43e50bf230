"""Moves as formulas: what a player may do in a position, as conditions and linear terms over the natural numbers.

A position is a tuple of natural numbers x0, x1, …; a move is a condition on them and on some further natural numbers, of
which any may do, and the terms that the position becomes. For a heap game the position is one heap, and a move may leave any
number of heaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grundy.common.errors import RulesError, Sentence
from grundy.language.refusal import located
from grundy.proving.logic.expressions import Compare, Exists, Formula, Predicate, Term, Truth, variable
from grundy.proving.terms import both, either, negation
from grundy.rules.ruleset import Ruleset


class NoFormula(RulesError):
    """Rules that are no first-order formula of linear terms; the text says where and why."""

    def __init__(self, what: str | Sentence, line: int | None = None, /, **data: Any) -> None:
        self.line = line
        self.why = located(what, line, data)
        super().__init__(Sentence("these rules cannot be read as a formula: {reason}", reason=self.why))

    @property
    def reason(self) -> str:
        """Where and why, in the language that is spoken."""
        return str(self.why)


Order: TypeAlias = "tuple[tuple[int, int, int], ...]"
"""Rows (i, j, d), which say of a position that number j is number i plus d, or more."""


@dataclass(frozen=True)
class Move:
    """Some moves of one form: ``guard`` holds for some ``bound`` natural numbers, and the position becomes ``parts``."""

    bound: tuple[str, ...]
    guard: Formula
    parts: tuple[Term, ...]
    line: int = 0


@dataclass(frozen=True)
class Duty:
    """What must be true for the reading to be right: where ``guard`` holds, ``term`` is ``least`` or more."""

    guard: Formula
    term: Term
    least: int
    what: str

    @property
    def broken(self) -> Formula:
        """The formula of what must not be."""
        return both(self.guard, Compare(self.term, "<", Term((), self.least)))


@dataclass(frozen=True)
class Moves:
    """The moves of a game, as formulas over its variables x0, x1, …

    ``least`` is the smallest number of a position, ``lost`` and ``won`` are declared endings for the player to move.
    ``heaps`` is whether a move of one heap leaves any number of heaps, whose sum is the position; with ``runs`` the parts
    of a move are a and b, and it leaves the heaps a, a + 1, …, b - 1. ``order`` is what positions are besides: of rows (i,
    j, d) number j is number i plus d, or more. ``carried`` are parameters of the rules that bound the numbers of a position:
    they are its last numbers, which no move changes.

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves
    >>> read = moves(load("bash").bind(m=2))
    >>> [(str(move.guard), str(move.parts[0])) for move in read.moves]
    [('-j+1>=0 & -j+x0-1>=0', '-j+x0-1')]
    """

    rules: Ruleset
    names: tuple[str, ...]
    shown: tuple[str, ...]
    moves: tuple[Move, ...]
    duties: tuple[Duty, ...]
    least: int = 0
    heaps: bool = False
    lost: Formula = field(default=Truth(False))
    won: Formula = field(default=Truth(False))
    runs: bool = False
    order: Order = ()
    carried: tuple[str, ...] = ()

    @property
    def domain(self) -> Formula:
        """What is a position: numbers from ``least`` on, in their order."""
        return domain(self.names, self.least, self.order)

    def is_position(self, state: Sequence[int]) -> bool:
        """Return whether numbers from ``least`` on are in the order of a position."""
        return all(state[j] - state[i] >= gap for i, j, gap in self.order)

    def in_order(self, state: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers that are each so far above the least that their order allows. O(numbers × rows)."""
        found = list(state)
        for _turn in self.order:
            for j, n in enumerate(state):
                found[j] = n + max((found[i] + gap for i, to, gap in self.order if to == j), default=0)
        return tuple(found)

    def bound(self, state: tuple[int, ...]) -> tuple[Ruleset, tuple[int, ...]]:
        """Return the rules with the parameters of a position, and its other numbers."""
        if not self.carried:
            return self.rules, state
        own = len(state) - len(self.carried)
        return self.rules.bind(**dict(zip(self.carried, state[own:], strict=True))), state[:own]

    @property
    def going(self) -> Formula:
        """Positions in which play goes on: no declared ending."""
        return both(self.domain, negation(self.lost), negation(self.won))

    def some(self, predicate: str) -> Formula:
        """Return that some move leads into a predicate."""
        return self.each(lambda move: Predicate(predicate, move.parts))

    def each(self, what: Any) -> Formula:
        """Return that for some move (which has a guard) ``what(move)`` holds."""
        found = [_some(move.bound, both(move.guard, what(move))) for move in self.moves]
        return both(self.going, either(*found))

    def movable(self) -> Formula:
        """Return that there is a move."""
        return self.each(lambda move: Truth(True))

    def relation(self, after: tuple[str, ...]) -> Formula:
        """Return the relation between a position and what it can become, whose numbers are ``after``."""

        def becomes(move: Move) -> Formula:
            return both(*(Compare(variable(y), "=", term) for y, term in zip(after, move.parts, strict=True)))

        return self.each(becomes)


def domain(names: Sequence[str], least: int, order: Order) -> Formula:
    """Return what is a position of so many numbers: they are from ``least`` on, in their order."""
    numbers = [variable(name) for name in names]
    return both(
        *(Compare(number, ">=", Term((), least)) for number in numbers if least),
        *(Compare(numbers[j] - numbers[i], ">=", Term((), gap)) for i, j, gap in order),
    )


def _some(bound: tuple[str, ...], part: Formula) -> Formula:
    return Exists(bound, part) if bound else part
