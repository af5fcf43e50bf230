"""The winning moves of a law as one deterministic automaton whose states carry threads, found here and checked by Coq.

A *thread* reads one form of moves beside the position: it guesses the digits of the option and of the further numbers, and
holds where the law's automaton has come with the option, what each equation is worth so far, and which digits may follow.
The subset construction over the digits of the position alone gives states with sets of threads; a position that is not
lost must end with a thread whose option is lost and whose equations are 0. Of all threads only those are kept that some
such end needs, each with the reason by which it comes from one before: so the kernel follows reasons and searches nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from grundy.common.errors import GrundyError
from grundy.proving.coq.systems import System, Vector

MOST_STATES = 20_000
"""More states than these are not tried; Coq would take hours."""

Letter: TypeAlias = "tuple[int, ...]"
Thread: TypeAlias = "tuple[int, tuple[int, tuple[Vector, ...], tuple[int, ...]]]"
"""The form of moves, and what was read of it: state of the option, vectors of the equations, states of the digits."""
Reason: TypeAlias = "tuple[int, Letter]"
"""The place of the thread before, and the digits that were guessed."""


@dataclass(frozen=True)
class Form:
    """``further`` numbers (the first ones are the option), and equations Σ a_i n_i + c = 0 among the position and these."""

    further: int
    rows: tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True)
class State:
    """A state of the deterministic automaton: the law's state (None: left), digit states, threads, and arrows by letters."""

    law: int | None
    digits: tuple[int, ...]
    threads: list[Thread]
    arrows: list[tuple[int, list[Reason]] | None]


@dataclass(frozen=True)
class Threaded:
    """The automaton, and for each thread of its first state the reason by which it is there (None: it begins a form)."""

    states: list[State]
    first: list[Reason | None]


@dataclass
class _Arrow:
    """An arrow of the construction, with the reasons chosen for the threads at its end."""

    before: int
    letter: Letter
    after: int
    reasons: dict[Thread, tuple[Thread, Letter]] = field(default_factory=dict)


