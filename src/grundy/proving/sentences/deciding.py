"""Whether a condition says the same as an automaton: it does if its least automaton is that one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from grundy.common.errors import GrundyError
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.formula import compile
from grundy.proving.moves import Order, domain
from grundy.proving.sentences.conditions import But, Condition, Greedy, Members, Pairs, formula
from grundy.proving.sentences.named import automata
from grundy.proving.sentences.pairs import holds
from grundy.proving.sentences.relations import FEW, few
from grundy.proving.terms import both

CAP = 1 << 13
"""No automaton on the way has more states: which sentence is said does not depend on the time."""
NEAR = 3
"""With so many exceptions a formula is rather said than a rule by which each pair is told by those before."""


def first_that_says(
    told: Automaton, proposed: Iterable[Condition], names: Sequence[str], least: int = 0, order: Order = ()
) -> Condition | None:
    """Return the first of some conditions that says the same as an automaton over these names, else with few exceptions.

    The same is said if it is the same of numbers from ``least`` on, in their ``order``, which are all that the automaton
    accepts.

    >>> from grundy.proving.logic.expressions import variable
    >>> from grundy.proving.logic.linear import linear
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.sentences.conditions import Residues
    >>> even = linear(numeration("msd_2"), {"n": 1}, "=", 0, modulus=2)
    >>> first_that_says(even, [Residues(variable("n"), (), 0, 2, (rest,)) for rest in (1, 0)], ["n"]).rests
    (0,)
    """
    limits, near = Limits(CAP), list[But]()
    for said in proposed:
        if isinstance(said, Greedy):  # which come last
            if not _fewest(near, NEAR) and holds(told, said):
                return said
            continue
        if isinstance(said, Pairs) and (said.scale, said.shift) == (1, 0) and holds(told, said):
            return said
        with suppress(GrundyError):  # no such set in this numeration, or too large
            own = automaton(told, said, names, least, order, limits)
            if own == told:
                return said
            more, less = few(told.difference(own, limits)), few(own.difference(told, limits))
            if more is not None and less is not None:
                near.append(But(said, Members(tuple(names), more), Members(tuple(names), less)))
    found = _fewest(near)
    return found[0] if found and automaton(told, found[0], names, least, order, limits) == told else None


def _fewest(near: list[But], most: int = 2 * FEW) -> list[But]:
    """Return what has the fewest exceptions, if it has at most so many."""
    count = {id(each): len(each.more.rows) + len(each.less.rows) for each in near}
    return sorted((each for each in near if count[id(each)] <= most), key=lambda each: count[id(each)])[:1]


def automaton(
    told: Automaton, said: Condition, names: Sequence[str], least: int, order: Order, limits: Limits
) -> Automaton:
    """Return the least automaton of a condition, in the numeration of another; a GrundyError for one without."""
    found = compile(
        both(domain(names, least, order), formula(said)), told.numeration, automata(told.numeration), limits=limits
    )
    return found.over(names, limits)
