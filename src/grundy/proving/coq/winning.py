"""The winning moves of a law as one deterministic automaton whose states carry threads, found here and checked by Coq.

The subset construction over the digits of a position gives states with sets of threads; a position that is not lost must
end with a thread whose option is lost and whose conditions hold. A state stands for all that have its threads and
more, and of all threads only those are kept that some end needs, each with the
reason by which it comes from one before: so the kernel follows reasons and searches nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from grundy.common.errors import GrundyError

# -- the automaton of winning moves as texts of numbers, which the library for Coq reads in no time --------------------


def automaton_text(found: Winning) -> str:
    """Return the definitions of the automaton of winning moves."""
    place = {thread: i for i, thread in enumerate(dict.fromkeys(t for state in found.states for t in state.threads))}
    reasons = [reason for state in found.states for arrow in state.arrows if arrow for reason in arrow[1]]
    guess = {one: i for i, one in enumerate(dict.fromkeys(one[1] for one in (*found.first, *reasons) if one))}

    def reason(one: Reason) -> list[int]:
        return [one[0], guess[one[1]]]

    def arrow(one: tuple[int, list[Reason]] | None) -> list[int]:
        return [0, 0] if one is None else [one[0], *_many(map(reason, one[1]))]

    states = ";\n".join(
        _text(
            [
                *([0] if state.law is None else [1, state.law]),
                *_many([digit] for digit in state.digits),
                *_many([place[thread]] for thread in state.threads),
                *_many(map(arrow, state.arrows)),
            ]
        )
        for state in found.states
    )
    guesses = _text(_many(_many([_signed(n)] for n in one) for one in guess))
    first = _text(_many([0] if one is None else [1, *reason(one)] for one in found.first))
    return f"""Definition guesses := of_text (many (many int)) {guesses}.
Definition table := map (of_text thread) [
{(";" + chr(10)).join(map(_thread, place))}].
Definition D := map (of_text (dstate_ guesses table)) [
{states}].
Definition first := of_text (many (maybe (reason guesses))) {first}."""


def _thread(thread: Thread) -> str:
    j, (state, vectors, digits) = thread
    worth = ([0] if v is None else [1, *map(_signed, v)] for v in vectors)
    return _text([j, state, *_many(worth), *_many([digit] for digit in digits)])


# ---- numbers as the library reads them


def _many(found: Iterable[list[int]]) -> list[int]:
    every = [*found]
    return [len(every), *(n for one in every for n in one)]


def _signed(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _text(numbers: Iterable[int]) -> str:
    """Return numbers as a text, in base 46: a character of the upper half says that the number goes on."""
    return '"' + "".join(_written(number // 46, 46) + chr(35 + number % 46) for number in numbers) + '"%data'


def _written(number: int, above: int) -> str:
    return _written(number // 46, above) + chr(35 + above + number % 46) if number else ""


# -- the numeration systems of the Coq library: a recurrence of two terms, and which digits may follow -----------------


Vector = tuple[int, int]
"""(s0, s1): a number that is s0 U_m + s1 U_(m+1) when m digits are to come."""


@dataclass(frozen=True)
class System:
    """U_0 = 1, U_1 = ``second``, U_(m+2) = ``a`` U_(m+1) + ``b`` U_m; ``coq``, ``sound``: its terms in Coq."""

    a: int
    b: int
    second: int
    base: int
    coq: str
    sound: str

    def follow(self, state: int, digit: int) -> int | None:
        """Return the state after a digit, or None where it may not stand: `vs` of the library."""
        if not self.b or digit == 0:
            return 0
        return None if state else int(digit == self.a)

    def follow_all(self, states: tuple[int, ...], letter: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the states of all tracks after a letter, or None."""
        found = [then for then in map(self.follow, states, letter) if then is not None]
        return tuple(found) if len(found) == len(states) else None

    def positive(self, linear: tuple[int, ...], constant: int, first: Any, second: Any) -> Any:
        """Return whether a form will be more than 0, whatever digits come: `sure` of the library."""
        negative = sum(max(0, -a) for a in linear)
        least, first = max(0, 1 - constant - negative), first - negative
        third = self.a * self.second + self.b
        return (least <= first + second * self.second) & (least <= first * self.second + second * third)


