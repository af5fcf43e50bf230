"""Rules of a text that is never run: what is read is what the same file says when it runs, and nothing else is."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest

import grundy as gr
from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.limits import Limits, keeping
from grundy.faces.web.positions import rules as written
from grundy.language.read import functions, texts
from grundy.language.read.texts import FILE, LETTERS, STEPS, TextError
from grundy.rules import from_text
from grundy.rules.data import hash_of
from grundy.rules.from_text import PACKED, game_of, packed, rules_of, unpacked
from grundy.rules.ruleset import Ruleset
from rules.hostile_texts import GOOD, all_texts, game, long_constants, unfolding

EXAMPLES = sorted((Path(gr.__file__).parent / "faces/web/static/examples").glob("*.py"))
TEXTS = all_texts()
UNFOLDING = [*unfolding()]
SECONDS = 1.0


def run(text: str, folder: Path) -> dict[str, Ruleset]:
    """The games of a file that is run, as `grundy solve FILE` does."""
    file = folder / "rules.py"
    file.write_text(text, encoding="utf-8")
    module = ModuleType("rules_that_run")
    exec(compile(text, file, "exec"), vars(module))
    return {name: each for name, each in vars(module).items() if isinstance(each, Ruleset)}


@pytest.mark.parametrize("text", [*(file.read_text(encoding="utf-8") for file in EXAMPLES), GOOD])
def test_a_text_says_what_the_same_file_says(text: str, tmp_path: Path) -> None:
    own, known = rules_of(text), run(text, tmp_path)
    assert own.keys() == known.keys() and own
    for name, rules in own.items():
        other = known[name]
        assert hash_of(rules.rules if isinstance(rules, gr.Ruleset) and rules.within else rules) == hash_of(
            other.rules if other.within else other
        )
        assert rules.called_by == other.called_by and rules.begins == other.begins and rules.doc == other.doc
        positions = list(islice(other.small_positions(40), 12)) if not other.within else [other(2, 3), other(1, 4)]
        for position in positions:
            mine = rules(*rules.arguments(position.state)) if not rules.within else rules(2, position.state[1])
            same = other(*other.arguments(mine.state))
            assert [q.state for q in mine.options()] == [q.state for q in same.options()]
            assert rules.ended(mine.state) == other.ended(mine.state)


def test_there_are_ten_examples_that_all_can_be_shown() -> None:
    assert len(EXAMPLES) == 10
    for file in EXAMPLES:
        found = written(packed(file.read_text(encoding="utf-8")))
        assert found["fault"] is None and found["games"] and found["start"], file.name


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("import os\n" + game(), 1, "'import os' is not read"),
        (game("    yield n // 0"), None, ""),
        (game("    yield open('x')"), 7, "open() is not read"),
        (game("    yield (n"), 7, "this is not Python"),
        ("K = 10 ** 10 ** 10\n" + game(), 1, "grows too large"),
        (
            "def h(n: int) -> int:\n    while True: n = n + 1\n    return n\n\n\nK = h(3)\n" + game(),
            2,
            "more than",
        ),
        ("__builtins__ = 3\n" + game(), 1, "Python's own"),
        (game() + "\nprint(f)\n", 9, "'print(f)' would have to be run"),
        ("from itertools import count\n" + game(), 1, "write anything else as a function"),
        ("import cmath\n" + game(), 1, "grundy's words for rules, and product, combinations,"),
        ("import itertools\nK = [k for k in itertools.chain]\n" + game(), 2, "not read"),
        (
            "from itertools import product\nK = [a for a, b in product(range(9999999), range(9999999))]\n" + game(),
            2,
            "grows too large here",
        ),
        ("from itertools import product\nK = product((1, 2), (3, 4))\n" + game(), 2, "product() is not a plain"),
        ("class A:\n    pass\n" + game(), 1, "classes are not read"),
        (
            "import grundy as gr\ndef h(n): return (9,)\n@gr.game(bounds=h)\ndef f(n: int): yield n\n",
            3,
            "'h' is not a constant",
        ),
        ("import grundy as gr\n@gr.nothing\ndef f(n: int): yield n\n", 2, "'gr.nothing' has no value here"),
        (game() + "\nf.starts('x')\n", 9, "f: n is an integer, not 'x'"),
        ("x" * (LETTERS + 1), None, "at most 20,000 are read"),
        ("import grundy as gr\n", None, "no game yet"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int | None, said: str) -> None:
    if not said:
        assert rules_of(text)
        return
    with pytest.raises(TextError) as told:
        rules_of(text)
    assert said in str(told.value), str(told.value)
    assert told.value.line == line
    assert line is None or str(told.value).startswith(f"line {line}: ")


def test_loops_of_itertools_are_read() -> None:
    text = (
        "import itertools\nfrom itertools import combinations\nSTEPS = [1, 3, 4]\nSUMS = [a + b for a, b in itertools."
    )
    text += "product(STEPS, [5])]\n" + game(
        "    for a, b in combinations(STEPS, 2):\n        yield n + SUMS[0] - a - b"
    )
    assert [q.state for q in rules_of(text)["f"](9).options()] == [11, 10, 8]


def test_a_rule_that_fails_in_the_middle_of_play_names_its_line() -> None:
    rules = rules_of(game("    if n > 3:\n        yield n - 1\n    else:\n        yield 6 // (n - 3)"))["f"]
    assert [q.state for q in rules(5).options()] == [4]
    with pytest.raises(TextError, match="line 10: the rule fails here: integer division or modulo by zero"):
        list(rules(3).options())
    rules = rules_of(game("    while n: n += 1\n    yield n"))["f"]
    assert [q.state for q in rules(0).options()] == [0]
    with pytest.raises(TextError, match=f"line 7: this takes more than {STEPS:,} steps"):
        list(rules(3).options())


def test_a_usual_question_looks_at_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "SECONDS", 0.0)
    rules = rules_of(game("    for i in range(n): yield i"))["f"]
    assert len([*rules(2_000).options()]) == 2_000
    with pytest.raises(TextError, match="this takes more than"):
        list(rules(40_000).options())


def test_the_constants_of_a_text_have_a_time_together(monkeypatch: pytest.MonkeyPatch) -> None:
    said = r"line [0-9]+: the constants of this text (take too long|are too large)|this text takes longer to read"
    with pytest.raises(TextError, match=said):  # on a busy machine the clock may come first
        rules_of(long_constants())
    monkeypatch.setattr(functions, "check", Mock(side_effect=OutOfTime("no time left")))  # amid a constant
    with pytest.raises(TextError, match="this text takes longer to read"):
        rules_of(long_constants())


@pytest.mark.timeout(60)
@pytest.mark.some(14)
@pytest.mark.parametrize("text", UNFOLDING, ids=map(str, range(len(UNFOLDING))))
def test_what_is_short_to_write_and_endless_to_go_through_is_refused_or_read_soon(text: str) -> None:
    said = shown(text)
    assert len(said) < 2000
    assert said == "games" or "too large" in said or "too long" in said or "not" in said or "different" in said, said


@pytest.mark.slow
def test_one_step_does_not_go_through_more_than_a_few_numbers() -> None:
    """A statement may sort a long tuple many times: it counts for as many steps as that takes."""
    sorts = f"({'sorted(T)[0], ' * 150})[0] + 1"
    text = f"T = tuple(i * 7919 % 4093 for i in range(4096))\n{game(f'    while n: n = {sorts}{chr(10)}    yield n')}"
    rules = rules_of(text)["f"]
    with pytest.raises(TextError, match="this takes more than"):
        list(rules(3).options())
    wide = rules_of(game("    for i in range(60000): yield i\n    yield len((n,) * 4096) * 0"))["f"]
    assert len([*wide(3).options()]) >= 60_000
    rules = rules_of(game("    for i in range(60000):\n        yield len([k for k in (i,) * 4096])"))["f"]
    with pytest.raises(TextError, match="this takes more than"):
        list(rules(3).options())


def test_what_a_text_says_of_its_starts_has_a_time_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_text, "READING", 0.2)
    sized = "@f.sized\ndef s(w, h):\n    for k in range(60000): w = w + 0\n    return w\n" + "f.starts('3x3')\n" * 40
    with pytest.raises(TextError, match="takes longer to read"):
        rules_of(f"{game()}\n{sized}")
    monkeypatch.setattr(from_text, "READING", 10.0)
    with pytest.raises(OutOfTime, match="the time limit of"), keeping(Limits(seconds=0.1)):  # of whoever asks
        rules_of(f"{game()}\n{sized}")


def test_a_word_holds_a_text_and_says_where_it_was_cut_off() -> None:
    word = packed(GOOD)
    assert unpacked(word) == GOOD and game_of(f"text:{word}").name == game_of(f"text:{word}:f").name == "f"
    for end in range(len(word)):
        with pytest.raises(GrundyError, match="cut off"):
            unpacked(word[:end])
    for wrong in ("~", "?" * 9, "é", "A" * 40, word[:40] + "A" + word[41:]):
        with pytest.raises(GrundyError, match="cut off or changed"):
            unpacked(wrong)
    with pytest.raises(GrundyError, match=f"at most {PACKED:,} letters"):
        unpacked("A" * (PACKED + 1))
    with pytest.raises(TextError, match="longer than 20,000 letters"):
        unpacked(packed("#" * 1_000_000))
    with pytest.raises(GrundyError, match="no game 'g'; it has f"):
        game_of(f"text:{word}:g")


def test_there_are_texts_of_every_kind() -> None:
    assert len(TEXTS) > 500


@pytest.mark.slow
@pytest.mark.some(300)
@pytest.mark.parametrize("text", TEXTS, ids=map(str, range(len(TEXTS))))
def test_a_hostile_text_runs_nothing_and_ends_soon_in_a_sentence_or_a_game(text: str) -> None:
    ran: list[Any] = []

    def trace(frame: Any, event: str, _what: Any) -> None:
        if frame.f_code.co_filename == FILE:
            ran.append(frame.f_code)

    sys.setprofile(trace)
    try:
        said = shown(text)
    finally:
        sys.setprofile(None)
    assert not ran
    assert said == "games" or (said and "\n" not in said.strip() and len(said) < 2000), said


def shown(text: str) -> str:
    """What a page would show of a text: the sentence that says what is wrong, or that there are games."""
    try:
        for rules in list(rules_of(text).values())[:3]:
            positions = [rules.start()] if rules.begins else list(islice(rules.small_positions(4), 4))
            for position in positions:
                list(islice(position.options(), 20))
                rules.ended(position.state)
                str(position)
    except GrundyError as error:
        return str(error)
    return "games"
