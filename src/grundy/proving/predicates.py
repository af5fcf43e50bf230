"""The relations that a theorem gives names to: what it claims, the moves it is about, and what options are worth.

- ``P(a, b)``: the position is lost for the player to move.
- ``G(n, v)``, ``G0(n)``, ``G1(n)``, …: the position has the Grundy value v, 0, 1, …
- ``M(a, b, a', b')``: a move leads from the one position to the other; of heaps ``M(n, m)``: some move of the heap n leaves
  the heap m, and perhaps others.
- ``O(n, v)``: some move of the position n leads to the value v.
- ``Z(n, k)``: k is the value of the last digit of n that is not 0, at its place: the smallest part of n's Zeckendorf sum.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from typing import TYPE_CHECKING

from grundy.proving.grundy_values import GraphLaw, ValueLaw
from grundy.proving.logic.automaton import Automaton, Limits, valid
from grundy.proving.logic.expressions import Compare, Formula, variable
from grundy.proving.logic.formula import compile
from grundy.proving.logic.linear import last_digit, number
from grundy.proving.moves import Moves
from grundy.proving.outcome import LosingLaw
from grundy.proving.terms import both, either

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem


def predicates(theorem: Theorem, asked: Collection[str], limits: Limits) -> dict[str, Automaton]:
    """Return the relations of a theorem by name: those that it claims, and ``M``, ``O`` and ``Z`` where they are asked for.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> known = predicates(prove(load("bash")), ["M"], Limits())
    >>> known["M"].accepts(7, 4), known["M"].accepts(7, 3)
    (True, False)
    """
    law, system = theorem.law, theorem.system
    known: dict[str, Automaton]
    match law:
        case LosingLaw():
            known = {"P": theorem.automata[0]}
        case GraphLaw():
            known = dict(zip("GS", theorem.automata, strict=False))  # S is there for runs of heaps
        case ValueLaw():
            known = {f"G{v}": automaton for v, automaton in enumerate(theorem.automata)}
            known["G"] = _with_values(theorem.automata)
    if "M" in asked:
        after = after_names(law.moves)
        found = compile(_moves(law.moves, after), system, limits=limits)
        known["M"] = found.over((*law.moves.names, *after))
    if "O" in asked and not isinstance(law, LosingLaw):
        known["O"] = _options(law, theorem.automata, known, limits)
    if "Z" in asked:
        known["Z"] = last_digit(system)
    return known


def after_names(own: Moves) -> tuple[str, ...]:
    """Return the names, in the relation of the moves, of the numbers of the position after a move, or of a heap."""
    return tuple(f"y{i}" for i in range(len(own.names)))


def _moves(own: Moves, after: tuple[str, ...]) -> Formula:
    if not own.heaps:
        return own.relation(after)
    if own.runs:
        one = variable(after[0])
        return own.each(lambda move: both(Compare(one, ">=", move.parts[0]), Compare(one, "<", move.parts[1])))
    return own.each(lambda move: either(*(Compare(variable(after[0]), "=", part) for part in move.parts)))


def _options(
    law: ValueLaw | GraphLaw, automata: tuple[Automaton, ...], known: dict[str, Automaton], limits: Limits
) -> Automaton:
    system = automata[0].numeration
    if isinstance(law, GraphLaw):
        return compile(law.option(), system, known, limits=limits).over(law.names, limits)
    had = (compile(law.option(v, len(automata)), system, known, limits=limits) for v in range(len(automata)))
    return _with_values([each.over(law.names, limits) for each in had])


def _with_values(sets: Collection[Automaton]) -> Automaton:
    """Return the relation of the members of some sets with their places among the sets."""
    system = next(iter(sets)).numeration
    pairs = [each.conjunction(number(system, "z", v)) for v, each in enumerate(sets)]
    return reduce(Automaton.disjunction, pairs, valid(system, pairs[0].variables).complement())
