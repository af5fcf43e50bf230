"""What a newcomer writes first: endings that answer True, cells that do not exist, no ending at all, false symmetries."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import grundy as gr
from brute import by_rounds
from cases import nontrivial
from grundy.common.errors import RuleFailed, RulesError
from grundy.language.read.texts import TextError
from grundy.rules.board import EAST, EDGE, FREE, MINE, Board, ByWays, long_state, pieces
from grundy.rules.board_kinds import Torus, Walled, kind_of, longer
from grundy.rules.from_text import rules_of
from grundy.rules.grids import SIZES, Grid
from grundy.rules.selftest import TESTED, TRIED
from shell import Run

THREE = '''\
import grundy as gr
from grundy.rules.board import MINE, Board


@gr.game(board=gr.Grid(".XO", sides="swap"), start="3x3")
def three(board: Board):
    """Place a piece of yours."""
    for cell in board.free:
        yield board.place(cell, MINE)


def two(board):
    return board.count(MINE) > 1


@three.ending
def over(board: Board):
    {}
'''
OUTCOMES = "return LOSS (whoever has just moved has won), TIE, WIN, or None, while play goes on"


# ---- endings


def made(tmp_path: Path, ending: str) -> Any:
    """Return the game of a file with an ending, as Python loads it."""
    file = tmp_path / "three.py"
    file.write_text(THREE.format(ending), encoding="utf-8")
    held: dict[str, Any] = {"__name__": "three"}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), held)
    return held["three"]


@pytest.mark.parametrize(
    ("ending", "line", "said"),
    [
        ("return board.line(3)", 18, "True or False"),
        ("return board.full", 18, "True or False"),
        ("return not board.full", 18, "True or False"),
        ("return board.count(MINE) == 3", 18, "True or False"),
        ("return two(board)", 18, "True or False"),
        ("return board.line(3) or board.full", 18, "True or False"),
        ("return board.line(3) and gr.LOSS", 18, "True or False"),
        ("return gr.LOSS if board.line(3) else board.full", 18, "True or False"),
        ("return any(board[cell] == MINE for cell in board.free)", 18, "True or False"),
        ("found = board.line(3)\n    return found", 19, "True or False"),
        ("won = None\n    if board.line(3):\n        won = True\n    return won", 21, "True or False"),
        ("for _cell in board.free:\n        return False\n    return True", 19, "True or False"),
        ("return 2 if board.line(3) else None", 18, "2"),
        ('return "LOSS" if board.line(3) else None', 18, "'LOSS'"),
        ("return 1.0 if board.line(3) else None", 18, "1.0"),
        ("board.line(3)", 17, "no outcome"),
        ("return None", 17, "no outcome"),
        ("yield gr.LOSS", 17, "no outcome"),
    ],
)
def test_an_ending_that_gives_no_outcome_is_refused_when_it_is_made(
    tmp_path: Path, ending: str, line: int, said: str
) -> None:
    for read in (made, lambda _path, text: rules_of(THREE.format(text))):
        with pytest.raises(TextError, match=f"line {line}: the ending of three returns {said}: return LOSS") as caught:
            read(tmp_path, ending)
        assert caught.value.line == line
        nontrivial(True)


@pytest.mark.parametrize(
    ("ending", "line"),
    [
        ("return -board.line(3)", 18),
        ("return int(board.line(3))", 18),
        ("return gr.LOSS if board.line(3) else gr.TIE", 18),
        ("if board.full:\n        return gr.TIE\n    return -int(board.line(3))", 20),
        ("if board.full:\n        return gr.TIE\n    else:\n        return 1 - 2 * board.line(3)", 21),
        ("found = -board.line(3)\n    return found or gr.TIE", 19),
        ("found = gr.TIE\n    if board.line(3):\n        found = gr.LOSS\n    return found", 21),
    ],
)
def test_an_ending_that_ends_every_position_is_refused_when_it_is_made(tmp_path: Path, ending: str, line: int) -> None:
    """A truth becomes a number, or a tie stands where play goes on."""
    for read in (made, lambda _path, text: rules_of(THREE.format(text))):
        with pytest.raises(TextError, match=f"line {line}: the ending of three ends every position") as caught:
            read(tmp_path, ending)
        assert caught.value.line == line


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        ("return gr.LOSS if board.line(3) else gr.TIE if board.full else None", "T"),
        ("return board.line(3) and gr.LOSS or (board.full or None) and gr.TIE", "T"),
        ("if board.line(3) or board.full:\n        return -board.line(3)", "T"),
        ("over = board.line(3)\n    return -1 if over else None", "N"),
        ("over = board.line(3)\n    over = gr.LOSS if over else None\n    return over", "N"),
        ("over = board.line(3)\n    if over:\n        over = gr.LOSS\n        return over", "N"),
        ("found = None\n    if board.line(3):\n        found = gr.LOSS\n    return found", "N"),
        ("if not board.line(3) and not board.full:\n        return None\n    return -int(board.line(3))", "T"),
        ("for cell in board.free:\n        return None\n    return -int(board.line(3))", "N"),
    ],
)
def test_endings_that_only_look_so_are_taken(tmp_path: Path, ending: str, outcome: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        assert made(tmp_path, ending)(3, 3).solve().outcome.value == outcome


COUNT = """\
import grundy as gr

