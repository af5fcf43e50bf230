"""The values born by a day, the simplest between two bounds, and which options are worth a thought."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.values.operators import antichains, birthday, born_by, simplest_between, simplest_values
from grundy.values.short import Value, game, number, up
from grundy.values.thermograph import orthodox_options, sensible_options, thermograph


@cache
def days() -> list[Value]:
    """The values born by day 3, made where they are first needed."""
    return [*born_by(3)]


@cache
def ordered() -> list[tuple[Value, Value]]:
    """Some pairs of them, the smaller value first."""
    chosen = random.Random(3)
    some = zip(chosen.choices(days(), k=500), chosen.choices(days(), k=500), strict=True)
    return [(a, b) if a < b else (b, a) for a, b in some if a < b or b < a]


values = st.deferred(lambda: st.sampled_from(days()))
ORDERED = st.deferred(lambda: st.sampled_from(ordered()))


# ---- days


@pytest.mark.parametrize(("day", "error"), [(-1, GrundyError), (4, TooLarge)])
def test_days_that_are_not_listed(day: int, error: type[GrundyError]) -> None:
    with pytest.raises(error):
        born_by(day)


@pytest.mark.slow
def test_antichains_are_all_that_there_are() -> None:
    some = days()[:9]
    sets = [[one for k, one in enumerate(some) if mask >> k & 1] for mask in range(1 << len(some))]
    apart = [tuple(one) for one in sets if all(a is b or a.confused_with(b) for a in one for b in one)]
    assert sorted(antichains(some), key=str) == sorted(apart, key=str)


# ---- the simplest between two bounds


@pytest.mark.slow
@given(mostly(ORDERED, st.tuples(values, values)), st.booleans())
def test_simplest_values_are_all_of_the_least_birthday(bounds: tuple[Value, Value], closed: bool) -> None:
    low, high = bounds
    inside = [one for one in days() if (low <= one <= high if closed else low < one < high)]
    nontrivial(low < high)
    if not (low <= high if closed else low < high):
        with pytest.raises(GrundyError, match="no value"):
            simplest_values(low, high, closed=closed)
    elif not inside:
        with pytest.raises(TooLarge, match="day"):
            simplest_values(low, high, closed=closed)
    else:
        least = min(map(birthday, inside))
        found = simplest_values(low, high, closed=closed)
        assert set(found) == {one for one in inside if birthday(one) == least} and len(set(found)) == len(found)


@given(st.integers(-40, 40), st.integers(0, 40))
def test_between_numbers_it_is_the_simplest_number(a: int, more: int) -> None:
    nontrivial(more)
    low, high = Fraction(a, 8), Fraction(a + more, 8)
    assert simplest_values(low, high) == (simplest_between(low, high, closed=True),)


def test_known_simplest_values() -> None:
    assert simplest_values(100, 200) == (Value(100),)
    assert simplest_values(0, up(1)) == (Value(0),)
    assert simplest_values(number("1/4"), 1, closed=False) == (Value("1/2"),)
    assert set(simplest_values(0, number("1/8"), closed=False)) == {up(1)}


# ---- options worth a thought


@pytest.mark.slow
def test_sensible_options_are_enough() -> None:
    rng = random.Random(1)
    for _ in range(400):
        left, right = ([rng.choice(days()) for _ in range(rng.randint(0, 4))] for _ in "LR")
        whole = game(left, right)
        nontrivial(left and right)
        chosen = sensible_options(left, right)
        assert game(chosen.left, chosen.right) == whole
        assert set(chosen.left) <= set(left) and set(chosen.right) <= set(right)
        again = sensible_options(whole.left_options, whole.right_options)
        assert (set(again.left), set(again.right)) == (set(whole.left_options), set(whole.right_options))


@given(values, st.integers(-8, 16).map(lambda n: Fraction(n, 8)))
def test_orthodox_options_make_the_walls(value: Value, t: Fraction) -> None:
    nontrivial(not value.is_number)
    chosen, graph = orthodox_options(value, t), thermograph(value)
    if t <= graph.temperature and not value.is_integer:
        assert chosen.left and chosen.right
    for option in chosen.left:
        assert thermograph(option).right(t) - t == graph.left(t)
    for option in chosen.right:
        assert thermograph(option).left(t) + t == graph.right(t)


@given(values)
def test_orthodox_options_at_zero_make_the_stops(value: Value) -> None:
    nontrivial(not value.is_number)
    if not value.is_number:
        chosen = orthodox_options(value)
        assert set(chosen.left) == {one for one in value.left_options if one.right_stop == value.left_stop}
        assert set(chosen.right) == {one for one in value.right_options if one.left_stop == value.right_stop}
