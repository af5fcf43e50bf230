"""Forty-two more ways in which people write rules, each a small game: what `test_styles` reads, and compares with Python."""

# ruff: noqa: C417, RUF007, UP028  (each is written so on purpose)

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

ALLOWED = frozenset({1, 3, 4})
ROWS = ((1, 2), (2, 1), (1, 1))
NAMED = {"one": 1, "three": 3}


class Size(enum.IntEnum):
    """Constants by name."""

    SMALL = 1
    LARGE = 3


# ---- loops


def for_else(n: int):
    """Take a proper divisor; of a prime, or of one, all."""
    for d in range(2, n):
        if n % d == 0:
            yield n - d
            break
    else:
        if n > 0:
            yield 0


def for_else_found(n: int):
    """Take the least divisor above one, that is kept after the loop."""
    for d in range(2, n):
        if n % d == 0:
            least = d
            break
    else:
        least = n
    if n > 0:
        yield n - least


def while_else(n: int):
    """Halve as often as it goes; a power of two may be taken whole."""
    m = n
    while m > 1:
        if m % 2:
            break
        m //= 2
    else:
        if n:
            yield 0
    if n > 1:
        yield n - 1


def nested_search(a: int, b: int):
    """Leave two loops with 'else: continue' and 'break'."""
    for i in range(1, a + 1):
        for j in range(1, b + 1):
            if (i * j) % 5 == 4:
                break
        else:
            yield a - i, b
            continue
        yield a - i, b - j
        break


def generator_in_a_loop(n: int):
    """A loop over a generator expression."""
    for m in (n - k * k for k in range(1, n + 1)):
        if m < 0:
            break
        yield m


def product_of_ranges(a: int, b: int):
    """Take from both heaps, at least one counter."""
    for i, j in product(range(a + 1), range(b + 1)):
        if i + j > 0:
            yield a - i, b - j


def product_by_repeat(*heaps: int):
    """Two heaps lose one or two counters each."""
    for one, two in itertools.product((1, 2), repeat=2):
        for i, j in combinations(range(len(heaps)), 2):
            if heaps[i] >= one and heaps[j] >= two:
                row = list(heaps)
                row[i] -= one
                row[j] -= two
                yield tuple(row)


def neighbours(*row: int):
    """Two neighbours that are unequal are levelled, by their places."""
    for i, (left, right) in enumerate(zip(row, row[1:], strict=False)):
        if left != right:
            low = min(left, right)
            yield row[:i] + (low, low) + row[i + 2 :]


def pairs(*row: int):
    """Take what a pair of neighbours has in common, and no more."""
    for left, right in itertools.pairwise(row):
        if left > right:
            yield (right,)


def mapped(n: int):
    """Moves made by map and filter."""
    yield from filter(lambda m: m >= 0, map(lambda k: n - k, (1, 3, 4)))


def mapped_by_a_helper(n: int):
    """A helper that is mapped."""
    for m in map(abs, (n - 1, n - 3)):
        if m < n:
            yield m


