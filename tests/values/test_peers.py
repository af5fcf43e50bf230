"""Random values against two other libraries, cgt-py and pycgt: forms, sums, order, stops, temperatures, birthdays.

Skipped where they are not installed: ``pip install cgt-py anywidget`` and ``pip install pycgt`` (0.11 and 0.2 were tried).
"""

from __future__ import annotations

import operator
import random
import re
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from cases import nontrivial
from grundy.values.operators import cooled, heated, incentives, is_dicotic, is_hot, is_tepid, reduced_canonical_form
from grundy.values.short import Value
from random_values import drawn, halves

VALUES = drawn(11, 145, f"{halves(4)} * *2 ^ v* Tiny(1) 3/8", most=3)
PAIRS = random.Random(2).choices([(a, b) for a in VALUES for b in VALUES], k=400)
HALF = Fraction(1, 2)
ODD = Fraction(357, 1024)
"""No temperature of these values, at which pycgt has the mean alone, and Siegel an infinitesimal beside it."""
ORDERS = (operator.le, operator.ge)


def in_braces(value: Value) -> str:
    """The notation that both libraries read: nested braces, and sums of a number, ups and a nimber."""
    parts = value.nus
    if parts is not None:
        number, ups, star = parts
        text = str(number) if number or not (ups or star) else ""
        text += (f"{'^' if ups > 0 else 'v'}{abs(ups) if abs(ups) > 1 else ''}") if ups else ""
        return text + (f"*{star if star > 1 else ''}" if star else "")
    sides = (",".join(map(in_braces, side)) for side in (value.left_options, value.right_options))
    return "{" + "|".join(sides) + "}"


# ---- cgt-py


def exact(number: Any) -> Fraction:
    return Fraction(float(number))  # of few binary places


def ours(form: Any) -> Value:
    """The value that is written in ``CanonicalForm('…')``."""
    return Value(re.sub(r"(?<=\d)(?=[*^v])", "+", repr(form).split("'")[1]))  # 2*3, 2^3: sums there


def test_values_against_cgt_py() -> None:
    cgt = pytest.importorskip("cgt_py")

    @cache
    def theirs(value: Value) -> Any:
        return cgt.CanonicalForm(in_braces(value))

    for value in VALUES:
        other = theirs(value)
        nontrivial(not value.is_number)
        assert ours(other) == value
        assert {ours(one) for one in other.left_options} == set(value.left_options)
        assert {ours(one) for one in other.right_options} == set(value.right_options)
        assert (exact(other.left_stop), exact(other.right_stop)) == (value.left_stop, value.right_stop)
        assert exact(other.temperature) == value.temperature
        assert other.birthday == value.birthday
        assert ours(other.reduced) == reduced_canonical_form(value)
        assert ours(other.cool("1/2")) == cooled(value, HALF)
    for a, b in PAIRS:
        assert ours(theirs(a) + theirs(b)) == a + b
        assert [order(theirs(a), theirs(b)) for order in ORDERS] == [order(a, b) for order in ORDERS]


# ---- pycgt


@pytest.mark.slow
def test_values_against_pycgt() -> None:
    """All but its reduced forms, which leave out reversible options: it has {1|0,±1} for {1|0}."""
    pycgt = pytest.importorskip("pycgt")

    @cache
    def theirs(value: Value) -> Any:
        if value.is_number:
            return pycgt.number(value.number)
        return pycgt.game(map(theirs, value.left_options), map(theirs, value.right_options))

    for value in VALUES:
        other = theirs(value)
        nontrivial(not value.is_number)
        assert set(other.left) == set(map(theirs, value.left_options))
        assert set(other.right) == set(map(theirs, value.right_options))
        assert tuple(pycgt.stops(other)) == (value.left_stop, value.right_stop)
        assert (pycgt.mean(other), pycgt.temperature(other)) == (value.mean, value.temperature)
        assert pycgt.birthday(other) == value.birthday
        assert pycgt.is_all_small(other) == is_dicotic(value)
        assert (pycgt.is_hot(other), pycgt.is_tepid(other)) == (is_hot(value), is_tepid(value))
        assert set(pycgt.incentives(other)) == set(map(theirs, incentives(value).best))
        assert pycgt.cool(other, ODD) == theirs(cooled(value, ODD))
        assert pycgt.heat(other, pycgt.number(1)) == theirs(heated(value, 1))
    for a, b in PAIRS[:150]:
        assert pycgt.add(theirs(a), theirs(b)) == theirs(a + b)
        assert [order(theirs(a), theirs(b)) for order in ORDERS] == [order(a, b) for order in ORDERS]
