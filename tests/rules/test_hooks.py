"""Hooks of large games: they change no answer, and wrong ones of every kind are found before they are used."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import grundy as gr
from grundy.common.errors import GrundyError, OutOfTime, RulesError
from grundy.common.limits import Limits, keeping
from grundy.games import load
from grundy.kernels.contract import ENDS_LOST, OUTSIDE_KEYS
from grundy.rules import closed_forms
from grundy.rules.board import Board
from grundy.rules.data import hash_of
from grundy.rules.functions import FunctionRuleset
from grundy.solving.keyed import Keyed, keyed
from grundy.solving.results import Options
from grundy.solving.search import search
from grundy.values.outcome import LOSS, TIE, WIN
from wider_keys import rekeyed

# -- games with hooks --------------------------------------------------------------------------------------------------


def heaps() -> FunctionRuleset:
    """Two heaps from which one takes one, two or three: symmetric, in tiers, with keys and the moves backwards."""

    @gr.game
    def take(a: int, b: int, *, most: int = 9):
        for k in range(1, 4):
            if k <= a:
                yield a - k, b
            if k <= b:
                yield a, b - k

    @take.symmetries
    def _images(a: int, b: int):
        yield b, a

    @take.tier
    def _tier(a: int, b: int, *, most: int) -> int:
        return 2 * most - a - b

    @take.rank(below=lambda a, b, *, most: (most + 1) ** 2, dense=True)
    def _rank(a: int, b: int, *, most: int) -> int:
        return a * (most + 1) + b

    @take.unrank
    def _unrank(key: int, *, most: int):
        return key // (most + 1), key % (most + 1)

    take.predecessors(back(3))
    return take


def back(steps: int) -> Any:
    """Return the moves backwards of two heaps of which so many may be taken."""

    def before(a: int, b: int, *, most: int):
        for k in range(1, steps + 1):
            if a + k <= most:
                yield a + k, b
            if b + k <= most:
                yield a, b + k

    return before


def ring() -> FunctionRuleset:
    """A token that goes one or two steps around a ring, and a counter that goes up once: play may be endless."""

    @gr.game
    def walk(place: int, laps: int, *, size: int = 8):
        yield (place + 1) % size, laps
        yield (place + size - 2) % size, laps
        if place == 0 and laps < 2:
            yield 1, laps + 1

    @walk.ending
    def _over(place: int, laps: int, *, size: int) -> int | None:
        return (LOSS if place == 5 else TIE if place == 4 else WIN) if laps == 2 and 3 < place < 7 else None

    @walk.tier
    def _tier(place: int, laps: int) -> int:
        return laps

    @walk.rank(below=lambda place, laps, *, size: 3 * size)
    def _rank(place: int, laps: int, *, size: int) -> int:
        return laps * size + place

    @walk.unrank
    def _unrank(key: int, *, size: int):
        return key % size, key // size

    @walk.predecessors
    def _before(place: int, laps: int, *, size: int):
        yield (place + size - 1) % size, laps
        yield (place + 2) % size, laps
        if place == 1 and laps > 0:
            yield 0, laps - 1

    return walk


def board() -> FunctionRuleset:
    """Tic-tac-toe on 2 by 2 cells or 3 by 3, with all eight symmetries and keys in base three."""

    @gr.game
    def cells(state: tuple[int, ...], *, size: int = 3):
        """A cell is 0, 1 of the player to move, or 2."""
        for i, cell in enumerate(state):
            if not cell:
                turned = [3 - x if x else 0 for x in state]
                turned[i] = 2
                yield tuple(turned)

    @cells.ending
    def _over(state: tuple[int, ...], *, size: int) -> int | None:
        for i in range(size):
            if all(state[size * i + j] == 2 for j in range(size)) or all(state[size * j + i] == 2 for j in range(size)):
                return LOSS
        if all(state[size * i + i] == 2 for i in range(size)) or all(
            state[size * i + size - 1 - i] == 2 for i in range(size)
        ):
            return LOSS
        return TIE if all(x > 0 for x in state) else None

    @cells.symmetries
    def _images(state: tuple[int, ...], *, size: int):
        turned = state
        for _turn in range(4):
            turned = tuple(turned[size * (size - 1 - i % size) + i // size] for i in range(size * size))
            yield turned
            yield tuple(turned[size * (i // size) + size - 1 - i % size] for i in range(size * size))

    @cells.tier
    def _tier(state: tuple[int, ...]) -> int:
        return sum(1 for x in state if x)

    @cells.rank(below=lambda state, *, size: 3 ** (size * size))
    def _rank(state: tuple[int, ...]) -> int:
        key = 0
        for x in state:
            key = 3 * key + x
        return key

    @cells.unrank
    def _unrank(key: int, *, size: int):
        found = [0] * (size * size)
        for i in range(size * size):
            found[size * size - 1 - i] = key % 3
            key //= 3
        return tuple(found)

    return cells


def coins() -> FunctionRuleset:
    """A scoring game: take a coin from an end of a row of ones, twos and so on."""

    @gr.scoring_game
    def ends(left: int, right: int, *, row: tuple[int, ...] = (3, 1, 4, 1, 5, 1, 4, 1, 3)):
        if left < right:
            yield row[left], (left + 1, right)
            yield row[right - 1], (left, right - 1)

    @ends.symmetries
    def _images(left: int, right: int, *, row: tuple[int, ...]):
        yield len(row) - right, len(row) - left

    @ends.tier
    def _tier(left: int, right: int, *, row: tuple[int, ...]) -> int:
        return len(row) - right + left

    return ends


def piles() -> FunctionRuleset:
    """Heaps of any number, folded by the older hook."""

    @gr.game
    def split(*heaps: int):
        for i, heap in enumerate(heaps):
            for k in range(1, (heap + 1) // 2):
                yield (*heaps[:i], k, heap - k, *heaps[i + 1 :])

    @split.symmetry
    def _sorted(*heaps: int):
        return tuple(sorted(heaps))

    @split.tier
    def _tier(*heaps: int) -> int:
        return len(heaps)

    return split


GAMES: list[tuple[str, Callable[[], FunctionRuleset], tuple[Any, ...], dict[str, Any]]] = [
    ("heaps", heaps, (7, 9), {}),
    ("heaps of a parameter", heaps, (5, 6), {"most": 6}),
    ("ring", ring, (0, 0), {}),
    ("ring of 7", ring, (3, 0), {"size": 7}),
    ("board", board, ((0,) * 9,), {}),
    ("small board", board, ((0,) * 4,), {"size": 2}),
    ("coins", coins, (0, 9), {}),
    ("other coins", coins, (0, 6), {"row": (1, 2, 7, 7, 2, 1)}),
    ("piles", piles, (11,), {}),
    ("two piles", piles, (7, 4), {}),
]
CATALOGUE: list[tuple[str, dict[str, Any]]] = [
    ("connect4", {"width": 3, "height": 3, "line": 3}),
    ("hex", {"width": 2, "height": 3}),
    ("dots-and-boxes", {"rows": 1, "columns": 2}),
    ("dodgem", {}),
    ("tic-tac-toe", {"width": 3, "height": 2}),
]


def cases() -> Iterator[Any]:
    for name, make, start, params in GAMES:
        yield pytest.param(lambda make=make, start=start, params=params: make()(*start, **params), id=name)
    for name, params in CATALOGUE:
        yield pytest.param(
            lambda name=name, params=params: load(name).start(**params) if not params else load(name)(**params),
            id=name,
        )


# -- brute force, with hooks and without -------------------------------------------------------------------------------


def plain(rules: FunctionRuleset, start: Any) -> tuple[dict[Any, list[tuple[int, Any]]], dict[Any, int]]:
    """Return moves and endings of all states by Python's moves, without any hook."""
    moves: dict[Any, list[tuple[int, Any]]] = {}
    ends: dict[Any, int] = {}
    line = [start]
    for state in line:
        if state in moves:
            continue
        ending = rules.ended(state)
        if ending is not None:
            ends[state] = ending
        pairs = rules.scored_options(state) if rules.scoring else ((0, each) for each in rules.options(state))
        moves[state] = [] if ending is not None else list(pairs)
        line += [child for _gain, child in moves[state]]
    return moves, ends


