"""The threads by which a winning move is found while a position is read, digit by digit.

A *thread* reads one form of moves beside the position: it guesses the digits of the further numbers, and holds where the
law's automaton has come with the option, what each equation and inequality is worth so far (nothing once an inequality is
sure to hold), and which digits may follow. These are the states that ``step`` of the library for Coq goes through.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TypeAlias

import numpy as np

from grundy.common.errors import GrundyError
from grundy.proving.coq.systems import System, Vector

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
