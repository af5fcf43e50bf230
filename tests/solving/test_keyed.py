"""Rules over keys: what they say is what Python's moves say, key by key, for each way in which keys are made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grundy as gr
from grundy.common.errors import RulesError, TooLarge
from grundy.games import load
from grundy.kernels.contract import ENDS_LOST, ENDS_NONE, FULL, OUTSIDE_KEYS, Unfit, refused_rule
from grundy.rules.functions import FunctionRuleset
from grundy.solving.keyed import Keyed, keyed
from grundy.solving.tablebases.building import build
from own_games import two_heaps
from wider_keys import rekeyed


def asked(made: Keyed, key: int) -> tuple[int, list[tuple[int, ...]]]:
    """Return what a rule over keys answers, with as much room as it wants, after being asked with none."""
    size = 1
    while True:
        out = np.zeros(size, np.int64)
        count = made.fill(np.array([key], np.int64), made.params, out)
        if count != FULL:
            return count, made.rows(out, count)
        size *= 2


def told(made: Keyed, state: Any) -> list[tuple[int, ...]]:
    """Return the records of a state by Python's moves."""
    rules = made.ruleset
    if rules.ended(state) is not None:
        return []
    pairs = rules.scored_options(state) if rules.scoring else ((0, each) for each in rules.options(state))
    rows = [(gain, made.tier(each), made.key(each)) for gain, each in pairs]
    return [row if rules.scoring else row[1:] for row in rows]  # pyright: ignore


def reached(rules: FunctionRuleset, start: Any, most: int) -> Iterator[Any]:
    """Iterate over states that are reached from a start, breadth first."""
    first = rules.canonical(start)
    seen, line = {first}, [first]
    for state in line:
        yield state
        if rules.ended(state) is None:
            for child in map(rules.canonical, rules.options(state)):
                if child not in seen and len(seen) < most:
                    seen.add(child)
                    line.append(child)


STARTS = {
    "wythoff": (5, 8),
    "tic-tac-toe": (),
    "dots-and-boxes": ("../.../../.../..",),
    "dodgem": (),
    "kalah": (),
    "euclid": (31, 17),
    "connect4": (),
    "three-mens-morris": (),
    "push": (".LR.LR",),
}


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", [name for name in STARTS if name != "push"])
def test_options_by_keys_are_those_of_the_rules(name: str) -> None:
    rules = load(name)
    position = rules(*STARTS[name]) if STARTS[name] else rules.start()
    if name == "connect4":
        position = rules(width=4, height=4)
    own = position.ruleset
    assert isinstance(own, FunctionRuleset)
    made = keyed(own, position.state)
    assert made is not None
    keys: set[int] = set()
    states = list(reached(own, position.state, 600))
    for state in states:
        key = made.key(state)
        assert key is not None and 0 <= key < made.box and made.state(key) == state
        keys.add(key)
        count, rows = asked(made, key)
        assert rows == told(made, state)
        ending = own.ended(state)
        assert count == (len(rows) if ending is None else ENDS_LOST - 1 - ending)
    assert len(keys) == len(states)


def test_a_key_that_is_no_position_is_said_to_be_none() -> None:
    position = load("connect4")(width=3, height=2, line=3)
    made = keyed(position.ruleset, position.state)
    assert made is not None and made.box == 1 << 9 and made.tiered
    good = [key for key in range(made.box) if made.state(key) is not None]
    assert len(good) == (1 + 2 + 4) ** 3  # a column of no, one or two stones
    assert all((asked(made, key)[0] == ENDS_NONE) == (key not in good) for key in range(made.box))


def test_a_packing_is_widened_where_play_by_lot_did_not_come() -> None:
    @gr.game
    def late(n: int, m: int):
        if n:
            yield n - 1, m
        elif not m:
            yield 5, 1 << 20

    made = keyed(late, (10**6, 0))
    assert made is not None and made.numbers.span[1] == 1
    last = made.key((0, 0))
    assert last is not None and asked(made, last)[0] == OUTSIDE_KEYS
    wide = made.wider(last)
    assert wide is not None and asked(wide, wide.key((0, 0)) or 0) == (1, [(0, wide.key((5, 1 << 20)))])
    keys = np.array([0, 7, 10**6])
    assert [wide.state(int(key)) for key in rekeyed(wide, keys, made)] == [(0, 0), (7, 0), (10**6, 0)]


def test_no_more_than_62_bits() -> None:
    @gr.game
    def huge(a: int, b: int):
        if a:
            yield a // 2, b
        if b:
            yield a, b // 2

    assert keyed(huge, (1 << 31, 1 << 30)) is None
    made = keyed(huge, (1 << 30, 1 << 30))
    assert made is not None and made.box == 1 << 62
    top = made.key((1 << 30, 1 << 30))
    assert top is not None and asked(made, top)[1] == told(made, (1 << 30, 1 << 30))