def system_of(name: str) -> System:
    """Return a system by its name in certificates; GrundyError for one that the library does not have.

    >>> system_of("msd_fib").coq, system_of("msd_10").base
    ('(rec 1)', 10)
    """
    if power := re.fullmatch(r"msd_([0-9]+)", name):
        k = int(power[1])
        return System(k, 0, k, k, f"(base {k})", f"(base_sound {k} ltac:(lia))")
    like = re.fullmatch(r"rec \[([0-9]+),1;1,([0-9]+)\]", "rec [1,1;1,2]" if name == "msd_fib" else name)
    if not like or int(like[2]) != int(like[1]) + 1:
        raise GrundyError("the library for Coq does not have the numeration {name}", name=name)
    t = int(like[1])
    return System(t, 1, t + 1, t + 1, f"(rec {t})", f"(rec_sound {t} ltac:(lia))")


# -- the threads by which a winning move is found while a position is read, digit by digit -----------------------------
#
# A *thread* reads one form of moves beside the position: it guesses the digits of the further numbers, and holds
# where the law's automaton has come with the option, what each equation and inequality is worth so far (nothing once
# an inequality is sure to hold), and which digits may follow. These are the states that ``step`` of the library for
# Coq goes through.


MOST_THREADS = 20_000
"""More threads than these are not tried; Coq would take hours."""

Letter: TypeAlias = "tuple[int, ...]"
Thread: TypeAlias = "tuple[int, tuple[int, tuple[Vector | None, ...], tuple[int, ...]]]"
"""The form of moves, and what was read of it: state of the option, vectors of the rows, states of the digits."""


@dataclass(frozen=True)
class Row:
    """That Σ a_i n_i + constant is 0 (``equal``), or 0 or more."""

    equal: bool
    linear: tuple[int, ...]
    constant: int

    @property
    def opposite(self) -> tuple[int, ...]:
        """The negated coefficients."""
        return tuple(-a for a in self.linear)


@dataclass(frozen=True)
class Form:
    """``further`` numbers beside a position's, which of all are the ``option``, and what is true of them.

    Without an option play is over at the position, and the player to move has won.
    """

    further: int
    option: tuple[int, ...] | None
    rows: tuple[Row, ...]


class _Reader:
    """All letters of a form at once: those of the position are the slow digits, those guessed the fast ones."""

    def __init__(self, system: System, table: np.ndarray, heaps: int, form: Form) -> None:
        self.system, self.table, self.form = system, table, form
        self.guesses = list(product(range(system.base), repeat=form.further))
        tracks = heaps + form.further
        self.letters = np.array(list(product(range(system.base), repeat=tracks)), dtype=np.int64).reshape(-1, tracks)
        self.option = np.zeros(len(self.letters), dtype=np.int64)
        for track in form.option or ():
            self.option = self.option * system.base + self.letters[:, track]
        self.sums = [self.letters @ np.array(row.linear, dtype=np.int64) for row in form.rows]
        self.full = (self.letters == system.a).astype(np.int64) if system.b else self.letters * 0

    def steps(self, thread: Thread) -> Iterator[tuple[int, Thread, int]]:
        """Yield the numbers of letters, where they lead, and the numbers of guesses."""
        j, (state, vectors, digits) = thread
        law = self.table[state, self.option] if self.form.option else self.option
        held = (law >= 0) & ~((self.letters > 0) & np.array(digits, dtype=bool)).any(axis=1)
        worth: list[tuple[np.ndarray, int, np.ndarray] | None] = []
        for row, sums, vector in zip(self.form.rows, self.sums, vectors, strict=True):
            if vector is None:
                worth.append(None)
                continue
            first, second = sums + self.system.b * vector[1], vector[0] + self.system.a * vector[1]
            held &= ~self.system.positive(row.opposite, -row.constant, -first, -second)
            sure = self.system.positive(row.linear, row.constant + (not row.equal), first, second)
            if row.equal:
                held, sure = held & ~sure, sure & False
            worth.append((first, second, sure))
        for place in np.flatnonzero(held).tolist():
            now = tuple(None if w is None or w[2][place] else (int(w[0][place]), w[1]) for w in worth)
            letter, guess = divmod(place, len(self.guesses))
            yield letter, (j, (int(law[place]), now, tuple(self.full[place].tolist()))), guess


