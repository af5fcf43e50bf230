"""Proofs of periods too long for memory: only a window of values is kept (R. P. Brent, 1980, for the search of the cycle).

By the window criterion (`grundy.values.patterns.windows`) the last L values decide all that follow. So some windows are
kept as marks, at places that grow by a quarter; when the values of a mark come again, p later, the period p is proved from
the mark on. A. Flammenkamp found the period of 0.106 in this way, 328,226,140,474, with 15,346 values stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grundy.common.errors import TooLarge
from grundy.kernels.repeats import find
from grundy.solving.sparse import SparseSequence

FIRST = 1 << 24
"""Values that are computed, and all kept, before the window is chosen."""
ROOM = 1 << 24
"""Values that are held at a time."""
MARKS = 8
SHORTEST = 64
"""Values that a mark has at least."""

Progress = Callable[[int, int], None]


class Mark(NamedTuple):
    """A window of values, those before the heap ``end``."""

    end: int
    values: Any


class Found(NamedTuple):
    """A period that is proved from ``start`` on, and the window that proves it; it may hold earlier too."""

    start: int
    period: int
    window: int
    computed: int


def find_period(
    sequence: SparseSequence, limit: int, *, threads: int | None = None, progress: Progress | None = None
) -> Found | None:
    """Return a period that a window of values proves, looking at heaps below ``limit``, or None.

    The sequence is extended, and forgets all but a window: 2^24 bytes or so, whatever the limit. TooLarge if there is no
    sparse space, or if it looks back further than the window.
    """
    sequence.extend(min(limit, max(FIRST, sequence.done)), threads=threads, progress=progress)
    if sequence.space is None:
        raise TooLarge("rare and common values cannot be told apart here, so all of them are needed")
    marks: list[Mark] = []
    length, kept = 0, ROOM // 4
    while sequence.done < limit:
        window = sequence.window()
        if window.length > length:  # what decides a value is longer than was thought
            marks, length = [], max(window.length, SHORTEST)
            if length > kept:
                raise TooLarge(
                    "a value looks back {length:,} heaps, but the window keeps {kept:,}", length=length, kept=kept
                )
        if not marks or sequence.done > marks[-1].end + marks[-1].end // 4:
            place = sequence.done - sequence.base
            marks = [*marks[1 - MARKS :], Mark(sequence.done, sequence.values[place - length : place].copy())]
        sequence.slide(kept, kept, ROOM)
        before = sequence.done
        sequence.extend(min(limit, sequence.base + ROOM), threads=threads, progress=progress)
        found = _again(sequence, marks, before, 2 if window.even else 1)
        if found is not None and sequence.window().length <= length:
            return found
    return None


def _again(sequence: SparseSequence, marks: list[Mark], before: int, step: int) -> Found | None:
    """Return the first mark whose values come again and end after the heap ``before``."""
    for mark in marks:
        first = before - len(mark.values) + 1
        place = find(mark.values, sequence.values[first - sequence.base : sequence.done - sequence.base])
        period = before + 1 + place - mark.end
        if place >= 0 and period % step == 0:
            return Found(mark.end - len(mark.values), period, len(mark.values), sequence.done)
    return None
