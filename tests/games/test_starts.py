"""What each game's file says to players: names in both languages, rules in a line, the usual start, sizes and variants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common import messages
from grundy.common.errors import PositionError, RuleFailed, RulesError, UnknownGame
from grundy.faces.web import positions
from grundy.faces.worksheet import Worksheet
from grundy.playing import catalogue
from grundy.rules.out_of_turn import require_turning
from grundy.rules.scenes import Board, key
from grundy.rules.text import words
from grundy.rules.text.words import written
from shell import Run

NAMES = games.names()
TECHNICAL = re.compile(r"`|\bbits?\b|\bbitboard|\bstate\b|\bmex\b|\btuple|\bmask|状态|二进制|元组")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    return Run(monkeypatch, tmp_path)


def labels(rules: gr.Ruleset) -> Iterator[str]:
    """The words of all starts that a game declares, each once."""
    begins = rules.begins
    assert begins is not None, rules.name
    yield from dict.fromkeys((begins.usual, *begins.sizes, *(each.word for each in begins.variants)))


# ---- what is declared


@pytest.mark.parametrize("name", NAMES)
def test_numbers_where_a_board_is_meant_are_told_in_a_sentence(name: str) -> None:
    for numbers in ((2,), (0,), (3, 4), (7, 7, 7)):
        try:
            games.load(name)(*numbers)
        except gr.GrundyError as problem:
            assert not isinstance(problem, RuleFailed), problem


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_names_and_rules_in_both_languages(name: str) -> None:
    names = games.load(name).called_by
    for code in messages.languages():
        with messages.use(code):
            title, rules = names.title, names.rules
        if code != "en" and title == names.title:
            pytest.skip("a new game, not translated yet")
        assert title.strip() == title and rules.endswith("." if code == "en" else "。")
        assert not TECHNICAL.search(rules), rules
        if code == "en":
            assert title.isascii() and title[0].isupper() | (name == "k-division")
        else:
            assert re.search(r"[\u4e00-\u9fff]", title) and not re.search(r"[A-Za-z]{9,}", rules)


@pytest.mark.parametrize("name", NAMES)
def test_every_start_is_a_position_with_moves_that_its_words_give_back(name: str) -> None:
    rules = games.load(name)
    for label in labels(rules):
        start = rules.start(label)
        assert words.position([name, *words.split(label)], games.load) == start
        assert words.position(words.split(written(start)), games.load) == start
        for player in (gr.LEFT, gr.RIGHT) if rules.partisan else (None,):
            assert next(start.moves(player), None) is not None, (label, player)
    assert rules.start() == rules.start(rules.begins.usual if rules.begins else "")


@pytest.mark.parametrize("name", NAMES)
def test_starts_go_from_small_to_standard(name: str) -> None:
    begins = games.load(name).begins
    assert begins is not None and begins.usual in begins.sizes
    assert len(begins.sizes) + len(begins.variants) >= 2
    sized = [tuple(map(int, label.split("x"))) for label in begins.sizes if re.fullmatch(r"\d+x\d+", label)]
    assert sized == sorted(sized, key=lambda size: size[0] * size[1])


@pytest.mark.slow
@pytest.mark.some(18)
@pytest.mark.parametrize("name", NAMES)
def test_the_smallest_start_and_the_example_are_solved_at_once(name: str) -> None:
    rules = games.load(name)
    begins = rules.begins
    assert begins is not None
    for label in {begins.sizes[0], begins.example}:
        assert rules.start(label).solve(positions=10**6, seconds=60).outcome.name in "NPLRDT"


def test_there_are_sixty_games_with_all_of_it() -> None:
    every = [rules.called_by for rules in games.load_all() if rules.begins and rules.called_by.line]
    assert len([names for names in every if messages.translated(names.line, "zh") != names.line]) >= 60


def test_no_name_is_claimed_by_two_games() -> None:
    claimed: dict[str, str] = {}
    for rules in games.load_all():
        for name in {key(rules.name), *map(key, rules.called_by.every())}:
            assert claimed.setdefault(name, rules.name) == rules.name, name


def test_a_variant_is_no_position_and_no_other_variant() -> None:
    for rules in games.load_all():
        variants = rules.begins.variants if rules.begins else ()
        called = [title for each in variants for title in {*map(key, each.titles)}]
        assert len(called) == len(set(called)), rules.name
        for each in variants:
            if rules.name != "word-chain":  # there any word is a position
                with pytest.raises((PositionError, TypeError)):
                    rules(each.word)


# ---- names


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("威佐夫博弈", "wythoff"),
        ("威佐夫", "wythoff"),
        ("巴什博弈", "bash"),
        ("尼姆游戏", "nim"),
        ("斐波那契博弈", "fibonacci-nim"),
        ("井字棋", "tic-tac-toe"),
        ("Noughts and Crosses", "tic-tac-toe"),
        ("connect_four", "connect4"),
        ("Grundy's Game", "grundys-game"),
        ("Bouton", "nim"),
        ("Nim", "nim"),
    ],
)
def test_a_game_is_found_by_any_name_in_any_language(said: str, meant: str) -> None:
    for code in messages.languages():
        with messages.use(code):
            assert games.load(said).name == meant


@pytest.mark.slow
@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_capitals_and_how_words_are_parted_do_not_count(name: str, random: Random) -> None:
    title = games.load(name).called_by.title
    nontrivial(" " in title)
    changed = re.sub(r"[ -]", lambda _: random.choice(" -_"), random.choice([title.upper(), title.lower(), title]))
    assert games.load(changed).name == name


@pytest.mark.parametrize("said", ["反常尼姆", "misere-nim", "Anti-Nim"])
def test_a_name_of_misere_play_says_how_that_is_asked_for(said: str) -> None:
    with pytest.raises(UnknownGame, match="in misère play: name nim, and add --play misere"):
        games.load(said)


@pytest.mark.parametrize(
    ("said", "near"), [("wytoff", "wythoff"), ("威佐夫博奕", "wythoff"), ("nougts-and-crosses", "tic-tac-toe")]
)
def test_an_unknown_name_gets_the_nearest(said: str, near: str) -> None:
    with pytest.raises(UnknownGame, match=near):
        games.load(said)


# ---- sizes


SIZED = [name for name in NAMES if "sized" in games.load(name).hooks]


def test_many_games_say_what_a_start_of_a_size_is() -> None:
    assert len(SIZED) >= 15 and "domineering" not in SIZED  # which begins on an empty board
    for name, bound, size in (
        ("connect4", "width", "8x6"),
        ("connect4", "width", "4x6"),
        ("dots-and-boxes", "rows", "2x3"),
    ):
        assert games.load(name).bind(**{bound: int(size[0])}).start() == games.load(name).start(size)


@given(st.sampled_from([*SIZED, "domineering", "nogo"]), st.integers(0, 80))
@settings(max_examples=200, deadline=None)
def test_every_size_is_a_legal_start_or_is_refused_with_the_nearest(name: str, size: int) -> None:
    rows, columns = 1 + size // 9, 1 + size % 9
    nontrivial(rows != columns)
    rules = games.load(name)
    try:
        start = rules.start(rows, columns)
    except PositionError as problem:
        near = str(problem).rpartition(" ")[2]
        assert "no start of size" in str(problem) and rules.begins is not None and near in rules.begins.sizes
        assert near != f"{rows}x{columns}"
        return
    assert start == rules.start(f"{rows}x{columns}") == words.position([name, f"{rows}X{columns}"], games.load)
    assert words.position(words.split(written(start)), games.load) == start
    assert start.ruleset.start() in (start, rules.start())  # the usual one where it is a text, of a graph of its own
    if getattr(rules, "board", None) is not None:
        assert start.state[:2] == (rows, columns)
        assert words.position([name, str(rows), str(columns)], games.load) == start


@pytest.mark.parametrize("name", SIZED)
@pytest.mark.parametrize("size", [(0, 4), (-3, 4), (4,), (3, 3, 3), (10**5, 10**5)])
def test_what_is_no_size_is_refused_in_one_sentence(name: str, size: tuple[int, ...]) -> None:
    with pytest.raises(PositionError, match="has no start of size"):
        games.load(name).start(*size)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play amazons 2x9", "amazons has no start of size 2x9; the nearest is 3x4"),
        ("solve dodgem 4x5", "dodgem has no start of size 4x5; the nearest is 4x4"),
        ("solve clobber 0 4", "clobber has no start of size 0x4; the nearest is 2x3"),
        ("solve nim 3x4", "nim has no start of size 3x4; it has 1 2 3, 3 4 5, 1 3 5 7, 7 9 11 13"),
        ("play nim marienbat", "nim has no start 'marienbat'; the nearest is marienbad"),
        ("play connect4 7x6x3", "connect4 has no start of size 7x6x3; it has 4x4, 5x4, 5x5, 6x5, 7x6"),
    ],
)
def test_a_size_or_a_variant_that_a_game_lacks(run: Run, line: str, said: str) -> None:
    assert run.wrong(*line.split()) == said


def test_sizes_in_the_shell(run: Run) -> None:
    for line in ("solve clobber 3x4", "solve clobber 3 4", "solve clobber 3X4"):
        assert "position: clobber(XOXO|OXOX|XOXO)\n" in run(*line.split()).out
    assert "position: connect4(./.)\n" in run("solve", "connect4", "1x2").out  # one column of two rows
    assert "position: connect4(.../.../..., line=2)\n" in run("solve", "connect4", "3x3", "line=2").out
    assert "position: nim(1, 3, 5, 7)\n" in run("solve", "nim", "马里昂巴德").out
    assert "position: bash(21, m=5)\n" in run("solve", "bash", "up-to-four", "m=5").out  # what is written counts


def test_numbers_that_are_a_position_stay_one() -> None:
    assert words.position(["chomp", "5", "4"], games.load).state == (5, 4)
    with pytest.raises(PositionError, match="row 2 has 5 squares"):
        words.position(["chomp", "4", "5"], games.load)
    assert gr.clobber(3, 4).state == (3, 4, 0, 0)  # in Python the arguments are those of the position


def test_play_begins_at_the_usual_start(run: Run) -> None:
    for start in ("amazons(.O..O.|......|", "clobber(XOXOXO|OXOXOX|", "connect4(......./......./", "nim(3, 4, 5)"):
        assert run("play", start.partition("(")[0], given="quit\n").out.startswith(start)
    assert run("play", "nim", "+", "kayles", given="quit\n").out.startswith("nim(3, 4, 5) + kayles(13)")


MARK = """import grundy
@grundy.game
def mark(n: int):
    yield from range(n)
