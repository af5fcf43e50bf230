"""States of tuples beside integers are compiled as all their integers, and stay what they are for whoever asks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import grundy as gr
from grundy.common.errors import GrundyError, Notice
from grundy.language.refusal import Unreadable
from grundy.rules.data import data_of
from grundy.rules.functions import FunctionRuleset
from grundy.solving.compiled_rules import UNREAD, native

Pair = tuple[int, int]


@gr.game
def token(t: tuple[int, int], stones: int) -> Iterator[Any]:
    x, y = t
    if x:
        yield (x - 1, y), stones
    for k in range(y):
        yield (x, k), stones
    if stones:
        yield t, stones - 1
    if stones > 1:
        yield t[::-1], stones - 2


@gr.game
def swapped(n: int, a: tuple[int, int], b: tuple[int, int]) -> Iterator[Any]:
    if n:
        yield from [(n - 1, (b[0], k), (a[1], a[0])) for k in range(n)]
    if a > b:
        yield (n, (a[0] // 2, b[1]), (b[0], b[1])) if a[0] else (n, (0, 0), (1, 1))


@gr.game
def hunted(wolf: tuple[int, int], sheep: tuple[int, int], turn: int) -> Iterator[Any]:
    if wolf == sheep:
        return
    (x, y), (a, b) = wolf, sheep
    if turn:
        for step in ((a + 1, b), (a, b + 1)):
            if max(step) < 4:
                yield wolf, step, 0
        return
    nearer = (x + 1, y) if x < a else wolf
    yield nearer, sheep, 1
    if y < b:
        yield (x, y + 1), sheep, 1


@gr.scoring_game
def points(t: tuple[int, int], n: int) -> Iterator[Any]:
    if n:
        yield t[0], ((t[1], t[0]), n - 1)
    if t[0]:
        yield 1 - n, (((t[0] - 1), t[1]), n)


@gr.game
def over(t: tuple[int, int], n: int) -> Iterator[Any]:
    if n:
        yield (t[0] + 1, t[1]), n - 1
    if t[1]:
        yield (t[0], t[1] - 1), n


@over.ending
def ends(t: tuple[int, int], n: int) -> int | None:
    return gr.WIN if t[0] == 3 and n == 1 else None


STARTS: dict[str, tuple[FunctionRuleset, Any]] = {
    "token": (token, ((3, 4), 3)),
    "swapped": (swapped, (3, (5, 2), (3, 4))),
    "hunted": (hunted, ((0, 0), (1, 1), 0)),
    "points": (points, ((2, 1), 3)),
    "over": (over, ((0, 3), 4)),
}


def worth(rules: FunctionRuleset) -> Any:
    """What Python's own moves make of a state: the Grundy value, the score, or whether it is won."""

    @cache
    def value(state: Any) -> int:
        children = [*rules.function(*state)]
        if rules.scoring:
            return max((gain - value(child) for gain, child in children), default=0)
        if rules is over:
            ended = ends(*state)
            return ended if ended is not None else max((-value(child) for child in children), default=-1)
        met = {*map(value, children)}
        return next(each for each in itertools.count() if each not in met)

    return value


@pytest.mark.parametrize("name", STARTS)
def test_a_tuple_beside_integers_is_compiled(name: str) -> None:
    rules, start = STARTS[name]
    value, solved = worth(rules), rules(*start).solve(method="compiled")
    if rules is over:
        assert solved.outcome is (gr.Outcome.N if value(start) > 0 else gr.Outcome.P)
    else:
        assert solved.value == value(start)
    options = [position.state for position in rules(*start).options()]
    assert options == [child[1] if rules.scoring else child for child in rules.function(*start)]
    assert all(str(position).startswith(f"{name}(") for position in rules(*start).options())
    for state in options:
        assert rules is over or rules(*state).solve(method="compiled").value == value(state)


def test_states_of_another_shape_are_not_compiled() -> None:
    made = native(token, [((3, 4), 2)])
    assert made is not None and made.encode(((3, 4), 2)) == (3, 4, 2) and made.decode((3, 4, 2), token) == ((3, 4), 2)
    assert made.encode(((3, 4, 2), 0)) is made.encode((3, (4, 2))) is made.encode(((3,), 2)) is None

    @gr.game
    def longer(t: tuple[int, int], n: int) -> Iterator[Any]:
        if n:
            yield (*t, n)[: 3 - n % 2], n - 1

    with pytest.warns(Notice, match="longer is interpreted"):
        assert native(longer, [((0, 0), 2)]) is None
    assert longer((0, 0), 2).solve().outcome is gr.Outcome.P


@pytest.mark.parametrize("written", ["t, n", "t: tuple[int, ...], n: int", "t: tuple[int, int, int], n: int"])
def test_what_is_declared_beside_must_take_the_same_state(written: str) -> None:
    @gr.game
    def moves(t: tuple[int, int], n: int) -> Iterator[Any]:
        if n:
            yield (t[0] + 1, t[1]), n - 1

    space: dict[str, Any] = {}
    exec(f"def ending({written}):\n    return None", space)
    moves.ending(space["ending"])
    with pytest.warns(Notice, match="moves is interpreted"):
        assert native(moves, [((1, 1), 2)]) is None
    assert moves.memory[UNREAD]


def test_they_have_no_data_and_no_laws() -> None:
    with pytest.raises(Unreadable, match="a state of a tuple and something else is not read"):
        data_of(token)
    with pytest.raises(GrundyError):
        token.law()


def test_small_positions_have_the_shape_of_the_arguments() -> None:
    assert [place.state for place in token.small_positions(8)][-2:] == [((1, 1), 0), ((1, 1), 1)]
    assert list(hunted.small_positions(64))[1] == hunted((0, 0), (0, 0), 1)
