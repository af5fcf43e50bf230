"""A small engine for laws of natural numbers: relations as finite automata that read digits, most significant first.

An automaton has sorted ``names``, one track of digits each; ``delta[state]`` takes letters (tuples of digits) to
states, state 0 is the first. Every automaton here accepts valid representations only, and is closed under adding and
removing leading letters of zeros. All results are minimal, and numbered breadth first by letters, so equal relations
are equal automata. (J. R. Büchi 1960; V. Bruyère, G. Hansel, C. Michaux, R. Villemaire, *Logic and p-recognizable sets
of integers*, 1994.)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import gcd, prod
from operator import xor
from typing import Any, TypeAlias

from grundy.check.budget import NotChecked, room, spend
from grundy.check.numeration import System
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

MOST, MOST_ARROWS = 20_000, 400_000
"""Automata of more states, or more arrows, are not built: the law is then left undecided."""
MOST_MEMBERS = 4_000_000
"""So many members the sets of states have together that a quantifier makes."""
NEAR = 300
"""Sums are compared with numbers up to this at once, and with larger ones by the number's own word."""
REMEMBERED = 1000
"""So many relations are remembered of a system."""
Letter: TypeAlias = "tuple[int, ...]"
Counts: TypeAlias = "tuple[tuple[int, int], ...]"


@dataclass(frozen=True)
class Automaton:
    """A relation between the numbers of its names."""

    names: tuple[str, ...]
    delta: list[dict[Letter, int]]
    accepting: list[bool]

    def renamed(self, names: Mapping[str, str]) -> Automaton:
        """Return the relation with other names for its numbers, all different."""
        new = [names.get(name, name) for name in self.names]
        order = sorted(range(len(new)), key=new.__getitem__)
        pick = _picker(order)
        delta = [{pick(letter): after for letter, after in row.items()} for row in self.delta]
        return (
            Automaton(tuple(new[i] for i in order), delta, self.accepting)
            if order != list(range(len(new)))
            else (Automaton(tuple(new), self.delta, self.accepting))
        )

    @property
    def empty(self) -> bool:
        """Whether nothing is related, of a minimal automaton."""
        return not any(self.accepting)


def _picker(places: Sequence[int]) -> Callable[[Letter], Letter]:
    chosen = tuple(places)
    return lambda letter: tuple([letter[i] for i in chosen])


def explored(
    names: tuple[str, ...],
    start: Any,
    rows: Callable[[Any], Iterable[tuple[Letter, Any]]],
    accepts: Callable[[Any], bool],
    size: Callable[[Any], int] = lambda state: 1,
) -> Automaton:
    """Return the minimal automaton of states that are found as they are needed; NotChecked past `MOST`."""
    places, states, delta = {start: 0}, [start], list[dict[Letter, int]]()
    arrows, members = 0, size(start)
    for state in states:  # grows meanwhile
        row: dict[Letter, int] = {}
        for letter, after in rows(state):
            spend()
            if after not in places:
                places[after] = len(states)
                states.append(after)
                members += size(after)
            row[letter] = places[after]
            arrows += 1
            if len(states) > MOST or arrows > MOST_ARROWS or members > MOST_MEMBERS:
                raise NotChecked(
                    "an automaton of more than {most:,} states, or {most_arrows:,} arrows, would be needed: undecided",
                    most=MOST,
                    most_arrows=MOST_ARROWS,
                )
        delta.append(row)
    return minimal(names, delta, [accepts(state) for state in states])


