"""Values beyond 2^33, of which the store keeps an integer apart: what is so of a small value is so of it, moved."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

import pytest

from cases import nontrivial
from grundy.common.errors import TooLarge
from grundy.values.operators import (
    birthday,
    companion,
    conway_product,
    cooled,
    far_star,
    frozen,
    heated,
    incentives,
    is_dicotic,
    is_hot,
    norton_product,
    ordinal_sum,
    overheated,
    reduced_canonical_form,
    simplest_between,
    simplest_values,
    uptimal,
)
from grundy.values.short import Value, game, nimber, switch, tiny, up
from grundy.values.thermograph import orthodox_options, sensible_options

UNIT = 1 << 34
HALF = UNIT // 2
NUMBERS = [
    sign * n
    for n in (HALF - 1, HALF, HALF + 1, UNIT - 1, UNIT, UNIT + 1, 9_000_000_000, 10**10, 5 * HALF - 3, 10**30)
    for sign in (1, -1)
]
NEAR = 6
"""A small integer: the law is read off at it and at its negative."""


@cache
def small() -> list[Value]:
    """Values of a few days that are no numbers."""
    chosen = random.Random(7)
    values = [Value(0), Value(1), Value(-1), nimber(1), Value(Fraction(1, 2)), up(1), switch(2), tiny(1)]
    for _ in range(60):
        lefts = chosen.sample(values, chosen.randint(1, 3))
        rights = chosen.sample(values, chosen.randint(1, 3))
        values = list(dict.fromkeys([*values, game(lefts, rights)]))
    return [value for value in values if not value.is_number][:24]


def moved(options: Iterable[Value], n: int) -> set[Value]:
    return {option + n for option in options}


@pytest.mark.parametrize("n", NUMBERS)
def test_an_integer_has_the_integer_before_it_as_its_one_option(n: int) -> None:
    """Conway: n is {n-1|}, and -n is {|1-n}."""
    value, before = Value(n), n - (1 if n > 0 else -1)
    assert (value.left_options, value.right_options) == (((before,), ()) if n > 0 else ((), (before,)))
    assert birthday(value) == abs(n) and game(value.left_options, value.right_options) == value
    gains = incentives(value)
    assert gains.best == (-1,) and (gains.left if n > 0 else gains.right) == (-1,) and not (gains.left and gains.right)
    assert sensible_options(value.left_options, value.right_options) == (value.left_options, value.right_options)
    assert orthodox_options(value, -1) == (value.left_options, value.right_options)


@pytest.mark.slow
@pytest.mark.some(8)
@pytest.mark.parametrize("n", NUMBERS)
def test_what_is_no_integer_moves_with_its_options(n: int) -> None:
    """The number translation theorem; and k + 1/2^j lies between the same neighbours as 1/2^j."""
    cases = 0
    for value in (*small(), *(Value(Fraction(k, 16)) for k in (1, 2, 4, 5, 8, 15, -1, -8))):
        large = value + n
        assert set(large.left_options) == moved(value.left_options, n)
        assert set(large.right_options) == moved(value.right_options, n)
        assert game(large.left_options, large.right_options) == large
        assert birthday(large) == 1 + max(birthday(one) for one in (*large.left_options, *large.right_options))
        assert [set(side) for side in incentives(large)] == [set(side) for side in incentives(value)]
        graph, own = large.thermograph(), value.thermograph()
        assert graph.left_wall == tuple((v + n, t) for v, t in own.left_wall)
        assert graph.right_wall == tuple((v + n, t) for v, t in own.right_wall)
        assert (large.left_stop, large.right_stop) == (value.left_stop + n, value.right_stop + n)
        assert far_star(large) == far_star(value + NEAR) and not is_dicotic(large) and is_hot(large) == is_hot(value)
        assert frozen(large) == frozen(value) + n and reduced_canonical_form(large) == reduced_canonical_form(value) + n
        found, before = uptimal(large), uptimal(value)
        assert found == (before and before._replace(number=before.number + n))
        cases += 1
    assert cases >= 32


@pytest.mark.slow
@pytest.mark.some(8)
@pytest.mark.parametrize("n", NUMBERS)
def test_texts_and_copies_are_read_back(n: int) -> None:
    hot = [switch(n), tiny(abs(n))] if abs(n) < 2 * UNIT else []
    for value in (Value(n), *(one + n for one in small()), *hot, Value(n) + switch(UNIT)):
        assert Value(str(value)) == pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
        assert value.latex() and value.svg().startswith("<svg")


UNARY: dict[str, Callable[[Value], Value]] = {
    "cooled by 1/2": lambda v: cooled(v, Fraction(1, 2)),
    "cooled by -1/2": lambda v: cooled(v, Fraction(-1, 2)),
    "heated": lambda v: heated(v, 1),
    "heated by *": lambda v: heated(v, nimber(1)),
    "overheated": lambda v: overheated(v, 1, 1),
    "overheated by ups": lambda v: overheated(v, up(1), nimber(2)),
    "times up": lambda v: norton_product(v, up(1)),
    "times 1": lambda v: norton_product(v, 1),
    "times {1|*}": lambda v: norton_product(v, game([1], [nimber(1)])),
    "Conway's product by *2": lambda v: conway_product(nimber(2), v),
    "Conway's product by a switch": lambda v: conway_product(v, switch(1)),
    "companion": companion,
    "n:*": lambda v: ordinal_sum(v, nimber(1)),
    "n:1/2": lambda v: ordinal_sum(v, Value(Fraction(1, 2))),
    "n:^": lambda v: ordinal_sum(v, up(1)),
    "n:-3": lambda v: ordinal_sum(v, Value(-3)),
    "n:+-1": lambda v: ordinal_sum(v, switch(1)),
}


DEAR = ("overheated by ups",)


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("what", [pytest.param(what, marks=[pytest.mark.hours] * (what in DEAR)) for what in UNARY])
def test_operators_say_of_a_large_value_what_they_say_of_a_small_one(what: str) -> None:
    """Where f(G + n) = f(G) + n·step for small n of a sign, it is so for large ones."""
    operator, cases = UNARY[what], 0
    for value in (Value(0), Value(Fraction(1, 2)), *small()[:10]):
        for sign in (1, -1):
            at, after = operator(value + sign * NEAR), operator(value + sign * (NEAR + 1))
            step = after - at
            if operator(value + sign * (NEAR + 2)) != after + step:
                continue  # no law to hold it to
            for n in NUMBERS:
                if n * sign > 0:
                    try:
                        found, wanted = operator(value + n), at + (abs(n) - NEAR) * step
                    except TooLarge:  # a refusal is sound; what is moved by a number alone is never refused
                        assert not step.is_number, (what, value, n)
                        continue
                    assert found == wanted, (what, value, n)
                    cases += 1
    assert cases >= (15 if "up" in what else 200), cases


@pytest.mark.parametrize("n", NUMBERS)
def test_ordinal_sums_by_their_definition(n: int) -> None:
    """n:G is {n-1, n:GL | n:GR}, and -n:G is {-n:GL | 1-n, -n:GR}."""
    cases, base = 0, Value(n)
    lefts, rights = ([n - 1], []) if n > 0 else ([], [n + 1])
    for top in (Value(1), Value(-2), Value(Fraction(3, 4)), *small()[:12]):
        left = [ordinal_sum(base, option) for option in top.left_options]
        right = [ordinal_sum(base, option) for option in top.right_options]
        assert ordinal_sum(base, top) == game([*lefts, *left], [*rights, *right])
        assert ordinal_sum(base, top) == ordinal_sum(Value(n // abs(n)), top) + (n - n // abs(n))
        cases += 1
    assert ordinal_sum(Value(0), base) == base == ordinal_sum(base, Value(0))
    assert ordinal_sum(base, base) == 2 * n and cases >= 15


def test_the_simplest_number_by_its_definition() -> None:
    """The number x that fits while none of its options does (ONAG, ch. 2)."""
    chosen, numbers, cases = random.Random(11), 0, 0
    pool = [*small(), *map(Value, (0, 1, 2, -5, 9, Fraction(1, 4)))]
    for n in NUMBERS:
        for _turn in range(40):
            near = [one + n + chosen.randint(-12, 12) for one in chosen.sample(pool, 4)]
            lefts, rights = near[: chosen.randint(0, 2)], near[2 : 2 + chosen.randint(0, 2)]
            found = game(lefts, rights)
            nontrivial(lefts or rights)
            assert not any(found <= one for one in lefts) and not any(one <= found for one in rights)
            if found.is_number:
                simpler = (*found.left_options, *found.right_options)
                assert all(any(x <= o for o in lefts) or any(o <= x for o in rights) for x in simpler), (lefts, rights)
                numbers += abs(found.left_stop) >= HALF
            else:
                assert found - n == game([one - n for one in lefts], [one - n for one in rights])
            cases += 1
    assert (cases, numbers >= 150) == (40 * len(NUMBERS), True), numbers


def test_numbers_between_large_bounds() -> None:
    assert game([UNIT - 3], [UNIT + 5]) == UNIT - 2 and game([-UNIT - 5], [3 - UNIT]) == 2 - UNIT
    assert game([UNIT - 10], [UNIT - 5]) == UNIT - 9 and game([1], [10**30]) == 2 and game([-(10**30)], [10**40]) == 0
    assert simplest_between(UNIT - 3, UNIT + 5) == UNIT - 2
    assert simplest_between(10**30, 10**30 + 1) == Value(10**30) + Value("1/2")
    assert simplest_values(UNIT - 3, UNIT + 5) == (UNIT - 3,)


@pytest.mark.parametrize("n", NUMBERS)
def test_order_of_values_that_lie_apart(n: int) -> None:
    """G + n <= H + n as G <= H; and of two with far stops, by the games that are left when one is taken away."""
    chosen = small()[:10]
    for a in chosen:
        for b in chosen:
            assert (a + n <= b + n) == (a <= b) and (a + n == b + n) == (a == b)
            assert (a + n < b) == (n < 0) and (b < a + n) == (n > 0)
    wide = game([UNIT * 5 // 2 - 1], [-HALF]) + n
    assert wide.confused_with(n) and wide.confused_with(n + HALF) and wide.confused_with(n + UNIT * 5 // 2 - 1)
    assert (wide + 1).confused_with(n + HALF - 1) and wide < n + UNIT * 5 // 2 and wide > n - HALF - 1
    assert Value(str(wide + 1)) == wide + 1


def test_numbers_of_very_many_digits_are_refused_by_pictures() -> None:
    pytest.importorskip("matplotlib")
    for value in (Value(10**400), Value(-(10**400)) + switch(1)):
        with pytest.raises(TooLarge, match="more than 300 digits"):
            value.thermograph().plot()
        assert value.thermograph().svg().startswith("<svg")
    with pytest.raises(TooLarge, match="more than 4300 digits"):
        Value(10**5000).thermograph().svg()