def by_keys(made: Keyed, start: Any) -> tuple[dict[Any, list[tuple[int, Any]]], dict[Any, int]]:
    """Return the same of all keys, by the compiled rule over keys."""
    moves: dict[Any, list[tuple[int, Any]]] = {}
    ends: dict[Any, int] = {}
    line = [made.key(start)]
    out = np.zeros(1 << 12, np.int64)
    for key in line:
        if key in moves:
            continue
        count = made.fill(np.array([key], np.int64), made.params, out)
        assert count >= 0 or -12 <= count <= -10
        if count < 0:
            ends[key] = ENDS_LOST - 1 - count
        rows = made.rows(out, count)
        tier = made.tier(made.state(key or 0))
        assert all(row[-2] >= tier for row in rows)
        moves[key] = [(row[0] if made.scoring else 0, row[-1]) for row in rows]
        line += [row[-1] for row in rows]
    return moves, ends


def roomy(made: Keyed, start: Any) -> Keyed:
    """Return a rule in whose packing all positions have a place."""
    seen, line = {start}, [start]
    for state in line:
        key = made.key(state)
        out = np.zeros(1 << 12, np.int64)
        while made.fill(np.array([key], np.int64), made.params, out) == OUTSIDE_KEYS:
            wide = made.wider(key or 0)
            assert wide is not None
            assert rekeyed(wide, np.array([key]), made)[0] == wide.key(state)
            made, key = wide, wide.key(state)
        if made.ruleset.ended(state) is None:
            for child in map(made.ruleset.canonical, made.ruleset.options(state)):
                if child not in seen:
                    seen.add(child)
                    line.append(child)
    return made


