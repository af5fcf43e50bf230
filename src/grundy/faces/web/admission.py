"""The desk where visitors' questions come in: answers that are kept, a quick lane, a long one, and jobs to be waited for.

Every question goes to the quick lane, where it may take two seconds. What takes longer begins anew in the long lane, whose
workers give way to the quick ones; and who asks much waits for those who ask little (see `workers.Turns`). What
nobody waits for any more, since he has left, or has not asked for his job for a while, is ended.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import multiprocessing
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import psutil
from cachetools import LRUCache

from grundy.common import messages
from grundy.common.errors import GrundyError, Sentence
from grundy.common.messages import N_, _, use
from grundy.common.processes import safely
from grundy.faces.web import positions, queries
from grundy.faces.web.queries import Limits
from grundy.faces.web.visitors import REMEMBERED, SERVER, asking
from grundy.faces.web.worker import Answer, packed, refused, serve

WATCH = 0.1
"""Seconds between two looks at a worker that works."""
SLOWER = 3
"""A busy machine may take so many times as long as the work itself would."""
STALLED = 15.0
"""Seconds after which a lane is broken that has ended nothing, besides those that a question may take there."""
HALVED = 10.0
"""Seconds after which what somebody has had of the processors counts half."""
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


class Turns:
    """Questions that wait for one of some workers: next is whose visitor has had least of the processors lately.

    A visitor who asks one question comes before one who asks a hundred, whatever came first; nobody has all workers of a
    lane at once; and where too many wait, the newest question of whoever has most of them gives way.

    Args:
        workers: how many questions are worked on at once.
        most: how many may wait; of one visitor half of them.
        clock: what tells the time in seconds.

    >>> from types import SimpleNamespace
    >>> turns = Turns(workers=2, most=4)
    >>> for client in "aab":
    ...     _dropped = turns.put(SimpleNamespace(client=client, unwanted=False))
    >>> turns.charge("a", 1.5)
    >>> [turns.take().client for _turn in range(2)], turns.take()
    (['b', 'a'], None)
    """

    def __init__(self, workers: int, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.share = max(1, most // 2)
        self.at_once = max(1, workers - 1)
        self.clock = clock
        self.waiting: list[Work] = []
        self.running: Counter[str] = Counter()
        self.spent: LRUCache[str, tuple[float, float]] = LRUCache(REMEMBERED)

    def put(self, asked: Work) -> list[Work]:
        """Let a question wait; return those that do so no more: which nobody wants, or which gave way, perhaps this one."""
        self.waiting.append(asked)
        if self.counts()[asked.client] <= self.share and len(self.waiting) <= self.most:
            return []
        dropped = [other for other in self.waiting if other.unwanted]
        self.waiting = [other for other in self.waiting if not other.unwanted]
        counts = self.counts()
        if len(self.waiting) > self.most:
            dropped.append(self._give_way(max(counts, key=lambda client: (counts[client], client == asked.client))))
        elif counts[asked.client] > self.share:
            dropped.append(self._give_way(asked.client))
        return dropped

    def take(self) -> Work | None:
        """Return the question whose turn it is, which is worked on from now on; None where none may be."""
        allowed = [asked for asked in self.waiting if self.running[asked.client] < self.at_once]
        if not allowed:
            return None
        chosen = min(allowed, key=lambda asked: self.had(asked.client))  # of equals the first
        self.waiting.remove(chosen)
        self.running[chosen.client] += 1
        return chosen

    def done(self, asked: Work, seconds: float) -> None:
        """Note that a question is no more worked on, and what it took."""
        self.running -= Counter([asked.client])
        self.charge(asked.client, seconds)

    def charge(self, client: str, seconds: float) -> None:
        """Note what somebody has had of the processors."""
        self.spent[client] = (self.had(client) + seconds, self.clock())

    def had(self, client: str) -> float:
        """Return what somebody has had of the processors lately, in seconds."""
        seconds, when = self.spent.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((self.clock() - when) / HALVED)

    def others(self, client: str) -> bool:
        """Whether somebody else's question waits."""
        return any(asked.client != client for asked in self.waiting)

    def ahead(self, asked: Work) -> int | None:
        """Return how many questions are before one, at most, if all take as long; None for one that does not wait."""
        waiting = [*self.waiting]  # at one moment, whatever other threads do
        if asked not in waiting:
            return None
        place = sum(other.client == asked.client for other in waiting[: waiting.index(asked)])
        others = Counter(other.client for other in waiting if other.client != asked.client)
        return place + sum(min(count, place + 1) for count in others.values())

    def counts(self) -> Counter[str]:
        """Return how many questions of each visitor wait."""
        return Counter(asked.client for asked in self.waiting)

    def _give_way(self, client: str) -> Work:
        """Take out the newest question of somebody."""
        newest = next(asked for asked in reversed(self.waiting) if asked.client == client)
        self.waiting.remove(newest)
        return newest


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
        seconds: how many seconds of a processor a question may take here, and how many while questions of other visitors
            wait; on the clock it may be `SLOWER` times as many.
        late: what becomes of a work that has taken longer.
        full: the sentence where too many questions wait.
        kindness: how much the workers give way to other processes, and how many threads one has; 0 for as many as there
            are processors.
    """

    def __init__(
        self,
        name: str,
        granted: Limits,
        files: tuple[str, ...],
        memory: Memory,
        seconds: tuple[float, float],
        late: Callable[[Work], None],
        full: str,
        kindness: tuple[int, int] = (0, 0),
    ) -> None:
        self.name, self.granted, self.memory = name, granted, memory
        (self.seconds, self.hurried), self.late, self.full = seconds, late, full
        self.turns = Turns(granted.workers, granted.waiting)
        self.ended: Counter[str] = Counter()
        """How many works have ended, by how."""
        self.moved = time.monotonic()
        """When a work has ended last, or there was none."""
        self.changed = threading.Condition()
        self.open = True
        self.workers = [_Worker((granted, files, self.seconds, *kindness)) for _number in range(granted.workers)]
        memory.workers += self.workers
        self.threads = [threading.Thread(target=self._run, args=(worker,), daemon=True) for worker in self.workers]
        for thread in self.threads:
            thread.start()

    def put(self, work: Work) -> None:
        """Let a work wait for its turn; where too many do, what nobody wants or the busiest visitor's newest is refused."""
        with self.changed:
            if not self.busy and not self.turns.waiting:
                self.moved = time.monotonic()
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
    def moves(self) -> bool:
        """Whether each worker is cared for, and a work has ended within the time that one may take, or soon after."""
        late = self.seconds * SLOWER + STALLED
        return all(thread.is_alive() for thread in self.threads) and time.monotonic() - self.moved < late

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
                        self.moved = self.moved if how == "lost" else time.monotonic()
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
            elif max(worker.seconds() - worked, (time.monotonic() - start) / SLOWER) > self._granted(work):
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
        process = context.Process(target=serve, args=(other, *self.setting), daemon=True)
        try:
            with other, safely():
                process.start()
            self.process = process
            self.seen = psutil.Process(process.pid)
        except (EOFError, psutil.Error) as error:  # EOFError: what forks has ended
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


