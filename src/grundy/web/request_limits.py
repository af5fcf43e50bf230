"""How much one request may ask for: letters, heaps, seconds, bytes."""

from __future__ import annotations

from typing import NamedTuple

from grundy.errors import TooLarge
from grundy.language import N_

LETTERS = 2000
"""So long may be what a visitor writes."""
HEAPS = 10**7
"""So long may a sequence be."""
ANSWER = 8 << 20
"""The most bytes of an answer."""


class Limits(NamedTuple):
    """What the one who starts the server grants.

    Attributes:
        workers: processes for short answers, and as many for long ones.
        seconds: how many seconds of a processor a request may take; on the clock it may be three times as many.
        memory: the bytes that a worker may take.
        waiting: how many requests may wait for a worker.
    """

    workers: int = 2
    seconds: float = 60.0
    memory: int = 2 << 30
    waiting: int = 100


_granted = Limits()


def grant(limits: Limits) -> None:
    """Set what is granted in this process."""
    global _granted
    _granted = limits


def granted() -> Limits:
    """Return what is granted in this process."""
    return _granted


def search() -> int:
    """Return the bytes that a search may take: the rest of a worker's is for what it holds already."""
    return _granted.memory // 2


def check_heaps(last: int, most: int = HEAPS) -> None:
    """Raise TooLarge for a sequence up to a heap that is too large to be reached here."""
    if last > most:
        sentence = N_("a sequence up to heap {last:,} is too long for this server: {most:,} is the largest")
        raise TooLarge(sentence, last=last, most=most)
