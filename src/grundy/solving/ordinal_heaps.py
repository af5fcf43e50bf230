"""Nim and Wythoff's game with heaps of ordinal size: a position has options without end, and is solved all the same.

A heap of the ordinal α is moved to any smaller ordinal; play ends, for there is no endless descent. The nim-sum xors the
coefficients of each power of ω (J. H. Conway, *On Numbers and Games*, ch. 11).

In Wythoff's game the same ordinal δ > 0 may also be taken from the ends of both: α' + δ and β' + δ leave α' and β'. Heaps
are λ + m and μ + n, λ and μ without a last element, or 0. They are lost where λ = μ and (m, n) is a pair of Wythoff's, or of
λ > 0 where (m + 1, n + 1) is one: an infinite δ, which has the m at its end, is no tail of both where m and n differ; where
they are equal both heaps can be taken whole, so that (0, 0) is missing from the pairs, and the others follow as ever. Where
λ < μ, the larger heap is moved to the partner of the smaller.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.values.notation import WIDE, read
from grundy.values.outcome import Outcome
from grundy.values.patterns.law import Beatty
from grundy.values.surreal import ZERO, Surreal, Transfinite, nim_sum, ordinal

WYTHOFF = Beatty(1)
_SAID = re.compile(r"(?<!\w)(?:ω|w|omega)(?!\w)")


class OrdinalMove(NamedTuple):
    """A move: what the heaps were and what they become.

    >>> print(OrdinalMove((Surreal(5), Surreal(9)), (Surreal(5), Surreal(3))))
    heap 2: 9 → 3
    """

    before: tuple[Surreal, ...]
    after: tuple[Surreal, ...]

    def __str__(self) -> str:
        changed = [i for i, (old, new) in enumerate(zip(self.before, self.after, strict=True)) if old != new]
        if len(changed) > 1:
            return _("both heaps: {old} → {new}").format(old=_listed(self.before), new=_listed(self.after))
        return _("heap {heap}: {old} → {new}").format(
            heap=changed[0] + 1, old=self.before[changed[0]], new=self.after[changed[0]]
        )


@dataclass(frozen=True)
class OrdinalHeaps(ABC):
    """A position with heaps of any ordinal size."""

    heaps: tuple[Surreal, ...]
    name = ""

    @property
    def value(self) -> Transfinite:
        """The nimber that it is worth; GrundyError where only the winner is known."""
        raise GrundyError("of {position} it is known who wins, and no value", position=str(self))

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """Who wins: N, the player to move, or P."""

    def winning_moves(self) -> list[OrdinalMove]:
        """Return moves that win."""
        return [OrdinalMove(self.heaps, after) for after in self._lost_after() if after != self.heaps]

    @abstractmethod
    def _lost_after(self) -> list[tuple[Surreal, ...]]:
        """Return heaps that are lost and can be left, or the heaps themselves."""

    @abstractmethod
    def why(self) -> str:
        """Return by which theorem it is won or lost, in words."""

    def explain(self) -> str:
        """Return why it is won or lost, and the moves that win."""
        return "\n".join([self.why(), *(_("winning move: {move}").format(move=move) for move in self.winning_moves())])

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as plain data."""
        moves = [str(move) for move in self.winning_moves()]
        return {"position": str(self), "outcome": self.outcome.value, "value": None, "winning_moves": moves}

    def __str__(self) -> str:
        return f"{self.name}({_listed(self.heaps)})"


