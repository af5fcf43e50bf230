"""Many positions in one call: compared with playing, whichever way they are answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import each_day, nontrivial
from generated import define
from grundy.common.errors import GrundyError, OutOfTime, PositionError, RulesError, TooLarge
from grundy.kernels.contract import LOST
from grundy.proving import many_positions
from grundy.rules.functions import FunctionRuleset
from grundy.solving import boxes
from grundy.values.nimber import mex

TOPS = (11, 13)


def played(rules: FunctionRuleset, misere: bool) -> Iterator[str]:
    """Who wins each position of a box, by playing; no move raises a number."""
    found: dict[Any, str] = {}
    for state in product(*(range(top + 1) for top in TOPS)):
        ended, options = rules.ended(state), [found[option] for option in rules.options(state)]
        if ended is not None:
            found[state] = "PTN"[ended + 1] if not misere else "NTP"[ended + 1]
        else:
            found[state] = "NP"[not misere] if not options else next((w for o, w in ("PN", "TT") if o in options), "P")
        yield found[state]


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    """Some forms of moves of two numbers, each with its conditions, and perhaps an ending."""
    lines = ["def moves(a: int, b: int):"]
    conditions = ["k % 2 == 0", "a > b", "a + b >= 5", "(a + k) % 3 != 1", "a != 2 * k", "(b <= 7 or k < 3)"]
    for _form in range(draw(st.integers(1, 3))):
        p, q, c, d = (draw(st.integers(*ends)) for ends in ((0, 2), (0, 2), (-2, 2), (-2, 2)))
        c, d = c if p else max(c, not q), d if q else max(d, 0)
        first = next(k for k in count() if p * k + c >= 0 and q * k + d >= 0 and p * k + c + q * k + d > 0)
        guards = [
            f"a >= {p} * k + {c}",
            f"b >= {q} * k + {d}",
            *draw(st.lists(st.sampled_from(conditions), max_size=2)),
        ]
        lines += [f"    for k in range({first}, max(a, b) + {draw(st.integers(1, 3))}):"]
        lines += [f"        if {' and '.join(guards)}:", f"            yield a - {p} * k - {c}, b - {q} * k - {d}"]
    ending = draw(st.sampled_from(["", "", "-1 if a == 3", "1 if a + b == 4", "-1 if a > b + 5", "0 if a == b + 2"]))
    return "\n".join(lines) + "\n", f"def ending(a: int, b: int):\n    return {ending} else None\n" if ending else ""


def game(text: str, ending: str = "", **names: object) -> FunctionRuleset:
    made = gr.game(define(text, **names))
    if ending:
        made.ending(define(ending))
    return made


def lost(rules: FunctionRuleset, misere: bool) -> Any:
    found = np.reshape([letter == "P" for letter in played(rules, misere)], [top + 1 for top in TOPS])
    nontrivial(1 < found.sum() < found.size - 1)
    return found


@pytest.mark.slow
@given(texts(), st.booleans())
def test_lost_positions_mark_what_leads_to_them(given: tuple[str, str], misere: bool) -> None:
    rules = game(*given)
    quick = partial(many_positions.moves, compared=False)
    with patch.object(boxes, "work", lambda *_: 1 << 60), patch.object(many_positions, "moves", quick):
        marked = many_positions._marked(rules, TOPS, misere)  # pyright: ignore[reportPrivateUsage]
    if marked is None:  # it is not plain that play ends
        nontrivial(False)
    else:
        assert ((marked == LOST) == lost(rules, misere)).all()


@pytest.mark.slow
@settings(max_examples=each_day(4))
@given(texts())
def test_positions_are_settled_by_their_options(given: tuple[str, str]) -> None:
    rules = game(*given)
    with patch.object(boxes, "SMALL", 0):
        for misere, play in ((False, "normal"), (True, "misere")):
            assert rules.outcomes(*TOPS, play=play).ravel().tolist() == [*played(rules, misere)]
            assert (rules.lost(*TOPS, play=play) == lost(rules, misere)).all()
        if not rules.has_ending:
            values: dict[Any, int] = {}
            for state in product(*(range(top + 1) for top in TOPS)):
                values[state] = mex(values[option] for option in rules.options(state))
            assert rules.grundy(*TOPS).ravel().tolist() == [*values.values()]


CAPPED = """
def capped(a: int, b: int, *, top: int = 300):
    if b >= 2 and a < top:
        yield a + 1, b - 2
    if b:
        yield a, b - 1
    for k in range(1, min(a, 4) + 1):
        yield a - k, b
