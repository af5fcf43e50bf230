"""How much an answer may take: seconds, bytes, positions. One object, kept by every way to an answer.

`keeping` puts limits in force for all that is called within (also by a rule or a theorem); who computes for long asks
`check` now and then, with how far it came. A kernel that may run for long looks at a word of its arrays, which `stopping`
sets when the time is over or Ctrl-C is pressed. Whoever waits for the answer looks at `watched` work, from another thread.

What one question has left in memory takes no room from the next. Who keeps what it computed for later ones, and finds that
it cannot grow any more, looks whether it `is_mine`: begun in the question that is being answered. What is not is `InTheWay`:
all is forgotten, and the question is asked again, once (`asked`).
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
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Literal, TypeVar

from grundy.common.errors import GrundyError, OutOfTime, TooLarge, shown
from grundy.common.messages import N_, _, ngettext

MEMORY = 4 << 30
"""The bytes that an answer may take, unless told."""

Unit = Literal["positions", "values", "parts", "sums", "valued", "options", "states", "games"]
_LIMITED = ("positions", "parts", "sums")
"""What a limit of positions is about."""


def numbers(needed: str = "", /, **given: Any) -> None:
    """Refuse what is given by name and is no number from 0 up, of heaps from 1; only what is ``needed`` is not None."""
    for name, each in given.items():
        kind: Any = Real if name == "seconds" else Integral
        least = int(name == "heaps")
        if not (isinstance(each, kind) and each >= least) and (each is not None or name == needed):
            what = _("a number") if kind is Real else _("an integer")
            told = {"name": name, "what": what, "least": least, "given": each}
            raise GrundyError("{name}= is {what} from {least} up, not {given!r}", **told)


FUNCTION = N_("a function")


def kinds(kind: Any, what: str, /, **given: Any) -> None:
    """Refuse what is given by name and is not of a kind (or one of several), which is called ``what``.

    >>> kinds(Callable | None, FUNCTION, progress=3)
    Traceback (most recent call last):
        ...
    grundy.common.errors.GrundyError: progress= is a function, not 3
    """
    for name, each in given.items():
        if not isinstance(each, kind):
            raise GrundyError("{name}= is {what}, not {given}", name=name, what=_(what), given=shown(each))


@dataclass(frozen=True, slots=True)
class Limits:
    """The most seconds, bytes and positions that an answer may take; None: no limit, or of memory the usual one.

    >>> Limits(seconds=-1)
    Traceback (most recent call last):
        ...
    grundy.common.errors.GrundyError: seconds= is a number from 0 up, not -1
    """

    seconds: float | None = None
    memory: int | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        numbers(seconds=self.seconds, memory=self.memory, positions=self.positions)


NO_LIMITS = Limits()


def limits(seconds: float | None, memory: int | None, positions: int | None) -> Limits:
    """Return these limits, `NO_LIMITS` where there are none; GrundyError for what is no limit."""
    return NO_LIMITS if seconds is memory is positions is None else Limits(seconds, memory, positions)


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
    grundy.common.errors.TooLarge: 11 positions were reached, and 10 are allowed
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


def positions(usual: int) -> int:
    """Return how many positions may be reached, at most the usual number."""
    kept = _now.get()
    return usual if kept is None or kept.positions is None else min(usual, kept.positions)


def check(done: int | None = None, unit: Unit = "positions", total: int | None = None) -> None:
    """Tell how far it came, perhaps of how many; raise OutOfTime or TooLarge where a limit in force is crossed. O(1)."""
    kept, seen = _now.get(), _watched.get()
    if seen is not None and done:
        seen.note(done, unit, total)
    if kept is None:
        return
    if done:
        kept.done, kept.unit = done, unit
        if kept.positions is not None and done > kept.positions and unit in _LIMITED:
            far = _far(done, unit)
            raise TooLarge("{far}, and {allowed:,} are allowed", far=far, allowed=kept.positions, positions=done)
    if kept.deadline is not None and time.monotonic() > kept.deadline:
        raise overtime()


def overtime() -> OutOfTime:
    """Return what is told when the time is over: how far it came."""
    kept = _now.get()
    return (
        OutOfTime("the time limit of {seconds:g} seconds was reached", seconds=0)
        if kept is None
        else spent(kept.seconds, kept)
    )


def spent(seconds: float | None, came: _Kept | Work) -> OutOfTime:
    """Return what is told when so many seconds are over."""
    if not came.done:
        return OutOfTime("the time limit of {seconds:g} seconds was reached", seconds=seconds or 0)
    sentence = _("the time limit of {seconds:g} seconds was reached: {far}")
    far = _far(came.done, came.unit)
    return OutOfTime(sentence.format(seconds=seconds, far=far), positions=came.done)


def too_late(last: int) -> str:
    """Return what is told of a law for which fewer values were computed than up to the ``last``."""
    return _("It would take too long to compute the values up to {last:,}.").format(last=last)


def telling(progress: Callable[[int, int], None] | None, unit: Unit = "values") -> Callable[[int, int], None]:
    """Return what is called with how far it came and the whole: it keeps the limits, and tells who wants to know."""

    kinds(Callable | None, FUNCTION, progress=progress)

    def tell(done: int, total: int) -> None:
        check(done, unit)
        if progress is not None:
            progress(done, total)

    return tell


def counting(unit: Unit) -> Callable[[int, int], None]:
    """Return what is called with how far it came and the whole, where that is the whole work."""
    return lambda done, total: check(done, unit, total)


def left() -> float | None:
    """Return the seconds that are left, None without a limit."""
    kept = _now.get()
    return None if kept is None or kept.deadline is None else max(0.0, kept.deadline - time.monotonic())


def _far(done: int, unit: Unit) -> str:
    words = {
        "positions": ngettext("{n:,} position was reached", "{n:,} positions were reached", done),
        "values": ngettext("{n:,} value was computed", "{n:,} values were computed", done),
        "parts": ngettext("{n:,} part was found", "{n:,} parts were found", done),
        "sums": ngettext("{n:,} sum was looked into", "{n:,} sums were looked into", done),
        "valued": ngettext("{n:,} part has its value", "{n:,} parts have their values", done),
        "options": ngettext("{n:,} option was looked at", "{n:,} options were looked at", done),
        "states": ngettext("the largest automaton has {n:,} state", "the largest automaton has {n:,} states", done),
        "games": ngettext("{n:,} game was looked at", "{n:,} games were looked at", done),
    }
    return words[unit].format(n=done)


def _counted(done: int, unit: Unit, total: int | None) -> str:
    """Return how many there are of a unit, perhaps of how many."""
    most = done if total is None else total
    words = {
        "positions": ngettext("{n} position", "{n} positions", most),
        "values": ngettext("{n} value", "{n} values", most),
        "parts": ngettext("{n} component", "{n} components", most),
        "sums": ngettext("{n} sum", "{n} sums", most),
        "valued": ngettext("{n} component", "{n} components", most),
        "options": ngettext("{n} option", "{n} options", most),
        "states": ngettext("largest automaton {n} state", "largest automaton {n} states", most),
        "games": ngettext("{n} game", "{n} games", most),
    }
    number = f"{done:,}" if total is None else _("{done:,} of {total:,}").format(done=done, total=total)
    return words[unit].format(n=number)


_DOING = {
    **dict.fromkeys(("positions", "parts", "sums"), N_("searching")),
    **dict.fromkeys(("values", "valued"), N_("computing")),
    **dict.fromkeys(("options", "games"), N_("looking through")),
    "states": N_("deciding"),
}
"""What is done where units are counted, if nothing else was said."""


# -- what the system refuses --------------------------------------------------------------------------------------------

BESIDES, READING = 1 << 30, 256 << 20
"""Bytes that a process may take besides what an answer may: stacks of threads, libraries; and while something is read."""
_OWN_SIZE = Path("/proc/self/statm")


ADDRESSES = 2_000_000
"""KiB of addresses with which all can be loaded and compiled that is needed for small games."""
FOR_NUMPY = 90_000
"""KiB of addresses that NumPy takes when it is loaded, with one thread for OpenBLAS."""


@contextmanager
def bounded(besides: int = BESIDES) -> Generator[None]:
    """Let the system refuse this process what goes far beyond the memory allowed; TooLarge where it does.

    Who counts what he takes refuses it before, and says more. This is for what nobody counts, such as a list that is made in
    one step of Python's, where no clock is looked at either. On Linux; elsewhere the system does not bound it.
    """
    if not _OWN_SIZE.exists():
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    data = int(_OWN_SIZE.read_text(encoding="ascii").split()[5]) * os.sysconf("SC_PAGESIZE")  # as the system counts it
    most = data + memory() + besides
    resource.setrlimit(resource.RLIMIT_DATA, (min((most, *(each for each in (soft, hard) if each >= 0))), hard))
    try:
        yield
    except MemoryError:
        if 0 <= resource.getrlimit(resource.RLIMIT_AS)[0] < most:  # it was not ours to refuse
            raise
        allowed = f"{memory() / 2**30:.3g}"
        raise TooLarge("this needs more than the {allowed} GiB of memory allowed", allowed=allowed) from None
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def confined() -> str:
    """Return what to do where this process may take too few addresses (``ulimit -v``), "" where it may take many.

    >>> confined()
    ''
    """
    if not _OWN_SIZE.exists():
        return ""
    import resource

    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if not 0 <= most < ADDRESSES << 10:
        return ""
    sentence = _("this process may take only {most:,} KiB of addresses, which is too little here: ulimit -v {wanted}")
    return sentence.format(most=most >> 10, wanted=ADDRESSES)


class BeforeNumPy:
    """Stands before what finds modules where addresses are bounded: MemoryError where too few are left for NumPy, whose
    OpenBLAS would end this process with a line of its own."""

    def find_spec(self, name: str, *_where: object) -> None:
        """Find nothing, and refuse NumPy."""
        if name != "numpy":
            return
        import resource

        held = int(_OWN_SIZE.read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGESIZE")
        if resource.getrlimit(resource.RLIMIT_AS)[0] - held < FOR_NUMPY << 10:
            raise MemoryError


# -- who waits ---------------------------------------------------------------------------------------------------------


class Work:
    """A piece of work: what is done in it, and how far it came; of ``total`` where one unit is counted, and no other."""

    __slots__ = ("counted", "doing", "done", "total", "unit")

    def __init__(self, doing: str, unit: Unit | None = None, total: int | None = None) -> None:
        self.doing = doing
        self.counted = unit
        self.total = total
        self.done = 0
        self.unit: Unit = unit or "positions"

    def __str__(self) -> str:
        """Return what is done, and how far it came, as far as that is known."""
        if not self.done:
            return self.doing or _("working")
        counted = _counted(self.done, self.unit, self.total)
        return _("{doing}: {counted}").format(doing=self.doing or _(_DOING[self.unit]), counted=counted)


class Watched:
    """The work that goes on, in all threads; what lies within another work lies upon it.

    ``hears``: who watches hears signals, and calls `interrupt`.
    """

    def __init__(self, hears: bool = False) -> None:
        self.hears = hears
        self.works = [Work("")]

    def note(self, done: int, unit: Unit, total: int | None) -> None:
        """Take note of how far the work came."""
        work = self.works[-1]
        if work.counted in (None, unit):
            work.done, work.unit = done, unit
            if work.counted is None or total is not None:
                work.total = total


_watched: ContextVar[Watched | None] = ContextVar("watched", default=None)


@contextmanager
def watched(by: Watched) -> Generator[None]:
    """Let the work within a ``with`` be watched by whoever looks, in another thread.

    >>> seen = Watched()
    >>> with watched(seen):
    ...     check(3, "sums")
    ...     with working("automata are built"):
    ...         print(seen.works[-1])
    ...     print(seen.works[-1])
    automata are built
    searching: 3 sums
    """
    token = _watched.set(by)
    try:
        yield
    finally:
        _watched.reset(token)


@contextmanager
def working(doing: str, unit: Unit | None = None, total: int | None = None) -> Generator[None]:
    """Tell who waits what is done within a ``with``; and that of all that is counted there one unit tells how far it is."""
    seen = _watched.get()
    if seen is None:
        yield
        return
    work = Work(doing, unit, total)
    seen.works.append(work)
    try:
        yield
    finally:
        seen.works.remove(work)


# -- kernels -----------------------------------------------------------------------------------------------------------

_stoppable: list[tuple[Any, int]] = []
"""The words that kernels look at now."""


def interrupt() -> None:
    """Let the kernels that look at a word end, in all threads."""
    for array, place in [*_stoppable]:
        array[place] = 1


@contextmanager
def stopping(array: Any, place: int) -> Generator[None]:
    """Set ``array[place]`` to 1 when the time is over or a signal comes (Ctrl-C), from another thread.

    A kernel that is called within looks at it now and then, and ends.
    """
    seconds = left()
    array[place] = 0
    with _stoppably(array, place), _signalled() as heard:
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


@contextmanager
def _stoppably(array: Any, place: int) -> Generator[None]:
    mine = (array, place)
    _stoppable.append(mine)
    try:
        yield
    finally:
        _stoppable[:] = [each for each in _stoppable if each is not mine]


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
    seen = _watched.get()
    elsewhere = seen is not None and seen.hears
    if elsewhere or os.name != "posix" or threading.current_thread() is not threading.main_thread():
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


# -- one question after another ----------------------------------------------------------------------------------------

T = TypeVar("T")
_question: ContextVar[object | None] = ContextVar("question", default=None)
_LAST = object()
"""The question that is asked again: in it nothing is of earlier ones, for these were forgotten."""


class InTheWay(BaseException):
    """What earlier questions left takes the room that this one needs. No ``except Exception`` of a rule catches it."""


this_question = _question.get
"""Return what stands for the question that is being answered, None where none is."""


def is_mine(begun: object | None) -> bool:
    """Whether what was begun in a question is of the one that is being answered; where none is, all is."""
    return this_question() in (None, _LAST, begun)


def asked(ask: Callable[[], T], forget: Callable[[], None]) -> T:
    """Return the answer to a question; where earlier ones are in its way, they are forgotten and it is asked again.

    A question within another is a part of that.

    >>> left = [1, 2, 3]
    >>> def ask():
    ...     if left:
    ...         raise InTheWay
    ...     return len(left)
    >>> asked(ask, left.clear)
    0
    """
    if this_question() is not None:
        return ask()
    token = _question.set(object())
    try:
        return ask()
    except InTheWay:
        forget()
        _question.set(_LAST)
        return ask()
    finally:
        _question.reset(token)


@contextmanager
def suppressed(kind: type[GrundyError] = TooLarge) -> Generator[None]:
    """Go on behind the ``with`` where an error of a kind is raised in it; OutOfTime is raised: the time is its caller's.

    >>> with suppressed():
    ...     raise TooLarge("the value has a million letters")
    """
    try:
        yield
    except OutOfTime:
        raise
    except kind:
        pass
