"""Limits of time, memory and positions: kept by every way and every command, and told with how far it came."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import grundy as gr
import long_rules
from grundy.common import limits
from grundy.common.errors import OutOfTime, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.faces.cli import main
from grundy.rules.partisan import impartial
from long_rules import slow, walk

SOON = 0.2
"""The seconds that are allowed for what would take very long."""
FAR = "options were looked at|positions were reached|parts were found|sums were looked into|values were computed"


BOARD = "." * 8 + ("|" + "." * 8) * 6
LONG: dict[str, Callable[..., Any]] = {
    "interpreted": lambda **most: walk(5000, 5000).solve(method="interpreted", **most),
    "compiled": lambda **most: walk(60000, 60000).solve(method="compiled", **most),
    "searched": lambda **most: walk(60000, 60000).solve(**most),
    "value": lambda **most: gr.domineering(7, 8).solve(method="value", **most),
    "value asked": lambda **most: gr.domineering(7, 8).value(**most),
    "sums": lambda **most: gr.domineering(7, 8).solve(method="sums", **most),
    "partisan": lambda **most: gr.domineering(7, 8).solve(**most),
    "turns": lambda **most: gr.domineering(5, 6).solve("misere", **most),
    "nimber": lambda **most: impartial(gr.domineering)(8, 7).grundy(**most),
    "grundy": lambda **most: walk(60000, 60000).grundy(**most),
    "conjunctive": lambda **most: gr.conjunctive(walk(6000, 6000), walk(6000, 6001)).solve(**most),
}

DIFFERENT = ("interpreted", "compiled", "value", "sums", "nimber")


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    """Load the kernels that the ways take, so that no time goes there."""
    walk(100, 100).solve(method="compiled")
    for method in ("value", "sums"):
        gr.domineering(5, 5).solve(method=method)
    impartial(gr.domineering)(4, 4).grundy()
    slow.sequence(1000)
    gr.octal("0.106").sequence(3000)


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", LONG)
def test_each_way_keeps_the_time_and_says_how_far_it_came(name: str) -> None:
    """Where the time went into compiling the rules nothing was reached, and more of it is allowed."""
    gr.forget()
    for seconds in (SOON, 1, 5, 25):
        with keeping(Limits(seconds=seconds)):
            with pytest.raises(OutOfTime, match=f"the time limit of {seconds:g} seconds was reached") as told:
                LONG[name](seconds=seconds)
            assert limits.left() == 0, "not before they are over"
        if told.value.positions:
            break
    assert told.value.positions > 0 and re.search(f": [0-9,]+ ({FAR})$", str(told.value))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("most", "said"), [({"positions": 1000}, "and 1,000 are allowed"), ({"memory": 1 << 18}, None)]
)
@pytest.mark.parametrize("name", DIFFERENT)
def test_each_way_keeps_the_positions_and_the_memory(name: str, most: dict[str, int], said: str | None) -> None:
    gr.forget()
    with pytest.raises(TooLarge, match=said) as told:
        LONG[name](**most)
    assert not isinstance(told.value, OutOfTime)
    assert told.value.positions > most.get("positions", -1)


def test_no_time_is_over_at_once_and_enough_is_no_limit() -> None:
    with pytest.raises(OutOfTime, match=r"the time limit of 0 seconds was reached"):
        gr.nim(3).solve(seconds=0)
    free = walk(30, 30).solve(method="search")
    assert str(walk(30, 30).solve(method="search", seconds=600, memory=1 << 30, positions=31 * 31)) == str(free)
    gr.forget()
    with pytest.raises(TooLarge, match="961 positions were reached, and 960 are allowed"):
        walk(30, 30).solve(method="interpreted", positions=960)
    gr.forget()
    assert walk(30, 30).solve(method="interpreted", positions=961).positions == 961


def test_what_was_stopped_goes_on_with_more() -> None:
    """Nothing that a stopped question leaves makes a later answer wrong."""
    gr.forget()
    for seconds in (0.01, 0.02, 0.05, 0.1):
        with suppress(OutOfTime):
            gr.domineering(5, 6).value(seconds=seconds)
        with suppress(OutOfTime):
            impartial(gr.domineering)(5, 6).grundy(seconds=seconds)
    after = gr.domineering(4, 4).value(), impartial(gr.domineering)(4, 5).grundy(), gr.domineering(3, 6).value()
    gr.forget()
    assert after == (
        gr.domineering(4, 4).value(),
        impartial(gr.domineering)(4, 5).grundy(),
        gr.domineering(3, 6).value(),
    )


def test_sequences_keep_the_time_and_what_was_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    def monotonic() -> float:
        """Return the time of a clock that stands until something was computed; then it is late."""
        kept = limits._now.get()
        return 2 * SOON if kept is not None and kept.done else 0.0

    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=monotonic))
    for rules, count in ((gr.octal("0.106"), 1 << 26), (slow, 1 << 22)):
        rules.forget()
        rules.sequence(50)  # which compiles and compares the rule
        with pytest.raises(OutOfTime, match="values were computed") as told:
            rules.sequence(count, seconds=SOON)
        assert told.value.positions > 0
    rules = gr.octal("0.106")
    free = gr.octal("0.106").sequence(5000)
    with pytest.raises(OutOfTime):
        rules.sequence(1 << 26, seconds=SOON)
    assert np.array_equal(rules.sequence(5000), free)
    with pytest.raises(TooLarge, match="are allowed"):
        gr.octal("0.106").sequence(5000, memory=1000)


def test_limits_within_limits() -> None:
    """Of two deadlines the earlier one holds; memory and positions are those given last."""
    with keeping(Limits(seconds=600, memory=1 << 30)):
        assert limits.memory() == 1 << 30 and 599 < (limits.left() or 0) <= 600
        with keeping(Limits(seconds=9, memory=5)):
            assert limits.memory() == 5 and (limits.left() or 0) <= 9
            with keeping(Limits(seconds=600)):
                assert limits.memory() == 5 and (limits.left() or 0) <= 9
    assert limits.memory() == limits.MEMORY and limits.left() is None
    limits.check(10**18)
    with keeping(Limits(positions=10)):
        assert limits.positions(100) == 10 and limits.positions(5) == 5


def test_a_kernel_looks_at_the_word_that_stops_it() -> None:
    array = np.zeros(3, np.int64)
    with keeping(Limits(seconds=0.05)), limits.stopping(array, 1):
        until = time.monotonic() + 60
        while not array[1] and time.monotonic() < until:
            time.sleep(0.01)
        assert array.tolist() == [0, 1, 0]
    with limits.stopping(array, 1):
        assert array.tolist() == [0, 0, 0]


@pytest.mark.skipif(os.name != "posix", reason="signals are heard by a pipe")
def test_an_interruption_ends_a_kernel() -> None:
    """Lemoine and Viennot's search is one call of a kernel; Ctrl-C is heard within it, and nothing is spoilt."""
    gr.forget()
    expected = impartial(gr.domineering)(4, 5).grundy()
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        impartial(gr.domineering)(8, 7).grundy(seconds=3600)  # where it is not heard the test takes too long
    assert impartial(gr.domineering)(4, 5).grundy() == expected