class Threads:
    """The threads of a game's forms, over a law's automaton ``rows``, ``final``, for positions of so many numbers."""

    def __init__(self, system: System, rows: list[list[int]], final: set[int], heaps: int, forms: list[Form]) -> None:
        self.system, self.rows, self.final, self.heaps, self.forms = system, rows, final, heaps, forms
        self.letters = list(product(range(system.base), repeat=heaps))
        self.zero = (0,) * heaps
        self.start: list[Thread] = [
            (j, (0, ((0, 0),) * len(form.rows), (0,) * (heaps + form.further))) for j, form in enumerate(forms)
        ]
        self.after = cache(self._after)

    def law(self, state: int | None, letter: Letter) -> int | None:
        """Return the state of the law's automaton after a letter."""
        if state is None:
            return None
        place = 0
        for digit in letter:
            place = place * self.system.base + digit
        found = self.rows[state][place]
        return None if found < 0 else found

    def _after(self, thread: Thread, letter: Letter) -> tuple[tuple[Thread, Letter], ...]:
        """Return the threads that come from one by a letter of the position, each with the digits guessed."""
        guesses = product(range(self.system.base), repeat=self.forms[thread[0]].further)
        found = ((self._step(thread, (*letter, *guess)), guess) for guess in guesses)
        return tuple((then, guess) for then, guess in found if then is not None)

    def _step(self, thread: Thread, letter: Letter) -> Thread | None:
        j, (state, vectors, digits) = thread
        then, follow = self.law(state, letter[self.heaps : 2 * self.heaps]), self.system.follow_all(digits, letter)
        if then is None or follow is None:
            return None
        worth: list[Vector] = []
        for (row, constant), vector in zip(self.forms[j].rows, vectors, strict=True):
            now = self.system.read(vector, sum(a * d for a, d in zip(row, letter, strict=True)))
            if self.system.never(row, constant, now):
                return None
            worth.append(now)
        return j, (then, tuple(worth), follow)

    def wins(self, thread: Thread) -> bool:
        """Return whether the words that lead here are a move to a lost position."""
        j, (state, vectors, _) = thread
        pairs = zip(self.forms[j].rows, vectors, strict=True)
        return state in self.final and all(self.system.is_zero(v, constant) for (_, constant), v in pairs)

    # ---- the deterministic automaton, whose states are known by what they are

    def threaded(self) -> Threaded:
        """Return the automaton with its reasons; GrundyError where a position that is not lost has no winning move."""
        keys, arrows, threads = self._subsets()
        live = self._live(threads)
        kept = [set(found) & live for found in threads]
        root = 0
        while True:
            reached = _reached(root, arrows)
            needed, chosen = self._needed(keys, reached, arrows, kept)
            same = _merged(keys, reached, needed)
            if all(same[i] == i and len(needed[i]) == len(kept[i]) for i in reached):
                return self._numbered(keys, reached, arrows, needed, chosen)
            for i in reached:
                kept[i] = needed[i]
                arrows[i] = [None if t is None else same[t] for t in arrows[i]]
            root = same[root]

    def _subsets(self) -> tuple[list[tuple[int | None, Letter]], list[list[int | None]], list[frozenset[Thread]]]:
        begin = list(dict.fromkeys(self._closed(self.start)))
        order: list[tuple[int | None, Letter, frozenset[Thread]]] = [(0, self.zero, frozenset(begin))]
        ids = {order[0]: 0}
        arrows: list[list[int | None]] = []
        for law, digits, threads in order:
            row: list[int | None] = []
            for letter in self.letters:
                follow = self.system.follow_all(digits, letter)
                if follow is None:
                    row.append(None)
                    continue
                then = frozenset(t for thread in threads for t, _ in self.after(thread, letter))
                state = self.law(law, letter), follow, then
                if state not in ids:
                    ids[state] = len(order)
                    order.append(state)
                row.append(ids[state])
            arrows.append(row)
            if len(order) > MOST_STATES:
                raise GrundyError("the winning moves of this law want more than {most:,} states", most=MOST_STATES)
        return [(law, digits) for law, digits, _ in order], arrows, [threads for _, _, threads in order]

    def _closed(self, threads: list[Thread]) -> Iterator[Thread]:
        """Yield threads and all that come from them by zeros of the position, each after that from which it comes."""
        queue = list(threads)
        seen = set(queue)
        for thread in queue:
            yield thread
            for then, _ in self.after(thread, self.zero):
                if then not in seen:
                    seen.add(then)
                    queue.append(then)

    def _live(self, threads: list[frozenset[Thread]]) -> set[Thread]:
        """Return the threads from which a winning end can be reached."""
        every = {thread for found in threads for thread in found}
        before: dict[Thread, set[Thread]] = defaultdict(set)
        for thread in every:
            for letter in self.letters:
                for then, _ in self.after(thread, letter):
                    before[then].add(thread)
        live = {thread for thread in every if self.wins(thread)}
        work = list(live)
        while work:
            for thread in before[work.pop()] - live:
                live.add(thread)
                work.append(thread)
        return live

    def _needed(
        self,
        keys: list[tuple[int | None, Letter]],
        reached: list[int],
        arrows: list[list[int | None]],
        kept: list[set[Thread]],
    ) -> tuple[dict[int, set[Thread]], dict[tuple[int, Letter, int], _Arrow]]:
        """Return the threads that ends need, and for each arrow the reasons chosen; common threads are taken first."""
        back: dict[int, list[_Arrow]] = {i: [] for i in reached}
        for i in reached:
            for letter, then in zip(self.letters, arrows[i], strict=True):
                if then is not None:
                    back[then].append(_Arrow(i, letter, then))
        often = Counter(thread for i in reached for thread in kept[i])
        needed: dict[int, set[Thread]] = {i: set() for i in reached}
        work: list[tuple[int, Thread]] = []

        def want(i: int, thread: Thread) -> None:
            if thread not in needed[i]:
                needed[i].add(thread)
                work.append((i, thread))

        for i in reached:
            if keys[i][0] not in self.final:
                ends = [thread for thread in kept[i] if self.wins(thread)]
                if not ends:
                    raise GrundyError("the certificate is false: a position that is not lost has no winning move")
                want(i, max(ends, key=lambda thread: (often[thread], thread)))
        while work:
            i, thread = work.pop()
            for arrow in back[i]:
                reason = self._reason(arrow, thread, kept, needed, often)
                arrow.reasons[thread] = reason
                want(arrow.before, reason[0])
        return needed, {(a.before, a.letter, a.after): a for found in back.values() for a in found}

    def _reason(
        self,
        arrow: _Arrow,
        thread: Thread,
        kept: list[set[Thread]],
        needed: dict[int, set[Thread]],
        often: Counter[Thread],
    ) -> tuple[Thread, Letter]:
        found = [
            (before, guess)
            for before in kept[arrow.before]
            for then, guess in self.after(before, arrow.letter)
            if then == thread
        ]
        return max(found, key=lambda one: (one[0] in needed[arrow.before], often[one[0]], one))

    def _numbered(
        self,
        keys: list[tuple[int | None, Letter]],
        reached: list[int],
        arrows: list[list[int | None]],
        needed: dict[int, set[Thread]],
        chosen: dict[tuple[int, Letter, int], _Arrow],
    ) -> Threaded:
        """Return what was found with states numbered as they are reached, and the first one's threads closed backwards."""
        number = {i: n for n, i in enumerate(reached)}
        lists = {i: sorted(needed[i]) for i in reached}
        parents = self._parents()
        lists[reached[0]] = _with_parents(lists[reached[0]], parents)
        places = {i: {thread: n for n, thread in enumerate(lists[i])} for i in reached}
        first: list[Reason | None] = []
        for thread in lists[reached[0]]:
            parent = parents[thread]
            first.append(None if parent is None else (places[reached[0]][parent[0]], parent[1]))

        def arrow(i: int, letter: Letter, then: int) -> tuple[int, list[Reason]]:
            own = chosen[i, letter, then].reasons
            reasons: list[Reason] = []
            for thread in lists[then]:
                before, guess = own.get(thread) or self._any_reason(lists[i], letter, thread)
                reasons.append((places[i][before], guess))
            return number[then], reasons

        states = [
            State(
                *keys[i],
                lists[i],
                [None if t is None else arrow(i, letter, t) for letter, t in zip(self.letters, arrows[i], strict=True)],
            )
            for i in reached
        ]
        return Threaded(states, first)

    def _any_reason(self, before: list[Thread], letter: Letter, thread: Thread) -> tuple[Thread, Letter]:
        """Return a reason of a thread that is there only to begin others."""
        return min((one, guess) for one in before for then, guess in self.after(one, letter) if then == thread)

    def _parents(self) -> dict[Thread, Any]:
        """Return of each thread that is there before any digit from which it comes, by zeros of the position."""
        parents: dict[Thread, Any] = dict.fromkeys(self.start)
        for thread in self._closed(self.start):
            for then, guess in self.after(thread, self.zero):
                parents.setdefault(then, (thread, guess))
        return parents


