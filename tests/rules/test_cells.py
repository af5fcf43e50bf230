"""Cells that hold numbers, walls between cells, floors beneath pieces: small games against plain play, text and pictures."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import cell_games as games
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import by_rounds
from cases import nontrivial
from grundy.common.errors import PositionError, RuleFailed, RulesError
from grundy.rules.board import DOWN, EAST, FREE, Board, long_state
from grundy.rules.board_kinds import Walled, kind_of, longer, numbers_beside
from grundy.rules.grids import Grid
from grundy.rules.on_boards import copied
from grundy.solving.compiled_rules import native
from grundy.values.notation import parse

Moves = Callable[[Any], list[Any]]


def played(start: Any, moves: Moves) -> tuple[str, int | None]:
    """Who wins, the first (N) or the second (P), and in how many moves; D where nobody can be brought to an end."""
    graph = {start: moves(start)}
    line = [start]
    for state in line:
        for after in graph[state]:
            if after not in graph:
                graph[after] = moves(after)
                line.append(after)
    return by_rounds(graph, {})[start]


def as_solved(position: Any) -> tuple[str, int | None]:
    found = position.solve()
    return found.outcome.name, found.remoteness


# ---- numbers in cells


def sowings(pits: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Moves of `cell_games.mancala`: pits in the way of sowing, first those of the player to move."""
    half, found = len(pits) // 2, list[tuple[int, ...]]()
    for pit in range(half):
        row, place = list(pits), pit
        seeds, row[pit] = row[pit], 0
        if not seeds:
            continue
        for _seed in range(seeds):
            place = (place + 1) % len(row)
            row[place] += 1
        if place < half and row[place] == 1:
            row[place] = row[2 * half - 1 - place] = 0
        found.append((*row[half:], *row[:half]))
    return found


@pytest.mark.parametrize("text", ["22|22", "11|30", "31|04", "1|2", "211|112", "120|301", "300|012"])
def test_sowing_is_that_of_plain_play(text: str) -> None:
    above, below = text.split("|")
    pits = tuple(map(int, below + above[::-1]))
    assert as_solved(games.mancala(text)) == played(pits, sowings)
    nontrivial(len(sowings(pits)) > 1 or len(pits) == 2)


def test_seeds_lie_in_pits() -> None:
    start = games.mancala("A00|012")
    assert (str(start), games.mancala("a00/012") == start) == ("mancala(A00|012)", True)
    assert [move.text for move in start.moves()] == ["(2,2)", "(2,3)"]
    scene = start.ruleset.scene(start.state)
    assert (scene.tiling, scene.rows) == ("pits", (("10", "0", "0"), ("0", "1", "2")))
    after = next(start.options())
    assert str(after).endswith(", O)") and games.mancala(*str(after)[8:-1].split(", ")) == after


def test_numbers_of_many_cells() -> None:
    """In several integers for each bit they are what they are in one."""
    chance = Random(1)
    for grid in (Grid(holds=5, sides="swap+mirror", hands=1), Grid(holds=9)):
        kind = kind_of(grid, moving=True if grid.sides else None)
        cells = [chance.randrange(4) for _cell in range(70)]
        state = (7, 10, *grid.encoded(cells), *([3, 4, 1] if grid.sides else []))
        beside = numbers_beside(kind)
        short: Any = kind(state)
        long: Any = longer(kind, grid.shown, 2)(long_state(state, 2, beside))
        for cell in range(70):
            after, other = short.place(cell, 3), long.place(cell, 3).sown(69 - cell)
            assert other.state == long_state(after.sown(69 - cell).state, 2, beside)
            assert (short[cell], short.around(cell, 12)) == (long[cell], long.around(cell, 12))
        if grid.sides:
            assert (long.hand(1), long.give(1, 2).hand(1), long.counters) == (4, 6, 0)


@gr.game(board=Grid(holds=3, same="mirror"))
def heaping(board: Board):
    """Put a grain on a cell that has no more than one beside it."""
    for cell in range(board.columns):
        if board[cell] < 3 and all(board[cell] <= board[near] for near in board.beside(cell)):
            yield board.place(cell, board[cell] + 1)


