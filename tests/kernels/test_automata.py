"""Automata: the kernels against plain Python, and every operation on relations against brute force on small numbers."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError
from grundy.kernels.automata import minimal, product, subsets
from grundy.proving.logic.automaton import Automaton, Limits, Undecided, valid
from grundy.proving.logic.linear import adder, equal, less, linear, number
from grundy.proving.logic.numeration import letter_digits, numeration

SYSTEMS = ["msd_2", "msd_3", "msd_fib", "msd_pell", "ost [0;1,(1,2)]"]
FEW = settings(deadline=None, max_examples=60)


def words(letters: int, longest: int):
    return itertools.chain.from_iterable(itertools.product(range(letters), repeat=n) for n in range(longest + 1))


def runs(delta, accepting, word) -> bool:
    state = 0
    for letter in word:
        state = delta[state][letter]
        if state < 0:
            return False
    return bool(accepting[state])


@st.composite
def automata(draw: st.DrawFn, letters: int, most: int = 6):
    states = draw(mostly(st.integers(3, most), st.integers(1, most)))
    row = st.lists(st.integers(-1, states - 1), min_size=letters, max_size=letters)
    delta = draw(st.lists(row, min_size=states, max_size=states))
    accepting = draw(st.lists(st.booleans(), min_size=states, max_size=states))
    return np.array(delta, np.int32), np.array(accepting)


@FEW
@given(automata(2), automata(3), st.booleans(), st.booleans())
def test_product_runs_both(one, two, need_one, need_two):
    # six common letters: the digit of the first is its half, of the second its remainder
    first, second = np.arange(6, dtype=np.int32) // 3, np.arange(6, dtype=np.int32) % 3
    found = product(one[0], two[0], (first, second), (need_one, need_two), 1000)
    assert found is not None
    nontrivial(len(found[1]) > 1)
    p, q = np.divmod(found[1], len(two[1]) + 1)
    for word in words(6, 3):
        alive = [runs(d, np.ones(len(d)), [part[a] for a in word]) for (d, _), part in ((one, first), (two, second))]
        state = 0
        for letter in word:
            state = found[0][state, letter] if state >= 0 else -1
        lost = (need_one and not alive[0]) or (need_two and not alive[1]) or not any(alive)
        assert (state < 0) == lost
        if state >= 0:
            assert (p[state] < len(one[1]), q[state] < len(two[1])) == tuple(alive)


@pytest.mark.slow
@FEW
@given(mostly(automata(2, 5).filter(lambda one: len(minimal(*one)[1]) > 1), automata(2, 5)))
def test_minimal_is_the_least_of_its_language(automaton):
    delta, accepting = automaton
    small, flags = minimal(delta, accepting)
    language = [word for word in words(2, 6) if runs(delta, accepting, word)]
    nontrivial(0 < len(language) < len(list(words(2, 6))))
    assert language == [word for word in words(2, 6) if runs(small, flags, word)]
    prefixes = [w for w in words(2, 6) if any(runs(delta, accepting, w + v) for v in words(2, 4))]
    residuals = {tuple(runs(delta, accepting, w + v) for v in words(2, 4)) for w in prefixes}
    assert len(flags) == max(1, len(residuals))
    again = minimal(small, flags)
    assert np.array_equal(again[0], small)
    assert np.array_equal(again[1], flags)


@FEW
@given(st.data(), st.integers(1, 3))
def test_subsets_count_the_ways(data, least):
    states = data.draw(st.integers(1, 5))
    edge = st.tuples(*[st.integers(0, states - 1)] * 2, st.integers(0, 1))
    edges = data.draw(mostly(st.lists(edge, min_size=3 * states, max_size=15), st.lists(edge, max_size=12)))
    final = np.array(data.draw(st.lists(mostly(st.just(True), st.just(False)), min_size=states, max_size=states)))
    lists = [[q for p, q, a in edges if (p, a) == (i // 2, i % 2)] for i in range(2 * states)]
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int64)
    targets = np.array([q for row in lists for q in row], np.int32)
    found = subsets(starts, targets, 2, (np.arange(states) == 0).astype(np.int64), final, least, 10_000, 100_000)
    assert found is not None
    nontrivial(found[1].any())
    for word in words(2, 5):
        ways = [int(p == 0) for p in range(states)]
        for letter in word:
            ways = [sum(ways[p] for p, q, a in edges if (q, a) == (s, letter)) for s in range(states)]
        assert runs(*found, word) == (sum(w for w, f in zip(ways, final, strict=True) if f) >= least)


def test_a_cap_returns_nothing():
    big = np.array([[(2 * s + a) % 101 for a in range(2)] for s in range(101)], np.int32)
    same = np.arange(2, dtype=np.int32)
    assert product(big, big, (same, same), (True, True), 50) is None
    assert product(big, big, (same, same), (True, True), 101) is not None
    nothing = np.zeros(101, np.bool_)
    first = (np.arange(101) == 0).astype(np.int64)
    rows = np.arange(0, 203).astype(np.int64)
    assert subsets(rows, big.ravel(), 2, first, nothing, 1, 50, 10_000) is None
    assert subsets(rows, big.ravel(), 2, first, nothing, 1, 500, 50) is None
    assert subsets(rows, big.ravel(), 2, first, nothing, 1, 101, 101) is not None


# -- relations


@st.composite
def any_relations(draw: st.DrawFn, name: str, variables: tuple[str, ...]):
    system = numeration(name)
    delta, accepting = draw(automata(system.base ** len(variables), 4))
    delta[0, 0] = 0
    return Automaton.of(system, variables, delta, accepting)


def relations(name: str, variables: tuple[str, ...]) -> st.SearchStrategy[Automaton]:
    """Random relations, most of which hold of some numbers and not of all."""
    return mostly(any_relations(name, variables).filter(telling), any_relations(name, variables))


PAIRS = st.sampled_from(SYSTEMS).flatmap(lambda name: relations(name, ("x", "y")))
"""Relations of two numbers."""


def members_of(relation: Automaton, bound: int) -> set[tuple[int, ...]]:
    return {t for t in itertools.product(range(bound), repeat=len(relation.variables)) if relation.accepts(*t)}


def telling(relation: Automaton) -> bool:
    """Whether a relation holds of some numbers, and not of all."""
    return not (relation.is_empty() or relation.is_everything())


def check_invariants(relation: Automaton) -> None:
    everything = valid(relation.numeration, relation.variables)
    assert relation.conjunction(everything) == relation  # valid words only, minimal, numbered breadth first
    assert relation.is_empty() or relation.delta[0, 0] == 0  # leading zeros change nothing


@pytest.mark.slow
@FEW
@given(st.data(), st.sampled_from(SYSTEMS))
def test_boolean_operations(data, name):
    one, two = data.draw(relations(name, ("x", "y"))), data.draw(relations(name, ("y", "z")))
    nontrivial(telling(one) and telling(two))
    results = {
        "and": one.conjunction(two),
        "or": one.disjunction(two),
        "without": one.difference(two),
        "alike": one.equivalence(two),
        "not": two.complement(),
    }
    for relation in results.values():
        check_invariants(relation)
    for x, y, z in itertools.product(range(7), repeat=3):
        p, q = one.accepts(x, y), two.accepts(y, z)
        wanted = {"and": p and q, "or": p or q, "without": p and not q, "alike": p == q}
        assert {key: results[key].accepts(x, y, z) for key in wanted} == wanted
        assert results["not"].accepts(y, z) != q


def count_witnesses(relation: Automaton, name: str, numbers: dict[str, int], extra: int) -> int:
    """Count the values of a variable whose words are at most ``extra`` longer than those of the others, by counting runs."""
    system = relation.numeration
    names = [v for v in relation.variables if v != name]
    own = {v: system.represent(numbers[v]) for v in names}
    length = max(map(len, own.values()), default=0) + extra
    digits = letter_digits(system.base, len(relation.variables))
    ways = {0: 1}
    for i in range(length):
        now = {v: ((0,) * (length - len(own[v])) + own[v])[i] for v in names}
        allowed = [
            letter
            for letter, row in enumerate(digits)
            if all(row[relation.variables.index(v)] == now[v] for v in names)
        ]
        following: dict[int, int] = {}
        for state, count in ways.items():
            for letter in allowed:
                target = int(relation.delta[state, letter])
                if target >= 0:
                    following[target] = following.get(target, 0) + count
        ways = following
    return sum(count for state, count in ways.items() if relation.accepting[state])


@FEW
@given(PAIRS, st.integers(1, 4))
def test_projection_and_threshold(relation, least):
    nontrivial(telling(relation))
    some, many = relation.exists("y"), relation.at_least(least, "y")
    for result in (some, many):
        assert result.variables == ("x",)
        check_invariants(result)
    assert relation.at_least(1, "y") == some
    for x in range(12):
        count = count_witnesses(relation, "y", {"x": x}, relation.states * least)
        assert some.accepts(x) == (count > 0)
        assert many.accepts(x) == (count >= least)
    none = relation.exists("x", "y")
    assert none.variables == ()
    assert none.is_empty() == relation.is_empty()
    found = relation._projected_back(["y"], 1, 100_000, 1_000_000)  # by reversing
    assert found is not None and relation._without(["y"], *found) == some


@FEW
@given(PAIRS)
def test_members_come_in_order(relation):
    nontrivial(telling(relation))
    system = relation.numeration
    first = list(relation.members(30))
    assert len(set(first)) == len(first)
    assert all(relation.accepts(*t) for t in first)

    def key(t: tuple[int, ...]):
        own = [system.represent(n) for n in t]
        longest = max(map(len, own))
        return longest, list(zip(*((0,) * (longest - len(w)) + w for w in own), strict=True))

    assert first == sorted(first, key=key)
    assert members_of(relation, 8) <= set(first) or len(first) == 30
    if len(first) < 30:
        assert relation == union(relation, first)
    shortest = relation.shortest()
    assert (shortest is None) == relation.is_empty() == (not first)
    assert shortest is None or tuple(shortest.values()) == first[0]


def union(relation: Automaton, tuples: list[tuple[int, ...]]) -> Automaton:
    whole = valid(relation.numeration, relation.variables).complement()
    for t in tuples:
        point = valid(relation.numeration, ())
        for name, n in zip(relation.variables, t, strict=True):
            point = point.conjunction(number(relation.numeration, name, n))
        whole = whole.disjunction(point)
    return whole


@FEW
@given(PAIRS)
def test_renaming_and_data(relation):
    nontrivial(telling(relation))
    turned, diagonal = relation.renamed({"x": "z"}), relation.renamed({"x": "y"})
    for x, y in itertools.product(range(8), repeat=2):
        assert turned.accepts(z=x, y=y) == turned.accepts(y, x) == relation.accepts(x, y)
    assert [diagonal.accepts(x) for x in range(8)] == [relation.accepts(x, x) for x in range(8)]
    check_invariants(turned)
    check_invariants(diagonal)
    back = Automaton.from_dict(json.loads(json.dumps(relation.to_dict())))
    assert back == relation and hash(back) == hash(relation)


def test_data_that_is_not_canonical_is_refused():
    good = adder(numeration("msd_fib")).to_dict()
    mistakes = [
        good | {"accepting": good["accepting"] + [999]},
        good | {"accepting": [-1]},
        good | {"variables": ["x", "y"]},
        good | {"variables": ["y", "x", "z"]},
        good | {"numeration": "msd_3"},
        good | {"numeration": 2},
        good | {"delta": good["delta"] + [[-1] * 8]},
        good | {"delta": [[0] * 8]},
        good | {"delta": []},
        good | {"delta": [[0.5] * 8]},
        good | {"more": 1},
        {key: value for key, value in good.items() if key != "delta"},
    ]
    for data in mistakes:
        with pytest.raises(GrundyError):
            Automaton.from_dict(data)


def test_empty_languages_and_no_variables():
    fib = numeration("msd_fib")
    empty = less(fib, "x", "y").conjunction(less(fib, "y", "x"))
    assert empty.is_empty()
    assert empty.states == 1
    assert empty.shortest() is None
    assert list(empty.members()) == []
    assert empty.exists("x").is_empty()
    assert empty.exists("x").variables == ("y",)
    assert empty.at_least(3, "x").is_empty()
    assert empty.exists("x", "y") == valid(fib, ()).complement()
    assert empty.complement().is_everything()
    assert empty.complement().exists("x") == valid(fib, ["y"])
    assert Automaton.from_dict(empty.to_dict()) == empty
    assert empty.disjunction(equal(fib, "x", "y")) == equal(fib, "x", "y")
    assert empty.over(["z"]).variables == ("x", "y", "z")
    assert list(valid(fib, ()).members()) == [()]
    assert valid(fib, ()).shortest() == {}
    assert valid(fib, ()).accepts()
    # a first state that cannot come to acceptance stays the first
    assert Automaton.of(fib, ("x",), [[0, 1], [-1, -1]], [False, False]).is_empty()


def test_bad_automata_and_numbers():
    two = numeration("msd_2")
    for delta, accepting in (
        ([[0]], [True]),
        ([[0, 2]], [True]),
        ([[0, -2]], [True]),
        ([], []),
        ([[1, 0], [1, 1]], [0, 1]),
    ):
        with pytest.raises(GrundyError):
            Automaton.of(two, ("x",), delta, accepting)
    with pytest.raises(GrundyError):
        Automaton.of(two, ("x", "x"), [[0] * 4], [True])
    relation = less(two, "x", "y")
    for numbers in ((1,), (1, 2, 3), (-1, 2)):
        with pytest.raises(GrundyError):
            relation.accepts(*numbers)
    with pytest.raises(GrundyError):
        relation.accepts(1, x=2)
    with pytest.raises(GrundyError, match="different numeration"):
        relation.conjunction(less(numeration("msd_fib"), "x", "y"))


def test_tracks_may_come_in_any_order():
    two = numeration("msd_2")
    table = [[0, 1, -1, 0], [1, 1, 1, 1]]  # the first track is less than the second
    assert Automaton.of(two, ("y", "x"), table, [False, True]) == less(two, "y", "x")
    assert Automaton.of(two, ("x", "y"), table, [False, True]) == less(two, "x", "y")


def test_two_orders_may_be_needed():
    """With few states allowed, x and y go first here, or y and x, but not z first."""
    trib = numeration("msd_trib")
    whole = linear(trib, {"x": 1, "y": 1, "z": 1, "w": -1}, "=").conjunction(
        linear(trib, {"x": 1, "y": 2, "z": -3}, "=").conjunction(less(trib, "x", "y"))
    )
    results = [whole.exists(*order) for order in (("x", "y", "z"), ("z", "y", "x"))]
    assert results[0] == results[1]
    assert results[0].states == 12


def test_limits_are_kept():
    fib = numeration("msd_fib")
    with pytest.raises(Undecided, match="undecided"):
        linear(fib, {"x": 3, "y": 5, "z": -7}, "=", limits=Limits(50))
    limits = Limits()
    found = linear(fib, {"x": 3, "y": 5, "z": -7}, "=", limits=limits)
    assert limits.largest >= found.states > 50
    with pytest.raises(Undecided):
        found.exists("x", limits=Limits(20))
    with pytest.raises(Undecided, match="letters"):
        valid(numeration("msd_10"), [f"x{i}" for i in range(7)])
