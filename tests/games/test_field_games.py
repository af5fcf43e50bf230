"""The games on boards, graphs and cakes that the field's programs ship: published values, and the rules written anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

import grundy as gr
from cases import nontrivial
from grundy.common.errors import PositionError
from grundy.games import load
from grundy.rules.data import routine
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.values.nimber import mex
from grundy.values.short import Value, game

CGSUITE = "CGSuite, tests of its rulesets (GameHeapTest, GameGridTest)"
EATEN = [
    "^",
    "{^|||^*|v||0}",
    "{^^|*}",
    "{^^|*||0,{0|vv*}}",
    "{^3|^*||*}",
    "{^3|^*||*|||0,{0,{^|0,v*}|||0|vv*||0}}",
    "{0||^^*|0|||*}",
    "*",
]
"""Eatcake of 8 rows and 1 to 8 columns: CGSUITE."""
Moves = Callable[..., Iterator[Hashable]]


def partisan(name: str) -> PartisanRuleset:
    found = load(name)
    assert isinstance(found, PartisanRuleset)
    return found


def valued(moves: Moves) -> Callable[[Hashable], Value]:
    """Return the value of a state by the rules alone."""

    @cache
    def value(state: Hashable) -> Value:
        return game((value(s) for s in moves(state, LEFT)), (value(s) for s in moves(state, RIGHT)))

    return value


def test_the_published_values_of_eatcake_and_turn_and_eatcake() -> None:
    eatcake = partisan("eatcake")
    assert [eatcake(8, n).value() for n in range(1, 9)] == [gr.Value(text) for text in EATEN]
    turned = ["v", "0", "v", "0", "v<3>", "0", "v", "0"]
    assert [eatcake(8, n, turn=1).value() for n in range(1, 9)] == [gr.Value(text) for text in turned]
    for rows, columns in product(range(1, 7), repeat=2):
        wanted = gr.cutcake(rows, columns).value()
        assert eatcake(rows, columns, left=(4,), right=(4,)).value() == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "params", "value"),
    [
        ("XOXO|OOX.|XXX.", {"aslant": 2}, "{0,v*|vv}"),
        ("XOXO|OO..", {"aslant": 0, "takes": 4, "leaves": 1}, "{*|-1}"),
        ("XOX|OX.", {"aslant": 0}, "{^^*|*,v}"),
    ],
)
def test_the_published_values_of_clobbers_kin(board: str, params: dict[str, int], value: str) -> None:
    assert partisan("general_clobber")(board, **params).value() == gr.Value(value)  # CGSUITE


def clobber_moves(aslant: int, far: int, knight: int, takes: int, leaves: int) -> Moves:
    """The rules of General Clobber, on rows of letters."""
    flat, oblique = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    leaps = [(a * i, b * j) for a, b in ((1, 2), (2, 1)) for i in (1, -1) for j in (1, -1)]
    ways = leaps if knight else [flat, flat + oblique, oblique][aslant]

    def moves(rows: tuple[str, ...], player: int) -> Iterator[tuple[str, ...]]:
        own, other = "XO" if player == LEFT else "OX"
        wanted = {1: other, 2: own, 3: own + other, 4: "."}[takes]
        cells = {(r, c): face for r, row in enumerate(rows) for c, face in enumerate(row)}
        for (r, c), face in cells.items():
            for down, across in ways if face == own else []:
                k = 1
                while far and takes != 4 and cells.get((r + k * down, c + k * across)) == ".":
                    k += 1
                end = r + k * down, c + k * across
                if end in cells and cells[end] in wanted:
                    after = {**cells, (r, c): other if leaves else ".", end: own}
                    yield tuple("".join(after[i, j] for j in range(len(rows[0]))) for i in range(len(rows)))

    return moves


@pytest.mark.slow
@pytest.mark.parametrize(
    "params",
    [
        {"aslant": 1},
        {"aslant": 0, "far": 1},
        {"aslant": 1, "far": 1},
        {"aslant": 2, "far": 1},
        {"knight": 1, "aslant": 0},
        {"aslant": 0, "takes": 2},
        {"aslant": 0, "takes": 3},
        {"aslant": 0, "takes": 4, "leaves": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("count", [4, pytest.param(12, marks=pytest.mark.hours)])
def test_general_clobber_is_played_as_its_parameters_say(params: dict[str, int], count: int) -> None:
    value = valued(clobber_moves(**{"far": 0, "knight": 0, "takes": 1, "leaves": 0, **params}))
    random, some = Random(30), 0
    for _case in range(count):
        rows = tuple("".join(random.choice("XXOO.") for _ in range(3)) for _ in range(3 - ("leaves" in params)))
        wanted = value(rows)
        some += wanted != 0
        assert partisan("general_clobber")("|".join(rows), **params).value() == wanted, rows
    assert 2 * some >= count


def dirt_moves(state: tuple[frozenset[tuple[int, int]], ...], player: int) -> Iterator[Hashable]:
    """King Dirt: Left's kings, Right's, and the free cells."""
    own = 0 if player == LEFT else 1
    for r, c in state[own]:
        for end in state[2]:
            if max(abs(end[0] - r), abs(end[1] - c)) == 1:
                after = [*state]
                after[own], after[2] = state[own] - {(r, c)} | {end}, state[2] - {end}
                yield tuple(after)


@pytest.mark.slow
def test_king_dirt_by_brute_force() -> None:
    value, random = valued(dirt_moves), Random(31)
    for _case in range(25):
        rows = ["".join(random.choice("XO....#") for _column in range(3)) for _row in range(3)]
        cells = {(r, c): face for r, row in enumerate(rows) for c, face in enumerate(row)}
        wanted = value(tuple(frozenset(cell for cell, face in cells.items() if face == kind) for kind in "XO."))
        nontrivial(wanted != 0)
        assert partisan("king_dirt")("|".join(rows)).value() == wanted, rows


def sheep_moves(state: tuple[tuple[int, ...], int, int], player: int) -> Iterator[Hashable]:
    """Battle Sheep: cells row by row, above 0 Left's sheep, below 0 Right's; each row is half a cell further right."""
    cells, rows, columns = state
    for at, stack in enumerate(cells):
        for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
            r, c = divmod(at, columns)
            while 0 <= r + down < rows and 0 <= c + across < columns and not cells[(r + down) * columns + c + across]:
                r, c = r + down, c + across
            for gone in range(1, abs(stack) if stack * player > 0 and r * columns + c != at else 0):
                after = list(cells)
                after[at], after[r * columns + c] = stack - player * gone, player * gone
                yield tuple(after), rows, columns


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (2, 2), (2, 3), (3, 2)])
def test_battle_sheep_by_brute_force(rows: int, columns: int) -> None:
    value, random = valued(sheep_moves), Random(rows * 10 + columns)
    for _case in range(10):
        cells = [0] * rows * columns
        for sign, at in zip((1, -1), random.sample(range(rows * columns), 2), strict=True):
            cells[at] = sign * random.randint(1, 4)
        faces = "".join("X" if cell > 0 else "O" if cell else "." for cell in cells)
        board = "|".join(faces[r * columns : (r + 1) * columns] for r in range(rows))
        wanted = value((tuple(cells), rows, columns))
        nontrivial(wanted != 0)
        numbers = [*map(abs, cells), *[0] * (9 - len(cells))]
        assert partisan("battle_sheep")(board, *numbers).value() == wanted, (board, numbers)


@pytest.mark.parametrize("graph", ["1-2-3-4", "1-2 1-3 1-4", "1b-2-3b-4", "1b-2-3-1 3-4r", "1-2-3b-4-5r"])
def test_snort_is_general_col(graph: str) -> None:
    assert partisan("fjords")(graph, nobody=1).value() == gr.snort(graph).value()


@pytest.mark.parametrize("graph", ["1-2-3-4", "1-2 1-3 1-4", "1-2-3-1 3-4", "1-2-3-4-5-1"])
def test_col_is_general_col(graph: str) -> None:
    assert partisan("fjords")(graph, own=0, nobody=1, other=1).value() == gr.col(graph).value()


def fjord_moves(near: dict[int, set[int]]) -> Moves:
    """Fjords: the marks of the vertices that are left, "" where a vertex is nobody's."""

    def moves(state: frozenset[tuple[int, str]], player: int) -> Iterator[Hashable]:
        own, marks = "b" if player == LEFT else "r", dict(state)
        for v in marks:
            if marks[v] == own:
                rest = {w: mark or own * (w in near[v]) for w, mark in marks.items() if w != v}
                yield frozenset((w, mark) for w, mark in rest.items() if w not in near[v] or mark == own)

    return moves


