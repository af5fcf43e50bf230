"""Signs of life: what is done, how far it is, for how long it goes on, and an estimate where that is honest."""

from __future__ import annotations

import io
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy

import pytest

import grundy as gr
import long_rules
from grundy.common import limits
from grundy.faces.cli import main
from grundy.faces.cli.watch import Signs
from shell import Command, end_all, within

SIGN = re.compile(r"grundy: .+ \([0-9,]+ s(, about [0-9,]+ s more)?\)")


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    yield
    end_all()


def signs(*works: limits.Work) -> Signs:
    seen = limits.Watched()
    seen.works += works
    return Signs(seen, 0.0)


def test_what_is_done_and_how_far_and_for_how_long() -> None:
    work = limits.Work("compiling kernels")
    shown = signs(work)
    assert shown.line(0.8) == "compiling kernels (1 s)"
    shown.seen.works.remove(work)
    assert shown.line(3.2) == "working (3 s)"
    shown.seen.note(1, "parts", None)
    assert shown.line(61) == "searching: 1 component (61 s)"
    shown.seen.note(12_345, "positions", 20_000)
    assert shown.line(3600) == "searching: 12,345 of 20,000 positions (3,600 s)"


def test_no_speed_is_told_before_anything_is_done() -> None:
    shown = signs(limits.Work("", "positions", 20_000))
    for second, done in enumerate([0, 0, 600]):
        shown.seen.note(done, "positions", None)
        shown.look(float(second))
        assert ("a second" in shown.line(float(second))) == (done > 0)
    assert "300 a second" in shown.line(2.0)


@pytest.mark.parametrize(
    ("done", "more"),
    [
        ([100 * n for n in range(30)], ", about 71 s more"),  # steady
        ([100 * n for n in range(10)] + [1000 + 10 * n for n in range(110)], ", about 791 s more"),  # steady for long
        ([n * n for n in range(30)], ""),  # ever faster
        ([int(5000 * n**0.25) for n in range(20)], ""),  # ever slower
        ([100] * 30, ""),  # nothing happens
        ([0, 100], ""),  # nobody knows yet
    ],
)
def test_an_estimate_is_shown_where_the_work_is_steady(done: list[int], more: str) -> None:
    shown = signs(limits.Work("", "values", 10_000))
    for second, value in enumerate(done):
        shown.seen.note(value, "values", None)
        shown.look(float(second))
    assert shown.line(len(done) - 1.0).partition(" s")[2] == f"{more})"


def test_no_estimate_without_a_whole() -> None:
    shown = signs(limits.Work("", "values"))
    for second in range(20):
        shown.seen.note(100 * second, "values", None)
        shown.look(float(second))
    assert shown.line(19.0) == "computing: 1,900 values (19 s)"


def test_one_unit_is_counted_where_others_are_met_within() -> None:
    """A survey counts games; the values within each of them are no part of that."""
    seen = limits.Watched()
    with limits.watched(seen), limits.working("", "games"):
        told = limits.counting("games")
        limits.check(5000, "values")
        told(3, 10)
        limits.check(7000, "values")
        limits.check(0, "games")  # what begins anew has come nowhere, and says nothing
        assert str(seen.works[-1]) == "looking through: 3 of 10 games"
        with limits.working("the rules are compiled"):
            assert str(seen.works[-1]) == "the rules are compiled"
        assert str(seen.works[-1]) == "looking through: 3 of 10 games"
    limits.check(9, "games")  # nobody watches
    assert len(seen.works) == 1 and str(seen.works[0]) == "working"


@pytest.mark.slow
def test_every_way_tells_how_far_it_came() -> None:
    """What another thread sees of the work that goes on."""
    ways = {
        "valued": lambda: gr.domineering(4, 5).value(),
        "sums": lambda: gr.domineering(5, 5).solve(method="sums"),
        "positions": lambda: gr.nim(12, 13, 14).solve(method="interpreted"),
        "values": lambda: gr.octal("0.106").sequence(3000),
        "states": lambda: main(["decide", "?msd_fib Ax Ey x=2*y | x=2*y+1"]),
    }
    for unit, way in ways.items():
        gr.forget()
        seen = limits.Watched()
        with limits.watched(seen):
            way()
        assert (seen.works[0].unit, seen.works[0].done > 0) == (unit, True), way


