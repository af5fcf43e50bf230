"""More ways of writing rules are read: forty-two styles and their siblings, as data and compiled, against Python."""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from cases import each_day, nontrivial
from generated import Program, define
from grundy.language.ir import Routine, routine_json, routine_of
from grundy.language.native import FULL, UNFIT, of_states
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run
from more_styles import LAWS, MORE
from random_rules import Differ, Verdict
from random_rules import compare as compare_random
from random_styles import StyledRule
from style_siblings import CHILDREN, GLOBALS, SIBLINGS, siblings

ONCE = dict(siblings(CHILDREN))
LONGEST = 4
"""Items of a tuple that is a position."""
Rows = list[tuple[int, ...]] | None


def positions(routine: Routine, side: int) -> Iterator[tuple[int, ...]]:
    """All small positions, and a few further ones."""
    if routine.is_tuple:
        for length in range(LONGEST + 1):
            yield from itertools.product(range(side), repeat=length)
        return
    yield from [(61,), (100,)] if routine.width == 1 else []
    yield from itertools.product(range({1: 16, 2: 8}.get(routine.width, 5)), repeat=routine.width)


def by_python(function: Callable[..., Any], state: tuple[int, ...]) -> Rows:
    """What Python yields, None where it raises."""
    try:
        return [x if isinstance(x, tuple) else (x,) for x in function(*state)]
    except Exception:
        return None


def by_data(routine: Routine, state: tuple[int, ...]) -> Rows:
    """What the data yield, None where they fail."""
    try:
        found = Run(routine).yields([state] if routine.is_tuple else state)
    except Failed:
        return None
    return [x if isinstance(x, tuple) else (x,) for x in found]


def compiled(routine: Routine) -> Program:
    """The text that a rule becomes."""
    if routine.is_tuple:
        return Program(of_states(routine, width=LONGEST + 2, mode="variable"))
    return Program(of_states(routine, width=routine.width))


def cells(rows: list[tuple[int, ...]], routine: Routine) -> list[int]:
    """What compiled text writes of children."""
    if not routine.is_tuple:
        return [x for row in rows for x in row]
    return [x for row in rows for x in (len(row), *row, *[0] * (LONGEST + 1 - len(row)))]


def compare(function: Callable[..., Any], side: int = 4) -> tuple[int, int]:
    """Compare a rule, as data and compiled, with Python; return at how many positions it has moves, and it raises."""
    routine = read(function)
    assert routine_of(routine_json(routine)) == routine
    moves = raises = answered = fitting = 0
    most = LONGEST + 1
    try:
        program: Program | None = compiled(routine)
    except Unreadable:
        program = None
    for state in positions(routine, side):
        wanted = by_python(function, state)
        try:
            assert by_data(routine, state) == wanted, state
        except Beyond:
            continue
        moves, raises = moves + bool(wanted), raises + (wanted is None)
        if program is None:
            continue
        fitting += wanted is not None and all(
            len(row) <= most if routine.is_tuple else len(row) == routine.width for row in wanted
        )
        given = [len(state), *state, *[0] * (LONGEST + 1 - len(state))] if routine.is_tuple else list(state)
        count, out = program(given, room=3_000)
        if count in (UNFIT, FULL):
            continue  # Python is asked
        assert wanted is not None, state
        assert count == len(wanted), state
        own = cells(wanted, routine)
        assert out[1 : 1 + len(own)] == own, state
        answered += 1
    assert program is None or answered > 0 or not fitting
    return moves, raises


# -- the styles ------------------------------------------------------------------------------------------------------------


def test_forty_two_styles_of_which_at_least_thirty_are_read() -> None:
    assert len(MORE) == 42
    read_of_them = sum(not mend for _rule, _why, mend in MORE.values())
    assert read_of_them >= 30
    page = Path(__file__).parents[1].parent / "docs" / "reference" / "language.md"
    assert f"(`tests/more_styles.py`) {read_of_them} are read" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("style", [name for name, (_rule, _why, mend) in MORE.items() if not mend])
def test_a_style_is_read_and_means_what_python_says(style: str) -> None:
    rule = MORE[style][0]
    moves, _raises = compare(rule, 5)
    assert moves > 10
    compiled(read(rule))


