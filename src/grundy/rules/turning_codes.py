"""Turning codes: which coins of a row a move turns, beside the rightmost, which goes from heads to tails.

``1-3`` turns one to three coins, ``3`` exactly three, ``1+`` any number. Letters behind it limit which they may be: ``C``
neighbours, ``C(5)`` five neighbours or some of them, ``E`` coins at equal distances, ``S`` coins that lie symmetrically,
``F`` the first coin of the row among them. A comma stands between ways of which any may be chosen: ``2-3,6C``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from grundy.common.errors import GrundyError

Coins = tuple[int, ...]
_WAY = re.compile(r"(\d{1,6})(?:(\+)|-(\d{1,6}))?((?:C(?:\(\d{1,6}\))?|[EFS])*)")


class Turning(NamedTuple):
    """One way of a turning code: how many coins, and how they lie."""

    least: int
    most: int | None
    letters: frozenset[str]
    span: int | None

    def fits(self, count: int) -> bool:
        """Whether so many coins may be turned."""
        return self.least <= count and (self.most is None or count <= self.most)

    def sets(self, coin: int) -> Iterator[Coins]:
        """Iterate over the sets of coins left of one, from 0, that may be turned with it."""
        if self.fits(1) and ("F" not in self.letters or not coin):
            yield ()
        furthest = 0 if self.span is None else max(0, coin - self.span + 1)
        for first in range(furthest, coin):
            if first and "F" in self.letters:
                return
            yield from ((first, *inner) for inner in self._between(first, coin) if self.fits(len(inner) + 2))

    def _between(self, first: int, last: int) -> Iterator[Coins]:
        """Iterate over what may be turned between the first and the last coin."""
        inner = range(first + 1, last)
        if "C" in self.letters:
            yield tuple(inner)
        elif "E" in self.letters:
            yield from (tuple(inner[d - 1 :: d]) for d in range(1, last - first + 1) if (last - first) % d == 0)
        elif "S" in self.letters:
            half, middle = inner[: len(inner) // 2], inner[len(inner) // 2 : (len(inner) + 1) // 2]
            for size in range(len(half) + 1):
                for left in combinations(half, size):
                    mirrored = tuple(first + last - coin for coin in reversed(left))
                    yield left + mirrored
                    if middle:
                        yield left + tuple(middle) + mirrored
        else:
            for size in range(
                max(self.least - 2, 0), min(len(inner), len(inner) if self.most is None else self.most - 2) + 1
            ):
                yield from combinations(inner, size)


@lru_cache(64)
def read_turning(code: str) -> tuple[Turning, ...]:
    """Read a turning code; GrundyError names the part that is none.

    >>> sorted(read_turning("1-3C")[0].sets(4)), sorted(read_turning("3E")[0].sets(4))
    ([(), (2, 3), (3,)], [(0, 2), (2, 3)])
    """
    ways = list[Turning]()
    for part in code.replace(" ", "").upper().split(","):
        found = _WAY.fullmatch(part)
        least = int(found[1]) if found else 0
        most = None if found and found[2] else int(found[3]) if found and found[3] else least
        if found is None or least < 1 or (most is not None and most < least):
            raise GrundyError(
                "{part!r} is not a turning code: write 1-3, 3, 1+, or one with letters, such as 1-3C(5) or 4FS",
                part=part,
            )
        span = re.search(r"C\((\d+)\)", found[4])
        letters = frozenset(re.sub(r"C\(\d+\)", "", found[4]))
        ways.append(Turning(least, most, letters, int(span[1]) if span else None))
    return tuple(ways)


def turned_with(coin: int, code: str) -> Iterator[Coins]:
    """Iterate over the sets of coins left of one, from 0, that a move of this code may turn with it.

    >>> list(turned_with(2, "2"))
    [(0,), (1,)]
    """
    for way in read_turning(code):
        yield from way.sets(coin)
