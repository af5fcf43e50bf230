"""Automata learned from a table: the fewest states that tell apart what the table tells apart.

A prefix of the words of a tuple of numbers leaves, for each number of digits that may follow, a block of the table. Two
prefixes are one state if their blocks are the same for all numbers of digits up to m; m is raised until the automaton gives
the whole table back. What comes out is a guess, to be proved. (J. Myhill 1957, A. Nerode 1958; to compare the blocks
of one length only would merge too much. Bold guesses: cf. E. M. Gold, *Complexity of automaton identification from
given data*, 1978.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.numeration import Numeration

Table = NDArray[Any]
Look = Callable[[], None]
"""Looks at the clock, and raises `grundy.common.errors.OutOfTime` when the time is spent."""
DEEPEST = 6
"""Prefixes are told apart by what up to so many further digits say."""
STATES = 600
"""More states than this are not guessed."""


@dataclass(frozen=True)
class Guess:
    """An automaton with a result for each state, that gives a whole table: ``delta[state, letter]``, first track major."""

    numeration: Numeration
    delta: NDArray[np.int32]
    outputs: NDArray[np.int64]

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.outputs)

    def automaton(self, names: Sequence[str], value: int = 1) -> Automaton:
        """Return the relation of the tuples with this result; GrundyError if leading zeros would change it."""
        return Automaton.of(self.numeration, tuple(names), self.delta, self.outputs == value)


def learn(
    table: Table, system: Numeration, *, bold: bool = False, most: int = STATES, look: Look = lambda: None
) -> Guess | None:
    """Return the automaton that a table of results shows in a numeration system; None if the table is too small to say.

    ``table[n, m, …]`` are small integers (or truth values), from 0 up in each direction. A ``bold`` guess also takes a block
    of which a part is beyond the table for one it knows; ``look`` is called at each step. O(states × letters × blocks).

    >>> from grundy.proving.logic.numeration import numeration
    >>> found = learn(np.arange(40) % 3 == 0, numeration("msd_2"))
    >>> found.states, found.automaton(["n"]).accepts(99)
    (3, True)
    """
    learner = _Learner(np.ascontiguousarray(table), system, most, bold, look)
    for depth in range(1, DEEPEST + 1):
        try:
            found = learner.learned(depth)
        except _Exhausted:
            if bold:
                continue
            return None
        if found is not None and agrees(found, table):
            return found
    return None


def agrees(guess: Guess, table: Table) -> bool:
    """Return whether an automaton gives the whole table. O(size of the table × digits)."""
    return bool(np.array_equal(results(guess, table.shape), table.astype(np.int64)))


def results(guess: Guess, shape: tuple[int, ...]) -> Table:
    """Return what an automaton says of all tuples of numbers below some limits; -1 where it reads no word."""
    states = _states(guess.delta, guess.numeration, shape)
    return np.append(guess.outputs, -1)[states]


def members(automaton: Automaton, shape: tuple[int, ...]) -> Table:
    """Return which tuples below some limits are in a relation, its variables in alphabetical order.

    >>> from grundy.proving.logic.linear import less
    >>> from grundy.proving.logic.numeration import numeration
    >>> members(less(numeration("msd_fib"), "x", "y"), (2, 3)).tolist()
    [[False, True, True], [False, False, True]]
    """
    states = _states(automaton.delta, automaton.numeration, shape)
    return np.append(automaton.accepting, False)[states]


def _states(delta: NDArray[np.int32], system: Numeration, shape: tuple[int, ...]) -> Table:
    """Return the states in which the tuples below some limits are read; what begins alike is read once. O(size)."""
    width = len(shape)
    digits = _digits(system, max(shape))
    dead = len(delta)
    moves = np.vstack([np.where(delta < 0, dead, delta), np.full((1, delta.shape[1]), dead, delta.dtype)])
    states = np.zeros((1,) * width, np.int32)
    known = np.zeros(len(digits), np.int64)  # of what each number begins with: those that begin alike follow each other
    for place in range(digits.shape[1]):
        new = np.append(True, (digits[1:, : place + 1] != digits[:-1, : place + 1]).any(1))
        begins = [np.flatnonzero(new[:size]) for size in shape]
        letters = np.zeros((1,) * width, np.int64)
        for axis, own in enumerate(begins):
            letters = letters * system.base + digits[own, place].reshape([-1 if i == axis else 1 for i in range(width)])
        states = moves[states[np.ix_(*(known[own] for own in begins))], letters]
        known = np.cumsum(new) - 1
    return states


@cache
def _digits(system: Numeration, count: int) -> NDArray[np.int64]:
    """Return the digits of all numbers below a limit, padded on the left."""
    length = max(1, len(system.represent(max(0, count - 1))))
    rest = np.arange(count, dtype=np.int64)
    digits = np.zeros((count, length), np.int64)
    for i, weight in enumerate(system.weights[:length][::-1]):
        digits[:, i], rest = np.divmod(rest, weight)
    return digits


class _Exhausted(Exception):
    """The table ended too soon, or there are too many states."""


class _Learner:
    """One table in one system. A prefix is its digits' value in each number of places, and its state of validity."""

    def __init__(self, table: Table, system: Numeration, most: int, bold: bool, look: Look) -> None:
        self.table = table
        self.system = system
        self.most = most
        self.bold = bold
        self.look = look
        self.known: dict[Any, Any] = {}
        self.valid, self.ends = system.validity
        self.width = table.ndim
        weights = system.weights
        self.length = 2 + max(len(system.represent(side)) for side in table.shape)
        counts: list[NDArray[np.int64]] = [self.ends.astype(np.int64)]  # how many endings of each length a state allows
        following = np.where(self.valid < 0, len(self.ends), self.valid)
        for _ in range(self.length):
            counts.append(np.append(counts[-1], 0)[following].sum(axis=1))
        self.counts = [c.tolist() for c in counts]
        self.weights = np.array(weights[: self.length + DEEPEST + 2], np.int64)
        self.steps = self.valid.tolist()
        self.letters = [
            tuple(letter // system.base ** (self.width - 1 - i) % system.base for i in range(self.width))
            for letter in range(system.base**self.width)
        ]

    def learned(self, depth: int) -> Guess | None:
        """Return the automaton where blocks of up to ``depth`` further digits tell prefixes apart; None if zeros matter."""
        found: list[Any] = []
        index: dict[Any, int] = {}
        self._place(tuple((0, ()) for _ in range(self.width)), depth, index, found)
        rows: list[list[int]] = []
        outputs: list[int] = []
        for prefix in found:  # grows meanwhile
            self.look()
            outputs.append(int(self.table[tuple(self._value(word, 0) for _, word in prefix)]))
            after = (self._after(prefix, letter) for letter in self.letters)
            rows.append([-1 if each is None else self._place(each, depth, index, found) for each in after])
        if rows[0][0] != 0:
            return None
        return Guess(self.system, np.array(rows, np.int32), np.array(outputs, np.int64))

    def _after(self, prefix: Any, letter: tuple[int, ...]) -> Any:
        after: list[Any] = []
        for (state, word), digit in zip(prefix, letter, strict=True):
            following = self.steps[state][digit]
            if following < 0:
                return None
            after.append((following, (*word, digit) if word or digit else ()))
        return tuple(after)

    def _value(self, word: tuple[int, ...], more: int) -> int:
        """Return what a word is worth with so many zeros behind."""
        if len(word) + more > len(self.weights):
            raise _Exhausted
        return sum(digit * int(self.weights[len(word) - 1 - i + more]) for i, digit in enumerate(word))

    def _place(self, prefix: Any, depth: int, index: dict[Any, int], found: list[Any]) -> int:
        """Return the state of a prefix, perhaps a new one."""
        signature = self._signature(prefix, depth)
        state = index.get(signature)
        if state is not None:
            return state
        if len(signature) < self.width + depth + 1:
            return self._likely(prefix, signature, depth, found)
        if len(found) >= self.most:
            raise _Exhausted
        found.append(prefix)
        index[signature] = len(found) - 1
        return len(found) - 1

    def _likely(self, prefix: Any, signature: Any, depth: int, found: list[Any]) -> int:
        """Return the first state that agrees with a prefix as far as the table goes."""
        for state, known in enumerate(found):
            self.look()
            if self._signature(known, len(signature) - self.width - 1) == signature and all(
                self._clipped(prefix, known, more) for more in range(len(signature) - self.width, depth + 1)
            ):
                return state
        raise _Exhausted

    def _clipped(self, prefix: Any, known: Any, more: int) -> bool:
        """Return whether two prefixes agree on the part of their blocks that is in the table for the first."""
        here: list[slice] = []
        there: list[slice] = []
        for (state, word), (_, other), side in zip(prefix, known, self.table.shape, strict=True):
            first, second = self._value(word, more), self._value(other, more)
            size = min(self.counts[more][state], max(0, side - max(first, second)))
            here.append(slice(first, first + size))
            there.append(slice(second, second + size))
        return np.array_equal(self.table[tuple(here)], self.table[tuple(there)])

    def _signature(self, prefix: Any, depth: int) -> Any:
        """Return what is known of a prefix: its states of validity, and its blocks as far as the table goes."""
        key = prefix, depth
        if key not in self.known:
            self.known[key] = self._blocks(prefix, depth)
        return self.known[key]

    def _blocks(self, prefix: Any, depth: int) -> Any:
        known: list[Any] = [state for state, _ in prefix]
        for more in range(depth + 1):
            place: list[slice] = []
            for (state, word), side in zip(prefix, self.table.shape, strict=True):
                first = self._value(word, more)
                end = first + self.counts[more][state]
                if end > side:
                    if not more or not self.bold:
                        raise _Exhausted
                    return tuple(known)
                place.append(slice(first, end))
            known.append(hash(self.table[tuple(place)].tobytes()))
        return tuple(known)
