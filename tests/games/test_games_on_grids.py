"""Partisan games on boards and strips: published values, and brute force with the rules written anew.

The rules here work on rows of letters and are taken from the sources' words; nothing of the games' own functions is used.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import grundy as gr
from brute import Whole
from cases import nontrivial
from grundy import games
from grundy.common.errors import PositionError
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.solving.compiled_rules import native
from grundy.values.short import Value, game

Board = tuple[str, ...]
Moves = Callable[[Board, int], Iterator[Board]]

CGSUITE = "CGSuite, tests of its rulesets"
CGT = "cgt-tools, tests of its rulesets"
CLOBBER = "Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5(2), 2005"
ERNST = "Ernst, Playing Konane mathematically, UMAP Journal 16(2), 1995: solid linear patterns"
SOLID = ["0", "0", "*", "-1", "0", "-2", "*", "-3", "0", "-4", "*"]
TOPPLING = "Fink, Nowakowski, Siegel, Wolfe, Toppling conjectures, Games of No Chance 4, 2015"
MANY = 128
"""The most boards of a shape."""

PUBLISHED: list[tuple[str, str, str, str]] = [
    ("domineering", "..|..", "+-1", "Winning Ways ch. 5"),
    ("domineering", "...|...", "{2|-1/2}", "Winning Ways ch. 5"),
    ("domineering", "...|...|...", "+-1", "Winning Ways ch. 5"),
    ("domineering", "..|.#", "*", "Winning Ways ch. 5"),
    ("domineering", "....|....|....|....", "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}", CGSUITE),
    ("clobber", "XO", "*", CLOBBER),
    ("clobber", "XXO", "^", CLOBBER),
    ("clobber", "XOX|OX.", "{^^*|*,v}", CGSUITE),
    ("amazons", "X...|O...", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}", CGSUITE),
    *[("konane", f".{('XO' * 6)[:n]}.", worth, ERNST) for n, worth in enumerate(SOLID)],
    ("konane", "..OX", "1", CGT),
    ("konane", ".OX.|O..X|....", "+-1", CGT),
    ("fission", "....|..X.|....|....", "0", CGT),
    ("fission", "..X.|....|..X.|....", "-2", CGT),
    ("fission", ".X.X|....|..X.|....", "-1", CGT),
    ("fission", ".X.X|..X.|....|..X.", "{-1|-4}", CGT),
    ("fission", "....|..X.|....|#..#", "0", CGT),
    (
        "toads-and-frogs",
        "TTTTT..FFFFF",
        "+-{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}",
        CGSUITE,
    ),
    ("toads-and-frogs", "T.TFTFF", "{0|^}", CGT),
    ("elephants-and-rhinos", "XXXX..OOO", "1", CGSUITE),
    ("toppling-dominoes", "XOOX", "^", TOPPLING),
    ("toppling-dominoes", "XOX", "1/2", TOPPLING),
    ("toppling-dominoes", "#XO", "*2", TOPPLING),
    ("toppling-dominoes", "XOOXOOX", "Tiny(1/2)", TOPPLING),
    ("push", "XO", "-3/2", "by hand: {-2|-1}"),
    ("push", ".XO", "-7/4", "by hand: {-2|-3/2}, as X.O is {-3|-3/2}"),
    ("shove", "XO", "-3/2", "by hand: {-2|-1}"),
    ("shove", ".XO", "-2", "by hand: {-5/2|-3/2}, as X.O is {-3|-2}"),
    ("ski-jumps", "...L....|..R.....|........", "2", "Winning Ways ch. 1"),
    ("ski-jumps", "........|...l....|.......R|........|......L.", "-1", "Winning Ways ch. 1"),
    ("ski-jumps", ".L...|.R...|.....", "5/2", "Winning Ways ch. 1"),
    ("ski-jumps", "...R.|...L.|.....", "-5/2", "Winning Ways ch. 1"),
    ("ski-jumps", "L....|....R|.....", "1/2", "Winning Ways ch. 1"),
    ("ski-jumps", "L....|R....|.....", "9/2", "Winning Ways ch. 1"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "board", "value", "source"), PUBLISHED)
def test_published_values(name: str, board: str, value: str, source: str) -> None:
    assert games.load(name)(board).value() == Value(value), source


@pytest.mark.parametrize("side", [2, 3])
def test_who_plays_first_wins_nogo_on_a_small_square(side: int) -> None:
    """Sensei's Library, *Anti Atari Go*."""
    assert WHOLE.outcome("nogo", ("." * side,) * side) == "N"
    assert WHOLE.outcome("nogo", ("...",)) == "N"


