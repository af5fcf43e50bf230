"""Boards as rules speak of them, what the language reads of objects and generators, and strips longer than a word."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common.errors import Notice, PositionError, RulesError
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from grundy.language.wrapped import Wrapped
from grundy.proving.moves import NoFormula
from grundy.proving.reading import moves
from grundy.rules.board import BITS, EDGE, FREE, Board, O, X, long_state, pieces, short_state
from grundy.rules.board_kinds import longer
from grundy.rules.edge_sets import Adjacency, bits
from grundy.rules.edge_sets import pieces as connected
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.text import words
from grundy.solving import compiled_rules, parts, proof_numbers
from grundy.solving.nimbers import nimber
from grundy.solving.results import Options
from grundy.values.nimber import mex

BOARDS = ("domineering", "clobber", "konane", "fission", "toads-and-frogs", "amazons", "elephants-and-rhinos")


def written(rows: int, columns: int, faces: int, chance: Random) -> tuple[int, ...]:
    """A board of that size, each cell of which shows any face."""
    shown = [chance.randrange(faces + 1) for _ in range(rows * columns)]
    return (rows, columns, *(sum(1 << i for i, face in enumerate(shown) if face == own) for own in range(1, faces + 1)))


# ---- the object


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (3, 4), (2, 70)])
def test_what_a_board_shows(shape: tuple[int, int]) -> None:
    rows, columns = shape
    for faces, seed in product((1, 2, 3), range(5)):
        state = written(rows, columns, faces, Random(seed))
        for board in (Board(state), longer(Board, faces, 2)(long_state(state, -(-rows * columns // BITS)))):
            shown = {(r, c): board[r, c] for r in range(-1, rows + 1) for c in range(-1, columns + 1)}
            for (r, c), piece in shown.items():
                inside = 0 <= r < rows and 0 <= c < columns
                bits = [layer >> r * columns + c & 1 for layer in state[2:]] if inside else []
                assert piece == (sum(k * bit for k, bit in enumerate(bits, 1)) if inside else EDGE)
            for piece in range(faces + 1):
                cells = [r * columns + c for (r, c), own in shown.items() if own == piece]
                assert list(board.cells(piece)) == cells
            assert list(board.free) == list(board.cells(FREE))
            nontrivial(len(set(shown.values())) > 1)


def test_neighbours_are_those_that_share_a_side() -> None:
    board = Board((3, 4, 0))
    for r, c in product(range(3), range(4)):
        near = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        inside = [4 * a + b for a, b in near if 0 <= a < 3 and 0 <= b < 4]
        assert list(board.beside(4 * r + c)) == inside
        corners = [(r + a, c + b) for a in (-1, 1) for b in (-1, 1)]
        assert [board.step(4 * r + c, way) for way in range(4, 8)] == [board.cell(a, b) for a, b in corners]
    assert [board.step(-1, way) for way in range(8)] == [-1] * 8


def test_a_placed_piece_changes_one_cell() -> None:
    chance = Random(1)
    for _turn in range(60):
        board = Board(written(2, 5, 2, chance))
        cell, piece = chance.randrange(10), chance.randrange(3)
        after = board.place(cell, piece)
        assert [after.piece(i) for i in range(10)] == [piece if i == cell else board.piece(i) for i in range(10)]
        end = chance.randrange(10)
        moved = board.move(cell, end)
        wanted = {**{i: board.piece(i) for i in range(10)}, cell: FREE}
        assert {i: moved.piece(i) for i in range(10)} == {**wanted, end: board.piece(cell)}
        nontrivial(piece != board.piece(cell) or cell != end)


# ---- what is read


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("name", BOARDS)
def test_a_rule_over_boards_means_what_python_does(name: str) -> None:
    """The data of the rules, run, against Python; and the rules of long boards against both."""
    rules = gr.__getattr__(name.replace("-", "_"))
    assert isinstance(rules, PartisanRuleset) and rules.board is not None
    faces, chance, moves = len(rules.board.faces) - 1, Random(name), 0
    for player in (LEFT, RIGHT):
        short = Run(read(rules.function, {"player": player}))
        long = Run(read(rules.function, {"player": player}, state=longer(Board, faces, 2)))
        for rows, columns in ((1, 6), (3, 3), (2, 4), (5, 4), (1, 64), (1, 130)):
            words = -(-rows * columns // BITS)
            for _turn in range(12 if columns < 10 else 2):
                drawn = (written(rows, columns, faces, chance) for _ in range(16))
                state = next((each for each in drawn if next(rules.options_of(each, player), None)), None)
                state = state or written(rows, columns, faces, chance)
                wanted = list(rules.options_of(state, player))
                moves += len(wanted)
                nontrivial(wanted)
                assert short.yields((state, player)) == wanted
                found = long.yields((long_state(state, words), player))
                assert [short_state(each, faces) for each in found] == wanted
    assert moves > 20


class Pair(Wrapped):
    __slots__ = ()

    least = 2

    @property
    def total(self) -> int:
        return self.state[0] + self.state[1]

    def less(self, k: int) -> Pair:
        return self.of((self.state[0] - k, self.state[1]))

    def steps(self, most: int) -> Iterator[int]:
        for k in range(1, most + 1):
            if k != self.least:
                yield k


def twice(n: int) -> Iterator[int]:
    for k in range(n):
        yield 2 * k


def two_yields(n: int) -> Iterator[int]:
    yield n
    yield n + 1


def by_methods(pair: Pair, *, m: int = 4) -> Iterator[Pair]:
    for k in pair.steps(m):
        if k > pair.total:
            continue
        if pair.less(k).total >= 0 and pair == pair:
            yield pair.less(k)


def by_generator(n: int) -> Iterator[int]:
    for k in twice(n):
        if k % 3 == 1:
            continue
        yield k
    yield from twice(n // 2)
    if any(k > 5 for k in twice(n)):
        yield sum(twice(n))


def small(n: int, most: int) -> Iterator[int]:
    if n > 0:
        yield n
    for k in range(most):
        for i in range(k):
            if i % 2 == n % 2:
                pass
    n += most


def evens(n: int, most: int) -> Iterator[int]:
    k = n
    while k < most:
        for i in range(3):
            if (k + i) % 2 == 0:
                yield k + i
        k += 1


def left_early(n: int) -> Iterator[int]:
    for k in twice(n):
        if k > 4:
            break
        yield k
    for k in small(n, 3):
        if n == 5:
            break
        yield k + 100
    for k in evens(n, 7):
        if k == 4:
            continue
        for j in evens(k, 9):
            if j == 6:
                break
            if j == 8:
                continue
            yield k, j
        else:
            yield k, 0
        if k > 5:
            yield 1
            break
    else:
        yield 2
    yield 3


def of_two_yields(n: int) -> Iterator[int]:
    yield from two_yields(n)


def walked(pair: Pair) -> Iterator[Pair]:
    yield from pair  # pyright: ignore


def compared(pair: Pair) -> Iterator[Pair]:
    if pair < pair:  # pyright: ignore
        yield pair


def as_truth(pair: Pair) -> Iterator[Pair]:
    if pair:
        yield pair


def unknown(pair: Pair) -> Iterator[Pair]:
    yield pair.more(1)  # pyright: ignore


def test_objects_and_generators_are_read() -> None:
    rule = Run(read(by_methods))
    for a, b, m in product(range(4), range(-3, 3), (0, 1, 5)):
        assert rule.yields(((a, b), m)) == [each.state for each in by_methods(Pair((a, b)), m=m)]
    rule = Run(read(by_generator))
    for n in range(9):
        assert rule.yields((n,)) == list(by_generator(n))
    rule = Run(read(left_early))
    for n in range(9):
        assert rule.yields((n,)) == list(left_early(n))


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (of_two_yields, "exactly one 'yield'"),
        (walked, "is a number"),
        (compared, "is not read"),
        (as_truth, "is not a condition"),
        (unknown, "pair.more() is not read"),
    ],
)
def test_what_is_not_read_of_them(rule: Callable[..., object], why: str) -> None:
    with pytest.raises(Unreadable) as problem:
        read(rule)
    assert why in problem.value.reason and problem.value.reason.startswith("line ")


ASKED = """
board[0, 1] ; board[board.rows - 1, board.columns - 1] ; board[-1, 0] ; board[cell] ; board[at] ;
board.place(cell, X)[0, 1] ; board.cell(0, 1) ; board.step(cell, 7) ; sum(board.beside(cell)) ; sum(board.free) ;
sum(near * board[near] for near in board.beside(cell)) ; len(tuple(board.cells(O))) ; board.move(cell, 1).piece(1) ;
pieces(LEFT)[1] ; board == board.place(cell, X)
"""
"""What the page on boards says a board can be asked."""


@pytest.mark.some(5)
@pytest.mark.parametrize("asked", map(str.strip, ASKED.split(" ;")))
def test_what_a_board_can_be_asked_is_read(asked: str, tmp_path: Path) -> None:
    path = tmp_path / "asked.py"
    path.write_text(
        "from grundy.rules.board import LEFT, Board, O, X, pieces\n"
        "def f(board: Board, *, cell: int = 0):\n"
        f"    at = (1, 0)\n    if at and ({asked}) != 7:\n        yield {asked}, cell\n"
    )
    scope: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    for state in ((2, 3, 0b000001, 0b010000), (3, 2, 0b011001, 0b100010)):
        for cell in range(6):
            wanted = list(scope["f"](Board(state), cell=cell))
            assert Run(read(scope["f"])).yields((state, cell)) == wanted
            long = Run(read(scope["f"], state=longer(Board, 2, 2)))
            assert long.yields((long_state(state, 2), cell)) == wanted


UNREAD_HELPERS = {
    "mine.py": """from grundy.rules.grids import facing
