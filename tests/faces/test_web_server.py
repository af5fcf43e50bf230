"""The server among strangers: slow clients, floods, odd messages, rules that never end, and a server that is killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("bokeh")
pytest.importorskip("fastapi_offline")
pytest.importorskip("prometheus_client")

import httpx
import psutil
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
import traps
from cases import nontrivial
from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.faces.web import admission, create_app, queries, server, worker
from grundy.faces.web.admission import SLOWER, STALLED, Lane, Memory, Turns, Work
from grundy.faces.web.queries import Limits
from grundy.faces.web.server import Door
from grundy.rules.from_text import packed
from rules.hostile_texts import GOOD, long_constants
from shell import within

LONG_ENOUGH = 100.0
"""Seconds of patience with a machine that has other things to do: nothing is promised of them."""
posix = pytest.mark.skipif(os.name == "nt", reason="limits and signals of POSIX")
EASY = "/api/v1/position?words=nim+{}+5+6"
RULES = """
import grundy as gr


@gr.game
def endless(n: int):
    while True:
        n += 1
    yield n


@gr.game
def halving(n: int):
    if n:
        yield n // 2


@gr.game
def nosy(n: int):
    open(__file__ + ".missing")
    yield n

number = 7
"""


class Served(NamedTuple):
    process: subprocess.Popen[str]
    url: str
    log: Path

    @property
    def port(self) -> int:
        return int(re.search(r":(\d+)/", self.url)[1])  # type: ignore[index]


START = """
import sys
from grundy.faces.cli import main
from grundy.faces.web import admission, server

if sys.platform != "win32":
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, 400))
server.PATIENCE = 3.0
admission.PATIENCE = admission.HEALTHY = 60.0
if __name__ == "__main__":
    main(["serve", "--port", "0", *sys.argv[1:]])
