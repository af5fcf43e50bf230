"""Cooling, heating, products, incentives, birthdays, companions."""

import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError
from grundy.values import operators
from grundy.values.nimber import nim_product
from grundy.values.short import Value, game, miny, nimber, number, switch, tiny, up
from grundy.values.thermograph import mean, temperature
from random_values import drawn, halves

HALF = Fraction(1, 2)
STAR = nimber(1)


POOL = drawn(8, 120, f"{halves(5)} * *2 ^ v ^* Tiny(1)")
GAMES = st.sampled_from([value for value in POOL if not value.is_number])
values = mostly(GAMES, st.sampled_from(POOL))
dicotic = st.sampled_from([value for value in dict.fromkeys(POOL) if operators.is_dicotic(value)])
BORN = [*operators.born_by(2)]
taxes = st.integers(1, 16).map(lambda n: Fraction(n, 8))
small_taxes = st.integers(1, 4).map(lambda n: Fraction(n, 16))
SOME = random.Random(5).choices([(a, b) for a in POOL for b in POOL], k=800)
HIGH_LOW = st.sampled_from([(a, b) for a, b in SOME if a > b])
APART = st.sampled_from([(low, high) for low, high in SOME if low.left_stop < high.right_stop])
HOT = st.sampled_from([value for value in POOL if operators.is_hot(value)])


# ---- temperature


def test_known_cooled_heated_and_frozen() -> None:
    assert operators.cooled(game([3], [1]), 1) == STAR + 2
    assert operators.cooled(game([1], [STAR]), HALF) == STAR + HALF
    assert operators.cooled(game([3], [1]), 0) == game([3], [1])
    assert operators.heated(STAR, 1) == switch(1)
    assert operators.heated(up(1), 1) == game([1], [game([0], [-2])])
    assert operators.heated(Value(HALF), 1) == HALF
    assert operators.overheated(Value(HALF), 1, 1) == game([1], [0])
    assert operators.overheated(Value(3), STAR, 1) == STAR
    assert operators.frozen(number("25/16")) == number("25/16")
    assert operators.frozen(up(-9, 8) + number("73/16")) == up(-9, 8) + number("73/16")
    assert operators.frozen(game([3], [game([STAR + 2], [STAR + 1])])) == STAR + number("9/4")
    left = game([STAR + Fraction(3, 2)], [HALF])
    right = [game([0], [-3]), game([STAR - 1, game([-HALF], [STAR - 1])], [Fraction(-5, 2)])]
    hot = game([left], right)
    assert operators.frozen(hot) == STAR - number("5/16")


@given(values, taxes)
def test_cooling_undoes_heating(value: Value, t: Fraction) -> None:
    nontrivial(not value.is_number)
    assert operators.cooled(operators.heated(value, t), t) == value


def test_heating_does_not_keep_the_order() -> None:
    hot = game([3], [0])
    assert hot > -HALF
    assert operators.heated(hot, 1).confused_with(-HALF)


@given(dicotic, dicotic, taxes)
def test_heating_of_all_small_values_is_linear(a: Value, b: Value, t: Fraction) -> None:
    nontrivial(a != 0 != b)
    assert operators.heated(a, t) + operators.heated(b, t) == operators.heated(a + b, t)


@given(values, values, taxes)
def test_cooling_is_linear(a: Value, b: Value, t: Fraction) -> None:
    nontrivial(not (a.is_number or b.is_number))
    assert operators.cooled(a + b, t) == operators.cooled(a, t) + operators.cooled(b, t)
    assert operators.cooled(-a, t) == -operators.cooled(a, t)
    if a <= b:
        assert operators.cooled(a, t) <= operators.cooled(b, t)


@given(mostly(HOT, values), mostly(small_taxes, taxes), taxes)
def test_cooling_twice(value: Value, s: Fraction, t: Fraction) -> None:
    nontrivial(temperature(value) > s)  # the second tax falls on a hot game
    assert operators.cooled(operators.cooled(value, s), t) == operators.cooled(value, s + t)


@given(values)
def test_frozen_is_the_mean_and_an_infinitesimal(value: Value) -> None:
    nontrivial(not value.is_number)
    cold = operators.frozen(value)
    assert operators.is_numberish(cold)
    assert cold.left_stop == mean(value)
    if temperature(value) >= 0:
        assert cold != mean(value)


@given(values)
def test_kinds(value: Value) -> None:
    nontrivial(not value.is_number)
    assert [operators.is_hot(value), operators.is_tepid(value), value.is_number].count(True) == 1
    assert operators.is_tepid(value) == (temperature(value) == 0)


