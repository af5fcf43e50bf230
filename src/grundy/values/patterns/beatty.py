"""Beatty pairs: losing positions (a, b) of a game on two heaps with a = ⌊nα⌋ and b = ⌊nβ⌋ for n = 0, 1, 2, …

If α and β are irrational and 1/α + 1/β = 1 every number from 1 up is in exactly one pair (S. Beatty, 1926). With β = α + t
they are the losing positions of Wythoff's game and its generalisation (W. A. Wythoff, 1907; A. S. Fraenkel, *How to beat
your Wythoff games' opponent on three fronts*, 1982): α = (2 - t + √(t² + 4))/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from grundy.common.messages import N_, _
from grundy.values.patterns.law import Law

FEWEST = 8
"""Pairs that must be there before they are believed to follow a law."""


@dataclass(frozen=True)
class Beatty:
    """The pairs (⌊nα⌋, ⌊nα⌋ + tn) with α = (2 - t + √(t² + 4))/2.

    >>> wythoff = Beatty(1)
    >>> [wythoff.pair(n) for n in range(4)], wythoff.contains(3, 5), wythoff.contains(4, 6)
    ([(0, 0), (1, 2), (3, 5), (4, 7)], True, False)
    """

    t: int

    def pair(self, n: int) -> tuple[int, int]:
        """Return the n-th pair, exact for n of any size."""
        small = (n * (2 - self.t) + isqrt(n * n * (self.t**2 + 4))) // 2
        return small, small + self.t * n

    def contains(self, a: int, b: int) -> bool:
        """Whether (a, b), in any order, is one of the pairs."""
        n, rest = divmod(abs(a - b), self.t)
        return rest == 0 and self.pair(n)[0] == min(a, b)

    def partner(self, a: int) -> int:
        """Return the b with which (a, b), in any order, is one of the pairs: every number is in just one. O(1) sums.

        >>> [Beatty(1).partner(a) for a in range(9)]
        [0, 2, 1, 5, 7, 3, 10, 4, 13]
        """
        root = isqrt(a * a * (self.t**2 + 4))
        for n in (((self.t - 2) * a + root) // (2 * self.t), ((self.t + 2) * a - root) // (2 * self.t)):
            for near in range(max(n - 1, 0), n + 3):
                pair = self.pair(near)
                if a in pair:
                    return pair[0] + pair[1] - a
        raise AssertionError(f"{a} is in no pair")

    def __str__(self) -> str:
        return _("losing pairs {formula}").format(formula=self.formula)

    @property
    def formula(self) -> str:
        """The pairs as a formula."""
        inner = {1: "1", 2: ""}.get(self.t, f"{2 - self.t}")
        root = f"√{self.t**2 + 4}"
        alpha = f"({inner} + {root})/2" if inner else f"{root}/2"
        more = "n" if self.t == 1 else f"{self.t}n"
        return f"a(n) = ⌊n·{alpha}⌋, b(n) = a(n) + {more}"

    def lines(self) -> list[str]:
        """Return the law in words, a line each."""
        first = ", ".join(str(self.pair(n)) for n in range(6))
        return [
            _("The losing positions (a, b), a <= b, are {formula} for n = 0, 1, 2, …: {first}, …").format(
                formula=self.formula, first=first
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        return {"t": self.t, "formula": self.formula}

    def python(self) -> str:
        """Return a function that tells whether a position is lost, in Python."""
        return self._filled(_PYTHON)

    def cpp(self) -> str:
        """Return a function that tells whether a position is lost, in C++."""
        return self._filled(_CPP)

    def _filled(self, text: str) -> str:
        return text.format(t=self.t, square=self.t**2 + 4, two=2 - self.t)


_PYTHON = """from math import isqrt


def losing(a, b):
    n, rest = divmod(abs(a - b), {t})
    return rest == 0 and min(a, b) == (n * {two} + isqrt(n * n * {square})) // 2
"""

_CPP = """#include <cmath>
#include <algorithm>

bool losing(long long a, long long b) {{
    if (a > b) std::swap(a, b);
    long long n = (b - a) / {t};
    if ((b - a) % {t}) return false;
    __int128 square = (__int128)n * n * {square};
    long long root = (long long)std::sqrt((long double)square);
    while ((__int128)root * root > square) root--;
    while ((__int128)(root + 1) * (root + 1) <= square) root++;
    long long twice = {two} * n + root;
    return a == (twice >= 0 ? twice / 2 : -((1 - twice) / 2));
}}
"""


def find_beatty(pairs: Sequence[tuple[int, int]]) -> Beatty | None:
    """Return the Beatty pairs that a list of losing positions (a, b), a <= b, in rising order is, or None.

    >>> find_beatty([(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)])
    Beatty(t=1)
    """
    if len(pairs) < FEWEST or pairs[0] != (0, 0):
        return None
    t = pairs[1][1] - pairs[1][0]
    if t < 1:
        return None
    found = Beatty(t)
    return found if all(found.pair(n) == tuple(pair) for n, pair in enumerate(pairs)) else None


def law_of_pairs(pairs: Sequence[tuple[int, int]], limit: int) -> Law:
    """Return the law of the losing positions with both heaps up to ``limit``: Beatty pairs, or none; a conjecture."""
    form = find_beatty(pairs)
    whole = form is not None and form.pair(len(pairs))[1] > limit
    if not whole:
        return Law("none", 0, 0, 0, False, limit)
    return Law("beatty", 0, 0, 0, False, limit, N_("A Python rule may do anything for larger heaps."), form=form)
