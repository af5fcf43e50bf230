"""Rules that raise: one sentence with the exception, the position and the line, in the shell and in the library."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import grundy as gr
from grundy import games
from grundy.common.errors import GrundyError, RuleFailed, RulesError
from grundy.faces.cli import main

FILE = '''\
import grundy as gr


@gr.game
def divides(n: int):
    for k in range(1, min(3, n) + 1):
        yield n - k + 0 // (n - 5)


@gr.heap_game
def heaps(n: int):
    for k in range(1, n + 1):
        yield (n - k + 0 // (n - 5),)


@gr.scoring_game
def points(n: int):
    for k in range(1, n + 1):
        yield 6 // (n - 5), n - k


@gr.partisan_game
def partisan(n: int, *, player):
    yield n - 1 - 0 * (1, 2, 3)[n]


@gr.partisan_game
def left(n: int):
    if n:
        yield n - 1


@left.right
def moves_of_right(n: int):
    yield {0: 0}[n]


@gr.game
def ended(n: int):
    for k in range(1, n + 1):
        yield n - k


@ended.ending
def over(n: int):
    return gr.LOSS if [1, 1, 1, 1, 1][n] > 4 else None


@gr.game
def mirrored(a: int):
    for k in range(1, a + 1):
        yield a - k


@mirrored.symmetry
def image(a: int):
    return {0: 0, 1: 1, 2: 2}[a]


@gr.partisan_game
def apart(a: int, *, player):
    if a:
        yield a - 1


@apart.parts
def parts(a: int):
    assert a < 3, "three is too many"
    return [a]


@gr.game
def closed(n: int):
    for k in range(1, n + 1):
        yield n - k


@closed.theorem(name="a law", source="nowhere")
def value(n: int):
    """Wrong at 5."""
    return n + 0 // (n - 5)


@gr.game
def spelled(n: int):
    for k in range(1, n + 1):
        yield n - k


@spelled.spelling
def words(before: int, after: int):
    return "abc"[before]


@gr.game
def shown(n: int):
    for k in range(1, n + 1):
        yield n - k


@shown.shown
def text(n: int):
    return str(n + 0 // (n - 5))


@gr.game
def made(n: int):
    for k in range(1, n + 1):
        yield n - k


@made.setup
def state(n: int):
    return n + 0 // (n - 5)


@gr.game
def explained(n: int):
    for k in range(1, n + 1):
        yield n - k


@explained.explanation
def why(solution):
    return [][0]


@gr.game
def endless(n: int):
    def again():
        return again()

    yield again()


@gr.game
def stops(n: int):
    if n:
        yield next(iter(()))


@gr.game
def adds(n: int):
    if n:
        yield n + "1"
'''
FAILING = {
    "divides": ("ZeroDivisionError", 7),
    "heaps": ("ZeroDivisionError", 13),
    "points": ("ZeroDivisionError", 19),
    "partisan": ("IndexError", 24),
    "left": ("KeyError", 35),
    "ended": ("IndexError", 46),
    "mirrored": ("KeyError", 57),
    "apart": ("AssertionError: three is too many", 68),
    "closed": ("ZeroDivisionError", 81),
    "spelled": ("IndexError", 92),
    "shown": ("ZeroDivisionError", 103),
    "made": ("ZeroDivisionError", 114),
    "explained": ("IndexError", 125),
    "endless": ("RecursionError", 131),
    "stops": ("StopIteration", 139),
    "adds": ("TypeError", 145),
}
COMMANDS = [
    ["solve", "G", "5"],
    ["solve", "G", "5", "--json"],
    ["solve", "G", "7", "+", "G", "5"],
    ["solve", "G", "5", "--play", "misere"],
    ["explain", "G", "5"],
    ["play", "G", "5"],
    ["law", "G"],
    ["sequence", "G"],
    ["table", "G"],
    ["check", "G", "n % 4"],
    ["compare", "G", "nim"],
    ["census", "G", "5"],
    ["thermograph", "G", "5"],
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "failing.py"
    path.write_text(FILE, encoding="utf-8")
    return path


@pytest.mark.some(6)
@pytest.mark.parametrize("name", FAILING)
def test_a_rule_that_raises_is_told_in_one_sentence(
    name: str, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    error, line = FAILING[name]
    told = 0
    for command in COMMANDS:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        code = main([f"{file}:{name}" if word == "G" else word for word in command])
        out, err = capsys.readouterr()
        assert code in (0, 1, 2, 3) and "Traceback" not in out + err and 'File "' not in out + err, (command, err)
        sentence = [row for row in (out + err).splitlines() if "fail at" in row]
        if sentence:
            where = rf"the rules of {name} fail at {name}\(\d+\), in line {line} of failing.py \(.+\): {error}"
            assert len(sentence) == 1 and re.search(where, sentence[0]), sentence
            assert code == 2 or command[0] == "play"
            told += 1
    assert told >= 1


ASKED: list[Callable[[gr.Position], object]] = [
    lambda p: p.solve(),
    lambda p: str(p.solve().best_move),
    lambda p: p.solve().explain(),
    lambda p: list(p.moves()),
    lambda p: p.solve(method="interpreted"),
    str,
]


@pytest.mark.parametrize("name", FAILING)
def test_the_library_raises_from_what_the_rule_raised(name: str, file: Path) -> None:
    module: dict[str, object] = {"__name__": "failing"}
    exec(compile(FILE, str(file), "exec"), module)
    rules, told = module[name], 0
    assert callable(rules)
    for ask in ASKED:
        try:
            ask(rules(5))
        except RulesError as problem:
            assert isinstance(problem, RuleFailed) and problem.__cause__ is not None
            told += 1
    assert told >= 1


def test_what_a_rule_says_itself_is_kept() -> None:
    """A GrundyError of a rule's own is a sentence, and memory that runs out is no mistake of a rule."""

    @gr.game
    def refusing(n: int):
        if n > 3:
            raise GrundyError("three at most")
        if n == 3:
            raise MemoryError
        yield 0

    with pytest.raises(GrundyError, match=r"^three at most$"):
        refusing(4).solve()
    with pytest.raises(MemoryError):
        refusing(3).solve()


def test_a_rule_that_raises_deep_in_a_search() -> None:
    """Also where the compiled search has taken over."""

    @gr.game
    def deep(n: int):
        for k in range(1, min(60, n) + 1):
            yield n - k + 0 // (n - 7)

    with pytest.raises(RuleFailed, match=r"deep\(7\), in line \d+ of test_raising.py \(yield .*\): ZeroDivisionError"):
        deep(5000).solve()


def test_the_empty_position_of_a_compiled_rule() -> None:
    @gr.game
    def piles(*heaps: int):
        for i, heap in enumerate(heaps):
            for left in range(heap):
                yield *heaps[:i], left, *heaps[i + 1 :]

    assert piles().solve(method="compiled").outcome.name == "P"
    assert piles().solve("misere", method="compiled").outcome.name == "N"
    assert piles(1, 2).solve(method="compiled").value == 3


def test_a_partisan_game_has_no_law() -> None:
    for name in ("col", "snort", "domineering"):
        with pytest.raises(GrundyError, match="is partisan"):
            games.load(name).law()  # type: ignore[attr-defined]
