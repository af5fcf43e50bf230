"""Boards with sides, shapes, hands and counters: their words cell by cell, as masks, as data, and against plain pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.common.errors import PositionError, RulesError
from grundy.language.read import read
from grundy.language.run import Run
from grundy.rules.board import DOWN, EAST, FREE, MINE, UP, WEST, YOURS, Board, ByCells
from grundy.rules.board_kinds import HEXAGON, kind_of
from grundy.rules.grids import Grid

RING = ((1, 4), (0, 2), (1, 3), (2, 4), (3, 0))
GRIDS = {
    "square": Grid(".XO#", sides="swap+flip"),
    "mirrored": Grid(".XO", sides="swap+mirror+flip"),
    "across": Grid(".XO", sides="swap+turn", hands=2, counters=1),
    "hexagons": Grid(".XO", sides="swap+turn", shape="hexagons"),
    "triangles": Grid(".XO", sides="swap", shape="triangles"),
    "torus": Grid(".XO", sides="swap", shape="torus"),
    "graph": Grid(".XO", sides="swap", shape="graph", graph=RING),
    "one": Grid(".X", counters=1),
}
WORDS = {(0, -1): UP, (-1, 0): WEST, (1, 0): EAST, (0, 1): DOWN, (-1, -1): 4, (1, -1): 5, (-1, 1): 6, (1, 1): 7}


def states(grid: Grid, chance: Random, count: int, turn: int) -> Iterator[tuple[int, ...]]:
    """Some boards with pieces, and numbers beside them, by lot."""
    for _turn in range(count):
        rows, columns = (
            (1, len(grid.graph)) if grid.graph else (chance.choice((1, 2, 3, 3, 4, 4)), chance.choice((1, 2, 3, 4, 5)))
        )
        shown = [chance.randrange(len(grid.faces)) for _cell in range(rows * columns)]
        layers = (sum(1 << i for i, face in enumerate(shown) if face == k) for k in range(1, len(grid.faces)))
        beside = [chance.randrange(4) for _number in range(2 * grid.hands + grid.counters)]
        yield (rows, columns, *layers, *beside, turn)


def picture(grid: Grid, state: tuple[int, ...]) -> list[list[int]]:
    """What the one who looks sees, row by row: the pieces as numbers, turned round for the second player."""
    rows, columns, *layers = state
    faces = len(grid.faces) - 1
    cells = [[0] * columns for _row in range(rows)]
    for (r, c), face in product(product(range(rows), range(columns)), range(faces)):
        if layers[face] >> r * columns + c & 1:
            cells[r][c] = face + 1
    if not state[-1] or not grid.sides:
        return cells
    for word in grid.sides.split("+"):
        if word == "flip":
            cells = cells[::-1]
        elif word == "mirror":
            cells = [row[::-1] for row in cells]
        elif word == "turn":
            cells = [list(row) for row in zip(*cells, strict=True)]
        else:
            cells = [[{1: 2, 2: 1}.get(piece, piece) for piece in row] for row in cells]
    return cells


def beside(grid: Grid, cells: list[list[int]], i: int) -> list[int]:
    """The neighbours of a cell, as the shape says it in words."""
    rows, columns = len(cells), len(cells[0])
    r, c = divmod(i, columns)
    if grid.graph:
        return list(grid.graph[i])
    if grid.shape == "torus":
        return [(r + b) % rows * columns + (c + a) % columns for a, b in ((0, -1), (-1, 0), (1, 0), (0, 1))]
    ways = {"square": [0, 1, 2, 3], "hexagons": HEXAGON, "triangles": [1, 2, 3 if (r + c) % 2 == 0 else 0]}[grid.shape]
    steps = {way: step for step, way in WORDS.items()}
    near = [(r + steps[way][1], c + steps[way][0]) for way in ways]
    return [a * columns + b for a, b in near if 0 <= a < rows and 0 <= b < columns]


def as_whole(board: Board) -> list[Any]:
    """All that a board with sides is asked here."""
    cells = range(board.rows * board.columns)
    goals = [board.line(k, piece) for k in (1, 2, 3) for piece in (MINE, YOURS)]
    goals += [board.reaches(side, piece) for side in (UP, WEST, EAST, DOWN) for piece in (MINE, YOURS)]
    goals += [board.connects(a, b, p) for a, b, p in ((UP, DOWN, MINE), (UP, DOWN, YOURS), (EAST, WEST, YOURS))]
    goals += [board.breathes(piece) for piece in (MINE, YOURS)]
    return [[board.piece(cell) for cell in cells], [list(board.beside(cell)) for cell in cells], goals]


@pytest.mark.parametrize("name", GRIDS)
def test_a_board_is_what_the_one_who_looks_sees(name: str) -> None:
    grid, chance = GRIDS[name], Random(name)
    for turn in (0, 1) if grid.sides else (0,):
        for state in states(grid, chance, 30, turn):
            board = kind_of(grid, moving=True)(state) if grid.sides else kind_of(grid)(state[:-1])
            cells = picture(grid, state)
            assert (board.rows, board.columns) == (len(cells), len(cells[0]))
            for i in range(board.rows * board.columns):
                r, c = divmod(i, board.columns)
                assert board[r, c] == board[i] == cells[r][c]
                assert sorted(board.beside(i)) == sorted(beside(grid, cells, i))
                for piece in range(len(grid.faces)):
                    after = picture(grid, (*board.place(i, piece).state, *(() if grid.sides else (0,))))
                    assert [p for row in after for p in row] == [
                        piece if j == i else p for j, p in enumerate(p for row in cells for p in row)
                    ]
            nontrivial(len({p for row in cells for p in row}) > min(2, len(grid.faces) - 1))


@pytest.mark.parametrize("name", [name for name, grid in GRIDS.items() if grid.sides])
def test_goals_by_masks_and_cell_by_cell(name: str) -> None:
    """What a board has come to, asked of its masks, of its cells one by one, and of a picture."""
    grid, chance = GRIDS[name], Random(name)
    kind = kind_of(grid, moving=False)
    slow: Any = type("Slow", (ByCells, kind), {"__slots__": ()}) if ByCells not in kind.__mro__ else kind
    for state in [*states(grid, chance, 60, 0), *states(grid, chance, 60, 1)]:
        board, cells = kind(state), picture(grid, state)
        assert as_whole(board) == as_whole(slow(state))
        flat = [piece for row in cells for piece in row]
        for piece in (MINE, YOURS):
            at = {UP: cells[0], DOWN: cells[-1], WEST: [r[0] for r in cells], EAST: [r[-1] for r in cells]}
            if grid.shape in ("square", "hexagons"):
                for side, shown in at.items():
                    assert board.reaches(side, piece) == (piece in shown)
            chains = blocks(grid, cells, piece)
            free = [any(flat[near] == FREE for i in chain for near in beside(grid, cells, i)) for chain in chains]
            assert board.breathes(piece) == all(free)
            if grid.shape in ("square", "hexagons"):
                columns = len(cells[0])
                joined = any({i % columns for i in chain} >= {0, columns - 1} for chain in chains)
                assert board.connects(WEST, EAST, piece) == joined
            nontrivial(any(free) or len(chains) > 1)


def blocks(grid: Grid, cells: list[list[int]], piece: int) -> list[set[int]]:
    """The connected sets of cells that show a piece."""
    flat = [p for row in cells for p in row]
    left, found = {i for i, p in enumerate(flat) if p == piece}, list[set[int]]()
    while left:
        line = [left.pop()]
        for i in line:
            line += [j for j in set(beside(grid, cells, i)) if j in left]
            left -= set(line)
        found.append(set(line))
    return found


def test_a_line_on_hexagons_has_three_ways() -> None:
    grid = GRIDS["hexagons"]
    for text, length in (("X..|.X.|..X", 1), ("..X|.X.|X..", 3), ("XXX|...|...", 3), ("X..|X..|X..", 3)):
        board = kind_of(grid, moving=False)((*grid.read("hex", text), 1))  # O looks, and X is the other's
        assert [board.line(k) for k in (1, 2, 3)] == [k <= length for k in (1, 2, 3)]


# ---- as data


def asks(board: Board) -> Iterator[Board]:
    count = board.count(MINE) + 2 * board.full
    for cell in board.free:
        for way in range(4):
            for end in board.ray(cell, way):
                if board[end] == YOURS:
                    break
                if board.line(2, MINE) + board.reaches(UP) + board.connects(UP, DOWN) + board.breathes(MINE) < count:
                    yield board.place(end, MINE)
        yield board.place(cell, YOURS)


def beside_the_board(board: Any) -> Iterator[Any]:
    for k in range(2):
        if board.hand(MINE, k) > board.hand(YOURS, k):
            yield board.give(MINE, -1, k).give(YOURS, 1, 1 - k)
    yield board.counted(board.counter() + 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["square", "mirrored", "across", "hexagons", "triangles", "graph"])
@pytest.mark.parametrize("count", [8, pytest.param(40, marks=pytest.mark.hours)])
def test_what_is_read_means_what_python_does(name: str, count: int) -> None:
    grid, chance, moves = GRIDS[name], Random(name), 0
    kind = kind_of(grid, moving=True)
    for rule in (asks, beside_the_board) if grid.hands else (asks,):
        made = Run(read(rule, state=kind))
        for state in [*states(grid, chance, count, 0), *states(grid, chance, count, 1)]:
            wanted = [each.yielded().state for each in rule(kind(state))]
            assert made.yields((state,)) == wanted
            assert all(each[-1] == 1 - state[-1] for each in wanted)
            moves += len(wanted)
    assert moves > 5 * count // 2


# ---- whole games


@gr.game(board=Grid(".XO", sides="swap"), called="Three in a Row", start="3x3")
def three(board: Board):
    """Write your sign into a free cell; three in a line win."""
    for cell in board.free:
        yield board.place(cell, MINE)


@three.ending
def over(board: Board) -> int | None:
    return gr.LOSS if board.line(3) else gr.TIE if board.full else None


@gr.game(board=Grid(".XO", sides="swap+flip", marks="chess"), start="OOO/.../XXX")
def hexapawn(board: Board):
    """Move a pawn ahead, or take one aslant; who is across, or leaves no move, wins."""
    for pawn in board.cells(MINE):
        ahead = board.step(pawn, UP)
        if board[ahead] == FREE:
            yield board.move(pawn, ahead)
        for way in (4, 5):
            if board[board.step(pawn, way)] == YOURS:
                yield board.move(pawn, board.step(pawn, way))


@hexapawn.ending
def across(board: Board) -> int | None:
    return gr.LOSS if board.reaches(DOWN) else None


@gr.game(board=Grid(".XO", sides="swap+turn", shape="hexagons"), start="3x3")
def joining(board: Board):
    """Put a stone on a free cell; a chain from left to right, as the player sees it, wins."""
    for cell in board.free:
        yield board.place(cell, MINE)


@joining.ending
def joined(board: Board) -> int | None:
    return gr.LOSS if board.connects(WEST, EAST) else None


@gr.partisan_game(board=Grid(".XO", live="XO", same="mirror flip turn", sides="swap"), start="XO|OX")
def taking(board: Board):
    """Move a stone onto a neighbouring one of the other's, and take that."""
    for stone in board.cells(MINE):
        for near in board.beside(stone):
            if board[near] == YOURS:
                yield board.move(stone, near)