@pytest.mark.parametrize(
    "edges", ["1-2 2-3 3-4", "1-2 1-3 1-4 2-3", "1-2 2-3 3-4 4-1 1-5", "1-2 2-3 4-5 5-6 1-4 2-5 3-6"]
)
def test_fjords_by_brute_force(edges: str) -> None:
    near = dict[int, set[int]]()
    for edge in edges.split():
        a, b = map(int, edge.split("-"))
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    value, random = valued(fjord_moves(near)), Random(edges)
    for _case in range(12):
        marks = {v: random.choice(("", "", "b", "r")) for v in sorted(near)}
        graph = " ".join(
            f"{a}{marks[int(a)]}-{b}{marks[int(b)]}" for a, b in (edge.split("-") for edge in edges.split())
        )
        wanted = value(frozenset(marks.items()))
        nontrivial(wanted != 0)
        assert partisan("fjords")(graph).value() == wanted, graph


def test_weighted_arc_kayles_by_brute_force() -> None:
    @cache
    def worth(counters: tuple[int, ...], edges: tuple[tuple[int, int], ...]) -> int:
        taken = (
            tuple(n - (v in edge) for v, n in enumerate(counters, 1))
            for edge in edges
            if all(counters[v - 1] for v in edge)
        )
        return mex(worth(after, edges) for after in taken)

    random = Random(32)
    for graph in ("1-2", "1-2-3", "1-2-3-1", "1-2 1-3 1-4", "1-2-3-4", "1-2-3-4-1 1-3"):
        position = load("weighted_arc_kayles")(graph)
        vertices, edges = int(max(graph)), tuple(position.ruleset.params["edges"])
        for _case in range(8):
            counters = tuple(random.randint(0, 4) for _vertex in range(vertices))
            wanted = worth(counters, edges)
            nontrivial(wanted > 0)
            assert load("weighted_arc_kayles")(f"{graph}: {' '.join(map(str, counters))}").grundy() == wanted
        assert routine(position.ruleset, position.ruleset.hooks["parts"]).functions, "so that they are compiled"


