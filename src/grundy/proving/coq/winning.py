"""The winning moves of a law as one deterministic automaton whose states carry threads, found here and checked by Coq.

The subset construction over the digits of a position gives states with sets of threads; a position that is not lost must
end with a thread whose option is lost and whose conditions hold. A state stands for all that have its threads and
more, and of all threads only those are kept that some end needs, each with the
reason by which it comes from one before: so the kernel follows reasons and searches nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TypeAlias

from grundy.common.errors import GrundyError
from grundy.proving.coq.threads import Letter, Thread, Threads

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
