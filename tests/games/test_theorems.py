"""Every theorem of the catalogue against exhaustive play from the rules alone, each day. It finds them by itself."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import gate
from grundy import games
from grundy.common.errors import PositionError, TooLarge
from grundy.common.evidence import ByTheorem
from grundy.rules.closed_forms import Theorem
from grundy.rules.ruleset import Ruleset

THEOREMS = [(rules, theorem) for rules in games.load_all() for theorem in rules.theorems]
IDS = [f"{rules.name}: {theorem.name}" for rules, theorem in THEOREMS]
DEAR = {"turning": 37, "mock-turtles": 11, "ruler": 11, "turning-turtles": 5, "wythoff": 3, "general-wythoff": 7}
"""Games of whose small positions one of so many is asked, and all of them where there are hours."""


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.hours)])
@pytest.mark.parametrize(("rules", "theorem"), THEOREMS, ids=IDS)
def test_a_theorem_at_all_small_positions(rules: Ruleset, theorem: Theorem, whole: bool) -> None:
    gate.near(rules, theorem, 1 if whole else DEAR.get(rules.name, 1))


@pytest.mark.slow
@pytest.mark.some(9)
@pytest.mark.parametrize(("rules", "theorem"), THEOREMS, ids=IDS)
def test_a_theorem_far_out(rules: Ruleset, theorem: Theorem) -> None:
    gate.far(rules, theorem)


EXPLAINED = [r for r in games.load_all() if "explanation" in r.hooks and not r.scoring]


@pytest.mark.some(8)
@pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")
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


@pytest.mark.hours
def test_the_zeros_of_grundys_game() -> None:
    """All values below 2^20 computed anew, and compared with the plain recurrence where that is quick."""
    rules = games.load("grundys-game")
    values = rules.sequence(1 << 20)  # type: ignore[attr-defined]
    theorem = rules.theorems[0]
    assert [n for n in range(1 << 20) if values[n] == 0] == [n for n in range(1 << 20) if theorem.function(n)]
    assert gate.heap_values(rules, 300)[:301] == values[:301].tolist()  # type: ignore[arg-type]
