"""Automata learned from tables."""

from __future__ import annotations

import numpy as np
import pytest

from cases import nontrivial
from grundy.games import load
from grundy.games.k_division import halving_law
from grundy.games.wythoff import wythoff_pairs
from grundy.proving.boxes import lost_table, value_table
from grundy.proving.guess import agrees, learn, members, results
from grundy.proving.logic.automaton import Limits
from grundy.proving.logic.numeration import numeration
from grundy.proving.moves import find
from grundy.proving.reading import moves
from grundy.proving.theorem import possible


def ranked(game, heaps=None):
    read = moves(game, heaps)
    return read, find(read, possible(Limits()))


def brute(game, side, width, misere=False):
    """Who loses, from the rules alone, in the plainest way."""
    from functools import cache
    from itertools import product

    @cache
    def lost(state):
        options = [game.arguments(option) for option in game.options(game.make_state(state))]
        return not misere if not options else not any(map(lost, options))

    table = np.zeros((side,) * width, bool)
    for state in product(range(side), repeat=width):
        table[state] = lost(state)
    return table


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("name", "width", "side"), [("wythoff", 2, 21), ("fibonacci_nim", 2, 18), ("bash", 1, 50)])
def test_tables_of_losing_positions_are_those_of_the_rules(name, width, side, misere):
    game = load(name)
    read, ranking = ranked(game)
    raised = (False, True) if name == "fibonacci_nim" else ()
    table = lost_table(read, side, ranking, misere=misere, raised=raised)
    assert np.array_equal(table, brute(game, side, width, misere))


def test_tables_of_values():
    read, _ = ranked(load("k_division"))
    assert value_table(read, 60).tolist() == [halving_law(n, k=2) for n in range(60)]
    read, _ = ranked(load("nim"), 2)
    assert all(value_table(read, 9)[a, b] == a ^ b for a in range(9) for b in range(9))


def test_wythoff_is_seen_in_fibonacci_and_not_in_base_2():
    read, ranking = ranked(load("wythoff"))
    table = lost_table(read, 55, ranking)
    assert learn(table, numeration("msd_2")) is None
    found = learn(table, numeration("msd_fib"))
    automaton = found.automaton(["a", "b"])
    assert automaton.states == 7
    larger = members(automaton, (300, 300))
    assert all(larger[a, b] == wythoff_pairs(a, b) for a in range(300) for b in range(300))


@pytest.mark.parametrize("system", ["msd_2", "msd_3", "msd_fib", "msd_pell", "ost [0;1,(2)]", "msd_trib"])
def test_periodic_sequences_are_learned_in_every_system(system):
    numbers = np.arange(9000)
    table = np.where(numbers < 5, numbers % 2, numbers % 3)
    found = learn(table, numeration(system))
    assert found is not None
    assert np.array_equal(results(found, (9000,)), table)


def test_a_small_table_says_nothing():
    assert learn(np.array([True, False, True]), numeration("msd_fib")) is None
    noise = np.random.default_rng(1).random((60, 60)) < 0.5
    nontrivial(noise.any() and not noise.all())
    assert learn(noise, numeration("msd_2")) is None
    assert learn(noise, numeration("msd_2"), bold=True) is None


def test_bold_guesses_take_smaller_tables():
    read, ranking = ranked(load("wythoff"))
    table = lost_table(read, 22, ranking)
    assert learn(table, numeration("msd_fib")) is None
    found = learn(table, numeration("msd_fib"), bold=True)
    assert found is not None and agrees(found, table)


def test_relations_between_numbers_and_values():
    n = np.arange(64)
    values = np.array([0] + [2 * (k - 1) + ((k - 1).bit_count() + 1) % 2 for k in range(1, 64)])
    graph = values[:, None] == np.arange(128)
    found = learn(graph, numeration("msd_2")).automaton(["n", "v"])
    assert found.states == 8 and all(found.accepts(int(a), int(b)) for a, b in zip(n, values, strict=True))
