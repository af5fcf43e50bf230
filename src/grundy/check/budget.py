"""What the check of one certificate may cost: seconds, steps, and the sizes of what is held.

Anyone may be handed a certificate by a stranger, and a short one can ask for work without end. So every loop of the checker
whose length a certificate decides spends from one budget, and nothing is made before its size is asked about. What is
exceeded is said in one sentence, and then nothing is claimed: the certificate is not checked.
"""

from __future__ import annotations

import time
from contextvars import ContextVar, Token

from grundy.common.errors import TooLarge

SECONDS = 600.0
"""The usual time for one certificate."""
STEPS = 10**9
"""The usual number of steps: arrows of automata, options of positions, heaps, expressions that are followed."""
BITS = 4096
"""The numbers of a rule's source have no more bits."""
LENGTH = 1 << 20
"""No list, tuple or row has more items."""
LOOKED = 1000
"""The clock is looked at after so many steps."""


class NotChecked(TooLarge):
    """The check of a certificate was given up: nothing is said about its claim."""


class Budget:
    """Seconds and steps, spent by whatever checks while it is entered; `NotChecked` when they are gone.

    >>> with Budget(steps=10):
    ...     spend(11)
    Traceback (most recent call last):
        ...
    grundy.check.budget.NotChecked: the check takes more than 10 steps
    """

    def __init__(self, seconds: float = SECONDS, steps: int = STEPS) -> None:
        self.seconds = seconds
        self.steps = steps
        self.spent = 0
        self._end = time.monotonic() + seconds
        self._look = 0
        self._tokens: list[Token[Budget | None]] = []

    def spend(self, steps: int = 1) -> None:
        """Count steps."""
        self.spent += steps
        if self.spent > self._look:
            self._look = min(self.spent + LOOKED, self.steps)
            self.look()

    def look(self) -> None:
        """Raise `NotChecked` when the steps or the seconds are gone."""
        if self.spent > self.steps:
            raise NotChecked("the check takes more than {steps:,} steps", steps=self.steps)
        if time.monotonic() > self._end:
            raise self.overtime()

    def overtime(self) -> NotChecked:
        """Return what is told when the seconds are gone."""
        return NotChecked("the check takes more than {seconds:g} seconds", seconds=self.seconds)

    def __enter__(self) -> Budget:
        self._tokens.append(_CURRENT.set(self))
        return self

    def __exit__(self, *problem: object) -> None:
        _CURRENT.reset(self._tokens.pop())


_CURRENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


def spend(steps: int = 1) -> None:
    """Spend steps of the budget that is entered, if one is."""
    budget = _CURRENT.get()
    if budget is not None:
        budget.spend(steps)


def look() -> None:
    """Look at the clock of the budget that is entered, if one is."""
    budget = _CURRENT.get()
    if budget is not None:
        budget.look()


def bounded(number: int) -> int:
    """Return a number of a rule; `NotChecked` for one of more than `BITS` bits."""
    if number.bit_length() > BITS:
        raise NotChecked("a number of the rules has more than {bits:,} bits", bits=BITS)
    return number


def room(length: int, most: int = LENGTH) -> int:
    """Return a length; `NotChecked` for one of which nothing may be."""
    if length > most:
        raise NotChecked("a list of the check has more than {most:,} items", most=most)
    return length
