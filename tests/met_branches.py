"""How many branches of rules the tests met: of each rule that a test proves or compiles, counted where Python is compared.

`conftest` prints the sum, and with ``--shares`` a line for each rule of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from grundy.rules import witnesses


class Counted(NamedTuple):
    """One function of one ruleset: its branches, those with a witness, those that are never taken, and those without."""

    rules: str
    function: str
    branches: int
    taken: int
    never: int
    unmet: int
    positions: int


current: list[Counted] = []  # of the test that runs


def watch() -> None:
    """Count from now on whatever is compared in this process."""

    class Counting(witnesses._Comparison):  # pyright: ignore[reportPrivateUsage]
        def run(self, *args: Any, **more: Any) -> witnesses.Met:
            found = super().run(*args, **more)
            home = self.function.__module__ if str(self.function.__module__).startswith("grundy.games.") else ""
            name, numbers = self.function.__name__, (found.branches, found.taken, len(found.never), len(found.unmet))
            current.append(Counted(home.rpartition(".")[2], name, *numbers, found.positions))
            return found

    witnesses._Comparison = Counting  # type: ignore[misc]


def lines(found: Iterable[Counted], whole: bool) -> list[str]:
    """Return what is printed of all that was counted; ``whole``: of each function of the catalogue too."""
    each = [*found]
    taken, never, unmet = sum(one.taken for one in each), sum(one.never for one in each), sum(one.unmet for one in each)
    said = [
        f"{len(each):,} times a function was compared with Python, at {sum(one.positions for one in each):,} positions;",
        f"of {sum(one.branches for one in each):,} branches {taken:,} were taken there, {never:,} never are,",
        f"and in {unmet:,} a compiled rule gives up until Python is compared there",
    ]
    if whole:
        best: dict[tuple[str, str, int], Counted] = {}
        for one in each:
            known = best.get(key := (one.rules, one.function, one.branches))
            if one.rules and (known is None or one.unmet < known.unmet):
                best[key] = one
        said += [
            f"{one.branches:5} branches, {one.taken:4} taken, {one.never:3} never, {one.unmet:3} not met: {one.rules} "
            + one.function
            for one in sorted(best.values())
        ]
    return said
