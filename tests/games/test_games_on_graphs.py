"""Partisan games on graphs and on heaps: published values, and brute force with the rules written anew.

The rules here work on sets of vertices and of edges and are taken from the sources' words; nothing of the games' own
functions is used.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

import grundy as gr
from brute import Whole
from cases import nontrivial
from grundy import games
from grundy.common.errors import PositionError
from grundy.games.green_hackenbush import fusion
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.position import Position
from grundy.solving.compiled_rules import native
from grundy.values.short import Value, game

CGSUITE = "CGSuite, tests of its rulesets"
CLOBBER = "Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5(2), 2005"
OEIS = "OEIS A006022, after Winning Ways ch. 2"


def ring(colours: str, at: int, first: int = 10) -> str:
    """Return a ring of edges that begins and ends at a vertex."""
    around = [at, *range(first, first + len(colours) - 1), at]
    return " ".join(f"{u}-{v}{colour}" for u, v, colour in zip(around, around[1:], colours, strict=False))


PUBLISHED: list[tuple[str, tuple[Any, ...], str, str]] = [
    ("hackenbush", ("BRBRRBBR",), "77/128", CGSUITE),
    ("hackenbush", ("0-1b-2b 1-3r-4b",), "3/2", CGSUITE),
    ("hackenbush", ("GGGGGGG",), "*7", CGSUITE),
    ("hackenbush", ("0-1-2-3-4 3-5 1-6-7-8-9 6-10-11 1-12-13-14 12-15",), "*5", CGSUITE),
    ("hackenbush", ("0-1-2-3 1-4-3-5-6-7 5-8-9-10 8-9",), "*2", f"Winning Ways ch. 7, fig. 3; {CGSUITE}"),
    ("hackenbush", ("BRR",), "1/4", "Winning Ways ch. 1, Berlekamp's rule for strings"),
    ("hackenbush", ("BRB",), "3/4", "Winning Ways ch. 1, Berlekamp's rule for strings"),
    ("hackenbush", ("GB",), "^*", "by hand: {0, *|0}"),
    ("childish-hackenbush", ("0-1b-2b 1-3r-4b",), "2", CGSUITE),
    ("childish-hackenbush", (ring("bbbbbbrrrr", 0),), "{4|-2}", CGSUITE),
    ("childish-hackenbush", ("0-1r-2r-3r-4r-5r 1-9b 2-9b 3-9b 4-9b 5-9b",), "15/16", CGSUITE),
    ("col", ("1b-2-3b-4-5r-6-7b-8-9b-10",), "7/8", CGSUITE),
    ("col", (1,), "*", "Winning Ways ch. 2"),
    ("snort", ("1b-2-3-4-5b",), "{4|0,+-1}", CGSUITE),
    ("snort", ("1-2-3-4 3-5",), "+-{3|2}", CGSUITE),
    *[
        ("graph-clobber", (row,), worth, CLOBBER)
        for row, worth in (("1x-2o", "*"), ("1x-2x-3o", "^"), ("1x-2x-3x-4o", "^^*"))
    ],
    ("graph-clobber", ("1x-2o-3x 4o-5x 1-4 2-5",), "{^^*|*,v}", CGSUITE),
    *[("cutcake", (n, 8), str(worth), CGSUITE) for n, worth in enumerate((7, 3, 3, 1, 1, 1, 1, 0), 1)],
    *[("maundy-cake", (n, 8), str(worth), CGSUITE) for n, worth in enumerate((7, 3, 3, 1, 3, 1, 3, 0), 1)],
    *[
        ("maundy-cake", (1, n), str(worth), OEIS)
        for n, worth in enumerate((0, 1, 1, 3, 1, 4, 1, 7, 4, 6, 1, 10, 1, 8, 6, 15, 1, 13, 1, 16, 8, 12, 1, 22), 1)
    ],
    ("partisan-subtraction", (6,), "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}", CGSUITE),
    *[
        ("partisan-euclid", (8, n), worth, CGSUITE)
        for n, worth in enumerate(["0", "0", "v", "0", "0", "^", "^5", "0"], 1)
    ],
    ("digraph-placement", ("1b>2r>1",), "*", "by hand: either vertex takes both"),
    ("digraph-placement", ("1b>2r",), "1/2", "by hand: {0|1}"),
    ("partisan-arc-kayles", ("1-2b-3b-4r",), "1/2", CGSUITE),
    ("partisan-arc-kayles", ("1-2b-3r-4b-5r-6b-7b 5-8r-9g-10g-11r-12b 10-13b",), "{3*|2*||3/2,3/2*|1/2*}", CGSUITE),
]


@pytest.mark.parametrize(("name", "arguments", "value", "source"), PUBLISHED)
def test_published_values(name: str, arguments: tuple[Any, ...], value: str, source: str) -> None:
    assert games.load(name)(*arguments).value() == Value(value), source


def test_lollipops() -> None:
    """CGSuite, tests of its rulesets; its ^[4]* is a green edge that carries four blue ones."""
    childish: Any = games.load("childish-hackenbush")
    inner = game([Value(0)], [games.load("hackenbush")("GBBBB").value()])
    assert childish("0-1 0-1 " + ring("bbbbbbrrr", 1)).value() == game([inner], [Value("vv")])
    assert childish("0-1 0-1 0-1 " + ring("bbbbbbbbbrr", 1)).value().atomic_weight() == Fraction(3, 2)


# ---- the rules anew: a state, and what a player can make of it


Edge = tuple[int, int, str, int]
"""Two ends, the colour, and a number that tells double edges apart."""
Picture = frozenset[Edge]
MINE = {LEFT: "bg", RIGHT: "rg"}


def held(edges: Picture) -> Picture:
    """Return the edges that some path joins with the ground."""
    reached = {0}
    while True:
        more = {v for edge in edges for v in edge[:2] if reached & set(edge[:2])} | reached
        if more == reached:
            return frozenset(edge for edge in edges if edge[0] in reached)
        reached = more


def hackenbush(edges: Picture, player: int) -> Iterator[Picture]:
    return (held(edges - {edge}) for edge in edges if edge[2] in MINE[player])


def childish_hackenbush(edges: Picture, player: int) -> Iterator[Picture]:
    for edge in edges:
        if edge[2] in MINE[player]:
            left_over = edges - {edge}
            if edge[2] == "g" or held(left_over) == left_over:
                yield held(left_over)


def partisan_arc_kayles(edges: Picture, player: int) -> Iterator[Picture]:
    for edge in edges:
        if edge[2] in MINE[player]:
            yield frozenset(other for other in edges if not set(edge[:2]) & set(other[:2]))


Field = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, str]], frozenset[tuple[int, str]]]
"""A graph, the letters of its vertices, and the colours painted so far."""


def map_colouring(field: Field, player: int, bad: Callable[[str, str], bool]) -> Iterator[Field]:
    edges, letters, painted = field
    colours, colour = dict(painted), "b" if player == LEFT else "r"
    for v, letter in letters:
        around = [b if a == v else a for a, b in edges if v in (a, b)]
        if v not in colours and letter in ("", colour) and not any(bad(colour, colours.get(w, "")) for w in around):
            yield edges, letters, painted | {(v, colour)}


def col(field: Field, player: int) -> Iterator[Field]:
    return map_colouring(field, player, lambda own, other: own == other)


def snort(field: Field, player: int) -> Iterator[Field]:
    return map_colouring(field, player, lambda own, other: other not in ("", own))


Stones = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, str]]]


def graph_clobber(board: Stones, player: int) -> Iterator[Stones]:
    edges, stones = board
    own, other = "xo" if player == LEFT else "ox"
    for u, v in edges:
        for start, end in ((u, v), (v, u)):
            if {(start, own), (end, other)} <= stones:
                yield edges, stones - {(start, own), (end, other)} | {(end, own)}


def digraph_placement(board: Stones, player: int) -> Iterator[Stones]:
    arcs, vertices = board
    for v, colour in vertices:
        if colour == ("b" if player == LEFT else "r"):
            yield arcs, frozenset((w, other) for w, other in vertices if w != v and (v, w) not in arcs)


Cakes = tuple[tuple[int, int], ...]


def cakes_cut(cakes: Cakes, player: int, equal: bool) -> Iterator[Cakes]:
    for i, (rows, columns) in enumerate(cakes):
        side = columns if player == LEFT else rows
        for cut in compositions(side):
            if len(cut) > 1 and (len(set(cut)) == 1 if equal else len(cut) == 2):
                pieces = [(rows, k) if player == LEFT else (k, columns) for k in cut]
                yield tuple(sorted([*cakes[:i], *pieces, *cakes[i + 1 :]]))


@cache
def compositions(n: int) -> list[tuple[int, ...]]:
    """Return the ways to write a number as a sum of numbers from 1 up."""
    return [(k, *rest) for k in range(1, n + 1) for rest in compositions(n - k)] if n else [()]


def cutcake(cakes: Cakes, player: int) -> Iterator[Cakes]:
    return cakes_cut(cakes, player, False)


def maundy_cake(cakes: Cakes, player: int) -> Iterator[Cakes]:
    return cakes_cut(cakes, player, True)


SETS: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((1, 3), (2, 3)), ((2,), (1, 4)), ((1, 2, 5), (3,)), ((1,), ())]
Heaps = tuple[tuple[int, ...], int]


def partisan_subtraction(heaps: Heaps, player: int) -> Iterator[Heaps]:
    own = SETS[heaps[1]][0 if player == LEFT else 1]
    for i, heap in enumerate(heaps[0]):
        for rest in range(heap):
            if heap - rest in own:
                yield (*heaps[0][:i], rest, *heaps[0][i + 1 :]), heaps[1]


def partisan_euclid(pair: tuple[int, int], player: int) -> Iterator[tuple[int, int]]:
    p, q = pair
    k = max(k for k in range(p + 1) if k * q <= p)
    t = p - k * q
    if t:
        yield (q, t) if player == LEFT else (q, q - t)


RULES: dict[str, Callable[[Any, int], Iterator[Any]]] = {
    f.__name__.replace("_", "-"): f
    for f in (
        *(hackenbush, childish_hackenbush, partisan_arc_kayles, col, snort, graph_clobber, digraph_placement),
        *(cutcake, maundy_cake, partisan_subtraction, partisan_euclid),
    )
}
ON_GRAPHS = list(RULES)[:7]


WHOLE = Whole(RULES)


def positions(name: str) -> Iterator[tuple[Any, tuple[Any, ...], dict[str, Any]]]:
    """Iterate over small positions: the state for the rules anew, and the arguments and parameters of the game."""
    random = Random(name)
    if name in ("cutcake", "maundy-cake"):
        most = 5 if name == "cutcake" else 8
        for rows, columns in product(range(1, 9), repeat=2):
            if rows * columns <= 2 * most:
                yield ((rows, columns),), (rows, columns), {}
        yield ((1, 4), (2, 2), (3, 1)), ("1x4", "2x2 3x1"), {}
    elif name == "partisan-subtraction":
        for k, (left, right) in enumerate(SETS):
            for heaps in [*((n,) for n in range(12)), *product(range(5), repeat=2), (1, 2, 3)]:
                yield (heaps, k), heaps, {"left": left, "right": right}
    elif name == "partisan-euclid":
        for p, q in product(range(1, 40), repeat=2):
            yield (max(p, q), min(p, q)), (p, q), {}
    elif name in ("hackenbush", "childish-hackenbush", "partisan-arc-kayles"):
        ground = name != "partisan-arc-kayles"
        for number in range(200):
            edges: list[Edge] = []
            for i in range(random.randint(1, 7)):
                u = (
                    random.choice(sorted({0, *(v for edge in edges for v in edge[:2])}))
                    if ground
                    else random.randrange(5)
                )
                edges.append((u, random.randrange(5), random.choice("brg" if number % 2 else "br"), i))
            text = random.choice(" ,;").join(f"{u}-{v}{colour}" for u, v, colour, _ in edges)
            yield frozenset(edges), (text,), {}
    else:
        for _ in range(200):
            count = random.randint(4, 6) if name == "graph-clobber" else random.randint(1, 5)
            faces = {"col": ["", "", "b", "r"], "snort": ["", "", "b", "r"], "graph-clobber": ["", *"xoxo"]}.get(
                name, [*"br"]
            )
            shown = {v: random.choice(faces) for v in range(1, count + 1)}
            link = ">" if name == "digraph-placement" else "-"
            joined = [
                e
                for e in product(shown, repeat=2)
                if (e[0] < e[1] or (link == ">" and e[0] != e[1]))
                and random.random() < (0.7 if name == "graph-clobber" else 0.5)
            ]
            text = " ".join([*(f"{u}{link}{v}" for u, v in joined), *(f"{v}{face}" for v, face in shown.items())])
            board = (frozenset(joined), frozenset(shown.items()))
            yield (*board, frozenset()) if name in ("col", "snort") else board, (text,), {}


# ---- the games against them


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("name", RULES)
def test_values_and_outcomes_are_those_of_plain_play(name: str) -> None:
    """Symmetries and parts are declared of the games, and not used on the other side."""
    seen = 0
    for state, arguments, params in positions(name):
        position = games.load(name)(*arguments, **params)
        value = position.value()
        nontrivial(any(position.options()))
        assert value == WHOLE.value(name, state), position
        assert value.outcome.name == WHOLE.outcome(name, state), position
        seen += 1
    assert seen > 20


@pytest.mark.some(4)
@pytest.mark.parametrize("name", RULES)
def test_the_impartial_version(name: str) -> None:
    for number, (state, arguments, params) in enumerate(positions(name)):
        if number % 3 == 0:
            position = games.load(name)(*arguments, **params)
            nontrivial(any(position.options()))
            assert isinstance(position.ruleset, PartisanRuleset)
            assert Position(gr.impartial(position.ruleset), position.state).grundy() == WHOLE.nimber(name, state), (
                position
            )


def side_by_side(name: str) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Iterate over positions as above, of graphs and heaps two at once, without a vertex in common but the ground."""
    every = [(arguments, params) for _, arguments, params in positions(name)]
    for (one, params), (other, others) in pairwise(every):
        if name in ("cutcake", "maundy-cake"):
            yield one, params
        elif not isinstance(one[0], str):
            yield one + other, others
        elif len(one[0] + other[0]) < (100 if name == "graph-clobber" else 42):
            ground = "(?!0)" if "hackenbush" in name else ""
            yield (f"{one[0]} " + re.sub(ground + r"\d+", lambda v: str(int(v[0]) + 10), other[0]),), params


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("name", [name for name in RULES if name != "partisan-euclid"])  # whose positions are one part
def test_parts_add_up_to_the_whole(name: str) -> None:
    """Parts are those of a position in the midst of play, too."""
    random = Random(name)
    for arguments, params in side_by_side(name):
        position: Any = games.load(name)(*arguments, **params)
        most, options = 0, [position]
        while options:
            position = random.choice(options)
            parts = position.ruleset.split(position.state)
            most = max(most, len(parts))
            assert sum((whole(position.ruleset, part) for part in parts), Value(0)) == whole(
                position.ruleset, position.state
            )
            options = list(position.options())
        nontrivial(most > 1)