def minimal(names: tuple[str, ...], delta: list[dict[Letter, int]], accepting: list[bool]) -> Automaton:
    """Return the minimal automaton, without dead states, numbered breadth first. O(rounds × arrows). (E. F. Moore 1956.)"""
    back: list[list[int]] = [[] for _ in delta]
    for state, row in enumerate(delta):
        for after in row.values():
            back[after].append(state)
    queue = [state for state, yes in enumerate(accepting) if yes]
    live = set(queue)
    for state in queue:
        for before in back[state]:
            if before not in live:
                live.add(before)
                queue.append(before)
    rows = {state: [(letter, t) for letter, t in delta[state].items() if t in live] for state in live}
    classes: dict[int, int] = {state: int(accepting[state]) for state in live}
    count = 0
    while len(set(classes.values())) > count:
        count = len(set(classes.values()))
        spend(len(rows))
        numbers: dict[Any, int] = {}
        classes = {
            state: numbers.setdefault((classes[state], frozenset((x, classes[t]) for x, t in row)), len(numbers))
            for state, row in rows.items()
        }
    if 0 not in live:
        return Automaton(names, [{}], [False])
    first = {number: state for state, number in reversed(classes.items())}
    order, found = {classes[0]: 0}, [classes[0]]
    new: list[dict[Letter, int]] = []
    for number in found:  # grows meanwhile
        own: dict[Letter, int] = {}
        for letter, after in sorted(rows[first[number]]):
            if classes[after] not in order:
                order[classes[after]] = len(found)
                found.append(classes[after])
            own[letter] = order[classes[after]]
        new.append(own)
    return Automaton(names, new, [accepting[first[number]] for number in found])


# ---- first-order logic


def conjunction(a: Automaton, b: Automaton) -> Automaton:
    """Return "a and b". O(pairs of states × letters)."""
    names = tuple(sorted({*a.names, *b.names}))
    joined = [*a.names, *b.names]
    pick = _picker([joined.index(name) for name in names])
    shared = [name for name in a.names if name in b.names]
    key_a, key_b = _picker([a.names.index(n) for n in shared]), _picker([b.names.index(n) for n in shared])
    index: dict[int, dict[Letter, list[tuple[Letter, int]]]] = {}

    def rows(pair: tuple[int, int]) -> Iterable[tuple[Letter, tuple[int, int]]]:
        p, q = pair
        if q not in index:
            index[q] = {}
            for letter, after in b.delta[q].items():
                index[q].setdefault(key_b(letter), []).append((letter, after))
        for letter, after in a.delta[p].items():
            for other, then in index[q].get(key_a(letter), ()):
                yield pick(letter + other), (after, then)

    return explored(names, (0, 0), rows, lambda pair: a.accepting[pair[0]] and b.accepting[pair[1]])


def combined(a: Automaton, b: Automaton, accepts: Callable[[bool, bool], bool]) -> Automaton:
    """Return what a function of truth values makes of two relations of the same numbers, where one of them holds."""
    assert a.names == b.names
    alone_a, alone_b = accepts(True, False), accepts(False, True)

    def rows(pair: tuple[int, int]) -> Iterable[tuple[Letter, tuple[int, int]]]:
        p, q = pair
        one, two = a.delta[p] if p >= 0 else {}, b.delta[q] if q >= 0 else {}
        for letter in {**one, **two}:
            after = one.get(letter, -1), two.get(letter, -1)
            if (after[0] >= 0 or alone_b) and (after[1] >= 0 or alone_a):
                yield letter, after

    return explored(
        a.names,
        (0, 0),
        rows,
        lambda pair: accepts(pair[0] >= 0 and a.accepting[pair[0]], pair[1] >= 0 and b.accepting[pair[1]]),
    )


def union(a: Automaton, b: Automaton) -> Automaton:
    """Return "a or b", of the same numbers."""
    return combined(a, b, lambda one, two: one or two)


def difference(a: Automaton, b: Automaton) -> Automaton:
    """Return "a and not b", of the same numbers: what is valid is cut out of a."""
    return combined(a, b, lambda one, two: one and not two)


def uncovered(a: Automaton, parts: Sequence[Automaton]) -> dict[str, list[int]] | None:
    """Return the digits of the shortest member of a that is in none of the parts; None if there is none.

    All are relations of the same numbers. The union of the parts, which can be much larger, is not made.
    O(states that are reached together × letters).
    """
    start: tuple[int, ...] = (0,) * (1 + len(parts))
    words: dict[tuple[int, ...], tuple[tuple[int, ...], Letter] | None] = {start: None}
    rows = [a.delta, *(part.delta for part in parts)]
    queue: list[tuple[int, ...]] = [start]
    for states in queue:  # grows meanwhile
        accepting = (s >= 0 and each.accepting[s] for s, each in zip(states[1:], parts, strict=True))
        if a.accepting[states[0]] and not any(accepting):
            return _word(words, states, a.names)
        moving = [(i, rows[i][state]) for i, state in enumerate(states) if state >= 0]
        spend(len(moving[0][1]))
        for letter in moving[0][1]:
            found = [-1] * len(states)
            for i, row in moving:
                found[i] = row.get(letter, -1)
            after = tuple(found)
            if after not in words:
                words[after] = states, letter
                queue.append(after)
        room(len(queue), MOST_ARROWS)
    return None


