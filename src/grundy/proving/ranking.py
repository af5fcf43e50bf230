"""Termination: a rank that every move lowers, found among lexicographic orders of sums of some coordinates, and proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from grundy.common.messages import _
from grundy.proving.logic.expressions import Compare, Formula, Term, variable
from grundy.proving.moves import Move, Moves
from grundy.proving.terms import NO, both, compared_terms, known_naturals, negation, never_negative

Possible = Callable[[Formula], bool]
"""Whether a formula is true of some natural numbers."""


@dataclass(frozen=True)
class Ranking:
    """Sums of coordinates, each given as their places; a move lowers the first, or keeps it and lowers the next, and so on.

    With ``parts``, of a heap game, it is the heap alone: every part that is left is smaller than the heap was. With
    ``answered`` play need not end: from a lost position each move has an answer to a lost one, and the two lower it
    (`grundy.proving.answering`).
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
