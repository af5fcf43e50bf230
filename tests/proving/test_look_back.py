"""Periods of rules that look a bounded number back: proved for random rules, compared with play, and never of others."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from brute import recurrence
from cases import mostly, nontrivial
from generated import define
from grundy.check import Budget, check
from grundy.common.digest import rules_digest, sealed
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.proving.comparing import verified
from grundy.proving.look_back import PeriodTheorem, Window, periodic
from grundy.proving.reading import moves
from grundy.rules.heaps import HeapFunction

NUMBERS = itertools.count()
MOVES = st.lists(
    st.tuples(
        st.integers(1, 14),
        mostly(st.lists(st.integers(0, 6), max_size=2), st.just([])),
        mostly(st.none(), st.tuples(st.integers(2, 3), st.integers(0, 1))),
    ),
    min_size=2,
    max_size=5,
)


def rule(taken: list[tuple[int, list[int], tuple[int, int] | None]], name: str = "rule") -> HeapFunction:
    """A heap game: each move takes so many counters and leaves fixed heaps beside the rest, where n has a residue."""
    lines = [f"def {name}(n):"]
    for number, fixed, residue in taken:
        least = max([number, *(part + 1 for part in fixed)])
        when = "" if residue is None else f" and n % {residue[0]} == {residue[1]}"
        left = "".join(f"{part}, " for part in fixed)
        lines += [f"    if n >= {least}{when}:", f"        yield (n - {number}, {left})"]
    return gr.heap_game(define("\n".join(lines) + "\n"))


def proved(rules: HeapFunction) -> PeriodTheorem:
    found = periodic(rules, 20.0)
    assert found is not None, rules.name
    return found


LEAVE_ONE = rule([(1, [], None), (4, [], None), (9, [], None), (3, [1], None)], "leave_one")


@pytest.mark.slow
@given(MOVES)
def test_every_such_rule_has_a_period_that_is_proved(taken: Any):
    rules = rule(taken)
    found = proved(rules)
    values = recurrence(rules, found.preperiod + 2 * found.period + 300)
    assert all(
        a == b for a, b in zip(values[found.preperiod :], values[found.preperiod + found.period :], strict=False)
    )
    if found.preperiod:
        assert values[found.preperiod - 1] != values[found.preperiod - 1 + found.period]
    assert verified(found.certificate(), rules).verified
    nontrivial(found.period > 2)


@pytest.mark.slow
@given(MOVES, st.sampled_from(["preperiod", "period", "shift", "back", "start"]), st.integers(-9, 9))
def test_no_changed_certificate_is_accepted_that_is_not_still_true(taken: Any, name: str, by: int):
    rules = rule(taken)
    made = proved(rules).certificate()
    new = sealed({**{field: made[field] for field in made if field != "hash"}, name: made[name] + by})
    nontrivial(by)
    try:
        verdict = check(new, budget=Budget(20))
    except GrundyError:
        return
    if verdict.verified:
        first, period = new["preperiod"], new["period"]
        values = recurrence(rules, first + period + 400)
        assert all(values[n] == values[n + period] for n in range(first, first + 400))


def resealed(made: dict[str, Any], old: Any, new: Any) -> dict[str, Any]:
    """Return a certificate with another part in the data of its rules."""

    def put(data: Any) -> Any:
        if data == old:
            return new
        return [put(each) for each in data] if isinstance(data, list) else data

    own = copy.deepcopy({field: made[field] for field in made if field != "hash"})
    own["rules"]["moves"]["functions"] = put(own["rules"]["moves"]["functions"])
    return sealed({**own, "fingerprint": rules_digest(own)})


def test_each_step_is_checked():
    made = proved(LEAVE_ONE).certificate()
    assert check(made).verified
    bare = {field: made[field] for field in made if field != "hash"}
    assert (made["preperiod"], made["period"]) == (0, 8)
    for false, said in (
        ({"period": 7}, "the values of the heaps 0 and 7 differ"),
        ({"back": 8}, "a move looks further back than 8"),
        ({"shift": 3}, ""),
        ({"period": 4}, "the values of the heaps 0 and 4 differ"),
        ({"start": 9, "back": 9}, ""),
    ):
        verdict = check(sealed({**bare, **false}))
        assert verdict.verified is (not said) and said in verdict.reason, verdict
    for false in ({"start": 5}, {"heaps": 1}, {"least": 1}, {"form": "code"}, {"fingerprint": "0"}):
        with pytest.raises(GrundyError):
            check(sealed({**bare, **false}))
    later = resealed(made, ["known", 9], ["known", 12])  # take 12 and not 9
    assert later["rules"] != made["rules"] and not check(later).verified
    endless = resealed(made, ["known", 9], ["known", 0])
    assert "does not lower" in check(endless).reason


def test_ranges_of_heaps_are_not_looked_back_at():
    """A move to the heaps 3, …, n - 3 looks at all heaps: 20 values had the period 8, and the next ones have not."""
    lines = ["def ranges(n):"]
    for least, most, end in ((9, 3, 2), (6, 3, 2), (11, 3, 4)):
        lines += [f"    if n >= {least}:", f"        yield tuple(range({most}, n - {end}))"]
    rules = gr.heap_game(define("\n".join(lines) + "\n"))
    values = recurrence(rules, 60)
    assert values[7:12] == values[15:20] and values[7:52] != values[15:60]
    assert periodic(rules, 5.0) is None
    made = PeriodTheorem(moves(rules), tuple(values), Window(1, 5, 12), 7, 8)
    with pytest.raises(GrundyError, match="ranges of heaps"):
        check(made.certificate())


@pytest.mark.parametrize("name", ["lasker", "split_nim", "k_division", "grundys_game"])
def test_rules_that_look_back_without_bound_have_no_such_period(name: str):
    assert periodic(load(name), 5.0) is None


def test_a_period_that_is_far_from_the_start_is_the_law():
    rules = rule([(4, [], None), (13, [4], None), (12, [6], None), (7, [3], None), (12, [], None)], "far")
    law = rules.law()
    assert (law.kind, law.preperiod, law.period, law.proved) == ("periodic", 778, 73, True)
    assert check(law.certificate()).claim.endswith("g(n + 73) = g(n) for every n >= 778")
    assert law.value(10**9) == law.value(778 + (10**9 - 778) % 73)
    assert "looks no more than 13 back" in law.explain() and "(n - 13) + 4" in law.explain()