"""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_options_that_come_later_are_looked_at_first(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_THREADS", threads)
    rules = gr.game(define(CAPPED))
    values: dict[Any, int] = {}
    for b, a in product(range(301), repeat=2):
        values[a, b] = mex(values[option] for option in rules.options((a, b)))
    true = np.array([[values[a, b] for b in range(301)] for a in range(301)])
    assert (rules.grundy(300, 300) == true).all()
    assert (rules.lost(300, 300) == (true == 0)).all()


def test_what_leaves_the_box_or_goes_round_is_asked_one_by_one() -> None:
    def climbing(a: int, b: int) -> Iterator[tuple[int, int]]:
        if b:
            yield a + 1, b - 1
            yield a // 2, b - 1

    def round_about(a: int, b: int) -> Iterator[tuple[int, int]]:
        if b:
            yield (a + 1) % 3, b
        if a == 2 and b:
            yield a, b - 1

    for rules in map(gr.game, (climbing, round_about)):
        with patch.object(boxes, "SMALL", 0):
            found = rules.outcomes(2, 5)
        asked = [[rules(a, b).outcome().value for b in range(6)] for a in range(3)]
        assert found.tolist() == asked and ("D" in found) == (rules.name == "round-about")


def test_heaps_and_lists() -> None:
    values = gr.kayles.sequence(31)
    assert (gr.kayles.grundy(30, 20) == values[:, None] ^ values[:21]).all()
    assert (gr.kayles.lost(30, 20) == (values[:, None] == values[:21])).all()
    misere = gr.nim.outcomes(3, 3, play="misere")
    assert misere.tolist() == [[gr.nim(a, b).outcome("misere").value for b in range(4)] for a in range(4)]
    assert gr.kayles.lost(iter([5, (3, 4), gr.kayles(1, 2, 3), [7, 7]])).tolist() == [False, False, True, True]
    assert gr.bash.grundy(np.arange(9), m=4).tolist() == [n % 5 for n in range(9)]
    boards = ["XO", "XO|OX", "X."]
    assert gr.clobber.outcomes(boards).tolist() == [gr.clobber(board).outcome().value for board in boards]
    pairs = gr.game(define(CAPPED))
    states = [(a, b) for a in range(20) for b in range(a)]
    assert pairs.lost(states).tolist() == [pairs.lost(20, 20)[state] for state in states]
    assert pairs.lost([]).tolist() == [] and pairs.lost(np.array(states)).sum() == pairs.lost(states).sum()


def test_numbers_from_one_up_and_games_that_refuse_some() -> None:
    def halves(a: int, b: int) -> Iterator[tuple[int, int]]:
        for k in range(1, a):
            yield k, b
        if b > 1:
            yield a, b // 2

    rules = gr.game(halves, least=1)
    with patch.object(boxes, "SMALL", 0):
        found, values = rules.outcomes(9, 12), rules.grundy(9, 12)
    assert set(found[0]) == {""} == set(found[:, 0]) and set(values[0]) == {-1}
    assert all(found[a, b] == rules(a, b).outcome().value for a in range(1, 10) for b in range(1, 13))
    dollars = gr.silver_dollar.outcomes(4, 4)
    assert dollars[3, 3] == "" and dollars[1, 3] == gr.silver_dollar(1, 3).outcome().value


WRONG: Any = 3


def endless() -> Iterator[int]:
    return (n % 50 for n in count())


@pytest.mark.parametrize(
    ("ask", "kind", "sentence"),
    [
        (lambda: gr.wythoff.lost(), PositionError, "a box of wythoff is given by the largest of each number"),
        (lambda: gr.wythoff.lost(3, -1), PositionError, "integers from 0 up, not by 3, -1"),
        (lambda: gr.wythoff.lost(3), PositionError, "wythoff takes a and b, not 1 argument"),
        (lambda: gr.wythoff.lost(2.5), PositionError, "wythoff is asked about a box, as in wythoff.lost"),
        (lambda: gr.wythoff.lost([(1, 2), (3,)]), PositionError, "position 2 of the list: wythoff takes a and b"),
        (lambda: gr.wythoff.lost([gr.nim(1, 2)]), PositionError, "nim(1, 2) is not a position of wythoff"),
        (lambda: gr.domineering.lost(3, 3), RulesError, "positions of domineering are not made of integers"),
        (lambda: gr.wythoff.lost(99999, 99999), TooLarge, "a box of 10,000,000,000 positions takes 18.6 GiB"),
        (lambda: gr.wythoff.lost(99, 99, memory=1000), TooLarge, "more than the 1000 bytes allowed"),
        (lambda: gr.wythoff.lost(99, 99, positions=500), TooLarge, "500 are allowed"),
        (lambda: gr.bash.lost(endless(), seconds=0.1), OutOfTime, "the time limit of 0.1 seconds was reached"),
        (lambda: gr.bash.lost(endless(), memory=90_000), TooLarge, "a list of more than 300 positions"),
        (lambda: gr.domineering.grundy(["..|.."]), RulesError, "domineering is partisan"),
        (lambda: gr.wythoff.lost(3, 3, m=1), PositionError, "wythoff has no parameter 'm'"),
        (lambda: gr.wythoff.lost(3, 3, play=[7]), GrundyError, "play is 'normal' or 'misere', not [7]"),
        (lambda: gr.tic_tac_toe.outcomes("3x3"), PositionError, "or a list of positions, not '3x3'"),
        (lambda: gr.kayles.law(limit="a"), GrundyError, "limit= is an integer from 0 up, not 'a'"),
        (lambda: gr.wythoff.law(seconds="a"), GrundyError, "seconds= is a number from 0 up, not 'a'"),
        (lambda: gr.kayles.sequence(None), GrundyError, "count= is an integer from 0 up, not None"),
        (lambda: gr.nim.law(heaps=0), GrundyError, "heaps= is an integer from 1 up, not 0"),
        (lambda: gr.wythoff.count(9, formula=3), GrundyError, "a relation such as = or < was expected"),
        (lambda: gr.nim(3).solve(seconds=float("nan")), GrundyError, "seconds= is a number from 0 up, not nan"),
        (lambda: gr.nim(3).solve(memory=1.5, positions="x"), GrundyError, "memory= is an integer from 0 up, not 1.5"),
        (lambda: gr.nim(3).solve().winning_moves(-1), GrundyError, "limit= is an integer from 0 up, not -1"),
        (lambda: gr.conjunctive(gr.nim(3), WRONG), RulesError, "3 is no position, and sums are made of positions"),
        (lambda: gr.join(gr.nim, WRONG), RulesError, "3 is no ruleset"),
        (lambda: gr.node_kayles(np.eye(3, dtype=int)), PositionError, "(1, 0, 0) is not a vertex or an edge"),
        (lambda: gr.node_kayles({1: np.eye(2)}), PositionError, "not {1: array([[1., 0.], [0., 1.]])}"),
        (lambda: gr.nim(3).solve(progress=3), GrundyError, "progress= is a function, not 3"),
        (lambda: gr.kayles.sequence(9, progress="a"), GrundyError, "progress= is a function, not 'a'"),
        (lambda: gr.bash.law(progress=WRONG), GrundyError, "progress= is a function, not 3"),
        (lambda: gr.Grid(WRONG), GrundyError, "faces= is text, not 3"),
        (lambda: gr.Grid(".#", hands=None), GrundyError, "hands= is an integer, not None"),  # type: ignore[arg-type]
        (lambda: list(gr.nim.small_positions("a")), GrundyError, "limit= is an integer from 0 up, not 'a'"),
        (lambda: gr.game(taking).starts(WRONG), GrundyError, "usual= is text, not 3"),
        (lambda: gr.game(taking).starts("3 4", variants=WRONG), GrundyError, "variants= is a mapping, not 3"),
        (lambda: gr.game(taking).setup(WRONG), RulesError, "setup is declared by a function, but 3 is not one"),
        (lambda: gr.game(taking).judge(WRONG), RulesError, "a contest format of taking has a name"),
        (lambda: gr.game(taking).theorem(play=WRONG), GrundyError, "play is 'normal' or 'misere', not 3"),
        (lambda: gr.digraph({1: []})([1]), PositionError, "digraph has no node [1]"),
        (lambda: list(gr.coin_game(lambda n: "T" * n)("TTH").options()), RulesError, "a tuple of coins to its left"),
        (lambda: gr.heap_code(lambda: WRONG)(5).grundy(), RulesError, "3 is no HeapCode"),
        (lambda: gr.nim(3).solve(method=[]), GrundyError, "method is one of"),
        (lambda: gr.domineering(2, 2).hotstrat(WRONG), RulesError, "a player is LEFT (1) or RIGHT (-1), not 3"),
        (lambda: gr.domineering(2, 2).sentestrat(1, WRONG), GrundyError, "course= is a list of positions, not 3"),
        (lambda: gr.export_html(WRONG, "x"), GrundyError, "position= is a position or a game, not 3"),
        (lambda: gr.drawing.svg(WRONG), GrundyError, "position= is a position, not 3"),
        (lambda: gr.drawing.svg(gr.nim(3), "a"), GrundyError, "marks= is a move, not 'a'"),  # type: ignore[arg-type]
        (lambda: gr.drawing.region(gr.nim(3), WRONG), GrundyError, "after= is a position, not 3"),
        (lambda: gr.drawing.token(gr.nim(3), "a"), GrundyError, "side= is an integer from 0 up, not 'a'"),  # type: ignore[arg-type]
        (lambda: gr.Form(WRONG), GrundyError, "left= is a list of forms, not 3"),
        (lambda: gr.form(1).ordinal_sum("{"), GrundyError, "column"),  # type: ignore[arg-type]
        (lambda: gr.Value(1).thermograph().left("a"), GrundyError, "from -1 up, not 'a'"),  # type: ignore[arg-type]
        (lambda: gr.Value(1).thermograph().plot(WRONG), GrundyError, "axes= is axes of matplotlib, not 3"),
        (lambda: gr.Outcome(WRONG), GrundyError, "3 is no outcome class"),
        (lambda: gr.bash.law().statement("a"), GrundyError, "most= is an integer from 0 up, not 'a'"),  # type: ignore[arg-type]
        (lambda: gr.kayles.law().value("a"), GrundyError, "n= is an integer from 0 up, not 'a'"),
        (lambda: gr.kayles.law().values(10**30), TooLarge, "values do not fit in the memory allowed"),
        (lambda: gr.Ruleset(WRONG), GrundyError, "name= is text, not 3"),
        (lambda: gr.Move(gr.nim(3), WRONG), GrundyError, "3 is no position"),
        (lambda: list(gr.nim(3).moves([])), RulesError, "a player is LEFT (1) or RIGHT (-1), not []"),  # type: ignore[arg-type]
        (lambda: gr.nim(3).confused_with(None), GrundyError, "None is no position"),  # type: ignore[arg-type]
        (lambda: gr.game(taking).rank(below="a"), GrundyError, "below= is an integer or a function, not 'a'"),
        (lambda: gr.games.find(WRONG), GrundyError, "word= is text, not 3"),
        (lambda: gr.games.find_judge(WRONG), GrundyError, "problem= is text, not 3"),
        (lambda: gr.games.nearest(WRONG, {}), GrundyError, "name= is text, not 3"),
        (lambda: gr.Worksheet().ask(WRONG), GrundyError, "more= is a list of cells, not 3"),
        (lambda: gr.notebook.Play(gr.nim(3), seconds="a"), GrundyError, "seconds= is a number from 0 up, not 'a'"),
        (lambda: gr.plots.check(WRONG), GrundyError, "path= is text, not 3"),
        (lambda: gr.plots.save(WRONG, "x.svg"), GrundyError, "figure= is a figure, not 3"),
        (lambda: gr.plots.period(WRONG), GrundyError, "law= is a law, not 3"),
        (lambda: gr.plots.sequence(WRONG), GrundyError, "there are no values to draw"),
        (lambda: gr.plots.sequence([1, [2]]), GrundyError, "values= and rares= are lists of numbers"),  # type: ignore[list-item]
        (lambda: gr.plots.tablebase([]), GrundyError, "counts= is a list of counts, not None"),
        (lambda: gr.plots.thermograph(WRONG), GrundyError, "value= is a value, not 3"),
        (lambda: gr.plots.heatmap(gr.wythoff, "a"), GrundyError, "size= is an integer from 0 up, not 'a'"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrongly_asked_is_told(ask: Callable[[], Any], kind: type[GrundyError], sentence: str) -> None:
    with pytest.raises(kind) as refused:
        ask()
    assert sentence in str(refused.value)


def test_rules_whose_constants_change_are_other_rules() -> None:
    global step
    rules = gr.game(taking)
    before = rules.lost(200, 200)
    try:
        step = 4
        after = rules.lost(200, 200)
    finally:
        step = 3
    assert [np.flatnonzero(found[0, :10]).tolist() for found in (before, after)] == [[0, 3, 6, 9], [0, 4, 8]]


step = 3


def taking(a: int, b: int) -> Iterator[tuple[int, int]]:
    for k in range(1, step):
        if a >= k:
            yield a - k, b
        if b >= k:
            yield a, b - k
