"""Automata learned from a table: the fewest states that tell apart what the table tells apart.

A prefix of the words of a tuple of numbers leaves, for each number of digits that may follow, a block of the table. Two
prefixes are one state if their blocks are the same for all numbers of digits up to m; m is raised until the automaton gives
the whole table back. What comes out is a guess, to be proved. (J. Myhill 1957, A. Nerode 1958; to compare the blocks
of one length only would merge too much. Bold guesses: cf. E. M. Gold, *Complexity of automaton identification from
given data*, 1978.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError, PositionError, TooLarge
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.numeration import Numeration
from grundy.rules.functions import ANY, ONE, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.outcome import Outcome

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


# ---- positions in growing order, and what is true of them: what a guessed formula is tested against

Arguments = tuple[int, ...]

WIDEST = 3
"""Of states of any length, those of 1 to so many numbers are looked at."""


def coordinates(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the numbers that make a state; GrundyError where a state is not made of numbers.

    >>> from grundy.games import load
    >>> coordinates(load("nim"))
    ('n',)
    """
    if isinstance(rules, HeapRuleset):
        return ("n",)
    if not isinstance(rules, FunctionRuleset) or not rules.integers:
        raise GrundyError(
            "positions of {name} are not made of integers, so no formula can be tested on them", name=rules.name
        )
    return rules.names


def one_number(rules: Ruleset) -> Ruleset:
    """Return the ruleset if one number is a position of it, of coins that of their heads; else GrundyError."""
    if isinstance(rules, HeapRuleset) or (isinstance(rules, FunctionRuleset) and rules.integers and rules.shape == ONE):
        return rules
    from grundy.rules.as_heap_code import heads_as_heaps  # most games are heaps

    if (coins := heads_as_heaps(rules)) is not rules:
        return coins
    raise GrundyError("a position of {name} is not a single number, so it has no nim-sequence", name=rules.name)


def environment(rules: Ruleset, args: Arguments) -> dict[str, Any]:
    """Return the names that a formula may use for a state, with their values."""
    names = coordinates(rules)
    spread = isinstance(rules, FunctionRuleset) and rules.shape == ANY
    return {**rules.params, **({names[0]: args} if spread else dict(zip(names, args, strict=True)))}


def growing(rules: Ruleset) -> Iterator[tuple[int, list[Arguments]]]:
    """Yield (largest number, the states whose largest number it is), without end.

    >>> from grundy.games import load
    >>> next(growing(load("nim")))
    (0, [(0,)])
    """
    names = coordinates(rules)
    spread = isinstance(rules, FunctionRuleset) and rules.shape == ANY
    widths = range(1, WIDEST + 1) if spread else [len(names)]
    for largest in count():
        yield largest, [args for width in widths for args in sorted(_shell(largest, width))]


def _shell(largest: int, width: int) -> Iterator[Arguments]:
    """Yield the tuples of so many numbers whose largest number is ``largest``, each once."""
    for place in range(width):
        for before in product(range(largest), repeat=place):
            for after in product(range(largest + 1), repeat=width - 1 - place):
                yield (*before, largest, *after)


def values(rules: Ruleset, states: Iterable[Arguments]) -> list[int]:
    """Return the Grundy value (of a scoring game the score) of each state: all are one question, which meets each once."""
    positions = _positions(rules, states)
    return [each.score() for each in positions] if rules.scoring else rules.grundy(positions).tolist()


def losing(rules: Ruleset, states: Iterable[Arguments], play: str = "normal") -> list[bool]:
    """Return for each state whether the player to move loses."""
    return rules.lost(_positions(rules, states), play=play).tolist()


def square(rules: Ruleset, size: int, *, outcomes: bool = False, play: str = "normal") -> list[list[Any]]:
    """Return the Grundy values (of a scoring game the scores) of the positions (a, b) with a, b <= size, a row for each a.

    Of a game on one number there is one row. With ``outcomes`` the outcome classes in ``play``; so too where there are no
    values, in misère play and in games with endings. None stands where there is no position. GrundyError if a position is
    not one or two numbers.

    >>> from grundy.games import load
    >>> square(load("wythoff"), 2), square(load("bash"), 5)
    ([[0, 1, 2], [1, 2, 0], [2, 0, 1]], [[0, 1, 2, 3, 0, 1]])
    """
    alone = has_one_number(rules)
    two = isinstance(rules, HeapRuleset) or len(coordinates(rules)) == 2 or getattr(rules, "shape", "") == ANY
    if not (alone or two):
        raise GrundyError("a position of {name} is not one number or two", name=rules.name)
    tops = (size,) if alone else (size, size)
    if rules.scoring and not (outcomes or has_outcomes_only(rules, play)):
        from grundy.solving.boxes import asked  # sequences need no search

        return asked(rules, tops, Position.score, None, object).reshape(-1, size + 1).tolist()
    found = box(rules, tops, outcomes, play)
    return [
        [None if entry in ("", -1) else Outcome(entry) if isinstance(entry, str) else entry for entry in row]
        for row in found.reshape(-1, size + 1).tolist()
    ]


