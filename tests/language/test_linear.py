"""Rules as guarded linear moves: on random rules they are the moves of the interpreter, which says what a rule means."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.language.ir import Routine
from grundy.language.linear import Linear, guards, linear, numbers, terms, turns, walk
from grundy.language.linear.sums import Term
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run
from grundy.proving.boxes import compare
from grundy.proving.reading import moves
from grundy.rules.as_heap_code import read_code_of
from linear_rules import broken, constants, constructs, options, rules, states
from snares import styles

SIDES = {1: 12, 2: 5, 3: 3}
"""All states below these are compared."""


class TooLong(Exception):
    """A comparison that takes too long."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Stop what takes longer."""

    def stop(*_: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def difference(routine: Routine, params: dict[str, int], found: Linear, state: tuple[int, ...]) -> str:
    """What the guarded moves and the interpreter do not agree on, "" for nothing."""
    own = [state] if routine.is_tuple else list(state)
    most = 3 * sum(state) + 2 * max(map(abs, constants(routine)), default=0) + 8
    try:
        yielded = Run(routine).yields([*own, *(params[name] for name in routine.keywords)])
    except Beyond:
        return ""
    except Failed:
        return "" if broken(found, state, most) else "a failure that no duty tells"
    true = {value if isinstance(value, tuple) else (value,) for value in yielded}
    said = options(found, state, most)
    if said != true:
        return f"said {sorted(said - true)[:5]}, not {sorted(true - said)[:5]}"
    if not broken(found, state, most):
        if any(number < 0 for option in true for number in option):
            return "a number below 0 that no duty tells"
        if options(found, state, most, strict=True) != true:
            return "a quotient of a negative number that no duty tells"
    return ""


def compared(count: int, seed: int, first: bool = False) -> tuple[list[str], Counter[str], Counter[str], int]:
    """The differences on random rules, the constructs that were read, the reasons of refusals, and the states."""
    wrong: list[str] = []
    read_of: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    checked = 0
    for i, (routine, params) in enumerate(rules(count, seed)):
        try:
            found = linear(routine, params, width=routine.width)
        except Unreadable as problem:
            refused[problem.reason.partition(": ")[2]] += 1
            nontrivial(False)
            continue
        read_of += constructs(routine)
        read_of["rules"] += 1
        nontrivial(True)
        try:
            with at_most(6):
                for state in sorted(states(routine, SIDES[routine.width])):
                    what = difference(routine, params, found, state)
                    checked += 1
                    if what:
                        wrong.append(f"rule {i} of seed {seed} at {state}: {what}")
                        break
        except TooLong:
            read_of["compared in part"] += 1
        if wrong and first:
            break
    return wrong, read_of, refused, checked


@pytest.mark.slow
def test_random_rules_mean_what_the_interpreter_says():
    wrong, read_of, refused, checked = compared(100, 11)
    assert not wrong
    assert read_of["rules"] >= 85 and checked > 2000
    assert sum(refused.values()) <= 15


@pytest.mark.hours
def test_two_thousand_random_rules_mean_what_the_interpreter_says():
    wrong, read_of, refused, checked = compared(2300, 1)
    print(f"\n{read_of['rules']} rules read at {checked} states; {sum(refused.values())} refused: {dict(refused)}")
    for word, count in sorted(read_of.items()):
        print(f"{count:6} {word}")
    assert not wrong, wrong[:10]
    assert read_of["rules"] >= 2000
    assert all(read_of[word] >= 20 for word in ("For -1", "For -2", "For +3", "Break", "Return", "Call", "While"))


# -- faults that are put in on purpose ---------------------------------------------------------------------------------

ROOMS = (guards, numbers, terms, turns, walk)
Fault = Callable[[pytest.MonkeyPatch], None]
LOOPS, VALUES = turns.Loops, terms.Values


def everywhere(name: str, other: Any) -> Fault:
    """Another function in the place of one, wherever it was imported."""

    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        for room in ROOMS:
            if hasattr(room, name):
                monkeypatch.setattr(room, name, other)

    return put


def wrapped(name: str, change: Callable[..., Any]) -> Fault:
    """A function that does something else with the true one: ``change(true, *args)``."""
    true = next(getattr(room, name) for room in ROOMS if hasattr(room, name))
    return everywhere(name, lambda *args, **more: change(true, *args, **more))


def in_class(owner: type, name: str, other: Any) -> Fault:
    return lambda monkeypatch: monkeypatch.setattr(owner, name, other)


def strict_bounds(name: str, terms: list[Term]) -> Any:
    lower, upper = [(1, Term())], list[tuple[int, Term]]()
    for term in terms:
        a = term.of(name)
        rest = term - Term(((name, a),))
        (lower if a > 0 else upper).append((abs(a), -rest if a > 0 else rest))
    return guards.both(*(guards.at_least_0(a * high - b * low - 1) for a, low in lower for b, high in upper))


def weak_negation(true: Callable[..., Any], guard: Any) -> Any:
    plain = isinstance(guard, guards.Atom) and guard.relation == ">="
    return guards.Atom(-guard.term, ">=") if plain else true(guard)


def also_this_turn(name: str, ending: Any, other: str) -> Any:
    now = guards.at_least_0(guards.variable(name) - guards.variable(other))
    return guards.some((other,), guards.both(now, guards.put(ending, {name: guards.variable(other)})))


def positive(true: Callable[..., Any], term: Term, m: int) -> Term:
    return true(Term(tuple((part, abs(a)) for part, a in term.parts), term.constant), m)


def flipped(self: Any, kind: str, *rest: Any, true: Callable[..., Any] = VALUES.extreme) -> Any:
    return true(self, {"min": "max", "max": "min"}[kind], *rest)


FAULTS: dict[str, Fault] = {
    "a quotient is rounded up": wrapped("divided", lambda true, term, d: true(term + (d - 1), d)),
    "a remainder is of another number": wrapped("remainder", lambda true, term, m: true(term + 1, m)),
    "coefficients of remainders lose their sign": wrapped("remainder", positive),
    "a negation forgets to be strict": wrapped("negation", weak_negation),
    "or is and": everywhere("either", guards.both),
    "everything is implied": everywhere("implied", lambda known, guard: True),
    "equations are inequalities": wrapped("equal_0", lambda true, term: guards.at_least_0(term)),
    "bounds are strict when a variable goes": everywhere("_bounded", strict_bounds),
    "an equation always has a natural solution": everywhere("_solved", lambda name, case: guards.YES),
    "earlier turns do not count": everywhere("_earlier", lambda name, ending, other: guards.NO),
    "this turn is earlier": everywhere("_earlier", also_this_turn),
    "the carried step is doubled": wrapped("_step", lambda true, *args: (step := true(*args)) and 2 * step),
    "what a turn changes is as before": in_class(
        LOOPS, "_carried", lambda self, node, turn, path, changed: {slot: path.slots[slot] for slot in changed}
    ),
    "a fold sees the last condition only": in_class(terms.Path, "more", lambda self, before: self.guards[-1:]),
    "turns inside a fold are free": in_class(terms.Path, "turns", lambda self, before: ()),
    "min is max": in_class(VALUES, "extreme", flipped),
    "~x is -x": everywhere("_signed", lambda sign, number: number.negative()),
    "nothing is sorted": in_class(VALUES, "_in_order", lambda self, found, path, line: [(path, tuple(found))]),
    "return leaves the loop alone": everywhere("ENDED", ("break",)),
    "a choice that returns is joined": everywhere("_leaves", lambda body, **_: False),
    "no duties": in_class(walk.Walk, "duty", lambda *args: None),
    "blocks leave slots as they were": in_class(LOOPS, "forgotten", lambda self, path, body: path),
}


@pytest.mark.hours
@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(fault: str, monkeypatch: pytest.MonkeyPatch):
    FAULTS[fault](monkeypatch)
    try:
        wrong, *_rest = compared(600, 1, first=True)
    except (TooLong, AssertionError, LookupError, RecursionError):
        return
    assert wrong


# -- other ways to write the same moves ------------------------------------------------------------------------------------

AGAIN = {name: rule for name, rule in styles("three again").items() if name != "bit arithmetic"}


@pytest.mark.parametrize("name", AGAIN)
def test_every_style_again_is_a_code_and_a_formula_and_has_a_law(name: str):
    code, reason = read_code_of(gr.heap_game(AGAIN[name]))
    assert str(code) in ("{1, 2, 3}", "0.333"), reason
    assert compare(moves(gr.game(AGAIN[name]))) > 30
    for kind in (gr.game, gr.heap_game):
        law = kind(AGAIN[name]).law()
        assert (law.period, law.preperiod, law.proved) == (4, 0, True)


# -- what has no code ----------------------------------------------------------------------------------------------------


def odd(n: int):
    if n % 2:
        yield n - 1
        yield n // 2 * 2 - n % 2 + 1


def test_a_law_of_no_code_is_proved_by_a_theorem():
    code, _reason = read_code_of(gr.heap_game(odd))
    assert code is None
    for kind in (gr.game, gr.heap_game):
        law = kind(odd).law()
        assert (law.period, law.proved) == (2, True) and law.criterion in ("theorem", "look back")