known: dict[Any, Value] = {}


def whole(rules: Any, state: Any) -> Value:
    """Return the value of a state by the game's own moves, without its parts and its symmetry."""
    key = (rules.key, state)
    if key not in known:
        known[key] = game(*[[whole(rules, s) for s in rules.options_of(state, player)] for player in (LEFT, RIGHT)])
    return known[key]


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", [*ON_GRAPHS, "partisan-subtraction", "partisan-euclid"])
def test_rules_are_compiled(name: str) -> None:
    """All but the cakes, whose states grow."""
    rules: Any = games.load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for position in rules.small_positions():
            assert all(native(position.ruleset.side(player), [position.state]) for player in (LEFT, RIGHT)), position


@pytest.mark.parametrize("name", RULES)
def test_small_positions_are_small_and_their_words_name_moves_apart(name: str) -> None:
    for position in games.load(name).small_positions():
        found, waiting = {position.state}, [position]
        for here in waiting:
            for player in (LEFT, RIGHT):
                words = {move.after.state: move.text for move in here.moves(player)}
                shown = {position.ruleset.show(state) for state in words}  # double edges are one to the eye
                assert len(set(words.values())) == len(shown), here
                assert all(0 < len(word) < 80 for word in words.values())
                waiting += [option for option in here.options(player) if option.state not in found]
                found |= set(words)
        assert len(found) < 1000, position


