"""Ordinals, surreal numbers of few terms, the nim field below ω^ω^ω: laws, published values, small excesses derived."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.values import nimber, ordinal_nimbers
from grundy.values.ordinal_nimbers import alpha, excess, nim_power, nim_product
from grundy.values.short import Value
from grundy.values.surreal import (
    OMEGA,
    Surreal,
    Transfinite,
    nim_sum,
    ordinary_power,
    ordinary_product,
    ordinary_sum,
)

W = OMEGA


def numbers(
    exponents: st.SearchStrategy[Surreal], coefficients: st.SearchStrategy[Fraction]
) -> st.SearchStrategy[Surreal]:
    return st.lists(st.tuples(exponents, coefficients), max_size=3).map(Surreal)


COUNTS = st.integers(0, 4).map(Fraction)
SMALL = numbers(st.integers(0, 3).map(Surreal), COUNTS)
ORDINALS = numbers(SMALL, COUNTS)
RATIONALS = st.fractions(-3, 3, max_denominator=4)
SURREALS = numbers(numbers(st.integers(-2, 2).map(Surreal), RATIONALS), RATIONALS)
IN_THE_FIELD = numbers(SMALL, st.integers(0, 7).map(Fraction))
"""Ordinals below ω^ω^4."""


def is_infinite(*each: Surreal) -> bool:
    return any(one.finite is None for one in each)


@given(SURREALS, SURREALS, SURREALS)
def test_numbers_are_an_ordered_field(a: Surreal, b: Surreal, c: Surreal) -> None:
    nontrivial(is_infinite(a, b, c))
    assert (a + b) + c == a + (b + c) and a + b == b + a and a - a == 0
    assert (a * b) * c == a * (b * c) and a * b == b * a and a * (b + c) == a * b + a * c
    assert [a < b, a == b, a > b].count(True) == 1
    assert not a < b or (a + c < b + c and (c <= 0 or a * c < b * c))
    assert hash(a + b) == hash(b + a)
    if len(a.terms) == 1:
        assert b * a / a == b


@given(ORDINALS, ORDINALS, ORDINALS)
def test_cantors_operations(a: Surreal, b: Surreal, c: Surreal) -> None:
    nontrivial(is_infinite(a, b, c))
    assert ordinary_sum(ordinary_sum(a, b), c) == ordinary_sum(a, ordinary_sum(b, c))
    assert ordinary_product(ordinary_product(a, b), c) == ordinary_product(a, ordinary_product(b, c))
    assert ordinary_product(a, ordinary_sum(b, c)) == ordinary_sum(ordinary_product(a, b), ordinary_product(a, c))
    assert max(a, b) <= ordinary_sum(a, b) <= a + b and ordinary_product(a, b) <= a * b
    assert not b < c or ordinary_sum(a, b) < ordinary_sum(a, c)


@given(SMALL, SMALL, st.integers(0, 3).map(Surreal) | st.just(W))
def test_powers(a: Surreal, b: Surreal, c: Surreal) -> None:
    nontrivial(is_infinite(a, b, c))
    assert ordinary_power(c, ordinary_sum(a, b)) == ordinary_product(ordinary_power(c, a), ordinary_power(c, b))
    assert ordinary_power(ordinary_power(a, b), c) == ordinary_power(a, ordinary_product(b, c))


@given(IN_THE_FIELD, IN_THE_FIELD, IN_THE_FIELD)
def test_the_nimbers_are_a_field_of_characteristic_two(a: Surreal, b: Surreal, c: Surreal) -> None:
    nontrivial(is_infinite(a, b, c))
    assert nim_sum(a, a) == 0 and nim_sum(nim_sum(a, b), b) == a
    assert nim_product(a, b) == nim_product(b, a) and nim_product(a, 1) == a
    assert nim_product(nim_product(a, b), c) == nim_product(a, nim_product(b, c))
    assert nim_product(a, nim_sum(b, c)) == nim_sum(nim_product(a, b), nim_product(a, c))
    assert (not a or not b) == (not nim_product(a, b))


def test_finite_nimbers_are_what_they_were() -> None:
    assert all(nim_product(a, b) == nimber.nim_product(a, b) for a in range(40) for b in range(40))


@pytest.mark.parametrize(
    ("p", "root", "wanted"),
    [
        (3, "w", "2"),
        (5, "w^w", "4"),
        (7, "w^(w^2)", "w+1"),
        (11, "w^(w^3)", "w^w+1"),
        (13, "w^(w^4)", "w+4"),
        (17, "w^(w^5)", "16"),
        (19, "w^(w^6)", "w^3+4"),
        (23, "w^(w^7)", "w^(w^3)+1"),
    ],
)
def test_published_powers(p: int, root: str, wanted: str) -> None:
    """ONAG ch. 6, table 4: the p-th power of ω^ω^k."""
    k = (3, 5, 7, 11, 13, 17, 19, 23).index(p)
    base = Surreal([(Surreal([(Surreal(k), Fraction(1))]), Fraction(1))])
    assert str(base) == root and str(nim_power(base, p)) == wanted == str(alpha(p))


@pytest.mark.parametrize("p", [3, 5, 7, 11, 13, 17, 19, 31, 37, 41])
def test_the_excess_is_the_least_without_a_root(p: int) -> None:
    """a has a p-th root just if a^((2^E - 1)/p) = 1, in a field of degree E that holds it."""
    kappa, degree = ordinal_nimbers.kappa(ordinal_nimbers._order(p)), 4
    for q, n in ordinal_nimbers._factors(ordinal_nimbers._order(p)):
        degree = lcm(degree, ordinal_nimbers._degree(q, n))
    for m in range(excess(p) + 1):
        a = nim_sum(kappa, m)
        assert nim_power(a, 2**degree) == a, "the field has this degree"
        assert (nim_power(a, (2**degree - 1) // p) == 1) == (m < excess(p))


def test_what_is_not_known_is_refused() -> None:
    for a in (W**W**W, Surreal([(Surreal([(Surreal(1000), Fraction(1))]), Fraction(1))])):
        with pytest.raises(TooLarge):
            nim_product(a, a)
    for wrong in (W - 1, W / 2, Surreal(Fraction(1, 2))):
        with pytest.raises(GrundyError, match="an ordinal such as"):
            nim_product(wrong, 1)
    with pytest.raises(TooLarge):
        excess(587)


@given(SURREALS, ORDINALS, SURREALS, ORDINALS)
def test_a_number_and_a_nimber(a: Surreal, s: Surreal, b: Surreal, t: Surreal) -> None:
    nontrivial(is_infinite(a, s, b, t))
    one, other = Transfinite(a, s), Transfinite(b, t)
    assert one + other == other + one and one - one == 0
    assert (one <= other) == (a < b or (a == b and s == t)) and (one <= other) == (Transfinite.of(other - one) >= 0)
    assert one.outcome.name == ("N" if s else "P") if not a else one.outcome.name == ("L" if a > 0 else "R")


def test_what_is_finite_after_all_is_a_value() -> None:
    found = (Transfinite(W, W) + Value("3*")) - Transfinite(W, nim_sum(W, 2))
    assert isinstance(found, Value) and found == Value("3+*3")
    assert Transfinite(Fraction(1, 3)) * 3 == 1 and isinstance(Transfinite(Fraction(1, 3)) * 3, Value)
    with pytest.raises(GrundyError, match="numbers and nimbers"):
        Transfinite(W) + Value("^")
