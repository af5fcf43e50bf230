"""Positions counted to any bound, exactly, by a proved law: how many there are, the sum of their numbers, the largest.

An automaton reads the bound N beside the numbers that are counted, so it does not depend on N; its runs over the digits of N
are counted from the last digit to the first. In sums of heaps with finitely many values the heaps are counted by their
values. (R. P. Stanley, *Enumerative Combinatorics* 1, 4.7; J.-P. Allouche and J. Shallit, *Automatic Sequences*, 2003.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise, permutations, product
from operator import xor
from typing import Any

import numpy as np

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.proving.laws import ValueLaw, after_names
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.expressions import Compare, Exists, Formula, Predicate, Term, as_term, free_names, variable
from grundy.proving.logic.formula import both, compile, either
from grundy.proving.logic.numeration import Numeration, letter_digits, numeration
from grundy.proving.logic.syntax import parse
from grundy.proving.moves import Move, Moves, domain
from grundy.proving.questions import read
from grundy.proving.theorem import ARITHMETIC, Theorem, refuse_more
from grundy.rules.ruleset import Ruleset
from grundy.values.patterns.law import Law

BOUND = "N"
"""The variable that stands for the bound."""
FARTHEST = 10**1000
"""A larger bound would take minutes to be written in some numeration systems."""
FURTHER = 64
"""What is counted has no more digits than this beyond those of the numbers that are given."""


@dataclass(frozen=True)
class Tally:
    """How many tuples there are, the sum of all their numbers, and the lexicographically largest, () where there is none."""

    count: int = 0
    total: int = 0
    largest: tuple[int, ...] = ()


def tally(relation: Automaton, names: Sequence[str], given: Mapping[str, int], limits: Limits | None = None) -> Tally:
    """Return how many values of some variables are in a relation, the values of its other ones being given.

    O(digits × states × letters) sums of integers. GrundyError where they are without number.

    >>> from grundy.proving.logic.linear import less
    >>> tally(less(numeration("msd_fib"), "a", "N"), ["a"], {"N": 10**18})
    Tally(count=1000000000000000000, total=499999999999999999500000000000000000, largest=(999999999999999999,))
    """
    if max(given.values()) > FARTHEST:
        raise GrundyError("only numbers up to 10^1000 can be counted with")
    limits = limits or Limits()
    relation = relation.over((*names, *given), limits)
    system, delta = relation.numeration, relation.delta
    digits = letter_digits(system.base, len(relation.variables))
    apart = digits[:, [relation.variables.index(name) for name in given]]
    words = [system.represent(n)[::-1] for n in given.values()]

    def letters(place: int) -> Any:
        """Return the letters that have the digits of what is given, at a place from the last one on."""
        own = [word[place] if place < len(word) else 0 for word in words]
        return np.flatnonzero((apart == own).all(axis=1))

    length = max(map(len, words), default=0)
    front, last = {*delta[0, letters(length)[1:]].tolist()} - {-1}, length + FURTHER
    while front and length < last:  # what is counted has more digits
        length, front = length + 1, {*delta[[*front]][:, letters(length)].ravel().tolist()} - {-1}
    if front:
        raise GrundyError("this is true of too many numbers to be counted: bound each variable, as in a <= N")
    weights = system.weights_up_to(length + 1)
    own = digits[:, [relation.variables.index(name) for name in names]].astype(object)
    sums, places = own.sum(axis=1), own @ np.array([weights[-1] ** i for i in range(len(names))][::-1], object)
    counts = np.append(relation.accepting, False).astype(int).astype(object)  # -1 leads to the last one
    totals, best = counts * 0, counts - 1
    for place, weight in enumerate(weights[:-1]):
        limits.look()
        read = letters(place)
        after = delta[:, read]
        many, found = counts[after], best[after]
        totals = np.append((totals[after] + many * (sums[read] * weight)).sum(axis=1), 0)
        best = np.append(np.where(found < 0, -1, found + places[read] * weight).max(axis=1), -1)
        counts = np.append(many.sum(axis=1), 0)
    largest = tuple(best[0] // weights[-1] ** i % weights[-1] for i in range(len(names)))[::-1]
    return Tally(counts[0], totals[0], largest) if counts[0] else Tally()


def sets_of(law: Theorem | Law) -> dict[int, Automaton]:
    """Return the heaps of each value, by value, where these are finitely many; {} where they are not, or are not told so.

    Those of a period are read in base 2, with a state for each value that it holds.

    >>> [n for (n,) in sets_of(Law("periodic", 2, 1, 0, True, 9, head=[1, 0, 1]))[1].members(4)]
    [0, 2, 4, 6]
    """
    if isinstance(law, Theorem):
        return dict(enumerate(law.automata)) if isinstance(law.law, ValueLaw) else {}
    if law.saltus or not law.period:
        return {}
    head = np.array(law.head[: law.preperiod + law.period])
    after = 2 * np.arange(len(head))[:, None] + np.arange(2)
    after = np.where(after < len(head), after, law.preperiod + (after - law.preperiod) % law.period)
    return {v: Automaton.of(numeration("msd_2"), "n", after, head == v) for v in sorted({*head.tolist()})}


@dataclass(frozen=True)
class Count:
    """How many positions are lost, or what else was asked of them, and by what that is known.

    ``what`` is the question as a formula, in which each of the variables ``names`` goes up to ``to``, which it calls N; or
    ``to`` is a position, whose winning moves are counted. ``positions`` is how many there are, None where that was not
    asked. ``by`` is the law, in words; nothing is ``proved`` where all of them were played.
    """

    game: str
    what: str
    names: tuple[str, ...]
    to: int | tuple[int, ...]
    found: Tally
    by: str
    positions: int | None = None
    proved: bool = True

    @property
    def count(self) -> int:
        """How many there are."""
        return self.found.count

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        if isinstance(self.to, tuple):
            told = {"game": self.game, "position": [*self.to], "winning_moves": self.count}
            return {**told, "proved": self.proved, "by": self.by}
        asked = {"game": self.game, "formula": self.what, "variables": [*self.names], "to": self.to}
        own = {"count": self.count, "sum": self.found.total, "largest": [*self.found.largest] or None}
        return {**asked, "positions": self.positions, **own, "proved": self.proved, "by": self.by}


def count(
    law: Theorem | Law, rules: Ruleset, terms: Sequence[str], formula: str, to: int, least: int, value: int | None, by: str,
    limits: Limits,
) -> Count:  # fmt: skip
    """Return how many positions are lost by a law, or have a value, with each variable between two bounds.

    ``terms`` are the numbers of a position; of single heaps these are a sum. In their place a ``formula`` is asked, as by
    `grundy.proving.questions.ask`. ``by`` is the law in words.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> made = prove(load("wythoff"))
    >>> count(made, load("wythoff"), (), "P(a,b) & a+b<=N", 10**18, 0, None, "", Limits()).count
    472135954999579393
    """
    own = law.moves if isinstance(law, Theorem) else None
    if own is not None and (none := own.refused()) is not None:
        refuse_more(own, none, _("one would be counted"))
    single = own is None or own.heaps
    numbers = _numbers(terms, own)
    lost = Predicate("P", numbers) if value is None else Predicate("G", (*numbers, as_term(value)))
    told = _worth(numbers, as_term(value or 0)) if single and len(numbers) > 1 else lost
    names = tuple(dict.fromkeys(name for term in numbers for name in term.names() if name != BOUND))
    sets = sets_of(law) if single and names == tuple(terms) and not formula else {}
    question = None if sets else read(law, formula or str(told), limits)
    if question and formula:
        names = tuple(sorted(free_names(question[1]) - {BOUND}))
    if not names:
        raise GrundyError(
            "there is nothing to count: put a variable in place of a number, as in grundy count nim n 4 5"
        )
    bounds = names, to, least, limits
    found = _within(*question, *bounds) if question else _by_values(sets, len(names), value or 0, to, least, limits)
    if formula:
        return Count(rules.name, formula, names, to, found, by)
    first, order = (0, ()) if own is None or single else (own.least, own.order)
    every = both(domain(numbers, first, order), *(Compare(term, ">=", Term()) for term in numbers))
    positions = _within(numeration(ARITHMETIC), every, {}, *bounds).count
    return Count(rules.name, str(lost), names, to, found, by, positions)


def winning_moves(law: Theorem | Law, own: Moves, state: Sequence[int], limits: Limits, by: str) -> Count:
    """Return how many of the given moves win in a position, by a law.

    Of a sum of single heaps a move is told by its heap and by the heaps that it leaves, in any order.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> wythoff = prove(load("wythoff"))
    >>> winning_moves(wythoff, wythoff.moves, (10**18, 10**17), Limits(), "").count
    1
    """
    if isinstance(law, Theorem) and not own.heaps:
        before, after = own.names, after_names(own)
        text = f"M({','.join((*before, *after))}) & P({','.join(after)})"
        carried = [own.rules.params[name] for name in own.carried]
        system, formula, known = read(law, text, limits)
        given = dict(zip(before, (*state, *carried), strict=True))
        found = tally(compile(formula, system, known, limits=limits), after, given, limits)
        return Count(own.rules.name, text, after, tuple(state), found, by)
    if own.runs:
        raise GrundyError("the moves of {name} leave runs of heaps, which are not counted", name=own.rules.name)
    system, values, known = read(law, "G(n,v)", limits)
    worth = compile(values, system, known, limits=limits)
    each = [tally(worth, ["v"], {"n": n}, limits).largest[0] for n in state]
    after = tuple(f"y{i}''" for i in range(max((len(move.parts) for move in own.moves), default=0)))
    left = [*map(variable, after)]

    def leaves(move: Move) -> Formula:
        parts = [*move.parts, *(Term(),) * (len(left) - len(move.parts))]
        orders = (zip(left, order, strict=True) for order in permutations(parts))
        return either(*(both(*(Compare(one, "=", other) for one, other in order)) for order in orders))

    in_order = (Compare(a, "<=", b) for a, b in pairwise(left))
    won = both(
        own.each(leaves), *in_order, _worth(left, variable("z")) if left else Compare(variable("z"), "=", Term())
    )
    relation = compile(won, system, known, limits=limits)
    pairs = zip(state, each, strict=True)
    found = sum(tally(relation, after, {"x0": n, "z": reduce(xor, each) ^ v}, limits).count for n, v in pairs)
    return Count(own.rules.name, "", after, tuple(state), Tally(found), by)


def by_play(rules: Ruleset, names: Sequence[str], to: int, least: int, play: str, value: int | None) -> Count:
    """Return how many positions are lost, or have a value, in a box of which all positions are played.

    >>> from grundy.games import load
    >>> by_play(load("euclid"), ("a", "b"), 20, 1, "normal", None).count
    160
    """
    tops, inside = (to,) * len(names), (slice(least, None),) * len(names)
    box = (rules.outcomes(*tops, play=play) if value is None else rules.grundy(*tops))[inside]
    places = np.argwhere(box == ("P" if value is None else value)) + least
    found = Tally(len(places), int(places.sum()), tuple(places[-1].tolist()) if len(places) else ())
    what = f"{'P' if value is None else 'G'}({','.join((*names, *([] if value is None else [str(value)])))})"
    there = int((box != ("" if value is None else -1)).sum())
    return Count(rules.name, what, tuple(names), to, found, _("all positions were played"), there, proved=False)


def _numbers(terms: Sequence[str], own: Moves | None) -> tuple[Term, ...]:
    """Return the numbers of a position as terms, with the parameters that are read as numbers of it."""
    found = parse(f"P({','.join(map(str, terms))})", "P")[1]
    if not isinstance(found, Predicate) or len(found.arguments) != len(terms):
        raise GrundyError("each number of a position is a term of its own, such as n, 2*n or n+1")
    carried = () if own is None else tuple(as_term(own.rules.params[name]) for name in own.carried)
    return (*found.arguments, *carried)


def _worth(numbers: Sequence[Term], value: Term) -> Formula:
    """Return that the nim-sum of what some heaps are worth is a value."""
    own = tuple(f"v{i}''" for i in range(len(numbers)))
    values = (Predicate("G", (number, variable(v))) for number, v in zip(numbers, own, strict=True))
    return Exists(own, both(*values, Compare(reduce(xor, map(variable, own)), "=", value)))


def _within(
    system: Numeration, asked: Formula, known: Mapping[str, Automaton], names: Sequence[str], to: int, least: int,
    limits: Limits,
) -> Tally:  # fmt: skip
    """Return what a formula is true of, each variable being within the bounds."""
    above = (Compare(variable(name), ">=", as_term(least)) for name in names)
    below = (Compare(variable(name), "<=", variable(BOUND)) for name in names)
    return tally(compile(both(asked, *above, *below), system, known, limits=limits), names, {BOUND: to}, limits)


def _by_values(sets: Mapping[int, Automaton], heaps: int, value: int, to: int, least: int, limits: Limits) -> Tally:
    """Return how many rows of so many heaps have a nim-sum, heap after heap. O(values²) for each."""
    each = {
        v: _within(own.numeration, Predicate("P", (variable("n"),)), {"P": own}, "n", to, least, limits)
        for v, own in sets.items()
    }
    rows = {0: Tally(1)}
    for _heap in range(heaps):
        limits.look()
        after: dict[int, Tally] = {}
        for (u, row), (v, one) in product(rows.items(), each.items()):
            if row.count and one.count:
                old = after.get(u ^ v, Tally())
                total = old.total + row.total * one.count + row.count * one.total
                after[u ^ v] = Tally(
                    old.count + row.count * one.count, total, max(old.largest, row.largest + one.largest)
                )
        rows = after
    return rows.get(value, Tally())
