"""Versions of rulesets: the dicotic one, and the join of two, by the definitions."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.common.errors import RulesError
from grundy.games import find, load
from grundy.rules.heaps import HeapRuleset
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.values.short import Value, game

BOARDS = ["...|...", "..|.#", "....|.#..", "#..|...|..#"]
CLOBBERED = ["XOX|OX.", "XOXO|O.XO"]
PICTURES = ["BRR", "GB BRR", "0-1b-2b-3r 0-2r-4r"]


def dicotic_value(rules: PartisanRuleset, state: Any) -> Value:
    """The value of the dicotic version, by its definition."""

    @cache
    def value(state: Any) -> Value:
        left, right = (set(rules.options_of(state, player)) for player in (LEFT, RIGHT))
        both = bool(left and right)
        return game(*(map(value, side if both else ()) for side in (left, right)))

    return value(state)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *product(["domineering"], BOARDS),
        *product(["clobber"], CLOBBERED),
        *product(["hackenbush"], PICTURES),
        ("toads_and_frogs", "TT.FF"),
        ("snort", "1-2-3-4"),
    ],
)
def test_a_dicotic_version_is_its_definition(name: str, text: str) -> None:
    rules = load(name)
    assert isinstance(rules, PartisanRuleset)
    plain, found = rules(text), gr.dicotic(rules)(text)
    own = plain.ruleset
    assert isinstance(own, PartisanRuleset)
    wanted = dicotic_value(own, plain.state)
    nontrivial(wanted != plain.value())
    assert found.value() == wanted


def test_a_join_has_the_moves_of_both() -> None:
    left, right = gr.subtraction.bind(s=(1, 3)), gr.subtraction.bind(s=(2, 3))
    joined = gr.join(left, right)
    for heaps in ((4,), (7,), (3, 5), (2, 4, 6)):
        wanted = gr.partisan_subtraction(*heaps, left=(1, 3), right=(2, 3)).value()
        assert joined(*heaps).value() == wanted
    for a, b in ((gr.octal("0.33"), gr.octal("0.7")), (gr.octal("4.0"), gr.octal("0.7"))):
        for heap in range(8):
            codes = {"left": a.code.digits, "right": b.code.digits}
            assert gr.join(a, b)(heap).value() == load("partisan_take_and_break")(heap, **codes).value()
    for graph in ("1-2-3", "1-2 1-3 1-4", "1b-2-3-4r"):  # the graph is both players'
        assert gr.join(gr.snort, gr.snort)(graph).value() == gr.snort(graph).value()


def test_what_has_no_version_is_told() -> None:
    for wrong in (gr.nim, gr.kayles):
        with pytest.raises(RulesError, match="no dicotic version"):
            gr.dicotic(wrong)
    for left, right in ((gr.nim, gr.clobber), (gr.domineering, gr.clobber), (gr.wythoff, gr.fibonacci_nim)):
        with pytest.raises(RulesError, match="not joined"):
            gr.join(left, right)


def test_products_of_heap_games_are_the_games_of_cakes() -> None:
    equal, halves, strips = find("{2+}=.0"), gr.octal("4.0"), gr.octal("0.7")
    assert isinstance(equal, HeapRuleset)
    for rows, columns in product(range(1, 6), repeat=2):
        assert gr.product(equal, equal)(rows, columns).value() == gr.maundy_cake(rows, columns).value()
        assert gr.product(halves, halves)(rows, columns).value() == gr.cutcake(rows, columns).value()
        for turn in (0, 1):
            wanted = load("eatcake")(rows, columns, left=(4,), right=(0, 7), turn=turn).value()
            assert gr.product(halves, strips, twisted=turn == 1)(rows, columns).value() == wanted


def test_the_published_values_of_twisted_maundy_cake() -> None:
    """CGSuite, tests of its rulesets (GameHeapTest): 8 rows, 1 to 8 columns."""
    equal = find("{2+}=.0")
    assert isinstance(equal, HeapRuleset)
    twisted = gr.product(equal, equal, twisted=True)
    published = ["1", "{8|-2}", "{8|-3}", "{8|-6}", "{8|-5}", "{8|-6,{-4|-14}}", "{10|-7}", "+-12"]
    assert [twisted(8, n).value() for n in range(1, 9)] == [gr.Value(text) for text in published]


def test_a_product_is_of_heap_games() -> None:
    for left, right in ((gr.nim, gr.clobber), (gr.wythoff, gr.nim)):
        with pytest.raises(RulesError, match="no heap game"):
            gr.product(left, right)