"""
"""A server that may open few files, and waits for nobody longer than three seconds; visitors wait for it a minute, so
that it is not the machine that says whether an answer is a job."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that believes a proxy on this machine, and knows three odd games; in a folder full of traps."""
    folder = tmp_path_factory.mktemp("served")
    current = tmp_path_factory.mktemp("current")
    mark = traps.lay(current)
    (folder / "odd_rules.py").write_text(RULES, encoding="utf-8")
    (folder / "start.py").write_text(START, encoding="utf-8")
    options = ("--workers", "2", "--proxy", "127.0.0.1", "--allow-host", "grundy.example", "--timeout", "10")
    command = [sys.executable, str(folder / "start.py"), str(folder / "odd_rules.py"), *options]
    log = folder / "log"
    with log.open("w") as errors:
        process = subprocess.Popen(command, cwd=current, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    said = process.stdout.readline()
    yield Served(process, re.search(r"http://\S+", said)[0], log)  # type: ignore[index]
    process.kill()
    process.wait(20)
    assert not mark.exists(), mark.read_text()


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """Servers within this process wait for answers, so that it is not the machine that says whether one is a job; and who
    asks waits for a server that has only just begun."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admission, "PATIENCE", LONG_ENOUGH)
        patch.setattr(httpx, "get", partial(httpx.get, timeout=LONG_ENOUGH))
        yield


def by(name: str) -> dict[str, str]:
    """Return the header by which a proxy says for whom it asks."""
    return {"X-Forwarded-For": name}


def comes(wanted: Callable[[], object]) -> bool:
    """Whether something comes true, however busy the machine is."""
    return within(LONG_ENOUGH, wanted)


def counted(served: Served, name: str) -> float:
    """Return the sum of what the server has counted or sees, by the beginning of its name and labels."""
    found = httpx.get(f"{served.url}metrics").text
    return sum(map(float, re.findall(rf"^{name}\S* (\S+)$", found, re.MULTILINE)))


def said(served: Served, message: bytes, seconds: float = LONG_ENOUGH) -> bytes:
    """Return what the server answers to bytes, until it closes the connection or so many seconds have passed.

    A machine that is busier than the server's patience may have it close unasked: then it is asked again, some times.
    """
    return next(filter(None, (_said(served, message, seconds) for _turn in range(5))), b"")


def _said(served: Served, message: bytes, seconds: float) -> bytes:
    found = b""
    with socket.create_connection(("127.0.0.1", served.port), timeout=seconds) as line:
        line.sendall(message)
        try:
            while part := line.recv(65536):
                found += part
        except (TimeoutError, ConnectionResetError):
            pass
    return found


# ---- slow clients


@pytest.mark.slow
@posix
@pytest.mark.parametrize(("many", "turned"), [(600, 200), pytest.param(1100, 500, marks=pytest.mark.hours)])
def test_half_sent_requests_lock_nobody_out(served: Served, many: int, turned: int) -> None:
    """Requests that never end, at a server that may open 400 files: a visitor is answered, and the log stays short."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    half: list[socket.socket] = []
    try:
        for _number in range(many):
            half.append(socket.create_connection(("127.0.0.1", served.port), timeout=LONG_ENOUGH))
            half[-1].sendall(b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        for number in range(5):
            assert httpx.get(served.url[:-1] + EASY.format(number)).status_code == 200
        crowded = counted(served, "grundy_crowded_connections_total")
    finally:
        for line in half:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert crowded > turned
    assert served.log.stat().st_size < 20_000, served.log.read_text()[:2000]


@pytest.mark.slow
@posix
def test_who_does_not_speak_or_listen_is_not_waited_for(served: Served) -> None:
    def alone() -> bool:
        return counted(served, "grundy_connections") == 1

    assert comes(alone)
    with (
        socket.create_connection(("127.0.0.1", served.port), timeout=LONG_ENOUGH) as slow,
        socket.create_connection(("127.0.0.1", served.port), timeout=LONG_ENOUGH) as deaf,
    ):
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /static/bokeh/bokeh.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            for _letter in range(1000):  # a letter now and then is not enough
                time.sleep(0.1)
                slow.sendall(b"a")
        assert comes(alone)
    patient = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG_ENOUGH)
    with closing(patient):
        patient.connect()
        patient.auto_open = 0  # type: ignore[attr-defined]  # who rests between two requests is not cut off
        for _request in range(2):
            patient.request("GET", "/healthz")
            answer = patient.getresponse()
            assert answer.read() and answer.status == 200
            time.sleep(0.1)


def arrive(door: Door, visitor: str, at_work: bool = False) -> Any:
    """Let a connection come; return it, or None where it is turned away."""

    class Line(SimpleNamespace):
        def drop(self) -> None:
            self.dropped = True
            door.leave(self, visitor)  # type: ignore[arg-type]

        __hash__ = object.__hash__

    line: Any = Line(at_work=at_work, dropped=False)
    return line if door.enter(line, visitor) else None


def test_the_door() -> None:
    door = Door(4, each=2, unbounded=lambda address: address == "proxy")
    first, second = arrive(door, "a"), arrive(door, "a")
    third = arrive(door, "a")
    assert third and first.dropped and not second.dropped, "the oldest that waits makes room"
    second.at_work = third.at_work = True
    assert arrive(door, "a") is None, "what is at work is not ended"
    proxies = [arrive(door, "proxy") for _number in range(3)]
    assert all(proxies) and proxies[0].dropped and door.count == 4
    assert arrive(door, "b") and proxies[1].dropped
    assert door.turned_away == 4
    for visitor, lines in [*door.within.items()]:
        for line in [*lines]:
            door.leave(line, visitor)
            door.leave(line, visitor)
    assert door.count == 0 and not door.within


# ---- floods


class Asked(NamedTuple):
    client: str
    number: int
    unwanted: bool = False


def test_whose_turn_it_is() -> None:
    now = [0.0]
    turns: Any = Turns(workers=3, most=6, clock=lambda: now[0])
    flood = [Asked("flood", number) for number in range(5)]
    assert [turns.put(asked) for asked in flood] == [[], [], [], [flood[3]], [flood[4]]], "half of the places are one's"
    late = Asked("late", 0)
    assert turns.put(late) == [] and turns.ahead(late) == 1
    assert turns.ahead(flood[1]) == 2
    first = [turns.take() for _turn in range(3)]
    assert first == [flood[0], flood[1], late], "one visitor does not get all three workers"
    assert turns.take() is None
    turns.done(flood[0], 3.0)
    again = Asked("late", 1)
    turns.put(again)
    assert turns.take() == again, "who has had less comes first"
    assert turns.take() == flood[2]
    assert turns.had("flood") == 3
    now[0] = 10.0
    assert turns.had("flood") == 1.5, "and it is forgotten"


def test_who_gives_way() -> None:
    turns: Any = Turns(workers=1, most=4)
    for asked in (Asked("a", 1), Asked("b", 1), Asked("a", 2), Asked("b", 2)):
        assert turns.put(asked) == []
    assert turns.put(Asked("c", 1)) == [Asked("a", 2)], "the newest of one of the busiest"
    assert turns.put(Asked("d", 1)) == [Asked("b", 2)]
    assert turns.put(Asked("e", 1)) == [Asked("e", 1)], "where all have as much, who came last"
    assert Turns(workers=1, most=1).take() is None
    gone: Any = Turns(workers=1, most=1)
    assert gone.put(Asked("a", 1, unwanted=True)) == []
    assert gone.put(Asked("b", 1)) == [Asked("a", 1, unwanted=True)], "what nobody wants goes first"


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["put", "put", "take", "done"])), min_size=20))
def test_places_and_workers_are_never_exceeded(steps: list[tuple[str, str]]) -> None:
    turns: Any = Turns(workers=3, most=5)
    running: list[Asked] = []
    seen = 0
    for number, (client, step) in enumerate(steps):
        if step == "put":
            before = [*turns.waiting]
            asked = Asked(client, number)
            dropped = turns.put(asked)
            assert sorted([*turns.waiting, *dropped]) == sorted([*before, asked]), "none is lost, none is made"
            seen += len(dropped)
        elif step == "take" and len(running) < 3 and (taken := turns.take()) is not None:
            running.append(taken)
        elif step == "done" and running:
            turns.done(running.pop(0), 0.5)
        assert len(turns.waiting) <= 5 and all(count <= 2 for count in turns.counts().values())
        assert turns.running.total() == len(running)
        assert all([asked.client for asked in running].count(client) <= 2 for client in "abcd")
    nontrivial(seen > 0)