@pytest.mark.parametrize("t", [-1, Fraction(1, 3), Fraction(-2)])
def test_cooling_by_what_cannot_be(t: Fraction) -> None:
    with pytest.raises(GrundyError, match="dyadic"):
        operators.cooled(switch(1), t)


# ---- products and sums


def test_norton_products() -> None:
    assert operators.norton_product(Value(HALF), up(1)) == game([up(2, 1)], [up(-1, 1)])
    assert operators.norton_product(Value(3), up(1)) == up(3)
    with pytest.raises(GrundyError, match="positive"):
        operators.norton_product(Value(1), STAR)


@given(values, values)
def test_norton_product_is_linear(a: Value, b: Value) -> None:
    nontrivial(not (a.is_number or b.is_number))
    for unit in (Value(1), Value(2), up(1), tiny(1)):
        assert operators.norton_product(a, unit) + operators.norton_product(b, unit) == operators.norton_product(
            a + b, unit
        )
    assert operators.norton_product(a, 1) == a
    assert (operators.norton_product(a, up(1)) >= 0) == (a >= 0)


@given(values)
def test_overheating_is_a_norton_product(value: Value) -> None:
    """G·(1 + *) is G overheated from 1 + * to 1 (Siegel: U with incentive *)."""
    nontrivial(not value.is_number)
    assert operators.norton_product(value, STAR + 1) == operators.overheated(value, STAR + 1, 1)


def test_ordinal_sums() -> None:
    assert operators.ordinal_sum(Value(0), Value(1)) == 1
    assert operators.ordinal_sum(STAR, Value(1)) == up(1, 1)
    assert operators.ordinal_sum(Value(1), Value(-1)) == HALF
    assert operators.ordinal_sum(STAR, Value(2)) == game([0, up(1, 1)], [0])
    for m, n in product(range(4), range(4)):
        assert operators.ordinal_sum(nimber(m), nimber(n)) == nimber(m + n)


@given(values, HIGH_LOW)
def test_ordinal_sum_keeps_the_order_of_tops(base: Value, tops: tuple[Value, Value]) -> None:
    """Colon principle."""
    a, b = tops
    nontrivial(a > b)
    if a >= b:
        assert operators.ordinal_sum(base, a) >= operators.ordinal_sum(base, b)
    assert operators.ordinal_sum(base, Value(0)) == base
    assert -operators.ordinal_sum(base, a) == operators.ordinal_sum(-base, -a)


@cache
def _four_terms(a: Value, b: Value) -> Value:
    """The product by the rule of ONAG alone."""

    def terms(of_a: tuple[Value, ...], of_b: tuple[Value, ...]) -> list[Value]:
        return [_four_terms(x, b) + _four_terms(a, y) - _four_terms(x, y) for x in of_a for y in of_b]

    al, ar, bl, br = a.left_options, a.right_options, b.left_options, b.right_options
    return game([*terms(al, bl), *terms(ar, br)], [*terms(al, br), *terms(ar, bl)])


def test_conway_products() -> None:
    assert operators.conway_product(Value(HALF), number("3/2")) == number("3/4")
    for m, n in product(range(5), range(5)):
        assert operators.conway_product(nimber(m), nimber(n)) == nimber(nim_product(m, n))
    assert operators.conway_product(nimber(16), nimber(16)) == nimber(24)
    for a, b in product(BORN, BORN):
        assert operators.conway_product(a, b) == _four_terms(a, b) == operators.conway_product(b, a)


# ---- forms


def test_known_incentives() -> None:
    assert operators.incentives(Value(5)) == ((Value(-1),), (), (Value(-1),))
    assert operators.incentives(up(1)) == ((up(-1),), (up(1, 1),), (up(1, 1),))
    assert operators.incentives(up(-1, 1)).left == (up(1, 1),)
    assert set(operators.incentives(up(-1, 1)).right) == {up(-1), up(-1, 1)}
    assert set(operators.incentives(nimber(8)).best) == {nimber(n) for n in range(8, 16)}
    assert operators.incentives(number("-1/2")).best == (Value(-HALF),)
    assert operators.incentives(tiny(number("3/2"))).left == (miny(number("3/2")),)
    assert operators.incentives(Value(0)) == ((), (), ())


