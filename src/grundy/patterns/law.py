"""The law of a nim-sequence: what is proved of it for all heaps, or conjectured, and up to where it was checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

from grundy.patterns.periods import Period, find_period


@dataclass(frozen=True)
class Law:
    """What a nim-sequence does: g(n + period) = g(n) + saltus for all n from ``preperiod`` on.

    ``kind`` is "periodic" (saltus 0), "arithmetic" or "none" (nothing was found). ``proved``: it holds for every n by the
    criterion named in ``reason``; otherwise it is a conjecture that was checked for n <= ``checked_to``.

    >>> print(Law("periodic", 12, 71, 0, True, 200, "for octal codes"))
    period 12 from 71 on, proved
    """

    kind: str
    period: int
    preperiod: int
    saltus: int
    proved: bool
    checked_to: int
    reason: str = ""
    criterion: str = ""
    needed: int = 0
    head: Sequence[int] = field(default=(), repr=False, compare=False)
    form: Any = None

    def value(self, n: int) -> int:
        """Return g(n) by the law."""
        return int(self.head[n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period])

    def __str__(self) -> str:
        if self.kind == "none":
            return f"no period found up to {self.checked_to}"
        words = f"period {self.period}"
        if self.saltus:
            words = f"arithmetic {words} with saltus {self.saltus}"
        start = f"from {self.preperiod} on" if self.preperiod else "from the start"
        return f"{words} {start}, " + ("proved" if self.proved else f"conjecture, holds to {self.checked_to}")

    def explain(self) -> str:
        """Return the law in words, with what it rests on."""
        if self.kind == "none":
            return f"The values up to {self.checked_to} show no period. That says nothing about larger heaps."
        formula = f"g(n + {self.period}) = g(n)" + (f" + {self.saltus}" if self.saltus else "")
        first = f"{formula} for every n >= {self.preperiod}."
        if self.proved:
            return f"{first} It is proved {self.reason}; {self.checked_to + 1} values were computed."
        limits = f"it holds for all n + {self.period} <= {self.checked_to}"
        return f"{first} This is a conjecture: {limits}. {self.reason}".strip()

    def to_dict(self) -> dict[str, Any]:
        """Return the law as plain data."""
        return {k: v for k, v in asdict(self).items() if k not in ("head", "form")}


def periodic(period: Period, checked_to: int, reason: str) -> Law:
    """Return the law that a period is."""
    return Law("periodic", period.period, period.preperiod, 0, period.proved, checked_to, reason)


def conjecture(values: Sequence[int], reason: str = "") -> Law:
    """Return the law that some values suggest: a period, an arithmetic period, or none; never proved.

    >>> print(conjecture([0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15]))
    arithmetic period 4 with saltus 4 from 1 on, conjecture, holds to 16
    """
    top = len(values) - 1
    found = find_period(values)
    if found is not None:
        return periodic(found, top, reason)
    steps = find_period([b - a for a, b in pairwise(values)])
    if steps is not None:
        start = steps.preperiod
        saltus = values[start + steps.period] - values[start]
        return Law("arithmetic", steps.period, start, saltus, False, top, reason)
    return Law("none", 0, 0, 0, False, top, reason)
