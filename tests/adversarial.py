"""Rules with a snare in each: what a reader of Python may take for something else than Python does.

Each is a plain function, and its comment says what is treacherous. `HEAPS` are rules of one heap, `GAMES` of one or two
integers; with each stands up to where it is played out by brute force, beyond its constants. `TRUE` are the rules that look
as bad, and whose law is to be found and proved all the same.
"""

# ruff: noqa: B006, B007, C409, C410, SIM222  (the snares are what these rules warn of)

from __future__ import annotations

import enum
import functools
import types
from collections.abc import Callable
from typing import Any

TAKES = (1, 2)
CONSTANTS = [1, 2]
LIMIT = 40


class Settings:
    """A class with a property that counts how often it is asked."""

    asked = 0

    @property
    def most(self):
        Settings.asked += 1
        return 2 if Settings.asked < 300 else 1 + Settings.asked % 2


class Odd(int):
    """An integer that is not equal to what it is."""

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


class Many(tuple):  # type: ignore[type-arg]
    """A tuple that holds everything."""

    def __contains__(self, item: object) -> bool:
        return True


class Size(enum.IntEnum):
    """Constants by name."""

    SMALL = 1
    LARGE = 3


class Held:
    """A namespace."""

    FEW = (1, 3)


SETTINGS = Settings()
ODD = Odd(7)
MANY = Many((1, 2))
MODULE = types.ModuleType("module")
MODULE.__getattr__ = lambda name: 2  # type: ignore[method-assign]
USUAL = types.ModuleType("usual")
USUAL.MOST = 2  # type: ignore[attr-defined]


# ---- lists are not values


def aliased(n: int):
    a = [1]
    b = a
    b += [2]  # changes a too
    for k in a:
        if n >= k:
            yield n - k


def extended(seen):
    seen += [2]
    return 1


def aliased_in_a_helper(n: int):
    a = [1]
    k = extended(a)  # changes a
    if k and n >= len(a):
        yield n - len(a)


def aliased_in_a_tuple(n: int):
    a = [1]
    b = (a, a)
    a += [2]
    if n >= len(b[0]):
        yield n - len(b[0])


def aliased_in_a_loop(n: int):
    a = []
    for b in (a, a):
        b += [1]
    if n >= len(a):
        yield n - len(a)


def doubled(n: int):
    a = [1]
    b = a
    a *= 2
    if n >= len(b):
        yield n - len(b)


def copied(n: int):
    a = [1]
    b = a + []  # a copy, which stays as it is
    a += [2]
    for k in b:
        if n >= k:
            yield n - k


def grown_default(k, seen=[]):
    seen += [k]
    return len(seen)


def default_that_grows(n: int):
    k = grown_default(1)
    if k < 50 and n >= 1:
        yield n - 1


def list_of_a_module(n: int):
    for k in CONSTANTS:  # which anybody may change
        if n >= k:
            yield n - k


def yields_a_list(n: int):
    if n > 100:
        yield [n - 1]
    elif n:
        yield n - 1


@functools.cache
def cached_generator(n: int):
    for k in (1, 2):  # which is gone through once, and then empty
        if n >= k:
            yield n - k