{}
@gr.game
def down(n: int):
    if n:
        yield n - 1


@down.ending
def over(n: int):
"""
NAMES = "".join(f"    x{i + 1} = x{i} if n else x{i}\n" for i in range(60))
CALLS = "def a9(n):\n    return 1\n"
for place in range(8, -1, -1):
    CALLS += f"def a{place}(n):\n" + f"    if n: return a{place + 1}(n)\n" * 20 + f"    return a{place + 1}(n)\n"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (COUNT.format("") + f"    x0 = 1 if n else -1\n{NAMES}    return None if n else x60\n", "N"),
        (COUNT.format(CALLS) + "    return None if n else a0(n)\n", "P"),
        (
            COUNT.format("def again(n):\n    return again(n - 1) if n else 1\n")
            + "    return None if n else again(n)\n",
            "P",
        ),
    ],
    ids=["names", "calls", "itself"],
)
def test_an_ending_that_is_endless_to_follow_is_asked_when_it_is_met(text: str, outcome: str, tmp_path: Path) -> None:
    """Each name was followed twice, and each call in its turn: to read a text of a thousand letters did not end."""
    file = tmp_path / "down.py"
    file.write_text(text, encoding="utf-8")
    held: dict[str, Any] = {"__name__": "down"}
    exec(compile(text, str(file), "exec"), held)
    assert held["down"](3).solve(method="interpreted").outcome.value == outcome


def countdown(ending: Callable[[int], Any], **options: Any) -> Any:
    @gr.game(**options)
    def down(n: int):
        if n:
            yield n - 1

    down.ending(ending)
    return down


@pytest.mark.parametrize(
    ("result", "said"), [(True, "True"), (np.bool_(True), "a bool"), (7, "7"), (1.0, "a float"), ("WIN", "'WIN'")]
)
def test_an_ending_whose_text_does_not_say_it_is_refused_when_it_is_met(result: Any, said: str) -> None:
    rules = countdown(lambda n: result if n == 2 else None)
    with pytest.raises(RulesError) as caught:
        rules(5).solve()
    assert str(caught.value) == f"the ending of down returns {said} at down(2): {OUTCOMES}"
    assert countdown(lambda n: np.int64(1) if n == 2 else None)(5).solve().outcome.value == "P"


def test_the_shell_says_it_with_the_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "three.py").write_text(THREE.format("return board.line(3)"), encoding="utf-8")
    run = Run(monkeypatch, tmp_path)
    for words in (["solve"], ["check"], ["play"], ["export", "--html", "x.html"]):
        said = run.wrong(words[0], "three.py:three", *words[1:])
        assert said == f"three.py, line 18: the ending of three returns True or False: {OUTCOMES}"
    (tmp_path / "faces.py").write_text("import grundy as gr\n\n\nboard = gr.Grid('.')\n", encoding="utf-8")
    assert run.wrong("solve", "faces.py:board").startswith("faces.py, line 4: the faces of a board are two letters")
    for graph, said in (
        ("1-1", "joins vertex 1 to itself"),
        ("1-100000", "below 10,000"),
        ("B", "nor a graph in graph6"),
    ):
        assert said in run.wrong("solve", "node-kayles", graph)


def test_what_else_is_no_outcome_and_no_value() -> None:
    @gr.heap_game
    def heaps(n: int):
        if n:
            yield (n - 1,)

    with pytest.raises(RulesError, match="heaps is a heap game, which has no endings"):
        heaps.ending(lambda n: gr.WIN if n == 0 else None)

    @gr.game
    def bites(n: int):
        for k in range(1, min(n, 3) + 1):
            yield n - k

    @bites.theorem(name="fours", source="meant for gives='losing'")
    def fours(n: int) -> bool:
        return n % 4 == 0

    with pytest.raises(
        RulesError, match="fours of bites returns True: return an integer, or declare that it gives='losing'"
    ):
        bites(8).solve()


# ---- cells that do not exist

GRIDS = {
    "plain": Grid(".XO"),
    "sides": Grid(".XO", sides="swap+turn"),
    "hexagons": Grid(".XO", shape="hexagons"),
    "triangles": Grid(".XO", shape="triangles"),
    "torus": Grid(".XO", shape="torus"),
    "graph": Grid(".XO", shape="graph", graph=((1,), (0, 2), (1, 3), (2, 4), (3, 5), (4,))),
    "numbers": Grid(holds=5),
    "hands": Grid(".XO", sides="swap", hands=2, counters=3),
    "floor": Grid(".XO", floor="012"),
    "walls": Grid(".XO", walls=True),
}
BEYOND = (-7, -2, -1, 6, 7, 62, 99)


def boards(grid: Grid) -> Iterator[Any]:
    """Boards of six cells, seen by each player, with one integer a face and with several."""
    size = (1, 6) if grid.graph else (2, 3)
    chance = Random(5)
    faces = grid.holds + 1 or len(grid.faces)
    shown = grid.encoded([chance.randrange(faces if grid.holds else 3) for _cell in range(6)])
    for turn in (0, 1) if grid.sides else (0,):
        kind = kind_of(grid, moving=True if grid.sides else None)
        state = (*size, *shown, *(0,) * (grid.floors + grid.walls + grid.numbers), *([turn] if grid.sides else []))
        yield kind(state)
        if not grid.floor and not grid.walls and not grid.has_more:
            beside = 1 if grid.sides else 0
            yield longer(kind, grid.shown, 2)(long_state(state, 2, beside))


@pytest.mark.parametrize("name", GRIDS)
def test_outside_the_board_is_the_edge_and_nothing_is_placed_there(name: str) -> None:
    for board, cell in product(boards(GRIDS[name]), BEYOND):
        assert (board[cell], board[0], board[5]) == (EDGE, board.piece(0), board.piece(5)) and EDGE not in (
            board[0],
            board[5],
        )
        assert list(board.beside(cell)) == []
        assert [board.step(cell, way) for way in range(8)] == [-1] * 8
        assert list(board.ray(cell, EAST)) == []
        changes = [
            lambda b, c: b.place(c, 1),
            lambda b, c: b.place(c, FREE),
            lambda b, c: b.move(0, c),
            lambda b, c: b.move(c, 0),
        ]
        if GRIDS[name].holds:
            changes += [lambda b, c: b.sown(c), lambda b, c: b.around(c)]
        if GRIDS[name].floor:
            assert board.floor(cell) == EDGE
            changes += [lambda b, c: b.lay(c, 1)]
        if isinstance(board, Walled):
            changes += [lambda b, c: b.side(c, EAST)]
        for change in changes:
            with pytest.raises(IndexError, match=f"cell {cell} is not on the board; its cells are 0 to 5"):
                change(board, cell)
        nontrivial(any(board[near] != FREE for near in range(6)))


@pytest.mark.parametrize("name", GRIDS)
def test_pieces_lines_and_numbers_that_do_not_exist(name: str) -> None:
    grid = GRIDS[name]
    for board in boards(grid):
        for piece in (-1, 3, EDGE) if not grid.holds else (-1, 6):
            assert (board.count(piece), list(board.cells(piece)), board.line(1, piece)) == (0, [], False)
            with pytest.raises((IndexError, ValueError), match="a cell cannot"):
                board.place(0, piece)
        if grid.numbers:
            for which in (-1, 3, 4):
                for asked, given in (
                    (board.counter, (which,)),
                    (board.counted, (1, which)),
                    (board.hand, (MINE, which)),
                    (board.hand, (which,)),
                ):
                    with pytest.raises(IndexError, match="says how many there are"):
                        asked(*given)
            with pytest.raises(IndexError, match="says how many there are"):
                board.give(2, 1, 2)
        if grid.walls:
            for line in (-1, 17, 64):
                for asked in (board.wall, board.build):
                    with pytest.raises(IndexError, match=f"no line {line}; the board has 0 to 16"):
                        asked(line)
        if grid.floor:
            with pytest.raises(IndexError, match="the floor cannot show 3"):
                board.lay(0, 3)


UPRIGHT = '''\
import grundy as gr
from grundy.rules.board import FREE, Board


@gr.game(board=gr.Grid(".X"), start="3x1")
def upright(board: Board):
    """A domino downwards, by counting cells."""
    for cell in board.free:
        if board[cell + board.columns] == FREE:
            yield board.place(cell, 1).place(cell + board.columns, 1)
'''
FLAT = '''

@gr.game(board=gr.Grid(".X"), start="3x4")
def flat(board: Board):
    """A domino to the right, by counting cells: there is no cell 12."""
    for cell in board.free:
        if board[cell + 1] != 1:
            yield board.place(cell, 1).place(cell + 1, 1)
'''


def dominoes(rows: int, columns: int) -> dict[Any, list[Any]]:
    """The positions of upright dominoes, by sets of free cells, and the options of each."""
    graph: dict[Any, list[Any]] = {}
    line = [frozenset(product(range(rows), range(columns)))]
    for free in line:
        if free not in graph:
            graph[free] = [free - {(r, c), (r + 1, c)} for r, c in free if (r + 1, c) in free]
            line += graph[free]
    return graph


def test_dominoes_by_counting_cells(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same wherever rules run: Python, machine code, the interpreter of a page, and of an exported one."""
    (tmp_path / "cells.py").write_text(UPRIGHT + FLAT, encoding="utf-8")
    run = Run(monkeypatch, tmp_path)
    held: dict[str, Any] = {"__name__": "cells"}
    exec(compile(UPRIGHT + FLAT, str(tmp_path / "cells.py"), "exec"), held)
    text = rules_of(UPRIGHT)
    for rows, columns in ((1, 1), (3, 1), (2, 2), (3, 2)):
        graph = dominoes(rows, columns)
        first = by_rounds(graph, {})[next(iter(graph))][0]
        for rules in (held["upright"], text["upright"]):
            for method in ("interpreted", "compiled"):
                assert rules(rows, columns).solve(method=method).outcome.value == first
        nontrivial(len(graph) > 1)
    assert held["upright"](3, 1).grundy() == 1
    assert run("export", "cells.py:upright", "3x1", "--html", "upright.html").code == 0
    for method in (None, "compiled"):
        with pytest.raises(RuleFailed, match="cell 12 is not on the board; its cells are 0 to 11"):
            held["flat"].start().solve(method=method)
    with pytest.raises(
        TextError, match="line 18: the rule fails here: cell 36 is not on the board; its cells are 0 to 35"
    ):
        rules_of(UPRIGHT + FLAT)
    for words in (["solve"], ["export", "--html", "x.html"]):
        said = run.wrong(words[0], "cells.py:flat", "3x4", *words[1:])
        assert (
            "IndexError: cell 12 is not on the board; its cells are 0 to 11" in said and "line 18 of cells.py" in said
        )