# ---- the commands

COMMANDS = """
solve FILE:walk 60000 60000 ; explain FILE:walk 60000 60000 ; solve domineering 7 8 ; sequence 0.106 --to 90000000 ;
law 0.106 --to 90000000 ; compare 0.106 0.206 --to 90000000 ; survey 0.?? --to 9000000 ; table FILE:walk --lost --to 8000 ;
census domineering 4 5 ; thermograph domineering 7 8
"""


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("command", map(str.strip, COMMANDS.split(" ;")))
def test_every_command_keeps_the_time(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    gr.forget()
    words = command.replace("FILE", str(long_rules.__file__)).split()
    assert main([*words, "--seconds", str(SOON)]) == 2
    told = capsys.readouterr().err
    assert "the time limit of 0.2 seconds was reached" in told and told.count("\n") <= 2, told


def test_a_rule_that_does_not_end_is_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", f"{long_rules.__file__}:asleep", "3", "--seconds", "0.1"]) == 2
    assert capsys.readouterr().err == "grundy: the time limit of 0.1 seconds was reached\n"


def test_every_command_takes_the_limits_that_mean_something(capsys: pytest.CaptureFixture[str]) -> None:
    from grundy.faces.cli.app import COMMANDS as names

    for name in names:
        assert main([name, *(["build"] if name == "tablebase" else []), "--help"]) == 0
        shown = capsys.readouterr().out
        listing = name in ("games", "write", "doctor", "rush")
        assert ("--memory" in shown) != listing, name  # of the servers each worker's is bounded
        assert ("--seconds" in shown) != (name in ("games", "doctor", "rush", "serve")), name


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--seconds 0", "--seconds takes a number above 0 and up to 1,000,000, not '0'"),
        ("--seconds x", "--seconds takes a number above 0 and up to 1,000,000, not 'x'"),
        ("--seconds 1e3", "--seconds takes a number above 0 and up to 1,000,000, not '1e3'"),
        ("--memory x", "--memory takes a size such as 500M or 4G, not 'x'"),
    ],
)
def test_wrong_limits_of_a_command(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("solve nim 3", "value 1", "census nim 1", "law 0.77"):
        assert main([*command.split(), *words.split()]) == 2
        assert capsys.readouterr().err == f"grundy: {sentence}\n"


def test_a_parameter_of_a_thousand_million_takes_no_memory(capsys: pytest.CaptureFixture[str]) -> None:
    """Its moves are not put into a list to be compared with the formulas that were read."""
    assert main(["prove", "bash", "m=1000000000"]) == 2
    assert "the moves of bash are too many to be compared with their formulas" in capsys.readouterr().err
