"""`law` and `prove` are one door: the same theorem, the same words each time, and never a refuted guess for a headline."""

from __future__ import annotations

import re
from collections.abc import Callable
from runpy import run_path
from typing import Any

import numpy as np
import pytest
from tests.blocks import ROOT

import grundy as gr
from grundy.check import check
from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime, RulesError
from grundy.games import find, load
from grundy.proving import comparing, known
from grundy.proving import theorem as proving
from grundy.proving.look_back import IntervalTheorem
from grundy.proving.moves import NoFormula
from grundy.proving.theorem import NotProved, Theorem, prove
from grundy.solving import sequence_laws, sequences
from grundy.values.patterns.law import Beatty, Law, conjecture, law_of_pairs

DOOR = run_path(str(ROOT / "benchmarks" / "one_door.py"))
RULES = run_path(str(ROOT / "examples" / "plain_rules.py"))
SAID = Callable[..., Any]


# -- one answer --------------------------------------------------------------------------------------------------------


def test_a_hundred_and_ninety_two_rules_are_asked_about() -> None:
    every = [*DOOR["rules"]()]
    assert len(every) == len({*every}) == 192
    assert sum("plain_rules" in each for each in every) >= 100


@pytest.mark.slow
@pytest.mark.some(6)
@pytest.mark.parametrize("words", [*DOOR["rules"]()], ids=lambda words: words.rpartition("/")[2])
def test_law_and_prove_agree(words: str) -> None:
    by_law, by_proof = DOOR["asked"](words, 1.5)
    if by_law.proved != by_proof.proved:  # the time of one was over a moment before the other's
        by_law, by_proof = DOOR["asked"](words, 60)
    assert not DOOR["disagree"](by_law, by_proof), (by_law.says, by_proof.says)


@pytest.mark.slow
def test_the_prover_comes_before_the_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: Any) -> Any:
        raise AssertionError("nothing is searched where a theorem is found")

    monkeypatch.setattr(sequence_laws, "law", searched)
    kinds = {
        "chomp2": ("automatic", Theorem),
        "part": ("intervals", IntervalTheorem),
        "near_diagonal": ("beatty", Theorem),
    }
    for name, (kind, made) in kinds.items():
        law = RULES[name].law()
        assert law.proved and law.kind == kind and isinstance(law.theorem, made)
        of_values = True if kind == "intervals" else None  # of one number `prove` says who wins, unless asked for more
        assert law.certificate() == known.theorem(RULES[name], values=of_values).certificate()


@pytest.mark.parametrize("code", ["0.77", "all-but {2,3}", "0.165"])
def test_of_a_code_both_tell_the_period_with_its_certificate(code: str) -> None:
    law, found = find(code).law(), known.theorem(find(code))  # type: ignore[union-attr]
    assert isinstance(found, known.Periodic) and found.proved
    assert found.explain() == f"{law}\n{law.explain()}"
    assert found.certificate() == law.certificate() and check(found.certificate()).verified
    told = found.to_dict()
    assert told["proved"] and told["claim"] == "values" and told["statement"] == str(found)
    assert str(found).startswith(law.formula[:-1]) and (len(law.head) > 100 or str(found).endswith(f" {law.head[-1]}"))


def test_other_questions_about_a_code_are_the_provers() -> None:
    for asked in ({"heaps": 2}, {"systems": ("msd_2",)}, {"values": False}):
        assert not isinstance(known.theorem(gr.octal("0.3"), **asked), known.Periodic)


@pytest.mark.parametrize("name", ["up_to", "some_of"])
def test_where_the_prover_finds_nothing_the_period_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RULES[name].bind()
    nothing = NotProved(rules, "losing", (), -1, 0.0)
    monkeypatch.setattr(proving, "theorem", lambda *_, **__: nothing)
    assert isinstance(known.theorem(rules), known.Periodic)

    def unreadable(*_: Any, **__: Any) -> Any:
        raise NoFormula("it is none")

    monkeypatch.setattr(proving, "theorem", unreadable)
    assert isinstance(known.theorem(rules), known.Periodic)
    with pytest.raises(NoFormula):
        known.theorem(RULES["chomp2"])


def test_values_are_proved_where_losing_positions_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RULES["odd_from_odd"].bind()
    made = proving.theorem(rules, values=True)
    assert made.proved
    nothing = NotProved(rules, "losing", (), -1, 0.0)
    monkeypatch.setattr(proving, "theorem", lambda *_, values=None, **__: made if values else nothing)
    assert known.theorem(rules) is made and rules.law().theorem is made