def box(rules: Ruleset, where: Iterable[Any], outcomes: bool = False, play: str = "normal") -> np.ndarray:
    """Return the Grundy values of many positions in one call, or the letters of their outcomes where there are no values."""
    told = outcomes or has_outcomes_only(rules, play) or rules.partisan or rules.scoring
    return rules.outcomes(*where, play=play) if told else rules.grundy(*where)


def is_lost(found: np.ndarray) -> np.ndarray:
    """Return which of many answers, values or letters or truths, are of positions that are lost for the player to move."""
    return found if found.dtype == bool else found == ("P" if found.dtype.kind == "U" else 0)


def has_one_number(rules: Ruleset) -> bool:
    """Whether a position is one number, and not some heaps."""
    return isinstance(rules, FunctionRuleset) and rules.integers and rules.shape == ONE


def has_outcomes_only(rules: Ruleset, play: str) -> bool:
    """Whether positions have outcomes and no values: in misère play, and where rules declare endings."""
    return play == "misere" or (rules.only_outcomes and not rules.scoring)


def _positions(rules: Ruleset, states: Iterable[Arguments]) -> Iterator[Position]:
    return (Position(rules, rules.make_state(args)) for args in states)


def accepted(rules: Ruleset, args: Arguments) -> bool:
    """Whether the ruleset has that state: its setup, where it declares one, refuses what is no position."""
    try:
        rules.make_state(args)
        if "setup" in rules.hooks:
            rules(*args)
    except PositionError:
        return False
    return True


# -- the starts of a game by the size of their board, and who wins each ------------------------------------------------


LIMITS: dict[str, Any] = {"positions": 20_000, "seconds": 2.0}
"""What a board of a table may take; a larger board than one that takes more is not tried."""
TOO_LARGE = "…"


def is_of_boards(rules: Ruleset) -> bool:
    """Whether positions are boards or graphs: they are shown, and not as the numbers that make their state.

    >>> from grundy.games import load
    >>> [is_of_boards(load(name)) for name in ("tic-tac-toe", "domineering", "nim", "cutcake", "chomp")]
    [True, True, False, False, False]
    """
    if getattr(rules, "board", None) is not None:
        return True
    if "show" not in rules.hooks or rules.begins is None:
        return False
    if all(word.isdecimal() or "=" in word for word in rules.begins.usual.split()):
        return False
    start = rules.start()
    shown = start.ruleset.show(start.state)
    return [int(number) for number in re.findall(r"[0-9]+", shown)] != [*start.ruleset.arguments(start.state)]


def by_size(rules: Ruleset, largest: int, *, outcomes: bool = False, play: str = "normal") -> list[list[Any]]:
    """Return the outcomes, scores or Grundy values of the starts of sizes a x b up to a largest, a row for each a from 0.

    None stands where the game has no start of a size, and `TOO_LARGE` where it takes too long. GrundyError of a game that
    has no sizes.

    >>> from grundy.games import load
    >>> by_size(load("cram"), 3)
    [[None, None, None, None], [None, 0, 1, 1], [None, 1, 0, 1], [None, 1, 1, 0]]
    """
    told = outcomes or has_outcomes_only(rules, play) or rules.partisan
    if not rules.takes_sizes and getattr(rules, "board", None) is None:
        usual = f" {rules.begins.usual}" if rules.begins else ""
        raise GrundyError(
            "positions of {name} are neither numbers nor boards of a size: solve one, as grundy solve {name}{usual}",
            name=rules.name,
            usual=usual,
        )
    table: list[list[Any]] = [[None] * (largest + 1) for _row in range(largest + 1)]
    heavy: list[tuple[int, int]] = []
    for a, b in sorted(
        ((a, b) for a in range(1, largest + 1) for b in range(1, largest + 1)), key=lambda size: size[0] * size[1]
    ):
        try:
            start = rules.start(a, b)
        except PositionError:
            continue
        if any(a >= rows and b >= columns for rows, columns in heavy):
            table[a][b] = TOO_LARGE
            continue
        try:
            table[a][b] = _answer(start, told, play)
        except TooLarge:
            heavy.append((a, b))
            table[a][b] = TOO_LARGE
    return table


def _answer(start: Position, told: bool, play: str) -> Any:
    """Return the outcome of a start if that is to be told, else its score or its Grundy value."""
    if told or start.ruleset.scoring:
        solution = start.solve(play, **LIMITS)
        return solution.outcome if told else solution.value
    return start.grundy(**LIMITS)