def test_a_board_of_integers_that_is_none_is_told_before_it_is_solved() -> None:
    @gr.game(board=gr.Grid(".X"))
    def bits(rows: int, columns: int, full: int):
        for k in range(rows * columns):
            if not full >> k & 1:
                yield rows, columns, full | 2 << k

    with pytest.raises(
        TextError, match=r"line \d+: bits: \(1, 2, 4\) sets a cell twice, or one that is not on the board"
    ):
        bits(1, 2).solve()


# ---- whoever cannot move loses, where no ending says otherwise


def filling(sides: str, ending: Any) -> Any:
    @gr.game(board=gr.Grid(".XO", sides=sides), name="filling")
    def fill(board: Board):
        for cell in board.free:
            yield board.place(cell, MINE)

    fill.ending(ending)
    return fill


@pytest.mark.parametrize("sides", ["", "swap"])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_whoever_cannot_move_loses_with_sides_and_without(sides: str, play: str) -> None:
    rules = filling(sides, lambda board: gr.WIN if board.line(3, MINE) else None)
    for rows, columns in ((2, 2), (1, 1), (2, 1)):
        with pytest.warns(gr.Notice, match="there is neither a move nor an ending: whoever is to move there loses"):
            first = rules.bind()(rows, columns).solve(play)
        assert (first.outcome.value == "P") == ((rows * columns % 2 == 0) == (play == "normal"))
        rules = filling(sides, lambda board: gr.WIN if board.line(3, MINE) else None)
        nontrivial(True)