@pytest.mark.slow
def test_rows_of_heaps_have_the_law_that_is_proved_of_them() -> None:
    rules = load("northcott")
    for ask in (rules.law, lambda: known.theorem(rules)):
        with pytest.raises(NoFormula, match=r"^a position of .* may have any length: say how many numbers"):
            ask()
    law = rules.law(heaps=2)
    assert str(law) == "lost exactly when b = a + 1, proved by a theorem"
    assert law.certificate() == known.theorem(rules, heaps=2).certificate() and check(law.certificate()).verified
    assert str(load("staircase_nim").law()) == "values x1 ⊕ x3 ⊕ x5 ⊕ …, proved by a theorem"


def test_of_rows_without_a_theorem_nothing_is_conjectured() -> None:
    @gr.game
    def up_to_two_thirds(*heaps: int):
        for i in range(len(heaps)):
            for k in range(1, 2 * heaps[i] // 3 + 1):
                yield *heaps[:i], heaps[i] - k, *heaps[i + 1 :]

    law = up_to_two_thirds.law(heaps=2, seconds=1)
    assert (str(law), law.kind, law.proved) == ("no law found", "none", False)
    assert "not proved" in law.explain() and "holds to" not in law.explain()


def test_one_question_is_kept_once() -> None:
    rules = RULES["two_heaps"].bind()
    assert proving.theorem(rules) is proving.theorem(rules, values=False)


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["treblecross", "tic-tac-toe", "green-hackenbush", "hackenbush", "tree-flip", "connect4"]
)
def test_numbers_that_are_no_heaps_are_refused_in_a_sentence(name: str) -> None:
    rules = load(name)
    for ask in (rules.law, lambda: known.theorem(rules)):
        with pytest.raises(RulesError, match=r"are not heaps but stand for a drawing|is partisan") as refused:
            ask()
        assert "\n" not in str(refused.value)


def test_numbers_that_are_heaps_are_not() -> None:
    for name in ("fibonacci-nim", "nim-with-increases", "northcott", "euclid", "bash"):
        known.refuse(load(name))


# -- a refuted guess ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_refuted_guess_is_told_by_where_it_fails() -> None:
    found = prove(RULES["twothird"])
    assert isinstance(found, NotProved) and found.counterexamples
    place = found.counterexamples[-1]
    assert found.explain().startswith(f"not proved: the guess is refuted at ({place[0]}); tried")
    assert "holds to" not in found.explain() and found.holds_to == -1
    assert found.to_dict()["refuted_at"][-1] == list(place)
    law = RULES["twothird"].law(limit=300)
    assert not law.proved and "holds to" not in f"{law}{law.explain()}"


def test_a_law_is_compared_with_all_that_the_prover_saw() -> None:
    rules = RULES["diagonal"].bind(most=3)
    pairs = [Beatty(1).pair(n) for n in range(30)]
    seen = law_of_pairs([pair for pair in pairs if pair[1] <= 40], 40)
    table = np.zeros((70, 70), bool)
    for a, b in pairs:
        if b < 70:
            table[a, b] = table[b, a] = True
    nothing = NotProved(rules, "losing", (), -1, 0.0, (), table)
    assert known.refuted(gr.wythoff, seen, nothing, 5.0) is None
    table[30, 60] = True
    assert known._differences(seen, table) == [(30, 60)]
    truth = prove(rules)
    assert isinstance(truth, Theorem)
    table = truth.law.table(70, truth.ranking, (False, False))
    law = known.refuted(rules, seen, NotProved(rules, "losing", (), -1, 0.0, (), table), 5.0)
    assert law is not None and law.kind == "none"
    assert str(law).startswith("no law found: the one that holds up to 40 fails at")


@pytest.mark.parametrize("losing", [True, False])
def test_a_period_is_compared_with_all_that_the_prover_saw(losing: bool) -> None:
    seen = conjecture([n % 4 for n in range(100)])
    values = np.arange(300) % 4
    values[250] = 0
    assert known._differences(seen, values == 0 if losing else values) == [(250,)]
    assert known._differences(seen, values[:250] == 0 if losing else values[:250]) == []
    assert known.refuted(gr.bash, Law("none", 0, 0, 0, False, 9), NotProved(gr.bash, "", (), -1, 0), 1.0) is None