# ----


QUICK, HURRIED = 2.0, 0.3
"""Seconds of a processor that a question may take in the quick lane, and while others wait there."""
PATIENCE = 2.0
"""Seconds that a visitor waits for an answer before it becomes a job."""
KEPT, OVERHEAD = 64 << 20, 500
"""Bytes of answers that are kept, and what keeping one takes besides."""
JOBS, OWN = 10_000, 500
"""Jobs that are remembered, and those of one visitor."""
UNPOLLED = 75.0
"""Seconds after which a job that nobody asks for is dropped: a page in the background asks once a minute."""
HEALTHY = 2.0
"""Seconds in which a lane answers the easiest question, or is busy."""

Key = tuple[str, bytes]


def _unplayed(of: str, spoken: str) -> bytes:
    """Return what the list of games says of one whose description takes too long."""
    with messages.use(spoken):
        return packed(positions.unplayed(of))


LISTS: dict[str, Callable[[str, str], bytes]] = {"games": _unplayed, "theorems": lambda of, spoken: b""}
"""The lists that have a part for each game of a file, and what stands there for one that takes too long."""


class Refused(GrundyError):
    """A question that is not answered, with its HTTP status."""

    def __init__(self, status: int, sentence: str | Sentence, **data: Any) -> None:
        super().__init__(sentence, **data)
        self.status = status


