"""``grundy serve``: the same in the browser."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

import typer

from grundy import extras, language
from grundy.cli import arguments
from grundy.errors import GrundyError
from grundy.language import _

LIBRARIES = ("fastapi", "uvicorn", "jinja2", "bokeh", "cachetools", "psutil", "fastapi_offline")
"""What the extra ``web`` installs."""

Files = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="FILES",
        help="Files of rules that visitors may play besides the catalogue.",
        show_default=False,
    ),
]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where it listens; 0.0.0.0 is everywhere.")]
Port = Annotated[str, typer.Option("--port", metavar="N", help="On which port.")]
Workers = Annotated[
    str, typer.Option("--workers", metavar="N", help="Processes for short answers, and as many for long ones.")
]
Seconds = Annotated[str, typer.Option("--timeout", metavar="S", help="Processor seconds that a request may take.")]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="The most memory of a worker: 500M, 2G.")]
Waiting = Annotated[str, typer.Option("--queue", metavar="N", help="So many requests may wait for a worker.")]


def run(
    files: Files,
    host: Host = "127.0.0.1",
    port: Port = "8000",
    workers: Workers = "",
    timeout: Seconds = "60",
    memory: Memory = "2G",
    queue: Waiting = "100",
) -> int:
    """Serve the games to browsers: to this machine alone, unless --host says otherwise."""
    for library in LIBRARIES:
        extras.extra(library, "web")
    granted = import_module("grundy.web.request_limits").Limits(
        workers=arguments.natural(workers, "--workers", 256) or 1 if workers else max(2, os.cpu_count() or 2),
        seconds=arguments.natural(timeout, "--timeout", 86_400) or 1,
        memory=arguments.size(memory) or 2 << 30,
        waiting=arguments.natural(queue, "--queue", 100_000) or 1,
    )
    with _listening(host, arguments.natural(port, "--port", 65_535)) as place:
        app = import_module("grundy.web.app").create_app(files, granted, language.current())
        _serve(app, place)
    return 0


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; GrundyError where none can."""
    try:
        family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        place = socket.create_server(address[:2], family=family)
        place.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or the end of an answer waits for 40 ms
        return place
    except OSError as error:
        why = (os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or str(error)).lower()
        raise GrundyError("nothing can be served at {host}:{port}: {why}", host=host, port=port, why=why) from None


def _serve(app: Any, place: socket.socket) -> None:
    """Serve until Ctrl-C; say where, as soon as the workers are ready."""
    uvicorn = import_module("uvicorn")

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            waiting.cancel()
            print("\n".join(_announced(place)), flush=True)

    ready = _("note: getting ready; on a new machine kernels are compiled, once")
    waiting = threading.Timer(4, print, [f"grundy: {ready}"], {"file": sys.stderr, "flush": True})
    waiting.daemon = True
    waiting.start()
    config = uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=2)
    with suppress(KeyboardInterrupt):  # uvicorn has ended in order, and hands it on
        Server(config).run([place])


def _announced(place: socket.socket) -> Iterator[str]:
    """Yield where the server is, and who can reach it."""
    host, port = place.getsockname()[:2]
    own = ipaddress.ip_address(host)
    name = f"[{host}]" if own.version == 6 else host
    yield _("grundy is served at {address} (Ctrl-C ends it)").format(address=f"http://{name}:{port}/")
    if not own.is_loopback:
        yield _("Others can reach it: it listens on {host}, not on this machine alone.").format(host=host)