class Threads:
    """All threads of forms of moves, numbered, over a law's automaton (``rows``, ``final``) on ``heaps`` numbers."""

    def __init__(self, system: System, rows: list[list[int]], final: set[int], heaps: int, forms: list[Form]) -> None:
        self.system, self.final, self.heaps, self.forms = system, final, heaps, forms
        self.table = np.array(rows, dtype=np.int64)
        self.letters: list[Letter] = list(product(range(system.base), repeat=heaps))
        self.readers = [_Reader(system, self.table, heaps, form) for form in forms]
        self.threads: list[Thread] = []
        self.after: list[dict[int, list[tuple[int, Letter]]]] = []
        """By thread and letter: the threads that come from it, with what was guessed."""
        self._explore()

    def _explore(self) -> None:
        blank = (0, 0)
        begin: list[Thread] = [
            (j, (0, (blank,) * len(form.rows), (0,) * (self.heaps + form.further))) for j, form in enumerate(self.forms)
        ]
        self.threads, ids = begin, {thread: i for i, thread in enumerate(begin)}
        self.begin = range(len(begin))
        for thread in self.threads:
            reader, found = self.readers[thread[0]], defaultdict(list)
            for letter, then, guess in reader.steps(thread):
                if then not in ids:
                    ids[then] = len(self.threads)
                    self.threads.append(then)
                found[letter].append((ids[then], reader.guesses[guess]))
            self.after.append(dict(found))
            if len(self.threads) > MOST_THREADS:
                raise GrundyError("the winning moves of this law want more than {most:,} threads", most=MOST_THREADS)

    def law(self, state: int | None, letter: int) -> int | None:
        """Return the state of the law's automaton after a letter."""
        then = -1 if state is None else int(self.table[state, letter])
        return None if then < 0 else then

    @cached_property
    def winning(self) -> list[bool]:
        """Of each thread whether the words that lead there are a move to a lost position."""
        return [self._wins(thread) for thread in self.threads]

    def _wins(self, thread: Thread) -> bool:
        j, (state, vectors, _) = thread
        return (self.forms[j].option is None or state in self.final) and all(
            vector is None or self._holds(row, vector[0] + self.system.second * vector[1])
            for row, vector in zip(self.forms[j].rows, vectors, strict=True)
        )

    def _holds(self, row: Row, worth: int) -> bool:
        return worth + row.constant == 0 if row.equal else worth + row.constant >= 0

    @cached_property
    def live(self) -> set[int]:
        """The threads from which a winning end can be reached."""
        before: dict[int, set[int]] = defaultdict(set)
        for i, arrows in enumerate(self.after):
            for found in arrows.values():
                for then, _ in found:
                    before[then].add(i)
        live = {i for i, wins in enumerate(self.winning) if wins}
        work = list(live)
        while work:
            for i in before[work.pop()] - live:
                live.add(i)
                work.append(i)
        return live


MOST_STATES = 20_000
"""More states than these are not tried; Coq would take hours."""

Key: TypeAlias = "tuple[int | None, Letter]"
"""The law's state (None: left), and which digits may follow."""
Reason: TypeAlias = "tuple[int, Letter]"
"""The place of the thread before, and the digits that were guessed."""