@pytest.mark.slow
@pytest.mark.some(6)
@pytest.mark.parametrize("name", RULES)
def test_what_is_shown_is_read_back(name: str) -> None:
    rules: Any = games.load(name)
    for _, arguments, params in positions(name):
        position = rules(*arguments, **params)
        if name in ("partisan-euclid", "partisan-subtraction"):
            continue
        again = rules(position.ruleset.show(position.state), **params)
        assert str(again) == str(position)
        assert again.value() == position.value()


@pytest.mark.parametrize(
    ("name", "before", "words"),
    [
        ("hackenbush", ("0-1b-2r-0g",), {"cut 0-1b", "cut 1-2r", "cut 2-0g"}),
        ("hackenbush", ("0-1b 0-2r", "0-1b"), {"cut 0-1b", "cut 0-2r"}),
        ("childish-hackenbush", ("0-1b-2r 1-3g",), {"cut 1-2r", "cut 1-3g"}),
        ("col", ("1b-2",), {"paint 1", "paint 2"}),
        ("snort", ("1b-2r",), {"paint 1 (Left), 2 (Right)"}),
        ("graph-clobber", ("1x-2o-3x",), {"1-2", "3-2", "2-1", "2-3"}),
        ("digraph-placement", ("1b>2r>1 3b",), {"take 1 (Left), 2 (Right)", "take 3"}),
        ("partisan-arc-kayles", ("1-2b-3b-4r",), {"take 1-2b", "take 2-3b", "take 3-4r"}),
        ("cutcake", (2, 3), {"2x3 → 2x1 2x2", "2x3 → 1x3 1x3"}),
        (
            "maundy-cake",
            ("1x3", "6x1"),
            {
                f"cake {cut}"
                for cut in ("1: 1x3 → 3 of 1x1", "2: 6x1 → 6 of 1x1", "2: 6x1 → 3 of 2x1", "2: 6x1 → 3x1 3x1")
            },
        ),
        ("partisan-subtraction", (1, 2), {"heap 1: 1 → 0", "heap 2: 2 → 1", "heap 2: 2 → 0"}),
        ("partisan-euclid", (3, 8), {"8, 3 → 3, 2", "8, 3 → 3, 1"}),
    ],
)
def test_the_words_of_moves(name: str, before: tuple[Any, ...], words: set[str]) -> None:
    position: Any = games.load(name)(*before)
    assert {move.text for player in (LEFT, RIGHT) for move in position.moves(player)} == words


