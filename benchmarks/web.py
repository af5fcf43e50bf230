"""Two hundred visitors at once on `grundy serve` for half a minute, while another asks gigantic questions and cancels them.

``python benchmarks/web.py [visitors] [seconds] [pause]``: each visitor, at an address of his own, plays, explores and asks
for values and sequences at random, with a pause of ``pause`` seconds on average between two requests. Needs the extras
``web`` and ``test``. A request is over its bound if it has neither an answer nor a job within five seconds. It ends with 1
if one was, or if an answer was a fault of the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx
import psutil

BOUND = 5.0
GIGANTIC = (
    ("position", {"words": "domineering 8 8"}),
    ("sequence", {"name": "0.007", "to": 1_000_000}),
    ("sequence", {"name": "0.77", "to": 10**15}),
    ("position", {"words": "connect4 width=7 height=6"}),
    ("explore", {"words": "amazons ......|.X..O.|......|......", "limit": 200}),
)
QUESTIONS = ("position", "reply", "explore", "value", "sequence", "points")
"""What a worker is asked; neither what the server says by itself, nor whether a job is done (``a job``)."""


@dataclass
class Tally:
    """What happened: the seconds of each request by kind, the statuses, and what was wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    jobs: Counter[str] = field(default_factory=Counter)

    def show(self) -> None:
        """Print it."""
        print(f"{'request':<12} {'count':>6} {'median':>8} {'99 %':>8} {'most':>8}  (milliseconds)")
        asked = [s for kind, each in self.seconds.items() for s in each if kind in QUESTIONS]
        every = {**self.seconds, "a question": asked, "all": [s for each in self.seconds.values() for s in each]}
        for kind, each in every.items():
            each.sort()
            figures = (statistics.median(each), each[int(0.99 * len(each))], each[-1])
            print(f"{kind:<12} {len(each):>6} " + " ".join(f"{1000 * figure:>8.0f}" for figure in figures))
        print(f"statuses: {dict(self.statuses)}; jobs of gigantic questions: {dict(self.jobs)}")
        print(f"errors: {len(self.errors)} {self.errors[:5]}")


def question() -> tuple[str, str, dict[str, Any]]:
    """Return what a visitor asks next: a kind, a path and its parameters."""
    heaps = " ".join(str(random.randrange(1, 12)) for _heap in range(random.randrange(2, 5)))
    board = "|".join("".join(random.choice("...#") for _cell in range(4)) for _row in range(4))
    played = ".".join(str(random.randrange(2)) for _move in range(random.randrange(3)))
    api: list[tuple[str, dict[str, Any]]] = [
        ("position", {"words": f"nim 5 6 {heaps}", "moves": played}),
        ("position", {"words": f"domineering {board}"}),
        ("position", {"words": f"kayles {heaps} + wythoff 3 5"}),
        ("position", {"words": "tic-tac-toe", "moves": played}),
        ("reply", {"words": f"nim {heaps}"}),
        ("explore", {"words": f"nim {heaps[:3]}", "limit": 20}),
        ("value", {"expression": f"{{{random.randrange(9)}|-{random.randrange(9)}}} + ^*", "other": "0"}),
        ("sequence", {"name": f"0.{random.randrange(1, 8)}{random.randrange(1, 8)}", "to": 1000}),
        ("points", {"name": "0.77", "start": random.randrange(10**6), "stop": 10**6 + 1, "width": 1000}),
        ("theorems/wythoff", {}),
        ("games", {}),
    ]
    pages: list[tuple[str, dict[str, Any]]] = [
        ("/play", {"position": f"nim {heaps}", "lang": random.choice(("en", "zh"))}),
        ("/sequences", {"name": "0.77"}),
        ("/", {}),
    ]
    if random.random() < 0.25:
        path, params = random.choice(pages)
        return "a page", path, params
    name, params = random.choice(api)
    return name.partition("/")[0], f"/api/v1/{name}", params


