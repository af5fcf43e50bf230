"""Worker processes, each with a thread of the server that hands it questions and watches its time and memory.

Each has a pipe of its own, so that one can be killed at any moment without harm to the others.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from bisect import insort
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Any

import psutil

from grundy.language import _, use
from grundy.web.request_limits import Limits
from grundy.web.worker import Answer, refused, serve

WATCH = 0.1
"""Seconds between two looks at a worker that works."""
PATIENCE = 3
"""A busy machine may take so many times as long as the work itself would."""
_FORKED = "forkserver" in multiprocessing.get_all_start_methods()


class Work:
    """A question that is being worked on, and a place for its answer."""

    def __init__(self, name: str, arguments: dict[str, Any], spoken: str, client: str = "") -> None:
        self.question = (name, arguments, spoken)
        self.client = client
        self.rank = 0
        """How many questions of the same visitor are before it: those of others come first."""
        self.spoken = spoken
        self.answer: Future[Answer] = Future()
        self.running = False
        self.holders: set[object] = set()
        """Who waits for the answer."""

    @property
    def unwanted(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return not self.holders

    def settle(self, answer: Answer) -> None:
        """Give the answer, once."""
        if not self.answer.done():
            self.answer.set_result(answer)


def cancelled() -> Answer:
    """Return the answer of a work that nobody wanted any more."""
    return refused(410, _("this was cancelled"))


class Lane:
    """A queue of questions, and workers that take them in turn.

    Args:
        granted: what is granted.
        files: files of rules that visitors may play.
        seconds: how many seconds of a processor a question may take here; on the clock it may be `PATIENCE` times as many.
        hurried: the same while others wait.
        late: what becomes of a work that has taken longer.
        kindness: how much the workers give way to other processes.
    """

    def __init__(
        self,
        granted: Limits,
        files: tuple[str, ...],
        *,
        seconds: float,
        hurried: float,
        late: Callable[[Work], None],
        kindness: int = 0,
    ) -> None:
        self.granted = granted
        self.setting = (granted, files, kindness)
        self.seconds, self.hurried = seconds, hurried
        self.late = late
        self.waiting: list[Work] = []
        self.changed = threading.Condition()
        self.open = True
        workers = [_Worker(self.setting) for _number in range(granted.workers)]
        self.threads = [threading.Thread(target=self._run, args=(worker,), daemon=True) for worker in workers]
        for thread in self.threads:
            thread.start()

    def put(self, work: Work) -> bool:
        """Let a work wait for its turn; False if too many wait."""
        with self.changed:
            if len(self.waiting) >= self.granted.waiting:
                return False
            insort(self.waiting, work, key=lambda other: other.rank)
            self.changed.notify()
            return True

    def ahead(self, work: Work) -> int | None:
        """Return how many works are before this one, None if it does not wait here."""
        with self.changed:
            return self.waiting.index(work) if work in self.waiting else None

    def remove(self, work: Work) -> None:
        """Take a work that waits out of the queue; one that is being worked on is left as soon as it is unwanted."""
        with self.changed:
            if work not in self.waiting:
                return
            self.waiting.remove(work)
        work.settle(cancelled())

    def close(self) -> None:
        """End the workers."""
        with self.changed:
            self.open = False
            self.changed.notify_all()
        for thread in self.threads:
            thread.join()

    def _run(self, worker: _Worker) -> None:
        """Hand questions to one worker, one after the other."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.waiting or not self.open)
                if not self.open:
                    break
                work = self.waiting.pop(0)
                work.running = True
            with use(work.spoken):
                try:
                    self._do(worker, work)
                    if worker.bytes() > self.granted.memory // 2:  # what one question left must not hinder the next
                        worker.restart()
                except OSError:  # the system grants no process now
                    work.settle(refused(503, _("this server is short of memory: ask again in a minute")))
        worker.end()

    def _granted(self) -> float:
        return self.hurried if self.waiting else self.seconds

    def _do(self, worker: _Worker, work: Work) -> None:
        """Have a worker answer a question within the bounds; one that leaves them is replaced."""
        worked, start = worker.seconds(), time.monotonic()
        worker.ask(work.question)
        while not worker.ready(WATCH):
            if not self.open or work.unwanted:
                work.settle(cancelled())
            elif worker.bytes() > self.granted.memory:
                size = f"{self.granted.memory / 2**30:.1f} GiB"
                work.settle(refused(413, _("this takes more memory than is granted here: {size}").format(size=size)))
            elif max(worker.seconds() - worked, (time.monotonic() - start) / PATIENCE) > self._granted():
                work.running = False
                self.late(work)
            else:
                continue
            worker.restart()
            return
        work.settle(worker.answer() or refused(503, _("the process that worked on this has ended: ask again")))


class _Worker:
    """A worker process and the server's end of its pipe."""

    def __init__(self, setting: tuple[Limits, tuple[str, ...], int]) -> None:
        self.setting = setting
        self.start()

    def start(self) -> None:
        """Start the process, and wait until it is ready; OSError where the system grants none."""
        context: Any = multiprocessing.get_context("forkserver" if _FORKED else "spawn")
        if _FORKED:
            context.set_forkserver_preload(["grundy.web.preload"])
        self.process: Any = None
        self.pipe: Connection
        self.pipe, other = context.Pipe()
        with other:
            process = context.Process(target=serve, args=(other, *self.setting), daemon=True)
            process.start()
        self.process = process
        try:
            self.seen = psutil.Process(process.pid)
        except psutil.Error as error:
            raise OSError("a worker has ended at once") from error
        if self.answer() is None:
            raise OSError("a worker has ended before it was ready")

    def ask(self, question: tuple[str, dict[str, Any], str]) -> None:
        """Hand over a question; a process that has ended meanwhile is replaced."""
        try:
            self.pipe.send(question)
        except OSError:  # it has ended meanwhile
            self.restart()
            self.pipe.send(question)

    def ready(self, seconds: float) -> bool:
        """Wait so long; tell whether there is an answer, or can be none any more."""
        return self.pipe.poll(seconds)

    def answer(self) -> Answer | None:
        """Return the answer; None if the process has ended without one."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return None

    def bytes(self) -> int:
        """Return the bytes that the process holds."""
        try:
            return self.seen.memory_info().rss
        except psutil.Error:  # it has ended
            return 0

    def seconds(self) -> float:
        """Return the seconds of a processor that the process has had."""
        try:
            used = self.seen.cpu_times()
        except psutil.Error:  # it has ended
            return 0.0
        return used.user + used.system

    def end(self) -> None:
        """End the process at once."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self.pipe.close()

    def restart(self) -> None:
        """Put a new process in the place of this one."""
        self.end()
        self.start()