# ---- the rules anew

UP, DOWN, WEST, EAST = (-1, 0), (1, 0), (0, -1), (0, 1)
AROUND = (UP, DOWN, WEST, EAST)
QUEEN = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))


def at(board: Board, r: int, c: int) -> str:
    """Return what a cell shows, and "" beyond the edge."""
    return board[r][c] if 0 <= r < len(board) and 0 <= c < len(board[0]) else ""


def put(board: Board, cells: dict[tuple[int, int], str]) -> Board:
    """Return the board with other letters on some cells."""
    return tuple("".join(cells.get((r, c), face) for c, face in enumerate(row)) for r, row in enumerate(board))


def cells_of(board: Board, faces: str) -> Iterator[tuple[int, int]]:
    """Iterate over the cells that show one of some letters."""
    return ((r, c) for r, row in enumerate(board) for c, face in enumerate(row) if face in faces)


def own(player: int) -> str:
    return "X" if player == LEFT else "O"


def domineering(board: Board, player: int) -> Iterator[Board]:
    dr, dc = DOWN if player == LEFT else EAST
    for r, c in cells_of(board, "."):
        if at(board, r + dr, c + dc) == ".":
            yield put(board, {(r, c): "#", (r + dr, c + dc): "#"})


def clobber(board: Board, player: int) -> Iterator[Board]:
    for r, c in cells_of(board, own(player)):
        for dr, dc in AROUND:
            if at(board, r + dr, c + dc) == own(-player):
                yield put(board, {(r, c): ".", (r + dr, c + dc): own(player)})


def queen(board: Board, r: int, c: int) -> Iterator[tuple[int, int]]:
    for dr, dc in QUEEN:
        for far in range(1, 9):
            if at(board, r + far * dr, c + far * dc) != ".":
                break
            yield r + far * dr, c + far * dc


def amazons(board: Board, player: int) -> Iterator[Board]:
    for cell in cells_of(board, own(player)):
        lifted = put(board, {cell: "."})
        for end in queen(lifted, *cell):
            moved = put(lifted, {end: own(player)})
            for shot in queen(moved, *end):
                yield put(moved, {shot: "#"})


def smothered(board: Board) -> bool:
    """Tell whether a block of stones has no liberty."""
    for cell in cells_of(board, "XO"):
        block = [cell]
        for r, c in block:
            beside = [(r + dr, c + dc) for dr, dc in AROUND if at(board, r + dr, c + dc) == at(board, *cell)]
            block += [other for other in beside if other not in block]
        if all(at(board, r + dr, c + dc) != "." for r, c in block for dr, dc in AROUND):
            return True
    return False


def nogo(board: Board, player: int) -> Iterator[Board]:
    for cell in cells_of(board, "."):
        placed = put(board, {cell: own(player)})
        if not smothered(placed):
            yield placed


def konane(board: Board, player: int) -> Iterator[Board]:
    for start in cells_of(board, own(player)):
        for dr, dc in AROUND:
            now, (r, c) = board, start
            while at(now, r + dr, c + dc) == own(-player) and at(now, r + 2 * dr, c + 2 * dc) == ".":
                now = put(now, {(r, c): ".", (r + dr, c + dc): ".", (r + 2 * dr, c + 2 * dc): own(player)})
                r, c = r + 2 * dr, c + 2 * dc
                yield now