def test_childish_hackenbush_with_gentle_green_edges() -> None:
    """No cut makes anything fall."""

    @cache
    def worth(edges: Picture) -> Value:
        return game(
            *[
                [worth(edges - {e}) for e in edges if e[2] in MINE[player] and held(edges - {e}) == edges - {e}]
                for player in (LEFT, RIGHT)
            ]
        )

    for state, arguments, _ in positions("childish-hackenbush"):
        assert games.load("childish-hackenbush")(*arguments, gentle=1).value() == worth(state)


# ---- what is known of all positions


def test_stalks_by_the_rule_for_their_colours() -> None:
    """Winning Ways ch. 1: the first run counts 1 an edge, what follows 1/2, 1/4, … with the sign of its colour."""
    for size in range(1, 8):
        for stalk in map("".join, product("BR", repeat=size)):
            run = size - len(stalk.lstrip(stalk[0]))
            signs = [1 if colour == "B" else -1 for colour in stalk]
            worth = sum(signs[:run]) + sum(Fraction(sign, 2 << k) for k, sign in enumerate(signs[run:]))
            assert games.load("hackenbush")(stalk).value() == Value(worth), stalk


def test_green_pictures_and_pictures_without_green() -> None:
    """Winning Ways ch. 7: a green picture is worth what the fusion principle says; without green it is a number (ch. 1)."""
    for state, arguments, _ in positions("hackenbush"):
        colours = {edge[2] for edge in state}
        if "g" not in colours:
            assert games.load("hackenbush")(*arguments).value().is_number
        green: Any = games.load("hackenbush")(arguments[0].translate(str.maketrans("br", "gg")))
        assert green.value() == Value(f"*{fusion(green.state, edges=green.ruleset.params['edges'])}")