@grundy.game
def untyped(*heaps):
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield heaps[:i] + (left,) + heaps[i + 1 :]
@grundy.game(start="6")
def begun(n: int):
    yield from range(n)
@grundy.game
def failing(n: int):
    raise ValueError
"""
NOTE = "grundy: note: no position given, so this is the usual start: "


@pytest.mark.parametrize("name", NAMES)
def test_a_name_alone_is_the_usual_start(name: str) -> None:
    told: list[gr.Position] = []
    begun = words.position([name], games.load, begin=True, begun=told.append)
    assert [begun] == told == [games.load(name).start()]
    words.position(words.split(written(begun)), games.load, begin=True, begun=told.append)
    assert len(told) == 1  # a position that is written is no start that is taken


@pytest.mark.parametrize("command", ["solve", "explain", "play", "value"])
@pytest.mark.parametrize(
    ("game", "start"),
    [
        ("kayles", "kayles(13)"),
        ("nim", "nim(3, 4, 5)"),
        ("wythoff", "wythoff(5, 8)"),
        ("cutcake", "cutcake(4x7)"),
        ("mark.py:begun", "begun(6)"),
    ],
)
def test_every_command_names_the_start_that_it_takes(run: Run, command: str, game: str, start: str) -> None:
    (run.folder / "mark.py").write_text(MARK)
    if command == "value" and ".py" in game:
        game = f"'{game}'"
    told = run(command, game, given="quit\n")
    assert told.code == 0 and f"{NOTE}{start}" in told.err.splitlines() and "usual start" not in told.out
    assert (
        "usual start"
        not in run(command, f"'{start}'" if command == "value" else start.replace("begun", game), given="quit\n").err
    )


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_a_start_is_taken_that_is_soon_solved(run: Run, command: str) -> None:
    told = run(command, "domineering")
    start = str(games.load("domineering").start("4x4"))
    said = "grundy: note: no position given, so this is a start that is soon solved: "
    assert told.code == 0 and f"{said}{start}" in told.err.splitlines() and "first player wins" in told.out


@pytest.mark.parametrize(
    ("given", "start"),
    [
        ("kalah holes=2 seeds=4 empty=1", "kalah(4, 4, 4, 4, empty=1)"),
        ("kalah seeds=2", "kalah(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)"),
        ("awari holes=3", "awari(4, 4, 4, 4, 4, 4)"),
        ("connect4 width=3 height=3 line=3", "connect4(.../.../..., line=3)"),
        ("bash m=4", "bash(21, m=4)"),
        ("nim()", "nim()"),
        ("nim-with-increases(increases=2, by=3)", "nim-with-increases(increases=2, by=3)"),
        ("nim() + kayles", "nim() + kayles(13)"),
    ],
)
def test_parameters_change_the_usual_start_and_brackets_leave_it_out(given: str, start: str) -> None:
    begun = words.position(words.split(given), games.load, begin=True)
    assert str(begun) == start
    assert words.position(words.split(written(begun)), games.load, begin=True) == begun


def test_a_parameter_that_a_game_lacks_is_named_and_no_size(run: Run) -> None:
    assert run.wrong("solve", "kalah", "hole=2").startswith("kalah has no parameter 'hole'")
    assert run.wrong("solve", "clobber", "width=2").startswith("clobber has no parameter 'width'")


def test_the_impartial_version_of_a_game_begins_where_the_game_does(run: Run) -> None:
    assert f"{NOTE}impartial toads-and-frogs(" in run("solve", "impartial", "toads-and-frogs").err
    assert run("solve", "bash", "m=4", "+", "nim", "2").out.splitlines()[1] == "position: bash(21, m=4) + nim(2)"


@pytest.mark.parametrize("command", ["solve", "explain", "play"])
def test_where_no_start_is_natural_two_examples_are_told(run: Run, command: str) -> None:
    (run.folder / "mark.py").write_text(MARK)
    for game in ("mark.py:mark", "mark.py:untyped", "0.77"):
        problem = run.wrong(command, game)
        begins = f"{game} has no usual start: give a position, such as "
        one, other = problem.removeprefix(begins).split(" or ")
        assert problem.startswith(begins) and one != other
        for example in (one, other):
            assert run("solve", *words.split(example)).code == 0
    assert run.wrong(command, "mark.py:failing") == "mark.py:failing has no usual start: give a position"


# ---- what the faces tell


def test_the_shell_tells_of_a_game(run: Run) -> None:
    told = run("games", "nim").out
    for line in ("Nim", "usual start: nim 3 4 5", "notation: nim 3 4 5", "class: impartial"):
        assert line in told.splitlines()
    assert (
        "尼姆博弈" in told and "Bouton's theorem: A heap is worth its size." in told and "misere-nim: A count" in told
    )
    assert run("games", "反常尼姆").out == run("games", "bouton").out == told
    assert "did you mean nim" in run.wrong("games", "nym")
    assert "usual start: general-clobber 3x4 knight=1" in run("games", "knights").out.splitlines()
    assert run("games", "马").out == run("games", "knights").out
    for word, start in (
        ("connect-three", "connect4 width=4 height=3 line=3"),
        ("empty-capture", "kalah holes=3 seeds=2 empty=1"),
        ("many-increases", "nim-with-increases 3 4 5 increases=6"),
        ("three-men", "teeko width=4 height=4 men=3"),
    ):  # what else is small of these games is no position with these parameters
        assert f"usual start: {start}" in run("games", word).out.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hot-clobber", "Hot Clobber", "hot_clobber"])
def test_a_start_is_found_by_name_in_every_door(run: Run, name: str) -> None:
    begun = games.load("general-clobber").start("hot-clobber")
    assert games.load(name).start() == begun and Worksheet(f'"{key(name)}"').answers[0].position == begun
    assert f"position: {begun}" in run("solve", name).out.splitlines()
    assert positions.Asked(key(name)).begun().position == positions.Asked(str(begun)).begun().position
    assert (
        Worksheet(f'{key(name)}("XO.")').answers[0].value
        == games.load("general-clobber")("XO.", aslant=0, takes=3).value()
    )
    assert str(games.load(name)("XO.")) == "general-clobber(XO., aslant=0, takes=3)"


def test_a_start_that_several_games_have_is_no_name(run: Run) -> None:
    assert "did you mean" in run.wrong("solve", "ring") and games.named("ring") is None
    assert games.named("kings") is games.load("general-clobber")


@pytest.mark.parametrize("name", NAMES)
def test_described_is_plain_and_whole(name: str) -> None:
    told = catalogue.described(games.load(name))
    assert told["title"] and told["summary"] and told["start"] in told["sizes"]
    assert not TECHNICAL.search(told["summary"])


def test_every_contest_problem_says_what_it_is(run: Run) -> None:
    lines = run("judge", "--list").out.splitlines()
    assert len(lines) == len(games.problems()) and all(len(line.split()) > 5 for line in lines)
    for problem in catalogue.problems():
        assert problem["about"] and "\n" not in problem["about"]


# ---- whose the moves are


def test_a_sided_game_whose_moves_never_turn_the_board_is_refused() -> None:
    @gr.game(sided=True)
    def placed(own: int, other: int, *, width: int = 3):
        for cell in range(width * width):
            if not (own | other) >> cell & 1:
                yield own | 1 << cell, other

    @gr.game(sided=True)
    def taking(own: int, other: int):
        for i in range(6):
            if own >> i & 1 and not own >> i & 2:
                yield own ^ 3 << i, other & ~(2 << i)

    @gr.game(sided=True)
    def marks(cells: tuple[int, ...]):
        for i, mark in enumerate(cells):
            if not mark:
                yield (*cells[:i], 1, *cells[i + 1 :])

    for position in (placed(0, 0), placed(1, 6), taking(3, 0b1100000), marks((0, 0, 0)), marks((0, 2, 1, 0, 0))):
        for asked in (position.solve, position.grundy):
            with pytest.raises(RulesError, match="is sided, but its moves do not turn the board: yield what"):
                asked()
        with pytest.raises(RulesError, match=r"do not turn the board|nothing says what the other one sees"):
            (position + gr.nim(2)).solve()


def test_sided_games_that_turn_the_board_are_solved() -> None:
    @gr.game(sided=True)
    def turned(own: int, other: int):
        for cell in range(4):
            if not (own | other) >> cell & 1:
                yield other, own | 1 << cell

    assert turned(0, 0).solve().outcome.name == "P" and turned(0, 0).value() == 0
    sided = [rules for rules in map(games.load, games.names()) if rules.sided]
    assert len(sided) > 10
    for rules in sided:
        for position in islice(rules.small_positions(60), 12):
            require_turning(position)


def test_games_with_pieces_of_each_players_own_are_not_impartial(run: Run) -> None:
    assert "class: loopy: each player has pieces or moves of his own" in run("games", "northcott").out.splitlines()
    own = {rules.name: catalogue.kind(rules) for rules in games.load_all() if rules.sided}
    loopy = {name for name, kind in own.items() if kind == "loopy"}
    assert loopy == {
        "northcott",
        "dodgem",
        "hare-and-hounds",
        "three-mens-morris",
        "chess-endings",
        "cop-and-robber",
        "teeko",
        "awari",
    }
    assert (
        {"tic-tac-toe", "connect4"} < {name for name, kind in own.items() if kind == "partisan"} == own.keys() - loopy
    )


def test_in_an_impartial_game_a_start_shows_no_player() -> None:
    """X beside O, and own beside other, are pieces of two players."""
    impartial = [rules for rules in map(games.load, NAMES) if catalogue.kind(rules) == "impartial"]
    assert len(impartial) > 20
    for rules in impartial:
        assert not {"own", "other"} & set(getattr(rules, "names", ())), rules.name
        start = rules.start()
        assert not {"X", "O"} <= set(start.ruleset.show(start.state)), rules.name


# ---- games of a user's file


@gr.game(sided=True)
def three(own: int, other: int, *, cells: int = 7):
    for cell in range(cells):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@gr.game
def clock(hour: int, *, hours: int = 11):
    if hour != 0:
        yield (hour + 3) % hours
        yield (hour + 5) % hours


@gr.game
def down(n: int):
    if n:
        yield n - 1


@gr.game
def stuck(n: int) -> Iterator[int]:
    yield from range(n, 0)  # nothing, for n from 0 up


def test_an_example_is_a_position_that_the_rules_mean() -> None:
    assert catalogue.example(three) == three(0, 0) and catalogue.kind(three) == "partisan"
    assert three(0, 1).ruleset.scene((0, 1)) == Board(((*"X......",),))  # bitboards are no heaps
    hour = catalogue.example(clock)
    assert hour is not None and 0 < hour.state < 11
    assert catalogue.example(stuck) is not None  # nothing is reached: any will do


def test_a_file_declares_its_start() -> None:
    assert catalogue.example(down) != down(7)
    declared = gr.game(down.function)
    with pytest.raises(PositionError, match="declares no start"):
        declared.start()
    declared.starts("7", sizes="3; 7", variants={"Long": "19", "Marienbad": "8"})
    assert catalogue.example(declared) == declared(7) == declared.start()
    assert declared.start("long") == declared(19) == declared.start(19)
    assert declared.start("marienbad") == declared.start("马里昂巴德") == declared(8)  # as the catalogue has it


@pytest.mark.parametrize(
    ("word", "name"), [("階梯尼姆", "staircase-nim"), ("選擇尼姆", "choose-nim"), ("威佐夫遊戲", "wythoff")]
)
def test_names_in_the_traditional_script_are_found(word: str, name: str) -> None:
    assert games.find(word).name == name
