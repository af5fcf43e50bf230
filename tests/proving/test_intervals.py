"""Values where from 1 to f(n) of n counters are taken: proved for random f, compared with play, and never of others."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import grundy as gr
from brute import recurrence
from cases import nontrivial
from generated import define
from grundy.check import Budget, check
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError
from grundy.proving.comparing import verified
from grundy.proving.look_back import IntervalTheorem, intervals
from grundy.rules.heaps import HeapFunction
from grundy.values.patterns.periods import Intervals, fitted

FORMULAS = st.tuples(st.integers(1, 4), st.integers(-9, 3), st.integers(1, 7), st.integers(0, 3)).filter(
    lambda each: each[0] <= each[2]
)
WAYS = ("take", "leave", "one by one")


def rule(formula: tuple[int, int, int, int], way: str = "take") -> HeapFunction:
    """From 1 to ⌊(a·n + b)/c⌋ of n counters are taken, none of less than ``start``, written in one of three ways."""
    times, plus, over, start = formula
    most = f"min(n, ({times} * n + {plus}) // {over})"
    lines = ["def rule(n):", f"    if n >= {start} and {times} * n + {plus} >= 0:"]
    lines += {
        "take": [f"        for k in range(1, {most} + 1):", "            yield (n - k,)"],
        "leave": [f"        for left in range(n - {most}, n):", "            yield (left,)"],
        "one by one": [
            "        for k in range(1, n + 1):",
            f"            if k <= {most}:",
            "                yield (n - k,)",
        ],
    }[way]
    return gr.heap_game(define("\n".join(lines) + "\n"))


def takes(formula: tuple[int, int, int, int], count: int) -> list[int]:
    times, plus, over, start = formula
    return [max(0, min(n, (times * n + plus) // over)) if n >= start else 0 for n in range(count)]


@pytest.mark.slow
@settings(max_examples=10)
@given(FORMULAS, st.sampled_from(WAYS))
def test_such_a_rule_has_a_theorem_and_no_other_has(formula: Any, way: str):
    rules, most = rule(formula, way), takes(formula, 300)
    steady = {b - a for a, b in pairwise(most)} <= {0, 1}
    found = intervals(rules, 20.0)
    assert (found is not None) == steady, (formula, way, found)
    if found is not None:
        assert [found.form.takes(n) for n in range(300)] == most
        assert [found.form.value(n) for n in range(300)] == recurrence(rules, 300)
        assert verified(found.certificate(), rules).verified
    nontrivial(steady)


@given(FORMULAS)
def test_each_line_of_the_law_says_what_the_values_are(formula: Any):
    most = takes(formula, 300)
    form = fitted(most)
    assume(form is not None)
    assert form is not None
    values = [form.value(n) for n in range(300)]
    whole = form.lines()
    start = 0
    if whole[-1].startswith("for n"):
        start = int("".join(filter(str.isdigit, whole.pop())))
    nontrivial(len(whole) > 1)
    for line in whole if form.over <= 6 else []:
        left, right = re.sub(r"(\d)n", r"\1*n", line).split(" = ")
        for n in range(max(1, start), 300 // form.over):
            known = {"g": values.__getitem__, "n": n}
            assert eval(left, known) == eval(right, known), (formula, line, n)


@pytest.mark.slow
@settings(max_examples=20)
@given(FORMULAS, st.sampled_from(["times", "plus", "over", "start", "heaps"]), st.integers(-9, 9))
def test_no_changed_certificate_is_accepted_that_is_not_still_true(formula: Any, name: str, by: int):
    found = intervals(rule(formula), 20.0)
    assume(found is not None)
    assert found is not None
    made = found.certificate()
    new = sealed({**{field: made[field] for field in made if field != "hash"}, name: made[name] + by})
    nontrivial(by)
    try:
        verdict = check(new, budget=Budget(20))
    except GrundyError:
        return
    most = takes(formula, 600)
    told = [(new["times"] * n + new["plus"]) // new["over"] for n in range(600)]
    true = told[new["start"] :] == most[new["start"] :]
    assert verdict.verified == true, (formula, name, by, verdict)


FALSE = {
    "two heaps": ["    for k in range(1, n // 2 + 1):", "        yield n - k, 1"],
    "a gap": ["    for k in range(1, n // 2 + 1):", "        if k != 3:", "            yield (n - k,)"],
    "odd numbers": ["    for k in range(1, n // 2 + 1 + n % 2):", "        if k % 2:", "            yield (n - k,)"],
    "two more at once": ["    for k in range(1, n // 3 * 2 + 1):", "        yield (n - k,)"],
    "a jump far away": ["    for k in range(1, n // 2 + 1 + 2 * (n > 400)):", "        yield (n - k,)"],
    "a gap far away": ["    for k in range(1, n // 2 + 1):", "        if n - k != 300:", "            yield (n - k,)"],
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_such_a_rule_has_no_such_theorem(name: str):
    rules = gr.heap_game(define("\n".join(["def rule(n):", *FALSE[name]]) + "\n"))
    assert intervals(rules, 10.0) is None


@pytest.mark.slow
def test_the_law_is_said_and_written_as_code():
    law = rule((1, 0, 2, 0)).law()
    assert str(law) == "g(2n) = n, g(2n + 1) = g(n), proved by a theorem"
    assert "g(2n)" not in law.explain()  # it was said
    assert rule((1, 0, 5, 0)).law().explain().startswith("g(5n) = n\ng(5n + 1) = g(4n)\n")
    assert law.kind == "intervals" and law.value(3 * 2**100 - 1) == 3 * 2**99 - 1 - 2**0 * (
        3 * 2**99 - 1 - law.value(3 * 2**99 - 1)
    )
    run: dict[str, Any] = {}
    third = rule((1, 4, 3, 0)).law()
    exec(third.code("python"), run)
    assert [run["grundy"](n) for n in range(200)] == recurrence(rule((1, 4, 3, 0)), 200)


def test_a_formula_goes_through_all_numbers_or_there_is_none():
    assert fitted([n // 2 for n in range(50)]) == Intervals(1, 0, 2)
    assert fitted([n // 2 + n % 2 * (n > 20) for n in range(50)]) == Intervals(
        1, 1, 2, tuple(n // 2 for n in range(20))
    )
    assert fitted([0] * 50) is None and fitted([n // 3 * 2 for n in range(50)]) is None
    assert isinstance(intervals(rule((1, 0, 2, 0)), 9.0), IntervalTheorem)


def test_a_rule_with_more_options_than_anyone_can_list_is_left_at_once() -> None:
    asked: list[int] = []

    @gr.heap_game
    def subsets(n: int) -> Any:
        for mask in range(1 << n if n else 0):
            asked.append(n)
            yield n - 1, mask & 1

    assert intervals(subsets, 10.0) is None and 0 < max(asked) < 4
