"""The checker's lowering against the meaning of rules: what is yielded, and where they fail, state by state."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.check import Budget, lowering
from grundy.check.automata import conjunction
from grundy.check.formulas import Linear, Never
from grundy.check.laws import arithmetic, solved
from grundy.check.lowering import Lowered, Lowering, lowered, value_of
from grundy.check.ways import extreme
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.language import ir
from grundy.language.run import Failed, Run
from grundy.rules.data import routine
from linear_rules import Maker, states
from lowered_rules import State, options, wrong
from snares import styles

STYLES = styles("three")


class Watched(Run):
    """A run that notes whether something negative was divided."""

    divided = False

    def _op(self, node: ir.Op, slots: Any) -> Any:
        if node.sign in ("//", "%", "&", ">>") and self.value(node.left, slots) < 0:
            self.divided = True
        return super()._op(node, slots)


SIDES = {1: 14, 2: 5, 3: 3}
"""All positions below these are compared."""


def made(seed: int) -> ir.Routine:
    return Maker(random.Random(seed), lowered=True).routine()


def difference(seed: int, seen: Counter[str]) -> str:
    """Return where a random rule and its lowering differ; "" for nowhere."""
    routine = made(seed)
    names = [Linear(((f"x{i}", 1),)) for i in range(routine.width)]
    try:
        with Budget(5.0):
            found = lowered(routine, names, ())
    except GrundyError as refused:
        seen["refused: " + str(refused)[:50]] += 1
        nontrivial(False)
        return ""
    nontrivial(True)
    seen["lowered"] += 1
    seen["ends a turn"] += any("Never" in repr(each.atoms) for each in found.yields)
    for state in sorted(states(routine, SIDES[routine.width])):
        said = compared(routine, found, state, seen)
        if said:
            return f"rule {seed} at {state}: {said}"
    return ""


def lowest(made: set[State]) -> int:
    return min(map(min, made), default=0)


def compared(routine: ir.Routine, found: Lowered, state: State, seen: Counter[str]) -> str:
    run = Watched(routine)
    seen["states"] += 1
    try:
        right: set[State] | None = {n if isinstance(n, tuple) else (n,) for n in run.yields(state)}
    except Failed:
        right = None
    bad = wrong(found.never, state)
    seen["wrong states"] += bad
    if bad:
        return "" if right is None or run.divided or lowest(right) < 0 else "nothing is wrong there"
    if right is None:
        return "it fails there"
    if lowest(right) < 0:
        return "a negative number is yielded there"
    own = options(found.yields, state)
    return "" if own == right else f"{sorted(own)} and not {sorted(right)}"


def test_the_lowering_is_what_rules_mean() -> None:
    seen: Counter[str] = Counter()
    wrong_ones = [said for seed in range(120) if (said := difference(seed, seen))]
    assert not wrong_ones, wrong_ones
    assert seen["lowered"] > 60 and seen["states"] > 1000, seen


@pytest.mark.hours
def test_the_lowering_is_what_two_thousand_rules_mean() -> None:
    seen: Counter[str] = Counter()
    wrong_ones = [said for seed in range(1000, 3100) if (said := difference(seed, seen))]
    assert not wrong_ones, wrong_ones
    assert seen["lowered"] >= 2000 and seen["ends a turn"] > 150, seen


@pytest.mark.parametrize("name", STYLES)
def test_styles(name: str) -> None:
    made = routine(gr.heap_game(STYLES[name]), STYLES[name])
    if name == "bit arithmetic":
        with pytest.raises(GrundyError, match="bit_length"):
            lowered(made, [Linear((("x0", 1),))], ())
        return
    found = lowered(made, [Linear((("x0", 1),))], ())
    assert not any(compared(made, found, (n,), Counter()) for n in range(20))


@pytest.mark.parametrize(
    "name", ["bash", "chomp", "fibonacci-nim", "lasker", "nim", "northcott", "silver-dollar", "wythoff"]
)
def test_games(name: str) -> None:
    game: Any = load(name)
    made = routine(game, game.function)
    width = made.width if made.shape == "ints" else 3
    numbers = tuple(Linear(((f"x{i}", 1),)) for i in range(width))
    params = [game.params[name] for name in made.keywords]
    found = lowered(made, [*(numbers if made.shape == "ints" else [numbers]), *map(value_of, params)], ())
    for state in product(range(5), repeat=width):
        if not wrong(found.never, state):
            args = [*(state if made.shape == "ints" else [state]), *params]
            right = {option if isinstance(option, tuple) else (option,) for option in Run(made).yields(args)}
            assert options(found.yields, state) == right, state


# ---- what automata make of it


def accepted(automaton: Any, state: State) -> bool:
    at = 0
    for place in range(8, -1, -1):
        at = automaton.delta[at].get(tuple(n >> place & 1 for n in state), -1)
        if at < 0:
            return False
    return bool(automaton.accepting[at])


def decided(seed: int, seen: Counter[str]) -> str:
    """Return where the automata of a rule differ from its ways; "" for nowhere."""
    routine_made = made(seed)
    names = tuple(f"x{i}" for i in range(routine_made.width))
    numbers = [Linear(((name, 1),)) for name in names]
    try:
        with Budget(2.0):
            found = lowered(routine_made, numbers, ())
            if not any(isinstance(atom, Never) for each in found.yields for atom in each.atoms):
                return ""
            plain = arithmetic("msd_2")
            where = [solved(each.atoms, None, names, plain) for each in found.yields]
            every = [conjunction(plain.valid(names), each) for each in where if each is not None]
    except GrundyError:
        return ""
    seen["decided"] += 1
    for state in product(range({1: 24, 2: 7, 3: 4}[len(names)]), repeat=len(names)):
        if bool(options(found.yields, state)) != any(accepted(each, state) for each in every):
            return f"rule {seed} at {state}"
    return ""


def test_automata_decide_what_ends_a_loop() -> None:
    seen: Counter[str] = Counter()
    assert not [said for seed in range(120) if (said := decided(seed, seen))]
    assert seen["decided"] >= 5, seen


# ---- faults put into the lowering


def faults() -> dict[str, tuple[Any, str, Any]]:
    """Return faults: where, the name, and what is put there."""
    own = Lowering
    quotient, written, fold, local = own._quotient, own._written, own._fold, own._local
    compare, logic, option, turn = own._compare, own._logic, own._option, own._any_turn
    none_of, merged, call, item = own._none_of, own._merged, own._call, own._item

    def ceiling(self: Any, whole: Linear, by: int, way: Any) -> Any:
        return quotient(self, whole.plus(Linear((), by - 1)), by, way)

    def unasked(self: Any, whole: Linear, by: int, way: Any) -> Any:
        kept = len(self.never)
        found = quotient(self, whole, by, way)
        del self.never[kept:]
        return found

    def one_less(self: Any, node: Any, turns: range, way: Any) -> Any:
        return written(self, node, turns[:-1] if len(turns) > 1 else turns, way)

    def last_only(self: Any, node: Any, way: Any) -> Any:
        found = fold(self, node, way)
        return found[-1:] if node.how == "any" else found

    def stale(self: Any, node: Any, way: Any) -> Any:
        return local(self, ir.Local(0), way) if node.slot == 1 else local(self, node, way)

    def first_only(self: Any, node: Any, way: Any) -> Any:
        return compare(self, ir.Compare(node.signs[:1], node.items[:2]), way)

    def other_junctor(self: Any, node: Any, way: Any) -> Any:
        return logic(self, ir.Logic("or" if node.sign == "and" else "and", node.items), way)

    def unchecked(self: Any, way: Any, value: Any) -> None:
        kept = len(self.never)
        option(self, way, value)
        del self.never[kept:]

    def up_to(self: Any, node: Any, start: Linear, stop: Linear, step: int, way: Any) -> Any:
        return turn(self, node, start, stop.plus(Linear((), 1 if step > 0 else -1)), step, way)

    def by_ones(self: Any, node: Any, start: Linear, stop: Linear, step: int, way: Any) -> Any:
        return turn(self, node, start, stop, 1 if step > 0 else -1, way)

    def every_turn(self: Any, cases: Any, mark: int, before: Any) -> Any:
        return Never(frozenset(), ()) if before is not None else none_of(self, cases, mark, before)

    def never_over(self: Any, cases: Any, mark: int, before: Any) -> Any:
        return Never(frozenset(), ()) if before is None else none_of(self, cases, mark, before)

    def itself_too(self: Any, cases: Any, mark: int, before: Any) -> Any:
        return none_of(self, cases, mark, None if before is None else before.plus(Linear((), 1)))

    def one_case(self: Any, cases: Any, mark: int, before: Any) -> Any:
        return none_of(self, cases[:1], mark, before)

    def careless(self: Any, before: Any, after: Any) -> Any:
        return after[:1] if merged(self, before, after) != after else after

    def forgetful(self: Any, node: Any, way: Any) -> Any:
        return [(replace(after, atoms=way.atoms), value) for after, value in call(self, node, way)]

    def from_the_front(self: Any, node: Any, way: Any) -> Any:
        last = isinstance(node.index, ir.Known) and node.index.value == -1
        return item(self, ir.Item(node.whole, ir.Known(0)) if last else node, way)

    def not_sorted(values: Any, way: Any) -> Any:
        return [(way, tuple(values))]

    def least_for_greatest(name: str, values: Any, way: Any) -> Any:
        return extreme("min" if name == "max" else name, values, way)

    def same(ways_: Any) -> bool:
        return all(way.end == ways_[0].end for way in ways_)

    def silent(self: Any, way: Any) -> list[Any]:
        return []

    return {
        "a quotient is rounded up": (own, "_quotient", ceiling),
        "negative dividends pass": (own, "_quotient", unasked),
        "the last written turn is left out": (own, "_written", one_less),
        "any is the last way only": (own, "_fold", last_only),
        "another slot is read": (own, "_local", stale),
        "a chain of comparisons ends early": (own, "_compare", first_only),
        "and is or": (own, "_logic", other_junctor),
        "negative options pass": (own, "_option", unchecked),
        "the end of a loop is in it": (own, "_any_turn", up_to),
        "steps are one": (own, "_any_turn", by_ones),
        "turns after the end": (own, "_none_of", every_turn),
        "what follows is always reached": (own, "_none_of", never_over),
        "a turn comes before itself": (own, "_none_of", itself_too),
        "one case of an end only": (own, "_none_of", one_case),
        "one way of those made one": (own, "_merged", careless),
        "a helper's conditions are lost": (own, "_call", forgetful),
        "the last item is the first": (own, "_item", from_the_front),
        "sorted does nothing": (lowering, "in_order", not_sorted),
        "max is min": (lowering, "extreme", least_for_greatest),
        "whichever turn it is": (lowering, "_same_end", same),
        "failures pass": (own, "_fails", silent),
    }


@pytest.mark.hours
@pytest.mark.parametrize("name", faults())
def test_faults_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, what, put = faults()[name]
    monkeypatch.setattr(where, what, put)
    assert any(_differs(seed) for seed in range(3000))


def _differs(seed: int) -> bool:
    try:
        return bool(difference(seed, Counter()))
    except AssertionError:  # a number without a bound
        return True