class Browser:
    """A visitor's connection, and no more of HTTP than is needed: what is measured is the server, not its visitors."""

    def __init__(self, url: str, address: str, tally: Tally) -> None:
        self.host, port = re.fullmatch(r"http://(.*):(\d+)/", url).groups()  # type: ignore[union-attr]
        self.port, self.address, self.tally = int(port), address, tally
        self.streams: Any = None

    async def ask(self, kind: str, path: str, params: dict[str, Any], method: str = "GET") -> tuple[int, Any]:
        """Ask, note how long it took, and return the status and what the answer is, if that is short."""
        begin = time.perf_counter()
        line = f"{method} {path}?{urlencode(params)} HTTP/1.1"
        try:
            status, body = await self._answer(line)
        except (OSError, asyncio.IncompleteReadError):  # it was at rest, and the server closed it meanwhile
            self.streams = None
            status, body = await self._answer(line)
        taken = time.perf_counter() - begin
        self.tally.seconds.setdefault(kind, []).append(taken)
        self.tally.statuses[status] += 1
        if taken > BOUND or status >= 500:
            self.tally.errors.append(f"{path} {params}: {status} after {taken:.1f} s")
        return status, json.loads(body) if kind == "a job" or (status == 202 and body[:1] == b"{") else None

    async def _answer(self, line: str) -> tuple[int, bytes]:
        if self.streams is None or self.streams[0].at_eof():
            self.streams = await asyncio.open_connection(self.host, self.port, limit=1 << 20)
        reader, writer = self.streams
        writer.write(f"{line}\r\nHost: {self.host}\r\nX-Forwarded-For: {self.address}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        assert length is not None, head
        return int(head.split()[1]), await reader.readexactly(int(length[1]))


async def visitor(browser: Browser, end: float, pause: float) -> None:
    """Ask one thing after the other; wait for what becomes a job."""
    await asyncio.sleep(random.uniform(0, pause))
    while time.perf_counter() < end:
        kind, path, params = question()
        status, found = await browser.ask(kind, path, params)
        rest = 0.5
        while status == 202 and kind != "a page" and found.get("state", "running") in ("queued", "running"):
            await asyncio.sleep(rest)
            rest = min(3.0, 1.3 * rest)  # as the pages do
            _status, found = await browser.ask("a job", f"/api/v1/jobs/{found['job']}", {})
            if found is None:
                break
        await asyncio.sleep(random.expovariate(1 / pause) if pause else 0)


async def giant(browser: Browser, end: float) -> None:
    """Ask gigantic questions, and cancel each after a while."""
    number = 0
    while time.perf_counter() < end:
        name, params = GIGANTIC[number % len(GIGANTIC)]
        number += 1
        status, found = await browser.ask("gigantic", f"/api/v1/{name}", params)
        if status != 202:
            browser.tally.jobs[f"refused with {status}"] += 1
            await asyncio.sleep(0.5)
            continue
        await asyncio.sleep(2)
        await browser.ask("a job", f"/api/v1/jobs/{found['job']}", {}, "DELETE")
        browser.tally.jobs["cancelled"] += 1


async def load(url: str, visitors: int, seconds: float, pause: float) -> Tally:
    """Let all of them in at once."""
    tally = Tally()
    end = time.perf_counter() + seconds
    browsers = [Browser(url, f"10.0.{n // 256}.{n % 256}", tally) for n in range(visitors)]
    flood = giant(Browser(url, "203.0.113.9", tally), end)
    await asyncio.gather(flood, *(visitor(browser, end, pause) for browser in browsers))
    return tally


def spent(server: int) -> float:
    """Return the seconds of a processor that the server and its workers have had (workers that ended do not count)."""
    process = psutil.Process(server)
    return sum(sum(each.cpu_times()[:2]) for each in (process, *process.children(recursive=True)))


def main(visitors: int = 200, seconds: float = 30, pause: float = 2) -> int:
    random.seed(1)
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0", "--proxy", "127.0.0.1"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        print(f"{visitors} visitors, {seconds:g} s, a pause of {pause:g} s on average; load {os.getloadavg()[0]:.1f}")
        before = spent(server.pid)
        tally = asyncio.run(load(found[0], visitors, seconds, pause))
        tally.show()
        counted = httpx.get(f"{found[0]}metrics").text
        print("works:", dict(re.findall(r"^grundy_works_total\{(.*)\} (\S+)", counted, re.MULTILINE)))
        used = spent(server.pid) - before
        print(f"{used:.0f} s of a processor, {1000 * used / sum(tally.statuses.values()):.1f} ms a request")
        return bool(tally.errors)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


if __name__ == "__main__":
    numbers = [float(word) for word in sys.argv[1:]]
    sys.exit(main(*map(int, numbers[:1]), *numbers[1:]))
