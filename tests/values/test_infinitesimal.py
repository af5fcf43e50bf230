"""Far stars, atomic weights, reduced canonical forms, uptimals."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError
from grundy.values.infinitesimal import Uptimal, atomic_weight, far_star, reduced_canonical_form, up_power, uptimal
from grundy.values.operators import birthday, born_by, companion, heated, is_numberish, norton_product
from grundy.values.outcome import Outcome
from grundy.values.short import Value, game, miny, nimber, number, switch, tiny, up

STAR = nimber(1)


def all_small(seed: int, count: int) -> list[Value]:
    rng = random.Random(seed)
    pool = [Value(0), STAR, nimber(2), up(1), up(-1), up(1, 1), up(2), up(-2, 1), nimber(3)]
    for _ in range(count):
        pool.append(game(rng.choices(pool, k=rng.randint(1, 2)), rng.choices(pool, k=rng.randint(1, 2))))
    return pool


def anything(seed: int, count: int) -> list[Value]:
    rng = random.Random(seed)
    pool = [Value(n) for n in range(-2, 3)] + [
        number("1/2"),
        STAR,
        nimber(2),
        up(1),
        up(-1, 1),
        tiny(1),
        miny(2),
        switch(1),
    ]
    for _ in range(count):
        pool.append(game(rng.choices(pool, k=rng.randint(1, 2)), rng.choices(pool, k=rng.randint(1, 2))))
    return pool


SMALL, ALL = all_small(3, 120), anything(4, 120)
NOT_0 = st.sampled_from([value for value in dict.fromkeys(SMALL) if atomic_weight(value) != 0])
GAMES = st.sampled_from([value for value in ALL if not value.is_number])
NAMED = st.sampled_from([value for value in SMALL if (found := uptimal(value)) is not None and found.coefficients])
small, values = mostly(NOT_0, st.sampled_from(SMALL)), mostly(GAMES, st.sampled_from(ALL))


# ---- atomic weight


@pytest.mark.parametrize(
    ("value", "weight"),
    [
        (Value(0), 0),
        (nimber(5), 0),
        (up(1, 1), 1),
        (up(-9, 8), -9),
        (game([up(2)], [up(-1)]), Fraction(1, 2)),
        (game([up(2, 1)], [STAR, up(-1)]), Fraction(1, 2)),
        (game([up(3)], [up(-3)]), switch(1)),
        (game([up(3)], [up(-2)]), game([1], [0])),
        (game([0], [up(-1, 1)]), 0),
        (game([0], [game([0], [up(-3)])]), 0),
        (game([0], [game([0], [up(-1, 1)])]), 1),
        (tiny(1), 0),
        (miny(2) + up(3, 2), 3),
        (game([up(2) + tiny(1)], [up(-1)]), Fraction(1, 2)),
    ],
)
def test_known_weights(value: Value, weight: Value | int | Fraction) -> None:
    assert atomic_weight(value) == weight


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


def mixed() -> list[Value]:
    """Infinitesimals, of which most are not all-small."""
    rng = random.Random(6)
    pool = [
        Value(0),
        STAR,
        nimber(2),
        up(1),
        up(-1, 1),
        tiny(1),
        miny(2),
        Value(1),
        Value(-1),
        switch(1),
        game([2], [0]),
    ]
    while len(pool) < 400:
        pool.append(game(rng.choices(pool, k=rng.randint(1, 2)), rng.choices(pool, k=rng.randint(1, 2))))
    return [value for value in dict.fromkeys(pool) if value.left_stop == value.right_stop == 0]


MIXED = mixed()
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


@pytest.mark.parametrize(
    ("value", "reduced"),
    [
        (game([1], [0, switch(1)]), game([1], [0])),
        (game([1], [STAR]), game([1], [0])),
        (up(-9, 8) + number("73/16"), number("73/16")),
        (tiny(2), 0),
        (switch(1), switch(1)),
        (game([3], [game([STAR + 2], [STAR + 1])]), game([3], [game([2], [1])])),
        (
            game(
                [game([STAR + number("3/2")], [number("1/2")])],
                [game([0], [-3]), game([STAR - 1, game([number("-1/2")], [STAR - 1])], [number("-5/2")])],
            ),
            game(
                [game([number("3/2")], [number("1/2")])],
                [game([0], [-3]), game([game([number("-1/2")], [-1])], [number("-5/2")])],
            ),
        ),
    ],
)
def test_known_reduced_forms(value: Value, reduced: Value | int) -> None:
    assert reduced_canonical_form(value) == reduced


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
