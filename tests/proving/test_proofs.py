"""Theorems from rules: those that hold are proved, what is wrong is refuted, and nothing else is claimed."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

import grundy as gr
from cases import nontrivial
from grundy.common.digest import digest, rules_digest
from grundy.common.errors import GrundyError, RulesError
from grundy.games import load
from grundy.games.split_nim import odious
from grundy.language.ir import VERSION, routine_json, routine_of
from grundy.language.read import read
from grundy.proving.boxes import decider, formula_options
from grundy.proving.laws import GraphLaw, LosingLaw, ValueLaw
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.logic.linear import linear
from grundy.proving.logic.numeration import numeration
from grundy.proving.questions import ask, changed, same
from grundy.proving.reading import moves
from grundy.proving.theorem import NotProved, Theorem, prove
from grundy.rules.data import rules_data

THEOREMS = [
    ("wythoff", {}, {}, "msd_fib", 7),
    ("wythoff", {}, {"play": "misere"}, "msd_fib", 13),
    ("wythoff", {}, {"blocked": 2}, "msd_2", 7),
    ("bash", {"m": 6}, {}, "msd_2", 7),
    ("nim", {}, {"heaps": 2}, "msd_2", 1),
    ("nim", {}, {"heaps": 3}, "msd_2", 1),
    ("nim", {}, {"heaps": 2, "play": "misere"}, "msd_2", 4),
    ("nim", {}, {"heaps": 3, "play": "misere"}, "msd_2", 4),
    ("nim", {}, {}, "msd_2", 1),
    ("nim", {}, {"heaps": 2, "values": True}, "msd_2", 1),
    ("fibonacci_nim", {}, {}, "msd_fib", 4),
    ("k_division", {"k": 2}, {}, "msd_2", 5),
    ("k_division", {"k": 3}, {}, "msd_2", 6),
    ("split_nim", {}, {}, "msd_2", 8),
    ("subtraction", {"s": (1, 3, 4)}, {}, "msd_2", 7),
]


@pytest.mark.slow
@pytest.mark.some(5)
@pytest.mark.parametrize(("name", "params", "options", "system", "states"), THEOREMS)
def test_theorems(name, params, options, system, states):
    found = prove(load(name).bind(**params), **options)
    assert found.proved and (found.system.name, found.states) == (system, states), found.explain()
    _agrees_with_play(found)
    again = prove(load(name).bind(**params), **options).certificate()
    assert again == found.certificate()


def _agrees_with_play(found: Theorem) -> None:
    """Compare a theorem with the rules played out, on positions beyond the ones that it was guessed from."""
    law = found.law
    if isinstance(law, LosingLaw):
        is_lost = decider(law.moves, misere=law.misere, blocked=law.blocked)
        side = {1: 90, 2: 25, 3: 8}[len(law.names)]
        for state in product(range(law.moves.least, side), repeat=len(law.names)):
            assert found.automata[0].accepts(*state) == is_lost(state)
    elif len(law.moves.names) == 1:
        for n in range(70):
            value = law.moves.rules(n).grundy()
            if isinstance(law, ValueLaw):
                assert [v for v, automaton in enumerate(found.automata) if automaton.accepts(n)] == [value]
            else:
                assert found.automata[0].accepts(n, value) and not found.automata[0].accepts(n, value + 1)


@pytest.mark.hours
def test_blocking_two_options_of_wythoff_needs_a_large_box():
    found = prove(load("wythoff"), blocked=1)
    assert found.states == 73
    _agrees_with_play(found)


def test_the_odious_law_is_the_one_proved():
    found = prove(load("split_nim"))
    assert isinstance(found.law, GraphLaw)
    assert all(found.automata[0].accepts(n, odious(n)) for n in (*range(50), 10**20))


def test_octal_periods_get_a_second_proof():
    found = prove(gr.octal("0.77"))
    assert found.proved
    assert [v for v, automaton in enumerate(found.automata) if automaton.accepts(10**18)] == [
        gr.kayles(10**18).grundy()
    ]


@gr.game
def coin(a: int, b: int):
    if a > 0:
        yield a - 1, b
        if b > 1:
            yield a, b - 2


@coin.ending
def coin_ending(a: int, b: int):
    return gr.LOSS if a == 0 or (b == 1 and a > 2) else gr.WIN if b == 0 and a == 2 else None


def test_declared_endings_in_both_plays():
    for play in ("normal", "misere"):
        found = prove(coin, play=play)
        assert found.proved
        for state in product(range(12), repeat=2):
            assert found.automata[0].accepts(*state) == (coin(*state).outcome(play).name == "P"), (play, state)
    with pytest.raises(GrundyError, match="declared endings"):
        prove(coin, values=True)


@gr.game
def raises(a: int, b: int):
    if a > 0:
        yield a - 1, b + 5
    if b > 0:
        yield a, b - 1


@gr.game
def circles(a: int, b: int):
    if a != b:
        yield b, a


def test_termination_is_proved_or_refused():
    assert prove(raises).ranking.words(("a", "b")) == "every move lowers (a, a + b) in the lexicographic order"
    with pytest.raises(RulesError, match="could not show that play of circles ends"):
        prove(circles)


def test_wrong_sets_are_refuted_where_they_are_wrong():
    read = moves(load("wythoff"))
    right = prove(load("wythoff")).automata[0]
    law = LosingLaw(read)
    rng = np.random.default_rng(5)
    refuted = 0
    for _ in range(150):
        delta, accepting = right.delta.copy(), right.accepting.copy()
        state = int(rng.integers(len(delta)))
        if rng.random() < 0.3:
            accepting[state] ^= True
        else:
            delta[state, int(rng.integers(4))] = int(rng.integers(-1, len(delta)))
        try:
            mutant = Automaton.of(right.numeration, ("x0", "x1"), delta, accepting)
        except GrundyError:
            nontrivial(False)
            continue  # leading zeros would matter
        wrong = law.refuted([mutant], Limits())
        assert (wrong is None) == (mutant == right)
        nontrivial(wrong is not None)
        refuted += wrong is not None
    assert refuted > 80


def test_wrong_values_are_refuted():
    read = moves(load("bash").bind(m=2))
    right = [linear(numeration("msd_2"), {"x0": 1}, "=", v, modulus=3) for v in range(3)]
    law = ValueLaw(read)
    assert law.refuted(right, Limits()) is None
    for wrong in (right[:2], [right[1], right[0], right[2]], [*right, right[0]]):
        assert law.refuted(wrong, Limits()) is not None
    graph = prove(load("nim")).automata[0]
    own = GraphLaw(moves(load("nim")))
    assert own.refuted([graph], Limits()) is None
    less = linear(numeration("msd_2"), {"x0": 1, "z": -1}, "<=")
    for wrong in (graph.complement(), graph.difference(less), less):
        assert own.refuted([wrong], Limits()) is not None


RULE_MUTANTS = {
    "<= for <": "range(1, a + 2)",
    "a lost k": "range(2, a + 1)",
    "half": "range(1, a // 2 + 1)",
    "k from 0": "range(0, a + 1)",
}


@pytest.mark.parametrize("what", RULE_MUTANTS)
def test_changed_rules_do_not_have_the_old_law(what, tmp_path):
    from grundy.faces.cli.files import load as load_file

    place = tmp_path / "mutant.py"
    place.write_text(
        f"import grundy as gr\n@gr.game\ndef mutant(a: int, b: int):\n    for k in {RULE_MUTANTS[what]}:\n"
        "        yield a - k, b\n    for k in range(1, b + 1):\n        yield a, b - k\n"
        "    for k in range(1, min(a, b) + 1):\n        yield a - k, b - k\n"
    )
    game = load_file(str(place)).mutant
    if what in ("<= for <", "k from 0"):
        with pytest.raises(RulesError):
            same(load("wythoff"), game)
        return
    answer = same(load("wythoff"), game)
    assert not answer.holds
    assert [
        load("wythoff")(*answer.position).outcome().name == "P",
        game(*answer.position).outcome().name == "P",
    ] == list(answer.lost)


REDUNDANT = ("(2,4)", "(1,3)", "(3,4)", "(5,6)", "(3,6)")
NOT_REDUNDANT = ("(1,2)", "(2,1)", "(2,3)", "(3,5)", "(4,7)")


def test_ten_facts_about_moves_of_wythoff():
    found = prove(load("wythoff"))
    for vector in (*REDUNDANT, *NOT_REDUNDANT):
        answer = changed(found, f"+ {vector}")
        assert answer.holds == (vector in REDUNDANT), vector
        if not answer.holds:
            assert answer.lost[0] != answer.lost[1]
            assert answer.lost[0] == (load("wythoff")(*answer.position).outcome().name == "P")
    assert not changed(found, "- (1,1)").holds
    assert changed(found, "+ (2,4)(4,2) + (1,3)").holds
    for text in ("(2,1)", "+ 2,1", "+ (1,2,3)", ""):
        with pytest.raises(GrundyError):
            changed(found, text)
    with pytest.raises(RulesError, match="play of wythoff ends"):
        changed(found, "+ (0,0)")
    assert not changed(found, "+ (-1,1)").holds  # (a + b, b) falls


def test_a_move_that_takes_very_much_is_decided_without_play():
    found = prove(load("wythoff"))
    answer = changed(found, "+ (99999999,1)")
    assert (answer.holds, answer.position, answer.lost) == (False, (161803396, 99999998), (True, False))
    with pytest.raises(GrundyError, match="at most 18 digits"):
        changed(found, f"+ ({10**18},1)")


def test_questions_about_a_law():
    found = prove(load("wythoff"))
    assert ask(found, "Ad Ea,b P(a,b) & b=a+d").truth
    assert ask(found, "P(a,b) & b=a+3").members() == [(4, 7)]
    assert ask(found, "Aa,b P(a,b) => P(b,a)").truth
    assert ask(found, "Aa,b,c,d M(a,b,c,d) => c+d<a+b").truth
    assert ask(found, "Aa Ea,b P(a,b)").truth
    with pytest.raises(GrundyError, match="column"):
        ask(found, "Q(a,b)")
    with pytest.raises(GrundyError, match="msd_2"):
        ask(found, "?msd_2 P(a,b)")
    values = prove(load("k_division"))
    assert ask(values, "An n>2 => (G(n,1) <=> n%2=0)").truth
    assert ask(values, "G2(n)").members() == [(2,)]


def test_counting_tuples():
    sums = linear(numeration("msd_fib"), {"a": 1, "b": 1, "n": -1}, "=")
    for k in range(1, 5):
        assert [n for (n,) in sums.at_least(k, "a", "b").members(4)] == [k - 1, k, k + 1, k + 2]
    pairs = linear(numeration("msd_2"), {"a": 1, "b": 2, "n": -1}, "=")
    found = pairs.at_least(3, "a", "b")
    assert [n for n in range(30) if found.accepts(n=n)] == list(range(4, 30))


def test_the_certificate_is_what_its_page_says():
    found = prove(load("wythoff"))
    made = json.loads(json.dumps(found.certificate()))
    assert set(made) == {
        *("kind", "format", "game", "text", "rules", "form", "parameters", "fingerprint", "least"),
        *("heaps", "play", "blocked", "numeration", "claim", "automata", "ranking", "hash", "says", "wins"),
    }
    assert made["hash"] == digest({k: v for k, v in made.items() if k != "hash"})
    assert made["fingerprint"] == rules_digest(rules_data(load("wythoff"), 0))
    assert made["automata"][0]["delta"] == found.automata[0].delta.tolist()
    heaps = prove(load("nim"), heaps=2).certificate()
    assert (heaps["form"], heaps["heaps"], heaps["ranking"]) == ("heaps", 2, [[0, 1]])
    code = prove(gr.octal("0.3")).certificate()
    assert (code["form"], code["heaps"], code["rules"]) == ("code", 0, {"code": "0.3"})
    assert made["rules"] == {"version": VERSION, "moves": routine_json(read(load("wythoff").function))}
    assert made["text"].startswith("@game") and "yield" in made["text"]
    endings = prove(coin).certificate()["rules"]["ending"]
    assert routine_of(endings) == read(coin.hooks["ending"])


@pytest.mark.slow
def test_what_is_not_proved_is_not_claimed():
    @gr.game(least=1)
    def euclid_at_most(a: int, b: int, *, m: int = 1):
        for k in range(1, m + 1):
            if a > k * b:
                yield a - k * b, b
            if b > k * a:
                yield a, b - k * a

    found = prove(euclid_at_most, systems=["msd_2", "msd_fib"], seconds=1)
    assert isinstance(found, NotProved) and not found.proved
    assert found.explain().startswith("not proved: tried")
    with pytest.raises(GrundyError, match="no certificate"):
        found.certificate()
    capped = prove(load("wythoff"), cap=20, systems=["msd_fib"])
    assert isinstance(capped, NotProved) and "undecided" in capped.explain()


def test_each_attempt_stands_in_a_line_and_the_first_says_how_far_it_came():
    found = prove(load("bash"), cap=5, systems=["msd_2", "msd_3"])
    assert isinstance(found, NotProved) and len(found.tried) == 3
    first, *others = found.explain().splitlines()
    assert first == str(found) and len(first) < 120 and "numbers below 4,096 give no other automaton" in first
    assert [line.partition(" in ")[0] for line in others] == ["also tried 3 states", "also tried 4 states"]


def test_wrong_questions():
    with pytest.raises(GrundyError):
        prove(load("wythoff"), play="misere", values=True)
    with pytest.raises(GrundyError):
        prove(load("wythoff"), systems=["msd_trob"])
    with pytest.raises(GrundyError):
        prove(load("wythoff"), blocked=-1)
    with pytest.raises(GrundyError, match="not constant"):
        prove(load("euclid"))
    with pytest.raises(GrundyError, match="of bash 1"):
        same(load("wythoff"), load("bash"))


def test_added_moves_are_in_the_formula():
    read = moves(load("bash").bind(m=1))
    assert formula_options(read, (5,)) == {(4,)}


# ---- what the checker does not accept, and what takes too long


def test_a_theorem_is_what_the_checker_accepted(monkeypatch):
    from grundy import check as checker
    from grundy.check import Verdict

    assert isinstance(prove(load("wythoff")), Theorem)
    monkeypatch.setattr(checker, "check", lambda *_, **__: Verdict(False, True, "", "it does not hold"))
    found = prove(load("wythoff"))
    assert (
        isinstance(found, NotProved)
        and "the independent checker rejected the proof: it does not hold" in found.explain()
    )
    with pytest.raises(GrundyError, match="no certificate"):
        found.certificate()
    with_bounds = prove(load("subtraction").bind(s=(1, 2, 3)), heaps=1)
    assert not with_bounds.proved


def test_what_the_checker_gives_up_is_not_claimed(monkeypatch):
    from grundy.check import budget

    monkeypatch.setattr("grundy.check.laws._LAWS", {})  # which were decided before
    monkeypatch.setattr(budget.Budget.__init__, "__defaults__", (60.0, 100))
    found = prove(load("wythoff"))
    assert not found.proved and "more than 100 steps" in found.explain()


@gr.game
def tangled(a: int, b: int):
    for k in range(1, a + 1):
        for j in range(1, b + 1):
            if (k + 2 * j) % 7 in (1, 2, 4) or k // 3 == j // 5:
                yield a - k, b - j
    for k in range(1, b + 1):
        if k % 5:
            yield a, b - k
    if a:
        yield a - 1, b


@gr.game
def diagonal(a: int, b: int, c: int):
    for k in range(1, min(a, b, c) + 1):
        for j in range(1, k + 1):
            yield a - k, b - j, c - k
    for k in range(1, a + 1):
        yield a - k, b, c
    for k in range(1, b + 1):
        yield a, b - k, c


@gr.heap_game
def in_three(n: int):
    for k in range(1, n // 2 + 1):
        for j in range(1, k + 1):
            if n - k - j > 0 and k % 3 != j % 2:
                yield k, j, n - k - j


@gr.game
def slow_to_read(a: int, b: int):
    for i in range(60):
        for j in range(60):
            for k in range(60):
                if a > i + j + k and b >= k:
                    yield a - 1, b


HARD = [
    (slow_to_read, {}),
    (tangled, {}),
    (diagonal, {}),
    (in_three, {}),
    (load("nim"), {"heaps": 4, "play": "misere"}),
]
HARD += [(load("wythoff"), {"blocked": 7}), (load("wythoff"), {"values": True})]


@pytest.mark.parametrize(("rules", "options"), HARD)
def test_no_step_of_a_proof_is_without_a_look_at_the_clock(rules, options, monkeypatch):
    from grundy.proving import theorem
    from grundy.proving.logic import automaton

    looks = 0

    def clock():
        nonlocal looks
        looks += 1
        return looks / 20

    monkeypatch.setattr(automaton, "perf_counter", clock)
    monkeypatch.setattr(theorem.time, "perf_counter", clock)
    found = prove(rules, seconds=2, **options)
    assert not found.proved and "until time ran out" in found.explain()
    assert looks < 200
