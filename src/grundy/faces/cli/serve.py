"""``grundy serve``: the same in the browser."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from grundy.common import extras, limits, messages
from grundy.common.errors import GrundyError
from grundy.common.limits import Limits, keeping
from grundy.common.messages import _
from grundy.faces.cli import files, watch
from grundy.faces.cli.options import Natural, Seconds, Size, argument, option, stopped

LIBRARIES = ("fastapi", "uvicorn", "jinja2", "bokeh", "cachetools", "psutil", "fastapi_offline", "prometheus_client")
"""What the extra ``web`` installs."""

Port = Annotated[int, option("--port", "N", "Port to listen on.", Natural(65_535))]
OWN = ("localhost", "127.0.0.1", "[::1]")
"""The names by which this machine asks for itself."""


def serve(
    files: Annotated[list[str], argument("[FILE]...", "Files of rules that visitors may play besides the catalogue.")],
    allow_host: Annotated[
        list[str],
        option("--allow-host", "NAME", "Host name this server answers to: example.org, *.example.org.", multiple=True),
    ],
    proxy: Annotated[
        list[str],
        option(
            "--proxy", "ADDRESS", "A proxy, or a network of proxies, whose X-Forwarded-For is trusted.", multiple=True
        ),
    ],
    host: Annotated[str, option("--host", "ADDRESS", "Address to listen on; 0.0.0.0 means all.")] = "127.0.0.1",
    port: Port = 8000,
    workers: Annotated[
        int | None,
        option("--workers", "N", "Number of processes for short answers, and as many for long ones.", Natural(256)),
    ] = None,
    timeout: Annotated[int, option("--timeout", "S", "Processor seconds allowed for a request.", Natural(86_400))] = 60,
    memory: Annotated[
        int | None, option("--memory", "SIZE", "Memory limit of a worker: 500M, 2G; a search gets half of it.", Size())
    ] = None,
    total_memory: Annotated[
        int | None,
        option(
            "--total-memory",
            "SIZE",
            ("Memory limit of all workers (default: three quarters of the machine's)."),
            Size(),
        ),
    ] = None,
    queue: Annotated[
        int, option("--queue", "N", "Largest number of requests that may wait for a worker.", Natural(100_000))
    ] = 250,
    tablebases: Annotated[
        str, option("--tablebases", "DIR", "A folder of tablebases to answer from, each in a folder of its own.")
    ] = "",
) -> int:
    """Serve the games to web browsers: on this machine only, unless --host says otherwise."""
    require_libraries()
    proxies = [*map(_network, proxy)]
    shelf = str(_shelf(tablebases)) if tablebases else ""
    bounds = import_module("grundy.faces.web.queries")
    granted = bounds.Limits(
        workers=max(2, os.cpu_count() or 2) if workers is None else workers or 1,
        seconds=timeout or 1,
        memory=memory or bounds.MEMORY,
        waiting=queue or 1,
        total=total_memory or import_module("psutil").virtual_memory().total * 3 // 4,
        tablebases=shelf,
    )
    with listening(host, port) as place:
        here = ipaddress.ip_address(place.getsockname()[0]).is_loopback
        hosts = [*OWN, *map(_host, allow_host)] if here or allow_host else ["*"]
        app = import_module("grundy.faces.web.app").create_app(files, granted, messages.current(), hosts)
        serve_app(app, place, proxies)
    return 0


def require_libraries() -> None:
    """Raise GrundyError where what the extra ``web`` installs is missing."""
    for library in LIBRARIES:
        extras.extra(library, "web")


def _host(name: str) -> str:
    """Return a name by which the server may be asked for; GrundyError for what is none."""
    if not re.fullmatch(r"(\*\.)?[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\]", name):
        raise GrundyError("--allow-host takes a name such as example.org or *.example.org, not {name!r}", name=name)
    return name


def _shelf(folder: str) -> Path:
    """Return a folder of tablebases, and say which they are; GrundyError where there is none, or one that is not whole."""
    stored, found = (
        import_module("grundy.solving.store.tablebases"),
        import_module("grundy.solving.store.named").within(Path(folder)),
    )
    bases = [stored.Stored(path) for path in found if (path / stored.MANIFEST).exists()]
    if not bases:
        raise GrundyError("--tablebases takes a folder of tablebases, but there are none in {folder}", folder=folder)
    for base in bases:
        told = _("the tablebase {name} answers for every position reachable from {start}: {count:,} positions")
        print(told.format(name=base.folder.name, start=base.manifest["start"], count=base.positions))
    return Path(folder).absolute()


def _network(text: str) -> Any:
    """Return the network of a proxy's address; GrundyError for what is none."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise GrundyError("--proxy takes an address or a network such as 10.0.0.0/8, not {text!r}", text=text) from None


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; GrundyError where none can."""
    try:
        family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        place = socket.create_server(address[:2], family=family)
        place.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or the end of an answer waits for 40 ms
        return place
    except OSError as error:
        why = (os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or str(error)).lower()
        raise GrundyError("cannot serve at {host}:{port}: {why}", host=host, port=port, why=why) from None


def serve_app(app: Any, place: socket.socket, proxies: list[Any], page: str = "") -> None:
    """Serve until Ctrl-C; say where, as soon as the workers are ready. ``page``: the page that is told, if not the first."""

    def announce() -> None:
        print("\n".join(_announced(place, page)), flush=True)

    with limits.working(_("getting ready; on a new machine, kernels are compiled once")):
        import_module("grundy.faces.web.server").run(app, place, announce, _leave, proxies)


def _leave() -> None:
    """End this process and those that it started, which have not begun to answer."""
    for process in import_module("psutil").Process().children(recursive=True):
        process.kill()
    if (watcher := watch.watcher()) is not None:
        watcher.leave_in_order()
    raise KeyboardInterrupt


def _announced(place: socket.socket, page: str) -> Iterator[str]:
    """Yield where the server is, and who can reach it."""
    host, port = place.getsockname()[:2]
    own = ipaddress.ip_address(host)
    name = f"[{host}]" if own.version == 6 else host
    yield _("grundy is running at {address} (Ctrl-C stops it)").format(address=f"http://{name}:{port}/{page}")
    if not own.is_loopback:
        yield _("Other machines can reach it: it listens on {host}.").format(host=host)


# ---- ``grundy write``: the page on which rules are written, with the rules of a file


def write(
    file: Annotated[
        str,
        argument("[FILE[:GAME]]", "A file of rules, read but not run, and optionally the game to show.", many=False),
    ] = "",
    at: Annotated[str, option("--at", "ADDRESS", "Use a server elsewhere: only print the address there.")] = "",
    port: Port = 8000,
    seconds: Seconds = None,
) -> int:
    """Serve the page for writing rules and print its address, which contains the rules of a file.

    --seconds is the time for reading the file.
    """
    with keeping(Limits(seconds=seconds)), stopped(seconds):
        page = f"write{_fragment(file) if file else ''}"
    if at:
        if not at.startswith(("http://", "https://")):
            raise GrundyError("--at takes an address such as https://games.example.org, not {at!r}", at=at)
        print(f"{at.rstrip('/')}/{page}")
        return 0
    require_libraries()
    with listening("127.0.0.1", port) as place:
        granted = import_module("grundy.faces.web.queries").Limits()
        app = import_module("grundy.faces.web.app").create_app([], granted, messages.current(), [*OWN])
        serve_app(app, place, [], page)
    return 0


def _fragment(file: str) -> str:
    """Return the part of the address that holds a file's rules, which are read first; GrundyError where they are not."""
    from grundy.rules import from_text  # a server leaves them to its workers

    path, _colon, game = file.partition(":") if ".py:" in file else (file, "", "")
    text = files.text(path, 4 * from_text.LETTERS)
    word, found = from_text.packed(text), from_text.rules_of(text)
    if game and game not in found:
        raise GrundyError("{path} has no game {game!r}; it has {names}", path=path, game=game, names=", ".join(found))
    if len(word) > from_text.PACKED:
        raise GrundyError(
            "the rules in {path} are too long for an address: {n:,} letters compressed, and at most {most:,} fit",
            path=path,
            n=len(word),
            most=from_text.PACKED,
        )
    return f"#{word}{':' if game else ''}{game}"