def fission(board: Board, player: int) -> Iterator[Board]:
    dr, dc = DOWN if player == LEFT else EAST
    for r, c in cells_of(board, "X"):
        if at(board, r - dr, c - dc) == at(board, r + dr, c + dc) == ".":
            yield put(board, {(r, c): ".", (r - dr, c - dc): "X", (r + dr, c + dc): "X"})


def lanes(board: Board, changed: Callable[[str], Iterator[str]], player: int) -> Iterator[Board]:
    """Iterate over boards where Left's change was made on one row; Right sees the row mirrored and the letters exchanged."""
    turned = str.maketrans("XO", "OX")
    for r, row in enumerate(board):
        seen = row if player == LEFT else row[::-1].translate(turned)
        for after in changed(seen):
            yield (*board[:r], after if player == LEFT else after[::-1].translate(turned), *board[r + 1 :])


def hop(row: str) -> Iterator[str]:
    yield from walk(row)
    for i in range(len(row)):
        if row[i : i + 3] == "XO.":
            yield row[:i] + ".OX" + row[i + 3 :]


def walk(row: str) -> Iterator[str]:
    for i in range(len(row)):
        if row[i : i + 2] == "X.":
            yield row[:i] + ".X" + row[i + 2 :]


def toads_and_frogs(board: Board, player: int) -> Iterator[Board]:
    return lanes(board, hop, player)


def elephants_and_rhinos(board: Board, player: int) -> Iterator[Board]:
    return lanes(board, walk, player)


def topple(row: str) -> Iterator[str]:
    for i, face in enumerate(row):
        if face in "X#":
            start = row.rfind(".", 0, i) + 1
            end = row.find(".", i) if "." in row[i:] else len(row)
            yield row[:start] + "." * (i + 1 - start) + row[i + 1 :]
            yield row[:i] + "." * (end - i) + row[end:]


def toppling_dominoes(board: Board, player: int) -> Iterator[Board]:
    return lanes(board, topple, player)


def ski_jumps(board: Board, player: int) -> Iterator[Board]:
    jumper, slipper = "X>" if player == LEFT else "O<"
    rivals, slow = ("O<", "<") if player == LEFT else ("X>", ">")
    step = player
    for r, c in cells_of(board, jumper + slipper):
        end = c + step
        while at(board, r, end) == ".":
            yield put(board, {(r, c): ".", (r, end): board[r][c]})
            end += step
        if not at(board, r, end):
            yield put(board, {(r, c): "."})
        under = at(board, r + 1, c)
        if board[r][c] == jumper and under and under in rivals and at(board, r + 2, c) == ".":
            yield put(board, {(r, c): ".", (r + 1, c): slow, (r + 2, c): jumper})


def pushed(board: Board, player: int, whole: bool) -> Iterator[Board]:
    for r, c in cells_of(board, own(player)):
        row = board[r]
        start = 0 if whole else max(row.rfind(".", 0, c), 0)
        yield (*board[:r], row[:start] + row[start + 1 : c + 1] + "." + row[c + 1 :], *board[r + 1 :])


def push(board: Board, player: int) -> Iterator[Board]:
    return pushed(board, player, False)


def shove(board: Board, player: int) -> Iterator[Board]:
    return pushed(board, player, True)


RULES: dict[str, Moves] = {
    f.__name__.replace("_", "-"): f
    for f in (
        *(domineering, clobber, amazons, nogo, konane, fission),
        *(toads_and_frogs, elephants_and_rhinos, toppling_dominoes, ski_jumps, push, shove),
    )
}
FACES = {"domineering": ".#", "fission": ".X#", "ski-jumps": ".XO><"} | dict.fromkeys(
    ("clobber", "toads-and-frogs", "elephants-and-rhinos", "push", "shove"), ".XO"
)


WHOLE = Whole(RULES)