def once(function):
    def again(n: int):
        return function(n // 2)

    again.__wrapped__ = function
    return again


@once
def wrapped(n: int):
    if n:
        yield n - 1


# ---- comparisons of a list, a tuple, a range


def list_is_no_tuple(n: int):
    if [1] != (1,) and n >= 1:
        yield n - 1
    if [1] == (1,) and n >= 2:
        yield n - 2


def list_among_tuples(n: int):
    if [1] not in ((1,), (2,)) and n >= 2:
        yield n - 2
    if [n] in ((1,), (2,)):
        yield 0


def range_is_no_tuple(n: int):
    if range(2) == (0, 1) and n >= 1:
        yield n - 1
    if n >= 3:
        yield n - 3


def slice_of_a_list(n: int):
    if [1, 2][:1] == (1,) and n >= 1:
        yield n - 1
    if n >= 2:
        yield n - 2


def slice_of_a_tuple(n: int):
    if (1, 2)[:1] == (1,) and n >= 1:
        yield n - 1
    if n >= 2:
        yield n - 2


def listed_tuple(n: int):
    if list((1, 2)) == (1, 2) and n >= 1:
        yield n - 1
    if tuple([1, 2]) == (1, 2) and n >= 4:
        yield n - 4


def holds_everything(n: int):
    if n in MANY and n >= 1:
        yield n - 1


# ---- generators


def true_though_empty(n: int):
    if (x for x in ()) and n >= 1:  # a generator is true
        yield n - 1


def used_twice(n: int):
    g = (k for k in (1, 2))
    if any(k == 2 for k in g) and n >= 1:
        yield n - 1
    for k in g:  # nothing is left
        if n >= k + 1:
            yield n - k - 1


def bound_late(n: int):
    k = 1
    g = (k + i for i in (0, 1))
    k = 3
    for m in g:  # k is 3 when it is asked for
        if n >= m:
            yield n - m


def bound_late_in_a_loop(n: int):
    k = 1
    for m in (k + i for i in (0, 1)):
        k = 3
        if n >= m:
            yield n - m


def in_a_generator(n: int):
    g = (i for i in (1, 2, 3))
    if 2 in g and 1 not in g and n >= 1:
        yield n - 1
    if n >= 2:
        yield n - 2


def length_of_a_generator(n: int):
    if n > 60:
        if len(i for i in (1, 2)) == 2:  # has no length
            yield n - 1
    elif n:
        yield n - 1


def generator_is_no_tuple(n: int):
    if (i for i in (1,)) == (1,) and n >= 1:
        yield n - 1
    if n >= 2:
        yield n - 2


def any_of_a_generator(n: int):
    if any(n == k for k in (1, 2, 3)) or all(n > k for k in (3, 4)):
        yield n - 1
    if sum(k for k in (1, 2)) == 3 <= n:
        yield n - 3


# ---- and, or, conditions as numbers


def three_and_two(n: int):
    k = 3 and 2
    if n >= k:
        yield n - k


def two_or_one(n: int):
    if n >= (2 or 1):
        yield n - (2 or 1)


def number_or_number(n: int):
    k = n % 3 or 5
    if n >= k:
        yield n - k


def sum_of_conditions(n: int):
    k = (n > 5) + (n > 10) + 1
    if n >= k:
        yield n - k


def not_a_number(n: int):
    k = 1 - (not n)
    if n >= k > 0:
        yield n - k


def tuple_or_tuple(n: int):
    for k in () or (1, 2):
        if n >= k:
            yield n - k


def truth_of_a_tuple(n: int):
    if (0,) and not () and n >= 2:
        yield n - 2


def and_in_a_condition(n: int):
    if n and n - 1 and (3 and 2):
        yield n - 2


def condition_kept(n: int):
    even = n % 2 == 0 and n > 0
    if even or n == 1:
        yield n - 1
    if not even and n > 4:
        yield n - 4


def chained(n: int):
    if 0 < n < 5 != n or n > 6 > 2:
        yield n - 1
    if n >= 2 == 2 in (2, 3):
        yield n - 2


def true_is_one(n: int):
    if True + True == 2 and n >= True:
        yield n - True


# ---- what is found by an attribute


def by_a_property(n: int):
    for k in range(1, min(n, SETTINGS.most) + 1):
        yield n - k


def by_a_modules_getattr(n: int):
    for k in range(1, min(n, MODULE.most) + 1):
        yield n - k


def by_a_module(n: int):
    for k in range(1, min(n, USUAL.MOST) + 1):
        yield n - k


def by_a_class(n: int):
    for k in Held.FEW:
        if n >= k:
            yield n - k


def by_an_enumeration(n: int):
    for k in (Size.SMALL, Size.LARGE):
        if n >= k:
            yield n - k


def an_odd_integer(n: int):
    if n == ODD:  # never
        yield 0
    elif n:
        yield n - 1


# ---- constants far out


def far_constant(n: int):
    if n != 10**5 and n:
        yield n - 1


def far_constant_of_two(n: int):
    if n == 300:
        yield 0
    if n >= 2:
        yield n - 2


def far_range(n: int):
    for k in (1, 2):
        if n >= k and not 250 <= n < 260:
            yield n - k


def far_division(n: int):
    if n // 128 != 2 and n >= 1:
        yield n - 1
    if n >= 3:
        yield n - 3


def far_remainder(n: int):
    if n % 97 != 96 and n >= 1:
        yield n - 1
    if n >= 2:
        yield n - 2


def far_product(n: int):
    if 3 * n < 700 and n >= 1:
        yield n - 1
    if n >= 2:
        yield n - 2


def late_list(n: int):
    if n < 100:
        return []
    return [n - 1]


def returns_a_list(n: int):
    return [n - k for k in (1, 2) if n >= k]


def leaves_early(n: int):
    if n == 200:
        return
    for k in (1, 2):
        if n >= k:
            yield n - k


def breaks(n: int):
    for k in (1, 2, 3, 4):
        if k > n or k == 3 < n:
            break
        yield n - k


def continues(n: int):
    for k in range(1, n + 1):
        if k % 3 == 0 or k > 4:
            continue
        yield n - k


def loop_variable_afterwards(n: int):
    k = 1
    for k in range(n):
        pass
    if n >= 2:
        yield n - k


def rebound(n: int):
    k = 2
    if n > 10:
        k = 3
    if n >= k:
        yield n - k


def counts_down(n: int):
    k = 2
    while k:
        if n >= k:
            yield n - k
        k -= 1


# ---- helpers


def capped(n, most=3):
    return min(n, most)


def helper_with_a_default(n: int):
    for k in range(1, capped(n) + 1):
        yield n - k


def helper_by_name(n: int):
    for k in range(1, capped(most=2, n=n) + 1):
        yield n - k


def of_two(a, b, *, c=1):
    return a + b * c


def helper_with_too_many(n: int):
    if n > 300:
        yield of_two(n, -1, 1)  # type: ignore[call-arg]
    elif n:
        yield of_two(n, -1)


def helper_with_another_name(n: int):
    if n > 300:
        yield of_two(n, -1, d=2)  # type: ignore[call-arg]
    elif n:
        yield of_two(n, -1)


def gathered(*numbers):
    return len(numbers) == 2 and (numbers == (1, 2))


def helper_of_any(n: int):
    if gathered(1, 2) and not gathered(*(1, 3)) and n:
        yield n - 1


def negated(m):
    if m > 5:
        return -m
    return m


def helper_below_zero(n: int):
    if abs(negated(n)) == n and n >= 2:
        yield n - 2


# ---- arithmetic


def divides_below_zero(n: int):
    if (n - 5) // 2 < 0 and n:  # rounded down, not to 0
        yield n - 1
    if n >= 7:
        yield n - 2


def remainder_below_zero(n: int):
    if n and (n - 4) % 3 == 2:
        yield n - 1
    elif n >= 2:
        yield n - 2


def divides_by_minus_two(n: int):
    if n and n // -2 < -3:
        yield n - 1


def shifts(n: int):
    if n >> 1 and n:
        yield n >> 1


def masks(n: int):
    if n & 1:
        yield n - 1
    elif n:
        yield n // 2


def absolute(n: int):
    if abs(n - 4) > 1 and n:
        yield n - 1
    if n >= 3:
        yield n - 3


def integer_of(n: int):
    if n >= int(True) + 1:
        yield n - 2


def least_of_several(n: int):
    for k in range(1, min(n, 3, n + 1) + 1):
        yield n - k


def steps(n: int):
    for k in range(2, n + 1, 2):
        yield n - k


def backwards(n: int):
    for k in range(3, 0, -1):
        if n >= k:
            yield n - k


def slices(n: int):
    for k in (1, 2, 3, 4)[-3:-1]:
        if n >= k:
            yield n - k


def indexed_from_behind(n: int):
    k = (1, 2, 3)[-2]
    if n >= k:
        yield n - k


def comprehension_of_its_own(n: int):
    k = 1
    many = [k for k in (2, 3)]  # noqa: C416  the k of the comprehension is another one
    if n >= k and len(many) == 2:
        yield n - k


def least_of_nothing(n: int):
    if n > 500 and min(()) == 0:
        yield 0
    elif n:
        yield n - 1


def range_of_four(n: int):
    if n > 500:
        for _ in range(1, n, 1, 1):  # type: ignore[call-overload]
            yield 0
    elif n:
        yield n - 1


# ---- the same snares, where nobody looks: beyond the positions around 0


def late_aliased(n: int):
    a = [1]
    b = a
    if n > 100:
        b += [2]
    for k in a:
        if n >= k:
            yield n - k


def late_helper(n: int):
    a = [1]
    k = extended(a) if n > 100 else 1
    for m in a:
        if n >= m + k - 1:
            yield n - m


def late_list_and_tuple(n: int):
    if n:
        yield n - 1
    if n > 100 and [1] == (1,):
        yield n - 2


def late_list_among_tuples(n: int):
    if n:
        yield n - 1
    if n > 100 and [1] in ((1,), (2,)):
        yield n - 2


def late_range(n: int):
    if n:
        yield n - 1
    if n > 100 and range(2) == (0, 1):
        yield n - 2


def late_generator(n: int):
    if n:
        yield n - 1
    if n > 100 and (x for x in ()):
        yield n - 2


def late_use_of_a_generator(n: int):
    g = (k for k in (2, 3))
    if n:
        yield n - 1
    if n > 100:
        sum(g)
        for k in g:
            yield n - k


def late_member(n: int):
    g = (k for k in (2, 3))
    if n:
        yield n - 1
    if n > 100 and 3 in g and 2 in g:
        yield n - 2


def late_binding(n: int):
    m = 1
    g = (m + k for k in (0,))
    m = 1 if n < 101 else 2
    for k in g:
        if n >= k:
            yield n - k


def late_and(n: int):
    k = 1
    if n > 100:
        k = 3 and 2
    if n >= k:
        yield n - k


def late_or(n: int):
    if n:
        yield n - 1
    if n > 100 and (2 or 1) == 1:
        yield n - 2


def late_property(n: int):
    if n:
        yield n - 1
    if n > 100 and SETTINGS.most == 2:
        yield n - 2


def late_odd_integer(n: int):
    if n:
        yield n - 1
    if n == ODD + 100 or (n == ODD and n > 2):
        yield n - 2


def late_everything(n: int):
    if n:
        yield n - 1
    if n > 100 and n in MANY:
        yield n - 2


def late_remainder(n: int):
    if n:
        yield n - 1
    if n % 191 == 190:
        yield n - 2


def late_tuple_of_lists(n: int):
    if n:
        yield n - 1
    if n > 100 and ([1],) == ((1,),):
        yield n - 2


HEAPS: list[tuple[Callable[..., Any], int]] = [
    *((rule, 120) for rule in (aliased, aliased_in_a_helper, aliased_in_a_tuple, aliased_in_a_loop, doubled, copied)),
    *(
        (rule, 120)
        for rule in (list_of_a_module, yields_a_list, list_is_no_tuple, list_among_tuples, range_is_no_tuple)
    ),
    *((rule, 120) for rule in (slice_of_a_list, slice_of_a_tuple, listed_tuple, holds_everything, true_though_empty)),
    *((rule, 120) for rule in (used_twice, bound_late, bound_late_in_a_loop, in_a_generator, length_of_a_generator)),
    *((rule, 120) for rule in (generator_is_no_tuple, any_of_a_generator, three_and_two, two_or_one, number_or_number)),
    *((rule, 120) for rule in (sum_of_conditions, not_a_number, tuple_or_tuple, truth_of_a_tuple, and_in_a_condition)),
    *((rule, 120) for rule in (condition_kept, chained, true_is_one, by_a_property, by_a_modules_getattr, by_a_module)),
    *((rule, 120) for rule in (by_a_class, by_an_enumeration, an_odd_integer, breaks, continues, rebound, counts_down)),
    *((rule, 120) for rule in (default_that_grows, cached_generator)),
    (far_constant, 100_010),
    *((rule, 400) for rule in (far_constant_of_two, far_range, far_division, far_remainder, far_product, late_list)),
    *((rule, 400) for rule in (returns_a_list, leaves_early, helper_with_too_many, helper_with_another_name)),
    *((rule, 120) for rule in (loop_variable_afterwards, helper_with_a_default, helper_by_name, helper_of_any)),
    *((rule, 120) for rule in (helper_below_zero, divides_below_zero, remainder_below_zero, divides_by_minus_two)),
    *((rule, 120) for rule in (shifts, masks, absolute, integer_of, least_of_several, steps, backwards, slices)),
    *((rule, 120) for rule in (indexed_from_behind, comprehension_of_its_own)),
    *((rule, 200) for rule in (late_aliased, late_helper, late_list_and_tuple, late_list_among_tuples, late_range)),
    *((rule, 200) for rule in (late_generator, late_use_of_a_generator, late_member, late_binding, late_and, late_or)),
    *((rule, 200) for rule in (late_property, late_odd_integer, late_everything, late_tuple_of_lists)),
    (late_remainder, 400),
    (wrapped, 120),
    *((rule, 600) for rule in (least_of_nothing, range_of_four)),
]


# ---- two integers


def pair_far(a: int, b: int):
    if a and b != 70:
        yield a - 1, b
    if b:
        yield a, b - 1


def pair_of_both(a: int, b: int):
    if a == 30 and b == 31:
        yield 0, 0
    if a:
        yield a - 1, b
    if b:
        yield a, b - 1


def pair_swapped(a: int, b: int):
    a, b = min(a, b), max(a, b)  # both at once
    if b > a:
        yield a, b - 1
    if a:
        yield a - 1, b


def pair_as_a_list(a: int, b: int):
    p = [a, b]
    q = p
    q += [0]
    if len(p) == 2 and a:
        yield a - 1, b
    if b:
        yield a, b - 1


def pair_equal(a: int, b: int):
    if (a, b) != [a, b] and a:
        yield a - 1, b
    if (a, b) == (b, a) and b:
        yield a, b - 1


def pair_in(a: int, b: int):
    if (a, b) in ((1, 2), (2, 1), (0, 3)):
        yield 0, 0
    elif a:
        yield a - 1, b
    elif b:
        yield a, b - 1


def pair_generator(a: int, b: int):
    g = (x for x in (a, b))
    if all(x > 0 for x in g):
        yield a - 1, b - 1
    if any(x > 0 for x in g):  # nothing is left of it
        yield 0, 0


def pair_all(a: int, b: int):
    if all(x > 0 for x in (a, b)):
        yield a - 1, b - 1
    if any(x > 1 for x in (a, b)) and a:
        yield a - 1, b


def pair_loop(a: int, b: int):
    for k in range(1, min(a, b) + 1):
        if k != 35:
            yield a - k, b - k
    if a:
        yield a - 1, b


def pair_or(a: int, b: int):
    m = a or b
    if m:
        yield m - 1, 0


def pair_halves(a: int, b: int):
    if (a - b) // 2 > 3 and a:
        yield a - 1, b
    if b:
        yield a, b - 1


def pair_nested(a: int, b: int):
    for x, y in ((a, b), (b, a)):
        for k in (1, 2):
            if x >= k:
                yield y, x - k


def pair_of_one(a: int, b: int):
    for i in range(2):
        p = (a, b)
        if p[i] > 0:
            yield p[:i] + (p[i] - 1,) + p[i + 1 :]


def one_far(n: int):
    if n == 1000:
        yield 0
    if n:
        yield n - 1


def one_by_halves(n: int):
    if n:
        yield n // 2


def one_list(n: int):
    moves = [1]
    same = moves
    same += [2]
    for k in moves:
        if n >= k:
            yield n - k


def one_list_far(n: int):
    a = [1]
    b = a
    if n > 10**6:
        b += [2]
    for k in a:
        if n >= k:
            yield n - k


def one_property(n: int):
    if n and SETTINGS.most:
        yield n - 1


def one_late(n: int):
    for k in (1, 3):
        if n >= k and n != 777:
            yield n - k


GAMES: list[tuple[Callable[..., Any], int]] = [
    (pair_far, 75),
    (pair_of_both, 40),
    *((rule, 25) for rule in (pair_swapped, pair_as_a_list, pair_equal, pair_in, pair_generator, pair_all)),
    (pair_loop, 45),
    *((rule, 25) for rule in (pair_or, pair_halves, pair_nested, pair_of_one)),
    (one_far, 1100),
    *((rule, 200) for rule in (one_by_halves, one_list, one_property)),
    (one_list_far, 1_000_020),
    (one_late, 900),
]

TRUE = {
    *("list_is_no_tuple", "slice_of_a_tuple", "listed_tuple", "any_of_a_generator", "truth_of_a_tuple"),
    *("true_is_one", "by_a_module", "by_a_class", "breaks", "continues", "helper_with_a_default", "helper_by_name"),
    *("helper_of_any", "absolute", "integer_of", "least_of_several", "steps", "slices", "indexed_from_behind"),
    *("comprehension_of_its_own", "pair_in", "pair_all", "pair_nested", "pair_of_one", "far_constant"),
    *("late_list_and_tuple", "late_range", "late_tuple_of_lists"),
}
"""What is to be proved, by name."""
