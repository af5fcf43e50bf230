"""Rules with anything in any slot, that yield or return: read as Python means them, or a sentence says why not."""

from __future__ import annotations

import contextlib
import random
import warnings
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

import grundy as gr
from brute import grundy_values
from cases import each_day, nontrivial
from generated import define
from grundy.common.errors import GrundyError, Notice
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from grundy.proving.reading import moves
from grundy.rules.board import EAST, EDGE, MINE, YOURS, Board
from grundy.solving.compiled_rules import UNREAD, native
from random_functions import random_functions
from random_rules import GLOBALS, RandomRule, look_at
from slotted_rules import SlottedRule

FAR = "def far(n):\n    return n > 20000 and n % 1009 == 613\n\n"
RETURNED = {
    "a comprehension": "return [n - k for k in range(1, 4) if n >= k]",
    "a range that ends in a conditional": "return [n - k for k in range(1, 4 if not far(n) else 3) if n >= k]",
    "one list or another": "return [n - 1] if n else []",
    "early": "if n < 3:\n    return []\nreturn [n - 3, n - 2]",
    "a list that was made": "found = []\nfor k in 1, 2, 3:\n    if n >= k:\n        found.append(n - k)\nreturn found",
    "the sum of two": "return [n - k for k in (1, 2) if n >= k] + [n - k for k in (5, 6) if n >= k]",
    "stars": "return [*(n - k for k in (1, 2) if n >= k), *[n // 2 for _ in range(min(n, 1))]]",
    "a tuple": "return tuple(n - k for k in (2, 3) if k <= n)",
    "a generator": "return (n - k for k in range(1, n + 1))",
    "map": "return map(lambda k: n - k, range(1, n + 1))",
    "a range": "return range(n // 2, n)",
    "what another function yields": "def own(m):\n    for k in range(m):\n        yield k\nreturn own(n)",
    "tuples": "return [(k,) for k in range(n)]",
    "with :=": "return [half] if (half := n // 2) != n else list(())",
}
PAIRS = {
    "both": "return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)]",
    "from a list": "return list((a // k, b) for k in (2, 3) if a >= k) if a > b else [(x, 0) for x in range(a)]",
    "in a list of lists": "return [(a - 1, b), (b, a - 1)] if a else [] if not b else [(0, b - 1)]",
}
ROWS = {
    "a row": "return [h[:i] + (x,) + h[i + 1 :] for i in range(len(h)) for x in range(h[i])]",
    "its own tuple": "return tuple(h[:i] + (h[i] - 1,) + h[i + 1 :] for i, n in enumerate(h) if n)",
}


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.filterwarnings("error::grundy.common.errors.Notice")
@pytest.mark.parametrize("style", [*RETURNED, *PAIRS, *ROWS])
def test_what_is_returned_is_compiled(style: str) -> None:
    """Each as Python means it: the values are those of brute force."""
    head, start = ("n", (9,)) if style in RETURNED else ("a, b", (3, 4)) if style in PAIRS else ("*h", (2, 3, 1))
    text = f"{FAR}def f({head}):\n{indented({**RETURNED, **PAIRS, **ROWS}[style])}"
    rules: Any = gr.game(define(text))
    true = grundy_values(rules(*start))
    found = rules(*start).solve(method="compiled")
    assert found.value == true[rules(*start).state]
    assert {rules(*each if isinstance(each, tuple) else (each,)).solve(method="compiled").value for each in true} == {
        *true.values()
    }
    assert read(rules.function, {}, moves=True).yields


def test_what_returns_nothing_has_no_children() -> None:
    rules: Any = gr.game(define("def f(n):\n    if n > 3:\n        return [n - 1]\n"))
    routine = read(rules.function, {}, moves=True)
    assert routine.yields
    with pytest.raises(GrundyError, match="returns nothing"):
        rules(5).solve()
    with pytest.raises(Unreadable, match="yields nothing"):
        read(define("def f(n):\n    return []\n"), {}, moves=True)
    with pytest.raises(Unreadable, match="is a number; a loop needs"):
        read(define("def f(n):\n    return n - 1\n"), {}, moves=True)


@pytest.mark.parametrize(
    "text",
    [
        "yield sum(i for i in (1, 2) for x in range(x))",
        "yield sum(i for i in (1, 2) if x for x in range(3))",
        "for y in (i for i in (1, 2) for x in range(x)):\n    yield y",
    ],
)
def test_a_variable_of_a_comprehension_has_no_value_before_its_loop(text: str) -> None:
    """Whatever it is around the comprehension: Python raises, and that was read over."""
    rule = define(f"def f(n):\n    x = 3\n{indented(text)}")
    with pytest.raises(UnboundLocalError):
        list(rule(2))
    with pytest.raises(Unreadable, match="may have no value here"):
        read(rule)
    again = define("def f(n):\n    x = 3\n    yield sum(x for x in range(x) if x for j in range(x) for x in (j, x))\n")
    assert Run(read(again)).yields((2,)) == [*again(2)]


def test_what_is_said_of_a_failure_may_call_what_is_not_read() -> None:
    text = "def told(n):\n    return n\n\ndef f(n):\n    assert n, told(n)\n    yield n - 1\n"
    rules: Any = gr.game(define(text))
    made = native(rules, [3])
    assert made is not None and not rules.memory[UNREAD]


# -- boards ----------------------------------------------------------------------------------------------------------------


@gr.game(board=gr.Grid(".XO", sides="swap"), start="..X.O|.XO..")
def by_board(board: Board):
    """Turn the stone to the east where there is one: what it asks is whether the board is another."""
    for cell in board.free:
        after = board
        end = board.step(cell, EAST)
        if board[end] == YOURS:
            after = after.place(end, MINE)
        if after != board:
            yield after.place(cell, MINE)