@pytest.mark.slow
def test_a_hopeless_board_speaks_at_once_and_says_how_far_it_is(tmp_path: Path) -> None:
    """Lines on standard error where that is no terminal."""
    running = Command(["solve", "domineering", "30", "30"], tmp_path)
    assert running.says(" (1 s)\n")
    assert within(60, lambda: re.search("trying out|looking through|[0-9] components?", running.said[2])), running.said
    running.interrupt()
    assert running.ended(60) == 130
    *lines, last = running.said[2].splitlines()
    assert lines and all(map(SIGN.fullmatch, lines)) and last == "grundy: interrupted", running.said


@pytest.mark.slow
@pytest.mark.parametrize("json", [False, True])
def test_when_the_time_is_over_it_says_how_far_it_came(json: bool, tmp_path: Path) -> None:
    """The rule comes far in a moment, and then nowhere. Beside JSON nothing is told before."""
    copy(long_rules.__file__, tmp_path)
    words = ["solve", "long_rules.py:dawdling", "9000", "--seconds", "4", *["--json"] * json]
    running = Command(words, tmp_path)
    assert running.ended(60) == 2
    *lines, last = running.said[2].splitlines()
    assert re.fullmatch("grundy: the time limit of 4 seconds was reached: [0-9,]+ positions were reached", last), last
    assert bool(lines) != json and all(map(SIGN.fullmatch, lines)), lines


def test_a_function_that_is_called_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs are a program's: who calls the shell as a function has its standard error for himself."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert main(["solve", "domineering", "8", "8", "--seconds", "1.5"]) == 2
    assert sys.stderr.getvalue().count("\n") == 1  # type: ignore[attr-defined]


def test_work_that_begins_again_goes_no_way_backwards() -> None:
    """A solve counts the positions that it meets, and then on the way back those that it has solved."""
    signs = Signs(limits.Watched(), 0.0)
    with limits.watched(signs.seen), limits.working("", "positions"):
        for second, done in enumerate((1_000, 2_000, 10, 30)):
            limits.check(done)
            signs.look(float(second))
        assert "20 a second" in signs.line(3.0)


# ---- times are told here, and in no answer


FACTOR = 10
CLOCKS = ("time", "monotonic", "perf_counter", "process_time")


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Let all clocks that grundy looks at go many times as fast."""

    def fast(clock: Callable[[], float], start: float) -> Callable[[], float]:
        return lambda: start + FACTOR * (clock() - start)

    known = {getattr(time, name): fast(getattr(time, name), getattr(time, name)()) for name in CLOCKS}
    modules = [time, *(module for name, module in [*sys.modules.items()] if name.partition(".")[0] == "grundy")]
    for module in modules:
        for name, held in [*vars(module).items()]:
            if callable(held) and type(held) is type(time.time) and held in known:
                patch.setattr(module, name, known[held])


SAME = (
    "solve kayles 5 + nim 7",
    "explain domineering 3x3",
    "sequence 0.106 --to 200",
    "law euclid --to 30",
    "prove bash",
    "prove bash --json",
    "verify {folder}/w.json",
    "tablebase build connect4 3x3 line=3 --to {folder}/base",
    "tablebase report {folder}/base --json",
)


@pytest.mark.slow
def test_an_answer_is_the_same_however_long_it_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was kept is forgotten in between; compared are standard output, a page and a law."""
    pages = pytest.importorskip("grundy.faces.web.answers")
    assert main(["prove", "bash", "--certificate", str(tmp_path / "w.json")]) == 0
    capsys.readouterr()

    def answers(folder: Path) -> list[object]:
        found: list[object] = []
        for line in SAME:
            gr.forget()
            main([word.format(folder=folder) for word in shlex.split(line)])
            found.append(capsys.readouterr().out.replace(str(folder), ""))
        gr.forget()
        return [*found, pages.theorem("bash"), repr(gr.bash.law())]

    folders = [tmp_path / "slow", tmp_path / "fast"]
    for folder in folders:
        folder.mkdir()
        (folder / "w.json").write_bytes((tmp_path / "w.json").read_bytes())
    slow = answers(folders[0])
    with monkeypatch.context() as patch:
        hurry(patch)
        fast = answers(folders[1])
    for line, one, other in zip((*SAME, "a page", "a law"), slow, fast, strict=True):
        assert one, line
        assert one == other, line
