"""Settings of all tests: none asserts a time, since the machine is shared and a kernel may be compiled in between.

Tests of random cases count those which could have failed (`cases`): the shares are printed, and below a half is a failure.
After each test the canaries behind the kernels' arrays are looked at, where there are some.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import cases
import choosing
import met_branches
from grundy.kernels.rooms import intact
from lanes import pytest_xdist_auto_num_workers as pytest_xdist_auto_num_workers
from lanes import pytest_xdist_make_scheduler as pytest_xdist_make_scheduler

os.environ["GRUNDY_LANG"] = "en"  # whatever the system speaks
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # other cases each time
settings.register_profile("everyday", settings.get_profile("fresh"), derandomize=True, database=None, max_examples=40)
settings.load_profile("everyday")  # the same cases, so that no share falls below a half by chance

LOWEST = 20  # rows of shares that are printed unasked


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shares", action="store_true", help="print the share of non-trivial cases of every property test"
    )


CHOSEN = pytest.StashKey[choosing.Chosen]()


def pytest_configure(config: pytest.Config) -> None:
    """Choose which of the sampled cases run: once, so that all processes run the same."""
    given = getattr(config, "workerinput", {}).get("chosen")
    config.stash[CHOSEN] = choosing.Chosen(**given) if given else choosing.choose()
    cases.WHOLE["asked"] = "not slow" not in config.option.markexpr
    met_branches.watch()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process that runs tests what was chosen."""
    node.workerinput["chosen"] = node.config.stash[CHOSEN].data()


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Print what was chosen and why, below the header, which -q leaves out."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and not hasattr(session.config, "workerinput"):
        for line in (*session.config.stash[CHOSEN].told(), f"the whole ran last: {choosing.last_night()}"):
            reporter.write_line(line)


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
    """Leave to the slow tests what rests today, as `choosing` has it; slow tests are not timed.

    All but ``some(n)`` of the cases of a test rest, and long tests whose turn it is not.
    """
    chosen = config.stash[CHOSEN]
    alike: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("some") and not item.get_closest_marker("slow"):
            alike[item.nodeid.partition("[")[0]].append(item)
    for cases_of_it in alike.values():
        wanted = next(cases_of_it[0].iter_markers("some")).args[0]
        kept = choosing.turn(len(cases_of_it), wanted, chosen.number)
        for i, item in enumerate(cases_of_it):
            if i not in kept and not choosing.is_touched(item.path, item.name, chosen):
                item.add_marker(pytest.mark.slow)
    rests = choosing.resting(chosen.number)
    for item in items:
        if choosing.function(item.nodeid) in rests and not choosing.is_touched(item.path, item.name, chosen):
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(0))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Let tests that run in the background hear Ctrl-C, as the commands must that they start, whatever ran before."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A property test fails that does not count its cases, or of whose cases less than half could have failed."""
    counted = cases.current = cases.Cases()
    met_branches.current.clear()
    result = yield
    intact()
    if met_branches.current:
        item.user_properties.append(("branches", [tuple(each) for each in met_branches.current]))
    if counted.all:
        item.user_properties.append(("cases", (counted.all, counted.nontrivial)))
        if counted.too_trivial:
            pytest.fail(f"only {counted}: make better ones", pytrace=False)
    elif getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        pytest.fail("a property test says of each case whether it could fail: cases.nontrivial(...)", pytrace=False)
    return result


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the branches that were met, and shares, the lowest first: of all property tests when asked, else of a few."""
    told = bool(config.getoption("shares"))
    tests: dict[str, cases.Cases] = defaultdict(cases.Cases)
    met: list[met_branches.Counted] = []
    for report in [r for reports in terminalreporter.stats.values() for r in reports if hasattr(r, "user_properties")]:
        for name, counted in report.user_properties:
            if name == "cases" and report.when == "call":
                tests[report.nodeid.partition("[")[0]].add(*counted)
            elif name == "branches" and report.when == "call":
                met += [met_branches.Counted(*each) for each in counted]
    if met:
        terminalreporter.section("branches of rules")
        for line in met_branches.lines(met, told):
            terminalreporter.line(line)
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
