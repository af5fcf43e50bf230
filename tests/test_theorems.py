"""Every theorem of the catalogue against exhaustive play from the rules alone. It finds them by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from brute import grundy_values, outcomes, score, xor
from grundy import games
from grundy.errors import PositionError, TooLarge
from grundy.evidence import ByTheorem
from grundy.rules.closed_forms import Theorem
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.solvers import closed_form_answers

LEAST = 5
"""Positions on which a theorem must be checked at least."""
THEOREMS = [(rules, theorem) for rules in games.load_all() for theorem in rules.theorems]


def applies(theorem: Theorem, position: Position) -> bool:
    """Whether the theorem answers the position (for a heap game's value: a single heap)."""
    rules, state = position.ruleset, position.state
    if theorem.gives == "value" and isinstance(rules, HeapRuleset) and len(state) != 1:
        return False
    return closed_form_answers.theorem_for(rules, state, theorem.gives, misere=theorem.misere) is theorem


@pytest.mark.some(16)
@pytest.mark.parametrize(("rules", "theorem"), THEOREMS, ids=[f"{r.name}: {t.name}" for r, t in THEOREMS])
def test_theorem(rules: Ruleset, theorem: Theorem) -> None:
    checked = 0
    checks = {"value": check_value, "losing": check_losing, "score": check_score}[theorem.gives]
    for position in small_positions(rules, theorem):
        checks(theorem, position)
        checked += 1
    assert checked >= LEAST, f"only {checked} positions check {theorem.name} of {rules.name}"
    assert theorem.source and theorem.statement


def small_positions(rules: Ruleset, theorem: Theorem) -> Iterator[Position]:
    for position in rules.small_positions():
        if applies(theorem, position):
            yield position
    if isinstance(rules, HeapRuleset):
        for params in rules.trials or ({},):
            for heap in range(16, 40):
                position = rules.bind(**params)(heap)
                if applies(theorem, position):
                    yield position


def check_value(theorem: Theorem, position: Position) -> None:
    rules, state = position.ruleset, position.state
    if isinstance(rules, HeapRuleset):
        values = heap_values(rules, state[0])
        value = values[state[0]]
        worth = {parts: xor(values[part] for part in parts) for parts in rules.heap_options(state[0])}
    else:
        found = grundy_values(position)
        value = found[state]
        worth = {option: found[option] for option in rules.options(state)}
    assert closed_form_answers.apply(theorem, rules, state) == value, position
    for target in {0, 1, 2, value, value + 1, value ^ 1, *worth.values()}:
        reached = list(closed_form_answers.reach_value(theorem, rules, state, target))
        assert len(reached) == len(set(reached)) or theorem.reach is None
        assert set(reached) == {o for o, v in worth.items() if v == target}, (position, target)


def heap_values(rules: HeapRuleset, heap: int) -> dict[int, int]:
    """The values of single heaps by the recurrence, smallest first."""
    values: dict[int, int] = {}
    for n in range(heap + 1):
        below = {xor(values[part] for part in parts) for parts in rules.heap_options(n)}
        values[n] = next(v for v in range(len(below) + 1) if v not in below)
    return values


def check_losing(theorem: Theorem, position: Position) -> None:
    rules, state = position.ruleset, position.state
    if isinstance(rules, HeapRuleset) and not theorem.misere and len(state) == 1:
        values = heap_values(rules, state[0])
        lost = values[state[0]] == 0
        assert closed_form_answers.apply(theorem, rules, state) == lost, position
        if not lost:
            zero = {parts for parts in rules.heap_options(state[0]) if xor(values[part] for part in parts) == 0}
            assert set(closed_form_answers.reach_lost(theorem, rules, state)) == zero, position
        return
    found: dict[Any, str] = outcomes(position, misere=theorem.misere)
    lost = closed_form_answers.apply(theorem, rules, state)
    assert lost == (found[state] == "P") and found[state] in "PN", position
    if not lost:
        reached = list(closed_form_answers.reach_lost(theorem, rules, state))
        assert len(reached) == len(set(reached)) or theorem.reach is None
        assert set(reached) == {o for o in rules.options(state) if found[o] == "P"}, position


def check_score(theorem: Theorem, position: Position) -> None:
    assert closed_form_answers.apply(theorem, position.ruleset, position.state) == score(
        position.ruleset, position.state
    ), position


EXPLAINED = [r for r in games.load_all() if "explanation" in r.hooks and not r.scoring]


@pytest.mark.some(8)
@pytest.mark.filterwarnings("ignore::grundy.errors.Notice")
@pytest.mark.parametrize("rules", EXPLAINED, ids=lambda r: r.name)
def test_a_theorem_of_normal_play_does_not_explain_misere_play(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(solution: Any) -> str:
        raise AssertionError(solution)

    searched = 0
    monkeypatch.setitem(rules.hooks, "explanation", never)
    for position in islice(rules.small_positions(), 0, 60, 3):
        try:
            solution = position.solve("misere", memory=1 << 22)
        except TooLarge:
            continue
        if not isinstance(solution.evidence, ByTheorem):
            searched += 1
            assert solution.explain(), position
    assert searched or any(theorem.misere for theorem in rules.theorems)


@pytest.mark.parametrize("rules", [r for r in games.load_all() if r.theorems], ids=lambda r: r.name)
def test_no_theorem_answers_for_negative_numbers(rules: Ruleset) -> None:
    if rules.scoring:
        return
    for args in ((-1,), (2, -1), (-3, 2), (0, 3, -2, 1)):
        with pytest.raises(PositionError):
            rules(*args)


def test_the_catalogue_has_its_theorems() -> None:
    assert len(THEOREMS) > 20
    for rules in games.load_all():
        assert rules.name in games.names()
        assert rules.doc
        assert next(iter(rules.small_positions()), None) is not None


def test_a_list_of_lost_heaps_does_not_hide_their_values() -> None:
    rules = games.load("grundys-game")
    for heap, value in ((1222, 0), (1200, 29), (14, 2)):
        assert rules(heap).solve().value == rules(heap).grundy() == value
    assert rules(1222).solve(method="theorem").value == 0  # a heap that is lost has the value 0
    far = rules(100_000).solve()
    assert far.outcome.name == "N" and far.value is None


@pytest.mark.slow
def test_the_zeros_of_grundys_game() -> None:
    """All values below 2^20 computed anew, and compared with the plain recurrence where that is quick."""
    rules = games.load("grundys-game")
    values = rules.sequence(1 << 20)  # type: ignore[attr-defined]
    theorem = rules.theorems[0]
    assert [n for n in range(1 << 20) if values[n] == 0] == [n for n in range(1 << 20) if theorem.function(n)]
    assert list(heap_values(rules, 300).values()) == values[:301].tolist()  # type: ignore[arg-type]
