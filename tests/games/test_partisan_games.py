"""Partisan games: published values, brute force with the rules written anew, and what is known of all positions."""

from __future__ import annotations

import re
import warnings
from ast import literal_eval
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.rules_anew import (
    FEW,
    MINE,
    ON_BOARDS,
    ON_GRAPHS,
    RULES,
    Picture,
    held,
    load,
    positions,
)

import grundy as gr
from brute import Whole
from cases import nontrivial
from grundy import games
from grundy.games.green_hackenbush import fusion
from grundy.rules.partisan import LEFT, RIGHT
from grundy.rules.position import Position
from grundy.solving.compiled_rules import native
from grundy.values.short import Value, game


def ring(colours: str, at: int, first: int = 10) -> str:
    """Return a ring of edges that begins and ends at a vertex."""
    around = [at, *range(first, first + len(colours) - 1), at]
    return " ".join(f"{u}-{v}{colour}" for u, v, colour in zip(around, around[1:], colours, strict=False))


PUBLISHED = [
    line.split("\t") for line in Path(__file__).with_name("published.txt").read_text(encoding="utf-8").splitlines()
]
"""Games with their parameters, the arguments of a position, its value, and who says so."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments", "value", "source"), PUBLISHED)
def test_published_values(name: str, arguments: str, value: str, source: str) -> None:
    assert load(name)(*literal_eval(arguments)).value() == Value(value), source


def test_lollipops() -> None:
    """CGSuite, tests of its rulesets; its ^[4]* is a green edge that carries four blue ones."""
    childish: Any = load("childish-hackenbush")
    inner = game([Value(0)], [load("hackenbush")("GBBBB").value()])
    assert childish("0-1 0-1 " + ring("bbbbbbrrr", 1)).value() == game([inner], [Value("vv")])
    assert childish("0-1 0-1 0-1 " + ring("bbbbbbbbbrr", 1)).value().atomic_weight() == Fraction(3, 2)


@pytest.mark.parametrize("side", [2, 3])
def test_who_plays_first_wins_nogo_on_a_small_square(side: int) -> None:
    """Sensei's Library, *Anti Atari Go*."""
    assert WHOLE.outcome("nogo", ("." * side,) * side) == "N"
    assert WHOLE.outcome("nogo", ("...",)) == "N"


# ---- the games against the rules anew

EVERY = {**RULES, **FEW}
WHOLE = Whole(EVERY)


def agree(name: str, some: Iterable[tuple[Any, tuple[Any, ...], dict[str, Any]]]) -> int:
    """Compare values and outcomes with plain play, and return of how many positions; symmetries and parts are the games'."""
    seen = 0
    for state, arguments, params in some:
        position = load(name)(*arguments, **params)
        value = position.value()
        nontrivial(any(position.options()))
        assert value == WHOLE.value(name, state), position
        assert value.outcome.name == WHOLE.outcome(name, state), position
        seen += 1
    return seen


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", RULES)
def test_values_and_outcomes_are_those_of_plain_play(name: str) -> None:
    assert agree(name, positions(name)) > (100 if name in ON_BOARDS else 20)


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.hours)])
@pytest.mark.parametrize("name", FEW)
def test_values_of_few_positions_are_those_of_plain_play(name: str, whole: bool) -> None:
    assert agree(name, islice(positions(name), None if whole or "clobber" not in name else 4)) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", ON_BOARDS)
def test_options_are_those_of_the_rules_anew(name: str) -> None:
    rules: Any = load(name)
    for board, arguments, _ in positions(name):
        for player in (LEFT, RIGHT):
            shown = {rules.show(option.state) for option in rules(*arguments).options(player)}
            assert shown == {"|".join(after) for after in RULES[name](board, player)}, (board, player)


