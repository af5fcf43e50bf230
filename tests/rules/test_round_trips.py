"""Positions are read as they are printed: every one that play reaches, in every form that the program prints."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common.errors import GrundyError
from grundy.faces.cli import arguments
from grundy.faces.cli.arguments import find
from grundy.faces.web import queries as pages
from grundy.playing.match import read_position
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.text import words

STARTS = 8
"""So many starts of a game, of those that its file declares for tests, are played from."""
LONG = 60
"""So many options of a position are looked at for the next one."""


def played(start: Position, seed: int) -> Iterator[Position]:
    """Iterate over the positions of a game at random, to its end."""
    chance = random.Random(seed)
    here: Position | None = start
    for _ in range(60):  # of play that may be endless
        if here is None:
            return
        yield here
        options = list(islice(here.options(), LONG))
        here = chance.choice(options) if options else None


def starts(rules: Ruleset) -> list[Position]:
    """Return some starts, of all sizes and variants: those of the tests, shuffled, and with other parameters."""
    known = list(islice(rules.small_positions(300), 400))
    return random.Random(rules.name).sample(known, min(STARTS, len(known)))


def reached(rules: Ruleset) -> Iterator[Position]:
    for seed, start in enumerate(starts(rules)):
        yield from played(start, seed)


def forms(position: Position) -> dict[str, list[str]]:
    """Return all words that stand for a position: what is printed, whole and behind the name, and its words for a shell."""
    printed, line = str(position), words.written(position)
    name = position.ruleset.name
    inside = printed[len(name) + 1 : -1]
    return {
        "printed": [printed],
        "printed, in a page": words.split(printed),
        "words": shlex.split(line),
        "words, in a page": words.split(line),
        "behind the name": [name, *([inside] if inside else [])],
        "behind the name, unquoted": [name, *inside.split(" ")] if inside and "(" not in inside else [printed],
    }


_counted: list[int] = []


@pytest.fixture(scope="module", autouse=True)
def count(request: pytest.FixtureRequest) -> Iterator[None]:
    """Say at the end how many positions were looked at."""
    yield
    show = request.config.pluginmanager.getplugin("terminalreporter")
    if _counted and show is not None:
        show.write_line(f"\n{sum(_counted)} positions of {len(_counted)} games were read back")


def check(position: Position) -> None:
    for form, said in forms(position).items():
        again = words.position(said, find)
        assert again == position and hash(again) == hash(position), (form, said)
        assert str(again) == str(position), (form, said)


@pytest.mark.slow
@pytest.mark.some(40)
@pytest.mark.parametrize("name", games.names())
def test_all_that_play_reaches_is_read_back(name: str, record_property: Any) -> None:
    met = list(reached(games.load(name)))
    for position in met:
        check(position)
        nontrivial(str(position) != f"{name}()")
    lengths = [sum(1 for _ in played(start, seed)) for seed, start in enumerate(starts(games.load(name)))]
    assert max(lengths) > 1, "a test that never leaves the start would show little"
    record_property("positions read back", len(met))
    _counted.append(len(met))


def test_sums_of_all_that_play_reaches_are_read_back() -> None:
    chance = random.Random(3)
    known = {
        name: list(reached(games.load(name))) for name in ("kayles", "nim", "hackenbush", "domineering", "col", "bash")
    }
    for _ in range(60):
        terms = [chance.choice(known[chance.choice([*known])]) for _ in range(chance.randint(2, 4))]
        total = gr.disjunctive(*terms)
        for said in ([str(total)], words.split(str(total)), words.split(words.written(total)), str(total).split(" ")):
            assert words.position(said, find) == total, said
        nontrivial(len({each.ruleset for each in terms}) > 1)
    assert str(words.position(["kayles", "5", "3", "+", "nim", "7"], find)) == "kayles(5, 3) + nim(7)"


@pytest.mark.parametrize(
    "code", ["0.77", "4.7", "0.(07)", "4.(3)", "0.1(3)", "{1, 3, 4}", "all-but {2, 4}", "split 2-4", "unequal 4.0"]
    + ["digits 0 64 3", "digits 4; 3", "0.3 2:5", "all-but {}"],
)  # fmt: skip
@pytest.mark.parametrize("heaps", [(), (0,), (7,), (7, 3, 10**18)])
def test_heap_codes_are_read_back(code: str, heaps: tuple[int, ...]) -> None:
    position = gr.code(code)(*heaps)
    for said in ([str(position)], words.split(words.written(position)), words.split(str(position))):
        assert words.position(said, find) == position, said


RULES = """
import grundy as gr

@gr.game
def euclid(a: int, b: int):
    if min(a, b) > 0:
        big, small = max(a, b), min(a, b)
        for k in range(1, big // small + 1):
            yield big - k * small, small

@gr.game
def spelt(word: str, *, letters: tuple = ("a, b", "(", "=")):
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]

@gr.game
def nested(state: tuple):
    if state:
        yield state[1:]
