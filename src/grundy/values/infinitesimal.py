"""Infinitesimals: far stars, atomic weights, reduced canonical forms, uptimals.

References: J. H. Conway, *On Numbers and Games*, ch. 16; *Winning Ways*, ch. 8; A. N. Siegel, *Combinatorial Game
Theory*, ch. II; J. P. Grossman, A. N. Siegel, *Reductions of partizan games* (Games of No Chance 3).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grundy.common.errors import GrundyError
from grundy.values.operators import birthday, heated, is_dicotic, norton_product, ordinal_sum
from grundy.values.short import Value, game, nimber, up
from grundy.values.thermograph import folded

# ---- atomic weight

_far: dict[Value, int] = {}


def far_star(value: Value) -> Value:
    """Return the smallest nimber *N above all nimbers among the followers, the value included (*Winning Ways* ch. 8).

    >>> from grundy.values.short import up
    >>> far_star(nimber(3)) == nimber(4), far_star(up(1)) == nimber(2)
    (True, True)
    """
    return nimber(_far_star(value))


def _far_star(value: Value) -> int:
    def known(one: Value) -> int | None:
        parts = one.nus
        if parts is None:
            return None
        exact, ups, star = parts
        if exact or not ups:
            return 1 if exact else star + 1
        last = star ^ ((abs(ups) - 1) & 1)  # n·↑ + *m comes down to ↑ + *last = {0 | *(last ^ 1)}; but ↑* = {0, * | 0}
        return 2 if last == 1 else (last ^ 1) + 1

    return folded(value, known, lambda one, left, right: max([*left, *right]), _far)


def _size(value: Value) -> int | None:
    """Return the m of a nimber *m, or None."""
    parts = value.nus
    return parts[2] if parts and not parts[0] and not parts[1] else None


_weights: dict[Value, Value] = {}


def atomic_weight(value: Value) -> Value:
    """Return the atomic weight: how many ↑ the value is worth beside remote stars (*Winning Ways* ch. 8; Siegel ch. II).

    All-small values have one. For another infinitesimal what the rule gives is returned only if the value then lies within
    ↑* and a red kite of so many ↑ (David Wolfe's test, which CGSuite makes too). GrundyError for what has none, and for
    what the test leaves open.

    >>> from grundy.values.short import tiny
    >>> atomic_weight(up(3, 1)) == 3, atomic_weight(game([up(2)], [up(-1)])) == Fraction(1, 2), atomic_weight(tiny(1)) == 0
    (True, True, True)
    """
    if value.left_stop or value.right_stop:
        raise GrundyError("only infinitesimals have an atomic weight, and this value is not one")
    weight = folded(value, lambda one: one.nus and Value(one.nus[1]), _weight, _weights)
    if not is_dicotic(value) and not _is_worth(value, weight):
        raise GrundyError(
            "this infinitesimal is not all-small, and no fitting atomic weight is known: it may have none"
        )
    return weight


def _is_worth(value: Value, weight: Value) -> bool:
    """Whether the value differs from weight·↑ by no more than ↑* and a nimber, out of sight, with a red edge on it."""
    rest = value - norton_product(weight, up(1))
    nim = 1 << _far_star(rest).bit_length()
    bound = up(1, 1) + ordinal_sum(nimber(nim), Value(-1))
    return -bound <= rest <= bound


def _weight(value: Value, lefts: list[Value], rights: list[Value]) -> Value:
    lows, highs = [weight - 2 for weight in lefts], [weight + 2 for weight in rights]
    plain = game(lows, highs)
    if not plain.is_integer:
        return plain
    star = far_star(value)
    if value > star:
        return Value(min(_last_not_above(weight) for weight in highs))
    if value < star:
        return Value(-min(_last_not_above(-weight) for weight in lows))
    return Value(0)


def _last_not_above(value: Value) -> int:
    """Return the greatest integer that is not greater than or equal to a value."""
    whole = int(value.left_stop // 1)
    return whole - 1 if value <= whole else whole


# ---- reduced canonical form

_projections: dict[Value, Value] = {}


@lru_cache(1 << 12)
def reduced_canonical_form(value: Value) -> Value:
    """Return the simplest value that differs from this one by an infinitesimal (Grossman, Siegel; Siegel ch. II).

    >>> from grundy.values.short import switch
    >>> reduced_canonical_form(game([1], [nimber(1)])) == game([1], [0])
    True
    >>> reduced_canonical_form(game([1], [0, switch(1)])) == game([1], [0])
    True
    """

    hot = heated(value, nimber(1))
    return folded(hot, _without_star, lambda _one, lefts, rights: game(lefts, rights), _projections)


def _without_star(one: Value) -> Value | None:
    parts = one.nus
    return Value(parts[0]) if parts and not parts[1] and parts[2] < 2 else None


# ---- uptimals


class Uptimal(NamedTuple):
    """x + *m + a1·↑ + a2·↑² + …: what the coefficients of the up-powers are, the last of them not 0."""

    number: Fraction
    nimber: int
    coefficients: tuple[int, ...]


@lru_cache(1 << 10)
def up_power(n: int) -> Value:
    """Return ↑ⁿ, the game {0 | * - ↑¹ - … - ↑ⁿ⁻¹}; GrundyError unless n is 1 or more (Siegel ch. II).

    >>> from grundy.values.short import up
    >>> up_power(1) == up(1), 0 < 100 * up_power(2) < up_power(1)
    (True, True)
    """
    if n < 1:
        raise GrundyError("up-powers are ↑¹, ↑², …, not ↑^{n}", n=n)
    return game([0], [nimber(1) - sum((up_power(k) for k in range(1, n)), Value(0))])


def uptimal(value: Value) -> Uptimal | None:
    """Return the coefficients if the value is a number, a nimber and a sum of up-powers, or None (Siegel ch. II).

    What is returned is checked exactly. None is quick for a value with several followers of one birthday, by experience.

    >>> from grundy.values.short import up
    >>> uptimal(game([0], [up(-1, 1)]))
    Uptimal(number=Fraction(0, 1), nimber=0, coefficients=(0, 1))
    """
    parts = value.nus
    if parts:
        return Uptimal(parts[0], parts[2], (parts[1],) if parts[1] else ())
    base = value.left_stop
    rest = value - base
    if base != value.right_stop or not is_dicotic(rest):
        return None
    found: list[int] = []
    most = birthday(rest)
    if not _one_follower_a_day(rest, most):
        return None
    for place in range(1, most + 1):
        times = _times(rest, place, most)
        if times is None:
            return None
        found.append(times)
        rest = rest - up_power(place) * times
        size = _size(rest)
        if size is not None:
            return Uptimal(base, size, tuple(found))
    return None


def _one_follower_a_day(value: Value, days: int) -> bool:
    """Whether it has one follower of each birthday, as all 700 random uptimals had that were tried."""
    seen, waiting = {value}, [value]
    while waiting and len(seen) <= days + 1:
        top = waiting.pop()
        fresh = {*top.left_options, *top.right_options} - seen
        seen |= fresh
        waiting += fresh
    return len(seen) == days + 1


def _times(rest: Value, place: int, most: int) -> int | None:
    """Return k, up to a bound, such that rest - k·↑^place is a nimber and something far smaller than ↑^place, or None.

    Twice the value has no nimber left, and twice what is left is still smaller than ↑^place.
    """
    if place == 1:
        weight = atomic_weight(rest)
        return int(weight.left_stop) if weight.is_integer else None
    unit, twice = up_power(place), rest + rest
    sign = 1 if twice >= 0 else -1
    left, times = twice * sign, 0
    while left >= unit and times < most:
        left, times = left - unit - unit, times + 1
    return sign * times if -unit < left < unit else None
