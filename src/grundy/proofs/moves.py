"""Moves as formulas: what a player may do in a position, as conditions and linear terms over the natural numbers.

A position is a tuple of natural numbers x0, x1, …; a move is a condition on them and on some further natural numbers, of
which any may do, and the terms that the position becomes. For a heap game the position is one heap, and a move may leave any
number of heaps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from grundy.errors import GrundyError, RulesError, Sentence
from grundy.lang.refusal import located
from grundy.language import _
from grundy.logic.expressions import Compare, Exists, Formula, Predicate, Term, Truth, variable
from grundy.proofs.terms import both, either, negation, replaced
from grundy.rules.codes import CodeRuleset
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset

MOST = 10
"""At most so many numbers may a position have."""


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
    ``heaps`` is whether a move of one heap leaves any number of heaps, whose sum is the position.

    >>> from grundy.games import load
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

    @property
    def domain(self) -> Formula:
        """What is a position: numbers from ``least`` on."""
        return both(*(Compare(variable(name), ">=", Term((), self.least)) for name in self.names if self.least))

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


def _some(bound: tuple[str, ...], part: Formula) -> Formula:
    return Exists(bound, part) if bound else part


def moves(rules: Ruleset, heaps: int | None = None, look: Callable[[], None] = lambda: None) -> Moves:
    """Return the moves of a ruleset as formulas.

    Args:
        rules: a game of a Python function, a heap game or the game of a heap code, with its parameters.
        heaps: how many numbers a position has, of rules for any number; of a heap game, to ask for sums of so many heaps.
        look: is called all the time while rules are read, and may raise an exception to end that.

    Raises:
        NoFormula: with the line and the reason, for what is not first-order or not linear.
        GrundyError: for a number of heaps that the rules do not have.

    O(size of the rules, each loop over constants unrolled). (Presburger arithmetic; J. R. Büchi 1960.)

    >>> from grundy.games import load
    >>> len(moves(load("wythoff")).moves), len(moves(load("nim"), heaps=3).moves)
    (3, 3)
    """
    if heaps is not None and not 1 <= heaps <= MOST:
        raise GrundyError("positions of 1 to {most} heaps can be read, not of {heaps}", most=MOST, heaps=heaps)
    if rules.scoring or rules.partisan:
        raise NoFormula("{name} is no impartial game with a winner", name=rules.name)
    if isinstance(rules, CodeRuleset):
        from grundy.proofs.heap_moves import code_moves

        found = code_moves(rules)
    elif isinstance(rules, FunctionRuleset | HeapFunction):
        from grundy.proofs.reading import function_moves

        found = function_moves(rules, heaps, look)
    else:
        raise NoFormula("{name} is no Python function, and no heap code", name=rules.name)
    if found.heaps:
        return found if heaps is None else _sum(found, heaps)
    if heaps not in (None, len(found.names)):
        raise GrundyError(
            "a position of {name} has {count} numbers, not {heaps}",
            name=rules.name,
            count=len(found.names),
            heaps=heaps,
        )
    return found


def _sum(one: Moves, heaps: int) -> Moves:
    """Return the moves of a sum of so many heaps. To take a whole heap is to leave an empty one, if that has no move."""
    names = tuple(f"x{i}" for i in range(heaps))
    found: list[Move] = []
    duties: list[Duty] = []
    for name in names:
        put = {"x0": variable(name)}
        for move in one.moves:
            if len(move.parts) > 1:
                raise NoFormula(
                    "a move leaves several heaps, so the number of heaps grows; ask for the values", move.line
                )
            part = replaced(move.parts[0], put) if move.parts else Term()
            parts = tuple(part if other == name else variable(other) for other in names)
            found.append(Move(move.bound, renamed(move.guard, put), parts, move.line))
            if not move.parts:
                duties += [
                    Duty(
                        both(other.guard, Compare(variable("x0"), "=", Term())),
                        Term((), -1),
                        0,
                        _("an empty heap has a move"),
                    )
                    for other in one.moves
                ]
    shown = tuple("abcdefghij"[:heaps])
    return replace(one, names=names, shown=shown, moves=tuple(found), duties=(*one.duties, *duties), heaps=False)


def renamed(formula: Formula, put: dict[str, Term]) -> Formula:
    """Return a formula with terms put for variables, in which nothing that it binds is named."""
    from grundy.logic.expressions import And, Not, Or

    match formula:
        case Compare(left, relation, right):
            return Compare(replaced(left, put), relation, replaced(right, put))
        case And(parts):
            return And(tuple(renamed(part, put) for part in parts))
        case Or(parts):
            return Or(tuple(renamed(part, put) for part in parts))
        case Not(part):
            return Not(renamed(part, put))
        case Exists(names, part):
            return Exists(names, renamed(part, put))
        case Truth():
            return formula
        case _:
            raise TypeError(formula)
