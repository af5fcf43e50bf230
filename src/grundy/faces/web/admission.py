"""The desk where visitors' questions come in: answers that are kept, a quick lane, a long one, and jobs to be waited for.

Every question goes to the quick lane, where it may take two seconds. What takes longer begins anew in the long lane, whose
workers give way to the quick ones; and who asks much waits for those who ask little (see `grundy.faces.web.turns`). What
nobody waits for any more, since he has left, or has not asked for his job for a while, is ended.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cachetools import LRUCache

from grundy.common import messages
from grundy.common.errors import GrundyError, Sentence
from grundy.common.messages import N_, _
from grundy.faces.web import catalogue, queries
from grundy.faces.web.request_limits import Limits
from grundy.faces.web.visitors import SERVER, asking
from grundy.faces.web.worker import Answer, packed, refused
from grundy.faces.web.workers import Lane, Memory, Work, cancelled

QUICK, HURRIED = 2.0, 0.3
"""Seconds of a processor that a question may take in the quick lane, and while others wait there."""
PATIENCE = 2.0
"""Seconds that a visitor waits for an answer before it becomes a job."""
KEPT, OVERHEAD = 64 << 20, 500
"""Bytes of answers that are kept, and what keeping one takes besides."""
JOBS = 10_000
"""Jobs that are remembered."""
UNPOLLED = 75.0
"""Seconds after which a job that nobody asks for is dropped: a page in the background asks once a minute."""
HEALTHY = 4.0
"""Seconds in which a lane answers the easiest question, or is broken."""

Key = tuple[str, bytes]


def _unplayed(of: str, spoken: str) -> bytes:
    """Return what the list of games says of one whose description takes too long."""
    with messages.use(spoken):
        return packed(catalogue.unplayed(of))


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
        self.jobs: LRUCache[str, Work | Finished] = LRUCache(JOBS)
        self.looks: dict[str, Work] = {}
        """The questions by which it is seen whether the lanes are well."""
        self.endless: set[tuple[str, str]] = set()
        """The lists that a game of a file is left out of, since it takes too long to be described."""
        self.loop = asyncio.get_running_loop()
        """Nobody else touches what is known here: the lanes' threads hand their answers over to it."""
        memory = Memory(granted.total)
        self.long = Lane(
            "long",
            granted,
            files,
            memory,
            seconds=granted.seconds,
            hurried=granted.seconds,
            late=self._too_long,
            full=N_("too many long questions are waiting: try again in a minute"),
            kindness=6,  # so that its threads have the processors that nobody else needs
        )
        self.quick = Lane(
            "quick",
            granted,
            files,
            memory,
            seconds=QUICK,
            hurried=HURRIED,
            late=self._late,
            full=N_("too many questions are waiting: try again in a few seconds"),
            kindness=3,  # the server itself comes first
            threads=1,
        )

    def close(self) -> None:
        """End all workers."""
        self.quick.close()
        self.long.close()

    async def health(self) -> dict[str, str]:
        """Return how each lane is: "ok" where it answers, "busy" where all its workers are within their bounds, "broken"."""
        found = await asyncio.gather(self._health(self.quick), self._health(self.long))
        return {"quick": found[0], "long": found[1]}

    async def _health(self, lane: Lane) -> str:
        if lane is self.long and lane.busy == len(lane.workers):
            return "busy" if lane.alive else "broken"
        work = self.looks.get(lane.name)
        if work is None or work.answer.done():
            work = self.looks[lane.name] = Work("alive", {}, self.spoken)
            work.holders[lane] = time.monotonic() + HEALTHY
            lane.put(work)
        await asyncio.wait([asyncio.wrap_future(work.answer)], timeout=HEALTHY)
        return "ok" if work.answer.done() and work.answer.result()[0] == 200 else "broken"

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
            if isinstance(job, str):
                self.jobs[job] = Finished(key, None if answer[0] == 200 else answer)

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
        """Return a new name under which a visitor asks for a work."""
        job = secrets.token_urlsafe(12)
        self.jobs[job] = work
        work.holders[job] = time.monotonic() + UNPOLLED
        return job

    def _pending(self, job: str, work: Work) -> Pending:
        ahead = next((n for n in (self.quick.turns.ahead(work), self.long.turns.ahead(work)) if n is not None), 0)
        return Pending(job, "running" if work.running else "queued", ahead)

    def job(self, job: str) -> Answer | Pending | None:
        """Return the answer of a job, or how it stands; None for an unknown one, or whose answer is not kept any more."""
        known = self.jobs.get(job)
        if isinstance(known, Finished):
            return known.failure or self.kept.get(known.key)
        if known is not None:
            known.holders[job] = time.monotonic() + UNPOLLED
        return known and self._pending(job, known)

    def cancel(self, job: str) -> bool:
        """Cancel a job; its work goes on if other visitors wait for it. False for an unknown one."""
        known = self.jobs.pop(job, None)
        if isinstance(known, Work):
            self._leave(known, job)
        return known is not None
