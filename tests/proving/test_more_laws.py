"""Laws of games whose theorems were known and not proved by machine: each is compared with play from the rules alone."""

from __future__ import annotations

import pytest

from brute import recurrence
from grundy.games import load
from grundy.proving.grundy_values import ValueLaw
from grundy.proving.theorem import prove


@pytest.mark.some(10)
@pytest.mark.parametrize("k", range(1, 51))
def test_division_into_any_number_of_heaps(k: int):
    rules = load("k_division").bind(k=k)
    found = prove(rules)  # equal heaps cancel, in the prover and in the checker
    assert found.proved and isinstance(found.law, ValueLaw), found.explain()
    assert rules.law().proved
    for n, value in enumerate(recurrence(rules, 200)):
        assert [v for v, automaton in enumerate(found.automata) if automaton.accepts(n)] == [value]


def test_many_equal_heaps_are_counted_in_words():
    found = prove(load("k_division").bind(k=50))
    assert "n -> 50 heaps of floor(n/2) for n >= 1 and n mod 2 = 0" in found.explain()
