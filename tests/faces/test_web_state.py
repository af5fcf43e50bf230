"""All that strangers can make the server keep: SECURITY.md has its bounds, and it is filled here from many addresses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("bokeh")
pytest.importorskip("cachetools")

from fastapi.testclient import TestClient

from faces.web_state import all_containers, containers
from grundy.common.errors import GrundyError
from grundy.faces.web import admission, pages, queries, visitors
from grundy.faces.web.admission import Turns, Work
from grundy.faces.web.app import BUCKETS, Metrics, create_app
from grundy.faces.web.pages import CLASSES, PUPILS, Classes, Question
from grundy.faces.web.queries import Limits
from grundy.faces.web.server import Door
from grundy.faces.web.visitors import REMEMBERED, Hands, Rate, Visitor, named, network
from grundy.rules.from_text import packed

PAGE = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
TOLD = dict(re.findall(r"^\| [^|`]+ \| `([a-z_]+\.py: [^`]+)` \| (.+) \|$", PAGE, re.MULTILINE))
NIM = Question("nim 3 4 5", "move", "")
STRANGERS = [f"{n >> 8 & 255}.{n >> 16}.{n & 255}.7" for n in range(256, 12_000)]
"""Visitors of as many networks."""


def test_all_that_grows_stands_in_the_table() -> None:
    assert sorted(all_containers() - TOLD.keys()) == [], "new: say in SECURITY.md what bounds it, and fill it here"
    assert sorted(TOLD.keys() - all_containers()) == [], "gone: SECURITY.md still has it"
    text = (
        "class A:\n    def f(self):\n        b = {}\n        self.c = LRUCache[str, int](3)\nd: dict[str, int] = {}\n"
    )
    assert containers(text, "x.py") == {"x.py: A.c", "x.py: d"}
    assert sorted(TOLD.keys() - FILLED.keys() - OURS) == [], "fill it here too"


OURS = {
    "admission.py: Desk.looks",
    "admission.py: Desk.endless",
    "queries.py: _paths",
    "visitors.py: Bounded.rate",
    "admission.py: Memory.workers",
    "admission.py: Lane.ended",
}
"""What no visitor adds to: of lanes, of the server's files, of how a work can end."""


def test_what_no_visitor_adds_to_is_told_so() -> None:
    """The questions that a visitor can put have no `of`, by which a list would be asked for game by game."""
    from grundy.faces.web.app import router

    assert TOLD.keys() >= OURS
    asked = {
        each.name
        for route in router.routes
        for each in getattr(route, "dependant", SimpleNamespace(query_params=())).query_params
    }
    assert "of" not in asked and len(asked) > 10


# ---- filled by many


def of_classes() -> tuple[int, int]:
    now = [0.0]
    rooms = Classes(lambda: now[0])
    for number, stranger in enumerate(STRANGERS[: CLASSES + 60]):
        now[0] = 4.0 * number
        try:
            rooms.begin([NIM], network(stranger))
        except GrundyError:
            assert len(rooms._open) == CLASSES
    return len(rooms._open), CLASSES


def of_pupils() -> tuple[int, int]:
    room = Classes().begin([NIM], "one")
    for stranger in STRANGERS[:500]:
        try:
            room.answer(stranger, 0, 1)
        except GrundyError:
            assert len(room.answers) == PUPILS
    return len(room.answers), PUPILS


def of_rates(name: str = "") -> tuple[int, int]:
    rooms = Classes()
    rates: Rate = getattr(rooms, name) if name else Rate(1, 1.0)
    for stranger in STRANGERS:
        rates.take(network(stranger))
    return len(rates.of), REMEMBERED


def of_turns(name: str) -> tuple[int, int]:
    turns: Any = Turns(workers=3, most=250)
    for stranger in STRANGERS if name == "spent" else ():
        turns.charge(stranger, 1.0)
    running: list[Any] = []
    for stranger in STRANGERS[:400]:
        turns.put(SimpleNamespace(client=stranger, unwanted=False))
        if name == "running":  # as the workers do: each takes one, and then another
            if len(running) == 3:
                turns.done(running.pop(0), 0.1)
            running.append(turns.take())
    return len(getattr(turns, name)), {"waiting": 250, "spent": REMEMBERED, "running": 3}[name]


