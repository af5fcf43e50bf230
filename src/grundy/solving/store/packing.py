"""States as numbers: the coordinates of a position in as few 64-bit words as their ranges need, in order and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError

Rows = NDArray[np.int64]
Keys = NDArray[Any]
"""uint64 where one word suffices, else bytes that are compared as the words are."""
WORD = 1 << 64
MOST = 32
"""Words of a key: longer states are not packed."""


@dataclass(frozen=True)
class Packing:
    """A mixed-radix number for every state with ``low[i] <= state[i] < low[i] + span[i]``.

    Coordinates share a word while the product of their spans is at most 2^64. So the order of the numbers is that of the
    states, and where one word suffices and most numbers are positions, the number is the place in an array.

    >>> packing = Packing.of(np.array([[3, -1], [5, 6]]))
    >>> packing.low, packing.span, packing.pack(np.array([[3, -1], [4, 0]])).tolist()
    ((3, -1), (3, 8), [0, 9])
    >>> packing.unpack(np.array([9], np.uint64)).tolist()
    [[4, 0]]
    """

    low: tuple[int, ...]
    span: tuple[int, ...]

    @classmethod
    def of(cls, rows: Rows) -> Packing:
        """Return the narrowest packing of some states, one a row; GrundyError for states that are too long. O(size)."""
        low, high = (tuple(map(int, which(axis=0))) for which in (rows.min, rows.max))
        made = cls(low, tuple(last - first + 1 for first, last in zip(low, high, strict=True)))
        if len(made.cuts) - 1 > MOST:
            raise GrundyError(
                "a state of {width} numbers needs {words} words of 64 bits, and at most {most} are kept",
                width=len(low),
                words=len(made.cuts) - 1,
                most=MOST,
            )
        return made

    @property
    def box(self) -> int:
        """How many numbers there are, of states within the ranges."""
        return prod(self.span)

    @cached_property
    def cuts(self) -> list[int]:
        """Where the coordinates of each word begin, and where the last end."""
        found, size = [0], 1
        for i, span in enumerate(self.span):
            if size * span > WORD:
                found.append(i)
                size = 1
            size *= span
        return [*found, len(self.span)]

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The type of keys."""
        words = len(self.cuts) - 1
        return np.dtype(np.uint64 if words == 1 else f"S{8 * words}")

    def holds(self, rows: Rows) -> NDArray[np.bool_]:
        """Return of each row whether it lies within the ranges."""
        high = np.array([first + span - 1 for first, span in zip(self.low, self.span, strict=True)], np.int64)
        return np.logical_and.reduce((rows >= np.array(self.low, np.int64)) & (rows <= high), axis=1)

    def pack(self, rows: Rows) -> Keys:
        """Return the keys of rows that lie within the ranges. O(size)."""
        words = [self._word(rows, *ends) for ends in pairwise(self.cuts)]
        if len(words) == 1:
            return words[0]
        return np.stack(words, axis=1).astype(">u8").view(self.dtype).reshape(-1)

    def _word(self, rows: Rows, begin: int, end: int) -> NDArray[np.uint64]:
        number = np.zeros(len(rows), np.uint64)
        for i in range(begin, end):
            if i > begin:
                number *= np.uint64(self.span[i])
            number += rows[:, i].astype(np.uint64) - np.uint64(self.low[i] % WORD)
        return number

    def unpack(self, keys: Keys) -> Rows:
        """Return the rows of keys. O(size)."""
        cuts = self.cuts
        words = keys.reshape(-1, 1) if len(cuts) == 2 else _words_of(keys, len(cuts) - 1)
        rows = np.empty((len(keys), len(self.span)), np.int64)
        for place, (begin, end) in enumerate(pairwise(cuts)):
            rest = words[:, place].astype(np.uint64)
            for i in range(end - 1, begin, -1):
                rest, digit = np.divmod(rest, np.uint64(self.span[i]))
                rows[:, i] = (digit + np.uint64(self.low[i] % WORD)).astype(np.int64)
            rows[:, begin] = (rest + np.uint64(self.low[begin] % WORD)).astype(np.int64)
        return rows

    def key(self, cells: Sequence[int]) -> Any:
        """Return the key of one state, None where it does not lie within the ranges. O(width), without arrays.

        >>> Packing((0, 0), (10, 10)).key((3, 4)), Packing((0, 0), (10, 10)).key((3, 10))
        (34, None)
        """
        if len(cells) != len(self.span):
            return None
        words: list[int] = []
        for begin, end in pairwise(self.cuts):
            number = 0
            for i in range(begin, end):
                digit = cells[i] - self.low[i]
                if not 0 <= digit < self.span[i]:
                    return None
                number = number * self.span[i] + digit
            words.append(number)
        if len(words) == 1:
            return words[0]
        return np.array(words, ">u8").tobytes()


def _words_of(keys: Keys, words: int) -> NDArray[Any]:
    return np.ascontiguousarray(keys).view(">u8").reshape(-1, words)