class Network:
    """What NetworkX has of a graph."""

    def __init__(self, nodes: Iterable[Hashable], edges: Iterable[tuple[Hashable, ...]]) -> None:
        self.nodes, self.edges = list(nodes), list(edges)


CYCLE, COMPLETE, PETERSEN = "DUW", "D~{", "IheA@GUAo"
"""Graphs in graph6."""


def test_node_kayles_by_brute_force() -> None:
    @cache
    def worth(left: frozenset[int], edges: frozenset[tuple[int, int]]) -> int:
        return mex(worth(left - {v, *(w for edge in edges if v in edge for w in edge)}, edges) for v in left)

    kayles, random = load("node_kayles"), Random(33)
    for count, often in product(range(1, 9), (0.2, 0.4, 0.6, 0.8)):
        edges = {edge for edge in combinations(range(1, count + 1), 2) if random.random() < often}
        near = {v: {w for edge in edges if v in edge for w in edge if w != v} for v in range(1, count + 1)}
        wanted, names = worth(frozenset(near), frozenset(edges)), "abcdefgh"
        named = Network(names[:count], [(names[u - 1], names[v - 1], 0) for u, v in edges])
        for graph in (near, Network(near, edges), named, " ".join([*map(str, near), *(f"{u}-{v}" for u, v in edges)])):
            position = kayles(graph)
            assert position.grundy() == wanted
            assert position == kayles(near) == kayles(position.ruleset.show(position.state))
        nontrivial(wanted > 0)