def chained(n: int):
    """Two ranges one after the other."""
    for m in itertools.chain(range(n // 2), range(n // 2 + 1, n)):
        yield m


# ---- names within expressions


def walrus_in_if(n: int):
    """Half, if that is two or more."""
    if (half := n // 2) >= 2:
        yield half
    if n:
        yield n - 1


def walrus_after_and(a: int, b: int):
    """One less than the difference, where there is one."""
    if a > 0 and (rest := a - b - 1) > 0:
        yield rest, b
    elif b > 0:
        yield a, b - 1


def walrus_in_while(n: int):
    """All halves."""
    m = n
    while (m := m // 2) > 0:
        yield m
    if n == 1:
        yield 0


def walrus_in_comprehension(n: int):
    """Squares that fit."""
    yield from [n - square for k in (1, 2, 3) if (square := k * k) <= n]


# ---- choices


def match_remainder(n: int):
    """What may be taken depends on the remainder."""
    match n % 4:
        case 0:
            return
        case 1 | 2:
            yield n - 1
        case _:
            for k in (1, 3):
                yield n - k


def match_pair(a: int, b: int):
    """What may be taken depends on which heap is empty."""
    match a, b:
        case 0, 0:
            return
        case 0, rest:
            yield 0, rest - 1
        case rest, 0:
            yield rest - 1, 0
        case _:
            yield a - 1, b - 1


def match_guard(n: int):
    """Cases with conditions."""
    match n:
        case 0:
            pass
        case k if k < 4:
            yield 0
        case k if k % 2:
            yield k - 3
            yield k - 1
        case k:
            yield k // 2


def match_row(*heaps: int):
    """One heap, two, or more."""
    match heaps:
        case (0,) | ():
            pass
        case (one,):
            yield (one - 1,)
        case (first, *rest):
            if first:
                yield (first - 1, *rest)
            else:
                yield tuple(rest)


# ---- sets


def in_a_set(n: int):
    """Some numbers may be taken."""
    for k in range(1, n + 1):
        if k in {1, 3, 4}:
            yield n - k


def in_a_frozen_set(n: int):
    """The same, with a constant."""
    for k in range(1, n + 1):
        if k in ALLOWED:
            yield n - k


def pair_in_a_set(a: int, b: int):
    """Pairs that are lost by rule."""
    for i in range(1, a + 1):
        if (a - i, b) not in {(0, 1), (1, 0)}:
            yield a - i, b
    if b:
        yield a, b - 1


# ---- lists


def pop_and_append(*heaps: int):
    """The last heap moves on top of the first."""
    row = list(heaps)
    if len(row) > 1:
        last = row.pop()
        row[0] += last
        yield tuple(row)


def del_an_item(*heaps: int):
    """Any heap may be taken away."""
    for i in range(len(heaps)):
        row = list(heaps)
        del row[i]
        yield tuple(row)


def insert_an_item(*heaps: int):
    """A heap is split in two, in its place."""
    for i, heap in enumerate(heaps):
        for left in range(1, heap):
            row = list(heaps)
            row.pop(i)
            row.insert(i, heap - left)
            row.insert(i, left)
            yield tuple(row)


def remove_an_item(*heaps: int):
    """A largest heap is taken."""
    row = list(heaps)
    if row:
        row.remove(max(row))
        yield tuple(row)


def starred_names(*heaps: int):
    """The first heap is played, the rest stays."""
    if heaps:
        first, *rest = heaps
        for left in range(first):
            yield (left, *rest)


def slice_assignment(*heaps: int):
    """Two neighbours become one heap."""
    for i in range(len(heaps) - 1):
        row = list(heaps)
        row[i : i + 2] = [heaps[i] + heaps[i + 1] - 1]
        yield tuple(row)


# ---- the least, the greatest, the order


def least_by_key(*heaps: int):
    """Only the heap nearest to four is played."""
    if any(heaps):
        near = min(heaps, key=lambda heap: abs(heap - 4))
        i = heaps.index(near)
        for left in range(near):
            yield heaps[:i] + (left,) + heaps[i + 1 :]


def least_or_default(*heaps: int):
    """The least heap that is not empty loses one."""
    least = min((heap for heap in heaps if heap > 0), default=0)
    if least:
        i = heaps.index(least)
        yield heaps[:i] + (least - 1,) + heaps[i + 1 :]


def sorted_by_key(*heaps: int):
    """Heaps are kept in order: odd ones first, then by size; the last one is played."""
    row = sorted(heaps, key=lambda heap: (heap % 2 == 0, -heap))
    if row and row[-1]:
        row[-1] -= 1
        yield tuple(row)


def sort_in_place(*heaps: int):
    """The largest heap loses one."""
    row = list(heaps)
    row.sort(reverse=True)
    if row and row[0]:
        row[0] -= 1
        yield tuple(row)


# ---- helpers


def takes(n: int):
    return [k for k in (1, 2, 4) if k <= n]


def helper_that_returns_a_list(n: int):
    """A helper that makes the list of what may be taken."""
    for k in takes(n):
        yield n - k


def up_to(n: int, most: int):
    return range(1, min(n, most) + 1)


def helper_that_returns_a_range(n: int):
    """A helper that says which numbers may be taken."""
    for k in up_to(n, 3):
        yield n - k


def function_inside(n: int):
    """A function within the rule."""

    def after(k):
        return n - k

    for k in (1, 2, 3):
        if after(k) >= 0:
            yield after(k)


def generator_inside(a: int, b: int):
    """A generator within the rule."""

    def less(heap):
        for left in range(heap):
            yield left

    for left in less(a):
        yield left, b
    for left in less(b):
        yield a, left


# ---- what is still outside


def by_a_dictionary(n: int):
    """What may be taken stands in a dictionary."""
    for k in NAMED.values():
        if k <= n:
            yield n - k


def by_a_square_root(n: int):
    """Take up to the square root."""
    for k in range(1, math.isqrt(n) + 1):
        yield n - k


def by_try(n: int):
    """Divide where it goes."""
    try:
        yield n // (n - 1) - 1
    except ZeroDivisionError:
        yield 0


def by_recursion(n: int):
    """A helper that calls itself."""
    if n > 0:
        yield n - digits(n)


def digits(n: int):
    return 1 if n < 10 else 1 + digits(n // 10)


def a_set_of_moves(n: int):
    """Moves without repetition."""
    yield from {n // 2, n // 3} if n > 0 else set()


MORE: dict[str, tuple[Callable[..., Any], str, str]] = {
    "for … else": (for_else, "", ""),
    "a name that for … else gives": (for_else_found, "", ""),
    "while … else": (while_else, "", ""),
    "else: continue, then break": (nested_search, "", ""),
    "a loop over a generator expression": (generator_in_a_loop, "", ""),
    "itertools.product of ranges": (product_of_ranges, "", ""),
    "product(repeat=), combinations": (product_by_repeat, "", ""),
    "enumerate(zip(row, row[1:]))": (neighbours, "", ""),
    "itertools.pairwise": (pairs, "", ""),
    "map and filter with lambda": (mapped, "", ""),
    "map of a function": (mapped_by_a_helper, "", ""),
    "itertools.chain": (chained, "", ""),
    "if (x := …)": (walrus_in_if, "", ""),
    "if a and (x := …)": (walrus_after_and, "", ""),
    "while (x := …)": (walrus_in_while, "", ""),
    "[… if (x := …)]": (walrus_in_comprehension, "", ""),
    "match n % 4": (match_remainder, "", ""),
    "match a, b": (match_pair, "", ""),
    "case k if …": (match_guard, "", ""),
    "case (first, *rest)": (match_row, "", ""),
    "in {1, 3, 4}": (in_a_set, "", ""),
    "in a frozenset": (in_a_frozen_set, "", ""),
    "a pair in a set": (pair_in_a_set, "", ""),
    "pop": (pop_and_append, "", ""),
    "del": (del_an_item, "", ""),
    "insert": (insert_an_item, "", ""),
    "remove": (remove_an_item, "", ""),
    "first, *rest = …": (starred_names, "", ""),
    "row[i : j] = …": (slice_assignment, "", ""),
    "min(key=)": (least_by_key, "", ""),
    "min(default=)": (least_or_default, "", ""),
    "sorted(key=)": (sorted_by_key, "", ""),
    "sort(reverse=True)": (sort_in_place, "", ""),
    "a helper that returns a list": (helper_that_returns_a_list, "", ""),
    "a helper that returns a range": (helper_that_returns_a_range, "", ""),
    "def within the rule": (function_inside, "", ""),
    "a generator within the rule": (generator_inside, "", ""),
    "a dictionary": (by_a_dictionary, "", ""),
    "math.isqrt": (by_a_square_root, "", ""),
    "try": (by_try, r"try is not read", "a condition before the division is read"),
    "a helper that calls itself": (by_recursion, r"calls itself", "a loop is read"),
    "a set that is gone through": (a_set_of_moves, r"sets are not read", "a tuple is read"),
}
"""Each with why it is not read, and the mend, where it is not."""
LAWS = {
    "map and filter with lambda": "period 7 from the start, proved",
    "map of a function": "period 2 from the start, proved by a theorem",
    "if (x := …)": "2-automatic with 5 states from 2 on, proved by a theorem",
    "[… if (x := …)]": "period 5 from the start, proved",
    "match n % 4": "period 2 from the start, proved by a theorem",
    "case k if …": "2-regular with 3 sequences from 2 on, proved by a theorem",
    "in {1, 3, 4}": "period 7 from the start, proved",
    "in a frozenset": "period 7 from the start, proved",
    "a helper that returns a list": "period 3 from the start, proved",
    "a helper that returns a range": "period 4 from the start, proved",
    "def within the rule": "period 4 from the start, proved",
}
"""Of those of one heap that are linear, and have a law: which."""
