"""Nim-sequences: against the recurrence said in one line, against published periods, and for heaps of any size."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import recurrence, xor
from cases import each_day, nontrivial
from grundy.common.errors import RulesError, TooLarge
from grundy.common.seam import known
from grundy.rules.heaps import CodeRuleset, HeapFunction, octal_code, subtraction_code, unequal_splits
from grundy.solving import sequences
from grundy.solving.sequences import of
from grundy.values.nimber import mex
from own_games import volley

KNOWN = Path(__file__).parents[3] / "shared" / "conformance" / "octal_known.csv"


def take(numbers: set[int]) -> CodeRuleset:
    return CodeRuleset("take", lambda: subtraction_code(numbers))


octals = st.tuples(st.sampled_from("04"), st.text("01234567", min_size=1, max_size=4)).map(lambda t: f"{t[0]}.{t[1]}")


@given(octals)
@settings(max_examples=each_day(60))
def test_octal_sequences(code: str) -> None:
    rules = gr.octal(code)
    nontrivial(any(rules.sequence(120)))
    assert rules.sequence(120).tolist() == recurrence(rules, 120)


@given(st.sets(st.integers(1, 40), min_size=1, max_size=8))
@settings(max_examples=each_day(60))
def test_subtraction_sequences_and_their_proved_periods(numbers: set[int]) -> None:
    rules = take(numbers)
    want = recurrence(rules, 400)
    assert rules.sequence(200).tolist() == want[:200]
    assert [rules(n).grundy() for n in range(0, 400, 7)] == want[::7]
    law = rules.law()
    nontrivial(law.proved and law.period > 1)
    if law.proved:
        far = 10**15 + 3
        assert rules(far).grundy() == rules(law.preperiod + (far - law.preperiod) % law.period).grundy()


@given(octals, st.integers(0, 200))
@settings(max_examples=each_day(40))
def test_reach_finds_the_options_of_a_value(code: str, heap: int) -> None:
    rules = gr.octal(code)
    sequence = of(rules)
    sequence.value(10_000 if sequence.law(2000).proved else heap)
    want = recurrence(rules, heap + 1)
    nontrivial(len(list(rules.heap_options(heap))) > 1)
    for target in range(5):
        expected = {parts for parts in rules.heap_options(heap) if xor(want[part] for part in parts) == target}
        assert set(sequence.reach(heap, target)) == expected


@pytest.mark.slow
def test_reach_of_a_large_heap_is_by_residues() -> None:
    kayles = gr.octal("0.77")
    sequence = of(kayles)
    heap = 5_000  # beyond the computed values, small enough to look through all options
    value = sequence.value(heap)
    assert heap >= len(sequence.values)
    for target in range(10):
        every = [
            parts
            for parts in kayles.heap_options(heap)
            if sum(map(sequence.value, parts)) >= 0 and xor(map(sequence.value, parts)) == target
        ]
        assert sorted(sequence.reach(heap, target)) == sorted(every)
        assert bool(every) or target >= value


def test_published_periods() -> None:
    if not KNOWN.exists():
        pytest.skip("no table of known octal games here")
    rows = [r for r in csv.DictReader(KNOWN.open()) if r["status"] == "proved" and int(r["preperiod"] or 0) < 100]
    short = [r for r in rows if int(r["period"]) < 100 and r["game"][0] in "04."][:150]
    assert len(short) > 100
    for row in short:
        law = gr.octal(row["game"]).law()
        assert law.proved
        assert (law.period, law.preperiod) == (int(row["period"]), int(row["preperiod"])), row["game"]


def test_kayles_of_any_size() -> None:
    law = gr.octal("0.77").law()
    assert (law.kind, law.period, law.preperiod, law.saltus, law.proved) == ("periodic", 12, 71, 0, True)
    solution = gr.octal("0.77")(10**18, 5).solve()
    assert solution.value == gr.octal("0.77")(71 + (10**18 - 71) % 12, 5).grundy()
    assert (after := solution.best_move) is not None and after.after.grundy() == 0


@pytest.mark.slow
def test_a_python_rule_that_changes_its_mind_is_not_proved() -> None:
    @gr.heap_game
    def changes(n: int):
        if n >= 1:
            yield (n - 1,)
        if n == 20_000:
            yield ()

    law = changes.law()
    assert (law.kind, law.proved, law.checked_to) == ("none", False, 2047) and "20000 has the value 2" in law.explain()
    assert changes(19_999).grundy() == 1 and changes(20_000).grundy() == 2


def test_a_python_rule_that_reads_as_a_code_is_proved() -> None:
    @gr.heap_game
    def kayles(n: int):
        for k in (1, 2):
            if n >= k:
                for a in range((n - k) // 2 + 1):
                    yield a, n - k - a

    law = kayles.law()
    assert law.proved and (law.period, law.preperiod) == (12, 71)
    assert kayles(10**18).grundy() == gr.kayles(10**18).grundy()

    @gr.heap_game
    def late(n: int):
        if n >= 1:
            yield (n - 1,)
        if n == 3000:  # a code with a digit 1 at 3000
            yield ()

    law = late.law()
    assert late(2999).grundy() == 1 and late(3000).grundy() == 2
    assert law.proved and (law.period, law.preperiod) == (2, 3001)


def test_heaps_must_shrink() -> None:
    @gr.heap_game
    def stays(n: int):
        if n > 1:
            yield 1, n

    for rules in (stays, gr.heap_game(lambda n: [(1, n)] if n > 1 else [])):  # compiled, and not
        for ask in (rules(3).grundy, partial(rules.sequence, 1000)):
            with pytest.raises(RulesError, match="replace a heap of 2 by one of 2: a heap must become smaller"):
                ask()


def test_what_would_not_fit_is_refused() -> None:
    @gr.heap_game
    def wild(n: int):
        for k in range(1, n):
            if k * k % n < k:
                yield (n - k,)

    with pytest.raises(TooLarge, match="GiB are allowed, since no law of them was proved: grundy law"):
        wild(10**12).grundy()
    with pytest.raises(TooLarge, match="limit"):
        gr.octal("0.007")(10**12).grundy()


@pytest.mark.slow
def test_grundys_game() -> None:
    game = unequal_splits(name="splits")
    assert game.sequence(100).tolist() == recurrence(game, 100)
    assert not game.law(limit=300).proved
    assert octal_code(".07").digits == (0, 0, 7)


# ---- what is known of a rule is used by whoever asks for values


@gr.heap_game
def floors(n: int):
    """From 10^18 some 7,000 heaps are reached."""
    if n > 0:
        for k in range(2, 7):
            yield (n // k,)


@gr.heap_game
def pins(n: int):
    """Kayles."""
    for k in (1, 2):
        for i in range(n - k + 1):
            yield i, n - k - i


@gr.heap_game
def half(n: int):
    """Take at most half."""
    for k in range(1, n // 2 + 1):
        yield (n - k,)


def fresh(rules: HeapFunction) -> HeapFunction:
    """Return the rules, of which nothing is known."""
    rules.forget()
    return rules


@pytest.mark.slow
def test_a_proved_period_answers_for_a_large_heap() -> None:
    small = fresh(volley).sequence(400)
    for heap in (3 * 10**18, 3 * 10**18 + 1, 10**30):
        solution = volley(heap).solve()
        assert solution.value == volley(heap).grundy() == small[35 + (heap - 35) % 21], heap
        assert (volley(heap) + gr.nim(solution.value)).outcome() is gr.Outcome.P
        for move in solution.winning_moves():
            assert move.after.grundy() == 0
    assert "proved period 21 from 35 on" in str(volley(3 * 10**18).solve())


def test_of_few_heaps_only_those_are_computed() -> None:
    @cache
    def value(n: int) -> int:
        return mex({value(n // k) for k in range(2, 7)}) if n else 0

    for heap in (10**18, 10**18 - 1, 12**12, 9000):
        solution = fresh(floors)(heap).solve()
        assert solution.value == value(heap) and all(value(*move.after.state) == 0 for move in solution.winning_moves())
        assert (floors(heap) + floors(heap + 1)).grundy() == value(heap) ^ value(heap + 1)


def test_the_values_of_a_rule_that_is_a_code_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "rule_sequence", lambda *args: pytest.fail("computed pair by pair"))
    assert (fresh(pins).sequence(30_000) == gr.kayles.sequence(30_000)).all() and pins(10**18).grundy() > 0


def test_values_follow_a_proved_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "SPARED", -1.0)
    monkeypatch.setattr(sequences, "PROVED_FROM", 1 << 10)
    found = fresh(half).sequence(20_000)
    assert sequences.of(half).proved is not None and len(sequences.of(half).values) < 20_000
    expected: list[int] = []
    for n in range(20_000):
        expected.append(n // 2 if n % 2 == 0 else expected[n // 2])
    assert found.tolist() == expected
    assert half(10**18).outcome() is gr.Outcome.N and half(2**60 - 1).solve().value == 0
    with pytest.raises(TooLarge, match="among the first 131,072 options"):
        half(10**18).solve().winning_moves()


def test_who_asks_while_a_law_is_looked_for_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sequence, told = sequences.NimSequence(fresh(half)), list[int | None]()
    beside = Thread(target=lambda: told.append(sequence.told(10**12)))

    def period(rules: HeapFunction) -> object:
        beside.start()
        beside.join(0.2)  # if it did not wait, it would have ended
        return known.period(rules)

    monkeypatch.setattr(sequences, "known", SimpleNamespace(period=period))
    assert sequence.told(10**12) == 5 * 10**11
    beside.join()
    assert told == [5 * 10**11]


@pytest.mark.parametrize("read", [True, False])
def test_numbers_from_a_least_one_up_have_a_law(read: bool) -> None:
    def take(n: int) -> Iterator[int]:
        for k in range(1, 4):
            if n > k:
                yield n - k

    def lengthy(n: int) -> Iterator[int]:
        for k in range(1, 4):
            if n > k > len(str(n)) - 9:
                yield n - k

    take = gr.game(least=1)(take if read else lengthy)
    law = take.law(seconds=5)
    assert (law.period, law.preperiod, law.proved) == (4, 1, read) and take.law(limit=1, seconds=0).checked_to == 1
    assert [law.value(n) for n in range(1, 30)] == [take(n).grundy() for n in range(1, 30)]


@pytest.mark.slow
def test_large_numbers_of_a_game_are_told_by_its_law() -> None:
    def take(n: int) -> Iterator[int]:
        for k in (1, 3, 4):
            if n >= k:
                yield n - k

    def half(n: int) -> Iterator[int]:
        for k in range(1, n // 2 + 1):
            yield n - k

    few, many, code = gr.game(take), gr.game(half), CodeRuleset("take", lambda: subtraction_code({1, 3, 4}))
    for n in (10**18, 10**18 + 5, 1 << 22):
        solution = few(n).solve()
        assert solution.value == code(n).grundy() and "proved" in solution.method
        assert {move.after.state for move in solution.winning_moves()} == {
            n - k for k in (1, 3, 4) if few(n).grundy() and not code(n - k).grundy()
        }
    assert (few(10**18) + gr.nim(2)).grundy() == code(10**18).grundy() ^ 2
    solved = many(10**18).solve()
    assert solved.value == 5 * 10**17 and solved.to_dict()["winning_moves"] is None
    with pytest.raises(TooLarge, match="options"):
        solved.winning_moves()
