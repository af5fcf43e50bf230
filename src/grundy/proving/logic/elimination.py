"""Quantified variables taken out of a conjunction, one at a time, in an order that keeps automata small.

Each variable goes out of the conjunction of just those parts that mention it (R. Dechter, *Bucket elimination*, 1999).
An order that grows large is left for another; only when all do is each projection allowed more states. It is worth it:
of six orders for three variables, one may need a thousand states where another needs a million.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grundy.proving.logic.automaton import Automaton, Limits, Undecided, valid
from grundy.proving.logic.numeration import Numeration

FAILURES = 30
"""So many projections may fail at one effort, before more states are allowed."""


@dataclass(frozen=True)
class Piece:
    """A part of a conjunction: an automaton that must hold, or must not."""

    automaton: Automaton
    holds: bool

    @property
    def variables(self) -> tuple[str, ...]:
        """The automaton's."""
        return self.automaton.variables


def eliminate(system: Numeration, pieces: list[Piece], names: Iterable[str], limits: Limits) -> Automaton:
    """Return the conjunction of the pieces without some variables, of which some values must do.

    Undecided if every order needs more states than the limits allow.

    >>> from grundy.proving.logic.linear import less
    >>> from grundy.proving.logic.numeration import numeration
    >>> fib = numeration("msd_fib")
    >>> two = [Piece(less(fib, "x", "y"), True), Piece(less(fib, "y", "z"), True)]
    >>> eliminate(fib, two, ["y"], Limits()).shortest()
    {'x': 0, 'z': 2}
    """
    left = frozenset(name for name in names if any(name in piece.variables for piece in pieces))
    effort = 0
    while True:
        search = _Search(system, limits, effort)
        found = search.without(pieces, left)
        if found is not None:
            return found
        if limits.at(effort) >= limits.states:
            assert search.failure is not None
            raise search.failure
        effort += 1


def joined(system: Numeration, pieces: Iterable[Piece], limits: Limits) -> Automaton:
    """Return the conjunction: the small ones first, one after another that shares variables; then what is excluded."""
    pieces = list(pieces)
    wanted = sorted((piece.automaton for piece in pieces if piece.holds), key=lambda each: each.states)
    whole = wanted.pop(0) if wanted else valid(system, ())
    while wanted:
        own = set(whole.variables)
        best = min(wanted, key=lambda each: (len(set(each.variables) - own), each.states))
        wanted.remove(best)
        whole = whole.conjunction(best, limits)
    excluded = [piece.automaton for piece in pieces if not piece.holds]
    for each in sorted(excluded, key=lambda each: (len(set(each.variables) - set(whole.variables)), each.states)):
        whole = whole.difference(each, limits)
    return whole


class _Search:
    """Tries orders, depth first; which variables are out determines what is left, so no set of them is tried twice."""

    def __init__(self, system: Numeration, limits: Limits, effort: int) -> None:
        self._system = system
        self._limits = limits
        self._effort = effort
        self._hopeless: set[frozenset[str]] = set()
        self._failures = 0
        self.failure: Undecided | None = None

    def without(self, pieces: list[Piece], left: frozenset[str]) -> Automaton | None:
        """Return the conjunction without the variables that are left, or None if every order failed."""
        try:
            if not left:
                return joined(self._system, pieces, self._limits)
        except Undecided as error:
            self.failure = error
        for name in sorted(left, key=lambda name: (_difficulty(pieces, name), name)):
            if left - {name} in self._hopeless or self._failures > FAILURES:
                continue
            own = [piece for piece in pieces if name in piece.variables]
            rest = [piece for piece in pieces if name not in piece.variables]
            try:
                if own:
                    whole = joined(self._system, own, self._limits)
                    rest.append(Piece(whole.without(name, self._limits, self._effort), True))
            except Undecided as error:
                self.failure = error
                self._failures += 1
                continue
            found = self.without(rest, left - {name})
            if found is not None:
                return found
        self._hopeless.add(left)
        return None


def _difficulty(pieces: list[Piece], name: str) -> tuple[int, int]:
    """Return how many variables are met when this one is quantified, and how many pairs of states there could be."""
    own = [piece for piece in pieces if name in piece.variables]
    product = 1
    for piece in own:
        product *= piece.automaton.states
    return len({other for piece in own for other in piece.variables}), product