@gr.partisan_game(board=Grid(".XO", same="flip", sides="swap+mirror"))
def jumping(board: Board):
    """Move to the right, or jump over one of the other's; to Right the board is mirrored."""
    for piece in board.cells(MINE):
        end = board.step(piece, EAST)
        if board[end] == YOURS:
            end = board.step(end, EAST)
        if board[end] == FREE:
            yield board.move(piece, end)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "known"),
    [
        (three, lambda: gr.tic_tac_toe()),
        (hexapawn, lambda: gr.pawn_duel(width=3, height=3)),
        (joining, lambda: gr.hex(width=3, height=3)),
    ],
)
def test_a_game_with_sides_is_the_catalogues(own: Any, known: Any) -> None:
    """Play from both starts at once: as many moves, the same positions after them, the same results."""
    pairs, chance = [(own.start(), known())], Random(own.name)
    for one, other in pairs:
        ours, theirs = one.solve(), other.solve()
        assert (ours.outcome, ours.remoteness) == (theirs.outcome, theirs.remoteness)
        if one.ruleset.ended(one.state) is not None or other.ruleset.ended(other.state) is not None:
            continue
        found = {text_of(each): each for each in one.options()}
        others = list(other.options())
        assert found.keys() == {text_of(each) for each in others}
        if len(pairs) < 150:
            pairs += [(found[text_of(each)], each) for each in chance.sample(others, min(3, len(others)))]
    nontrivial(len(pairs) > 20)


