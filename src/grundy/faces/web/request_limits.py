"""How much one request may ask for: letters, heaps, seconds, bytes."""

from __future__ import annotations

import math
import sys
from contextlib import suppress
from typing import NamedTuple

import psutil

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.messages import N_

LETTERS = 2000
"""So long may be what a visitor writes."""
WORDS = LETTERS + 6000
"""So long may the words of a position be, of which one may hold the text of its rules (`grundy.rules.from_text.PACKED`)."""
MATCH = 20_000
"""So long may be the text of a match that is sent in an address."""
PUZZLES = 24
"""A sheet has so many puzzles at most."""
HEAPS = 10**7
"""So long may a sequence be."""
ANSWER = 8 << 20
"""The most bytes of an answer."""
BESIDES = 256 << 20
"""Bytes of addresses that a worker may take besides its memory: not all that is reserved is used."""
MEMORY = 2 * limits.MEMORY
"""The bytes that a worker may take, unless told: half of them for a search, which are those of an answer in the shell."""
SOLVING, SHARE = 20.0, 2 / 3
"""Seconds for solving a position, or this share of those of a request if it is more: the rest is for what is shown."""
AFTER = 5
"""Seconds that a worker is given besides those of its request before it ends by itself."""


class Limits(NamedTuple):
    """What the one who starts the server grants.

    Attributes:
        workers: processes for short answers, and as many for long ones.
        seconds: how many seconds of a processor a request may take; on the clock it may be three times as many.
        memory: the bytes that a worker may take.
        waiting: how many requests may wait for a worker, half of them a single visitor's.
        total: the bytes that all workers may take together.
        tablebases: a folder of tablebases that answer besides those of the user's folder, or "".
    """

    workers: int = 2
    seconds: float = 60.0
    memory: int = MEMORY
    waiting: int = 250
    total: int = 8 << 30
    tablebases: str = ""

    @property
    def spare(self) -> int:
        """Return the bytes that a worker may keep from one request to the next."""
        return min(self.memory // 2, self.total // (4 * self.workers))


_granted = Limits()


def grant(limits: Limits) -> None:
    """Set what is granted in this process."""
    global _granted
    _granted = limits


def granted() -> Limits:
    """Return what is granted in this process."""
    return _granted


def solving() -> float:
    """Return the seconds that solving what is shown may take; where fewer are granted, that is told in the end."""
    return max(SOLVING, SHARE * _granted.seconds)


def search() -> int:
    """Return the bytes that a search may take: the rest of a worker's is for what it holds already."""
    return _granted.memory // 2


def check_heaps(last: int, most: int = HEAPS) -> None:
    """Raise TooLarge for a sequence up to a heap that is too large to be reached here."""
    if last > most:
        sentence = N_("a sequence up to heap {last:,} is too long for this server; the limit is {most:,}")
        raise TooLarge(sentence, last=last, most=most)


def bound_memory(most: int) -> None:
    """Let this process take so many bytes besides those it has: the system refuses more, and what asked for it fails."""
    _bound("RLIMIT_AS", psutil.Process().memory_info().vms + most + BESIDES)


def bound_seconds(most: float) -> None:
    """Let this process use so many seconds of a processor from now on, and some more; then the system ends it."""
    used = psutil.Process().cpu_times()
    _bound("RLIMIT_CPU", math.ceil(used.user + used.system + most + AFTER))


def _bound(name: str, most: int) -> None:
    """Set what this process may have of something, where the system bounds it."""
    if sys.platform != "win32":
        import resource

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
