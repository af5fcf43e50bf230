"""Random rules: what is read means what Python means, and is compiled to that; faults put into the reader are found."""

from __future__ import annotations

import signal
from collections import Counter
from typing import Any

import pytest

from cases import first_seed
from grundy.language import ir
from grundy.language.read import expressions, functions, loops
from grundy.language.read.scope import Read
from grundy.language.run import Run
from random_rules import Differ, Verdict, compare, look_at

SHARE = 30
"""Rules in each of the everyday tests."""


def require_worth(found: list[Verdict], share: float = 0.6) -> None:
    """So many of the rules are read, and of those most states give an answer."""
    assert sum(v.read for v in found) >= share * len(found)
    assert sum(v.equal for v in found) > 5 * len(found)
    assert sum(v.unfit for v in found) < sum(v.equal for v in found)
    assert sum(v.same for v in found) > 5 * len(found)
    assert sum(v.beyond for v in found) < 0.05 * sum(v.same for v in found)


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.parametrize("turn", range(6))
def test_random_rules(turn: int) -> None:
    first = first_seed(turn)
    # of few rules: the share of those read lies between wide bounds
    require_worth(look_at(range(first, first + SHARE)), 0.4)


@pytest.mark.hours
@pytest.mark.parametrize("turn", range(10))
def test_five_thousand_random_rules(turn: int) -> None:
    require_worth(look_at(range(10_000 + 500 * turn, 10_500 + 500 * turn)))


@pytest.mark.hours
@pytest.mark.parametrize("turn", range(20))
def test_twenty_thousand_rules_and_a_million_states_against_python(turn: int) -> None:
    """The interpreter alone: 20,000 rules, some 75 states each; the counts by construct are printed."""
    found = look_at(range(100_000 + 1000 * turn, 101_000 + 1000 * turn), 75, every=0)
    same, failed = sum(v.same for v in found), sum(v.failed for v in found)
    counts = Counter(name for v in found for name in v.constructs)
    print(f"{sum(v.read for v in found)} read, {same} equal, {failed} failed alike; {dict(counts.most_common())}")
    assert sum(v.read for v in found) > 600
    assert same + failed > 40_000
    assert (
        min(counts[name] for name in ("fold any", "put", "call", "while", "choose", "slice", "op **", "logic and")) > 20
    )


# -- faults ----------------------------------------------------------------------------------------------------------------


def first_name(self: Any, target: Any, found: Read) -> list[ir.Stmt]:
    """A list gets a second name."""
    return PUT(self, target, found._replace(new=True))


def never_set_aside(self: Any, targets: Any, values: Any) -> list[ir.Stmt]:
    """``a, b = b, a`` one after the other."""
    return [each for t, v in zip(targets, values, strict=True) for each in self._put(t, self.value(v))]


def kept_as_it_is(self: Any, found: Read, changed: Any = loops.NOTHING) -> Any:
    """What a loop runs over may change meanwhile."""
    return (found.node, []) if isinstance(found.node, ir.Local) else KEPT(self, found, changed)


def while_with_continue(body: Any) -> bool:
    return False


def bound_that_changes(node: Any, changed: set[int]) -> bool:
    return True


def dearest(sign: str, x: ir.Expr, y: ir.Expr, line: int) -> ir.Expr:
    """Constants are folded with rounding towards zero."""
    if sign == "//" and isinstance(x, ir.Known) and isinstance(y, ir.Known) and y.value:
        return ir.Known(int(x.value / y.value))  # type: ignore[operator]
    return FOLDED(sign, x, y, line)


def upside_down(self: Any, node: Any) -> Read:
    """``and`` gives its first part where it is true."""
    found = BOOLOP(self, node)
    if isinstance(found.node, ir.Choose):
        return found._replace(node=ir.Choose(found.node.test, found.node.other, found.node.then))
    return found


def all_of_a_slice(self: Any, whole: Read, cut: Any) -> Read:
    found = SLICED(self, whole, cut)
    return (
        found._replace(node=ir.Slice(found.node.whole, None, found.node.high))
        if isinstance(found.node, ir.Slice)
        else found
    )


PUT, KEPT = functions._Reader._put, loops.Loops.kept
FOLDED, BOOLOP, SLICED = expressions.folded, expressions.Expressions._x_boolop, expressions.Expressions._sliced
FAULTS: dict[str, tuple[Any, str, Any]] = {
    "lists have two names": (functions._Reader, "_put", first_name),
    "tuples change places one after the other": (functions._Reader, "_several", never_set_aside),
    "the loop changes what it runs over": (loops.Loops, "kept", kept_as_it_is),
    "a list may grow under a loop": (loops.Loops, "_require_steady", lambda *_: None),
    "a while that goes on is a range": (functions, "continues", while_with_continue),
    "the bound of a while may change": (functions, "_steady", bound_that_changes),
    "constants are rounded towards zero": (expressions, "folded", dearest),
    "and is or": (expressions.Expressions, "_x_boolop", upside_down),
    "slices begin at 0": (expressions.Expressions, "_sliced", all_of_a_slice),
    "a list that is given is changed": (functions._Reader, "_own_list", lambda self, name: self.slot(name)),
}


def first_alone(self: Run, node: ir.Fold, slots: Any) -> Any:
    """`any` looks at the first value only."""
    if node.how != "any":
        return FOLD(self, node, slots)
    return int(bool(FOLD(self, ir.Fold("tuple", node.body), slots)[:1] not in ((), (0,))))


def unchained(self: Run, node: ir.Compare, slots: Any) -> Any:
    return COMPARE(self, ir.Compare(node.signs[:1], node.items[:2]), slots)


def appended(self: Run, node: ir.Put, slots: Any, give: Any) -> int:
    slots[node.slot] = (*slots[node.slot], 1)
    return 0


SLICE, FOLD, LOGIC, COMPARE = Run._slice, Run._fold, Run._logic, Run._compare
FAULTS |= {
    "a slice ends before its end": (Run, "_slice", lambda self, node, slots: SLICE(self, node, slots)[:-1]),
    "any looks at the first alone": (Run, "_fold", first_alone),
    "and is true or false": (Run, "_logic", lambda self, node, slots: int(not LOGIC(self, node, slots))),
    "comparisons are not chained": (Run, "_compare", unchained),
    "break goes on": (Run, "_break", lambda self, node, slots, give: 2),
    "put appends": (Run, "_put", appended),
}
TRIED = 3_000
"""Rules among which a fault must show itself."""


def does_not_end(*_: object) -> None:
    raise Differ("the rule does not end")


@pytest.mark.hours
@pytest.mark.parametrize("name", FAULTS)
def test_faults_in_the_reader_and_in_the_interpreter_are_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(*FAULTS[name])
    signal.signal(signal.SIGALRM, does_not_end)
    for seed in range(TRIED):
        signal.alarm(20)
        try:
            compare(seed, program=None)
        except Differ:
            print(f"found after {seed + 1} rules: {name}")
            return
        except Exception:
            continue
        finally:
            signal.alarm(0)
    raise AssertionError(f"not found in {TRIED} rules")