from theirs import bits, named
def own(n: int):
    return {n: 1}[n]
def by_own(n: int):
    yield own(n)
def by_theirs(n: int):
    yield from named(n)
def by_grundy(n: int):
    if facing(1, n, n):
        yield n - 1
def not_linear(n: int):
    if bits(n):
        yield n - 1
""",
    "theirs.py": "def named(n: int):\n    for k in {n}:\n        yield k\ndef bits(n: int):\n    return n & 5\n",
}


def test_what_is_not_read_in_a_helper_is_told_by_the_line_of_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in UNREAD_HELPERS.items():
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    mine = importlib.import_module("mine")
    for name, wanted in (
        ("by_own", r"line 6: own\(\) cannot be read \(line 4: dictionaries are not read; write a tuple of tuples\)"),
        (
            "by_theirs",
            r"line 8: named\(\) cannot be read \(theirs\.py, line 2: sets are not read; write a tuple, [^()]+\)",
        ),
        ("by_grundy", r"line 10: facing\(\) cannot be read \([^0-9]+\)"),
    ):
        with pytest.raises(Unreadable) as problem:
            read(getattr(mine, name))
        assert re.fullmatch(wanted, problem.value.reason), problem.value.reason
    with pytest.raises(NoFormula, match="line 13: bit arithmetic"):  # it is read
        moves(gr.game(mine.not_linear))
    with pytest.warns(Notice, match="by-own is interpreted, which is slower: line 6: ") as told:
        compiled_rules.native(gr.game(mine.by_own), [3, 2, 1])
    assert (told[0].filename, told[0].lineno) == (str(tmp_path / "mine.py"), 6)


# ---- long strips


@cache
def worth(strip: str, moves: Callable[[str], Iterator[str]], ends: str) -> int:
    """The Grundy value of a strip from rules on letters, apart at ``ends``."""
    met: set[int] = set()
    for after in moves(strip):
        value = 0
        for part in after.split(ends):
            value ^= worth(min(part, part[::-1]), moves, ends)
        met.add(value)
    return next(value for value in range(len(met) + 1) if value not in met)


def clobbers(strip: str) -> Iterator[str]:
    for i in range(len(strip) - 1):
        if strip[i] != strip[i + 1]:
            yield f"{strip[:i]}.{strip[i]}{strip[i + 2 :]}"
            yield f"{strip[:i]}{strip[i + 1]}.{strip[i + 2 :]}"


def dominoes(strip: str) -> Iterator[str]:
    return (f"{strip[:i]}##{strip[i + 2 :]}" for i in range(len(strip) - 1))


def test_pieces_of_the_players() -> None:
    assert pieces(LEFT) == (X, O) and pieces(RIGHT) == (O, X)


@pytest.mark.some(3)
@pytest.mark.parametrize("length", [61, 62, 63, 64, 65, 124, 125])
def test_a_long_strip_of_clobber(length: int) -> None:
    for strip in (("XO" * length)[:length], ("XXO" * length)[:length], ("XOXXOO." * length)[:length]):
        wanted = 0
        for part in strip.split("."):
            wanted ^= worth(min(part, part[::-1]), clobbers, ".")
        rules = gr.impartial(gr.clobber)
        assert nimber(rules, rules(strip).state, Options(way="compiled")) == wanted


@pytest.mark.some(2)
@pytest.mark.parametrize("length", [63, 100, 190, 250])
def test_a_long_strip_of_cram(length: int) -> None:
    strip = "." * length
    assert nimber(gr.cram, gr.cram(strip).state, Options(way="compiled")) == worth(strip, dominoes, "##")


def test_the_kernels_take_apart_and_fold_as_python_does() -> None:
    """Of strips around the ends of words, with parts that lie across them."""
    chance, rules = Random(5), gr.clobber
    assert rules.board is not None
    for length in (63, 64, 124, 125, 186, 187, 248):
        graph = parts.Parts(rules, parts.sides(rules, rules("X" * length).state) or pytest.fail())
        for dense in (0.5, 0.9, 0.99, 1):
            letters = (chance.choice("XO") if chance.random() < dense else "." for _ in range(length))
            strip = "".join(letters)
            state = rules(strip).state
            wanted = [rules.folded(part) for part in rules.split(state) if part[1] > 1]
            words = graph.divided(state)
            found = [(*rules.folded(graph.state_of(word >> 1)), word & 1) for word in words]
            assert [folded for folded, _sign, _negated in found] == [folded for folded, _sign in wanted]
            nontrivial(wanted)
            for (folded, sign, negated), (_folded, own) in zip(found, wanted, strict=True):
                loose = (folded, -1) in rules.board.images(folded)  # it is its own negative
                assert loose or sign * (-1 if negated else 1) == own
            assert graph.divided(rules(strip[::-1]).state) == words[::-1]
            swapped = graph.divided(rules(strip.translate(str.maketrans("XO", "OX"))).state)
            assert [word >> 1 for word in swapped] == [word >> 1 for word in words]


def test_words_are_as_many_as_the_largest_part_takes() -> None:
    assert parts.words_of(gr.clobber, gr.clobber(1, 62, 0, 0).state) == 1
    assert parts.words_of(gr.clobber, gr.clobber("XO" * 32).state) == 4
    assert parts.words_of(gr.clobber, gr.clobber("XO" * 125).state) == 8
    assert parts.words_of(gr.clobber, gr.clobber("|".join(["XOXOXOXO"] * 8)).state) == 4
    assert parts.words_of(gr.clobber, gr.clobber("|".join(["XOXOXOXO.XO"] * 7)).state) == 1
    assert parts.words_of(gr.push, gr.push.make_state((1, 64, 0, 0))) == 0  # its rules are written with integers
    assert parts.words_of(gr.clobber, gr.clobber("X" * (parts.LARGEST + 1)).state) == 0


BEGUN = ["clobber", "konane", "fission", "amazons", "toads-and-frogs", "push", "toppling-dominoes"]


@pytest.mark.parametrize("name", BEGUN)
def test_sizes_alone_are_the_start_of_a_game_that_begins_with_pieces(name: str) -> None:
    for sizes in (["3", "5"], ["4", "6"]):
        state = words.position([name, *sizes], games.load).state
        assert state[:2] == tuple(map(int, sizes)) and any(state[2:])
        assert words.position([name, *sizes], games.load, sizes=True).state[:2] == tuple(map(int, sizes))


def test_sizes_alone_are_no_position_where_a_game_with_pieces_declares_no_start() -> None:
    @gr.partisan_game(board=gr.Grid(".XO"))
    def slide(board: Board, *, player: int):
        for stone in board.cells(1 if player == gr.LEFT else 2):
            for end in board.beside(stone):
                if board[end] == 0:
                    yield board.move(stone, end)

    with pytest.raises(PositionError, match="needs pieces"):
        words.position(["slide", "3", "4"], lambda name: slide)


@pytest.mark.parametrize("name", ["domineering", "nogo"])
def test_sizes_alone_are_an_empty_board_where_one_can_move(name: str) -> None:
    for sizes in (["3", "4"], ["1", "1"]):
        state = words.position([name, *sizes], games.load).state
        assert state[:2] == tuple(map(int, sizes)) and not any(state[2:])


# ---- boards of impartial games


def test_a_game_on_a_board_is_written_as_people_guess() -> None:
    @gr.game(board=gr.Grid(".#", live=".", same="mirror flip turn"))
    def lay(board):  # type: ignore[no-untyped-def]
        for cell in board.free:
            for way in (2, 3):
                other = board.step(cell, way)
                if board[other] == FREE:
                    yield board.place(cell, 1).place(other, 1)

    for text in ("..", "...|...", "..#|...", "....|....|....", ".#.|...|.#."):
        assert lay(text).grundy() == gr.cram(text).grundy(), text
        moves = [move.text for move in lay(text).moves()]
        assert len(moves) == len(set(moves)) == len(list(gr.cram(text).moves()))
    assert lay(3, 4) == lay.start("3x4") == lay.start(3, 4) and str(lay(1, 2)) == "lay(..)"
    assert (lay(2, 2) + gr.nim(2)).grundy() == gr.cram(2, 2).grundy() ^ 2

    @lay.spelling
    def words_of(before: object, after: object) -> str:
        return "a domino"

    assert [move.text for move in lay("..").moves()] == ["a domino"]


@pytest.mark.parametrize(
    ("board", "said"),
    [(3, "a board is a Grid, such as Grid"), (".#", "not '.#'")],
)
def test_what_is_no_grid_is_refused(board: object, said: str) -> None:
    with pytest.raises(RulesError, match=said):

        @gr.game(board=board)  # type: ignore[call-overload]
        def rules(board):  # type: ignore[no-untyped-def]
            yield board


def test_moves_of_a_player_are_no_moves_of_both() -> None:
    with pytest.raises(RulesError, match="with an argument player, use @partisan_game"):

        @gr.game(board=gr.Grid(".X"))
        def rules(board: Board, *, player: int):
            yield board


# ---- endings


def fill(board: Board) -> Iterator[Board]:
    for cell in board.free:
        yield board.place(cell, X)


def fill_own(board: Board, *, player: int) -> Iterator[Board]:
    for cell in board.free:
        yield board.place(cell, pieces(player)[0])


def test_an_ending_of_a_board_takes_its_integers() -> None:
    """Two X beside each other end the game: against plain play."""
    rules = gr.game(board=gr.Grid(".X"))(fill)

    @rules.ending
    def pair(rows: int, columns: int, x: int) -> int | None:
        return gr.LOSS if x & x >> 1 or x.bit_count() == columns else None

    def wins(x: int, n: int) -> bool:
        return not x & x >> 1 and any(not wins(x | 1 << i, n) for i in range(n) if not x >> i & 1)

    for n in range(1, 9):
        assert str(rules(1, n).solve().outcome).startswith("first") == wins(0, n)
        nontrivial(n > 2)


def node_kayles(near: Sequence[Sequence[int]], live: str = ".") -> Any:
    """Take a vertex and those beside it."""

    @gr.game(board=gr.Grid(".#", live=live, shape="graph", graph=tuple(map(tuple, near))))
    def vertices(board: Board):
        for cell in board.free:
            after = board.place(cell, 1)
            for other in board.beside(cell):
                after = after.place(other, 1)
            yield after

    return vertices("." * len(near))


def test_a_graph_comes_apart_along_its_edges() -> None:
    for n in (1, 5, 14, 29):  # a path is a row of Dawson's Chess, a ring such a row without three
        path = [[j for j in (i - 1, i + 1) if 0 <= j < n] for i in range(n)]
        assert node_kayles(path).grundy() == gr.octal("0.137")(n).grundy()
    ring = [[(i - 1) % 17, (i + 1) % 17] for i in range(17)]
    assert node_kayles(ring).grundy() == mex({gr.octal("0.137")(14).grundy()})
    chance = Random(1)
    for _graph in range(12):
        edges = [{*chance.sample(range(9), 2)} for _edge in range(chance.randrange(4, 12))]
        near = [sorted({j for edge in edges if i in edge for j in edge - {i}}) for i in range(9)]
        arcs = [[j for j in row if chance.random() < 0.7] for row in near]  # some lead one way
        assert node_kayles(near).grundy() == node_kayles(near, "").grundy()
        assert node_kayles(arcs).grundy() == node_kayles(arcs, "").grundy()
        nontrivial(any(near))


def test_parts_of_a_graph_that_are_alike_are_one() -> None:
    """A path is one part for each length, however it is numbered; what is called alike is isomorphic."""
    for chance in (None, Random(2)):
        place = chance.sample(range(60), 60) if chance else list(range(60))
        near = [sorted(j for j in range(60) if abs(place[i] - place[j]) == 1) for i in range(60)]
        position = node_kayles(near)
        assert position.grundy() == gr.octal("0.137")(60).grundy()
        assert len(proof_numbers.searched(position.ruleset).pieces.parts) <= 60
        assert not Adjacency(near)._knots  # it is walked at one step
    chance = Random(3)
    for _graph in range(4):
        heads = [[j for j in range(6) if j != i and chance.random() < 0.25] for i in range(6)]
        graph, arcs = Adjacency(heads), {(i, j) for i in range(6) for j in heads[i]}
        near = [sum(1 << j for j in range(6) if {(i, j), (j, i)} & arcs) for i in range(6)]
        for part in chain.from_iterable(connected(chance.randrange(1, 64), near) for _turn in range(80)):
            (first,) = graph.parts(part, [shown := chance.choice((0, 21)) & part])
            before, after, marked, its = ({*bits(each)} for each in (part, first[0], shown, first[1]))
            own = {(i, j) for i, j in arcs if {i, j} <= after}
            assert any(
                {to[i] for i in marked} == its and {(to[i], to[j]) for i, j in arcs if {i, j} <= before} == own
                for to in (dict(zip(before, row, strict=True)) for row in permutations(after, len(before)))
            )
            nontrivial(first[0] != part or len(before) > 3)


def test_a_graph_of_too_many_cells_is_refused() -> None:
    with pytest.raises(PositionError, match="at most 65,536 cells, not 1 by 100,000"):
        node_kayles([[]] * 100_000)


def test_rules_that_go_by_the_numbers_of_cells_are_seen() -> None:
    @gr.game(board=gr.Grid(".#", live=".", shape="graph", graph=((1,), (0, 2), (1, 3), (2, 4), (3, 5), (4,))))
    def rooted(board: Board):
        for cell in board.free:
            after = board.place(cell, 1)
            yield after.place(1, 1) if cell == 0 else after

    with pytest.raises(RulesError, match="does not come apart as live="):
        rooted("." * 6).grundy()