# ---- tablebases


def test_tablebases_of_a_folder_answer(tmp_path: Path) -> None:
    pytest.importorskip("blosc2")
    from grundy.solving.tablebases.building import build

    start = gr.connect4(width=3, height=3, line=3)
    base = build(start, tmp_path / "bases" / "three")
    asked = {"position": "connect4 3x3 line=3"}
    with TestClient(create_app(limits=Limits(workers=1, tablebases=str(tmp_path / "bases")))) as client:
        found = client.get("/api/v1/position", params={"words": asked["position"]}).json()
        assert found["method"] == "the tablebase three" and found["outcome"] == start.solve().outcome.name
        assert f"The tablebase three holds {base.positions:,} positions" in found["explanation"]
        assert "the tablebase three" in client.get("/play", params={**asked, "numbers": "1"}).text
        other = client.get("/api/v1/position", params={"words": "connect4 3x3 line=2"}).json()
        assert "tablebase" not in other["method"]


# ---- who has left, and who does not come back


GIGANTIC = "domineering 8 {}"


@pytest.fixture(scope="module")
def quick() -> Iterator[TestClient]:
    """A server whose visitors wait half a second."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"QUICK": 0.3, "PATIENCE": 0.4}.items():
            patch.setattr(admission, name, value)
        with TestClient(create_app(limits=Limits(workers=1, seconds=30)), client=("10.0.0.1", 1)) as client:
            yield client


def idle(client: Any) -> bool:
    """Wait until no worker of a server works."""
    desk: Any = client.app.state.desk
    return comes(lambda: not desk.quick.busy and not desk.long.busy and not desk.works)


def test_a_job_that_nobody_asks_for_is_dropped(quick: TestClient) -> None:
    app: Any = quick.app
    job = quick.get("/api/v1/position", params={"words": GIGANTIC.format(8)}).json()["job"]
    _whose, work = app.state.desk.jobs[job]

    def pass_by(seconds: float) -> None:
        """As if so many seconds had passed since somebody asked for the job."""
        work.holders[job] -= seconds

    for _look in range(5):
        pass_by(0.6 * admission.UNPOLLED)
        assert quick.get(f"/api/v1/jobs/{job}").json()["state"] in ("queued", "running"), "asked for, it goes on"
    pass_by(admission.UNPOLLED)
    assert idle(quick)
    assert quick.get(f"/api/v1/jobs/{job}").json()["state"] == "cancelled"


def working(served: Served) -> float:
    """Return how many questions wait or are worked on."""
    return counted(served, "grundy_(?:working|waiting)")


@pytest.mark.slow
@posix
def test_who_has_left_is_not_worked_for(served: Served) -> None:
    def cancelled() -> float:
        return counted(served, 'grundy_works_total{how="cancelled"')

    assert comes(lambda: not working(served))
    before = cancelled()
    request = b"GET /api/v1/position?words=domineering+7+9 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall(request)
        assert comes(lambda: working(served) == 1)
    assert comes(lambda: cancelled() == before + 1) and comes(lambda: not working(served))


# ---- workers bound themselves


BOUNDED = """
import sys
from grundy.faces.web import request_limits
request_limits.BESIDES = 64 << 20
request_limits.AFTER = 0
if sys.argv[1] == "memory":
    request_limits.bound_memory(64 << 20)
    try:
        bytearray(512 << 20)
    except MemoryError:
        print("refused")