class Pending(NamedTuple):
    """A job that is being worked on."""

    job: str
    state: str
    ahead: int


class Finished(NamedTuple):
    """A job that is done: the key of an answer that is kept, or why there is none."""

    key: Key
    failure: Answer | None


class Desk:
    """Takes questions, and gives answers or jobs."""

    def __init__(self, granted: Limits, files: tuple[str, ...] = (), spoken: str = "en") -> None:
        self.granted = granted
        self.spoken = spoken
        self.kept: LRUCache[Key, Answer] = LRUCache(KEPT, lambda answer: len(answer[1]) + OVERHEAD)
        self.works: dict[Key, Work] = {}
        self.jobs: LRUCache[str, tuple[str, Work | Finished]] = LRUCache(JOBS)
        """Jobs by their names: whose each is, and its work."""
        self.looks: dict[str, Work] = {}
        """The questions by which it is seen whether the lanes are well."""
        self.endless: set[tuple[str, str]] = set()
        """The lists that a game of a file is left out of, since it takes too long to be described."""
        self.loop = asyncio.get_running_loop()
        """Nobody else touches what is known here: the lanes' threads hand their answers over to it."""
        memory = Memory(granted.total)
        full = N_("too many long questions are waiting: try again in a minute")
        seconds = granted.seconds, granted.seconds  # kindness: so that it has the processors that nobody else needs
        self.long = Lane("long", granted, files, memory, seconds, self._too_long, full, (6, 0))
        full = N_("too many questions are waiting: try again in a few seconds")  # kindness: the server comes first
        self.quick = Lane("quick", granted, files, memory, (QUICK, HURRIED), self._late, full, (3, 1))

    def close(self) -> None:
        """End all workers."""
        self.quick.close()
        self.long.close()

    async def health(self) -> dict[str, str]:
        """Return how each lane is: "ok" where it answers at once, "busy", "broken" where it has ended nothing for long."""
        found = await asyncio.gather(self._health(self.quick), self._health(self.long))
        return {"quick": found[0], "long": found[1]}

    async def _health(self, lane: Lane) -> str:
        work = self.looks.get(lane.name)
        if work is None or work.answer.done():
            work = self.looks[lane.name] = Work("alive", {}, self.spoken)
            work.holders[lane] = math.inf
            lane.put(work)
        if lane.busy - work.running < len(lane.workers):  # one is free, or soon will be
            await asyncio.wait([asyncio.wrap_future(work.answer)], timeout=HEALTHY)
        if work.answer.done() and work.answer.result()[0] == 200:
            return "ok"
        return "busy" if lane.moves else "broken"

    # ---- questions

    async def ask(self, name: str, /, *, lang: str = "", **arguments: Any) -> Any:
        """Return the answer to a question as plain data, or a `Pending` job; Refused where there is none."""
        found = await self.packed(name, arguments, lang)
        if isinstance(found, Pending):
            return found
        status, body = found
        data = json.loads(body)
        if status != 200:
            told: str = data["detail"]
            raise Refused(status, told)
        return data

    async def packed(self, name: str, arguments: dict[str, Any], lang: str = "") -> Answer | Pending:
        """Return the answer to a question as a status and JSON, or a `Pending` job."""
        if name in LISTS and not arguments and (own := queries.own()):
            return await self._listed(name, own, lang)
        return await self._asked(name, arguments, lang)

    async def _listed(self, name: str, own: Sequence[str], lang: str) -> Answer | Pending:
        """Return a list: the catalogue's part, and before it that of each game of a file, so that none holds up another."""

        async def part(of: str) -> bytes:
            asking.set(SERVER)  # and not who happens to come first
            found = None if (name, of) in self.endless else await self._asked(name, {"of": of}, lang)
            if found is None or isinstance(found, Pending) or found[0] != 200:
                return LISTS[name](of, messages.language(lang or self.spoken))
            return found[1][1:-1]

        parts = asyncio.gather(*map(part, own))
        whole = await self._asked(name, {}, lang)
        if isinstance(whole, Pending) or whole[0] != 200:
            return whole
        return 200, b"[%b]" % b",".join(filter(None, [*await parts, whole[1][1:-1]]))

    async def _asked(self, name: str, arguments: dict[str, Any], lang: str) -> Answer | Pending:
        spoken = messages.language(lang or self.spoken)
        asked = json.dumps([arguments, spoken], sort_keys=True).encode()
        key = (name, hashlib.sha256(asked).digest())  # not as long as what a visitor writes
        visitor, holder = asking.get(SERVER), object()
        if key in self.kept:
            return self.kept[key]
        work = self.works.get(key)
        if work is None or work.unwanted:
            work = self._begun(key, Work(name, arguments, spoken, visitor.name), holder)
        work.holders[holder] = math.inf
        answered, left = asyncio.wrap_future(work.answer), asyncio.ensure_future(visitor.left())
        async with visitor.aside():
            await asyncio.wait([answered, left], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        gone = left.done()
        left.cancel()
        pending = None if gone or work.answer.done() else self._pending(self._job(work), work)
        self._leave(work, holder)
        return pending or (work.answer.result() if work.answer.done() else cancelled())

    def _begun(self, key: Key, work: Work, holder: object) -> Work:
        """Put a work into the quick lane; where that is full it may be answered at once."""
        work.holders[holder] = math.inf
        self.works[key] = work
        work.answer.add_done_callback(lambda _answer: self.loop.call_soon_threadsafe(self._done, key, work))
        self.quick.put(work)
        return work

    def _leave(self, work: Work, holder: object) -> None:
        """Note that somebody waits for a work no more, and end it if nobody does."""
        work.holders.pop(holder, None)
        if work.unwanted and not work.answer.done():
            self.works = {key: other for key, other in self.works.items() if other is not work}
            self.quick.remove(work)
            self.long.remove(work)

    def _done(self, key: Key, work: Work) -> None:
        """Keep an answer that would be the same another time."""
        answer = work.answer.result()
        if self.works.get(key) is work:
            del self.works[key]
        if answer[0] in (200, 400):
            self.kept[key] = answer
        for job in work.holders:
            if isinstance(job, str) and job in self.jobs:
                self.jobs[job] = self.jobs[job][0], Finished(key, None if answer[0] == 200 else answer)

    def _late(self, work: Work) -> None:
        """Begin a work anew in the long lane; a part of a list is left out from now on."""
        if of := work.question[1].get("of"):
            self.endless.add((work.question[0], of))
            self._too_long(work)
        else:
            self.long.put(work)

    def _too_long(self, work: Work) -> None:
        sentence = _("this takes longer than this server allows ({seconds:g} s)")
        work.settle(refused(413, sentence.format(seconds=self.granted.seconds)))

    # ---- jobs

    def _job(self, work: Work) -> str:
        """Return a new name under which a visitor asks for a work; where he has too many, his oldest is forgotten."""
        job, visitor = secrets.token_urlsafe(12), asking.get(SERVER).name
        own = [each for each, (whose, _work) in self.jobs.items() if whose == visitor]
        if len(own) >= OWN:
            self.cancel(own[0])
        self.jobs[job] = visitor, work
        work.holders[job] = time.monotonic() + UNPOLLED
        return job

    def _pending(self, job: str, work: Work) -> Pending:
        ahead = next((n for n in (self.quick.turns.ahead(work), self.long.turns.ahead(work)) if n is not None), 0)
        return Pending(job, "running" if work.running else "queued", ahead)

    def job(self, job: str) -> Answer | Pending | None:
        """Return the answer of a job, or how it stands; None for an unknown one, or whose answer is not kept any more."""
        known = self.jobs.get(job, ("", None))[1]
        if isinstance(known, Finished):
            return known.failure or self.kept.get(known.key)
        if known is not None:
            known.holders[job] = time.monotonic() + UNPOLLED
        return known and self._pending(job, known)

    def cancel(self, job: str) -> bool:
        """Cancel a job; its work goes on if other visitors wait for it. False for an unknown one."""
        known = self.jobs.pop(job, ("", None))[1]
        if isinstance(known, Work):
            self._leave(known, job)
        return known is not None