"""


def test_rules_in_files_are_read_back(tmp_path: Path) -> None:
    """Also texts that hold what stands between words, and that look like numbers."""
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    pages.allow([str(file)])
    for game, state in (
        *(("euclid", pair) for pair in ((10, 7), (0, 0), (10**30, 3))),
        *(("spelt", (word,)) for word in ("12", "a, b", "x=3", "it's", 'a"b', "f(3)", "+", "a + b", "", " x ", "X..O")),
        *(("nested", (state,)) for state in ((), (1,), (1, (2, 3)), ("a, b", "=", ("'", 4)))),
    ):
        rules: Any = find(f"{file}:{game}")
        position = rules(*state)
        line = pages.written(position)
        assert line is not None and pages.position(line) == position, line
        printed = str(position)[len(game) + 1 : -1]
        again = arguments.position([f"{file}:{game}", *([printed] if printed else ["()"] if game == "nested" else [])])
        assert again == position, printed


def test_a_file_that_is_not_allowed_is_not_loaded_by_a_printed_position(tmp_path: Path) -> None:
    file = tmp_path / "secret.py"
    file.write_text("raise SystemExit")
    pages.allow([])
    for text in (f"{file}:game(3)", f"{file}(3)", f"nim(3) + {file}(3)", f"'{file}' 3", f"{file}:game 3"):
        with pytest.raises(GrundyError, match="no game"):
            pages.position(text)


@pytest.mark.parametrize("name", games.names())
def test_a_move_that_is_typed_as_it_is_printed_is_found(name: str) -> None:
    """In a match the position that a move leads to is typed as it is shown."""
    for position in islice(reached(games.load(name)), 12):
        for after in islice(position.options(), 4):
            assert read_position(position, str(after)) == after


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("domineering ..q|...", "...|... (letter 3 of '..q|...')"),
        ("domineering ..|.", "..|.. (letter 5 of '..|.')"),
        ("nim 3;5", "3 5 (letter 2 of '3;5')"),
        ("nim 3 5x", "3 5 (letter 2 of '5x')"),
        ("hackenbush 0-1b-2y", "0-1b-2b (letter 7 of '0-1b-2y')"),
        ("col 1--2", "1-2 (letter 3 of '1--2')"),
        ("tree-flip 1-2:x", "1-2:0 (letter 5 of '1-2:x')"),
        ("treblecross X.?X", "X..X (letter 3 of 'X.?X')"),
        ("grid-score +-/+*", "+-/+- (letter 5 of '+-/+*')"),
        ("turning-turtles HTX", "HTH (letter 3 of 'HTX')"),
    ],
)
def test_what_is_not_read_has_a_nearest_reading(said: str, meant: str) -> None:
    with pytest.raises(GrundyError) as problem:
        arguments.position(said.split())
    assert str(problem.value).endswith(f": did you mean {meant}?"), problem.value


@pytest.mark.parametrize("said", ["nim -1", "nim hello", "wythoff 3", "domineering ?*!?", "chomp 2 3", "col 1-1x-z"])
def test_what_is_far_from_any_reading_has_none(said: str) -> None:
    with pytest.raises(GrundyError) as problem:
        arguments.position(said.split())
    assert "did you mean" not in str(problem.value)


def test_positions_with_one_content_are_equal() -> None:
    """A picture of which an edge was cut is the one that was drawn without this edge."""
    whole = gr.hackenbush("0-1b-2r 1-3g")
    cut = next(move.after for move in whole.moves(gr.LEFT) if move.text == "cut 1-3g")
    assert cut == gr.hackenbush("0-1b-2r") and hash(cut) == hash(gr.hackenbush("0-1b-2r"))
    assert cut != gr.hackenbush("0-1b-2b") and cut != whole
    assert {cut, gr.hackenbush("0-1b-2r")} == {cut}
    assert gr.childish_hackenbush("0-1g", gentle=1) != gr.childish_hackenbush("0-1g")
    assert cut + gr.nim(3) == gr.hackenbush("0-1b-2r") + gr.nim(3)
    assert gr.hackenbush("0") == next(gr.hackenbush("B").options()) and str(gr.hackenbush("0")) == "hackenbush(0)"


def test_a_text_is_a_board_only_where_a_game_says_so() -> None:
    @gr.game
    def letters(word: str):
        for i in range(len(word)):
            yield word[:i] + word[i + 1 :]

    for word in ("HOT", "CAT", "X.O", "TOT|HOT", "..|.."):
        assert letters(word).ruleset.scene(word) == gr_words(word)
    board = gr.domineering(1, 1)
    assert type(board.ruleset.scene(board.state)).__name__ == "Board"
    coin = gr.turning_turtles("H")
    assert type(coin.ruleset.scene(coin.state)).__name__ == "Board"


def gr_words(text: str) -> Any:
    from grundy.rules.scenes import Words

    return Words(text)