def boards(name: str) -> Iterator[Board]:
    """Iterate over all very small boards, and some that are larger."""
    faces, random = FACES.get(name, ".XO#"), Random(name)
    strip = name in ("toads-and-frogs", "elephants-and-rhinos", "toppling-dominoes", "push", "shove")
    shapes = [(1, 4), (2, 2), (1, 6), (2, 4)] if strip else [(1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
    if name == "konane":  # jumps of several stones
        shapes += [(6, 1), (2, 6)]
    for rows, columns in shapes:
        size = rows * columns
        every = map("".join, product(faces, repeat=size))
        some = ("".join(random.choices(faces, k=size)) for _ in range(MANY))
        for cells in every if len(faces) ** size <= MANY else some:
            yield tuple(cells[r * columns : (r + 1) * columns] for r in range(rows))


# ---- the games against them


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("name", RULES)
def test_values_and_outcomes_are_those_of_plain_play(name: str) -> None:
    """Symmetries and parts are declared of the games, and not used on the other side."""
    rules: Any = games.load(name)
    seen = 0
    for board in boards(name):
        if name == "nogo" and smothered(board):
            continue
        value = rules("|".join(board)).value()
        nontrivial(RULES[name](board, LEFT) or RULES[name](board, RIGHT))
        assert value == WHOLE.value(name, board), board
        assert value.outcome.name == WHOLE.outcome(name, board), board
        seen += 1
    assert seen > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_options_are_those_of_the_rules_anew(name: str) -> None:
    rules: Any = games.load(name)
    for board in boards(name):
        if name == "nogo" and smothered(board):
            continue
        for player in (LEFT, RIGHT):
            shown = {rules.show(option.state) for option in rules("|".join(board)).options(player)}
            assert shown == {"|".join(after) for after in RULES[name](board, player)}, (board, player)


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", RULES)
def test_the_impartial_version(name: str) -> None:
    rules: Any = games.load(name)
    for number, board in enumerate(boards(name)):
        if number % 5 == 0 and not (name == "nogo" and smothered(board)):
            assert gr.impartial(rules)("|".join(board)).grundy() == WHOLE.nimber(name, board), board


@pytest.mark.some(4)
@pytest.mark.parametrize("name", RULES)
def test_rules_are_compiled(name: str) -> None:
    rules: Any = games.load(name)
    assert isinstance(rules, PartisanRuleset)
    states = [position.state for position in rules.small_positions()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(native(rules.side(player), states) for player in (LEFT, RIGHT))


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_small_positions_are_small_and_their_words_name_moves_apart(name: str) -> None:
    rules: Any = games.load(name)
    for position in rules.small_positions():
        found, waiting = {position.state}, [position]
        for here in waiting:
            for player in (LEFT, RIGHT):
                words = {move.after.state: move.text for move in here.moves(player)}
                assert len(set(words.values())) == len(words), here
                assert all(len(word) < 60 for word in words.values())
                waiting += [option for option in here.options(player) if option.state not in found]
                found |= set(words)
        assert len(found) < 1000, position


@pytest.mark.parametrize(
    ("name", "before", "words"),
    [
        ("domineering", "..|.#", {"(1,1)-(2,1)", "(1,1)-(1,2)"}),
        ("clobber", "XO|.X", {"(1,1)-(1,2)", "(2,2)-(1,2)", "(1,2)-(1,1)", "(1,2)-(2,2)"}),
        ("amazons", "X.", {"(1,1)-(1,2) shoots (1,1)"}),
        ("nogo", "...", {"(1,1)", "(1,2)", "(1,3)"}),
        ("konane", ".OXOX.", {"(1,3)-(1,1)", "(1,4)-(1,6)"}),
        ("konane", "XO.O.", {"(1,1)-(1,3)", "(1,1)-(1,5)"}),
        ("fission", "...|.X.|...", {"(2,2) splits up and down", "(2,2) splits left and right"}),
        ("toads-and-frogs", "TF.", {"(1,1)-(1,3)"}),
        ("toads-and-frogs", "T.F", {"(1,1)-(1,2)", "(1,3)-(1,2)"}),
        ("elephants-and-rhinos", "E.R", {"(1,1)-(1,2)", "(1,3)-(1,2)"}),
        ("toppling-dominoes", "XO", {"(1,1) to the left", "all of (1,1)-(1,2)", "(1,2) to the right"}),
        ("toppling-dominoes", ".X", {"(1,2)"}),
        ("ski-jumps", "L.|R.|..", {"(1,1)-(1,2)", "(1,1) leaves the slope", "(1,1)-(3,1)", "(2,1) leaves the slope"}),
        ("push", ".XO|OX.", {"(1,2)-(1,1)", "(1,3)-(1,2)", "(2,1) leaves the strip", "(2,2)-(2,1)"}),
        ("shove", "X.O", {"(1,1) leaves the strip", "(1,3)-(1,2)"}),
    ],
)
def test_the_words_of_moves(name: str, before: str, words: set[str]) -> None:
    position: Any = games.load(name)(before)
    assert {move.text for player in (LEFT, RIGHT) for move in position.moves(player)} == words


# ---- what is known of all positions


def test_herds_of_forty_squares() -> None:
    """Long strips are quick; a herd of k and m animals with a gap of d is worth what the recurrence of its front gives."""

    def front(d: int, k: int, m: int) -> Value:
        return game([front(d - 1, k, m) + (k - 1)], [front(d - 1, k, m) - (m - 1)]) if d else Value(0)

    rules: Any = games.load("elephants-and-rhinos")
    for k, m, d in product((1, 2, 4), (1, 3), (0, 1, 2, 5)):
        assert rules("E" * k + "." * d + "R" * m).value() == front(d, k, m)
    random = Random(1)
    for _ in range(20):
        strip = "".join(random.choices("..XO", k=40))
        nontrivial(rules(strip).value() != 0)
        assert rules(strip).value() + rules(strip[::-1].translate(str.maketrans("XO", "OX"))).value() == 0


def test_shove_and_push_are_numbers() -> None:
    """A piece of Shove counts its distance, halved for each piece on its right up to the last change of colour."""
    shove_it, push_it = games.load("shove"), games.load("push")
    for columns in range(1, 7):
        for strip in map("".join, product(".XO", repeat=columns)):
            pieces = [(place, face) for place, face in enumerate(strip, 1) if face != "."]
            faces = [face for _, face in pieces]
            last = max((k for k in range(1, len(faces)) if faces[k] != faces[k - 1]), default=0)
            worth = sum(
                Fraction(place if face == "X" else -place, 1 << max(last - k, 0))
                for k, (place, face) in enumerate(pieces)
            )
            assert shove_it(strip).value() == Value(worth), strip
            assert push_it(strip).value().is_number, strip


# ---- input


@pytest.mark.parametrize(
    ("name", "board", "what"),
    [
        *[(name, "X.|X", "row 2") for name in RULES if name != "domineering"],
        *[(name, "..|.?", "row 2, cell 2") for name in RULES],
        *[(name, "", "row 1") for name in RULES],
        ("nogo", "XO", "without a liberty"),
        ("nogo", "OXO|.O.", "block of X"),
        ("toads-and-frogs", "T.G", "cell 3"),
        ("fission", ".O.", "cell 2"),
    ],
)
def test_boards_that_are_none(name: str, board: str, what: str) -> None:
    with pytest.raises(PositionError, match=what) as error:
        games.load(name)(board)
    assert name in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", RULES)
def test_numbers_that_are_no_board(name: str) -> None:
    rules: Any = games.load(name)
    assert str(rules(1, 3)) == f"{name}(...)"
    for numbers in ((0, 3), (2, -1), (1,), (1, 2, 8, *[0] * (len(rules.board.faces) - 2)), (1, 2, -1)):
        with pytest.raises(PositionError):
            rules(*numbers)