@dataclass(frozen=True)
class State:
    """A state of the deterministic automaton: its key, threads, and by letters the next state with reasons."""

    law: int | None
    digits: Letter
    threads: list[Thread]
    arrows: list[tuple[int, list[Reason]] | None]


@dataclass(frozen=True)
class Winning:
    """The automaton, and for each thread of its first state the reason by which it is there (None: it begins a form)."""

    states: list[State]
    first: list[Reason | None]


@dataclass
class _Found:
    """A state of the construction: its key, the threads that it may have, where letters lead."""

    key: Key
    threads: set[int]
    arrows: list[int | None] = field(default_factory=list)


class _Subsets:
    """The construction over threads."""

    def __init__(self, threads: Threads) -> None:
        self.threads, self.system = threads, threads.system
        self.letters = range(len(threads.letters))
        self.after = [
            {letter: {then for then, _ in found} & threads.live for letter, found in arrows.items()}
            for arrows in threads.after
        ]
        self.before: dict[tuple[int, int], list[Reason]] = defaultdict(list)
        """By thread and letter: from which it comes, with what was guessed."""
        for i, arrows in enumerate(threads.after):
            for letter, found in arrows.items():
                for then, guess in found:
                    self.before[then, letter].append((i, guess))
        self.states: list[_Found] = []
        self.by_key: dict[Key, list[int]] = defaultdict(list)

    def construct(self) -> None:
        """Find states, those of the first word first."""
        self.parents = self._parents()
        self.state((0, (0,) * self.threads.heaps), self.parents.keys() & self.threads.live)
        for state in self.states:
            law, digits = state.key
            for letter in self.letters:
                follow = self.system.follow_all(digits, self.threads.letters[letter])
                if follow is None:
                    state.arrows.append(None)
                    continue
                then = {t for thread in state.threads for t in self.after[thread].get(letter, ())}
                state.arrows.append(self.state((self.threads.law(law, letter), follow), then))

    def state(self, key: Key, threads: set[int]) -> int:
        """Return the number of a state that has some of these threads, a new one if there is none."""
        for i in self.by_key[key]:
            if self.states[i].threads <= threads:
                return i
        self.states.append(_Found(key, threads))
        self.by_key[key].append(len(self.states) - 1)
        if len(self.states) > MOST_STATES:
            raise GrundyError("the winning moves of this law want more than {most:,} states", most=MOST_STATES)
        return len(self.states) - 1

    def _parents(self) -> dict[int, Reason | None]:
        """Return of each thread that is there before any digit from which it comes, by zeros of the position."""
        parents: dict[int, Reason | None] = dict.fromkeys(self.threads.begin)
        queue = [*parents]
        for thread in queue:
            for then, guess in self.threads.after[thread].get(0, ()):
                if then not in parents:
                    parents[then] = thread, guess
                    queue.append(then)
        return parents