def _word(
    words: dict[tuple[int, ...], tuple[tuple[int, ...], Letter] | None], states: tuple[int, ...], names: tuple[str, ...]
) -> dict[str, list[int]]:
    """Return the digits on each track of the word that led to some states."""
    letters = list[Letter]()
    while (before := words[states]) is not None:
        states, letter = before
        letters.append(letter)
    return {name: [letter[i] for letter in reversed(letters)] for i, name in enumerate(names)}


def some(a: Automaton, name: str) -> Automaton:
    """Return "there is a number, called ``name``, with a", by subsets of states.

    The number may have more digits than the others: the first subset is all that letters of zeros elsewhere can reach.
    """
    place = a.names.index(name)
    keep = _picker([i for i in range(len(a.names)) if i != place])
    delta: list[dict[Letter, set[int]]] = []
    for row in a.delta:
        own: dict[Letter, set[int]] = {}
        for letter, after in row.items():
            own.setdefault(keep(letter), set()).add(after)
        delta.append(own)
    zero = (0,) * (len(a.names) - 1)
    start = [0]
    for state in start:  # grows meanwhile
        start += [after for after in delta[state].get(zero, ()) if after not in start]

    def rows(states: frozenset[int]) -> Iterable[tuple[Letter, frozenset[int]]]:
        found: dict[Letter, set[int]] = {}
        for state in states:
            spend(len(delta[state]))
            for letter, after in delta[state].items():
                found.setdefault(letter, set()).update(after)
        return ((letter, frozenset(after)) for letter, after in found.items())

    names = a.names[:place] + a.names[place + 1 :]
    return explored(names, frozenset(start), rows, lambda states: any(a.accepting[state] for state in states), len)


def without(parts: Iterable[Automaton], names: Iterable[str]) -> Automaton | None:
    """Return "there are numbers of these names with all of these", name by name, the cheapest first; None for no parts."""
    left, rest = list(parts), set(names)
    while rest := {name for name in rest if any(name in part.names for part in left)}:
        own = {name: [part for part in left if name in part.names] for name in rest}
        name = min(sorted(own), key=lambda each: prod(len(part.delta) for part in own[each]))
        left = [part for part in left if name not in part.names]
        left.append(some(_all_of(own[name]), name))
        rest.discard(name)
    return _all_of(left) if left else None


def _all_of(parts: list[Automaton]) -> Automaton:
    parts = sorted(parts, key=lambda part: len(part.delta))
    whole = parts[0]
    for part in parts[1:]:
        whole = conjunction(whole, part)
    return whole


def at_least(a: Automaton, count: int, names: Sequence[str]) -> Automaton:
    """Return "there are ``count`` or more different tuples of numbers, called ``names``, with a": paths are counted.

    Each tuple is one path of the automaton; those that begin with zeros elsewhere are counted by their first letter of all.
    """
    kept = [i for i, name in enumerate(a.names) if name not in names]
    keep, zero = _picker(kept), (0,) * len(kept)

    def capped(found: Mapping[int, int]) -> Counts:
        return tuple(sorted((state, min(times, count)) for state, times in found.items()))

    def step(counts: Counts, first: bool = False) -> dict[Letter, dict[int, int]]:
        found: dict[Letter, dict[int, int]] = {}
        for state, times in counts:
            spend(len(a.delta[state]))
            for letter, after in a.delta[state].items():
                if not first or any(letter):
                    own = found.setdefault(keep(letter), {})
                    own[after] = own.get(after, 0) + times
        return found

    total: dict[int, int] = {0: 1}
    more, seen = capped(step(((0, 1),), True).get(zero, {})), dict[Counts, int]()
    while more and seen.get(more, 0) < count:  # a loop of longer and longer numbers is gone through so often as counts
        seen[more] = seen.get(more, 0) + 1
        for state, times in more:
            total[state] = total.get(state, 0) + times
        more = capped(step(more).get(zero, {}))

    def rows(counts: Counts) -> Iterable[tuple[Letter, Counts]]:
        return ((letter, capped(found)) for letter, found in step(counts).items())

    def accepts(counts: Counts) -> bool:
        return sum(times for state, times in counts if a.accepting[state]) >= count

    return explored(tuple(a.names[i] for i in kept), capped(total), rows, accepts, len)