@given(values)
def test_incentives_are_below_or_confused_with_zero(value: Value) -> None:
    nontrivial(not value.is_number)
    gains = operators.incentives(value)
    assert not any(gain >= 0 for gain in gains.best)
    for one, other in product(gains.best, gains.best):
        assert one == other or not one <= other
    if value.is_number:
        assert all(gain < 0 for gain in gains.best)
    shifted = operators.incentives(value + 7)
    if not value.is_number:
        assert set(shifted.best) == set(gains.best)


def test_known_birthdays() -> None:
    cases = {Value(0): 0, Value(-7): 7, number("-1/2"): 2, number("25/16"): 6, nimber(8): 8, up(1): 2, up(-1, 1): 2}
    cases |= {
        up(1, 1) + 6: 8,
        up(1, 6): 8,
        number("73/16") + up(-9, 8): 27,
        tiny(number("3/2")): 5,
        number("9/8") + STAR: 6,
    }
    cases[game([3], [game([STAR + 2], [STAR + 1])])] = 5
    assert {value: operators.birthday(value) for value in cases} == cases
    assert operators.birthday(Value(10**30)) == 10**30


@given(values, values)
def test_birthday_of_a_sum(a: Value, b: Value) -> None:
    nontrivial(not (a.is_number or b.is_number))
    assert operators.birthday(a + b) <= operators.birthday(a) + operators.birthday(b)


@given(st.integers(-40, 40), st.integers(-8, 40), st.booleans())
def test_simplest_between_numbers(a: int, more: int, closed: bool) -> None:
    low, high = Fraction(a, 8), Fraction(a + more, 8)
    fine = [Fraction(n, 64) for n in range(-400, 401)]
    inside = [Value(x) for x in fine if (low <= x <= high if closed else low < x < high)]
    nontrivial(len(inside) > 1)
    if not inside:
        with pytest.raises(GrundyError, match="between"):
            operators.simplest_between(low, high, closed=closed)
        return
    found = operators.simplest_between(low, high, closed=closed)
    assert found in inside
    least = min(map(operators.birthday, inside))
    assert [one for one in inside if operators.birthday(one) == least] == [found]
    if not closed:
        assert found == game([low], [high])


@given(mostly(APART, st.tuples(values, values)))
def test_simplest_between_values(bounds: tuple[Value, Value]) -> None:
    low, high = bounds
    nontrivial(low.left_stop < high.right_stop)
    if low.left_stop < high.right_stop:
        found = operators.simplest_between(low, high)
        assert low < found < high
        assert found.is_number
        closed = operators.simplest_between(low, high, closed=True)
        assert low <= closed <= high
        assert operators.birthday(closed) <= operators.birthday(found)


def test_simplest_between_narrow_bounds() -> None:
    assert operators.simplest_between(up(-1), up(1)) == 0
    assert operators.simplest_between(up(-1) + 2, up(1) + 2) == 2
    for low, high, closed in ((0, 0, False), (STAR, STAR, True), (1, 0, True), (up(1), up(2), True)):
        with pytest.raises(GrundyError, match="no number"):
            operators.simplest_between(low, high, closed=closed)
    assert operators.simplest_between(3, 3, closed=True) == 3


def test_known_companions() -> None:
    same = [Value(5), number("-1/2"), number("25/16"), nimber(8), number("9/8") + STAR, up(1, 1) + 6, up(1, 6)]
    assert [operators.companion(value) for value in same] == same
    assert operators.companion(Value(0)) == STAR
    assert operators.companion(up(-1, 1)) == up(-1)
    small = game([0], [game([0], [up(-1, 1)])])
    assert operators.companion(small) == game([0], [game([0], [up(-1, 1)]) + STAR])
    assert operators.companion(tiny(number("3/2"))) == game([0, STAR], [game([STAR], [number("-3/2")])])
    assert operators.companion(game([up(3)], [up(-2)])) == game([up(3, 1)], [up(-2, 1)])


@given(values, values)
def test_companions_of_companions(value: Value, other: Value) -> None:
    nontrivial(operators.companion(value) != value or operators.companion(other) != other)
    assert (operators.companion(value) <= operators.companion(other)) == (value <= other)
    assert operators.companion(operators.companion(value)) == value
    assert operators.companion(-value) == -operators.companion(value)


def test_dicotic() -> None:
    assert operators.is_dicotic(game([0], [game([0], [up(-3)])]))
    assert not operators.is_dicotic(tiny(up(1) + 1))
    assert not operators.is_dicotic(STAR + 1)
    assert operators.is_dicotic(Value(0))
