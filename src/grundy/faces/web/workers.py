"""Worker processes, each with a thread of the server that hands it questions and watches its time and memory.

Each has a pipe of its own, so that one can be killed at any moment without harm to the others.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Any

import psutil

from grundy.common.messages import _, use
from grundy.common.processes import safely
from grundy.faces.web.request_limits import Limits
from grundy.faces.web.turns import Turns
from grundy.faces.web.worker import Answer, refused, serve

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
        self.spoken = spoken
        self.answer: Future[Answer] = Future()
        self.running = False
        self.holders: dict[object, float] = {}
        """Who waits for the answer, and until when."""

    @property
    def unwanted(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return all(until < time.monotonic() for until in [*self.holders.values()])

    def settle(self, answer: Answer) -> None:
        """Give the answer, once."""
        if not self.answer.done():
            self.answer.set_result(answer)


def cancelled() -> Answer:
    """Return the answer of a work that nobody wanted any more."""
    return refused(410, _("this was cancelled"))


class Memory:
    """What the workers of all lanes take together."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.workers: list[_Worker] = []

    def short(self, worker: _Worker) -> bool:
        """Whether all have taken too much, and this one the most."""
        taken = {each: each.bytes() for each in [*self.workers]}
        return sum(taken.values()) > self.most and taken[worker] == max(taken.values())


class Lane:
    """A queue of questions, and workers that take them in turn.

    Args:
        name: what it is called.
        granted: what is granted.
        files: files of rules that visitors may play.
        memory: what all workers may take together.
        seconds: how many seconds of a processor a question may take here; on the clock it may be `PATIENCE` times as many.
        hurried: the same while questions of other visitors wait.
        late: what becomes of a work that has taken longer.
        full: the sentence where too many questions wait.
        kindness: how much the workers give way to other processes.
        threads: how many threads a worker has; 0 for as many as there are processors.
    """

    def __init__(
        self,
        name: str,
        granted: Limits,
        files: tuple[str, ...],
        memory: Memory,
        *,
        seconds: float,
        hurried: float,
        late: Callable[[Work], None],
        full: str,
        kindness: int = 0,
        threads: int = 0,
    ) -> None:
        self.name = name
        self.granted = granted
        self.memory = memory
        self.seconds, self.hurried = seconds, hurried
        self.late, self.full = late, full
        self.turns: Turns[Work] = Turns(granted.workers, granted.waiting)
        self.ended: Counter[str] = Counter()
        """How many works have ended, by how."""
        self.changed = threading.Condition()
        self.open = True
        self.workers = [_Worker((granted, files, seconds, kindness, threads)) for _number in range(granted.workers)]
        memory.workers += self.workers
        self.threads = [threading.Thread(target=self._run, args=(worker,), daemon=True) for worker in self.workers]
        for thread in self.threads:
            thread.start()

    def put(self, work: Work) -> None:
        """Let a work wait for its turn; where too many do, what nobody wants or the busiest visitor's newest is refused."""
        with self.changed:
            dropped = self.turns.put(work)
            self.changed.notify()
        for each in dropped:
            with use(each.spoken):
                each.settle(cancelled() if each.unwanted else self._refusal(each))

    def remove(self, work: Work) -> None:
        """Take a work that waits out of the queue; one that is being worked on is left as soon as it is unwanted."""
        with self.changed:
            if work not in self.turns.waiting:
                return
            self.turns.waiting.remove(work)
        work.settle(cancelled())

    @property
    def busy(self) -> int:
        """How many workers are at work."""
        return self.turns.running.total()

    @property
    def alive(self) -> bool:
        """Whether somebody cares for each worker."""
        return all(thread.is_alive() for thread in self.threads)

    def close(self) -> None:
        """End the workers."""
        with self.changed:
            self.open = False
            self.changed.notify_all()
        for thread in self.threads:
            thread.join()

    def _refusal(self, work: Work) -> Answer:
        """Return why a work is refused: too many wait, or too many of one visitor."""
        with self.changed:
            own = self.turns.counts()[work.client]
        if own:
            return refused(429, _("too many of your questions are waiting: try again in a few seconds"))
        return refused(503, _(self.full))

    def _run(self, worker: _Worker) -> None:
        """Hand questions to one worker, one after the other."""
        while (work := self._next()) is not None:
            start, how = time.monotonic(), "lost"
            with use(work.spoken):
                try:
                    how = self._do(worker, work)
                except OSError:  # the system grants no process now
                    work.settle(refused(503, _("this server is short of memory: try again in a minute")))
                finally:
                    with self.changed:
                        self.ended[how] += 1
                        self.turns.done(work, time.monotonic() - start)
                        self.changed.notify_all()
        worker.end()

    def _next(self) -> Work | None:
        """Wait for a work that may be done, and return it; None where the lane is closed."""
        with self.changed:
            while self.open:
                if (work := self.turns.take()) is not None:
                    work.running = True
                    return work
                self.changed.wait()
        return None

    def _granted(self, work: Work) -> float:
        """Return the seconds that a work may take: a visitor's fewer while others wait, the server's own as many as ever."""
        return self.hurried if work.client and self.turns.others(work.client) else self.seconds

    def _do(self, worker: _Worker, work: Work) -> str:
        """Have a worker answer a question within the bounds, and return how it ended; one that leaves them is replaced."""
        if work.unwanted:
            work.settle(cancelled())
            return "cancelled"
        worked, start = worker.seconds(), time.monotonic()
        worker.ask(work.question)
        while not worker.ready(WATCH):
            if not self.open or work.unwanted:
                how = "cancelled"
                work.settle(cancelled())
            elif worker.bytes() > self.granted.memory:
                how = "memory"
                size = f"{self.granted.memory / 2**30:.1f} GiB"
                work.settle(refused(413, _("this takes more memory than this server allows: {size}").format(size=size)))
            elif self.memory.short(worker):
                how = "memory"
                work.settle(refused(503, _("this server is short of memory: try again in a minute")))
            elif max(worker.seconds() - worked, (time.monotonic() - start) / PATIENCE) > self._granted(work):
                how = "late"
                work.running = False
                self.late(work)
            else:
                continue
            worker.restart()
            return how
        found = worker.answer()
        work.settle(found or refused(503, _("the process working on this has ended: ask again")))
        if worker.bytes() > self.granted.spare:  # what one question left must not hinder the next
            worker.restart()
        return "answered" if found else "lost"


class _Worker:
    """A worker process and the server's end of its pipe."""

    def __init__(self, setting: tuple[Limits, tuple[str, ...], float, int, int]) -> None:
        self.setting = setting
        self.start()

    def start(self) -> None:
        """Start the process, and wait until it is ready; OSError where the system grants none."""
        context: Any = multiprocessing.get_context("forkserver" if _FORKED else "spawn")
        if _FORKED:
            context.set_forkserver_preload(["grundy.faces.web.preload"])
        self.process: Any = None
        self.born = 0
        self.pipe: Connection
        self.pipe, other = context.Pipe()
        with other:
            process = context.Process(target=serve, args=(other, *self.setting), daemon=True)
            with safely():
                process.start()
        self.process = process
        try:
            self.seen = psutil.Process(process.pid)
        except psutil.Error as error:
            raise OSError("a worker has ended at once") from error
        if self.answer() is None:
            raise OSError("a worker has ended before it was ready")
        self.born = self.bytes()

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
        """Return the bytes that the process holds besides those it was born with."""
        try:
            return max(0, self.seen.memory_info().rss - self.born)
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
