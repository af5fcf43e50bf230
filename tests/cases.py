"""How many cases of a property test could have failed: a test of random cases says of each whether it is trivial.

A random board without a move passes any test of moves, and two hundred of them show nothing. So a test calls
``nontrivial(...)`` once for each case, with what makes it one that could fail (the board has a move, the certificate was
changed). `conftest` prints the shares, and fails a test of whose cases less than half counted.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

WHOLE = {"asked": False}
"""Whether slow tests are asked for too: `conftest` says so before a test is imported."""
HALF = 0.5
FEWEST = 10  # of fewer cases, as of a run cut short by hand, nothing is said


@dataclass
class Cases:
    """How many cases a test tried, and how many of them could have failed."""

    all: int = 0
    nontrivial: int = 0

    @property
    def share(self) -> float:
        return self.nontrivial / self.all

    @property
    def too_trivial(self) -> bool:
        return self.all >= FEWEST and self.share < HALF

    def add(self, tried: int, could_fail: int) -> None:
        self.all += tried
        self.nontrivial += could_fail

    def __str__(self) -> str:
        return f"{self.nontrivial:,} of {self.all:,} cases are not trivial ({self.share:.0%})"


current = Cases()  # of the test that runs


def each_day(count: int) -> int:
    """Return how many of so many random cases are tried: a third each day, all of them with the slow tests.

    Of tests that take long; the others try all each time.
    """
    return count if WHOLE["asked"] else max(1, count // 3)


def first_seed(turn: int = 0) -> int:
    """Return where random cases begin: the same each time, but where GRUNDY_SEED says another place, as at night."""
    first = 10**6 * (turn + 1) + 10**7 * int(os.environ.get("GRUNDY_SEED", "0"))
    print(f"seeds from {first} on")
    return first


def nontrivial(could_fail: object) -> None:
    """Count a case of the test that runs, and whether it could have failed."""
    current.add(1, bool(could_fail))


def mostly(usual: st.SearchStrategy[Any], other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Three times out of four from the first strategy; `one_of` would take each as often, however often it is named."""
    return st.sampled_from([usual, usual, usual, other]).flatmap(lambda chosen: chosen)
