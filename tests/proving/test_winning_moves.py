"""Tables of moves that win: each move is legal and leads to a lost position, and each position that is won has one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from math import inf
from random import Random

import pytest

import grundy as gr
from cases import nontrivial
from grundy.common.messages import use
from grundy.games import load
from grundy.proving import lemmas as tables
from grundy.proving.lemmas import WinningMoves, lemmas, winning_moves
from grundy.proving.logic.automaton import Limits
from grundy.proving.logic.expressions import Compare, Term, variable
from grundy.proving.logic.formula import YES, both
from grundy.proving.move_tables import LEAST, Case, chosen, last_digit_of
from grundy.proving.questions import ask
from grundy.proving.theorem import Theorem, prove
from grundy.proving.witnesses import holds, number, solutions
from own_games import ended, from_an_extreme, from_one

WINS = [
    ("bash", {}, {}, ["take n mod 4"]),
    ("bash", {"m": 1}, {}, ["take 1"]),
    ("bash", {"m": 7}, {"play": "misere"}, ["take (n + 7) mod 8"]),
    ("nim", {}, {"heaps": 2}, ["if a > b: take a - b from a", "otherwise: take b - a from b"]),
    (
        *("nim", {}, {"heaps": 3}),
        [
            "if a > b ⊕ c: change a to b ⊕ c",
            "if b > a ⊕ c: change b to a ⊕ c",
            "otherwise: change c to a ⊕ b",
        ],
    ),
    (
        *("subtraction", {"s": (1, 3, 4)}, {}),
        ["if n mod 7 in {1, 3}: take 1", "if n mod 7 in {4, 6}: take 4", "otherwise: take 3"],
    ),
    ("lasker", {}, {}, ["take all"]),
    ("split_nim", {}, {}, ["take all"]),
    (
        *("fibonacci_nim", {}, {}),
        ["go to (n - k, 2*k), where k is the smallest part of the Zeckendorf sum of n"],
    ),
    (
        *("wythoff", {}, {}),
        [
            "if (a - k, b) is lost for some k >= 1: take k from a (there is only one such k)",
            "if (a, b - k) is lost for some k >= 1: take k from b (there is only one such k)",
            "otherwise: take k from each of a and b, with the only k >= 1 for which (a - k, b - k) is lost",
        ],
    ),
    (
        *("kayles", {}, {}),
        [
            "if n = 1: take 1",
            "if n = 2: take 2",
            "if n mod 2 = 1: leave floor(n/2) + (n - floor(n/2) - 1)",
            "otherwise: leave (floor(n/2) - 1) + (n - floor(n/2) - 1)",
        ],
    ),
]
SIDES = {1: 80, 2: 16, 3: 8}


def made(name: str, params: dict, options: dict) -> Theorem:
    found = prove(load(name).bind(**params), **options)
    assert isinstance(found, Theorem)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "params", "options", "lines"), WINS)
def test_the_table_says_which_move_wins(name, params, options, lines):
    theorem = made(name, params, options)
    assert theorem.argument.cases() == lines
    assert theorem.argument.winning is not None
    agrees_with_play(theorem, theorem.argument.winning)


@gr.game
def one_or_double(a: int, b: int):
    if a > 0:
        yield a - 1, b
    if b > 1:
        yield a, b - 2
    if a > 1 and b > 0:
        yield a - 2, b - 1


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.parametrize("rules", [one_or_double, ended, from_one])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_tables_of_ones_own_games(rules, play):
    theorem = prove(rules, play=play)
    assert isinstance(theorem, Theorem) and theorem.argument.winning is not None
    agrees_with_play(theorem, theorem.argument.winning)


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "options"), [("nim", {"heaps": 2}), ("nim", {"heaps": 3}), ("wythoff", {})])
def test_tables_in_misere_play(name, options):
    theorem = made(name, {}, {**options, "play": "misere"})
    assert theorem.argument.winning is not None
    assert "and has a move" in theorem.explain()
    agrees_with_play(theorem, theorem.argument.winning)


def agrees_with_play(theorem: Theorem, table: WinningMoves) -> None:
    """Make each move of a table, as the rules in Python have it, and play on from what it leaves."""
    own = theorem.moves
    won = 0
    for state in product(range(own.least, SIDES[len(own.names)]), repeat=len(own.names)):
        position = own.rules(*state)
        told = {heaps(option.state) for option in position.options()}
        if not told or is_lost(theorem, state):
            continue
        won += 1
        values = dict(zip(own.names, state, strict=True))
        values |= {f"{LEAST} {name}": last_digit_of(theorem.system, n) for name, n in values.items()}
        i, case = next((i, case) for i, case in enumerate(table.cases) if speaks_of(theorem, case, values))
        ways = solutions(case.move.bound, case.move.guard, values)
        options = [tuple(number(part, way) for part in case.move.parts) for way in ways]
        good = [option for option in options if is_lost(theorem, option)]
        assert good and {heaps(option) for option in good} <= told, (state, case)
        assert len(good) == 1 or not table.unique[i]
    assert won > 5


def heaps(state: object) -> tuple[int, ...]:
    """Return the numbers of a position, or its heaps, in order and without those that are empty."""
    numbers = tuple(state) if isinstance(state, tuple) else (state,)
    return tuple(sorted(n for n in numbers if n))


def is_lost(theorem: Theorem, state: tuple[int, ...]) -> bool:
    return solved(theorem.moves.rules, "misere" if getattr(theorem.law, "misere", False) else "normal", state or (0,))


@cache
def solved(rules: gr.Ruleset, play: str, state: tuple[int, ...]) -> bool:
    return rules(*state).solve(play).outcome.name == "P"


def speaks_of(theorem: Theorem, case: Case, values: dict[str, int]) -> bool:
    if not case.by_target or case.when == YES:
        return bool(holds(case.when, values))
    ways = solutions(case.move.bound, case.move.guard, values)
    return any(is_lost(theorem, tuple(number(part, way) for part in case.move.parts)) for way in ways)


@pytest.mark.parametrize("name", ["bash", "wythoff", "nim", "fibonacci_nim"])
def test_a_changed_table_is_not_proved(name):
    """With another choice in a case a table is refused, or is right all the same."""
    theorem = made(name, {}, {"heaps": 2} if name == "nim" else {})
    table, random = theorem.argument.winning, Random(7)
    assert table is not None
    asked, refused = tables._Table(theorem), 0
    for _turn in range(20):
        cases = [replace(case, when=YES if case.by_target else case.when, by_target=False) for case in table.cases]
        move, own = random.choice(theorem.moves.moves), variable(random.choice(theorem.moves.names))
        choice = random.choice((0 * own, own, own - 1, 0 * own + random.randrange(4)))
        cases[random.randrange(len(cases))] = Case(YES, chosen(move, {move.bound[0]: choice}))
        if asked._decided(cases) is None:
            refused += 1
        else:
            agrees_with_play(theorem, WinningMoves(tuple(cases), (False,) * len(cases), ()))
    nontrivial(refused)
    assert refused > 12


def test_a_table_that_holds_of_small_positions_only_is_not_claimed(monkeypatch):
    wrong = [Case(YES, replace(load_moves("bash"), bound=(), guard=YES, parts=(variable("x0") - 1,)))]
    monkeypatch.setattr(tables, "tables", lambda small: wrong)
    found = winning_moves(made("bash", {}, {}))
    assert found is not None and found.cases[0].move.bound  # of which kind it is, is decided without a guess


def test_a_case_that_is_too_large_to_be_shortened_stays_as_it_is():
    table = tables._Table(made("nim", {}, {"heaps": 2}))
    greater, other = Compare(variable("x0"), ">", variable("x1")), Compare(variable("x0"), ">=", Term((), 1))
    long = Case(both(greater, other), load_moves("bash"))
    assert table._shorter(long).when == greater
    table.limits = Limits(1, until=inf)
    assert table._shorter(long) == long


def load_moves(name: str):
    return made(name, {}, {}).moves.moves[0]


def test_no_table_where_moves_can_be_forbidden():
    theorem = made("wythoff", {}, {"blocked": 2})
    assert theorem.argument.winning is None and "Wins." not in theorem.explain()
    assert theorem.to_dict()["wins"] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [("wythoff", {}), ("bash", {"play": "misere"}), ("nim", {"heaps": 2}), ("kayles", {}), ("fibonacci_nim", {})],
)
def test_each_lemma_can_be_asked_again(name, options):
    theorem = made(name, {}, options)
    told = theorem.to_dict()["lemmas"]
    assert [each["number"] for each in told] == [*range(1, len(told) + 1)]
    for each in told:
        answer = ask(theorem, each["formula"])
        assert answer.truth and max(answer.largest, 1) == each["largest"]


def test_lemmas_are_the_checks_of_a_theorem():
    for name, options in (("wythoff", {}), ("nim", {}), ("wythoff", {"blocked": 2})):
        theorem = made(name, {}, options)
        assert len(lemmas(theorem)) == len(theorem.checks) - bool(theorem.moves.duties)


def test_the_same_question_prints_the_same_text():
    assert prove(load("wythoff")).explain() == prove(load("wythoff")).explain()
    with use("zh"):
        assert made("nim", {}, {"heaps": 2}).argument.cases()[0] == "若 a > b：从 a 取走 a - b"


def test_conditions_that_follow_from_the_others_are_left_out() -> None:
    theorem = prove(from_an_extreme("max"))
    assert isinstance(theorem, Theorem)
    assert theorem.argument.cases()[:2] == [
        "if a > b and c > a: take c - a from c",
        "if a < b and c > b: take c - b from c",
    ]
    agrees_with_play(theorem, theorem.argument.winning)