def test_every_position_of_col_is_a_number_or_a_number_and_star() -> None:
    """Winning Ways ch. 2."""
    for _, arguments, _ in positions("col"):
        value = games.load("col")(*arguments).value()
        assert value.is_number or (value + Value("*")).is_number


def test_cutcake_by_powers_of_two() -> None:
    """Winning Ways ch. 2."""
    for rows, columns in product(range(1, 18), repeat=2):
        i, j = rows.bit_length() - 1, columns.bit_length() - 1
        worth = columns // 2**i - 1 if j >= i else 1 - rows // 2**j
        assert games.load("cutcake")(rows, columns).value() == worth


def test_paths_of_arc_kayles_are_dawsons_kayles() -> None:
    """Schaefer's game: a path of n edges is a row of n + 1 pins from which two neighbours are taken."""
    for edges in range(1, 12):
        path: Any = games.load("partisan-arc-kayles")("-".join(map(str, range(edges + 1))))
        assert path.value() == Value(f"*{games.load('dawsons-kayles')(edges + 1).grundy()}")


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 3), (4, 2)])
def test_domineering_as_a_game_on_graphs(rows: int, columns: int) -> None:
    """Clow and McKay; Yoshiwatari and others: dominoes are edges of a grid, or vertices with arcs where they overlap."""
    cells = list(product(range(rows), range(columns)))
    dominoes = [(a, b) for a in cells for b in cells if (b[0] - a[0], b[1] - a[1]) in ((0, 1), (1, 0))]
    letters = ["b" if a[1] == b[1] else "r" for a, b in dominoes]
    name = {cell: number for number, cell in enumerate(cells)}
    edges = " ".join(f"{name[a]}-{name[b]}{letter}" for (a, b), letter in zip(dominoes, letters, strict=True))
    overlaps = [(i, j) for i, a in enumerate(dominoes) for j, b in enumerate(dominoes) if i != j and set(a) & set(b)]
    vertices = " ".join([*(f"{i}{letter}" for i, letter in enumerate(letters)), *(f"{i}>{j}" for i, j in overlaps)])
    value = gr.domineering(rows, columns).value()
    assert games.load("partisan-arc-kayles")(edges).value() == value
    assert games.load("digraph-placement")(vertices).value() == value


