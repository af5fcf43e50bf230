"""Who asks: by whom processor time, places in a queue and connections are counted, and whether he is still there."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache

NETWORK, NEAR = 48, 24
"""So many bits of an IPv6 address are one visitor's: a home line has 2^16 networks of 64. And so many of an IPv4 address are
one network's, by which it is counted what stays when its visitor has left."""
REMEMBERED = 10_000
"""Of so many visitors it is remembered what they have had."""


async def _stays() -> None:
    """Wait for somebody to leave who never does."""
    await asyncio.Event().wait()


class Visitor(NamedTuple):
    """Who asks, what waits until he has left, and what is held while his request is in hand."""

    name: str = ""
    left: Callable[[], Awaitable[None]] = _stays
    hand: asyncio.Lock | None = None

    @asynccontextmanager
    async def aside(self) -> AsyncGenerator[None]:
        """Lay a request aside while it waits for a worker: another of this visitor is taken in hand."""
        if self.hand is None:
            yield
            return
        self.hand.release()
        try:
            yield
        finally:
            await self.hand.acquire()


SERVER = Visitor()
"""Who asks where no visitor does."""
asking: ContextVar[Visitor] = ContextVar("asking")
"""Who asks in this task."""


class Hands:
    """One request of each visitor is in hand at a time: where many of one come, those of others come between them."""

    def __init__(self) -> None:
        self.held: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, address: str, left: Callable[[], Awaitable[None]]) -> tuple[Visitor, asyncio.Lock]:
        """Return the visitor at an address, and what is held while a request of his is in hand."""
        name = named(address)
        hand = self.held.get(name) or asyncio.Lock()
        self.held[name] = hand
        return Visitor(name, left, hand), hand


def named(address: str) -> str:
    """Return the name of the visitor at an address: of an IPv6 address its network.

    >>> named("192.0.2.7"), named("2001:db8::1:7"), named("::ffff:192.0.2.7"), named("testclient")
    ('192.0.2.7', '2001:db8::/48', '192.0.2.7', 'testclient')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), NETWORK), strict=False))


def network(visitor: str) -> str:
    """Return the name of the network in which a visitor is.

    >>> network("192.0.2.7"), network("2001:db8::/48"), network("testclient")
    ('192.0.2.0/24', '2001:db8::/48', 'testclient')
    """
    try:
        return str(ipaddress.IPv4Network((visitor, NEAR), strict=False))
    except ValueError:
        return visitor


class Rate:
    """So much of something at once, and so much a second for long, for each of those who were seen lately.

    >>> rate = Rate(2, 0.5, clock=lambda: 0.0)
    >>> [rate.take("one") for _time in range(3)], rate.take("two")
    ([True, True, False], True)
    """

    def __init__(self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.at_once, self.a_second, self.clock = at_once, a_second, clock
        self.of: LRUCache[str, tuple[float, float]] = LRUCache(REMEMBERED)
        """What there was room for, and when."""

    def take(self, who: str = "", count: int = 1) -> bool:
        """Whether there is room for one more of somebody's, of which so many are taken."""
        now = self.clock()
        room, looked = self.of.get(who, (self.at_once, now))
        room = min(self.at_once, room + (now - looked) * self.a_second)
        self.of[who] = room - count * (room >= 1), now
        return room >= 1


# ---- the server's log, which no visitor can fill: so many lines at once, then one a second, and how many were left out

AT_ONCE = 20
"""So many lines may come at once."""
A_SECOND = 1.0
"""So many may come in a second, for long."""
LONGEST = 4000
"""So many letters a line may have, with its traceback."""


class Bounded(logging.Filter):
    """Lets through what the log has room for.

    >>> bounded = Bounded(at_once=2, clock=lambda: 0.0)
    >>> record = logging.makeLogRecord({"msg": "Invalid HTTP request received."})
    >>> [bounded.filter(record) for _line in range(3)]
    [True, True, False]
    """

    def __init__(self, at_once: int = AT_ONCE, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.rate = Rate(at_once, A_SECOND, clock)
        self.left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the first one after others were left out says how many."""
        if not self.rate.take():
            self.left_out += 1
            return False
        if self.left_out:
            record.msg, record.args = f"{record.getMessage()} [{self.left_out} lines were left out before]", ()
            self.left_out = 0
        return True


class Shortened(logging.Formatter):
    """Writes a record in at most `LONGEST` letters: its beginning and its end."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text.

        >>> len(Shortened().format(logging.makeLogRecord({"msg": "x" * 10**6})))
        4005
        """
        text = super().format(record)
        half = LONGEST // 2
        return text if len(text) <= LONGEST else f"{text[:half]}\n...\n{text[-half:]}"


def limit_log() -> None:
    """Write what this process logs to standard error, within bounds."""
    handler = logging.StreamHandler()
    handler.setFormatter(Shortened("%(levelname)s: %(message)s"))
    handler.addFilter(Bounded())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
