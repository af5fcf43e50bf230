"""Siblings of the styles, each with a snare: what a rewriting of rules may take for something else than Python does.

Each is the text of functions, the last of which is the rule, under its name, with what is said where it is not read.
"""

from __future__ import annotations

import collections
import enum
import math
import re
from collections.abc import Iterator
from typing import Any


class Size(enum.IntEnum):
    """Constants that are found by their name in a set, and by their number in a tuple."""

    SMALL = 1
    LARGE = 3


GLOBALS: dict[str, Any] = {
    "Size": Size,
    "FROZEN": frozenset({1, 3, 4}),
    "ODD": frozenset({Size.SMALL, 3}),
    "TAKE": (1, 2, 4),
    "math": math,
    "gcd": math.gcd,
    "LIST": [1, 3, 4],
    "RAGGED": [[1, 2], [0], [], [0, 1, 2]],
    "EITHER": ([1], (2, 3), ()),
    "ROADS": ((1, 2), (0,), (), (0, 1, 2)),
    "DEEP": (((0, 0), (0, 1)), ((0, 0), (1, 0), (2, 2)), ((1, 1),)),
    "MIXED": ((1, (2, 3)), (4, (5,)), (6, ())),
    "STEPS": [(0, 1), (1, 0)],
    "SET": {32, 1, 16, 8, 0, 64},
    "PAIRS": {(0, 1), (2, 0), (1, 1)},
    "DICT": {4: 2, 0: 7, 1: -1},
    "GRAPH": {0: [1, 2], 1: [], 2: [0]},
    "AT": {(0, 0): 3, (1, 2): 5},
    "WAYS": {(0, 0): [(0, 1), (1, 0)], (1, 2): [], (2, 0): [(3, 3)]},
    "TWICE": {0: {1: 2}, 1: {0: 3}},
    "NOTHING": set(),
    "MISSING": collections.Counter({1: 2}),
    "BY_NAME": {Size.SMALL: 2, 3: 5},
    "WORD": "abcab",
    "WORDS": ("ab", "", "bca", "b"),
    "COST": {"a": 1, "b": 4, "c": 0},
}