def heaps_of(row: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [
        (*row[:i], n + 1, *row[i + 1 :])
        for i, n in enumerate(row)
        if n < 3 and all(n <= near for near in (*row[max(i - 1, 0) : i], *row[i + 1 : i + 2]))
    ]


@cache
def mex(row: tuple[int, ...]) -> int:
    met = {mex(after) for after in heaps_of(row)}
    return min(set(range(len(met) + 1)) - met)


def test_numbers_have_nimbers() -> None:
    chance = Random(4)
    for _turn in range(25):
        row = tuple(chance.choice((0, 0, 0, 1, 2, 3)) for _cell in range(chance.choice((1, 2, 3, 4))))
        assert heaping("".join(map(str, row))).grundy() == mex(row)
        nontrivial(bool(heaps_of(row)))


@gr.partisan_game(board=Grid(holds=7, same="mirror"))
def parity(board: Board, *, player: int):
    """Take a grain where there are an odd number, as Left, or an even one, as Right."""
    for cell in range(board.columns):
        if board[cell] > 0 and board[cell] % 2 == (player > 0):
            yield board.place(cell, board[cell] - 1)


def test_numbers_have_values() -> None:
    """A cell is worth the moves that Left and Right make in turn, which are hot or none, and cells are a sum."""
    cells = ["0"]
    for n in range(1, 8):
        cells.append(f"{{{cells[-1]}|}}" if n % 2 else f"{{|{cells[-1]}}}")
    for row in ("1", "2", "35", "701", "244"):
        assert parity(row).value() == parse(" + ".join(cells[int(n)] for n in row))


@pytest.mark.parametrize("way", ["board.place(0, 8)", "board.place(0, -1)"])
def test_what_no_cell_holds_is_told(way: str) -> None:
    def full(board: Board):
        yield board.place(0, 8) if "8" in way else board.place(0, -1)

    with pytest.raises(RuleFailed, match="a cell cannot hold"):
        list(gr.game(board=Grid(holds=7))(full)(1, 2).options())


def test_wrong_numbers_are_told() -> None:
    with pytest.raises(PositionError, match="cell 2 of '1D' is 'D'"):
        games.mancala("1D")
    with pytest.raises(PositionError, match="a cell holds from 0 to 12, not 15"):
        games.mancala(1, 1, 1, 1, 1, 1, 0)
    wrong: list[dict[str, Any]] = [{"holds": 36}, {"holds": -1}, {"holds": 3, "faces": ".X"}, {"holds": 3, "live": "0"}]
    for own in wrong:
        with pytest.raises(RulesError, match="cells hold numbers up to"):
            Grid(**own)


# ---- walls between cells

Drawing = frozenset[tuple[int, int]]


def spots(rows: int, columns: int) -> list[tuple[int, int]]:
    """Where lines are, in a picture in which cells are at odd rows and columns and points at even ones."""
    return [(r, c) for r in range(2 * rows + 1) for c in range(2 * columns + 1) if r % 2 != c % 2]


def around(spot: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = spot
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def closed(drawn: Drawing, rows: int, columns: int) -> int:
    return sum(drawn >= {*around((2 * r + 1, 2 * c + 1))} for r in range(rows) for c in range(columns))


def text_of(drawn: Drawing, rows: int, columns: int) -> str:
    return "|".join(
        "".join("X" if (r, c) in drawn else "." for c in range(2 * columns + 1) if r % 2 != c % 2)
        for r in range(2 * rows + 1)
    )


def drawings(chance: Random, count: int, *, left: int = 6) -> list[tuple[Drawing, int, int]]:
    """Lines by lot, most of them drawn, on small boards."""
    found: list[tuple[Drawing, int, int]] = []
    for _turn in range(count):
        rows, columns = chance.choice(((1, 2), (2, 1), (2, 2), (1, 3)))
        lines = spots(rows, columns)
        found.append(
            (frozenset(chance.sample(lines, chance.randrange(max(len(lines) - left, 0), len(lines)))), rows, columns)
        )
    return found


@cache
def points(drawn: Drawing, rows: int, columns: int) -> int:
    """By how many boxes the one to draw comes out ahead, who draws again after closing one."""
    best = None
    for spot in set(spots(rows, columns)) - drawn:
        after = drawn | {spot}
        won = closed(after, rows, columns) - closed(drawn, rows, columns)
        got = won + points(after, rows, columns) if won else -points(after, rows, columns)
        best = got if best is None else max(best, got)
    return best or 0


def test_boxes_are_those_of_plain_play_and_of_the_catalogue() -> None:
    for drawn, rows, columns in drawings(Random(8), 30):
        text = text_of(drawn, rows, columns)
        found = games.drawn_boxes(text).solve().value
        assert found == points(drawn, rows, columns) == gr.dots_and_boxes(text).solve().value
        nontrivial(found != 0)
    assert games.drawn_boxes(2, 2).solve().value == gr.dots_and_boxes().solve().value == 2


@cache
def open_mex(drawn: Drawing, rows: int, columns: int) -> int:
    after = (drawn | {spot} for spot in {*spots(rows, columns)} - drawn)
    met = {open_mex(each, rows, columns) for each in after if not closed(each, rows, columns)}
    return min(set(range(len(met) + 1)) - met)


def test_images_of_lines() -> None:
    """Values with all symmetries, by which boards stand for others, against those without."""
    for drawn, rows, columns in drawings(Random(3), 40):
        if not closed(drawn, rows, columns):
            position = games.open_boxes(text_of(drawn, rows, columns))
            assert position.grundy() == open_mex(drawn, rows, columns)
            images = {state for state, _sign in position.ruleset.board.images(position.state)}
            assert all(position.ruleset.board.least(each)[0] == min(images) for each in images)
            nontrivial(len(images) > 1)


def test_a_player_sees_walls_from_his_side() -> None:
    chance = Random(5)
    for sides in ("swap", "swap+flip", "swap+mirror", "swap+mirror+flip", "swap+turn", "swap+turn+flip+mirror"):
        kind = kind_of(Grid(".XO", walls=True, sides=sides), moving=True)
        for drawn, rows, columns in drawings(chance, 12, left=12):
            lines = sum(1 << i for i, spot in enumerate(spots(rows, columns)) if spot in drawn)
            picture = [[(r, c) in drawn for c in range(2 * columns + 1)] for r in range(2 * rows + 1)]
            for turn in (0, 1):
                board: Any = kind((rows, columns, 1, 0, lines, turn))
                seen = picture if not turn else turned(picture, sides)
                assert board.closed == closed(drawn, rows, columns)
                assert (len(seen), len(seen[0])) == (2 * board.rows + 1, 2 * board.columns + 1)
                for cell in range(rows * columns):
                    r, c = 2 * (cell // board.columns) + 1, 2 * (cell % board.columns) + 1
                    barred = [seen[a][b] for a, b in around((r, c))]
                    assert [board.wall(board.side(cell, way)) for way in range(4)] == barred
                    inside = [0 < a < len(seen) - 1 and 0 < b < len(seen[0]) - 1 for a, b in around((r, c))]
                    near = [cell - board.columns, cell - 1, cell + 1, cell + board.columns]
                    free = [n for n, bar, within in zip(near, barred, inside, strict=True) if within and not bar]
                    assert list(board.beside(cell)) == free
                    assert board.spread(1 << board.bit(cell)) == sum(1 << board.bit(n) for n in free)
                    nontrivial(bool(free))


def turned(picture: list[list[bool]], sides: str) -> list[list[bool]]:
    for word in sides.split("+"):
        if word == "flip":
            picture = picture[::-1]
        elif word == "mirror":
            picture = [row[::-1] for row in picture]
        elif word == "turn":
            picture = [list(row) for row in zip(*picture, strict=True)]
    return picture


Fenced = tuple[Drawing, tuple[int, int], tuple[int, int]]


def fencings(state: Fenced) -> list[Fenced]:
    """Moves of `cell_games.fences` on two by two cells: the walls, the piece of the mover, that of the other."""
    walls, own, other = state
    return [
        (walls | {wall}, other, end)
        for r, c in ((-2, 0), (0, -2), (0, 2), (2, 0))
        if (end := (own[0] + r, own[1] + c)) != other and min(end) > 0 and max(end) < 4
        if (own[0] + r // 2, own[1] + c // 2) not in walls
        for wall in around(end)
        if wall not in walls
    ]


@pytest.mark.parametrize(
    "text", ["X.|.O", "X.|.O||..|.X.|..|X..|..", "XO|..", "XO|..||..|...|X.|...|..", ".X|.O||.X|X..|..|...|.."]
)
def test_walls_bar_the_way(text: str) -> None:
    cells, _, lines = text.partition("||")
    at = {face: (2 * (i // 3) + 1, 2 * (i % 3) + 1) for i, face in enumerate(cells) if face in "XO"}
    drawn = lines.replace("|", "")
    walls = frozenset(spot for spot, face in zip(spots(2, 2), drawn or "." * 12, strict=True) if face == "X")
    assert as_solved(games.fences(text)) == played((walls, at["X"], at["O"]), fencings)


# ---- walls that separate


def doms(board: Walled, *, player: int) -> Iterator[Walled]:
    for cell in board.free:
        end = board.step(cell, DOWN if player > 0 else EAST)
        if board[end] == FREE:
            yield board.place(cell, 1).place(end, 1)


def fencing(board: Walled, *, player: int) -> Iterator[Walled]:
    """Build a wall between two free cells, one above the other, or side by side."""
    for cell in board.free:
        way = DOWN if player > 0 else EAST
        if board[board.step(cell, way)] == FREE:
            yield board.build(board.side(cell, way))


def cram(board: Walled) -> Iterator[Walled]:
    for cell in board.free:
        for way in (EAST, DOWN):
            end = board.step(cell, way)
            if board[end] == FREE:
                yield board.place(cell, 1).place(end, 1)


def walled_games(live: str) -> tuple[Any, Any, Any]:
    """Return three games on boards with walls, which come apart where some faces are live, and else do not."""
    grid = Grid(".#", live=live, walls=True, same="mirror+flip")
    partisan = [gr.partisan_game(board=grid, name=each.__name__)(copied(each)) for each in (doms, fencing)]
    return partisan[0], partisan[1], gr.game(board=grid, name="cram")(copied(cram))


APART, WHOLE = walled_games("."), walled_games("")


@st.composite
def walled_texts(draw: st.DrawFn) -> str:
    rows, columns = draw(st.sampled_from([(1, 5), (2, 3), (3, 3), (2, 4)]))
    cells = [draw(st.text("...#", min_size=columns, max_size=columns)) for _row in range(rows)]
    wide = (columns + k % 2 for k in range(2 * rows + 1))
    return "|".join(cells) + "||" + "|".join(draw(st.text("X..", min_size=n, max_size=n)) for n in wide)


@settings(max_examples=30)
@given(walled_texts())
@example("..#|...|.#.||...|..X.|XX.|.X..|...|....|...")
def test_boards_come_apart_at_walls(text: str) -> None:
    """The sum of the parts is what the whole board is worth when nothing comes apart."""
    nontrivial(len(APART[2](text).ruleset.split(APART[2](text).state)) > 1)
    for apart, whole in zip(APART[:2], WHOLE[:2], strict=True):
        assert apart(text).value() == whole(text).value()
    game, one = APART[2](text), WHOLE[2](text)
    assert game.grundy() == one.grundy() == by_mex(one)
    assert game.solve("misere").outcome == one.solve("misere").outcome
    for part in game.ruleset.split(game.state):
        assert game.ruleset.split(part) == [part] and game.ruleset(game.ruleset.show(part)).state == part


def by_mex(position: Any) -> int:
    @cache
    def value(state: Any) -> int:
        known, least = {value(option) for option in position.ruleset.options(state)}, 0
        while least in known:
            least += 1
        return least

    return value(position.state)


def test_a_part_has_its_own_lines_and_no_others() -> None:
    grid = APART[0].board
    text = "...|.#.||...|.X..|...|..X.|..."
    parts = grid.parts(grid.read("doms", text))
    assert [grid.show(part) for part in parts] == [".|.||.|.X|.|..|.", "..|#.||..|X..|..|XX.|X."]


# ---- a floor beneath


def test_dirt_is_a_face() -> None:
    """A king that leaves dirt needs no floor: nothing ever stands on it."""

    def moves(state: Any) -> list[Any]:
        clean, own, other = state
        ends = [(own[0] + r, own[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
        return [(clean - {end}, other, end) for end in ends if end in clean and end != other]

    for text in ("X..|...|..O", "X.#|..O", "XO|..|.#"):
        rows = text.split("|")
        at = {face: (r, c) for r, row in enumerate(rows) for c, face in enumerate(row)}
        free = frozenset((r, c) for r, row in enumerate(rows) for c, face in enumerate(row) if face == ".")
        assert as_solved(games.king_dirt(text)) == played((free, at["X"], at["O"]), moves)


def test_pieces_stand_on_a_floor() -> None:
    def moves(state: Any) -> list[Any]:
        ice, own, other = dict(state[0]), state[1], state[2]
        left = tuple(sorted({**ice, own: ice[own] - 1}.items()))
        ends = [(own[0] + r, own[1] + c) for r, c in ((-1, 0), (0, -1), (0, 1), (1, 0))]
        return [(left, other, end) for end in ends if ice.get(end, 0) > 0 and end != other]

    for cells, ice in (("X..|..O", "222|222"), ("XO|..|..", "12|21|02"), (".X.O", "2212"), ("XO.", "221")):
        at = {face: (r, c) for r, row in enumerate(cells.split("|")) for c, face in enumerate(row)}
        thick = {(r, c): int(n) for r, row in enumerate(ice.split("|")) for c, n in enumerate(row)}
        start = games.thin_ice(f"{cells}||{ice}")
        assert as_solved(start) == played((tuple(sorted(thick.items())), at["X"], at["O"]), moves)
        assert start.state == games.thin_ice(*str(start)[9:-1].split(", ")).state


# ---- all of them


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mancala", "drawn_boxes", "fences", "king_dirt", "thin_ice"])
def test_games_are_compiled_short_and_written_as_they_are_read(name: str) -> None:
    rules = vars(games)[name]
    position, chance = rules.start(), Random(name)
    assert native(getattr(rules, "searched", rules), [position.state]) is not None
    source = inspect.getsource(getattr(rules, "rules", rules).function)
    assert len(source.splitlines()) <= 15
    for _turn in range(12):
        words = [word if not word.isdigit() else int(word) for word in str(position).partition("(")[2][:-1].split(", ")]
        assert rules(*words) == position
        options = list(position.options())
        if not options:
            break
        texts = [move.text for move in position.moves()]
        assert len(set(texts)) == len(texts)
        position = chance.choice(options)


def test_what_boards_look_like() -> None:
    def rows(position: Any) -> list[str]:
        return ["".join(row) for row in position.ruleset.scene(position.state).rows]

    assert rows(games.drawn_boxes("X.|XX.|X.")) == ["●─●.●", "│■│ .", "●─●.●"]
    assert rows(games.fences("X.|.O||..|.X.|X.|...|..")) == ["     ", " X│. ", " ─   ", " . O ", "     "]
    assert rows(games.thin_ice("X.|.O||20|12")) == ["X0", "1O"] and rows(games.thin_ice("XO||12")) == ["X╱1O"]


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"faces": ".", "walls": False}, "two letters or more"),
        ({"faces": ".X", "floor": "2"}, "the floor of a board is two letters or more, not '2'"),
        ({"faces": ".X", "floor": "2|"}, "separate the rows"),
        ({"faces": ".X", "floor": "21", "live": "."}, "a board with a floor cannot have live"),
        ({"faces": ".X", "walls": True, "shape": "torus"}, "walls stand between squares"),
    ],
)
def test_wrong_grids_are_told(own: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=re.escape(said)):
        Grid(**own)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("X.|.O||..|..", "row 1 of '..|..'"),
        ("X.|.O||..|...|..", "'X.|.O' is 2 high, but must be 1"),
        ("X.||..|...|..||..", "more parts"),
    ],
)
def test_wrong_walls_are_told(text: str, said: str) -> None:
    with pytest.raises(PositionError, match=re.escape(said)):
        games.fences(text)
    with pytest.raises(PositionError, match="sets a cell twice, or one that is not on the board"):
        games.fences(1, 1, 1, 0, 16, 0)


def test_type_checkers_know_of_every_board_the_words_that_some_kinds_have() -> None:
    def words(of: type) -> dict[str, str]:
        nodes = ast.walk(ast.parse(inspect.getsource(inspect.getmodule(of) or of)))
        said = {each.name: ast.unparse(each.args) for each in nodes if isinstance(each, ast.FunctionDef)}
        return {name: args for name, args in said.items() if args.startswith("self") and name[0] != "_"}

    alone = words(Walled).items() - words(Board).items()
    assert {name for name, _args in alone} == {"seen", "turn", "yielded"}  # how the kinds themselves look at it
