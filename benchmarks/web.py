"""Fifty visitors at once on `grundy serve` for a minute, while another asks gigantic questions and cancels them.

``python benchmarks/web.py [visitors] [seconds] [pause]``: each visitor plays, explores and asks for values and sequences at
random, with a pause of ``pause`` seconds on average between two requests. Needs the extras ``web`` and ``test``. A request
is over its bound if it has neither an answer nor a job within five seconds.
"""

from __future__ import annotations

import asyncio
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
        every = {**self.seconds, "all": [s for each in self.seconds.values() for s in each]}
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


async def timed(client: httpx.AsyncClient, tally: Tally, kind: str, path: str, params: dict[str, Any]) -> Any:
    """Ask, and note how long it took."""
    begin = time.perf_counter()
    try:
        response = await client.get(path, params=params)
    except httpx.HTTPError as error:
        tally.errors.append(f"{path}: {error!r}")
        return None
    taken = time.perf_counter() - begin
    tally.seconds.setdefault(kind, []).append(taken)
    tally.statuses[response.status_code] += 1
    if taken > BOUND or response.status_code >= 500:
        tally.errors.append(f"{path} {params}: {response.status_code} after {taken:.1f} s")
    return response


async def visitor(client: httpx.AsyncClient, tally: Tally, end: float, pause: float) -> None:
    """Ask one thing after the other; wait for what becomes a job."""
    while time.perf_counter() < end:
        kind, path, params = question()
        response = await timed(client, tally, kind, path, params)
        while response is not None and response.status_code == 202 and kind != "a page":
            await asyncio.sleep(0.5)
            response = await timed(client, tally, "a job", f"/api/v1/jobs/{response.json()['job']}", {})
            if response is not None and response.json().get("state") in ("queued", "running"):
                response.status_code = 202
        await asyncio.sleep(random.expovariate(1 / pause) if pause else 0)


async def giant(client: httpx.AsyncClient, tally: Tally, end: float) -> None:
    """Ask gigantic questions, and cancel each after a while."""
    number = 0
    while time.perf_counter() < end:
        name, params = GIGANTIC[number % len(GIGANTIC)]
        number += 1
        response = await timed(client, tally, "gigantic", f"/api/v1/{name}", params)
        if response is None or response.status_code != 202:
            tally.jobs[f"refused with {response.status_code}" if response is not None else "lost"] += 1
            await asyncio.sleep(0.5)
            continue
        await asyncio.sleep(2)
        job = response.json()["job"]
        tally.jobs[(await client.delete(f"/api/v1/jobs/{job}")).json()["state"]] += 1


async def load(url: str, visitors: int, seconds: float, pause: float) -> Tally:
    """Let all of them in at once."""
    tally = Tally()
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=30, limits=limits) as client:
        end = time.perf_counter() + seconds
        await asyncio.gather(
            giant(client, tally, end), *(visitor(client, tally, end, pause) for _visitor in range(visitors))
        )
    return tally


def spent(server: int) -> float:
    """Return the seconds of a processor that the server and its workers have had (workers that ended do not count)."""
    process = psutil.Process(server)
    return sum(sum(each.cpu_times()[:2]) for each in (process, *process.children(recursive=True)))


def main(visitors: int = 50, seconds: float = 60, pause: float = 0.5) -> None:
    random.seed(1)
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        print(f"{visitors} visitors, {seconds:g} s, a pause of {pause:g} s on average; load {os.getloadavg()[0]:.1f}")
        before = spent(server.pid)
        tally = asyncio.run(load(found[0], visitors, seconds, pause))
        tally.show()
        used = spent(server.pid) - before
        print(f"{used:.0f} s of a processor, {1000 * used / sum(tally.statuses.values()):.1f} ms a request")
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


if __name__ == "__main__":
    numbers = [float(word) for word in sys.argv[1:]]
    main(*map(int, numbers[:1]), *numbers[1:])
