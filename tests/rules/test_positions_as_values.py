"""Positions are values that are played as in other libraries, and rules are functions that tools know."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import grundy as gr
from grundy import games
from grundy.solving.compiled_rules import UNREAD, native


@gr.game
def bash(n: int, *, m: int = 3) -> Iterator[int]:
    """Take 1 to m counters."""
    for k in range(1, min(m, n) + 1):
        yield n - k


def test_a_position_stays_what_it_is() -> None:
    held = {gr.nim(2, 3): "mine"}
    place = next(iter(held))
    for name in ("state", "ruleset", "other"):
        with pytest.raises(AttributeError, match="a position stays what it is"):
            setattr(place, name, (9, 9))
    with pytest.raises(AttributeError, match="a position stays"):
        del place.state
    assert place in held and gr.nim(9, 9) not in held


@pytest.mark.parametrize("start", [gr.nim(1, 2), gr.tic_tac_toe.start(), gr.domineering(2, 2) + 1, bash(7, m=2)])
def test_a_move_is_played(start: gr.Position) -> None:
    for move in start.moves():
        assert start.play(move) == move.after == start.play(str(move))
        with pytest.raises(gr.GrundyError, match="is no move of"):
            move.after.play(move)
    with pytest.raises(gr.GrundyError, match="up is no move of"):
        start.play("up")


class Three:
    def __index__(self) -> int:
        return 3


def test_whatever_stands_for_an_integer_is_one() -> None:
    three, row = np.int64(3), np.array([3, 4])
    assert gr.nim(*row) == gr.nim(3, 4) and gr.bash(10, m=three) == gr.bash(10, m=3) and bash(three) == bash(3)
    assert gr.Value(three) == 3 and gr.domineering(np.int64(2), three) == gr.domineering(2, 3)
    assert gr.kayles(gr.kayles.sequence(10)[9]) == gr.kayles(4) and type(bash(three).state) is int
    assert gr.nim(2) + three == gr.nim(2) + 3 and gr.Value(1) + three == 4
    assert gr.Nimber(three) == gr.Nimber(3)
    takes = np.array([1, 2, 4])
    one = gr.game(lambda n: (n - k for k in takes if n >= k), name="one")
    two = gr.game(lambda a, b: ((a - k, b) if a >= k else (a, b) for k in takes if a >= k), name="two")
    own = gr.heap_game(lambda n: (n - k for k in takes if n >= k), name="own")
    for n in (5, 0, 7, 8):
        assert one(n).grundy() == two(n, 1).grundy() == own(n).grundy() == gr.subtraction(n, s=(1, 2, 4)).grundy()
    assert gr.kayles.sequence(Three()).tolist() == gr.kayles.sequence(three).tolist() == [0, 1, 2]
    assert gr.nim(Three(), True) == gr.nim(3, 1) and bash(4, m=Three()) == bash(4, m=3) and bash(True).state == 1
    assert gr.subtraction.bind(s=takes) == gr.subtraction.bind(s=(1, 2, 4)) and repr(bash(True)).endswith("(1)>")
    assert gr.digraph({np.uint8(3): [three, np.int16(0)]})(3).outcome() is gr.Outcome.N
    assert gr.nim(1).solve(seconds=three, positions=np.uint8(9)).value == 1
    for wrong in (row, np.float64(3), None, "3"):
        for asked in (gr.kayles, gr.kayles.sequence):
            with pytest.raises(gr.GrundyError, match="integer"):
                asked(wrong)
    number: Any = 0.77
    for made in (gr.octal, gr.code):
        with pytest.raises(gr.GrundyError, match=r"0\.77 is not an? .*code: write it in quotes"):
            made(number)


def test_constants_that_stand_in_many_places_are_looked_at_once() -> None:
    nested: tuple[object, ...] = (1, 2)
    for _depth in range(9):
        nested = (nested,) * 90
    rules = gr.game(lambda n: (n - k for k in (1, 2) if n >= k and n not in nested), name="nested")
    assert [rules(n).grundy() for n in range(7)] == [0, 1, 2, 0, 1, 2, 0]


def test_a_rule_is_a_function_that_tools_know() -> None:
    assert (bash.__name__, bash.__doc__, inspect.unwrap(bash)) == ("bash", "Take 1 to m counters.", bash.function)
    for other, call in (
        (gr.turning_turtles, "(row: 'str | int')"),
        (gr.subtraction, "(*heaps: int, s: tuple[int, ...] = (1, 2, 3))"),
    ):
        assert str(inspect.signature(other)) == call and inspect.unwrap(other).__name__ == other.__name__
    assert str(inspect.signature(bash)) == "(n: 'int', *, m: 'int' = 3) -> 'Iterator[int]'"
    shown = {rules.name: [*inspect.signature(rules).parameters] for rules in games.load_all()}
    assert shown["kayles"] == ["heaps"] and shown["wythoff"] == ["a", "b"]
    assert not [name for name, words in shown.items() if "player" in words]
    with pytest.raises(gr.GrundyError, match="is not a plain function"):
        gr.game(bash)


def test_numbers_are_set_as_numbers_are() -> None:
    half = gr.Value("-1/2")
    assert float(half) == -0.5 and f"{half} {half:.2f} {half:6} {gr.Value(7):03d}" == "-1/2 -0.50 -1/2   007"
    assert f"{bash(3):>10}|{gr.Value('^'):>3}|{gr.Nimber(2):>3}{gr.Nimber(2):2d}" == "   bash(3)|  ^| *2 2"
    assert f"{bash(3, m=1).solve().best_move:>6}|" == " 3 → 2|"
    for wrong in ("*", "{1|-1}"):
        with pytest.raises(TypeError, match="is not a number"):
            float(gr.Value(wrong))


def test_another_package_ships_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = """
        import grundy as gr

        @gr.game
        def hopping(n: int):
            if n > 1:
                yield n - 2
    """
    (tmp_path / "hopping_package.py").write_text(textwrap.dedent(rules))
    monkeypatch.syspath_prepend(tmp_path)
    told = {"hopping": "hopping_package:hopping", "lost": "no_package:lost", "number": "math:pi"}
    group = {name: EntryPoint(name, value, "grundy.games") for name, value in told.items()}
    monkeypatch.setattr(games, "shipped", lambda: group)
    assert gr.hopping(6).outcome() is gr.Outcome.N and games.find("hopping") is gr.hopping and "hopping" in gr.games
    with pytest.raises(gr.GrundyError, match=r"the game lost of no_package:lost cannot be loaded: ModuleNotFoundError"):
        games.load("lost")
    with pytest.raises(gr.GrundyError, match=r"math:pi, which another package calls the game number, is no ruleset"):
        games.load("number")
    with pytest.warns(gr.Notice, match="lost|number"):
        assert {"hopping", "nim"} <= {rules.name for rules in gr.games} and len(gr.games) > 90


class Spot(NamedTuple):
    a: int
    b: int = 0

    @property
    def both(self) -> int:
        return self.a * self.b


def far(s: Spot) -> bool:
    return s.a > 2 and s.b > 0


@gr.game
def spots(s: Spot) -> Iterator[Any]:
    if s.a:
        yield Spot(s.a - 1, b=s.b)
    for k in range(1, s.b + 1):
        yield s._replace(b=s.b - k)
    if far(s):
        a, b = s
        yield (a - 1, b - 1)
    if s == Spot(3):
        yield Spot(0)


def test_a_state_may_be_a_named_tuple() -> None:
    lost = set[tuple[int, int]]()
    for a, b in product(range(9), repeat=2):
        if all(tuple(after) not in lost for after in spots.function(Spot(a, b))):
            lost.add((a, b))
        assert spots(a, b) == spots(Spot(a, b)) and spots(a, b).outcome().name == ("P" if (a, b) in lost else "N")
    assert spots(3) == spots(3, 0)
    with pytest.raises(gr.GrundyError, match=r"spots takes a and optionally b, not 3 arguments \(1, 2, 3\)"):
        spots(1, 2, 3)
    assert native(spots, [(3, 4)]) is not None and spots.law(limit=9).proved


class Pins(NamedTuple):
    count: int


@gr.game
def pins(s: Pins) -> Iterator[Any]:
    for k in range(1, min(3, s.count) + 1):
        yield Pins([s.count].count(s.count) * s.count - k)


def some(s: Pins) -> bool:
    return s.count >= 0


def down(s: Pins, *, target: int) -> Iterator[Pins]:
    if k := (s.count - target) % 4:
        yield from [Pins(s.count - k)] * (k <= s.count)


@pins.theorem(where=some, reach=down)
def rest(s: Pins) -> int:
    return s.count % 4


def test_a_named_tuple_may_have_one_field() -> None:
    assert [pins(n).solve(method="search").value for n in range(9)] == [pins(n).grundy() for n in range(9)]
    assert pins(10**9 + 1).grundy() == 1 and pins.law(limit=30, seconds=1).period == 4
    best = pins(10**9 + 3).solve().best_move
    assert best is not None and best.after.ruleset.arguments(best.after.state) == (10**9,)


class Pair(NamedTuple):
    left: Spot
    more: int


@gr.game
def pairs(s: Pair) -> Iterator[Any]:
    if s.left.a > s.left.b:
        yield Pair(s.left._replace(a=s.left.a - 1), s.more)
    for k in range(1, s.more + 1):
        yield s.left, s.more - k


@gr.game
def strays(s: Pair) -> Iterator[Any]:
    if s.more:
        yield Pair(5, s.more - 1)  # type: ignore[arg-type]


@gr.game
def framed(s: Spot) -> Iterator[Any]:
    yield from spots.function(s)


@framed.setup
def frame(s: Spot) -> Spot:
    return s


def test_named_tuples_stand_in_each_other_and_in_setups() -> None:
    for a, b, more in product(range(4), range(3), range(4)):
        worth = (max(a - b, 0) % 2) ^ more
        assert pairs((a, b), more).grundy() == pairs(Pair(Spot(a, b), more)).grundy() == worth
    assert str(next(pairs(Pair(Spot(1), 0)).moves())) == "(1, 0), 0 → (0, 0), 0"
    assert framed(3, 2) == framed(Spot(3, 2)) == framed((3, 2)) and framed(3, 2).grundy() == spots(3, 2).grundy()
    for wrong in ((1, 2), ("12", 3), ((1, 2, 3), 4)):
        with pytest.raises(gr.GrundyError, match="pairs takes left and more, not 2 arguments"):
            pairs(*wrong)
    with pytest.raises(gr.GrundyError, match=r"fail at strays\(\(1, 0\), 1\): TypeError: Pair.left is 5, and no Spot"):
        strays((1, 0), 1).outcome()
    with pytest.raises(gr.GrundyError, match="framed takes a and optionally b, not 3 arguments"):
        framed(1, 2, 3)


WRONG = ["Spot(s.a, a=1)", "Spot(s.a, s.b, 3)", "s._replace(c=1)", "s._replace(s.b)", "s.both", "s.count"]


def test_what_no_named_tuple_is_is_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [f"@gr.game\ndef w{i}(s: Spot):\n    if s.a > s.b:\n        yield {way}\n" for i, way in enumerate(WRONG)]
    head = ["import grundy as gr", "from typing import NamedTuple", inspect.getsource(Spot)]
    (tmp_path / "wrong_spots.py").write_text("\n".join([*head, *rules]))
    monkeypatch.syspath_prepend(tmp_path)
    made = import_module("wrong_spots")
    for i in range(len(WRONG)):
        with pytest.raises(gr.GrundyError):
            (one := getattr(made, f"w{i}"))(2, 1).outcome()
        assert native(one, [(2, 1)]) is None and "please report" not in one.memory[UNREAD]