def test_it_is_told_once_and_not_where_an_ending_speaks() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        rules = filling("swap", lambda board: gr.TIE if board.full else None)
        rules(2, 2).solve()
        assert not told
        rules = filling("swap", lambda board: gr.LOSS if board.line(3) else None)
        for _turn in range(3):
            rules(2, 2).solve()
    assert [each.category for each in told] == [gr.Notice]


# ---- what `check` knows, before an own game is solved


def test_a_false_symmetry_is_told_before_a_game_is_solved() -> None:
    grid = Grid(".XO", same="mirror")

    def leftmost(board: Board, piece: int) -> Iterator[Board]:
        for cell in board.free:
            if cell % board.columns == 0 or board[cell - 1] != FREE:
                yield board.place(cell, piece)

    @gr.game(board=grid, name="own")
    def impartial(board: Board):
        yield from leftmost(board, 1)

    @gr.partisan_game(board=grid, name="own")
    def partisan(board: Board, *, player: int):
        yield from leftmost(board, pieces(player)[0])

    @gr.game(board=grid, name="own")
    def ended(board: Board):
        yield from leftmost(board, 1)

    ended.ending(lambda board: gr.TIE if board.full else None)
    for rules in (impartial, partisan, ended):
        with pytest.raises(RulesError, match="are images of each other"):
            rules(2, 3).solve()