def test_clobber_on_a_grid_is_clobber_on_its_graph() -> None:
    random = Random(3)
    grid = "1-2-3 4-5-6 1-4 2-5 3-6"
    for _ in range(40):
        cells = random.choices(".xo", k=6)
        stones = " ".join(f"{v}{face}" for v, face in enumerate(cells, 1) if face != ".")
        board = "".join(cells[:3]) + "|" + "".join(cells[3:])
        nontrivial(any(gr.clobber(board).options()))
        assert games.load("graph-clobber")(f"{grid} {stones}").value() == gr.clobber(board).value()


# ---- input


def test_graphs_are_read_in_several_ways() -> None:
    hack: Any = games.load("hackenbush")
    assert (
        hack("0-1b-2r")
        == hack("0-1b", "1-2r")
        == hack([(0, 1, "b"), (1, 2, "r")])
        == hack((0, 1, "b"), (1, 2, "R"))
        == hack("BR")
    )
    assert str(hack("0-1b", "RG")) == "hackenbush(0-1b 0-2r-3g)"
    assert hack("").value() == 0
    snort_: Any = games.load("snort")
    assert snort_(3) == snort_("3") == snort_("1-2-3") == snort_((1, 2), (2, 3)) == snort_("2-1, 3-2")
    assert snort_([{1, 2}, {2, 3}]) == snort_({(1, 2), (2, 3)}) == snort_(3) and snort_({1, 2}) == snort_(2)
    assert snort_(0).value() == 0
    assert snort_("1 3").value() == Value("*") + Value("*")
    assert snort_("3g").value() == Value("*")
    assert [str(option) for option in snort_(2).options(LEFT)] == ["snort(2b)", "snort(1b)"]
    assert "snort(2g)" in {str(option) for option in snort_("1b 2").options(LEFT)}
    assert str(games.load("digraph-placement")((1, 2), "1b 2r")) == "digraph-placement(1b>2r)"


