"""Contest problems: every file that is there, exactly; and malformed input, told with its line and column."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.games.contest_inputs import SMALL, TOLD, judged

from grundy import games
from grundy.common.errors import InputError
from grundy.faces.cli import main

JUDGE = Path(__file__).parents[3] / "shared" / "judge"
CASES = sorted(JUDGE.glob("*/*.in"))
NAMED = [
    "adjacent-pairs bash choose-nim christmas-game deque digraph-sum fibonacci-nim gg-and-mm graph-chase grid-score "
    "grundys-game john k-division kayles misere-nim mock-turtles nim nim-or-not-nim nim-with-increases removal-game s-nim "
    "set-nim split-nim staircase-nim subtraction-1-3 tree-cutting tree-flip treblecross word-chain wythoff"
][0].split()


def answered(problem: str, text: str) -> str:
    return "".join(f"{line}\n" for line in judged(problem, text))


def trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().split("\n")]


def test_every_problem_is_there() -> None:
    assert set(NAMED) <= set(games.problems())


@pytest.mark.slow
@pytest.mark.some(10)
@pytest.mark.skipif(not CASES, reason="the contest files are not here")
@pytest.mark.parametrize("case", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(case: Path) -> None:
    want = case.with_suffix(".out").read_text(encoding="utf-8")
    assert trimmed(answered(case.parent.name, case.read_text(encoding="utf-8"))) == trimmed(want)


TO_THE_END = {"christmas-game", "gg-and-mm", "mock-turtles", "wythoff"}
"""Problems whose cases go on to the end of the input, and there may be none."""
TOKENS = [
    pytest.param(problem, token, id=f"{problem}-{i}")
    for problem, text in SMALL.items()
    for i, token in enumerate(re.finditer(r"\S+", text))
    if token[0].isdigit()
]


@pytest.mark.parametrize("problem", TOLD)
def test_cases_that_are_told(problem: str) -> None:
    text, want = TOLD[problem]
    assert answered(problem, text).split() == want.split()


def test_edges_that_are_no_tree() -> None:
    with pytest.raises(
        InputError, match=r"^line 4, column 3: the edge from 1 to 2 closes a cycle, but a tree is needed"
    ):
        answered("tree-cutting", "1\n3\n1 2\n1 2\n")


@pytest.mark.parametrize("problem", NAMED)
def test_malformed_input_has_a_place(problem: str) -> None:
    good = SMALL[problem]
    assert answered(problem, good)
    with pytest.raises(InputError, match=r"^line \d+, column \d+: "):
        answered(problem, good + "9 ?\n")


@pytest.mark.parametrize(("problem", "token"), TOKENS)
def test_a_word_in_place_of_a_number(problem: str, token: re.Match[str]) -> None:
    good = SMALL[problem]
    bad = good[: token.start()] + "?" + good[token.end() :]
    line = good.count("\n", 0, token.start()) + 1
    column = token.start() - good.rfind("\n", 0, token.start())
    with pytest.raises(InputError) as caught:
        answered(problem, bad)
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)


@pytest.mark.parametrize(("problem", "token"), TOKENS)
def test_input_that_ends_too_early(problem: str, token: re.Match[str]) -> None:
    cut = SMALL[problem][: token.start()]
    if problem in TO_THE_END and not cut:
        return
    with pytest.raises(InputError, match=r"^line \d+, column \d+: ") as caught:
        answered(problem, cut)
    assert caught.value.line <= cut.count("\n") + 1


@pytest.mark.parametrize(
    ("problem", "text", "place"),
    [
        ("digraph-sum", "3 3\n1 2\n2 3\n3 2\n1\n1", (3, 1)),
        ("digraph-sum", "3 1\n1 4\n1\n1", (2, 3)),
        ("treblecross", "2\n..X\n..Y", (3, 1)),
        ("treblecross", "1\n..", (2, 1)),  # a tie by the rules: the contest asks for three cells or more
        ("tree-flip", "1\n3 0\n1 2 0\n2 1 1", (4, 3)),
        ("tree-flip", "1\n2 1\n1 2 0\n1 1 1 0", (4, 5)),
        ("word-chain", "2\nabc\nab", (3, 1)),
        ("graph-chase", "1\n2 1\n1 2\n1", (4, 2)),
        ("grid-score", "2 2\n++\n+", (3, 1)),
        ("grid-score", "1 2\n+o", (2, 1)),
        ("deque", "3\n1 2", (2, 4)),
        ("removal-game", "2\n1 x", (2, 3)),
    ],
)
def test_malformed_input_is_told_with_its_place(problem: str, text: str, place: tuple[int, int]) -> None:
    with pytest.raises(InputError) as caught_error:
        judged(problem, text)
    assert (caught_error.value.line, caught_error.value.column) == place


# ---- what is announced, and what is no text


SIZES = (b"1000000000", b"1000000000000000000", b"-1")
ODD = (b"", b"\0", b"1 \0 1", b"\xff", b"1\n1 \xff", b"1 1e9", b"9" * 10**7)


@pytest.mark.slow
@pytest.mark.some(10)
@pytest.mark.parametrize("problem", games.problems())
def test_what_is_announced_takes_nothing_until_it_comes(
    problem: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """At whatever place of whatever format a size stands: an answer, or one sentence, and no memory is taken for it."""
    announced = [b"1 " * place + size + b" 1 2 1 1" for place in range(5) for size in SIZES]
    for data in (*announced, *ODD):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(data)))
        code = main(["judge", problem, "--seconds", "30", "--memory", "100M"])
        told = capsysbinary.readouterr().err.decode()
        assert code in (0, 2) and (code == 0) == (told == ""), (data[:40], told)
        if code:
            assert told.startswith("grundy: ") and told.count("\n") == 1, (data[:40], told)
            assert "allowed" not in told and len(told) < 250, (data[:40], told[:250])


def test_isolated_nodes_need_not_be_named() -> None:
    assert answered("digraph-sum", "1000000000 1\n1 2\n2\n1 999999999\n") == "Yes\n"
    told = answered("graph-chase", "2\n1000000000 2\n1 2 2 1\n1 7\n1000000000 0\n8 9\n")
    assert told == "Case #1: Yes\nCase #2: No\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not bound it")
def test_a_format_that_takes_memory_keeps_the_limits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list that one step of Python makes, where nobody counts and no clock is looked at."""
    nim = games.find_judge("nim")
    monkeypatch.setitem(nim.judges, "nim", lambda read: list(range(read.integer())))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(b"1000000000")))
    assert main(["judge", "nim", "--memory", "500M"]) == 2
    told = capsys.readouterr().err
    assert told == "grundy: this needs more than the 0.488 GiB of memory allowed\n"
