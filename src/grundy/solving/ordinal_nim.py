"""Nim with heaps of ordinal size, by Bouton's theorem: a position has options without end, and is solved all the same.

A heap of the ordinal α is moved to any smaller ordinal; play ends, for there is no endless descent. The nim-sum xors the
coefficients of each power of ω (J. H. Conway, *On Numbers and Games*, ch. 11).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from grundy.common.errors import GrundyError
from grundy.values.notation import WIDE, read
from grundy.values.outcome import Outcome
from grundy.values.surreal import Surreal, Transfinite, nim_sum, ordinal

_SAID = re.compile(r"(?<!\w)(?:ω|w|omega)(?!\w)")


class OrdinalMove(NamedTuple):
    """A move of Nim: the number of a heap, from 1, and what it was and becomes."""

    heap: int
    before: Surreal
    after: Surreal

    def __str__(self) -> str:
        return f"heap {self.heap}: {self.before} → {self.after}"


class OrdinalNim(NamedTuple):
    """A position of Nim with heaps of any ordinal size.

    >>> from grundy.values.surreal import OMEGA as w
    >>> place = OrdinalNim((w + 3, Surreal(5)))
    >>> print(place, place.outcome.name, place.value, *place.winning_moves())
    nim(w+3, 5) N *(w+6) heap 1: w+3 → 5
    """

    heaps: tuple[Surreal, ...]

    @property
    def value(self) -> Transfinite:
        """The nimber that it is worth: the nim-sum of the heaps."""
        return Transfinite(0, nim_sum(*self.heaps))

    @property
    def outcome(self) -> Outcome:
        """Who wins: N, the player to move, or P."""
        return Outcome.N if self.value.nimber else Outcome.P

    def winning_moves(self) -> list[OrdinalMove]:
        """Return the moves to a nim-sum of 0: at most one in each heap."""
        total = self.value.nimber
        after = [nim_sum(heap, total) for heap in self.heaps]
        return [
            OrdinalMove(place, heap, left)
            for place, (heap, left) in enumerate(zip(self.heaps, after, strict=True), 1)
            if left < heap
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as plain data."""
        return {
            "position": str(self),
            "outcome": self.outcome.value,
            "value": str(self.value),
            "winning_moves": [str(move) for move in self.winning_moves()],
        }

    def __str__(self) -> str:
        return f"nim({', '.join(map(str, self.heaps))})"


def of_words(words: list[str]) -> OrdinalNim | None:
    """Return the position that words stand for, ``nim w+3 5`` or ``nim(w+3, 5)``; None where no heap is infinite.

    GrundyError for a heap that is no ordinal.

    >>> print(of_words(["nim", "w^2", "5"]), of_words(["nim", "3", "5"]))
    nim(w^2, 5) None
    """
    name, _opens, said = " ".join(words).partition("(")
    inside = said.strip().removesuffix(")").split(",") if said and name.strip() == "nim" else words[1:]
    if name.split()[:1] != ["nim"] or not any(map(_SAID.search, inside)):
        return None
    return OrdinalNim(tuple(ordinal(_number(heap)) for heap in inside))


def _number(text: str) -> Surreal:
    found = Transfinite.of(read(text, WIDE))
    if found.nimber:
        raise GrundyError("a heap is an ordinal such as w+3, not {heap}", heap=text)
    return found.number