@pytest.mark.parametrize(
    ("graph", "value"),
    [
        *((f"1x{n}", gr.octal("0.137")(n).grundy()) for n in (1, 10, 80)),
        *((n, 1) for n in ("Bw", COMPLETE, PETERSEN, ">>graph6<<@")),
        *((n, 0) for n in ("?", "", "2x4", "4x4", "A?")),
        (CYCLE, mex({gr.octal("0.137")(2).grundy()})),
        ("1-2 2-1", 1),
        ("1-2 1-3 1-4 1-5", 2),
        ("1-2-3-1 3-4-5-3 5-6-7-5", 3),
    ],
)
def test_node_kayles_on_graphs_that_are_known(graph: str, value: int) -> None:
    """A path is Dawson's Chess, a ring such a path without three; on a lattice of even size the middle answers."""
    kayles = load("node_kayles")
    position = kayles.start(graph) if "x" in graph else kayles(graph)
    assert position is not None and position.grundy() == value


@pytest.mark.parametrize(
    ("graph", "told"),
    [
        ("1-1", "joins vertex 1 to itself"),
        (Network([0], [(0, 0)]), "joins vertex 0 to itself"),
        ({1: [2], 2: []}, "1 is joined to 2 and 2 is not joined to 1"),
        ({1: [3]}, "1 is joined to 3, which is not a vertex"),
        ({1: 2}, "a dict has a list of neighbours"),
        ([[1], [0, 2], [1]], "is not a vertex or an edge"),
        (Network(range(100_000), []), "below 10,000"),
        ([(1, 100_000)], "below 10,000, not 100,000"),
        ([("a", "b")], "is not a vertex or an edge"),
        (None, "is not a vertex or an edge"),
        ("house", "nor a graph in graph6"),
        ("B", "nor a graph in graph6"),
        ("~?", "nor a graph in graph6"),
        ("~~~~~~~~~", "nor a graph in graph6"),
    ],
)
def test_graphs_that_are_none(graph: object, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        load("node_kayles")(graph)


def test_the_fox_of_ceylon_reaches_farther() -> None:
    """Its moves, one by one; it does not pass a goose."""
    fox = load("fox_and_geese")
    ends = {str(move) for move in fox("#.#./.#.#/#.#./O#.#", "O", reach=2).moves()}
    assert ends == {"(4,1)-(3,2)", "(4,1)-(2,3)"}
    assert {str(move) for move in fox("#X#./X#.#/#.#./O#.#", "O").moves()} == {"(4,1)-(3,2)"}
    assert len(list(fox("#X#./.#X#/#.#./O#.#", "O", reach=2).moves())) == 1
    plain, far = (fox.start("4x4", reach=reach).solve() for reach in (1, 2))
    assert str(plain.outcome) == str(far.outcome)


def test_wild_edges_fall_with_what_hangs_on_them() -> None:
    """Left's edges as in Hackenbush, Right's childish: between the two games."""
    for picture in ("0-1b-2b-3r 0-2r-4r", "0-1b-2r 0-3r-4b"):
        childish = partisan("childish_hackenbush")
        assert childish(picture, wild=1).value() >= childish(picture).value() >= childish(picture, wild=-1).value()
    assert partisan("childish_hackenbush")("0-1b-2b", wild=1).value() == gr.hackenbush("0-1b-2b").value()


def test_bad_input_is_told() -> None:
    for name, words, params, told in (
        ("eatcake", ("2x3",), {"turn": 2}, "turn is 0 or 1"),
        ("eatcake", ("2x3",), {"left": (0, 8)}, "digits of left"),
        ("weighted_arc_kayles", ("1-2-3: 1 2",), {}, "counters of 3 vertices"),
        ("weighted_arc_kayles", ("1-2: 1 x",), {}, "counters of 2 vertices"),
        ("battle_sheep", ("X.", 2), {}, "9 numbers"),
    ):
        with pytest.raises(PositionError, match=told):
            load(name)(*words, **params)


def hops(strip: str, slide: int, jump: int, back: int) -> set[str]:
    """What Left's toads X make of a strip by one move, said in patterns of squares."""
    found = set[str]()
    for at in (at for at, animal in enumerate(strip) if animal == "X"):
        before, after = strip[:at], strip[at + 1 :]
        ahead = len(after) - len(after.lstrip("."))
        behind = len(before) - len(before.rstrip("."))
        found |= {f"{before}.{after[: far - 1]}X{after[far:]}" for far in range(1, min(slide, ahead) + 1)}
        found |= {f"{before[: at - far]}X{'.' * far}{after}" for far in range(1, min(back, behind) + 1)}
        frogs = len(after) - len(after.lstrip("O"))
        if 0 < frogs <= jump and after[frogs : frogs + 1] == ".":
            found.add(f"{before}.{'O' * frogs}X{after[frogs + 1 :]}")
    return found


def turned(strip: str) -> str:
    """The strip as the frogs see it."""
    return strip[::-1].translate(str.maketrans("XO", "OX"))


def test_toads_and_frogs_that_slide_back() -> None:
    """The moves against patterns of squares; with no step back those of Toads and Frogs; values against a search."""
    rules, random = partisan("backsliding-toads-and-frogs"), Random(7)
    for _case in range(150):
        strip = "".join(random.choice("XO..") for _ in range(random.randint(4, 9)))
        settings = {"slide": random.randint(0, 3), "jump": random.randint(0, 3), "back": random.randint(1, 2)}
        position = rules(strip, **settings)
        for side, seen in ((LEFT, strip), (RIGHT, turned(strip))):
            wanted = hops(seen, **settings)
            mine = {position.ruleset.show(state) for state in position.ruleset.options_of(position.state, side)}
            assert mine == ({turned(each) for each in wanted} if side == RIGHT else wanted), (strip, settings)
            nontrivial(bool(wanted))
        plain = rules(strip, back=0)
        assert {str(move.after.ruleset.show(move.after.state)) for move in plain.moves()} == {
            str(move.after.ruleset.show(move.after.state)) for move in partisan("toads-and-frogs")(strip).moves()
        }
    for strip in ("X.O", "XX.O", "X..O", "XX.OO", "X.O.", "XO.O"):
        position = rules(strip)
        assert position.value().outcome is position.solve(method="search").outcome
    assert str(rules("XX.O").value()) == "on" and rules("XX.O").value() == -rules("X.OO").value()


def test_sheep_and_sprouts_have_words_for_their_moves() -> None:
    """A state stands in them only where several moves have the same words; the words name what the rules say of a move."""
    sheep = load("battle_sheep").start()
    assert [move.text for move in sheep.moves()][:4] == [
        *(f"(1,1)-(1,3), {n} sheep" for n in (1, 2, 3)),
        "(1,1)-(3,1), 1 sheep",
    ]
    chance, told, states = Random(7), 0, 0
    for begun in (sheep, load("sprouts")(3), load("sprouts")(4)):
        for _game in range(8):
            place = begun
            while moves := list(place.moves()):
                told, states = told + len(moves), states + sum("→" in move.text for move in moves)
                place = chance.choice(moves).after
    assert told > 500 and states < told / 4
    assert [move.text for move in load("sprouts")(4).moves()] == ["join 1 and 2", "loop at 1", "loop at 1 around 1"]
    two = load("sprouts")("0.0.ab|0.ab|")
    assert {"join a and b in region 2", "join 5 and a in region 2"} <= {move.text for move in two.moves()}