class OrdinalNim(OrdinalHeaps):
    """A position of Nim.

    >>> from grundy.values.surreal import OMEGA as w
    >>> place = OrdinalNim((w + 3, Surreal(5)))
    >>> print(place, place.outcome.name, place.value, *place.winning_moves())
    nim(w+3, 5) N *(w+6) heap 1: w+3 → 5
    """

    name = "nim"

    @property
    def value(self) -> Transfinite:
        """The nimber that it is worth: the nim-sum of the heaps."""
        return Transfinite(0, nim_sum(*self.heaps))

    @property
    def outcome(self) -> Outcome:
        """Who wins: N, the player to move, or P."""
        return Outcome.N if self.value.nimber else Outcome.P

    def why(self) -> str:
        """Return that the nim-sum is 0, or is not, in words."""
        told = _("The nim-sum, power of w by power of w, is {total}; the player to move loses exactly when it is 0.")
        return told.format(total=self.value.nimber)

    def _lost_after(self) -> list[tuple[Surreal, ...]]:
        total = self.value.nimber
        return [
            (*self.heaps[:place], min(heap, nim_sum(heap, total)), *self.heaps[place + 1 :])
            for place, heap in enumerate(self.heaps)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as plain data."""
        return {**super().to_dict(), "value": str(self.value)}


class OrdinalWythoff(OrdinalHeaps):
    """A position of Wythoff's game; of the moves that take infinitely many from both the one that takes all is told.

    >>> from grundy.values.surreal import OMEGA as w
    >>> place = OrdinalWythoff((w + 3, Surreal(5)))
    >>> print(place, place.outcome.name, *place.winning_moves())
    wythoff(w+3, 5) N heap 1: w+3 → 3
    >>> OrdinalWythoff((w, w + 1)).outcome.name, str(OrdinalWythoff((w, w)).winning_moves()[0])
    ('P', 'both heaps: w, w → 0, 0')
    """

    name = "wythoff"

    @property
    def outcome(self) -> Outcome:
        """Who wins: N, the player to move, or P."""
        one, other = self.heaps
        return Outcome.P if _partner(one) == other else Outcome.N

    def why(self) -> str:
        """Return which heap would make it lost, in words."""
        told = _("With a heap of {heap} the player to move loses exactly when the other heap is {partner}.")
        return told.format(heap=self.heaps[0], partner=_partner(self.heaps[0]))

    def _lost_after(self) -> list[tuple[Surreal, ...]]:
        one, other = self.heaps
        found = [(min(one, _partner(other)), other), (one, min(other, _partner(one)))]
        (limit, m), (as_well, n) = _parted(one), _parted(other)
        if limit == as_well:
            few, many = (limit + (each - bool(limit)) for each in WYTHOFF.pair(abs(m - n)))
            both = (ZERO, ZERO) if m == n else (few, many) if m < n else (many, few)
            found += [both] if both < self.heaps else []
        return found


def _parted(heap: Surreal) -> tuple[Surreal, int]:
    """Return an ordinal without its finite end, and that."""
    if not heap.terms or heap.terms[-1][0].terms:
        return heap, 0
    return Surreal(heap.terms[:-1]), int(heap.terms[-1][1])


def _partner(heap: Surreal) -> Surreal:
    """Return the one ordinal that is lost in Wythoff's game beside an ordinal."""
    limit, finite = _parted(heap)
    return limit + (WYTHOFF.partner(finite + bool(limit)) - bool(limit))


def _listed(heaps: tuple[Surreal, ...]) -> str:
    return ", ".join(map(str, heaps))


GAMES: dict[str, type[OrdinalHeaps]] = {"nim": OrdinalNim, "wythoff": OrdinalWythoff}


def of_words(words: list[str]) -> OrdinalHeaps | None:
    """Return the position that words stand for, ``nim w+3 5`` or ``nim(w+3, 5)``; None where no heap is infinite.

    GrundyError for a heap that is no ordinal, and for other than two heaps of Wythoff's game.

    >>> print(of_words(["nim", "w^2", "5"]), of_words(["nim", "3", "5"]), of_words(["wythoff(w, 5)"]))
    nim(w^2, 5) None wythoff(w, 5)
    """
    name, _opens, said = " ".join(words).partition("(")
    inside = said.strip().removesuffix(")").split(",") if said and name.strip() in GAMES else words[1:]
    own = name.split()[0] if name.strip() else ""
    if own not in GAMES or not any(map(_SAID.search, inside)):
        return None
    heaps = tuple(ordinal(_number(heap)) for heap in inside)
    if own == "wythoff" and len(heaps) != 2:
        raise GrundyError("wythoff is played with two heaps, not {count}", count=len(heaps))
    return GAMES[own](heaps)


def _number(text: str) -> Surreal:
    found = Transfinite.of(read(text, WIDE))
    if found.nimber:
        raise GrundyError("a heap is an ordinal such as w+3, not {heap}", heap=text)
    return found.number
