"""The server as a program: uvicorn, with bounds on its connections and its log."""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from types import FrameType
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.web.visitors import limit_log, named
from grundy.faces.web.worker import refused

# ---- connections: how many there may be, and how soon a visitor must have said what he wants and have taken what he
# uvicorn bounds the number of requests at work and the rest between two requests, but neither the size of a head that
# comes at once, nor the time in which a head must arrive, nor that in which an answer must be taken, nor the
# connections that only wait. Here a head has a bound however it comes, and a connection has a deadline whenever the
# next step is the visitor's; and where there are too many, in all or from one address, the one that has been waiting
# longest for its visitor makes room for the new one.

PATIENCE = 10.0
"""Seconds in which the head of a request must have come, and in which some of an answer must have been taken."""
HEAD = 16 << 10
"""Bytes that the head of a request may have: its first line and its headers, to the empty line."""
EACH = 100
"""Connections of one visitor."""
MOST = 8192
"""Connections in all, where the system allows so many open files."""
AT_ONCE = 32
"""Connections that are accepted before it is looked whether there are too many."""
OTHERS = 6 * AT_ONCE
"""Open files that are no connections, or are some that are just being closed."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 5\r\n\r\n"


def room(others: int = OTHERS) -> int:
    """Let this process open as many files as the system lets it, and return how many connections there may be."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + others
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == resource.RLIM_INFINITY else max(AT_ONCE, min(MOST, soft - others))


class Door:
    """Lets connections in.

    Args:
        most: how many in all.
        each: how many of one visitor.
        unbounded: whether an address may have more: that of a proxy, through which many visitors come.
    """

    def __init__(self, most: int, each: int = EACH, unbounded: Callable[[str], bool] = lambda address: False) -> None:
        self.most, self.each, self.unbounded = most, each, unbounded
        self.within: dict[str, dict[Connection, None]] = {}
        self.count = 0
        self.turned_away = 0

    def enter(self, connection: Connection, visitor: str) -> bool:
        """Let a connection in, perhaps in the place of one that waits for its visitor; False where there is no room."""
        own = self.within.get(visitor, {})
        if len(own) >= self.each and not self.unbounded(visitor):
            crowds = [own]
        elif self.count >= self.most:
            crowds = sorted(self.within.values(), key=len, reverse=True)
        else:
            crowds = []
        if crowds:
            self.turned_away += 1
            idle = next((other for crowd in crowds for other in crowd if not other.at_work), None)
            if idle is None:
                return False
            idle.drop()
        self.within.setdefault(visitor, {})[connection] = None
        self.count += 1
        return True

    def leave(self, connection: Connection, visitor: str) -> None:
        """Note that a connection has ended."""
        own = self.within.get(visitor, {})
        if connection in own:
            del own[connection]
            self.count -= 1
            if not own:
                del self.within[visitor]


class _Bounded(h11.Connection):
    """Reads requests whose heads are not too long, also where one comes whole: h11 itself bounds what is incomplete."""

    too_long = False

    def next_event(self) -> Any:
        """Return what comes next; RemoteProtocolError for a head that is too long."""
        begins = self.their_state is h11.IDLE
        held = len(self.trailing_data[0]) if begins else 0
        try:
            event = super().next_event()
            if begins and isinstance(event, h11.Request) and held - len(self.trailing_data[0]) > HEAD:
                raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
        except h11.RemoteProtocolError as error:
            self.too_long = error.error_status_hint == 431
            raise
        return event


class Connection(H11Protocol):
    """A connection that comes through a `Door`, and is closed where its visitor takes too long."""

    def __init__(self, door: Door, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self.conn = _Bounded(h11.SERVER, HEAD)
        self.door = door
        self.visitor = ""
        self.deadline: asyncio.TimerHandle | None = None
        self.untaken = 0

    @property
    def at_work(self) -> bool:
        """Whether the next step is the server's: a request has come, and is not answered."""
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete and not self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin, if there is room."""
        super().connection_made(transport)
        self.visitor = named(self.client[0] if self.client else "")
        if self.door.enter(self, self.visitor):
            self.wait()
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.door.leave(self, self.visitor)
        self.rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; what comes after a head that is too long is passed over."""
        if self.conn.too_long:
            return
        super().data_received(data)
        if self.at_work:
            self.rest()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read; of a head that is too long the rest is taken, or the visitor would not see why."""
        if not self.conn.too_long:
            super().send_400_response(msg)
            return
        self._unset_keepalive_if_required()
        status, body = refused(431, _("the head of a request may have at most {most:,} bytes").format(most=HEAD))
        headers = {"Connection": "close", "Content-Type": "application/json", "Content-Length": str(len(body))}
        begin = h11.Response(status_code=status, headers=[*headers.items()], reason=HTTPStatus(status).phrase)
        for event in (begin, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.write_eof()

    def on_response_complete(self) -> None:
        """Wait for the next request, and that this answer is taken."""
        super().on_response_complete()
        if not self.at_work:
            self.wait()

    def pause_writing(self) -> None:
        """Wait for the visitor to take what was written."""
        super().pause_writing()
        self.wait()

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        if self.at_work:
            self.rest()

    def wait(self) -> None:
        """Give the visitor some seconds for what is his to do."""
        self.rest()
        self.untaken = self.transport.get_write_buffer_size()
        self.deadline = self.loop.call_later(PATIENCE, self.late)

    def rest(self) -> None:
        """Wait for the visitor no more."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def late(self) -> None:
        """End a connection whose visitor has done nothing; wait on for one who is still taking an answer."""
        if self.transport.get_write_buffer_size() < self.untaken:
            self.wait()
        else:
            self.drop()

    def drop(self) -> None:
        """End the connection at once."""
        self.door.leave(self, self.visitor)
        self.transport.abort()


# ----


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
            try:
                app.state.desk = app.state.opened()  # here, since uvicorn logs as a traceback what its lifespan raises
            except OSError as error:
                told = _("the workers of this server cannot be started: {problem}")
                raise GrundyError("{why}", why=limits.confined() or told.format(problem=error)) from error
            await super().startup(sockets)
            place.listen(BACKLOG)  # uvicorn's number is also that of the connections that are accepted at once
            ready()

    door = Door(room(OTHERS + 8 * app.state.limits.workers), unbounded=proxy)
    app.state.door = door
    limit_log()
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
