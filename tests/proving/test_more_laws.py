"""Laws of games whose theorems were known and not proved by machine: each is compared with play from the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest

import grundy as gr
from brute import by_rounds, grundy_values, outcomes, recurrence
from generated import define
from grundy.check import check
from grundy.common.digest import sealed
from grundy.games import load
from grundy.games.mock_turtles import worth as odious
from grundy.games.moores_nim import moore
from grundy.games.ruler import worth as mark
from grundy.games.silver_dollar import every_other_gap
from grundy.games.staircase_nim import odd_stairs
from grundy.proving.comparing import verified
from grundy.proving.laws import GraphLaw, LosingLaw, RunLaw, ValueLaw, answers
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.formula import both, compile
from grundy.proving.logic.numeration import numeration
from grundy.proving.moves import NoFormula
from grundy.proving.reading import moves
from grundy.proving.sentences.relations import formula, of_gaps
from grundy.proving.theorem import prove
from grundy.rules.coins import coin_game
from grundy.values.nimber import nim_product

proved = cache(prove)
LARGE = [pytest.param(*each, marks=pytest.mark.hours) for each in ((4, 3), (5, 3), (5, 4))]


@pytest.mark.some(10)
@pytest.mark.parametrize("k", range(1, 51))
def test_division_into_any_number_of_heaps(k: int):
    rules = load("k_division").bind(k=k)
    found = prove(rules)  # equal heaps cancel, in the prover and in the checker
    assert found.proved and isinstance(found.law, ValueLaw), found.explain()
    assert rules.law().proved
    for n, value in enumerate(recurrence(rules, 100)):
        assert [v for v, automaton in enumerate(found.automata) if automaton.accepts(n)] == [value]


def test_many_equal_heaps_are_counted_in_words():
    found = prove(load("k_division").bind(k=50))
    assert "n -> 50 heaps of floor(n/2) for n >= 1 and n mod 2 = 0" in found.explain()


# ---- coins in a row: a head is a heap, of as many as there are coins left of it


@pytest.mark.parametrize(("name", "worth", "kind"), [("mock_turtles", odious, GraphLaw), ("ruler", mark, RunLaw)])
def test_coins_in_a_row(name: str, worth: Callable[[int], int], kind: type[GraphLaw]):
    rules = load(name)
    found = prove(rules)
    assert found.proved and type(found.law) is kind, found.explain()
    graph = found.automata[0]
    for i in range(9):
        value = grundy_values(rules(1 << i))[1 << i]
        assert value == worth(i) and graph.accepts(i, value) and not graph.accepts(i, value ^ 1)
    for i in (*range(40), 10**18, 2**70 - 1):
        assert graph.accepts(i, worth(i))
    assert verified(found.certificate(), rules).verified
    law = rules.law()
    assert law.proved and [law.value(i) for i in range(50)] == [worth(i) for i in range(50)]


RUNS = {
    "at most three": "def coins(i):\n    for first in range(max(0, i - 2), i + 1):\n        yield tuple(range(first, i))\n",
    "two or more": "def coins(i):\n    for first in range(i):\n        yield tuple(range(first, i))\n",
    "an even number": (
        "def coins(i):\n    for first in range(i):\n        if (i - first) % 2 == 1:\n"
        "            yield tuple(range(first, i))\n"
    ),
    "all that lie left of another": (
        "def coins(i):\n    for last in range(i + 1):\n        yield tuple(range(0, last))\n"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_runs_of_coins(name: str):
    rules = coin_game(define(RUNS[name]))
    found = prove(rules, seconds=30)
    assert found.proved and isinstance(found.law, RunLaw), found.explain()
    total = 0
    for i in range(11):
        value = grundy_values(rules(1 << i))[1 << i]
        assert [v for v in range(40) if found.automata[0].accepts(i, v)] == [value]
        assert [v for v in range(40) if found.automata[1].accepts(i, v)] == [total]
        total ^= value
    made = found.certificate()
    assert verified(made, rules).verified
    bare = {field: made[field] for field in made if field != "hash"}
    values, sums = made["automata"]
    assert not check(sealed({**bare, "automata": [values, values]})).verified
    assert not check(sealed({**bare, "automata": [sums, sums]})).verified
    for false in ({"automata": [values]}, {"claim": "graph", "automata": [values]}, {"heaps": 1}):
        with pytest.raises(gr.GrundyError):
            check(sealed({**bare, **false}))


BAD_RUNS = {
    "a run of coins that lie right of it": "def coins(i):\n    yield tuple(range(0, i + 2))\n",
    "a run that ends before it begins": "def coins(i):\n    yield tuple(range(i, 3))\n",
    "runs, and something else": "def coins(i):\n    yield tuple(range(0, i))\n    yield ()\n",
}


@pytest.mark.parametrize("name", BAD_RUNS)
def test_runs_that_are_none_are_refused(name: str):
    with pytest.raises(gr.GrundyError):
        assert not prove(gr.heap_game(define(BAD_RUNS[name])), seconds=5).proved


# ---- numbers in an order


@pytest.mark.parametrize("coins", [2, 3, 4])
def test_silver_dollar(coins: int):
    rules = load("silver_dollar")
    found = prove(rules, heaps=coins)
    assert found.proved, found.explain()
    lost = found.automata[0]
    for state in product(range({2: 14, 3: 10, 4: 8}[coins]), repeat=coins):
        is_position = all(a < b for a, b in pairwise(state))
        assert lost.accepts(*state) is (is_position and every_other_gap(*state) == 0)
    known = outcomes(rules(*{2: (7, 12), 3: (3, 7, 9), 4: (2, 4, 6, 8)}[coins]))
    assert all(lost.accepts(*state) is (outcome == "P") for state, outcome in known.items())
    assert "with " + " < ".join("abcd"[:coins]) + ", the player to move loses" in found.statement()


def test_the_order_of_a_position_is_checked():
    made = prove(load("silver_dollar"), heaps=3).certificate()
    bare = {field: made[field] for field in made if field != "hash"}
    assert made["order"] == [[0, 1, 1], [1, 2, 1]] and check(made).verified
    for order in ([[0, 1, 1]], [[0, 1, 0], [1, 2, 1]], [[0, 1, 1], [1, 2, 0]], [[1, 0, 1], [1, 2, 1]]):
        assert not check(sealed({**bare, "order": order})).verified, order
    wrong = ([], [[0, 3, 1]], [[0, 0, 1]], [[0, 1, 2]], [[0, 1]], [[0, True, 1]], "", [[0, 1, -1]])
    for order in wrong:
        with pytest.raises(gr.GrundyError):
            check(sealed({**bare, "order": order}))
    with pytest.raises(gr.GrundyError):
        check(sealed({field: value for field, value in bare.items() if field != "order"} | {"least": -1}))
    assert not check(sealed({field: value for field, value in bare.items() if field != "order"})).verified


@gr.game
def crossing(a: int, b: int):
    """Its moves leave the order in which `setup` wants the numbers."""
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1


@crossing.setup
def crossing_setup(a: int, b: int) -> tuple[int, int]:
    if a >= b:
        raise gr.PositionError("the first number is the smaller one")
    return a, b


def test_moves_that_leave_the_order_are_found():
    with pytest.raises(gr.GrundyError, match="a move leads to something that is not a position: so it is at crossing"):
        prove(crossing)


@pytest.mark.parametrize("stairs", [2, 3, 4])
def test_staircases(stairs: int):
    rules = load("staircase_nim")
    found = prove(rules, heaps=stairs)
    assert found.proved, found.explain()
    known = outcomes(rules(*(3, 2, 2, 1)[:stairs]))
    assert all(found.automata[0].accepts(*state) is (outcome == "P") for state, outcome in known.items())
    for state in product(range(7), repeat=stairs):
        assert found.automata[0].accepts(*state) is (odd_stairs(*state) == 0)


@pytest.mark.slow
@pytest.mark.parametrize(("heaps", "k"), [(2, 1), (3, 1), (3, 2), (4, 2), *LARGE])
def test_moores_nim(heaps: int, k: int):
    rules = load("moores_nim").bind(k=k)
    found = prove(rules, heaps=heaps)
    assert found.proved and found.states == 1, found.explain()
    for state in product(range({2: 20, 3: 9, 4: 6, 5: 4}[heaps]), repeat=heaps):
        assert found.automata[0].accepts(*state) is moore(*state, k=k)
    known = outcomes(rules(*(4, 3, 3, 3, 1)[:heaps]))
    assert all(found.automata[0].accepts(*state) is (outcome == "P") for state, outcome in known.items())


def test_finitely_many_positions_are_said_one_by_one():
    found = prove(load("moores_nim"), heaps=2)
    assert found.statement().endswith("the player to move loses exactly when (a, b) is (0, 0)")


def test_moores_nim_is_played_as_it_was():
    rules = load("moores_nim")
    for k in range(1, 6):
        for heaps in product(range(3), repeat=5):
            options = list(rules.bind(k=k).options(heaps))
            wanted = {after for after in product(*(range(heap + 1) for heap in heaps))
                      if 1 <= sum(map(int.__ne__, after, heaps)) <= k}  # fmt: skip
            assert len(options) == len(wanted) and {*options} == wanted


# ---- where play can go round


@gr.game
def poker_nim(a: int, b: int, mine: int, yours: int):
    """Take counters into your bag, or add some of it to a heap; the bags change places with the players."""
    for k in range(1, a + 1):
        yield a - k, b, yours, mine + k
    for k in range(1, b + 1):
        yield a, b - k, yours, mine + k
    for k in range(1, mine + 1):
        yield a + k, b, yours, mine - k
        yield a, b + k, yours, mine - k


def lost_in(
    known: dict[Any, str], states: Iterable[tuple[int, ...]], told: Automaton, more: tuple[int, ...] = ()
) -> None:
    """Compare what an automaton tells with brute force, where nothing is a draw."""
    assert {*known.values()} == {"N", "P"}
    for state in states:
        assert told.accepts(*state, *more) is (known[state] == "P")


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.parametrize(("rows", "widths"), [(2, range(3, 5)), (1, range(3, 9))])
def test_northcott_for_every_width(rows: int, widths: Iterable[int]):
    found = proved(load("northcott"), heaps=2 * rows)
    assert found.proved and found.ranking.answered, found.explain()
    assert found.moves.shown[-1] == "width" and check(found.certificate()).verified
    for width in widths:
        rules = load("northcott").bind(width=width)
        pairs = [(a, b) for b in range(width) for a in range(b)]
        options = {state: [*rules.options(state)] for each in product(pairs, repeat=rows) for state in [sum(each, ())]}
        known = {state: outcome for state, (outcome, _) in by_rounds(options, {}).items()}
        lost_in(known, known, found.automata[0], (width,))
        every = (state for state in product(range(width + 1), repeat=2 * rows) if state not in known)
        assert not any(found.automata[0].accepts(*state, width) for state in every)


def test_three_rows_of_northcott_are_decided():
    found = LosingLaw(moves(load("northcott"), 6))
    (said,) = of_gaps(found.names, found.moves.order)
    limits = Limits()
    told = compile(both(found.moves.domain, formula(said)), numeration("msd_2"), limits=limits).over(found.names)
    assert found.refuted([told], limits) is None
    ranking = answers(found.moves, told, False, limits)
    assert ranking is not None and ranking.sums == ((1, 3, 5),)  # the winner goes forward alone


@pytest.mark.slow
def test_a_rule_of_ones_own_may_return():
    found = proved(poker_nim)
    assert found.proved and found.ranking.answered and found.statement().endswith("loses exactly when a = b")
    assert found.ranking.sums == ((0, 1, 2),)  # the heaps fall, or they are as they were and a bag is smaller
    known = outcomes(poker_nim(3, 2, 1, 1))
    lost_in(known, known, found.automata[0])
    assert "the winner" not in found.explain() and "though play could go on for ever" in found.explain()


def test_where_there_are_draws_nothing_is_proved():
    @gr.game
    def around(n: int):
        if n > 0:
            yield n + 1 if n % 2 else n - 1

    with pytest.raises(gr.GrundyError, match="neither player is known to win"):
        prove(around)
    with pytest.raises(gr.GrundyError, match="neither player is known to win"):  # who cannot move wins: both retreat
        prove(load("northcott"), heaps=4, play="misere")


@pytest.mark.slow
def test_changed_answers_are_refused():
    made = proved(load("northcott"), heaps=4).certificate()
    refused = [
        {"ranking": [[0]]},
        {"ranking": [[0, 1]]},
        {"ranking": [[4]]},
        {"automata": [{"delta": [[-1] * 32], "accepting": []}]},
        {"order": [row for row in made["order"] if row != [1, 4, 1]]},
        {"play": "misere"},
    ]
    for change in refused:
        assert not check(sealed({**made, **change})).verified, change
    assert not check(sealed({name: each for name, each in made.items() if name != "answered"})).verified
    for change in ({"answered": 0}, {"answered": 2}, {"carried": []}, {"carried": ["width", "width"]}, {"blocked": 1}):
        with pytest.raises(gr.GrundyError):
            check(sealed({**made, **change}))
    changed = {**made, "parameters": {"width": 4}, "carried": ["height"]}
    with pytest.raises(gr.GrundyError, match="fingerprint"):
        check(sealed(changed))
    own = proved(poker_nim).certificate()
    assert check(sealed({**own, "ranking": [[0, 1], [2]]})).verified  # which is true too
    for rows in ([[0, 1]], [[2]], [[3]], [[2], [0, 1]]):
        assert not check(sealed({**own, "ranking": rows})).verified
    assert verified(made, load("northcott")).verified
    with pytest.raises(gr.GrundyError, match="other rules"):
        verified(made, load("silver_dollar"))


# ---- where there is none


def test_nim_products_are_read_by_no_automaton():
    powers = [y for j in range(1, 65) if 2 * nim_product(y := 1 << j, y) == 3 * y]
    assert powers == [1 << (1 << m) for m in range(7)]  # their lengths double, so no automaton reads them
    for ask in (prove, lambda rules: moves(rules)):
        with pytest.raises(NoFormula, match="no automaton can read"):
            ask(load("turning_corners"))


def test_finitely_many_values_are_added_in_any_base():
    @gr.heap_game
    def ternary(n: int):
        if n % 3 == 1:
            yield n // 3
        if n % 3 == 2:
            yield n // 3, 1
            yield n // 3, n // 3
        if n % 3 == 0 and n > 0:
            yield n // 3, 1
            yield n // 3

    found = prove(ternary)
    assert found.proved and found.system.name == "msd_3", found.explain()
    for n, value in enumerate(recurrence(ternary, 300)):
        assert [v for v, automaton in enumerate(found.automata) if automaton.accepts(n)] == [value]
