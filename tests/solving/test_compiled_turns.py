"""Both players' moves compiled as one rule: the graph of play is the one that Python finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.games import load
from grundy.language import ir
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from grundy.rules.board import FREE, MINE, Board
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.solving import play_graph as graphs
from grundy.solving.compiled_rules import native
from grundy.solving.compiled_turns import with_turn
from grundy.solving.play_graph import play_graph


@gr.partisan_game
def steps(n: int, m: int, *, by: int = 2, player: int):
    """Left takes from the one number, Right from the other, and gives some back."""
    if player == gr.LEFT:
        for k in range(1, min(n, by) + 1):
            yield n - k, min(m + 1, 9)
    else:
        yield from ((min(n + 1, 9), m - k) for k in range(1, min(m, by) + 1))


@gr.partisan_game
def downs(n: int, *, left: int = 1):
    """Left takes one, or what is said; Right, who has a function of his own, halves."""
    for k in (1, left + 1):
        if k <= n:
            yield n - k


@downs.right
def halves(n: int, *, right: int = 2):
    """Right leaves a part."""
    if n > 0:
        yield n // right
    if n > 3:
        yield n - 3


@gr.partisan_game
def lists(*heaps: int, player: int):
    """Heaps of any number, of which each player takes other ones."""
    for i, heap in enumerate(heaps):
        if heap % 2 == (player == gr.LEFT):
            yield heaps[:i] + (heap - 1,) * (heap > 1) + heaps[i + 1 :]


@gr.partisan_game(board=gr.Grid(".XO", sides="swap"))
def ahead(board: Board):
    """A piece goes to a free cell beside it; two in a row win."""
    for cell in board.cells(MINE):
        for near in board.beside(cell):
            if board[near] == FREE:
                yield board.move(cell, near)


@ahead.ending
def over(board: Board):
    """Three of one player stand in a row."""
    return gr.LOSS if board.line(3, 1) or board.line(3, 2) else None


STARTS = {
    "steps": lambda: steps(7, 6),
    "steps by three": lambda: steps(7, 6, by=3),
    "downs": lambda: downs(60),
    "downs by more": lambda: downs(60, left=5),
    "lists": lambda: lists(4, 3, 2, 1),
    "ahead": lambda: ahead("X.X|...|O.O"),
    "clobber": lambda: gr.clobber("XOX|OXO|XOX"),
    "domineering": lambda: gr.domineering(3, 4),
    "nogo": lambda: load("nogo")(2, 4),
    "toads and frogs": lambda: load("toads_and_frogs").start(),
    "konane": lambda: load("konane")("XOXOX|OX.XO|XOXOX|OXOX."),
}


def both(monkeypatch: pytest.MonkeyPatch, position: Any, misere: bool) -> tuple[Any, Any]:
    """Return the graph as the compiled rules find it, and as Python does."""
    monkeypatch.setattr(graphs, "SMALL", 20)
    tried = []
    found = graphs._compiled

    def compiled(*args: Any) -> Any:
        tried.append(found(*args))
        assert tried[-1] is not None
        return tried[-1]

    monkeypatch.setattr(graphs, "_compiled", compiled)
    one = play_graph(position, misere=misere)
    assert tried
    monkeypatch.setattr(graphs, "_compiled", lambda *_: None)
    return one, play_graph(position, misere=misere)


@pytest.mark.slow
@pytest.mark.some(13)
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("name", STARTS)
def test_the_graph_of_play_is_the_one_that_python_finds(
    name: str, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both(monkeypatch, STARTS[name](), misere)
    assert len(one) == len(other) > 20 and one.starts == other.starts == [0, 1]
    for column in ("offsets", "edges", "ends", "worth", "status"):
        assert np.array_equal(getattr(one, column), getattr(other, column)), column
    assert one.loopy == other.loopy
    states = [other.state(place) for place in range(len(other))]
    assert [one.state(place) for place in range(len(one))] == states
    assert [one.place(state) for state in states] == [*range(len(one))]


def test_what_is_no_board_of_one_function_is_interpreted() -> None:
    rules = TurnsRuleset((gr.domineering(2, 2) + gr.clobber("XO")).ruleset)
    assert native(rules, [((gr.domineering(2, 2) + gr.clobber("XO")).state, gr.LEFT)]) is None


# -- the rule of both --------------------------------------------------------------------------------------------------


def side(amounts: list[int], keyword: bool) -> ir.Routine:
    """Return a rule that takes one of some amounts from a number, by a helper, perhaps so many times a parameter."""
    taken = ir.Call(1, (ir.Local(0), ir.Item(ir.Known(tuple(amounts)), ir.Local(2)), ir.Local(1)))
    body = (
        ir.Assign(3, ir.Fold("sum", (ir.Yield(ir.Known(1)), ir.Yield(ir.Local(0))))),
        ir.counted(2, ir.Known(len(amounts)), (ir.If(ir.Local(3), (ir.Yield(taken),), ()),)),
    )
    times = ir.Op("*", ir.Local(1), ir.Local(2)) if keyword else ir.Local(1)
    less = ir.Function(3, 3, (ir.Return(ir.Op("-", ir.Local(0), times)),))
    return ir.Routine("ints", 1, ("by",), (ir.Function(2, 4, body), less))


@given(
    st.lists(st.integers(1, 9), max_size=4),
    st.lists(st.integers(1, 9), max_size=4),
    st.booleans(),
    st.booleans(),
    st.integers(0, 99),
)
def test_the_rule_of_both_is_that_of_who_is_to_move(
    left: list[int], right: list[int], one: bool, other: bool, n: int
) -> None:
    sides = [side(left, one), side(right, other)]
    whole = Run(with_turn([(each, {}) for each in sides], ("by",), moves=True))
    nontrivial(left != right)
    for player, each in enumerate(sides):
        assert whole.yields((n, player, 3)) == [(m, 1 - player) for m in Run(each).yields((n, 3))]


def test_what_cannot_be_joined_is_refused() -> None:
    one, other = side([1], True), ir.Routine("ints", 2, (), (ir.Function(2, 2, ()),))
    with pytest.raises(Unreadable, match="do not take the same state"):
        with_turn([(one, {}), (other, {})], ("by",), moves=True)
    again = ir.Routine("ints", 1, (), (ir.Function(1, 1, (ir.Yield(ir.Call(0, (ir.Local(0),))),)),))
    with pytest.raises(Unreadable, match="calls itself"):
        with_turn([(again, {})], (), moves=True)
