"""Who runs which test: a file stays in one process, and what waits for servers and browsers runs beside what computes.

Tests of a server or a browser wait most of the time. They have processes of their own, one for the browser and one for
servers (their fixtures are made once), so that with ``-n auto`` there are two processes more than processors; when a lane
is done its process helps the others. Files with the longest tests come first, so that none is waited for at the end.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

sys.dont_write_bytecode = False  # else every process of the tests, and those they start, would compile all anew
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

LANES = {
    "test_browser": "browser",
    "test_export": "browser",
    "test_web": "servers",
    "test_web_server": "servers",
}
LONG = (
    "test_theorems",
    "test_values_elsewhere",
    "test_certificates",
    "test_tablebases",
    "test_solved_games",
    "test_readme",
    "test_gate",
    "test_docs",
    "test_proofs",
    "test_interruptions",
    "test_cluster",
    "test_shipped",
    "test_check",
    "test_games_on_graphs",
    "test_compiled",
    "test_random_sums",
    "test_benchmarks",
    "test_traces",
    "test_limits",
    "test_threads",
    "test_many_questions",
)


def unit(nodeid: str) -> str:
    """Return the lane of a test, or the name of its file."""
    name = nodeid.partition("::")[0].rpartition("/")[2].removesuffix(".py")
    return LANES.get(name, name if name.startswith("test_") else nodeid.partition("::")[0])


def place(name: str) -> int:
    """Return how early a unit comes: lanes first, then what is long, then the others as they stand."""
    order = (*dict.fromkeys(LANES.values()), *LONG)
    return order.index(name) if name in order else len(order)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes ``-n auto`` has."""
    told = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(told) if told else cores + len(set(LANES.values()))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return what gives units to processes."""
    from xdist.scheduler import LoadScopeScheduling

    class Lanes(LoadScopeScheduling):
        by_file = True

        def schedule(self) -> None:
            """Begin; the tests of a few files are dealt out one by one."""
            for ids in [*self.registered_collections.values()][:1]:
                self.by_file = len({*map(unit, ids)}) > 2 * len(self.nodes)
            super().schedule()

        def _split_scope(self, nodeid: str) -> str:
            whole = unit(nodeid)
            return whole if self.by_file or whole in LANES.values() else nodeid

        def _assign_work_unit(self, node: Any) -> None:
            self.workqueue.move_to_end(min(self.workqueue, key=place), last=False)
            super()._assign_work_unit(node)

    config.option.loadscopereorder = False  # not by the number of tests
    return Lanes(config, log)