@pytest.mark.slow
@pytest.mark.some(8)
@pytest.mark.parametrize("name", RULES)
def test_the_impartial_version(name: str) -> None:
    for state, arguments, params in islice(positions(name), 0, None, 5 if name in ON_BOARDS else 3):
        position = load(name)(*arguments, **params)
        nontrivial(any(position.options()))
        assert Position(gr.impartial(position.ruleset), position.state).grundy() == WHOLE.nimber(name, state), position


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
@pytest.mark.parametrize(
    "name", [*ON_GRAPHS, "cutcake", "maundy-cake", "partisan-subtraction"]
)  # whose positions are one part
def test_parts_add_up_to_the_whole(name: str) -> None:
    """Parts are those of a position in the midst of play, too."""
    random = Random(name)
    for arguments, params in side_by_side(name):
        position: Any = load(name)(*arguments, **params)
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
@pytest.mark.some(8)
@pytest.mark.parametrize("name", [*ON_GRAPHS, "partisan-subtraction", "partisan-euclid", *ON_BOARDS])
def test_rules_are_compiled(name: str) -> None:
    """All but the cakes, whose states grow."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for position in load(name).small_positions():
            assert all(native(position.ruleset.side(player), [position.state]) for player in (LEFT, RIGHT)), position


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_small_positions_are_small_and_their_words_name_moves_apart(name: str) -> None:
    for position in load(name).small_positions():
        found, waiting = {position.state}, [position]
        for here in waiting:
            for player in (LEFT, RIGHT):
                words = {move.after.state: move.text for move in here.moves(player)}
                shown = {position.ruleset.show(state) for state in words}  # double edges are one to the eye
                assert len(set(words.values())) == len(shown), here
                assert all(0 < len(word) < (60 if name in ON_BOARDS else 80) for word in words.values())
                waiting += [option for option in here.options(player) if option.state not in found]
                found |= set(words)
        assert len(found) < 1000, position


@pytest.mark.slow
@pytest.mark.some(5)
@pytest.mark.parametrize("name", [*ON_GRAPHS, "cutcake", "maundy-cake"])
def test_what_is_shown_is_read_back(name: str) -> None:
    rules = load(name)
    for _, arguments, params in positions(name):
        position = rules(*arguments, **params)
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
        ("domineering", ("..|.#",), {"(1,1)-(2,1)", "(1,1)-(1,2)"}),
        ("clobber", ("XO|.X",), {"(1,1)-(1,2)", "(2,2)-(1,2)", "(1,2)-(1,1)", "(1,2)-(2,2)"}),
        ("amazons", ("X.",), {"(1,1)-(1,2) shoots (1,1)"}),
        ("nogo", ("...",), {"(1,1)", "(1,2)", "(1,3)"}),
        ("konane", (".OXOX.",), {"(1,3)-(1,1)", "(1,4)-(1,6)"}),
        ("konane", ("XO.O.",), {"(1,1)-(1,3)", "(1,1)-(1,5)"}),
        ("fission", ("...|.X.|...",), {"(2,2) splits up and down", "(2,2) splits left and right"}),
        ("toads-and-frogs", ("TF.",), {"(1,1)-(1,3)"}),
        ("toads-and-frogs", ("T.F",), {"(1,1)-(1,2)", "(1,3)-(1,2)"}),
        ("elephants-and-rhinos", ("E.R",), {"(1,1)-(1,2)", "(1,3)-(1,2)"}),
        ("toppling-dominoes", ("XO",), {"(1,1) to the left", "all of (1,1)-(1,2)", "(1,2) to the right"}),
        ("toppling-dominoes", (".X",), {"(1,2)"}),
        (
            "ski-jumps",
            ("L.|R.|..",),
            {"(1,1)-(1,2)", "(1,1) leaves the slope", "(1,1)-(3,1)", "(2,1) leaves the slope"},
        ),
        ("push", (".XO|OX.",), {"(1,2)-(1,1)", "(1,3)-(1,2)", "(2,1) leaves the strip", "(2,2)-(2,1)"}),
        ("shove", ("X.O",), {"(1,1) leaves the strip", "(1,3)-(1,2)"}),
    ],
)
def test_the_words_of_moves(name: str, before: tuple[Any, ...], words: set[str]) -> None:
    position: Any = load(name)(*before)
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
        assert load("childish-hackenbush")(*arguments, gentle=1).value() == worth(state)


# ---- what is known of all positions


def test_stalks_by_the_rule_for_their_colours() -> None:
    """Winning Ways ch. 1: the first run counts 1 an edge, what follows 1/2, 1/4, … with the sign of its colour."""
    for size in range(1, 8):
        for stalk in map("".join, product("BR", repeat=size)):
            run = size - len(stalk.lstrip(stalk[0]))
            signs = [1 if colour == "B" else -1 for colour in stalk]
            worth = sum(signs[:run]) + sum(Fraction(sign, 2 << k) for k, sign in enumerate(signs[run:]))
            assert load("hackenbush")(stalk).value() == Value(worth), stalk


def test_green_pictures_and_pictures_without_green() -> None:
    """Winning Ways ch. 7: a green picture is worth what the fusion principle says; without green it is a number (ch. 1)."""
    for state, arguments, _ in positions("hackenbush"):
        colours = {edge[2] for edge in state}
        if "g" not in colours:
            assert load("hackenbush")(*arguments).value().is_number
        green: Any = load("hackenbush")(arguments[0].translate(str.maketrans("br", "gg")))
        assert green.value() == Value(f"*{fusion(green.state, edges=green.ruleset.params['edges'])}")


def test_every_position_of_col_is_a_number_or_a_number_and_star() -> None:
    """Winning Ways ch. 2."""
    for _, arguments, _ in positions("col"):
        value = load("col")(*arguments).value()
        assert value.is_number or (value + Value("*")).is_number


def test_cutcake_by_powers_of_two() -> None:
    """Winning Ways ch. 2."""
    for rows, columns in product(range(1, 18), repeat=2):
        i, j = rows.bit_length() - 1, columns.bit_length() - 1
        worth = columns // 2**i - 1 if j >= i else 1 - rows // 2**j
        assert load("cutcake")(rows, columns).value() == worth


def test_paths_of_arc_kayles_are_dawsons_kayles() -> None:
    """Schaefer's game: a path of n edges is a row of n + 1 pins from which two neighbours are taken."""
    for edges in range(1, 12):
        path: Any = load("partisan-arc-kayles")("-".join(map(str, range(edges + 1))))
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
    assert load("partisan-arc-kayles")(edges).value() == value
    assert load("digraph-placement")(vertices).value() == value


