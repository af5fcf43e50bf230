"""Far stars, atomic weights, reduced canonical forms, uptimals."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError
from grundy.values.operators import (
    Uptimal,
    atomic_weight,
    birthday,
    born_by,
    companion,
    far_star,
    heated,
    is_numberish,
    norton_product,
    reduced_canonical_form,
    up_power,
    uptimal,
)
from grundy.values.outcome import Outcome
from grundy.values.short import Value, game, nimber, switch, tiny, up
from random_values import drawn

STAR = nimber(1)


SMALL = drawn(3, 120, "0 * *2 ^ v ^* ^^ vv* *3")
ALL = drawn(4, 120, "-2 -1 0 1 2 1/2 * *2 ^ v* Tiny(1) Miny(2) +-1")
NOT_0 = st.sampled_from([value for value in dict.fromkeys(SMALL) if atomic_weight(value) != 0])
GAMES = st.sampled_from([value for value in ALL if not value.is_number])
NAMED = st.sampled_from([value for value in SMALL if (found := uptimal(value)) is not None and found.coefficients])
small, values = mostly(NOT_0, st.sampled_from(SMALL)), mostly(GAMES, st.sampled_from(ALL))


# ---- atomic weight


WEIGHTS = {
    "0": "0",
    "*5": "0",
    "^*": "1",
    "v9*8": "-9",
    "{^^|v}": "1/2",
    "{^^*|*,v}": "1/2",
    "{^3|v3}": "+-1",
    "{^3|vv}": "{1|0}",
    "{0|v*}": "0",
    "{0||0|v3}": "0",
    "{0||0|v*}": "1",
    "Tiny(1)": "0",
    "Miny(2) + ^3*2": "3",
    "{^^ + Tiny(1)|v}": "1/2",
}


@pytest.mark.parametrize("text", WEIGHTS)
def test_known_weights(text: str) -> None:
    assert atomic_weight(Value(text)) == Value(WEIGHTS[text])


@pytest.mark.parametrize("value", [Value(1), switch(1), STAR + 1, game([3], [1])])
def test_what_is_no_infinitesimal_has_none(value: Value) -> None:
    with pytest.raises(GrundyError, match="only infinitesimals have an atomic weight"):
        atomic_weight(value)


def weight_or_none(value: Value) -> Value | None:
    try:
        return atomic_weight(value)
    except GrundyError as error:
        assert "may have none" in str(error)
        return None


EVERY = drawn(6, 389, "0 * *2 ^ v* Tiny(1) Miny(2) 1 -1 +-1 {2|0}")
MIXED = [value for value in dict.fromkeys(EVERY) if value.left_stop == value.right_stop == 0]
"""Infinitesimals, of which most are not all-small."""
weighty = st.sampled_from([value for value in MIXED if weight_or_none(value) is not None])


@settings(max_examples=40)
@given(weighty, st.sampled_from([*born_by(2), *MIXED[:40], *(up(k, j) for k in range(-3, 4) for j in (0, 1))]))
def test_beside_a_remote_star_a_value_is_worth_its_weight(value: Value, beside: Value) -> None:
    """The definition, tried: G + X + *n has the outcome of a(G)·↑ + X + *n, if n is large."""
    worth = norton_product(atomic_weight(value), up(1))
    nontrivial(value != worth)
    for remote in (nimber(8), nimber(16)):
        assert (value + beside + remote).outcome is (worth + beside + remote).outcome


@settings(max_examples=40)
@given(weighty, weighty)
def test_weights_of_mixed_infinitesimals_add(a: Value, b: Value) -> None:
    both = weight_or_none(a + b)
    nontrivial(both is not None and a != 0 != b)
    assert both is None or both == atomic_weight(a) + atomic_weight(b)


def test_some_infinitesimals_are_refused() -> None:
    known = [weight_or_none(value) is not None for value in MIXED]
    assert known.count(True) > known.count(False) > 0


@given(small, small)
def test_weights_add(a: Value, b: Value) -> None:
    nontrivial(atomic_weight(a) != 0 or atomic_weight(b) != 0)
    assert atomic_weight(a + b) == atomic_weight(a) + atomic_weight(b)
    assert atomic_weight(-a) == -atomic_weight(a)


@given(small)
def test_weights_and_far_stars(value: Value) -> None:
    """Siegel: the weight is 1 or more if and only if the value is above its far star; 2 or more, and Left wins."""
    weight, star = atomic_weight(value), far_star(value)
    nontrivial(weight != 0)
    assert (weight >= 1) == (value > star)
    assert (weight <= -1) == (value < star)
    if weight >= 2:
        assert value.outcome is Outcome.L
    if not Value(0) <= weight and not weight <= 0:
        assert value.confused_with(star)


@given(small)
def test_what_the_weight_leaves_is_less_than_an_up(value: Value) -> None:
    rest = value - norton_product(atomic_weight(value), up(1))
    nontrivial(rest != 0)
    assert rest.confused_with(far_star(rest))
    assert atomic_weight(rest) == 0


@given(values)
def test_far_star_is_the_first_above_all_nimbers(value: Value) -> None:
    nontrivial(not value.is_number)
    seen, waiting = set[Value](), [value]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += [*one.left_options, *one.right_options]
    assert far_star(value) == nimber(max(n for n in range(9) if nimber(n) in seen) + 1)


# ---- reduced canonical form


REDUCED = {
    "{1|0,+-1}": "{1|0}",
    "{1|*}": "{1|0}",
    "73/16v9*8": "73/16",
    "Tiny(2)": "0",
    "+-1": "+-1",
    "{3||2*|1*}": "{3||2|1}",
    "{{3/2*|1/2}|{0|-3},{-1*,{-1/2|-1*}|-5/2}}": "{{3/2|1/2}|{0|-3},{{-1/2|-1}|-5/2}}",
}


@pytest.mark.parametrize("text", REDUCED)
def test_known_reduced_forms(text: str) -> None:
    assert reduced_canonical_form(Value(text)) == Value(REDUCED[text])


@given(values, small)
def test_reduced_forms(value: Value, shift: Value) -> None:
    reduced = reduced_canonical_form(value)
    nontrivial(not value.is_number and shift != 0)
    rest = value - reduced
    assert rest.left_stop == rest.right_stop == 0
    assert reduced_canonical_form(reduced) == reduced
    assert reduced_canonical_form(value + shift) == reduced
    assert reduced_canonical_form(value + tiny(1)) == reduced
    assert birthday(reduced) <= birthday(value)
    assert reduced_canonical_form(-value) == -reduced
    assert is_numberish(value) == reduced.is_number


# ---- uptimals


def test_up_powers() -> None:
    assert up_power(1) == up(1)
    assert up_power(2) == game([0], [up(-1, 1)])
    for n in range(1, 5):
        assert 0 < 20 * up_power(n + 1) < up_power(n)
        assert birthday(up_power(n)) == n + 1
    assert tiny(1) < up_power(3)
    assert heated(up_power(1), 1) != up_power(1)
    with pytest.raises(GrundyError):
        up_power(0)


@given(
    st.sampled_from([Fraction(0), Fraction(5, 8), Fraction(-3)]),
    st.integers(0, 5),
    st.lists(st.integers(-2, 2), max_size=4),
)
def test_uptimals_are_recognised(number_part: Fraction, star: int, coefficients: list[int]) -> None:
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    powers = (up_power(n + 1) * times for n, times in enumerate(coefficients))
    value = sum(powers, Value(number_part) + nimber(star))
    nontrivial(coefficients)
    assert uptimal(value) == Uptimal(number_part, star, tuple(coefficients))


def test_known_uptimals() -> None:
    fourth = game([game([game([up(1)], [STAR])], [STAR])], [STAR])
    assert uptimal(fourth) == Uptimal(Fraction(0), 0, (1, 1, 1, 1))
    assert companion(fourth) == fourth + STAR
    assert uptimal(game([0], [game([0], [up(-1, 1)])])) == Uptimal(Fraction(0), 1, (1, 2))
    assert uptimal(up(-1, 1)) == Uptimal(Fraction(0), 1, (-1,))
    assert uptimal(up(1, 1) + 6) == Uptimal(Fraction(6), 1, (1,))
    assert uptimal(Value(5)) == Uptimal(Fraction(5), 0, ())


@pytest.mark.parametrize(
    "value",
    [
        *(tiny(1), tiny(1) + 2, switch(1)),
        *(game([0], [game([0], [up(-3)])]), game([up(3)], [up(-2)]), game([up(2)], [up(-1)])),
        game([0], [game([up(1, 3)], [0, nimber(2)])]),
    ],
)
def test_what_is_no_uptimal(value: Value) -> None:
    assert uptimal(value) is None


@given(mostly(NAMED, small))
def test_uptimals_are_sums(value: Value) -> None:
    found = uptimal(value)
    nontrivial(found is not None and found.coefficients)
    if found is not None:
        powers = (up_power(n + 1) * times for n, times in enumerate(found.coefficients))
        assert sum(powers, nimber(found.nimber) + found.number) == value
