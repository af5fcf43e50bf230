"""Rules read as formulas: the formulas' moves are the function's, on all small positions; what is no formula is refused."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from generated import define
from grundy.common.errors import GrundyError, RulesError
from grundy.games import load
from grundy.proving.boxes import compare, formula_options, rule_options
from grundy.proving.logic.automaton import Limits
from grundy.proving.moves import NoFormula
from grundy.proving.reading import moves
from grundy.proving.theorem import check_duties, prove

LIMIT = 3


def capped(n):
    if n > LIMIT:
        return LIMIT
    return n


@gr.game
def below_zero(a: int):
    for k in range(a - 2, 3):
        if k >= 0:
            yield (k,)


@gr.game
def steps(a: int, b: int):
    for k in range(1, a + 1, 2):
        for m in range(min(k, b)):
            if (k + m) % 3 == 1 and m != 2:
                continue
            yield a - k, m


@gr.game
def chained(a: int, b: int, *, s: tuple[int, ...] = (1, 3)):
    low, high = (a, b) if a < b else (b, a)
    for k in s:
        if 0 < k <= low or (k != high and k < high // 2):
            d = abs(high - low)
            if d - k in (0, 2):
                yield max(low - k, 0), d
            elif d % 2 == 0:
                yield low, d // 2


@gr.game
def helped(a: int):
    for k in range(1, capped(a) + 1):
        yield a - k


@gr.game
def columns(*heaps: int):
    for i, heap in enumerate(heaps):
        for k in range(heap):
            yield (*heaps[:i], k, *heaps[i + 1 :])
    if len(heaps) > 1 and all(h > 0 for h in heaps):
        yield tuple(h - 1 for h in heaps)


@gr.game
def indexed(*heaps: int):
    for i in range(1, len(heaps)):
        least = min(heaps[i - 1], heaps[i])
        for k in range(1, least + 1):
            yield heaps[: i - 1] + (heaps[i - 1] - k, heaps[i] - k) + heaps[i + 1 :]


@gr.game
def ended(a: int, b: int):
    for k in range(1, a + 1):
        yield a - k, b + k


@ended.ending
def ending(a: int, b: int):
    if a == 3:
        return gr.WIN
    return gr.LOSS if b >= 5 and a else None


@gr.game
def broken(a: int):
    for k in range(1, 5):
        if k > a:
            break
        if k == 2:
            continue
        yield a - k


@gr.game
def while_loop(a: int):
    while a:
        a -= 1
        yield a


@gr.game
def carried(a: int, b: int):
    k = 0
    for _ in range(a):
        k = k + 2
        if k > b:
            return
        yield a - 1, b - k
    if b % 2:
        yield a // 3, b // 2


@gr.game
def stepped_back(a: int):
    for k in range(a, 0, -2):
        yield a - k


@gr.game
def returns_in_a_loop(a: int, b: int):
    for k in range(a):
        for m in range(b):
            if (k + m) % 3 == 2:
                return
            yield k, m
        if k > 4:
            break
    yield a // 2, b


@gr.game
def found_first(a: int, b: int):
    place = 0
    for k in range(1, a + 1):
        if k % 3 == b % 3:
            place = k
            break
    if place:
        yield a - place, b


@gr.game
def negative_dividend(a: int):
    if (a - 3) // 2 < a - 3:
        yield a - 1


@gr.game
def folded(a: int, b: int):
    for k in range(1, a + 1):
        if all((a + m) % 3 != b % 3 for m in range(k)) and not any(m == b for m in range(k)):
            yield a - k, sum(1 for m in (a, b, k) if m > 2)


@gr.heap_game
def splits(n: int):
    for k in range(1, n // 2 + 1):
        if 2 * k != n:
            yield k, n - k
    if n == 1:
        yield ()


@gr.game
def either(a: int, b: int):
    yielded = a if a > b else b - a
    if yielded:
        c = yielded - 1
    else:
        c = 0
    if c < a:
        yield c, b


GAMES = [
    *((game, None) for game in (below_zero, steps, chained, helped, ended, broken, splits, either)),
    *((game, None) for game in (while_loop, carried, stepped_back, returns_in_a_loop, found_first, negative_dividend)),
    (folded, None),
    *((columns, n) for n in (1, 2, 3)),
    *((indexed, n) for n in (2, 3)),
    *((load(name), None) for name in ("wythoff", "fibonacci_nim", "bash", "k_division", "split_nim", "lasker", "nim")),
    *((load("nim"), n) for n in (1, 2, 3)),
    *((load("subtraction").bind(s=s), None) for s in ((1, 4), (2, 3, 7))),
    *(
        (gr.code(text), None)
        for text in ("0.77", "4.7", "0.137", "all-but {2,5}", "unequal 4.", "0.3 2:3", "0.0F", "digits 0 3; 0 3")
    ),
]


@pytest.mark.slow
@pytest.mark.some(24)
@pytest.mark.parametrize(("game", "heaps"), GAMES, ids=lambda value: str(getattr(value, "name", value)))
def test_the_formulas_moves_are_the_rules_moves(game, heaps):
    assert compare(moves(game, heaps)) >= 8


def test_loop_variables_below_zero_are_not_lost():
    assert formula_options(moves(below_zero), (0,)) == {(0,), (1,), (2,)}


def test_endings_stop_play_and_are_read():
    read = moves(ended)
    assert formula_options(read, (3, 0)) == rule_options(read, (3, 0)) == set()
    assert formula_options(read, (2, 1)) == {(1, 2), (0, 3)}


def product_of_variables(a: int, b: int):
    for k in range(1, a):
        yield a - k * b, b


def divides(a: int, b: int):
    yield a // b, b


def bits(a: int):
    yield a & (a - 1)


def doubled(a: int):
    k = 1
    for _ in range(a):
        k = 2 * k
        yield a - k


def halved(a: int):
    while a > 1:
        a //= 2
        yield a


@pytest.mark.parametrize(
    ("function", "line", "words"),
    [
        (product_of_variables, 2, "a product of two numbers"),
        (divides, 1, "not constant"),
        (bits, 1, "bit arithmetic is not linear"),
        (doubled, 3, "from one turn of a loop to the next"),
        (halved, 1, "while loop has no bound"),
    ],
)
def test_what_is_no_formula_is_refused_with_line_and_reason(function, line, words):
    with pytest.raises(NoFormula, match=words.replace("*", r"\*")) as refused:
        moves(gr.game(function))
    assert refused.value.line is None or refused.value.line >= function.__code__.co_firstlineno + 1
    assert f"line {function.__code__.co_firstlineno + line}" in str(refused.value)


def test_games_of_no_fixed_length_need_the_number_of_heaps():
    with pytest.raises(NoFormula, match="--heaps"):
        moves(columns)
    with pytest.raises(GrundyError, match="2 numbers"):
        moves(load("wythoff"), heaps=3)
    with pytest.raises(NoFormula, match="number of heaps grows"):
        moves(load("lasker"), heaps=2)


@gr.game
def negative(a: int):
    if a != 1:
        yield a - 2


@gr.game
def negative_quotient(a: int):
    if a:
        yield a - 1 + (a - 4) // 2 - (a - 5) // 2


def test_yields_and_dividends_below_zero_are_found_out():
    for game, place in ((negative, "negative\\(0\\)"), (negative_quotient, "negative-quotient\\(1\\)")):
        with pytest.raises(RulesError, match=place):
            prove(game)


def test_a_maximum_in_place_of_a_minimum_is_found_out():
    @gr.game
    def mutant(a: int, b: int):
        for k in range(1, max(a, b) + 1):
            yield a - k, b - k

    with pytest.raises(RulesError, match="mutant"):
        check_duties(moves(mutant), Limits())


TERMS = st.sampled_from(
    ["a", "b", "a - b", "2 * a - 1", "b // 2", "a % 3", "min(a, b)", "max(a - 2, b)", "abs(a - b)", "3"]
)


@pytest.mark.slow
@settings(max_examples=20)
@given(TERMS, TERMS, TERMS, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]))
def test_any_rule_of_these_pieces_is_read_rightly(low, high, other, relation):
    text = f"def rule(a: int, b: int):\n    for k in range({low}, {high} + 2):\n"
    read = moves(gr.game(define(f"{text}        if k {relation} {other} and k >= 0:\n            yield k, a\n")))
    right = {state: rule_options(read, state) for state in product(range(4), repeat=2)}
    nontrivial(any(right.values()))
    assert {state: formula_options(read, state) for state in right} == right