TEXTS = """
## loops

# else after a loop that ends by itself
def f(n):
    for k in range(n):
        if k == 3:
            break
    else:
        yield 7
    yield n

# else of a loop without break
def f(n):
    for k in range(n):
        if k > 2:
            continue
        yield k
    else:
        yield 9

# break of an inner loop is not the outer one's
def f(n):
    for i in range(n):
        for j in range(3):
            if i + j == 3:
                break
        else:
            yield i
    else:
        yield 50

# break in the else of an inner loop is the outer one's
def f(n):
    for i in range(n):
        for j in range(i):
            if j == 2:
                break
            yield 10 * i + j
        else:
            if i > 1:
                break
            yield i
    else:
        yield 77
    yield 8

# continue in the else of an inner loop
def f(n):
    for i in range(n):
        while i > 1:
            i -= 2
            if i == 3:
                break
        else:
            if i:
                continue
            yield 90 + i
        yield i
    else:
        yield 5

# return in an else
def f(n):
    for k in range(2, n):
        if n % k == 0:
            break
    else:
        return
    yield k

# a name that only the break gives :: may have no value
def f(n):
    for k in range(2, n):
        if n % k == 0:
            m = k
            break
    else:
        yield 1
    if n > 100:
        yield m

# a name that a break and the else give
def f(n):
    for k in range(2, n + 2):
        if n % k == 1:
            m = k
            break
        if n % k == 2:
            m = -k
            break
    else:
        m = 100
    yield m

# a name that one of two breaks gives :: may have no value
def f(n):
    for k in range(2, n + 2):
        if n % k == 1:
            m = k
            break
        if n % k == 2:
            break
    else:
        m = 100
    yield m

# while with else, left within
def f(n):
    k = n
    while k > 3:
        k -= 2
        if k == 6:
            break
        if k == 5:
            continue
        yield k
    else:
        yield 100 + k
    yield k

# while True with else
def f(n):
    k = 0
    while True:
        k += 1
        if k > n:
            break
    else:
        yield 99
    yield k

# a name of an endless loop
def f(n):
    k = 0
    while True:
        m = k * 2
        k += 1
        if m >= n:
            break
    yield m

# a counting while with else and break
def f(n):
    k = 0
    while k < n:
        if k * k > n + 2:
            break
        k += 1
    else:
        yield 50 + k
    yield k

# else in a loop in a loop
def f(n):
    found = 0
    for a in range(n):
        for b in range(a):
            for c in range(b):
                if a == b + c + 1:
                    break
            else:
                continue
            found += 1
            break
        else:
            found += 10
    yield found

# else and a generator expression
def f(n):
    for m in (k for k in range(n) if k % 2):
        if m > 5:
            break
        yield m
    else:
        yield 100

# a generator expression of two loops, left early
def f(n):
    for m in (a * b for a in range(1, n) for b in range(a) if (a + b) % 3):
        if m > 6:
            break
        if m == 2:
            continue
        yield m
    else:
        yield 100

# a generator expression sees names that change
def f(n):
    k = 1
    for m in (k + i for i in (0, 1, 2)):
        k = 3
        yield m

# a generator expression has names of its own
def f(n):
    i = n
    for m in (i * 2 for i in range(3)):
        yield m + i
    yield i

# a generator expression whose name is bound within :: a generator can only be read
def f(n):
    for m in (sum(i for i in range(i)) for i in range(n)):
        yield m

# map asks when it is asked
def f(n):
    k = 1
    for m in map(lambda i: i + k, (0, 1, 2)):
        k += 1
        yield m

# a lambda's name hides another
def f(n):
    k = n
    for m in map(lambda k: k * 2, range(3)):
        yield m + k

# a lambda of two :: not read
def f(n):
    yield from map(lambda a, b: a + b, (1, 2), (3, 4))

# a lambda with a default :: not read
def f(n):
    k = n
    for m in map(lambda i, k=k: i + k, (0, 1)):
        k = 5
        yield m

# filter of None
def f(n):
    yield from filter(None, (n - 1, n - 2, n - 3))

# filter whose function fails
def f(n):
    yield from filter(lambda k: 6 // (k - 2) > 0, range(n))

# a module's own map :: not read
def map(g, xs):
    return [g(x) + 1 for x in xs]
def f(n):
    yield from map(abs, (n, 1))

# a product whose second part is empty keeps the loop's names
import itertools
def f(n):
    a = 9
    for a, b in itertools.product(range(n), range(0)):
        yield b
    yield a

# a product is of what there was
from itertools import product
def f(n):
    row = [1, 2]
    m = 2
    for a, b in product(row, range(m)):
        row[0] = 7
        m = 5
        yield a, b, n

# a product left early, with else
import itertools as tools
def f(n):
    for a, b in tools.product(range(n), range(3)):
        if a * b == 4:
            break
        if b == 1:
            continue
        yield a + b
    else:
        yield 99
    yield 1

# a product whose parts fail though nothing is gone through
from itertools import product
def f(n):
    for a, b in product(range(0), range(6 // (n - 2))):
        yield a
    yield n

# a product as one name
from itertools import product
def f(n):
    for pair in product((1, 2), repeat=2):
        yield pair[0] * n + pair[1]

# a product in a comprehension
from itertools import product
def f(n):
    yield sum(a * b for a, b in product(range(n), range(1, n)) if a != b)

# a product in a comprehension with an outer name :: in a comprehension, itertools
from itertools import product
def f(n):
    a = 3
    yield sum(a * b for a, b in product(range(a), range(a)))

# a product in a comprehension that fails :: in a comprehension, itertools
from itertools import product
def f(n):
    yield sum(a * b for a, b in product(range(0), range(6 // n)))

# another product :: not read
def product(a, b):
    return ((1, 2), (3, 4))
def f(n):
    for a, b in product(range(n), range(2)):
        yield a + b

# product is a variable
from itertools import product
def f(n):
    product = (1, 2)
    for a in product:
        yield a + n

# combinations, permutations, with replacement
import itertools
def f(*row):
    for a, b in itertools.combinations(row, 2):
        yield a - b, 1
    for a, b in itertools.permutations(row, 2):
        yield a - b, 2
    for a, b, c in itertools.permutations(range(len(row)), 3):
        yield a, b, c
    for a, b in itertools.combinations_with_replacement(row, 2):
        yield a - b, 3
    for a, b in itertools.combinations(range(1, len(row)), 2):
        yield a, b, 4

# pairwise of a list that changes :: changes what it runs over
from itertools import pairwise
def f(n):
    row = [1, 2, 3]
    for a, b in pairwise(row):
        row[2] = n
        yield a + b

# chain of a list that changes :: changes what it runs over
from itertools import chain
def f(n):
    row = [1, 2, 3]
    for a in chain(row, row):
        row[2] = n
        yield a

# chain with break and else
from itertools import chain
def f(n):
    for a in chain(range(n), (7, 8), [n]):
        if a == 5:
            break
        yield a
    else:
        yield 99

# pairs of a short row
from itertools import pairwise
def f(*row):
    for a, b in pairwise(row):
        yield a, b
    yield from pairwise((1, *row))

# yield from a product
from itertools import product
def f(a, b):
    yield from product(range(a), range(b))

## walrus

# order of what is before
def f(n):
    k = 5
    yield k + (k := n) + k

# order in a comparison
def f(n):
    k = 2
    if k < (k := n) < 7:
        yield k
    yield k + 10

# a chain whose last part may not be asked :: not read here
def f(n):
    k = 2
    if n < 4 < (k := n):
        yield k
    yield k + 10

# or
def f(n):
    k = 0
    if n > 5 or (k := n * 2) > 6:
        yield k
    else:
        yield k + 100

# not and
def f(n):
    k = 1
    if not (n > 3 and (k := n - 3) > 2):
        yield k
    else:
        yield 50 + k

# a name that an and gives
def f(n):
    if n > 3 and (k := n - 3) > 2:
        yield k
    elif n > 2 and (k := n * 2) and (m := k + 1) > 6:
        yield k + m
    yield n

# a name that an and may not give :: may have no value
def f(n):
    if n > 3 and (k := n - 3) > 2:
        yield k
    elif n > 1:
        yield k

# in a value of and
def f(n):
    k = 4
    m = n % 3 and (k := n) % 4 and k + 1
    yield m
    yield k

# in a value of or
def f(n):
    k = 4
    m = n % 3 or (k := n) % 4 or k + 1
    yield m + (k or (k := 8)) + k

# in one of two
def f(n):
    k = 4
    m = (k := n) if n % 2 else (k := n + 1) * 2
    yield m + k

# in the condition of one of two
def f(n):
    m = k if (k := n - 2) > 0 else -k
    yield m + k

# in arguments
def g(a, b, c=7):
    return a * 100 + b * 10 + c
def f(n):
    k = 3
    yield g(k, (k := n), c=k) + k

# in an index
def f(n):
    row = [4, 5, 6]
    yield row[(k := n % 3)] + k

# in an index that is assigned to :: may have no value
def f(n):
    row = [4, 5, 6]
    row[(k := n % 3)] = k
    yield row[0]

# in a slice
def f(*row):
    yield row[(k := 1) : k + 1]
    yield row[: (k := 2)] + (k,)

# in what is added to :: changes what it adds to
def f(n):
    k = 2
    k += (k := n)
    yield k

# in what is added to another
def f(n):
    k = m = 2
    m += (k := n) * 2
    yield k + m

# in a while that goes on
def f(n):
    m = n
    while (m := m - 1) > 0:
        if m % 3 == 0:
            continue
        if m % 5 == 4:
            break
        yield m
    else:
        yield 100 + m
    yield m

# in a while with and
def f(n):
    m = n
    while m > 0 and (k := m // 2) != 3:
        m = k
        yield k
    yield m

# a name of the test of a while
def f(n):
    m = n
    while (k := m // 2) > 1:
        m -= 2
    yield k

# a row by a name
def f(*row):
    if rest := row[1:]:
        yield rest
    yield (len(rest),)

# in a comprehension's condition
def f(n):
    yield sum(m for k in range(n) if k > 1 and (m := k * k) % 3 and m < 40)

# in a comprehension's item
def f(n):
    yield sum([(m := k + 1) * m for k in range(n)])

# in a comprehension, asked afterwards :: is used outside
def f(n):
    m = 0
    if any((m := k) * k > n for k in range(5)):
        yield m
    yield m + 10

# in a comprehension, the last one stays :: is used outside
def f(n):
    m = 5
    row = [(m := k + 1) for k in range(n)]
    yield m + len(row)

# in a comprehension, asked before it is given :: may have no value here
def f(n):
    yield sum(m + (m := k) for k in range(n))

# in a comprehension under a condition :: not read here
def f(n):
    yield sum((m := k) if k > 2 else 0 for k in range(n))

# in a comprehension of a function within
def f(n):
    m = 3
    def g():
        return m
    row = [(k := i) for i in range(n)]
    yield g() + len(row)

# a loop's name is the walrus'
def f(n):
    for k in range((k := n) + 1):
        yield k
    yield k

# in yield and return
def g(n):
    return (k := n + 1) * k
def f(n):
    yield (k := g(n)) + k

# in two places of a tuple
def f(n):
    a, b = (k := n), k + 1
    yield (k := a), (k := b), k

# in assert :: not read
def f(n):
    assert (k := n) > 2
    yield k

# in a lambda :: a key must be
def f(*row):
    yield tuple(sorted(row, key=lambda k: (m := k) * -m))

## match

# none fits
def f(n):
    match n:
        case 1:
            yield 5
        case 2 | 3 | -1:
            yield 6
    yield 9

# the subject is asked once
def f(n):
    row = [3, 2, 1]
    match row.pop():
        case 0:
            yield 0
        case k:
            yield k + n
    yield len(row)

# the subject is given another value by a guard
def f(n):
    match n:
        case k if (n := k + 2) > 8:
            yield n
        case 3 | 4:
            yield 50 + n
        case _:
            yield n

# the subject changes in a case
def f(n):
    match n:
        case 1:
            n = 2
            yield n
        case 2:
            yield 7
        case n if n > 6:
            yield n
        case 3 | 4:
            yield n + 20

# a capture keeps its value though its guard fails
def f(n):
    k = 3
    match n:
        case k if k > 5:
            yield k
        case _:
            yield k
    yield k

# a capture within a pattern whose guard fails
def f(a, b):
    k = 3
    match a, b:
        case (0, k) if k > 2:
            yield k, 0
        case (k, 0):
            yield k, 1
    yield k, 2

# a capture of a pattern that does not fit :: names in the alternatives
def f(a, b):
    k = 3
    match (a, b):
        case (k, 1):
            yield k, 0
        case (1, k) | (2, k):
            yield k, 1
    yield k, 2

# names that change places
def f(a, b):
    match a, b:
        case b, a if a > 1:
            yield a, b
        case (x, y) as both:
            yield both
    yield a, b

# lengths
def f(*row):
    match row:
        case []:
            yield (1,)
        case [0]:
            yield (2,)
        case [a, b]:
            yield b, a
        case (a, *_, 1):
            yield a, 9
        case [*begin, last]:
            begin[0] = last
            yield tuple(begin)

# a length that is known
def f(a, b):
    match a, b, 3:
        case x, y:
            yield 1, 1
        case x, *rest:
            rest.append(x)
            yield tuple(rest[:2])

# a tuple is no number
def f(*row):
    match row:
        case 0:
            yield (5,)
        case _:
            yield (6,)

# a number is no tuple :: has no length
def f(n):
    match n:
        case (a, b):
            yield a
        case _:
            yield n

# True is not one :: in match, only
def f(n):
    match n:
        case True:
            yield 5
        case _:
            yield 6

# a constant by name
def f(n):
    match n:
        case Size.SMALL:
            yield 5
        case Size.LARGE:
            yield 6
        case _:
            yield 0

# a class :: in match, only
def f(n):
    match n:
        case int(k):
            yield k

# a text
def f(n):
    match n:
        case "one":
            yield 1
        case _:
            yield 2

# break and continue within
def f(n):
    for k in range(n):
        match k % 4:
            case 0:
                continue
            case 3 if k > 6:
                break
            case m:
                yield m
        yield k
    else:
        yield 100

# a name that all cases give
def f(n):
    match n % 3:
        case 0:
            k = 5
        case 1:
            return
        case _:
            k = 7
    yield k

# a name that some cases give :: may have no value
def f(n):
    match n % 3:
        case 0:
            k = 5
        case 1:
            k = 6
    yield k

# a guard with a walrus
def f(n):
    match n:
        case k if (m := k * 2) > 6:
            yield m
        case 1 | 2 if n > 1:
            yield m + 20
        case _:
            yield m + 50

# within each other
def f(a, b):
    match a:
        case 0 | 1:
            match b:
                case 0:
                    yield 0, 0
                case k if k == a:
                    yield k, 9
        case k:
            match k, b:
                case (2, 2) | (3, _):
                    yield k, 7

# match is a name
def f(n):
    match = n
    case = 1
    yield match + case

## sets

# members by number
def f(n):
    if n in {1, 2, n // 2, True}:
        yield n
    if n not in {3}:
        yield 7

# members of an enumeration :: not a plain integer
def f(n):
    if n in {Size.SMALL, 5}:
        yield n
    yield 9

# a member of an enumeration is looked for :: not a plain integer
def f(n):
    k = Size.SMALL if n else 2
    if k in {1, 2}:
        yield n
    yield 9

# a member of an enumeration in a helper :: not a plain integer
def g(n):
    return Size.LARGE if n > 3 else n
def f(n):
    if g(n) in {3, 4}:
        yield n
    yield 9

# a frozen set of an enumeration :: not a plain integer
def f(n):
    if n in ODD:
        yield n
    yield 9

# a frozen set
def f(n):
    if n in FROZEN and n - 1 not in FROZEN:
        yield n
    yield 9

# a frozen set that is asked otherwise
def f(n):
    yield len(FROZEN) + n

# a set that is asked otherwise :: sets are not read
def f(n):
    yield len({n, 1, 2})

# equal to a set :: not read
def f(n):
    if FROZEN == (1, 3, 4):
        yield 1
    yield n

# members that fail
def f(n):
    if n in {1, 6 // n}:
        yield n
    yield 9

# a list cannot be looked for :: 'in' can only be read
def f(n):
    if [n] in {(1,), (2,)}:
        yield n
    yield 9

# tuples in a set
def f(a, b):
    if (a, b) in {(1, 2), (2, 1), (b, 3)}:
        yield a, b
    yield 9, 9

# a chain with in :: sets are not read
def f(n):
    if 0 < n in {1, 3, 5} != 7:
        yield n
    yield 9

# a chain with in, then less
def f(n):
    if 0 < n in {1, 3, 5}:
        yield n
    yield 9

## lists

# the last becomes the first
def f(*row):
    own = list(row)
    own.append(own.pop(0))
    yield tuple(own)
    own.insert(0, own.pop())
    own.extend([own.pop(), len(own)])
    yield tuple(own)

# pop of an empty list
def f(n):
    row = [1] * n
    row.pop()
    yield row.pop(0) + len(row)

# pop by any place
def f(a, b):
    row = [4, 5, 6]
    k = row.pop(a - 3)
    yield (k, *row)
    del row[b - 4]
    yield tuple(row)

# pop in the middle of a sum
def f(n):
    row = [1, 2, 3, n]
    yield len(row) + row.pop() * 10 + len(row) * 100 + row[-1] * row.pop(0)

# pop beside its list :: second name
def g(row, k):
    return len(row) * 10 + k
def f(n):
    row = [1, 2, n]
    yield g(row, row.pop())

# pop where it may not come
def f(n):
    row = [1, 2, 3]
    if n > 3 and row.pop() == 3:
        yield row[-1]
    yield len(row)

# pop in a while
def f(n):
    row = list(range(n))
    while row and row.pop() > 2:
        yield len(row)
    yield 50 + len(row)

# pop in a comprehension :: not read here
def f(n):
    row = [1, 2, 3]
    yield sum([row.pop() for _ in range(n)])

# pop while a loop runs :: changes while a loop runs
def f(n):
    row = [1, 2, 3, 4]
    for k in row:
        if k == n:
            row.pop()
        yield k

# del while a loop runs :: changes while a loop runs
def f(n):
    row = [1, 2, 3, 4]
    for k in row:
        if k == n:
            del row[0]
        yield k

# a loop over a copy
def f(n):
    row = [1, 2, 3, 4]
    for k in row[:]:
        if k % 2 == n % 2:
            row.remove(k)
    yield (len(row), *row)

# pop of a list that is given :: changes the list it is given
def g(row):
    return row.pop()
def f(n):
    row = [1, 2, n]
    k = g(row)
    yield k + len(row)

# insert into a list that is given :: changes the list it is given
def g(row):
    row.insert(0, 5)
    return 1
def f(n):
    row = [1, 2, n]
    k = g(row)
    yield k + len(row)

# items of a list that is given :: changes the list it is given
def g(row):
    row[:] = [1]
    return 1
def f(n):
    row = [1, 2, n]
    k = g(row)
    yield k + len(row)

# insert clamps
def f(a, b):
    row = [7, 8, 9]
    row.insert(a - 5, b)
    yield tuple(row)
    row.insert(b * 2, 1)
    yield tuple(row)

# insert beyond what a machine holds
def f(n):
    row = [7, 8, 9]
    row.insert((n - 3) * 2**62 * 4 - (n == 1), 5)
    yield row[0] + row[-1] * 10

# insert by what changes
def f(n):
    row = [7, 8, 9]
    row.insert(row.pop() - 8, len(row))
    yield tuple(row) + (n,)

# remove what is not there
def f(n):
    row = [1, 2, 3, 2]
    row.remove(n)
    yield tuple(row)
    row.remove(2)
    yield tuple(row)

# reverse and clear
def f(*row):
    own = list(row)
    own.reverse()
    yield tuple(own)
    own.clear()
    yield tuple(own)
    own.append(3)
    yield tuple(own)

# del of slices
def f(a, b):
    row = [1, 2, 3, 4, 5]
    del row[a - 3 : b - 2]
    yield tuple(row)
    del row[1:]
    yield tuple(row)
    del row[:-1]
    yield tuple(row)

# slices are assigned
def f(a, b):
    row = [1, 2, 3, 4, 5]
    row[a - 2 : b - 4] = [7, 8, 9]
    yield tuple(row)
    row[:b] = row[a:]
    yield tuple(row)
    row[:] = (n for n in row if n > 2)
    yield tuple(row)
    row[2:1] = range(3)
    yield tuple(row)

# every other item is assigned :: is not read
def f(n):
    row = [1, 2, 3, 4]
    row[::2] = [n, n]
    yield tuple(row)

# del of several
def f(a, b):
    row = [1, 2, 3, 4, 5]
    del row[a], row[b]
    yield tuple(row)

# del of a name :: 'del' can only be read
def f(n):
    k = 3
    del k
    yield n

# a second name :: second name
def f(n):
    row = [1, 2]
    other = row
    other.pop()
    yield len(row) + n

# a tuple has no pop :: is not a list made
def f(*row):
    k = row.pop()
    yield (k,)

# what is unpacked is too short
def f(*row):
    a, *rest, b = row
    yield (b, *rest, a)
    c, *more = rest
    more.append(c)
    yield tuple(more)

# one item is too few for two names and a star
def f(*row):
    a, *rest, b = row
    yield (b, *rest, a)

# what is unpacked is a new list
def f(n):
    row = [1, 2, n]
    a, *rest = row
    rest.append(a)
    yield tuple(row)
    row[0] = 9
    yield tuple(rest)

# the names that are unpacked are what is unpacked
def f(*row):
    own = [1, 2, 3, *row]
    first, *own = own
    yield (first, *own)
    *own, first = own
    yield (first, *own)

# a range is unpacked
def f(n):
    a, *rest = range(n)
    yield a + len(rest) * 10
    [*all_of_it] = range(a, 3)
    yield len(all_of_it)

# star in an index
def f(n):
    row = [0, 0, 0]
    row[0], *rest, row[2] = 1, 2, n, 4
    yield (*row, *rest)

# sort with a key
def f(*row):
    own = list(row)
    own.sort(key=lambda k: k % 3)
    yield tuple(own)
    own.sort(key=lambda k: (k % 2, -k), reverse=True)
    yield tuple(own)

# sort by its own items :: while it is being sorted
def f(*row):
    own = list(row)
    own.sort(key=lambda k: own.index(k))
    yield tuple(own)

# sort by its own items, by a function within :: while it is being sorted
def f(*row):
    own = list(row)
    def place(k):
        return own.index(k)
    own.sort(key=place)
    yield tuple(own)

# a helper returns a list, as new each time
def g(n):
    row = [1, 2]
    row.insert(1, n)
    return row
def f(n):
    a = g(n)
    b = g(n)
    a.pop()
    b.append(5)
    yield (*a, *b)

# a helper returns the list that it is given :: is not read
def g(row):
    return row
def f(n):
    a = [1, 2, n]
    b = g(a)
    b.pop()
    yield tuple(a)

# a helper returns a part of what it is given
def g(row):
    return row[1:]
def f(n):
    a = [1, 2, n]
    b = g(a)
    b.pop()
    yield (*a, *b)

# items of a list and a name are given one number
def f(a, b):
    row = [a, b, 0]
    for i in range(2):
        k = row[i] = row[k if i else 2] = row[i] - i
        yield k, row[0]
    row[0] = row[a] = b
    yield row[0], row[2]

# items of a list are given a tuple :: is a tuple, but a number is expected
def f(a, b):
    row = [a, b]
    row[0] = row[1] = (a, b)
    yield row[0], 1

## order

# the first of the least
def f(*row):
    yield (min(row, key=lambda k: k // 2), max(row, key=lambda k: k // 2))

# of several
def f(a, b):
    yield min(a, b, 3, key=lambda k: abs(k - 2)), max(a, b, key=lambda k: k % 3)

# a sort is stable, both ways
def f(*row):
    yield tuple(sorted(row, key=lambda k: k % 2))
    yield tuple(sorted(row, key=lambda k: k % 2, reverse=True))
    yield tuple(sorted(row, key=lambda k: (k % 2, k // 2 % 2), reverse=True))
    yield tuple(sorted(row, reverse=True, key=None))

# keys below nothing
def f(*row):
    yield tuple(sorted(row, key=lambda k: -7 * k + 3))
    yield tuple(sorted(row, key=lambda k: 5 - k * k, reverse=True))

# a key by name
def g(k):
    return -k
def f(*row):
    yield tuple(sorted((k - 2 for k in row), key=abs))
    yield tuple(sorted(row, key=g))
    yield (max(row, key=g),)

# a key that is a function within
def f(*row):
    middle = sum(row) // 2
    def far(k):
        return abs(k - middle)
    middle += 1
    yield tuple(sorted(row, key=far))
    yield (min(row, key=far, default=7),)

# a key that fails
def f(*row):
    yield tuple(sorted(row, key=lambda k: 12 // (k - 1)))

# a key of another key
def f(*row):
    yield tuple(sorted(row, key=lambda k: min((1, 2, 4), key=lambda j: (j - k) ** 2)))

# a key whose name is another's
def f(*row):
    k = 2
    yield tuple(sorted(row, key=lambda row: row * -k))
    yield (k,)

# a default
def f(*row):
    yield (min(row, default=9), max(row, default=-1), max((k for k in row if k > 2), default=len(row)))

# a default that fails though it is not wanted
def f(*row):
    yield (min(row, default=6 // len(row)),)

# a default with a key
def f(*row):
    yield (max(row, key=lambda k: k % 3, default=8), min(row, default=7, key=None))

# a default of several :: takes one tuple
def f(n):
    yield min(n, 2, default=3)

# nothing
def f(*row):
    yield (min(row, key=lambda k: -k),)

# a default that is none :: not read
def f(*row):
    k = min(row, default=None)
    yield (1 if k == None else k,)

# a module's own sorted :: not Python's own
def sorted(row, key=None):
    return row
def f(*row):
    yield tuple(sorted(row, key=lambda k: -k))

# a key with two names :: a key must be
def f(*row):
    yield tuple(sorted(row, key=lambda k, m=1: k * -m))

# rows by a key :: not read here
LINES = ((1, 2), (2, 0), (0, 5))
def f(n):
    a, b = min(LINES, key=lambda line: line[1])
    yield a + b + n

## inside

# what is asked for changes in the middle of a sum
def f(n):
    k = 1
    row = [4, 5, 6]
    def g():
        return k + len(row)
    yield g() + (k := n) + g() * 10
    yield g() + row.pop() + g() * 10
    k += g()
    yield k

# what is asked for changes in what is added to :: changes what it adds to
def f(n):
    k = 1
    row = [4, 5, 6, 7, 8, 9, 1, 2]
    def g():
        return k
    row[g()] += (k := 2)
    yield row[1] * n

# plain annotations
def f(n):
    def g(m: int, row: tuple[int, ...]) -> int:
        return m + row[0]
    yield g(n, (n, 1))

# a name that is given another value later
def f(n):
    k = 1
    def g(m):
        return m + k
    a = g(n)
    k = 10
    yield a
    yield g(n)

# a name that is given a value later
def f(n):
    def g(m):
        return m + k
    k = 10
    yield g(n)

# a name that has no value yet :: may have no value
def f(n):
    def g(m):
        return m + k
    if n > 2:
        yield g(n)
    k = 10
    yield k

# a default is of when it is made :: must be constants
def f(n):
    k = n
    def g(m, k=k):
        return m + k
    k = 100
    yield g(1)

# a constant default
def f(n):
    def g(m, k=3, *, j=2):
        return m * k + j
    yield g(n)
    yield g(n, 1)
    yield g(m=n, j=5)

# a name of a comprehension hides none
def f(n):
    def g(m):
        return m + n
    yield sum(g(1) for n in range(3))

# a function that is called by another
def f(n):
    k = 2
    def g(m):
        return m + k
    def h(m):
        return g(m) * 2
    k = 5
    yield h(n)

# a name of the one that calls hides what the other asks for :: and one of the function around it
def f(n):
    k = 2
    def g(m):
        return m + k
    def h(m):
        k = 100
        return g(m) * 2 + k
    yield h(n)

# a function that calls itself :: calls itself
def f(n):
    def g(m):
        return 0 if m < 1 else 1 + g(m - 2)
    yield g(n)

# a function that is passed on :: may have no value
def h(g):
    return g(1)
def f(n):
    def g(m):
        return m + n
    yield h(g)

# two functions of one name :: defined more than once
def f(n):
    def g(m):
        return m
    if n > 3:
        def g(m):
            return m + 1
    yield g(n)

# a function under a condition
def f(n):
    if n > 3:
        def g(m):
            return m + 1
        yield g(n)
    yield n

# a function that may not be there :: cannot be called
def f(n):
    if n > 3:
        def g(m):
            return m + 1
    yield g(n)

# a function that changes what is around it :: nonlocal is not read
def f(n):
    k = 1
    def g():
        nonlocal k
        k += 1
        return k
    yield g() + g() * n

# a function that changes a list around it :: not read
def f(n):
    row = []
    def add(k):
        row.append(k)
        return k
    add(n)
    yield len(row)

# a list around it
def f(n):
    row = [1, 2]
    def total():
        return sum(row)
    row.append(n)
    yield total()

# a generator whose names change :: the loop changes what
def f(n):
    k = 1
    def g():
        for i in range(3):
            yield i + k
    for m in g():
        k = 10
        yield m + n

# a generator that is used up at once
def f(n):
    k = 1
    def g():
        for i in range(3):
            yield i + k
    k = n
    yield sum(g())
    yield from g()

# names of its own
k = 50
def f(n):
    def g(m):
        k = m * 2
        return k
    yield g(n) + k

# a name of the module
k = 50
def f(n):
    def g(m):
        return m + k
    yield g(n) + k

# a name of a function around both
def maker(k):
    def f(n):
        def g(m):
            return m + k
        yield g(n)
    return f
f = maker(7)

# a decorated function :: must have no decorators
def twice(g):
    return lambda m: g(g(m))
def f(n):
    @twice
    def g(m):
        return m + 1
    yield g(n)

# the same name as a helper
def g(m):
    return 100
def f(n):
    def g(m):
        return m
    yield g(n)

# a function in a function in a function :: inside a rule
def f(n):
    def g(m):
        def h(k):
            return k + n
        return h(m)
    yield g(n)

# a lambda with a name :: lambda is not read
def f(n):
    g = lambda m: m + n
    yield g(1)

## ranges

# a range that is kept
def f(n):
    steps = range(1, n, 2)
    for k in steps:
        yield k
    yield len(steps) + sum(steps)
    if 3 in steps and steps:
        yield steps[-1]
    yield steps[n]

# a range is no tuple :: is compared with
def g(n):
    return range(n)
def f(n):
    if g(2) == (0, 1):
        yield 1
    yield n

# two ranges
def g(n):
    return range(0, n, 2)
def f(n):
    if g(n) == range(0, 3, 2):
        yield 1
    yield n

# ranges are not less :: is not read
def g(n):
    return range(n)
def f(n):
    if g(n) < g(3):
        yield 1
    yield n

# a range is no state :: not a range
def f(n):
    yield range(n)

# a range is not added :: is not read
def g(n):
    return range(n)
def f(n):
    yield len(g(n) + (1,))

# a range that is cut :: not read
def g(n):
    return range(n)
def f(n):
    yield sum(g(n)[1:])

# a step of nothing
def g(a, b):
    return range(0, 5, a - b)
def f(a, b):
    for k in g(a, b):
        yield k, a

# a range of a helper, left early
def g(n):
    return range(n, 0, -1)
def f(n):
    for k in g(n):
        if k == 3:
            break
        yield k
    else:
        yield 99

# a range of a helper whose ends change
def g(n):
    return range(n)
def f(n):
    for k in g(n):
        n += 1
        yield k
    yield n

# a helper that chooses between ranges
def g(n):
    if n % 2:
        return range(n)
    return range(n, 2 * n)
def f(n):
    yield from g(n)
    yield max(g(n + 1))

# stars :: tuple of tuples
def g(n):
    return range(n)
def f(n):
    yield (*g(n), *range(2)), 1

# stars of ranges
def g(n):
    return range(n)
def f(*row):
    yield (*g(len(row)), *range(2), *(k for k in row))

## functions of the library

# a root
def f(n):
    yield math.isqrt(n) + math.isqrt(n * n - n) * 100
    yield math.isqrt(n - 3)

# a divisor
def f(a, b):
    yield gcd(a, b), gcd(a - 2, b, a) + math.gcd()
    yield gcd(a), gcd(*(a, b))

# another function of that name
def isqrt(n):
    return n + 1
def f(n):
    yield isqrt(n)

# bits that are counted
def f(n):
    yield bin(n).count("1") + bin(-n - 3).count("1") * 10

# other letters of bin() :: bin() is not read
def f(n):
    yield bin(n).count("0")

# bin() of a tuple :: a number is expected
def f(n):
    yield bin((n, n)).count("1")

# another bin()
def bin(n):
    return (1, n)
def f(n):
    yield bin(n).count(1)

## constants

# a list
def f(n):
    for k in LIST:
        yield n - k
    yield sum(LIST) * len(LIST) + max(LIST) - sorted(LIST, reverse=True)[1] + LIST.index(3)
    yield LIST[n]

# a list is no tuple
def f(n):
    if LIST == (1, 3, 4):
        yield 0
    if LIST != [1, 3, 4] or list(LIST) == LIST:
        yield 1
    yield (LIST + [n])[-1] + LIST[1:][-2] * (n in LIST)

# a list is no state :: a state must be a tuple
def f(n):
    yield LIST

# a list by another name
def near(v):
    row = RAGGED[v % 4]
    return row if v else LIST
def f(n):
    b = LIST
    yield b[0]
    for b in RAGGED:
        if n in b:
            yield sum(near(n)) + len(b)
    b = near(n)
    yield len(b) * 10

# a list of others that a loop changes :: 'row' is not a list made in this function
def f(n):
    for row in RAGGED:
        row.append(n)
    yield len(RAGGED[0])

# a list of others that is unpacked and changed :: 'a' is not a list made in this function
def f(n):
    a, b, _c, _d = RAGGED
    a += b
    yield len(RAGGED[0])

# a list of others that a helper hands over :: 'b' is not a list made in this function
def near(v):
    for i, row in enumerate(RAGGED):
        if i == v:
            return row
    return [v]
def f(n):
    b = near(n)
    b.clear()
    yield len(RAGGED[n])

# a list of its own that becomes another's :: second name
def f(n):
    b = [n]
    for row in RAGGED:
        b.append(1)
        b = row
    yield len(b)

# a list of its own, or another's :: second name
def f(n):
    b = [n]
    c = RAGGED[0] if n else b
    b.append(1)
    yield len(c)

# a list that is changed :: is not a list made in this function
def f(n):
    LIST[0] = n
    yield 1

# a copy of a list that is changed
def f(n):
    b = list(LIST) if n < 3 else LIST[:]
    b[0] += n
    b.append(n)
    yield sum(b) + LIST[0]

# rows that differ in length
def f(n):
    for w in RAGGED[n - 2]:
        yield w
    if RAGGED[n % 4]:
        yield RAGGED[n % 4][-1] + len(RAGGED[n % 4]) * 10 + (n in RAGGED[n % 4])

# rows that differ in length, of tuples
def f(a, b):
    for row in ROADS:
        if a in row:
            yield len(row), b
    row = ROADS[a]
    yield ROADS[b][1:] + (a,) if len(ROADS[b]) == 2 else (sum(row), max(ROADS[3]))

# a list among lists is no tuple :: with a list
def f(n):
    if RAGGED[n % 4] == (0, 1, 2):
        yield 1

# a list among lists is compared
def f(n):
    if RAGGED[n % 4] == [0, 1, 2]:
        yield 2

# a list or a tuple
def f(n):
    for k in EITHER[n]:
        yield k - n
    yield len(EITHER[n - 2]) + EITHER[n % 2][0]

# a list or a tuple is compared :: a tuple of tuples is not read
def f(n):
    if EITHER[n] == (2, 3):
        yield n

# an index beyond the end, of what is not asked for
def f(n):
    shape = DEEP[n]
    yield 1

# three levels
def f(n):
    for shape in DEEP:
        m = 0
        for r, c in shape:
            m |= 1 << 3 * r + c
        yield m ^ n
    yield DEEP[n % 3][-1][n % 2] + len(DEEP[n % 3])

# three levels, by helpers
def cells(shape):
    return sum(r * 3 + c for r, c in shape)
def larger(shape, other):
    if len(shape) > len(other):
        return shape
    return other
def f(a, b):
    yield cells(DEEP[a]), cells(larger(DEEP[a % 3], DEEP[b % 3]))
    (i, j), (k, m) = DEEP[0]
    yield i + j * a, k + m * b

# unpacked where the lengths differ
def f(n):
    (a, b), (c, d) = DEEP[n % 3]
    yield a + b + c * d

# numbers and tuples
def f(n):
    for k, row in MIXED:
        yield n - k + sum(row)
    yield MIXED[n % 3][0] + len(MIXED[n % 3][1]) + len(MIXED[0])

# a number or a tuple :: at known places
def f(n):
    yield MIXED[n % 3][n % 2]

# a list of pairs
def f(a, b):
    for r, c in STEPS:
        yield a + r, b + c
    for step in STEPS:
        yield step
    if (a, b) in STEPS or STEPS[0] == (a, b):
        yield 9, 9

# a list of pairs is no tuple :: isinstance
def f(n):
    if isinstance(STEPS, tuple):
        yield n

# a choice between two constants :: of one kind
def f(n):
    for row in DEEP if n else MIXED:
        yield n

# a constant as a condition
def f(n):
    if DEEP and not GRAPH[n]:
        yield n

# a constant as a value :: is not a condition
def f(n):
    for row in DEEP or DEEP:
        yield n

# constants are not compared :: a tuple of tuples is not read
def f(n):
    if DEEP[n] == DEEP[0]:
        yield n

# any of what is no number :: a tuple of tuples is not read
def f(n):
    if any(DEEP):
        yield n

# a set in its order
def f(n):
    total = 0
    for k in SET:
        total = total * 3 + k
        yield total
    yield len(SET) + (n in SET) + max(SET) + sum(k for k in SET if k > n)

# a set of pairs
def f(a, b):
    if (a, b) in PAIRS:
        yield b, a
    for r, c in PAIRS:
        if (a, c) not in PAIRS:
            yield r, c + b

# a set has no places :: is not read
def f(n):
    yield SET[n]

# pairs of one set, numbers of another :: only keys that are
def f(n):
    if n in PAIRS:
        yield n

# a dictionary
def f(n):
    yield DICT[n]
    if n in DICT and n - 1 not in DICT:
        yield DICT.get(n - 1, n) * 10

# a dictionary has no last item
def f(n):
    yield DICT[n - 1]

# a dictionary that is gone through
def f(n):
    for k in DICT:
        yield k * n
    for k, v in DICT.items():
        yield n + k - v
    yield sum(DICT.values()) + len(DICT) + max(DICT.keys()) + (n in DICT.values())
    yield sorted(DICT)[1]

# the views of a dictionary have no places :: is not read
def f(n):
    yield DICT.values()[n]

# what get() is given is evaluated :: get() is not read
def f(n):
    yield DICT.get(n, 1 // n)

# get() of nothing :: get() is not read
def f(n):
    yield n if DICT.get(n) else 0

# a dictionary that is written out
def f(n):
    yield {2: 1, -1: 5}.get(n - 1, 4)
    yield {0: 2, 1: 3, 9: -1}[n]

# a dictionary of what is computed :: dictionaries are not read
def f(n):
    yield {n: 1}[n]

# a graph
def f(n):
    for w in GRAPH[n]:
        yield w
    for v, row in GRAPH.items():
        if n in row:
            yield 10 + v

# a dictionary by pairs
def f(a, b):
    yield a, AT[a, b]
    yield b, AT[(0, b)]

# a dictionary of dictionaries
def f(a, b):
    yield TWICE[a % 2].get(b, 9), 0
    if b in TWICE[a % 2]:
        yield TWICE[a][b], 1

# a dictionary of dictionaries by pairs
def f(a, b):
    yield [{(0, 1): 2}, {(1, 1): 3, (1,): 4}][a % 2].get((a, b), 9), 0
    if (a, b) in [{(0, 1): 2}, {(1, 1): 3}][b % 2]:
        yield 7, 7

# keys of several kinds :: only keys that are
def f(n):
    yield {1: 2, (1, 1): 3}[n]

# words of several lengths
def f(n):
    word = "odd" if n % 2 else "even"
    for k in {"even": [2, 4], "odd": [1], "": [7]}[word]:
        yield n - k
    yield {"even": 2, "odd": 1, "no": 3}[word[:n]]

# words of several lengths that are looked for
def f(n):
    if WORD[n:] in WORDS or WORD[n:n + 2] in {"ab", "b"}:
        yield n
    if WORD[:n] not in {"even": 2, "ab": 1}:
        yield n + 10
    yield {"ab": 3, "a": 4}.get(WORD[:n % 3], 9)

# letters that follow each other
def f(n):
    if WORD[n:n + 2] in WORD[1:]:
        yield n
    yield WORD.index(WORD[n:]) + 10
    for c in "ab":
        yield WORD.index(c) + 20 + (c in WORD[n:])

# the place of a word, or of a tuple
def f(n):
    yield WORDS.index(WORD[n:]) + 10
    yield STEPS.index((n, 1 - n))

# the place of a number among words :: is a tuple of tuples
def f(n):
    yield WORDS.index(n)

# a tuple has no tuples of its own :: is a tuple, but a number is expected
def f(a, b):
    yield (a, b).index((a, b)), 0

# letters are no codes :: 'in' can only be read
def f(n):
    if "a" in ((97,), (98,)):
        yield 0
    yield n

# nothing is in what is empty
def f(a, b):
    if (a, b) not in NOTHING and a not in NOTHING and (b, a) not in []:
        yield b, 0
    if (a, b) in NOTHING or "abc"[a % 3:] in ():
        yield 9, 9

# a counter has an answer for everything :: is a Counter
def f(n):
    yield MISSING[n]

# a key that is found by its name :: not a plain integer
def f(n):
    yield BY_NAME.get(n, 0)

# letters
def f(n):
    if WORD[n] != WORD[n - 1] and WORD[-n] == "a":
        yield n
    if WORD[n:] == "ab" or "ab" < WORD[n % 5:] <= "b":
        yield len(WORD[n:]) + 10
    if WORD[::-1][n % 5] in "bc" or "c" in WORD[n:]:
        yield 20

# the codes of letters, and ranges of what a tuple holds
def f(n):
    for k in range(*TAKE):
        yield n + k + ord(WORD[n]) - ord("a")

# the code of several letters :: ord() can only be read
def f(n):
    yield ord(WORD[n:])

# letters that are counted :: is not read
def f(n):
    yield WORD.count("a")

# letters in a loop
def g(c):
    return 3 if c == "a" else COST[c]
def h(n):
    return WORD[n]
def f(n):
    for i, c in enumerate(WORD):
        if c > "a":
            yield i + n
        yield g(c) + COST["b"] + COST.get(h(n), 9)

# letters are no numbers
def f(n):
    for c in WORD:
        if c == 97 or c == (97,):
            yield 0
        if c != 97:
            yield n

# a letter is compared with a number :: a tuple is compared with a number
def f(n):
    if WORD[n] == 97:
        yield 0

# words
def f(n):
    if WORDS[n]:
        yield len(WORDS[n])
    for w in WORDS:
        if w == "ab" or w[:1] == "b":
            yield n
    for a in ("ab", "c"):
        if WORDS[n % 4] == a:
            yield 9
    if WORD[n % 5] in ("a", "c") or WORD[n % 5] in {"b"}:
        yield 10

# lists of pairs, and nothing for other keys
def f(a, b):
    for c, d in WAYS.get((a, b), ()):
        yield c, d
    for c, d in WAYS[a, b] if (a, b) in WAYS else []:
        yield d, c
    yield len([] if a < b else DEEP[a % 3]), len(WAYS.get((b, a), []))

# a choice between a dictionary and an empty list :: both sides of a choice
def f(a, b):
    for k in TWICE[0] if a else []:
        yield k, b

# letters by cases
def f(n):
    match WORD[n]:
        case "a":
            yield 1
        case "b" | "c":
            yield 2

# a letter is no state :: a state must be made of numbers
def f(n):
    yield WORD[n]

# a letter in a state :: is not read
def f(n):
    yield n, WORD[n]

# letters are not added :: is not read
def f(n):
    if WORD[n] + "a" == "aa":
        yield n

# a number is not looked for in letters :: 'in' can only be read
def f(n):
    if n in WORD:
        yield n
"""
CHILDREN = """
## children

# a set that is filled
def f(n):
    seen = set()
    for k in range(1, n + 1):
        seen.add(n // (k + 1))
    yield from seen

# a set of pairs that is filled
def f(a, b):
    seen: set[tuple[int, int]] = {(b, a), (a, b)}
    if a:
        seen.add((a - 1, b))
        seen.update((k, b) for k in range(a))
    yield b, a + 9
    seen.update({(a, b), (9, 9)})
    yield from sorted(seen)

# a set that is returned
def f(n):
    if n == 3:
        return ()
    seen = {n // 2, n // 3}
    for k in LIST:
        seen.add(n - k)
    return seen

# a set that is written out
def f(n):
    yield from {n // 2, n // 3, 0}
    yield from {k % 3 for k in range(n)}
    yield from set(k // 2 for k in range(n))
    yield from set(LIST)
    yield from sorted({n, n + 1})

# a set that is returned at once
def f(n):
    return {n // 2, n // 3, 0}

# a loop over a set
def f(n):
    for m in {n // 2, n // 3, n - 1}:
        half = m // 2
        if 0 <= m < n:
            yield half + m
    for m in set(range(n)):
        for k in {m, m + 1}:
            yield k
    for m in range(2):
        yield m + n
    yield sum(m for m in range(n))

# a loop over a set within one of its name :: sets are not read
def f(n):
    for m in range(n):
        for m in {m, m + 1}:
            yield m
        yield m + 3

# a loop over a set by the name of an argument :: sets are not read
def f(n):
    for n in {n, n + 1}:
        yield n
    yield n

# the size of a set :: set() is not read
def f(n):
    seen = set()
    for k in range(n):
        seen.add(k // 2)
    if len(seen) > 2:
        yield 1
    yield from seen

# a set that is looked into
def f(n):
    seen = set()
    for k in range(n):
        if k // 2 not in seen:
            seen.add(k // 2)
    yield from seen

# a set that is left
def f(n):
    seen = set()
    for k in range(n):
        seen.add(k)
        if k == 3:
            return
    yield from seen

# a set that is made anew :: set() is not read
def f(n):
    seen = set()
    for k in range(n):
        seen = set()
        seen.add(k)
    yield from seen

# each child once, after other conditions and where a turn goes on
def f(a, b):
    seen = set()
    for k in (1, 2, 2, 3):
        if a >= k and (a - k, b) not in seen:
            seen.add((a - k, b))
            yield a - k, b
        child = min(a, b), max(0, b - k)
        if child in seen:
            continue
        seen.add(child)
        yield child

# children are told by something else
def f(n):
    seen = set()
    for k in (1, 2, 3, 2, 1):
        if k % 2 not in seen:
            seen.add(k % 2)
            yield n - k

# pairs of which is asked, too :: 'in' can only be read
def f(a, b):
    seen = set()
    for k in (1, 2, 2):
        if (a - k, b) not in seen:
            seen.add((a - k, b))
            yield a - k, b
    if (0, 0) in seen:
        yield b, a

# a set that is gone through now and then
def f(n):
    seen = set()
    for k in range(n % 5):
        seen.add(k)
        if k == 2:
            yield from seen

# a set that is filled in vain
def f(n):
    seen = set()
    seen.add(n + 1)
    yield n
    seen.add(n + 2)

# a set and another one :: sets are not read
def f(n):
    first = {n, n + 1}
    second = set(first)
    yield from first
    yield from second

# the last of a set :: may have no value
def f(n):
    for m in {n, n + 8}:
        k = m
    yield m

# how many there are of a set :: sets are not read
def f(n):
    i = 0
    for m in {n, n + 8, n * 2}:
        i += 1
        yield m + i

# the first of a set :: sets are not read
def f(n):
    for m in {n, n + 8}:
        if m > 3:
            yield m
            break

# a list that a loop over a set changes :: sets are not read
def f(n):
    row = [1, 2, 3]
    for m in {n, n + 8}:
        yield row.pop() + m

# a set that a loop over a set fills :: set() is not read
def f(n):
    seen = set()
    for m in {n, n // 2}:
        seen.add(m)
        yield len(seen)

# a sum over a set :: sets are not read
def f(n):
    yield sum({n, n // 2})

# a set of lists :: a state must be a tuple
def f(n):
    yield from {[n]}

# another set()
def set(*rows):
    return (5, 5)
def f(n):
    yield from set()
"""
BRANCHES = "".join(f"    elif n > {i} and (k := n - {i}) % 7 == 3:\n        yield k\n" for i in range(30))
CASES = "".join(f"        case {i}, k if k > {i}:\n            yield k, {i}\n" for i in range(30))


def siblings(texts: str = TEXTS) -> Iterator[tuple[str, tuple[str, str]]]:
    """The texts by their names, each with what is said where it is not read."""
    kind = ""
    for part in re.split(r"^#", texts, flags=re.MULTILINE)[1:]:
        head, _newline, text = part.partition("\n")
        if head.startswith("#"):
            kind = head[1:].strip()
            continue
        name, _sign, why = head.strip().partition(" :: ")
        yield f"{kind}: {name}", (text.strip("\n") + "\n", why)


SIBLINGS: dict[str, tuple[str, str]] = {
    **dict(siblings()),
    "walrus: so many that branches cannot be written out": (
        f"def f(n):\n    if n > 90:\n        yield n\n{BRANCHES}",
        "too often",
    ),
    "match: so many cases": (f"def f(a, b):\n    match a, b:\n{CASES}", "too often"),
}
