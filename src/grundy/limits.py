"""How much an answer may take: seconds, bytes, positions. One object, kept by every way to an answer.

`keeping` puts limits in force for all that is called within (also by a rule or a theorem); who computes for long asks
`check` now and then, with how far it came. A kernel that may run for long looks at a word of its arrays, which `stopping`
sets when the time is over or Ctrl-C is pressed.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal

from grundy.errors import GrundyError, OutOfTime, TooLarge
from grundy.language import _, ngettext

MEMORY = 4 << 30
"""The bytes that an answer may take, unless told."""

Unit = Literal["positions", "values", "parts", "sums"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most seconds, bytes and positions that an answer may take; None: no limit, or of memory the usual one.

    >>> Limits(seconds=-1)
    Traceback (most recent call last):
        ...
    grundy.errors.GrundyError: a limit of seconds is a number from 0 up, not -1
    """

    seconds: float | None = None
    memory: int | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        for name, given in (("seconds", self.seconds), ("memory", self.memory), ("positions", self.positions)):
            number = isinstance(given, int) or (name == "seconds" and isinstance(given, float))
            if given is not None and (not number or not given >= 0):
                raise GrundyError("a limit of {name} is a number from 0 up, not {given!r}", name=name, given=given)


class _Kept:
    """Limits in force since they were put there, and how far what they limit has come."""

    __slots__ = ("deadline", "done", "memory", "positions", "seconds", "unit")

    def __init__(self, limits: Limits, outer: _Kept | None) -> None:
        self.seconds = limits.seconds
        self.deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.memory = limits.memory
        self.positions = limits.positions
        self.done = 0
        self.unit: Unit = "positions"
        if outer is None:
            return
        if outer.deadline is not None and (self.deadline is None or outer.deadline < self.deadline):
            self.deadline, self.seconds = outer.deadline, outer.seconds
        self.memory = outer.memory if self.memory is None else self.memory
        self.positions = outer.positions if self.positions is None else self.positions


_now: ContextVar[_Kept | None] = ContextVar("limits", default=None)


@contextmanager
def keeping(limits: Limits) -> Generator[None]:
    """Keep limits within a ``with``, in this thread or task; of two deadlines the earlier one holds.

    >>> with keeping(Limits(positions=10)):
    ...     check(11)
    Traceback (most recent call last):
        ...
    grundy.errors.TooLarge: 11 positions were reached, and 10 are allowed
    """
    token = _now.set(_Kept(limits, _now.get()))
    try:
        check()
        yield
    finally:
        _now.reset(token)


def memory(usual: int = MEMORY) -> int:
    """Return the bytes that may be taken: the limit in force, or the usual ones."""
    kept = _now.get()
    return usual if kept is None or kept.memory is None else kept.memory


def check(done: int | None = None, unit: Unit = "positions") -> None:
    """Tell how far it came, and raise OutOfTime or TooLarge where a limit in force is crossed. O(1)."""
    kept = _now.get()
    if kept is None:
        return
    if done is not None:
        kept.done, kept.unit = done, unit
        if kept.positions is not None and done > kept.positions and unit != "values":
            raise TooLarge("{far}, and {allowed:,} are allowed", far=_far(kept), allowed=kept.positions, positions=done)
    if kept.deadline is not None and time.monotonic() > kept.deadline:
        raise overtime()


def overtime() -> OutOfTime:
    """Return what is told when the time is over: how far it came."""
    kept = _now.get()
    if kept is None or not kept.done:
        return OutOfTime("the {seconds:g} seconds allowed are over", seconds=(kept and kept.seconds) or 0)
    sentence = _("the {seconds:g} seconds allowed are over: {far}")
    return OutOfTime(sentence.format(seconds=kept.seconds, far=_far(kept)), positions=kept.done)


def telling(progress: Callable[[int, int], None] | None, unit: Unit = "values") -> Callable[[int, int], None]:
    """Return what is called with how far it came and the whole: it keeps the limits, and tells who wants to know."""

    def tell(done: int, total: int) -> None:
        check(done, unit)
        if progress is not None:
            progress(done, total)

    return tell


def left() -> float | None:
    """Return the seconds that are left, None without a limit."""
    kept = _now.get()
    return None if kept is None or kept.deadline is None else max(0.0, kept.deadline - time.monotonic())


def _far(kept: _Kept) -> str:
    words = {
        "positions": ngettext("{n:,} position was reached", "{n:,} positions were reached", kept.done),
        "values": ngettext("{n:,} value was computed", "{n:,} values were computed", kept.done),
        "parts": ngettext("{n:,} part was met", "{n:,} parts were met", kept.done),
        "sums": ngettext("{n:,} sum was looked into", "{n:,} sums were looked into", kept.done),
    }
    return words[kept.unit].format(n=kept.done)


@contextmanager
def stopping(array: Any, place: int) -> Generator[None]:
    """Set ``array[place]`` to 1 when the time is over or a signal comes (Ctrl-C), from another thread.

    A kernel that is called within looks at it now and then, and ends.
    """
    seconds = left()
    array[place] = 0
    with _signalled() as heard:
        if seconds is None and heard is None:
            yield
            return
        done = threading.Event()
        watcher = threading.Thread(target=_watch, args=(array, place, seconds, heard, done), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            if heard is not None:
                os.write(heard[1], b"\0")
            watcher.join()


def _watch(array: Any, place: int, seconds: float | None, heard: tuple[int, int] | None, done: threading.Event) -> None:
    if heard is None:
        done.wait(seconds)
    else:
        select.select([heard[0]], [], [], seconds)
    if not done.is_set():
        array[place] = 1


@contextmanager
def _signalled() -> Generator[tuple[int, int] | None]:
    """Yield the ends of a pipe into which a byte is written when a signal comes; None where that cannot be had."""
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield None
        return
    pipe = os.pipe()
    os.set_blocking(pipe[1], False)
    before = signal.set_wakeup_fd(pipe[1], warn_on_full_buffer=False)
    try:
        yield pipe
    finally:
        signal.set_wakeup_fd(before)
        for end in pipe:
            os.close(end)