else:
    request_limits.bound_seconds(1)
    while True:
        pass
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system may not bound it")
def test_the_system_bounds_a_worker() -> None:
    def run(what: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", BOUNDED, what]
        return subprocess.run(command, capture_output=True, text=True, timeout=LONG_ENOUGH, check=False)

    assert run("memory").stdout == "refused\n"
    assert run("seconds").returncode == -signal.SIGXCPU


def test_all_workers_together_are_bounded() -> None:
    with TestClient(create_app(limits=Limits(workers=1, total=1 << 20))) as poor:
        answers: list[httpx.Response] = []

        def answered() -> bool:
            answers.append(poor.get("/api/v1/position", params={"words": "domineering 7 8"}))
            return answers[-1].status_code != 202  # a worker that begins late has no answer yet

        assert comes(answered)
        assert answers[-1].status_code == 503 and "short of memory" in answers[-1].json()["detail"]
        assert answers[-1].headers["Retry-After"]
        desk: Any = poor.app.state.desk
        assert comes(lambda: 1 <= desk.quick.ended["memory"] <= len(answers))


# ---- a rule that never ends


@pytest.mark.slow
def test_one_bad_game_holds_up_no_list(served: Served) -> None:
    def given_up() -> float:
        return counted(served, 'grundy_works_total{how="late"')

    games = httpx.get(f"{served.url}api/v1/games")
    assert games.status_code == 200
    own = {game["name"]: game for game in games.json() if game["name"].startswith("odd_rules.py:")}
    assert set(own) == {f"odd_rules.py:{name}" for name in ("endless", "halving", "nosy")}
    assert own["odd_rules.py:halving"]["svg"] and not own["odd_rules.py:endless"]["svg"]
    assert len(games.json()) > 40
    page = httpx.get(f"{served.url}games")
    assert page.status_code == 200 and "odd_rules.py:endless" in page.text
    assert httpx.get(f"{served.url}theorems").status_code == 200
    assert comes(lambda: not working(served))
    found = given_up()
    assert found > 0, "perhaps when the server began"
    for lang in ("en", "zh", "en"):
        assert httpx.get(f"{served.url}games?lang={lang}").status_code == 200
    assert comes(lambda: not working(served)) and given_up() == found, "it is not tried again and again"


# ---- messages


CONFUSED = {
    b"Content-Length: 4\r\nTransfer-Encoding: chunked": 400,
    b"Transfer-Encoding: chunked\r\nContent-Length: 0": 400,
    b"Transfer-Encoding: chunked": 413,
    b"Content-Length: 4": 413,
    b"Content-Length: 000": 200,
    b"Content-Length: 4\r\nContent-Length: 5": 400,
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked": 400,
    b"Content-Length: +0": 400,
    b"X-Odd : 1": 400,
}


@pytest.mark.parametrize(("headers", "status"), CONFUSED.items())
def test_a_message_is_one_request(served: Served, headers: bytes, status: int) -> None:
    """What could be read as two requests is refused, and nothing after it is read as one."""
    message = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n"
    smuggled = b"0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
    # what is refused closes the line by itself, what is answered when it is asked to: no answer is missed for being late
    found = said(served, message + (b"\r\n" + smuggled if status != 200 else b"Connection: close\r\n\r\n"))
    assert found.startswith(b"HTTP/1.1 %d " % status), found[:500]
    assert found.count(b"HTTP/1.1 ") == 1 and b"grundy_works" not in found


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: %b\r\n\r\n"
MOST = 16 << 10


def headed(length: int) -> bytes:
    """Return a request whose head has so many bytes."""
    return HEALTH % (b"a" * (length - len(HEALTH) + 2))


LONG = {
    "in one header": headed(MOST + 1),
    "in many headers": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: b\r\n" * 2500 + b"\r\n",
    "in the address": b"GET /healthz?" + b"a" * MOST + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "in blanks": b"GET /healthz HTTP/1.1\r\nHost:" + b" " * MOST + b"localhost\r\n\r\n",
    "70,000 bytes": headed(70_000),
    "without end": headed(2 << 20)[:-4],
}


def statuses(answers: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", answers)]


@pytest.mark.slow
@pytest.mark.parametrize("message", LONG.values(), ids=LONG)
def test_a_head_that_is_too_long_is_refused(served: Served, message: bytes) -> None:
    """It is refused in a sentence also where it comes whole, or after others; and nothing after it is read."""
    after = headed(MOST)
    for before in (b"", after, after + after):
        found = said(served, before + message + after)
        assert statuses(found) == [200] * (len(before) // MOST) + [431], found[-500:]
        assert b"the head of a request may have at most 16,384 bytes" in found


@pytest.mark.slow
def test_a_head_is_bounded_in_slow_pieces_too(served: Served) -> None:
    for length, status in ((MOST, 200), (MOST + 1, 431)):
        message = headed(length)
        with socket.create_connection(("127.0.0.1", served.port), timeout=LONG_ENOUGH) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for start in range(0, length, 1000):
                line.sendall(message[start : start + 1000])
                time.sleep(0.005)
            assert statuses(line.recv(65536)) == [status], length


def test_the_server_answers_to_its_names_only(served: Served) -> None:
    for host, status in {
        "localhost": 200,
        "127.0.0.1:8000": 200,
        "grundy.example": 200,
        "evil.example": 400,
        "": 400,
    }.items():
        found = httpx.get(f"{served.url}healthz", headers={"Host": host})
        assert found.status_code == status, host
        assert found.headers["X-Frame-Options"] == "DENY"


def test_caches_are_told_what_a_page_depends_on(served: Served) -> None:
    for path in ("", "play", "values?expression=%7B", "nowhere"):
        assert httpx.get(served.url + path).headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding"


@pytest.mark.parametrize(("path", "most"), [("", 10_000), ("games", 60_000), ("static/grundy.css", 10_000)])
def test_answers_are_packed_for_who_unpacks_them(served: Served, path: str, most: int) -> None:
    ways = ("identity", "gzip")
    plain, packed = (httpx.get(served.url + path, headers={"Accept-Encoding": way}) for way in ways)
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert plain.content == packed.content and len(plain.content) > 2 * int(packed.headers["Content-Length"])
    assert int(packed.headers["Content-Length"]) < most


def test_no_folder_of_the_machine_is_told(served: Served) -> None:
    folder = str(served.log.parent)
    asked = ("odd_rules.py 3", "odd_rules.py:number 3", "odd_rules.py:other 3", "odd_rules.py:nosy 3", "odd_rules.py")
    for words in asked:
        for path in (f"api/v1/position?words={words}", f"play?position={words}", f"api/v1/sequence?name={words}"):
            found = httpx.get(served.url + path)
            assert found.status_code == 400, found.text
            assert folder not in found.text
            for place in (str(Path.home()), sys.prefix, str(Path(queries.__file__).parents[3])):
                assert f"{place}/" not in found.text
    told = httpx.get(f"{served.url}api/v1/position?words=odd_rules.py:other 3").json()["detail"]
    assert told.startswith("odd_rules.py has no game 'other'")
    queries.allow([str(served.log.with_name("odd_rules.py"))])
    with pytest.raises(GrundyError) as raised:
        queries.position("odd_rules.py:other 3")
    assert folder in str(raised.value) and folder not in worker.packed(str(raised.value)).decode()
    queries.allow(())


def test_who_asks_is_who_connects_unless_a_proxy_says() -> None:
    with TestClient(create_app(limits=Limits(workers=1)), client=("10.0.0.7", 1)) as client:
        clients: list[str] = []
        desk: Any = client.app.state.desk
        put = desk.quick.put
        desk.quick.put = lambda work: (clients.append(work.client), put(work))
        assert client.get(EASY.format(1), headers=by("192.0.2.1")).status_code in (200, 202)  # 202: the worker starts
    assert clients == ["10.0.0.7"], "nobody is believed who was not named"


# ---- what is watched


def test_health_and_metrics(served: Served) -> None:
    for _look in range(2):
        found = httpx.get(f"{served.url}healthz")
        assert found.status_code == 200 and found.json()["status"] == "ok" and found.json()["lanes"]["quick"] == "ok"
    from prometheus_client.parser import text_string_to_metric_families

    families = {
        family.name: family for family in text_string_to_metric_families(httpx.get(f"{served.url}metrics").text)
    }
    assert {"grundy_answers", "grundy_answer_seconds", "grundy_waiting", "grundy_memory_bytes"} <= set(families)
    counted = {tuple(sample.labels.values()): sample.value for sample in families["grundy_answers"].samples}
    assert counted["watch", "200"] >= 2
    assert "198.51.100" not in httpx.get(f"{served.url}metrics").text


def test_a_lane_is_broken_that_ends_nothing_for_long_and_busy_before(monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(limits=Limits(workers=1))) as client:
        monkeypatch.setattr(admission, "HEALTHY", 100.0)  # however busy the machine is
        assert client.get("/healthz").json() == {"status": "ok", "lanes": {"quick": "ok", "long": "ok"}}
        monkeypatch.setattr(admission, "HEALTHY", 0.2)
        desk: Any = client.app.state.desk
        monkeypatch.setattr(desk.quick, "put", lambda work: None)  # nobody takes it
        monkeypatch.setattr(desk.long, "put", lambda work: work.answer.set_result((200, b"")))  # it is done at once
        found = client.get("/healthz")
        assert found.status_code == 200 and found.json() == {"status": "busy", "lanes": {"quick": "busy", "long": "ok"}}
        desk.quick.moved -= desk.quick.seconds * SLOWER + STALLED
        found = client.get("/healthz")
        assert found.status_code == 503 and found.json()["lanes"]["quick"] == "broken"
        desk.quick.moved = time.monotonic()
        assert client.get("/healthz").status_code == 200
        monkeypatch.setattr(desk.quick.threads[0], "is_alive", lambda: False)
        assert client.get("/healthz").json()["lanes"]["quick"] == "broken"


def test_what_a_lane_ends_counts_and_what_it_loses_does_not() -> None:
    lane: Any = Lane.__new__(Lane)
    for how, moved in (("answered", True), ("late", True), ("memory", True), ("cancelled", True), ("lost", False)):
        lane.__init__("quick", Limits(workers=0), (), Memory(1), (1.0, 1.0), print, "")
        works = iter([Work("alive", {}, "en"), None])
        lane._next, lane._do, lane.moved = lambda works=works: next(works), lambda worker, work, how=how: how, 0.0
        lane._run(SimpleNamespace(end=lambda: None))
        assert (lane.moved > 0) is moved, how


@posix
def test_workers_that_cannot_be_started_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What forks the workers has ended, as under ``ulimit -v 340000``: uvicorn and multiprocessing show no traceback."""

    def ended(*_given: object) -> int:
        raise EOFError("unexpected EOF")

    monkeypatch.setattr("multiprocessing.forkserver.read_signed", ended)
    with (
        socket.create_server(("127.0.0.1", 0)) as place,
        pytest.raises(GrundyError, match="cannot be started: a worker"),
    ):
        server.run(create_app(limits=Limits(workers=1)), place, pytest.fail, pytest.fail)
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(limits, "confined", lambda: "too few")
    monkeypatch.setattr(worker, "warm", ended)
    monkeypatch.setattr(signal, "signal", lambda *_given: None)  # Ctrl-C is the tests' too
    with pytest.raises(SystemExit):
        runpy.run_module("grundy.faces.web.preload")


def test_the_log_is_bounded() -> None:
    import logging

    from grundy.faces.web.visitors import Bounded

    now = [0.0]
    bounded = Bounded(at_once=3, clock=lambda: now[0])

    def line() -> logging.LogRecord:
        return logging.makeLogRecord({"msg": "again", "args": ()})

    assert [bounded.filter(line()) for _line in range(1000)].count(True) == 3
    now[0] = 1.0
    record = line()
    assert bounded.filter(record) and "997 lines were left out" in record.getMessage()
    assert not bounded.filter(line())


# ---- the options


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--proxy", "nginx"], "--proxy takes an address or a network such as 10.0.0.0/8, not 'nginx'"),
        (["--allow-host", "http://x/"], "--allow-host takes a name such as example.org or *.example.org"),
        (["--allow-host", "a.*.org"], "--allow-host takes a name"),
        (["--total-memory", "much"], "takes a size"),
    ],
)
def test_wrong_options(options: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    from grundy.faces.cli import main

    assert main(["serve", "--port", "0", *options]) == 2
    assert told in capsys.readouterr().err


# ---- a flood, and the end of this server


FLOOD = """
import http.client, json, sys, threading
from collections import Counter
from urllib.parse import quote

port, lines, kind = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
statuses = Counter()

def ask(first):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
    for number in range(first, 10**6, lines):
        words = quote(f"domineering 7 {7 + number % 2} + nim {number}")
        path = "/" if kind == "pages" else f"/api/v1/position?words={words}"
        try:
            line.request("GET", path, headers={"X-Forwarded-For": "203.0.113.9"})
            answer = line.getresponse()
            answer.read()
            statuses[answer.status] += 1
        except OSError:
            line.close()

for first in range(lines):
    threading.Thread(target=ask, args=(first,), daemon=True).start()
sys.stdin.read()
print(json.dumps(statuses.copy()))
"""
"""A program that floods the server in the name of one visitor until its input ends, and prints what it was answered."""
FEW = 4
"""Questions of a flood that may be ended while another visitor's is answered: one worker is always his."""


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.parametrize(("kind", "lines", "told"), [("questions", 24, {"202", "413", "429"}), ("pages", 90, {"200"})])
def test_an_easy_question_is_answered_soon_while_one_client_floods(
    served: Served, kind: str, lines: int, told: set[str]
) -> None:
    """A flood of long questions, and one of pages that cost no worker anything: hardly any of its questions come before."""

    def flooded() -> float:
        return counted(served, 'grundy_works_total{how="[a-z]+",lane="quick"')

    def flooding() -> bool:
        if kind == "questions":
            return counted(served, 'grundy_waiting{lane="quick"') >= 5
        return counted(served, 'grundy_answers_total{kind="page",status="200"') > begun + 100

    begun = counted(served, 'grundy_answers_total{kind="page",status="200"')
    command = [sys.executable, "-c", FLOOD, str(served.port), str(lines), kind]
    flood = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert comes(flooding)
        with httpx.Client(base_url=served.url, headers=by("198.51.100.4"), timeout=LONG_ENOUGH) as visitor:
            for number in range(12):
                before = flooded()
                assert visitor.get(EASY.format(f"{lines}{number}")).status_code == 200
                assert flooded() <= before + 1 + FEW, "the visitor's own, and few of those that waited before"
            health = visitor.get("/healthz")
        assert health.status_code == 200 and health.json()["status"] in ("ok", "busy")
    finally:
        statuses = json.loads(flood.communicate("", timeout=LONG_ENOUGH)[0])
    assert set(statuses) <= told


@pytest.mark.slow
@posix
@pytest.mark.parametrize("count", [6, pytest.param(16, marks=pytest.mark.hours)])
def test_others_are_answered_while_hostile_texts_are_read(served: Served, count: int) -> None:
    """Texts that take all the time that they may, of one visitor: another one's text and game come before they are read."""

    def read(number: int) -> int:
        asked = {"text": packed(f"{long_constants(150)}\n# {number}")}
        return httpx.get(
            f"{served.url}api/v1/rules", params=asked, headers=by("203.0.113.7"), timeout=LONG_ENOUGH
        ).status_code

    with ThreadPoolExecutor(count) as many:
        hostile = [many.submit(read, number) for number in range(count)]
        assert comes(lambda: counted(served, 'grundy_waiting{lane="quick"') >= 4)
        with httpx.Client(base_url=served.url, headers=by("198.51.100.7"), timeout=LONG_ENOUGH) as visitor:
            assert visitor.get(EASY.format("77")).status_code == 200
            found = visitor.get("/api/v1/rules", params={"text": packed(GOOD)})
            assert found.status_code == 200 and found.json()["fault"] is None
            assert not all(each.done() for each in hostile)
        assert {each.result() for each in hostile} <= {200, 202, 413, 429}


@posix
def test_no_worker_outlives_a_server_that_is_killed(served: Served) -> None:
    """Also those that are at work, on rules that never end."""
    from contextlib import suppress

    def asks(words: str) -> None:
        with suppress(httpx.HTTPError):
            httpx.get(f"{served.url}api/v1/position", params={"words": words}, timeout=LONG_ENOUGH, headers=by(words))

    for words in ("odd_rules.py:endless 3", "odd_rules.py:endless 4", "domineering 8 8"):
        threading.Thread(target=asks, args=(words,), daemon=True).start()
    assert comes(lambda: working(served) >= 2)
    children = psutil.Process(served.process.pid).children(recursive=True)
    assert len(children) >= 5
    served.process.kill()
    served.process.wait(LONG_ENOUGH)
    _gone, alive = psutil.wait_procs(children, LONG_ENOUGH)
    assert not alive


# ---- what is said of it


ROOT = Path(__file__).parents[2]
SECONDS = (admission.UNPOLLED, admission.HEALTHY, admission.QUICK)
TOLD = (ROOT / "docs/howto/server.md", ROOT / "SECURITY.md", ROOT / "Dockerfile")


def test_the_options_that_are_told_exist() -> None:
    from grundy.faces.cli.app import shell

    known = {name for option in shell(["serve"]).commands["serve"].params for name in option.opts}
    lines = [line for path in TOLD for line in path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()]
    used = {word for line in lines for word in re.findall(r"--[a-z-]+", line.partition("grundy serve ")[2])}
    table = {word for line in lines if line.startswith("| ") for word in re.findall(r"`(--[a-z-]+)", line)}
    assert used | table <= known and len(table) >= 5 and {"--proxy", "--allow-host", "--total-memory"} <= used


def test_the_numbers_that_are_told_are_the_programs() -> None:
    from grundy.faces.web import server, visitors

    told = TOLD[0].read_text(encoding="utf-8")
    granted = Limits()
    assert SECONDS == (75, 2, 2)
    assert f"| {granted.waiting}, half" in told and f"| {granted.seconds:g} s of a processor" in told
    assert (
        "| 8 GiB besides" in told
        and granted.memory == 2 * limits.MEMORY == 8 << 30
        and "does not ask for his job for 75 s" in told
    )
    assert f"at most {server.MOST}; {server.EACH} of one visitor" in told
    assert server.PATIENCE == 10 and (visitors.AT_ONCE, visitors.A_SECOND) == (20, 1)


def test_the_image_is_made_of_what_there_is() -> None:
    from importlib.util import find_spec

    told = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    modules = re.findall(r"python -m (\S+)", told)
    assert modules and all(find_spec(module) for module in modules)
    assert all(re.search(r":\d+\.\d+\.\d+-", base) for base in re.findall(r"^ARG \w+=(\S+)", told, re.MULTILINE))


def test_the_lock_pins_what_is_asked_for() -> None:
    packaging = pytest.importorskip("packaging.requirements")
    import tomllib

    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = data["project"]
    wanted = {"server": [*project["dependencies"], *project["optional-dependencies"]["web"]]}
    wanted["build"] = data["build-system"]["requires"]
    for name, requirements in wanted.items():
        entries = re.split(r"\n(?=\S)", (ROOT / f"docker/{name}.txt").read_text(encoding="utf-8"))
        pinned = {}
        for entry in entries:
            if not entry.startswith("#"):
                library, version = re.match(r"([\w.-]+)==([\w.]+)", entry).groups()  # type: ignore[union-attr]
                pinned[library.lower().replace("_", "-")] = version
                assert "--hash=sha256:" in entry, entry
        for requirement in map(packaging.Requirement, requirements):
            assert requirement.specifier.contains(pinned[requirement.name.lower().replace("_", "-")]), requirement
