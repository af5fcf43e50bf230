"""What the server counts, as Prometheus reads it at ``/metrics``, and whether it is well, at ``/healthz``.

Neither tells who asked what: a number has no address beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

KINDS = {"api": "api", "static": "file", "docs": "file", "healthz": "watch", "metrics": "watch"}
"""What is asked for, by the first part of its path; a page where it is none of these."""
BUCKETS = (0.01, 0.03, 0.1, 0.3, 1, 2, 3, 5, 10)
"""Seconds at which answers are counted."""


class Metrics:
    """The counters of one server."""

    def __init__(self, app: FastAPI) -> None:
        self.registry = CollectorRegistry()
        self.answers = Counter("grundy_answers", "Requests answered.", ["kind", "status"], registry=self.registry)
        self.seconds = Histogram(
            "grundy_answer_seconds", "Until they were.", ["kind"], buckets=BUCKETS, registry=self.registry
        )
        self.registry.register(_Now(app))

    def count(self, path: str, status: int, seconds: float) -> None:
        """Note an answer."""
        kind = KINDS.get(path.split("/", 2)[1] if path.startswith("/") else "", "page")
        self.answers.labels(kind, str(status)).inc()
        self.seconds.labels(kind).observe(seconds)


class _Now(Collector):
    """What is not counted but looked at when it is asked for."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def describe(self) -> Iterator[Any]:
        """Yield nothing: names are not looked for before there is a desk."""
        yield from ()

    def collect(self) -> Iterator[Any]:
        """Yield the state of the lanes and of the connections."""
        desk, door = self.app.state.desk, getattr(self.app.state, "door", None)
        waiting = GaugeMetricFamily("grundy_waiting", "Questions that wait for a worker.", labels=["lane"])
        working = GaugeMetricFamily("grundy_working", "Questions that are worked on.", labels=["lane"])
        ended = CounterMetricFamily("grundy_works", "Questions worked on, by how that ended.", labels=["lane", "how"])
        memory = GaugeMetricFamily("grundy_memory_bytes", "Memory of the workers, besides the common.", labels=["lane"])
        for lane in (desk.quick, desk.long):
            waiting.add_metric([lane.name], len(lane.turns.waiting))
            working.add_metric([lane.name], lane.busy)
            memory.add_metric([lane.name], sum(worker.bytes() for worker in lane.workers))
            for how, count in sorted(lane.ended.copy().items()):
                ended.add_metric([lane.name, how], count)
        yield from (waiting, working, ended, memory)
        yield GaugeMetricFamily("grundy_kept_answers", "Answers that are kept.", value=len(desk.kept))
        if door is not None:
            yield GaugeMetricFamily("grundy_connections", "Open connections.", value=door.count)
            crowded = "Connections that came where there were too many."
            yield CounterMetricFamily("grundy_crowded_connections", crowded, value=door.turned_away)


def add(app: FastAPI) -> Metrics:
    """Add both addresses to the app, and return its counters."""
    metrics = Metrics(app)

    @app.get("/metrics", include_in_schema=False)
    async def numbers() -> Response:
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    @app.get("/healthz", include_in_schema=False)
    async def health() -> Response:
        lanes = await app.state.desk.health()
        well = lanes["quick"] == "ok" and lanes["long"] != "broken"
        return JSONResponse({"status": "ok" if well else "broken", "lanes": lanes}, 200 if well else 503)

    return metrics