def test_a_longer_state_than_was_met_gets_room() -> None:
    @gr.game
    def split(*heaps: int):
        for i, heap in enumerate(heaps):
            for k in range(1, heap // 2 + 1):
                yield (*heaps[:i], k, heap - k, *heaps[i + 1 :])

    made = keyed(split, (2, 2))
    assert made is not None and made.variable
    narrow = made.key((1, 1, 2))
    assert narrow is not None
    full = made.key((1, 2, 1, 2))
    assert full is not None and asked(made, full)[0] == OUTSIDE_KEYS
    wide = made.wider(full)
    assert wide is not None
    keys = np.array(sorted(key for key in (made.key((1, 1, 2)), made.key((2, 2)), full) if key is not None))
    moved = rekeyed(wide, keys, made)
    assert (np.diff(moved) > 0).all()
    assert [wide.state(int(key)) for key in moved] == [made.state(int(key)) for key in keys]
    assert asked(wide, wide.key((1, 2, 1, 2)) or 0)[1] == told(wide, (1, 2, 1, 2))
    again = keyed(split, (2, 2), digits=(wide.numbers.low, wide.numbers.span))
    assert again is not None and (again.numbers, again.width) == (wide.numbers, wide.width)
    assert keyed(split, (2, 2), room=[wide.numbers.low]) is not None


def test_declared_bounds_that_a_move_leaves_are_said() -> None:
    @gr.game(bounds=lambda n, m: (n + 1, 1))
    def late(n: int, m: int):
        if n:
            yield n - 1, m
        elif not m:
            yield 5, 1

    made = keyed(late, (10**6, 0))
    assert made is not None and asked(made, 0)[0] == OUTSIDE_KEYS
    with pytest.raises(RulesError, match="bounds"):
        made.wider(0)


def test_symmetries_are_folded_in() -> None:
    two = gr.game(name="two")(two_heaps.function)

    @two.symmetries
    def _(a: int, b: int):
        yield b, a

    made = keyed(two, (7, 9))
    assert made is not None
    assert two.canonical((9, 7)) == (7, 9) and made.key((9, 7)) == made.key((7, 9))
    for state in reached(two, (7, 9), 500):
        assert asked(made, made.key(state) or 0)[1] == told(made, state)


TIERED = {
    "tic-tac-toe": ({}, {"width": 4, "height": 4}),
    "connect4": ({"width": 3, "height": 3, "line": 3}, {"width": 5, "height": 5}),
    "hex": ({"width": 2, "height": 3}, {"width": 4, "height": 4}),
    "dots-and-boxes": ({"rows": 1, "columns": 2}, {"rows": 3, "columns": 3}),
    "dodgem": ({}, {"size": 4}),
    "three-mens-morris": ({}, {"flying": 1}),
}


@pytest.mark.some(2)
@pytest.mark.parametrize("name", TIERED)
def test_the_hooks_of_the_catalogue_hold(name: str) -> None:
    rules = load(name)
    assert isinstance(rules, FunctionRuleset)
    small, large = TIERED[name]
    gr.forget()  # positions known before count too
    found = rules.gains(**small)
    assert sum(found.tiers.values()) == found.positions
    if found.whole:
        assert found.positions == rules(**small).solve().positions
    assert found.whole == (name != "three-mens-morris") and not rules.gains(**large).whole
    assert "tiers" in rules.gains(**large).sentences()[0]


def test_kalah_has_tiers() -> None:
    rules = load("kalah")
    assert isinstance(rules, FunctionRuleset)
    assert max(rules.gains(holes=2, seeds=2).tiers) == 100


@pytest.mark.slow
def test_a_tablebase_whose_keys_leave_62_bits_is_refused_in_a_sentence(tmp_path: Path) -> None:
    @gr.game
    def far(n: int, m: int):
        if n:
            yield n - 1, m
        elif not m:
            yield 5, 1 << 61

    with pytest.raises(TooLarge, match="no 62-bit keys tell the positions of far apart"):
        build(far(50_000, 0), tmp_path / "far")


def test_a_rule_that_gives_up_where_python_differs_names_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key, by which it is known in the kernels, says nothing to whoever wrote the rules."""
    two = gr.game(name="two")(two_heaps.function)
    made = keyed(two, (3, 4))
    assert made is not None

    def differs(*_given: object) -> None:
        raise Unfit("Python differs")

    monkeypatch.setattr("grundy.solving.reading_rules._met", differs)
    with pytest.raises(Unfit, match=r"^the compiled rule has no answer at two\(2, 3\)$"):
        made.again(refused_rule([made.key((2, 3))]))
