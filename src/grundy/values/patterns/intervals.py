"""Values of games in which from 1 to f(n) of n counters are taken, where f grows by 0 or 1: restricted Nim.

g(n) is f(n) where f has just grown; else a player has all of the f(n) + 1 heaps before n but the smallest, whose value
n then has (L. Levine, *Fractal sequences and restricted Nim*, Ars Combinatoria 80, 2006). With f(n) = ⌊(a·n + b)/c⌋ from
a start on, each remainder of n by c has its line: of take up to half, g(2n) = n and g(2n + 1) = g(n).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grundy.common.messages import _
from grundy.values.patterns.periods import find_period

LINES = 6
"""So many remainders have a line each; of more the law is said with f."""
SHORT = 3
"""So many lines stand in one sentence."""


@dataclass(frozen=True)
class Intervals:
    """Where f(n) counters can be taken at most: ``first[n]`` for the n that it has, then ⌊(times·n + plus)/over⌋.

    >>> half = Intervals(1, 0, 2)
    >>> [half.value(n) for n in range(10)], half.value(10**18 + 1)
    ([0, 0, 1, 0, 2, 1, 3, 0, 4, 2], 250000000000000000)
    >>> print(half)
    g(2n) = n, g(2n + 1) = g(n)
    """

    times: int
    plus: int
    over: int
    first: tuple[int, ...] = ()

    def takes(self, n: int) -> int:
        """Return f(n)."""
        return self.first[n] if n < len(self.first) else (self.times * n + self.plus) // self.over

    def value(self, n: int) -> int:
        """Return g(n); O(over / times · log n + start)."""
        while n and self.takes(n) == self.takes(n - 1):
            n -= self.takes(n) + 1
        return self.takes(n)

    def __str__(self) -> str:
        return ", ".join(self._lines()) if self.over <= SHORT else self._with_f()

    def lines(self) -> list[str]:
        """Return the law in words, a line each."""
        if self.over > LINES:
            return [self._with_f()]
        start = len(self.first)
        return [
            *self._lines(),
            *([_("for n >= {start}").format(start=-(-start // self.over) + 1)] if start else []),
        ]

    def _lines(self) -> list[str]:
        return [f"g({_line(self.over, rest)}) = {self._value_of(rest)}" for rest in range(self.over)]

    def _value_of(self, rest: int) -> str:
        """Say g(over·n + rest)."""
        taken, before = ((self.times * r + self.plus) // self.over for r in (rest, rest - 1))
        if taken > before:
            return _line(self.times, taken)
        return f"g({_line(self.over - self.times, rest - taken - 1)})"

    def _with_f(self) -> str:
        told = _("g(n) = f(n) if f(n) > f(n - 1), else g(n - f(n) - 1), where f(n) = {formula}")
        return told.format(formula=self.formula())

    def formula(self) -> str:
        """Say f(n) for the n that ``first`` does not have."""
        above = _line(self.times, self.plus)
        return above if self.over == 1 else f"⌊({above})/{self.over}⌋" if " " in above else f"⌊{above}/{self.over}⌋"

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        return {"times": self.times, "plus": self.plus, "over": self.over, "first": list(self.first)}

    def python(self) -> str:
        """Return a function in Python."""
        first = f"FIRST = {list(self.first)}\n\n\n" if self.first else ""
        return f"{first}{_PYTHON}".format(most=self._most("//", "{0} if {1} else {2}", "len(FIRST)"))

    def cpp(self) -> str:
        """Return a function in C++."""
        listed = ", ".join(map(str, self.first))
        first = f"const int FIRST[] = {{{listed}}};\n\n" if self.first else ""
        return first + _CPP.format(most=self._most("/", "{1} ? {0} : {2}", str(len(self.first))))

    def _most(self, divided: str, choice: str, start: str) -> str:
        scaled = "n" if self.times == 1 else f"{self.times} * n"
        plus = f" {'+' if self.plus > 0 else '-'} {abs(self.plus)}" if self.plus else ""
        whole = f"({scaled}{plus})" if plus or self.times > 1 else scaled
        formula = f"{whole} {divided} {self.over}" if self.over > 1 else f"{scaled}{plus}"
        return choice.format("FIRST[n]", f"n < {start}", formula) if self.first else formula


def _line(times: int, plus: int) -> str:
    """Say times·n + plus."""
    scaled = {0: "", 1: "n"}.get(times, f"{times}n")
    if not scaled or not plus:
        return scaled or str(plus)
    return f"{scaled} {'+' if plus > 0 else '-'} {abs(plus)}"


def fitted(takes: Sequence[int]) -> Intervals | None:
    """Return ⌊(a·n + b)/c⌋ that goes through the last of some numbers, 0 <= a <= c; None if there is none.

    >>> fitted([0, 0, 0, 1, 2] + [2 * n // 3 for n in range(5, 40)])
    Intervals(times=2, plus=0, over=3, first=(0, 0, 0, 1))
    """
    steps = [b - a for a, b in pairwise(takes)]
    if not takes or takes[0] or not {*steps} <= {0, 1} or (found := find_period(steps)) is None:
        return None
    over, start = found.period, found.preperiod
    times = sum(steps[start : start + over])
    late = range(start, start + over)
    plus = max(over * takes[n] - times * n for n in late)
    if not times or any((times * n + plus) // over != takes[n] for n in late):
        return None
    made = Intervals(times, plus, over)
    while start and made.takes(start - 1) == takes[start - 1]:
        start -= 1
    return Intervals(times, plus, over, tuple(takes[:start]))


_PYTHON = """def most(n):
    return {most}


def grundy(n):
    while n and most(n) == most(n - 1):
        n -= most(n) + 1
    return most(n)
"""

_CPP = """long long most(long long n) {{
    return {most};
}}

long long grundy(long long n) {{
    while (n && most(n) == most(n - 1)) n -= most(n) + 1;
    return most(n);
}}
"""
