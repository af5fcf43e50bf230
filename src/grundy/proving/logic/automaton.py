"""Automatic relations: sets of tuples of natural numbers whose representations a finite automaton reads in parallel.

The words of a tuple are read together, the most significant digits first, the shorter ones with zeros before. Three
things always hold, so that equality of relations is equality of arrays: every accepted word is a valid representation on
every track; the language is closed under adding and removing leading letters of zeros; the automaton is minimal, trimmed
and numbered breadth first. (J. R. Büchi 1960; V. Bruyère, G. Hansel, C. Michaux, R. Villemaire, *Logic and p-recognizable
sets of integers*, 1994; J. Shallit, *The Logical Approach to Automatic Sequences*, 2022.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.messages import _
from grundy.common.seam import pictures
from grundy.kernels.automata import Delta, Flags, Ints, minimal, product, reached, subsets
from grundy.proving.logic.numeration import Numeration, letter_digits, numeration

STATES = 1 << 21
"""The usual cap on states."""
POOL = 1 << 26
"""Subsets that are built together have at most so many members."""
LETTERS = 1 << 20
"""No automaton has more letters than this."""
AT_ONCE, LEAP = 1 << 18, 8.0
"""So many transitions are made before the clock is looked at, where the time is bounded, and then so many times as many."""


class Undecided(GrundyError):
    """Automata outgrew their limit, so nothing is said about the formula."""

    code = 3


def require_small(*numbers: int) -> None:
    """Raise Undecided for a number that kernels would count up to, or multiply by, out of 64 bits or without an end."""
    if max(map(abs, numbers)) > 1 << 20:
        raise Undecided("undecided: a coefficient, modulus or count is above 2^20")


@dataclass
class Limits:
    """How many states an automaton may have while it is built, until when; and how many the largest so far had.

    ``until`` is a time of `time.perf_counter`.

    >>> Limits(1000).largest
    0
    """

    states: int = STATES
    largest: int = 0
    until: float = field(default_factory=lambda: inf if (left := limits.left()) is None else perf_counter() + left)

    def look(self) -> None:
        """Look at the clock: OutOfTime when the time is spent."""
        if self.until < inf and perf_counter() > self.until:
            raise OutOfTime("time ran out")

    def within(self, build: Callable[[int], tuple[Delta, Any] | None], cap: int, letters: int) -> Any:
        """Return what is built with at most so many states, None if more are wanted; OutOfTime where that lasts too long.

        What builds does not look at the clock; so it goes a little way at first, and then as far as the time left allows.
        """
        if self.until == inf:
            return build(cap)
        states = min(cap, max(1, AT_ONCE // letters))
        while True:
            self.look()
            start = perf_counter()
            found = build(states)
            if found is not None or states >= cap:
                return found
            now = perf_counter()
            further = min(LEAP, (self.until - now) / max(now - start, 1e-9))
            if further < 1:
                raise OutOfTime("time ran out")
            states = min(cap, int(states * (1 + further)))

    def at(self, effort: int) -> int:
        """Return how many states a projection may have at an effort 0, 1, 2, …; in the end, as many as any automaton."""
        return min(self.states, 1000 << 4 * effort)

    def kept(self, found: tuple[Delta, Any] | None, what: str) -> tuple[Delta, Any]:
        """Return what was built, and remember its size; Undecided if it was given up."""
        if found is None:
            raise Undecided(
                "undecided: {what} has more than {states:,} states or too many transitions",
                what=what,
                states=self.states,
            )
        self.largest = max(self.largest, len(found[0]))
        limits.check(len(found[0]), "states")
        self.look()
        return found


@dataclass(frozen=True, eq=False)
class Automaton:
    """A relation between natural numbers, one for each variable, in alphabetical order.

    ``delta[state, letter]`` is the next state or -1; a letter is the digits of all variables, the first variable's the
    most significant. Build one with `of`, with `grundy.proving.logic.linear`, or from a formula.

    >>> even = Automaton.of(numeration("msd_2"), ("x",), [[0, 1], [0, 1]], [True, False])
    >>> even.accepts(x=6), even.complement().accepts(x=6), [n for (n,) in even.members(4)]
    (True, False, [0, 2, 4, 6])
    """

    numeration: Numeration
    variables: tuple[str, ...]
    delta: Delta = field(repr=False)
    accepting: Flags = field(repr=False)

    @classmethod
    def of(
        cls, system: Numeration, variables: Iterable[str], delta: Any, accepting: Any, limits: Limits | None = None
    ) -> Automaton:
        """Return the relation of an automaton with these tracks, cut to valid representations.

        GrundyError if the arrays are no automaton or leading zeros change what it accepts.
        """
        names = tuple(variables)
        table, flags = np.array(delta, np.int32), np.array(accepting, np.bool_)
        shape = (len(flags), system.base ** len(names))
        if len(set(names)) != len(names) or not len(flags) or table.shape != shape:
            raise GrundyError(
                "an automaton of {count} states over {names} needs a table of shape {shape}",
                count=len(flags),
                names=names,
                shape=shape,
            )
        if table.min() < -1 or table.max() >= len(flags):
            raise GrundyError("an automaton's transitions lead to one of its states, or to -1")
        order = tuple(sorted(names))
        table = np.ascontiguousarray(table[:, letters_of(system.base, order, names)])
        limits = limits or Limits()
        found = _cut(system, order, table, flags, limits)
        if found.delta[0, 0] != 0 and not found.is_empty():
            raise GrundyError("leading zeros change what this automaton accepts")
        return found

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.accepting)

    # -- Boolean operations ------------------------------------------------------------------------------------------

    def conjunction(self, other: Automaton, limits: Limits | None = None) -> Automaton:
        """Return the tuples of all variables that are in both. O(pairs of states × letters).

        >>> from grundy.proving.logic.linear import less
        >>> fib = numeration("msd_fib")
        >>> less(fib, "x", "y").conjunction(less(fib, "y", "z")).shortest()
        {'x': 0, 'y': 1, 'z': 2}
        """
        return self._combined(other, (True, True), np.logical_and, limits)

    def disjunction(self, other: Automaton, limits: Limits | None = None) -> Automaton:
        """Return the tuples of all variables that are in one or both.

        >>> from grundy.proving.logic.linear import equal, less
        >>> fib = numeration("msd_fib")
        >>> less(fib, "x", "y").disjunction(equal(fib, "x", "y")).accepts(x=3, y=3)
        True
        """
        return self._both_over(other, np.logical_or, limits)

    def difference(self, other: Automaton, limits: Limits | None = None) -> Automaton:
        """Return the tuples that are here and not there."""
        one = self.over(other.variables, limits)
        return one._combined(other, (True, False), np.greater, limits)

    def equivalence(self, other: Automaton, limits: Limits | None = None) -> Automaton:
        """Return the tuples that are in both or in none."""
        return self._both_over(other, np.not_equal, limits).complement(limits)

    def complement(self, limits: Limits | None = None) -> Automaton:
        """Return the tuples that are not in this relation: all valid ones without its own."""
        return valid(self.numeration, self.variables).difference(self, limits)

    def over(self, variables: Iterable[str], limits: Limits | None = None) -> Automaton:
        """Return the same relation with further variables, which may be anything."""
        missing = set(variables) - set(self.variables)
        return self.conjunction(valid(self.numeration, missing), limits) if missing else self

    def _both_over(self, other: Automaton, rule: Callable[..., Flags], limits: Limits | None) -> Automaton:
        one, two = self.over(other.variables, limits), other.over(self.variables, limits)
        return one._combined(two, (False, False), rule, limits)

    def _combined(
        self, other: Automaton, needed: tuple[bool, bool], rule: Callable[..., Flags], limits: Limits | None
    ) -> Automaton:
        if self.numeration != other.numeration:
            raise GrundyError(
                "{one} and {other} are different numeration systems", one=self.numeration, other=other.numeration
            )
        names = tuple(sorted({*self.variables, *other.variables}))
        limits = limits or Limits()
        base = self.numeration.base
        letters = letters_of(base, names, self.variables), letters_of(base, names, other.variables)
        delta, keys = limits.kept(
            limits.within(
                lambda cap: product(self.delta, other.delta, letters, needed, cap), limits.states, base ** len(names)
            ),
            _("a product over {names}").format(names=", ".join(names)),
        )
        p, q = np.divmod(keys, other.states + 1)
        flags = rule(np.append(self.accepting, False)[p], np.append(other.accepting, False)[q])
        return Automaton(self.numeration, names, *minimal(delta, flags))

    # -- variables ---------------------------------------------------------------------------------------------------

    def renamed(self, names: Mapping[str, str]) -> Automaton:
        """Return the relation with variables renamed; two that get one name become equal.

        >>> from grundy.proving.logic.linear import less
        >>> less(numeration("msd_2"), "x", "y").renamed({"x": "y"}).is_empty()
        True
        """
        new = [names.get(variable, variable) for variable in self.variables]
        order = tuple(sorted(set(new)))
        delta = self.delta[:, letters_of(self.numeration.base, order, new)]
        return Automaton(self.numeration, order, *minimal(np.ascontiguousarray(delta), self.accepting))

    def exists(self, *names: str, limits: Limits | None = None) -> Automaton:
        """Return the projection: the tuples of the other variables for which some values of these are in the relation.

        Variables go one at a time, with the least automaton between, whichever can at a low effort first. Undecided past
        the limits. A variable that the relation does not have is as good as gone.

        >>> from grundy.proving.logic.linear import adder
        >>> double = adder(numeration("msd_trib")).renamed({"y": "x"}).exists("x")
        >>> double.variables, [n for (n,) in double.members(4)]
        (('z',), [0, 2, 4, 6])
        """
        limits = limits or Limits()
        result, left = self, [name for name in self.variables if name in names]
        effort = 0
        while left:
            for name in left:
                try:
                    result = result.without(name, limits, effort)
                except Undecided:
                    if limits.at(effort) < limits.states or name != left[-1]:
                        continue
                    raise
                left.remove(name)
                break
            else:
                effort += 1
        return result

    def without(self, name: str, limits: Limits, effort: int) -> Automaton:
        """Return the projection without one variable by subset construction, or else by reversing twice.

        Undecided if neither does with about the number of states that the limits allow at this effort. (J. A. Brzozowski,
        *Canonical regular expressions and minimal state graphs*, 1962.)
        """
        cap = min(limits.states, 4 * self.states + limits.at(effort))
        letters = self.numeration.base ** len(self.variables)
        for attempt in (self._projected, self._projected_back):
            found = limits.within(
                lambda most, attempt=attempt: attempt([name], 1, most, min(POOL, 64 * most)), cap, letters
            )
            if found is not None:
                return self._without([name], *limits.kept(found, name))
        raise Undecided("undecided: quantifying {name} takes more than {cap:,} states", name=name, cap=cap)

    def at_least(self, count: int, *names: str, limits: Limits | None = None) -> Automaton:
        """Return the tuples of the other variables for which at least so many tuples of values of these are in the relation.

        A subset construction with counts up to ``count``, since runs of a deterministic automaton are distinct witnesses.
        Witnesses may be longer than what they are witnesses for: those count from where the other variables begin. Undecided
        past the limits. (The threshold quantifier of first-order logic; it takes the place of ``count`` times as many
        variables.)

        >>> from grundy.proving.logic.linear import less, linear
        >>> less(numeration("msd_2"), "x", "y").at_least(3, "x").shortest()
        {'y': 3}
        >>> linear(numeration("msd_fib"), {"a": 1, "b": 1, "n": -1}, "=").at_least(3, "a", "b").shortest()
        {'n': 2}
        """
        if count < 1:
            return valid(self.numeration, set(self.variables) - {*names})
        limits = limits or Limits()
        own = [name for name in self.variables if name in names]
        if len(own) < len(names):  # then all values of what is not there are in the relation, or none
            return self.exists(*own, limits=limits)
        require_small(count)
        letters = self.numeration.base ** len(self.variables)
        found = limits.within(lambda most: self._projected(own, count, most, POOL), limits.states, letters)
        return self._without(own, *limits.kept(found, _("quantifying {name}").format(name=", ".join(own))))

    def _without(self, names: Collection[str], delta: Delta, accepting: Flags) -> Automaton:
        rest = tuple(variable for variable in self.variables if variable not in names)
        return Automaton(self.numeration, rest, *minimal(delta, accepting))

    def _tracks_apart(self, names: Collection[str]) -> Delta:
        """Return the transitions in the shape (states, letters of the other variables, letters of these)."""
        base, rest = self.numeration.base, [name for name in self.variables if name not in names]
        letters = letters_of(base, (*rest, *names), self.variables)
        return np.take(self.delta, letters, axis=1).reshape(self.states, base ** len(rest), -1)

    def _opened(self, apart: Delta, count: int) -> Ints:
        """Return in how many ways each state is reached while the other variables have not begun: I2 in the module's words.

        One way is that this variable has not begun either; in the others its first digit is not 0.
        """
        first = np.zeros(self.states, np.int64)
        begun = apart[0, 0, 1:]
        np.add.at(first, begun[begun >= 0], 1)
        ways = reached(*edges(apart[:, 0, :]), first, count)
        ways[0] += 1
        return np.minimum(ways, count)

    def _projected(self, names: Collection[str], count: int, cap: int, pool: int) -> tuple[Delta, Flags] | None:
        apart = self._tracks_apart(names)
        letters = apart.shape[1]
        starts, targets = edges(apart.reshape(-1, apart.shape[2]))
        return subsets(starts, targets, letters, self._opened(apart, count), self.accepting, count, cap, pool)

    def _projected_back(self, names: Collection[str], count: int, cap: int, pool: int) -> tuple[Delta, Flags] | None:
        apart = self._tracks_apart(names)
        letters = apart.shape[1]
        opened = self._opened(apart, 1) > 0
        starts, targets = _reversed_edges(apart)
        back = subsets(starts, targets, letters, self.accepting.astype(np.int64), opened, 1, cap, pool)
        if back is None:
            return None
        delta, accepting = minimal(*back)
        starts, targets = _reversed_edges(delta[:, :, None])
        return subsets(starts, targets, letters, accepting.astype(np.int64), np.arange(len(delta)) == 0, 1, cap, pool)

    # -- members -----------------------------------------------------------------------------------------------------

    def is_empty(self) -> bool:
        """Return whether no tuple is in the relation. O(1), the automaton being trimmed."""
        return not self.accepting.any()

    def is_everything(self) -> bool:
        """Return whether every tuple is in the relation."""
        return self == valid(self.numeration, self.variables)

    def accepts(self, *numbers: int, **named: int) -> bool:
        """Return whether a tuple is in the relation: numbers in the order of ``variables``, or by name.

        O(number of digits). GrundyError if the numbers are not those of the variables.
        """
        given = dict(zip(self.variables, numbers, strict=False)) | named
        if sorted(given) != list(self.variables) or len(numbers) + len(named) != len(self.variables):
            raise GrundyError(
                "give a number for each of {variables}", variables=", ".join(self.variables) or _("no variables")
            )
        words = [self.numeration.represent(given[variable]) for variable in self.variables]
        length = max(map(len, words), default=0)
        state = 0
        for i in range(length):
            letter = 0
            for word in words:
                place = i - length + len(word)
                letter = letter * self.numeration.base + (word[place] if place >= 0 else 0)
            state = int(self.delta[state, letter])
            if state < 0:
                return False
        return bool(self.accepting[state])

    def shortest(self) -> dict[str, int] | None:
        """Return a member with the shortest words, the first of them in the order of letters; None if there is none.

        States are numbered breadth first, so it ends in the first accepting one. O(length × states × letters).

        >>> from grundy.proving.logic.linear import linear
        >>> linear(numeration("msd_fib"), {"x": 2, "y": -3}, "=", 1).shortest()
        {'x': 2, 'y': 1}
        """
        if self.is_empty():
            return None
        word: list[int] = []
        state = int(np.argmax(self.accepting))
        while state:
            before, letter = divmod(int(np.argmax(self.delta[:state].ravel() == state)), self.delta.shape[1])
            word.append(letter)
            state = before
        return dict(zip(self.variables, self._numbers(word[::-1]), strict=True))

    def members(self, limit: int | None = None) -> Iterator[tuple[int, ...]]:
        """Yield the members, those with shorter words first, then in the order of letters; at most ``limit`` of them."""
        alive = [self.accepting]  # alive[i]: the states that accept some word of length i
        front = np.arange(self.states) == 0  # those reached by words of that length that do not begin with zeros
        count = 0
        while front.any():
            for word in self._words(alive):
                if count == limit:
                    return
                yield self._numbers(word)
                count += 1
            targets = self.delta[front] if len(alive) > 1 else self.delta[:1, 1:]
            front = np.zeros(self.states, np.bool_)
            front[targets[targets >= 0]] = True
            alive.append(np.asarray(np.append(alive[-1], False)[self.delta].any(axis=1)))

    def _words(self, alive: list[Flags]) -> Iterator[list[int]]:
        """Yield the accepted words of length ``len(alive) - 1`` that do not begin with the letter of zeros, in order."""
        length = len(alive) - 1
        stack: list[tuple[int, list[int]]] = [(0, [])]
        while stack:
            state, word = stack.pop()
            left = length - len(word)
            if not left:
                if self.accepting[state]:
                    yield word
                continue
            for letter in range(self.delta.shape[1] - 1, -1 if word else 0, -1):
                target = int(self.delta[state, letter])
                if target >= 0 and alive[left - 1][target]:
                    stack.append((target, [*word, letter]))

    def _numbers(self, word: list[int]) -> tuple[int, ...]:
        digits = letter_digits(self.numeration.base, len(self.variables))[word]
        weights = self.numeration.weights_up_to(len(word))[::-1]
        return tuple(sum(int(d) * w for d, w in zip(track, weights, strict=True)) for track in digits.T)

    # -- as data -----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the one JSON form of the relation: equal relations have equal forms."""
        return {"numeration": self.numeration.name, "variables": list(self.variables), **self.table()}

    def table(self) -> dict[str, Any]:
        """Return as plain data what is read of the digits alone, as certificates hold it."""
        return {"delta": self.delta.tolist(), "accepting": np.flatnonzero(self.accepting).tolist()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Automaton:
        """Return the relation of a JSON form; GrundyError unless it is exactly what `to_dict` would give.

        >>> one = valid(numeration("msd_fib"), ["n"])
        >>> Automaton.from_dict(one.to_dict()) == one
        True
        """
        try:
            table = np.array(data["delta"])
            flags = np.zeros(len(table), np.bool_)
            flags[np.array(data["accepting"], np.int64)] = True
            found = cls.of(numeration(data["numeration"]), tuple(data["variables"]), table, flags)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
            if isinstance(error, GrundyError):
                raise
            raise GrundyError("this is not an automaton: {error}", error=error) from None
        if found.to_dict() != dict(data):
            raise GrundyError("this automaton is not the minimal one, numbered breadth first, of a relation")
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        return (
            self.numeration == other.numeration
            and self.variables == other.variables
            and np.array_equal(self.accepting, other.accepting)
            and np.array_equal(self.delta, other.delta)
        )

    def __hash__(self) -> int:
        return hash((self.numeration, self.variables, self.delta.tobytes(), self.accepting.tobytes()))

    def _repr_svg_(self) -> str | None:
        return pictures.automaton(self)

    def __str__(self) -> str:
        return _("{states} states over ({variables}) in {numeration}").format(
            states=self.states, variables=", ".join(self.variables), numeration=self.numeration
        )


def valid(system: Numeration, variables: Iterable[str]) -> Automaton:
    """Return the relation of all tuples.

    >>> valid(numeration("msd_trib"), ["a", "b"]).states
    9
    """
    names = tuple(sorted(set(variables)))
    return Automaton(system, names, *_valid(system, len(names)))


@cache
def _valid(system: Numeration, tracks: int) -> tuple[Delta, Flags]:
    if not tracks:
        return np.zeros((1, 1), np.int32), np.array([True])
    if tracks == 1:
        return system.validity
    names = tuple(map(str, range(10, 10 + tracks)))  # sorted as they are
    one = Automaton(system, names[:1], *system.validity)
    both = one.conjunction(Automaton(system, names[1:], *_valid(system, tracks - 1)))
    return both.delta, both.accepting


def _cut(system: Numeration, names: tuple[str, ...], delta: Delta, accepting: Flags, limits: Limits) -> Automaton:
    """Return the relation of those words of an automaton over sorted tracks that are valid on all of them."""
    return Automaton(system, names, delta, accepting).conjunction(valid(system, names), limits)


def letters_of(base: int, names: Iterable[str], own: Iterable[str]) -> Delta:
    """Return, for each letter over ``names``, the letter over the variables ``own``, in this order."""
    names, own = tuple(names), tuple(own)
    if base ** len(names) > LETTERS:
        raise Undecided(
            "undecided: an automaton over {names} has more than {letters:,} letters",
            names=", ".join(names),
            letters=LETTERS,
        )
    digits = letter_digits(base, len(names))
    letters = np.zeros(len(digits), np.int32)
    for name in own:
        letters = letters * base + digits[:, names.index(name)]
    return letters.astype(np.int32)


def edges(table: Delta) -> tuple[Ints, Delta]:
    """Return lists of targets, one for each row, as ``(starts, targets)``: what is not -1 in the row."""
    there = table >= 0
    starts = np.zeros(len(table) + 1, np.int64)
    np.cumsum(there.sum(axis=1), out=starts[1:])
    return starts, table[there]


def _reversed_edges(apart: Delta) -> tuple[Ints, Delta]:
    """Return, for each state and letter, the states that come to it by that letter."""
    states, letters, _ = apart.shape
    source, letter, _ = np.nonzero(apart >= 0)
    place = apart[apart >= 0].astype(np.int64) * letters + letter
    order = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[order], np.arange(states * letters + 1))
    return starts.astype(np.int64), source[order].astype(np.int32)