def _with_parents(threads: list[Thread], parents: dict[Thread, Any]) -> list[Thread]:
    """Return threads, and those from which they come, each after its own."""
    found: dict[Thread, None] = {}
    for thread in threads:
        line = [thread]
        while parents[line[-1]] is not None and line[-1] not in found:
            line.append(parents[line[-1]][0])
        found.update(dict.fromkeys(reversed(line)))
    return list(found)


def _reached(root: int, arrows: list[list[int | None]]) -> list[int]:
    """Return the states that are reached from one, breadth first."""
    found = {root: None}
    queue = [root]
    for i in queue:
        for then in arrows[i]:
            if then is not None and then not in found:
                found[then] = None
                queue.append(then)
    return queue


def _merged(
    keys: list[tuple[int | None, Letter]], reached: list[int], needed: dict[int, set[Thread]]
) -> dict[int, int]:
    """Return for each state one that may stand for it: alike, and with fewer threads."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for i in reached:
        groups[keys[i]].append(i)
    same: dict[int, int] = {}
    for group in groups.values():
        kept: list[int] = []
        for i in sorted(group, key=lambda i: (len(needed[i]), i)):
            other = next((k for k in kept if needed[k] <= needed[i]), None)
            if other is None:
                kept.append(i)
            same[i] = i if other is None else other
    return same
