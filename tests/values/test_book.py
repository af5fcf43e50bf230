"""Values and laws from the books, as one table: each row is a statement of the chapter named, or an instance of its law.

WW: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*; LiP: M. H. Albert, R. J. Nowakowski, D. Wolfe, *Lessons in
Play*, first edition; CGT: A. N. Siegel, *Combinatorial Game Theory*.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, reduce
from typing import Any

import pytest

from grundy.values.operators import (
    atomic_weight,
    birthday,
    born_by,
    cooled,
    far_star,
    frozen,
    heated,
    norton_product,
    ordinal_sum,
    overheated,
    reduced_canonical_form,
)
from grundy.values.short import Value
from grundy.values.thermograph import mean, temperature

BOOK = """
WW ch. 1   | {|} = 0
WW ch. 1   | {0|} = 1
WW ch. 1   | {|0} = -1
WW ch. 1   | {1|} = 2
WW ch. 1   | {0|1} = 1/2
WW ch. 1   | {0|1/2} = 1/4
WW ch. 1   | {0|1} + {0|1} = 1
WW ch. 1   | {1|2} = 3/2
WW ch. 2   | {1/2|1} = 3/4
WW ch. 2   | {-3|17} = 0
WW ch. 2   | {2|5} = 3
WW ch. 2   | {5/4|2} = 3/2
WW ch. 2   | {0|0} = *
WW ch. 2   | * + * = 0
WW ch. 3   | *2 + *3 = *
WW ch. 3   | *5 + *3 = *6
WW ch. 3   | {0,*|0,*} = *2
WW ch. 3   | {0|*} = ^
WW ch. 3   | ^ > 0
WW ch. 3   | ^ || *
WW ch. 3   | ^^ > *
WW ch. 3   | {0|^} = ^ + ^ + *
WW ch. 3   | {0,*|0} = ^*
WW ch. 3   | ^* || 0
WW ch. 5   | +-1 + +-1 = 0
WW ch. 5   | {7|1} = 4 + +-3
WW ch. 5   | {0||0|-2} = Tiny(2)
WW ch. 5   | Tiny(2) < Tiny(1)
WW ch. 5   | Tiny(1) > 0
WW ch. 6   | mean of {7|1} = 4
WW ch. 6   | temperature of {7|1} = 3
WW ch. 6   | {7|1} cooled by 3 = 4*
WW ch. 6   | {7|1} cooled by 4 = 4
WW ch. 6   | left stop of {7|1} = 7
WW ch. 6   | right stop of {7|1} = 1
WW ch. 6   | * heated by 3 = +-3
WW ch. 6   | 4* heated by 3 = {7|1}
WW ch. 7   | 1 : -1 = 1/2
WW ch. 7   | 1 : -1 : -1 = 1/4
WW ch. 7   | 1 : -1 : 1 = 3/4
WW ch. 7   | 1 : -1 : 1 : -1 : -1 : 1 : 1 : -1 = 77/128
WW ch. 7   | * : 1 = ^*
WW ch. 7   | * : * : * = *3
WW ch. 8   | atomic weight of ^ = 1
WW ch. 8   | atomic weight of *4 = 0
WW ch. 8   | atomic weight of ^^* = 2
WW ch. 8   | 1/2 times ^ = {^^*|v*}
WW ch. 8   | far star of *4 = *5
LiP ch. 4  | {5|-5} - {5|-5} = 0
LiP ch. 4  | {1,2|3} = {2|3}
LiP ch. 4  | {^|v} = *
LiP ch. 5  | {1|1} = 1 + *
LiP ch. 5  | {0|v*} < ^
LiP ch. 5  | ^ < 1/1024
LiP ch. 5  | 2·^ > *5
LiP ch. 5  | 99·Tiny(1) < ^
LiP ch. 6  | birthday of 3/8 = 4
LiP ch. 6  | birthday of -5 = 5
LiP ch. 6  | birthday of *6 = 6
LiP ch. 8  | {1|*} || 1/2
LiP ch. 8  | mean of {4|1||0} = 1
LiP ch. 8  | temperature of 3/4 = -1/4
LiP ch. 9  | atomic weight of {0|^} = 2
LiP ch. 9  | {0|^} > 0
CGT ch. II | ^<2> = {0|v*}
CGT ch. II | ^[2] = {^|*}
CGT ch. II | 100·^<2> < ^
CGT ch. II | 1/2 overheated from 1 to 1 = {1|0}
CGT ch. II | reduced {1|*} = {1|0}
CGT ch. II | reduced ^ + 3 = 3
CGT ch. II | frozen {7|1} = 4*
CGT ch. II | atomic weight of ^<2> = 0
CGT ch. II | temperature of ^ = 0
CGT ch. II | temperature of 5 = -1
"""
ROWS = [tuple(row.split(" | ", 1)) for row in BOOK.strip().splitlines()]

PREFIXES: dict[str, Callable[[Value], Any]] = {
    "mean of ": mean,
    "temperature of ": temperature,
    "left stop of ": lambda value: value.left_stop,
    "right stop of ": lambda value: value.right_stop,
    "atomic weight of ": atomic_weight,
    "far star of ": far_star,
    "birthday of ": birthday,
    "reduced ": reduced_canonical_form,
    "frozen ": frozen,
}
INFIXES: dict[str, Callable[..., Value]] = {
    r" cooled by ": lambda value, t: cooled(value, t.number),
    r" heated by ": heated,
    r" overheated from | to ": overheated,
    r" times ": norton_product,
}
RELATIONS: dict[str, Callable[[Value, Value], bool]] = {
    " = ": lambda a, b: a == b,
    " < ": lambda a, b: a < b,
    " > ": lambda a, b: a > b,
    " || ": lambda a, b: a.confused_with(b),
}


def worth(text: str) -> Value:
    """The value of one side of a statement."""
    for prefix, function in PREFIXES.items():
        if text.startswith(prefix):
            return Value(function(Value(text.removeprefix(prefix))))
    if " : " in text:
        return reduce(ordinal_sum, map(Value, text.split(" : ")))
    for words, operator in INFIXES.items():
        if re.search(words, text):
            return operator(*map(Value, re.split(words, text)))
    return Value(text)


@pytest.mark.parametrize(("source", "statement"), ROWS, ids=[row[1] for row in ROWS])
def test_the_book(source: str, statement: str) -> None:
    sign = next(sign for sign in RELATIONS if sign in statement)
    left, right = statement.split(sign)
    assert RELATIONS[sign](worth(left), worth(right)), f"{source}: {statement}"


def test_the_table_is_of_fifty_values() -> None:
    assert len(set(ROWS)) == len(ROWS) >= 50
    assert {source.split()[0] for source, _ in ROWS} == {"WW", "LiP", "CGT"}


@pytest.mark.slow
def test_values_born_by_days() -> None:
    """LiP ch. 6, CGT ch. III: 1, 4, 22 and 1474."""
    assert [len(born_by(day)) for day in range(4)] == [1, 4, 22, 1474]
    for day in range(4):
        assert {value for value in born_by(3) if value.birthday <= day} == set(born_by(day))


@pytest.mark.slow
def test_days_are_lattices() -> None:
    """CGT ch. III: two values born by a day have a least upper and a greatest lower bound there, and these distribute."""
    days = born_by(2)

    @cache
    def join(a: Value, b: Value) -> Value:
        above = [c for c in days if a <= c and b <= c]
        return next(c for c in above if all(c <= d for d in above))

    def meet(a: Value, b: Value) -> Value:
        return -join(-a, -b)

    for a in days:
        for b in days:
            for c in days:
                assert meet(a, join(b, c)) == join(meet(a, b), meet(a, c))