def of_connections() -> tuple[int, int]:
    door = Door(8192)
    for stranger in STRANGERS[: 8192 + 20]:
        line = type("Line", (), {"at_work": True})
        door.enter(line(), stranger)  # type: ignore[arg-type]
    return door.count, 8192


def of_hands() -> tuple[int, int]:
    async def stays() -> None: ...

    hands = Hands()
    for stranger in STRANGERS:
        hands.of(stranger, stays)  # and is gone
    return len(hands.held), 1


def of_texts(name: str) -> tuple[int, int]:
    text = "import grundy as gr\n@gr.game\ndef f(n: int):\n    if n: yield n - 1\n"
    before = len(queries._names)
    for number in range(queries.TEXTS + 20):
        queries.position(f"text:{packed(f'{text}# {number}')} 3")
    count = len(getattr(queries, name))
    return (count - before, queries.TEXTS) if name == "_names" else (count, 64)


def of_metrics() -> tuple[int, int]:
    metrics = Metrics(SimpleNamespace(state=SimpleNamespace()))  # type: ignore[arg-type]
    for stranger in STRANGERS[:500]:
        metrics.count(f"/{stranger}/x", 404, BUCKETS[0])
        metrics.count(f"/api/{stranger}", 404, BUCKETS[0])
    return len(metrics.answers._metrics), 2


def of_desk(name: str) -> tuple[int, int]:
    """Questions of many visitors, of whom each asks many at once, at a desk whose lanes never answer."""

    async def filled() -> tuple[int, int]:
        desk = admission.Desk.__new__(admission.Desk)
        lane: Any = SimpleNamespace(
            turns=Turns(workers=1, most=250), put=lambda work: refuse(work), remove=lambda work: None
        )
        lane.name = "quick"

        def refuse(work: Work) -> None:
            for each in lane.turns.put(work):
                each.settle((429, b"{}"))

        vars(desk).update(
            granted=Limits(), spoken="en", kept=admission.LRUCache(admission.KEPT, lambda answer: 600 + len(answer[1]))
        )
        vars(desk).update(
            works={}, jobs=admission.LRUCache(admission.JOBS), looks={}, endless=set(), quick=lane, long=lane
        )
        desk.loop = asyncio.get_running_loop()

        async def one(who: str, number: int) -> None:
            visitors.asking.set(Visitor(who))
            await desk.packed("position", {"words": f"nim {number}"})

        for turn in range(3):
            await asyncio.gather(
                *(one(who, 1000 * turn + n) for n in range(300) for who in ("10.0.0.1", f"10.{turn}.{n}.2"))
            )
        if name == "kept":
            for number in range(130_000):
                desk.kept["position", str(number).encode()] = 200, b"x" * 100
            return int(desk.kept.currsize), admission.KEPT
        if name == "jobs":
            own = sum(whose == "10.0.0.1" for whose, _work in desk.jobs.values())
            assert own <= admission.OWN
            return len(desk.jobs), admission.JOBS
        if name == "works":
            return len(desk.works), 250 + 1
        return max(len(work.holders) for work in desk.works.values()), admission.OWN + 600

    return asyncio.run(filled())


