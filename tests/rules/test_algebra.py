"""Positions add, are negated and compared, with each other and with values: against play from the rules alone."""

from __future__ import annotations

import pickle
import random
from functools import cache, partial
from itertools import islice

import pytest

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common.errors import GrundyError, PositionError, RulesError
from grundy.rules.partisan import PartisanRuleset

PARTISAN = [name for name in games.names() if games.load(name).partisan]
VALUES = [gr.Value(text) for text in ("0", "1", "-1/2", "*", "^", "{1|-1}", "{2|-1/2}", "*2", "vv*", "3")]


@cache
def small(name: str, most: int = 300) -> list[gr.Position]:
    """Positions with few moves left, so that sums of them are played out quickly."""
    found: list[gr.Position] = []
    for position in islice(games.load(name).small_positions(), 40):
        seen = {position}
        line = [position]
        for each in line:
            for option in each.options():
                if option not in seen and len(line) <= most:
                    seen.add(option)
                    line.append(option)
        if len(line) <= most:
            found.append(position)
    return found[:: max(1, len(found) // 8)]


def wins(position: gr.Position, player: int) -> bool:
    """Whether a player wins who begins, by the rules alone: no value, no kernel."""
    known: dict[tuple[gr.Position, int], bool] = {}

    def begun(place: gr.Position, mover: int) -> bool:
        key = place, mover
        if key not in known:
            known[key] = any(not begun(option, -mover) for option in place.options(mover))
        return known[key]

    return begun(position, player)


def order(p: gr.Position, q: gr.Position) -> str:
    return {(True, True): "=", (True, False): ">", (False, True): "<", (False, False): "|"}[p >= q, p <= q]


def played(difference: gr.Position) -> str:
    """The order that play of the difference shows: Left, moving second, wins what is at least 0."""
    return {(True, True): "=", (True, False): ">", (False, True): "<", (False, False): "|"}[
        not wins(difference, gr.RIGHT), not wins(difference, gr.LEFT)
    ]


@pytest.mark.some(12)
@pytest.mark.parametrize("name", PARTISAN)
def test_negatives_change_left_and_right(name: str) -> None:
    positions = small(name)
    for p in positions:
        minus = -p
        assert -minus == p, p
        assert len(list((-p).options(gr.LEFT))) == len(list(p.options(gr.RIGHT))), p
        try:
            assert (-p).value() == -p.value(), p
        except RulesError:  # play may be endless
            continue
        if not isinstance(p.value(), gr.Value):  # on - on is no 0
            continue
        assert gr.equal(p - p, gr.Value(0)) and gr.equal(p, p) and not p.confused_with(p), p
        assert (
            [str(m) for m in (-p).moves()] and pickle.loads(pickle.dumps(-p)) == -p if next(p.options(), None) else True
        )
        words = [str(m) for m in islice((-p).moves(), 50)]
        assert len(set(words)) == len(words), p
    assert positions


@pytest.mark.some(10)
@pytest.mark.parametrize("name", [name for name in PARTISAN if name != "backsliding-toads-and-frogs"])  # play ends
def test_order_is_what_play_of_the_difference_shows(name: str) -> None:
    chance, met = random.Random(name), set[str]()
    positions = small(name, 60)
    lively = [p for p in positions if next(p.options(), None)]
    for p in [positions[0], *chance.sample(lively, min(4, len(lively)))]:
        other: gr.Position | gr.Value
        for other in (*chance.sample(positions, min(3, len(positions))), *chance.sample(VALUES, 2), gr.nim(1, 2)):
            try:
                p.value()
            except RulesError:
                continue
            found = order(p, other)  # type: ignore[arg-type]
            assert found == played(p - other), (p, other)
            assert gr.equal(p, other) == (found == "=") and p.confused_with(other) == (found == "|")
            assert (p > other, p < other) == (found == ">", found == "<")
            assert order(other, p) == {"<": ">", ">": "<"}.get(found, found)  # type: ignore[arg-type]
            met.add(found)
            nontrivial(next(p.options(), None))
    assert len(met) > 1 or len(positions) < 3, (met, positions)


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_values_are_positions_in_sums(value: gr.Value) -> None:
    for p in (gr.domineering(2, 2), gr.nim(2), gr.toppling_dominoes("XO."), gr.domineering(2, 1) + gr.nim(1)):
        for made in (p + value, value + p):
            assert made.value() == p.value() + value and played(made) == order(made, gr.Value(0)), made  # type: ignore[arg-type]
        assert (p - value).value() == p.value() - value and (value - p).value() == value - p.value()
        again = pickle.loads(pickle.dumps(p + value))
        assert again == p + value and hash(again) == hash(p + value) and str(again) == str(p + value)
        assert (p + value).solve().outcome == (p.value() + value).outcome
        words = [str(m) for m in (p + value).moves()]
        assert len(set(words)) == len(words)


def test_impartial_positions_are_equal_or_confused() -> None:
    assert gr.equal(gr.nim(1, 2), gr.nim(3)) and gr.nim(1, 2) != gr.nim(3) and gr.nim(1, 2) >= gr.nim(3)
    assert gr.nim(1).confused_with(gr.nim(2)) and not gr.nim(1) >= gr.nim(2) and not gr.nim(1) < gr.nim(2)
    assert -gr.nim(5) == gr.nim(5) and (gr.nim(5) - gr.kayles(3)).grundy() == 5 ^ 3
    assert gr.equal(gr.nim(10**18), gr.nim(10**18)) and gr.equal(gr.kayles(3), gr.nim(3) + gr.Value(0))
    assert gr.equal(gr.Value("*3"), gr.kayles(3)) and gr.equal(gr.Value("1"), gr.Value(1))


def test_large_numbers_are_added_without_a_walk() -> None:
    large = gr.Value(10**30)
    assert (gr.nim(2) + large).value() == large + gr.Value("*2") and gr.nim(2) + large > large - gr.Value(1)
    assert (gr.nim(2) + large).confused_with(large)


def test_negatives_of_sums_are_sums_of_negatives() -> None:
    p, q = gr.domineering(2, 3), gr.partisan_subtraction(5)
    assert -(p + q) == -p + -q and -(p - q) == -p + q
    assert gr.equal((p + q) - q, p) and gr.equal(gr.Value(1) - p, -(p - gr.Value(1)))
    assert isinstance((-q).ruleset, gr.Ruleset) and str(-q) == "-partisan-subtraction(5)"
    both = gr.conjunctive(p, q)
    minus = -both
    assert -minus == both and {m.player for m in (-both).moves()} == {m.player for m in both.moves()}
    outcomes = {"L": "R", "R": "L"}
    assert (-both).outcome().name == outcomes.get(both.outcome().name, both.outcome().name)


@pytest.mark.parametrize(
    ("left", "right", "sentence"),
    [
        (lambda: gr.deque(3, 1, 2), lambda: gr.nim(1), "deque is played for points and has a score, no Grundy value"),
        (
            lambda: gr.nim(1),
            lambda: gr.tic_tac_toe(),
            "tic-tac-toe has declared endings and so an outcome, no Grundy value",
        ),
        (lambda: gr.deque(3, 1, 2), lambda: gr.Value(1), "deque is played for points and has a score, no value"),
        (lambda: gr.conjunctive(gr.domineering(2, 2)), lambda: gr.Value(0), "sum and has an outcome, no value"),
        (lambda: gr.digraph({0: [1], 1: [0]})(0), lambda: gr.nim(1), "can be played for ever"),
        (
            lambda: gr.digraph({0: [1], 1: [0]})(0),
            lambda: gr.domineering(1, 2),
            "can be played for ever, so it has no value",
        ),
    ],
)
def test_what_has_no_value_is_not_compared(left, right, sentence: str) -> None:  # type: ignore[no-untyped-def]
    for ask in (lambda a, b: a >= b, lambda a, b: a <= b, lambda a, b: a > b, gr.equal):
        with pytest.raises(RulesError) as error:
            ask(left(), right())
        assert sentence in str(error.value) and "\n" not in str(error.value)


def test_what_is_no_position_is_not_compared_or_added() -> None:
    for ask in (
        lambda p: p + "x",
        lambda p: "x" - p,
        lambda p: p >= "1",
        lambda p: p < None,
    ):
        with pytest.raises(TypeError):
            ask(gr.nim(1))
    for refuse in (partial(gr.equal, "3"), gr.nim(1).confused_with, partial(gr.Move, gr.nim(1))):
        with pytest.raises(PositionError, match=r"^'3' is no position$"):
            refuse("3")
    assert gr.domineering(2, 1) >= 1 and not gr.nim(1) >= 0 and gr.nim(1) != 1 and gr.domineering(2, 1) != gr.Value(1)
    with pytest.raises(GrundyError, match="deque is played for points and value for the last move"):
        gr.deque(1, 2) + gr.Value(1)


def test_every_partisan_game_of_the_catalogue_is_here() -> None:
    assert len(PARTISAN) >= 20 and all(isinstance(games.load(name), PartisanRuleset) for name in PARTISAN)