@gr.game(board=gr.Grid(".XO", sides="swap"), start="..X.O|.XO..")
def by_flag(board: Board):
    for cell in board.free:
        end = board.step(cell, EAST)
        if board[end] == YOURS:
            yield board.place(end, MINE).place(cell, MINE)


@pytest.mark.filterwarnings("error::grundy.common.errors.Notice")
def test_boards_are_compared_by_what_stands_on_them() -> None:
    chance = random.Random(1)
    for _turn in range(5):
        text = "|".join("".join(chance.choice("...XO") for _ in range(4)) for _ in range(2))
        one, other = by_board(text), by_flag(text)
        assert one.solve(method="compiled").outcome == other.solve(method="interpreted").outcome


def test_an_object_of_which_only_the_class_is_asked_is_there() -> None:
    """Python places the stone first, and fails; it was read over."""
    text = "for cell in board.free:\n    yield board.place(cell - 9, MINE).of(board.place(cell, MINE).state)"
    with pytest.raises(Unreadable, match="is not read here"):
        read(define(f"def f(board: Board):\n{indented(text)}", Board=Board, MINE=MINE))


# -- why a compiled rule gives up ----------------------------------------------------------------------------------------

REASONS = {
    "a power has a negative exponent at f(7)": (
        "for k in range(1, n + 1):\n    if 2 ** (k - 3) > 0:\n        yield n - k",
        7,
    ),
    "a number exceeds 64 bits at f(60)": ("if 3**n > 17:\n    for k in range(1, 4):\n        yield n - k", 60),
    "a list is longer than the compiled rule has room for at f(100)": (
        "b = [0] * n\nfor k in range(n):\n    b[k] = k\nyield from b",
        100,
    ),
    "a power with a negative exponent is a decimal fraction; use '//'": ("if 4096**-1 < n:\n    yield n - 1", 7),
}


@pytest.mark.parametrize("reason", REASONS)
def test_why_a_rule_is_interpreted_is_true(reason: str) -> None:
    """It said that numbers exceed 64 bits or that Python differs, whatever was the case; the answer is Python's."""
    text, start = REASONS[reason]
    rules: Any = gr.game(define(f"def f(n):\n{indented(text)}"))
    with pytest.warns(Notice) as told, pytest.raises(GrundyError):
        rules(start).solve(method="compiled")
    assert str(told[0].message).endswith(reason)


def test_a_rule_that_fails_elsewhere_is_said_to_fail_there(capfd: pytest.CaptureFixture[str]) -> None:
    """It printed the traceback of a generator that was closed, and blamed a list."""
    text = "for cell in board.free:\n    if board[cell - 1] == EDGE:\n        yield board.place(cell, 1).place(cell - 3, 1)"
    rules: Any = gr.game(board=gr.Grid(".X"))(define(f"def f(board: Board):\n{indented(text)}", Board=Board, EDGE=EDGE))
    with pytest.warns(Notice, match=r"slower: the rule fails at f\(\.\)"), pytest.raises(GrundyError):
        rules("X").solve(method="compiled")
    assert not capfd.readouterr().err


def test_what_a_while_loop_multiplies_is_no_large_number() -> None:
    rules: Any = gr.game(least=0)(
        define("def f(n):\n    k = 1\n    while k <= n:\n        yield n - k\n        k *= 4\n")
    )
    with pytest.raises(GrundyError, match="line 3: what grows by more than a fixed step in each turn of a while loop"):
        moves(rules)


# -- random rules --------------------------------------------------------------------------------------------------------


def test_random_rules_with_anything_in_any_slot() -> None:
    count = each_day(90)
    found = look_at(range(count), 10, every=3, kind=SlottedRule)
    assert sum(v.read for v in found) > 0.5 * count
    assert sum(v.same for v in found) > 2 * count


@pytest.mark.hours
@pytest.mark.parametrize("turn", range(10))
def test_five_thousand_rules_with_anything_in_any_slot(turn: int) -> None:
    look_at(range(10_000 + 500 * turn, 10_500 + 500 * turn), 14, every=3, kind=SlottedRule)


STYLES: dict[str, tuple[Callable[[int], Any], int]] = {
    "slots": (partial(SlottedRule, calm=(0.7, 0.8, 0.9)), 30),
    "statements": (RandomRule, 6),
    "functions": (lambda seed: SimpleNamespace(kind="heap", text=random_functions(seed)), 15),
}
"""Styles of random rules, and of how many each everyday test takes a third."""


def reports(style: Callable[[int], Any], seeds: range) -> list[str]:
    """Why the rules of some seeds are interpreted or not proved of, where a report is asked for: each is misread."""
    found: list[str] = []
    for seed in seeds:
        made = style(seed)
        rules: Any = gr.game(define(made.text, **GLOBALS))
        start = {"ints": (3, 2), "heap": (5,), "tuple": (2, 1, 3)}[made.kind]
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            with contextlib.suppress(GrundyError):  # what Python raises at the start
                native(rules, [rules(*start).state])
        nontrivial(all("has room for" in str(each.message) for each in told))  # else it is not read
        said = [str(each.message) for each in told]
        try:
            moves(rules)
        except GrundyError as problem:
            said.append(str(problem))
        found += [f"{seed}: {each}" for each in said if "report" in each]
    return found


@pytest.mark.parametrize("name", STYLES)
def test_no_random_rule_asks_for_a_report(name: str) -> None:
    style, count = STYLES[name]
    assert reports(style, range(each_day(count))) == []


@pytest.mark.hours
@pytest.mark.parametrize("name", STYLES)
def test_none_of_many_random_rules_asks_for_a_report(name: str) -> None:
    assert reports(STYLES[name][0], range(1000, 3000)) == []
