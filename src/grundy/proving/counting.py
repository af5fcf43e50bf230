"""How many tuples of values: "at least k options are in the set", counted by the runs of a deterministic automaton."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grundy.kernels.automata import minimal, reached, subsets
from grundy.proving.logic.automaton import POOL, Automaton, Limits, edges, letters_of


def at_least(relation: Automaton, count: int, names: Sequence[str], limits: Limits) -> Automaton:
    """Return the tuples of the other variables for which at least ``count`` tuples of values of these are in a relation.

    Runs of a deterministic automaton are distinct witnesses, so a subset construction with counts up to ``count`` does it.
    Witnesses may be longer than what they are witnesses for: those count from where the other variables begin. Undecided
    past the limits. (The threshold quantifier of first-order logic; it takes the place of ``count`` times as many
    variables.)

    >>> from grundy.proving.logic.linear import linear
    >>> from grundy.proving.logic.numeration import numeration
    >>> sums = linear(numeration("msd_fib"), {"a": 1, "b": 1, "n": -1}, "=")
    >>> at_least(sums, 3, ["a", "b"], Limits()).shortest()
    {'n': 2}
    """
    base = relation.numeration.base
    kept = [name for name in relation.variables if name not in names]
    gone = [name for name in relation.variables if name in names]
    letters = letters_of(base, (*kept, *gone), relation.variables)
    apart = relation.delta[:, letters].reshape(relation.states, base ** len(kept), -1)
    first = np.zeros(relation.states, np.int64)
    begun = apart[0, 0, 1:]
    np.add.at(first, begun[begun >= 0], 1)
    ways = reached(*edges(np.ascontiguousarray(apart[:, 0, :])), first, count)
    ways[0] += 1
    starts, targets = edges(np.ascontiguousarray(apart.reshape(-1, apart.shape[2])))
    letters = apart.shape[1]
    begin = np.minimum(ways, count)
    found = limits.within(
        lambda cap: subsets(starts, targets, letters, begin, relation.accepting, count, cap, POOL),
        limits.states,
        apart.shape[1] * apart.shape[2],
    )
    delta, accepting = limits.kept(found, f"counting {', '.join(gone)}")
    return Automaton(relation.numeration, tuple(kept), *minimal(delta, accepting))