@pytest.mark.parametrize("style", [name for name, (_rule, _why, mend) in MORE.items() if mend])
def test_a_style_that_is_not_read_says_why(style: str) -> None:
    rule, why, mend = MORE[style]
    with pytest.raises(Unreadable, match=why):
        read(rule)
    assert mend


@pytest.mark.parametrize("style", LAWS)
def test_the_law_of_a_style_is_proved(style: str) -> None:
    rules: Any = gr.game(MORE[style][0])
    assert LAWS[style] in str(rules.law())


@pytest.mark.parametrize(
    "style", ["for … else", "if a and (x := …)", "pop", "sorted(key=)", "def within the rule", "case k if …"]
)
def test_a_style_is_solved_by_machine_code(style: str) -> None:
    rule = MORE[style][0]

    @functools.cache
    def value(state: tuple[int, ...]) -> int:
        met = {value(child if isinstance(child, tuple) else (child,)) for child in rule(*state)}
        return next(n for n in range(len(met) + 1) if n not in met)

    rules: Any = gr.game(rule)
    start = (7,) if not read(rule).is_tuple and read(rule).width == 1 else (4, 3)
    assert rules(*start).solve().value == value(start)


# -- their siblings --------------------------------------------------------------------------------------------------------


@pytest.mark.some(70)
@pytest.mark.parametrize("name", SIBLINGS)
def test_a_sibling_means_what_python_says_or_is_refused(name: str) -> None:
    text, why = SIBLINGS[name]
    rule = define(text.lstrip("\n"), **GLOBALS)
    if why:
        with pytest.raises(Unreadable) as problem:
            read(rule)
        assert why in problem.value.reason
        return
    moves, raises = compare(rule)
    assert moves or raises


@pytest.mark.parametrize("name", ONCE)
def test_a_set_of_children_has_what_python_says_or_is_refused(name: str) -> None:
    text, why = ONCE[name]
    rule = define(text.lstrip("\n"), **GLOBALS)
    if why:
        with pytest.raises(Unreadable) as problem:
            read(rule, moves=True)
        assert why in problem.value.reason
        return
    routine = read(rule, moves=True)
    program, moves = compiled(routine), 0
    for state in positions(routine, 4):
        wanted = set(by_python(rule, state) or ())
        moves += len(wanted)
        assert set(by_data(routine, state) or ()) == wanted
        count, out = program(list(state))
        width = len(state)
        assert {tuple(out[1 + i * width : 1 + (i + 1) * width]) for i in range(count)} == wanted
    assert moves


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="annotations are evaluated when they are asked for")
def test_an_annotation_that_python_evaluates_is_not_read_over(tmp_path: Path) -> None:
    text = "def f(n):\n    def g(m: unknown):\n        return m\n    yield g(n)\n"
    file = tmp_path / "annotated.py"
    file.write_text(text, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, str(file), "exec", dont_inherit=True), names)
    with pytest.raises(NameError):
        list(names["f"](3))
    with pytest.raises(Unreadable, match="plain annotations"):
        read(names["f"])


# -- random rules ----------------------------------------------------------------------------------------------------------

SHARE = 40
"""Random rules of an everyday test."""


def look_at(seeds: range, states: int) -> list[Verdict]:
    """Compare random rules of some seeds; the seed is in what a failure says."""
    found: list[Verdict] = []
    for seed in seeds:
        try:
            found.append(compare_random(seed, states, kind=StyledRule))
        except Differ as problem:
            raise AssertionError(f"compare({seed}, kind=StyledRule): {problem}") from None
        nontrivial(found[-1].same > 0)
    return found


@pytest.mark.slow
def test_random_rules_in_more_ways_of_writing() -> None:
    found = look_at(range(each_day(SHARE)), 16)
    assert sum(v.equal for v in found) > 2 * len(found)


@pytest.mark.hours
@pytest.mark.parametrize("turn", range(10))
def test_five_thousand_random_rules_in_more_ways_of_writing(turn: int) -> None:
    look_at(range(50_000 + 500 * turn, 50_500 + 500 * turn), 24)