def test_clobber_on_a_grid_is_clobber_on_its_graph() -> None:
    random = Random(3)
    grid = "1-2-3 4-5-6 1-4 2-5 3-6"
    for _ in range(40):
        cells = random.choices(".xo", k=6)
        stones = " ".join(f"{v}{face}" for v, face in enumerate(cells, 1) if face != ".")
        board = "".join(cells[:3]) + "|" + "".join(cells[3:])
        nontrivial(any(gr.clobber(board).options()))
        assert load("graph-clobber")(f"{grid} {stones}").value() == gr.clobber(board).value()


def test_herds_of_forty_squares() -> None:
    """Long strips are quick; a herd of k and m animals with a gap of d is worth what the recurrence of its front gives."""

    def front(d: int, k: int, m: int) -> Value:
        return game([front(d - 1, k, m) + (k - 1)], [front(d - 1, k, m) - (m - 1)]) if d else Value(0)

    rules: Any = load("elephants-and-rhinos")
    for k, m, d in product((1, 2, 4), (1, 3), (0, 1, 2, 5)):
        assert rules("E" * k + "." * d + "R" * m).value() == front(d, k, m)
    random = Random(1)
    for _ in range(20):
        strip = "".join(random.choices("..XO", k=40))
        nontrivial(rules(strip).value() != 0)
        assert rules(strip).value() + rules(strip[::-1].translate(str.maketrans("XO", "OX"))).value() == 0


def test_shove_and_push_are_numbers() -> None:
    """A piece of Shove counts its distance, halved for each piece on its right up to the last change of colour."""
    shove_it, push_it = load("shove"), load("push")
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


def test_graphs_are_read_in_several_ways() -> None:
    hack: Any = load("hackenbush")
    assert (
        hack("0-1b-2r")
        == hack("0-1b", "1-2r")
        == hack([(0, 1, "b"), (1, 2, "r")])
        == hack((0, 1, "b"), (1, 2, "R"))
        == hack("BR")
    )
    assert str(hack("0-1b", "RG")) == "hackenbush(0-1b 0-2r-3g)"
    assert hack("").value() == 0
    snort_: Any = load("snort")
    assert snort_(3) == snort_("3") == snort_("1-2-3") == snort_((1, 2), (2, 3)) == snort_("2-1, 3-2")
    assert snort_([{1, 2}, {2, 3}]) == snort_({(1, 2), (2, 3)}) == snort_(3) and snort_({1, 2}) == snort_(2)
    assert snort_(0).value() == 0
    assert snort_("1 3").value() == Value("*") + Value("*")
    assert snort_("3g").value() == Value("*")
    assert [str(option) for option in snort_(2).options(LEFT)] == ["snort(2b)", "snort(1b)"]
    assert "snort(2g)" in {str(option) for option in snort_("1b 2").options(LEFT)}
    assert str(load("digraph-placement")((1, 2), "1b 2r")) == "digraph-placement(1b>2r)"
