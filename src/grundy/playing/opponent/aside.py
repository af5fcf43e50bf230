"""Work in a thread of its own, for which nobody waits longer than he wants to."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, Generic, TypeVar

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.limits import Limits

T = TypeVar("T")
MEMORY = 1 << 30
"""Bytes that may be taken meanwhile."""
GLANCE = 0.02
"""Seconds between two looks, so that Ctrl-C is heard while one waits."""


class Aside(Generic[T]):
    """Work that has begun, in the language and within the limits of whoever began it.

    Where a kernel or a compiler is at work nobody can end it from here: it goes on, and its answer is there later.

    >>> work = Aside(lambda: 6 * 7)
    >>> work.done_within(5.0), work.result()
    (True, 42)
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._found: list[T] = []
        self._wrong: list[BaseException] = []
        self._done = threading.Event()
        self.thread = threading.Thread(target=copy_context().run, args=(self._run, work), daemon=True)
        self.thread.start()

    def _run(self, work: Callable[[], T]) -> None:
        try:
            self._found.append(work())
        except BaseException as error:  # whoever asks for the result is told
            self._wrong.append(error)
        finally:
            self._done.set()

    def done_within(self, seconds: float | None) -> bool:
        """Wait so long at most (None: until the end), and tell whether it is done."""
        last = None if seconds is None else time.monotonic() + seconds
        while not self._done.is_set():
            left = GLANCE if last is None else min(GLANCE, last - time.monotonic())
            if left <= 0:
                break
            self._done.wait(left)
        return self._done.is_set()

    def result(self) -> T:
        """Return what it found, or raise what it raised."""
        if self._wrong:
            raise self._wrong[0]
        return self._found[0]


def within(seconds: float | None, work: Callable[[], T], memory: int | None = None) -> T | None:
    """Return what a function returns within so many seconds; None where it takes longer, or more memory than is allowed.

    >>> within(5.0, lambda: 6 * 7)
    42
    """
    aside = begun_within(seconds, work, memory)
    return aside.result() if aside.done_within(seconds) else None


def begun_within(seconds: float | None, work: Callable[[], T], memory: int | None = None) -> Aside[T | None]:
    """Begin work that gives up after so many seconds, or where it takes too much memory: its result is None then."""
    taken = limits.left()
    seconds = seconds if taken is None or seconds is None else min(seconds, taken)

    def limited() -> T | None:
        try:
            with limits.keeping(Limits(seconds=seconds, memory=memory or MEMORY)):
                return work()
        except TooLarge:
            return None

    return Aside(limited)


def leave() -> None:
    """End the processes that compile, before the program ends: it would wait for what nobody wants any more."""
    building: Any = sys.modules.get("grundy.kernels.building")
    if building is not None:
        building.end()


class Allowance:
    """Seconds for several questions one after the other: what comes when they are spent is not answered; None: no bound.

    >>> allowed = Allowance(5.0)
    >>> allowed.ask(lambda: 6 * 7), Allowance(0.0).ask(lambda: 6 * 7)
    (42, None)
    """

    def __init__(self, seconds: float | None, memory: int | None = None) -> None:
        self._last = None if seconds is None else time.monotonic() + seconds
        self._memory = memory

    def ask(self, work: Callable[[], T]) -> T | None:
        """Return what a function returns; None where the time is over, or it needs more than is allowed."""
        left = None if self._last is None else self._last - time.monotonic()
        return within(left, work, self._memory) if left is None or left > 0 else None
