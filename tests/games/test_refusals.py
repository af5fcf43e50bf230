"""Positions that are none, of all games: each is refused in one sentence, which says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.rules_anew import ON_BOARDS, ON_GRAPHS, Network, load, split

from grundy.common.errors import PositionError

ODD_HOUSES = [(1, 2, 3), (), (-1, 2), (99, 2)]
HOUSES = "even number of houses"
IN_TURN = "men are set in turn"
NO_GRAPH6 = "nor a graph in graph6"
NO_EDGE = "not a vertex or an edge"
EIGHT = "O" * 8 + ("/" + "." * 8) * 7 + "/" + "X" * 8
REFUSED: list[tuple[str, tuple[Any, ...], str]] = [
    # boards on which X and O take turns
    *[(f"tic-tac-toe {size}", (), "a board has 1 to 62 cells|is a number from 1 up")
      for size in ("width=0 line=3", "width=3 line=0", "width=21 line=3")],
    ("tic-tac-toe", ("XXX/OOO/...",), "X has won already"),
    ("tic-tac-toe", ("XX./.../...",), "turns"),
    ("tic-tac-toe", ("X../..",), "row 2"),
    ("tic-tac-toe", ("A../.../...",), "A"),
    ("tic-tac-toe-3d", ("XXX#...#.../OOO#...#.../...#...#...",), "has won already"),
    ("tic-tac-toe-3d", ("....#..#.../...#...#.../...#...#...",), "must be #"),
    ("connect4", ("X../...",), "in column 1 a stone hangs in the air"),
    ("connect4", ("XXXX/OOOO",), "already|turns"),
    ("connect4", ("XO/X",), "row 2 of .* is 1 wide, but must be 2"),
    ("hex", ("XOO/XO./X..",), "X has won already"),
    ("hex width=8 height=8", (), "a board has 1 to 60 cells; 8 by 8 does not"),
    *[("pawn-duel", (board,), "pawn") for board in ("XOO/.../.XX", "X.O", EIGHT)],
    *[(f"pawn-duel {size}", (), r"has 1 to 60 cells; \d by \d does not|is a number from 1 up|one row")
      for size in ("width=0 height=3", "width=3 height=1", "width=8 height=8")],
    *[("teeko", board, IN_TURN)
      for board in (("XX../..../..../....",), ("X.../..../..../....", "X"), ("XXXXX/OOOO./...../.....",))],
    *[(f"teeko {size}", (), "at most 49 cells") for size in ("width=8 height=8", "men=0", "width=2 height=2", "square=9")],
    ("gale", ("...",), "but must be 1"),
    ("gale", ("X../.O./...",), "must be #"),
    ("gale", ("O#O/#X#/X#X",), "has won already"),
    ("gale", ("." * 4,), "but must be 1"),
    ("gale size=6", (), "of size 1, 2, 3, 4, 5, not 6"),
    *[("kalah", houses, HOUSES) for houses in ODD_HOUSES],
    *[("awari", houses, HOUSES) for houses in (*ODD_HOUSES, (2, 2, "2"), ("1:0",))],
    *[("sprouts", (spots,), "sprouts") for spots in ("0.0|a|", "00|", "3|", "a.|a|", 21, -1)],
    # boards and strips
    *[(name, ("X.|X",), "row 2") for name in ON_BOARDS if name != "domineering"],
    *[(name, ("..|.?",), "row 2, cell 2") for name in ON_BOARDS],
    *[(name, ("",), "row 1") for name in ON_BOARDS],
    *[(name, pair, name) for name in ON_BOARDS for pair in ((0, 3), (2, -1), (1,), (1, 2, -1))],
    *[(name, (1, 2, 8, *[0] * (len(load(name).board.faces) - 2)), name) for name in ON_BOARDS],
    ("nogo", ("XO",), "without a liberty"),
    ("nogo", ("OXO|.O.",), "block of X"),
    ("toads-and-frogs", ("T.G",), "cell 3"),
    ("fission", (".O.",), "cell 2"),
    ("battle-sheep", ("X.", 2), "9 numbers"),
    *[("ruler", (coins,), "ruler") for coins in ("HXT", 1.5, -1)],
    ("chomp", (2, 3), "row 2"),
    # graphs
    *[(name, (), "write a graph") for name in ON_GRAPHS],
    *[(name, ("1-?",), NO_EDGE) for name in ON_GRAPHS],
    *[(name, ("0-1z",), "'z' stands in") for name in ON_GRAPHS if name != "digraph-placement"],
    *[(name, ("0-10000",), "below 10,000") for name in ON_GRAPHS if name != "digraph-placement"],
    *[(name, ((1, 2, 3),), NO_EDGE) for name in ON_GRAPHS],
    ("hackenbush", ("1-2b",), "edge 1-2 is not connected to the ground, which is vertex 0"),
    ("childish-hackenbush", ("0-1b", "2-3"), "edge 2-3 is not connected to the ground, which is vertex 0"),
    ("green-hackenbush", ("0-1", "2-3"), "the edge 2-3 is not connected to the ground"),
    ("hackenbush", ("BXR",), "not a stalk"),
    ("hackenbush", ("0b-1",), "after the vertex"),
    ("hackenbush", ("7",), "'7' is not an edge: write 0-1b"),
    ("partisan-arc-kayles", ("BR",), NO_EDGE),
    ("col", (-1,), "from 0 to 9,999"),
    ("col", ("1-1",), "joins vertex 1 to itself"),
    ("snort", ("1b-2 1r",), "'b' and cannot be 'r'"),
    ("graph-clobber", (-3,), NO_EDGE),
    ("graph-clobber", ("1x-2b",), "'b' stands in"),
    ("digraph-placement", ("1b>2",), "vertex 2 has no colour"),
    ("digraph-placement", ("1b-2r",), "write 1, or 1>2"),
    ("weighted-arc-kayles", ("1-2-3: 1 2",), "counters of 3 vertices"),
    ("weighted-arc-kayles", ("1-2: 1 x",), "counters of 2 vertices"),
    ("graph-chase arrows=((1,2),(2,1))", (1, 3), "no node 3"),
    ("tree-flip", ("1-2", "2-3", "3-1"), r"do not form a tree: node [13] can be reached in two ways"),
    ("node-kayles", (type("G", (), {"nodes": len, "edges": len})(),), NO_EDGE),
    ("node-kayles", ("1-1",), "joins vertex 1 to itself"),
    ("node-kayles", (Network([0], [(0, 0)]),), "joins vertex 0 to itself"),
    ("node-kayles", ({1: [2], 2: []},), "1 is joined to 2 and 2 is not joined to 1"),
    ("node-kayles", ({1: [3]},), "1 is joined to 3, which is not a vertex"),
    ("node-kayles", ({1: 2},), "a dict has a list of neighbours"),
    ("node-kayles", (Network(range(100_000), []),), "below 10,000"),
    ("node-kayles", ([(1, 100_000)],), "below 10,000, not 100,000"),
    *[("node-kayles", (graph,), "is not a vertex or an edge") for graph in ([[1], [0, 2], [1]], [("a", "b")], None)],
    *[("node-kayles", (graph,), NO_GRAPH6) for graph in ("house", "B", "~?", "~~~~~~~~~")],
    # cakes and heaps
    ("cutcake", (3,), "two numbers"),
    ("cutcake", (0, 2), "two numbers"),
    ("maundy-cake", ("3by4",), "'3by4' is not a cake: write 4x8"),
    ("eatcake turn=2", ("2x3",), "turn is 0 or 1"),
    ("eatcake left=(0,8)", ("2x3",), "digits of left"),
    ("partisan-subtraction", (-1,), "a heap"),
    ("partisan-subtraction left=(0,1)", (4,), "a number of left"),
    ("partisan-euclid", (5, 0), "integers from 1 up, not 0"),
    ("partisan-euclid", (5,), "takes"),
    ("partisan-take-and-break left=(0,9)", (3,), "digits of left"),
    ("partisan-take-and-break", (-1,), "heap is an integer"),
    ("schwenks-take-away times=1 per=2", (9,), "times=1 is at least per=2"),
    ("general-wythoff r=0", (3, 4), "r is at least 1"),
    ("k-division k=1000000001", (1000,), "k=3"),
    ("k-division k=1000000000", (1000,), "k=2"),
    ("choose-nim chosen=1", (1, 2), "one heap"),
    ("every-euclid", (1, 2, 3), "pairs of numbers, and 3 numbers are not pairs"),
]  # fmt: skip
"""A game with its parameters, what is no position of it, and what is told."""


@pytest.mark.parametrize(("name", "arguments", "told"), REFUSED)
def test_positions_that_are_none(name: str, arguments: tuple[Any, ...], told: str) -> None:
    rules, params = split(name)
    with pytest.raises(PositionError, match=told) as refused:
        rules(*arguments, **params)
    assert "\n" not in str(refused.value)
    assert rules.name in str(refused.value) or rules.name not in {**ON_BOARDS, **ON_GRAPHS}


def test_what_is_nearly_refused_is_read() -> None:
    assert all(str(load(name)(1, 3)) == f"{name}(...)" for name in ON_BOARDS)
    assert split("ruler")[0]("").state == 0