FILLED: dict[str, Callable[[], tuple[int, int]]] = {
    "pages.py: Classes._open": of_classes,
    "pages.py: Classroom.answers": of_pupils,
    "pages.py: Classes._opened": lambda: of_rates("_opened"),
    "pages.py: Classes._guessed": lambda: of_rates("_guessed"),
    "pages.py: Classes._given": lambda: of_rates("_given"),
    "visitors.py: Rate.of": of_rates,
    "visitors.py: Hands.held": of_hands,
    "admission.py: Desk.kept": lambda: of_desk("kept"),
    "admission.py: Desk.jobs": lambda: of_desk("jobs"),
    "admission.py: Desk.works": lambda: of_desk("works"),
    "admission.py: Work.holders": lambda: of_desk("holders"),
    "admission.py: Turns.waiting": lambda: of_turns("waiting"),
    "admission.py: Turns.running": lambda: of_turns("running"),
    "admission.py: Turns.spent": lambda: of_turns("spent"),
    "server.py: Door.within": of_connections,
    "queries.py: _texts": lambda: of_texts("_texts"),
    "queries.py: _names": lambda: of_texts("_names"),
    "queries.py: _asked": lambda: of_texts("_asked"),
    "app.py: Metrics.answers": of_metrics,
}


@pytest.mark.slow
@pytest.mark.parametrize("place", [*FILLED])
def test_strangers_fill_no_more_than_is_told(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "PATIENCE", 0.02)
    count, most = FILLED[place]()
    assert count <= most, (count, most)
    if number := re.match(r"[\d,]+", TOLD[place]):
        told = int(number[0].replace(",", ""))
        assert told in (most, most >> 20), "the table says another bound"


# ---- who a visitor is, and who may act in his name


def test_a_home_line_is_one_visitor() -> None:
    line = {named(f"2001:db8:7:{n:x}::1") for n in range(256)}
    assert line == {"2001:db8:7::/48"} and {network(each) for each in line} == line
    assert {network(named(f"192.0.2.{n}")) for n in range(256)} == {"192.0.2.0/24"}


OTHER = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://["},
    {"origin": "http://testserver:81"},
    {"origin": "http://testserver", "sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]
OWN = [{}, {"origin": "http://testserver"}, {"origin": "http://testserver", "sec-fetch-site": "same-origin"}]


def test_every_route_that_does_something_refuses_other_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app()
    app.state.desk = SimpleNamespace(cancel=lambda job: False)
    seen: list[tuple[str, str]] = []
    client = TestClient(app, raise_server_exceptions=False)

    def walk(routes: Any) -> None:
        for route in routes:
            if inner := getattr(getattr(route, "original_router", None), "routes", None):
                walk(inner)
            for method in getattr(route, "methods", None) or ():
                if method in ("GET", "HEAD", "OPTIONS"):
                    continue
                path = re.sub(r"\{\w+\}", "ABCDEF", route.path)
                seen.append((method, path))
                for headers in OTHER:
                    found = client.request(method, path, headers=headers, follow_redirects=False)
                    assert found.status_code == 403 and "another site" in found.text, (method, path, headers)
                for headers in OWN:
                    found = client.request(method, path, headers=headers, follow_redirects=False)
                    assert "another site" not in found.text, (method, path, headers)

    walk(app.routes)
    assert {("POST", "/class"), ("POST", "/class/ABCDEF"), ("POST", "/class/ABCDEF/board")} <= {*seen}
    assert any(method == "DELETE" for method, _path in seen)


def test_a_class_can_be_opened_whatever_others_have_opened() -> None:
    """Twenty-five networks have filled all places, and look at theirs: still a teacher opens one, and none of his ends."""
    now = [0.0]
    rooms = Classes(lambda: now[0])
    own = rooms.begin([NIM], "192.0.2.0/24")
    for number in range(26):
        for _more in range(pages.OWN):
            with suppress(GrundyError):
                rooms.begin([NIM], f"198.51.{number}.0/24")
    assert len(rooms._open) == CLASSES
    for room in [*rooms._open.values()]:
        room.used = now[0] = 60.0
    second = rooms.begin([NIM], "192.0.2.0/24")
    assert {own.code, second.code} <= rooms._open.keys() and len(rooms._open) == CLASSES
    with pytest.raises(GrundyError, match="there are 500 classes"):  # he has no more than each of them
        for _more in range(pages.OWN):
            rooms.begin([NIM], "192.0.2.0/24")
    assert sum(room.owner == "192.0.2.0/24" for room in rooms._open.values()) >= pages.OWN - 2
