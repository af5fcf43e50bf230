"""Pairs of which each is told by those before: a_n is the least number in no pair before, and the other one a_n + tn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import numpy as np

from grundy.common.errors import GrundyError
from grundy.proving import guess
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.formula import decide
from grundy.proving.logic.syntax import parse
from grundy.proving.sentences.conditions import Greedy, Pairs
from grundy.proving.sentences.named import beatty_claims

SIDE = 64
CAP = 1 << 16
FIRST, SURE = 15, 8
"""So many pairs may come before the rule does, and so many after show it."""


def greedy(told: Automaton, names: Sequence[str]) -> Iterator[Greedy]:
    """Yield the rules that the first pairs of a relation show."""
    table = guess.members(told, (SIDE, SIDE))
    pairs = sorted((b - a, a) for a, b in np.argwhere(table).tolist() if a <= b)
    for t in (1, 2, 3):
        for start in range(FIRST):
            first = tuple(sorted((a, a + difference) for difference, a in pairs if difference < start * t))
            if len(first) <= FIRST and [*_rule(first, start, t)] == pairs[len(first) :][:SURE]:
                yield Greedy(tuple(names), first, start, t)
                break


def _rule(first: Sequence[tuple[int, int]], start: int, t: int) -> Iterator[tuple[int, int]]:
    """Yield the first pairs of a rule, each as its difference and the smaller number."""
    used = {n for pair in first for n in pair}
    for n in range(start, start + SURE):
        a = next(each for each in count() if each not in used)
        used |= {a, a + t * n}
        yield t * n, a


def holds(told: Automaton, said: Greedy | Pairs) -> bool:
    """Return whether a relation holds these pairs, which is decided: by induction on n, for all of them."""
    if told.renamed(dict(zip(said.names, said.names[::-1], strict=True))) != told:
        return False
    own = beatty_claims(said.t, "P") if isinstance(said, Pairs) else claims(said)
    limits = Limits(CAP)
    try:
        formulas = (parse(f"?{told.numeration.name} {text}", ["P"]) for text in own)
        return all(decide(each, system, {"P": told}, limits=limits).truth for system, each in formulas)
    except GrundyError:  # too large
        return False


def claims(said: Greedy) -> list[str]:
    """Return sentences about P that say together, with its symmetry, that it holds these pairs.

    The pairs whose difference is less than that of the rule's first are told; of each difference tn from there on there is
    one pair, of any other none; what is less than its a_n is in a pair before, and a_n itself is not.
    """
    t, low = said.t, said.start * said.t
    first = " | ".join(f"(a={a} & b={b})" for a, b in said.first) or "0=1"
    known = " | ".join(f"x={n}" for n in sorted({n for pair in said.first for n in pair})) or "0=1"
    before = f"({known}) | (Em,c m>={said.start} & m<n & P(c,c+{t}*m) & (x=c | x=c+{t}*m))"
    rule = f"n>={said.start} & P(a,a+{t}*n)"
    return [
        f"Aa,b (a<=b & b<a+{low}) => (P(a,b) <=> ({first}))",
        f"Aa,b (P(a,b) & b>=a+{low}) => (En b=a+{t}*n)",
        f"An n>={said.start} => (Ea P(a,a+{t}*n))",
        f"An,a,b (n>={said.start} & P(a,a+{t}*n) & P(b,b+{t}*n)) => a=b",
        f"An,a,x ({rule} & x<a) => ({before})",
        f"An,a,x ({rule} & x=a) => ~({before})",
    ]
