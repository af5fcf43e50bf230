"""Operators on values: cooling and heating, products, the ordinal sum, incentives, birthdays, companions, days.

Where an operator depends on the form of a game and not on its value alone, it is that of the canonical form, and says so.
References: J. H. Conway, *On Numbers and Games*, ch. 1, 9; *Winning Ways*, ch. 6, 8; A. N. Siegel, *Combinatorial Game
Theory*, ch. I, II.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.messages import _
from grundy.values.canonical import simplest_number
from grundy.values.nimber import nim_product
from grundy.values.short import Like, Value, game, nimber, up
from grundy.values.thermograph import folded, thermograph

POWERS = 100
"""The largest power of a game that is made."""


# ---- temperature


@lru_cache(1 << 12)
def cooled(value: Value, t: Fraction | int) -> Value:
    """Return the value cooled by t: each move is taxed t, until play stops at the mean (ONAG ch. 9; Siegel ch. II).

    GrundyError unless t is a dyadic fraction above -1.

    >>> cooled(game([3], [1]), 1) == nimber(1) + 2, cooled(game([3], [1]), 2) == 2
    (True, True)
    """
    tax = Fraction(t)
    if tax <= -1 or tax.denominator & (tax.denominator - 1):
        raise GrundyError("cooling is by a dyadic fraction above -1, not by {t}", t=t)

    def mast(one: Value) -> Value | None:
        own = thermograph(one)
        return Value(own.mean) if own.temperature < tax or one.is_integer else None

    def taxed(one: Value, lefts: list[Value], rights: list[Value]) -> Value:
        return game([left - tax for left in lefts], [right + tax for right in rights])

    return folded(value, mast, taxed, {})


@lru_cache(1 << 12)
def heated(value: Value, t: Like) -> Value:
    """Return the value heated by t, a number or a game: each move earns t; numbers stay (*Winning Ways* ch. 6).

    It is that of the canonical form: {3|0} > -1/2, but heated by 1 it is confused with -1/2, so that heating keeps neither
    the order nor sums of all values. `cooled` by t undoes it.

    >>> heated(nimber(1), 1) == game([1], [-1]), heated(Value(Fraction(1, 2)), 1) == Fraction(1, 2)
    (True, True)
    """
    return folded(value, lambda one: one if one.is_number else None, _earning(Value(t)), {})


@lru_cache(1 << 12)
def overheated(value: Value, s: Like, t: Like) -> Value:
    """Return the value overheated from s to t: each move earns t, and an integer n is n·s (*Winning Ways* ch. 6).

    >>> overheated(Value(Fraction(1, 2)), 1, 1) == game([1], [0])
    True
    """
    unit = Value(s)

    def copies(one: Value) -> Value | None:
        count = _integer(one)
        return None if count is None else unit * count

    return folded(value, copies, _earning(Value(t)), {})


def frozen(value: Value) -> Value:
    """Return the value cooled by its temperature: its mean and an infinitesimal; numbers stay (*Winning Ways* ch. 6).

    >>> frozen(game([3], [1])) == nimber(1) + 2
    True
    """
    return value if value.is_number else cooled(value, thermograph(value).temperature)


def _earning(bonus: Value) -> Callable[[Value, list[Value], list[Value]], Value]:
    """Return the rule by which Left's moves gain a value and Right's lose it."""
    return lambda one, lefts, rights: game([left + bonus for left in lefts], [right - bonus for right in rights])


def _integer(one: Value) -> int | None:
    own = one.number
    return own.numerator if own is not None and own.denominator == 1 else None


def is_hot(value: Value) -> bool:
    """Whether its Left stop is greater than its Right stop: both want to move (Siegel ch. II).

    >>> is_hot(game([1], [-1])), is_hot(nimber(1)), is_hot(Value(3))
    (True, False, False)
    """
    return value.left_stop > value.right_stop


def is_numberish(value: Value) -> bool:
    """Whether it is a number and an infinitesimal: its stops are equal (Siegel ch. II).

    >>> is_numberish(nimber(1) + 1), is_numberish(game([1], [-1]))
    (True, False)
    """
    return value.left_stop == value.right_stop


def is_tepid(value: Value) -> bool:
    """Whether it is a number and an infinitesimal other than 0: its temperature is 0 (Siegel ch. II).

    >>> is_tepid(nimber(1) + 1), is_tepid(Value(1))
    (True, False)
    """
    return is_numberish(value) and not value.is_number


# ---- products and sums


@lru_cache(1 << 12)
def norton_product(value: Value, unit: Like) -> Value:
    """Return value·unit for a positive unit: n·unit copies it, other values multiply the thermal way (Winning Ways ch. 8).

    ``{GL·U + U + I | GR·U - U - I}`` for the incentives I of U (Siegel ch. II). GrundyError unless the unit is positive.

    >>> from grundy.values.short import up
    >>> norton_product(Value(Fraction(1, 2)), up(1)) == game([up(2, 1)], [up(-1, 1)])
    True
    """
    one = Value(unit)
    if not one > 0:
        raise GrundyError("the unit of a Norton product must be positive")
    bonuses = [one + incentive for incentive in incentives(one).best]

    def copies(factor: Value) -> Value | None:
        count = _integer(factor)
        return None if count is None else one * count

    def product(factor: Value, lefts: list[Value], rights: list[Value]) -> Value:
        return game(
            [left + bonus for left in lefts for bonus in bonuses],
            [right - bonus for right in rights for bonus in bonuses],
        )

    return folded(value, copies, product, {})


@lru_cache(1 << 12)
def ordinal_sum(base: Value, top: Value) -> Value:
    """Return base:top, in which a move in the base ends the top (*Winning Ways* ch. 7; Siegel ch. II).

    It depends on the form of the base: here on the canonical one. On that of the top it does not depend.

    >>> from grundy.values.short import up
    >>> ordinal_sum(nimber(1), Value(1)) == up(1, 1), ordinal_sum(Value(0), Value(1)) == 1
    (True, True)
    """
    own, more = _integer(base), _integer(top)
    if own == 0 or more == 0:
        return base if more == 0 else top
    if own is not None and more is not None and (own > 0) == (more > 0):
        return base + top  # counters of one colour: a run of them is never too long
    lefts, rights = base.left_options, base.right_options

    def raised(one: Value, left: list[Value], right: list[Value]) -> Value:
        return game([*lefts, *left], [*rights, *right])

    return folded(top, lambda one: None if one else base, raised, {})


@lru_cache(1 << 14)
def conway_product(a: Value, b: Value) -> Value:
    """Return the product of ONAG ch. 1, of numbers as usual, of nimbers as in nim multiplication.

    Of other values it depends on their forms: this is the product of the canonical ones. O(followers of a · of b) sums.

    >>> conway_product(nimber(2), nimber(2)) == nimber(3)
    True
    >>> conway_product(Value(Fraction(1, 2)), Value(Fraction(3, 2))) == Fraction(3, 4)
    True
    """
    one, other = a.nus, b.nus
    if one and other and not one[1] and not other[1]:
        if not one[2] and not other[2]:
            return Value(one[0] * other[0])
        if not one[0] and not other[0]:
            return nimber(nim_product(one[2], other[2]))
    count = _integer(a)
    if count is not None:
        return b * count
    if _integer(b) is not None:
        return conway_product(b, a)
    return game(
        [*_terms(a, b, a.left_options, b.left_options), *_terms(a, b, a.right_options, b.right_options)],
        [*_terms(a, b, a.left_options, b.right_options), *_terms(a, b, a.right_options, b.left_options)],
    )


def _terms(a: Value, b: Value, of_a: Iterable[Value], of_b: Iterable[Value]) -> list[Value]:
    seconds = list(of_b)
    return [
        conway_product(one, b) + conway_product(a, other) - conway_product(one, other)
        for one in of_a
        for other in seconds
    ]


def power_to(value: Value, x: Fraction | int) -> Value:
    """Return G to the x, summed: G:y, where x is 1:y, and 0 for x = 0 (Siegel ch. II); of up it is ``^[x]``.

    For G = {0 | GR} > 0 and an integer n > 0 that is {G to the n - 1 | GR}. GrundyError for x that is below 0,
    above 100, or no dyadic fraction. O(birthday of x) games.

    >>> from grundy.values.short import up
    >>> print(power_to(up(1), 2), power_to(Value("Tiny(1)"), 2), power_to(Value("{1|-1}"), 2))
    ^[2] {Tiny(1)||0|-1} {1,+-1|-1}
    >>> power_to(up(1), Fraction(1, 2)) < up(1)
    True
    """
    if not 0 <= x <= POWERS:
        raise GrundyError("a power is from 0 to {most}, not {n}", most=POWERS, n=x)
    return ordinal_sum(value, subordinate(Value(x), Value(1))) if x else Value(0)


def power(value: Value, x: Fraction | int) -> Value:
    """Return the x-th power of G = {0 | H}, which is {0 | H - G to the x - 1, summed}; of up it is ``^<x>`` (Siegel ch. II).

    With several Right options it is what `power_to` n is more than to n - 1, for integers n. GrundyError of other games, and
    for x below 1.

    >>> from grundy.values.short import up
    >>> print(power(up(1), 2), power(up(1), 3), power(Value("Tiny(1)"), 1))
    ^<2> ^<3> Tiny(1)
    """
    if value.left_options != (0,) or not value.right_options or value.is_number:
        raise GrundyError(
            "powers are those of a game {{0 | GR}} such as ^ or Tiny(1), and {value} is none", value=value
        )
    if not 1 <= x <= POWERS:
        raise GrundyError("a power is from 1 to {most}, not {n}", most=POWERS, n=x)
    if len(value.right_options) == 1:
        return game([0], [value.right_options[0] - power_to(value, x - 1)])
    if Fraction(x).denominator > 1:
        raise GrundyError("only games {{0 | H}} have powers that are no integers, and {value} is none", value=value)
    return power_to(value, x) - power_to(value, x - 1)


def subordinate(value: Value, base: Value) -> Value:
    """Return the H with base:H = value, the canonical form of the base; GrundyError where none is found.

    >>> from grundy.values.short import up
    >>> subordinate(up(1, 1), nimber(1)), subordinate(ordinal_sum(up(1), Value("1/2")), up(1))
    (Value('1'), Value('1/2'))
    """

    def found(one: Value) -> Value | None:
        if one == base:
            return Value(0)
        lefts = [found(each) for each in one.left_options if each not in base.left_options]
        rights = [found(each) for each in one.right_options if each not in base.right_options]
        top = game([each for each in lefts if each is not None], [each for each in rights if each is not None])
        return top if ordinal_sum(base, top) == one else None

    top = found(value)
    if top is None:
        raise GrundyError("{value} is not an ordinal sum {base}:H", value=value, base=base)
    return top


# ---- forms


class Incentives(NamedTuple):
    """How much the moves of a value gain: the maximal gains of Left, of Right, and of both together."""

    left: tuple[Value, ...]
    right: tuple[Value, ...]
    best: tuple[Value, ...]


def incentives(value: Value) -> Incentives:
    """Return the maximal ones among GL - G, among G - GR, and among all of them (Siegel ch. II).

    Each is below 0 or confused with it: no move leaves its player as well off as before.

    >>> from grundy.values.short import up
    >>> gains = incentives(up(1))
    >>> gains.left == (up(-1),), gains.right == gains.best == (up(1, 1),)
    (True, True)
    """
    left = _maximal(option - value for option in value.left_options)
    right = _maximal(value - option for option in value.right_options)
    return Incentives(left, right, _maximal([*left, *right]))


def _maximal(values: Iterable[Value]) -> tuple[Value, ...]:
    distinct = list(dict.fromkeys(values))
    return tuple(one for one in distinct if not any(one < other for other in distinct))


_birthdays: dict[Value, int] = {}


def birthday(value: Value) -> int:
    """Return the length of the longest run of moves in the canonical form (ONAG ch. 1; Siegel ch. II).

    >>> from grundy.values.short import number, up
    >>> birthday(Value(-7)), birthday(number("25/16")), birthday(nimber(8)), birthday(up(2))
    (7, 6, 8, 3)
    >>> birthday(up(10**30)), birthday(up(4, 6) + 1)
    (1000000000000000000000000000001, 11)
    """

    def known(one: Value) -> int | None:
        parts = one.nus
        return None if parts is None else _birthday_of_parts(*parts)

    return folded(value, known, lambda one, left, right: 1 + max([*left, *right]), _birthdays)


def _birthday_of_parts(own: Fraction, ups: int, star: int) -> int:
    """Integers are born on the day of their size; k/2^j lies between integers n and n + 1, j days after the larger.

    And ↑ + *m = {0 | *(m ^ 1)}, but ↑* = {0, * | 0}; n·↑ + *m = {0 | (n - 1)·↑ + *(m ^ 1)}.
    """
    size = abs(own)
    days = int(-(-size // 1)) + size.denominator.bit_length() - 1
    if not ups:
        return days + star
    last = star ^ ((abs(ups) - 1) & 1)
    return days + abs(ups) + (1 if last == 1 else last ^ 1)


def simplest_between(low: Like, high: Like, *, closed: bool = False) -> Value:
    """Return the simplest number x with low < x < high, or low <= x <= high if closed; bounds may be any values.

    Simplest: of the earliest birthday (ONAG ch. 2; *Winning Ways* ch. 2). GrundyError if there is none.

    >>> from grundy.values.short import number
    >>> simplest_between(number("1/2"), 1) == number("3/4"), simplest_between(number("1/2"), 1, closed=True) == 1
    (True, True)
    >>> simplest_between(nimber(1), 1, closed=True) == 1, simplest_between(-3, 5) == 0
    (True, True)
    """
    lower, upper = Value(low), Value(high)
    a, b = lower.left_stop, upper.right_stop
    with_a = (closed and lower <= a) or lower < a
    with_b = (closed and upper >= b) or upper > b
    if a > b or (a == b and not (with_a and with_b)):
        raise GrundyError("there is no number between these bounds")
    return Value(simplest_number(a, with_a, b, with_b))


_companions: dict[Value, Value] = {}


def companion(value: Value) -> Value:
    """Return the companion: the options' companions, and a further move to 0 for the winner if it is not who begins.

    The companion of 0 is *, that of another number the number. It is its own inverse and keeps the order (found by trial;
    the definition agrees with the values in tests of CGSuite).

    >>> from grundy.values.short import up
    >>> companion(Value(0)) == nimber(1), companion(up(1)) == up(1, 1), companion(nimber(2)) == nimber(2)
    (True, True, True)
    """

    def known(one: Value) -> Value | None:
        return None if not one.is_number else one if one else nimber(1)

    def changed(one: Value, lefts: list[Value], rights: list[Value]) -> Value:
        return game([*lefts, 0] if one > 0 else lefts, [*rights, 0] if one < 0 else rights)

    return folded(value, known, changed, _companions)


_dicotic: dict[Value, bool] = {}


def is_dicotic(value: Value) -> bool:
    """Whether it is all-small: in every follower either both players can move or neither can (ONAG ch. 9).

    >>> from grundy.values.short import tiny, up
    >>> is_dicotic(up(3, 2)), is_dicotic(tiny(1)), is_dicotic(Value(1))
    (True, False, False)
    """

    def known(one: Value) -> bool | None:
        parts = one.nus
        return None if parts is None else not parts[0]

    return folded(value, known, lambda one, left, right: all(left) and all(right), _dicotic)


# -- the values born by a day, and the simplest ones between two bounds ------------------------------------------------
#
# References: A. N. Siegel, *Combinatorial Game Theory*, ch. III; D. Calistrate, M. Paulhus, D. Wolfe, *On the lattice
# structure of finite games* (More Games of No Chance, 2002).


LAST_DAY = 3
"""By the fourth day more than 10^12 values are born."""


@lru_cache(LAST_DAY + 1)
def born_by(day: int) -> tuple[Value, ...]:
    """Return the values whose canonical form has no run of more than so many moves, the oldest first: 1, 4, 22, 1474.

    Each is the game of two antichains of the day before: 98² games are built for day 3, in under a second. GrundyError for
    a negative day, TooLarge after day 3 (Siegel ch. III).

    >>> [str(value) for value in born_by(1)], [len(born_by(day)) for day in range(3)]
    (['0', '*', '-1', '1'], [1, 4, 22])
    """
    if day < 0:
        raise GrundyError("days are counted from 0, not {day}", day=day)
    if day > LAST_DAY:
        raise TooLarge(
            "the values born by day {day} are too many to be listed: {last_day} is the last day",
            day=day,
            last_day=LAST_DAY,
        )
    if not day:
        return (Value(0),)
    before = born_by(day - 1)
    sides = list(antichains(before))
    new = {game(left, right) for left in sides for right in sides} - set(before)
    return (*before, *sorted(new, key=str))


def antichains(values: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
    """Yield the sets of values of which none is less than or equal to another: with more options some are dominated.

    >>> [len(chain) for chain in antichains(born_by(1))]
    [0, 1, 2, 1, 1, 1]
    """
    above = [{k for k, other in enumerate(values) if one <= other or other <= one} for one in values]
    waiting: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while waiting:
        chosen, start = waiting.pop()
        yield tuple(values[k] for k in chosen)
        fitting = [k for k in range(start, len(values)) if not above[k].intersection(chosen)]
        waiting += [((*chosen, k), k + 1) for k in reversed(fitting)]


def simplest_values(low: Like, high: Like, *, closed: bool = True) -> tuple[Value, ...]:
    """Return all values G of the least birthday with low <= G <= high, or low < G < high if not closed.

    `simplest_between` asks for numbers only. In the closed interval of two numbers the simplest number is the only answer:
    the stops of any other G are numbers of it too, and born before G. Else all that are born by day 3 are tried; TooLarge
    if none of those fits, GrundyError if nothing can (birthdays: ONAG ch. 1; the order by days: Siegel ch. III).

    >>> simplest_values("1/2", "5/8"), simplest_values("v*", 2), simplest_values(0, 1, closed=False)
    ((Value('1/2'),), (Value('*'), Value('1')), (Value('1/2'), Value('^')))
    """
    lower, upper = Value(low), Value(high)
    if not (lower <= upper if closed else lower < upper):
        raise GrundyError("no value lies {what} these bounds", what="between" if closed else _("strictly between"))
    if closed and lower.is_number and upper.is_number:
        return (simplest_between(lower, upper, closed=True),)
    for day in range(LAST_DAY + 1):
        found = [v for v in born_by(day) if (lower <= v <= upper if closed else lower < v < upper)]
        if found:
            return tuple(found)
    raise TooLarge(
        "no value born by day {last_day} lies between these bounds, and later days have too many values to try",
        last_day=LAST_DAY,
    )


# ---- infinitesimals: far stars, atomic weights, reduced canonical forms, uptimals
# References: J. H. Conway, *On Numbers and Games*, ch. 16; *Winning Ways*, ch. 8; A. N. Siegel, *Combinatorial Game
# Theory*, ch. II; J. P. Grossman, A. N. Siegel, *Reductions of partizan games* (Games of No Chance 3).

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
