"""What is special to the games on boards, graphs and cakes that the field's programs ship, and the impartial ones."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from tests.games.rules_anew import Network
from tests.games.rules_anew import load as partisan

import grundy as gr
from cases import nontrivial
from grundy.games import load
from grundy.rules.data import routine
from grundy.rules.partisan import LEFT, RIGHT
from grundy.values.nimber import mex


def test_eatcake_that_is_cut_once_is_cutcake() -> None:
    for rows, columns in product(range(1, 7), repeat=2):
        wanted = gr.cutcake(rows, columns).value()
        assert partisan("eatcake")(rows, columns, left=(4,), right=(4,)).value() == wanted


@pytest.mark.parametrize("graph", ["1-2-3-4", "1-2 1-3 1-4", "1b-2-3b-4", "1b-2-3-1 3-4r", "1-2-3b-4-5r"])
def test_snort_is_general_col(graph: str) -> None:
    assert partisan("fjords")(graph, nobody=1).value() == gr.snort(graph).value()


@pytest.mark.parametrize("graph", ["1-2-3-4", "1-2 1-3 1-4", "1-2-3-1 3-4", "1-2-3-4-5-1"])
def test_col_is_general_col(graph: str) -> None:
    assert partisan("fjords")(graph, own=0, nobody=1, other=1).value() == gr.col(graph).value()


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