def text_of(position: Any) -> str:
    return str(position).split("(")[1].replace("|", "/")


@pytest.mark.slow
def test_values_of_partisan_games_with_sides() -> None:
    chance = Random(2)
    for _turn in range(25):
        rows, columns = chance.choice(((1, 5), (2, 3), (3, 3), (2, 2)))
        text = "|".join("".join(chance.choice(".XXOO") for _c in range(columns)) for _r in range(rows))
        assert taking(text).value() == gr.clobber(text).value()
        row = "".join(chance.choice("..XO") for _c in range(7))
        assert jumping(row).value() == gr.toads_and_frogs(row).value()
        assert jumping(row).value() == -jumping(row[::-1].translate(str.maketrans("XO", "OX"))).value()


def test_moves_are_named_as_players_see_them() -> None:
    start = hexapawn.start()
    assert [move.text for move in start.moves()] == ["a1-a2", "b1-b2", "c1-c2"]
    after = next(start.options())
    assert str(after) == "hexapawn(OOO|X..|.XX, O)" and hexapawn("OOO|X..|.XX", "O") == after
    assert [move.text for move in after.moves()] == ["b3-b2", "b3-a2", "c3-c2"]
    assert str(three("X../.../...")) == "three(X..|...|...)"  # O is to move, as the stones say
    assert three("X../.../...").state[-1] == 1


