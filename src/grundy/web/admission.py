"""The desk where visitors' questions come in: answers that are kept, a quick lane, a long one, and jobs to be waited for.

Every question goes to the quick lane, where it may take two seconds. What takes longer begins anew in the long lane, whose
workers give way to the quick ones; and who asks many questions waits for those who ask few.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import threading
from contextvars import ContextVar
from typing import Any, NamedTuple

from cachetools import LRUCache

from grundy import language
from grundy.errors import GrundyError, Sentence
from grundy.language import _
from grundy.web.request_limits import Limits
from grundy.web.worker import Answer, refused
from grundy.web.workers import Lane, Work

QUICK, HURRIED = 2.0, 0.3
"""Seconds of a processor that a question may take in the quick lane, and while others wait there."""
PATIENCE = 2.5
"""Seconds that a visitor waits for an answer before it becomes a job."""
KEPT, OVERHEAD = 64 << 20, 500
"""Bytes of answers that are kept, and what keeping one takes besides."""
JOBS = 10_000
"""Jobs that are remembered."""

Key = tuple[str, bytes]
client: ContextVar[str] = ContextVar("client", default="")
"""Who asks: the address of a visitor."""


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
        self.lock = threading.RLock()
        self.long = Lane(
            granted, files, seconds=granted.seconds, hurried=granted.seconds, late=self._too_long, kindness=10
        )
        self.quick = Lane(granted, files, seconds=QUICK, hurried=HURRIED, late=self._to_long)

    def close(self) -> None:
        """End all workers."""
        self.quick.close()
        self.long.close()

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
        spoken = language.language(lang or self.spoken)
        asked = json.dumps([arguments, spoken], sort_keys=True).encode()
        key = (name, hashlib.sha256(asked).digest())  # not as long as what a visitor writes
        holder = object()
        with self.lock:
            if key in self.kept:
                return self.kept[key]
            work = self.works.get(key) or self._begun(key, Work(name, arguments, spoken, client.get()))
            if work is None:
                with language.use(spoken):
                    return refused(503, _("too many questions are waiting here: ask again in a few seconds"))
            work.holders.add(holder)
        await asyncio.wait([asyncio.wrap_future(work.answer)], timeout=PATIENCE)
        with self.lock:
            pending = None if work.answer.done() else self._pending(self._job(work), work)
            work.holders.discard(holder)
        return pending or work.answer.result()

    def _begun(self, key: Key, work: Work) -> Work | None:
        """Put a work into the quick lane; None if that is full."""
        work.rank = sum(other.client == work.client for other in self.works.values())
        if not self.quick.put(work):
            return None
        self.works[key] = work
        work.answer.add_done_callback(lambda _answer: self._done(key, work))
        return work

    def _done(self, key: Key, work: Work) -> None:
        """Keep an answer that would be the same another time."""
        answer = work.answer.result()
        with self.lock:
            if self.works.get(key) is work:
                del self.works[key]
            if answer[0] in (200, 400):
                self.kept[key] = answer
            for job in work.holders:
                if isinstance(job, str):
                    self.jobs[job] = Finished(key, None if answer[0] == 200 else answer)

    def _to_long(self, work: Work) -> None:
        if not self.long.put(work):
            work.settle(refused(503, _("too many long questions are waiting here: ask again in a minute")))

    def _too_long(self, work: Work) -> None:
        sentence = _("this takes longer than is granted here ({seconds:g} s)")
        work.settle(refused(413, sentence.format(seconds=self.granted.seconds)))

    # ---- jobs

    def _job(self, work: Work) -> str:
        """Return a new name under which a visitor asks for a work."""
        job = secrets.token_urlsafe(12)
        self.jobs[job] = work
        work.holders.add(job)
        return job

    def _pending(self, job: str, work: Work) -> Pending:
        ahead = next((n for n in (self.quick.ahead(work), self.long.ahead(work)) if n is not None), 0)
        return Pending(job, "running" if work.running else "queued", ahead)

    def job(self, job: str) -> Answer | Pending | None:
        """Return the answer of a job, or how it stands; None for an unknown one, or whose answer is not kept any more."""
        with self.lock:
            known = self.jobs.get(job)
            if isinstance(known, Finished):
                return known.failure or self.kept.get(known.key)
            return known and self._pending(job, known)

    def cancel(self, job: str) -> bool:
        """Cancel a job; its work goes on if other visitors wait for it. False for an unknown one."""
        with self.lock:
            known = self.jobs.pop(job, None)
            if isinstance(known, Work):
                known.holders.discard(job)
                if known.unwanted:
                    self.works = {key: work for key, work in self.works.items() if work is not known}
                    self.quick.remove(known)
                    self.long.remove(known)
            return known is not None