def test_a_torus_has_no_way_out_of_a_cell_that_it_has_not() -> None:
    board = kind_of(Grid(".X", shape="torus"))((2, 2, 0))
    assert isinstance(board, Torus) and list(board.ray(9, EAST)) == [] and list(board.beside(3)) == [1, 2, 2, 1]


@pytest.mark.parametrize("name", GRIDS)
def test_there_is_no_way_back_by_a_minus(name: str) -> None:
    for board, way in product(boards(GRIDS[name]), (-EAST, -1, 8)):
        if GRIDS[name].graph:  # whose ways are as many as a cell has neighbours
            assert board.step(1, way) == -1
            continue
        with pytest.raises(IndexError, match=f"there is no way {way}; the ways are 0 to 7"):
            board.step(4, way)
        if not isinstance(board, ByWays):
            with pytest.raises(IndexError, match="there is no such side; the sides are 0 to 3"):
                board.reaches(5)


def test_many_small_starts_are_no_trial_of_the_rules() -> None:
    @gr.game
    def late(a: int):
        yield from (a - k for k in (1, 2) if a >= k)

    for a in range(12):
        late(a).solve()
    assert not late.memory[TESTED] and late.memory[TRIED] >= {0, 5, 11}
    late(40).solve()
    assert late.memory[TESTED]


def test_what_hangs_together_is_kept_of_few_small_boards() -> None:
    grid = Grid(".#", live=".")
    for columns in range(1, 300):
        assert grid.parts((1, columns, 1 << columns // 2)) == [
            (1, cells, 0) for cells in (columns // 2, columns - columns // 2 - 1) if cells
        ]
    assert grid.parts((40, 40, 0)) == [(40, 40, 0)] and (40, 40) not in grid.hanging and 0 < len(grid.hanging) <= SIZES
