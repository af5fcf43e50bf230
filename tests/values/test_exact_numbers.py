"""Numbers, nimbers and multiples of up of any size: the laws of small ones, by formulas and by the definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.kernels import short
from grundy.values import canonical
from grundy.values.canonical import Store, option_below, simplest_number
from grundy.values.short import Value, game, nimber, switch, up

EDGE = 1 << 36
sizes = st.one_of(
    st.integers(0, 3), st.integers(EDGE - 2, EDGE + 2), st.integers(10**29, 10**30), st.integers(0, 10**12)
)
numbers = st.builds(lambda n, odd, places, sign: sign * (n + Fraction(odd, 1 << places)), sizes, st.integers(0, 3),
                    st.sampled_from([0, 1, 23, 24, 25, 60, 200]), st.sampled_from([1, -1]))  # fmt: skip
stars = st.one_of(st.integers(0, 5), st.sampled_from([4095, 4096, EDGE, EDGE + 1, 2**60, 2**60 + 1, 10**40]))
ups = st.one_of(st.integers(-3, 3), st.sampled_from([EDGE, -EDGE - 1, 2**60, 10**30, 1 - 10**30]))


def made(x: Fraction, n: int, m: int) -> Value:
    return Value(x) + up(n, m)


@given(numbers, ups, stars, numbers, ups, stars, st.integers(-5, 10**20))
def test_sums_of_number_ups_and_nimber(x: Fraction, n: int, m: int, y: Fraction, k: int, j: int, times: int) -> None:
    a, b = made(x, n, m), made(y, k, j)
    nontrivial(max(abs(x), abs(y), m, j, abs(n), abs(k)) > EDGE or max(x.denominator, y.denominator) > 1 << 24)
    assert a.nus == (x, n, m) and (a + b).nus == (x + y, n + k, m ^ j) and (-a).nus == (-x, -n, m)
    assert a - a == 0 and (a - b) + b == a and (times * a).nus == (times * x, times * n, m * (times % 2))
    assert Value(str(a)) == a and (hash(a) == hash(x) or n or m)


@given(numbers, ups, stars, numbers, ups, stars)
def test_the_order_by_formula(x: Fraction, n: int, m: int, y: Fraction, k: int, j: int) -> None:
    """Winning Ways, ch. 3: n·↑ + *m > 0 for n > 1, and for n = 1 unless m = 1; *m is confused with 0."""
    nontrivial(n != k or m != j)
    for z in (x, y):
        more, star = n - k, m ^ j
        wanted = more > 1 or (more == 1 and star != 1) or (not more and not star)
        assert (made(z, k, j) <= made(x, n, m)) == (wanted if z == x else z < x)


@pytest.mark.slow
@settings(max_examples=100)
@given(numbers, numbers, ups, stars)
def test_options_give_the_value_again(x: Fraction, y: Fraction, n: int, m: int) -> None:
    nontrivial(x.denominator > 1 << 24 or abs(x) > EDGE)
    small = made(x, n, min(m, 9))
    hot = game([max(x, y) + 1], [min(x, y)]) + up(n % 3)
    for value in (small, hot):
        lefts, rights = value.left_options, value.right_options
        assert game(lefts, rights) == value
        assert not any(value <= one for one in lefts) and not any(one <= value for one in rights)
    assert hot.left_stop == max(x, y) + 1 and hot.right_stop == min(x, y) and hot - hot == 0
    assert hot.mean == (max(x, y) + 1 + min(x, y)) / 2 and hot + hot - hot == hot
    assert hot.confused_with(hot.mean) and hot < hot.left_stop + 1 and hot > hot.right_stop - 1


@given(numbers, numbers, st.booleans(), st.booleans())
def test_the_simplest_number(x: Fraction, y: Fraction, with_low: bool, with_high: bool) -> None:
    """It fits, and none of its options, which are simpler, does (ONAG ch. 2)."""
    nontrivial(x != y)
    low, high = min(x, y), max(x, y)

    def fits(z: Fraction | None) -> bool:
        return z is not None and (low < z or (z == low and with_low)) and (z < high or (z == high and with_high))

    if low < high or (with_low and with_high):
        found = simplest_number(low, with_low, high, with_high)
        below, above = option_below(found), option_below(-found)
        assert fits(found) and not fits(below) and not fits(None if above is None else -above)
    if low < high:
        assert game([low], [high]) == simplest_number(low, False, high, False)


def test_numbers_that_come_in_any_order_are_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ranks close together, so that they are given anew."""
    monkeypatch.setattr(canonical, "APART", 2)
    store, found = Store(8), [Fraction(0)]
    for k in range(1, 120):
        found += [Fraction(3 * k, 1 << (40 + k)), EDGE + Fraction(1, 3 + k).limit_denominator(1) + 10**20 // k]
    found += [-one for one in found]
    ids = [store.nus(one) for one in found]
    for one, a in list(zip(found, ids, strict=True))[::7]:
        for other, b in zip(found, ids, strict=True):
            assert bool(store.ask(short.ORDER, a, b)) == (one <= other)


@pytest.mark.slow
def test_values_of_games_of_any_size() -> None:
    """A stalk of Hackenbush counts edges of its first colour, and from the change on a half, a quarter, … by colour."""
    for stalk in ("BR" * 13, "BBR" * 30, "R" + "B" * 90, "B" * 70 + "RBR" * 20):
        turn = next(k for k, edge in enumerate(stalk) if edge != stalk[0])
        wanted = Fraction(turn) - sum(
            Fraction(1 if edge != stalk[0] else -1, 2 << k) for k, edge in enumerate(stalk[turn:])
        )
        assert gr.hackenbush(stalk).value() == (wanted if stalk[0] == "B" else -wanted)
    assert game([0, 10**12], []) == 10**12 + 1 and game([10**30], [-(10**30)]) == switch(10**30)
    assert (gr.domineering(2, 2) + gr.nim(5000)).value() == switch(1) + nimber(5000)
    assert (gr.domineering(2, 2) + gr.nim(10**30)).solve().outcome.name == "N"
