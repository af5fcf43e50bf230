"""What a player may do in a position, as conditions and linear terms over the natural numbers, and why play ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, TypeAlias

from grundy.common.errors import GrundyError, RulesError, Sentence
from grundy.common.messages import _
from grundy.language.refusal import located
from grundy.proving.logic.expressions import Compare, Exists, Formula, Predicate, Term, Truth, variable
from grundy.proving.logic.formula import NO, both, compared_terms, either, known_naturals, negation, never_negative
from grundy.rules.ruleset import Ruleset

# -- moves as formulas -------------------------------------------------------------------------------------------------
#
# A position is a tuple of natural numbers x0, x1, …; a move is a condition on them and on some further natural
# numbers, of which any may do, and the terms that the position becomes. For a heap game the position is one heap, and
# a move may leave any number of heaps.


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

SMALL = 400
"""Of so many small positions it is looked whether the rules take them."""


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
        return domain([*map(variable, self.names)], self.least, self.order)

    def is_position(self, state: Sequence[int]) -> bool:
        """Return whether numbers from ``least`` on are in the order of a position."""
        return all(state[j] - state[i] >= gap for i, j, gap in self.order)

    def takes(self, state: tuple[int, ...]) -> bool:
        """Return whether the rules take numbers for a position: a `setup` may want more of them than an order."""
        rules, numbers = self.bound(state)
        try:
            return bool(rules(*numbers))
        except GrundyError:
            return False

    def refused(self) -> tuple[int, ...] | None:
        """Return the first of a few hundred small positions that the rules do not take, None if they take them all."""
        width = len(self.names)
        small = range(self.least, self.least + max(2, int(SMALL ** (1 / width))))
        every = product(small, repeat=width) if "setup" in self.rules.hooks else ()
        return next((state for state in every if self.is_position(state) and not self.takes(state)), None)

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


def domain(numbers: Sequence[Term], least: int, order: Order) -> Formula:
    """Return what is a position of so many numbers: they are from ``least`` on, in their order."""
    return both(
        *(Compare(number, ">=", Term((), least)) for number in numbers if least),
        *(Compare(numbers[j] - numbers[i], ">=", Term((), gap)) for i, j, gap in order),
    )


def _some(bound: tuple[str, ...], part: Formula) -> Formula:
    return Exists(bound, part) if bound else part


# -- termination: a rank that every move lowers, a lexicographic order of sums of coordinates, and proved --------------


Possible = Callable[[Formula], bool]
"""Whether a formula is true of some natural numbers."""


@dataclass(frozen=True)
class Ranking:
    """Sums of coordinates, each given as their places; a move lowers the first, or keeps it and lowers the next, and so on.

    With ``parts``, of a heap game, it is the heap alone: every part that is left is smaller than the heap was. With
    ``answered`` play need not end: from a lost position each move has an answer to a lost one, and the two lower it
    (`grundy.proving.laws`).
    """

    sums: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    parts: bool = False
    answered: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """The sums as terms of the position."""
        return self.of(tuple(map(variable, self.names)))

    def of(self, numbers: tuple[Term, ...]) -> tuple[Term, ...]:
        """Return the sums of some numbers."""
        return tuple(_sum(places, numbers) for places in self.sums)

    def words(self, shown: tuple[str, ...]) -> str:
        """Return it in words."""
        if self.parts:
            return _("every heap that a move leaves is smaller than {shown} was").format(shown=shown[0])
        sums = [" + ".join(shown[i] for i in places) for places in self.sums]
        if self.answered:
            lowered = (
                sums[0] if len(sums) == 1 else _("({sums}), in the lexicographic order").format(sums=", ".join(sums))
            )
            return _(
                "every move from a losing position has an answer that leads to a losing one, and after both "
                "{lowered} is less than before: answering so wins, though play could go on for ever"
            ).format(lowered=lowered)
        if len(sums) == 1:
            return _("every move lowers {sums}").format(sums=sums[0])
        return _("every move lowers ({sums}) in the lexicographic order").format(sums=", ".join(sums))


def _sum(places: tuple[int, ...], terms: tuple[Term, ...]) -> Term:
    total = Term()
    for i in places:
        total = total + terms[i]
    return total


def plainly_not(guard: Formula, broken: Formula) -> bool:
    """Return whether ``guard`` plainly excludes ``broken``, without any automaton."""
    if broken == NO or guard == NO:
        return True
    known = [Term(), *known_naturals(guard)]
    opposite = known_naturals(negation(broken))
    return bool(opposite) and any(never_negative(term - each) for term in opposite for each in known)


def find(moves: Moves, possible: Possible) -> Ranking | None:
    """Return a rank that all moves lower, proved by deciding; None if there is none of this kind.

    Sums are tried from the whole one down; those that no move raises and some lower come first. O(2^coordinates × moves)
    sentences. (M. A. Colón and H. B. Sipma, *Practical methods for proving program termination*, 2002.)

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves
    >>> find(moves(load("wythoff")), lambda formula: True).words(("a", "b"))
    'every move lowers a + b'
    """
    if moves.heaps:
        smaller = all(
            _never(move.guard, compared_terms(part, ">=", variable("x0")), moves, possible)
            for move in moves.moves
            for part in ((move.parts[1] - 1,) if moves.runs else move.parts)
        )
        return Ranking(((0,),), moves.names, parts=True) if smaller else None
    left = list(moves.moves)
    chosen: list[tuple[int, ...]] = []
    while left:
        for places in _candidates(len(moves.names)):
            if places in chosen or any(_may(move, places, "<", moves, possible) for move in left):
                continue
            kept = [move for move in left if _may(move, places, "=", moves, possible)]
            if len(kept) < len(left) or (not chosen and not kept):
                left = [_level(move, places) for move in kept]
                chosen.append(places)
                break
        else:
            return None
    return Ranking(tuple(chosen) or ((0,),), moves.names)


def raised(moves: Moves, possible: Possible) -> tuple[bool, ...]:
    """Return, of each number of a position, whether a move may raise it."""
    if moves.heaps:
        return (False,)
    return tuple(any(_may(move, (i,), "<", moves, possible) for move in moves.moves) for i in range(len(moves.names)))


def _candidates(width: int) -> Iterator[tuple[int, ...]]:
    for size in range(width, 0, -1):
        yield from combinations(range(width), size)


def _difference(move: Move, places: tuple[int, ...]) -> Term:
    """Return by how much a move lowers a sum."""
    before = tuple(variable(f"x{i}") for i in range(len(move.parts)))
    return _sum(places, before) - _sum(places, move.parts)


def _may(move: Move, places: tuple[int, ...], relation: str, moves: Moves, possible: Possible) -> bool:
    """Return whether a move may change a sum by less than nothing, or by nothing."""
    return not _never(move.guard, compared_terms(_difference(move, places), relation, Term()), moves, possible)


def _never(guard: Formula, broken: Formula, moves: Moves, possible: Possible) -> bool:
    if (
        isinstance(broken, Compare)
        and broken.relation == "="
        and plainly_not(guard, Compare(broken.left, "<=", broken.right))
    ):
        return True
    return plainly_not(guard, broken) or not possible(both(moves.going, guard, broken))


def _level(move: Move, places: tuple[int, ...]) -> Move:
    guard = both(move.guard, compared_terms(_difference(move, places), "=", Term()))
    return Move(move.bound, guard, move.parts, move.line)