# -- the same words each time ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_question_prints_the_same_text() -> None:
    texts = set[str]()
    for _turn in range(2):
        gr.forget()
        texts.add(load("split-nim").law().explain().partition("Rules.")[2])  # type: ignore[attr-defined]
        texts.add(prove(load("split-nim")).explain().partition("Rules.")[2])
    assert len(texts) == 1


def test_what_is_compared_is_bounded_by_steps() -> None:
    made = prove(load("split-nim")).certificate()
    few, more = (comparing.compare(made, load("split-nim"), seconds=seconds) for seconds in (0.1, 0.5))
    assert few is not None and more is not None and few.positions < more.positions


def test_how_long_the_checker_took_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = prove(gr.wythoff)
    monkeypatch.setattr("grundy.check.laws._LAWS", {})  # which the checker has decided
    assert isinstance(made, Theorem)
    _same, refusal = proving.checked(made, 0.0)
    assert refusal == "time ran out" and not re.search(r"\d", refusal)


# -- what is searched where nothing is proved --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two_heaps", "half_each", "pushed", "split_other", "knight", "quota", "chomp2"])
def test_losing_pairs_are_those_of_play(name: str) -> None:
    rules = RULES[name]
    lost = [(a, b) for a in range(9) for b in range(a, 9) if rules(a, b).solve().outcome is gr.Outcome.P]
    assert sequence_laws.losing_pairs(rules, 8) == lost


@pytest.mark.parametrize("name", ["up_to", "part", "twothird", "two_powers", "late"])
def test_first_values_are_those_of_play(name: str) -> None:
    rules = RULES[name]
    found: list[int] = []
    sequence_laws._values(rules, 60, found)
    assert found == [rules(n).grundy() for n in range(61)]


# -- what takes too long -----------------------------------------------------------------------------------------------


def _slowly(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let the time be up when so many values are computed, or positions searched, of what comes next."""
    left = iter(range(after))

    def check(*_: Any) -> None:
        if next(left, None) is None:
            raise OutOfTime("the time limit of {seconds:g} seconds was reached", seconds=1)

    monkeypatch.setattr(limits, "check", check)


def test_where_time_runs_out_the_law_is_that_of_the_values_there(monkeypatch: pytest.MonkeyPatch) -> None:
    @gr.heap_game
    def spawned(n: int, *, code: str = "2"):
        yield from ((part,) for part in range(max(0, n - int(code)), n))

    monkeypatch.setattr("grundy.solving.sequences.STEPS", 30)
    for _turn in range(2):  # what is counted ends it, then the clock
        law = sequences.of(spawned.bind()).law(None, seconds=60.0)
        assert (law.kind, law.period, law.proved) == ("periodic", 3, False) and 20 < law.checked_to < 80
        assert law.explain().endswith("It would take too long to compute the values up to 2,047.")
        monkeypatch.undo()
        _slowly(monkeypatch, 40)
    monkeypatch.undo()
    whole = spawned.law(limit=60, seconds=0)
    assert whole.checked_to == 59 and "too long" not in whole.explain()


def test_where_time_runs_out_one_number_is_looked_at_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RULES["up_to"].bind(m=4)
    monkeypatch.setattr(sequence_laws, "OPTIONS", 100)
    for _turn in range(2):
        law = sequence_laws.law(rules, seconds=60.0)
        assert (law.period, law.proved) == (5, False) and 20 < law.checked_to < 30
        assert law.explain().endswith("It would take too long to compute the values up to 1,024.")
        monkeypatch.undo()
        _slowly(monkeypatch, 30)


def test_where_time_runs_out_fewer_pairs_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sequence_laws.losing_pairs

    def in_time(rules: Any, largest: int) -> Any:
        if largest > sequence_laws.FEWER:
            raise OutOfTime("the time limit of {seconds:g} seconds was reached", seconds=1)
        return found(rules, largest)

    monkeypatch.setattr(sequence_laws, "losing_pairs", in_time)
    law = sequence_laws.law(RULES["chomp2"])
    assert law.checked_to == sequence_laws.FEWER and "It would take too long" in law.explain()


def test_endless_play_has_losing_pairs_too_and_values_may_be_missing() -> None:
    @gr.game(least=0)
    def about(a: int, b: int):
        if a:
            yield b, a
        if b:
            yield a, b - 1

    lost = [(a, b) for a in range(7) for b in range(a, 7) if about(a, b).solve().outcome is gr.Outcome.P]
    assert sequence_laws.losing_pairs(about, 6) == lost
    with pytest.raises(GrundyError):
        sequence_laws._values(load("treblecross"), 600, [])  # type: ignore[arg-type]
