"""Rules that raise: one sentence with the exception, the position and the line, in the shell and in the library."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sessions import is_the_same, made, text

import grundy as gr
from grundy import games
from grundy.common.errors import GrundyError, RuleFailed, RulesError
from grundy.faces.cli import main

FILE = made("failing", "failing.py")
FAILING = {
    found[1]: found[2].removesuffix(" …")
    for found in re.finditer(r"the rules of (\w+) fail at .*, (in line \d+ of failing\.py \(.+\): .*)", text("failing"))
}
"""Of each game where it fails, and with what, as the session says."""
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


def test_the_session(tmp_path: Path) -> None:
    assert is_the_same("failing", tmp_path) and len(FAILING) == 16


@pytest.mark.some(6)
@pytest.mark.parametrize("name", FAILING)
def test_a_rule_that_raises_is_told_in_one_sentence(
    name: str, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = 0
    for command in COMMANDS:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        code = main([f"{file}:{name}" if word == "G" else word for word in command])
        out, err = capsys.readouterr()
        assert code in (0, 1, 2, 3) and "Traceback" not in out + err and 'File "' not in out + err, (command, err)
        sentence = [row for row in (out + err).splitlines() if "fail at" in row]
        if sentence:
            where = rf"the rules of {name} fail at {name}\(\d+\), {re.escape(FAILING[name].rpartition(': ')[0])}"
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