def solved(moves: dict[Any, list[tuple[int, Any]]], ends: dict[Any, int], scoring: bool) -> dict[Any, Any]:
    """Return the worth of every position: its score, else its outcome and remoteness, endless play a draw (None)."""
    worth: dict[Any, Any] = {}
    if scoring:
        for state in sorted(moves, key=lambda each: len(reach(moves, each))):
            worth[state] = max((gain - worth[child] for gain, child in moves[state]), default=0)
        return worth
    for state, options in moves.items():
        if state in ends or not options:
            worth[state] = (ends.get(state, LOSS), 0)
    step = 0
    while True:
        step += 1
        new: dict[Any, Any] = {}
        for state, options in moves.items():
            if state not in worth:
                found = [worth.get(child) for _gain, child in options]
                lost = [each[1] for each in found if each and each[0] == LOSS]
                if lost:
                    new[state] = (WIN, 1 + min(lost))
                elif all(each is not None and each[0] == WIN for each in found):
                    new[state] = (LOSS, 1 + max(each[1] for each in found if each is not None))
        if not new:
            break
        worth.update(new)
    return worth


def reach(moves: dict[Any, list[tuple[int, Any]]], state: Any) -> set[Any]:
    met, line = {state}, [state]
    for each in line:
        for _gain, child in moves[each]:
            if child not in met:
                met.add(child)
                line.append(child)
    return met


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("make", list(cases()))
def test_hooks_change_no_answer(make: Callable[[], Any]) -> None:
    position = make()
    rules = position.ruleset
    assert isinstance(rules, FunctionRuleset)
    made = keyed(rules, position.state)
    assert made is not None
    made = roomy(made, position.state)
    without, with_hooks = plain(rules, position.state), by_keys(made, position.state)
    first, second = solved(*without, rules.scoring), solved(*with_hooks, rules.scoring)
    assert {state: first.get(state) for state in without[0]} == {
        state: second.get(made.key(state)) for state in without[0]
    }
    assert {made.key(state) for state in without[0]} == set(with_hooks[0])
    bare = FunctionRuleset(rules.function, scoring=rules.scoring).bind(**rules.params)
    if "ending" in rules.hooks:
        bare.ending(rules.hooks["ending"])
    if not {"symmetry", "parts"} & rules.hooks.keys():
        assert hash_of(bare) == hash_of(rules)
    one, two = position.solve(), bare(*rules.arguments(position.state)).solve()
    assert (one.outcome, one.value, one.remoteness) == (two.outcome, two.value, two.remoteness)


@pytest.mark.some(2)
@pytest.mark.parametrize(("make", "start"), [(board, ((0,) * 9,)), (heaps, (9, 9)), (coins, (0, 9)), (piles, (9, 4))])
def test_a_compiled_search_folds_as_an_interpreted_one(make: Callable[[], FunctionRuleset], start: Any) -> None:
    rules = make()
    state = rules(*start).state
    one, two = (search(make(), state, Options(way=way)) for way in ("compiled", "interpreted"))
    moves, _ends = plain(rules, state)
    folded = {rules.canonical(each) for each in moves}
    assert one.positions == two.positions == len(folded) < len(moves)
    for each in folded:
        assert one.score(each) == two.score(each) if rules.scoring else one.result(each) == two.result(each)


