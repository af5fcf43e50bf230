"""Each file of small inputs that once failed, were slow or were refused gets the right value, from the file itself."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import grundy as gr
from brute import grundy_values, outcomes
from cases import nontrivial
from grundy.common.errors import Notice, PositionError, RulesError
from grundy.values.nimber import mex

FOLDER = Path(__file__).parents[2] / "shared" / "cases"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the small inputs are not here")


def load(name: str) -> Any:
    """Return a file as a module, new each time."""
    spec = spec_from_file_location(f"case_{name}", FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name], told = module, sys.argv
    sys.argv = told[:1]  # some read what they are asked for
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
        sys.argv = told
    return module


CASES: dict[str, Callable[[Any], None]] = {}


def case(function: Callable[[Any], None]) -> Callable[[Any], None]:
    name = function.__name__.removeprefix("case_")
    CASES[name] = function
    return function


@case
def case_01_period_proved_but_not_used(m: Any) -> None:
    values = m.volley.sequence(3000)
    law = m.volley.law()
    assert law.proved
    for heap in (3 * 10**18, 3 * 10**18 + 1, 3 * 10**18 + 2):
        near = heap - (heap - 2000) // law.period * law.period
        assert m.volley(heap).grundy() == values[near]


@case
def case_02_sparse_heap(m: Any) -> None:
    @functools.cache
    def value(n: int) -> int:
        return mex({value(n // k) for k in range(2, 7)}) if n else 0

    for n in (10**18, 10**17 + 3, 12345678901234567):
        assert m.floors(n).grundy() == value(n)


@case
def case_03_parts_slower_than_naive(m: Any) -> None:
    @functools.cache
    def value(w: int, h: int) -> int:
        cuts = {value(a, h) ^ value(w - a, h) for a in range(2, w // 2 + 1) if w - a >= 2}
        return mex(cuts | {value(w, a) ^ value(w, h - a) for a in range(2, h // 2 + 1) if h - a >= 2})

    with warnings.catch_warnings():
        warnings.simplefilter("error", Notice)
        for w, h in ((100, 100), (47, 52), (9, 8)):
            assert m.sheet(w, h).grundy() == value(w, h)
        assert m.sheet(9, 8, 20, 21).grundy() == value(9, 8) ^ value(20, 21)


@case
def case_04_misere_sum_of_equals(m: Any) -> None:
    for boards in (1, 2, 3):
        total = functools.reduce(lambda a, b: a + b, [m.crosses(0)] * boards)
        assert total.outcome("misere").value == ("N" if boards % 2 else "P")


@case
def case_05_many_questions(m: Any) -> None:
    lost: set[tuple[int, int]] = set()
    for a, b in product(range(41), repeat=2):
        if not any(tuple(option) in lost for option in m.pairs.options((a, b))):
            lost.add((a, b))
            assert m.pairs(a, b).outcome().value == "P"
    assert {*zip(*np.nonzero(m.pairs.lost(40, 40)), strict=True)} == lost
    asked = [(a, b) for a in range(41) for b in range(a, 41)]
    assert [pair for pair in asked if m.pairs(*pair).outcome().value == "P"] == [pair for pair in asked if pair in lost]
    true = grundy_values(m.pairs(12, 12))
    assert all(m.pairs(*state).grundy() == value for state, value in true.items())


@case
def case_06_law_in_base_three(m: Any) -> None:
    odious = [0, *(n for n in range(200) if n.bit_count() % 2)]
    values = [0]
    for n in range(1, 2000):
        values.append(1 if n % 3 == 2 else odious[odious.index(values[n // 3]) + 1] if values[n // 3] else 0)
    assert m.halving.sequence(2000).tolist() == values


@case
def case_07_law_by_leading_digits(m: Any) -> None:
    values = [0, 1, 2, 2, 3, 3]
    values += [0] * 20_000
    for n in range(6, len(values)):
        values[n] = values[n // 12]
    assert m.floors.sequence(20_000).tolist() == values[:20_000]


@case
def case_08_sequence_ignores_the_code_it_read(m: Any) -> None:
    assert (m.pins.sequence(100_000) == gr.octal("0.77").sequence(100_000)).all()


@case
def case_09_boards_compared(m: Any) -> None:
    random = Random(1)
    for _board in range(40):
        board = "|".join("".join(random.choices("..XO", k=5)) for _row in range(2))
        one, other = m.compared(board), m.flagged(board)
        nontrivial(any(True for _move in one.moves()))
        assert one.outcome() == other.outcome() == gr.Outcome(outcomes(one)[one.state]), board


@case
def case_10_heap_of_two_thousand(m: Any) -> None:
    pairs = [(a, b) for a, b in np.argwhere(m.rows.lost(1000, 1000)).tolist() if a <= b and a + b <= 1000]
    assert sum(map(sum, pairs)) == 117_002


@case
def case_cell_arithmetic(m: Any) -> None:
    cells = {0: 0, 1: 0}
    for n in range(2, 12):
        cells[n] = mex({cells[left] ^ cells[n - 2 - left] for left in range(n - 1)})
        assert m.upright(n, 1).grundy() == cells[n]


@case
def case_default_loss(m: Any) -> None:
    for board in ("2x2", "XX|X.", "3x3"):
        position = m.notakto.start(board) if "x" in board else m.notakto(board)
        assert position.outcome() == gr.Outcome(outcomes(position)[position.state])


@case
def case_loopy_reversed(m: Any) -> None:
    assert (m.x == m.y) == (m.x <= m.y and m.x >= m.y)
    assert (m.x + gr.Value("*2")).outcome.name == "R"


@case
def case_loopy_sided_crash(m: Any) -> None:
    for n in range(7):
        assert m.loop(n).value().outcome == m.loop(n).outcome()


@case
def case_numpy_ints(_m: Any) -> None:
    heap, size = gr.kayles.sequence(10)[9], np.int64(3)
    assert gr.kayles(heap) == gr.kayles(4) and gr.nim(*np.array([3, 4])) == gr.nim(3, 4)
    assert gr.bash(10, m=size) == gr.bash(10, m=3) and gr.domineering(size, size) == gr.domineering(3, 3)
    assert gr.Value(size) == 3


@case
def case_pinch(m: Any) -> None:
    for board in ("OO|..|XX", "O.|.O|XX"):
        position = m.pinch(board)
        assert position.outcome() == gr.Outcome(outcomes(position)[position.state])


@case
def case_place_off(m: Any) -> None:
    for game in (each for each in vars(m).values() if hasattr(each, "begins")):
        with pytest.raises(RulesError, match="cell"):
            game.start().solve()


@case
def case_race(m: Any) -> None:
    found = outcomes(m.race(0, 0))
    assert m.race(0, 0).outcome() == gr.Outcome(found[m.race(0, 0).state])


@case
def case_ragged(m: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Notice)
        for position in (m.walk(0, 1), m.shapes(0), m.shapes(17)):
            assert position.solve(method="compiled").outcome == gr.Outcome(outcomes(position)[position.state])


@case
def case_redundant_ordered_misere(m: Any) -> None:
    with pytest.raises(PositionError):
        m.ghost(2, 1)
    assert m.ghost(0, 2).outcome("misere") == gr.Outcome(outcomes(m.ghost(0, 2), misere=True)[(0, 2)])


@case
def case_returned_list_misread(m: Any) -> None:
    for game, n in product((m.g, m.h), (0, 3, 4, 613, 2000)):
        assert game(n).solve(method="compiled").value == n % 4


@case
def case_sided_sum(m: Any) -> None:
    for game in (m.walk, m.walk_p):
        assert str((game("X..") + gr.nim(1)).value()) == "2*"


@case
def case_sided_sum_ints(m: Any) -> None:
    assert str(m.own(3, 1).value()) == "2"


@case
def case_squava(m: Any) -> None:
    position = m.squava.start("3x3")
    assert position.outcome() == gr.Outcome(outcomes(position)[position.state])


@case
def case_b04_coin_rows_are_searched_as_rows(m: Any) -> None:
    for coins in (5, 17, 60, 400):
        assert m.squares("H" * coins).grundy() == m.plain(coins)


REFUSED: dict[str, tuple[Callable[[Any], object], str]] = {
    "b01_live_and_its_neighbours": (lambda m: m.digits("0..").solve(), "does not come apart as live= of digits says"),
    "b11_compared_once": (lambda m: (m.u(0, 0).grundy(), m.u(2, 0).grundy()), "symmetries of u: u"),
    "b12_parts_and_theorems_believed": (lambda m: m.g(1, 1).solve(), "does not come apart as parts of g says"),
    "b13_same_of_boards_never_compared": (lambda m: m.made("mirror")(".....").grundy(), "the board of g: g"),
    "b14_left_and_right_exchanged": (lambda m: m.made(True)(1, 0).solve(), "symmetry of walk: walk"),
    "b15_images_of_ended_positions": (lambda m: m.made(True)(2, 2).solve(), "their ending is"),
    "b16_misere_sums_try_nothing": (lambda m: (m.made(True)(7, 5) + gr.nim(2)).solve(play="misere"), "symmetry of u"),
    "b18_reach_is_no_move": (
        lambda m: m.made(m.law, reach=lambda n, *, target: [n - 5])(7).solve(),
        "it should be nothing",
    ),
    "b20_hook_of_a_board_ignored": (lambda m: [m.made()(s).solve() for s in (".", ".#")], "symmetry of g: g"),
    "b22_declared_of_one_parameter": (lambda m: None, "take is bound to parameters: declare its symmetry"),
    "b23_fault_below_the_first_question": (lambda m: m.made(True)(23, 20).solve(), "symmetry of g: g"),
}
"""What is declared and false: the question, and the sentence that refuses it."""


@pytest.mark.parametrize("name", REFUSED)
def test_a_false_declaration_is_refused(name: str) -> None:
    ask, sentence = REFUSED[name]
    with pytest.raises(RulesError, match=re.escape(sentence)):
        ask(load(name))


def test_the_other_declarations() -> None:
    with pytest.raises(RulesError, match="a false theorem of plain says"):
        load("b12_parts_and_theorems_believed").plain(5, 3).solve()
    assert load("b19_right_symmetry_refused").heaps.gains(15_000, 12_000).positions > 100
    theorems = load("b18_reach_is_no_move")
    for wrong in (theorems.lower, theorems.letter):
        with pytest.raises(RulesError, match="which is no value"):
            (theorems.made(wrong)(7) + gr.nim(3)).solve()


@pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")
@pytest.mark.parametrize("name", CASES)
def test_a_case_is_right(name: str) -> None:
    CASES[name](load(name))


def test_what_is_refused_while_it_is_loaded() -> None:
    with pytest.raises(RulesError, match=r"line 14: the ending of three returns True or False"):
        load("bool_ending")
    with pytest.raises(AttributeError, match="a position stays what it is"):
        load("mutable_position")
    with pytest.raises(SyntaxError):
        load("race1d")


@pytest.mark.parametrize("nimber", [4, 16, 40, 72, 128])
def test_sums_with_nimbers(nimber: int) -> None:
    words = ["nimber_sum_garbage.py", "{0||^,^*,+-1|-1,{0|-1},{*|-1}}", str(nimber)]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, cwd=FOLDER)
    assert done.stdout.endswith("| stops 0 0 | s - v - *m is 0: True\n")
