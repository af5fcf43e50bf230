"""Who wins a sum whose value is not wanted or would be too large: the search of `grundy.kernels.sums`, driven."""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.threads import alone
from grundy.kernels import parts as graph
from grundy.kernels import short
from grundy.kernels import sums as kernels
from grundy.kernels.contract import in_words
from grundy.solving.parts import Parts
from grundy.values.canonical import Store, refused, store

SMALL, SIMPLE = 9, 64
"""Parts of up to so many cells are taken by their values; values of m and n options are added where m * n is at most 64."""


class TooDeep(TooLarge):
    """A sum of too many parts or moves for the search; or a game whose play need not end."""


class SumSearch:
    """A search for who wins sums of the parts of one ruleset and a value; what it finds is kept for the next question."""

    def __init__(self, parts: Parts, store: Store, small: int = SMALL) -> None:
        self.parts = parts
        self.store = store
        self._times_emptied = store.times_emptied
        self.table = kernels.laid_out(1)
        self.table[kernels.SMALL], self.table[kernels.SIMPLE] = small, SIMPLE

    @property
    def is_of_now(self) -> bool:
        """Whether the values that it found still stand for what they did."""
        return self.store is store() and self._times_emptied == self.store.times_emptied

    @property
    def visited(self) -> int:
        """How many sums were looked into."""
        return int(self.table[kernels.VISITED])

    @alone
    def left_wins(self, forms: list[int], words: list[int], progress: Any = None) -> bool:
        """Whether Left, who moves first, wins values (ids of forms) and parts (twice the number, 1 more if negated)."""
        values, parts = np.array(sorted(forms), np.int64), np.array(words, np.int64)
        begun, work = self.visited, self.store.work
        while True:
            self.table[kernels.BUDGET] = self.visited + (1 << 16)
            try:
                found = kernels.wins(
                    self.parts.array, self.store.array, self.table, *self.parts.arguments, values, parts
                )
            except TimeoutError:
                self.store.look(work)
            except MemoryError:
                self._make_room(int(self.table[kernels.NEED]))
                limits.check(self.visited - begun, "sums")
                if progress is not None:
                    progress(self.visited)
            except BufferError:
                self.store.lengthen()
            except RecursionError as error:
                raise TooDeep(str(refused(error))) from None
            except OverflowError:
                self.store.learn()
            else:
                return bool(found)

    def right_wins(self, forms: list[int], words: list[int], progress: Any = None) -> bool:
        """Whether Right, who moves first, wins."""
        negatives = [self.store.ask(short.NEGATIVE, form) for form in forms]
        return self.left_wins(negatives, sorted(word ^ 1 for word in words), progress)

    def _make_room(self, need: int) -> None:
        if need == kernels.NOTHING:
            self.store.grow()
        elif need == kernels.PARTS_ROOM:
            self.parts.grow()
        elif need == kernels.WORK_ROOM:
            self.parts.run(graph.MORE_WORK)
        elif need == kernels.RULES_GAVE_UP:
            raise self.parts.refused()
        elif need in (kernels.TOO_LONG, kernels.TOO_DEEP):
            raise TooDeep(
                "a sum of more than {longest} components, or more than {deepest:,} moves, cannot be searched",
                longest=kernels.LONGEST,
                deepest=kernels.DEEPEST,
            )
        elif need == kernels.SUMS_ROOM:
            self._allow(3 * self.table.nbytes)
            self.table = kernels.laid_out(int(self.table[kernels.MASK]) + 1, self.table)
        elif need == kernels.LINE_ROOM:
            frames = 2 * int(self.table[kernels.FRAMES_ROOM])
            self._allow(2 * self.table.nbytes + 8 * frames)
            self.table = kernels.laid_out((int(self.table[kernels.MASK]) + 1) // 2, self.table, frames)

    def _allow(self, needed: int) -> None:
        """Raise TooLarge where so many bytes are more than the limit."""
        allowed = limits.memory()
        if needed > allowed:
            self.parts.refuse()
            raise TooLarge(
                (
                    "the search of sums of {name} holds {table:,} sums in {held} and would need {wanted} to go "
                    "on: more than the {allowed} allowed"
                ),
                name=self.parts.rules.name,
                table=int(self.table[kernels.HELD]),
                held=in_words(self.table.nbytes),
                wanted=in_words(needed),
                allowed=in_words(allowed),
                positions=self.visited,
                needed=needed,
            )