def test_predecessors_are_the_moves_backwards_in_the_compiled_rule_too() -> None:
    for make, start in ((heaps, (9, 9)), (ring, (0, 0))):
        rules = make()
        made = keyed(rules, start)
        assert made is not None and made.predecessors is not None
        out = np.zeros(1 << 10, np.int64)
        moves, _ends = by_keys(made, start)
        forward = {(key, child) for key, options in moves.items() for _gain, child in options}
        backward: set[tuple[int, int]] = set()
        for key in moves:
            count = made.predecessors(np.array([key], np.int64), made.params, out)
            backward |= {(int(before), key) for before in out[1 : 1 + count]}
        assert {arrow for arrow in backward if arrow[0] in moves} == forward


def test_predecessors_beyond_the_keys_are_left_out() -> None:
    @gr.game(bounds=lambda n: (n + 1,))
    def down(n: int):
        for k in range(1, min(n, 2) + 1):
            yield n - k

    @down.predecessors
    def _up(n: int):
        yield n + 1
        yield n + 2

    made = keyed(down, 5)
    assert made is not None and made.predecessors is not None
    out = np.zeros(1 << 10, np.int64)
    found = [out[1 : 1 + made.predecessors(np.array([n], np.int64), made.params, out)].tolist() for n in range(6)]
    assert found == [[1, 2], [2, 3], [3, 4], [4, 5], [5], []]


def test_keys_that_no_position_has_are_told_in_a_box() -> None:
    made = keyed(heaps(), (9, 9))
    assert made is not None and made.dense and made.box == 100
    out = np.zeros(1 << 10, np.int64)
    counts = [made.fill(np.array([key], np.int64), made.params, out) for key in range(100)]
    assert counts.count(-13) == 45  # (a, b) with a > b, for which (b, a) stands


# -- what is wrong is found --------------------------------------------------------------------------------------------

WRONG: list[tuple[str, Callable[[], FunctionRuleset], str, Callable[..., Any], str]] = []


def wrong(what: str, make: Callable[[], FunctionRuleset], hook: str, said: str) -> Callable[[Any], Any]:
    """Keep a wrong hook, with what the sentence about it must say."""

    def keep(function: Any) -> Any:
        WRONG.append((what, make, hook, function, said))
        return function

    return keep