@pytest.mark.parametrize(
    ("name", "arguments", "what"),
    [
        *[(name, (), "write a graph") for name in ON_GRAPHS],
        *[(name, ("1-?",), "not a vertex or an edge") for name in ON_GRAPHS],
        *[(name, ("0-1z",), "'z' stands in") for name in ON_GRAPHS if name != "digraph-placement"],
        *[(name, ("0-10000",), "below 10,000") for name in ON_GRAPHS if name != "digraph-placement"],
        *[(name, ((1, 2, 3),), "not a vertex or an edge") for name in ON_GRAPHS],
        ("hackenbush", ("1-2b",), "edge 1-2 is not connected to the ground, which is vertex 0"),
        ("childish-hackenbush", ("0-1b", "2-3"), "edge 2-3 is not connected to the ground, which is vertex 0"),
        ("hackenbush", ("BXR",), "not a stalk"),
        ("hackenbush", ("0b-1",), "after the vertex"),
        ("hackenbush", ("7",), "'7' is not an edge: write 0-1b"),
        ("partisan-arc-kayles", ("BR",), "not a vertex or an edge"),
        ("col", (-1,), "from 0 to 9,999"),
        ("col", ("1-1",), "joins vertex 1 to itself"),
        ("snort", ("1b-2 1r",), "'b' and cannot be 'r'"),
        ("graph-clobber", (-3,), "not a vertex or an edge"),
        ("node-kayles", (type("G", (), {"nodes": len, "edges": len})(),), "not a vertex or an edge"),
        ("graph-clobber", ("1x-2b",), "'b' stands in"),
        ("digraph-placement", ("1b>2",), "vertex 2 has no colour"),
        ("digraph-placement", ("1b-2r",), "write 1, or 1>2"),
        ("cutcake", (3,), "two numbers"),
        ("cutcake", (0, 2), "two numbers"),
        ("maundy-cake", ("3by4",), "'3by4' is not a cake: write 4x8"),
        ("partisan-subtraction", (-1,), "a heap"),
        ("partisan-euclid", (5, 0), "integers from 1 up, not 0"),
        ("partisan-euclid", (5,), "takes"),
    ],
)
def test_positions_that_are_none(name: str, arguments: tuple[Any, ...], what: str) -> None:
    with pytest.raises(PositionError, match=what) as error:
        games.load(name)(*arguments)
    assert name in str(error.value)
    assert "\n" not in str(error.value)


def test_sets_that_are_none() -> None:
    with pytest.raises(PositionError, match="a number of left"):
        games.load("partisan-subtraction")(4, left=(0, 1))
