"""Who asks: by whom processor time, places in a queue and connections are counted, and whether he is still there."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import NamedTuple

NETWORK = 64
"""So many bits of an IPv6 address belong to one visitor's network: he chooses the others as he likes."""


async def _stays() -> None:
    """Wait for somebody to leave who never does."""
    from asyncio import Event

    await Event().wait()


class Visitor(NamedTuple):
    """Who asks, and what waits until he has left."""

    name: str = ""
    left: Callable[[], Awaitable[None]] = _stays


SERVER = Visitor()
"""Who asks where no visitor does."""
asking: ContextVar[Visitor] = ContextVar("asking")
"""Who asks in this task."""


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