wrong("one key for two states", heaps, "rank", "unrank(72) = take(7, 2)")(lambda a, b, *, most: a * most + b)
wrong("a key that forgets a cell", board, "rank", "cells: rank(")(
    lambda state: sum(3**i * x for i, x in enumerate(state[1:]))
)
wrong("a key beyond the bound", ring, "rank", "below")(
    lambda place, laps, *, size: laps * size + place + size * (laps == 2)
)
wrong("a negative key", ring, "rank", "integer with 0 <= value")(lambda place, laps, *, size: laps * size + place - 3)
wrong("a key of the last tier alone is wrong", ring, "rank", "walk: rank(")(
    lambda place, laps, *, size: laps * size + place if laps < 2 else size
)
wrong("a key that is no integer", heaps, "rank", "integer with 0 <= value")(lambda a, b, *, most: a / 2 + b)
wrong("keys turned round", heaps, "unrank", "but unrank(")(lambda key, *, most: (key % (most + 1), key // (most + 1)))
wrong("no position for a key", heaps, "unrank", "no position")(
    lambda key, *, most: None if key == 7 else (key // 10, key % 10)
)
wrong("another state for one key", board, "unrank", "but unrank(")(lambda key, *, size: (key % 3,) * (size * size))
wrong("tiers that fall", heaps, "tier", "tier of take")(lambda a, b, *, most: a + b)
wrong("a tier that falls once", heaps, "tier", "falls from")(lambda a, b, *, most: 5 if a + b == 4 else 0)
wrong("a tier that falls at the end", board, "tier", "falls from")(lambda state: sum(map(bool, state)) % 9)
wrong("a negative tier", heaps, "tier", "integer with 0 <= value")(lambda a, b, *, most: 5 - a - b)
wrong("tiers that differ by symmetry", heaps, "tier", "their tier is")(lambda a, b, *, most: 40 - 2 * a - b)
wrong("tiers that a loop makes fall", ring, "tier", "falls from")(lambda place, laps: place)


@wrong("an image with other options", heaps, "symmetries", "their representative is")
def _shifted(a: int, b: int):
    yield max(a - 4, 0), b


@wrong("images that are no group", board, "symmetries", "their representative is")
def _turned(state: tuple[int, ...], *, size: int):
    yield tuple(state[size * (size - 1 - i % size) + i // size] for i in range(size * size))


@wrong("an image that has ended", board, "symmetries", "symmetries of cells")
def _swapped(state: tuple[int, ...], *, size: int):
    yield tuple(3 - x if x else 0 for x in state)


@wrong("an image that is right at the start only", heaps, "symmetries", "symmetries of take")
def _at_first(a: int, b: int):
    yield (b, a) if a + b > 3 else (b, min(a, 1))


@wrong("rows changed that are not alike", board, "symmetries", "symmetries of cells")
def _rows(state: tuple[int, ...], *, size: int):
    yield (*state[size : 2 * size], *state[:size], *state[2 * size :])


@wrong("scores that differ", coins, "symmetries", "symmetries of ends")
def _other_end(left: int, right: int, *, row: tuple[int, ...]):
    yield len(row) - right, len(row) - right + (right - left) if right - left != 2 else right


wrong("a symmetry that sorts and drops", piles, "symmetry", "symmetry of split")(
    lambda *heaps: tuple(sorted(heaps))[-3:]
)
wrong("a symmetry that is not its own", piles, "symmetry", "symmetry of split")(lambda *heaps: heaps[1:] + heaps[:1])


wrong("a predecessor left out", heaps, "predecessors", "a move leads there from")(back(2))


@wrong("a predecessor that has another's key", heaps, "predecessors", "with rank")
def _beyond(a: int, b: int, *, most: int):
    for k in range(1, 4):
        if a + k <= most:
            yield a + k, b
        yield a, b + k


wrong("a predecessor too many", heaps, "predecessors", "the predecessors")(back(4))


@wrong("predecessors that are options", ring, "predecessors", "redecessors of walk")
def _forward(place: int, laps: int, *, size: int):
    yield (place + 1) % size, laps


@wrong("a predecessor of a late tier forgotten", ring, "predecessors", "a move leads there from")
def _early(place: int, laps: int, *, size: int):
    yield (place + size - 1) % size, laps
    yield (place + 2) % size, laps
    if place == 1 and laps == 1:
        yield 0, laps - 1


@wrong("no predecessors at all", heaps, "predecessors", "are none")
def _nothing(a: int, b: int) -> Iterator[tuple[int, int]]:
    yield from ()


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize(("make", "hook", "function", "said"), [pytest.param(*rest, id=what) for what, *rest in WRONG])
def test_a_wrong_hook_is_found(make: Callable[[], FunctionRuleset], hook: str, function: Any, said: str) -> None:
    rules = make()
    start = next(start for _name, own, start, params in GAMES if own is make and not params)
    rules.gains(*start)  # as it is, it holds
    rules.hooks.pop("symmetry" if hook == "symmetries" else "", None)
    rules._hook(hook, function)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(RulesError, match=re.escape(said)):
        rules.gains(*start)
    with pytest.raises(GrundyError):
        keyed(rules, rules(*start).state)


def test_there_are_enough_of_them() -> None:
    assert len(WRONG) >= 20 and {hook for _what, _make, hook, *_rest in WRONG} >= {
        "rank",
        "unrank",
        "tier",
        "symmetries",
    }


def test_wrong_bounds_are_found() -> None:
    @gr.game(bounds=lambda a, b: (a, b + 1))
    def down(a: int, b: int):
        if a:
            yield a - 1, b + 1

    with pytest.raises(RulesError, match="bounds of down are"):
        down.gains(3, 2)


def test_a_rank_without_the_way_back_is_refused() -> None:
    rules = heaps()
    del rules.hooks["unrank"]
    with pytest.raises(RulesError, match="one of rank and unrank"):
        rules.gains(7, 9)


@pytest.mark.slow
def test_what_hooks_gain_is_said() -> None:
    found = board().gains((0,) * 9)
    assert found.whole and found.positions == 5478 and found.folded == 765
    assert found.sentences() == [
        "symmetries fold 5,478 positions to 765",
        "tiers: 10, the largest with 204 of 765 positions",
        "keys: 15 bits a position instead of 576",
    ]
    sample = gr.connect4.gains(width=5, height=5)
    assert not sample.whole and "met in a sample" in sample.sentences()[0]
    assert heaps().gains(9, 9).sentences()[2:] == [
        "keys: an array of 100 places, and no key beside a result",
        "predecessors: no moves are kept, which are about 4.8 a position",
    ]
    assert gr.wythoff.gains(3, 5).sentences() == ["keys: an array of 24 places, and no key beside a result"]
    assert gr.nim.gains(3, 5).sentences() == [] if isinstance(gr.nim, FunctionRuleset) else True
    assert found.to_dict()["sentences"] == found.sentences()


@pytest.mark.parametrize(
    ("bounds", "sentence"),
    [
        (lambda n: 7, "the bounds of take are 7; they must be a tuple of integers"),
        (lambda n: (n + 1.0,), "the bounds of take are (6.0,); they must be a tuple of integers"),
        (lambda n: (0,), "the bounds of take are (0,); they must be a tuple of integers"),
        (lambda n: (n // 0,), "ZeroDivisionError"),
    ],
)
def test_bounds_that_are_none_are_told(bounds: Any, sentence: str) -> None:
    @gr.game(bounds=bounds)
    def take(n: int):
        if n:
            yield n - 1

    with pytest.raises(GrundyError) as told:
        take.gains(5)
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("below", "sentence"),
    [
        (lambda n: "x", "are declared to be below 'x', which is not an integer"),
        (-3, "are declared to be below -3, which is not an integer"),
        (lambda n, m: 9, "TypeError"),
    ],
)
def test_a_limit_of_keys_that_is_none_is_told(below: Any, sentence: str) -> None:
    @gr.game
    def take(n: int):
        if n:
            yield n - 1

    take.rank(below=below)(lambda n: n)
    take.unrank(lambda key: key)
    with pytest.raises(GrundyError) as told:
        take.gains(5)
    assert sentence in str(told.value)


def down(n: int):
    if n > 1:
        yield n - 1


def gains(n: int):
    if n > 1:
        yield 1, n - 1


def walk(n: int, *, player: int):
    if n * player < 0:
        yield n + player


def fill(board: Board):
    for cell in board.free:
        yield board.place(cell, 1)


def bites(n: int):
    for k in range(n):
        yield (k,)


def code(*, s: tuple[int, ...] = (1, 2)) -> Any:
    return gr.HeapCode.parse("0.3")


@pytest.mark.parametrize(
    ("make", "function", "options"),
    [
        (gr.game, down, {"least": 1, "name": "own", "called": "Own;mine", "start": "7"}),
        (gr.game, fill, {"board": gr.Grid(".X"), "start": "2x2"}),
        (gr.game, fill, {"board": gr.Grid(".XO", sides="swap"), "name": "own"}),
        (gr.scoring_game, gains, {"least": 1, "start": "7"}),
        (gr.partisan_game, walk, {"name": "own", "start": "7"}),
        (gr.heap_game, bites, {"name": "own", "start": "3 4"}),
        (gr.heap_code, code, {"name": "own"}),
        (gr.coin_game, bites, {"name": "own", "start": "THH"}),
    ],
)
def test_options_given_with_the_function_are_those_of_the_decorator(make: Any, function: Any, options: Any) -> None:
    one, other = make(function, **options), make(**options)(function)
    assert type(one) is type(other) and one.name == other.name == options.get("name", function.__name__)
    for name in ("least", "board", "title"):
        assert getattr(one, name, None) == getattr(other, name, None)
    if "least" in options:
        assert one.least == 1
    if "start" in options:
        assert str(one.start()) == str(other.start())
    with pytest.raises(RulesError, match=r"has no option 'small': its options are .*name, .*called, says, start"):
        make(**options, small="1")


def test_a_game_of_heaps_or_coins_has_no_board() -> None:
    for make in (gr.heap_game, gr.heap_code, gr.coin_game):
        with pytest.raises(RulesError, match="has no option 'board'"):
            make(board=gr.Grid(".#"))(bites)


def test_the_bound_of_a_key_given_with_its_function_is_kept() -> None:
    rules = gr.game(down)
    rules.rank(lambda n: n, below=100, dense=True)
    assert (rules.below, rules.dense) == (100, True)


@pytest.mark.parametrize(("gives", "reach"), [("value", closed_forms.reach_value), ("losing", closed_forms.reach_lost)])
def test_what_a_theorem_reaches_is_sought_within_the_limits(gives: str, reach: Callable[..., Iterator[Any]]) -> None:
    @gr.game
    def take(a: int):
        time.sleep(0.2 * (a > 9))
        yield from range(a)

    theorem = take.theorem(gives=gives)(lambda a: a if gives == "value" else not a) and take.theorems[0]
    target = (0,) if gives == "value" else ()
    assert list(reach(theorem, take, 9, *target)) == [0]
    with keeping(Limits(seconds=0.1)), pytest.raises(OutOfTime):
        list(reach(theorem, take, 10, *target))
