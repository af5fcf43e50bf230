"""Thermographs against values from the literature, stops, sums and cooled games."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.values.operators import cooled, is_hot
from grundy.values.short import Value, game, nimber, number, switch, tiny, up
from grundy.values.thermograph import confusion_interval, folded, mean, temperature, thermograph
from random_values import drawn, halves

HALF = Fraction(1, 2)
Exact = int | str | Fraction


POOL = drawn(5, 150, f"{halves(6)} * *2 ^ v ^* Tiny(1)")
HOT = st.sampled_from([value for value in POOL if is_hot(value)])
values = mostly(HOT, st.sampled_from(POOL))
temperatures = st.one_of(st.integers(0, 4), st.integers(0, 6), st.integers(-7, 24)).map(lambda n: Fraction(n, 8))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Value(5), (5, -1)),
        (switch(1), (0, 1)),
        (game([2], [-HALF]), ("3/4", "5/4")),
        (game([game([2], [HALF])], [game([0], [game([-2], [game([-2], [-4])])])]), ("1/8", "9/8")),
        (game([Fraction(7, 2)], [1]), ("9/4", "5/4")),
        (game([3], [Fraction(3, 4)]), ("15/8", "9/8")),
        (game([1], [nimber(1)]), (HALF, HALF)),
        (game([game([4], [1])], [0]), (1, 1)),
        (number("3/4"), ("3/4", "-1/4")),
        (number("25/16"), ("25/16", "-1/16")),
        (nimber(8), (0, 0)),
        (up(9, 8) + number("73/16"), ("73/16", 0)),
        (tiny(2), (0, 0)),
        (game([3], [game([nimber(1) + 2], [nimber(1) + 1])]), ("9/4", "3/4")),
    ],
)
def test_known_means_and_temperatures(value: Value, expected: tuple[Exact, Exact]) -> None:
    assert (mean(value), temperature(value)) == (Fraction(expected[0]), Fraction(expected[1]))


def domineering(cells: frozenset[tuple[int, int]], known: dict[frozenset[tuple[int, int]], Value]) -> Value:
    """The value of a board on which Left places vertical dominoes."""
    if cells not in known:
        sides: list[list[Value]] = []
        for dy, dx in ((1, 0), (0, 1)):
            places = [{(y, x), (y + dy, x + dx)} for y, x in cells if (y + dy, x + dx) in cells]
            sides.append([domineering(cells - place, known) for place in places])
        known[cells] = game(*sides)
    return known[cells]


def test_domineering() -> None:
    known: dict[frozenset[tuple[int, int]], Value] = {}

    def board(rows: int, columns: int, *without: tuple[int, int]) -> Value:
        return domineering(frozenset((y, x) for y in range(rows) for x in range(columns)) - set(without), known)

    assert [board(2, 2), board(3, 3), board(4, 2), board(4, 3)] == [switch(1), switch(1), tiny(2), Fraction(3, 2)]
    assert board(2, 3) == game([2], [-HALF])
    notched = thermograph(board(4, 4, (0, 3), (3, 3)))
    assert notched.left_wall == ((2, -1), (2, -HALF), (Fraction(3, 4), Fraction(3, 4)))
    assert notched.right_wall == ((0, -1), (0, 0), (Fraction(3, 4), Fraction(3, 4)))


@pytest.mark.parametrize(
    ("value", "left", "right"),
    [
        (Value(0), [(0, -1)], [(0, -1)]),
        (-Value(HALF), [(0, -1), (-HALF, -HALF)], [(-1, -1), (-HALF, -HALF)]),
        (up(1), [(1, -1), (0, 0)], [(0, -1)]),
        (nimber(8), [(1, -1), (0, 0)], [(-1, -1), (0, 0)]),
        (
            game([3], [game([nimber(1) + 2], [nimber(1) + 1])]),
            [(4, -1), ("9/4", "3/4")],
            [(1, -1), (2, 0), (2, HALF), ("9/4", "3/4")],
        ),
        (
            number("25/16"),
            [(2, -1), (2, -HALF), ("25/16", "-1/16")],
            [(1, -1), ("3/2", -HALF), ("3/2", "-1/8"), ("25/16", "-1/16")],
        ),
    ],
)
def test_walls(value: Value, left: list[tuple[Exact, Exact]], right: list[tuple[Exact, Exact]]) -> None:
    graph = thermograph(value)

    def exact(wall: list[tuple[Exact, Exact]]) -> tuple[tuple[Fraction, Fraction], ...]:
        return tuple((Fraction(v), Fraction(t)) for v, t in wall)

    assert (graph.left_wall, graph.right_wall) == (exact(left), exact(right))


@pytest.mark.parametrize("right", [game([0], [-1]), game([0], [-2])])
def test_first_crossing_when_scaffolds_coincide(right: Value) -> None:
    """Trap: the scaffolds are one from 0 to 1; the mast begins at 0."""
    value = game([game([1], [nimber(1)])], [right])
    assert (mean(value), temperature(value)) == (0, 0)
    for other in POOL:
        assert temperature(value + other) <= max(Fraction(0), temperature(other))


@given(values, values)
def test_mean_is_additive_and_sums_are_no_hotter(a: Value, b: Value) -> None:
    nontrivial(is_hot(a) and is_hot(b))
    assert mean(a + b) == mean(a) + mean(b)
    assert temperature(a + b) <= max(temperature(a), temperature(b))


@given(values, values, temperatures.filter(lambda t: t >= 0))
def test_walls_of_a_sum_are_bounded(a: Value, b: Value, t: Fraction) -> None:
    one, other, both = thermograph(a), thermograph(b), thermograph(a + b)
    nontrivial(t < max(one.temperature, other.temperature))
    assert both.left(t) <= one.left(t) + other.left(t)
    assert both.right(t) >= one.right(t) + other.right(t)
    assert both.left(t) >= one.left(t) + other.right(t)


@given(values)
def test_walls_at_zero_are_the_stops(value: Value) -> None:
    nontrivial(not value.is_number)
    graph = thermograph(value)
    if value.is_number:
        assert confusion_interval(value) == (value.number, value.number)
    assert (graph.right(0), graph.left(0)) == confusion_interval(value)
    assert is_hot(value) == (graph.temperature > 0)


@given(values, temperatures.filter(lambda t: t >= 0))
def test_walls_are_the_stops_of_cooled_games(value: Value, t: Fraction) -> None:
    cold, graph = cooled(value, t), thermograph(value)
    nontrivial(t < graph.temperature)
    assert (cold.left_stop, cold.right_stop) == (graph.left(t), graph.right(t))


@given(values)
def test_shape(value: Value) -> None:
    nontrivial(not value.is_number)
    graph, opposite = thermograph(value), thermograph(-value)
    assert opposite.left_wall == tuple((-v, t) for v, t in graph.right_wall)
    assert (graph.mean, graph.mean) == (graph.left_wall[-1][0], graph.right_wall[-1][0])
    for wall, sign in ((graph.left_wall, -1), (graph.right_wall, 1)):
        assert wall[0][1] == -1
        steps = [(high[0] - low[0]) / (high[1] - low[1]) for low, high in pairwise(wall)]
        assert all(step in (0, sign) for step in steps)
        assert all(one != next_one for one, next_one in pairwise(steps))
        assert not steps or steps[-1] != 0


@given(values, st.integers(-(10**20), 10**20))
def test_translation(value: Value, n: int) -> None:
    nontrivial(not value.is_number)
    if not value.is_number:
        moved, graph = thermograph(value + n), thermograph(value)
        assert moved.left_wall == tuple((v + n, t) for v, t in graph.left_wall)


def test_deep_values() -> None:
    assert temperature(up(3000)) == 0
    assert mean(Value(10**30)) == 10**30


def test_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.values.thermograph.DEEPEST", 1000)
    with pytest.raises(GrundyError, match="-1"):
        thermograph(Value(0)).left(-2)
    with pytest.raises(TooLarge):
        folded(Value(10**9), lambda one: None, lambda one, left, right: 0, {})
