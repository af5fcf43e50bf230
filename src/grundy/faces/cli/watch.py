"""The watcher of a command: it hears Ctrl-C wherever the command is, and tells how far it came while it says nothing.

Python raises KeyboardInterrupt between two steps of its own; a kernel, or a sum of large numbers, is one step. So the system
writes into a pipe what comes, and a thread reads there. It waits a little for the command to end as it should, and then
ends the process, whatever that does. Another thread looks at what limits are told, and shows it: on a terminal in one line
that changes, elsewhere in a line now and then.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, NoReturn

from grundy.common import limits
from grundy.common.messages import _, width

WRONG, INTERRUPTED = 2, 130
PATIENCE = 1.5
"""Seconds that a command has after Ctrl-C to end by itself."""
FIRST = 0.5
"""Seconds to the first sign of life, since the work began; to load what a command is takes a little longer."""
LOOK, LIVE = 0.1, 0.3
"""Seconds between two looks at the work, and between two changes of the line on a terminal."""
LAST = 60.0
"""Elsewhere each pause between two lines is twice as long as the one before, up to so many seconds."""
STEADY = 0.25
"""An estimate is shown where the work goes about as fast as it went: within this share."""
LOOKS = 100
"""So many looks tell how fast it goes."""


class Signs:
    """What is shown of a work: how far it came, for how long it goes on, and how much longer where that is steady.

    >>> signs = Signs(limits.Watched(), 0.0)
    >>> signs.line(4.2)
    'working (4 s)'
    >>> with limits.watched(signs.seen), limits.working("", "positions"):
    ...     for second in range(3):
    ...         limits.check(500 * second + 1)
    ...         signs.look(float(second))
    ...     signs.line(2.0)
    'searching: 1,001 positions, 500 a second (2 s)'
    """

    def __init__(self, seen: limits.Watched, begun: float) -> None:
        self.seen = seen
        self.begun = begun
        self._work: limits.Work | None = None
        self._looks: deque[tuple[float, int]] = deque(maxlen=LOOKS)

    def look(self, now: float) -> None:
        """Look at the work, some times a second."""
        work = self.seen.works[-1]
        if work is not self._work or work.done < self._looks[-1][1]:  # it begins, or again: now on the way back
            self._work = work
            self._looks.clear()
        self._looks.append((now, work.done))

    def line(self, now: float) -> str:
        """Return the line at a time."""
        work = self.seen.works[-1]
        far = str(work)
        if work.counted == "positions" and work is self._work and len(self._looks) > 1 and self._rate(0) >= 1:
            far = _("{work}, {rate:,.0f} a second").format(work=far, rate=self._rate(0))
        took, more = now - self.begun, self._more(work)
        if more is None:
            return _("{work} ({seconds:,.0f} s)").format(work=far, seconds=took)
        return _("{work} ({seconds:,.0f} s, about {more:,.0f} s more)").format(work=far, seconds=took, more=more)

    def _more(self, work: limits.Work) -> float | None:
        """Return the seconds that are left, None where nobody can tell."""
        if work is not self._work or not work.total or len(self._looks) < 4:
            return None
        early, late = (self._rate(start) for start in (0, len(self._looks) // 2))
        if late <= 0 or abs(early - late) > STEADY * late:
            return None
        return max(0, work.total - work.done) / late

    def _rate(self, start: int) -> float:
        (before, little), (now, much) = self._looks[start], self._looks[-1]
        return (much - little) / max(now - before, 1e-9)


class Watcher:
    """Watches a command of this process; made when it begins, in the language that it speaks."""

    def __init__(self, quiet: bool) -> None:
        self.seen = limits.Watched(hears=True)
        self.leaves = True
        """Whether Ctrl-C ends the process, if the command does not end by itself."""
        self.pressed = threading.Event()
        """Set by a Ctrl-C after which the process ends."""
        self.last: tuple[float, float] | None = None
        """When the process is ended because its time is over, and how many seconds those were."""
        self._said = _("interrupted")
        self._live = bool(sys.stderr) and sys.stderr.isatty()
        self._shows = self._live or (bool(sys.stderr) and not quiet)
        self._shown = 0
        self._turn = threading.Lock()
        self._over, self._ended = threading.Event(), threading.Event()
        self._out: Any = sys.stdout
        self._heard: Any = _Heard(sys.stdout, self.end)
        self.signs = Signs(self.seen, 0.0)
        self._over.set()
        self._hear()
        context = copy_context()
        threading.Thread(target=context.run, args=(self._look,), daemon=True).start()

    # -- Ctrl-C --

    def _hear(self) -> None:
        """Let a thread read what signals come; elsewhere than on POSIX Python alone hears them."""
        if os.name != "posix" or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            return
        mine, its = os.pipe()
        os.set_blocking(its, False)
        signal.set_wakeup_fd(its, warn_on_full_buffer=False)
        threading.Thread(target=self._listen, args=(mine,), daemon=True).start()

    def _listen(self, pipe: int) -> None:
        while True:
            if os.read(pipe, 1)[0] != signal.SIGINT:
                continue
            limits.interrupt()
            if self.leaves:
                timer = threading.Timer(0 if self.pressed.is_set() else PATIENCE, self.leave)
                timer.daemon = True
                timer.start()
                self.pressed.set()

    def leave(self, said: str = "", code: int = INTERRUPTED) -> NoReturn:
        """Say one line and end the process at once, with all that it started. No file is half written: `output.written`."""
        self._turn.acquire(timeout=1)  # for good: who comes second says nothing
        building: Any = sys.modules.get("grundy.kernels.building")
        if building is not None:
            building.end()
        text = f"{self._blank()}grundy: {said or self._said}\n"
        try:
            os.write(2, text.encode(sys.stderr.encoding or "utf-8", "replace"))
        finally:
            os._exit(code)

    def leave_in_order(self, said: str = "") -> NoReturn:
        """End the process after KeyboardInterrupt, in the main thread: what was written is read, and said is one line."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        self.leave(said)

    def done(self) -> None:
        """The command has ended, and Python begins to: Ctrl-C has nobody any more to end in order."""
        self.end()
        self._ended.set()
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, lambda *_: self.leave())

    # -- signs of life --

    def begin(self) -> None:
        """Begin to show what is done, until something is written to standard output."""
        self.signs = Signs(self.seen, time.monotonic())
        self._over.clear()
        if self._shows:
            sys.stdout = self._heard

    def end(self) -> None:
        """Show nothing any more: something else is written, or the work is done."""
        with self._turn:
            self._over.set()
            if sys.stdout is self._heard:
                sys.stdout = self._out  # print holds no reference to the other: we do
        self.wipe()

    def wipe(self) -> None:
        """Wipe the line, for another."""
        with self._turn:
            if self._shown:
                sys.stderr.write(self._blank())
                sys.stderr.flush()

    def _blank(self) -> str:
        columns, self._shown = self._shown, 0
        return f"\r{' ' * columns}\r" if columns else ""

    def _look(self) -> None:
        pause = FIRST
        while True:
            if self._ended.wait(LOOK):
                return
            now = time.monotonic()
            if self.last is not None and now > self.last[0]:
                self.leave(str(limits.spent(self.last[1], self.seen.works[-1])), WRONG)
            if self._over.is_set():
                pause = FIRST
                continue
            self.signs.look(now)
            if self._shows and now - self.signs.begun > pause:
                self._show(self.signs.line(now))
                pause = now - self.signs.begun + (LIVE if self._live else min(LAST, max(2, now - self.signs.begun)))

    def _show(self, line: str) -> None:
        with self._turn:
            if self._over.is_set():
                return
            line = f"grundy: {line}"
            if self._live:
                line = _cut(line)
                before, self._shown = self._blank(), width(line)
                line = before + line
            else:
                line += "\n"
            try:
                sys.stderr.write(line)
                sys.stderr.flush()
            except (OSError, ValueError):  # nobody reads it
                self._shows = False


def _cut(line: str) -> str:
    """Return a line as far as a terminal shows it in one row."""
    try:
        columns = os.get_terminal_size(2).columns
    except OSError:
        columns = 80
    while width(line) >= max(columns, 20):
        line = line[:-1]
    return line


class _Heard:
    """A stream that tells when something is written to it."""

    def __init__(self, stream: Any, told: Callable[[], None]) -> None:
        self._stream = stream
        self._told = told

    def write(self, text: str) -> int:
        self._told()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:  # to flush is to say nothing: who starts a process does it
        return getattr(self._stream, name)


_watcher: list[Watcher] = []


def start(quiet: bool = False) -> Watcher:
    """Let this process be watched, which is one command."""
    _watcher[:] = [Watcher(quiet)]
    return _watcher[0]


def watcher() -> Watcher | None:
    """Return who watches; None where a command is a function that somebody calls."""
    return _watcher[0] if _watcher else None
