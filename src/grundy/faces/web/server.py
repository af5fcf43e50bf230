"""The server as a program: uvicorn, with bounds on its connections and its log."""

from __future__ import annotations

import ipaddress
import signal
import socket
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from grundy.faces.web import log
from grundy.faces.web.connections import AT_ONCE, OTHERS, Connection, Door, room

GRACE = 1
"""Seconds for requests that are at work when the server ends."""
BACKLOG = 1024
"""Connections that the system keeps until they are accepted."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def run(
    app: FastAPI,
    place: socket.socket,
    ready: Callable[[], None],
    early: Callable[[], None],
    proxies: Sequence[Network] = (),
) -> None:
    """Serve an app at a socket until Ctrl-C; then KeyboardInterrupt, when all has ended in order.

    Args:
        app: what is served.
        place: the socket, which listens.
        ready: is called when visitors are answered.
        early: is called at a Ctrl-C before that: nothing is to be ended in order yet.
        proxies: who may tell, by X-Forwarded-For, for whom he asks.
    """

    def proxy(address: str) -> bool:
        return any(ipaddress.ip_address(address) in network for network in proxies)

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            if sig == signal.SIGINT and not self.started:
                early()
            super().handle_exit(sig, frame)

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            place.listen(BACKLOG)  # uvicorn's number is also that of the connections that are accepted at once
            ready()

    door = Door(room(OTHERS + 8 * app.state.limits.workers), unbounded=proxy)
    app.state.door = door
    log.limit()
    http: Any = partial(Connection, door)
    config = uvicorn.Config(
        app,
        http=http,
        ws="none",
        backlog=AT_ONCE,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*map(str, proxies)],
    )
    Server(config).run([place])
