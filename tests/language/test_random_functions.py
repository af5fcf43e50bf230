"""Random rules of several functions: what is read is what Python does, in a far window too."""

from __future__ import annotations

import pytest

from cases import each_day, first_seed, nontrivial
from generated import define
from meaning import same
from random_functions import random_functions


def compare(first: int, many: int) -> None:
    """Each rule is refused, or means what Python does; more than half are read."""
    read = 0
    for seed in range(first, first + many):
        try:
            is_read = same(define(random_functions(seed)))
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}:\n{random_functions(seed)}") from wrong
        nontrivial(is_read)
        read += is_read
    assert 2 * read > many, read


@pytest.mark.slow
def test_random_rules_of_several_functions() -> None:
    compare(first_seed(), each_day(150))


@pytest.mark.hours
@pytest.mark.parametrize("turn", range(10))
def test_five_thousand_random_rules_of_several_functions(turn: int) -> None:
    compare(500 * turn, 500)
