"""Settings of all tests: none asserts a time, since the machine is shared and a kernel may be compiled in between.

`pytest` runs the everyday tests, `pytest -m ""` also those marked ``slow``; what needs hours runs with ``--hours`` alone.
Tests of random cases count those which could have failed (`cases`): the shares are printed, and below a half is a failure.
After each test the canaries behind the kernels' arrays are looked at, where there are some.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import cases
from grundy.kernels.contract import intact

sys.dont_write_bytecode = False  # else every process of the tests, and those they start, would compile all anew
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["GRUNDY_LANG"] = "en"  # whatever the system speaks
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # other cases each time
settings.register_profile("everyday", settings.get_profile("fresh"), derandomize=True, database=None, max_examples=40)
settings.load_profile("everyday")  # the same cases, so that no share falls below a half by chance

LOWEST = 20  # rows of shares that are printed unasked
LACKED = re.compile(
    "polars|pandas|cgt_py|pycgt|pdflatex|CJKutf8|coqc|Ray|bounds are checked|the shell (has|needs)|new game"
)
"""Reasons for which a test is skipped in `.ci/run`, too: what is no part of its environment, or of that process."""
WAITING = 2
"""Processes beside the processors: the tests of servers and of the browser mostly wait."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shares", action="store_true", help="print the share of non-trivial cases of every property test"
    )
    parser.addoption("--hours", action="store_true", help="run also the tests that need hours together")


def pytest_configure(config: pytest.Config) -> None:
    cases.WHOLE["asked"] = "not slow" not in config.option.markexpr


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes ``-n auto`` has."""
    told = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(told) if told else cores + WAITING


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """What ten thousand tests are made of stays: it is not looked through for garbage, while they are gathered or later."""
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep ``some(n)`` cases of a test, evenly spread; of one that is not slow as many more are slow, the rest needs hours.

    What needs hours is left out, unless it is asked for.
    """
    alike: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("some") and not item.get_closest_marker("hours"):
            alike[item.nodeid.partition("[")[0]].append(item)
    for them in alike.values():
        wanted = next(them[0].iter_markers("some")).args[0]
        decide = wanted if them[0].get_closest_marker("slow") else 2 * wanted
        for most, mark in ((wanted, pytest.mark.slow), (decide, pytest.mark.hours)):
            kept = {k * len(them) // most for k in range(most)}
            for number, item in enumerate(them):
                if number not in kept:
                    item.add_marker(mark)
    hours = [item for item in items if item.get_closest_marker("hours")]
    for item in hours:
        item.add_marker(pytest.mark.timeout(0))
    if not config.option.hours:
        items[:] = [item for item in items if not item.get_closest_marker("hours")]
        config.hook.pytest_deselected(items=hours)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """Make a failure of a skip for want of something that `.ci/run` has."""
    report: Any = yield
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    if "GRUNDY_GATE" in os.environ and report.skipped and not hasattr(report, "wasxfail") and not LACKED.search(told):
        report.outcome, report.longrepr = "failed", f"skipped where nothing may be: {told}"
    return report


pytest_make_collect_report = pytest_runtest_makereport


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Let tests that run in the background hear Ctrl-C, as the commands must that they start, whatever ran before."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A property test fails that does not count its cases, or of whose cases less than half could have failed."""
    counted = cases.current = cases.Cases()
    begun = _spent()
    try:
        result = yield
    finally:
        item.user_properties.append(("processor", round(_spent() - begun, 2)))
    intact()
    if counted.all:
        item.user_properties.append(("cases", (counted.all, counted.nontrivial)))
        if counted.too_trivial:
            pytest.fail(f"only {counted}: make better ones", pytrace=False)
    elif getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        pytest.fail("a property test says of each case whether it could fail: cases.nontrivial(...)", pytrace=False)
    return result


def _spent() -> float:
    """Return the seconds of a processor that this process has had, and those that it waited for."""
    return sum(os.times()[:4])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print shares, the lowest first: of all property tests when asked, else of a few."""
    told = bool(config.getoption("shares"))
    tests: dict[str, cases.Cases] = defaultdict(cases.Cases)
    for report in [r for reports in terminalreporter.stats.values() for r in reports if hasattr(r, "user_properties")]:
        for name, counted in report.user_properties:
            if name == "cases" and report.when == "call":
                tests[report.nodeid.partition("[")[0]].add(*counted)
    if not tests:
        return
    rows = sorted(tests.items(), key=lambda row: (row[1].share, row[0]))
    shown = rows if told else rows[:LOWEST]
    terminalreporter.section(f"cases of {len(rows)} property tests, the most trivial first")
    terminalreporter.line(f"{'cases':>9} {'non-trivial':>11} share  test")
    for name, found in shown:
        terminalreporter.line(f"{found.all:9,} {found.nontrivial:11,} {found.share:5.0%}  {name}")
    if len(shown) < len(rows):
        terminalreporter.line(f"and {len(rows) - len(shown)} more (--shares)")