# ---- arithmetic


class Arithmetic:
    """Linear relations in a numeration system, built once each."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._known: dict[Any, Automaton] = {}

    def tracks(self, name: str) -> tuple[str, ...]:
        """Return the tracks of an automaton on which a number of this name is written."""
        return (name,)

    def renamed(self, relation: Automaton, names: Mapping[str, str]) -> Automaton:
        """Return a relation with other names for its numbers."""
        put = {a: b for old, new in names.items() for a, b in zip(self.tracks(old), self.tracks(new), strict=True)}
        return relation.renamed(put)

    def told(self, digits: Mapping[str, Sequence[int]]) -> str:
        """Return numbers in words, given the digits on their tracks."""
        words = {track: "".join(map(str, own)) or "0" for track, own in digits.items()}
        return ", ".join(f"{track} = {word}" for track, word in words.items()) + _(" in digits")

    def valid(self, names: Iterable[str]) -> Automaton:
        """Return the relation that holds of all numbers: their words are representations."""
        return self.linear({}, ">=", 0, names)

    def linear(self, terms: Mapping[str, int], relation: str, constant: int, names: Iterable[str] = ()) -> Automaton:
        """Return Σ a_i x_i + constant (``relation``) 0, one of ``>=``, ``=``, ``!=``, among the numbers of ``names`` too.

        A prefix is summed up by vectors (`System`); one from which the sum is settled is as good as its sign. Finitely many
        are left where an addition automaton exists. (Ch. Frougny and B. Solomyak 1996.)
        """
        every = tuple(sorted({*terms, *names}))
        row = tuple(terms.get(name, 0) for name in every)
        divisor = gcd(*row)
        if divisor > 1 and (relation == ">=" or constant % divisor == 0):
            row, constant = tuple(a // divisor for a in row), constant // divisor
        key = row, relation, constant
        if key not in self._known:
            if len(self._known) > REMEMBERED:
                self._known.clear()
            made = self._far(row, relation, constant) if abs(constant) > NEAR else self._built(row, relation, constant)
            self._known[key] = made
        return Automaton(every, self._known[key].delta, self._known[key].accepting)

    def _far(self, row: tuple[int, ...], relation: str, constant: int) -> Automaton:
        """Return a relation with a large constant: there is a number that is the constant, and the sum with it is so."""
        names = tuple(f"{i:03}" for i in range(len(row)))
        apart = f"{len(row):03}"
        terms = {**dict(zip(names, row, strict=True)), apart: 1 if constant > 0 else -1}
        sums = self.linear(terms, relation, 0, (*names, apart))
        return some(conjunction(sums, self.number(apart, abs(constant))), apart)

    def number(self, name: str, n: int) -> Automaton:
        """Return that a number is n: the one word that is worth n, its digits taken greedily."""
        weights = self.system.weights
        if n >= weights[-1]:
            raise NotChecked(
                "the number {n}… of the rules is too large for {name}", n=hex(n)[:20], name=self.system.name
            )
        word: list[int] = []
        for weight in reversed([w for w in weights if w <= n]):
            word.append(n // weight)
            n %= weight
        delta: list[dict[Letter, int]] = [{} for _ in range(len(word) + 1)]
        delta[0][0,] = 0
        for i, digit in enumerate(word):
            delta[i][digit,] = i + 1
        return minimal((name,), delta, [i == len(word) for i in range(len(word) + 1)])

    def _built(self, row: tuple[int, ...], relation: str, constant: int) -> Automaton:
        system = self.system
        above, below = sum(a for a in row if a > 0), -sum(a for a in row if a < 0)
        steps: dict[Any, Any] = {}
        signs = {">=": (1,), "=": (), "!=": (1, -1)}[relation]

        def after(threads: Any, digit: int) -> Any:
            found = {
                phase: s
                for phase, s in system.step(threads, digit, above, below, constant)
                if s not in (1, -1) or s in signs
            }
            return tuple(sorted(found.items(), key=lambda item: item[0]))

        def rows(state: Any) -> Iterable[tuple[Letter, Any]]:
            valid, threads = state
            for choice in product(*(system.valid[v].items() for v in valid)):
                spend()
                digit = sum(a * d for a, (d, _) in zip(row, choice, strict=True))
                if (threads, digit) not in steps:
                    steps[threads, digit] = after(threads, digit)
                if steps[threads, digit]:
                    yield tuple(d for d, _ in choice), (tuple(v for _, v in choice), steps[threads, digit])

        def accepts(state: Any) -> bool:
            valid, threads = state
            last = dict(threads).get(0)
            if last is None or not all(system.ends[v] for v in valid):
                return False
            total = last if last in (1, -1) else system.value(last) + constant
            return {">=": total >= 0, "=": total == 0, "!=": total != 0}[relation]

        names = tuple(f"{i:03}" for i in range(len(row)))
        return explored(names, ((0,) * len(row), system.start), rows, accepts)

    def less(self, x: str, y: str) -> Automaton:
        """Return x < y by the order of words alone."""
        system = self.system

        def rows(state: Any) -> Iterable[tuple[Letter, Any]]:
            v, w, smaller = state
            for d, after in system.valid[v].items():
                for e, then in system.valid[w].items():
                    spend()
                    if smaller or d <= e:
                        yield (d, e), (after, then, smaller or d < e)

        found = explored(("x", "y"), (0, 0, False), rows, lambda s: s[2] and system.ends[s[0]] and system.ends[s[1]])
        return found.renamed({"x": x, "y": y})

    def nim_sum(self, names: Sequence[str]) -> Automaton:
        """Return that the xor of numbers is 0, digit by digit; GrundyError but in a base that is a power of 2."""
        base = self.system.base
        if self.system.recurrence != (base,) or base & (base - 1):
            raise GrundyError("nim-sums of unbounded values are decided in bases 2, 4, 8, …")

        def rows(state: int) -> Iterable[tuple[Letter, int]]:
            for letter in product(range(base), repeat=len(names)):
                spend()
                if not reduce(xor, letter, 0):
                    yield letter, 0

        return explored(tuple(sorted(names)), 0, rows, lambda _: True)

    def failed(self) -> str:
        """Return the first step of the proof that the system counts, and the adder adds, which does not hold; "" for none.

        The successor is defined by the order of words alone. That it is worth one more proves that words are worth their
        place in that order. A total function with x + 0 = x and x + (y + 1) = (x + y) + 1 is addition. (H. Mousavi, L.
        Schaeffer and J. Shallit, *Decision algorithms for Fibonacci-automatic words*, 2016.)
        """
        between = some(conjunction(self.less("y", "t"), self.less("t", "z")), "t")
        next_y = difference(self.less("y", "z"), between)
        sums = self.linear({"x": 1, "y": 1, "z": -1}, "=", 0)
        same = self.linear({"x": 1, "z": -1}, "=", 0)
        after_y = some(conjunction(next_y.renamed({"z": "u"}), sums.renamed({"y": "u", "z": "w"})), "u")
        after_z = some(conjunction(sums, next_y.renamed({"y": "z", "z": "w"})), "z")
        two = conjunction(sums, sums.renamed({"z": "w"}))
        steps = {
            _("the word without digits is a representation"): self.system.ends[0],
            _("every number has a successor"): some(next_y, "z") == self.valid("y"),
            _("the successor is worth one more"): next_y == self.linear({"y": 1, "z": -1}, "=", 1),
            _("equality is that of words"): difference(
                self.valid("xz"), union(self.less("x", "z"), self.less("z", "x"))
            )
            == same,
            "x + 0 = x": some(conjunction(sums, self.linear({"y": 1}, "=", 0)), "y") == same,
            "x + (y + 1) = (x + y) + 1": after_y == after_z,
            _("x and y have a sum"): some(sums, "z") == self.valid("xy"),
            _("x and y have one sum"): difference(two, conjunction(two, self.linear({"z": 1, "w": -1}, "=", 0))).empty,
        }
        return next((step for step, holds in steps.items() if not holds), "")
