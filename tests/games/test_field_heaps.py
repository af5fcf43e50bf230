"""The heap games that the field's programs ship: their published values, and codes beside the games they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

import grundy as gr
from grundy.common.errors import GrundyError
from grundy.games import find, load
from grundy.rules.coins import CoinRow, turned_with
from grundy.values.nimber import mex, nim_sum

CGSUITE = "CGSuite, tests of its rulesets (GameHeapTest)"

SPAWNED: list[tuple[str, int, list[int]]] = [
    ("1-3", 191, [0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38]),
    ("1-9", 169_766, [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024]),
    ("3", 171, [0, 0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35]),
    ("1+C", 20, [0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4]),
    ("1-3C(5)", 11, [0, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8]),
    ("3C(5)", 6, [0, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4]),
    ("1-5C", 5, [0, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4]),
    ("3E", 9, [0, 0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]),
    ("4FS", 9, [0, 0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
    ("1+S", 2046, [0, 1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28]),
]
"""Codes, how many moves a heap of 20 has, and the values of the heaps 0, 1, …: CGSUITE."""

ROWS: list[tuple[str, dict[str, int], int, list[int]]] = [
    ("mem", {}, 1, [3, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("mem", {"different": 1}, 1, [6, 6, 6, 4, 6, 6, 3, *[6] * 14]),
    ("schwenks_take_away", {"times": 2}, 2, [0, 2, 2, 2, *[5] * 17]),
    ("schwenks_take_away", {"times": 3}, 3, [0, 2, 2, *[6] * 18]),
    (
        "general_wythoff",
        {},
        1,
        [10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30],
    ),
]
"""Games, parameters, and the values at (10, 0), (10, step), (10, 2·step), …: CGSUITE, whose second number in Take-Away is
what was taken, and here the quota."""


@pytest.mark.parametrize(("code", "moves", "values"), SPAWNED)
def test_the_published_values_of_turning_codes(code: str, moves: int, values: list[int]) -> None:
    spawning = load("spawning").bind(code=code)
    assert sum(1 for _set in turned_with(19, code)) == moves
    assert [spawning(n).grundy() for n in range(len(values))] == values


@pytest.mark.parametrize(("name", "params", "step", "values"), ROWS)
def test_the_published_values_of_games_that_remember(
    name: str, params: dict[str, int], step: int, values: list[int]
) -> None:
    assert [load(name)(10, step * n, **params).grundy() for n in range(21)] == values


def test_codes_are_the_games_that_they_name() -> None:
    for code, name in (("1-2", "turning_turtles"), ("1-3", "mock_turtles"), ("1+C", "ruler")):
        for i in range(9):
            coins = load(name)
            assert isinstance(coins, CoinRow)
            assert {frozenset(s) for s in turned_with(i, code)} == {frozenset(s) for s in coins.turns(i)}
    assert gr.wythoff(7, 5).grundy() == load("general_wythoff")(7, 5, r=1).grundy()
    for heap in range(9):
        codes = {"left": (0, 3, 0, 3), "right": (0, 0, 3, 3)}
        wanted = gr.partisan_subtraction(heap, left=(1, 3), right=(2, 3)).value()
        assert load("partisan_take_and_break")(heap, **codes).value() == wanted


def test_two_equal_codes_of_take_and_break_are_the_impartial_one() -> None:
    for digits, code in (((0, 7, 7), "0.77"), ((4, 3), "4.3"), ((0, 1, 3, 7), "0.137")):
        for heap in range(8):
            value = load("partisan_take_and_break")(heap, left=digits, right=digits).value()
            assert value == gr.Value(f"*{gr.code(code)(heap).grundy()}")


def test_what_is_no_code_is_told() -> None:
    for code in ("", "0", "3-1", "1-3D", "C", "1,,2"):
        with pytest.raises(GrundyError, match="turning code"):
            list(turned_with(3, code))


def brute(moves: Callable[[int], Iterator[tuple[int, ...]]]) -> Callable[[int], int]:
    """Return the value of a heap by its moves."""

    @cache
    def value(heap: int) -> int:
        return mex(nim_sum(*map(value, heaps)) for heaps in moves(heap))

    return value


def test_codes_with_marks_split_into_unequal_heaps() -> None:
    def one_and_split(n: int) -> Iterator[tuple[int, ...]]:
        return ((a, n - 1 - a) for a in range(1, n) if 0 < a < n - 1 - a)

    value = brute(one_and_split)
    assert gr.code("0.4!").sequence(40).tolist() == [value(n) for n in range(40)]
    published = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]  # Grundy's game, 4!.0: CGSUITE
    assert gr.code("4!.0").sequence(21).tolist() == published == gr.grundys_game.sequence(21).tolist()
    for code in ("4.4!", "0.3!", "0.7!4", "0!.4"):
        with pytest.raises(GrundyError, match="mark !"):
            gr.code(code)


def test_equal_splits_by_brute_force() -> None:
    def equal(n: int) -> Iterator[tuple[int, ...]]:
        return ((n // parts,) * parts for parts in range(2, n + 1) if n % parts == 0)

    value = brute(equal)
    assert [find("{2+}=.0")(n).grundy() for n in range(200)] == [value(n) for n in range(200)]