def test_hands_are_written_behind_the_board() -> None:
    @gr.game(board=Grid(".XO", sides="swap", hands=1), start="2x2")
    def dropping(board: Any):
        if board.hand(MINE) > 0:
            for cell in board.free:
                yield board.place(cell, MINE).give(MINE, -1)

    position = dropping("..|..", 2, 1)
    assert position.state == (2, 2, 0, 0, 2, 1, 0) and str(position) == "dropping(..|.., 2, 1)"
    assert sorted(str(option) for option in position.options())[0] == "dropping(..|.X, O, 1, 1)"
    assert dropping("..|.X", "O", 1, 1) == next(q for q in position.options() if "(..|.X" in str(q))
    assert position.solve().outcome.name == "N" and dropping("..|..", 1, 1).solve().outcome.name == "P"


def test_numbers_beside_a_board_are_no_cells() -> None:
    """They may exceed what the bits of the cells hold, and no image of the board changes them."""

    @gr.game(board=Grid(".T", counters=1, live="T", same="mirror"))
    def pacing(board: Any):
        for token in board.cells(1):
            for end in board.beside(token):
                if board.counter() > 0:
                    yield board.move(token, end).counted(board.counter() - 1)

    @gr.partisan_game(board=Grid(".XO", sides="swap", hands=1))
    def saving(board: Any):
        if board.hand(MINE) > 0:
            yield board.give(MINE, -1)

    for count in range(12):
        solved = pacing("T.", count).solve()
        assert (solved.value, solved.remoteness) == (count % 2, count)
        assert str(saving("X.", count, 4).value()) == str(count - 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("XX|..", "Z"), "the players are X and O"),
        (("XX|..", 1), "beside the board stand 0 numbers"),
        ((2, 2, 1, 1, 0), "sets a cell twice"),
        ((2, 2, 1, 2, 2), "the players are 0 and 1"),
        ((2, 2, 1), "a board is a text"),
    ],
)
def test_wrong_boards_are_told(words: tuple[Any, ...], said: str) -> None:
    with pytest.raises(PositionError, match=said):
        three(*words)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"sides": "flip"}, "the sides of a board are 'swap'"),
        ({"sides": "swap+turn+mirror"}, "twice"),
        ({"shape": "round"}, "the shape of a board is one of square"),
        ({"shape": "graph"}, "a graph says"),
        *(
            (
                {"shape": "graph", "graph": graph},
                "the neighbours of cell 0 of a graph are other cells, each once, from 0 to 1",
            )
            for graph in ([[0], []], [[1, 1], [0]], [[2], []], [[-1], []])
        ),
        *(
            ({"shape": "graph", "graph": graph}, "graph= has the neighbours of each")
            for graph in ([1, 2], [["a"]], [[1.0]])
        ),
    ],
)
def test_wrong_grids_are_told(own: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Grid(".XO", **own)