class _Needs:
    """Which threads of a construction's states the ends need, and by which reasons they come; common ones first."""

    def __init__(self, found: _Subsets) -> None:
        self.found, self.threads, self.states = found, found.threads, found.states
        self.root = 0

    def reduce(self) -> None:
        """Leave only the threads that are needed, and merge states, until nothing changes."""
        while True:
            reached = self.reached = self._reached()
            self._choose()
            same = self._merged()
            if all(same[i] == i and self.needed[i] == self.states[i].threads for i in reached):
                return
            for i in reached:
                self.states[i].threads = self.needed[i]
                self.states[i].arrows = [None if then is None else same[then] for then in self.states[i].arrows]
            self.root = same[self.root]

    def _reached(self) -> list[int]:
        """Return the states that are reached, breadth first."""
        reached = {self.root: None}
        queue = [self.root]
        for i in queue:
            for then in self.states[i].arrows:
                if then is not None and then not in reached:
                    reached[then] = None
                    queue.append(then)
        return queue

    def _choose(self) -> None:
        self.often = Counter(thread for i in self.reached for thread in self.states[i].threads)
        self.needed: dict[int, set[int]] = {i: set() for i in self.reached}
        self.reasons: dict[tuple[int, int], dict[int, Reason]] = defaultdict(dict)
        """By state and letter: of the threads after it, the thread before and the digits guessed."""
        self.work: list[tuple[int, int]] = []
        back: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for i in self.reached:
            for letter, then in enumerate(self.states[i].arrows):
                if then is not None:
                    back[then].append((i, letter))
            if self.states[i].key[0] not in self.threads.final:
                ends = [thread for thread in self.states[i].threads if self.threads.winning[thread]]
                if not ends:
                    raise GrundyError("the certificate is false: a position that is not lost has no winning move")
                self._want(i, max(ends, key=lambda thread: (self.often[thread], thread)))
        while self.work:
            i, thread = self.work.pop()
            for before, letter in back[i]:
                reason = self._reason(before, letter, thread)
                self.reasons[before, letter][thread] = reason
                self._want(before, reason[0])

    def _want(self, i: int, thread: int) -> None:
        if thread not in self.needed[i]:
            self.needed[i].add(thread)
            self.work.append((i, thread))

    def _reason(self, i: int, letter: int, thread: int) -> Reason:
        found = self.found.before[thread, letter]
        own = [(before, guess) for before, guess in found if before in self.states[i].threads]
        return max(own, key=lambda one: (one[0] in self.needed[i], self.often[one[0]], one))

    def _merged(self) -> dict[int, int]:
        """Return for each state one that may stand for it: alike, and with fewer threads."""
        groups: dict[Key, list[int]] = defaultdict(list)
        same: dict[int, int] = {}
        for i in sorted(self.reached, key=lambda i: (len(self.needed[i]), i)):
            group = groups[self.states[i].key]
            same[i] = next((other for other in group if self.needed[other] <= self.needed[i]), i)
            if same[i] == i:
                group.append(i)
        return same

    # ---- as it is written

    def winning(self) -> Winning:
        """Return what was found with states numbered as they are reached, and the first one's threads closed backwards."""
        number = {i: n for n, i in enumerate(self.reached)}
        lists = {i: sorted(self.needed[i]) for i in self.reached}
        lists[self.root] = self._with_parents(lists[self.root])
        places = {i: {thread: n for n, thread in enumerate(found)} for i, found in lists.items()}
        first: list[Reason | None] = []
        for thread in lists[self.root]:
            parent = self.found.parents[thread]
            first.append(None if parent is None else (places[self.root][parent[0]], parent[1]))

        def arrow(i: int, letter: int, then: int | None) -> tuple[int, list[Reason]] | None:
            if then is None:
                return None
            own = self.reasons[i, letter]
            reasons = [own.get(thread) or self._any_reason(lists[i], letter, thread) for thread in lists[then]]
            return number[then], [(places[i][before], guess) for before, guess in reasons]

        states = [
            State(
                *self.states[i].key,
                [self.threads.threads[thread] for thread in lists[i]],
                [arrow(i, letter, then) for letter, then in enumerate(self.states[i].arrows)],
            )
            for i in self.reached
        ]
        return Winning(states, first)

    def _any_reason(self, threads: list[int], letter: int, thread: int) -> Reason:
        """Return a reason of a thread that is there only to begin others."""
        return next(reason for reason in self.found.before[thread, letter] if reason[0] in threads)

    def _with_parents(self, threads: list[int]) -> list[int]:
        """Return threads, and those from which they come, each after its own."""
        found: dict[int, None] = {}
        for thread in threads:
            line = [thread]
            while (parent := self.found.parents[line[-1]]) is not None and line[-1] not in found:
                line.append(parent[0])
            found.update(dict.fromkeys(reversed(line)))
        return list(found)


def winning(threads: Threads) -> Winning:
    """Return the automaton with its reasons; GrundyError where a position that is not lost has no winning move."""
    found = _Subsets(threads)
    found.construct()
    needs = _Needs(found)
    needs.reduce()
    return needs.winning()
