"""Who asks: by whom processor time, places in a queue and connections are counted, and whether he is still there."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import NamedTuple
from weakref import WeakValueDictionary

NETWORK = 64
"""So many bits of an IPv6 address belong to one visitor's network: he chooses the others as he likes."""


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
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7', 'testclient')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), NETWORK), strict=False))
