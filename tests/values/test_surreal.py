"""Ordinals, surreal numbers of few terms, the nim field below ω^ω^ω: laws, published values, small excesses derived."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.values import infinite, nimber, surreal
from grundy.values.infinite import alpha, excess, nim_inverse, nim_power, nim_product
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


@pytest.mark.slow
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


DYADIC = st.builds(Fraction, st.integers(-9, 9), st.sampled_from([1, 1, 2, 4, 8]))
NEAR = numbers(numbers(numbers(st.integers(-2, 2).map(Surreal), DYADIC), DYADIC), DYADIC)
"""Numbers of which all coefficients are dyadic, in exponents too: their sign expansions have finitely many runs."""


def lexicographic(one: list[tuple[int, Surreal]], other: list[tuple[int, Surreal]]) -> int:
    """Return 1, 0 or -1: how sign expansions are ordered, where an end is between minus and plus."""
    first, second = one[::-1], other[::-1]
    while first and second and first[-1][0] == second[-1][0]:
        (sign, a), (_sign, b) = first.pop(), second.pop()
        for stack, length, taken in ((first, a, b), (second, b, a)):
            rest = (
                next((r for r in rests(length) if ordinary_sum(taken, r) == length), None) if length > taken else None
            )
            if rest is not None:
                stack.append((sign, rest))
    a, b = (stack[-1][0] if stack else 0 for stack in (first, second))
    return (a > b) - (a < b)


def rests(length: Surreal) -> list[Surreal]:
    """Return the ordinals of which one is behind any that is less: ends of the normal form, with a first part of a term."""
    found: list[Surreal] = []
    for place, (exponent, count) in enumerate(length.terms):
        found += [Surreal([(exponent, Fraction(c)), *length.terms[place + 1 :]]) for c in range(1, int(count) + 1)]
    return found


@given(NEAR, NEAR, st.integers(0, 3))
def test_sign_expansions_are_ordered_as_the_numbers_are(a: Surreal, b: Surreal, power: int) -> None:
    near = a + b * W**-power
    nontrivial(is_infinite(a, near))
    for other in (near, b):
        assert lexicographic(surreal._signs(a), surreal._signs(other)) == (a > other) - (a < other)


@given(NEAR, NEAR)
@settings(max_examples=20)
def test_birthdays(a: Surreal, b: Surreal) -> None:
    nontrivial(is_infinite(a, b))
    assert (-a).birthday == a.birthday and a.birthday.is_ordinal
    assert (a + b).birthday <= a.birthday + b.birthday  # the natural sum: ONAG ch. 1
    if a.is_ordinal:
        assert a.birthday == a


def test_birthdays_of_dyadic_numbers_are_those_of_games() -> None:
    for above in range(-70, 70):
        for below in (1, 2, 4, 8, 16):
            assert Surreal(Fraction(above, below)).birthday == Value(Fraction(above, below)).birthday


@given(SURREALS, st.sampled_from([Fraction(1, 2), Fraction(1, 3), Fraction(-2), Fraction(3, 2), Fraction(-1, 4)]))
def test_powers_of_a_term_undo_each_other(a: Surreal, x: Fraction) -> None:
    nontrivial(is_infinite(a))
    for term in a.terms[:1]:
        one = Surreal([(term[0], abs(term[1]) ** x.denominator)])
        assert one**x == Surreal([(term[0] * x, abs(term[1]) ** x.numerator)]) and (one**x) ** (1 / x) == one
        with pytest.raises(GrundyError):
            (one * 2 + W ** (W**2)) ** x


@given(SURREALS)
def test_what_is_rounded_down(a: Surreal) -> None:
    nontrivial(is_infinite(a))
    below = a.__floor__()
    assert below <= a < below + 1 and all(e > 0 or (not e and c.denominator == 1) for e, c in below.terms)


@given(numbers(numbers(st.integers(0, 2).map(Surreal), st.integers(-2, 2).map(Fraction)), RATIONALS))
def test_quotients_in_lowest_terms(a: Surreal) -> None:
    nontrivial(is_infinite(a))
    above, below = a.numerator, a.denominator
    assert below.is_ordinal and above == a * below and len(below.terms) == 1
    assert all(e.is_ordinal and c.denominator == 1 for e, c in above.terms)
    for smaller in [below / p for p in (2, 3)] + [below / W**e for e in (1, W, W**2)]:
        assert not (smaller.is_ordinal and all(e.is_ordinal and c.denominator == 1 for e, c in (a * smaller).terms))


@given(numbers(st.integers(0, 2).map(Surreal), st.integers(1, 7).map(Fraction)).filter(bool))
@settings(max_examples=15)
def test_nimbers_have_inverses(a: Surreal) -> None:
    nontrivial(is_infinite(a))
    assert nim_product(a, nim_inverse(a)) == 1 == nim_product(a, nim_power(a, -1))


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
    kappa, degree = infinite.kappa(infinite._order(p)), 4
    for q, n in infinite._factors(infinite._order(p)):
        degree = lcm(degree, infinite._degree(q, n))
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
