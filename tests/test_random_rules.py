"""Random rules are compiled to what Python means, or are not read; faults put into the compiler are found this way."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grundy.rules import rewrite, sequences
from grundy.rules.expressions import Bounds, Expressions
from grundy.rules.rewrite import Body, MovesBody
from grundy.rules.sequences import Arithmetic, Number, Scope, Sequences, View, as_integer
from random_rules import Differ, Verdict, compare

SHARE = 40
"""Rules in each of the everyday tests."""


def look_at(first: int, count: int) -> list[Verdict]:
    """Compare so many rules, from a seed on; the seed is in what a failure says."""
    found: list[Verdict] = []
    for seed in range(first, first + count):
        try:
            found.append(compare(seed))
        except Differ as problem:
            raise AssertionError(f"random_rules.compare({seed}): {problem}") from None
    return found


def require_worth(found: list[Verdict], share: float = 0.6) -> None:
    """So many of the rules are read, and of those most states give an answer."""
    assert sum(v.read for v in found) >= share * len(found)
    assert sum(v.equal for v in found) > 5 * len(found)
    assert sum(v.unfit for v in found) < sum(v.equal for v in found)


@pytest.mark.parametrize("turn", range(6))
def test_random_rules(turn: int) -> None:
    """Other ones each time."""
    first = random.SystemRandom().randrange(10**9)
    print(f"seeds from {first} on")
    require_worth(look_at(first, SHARE), 0.4)  # few rules: the share of those read lies between wide bounds


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(10))
def test_five_thousand_random_rules(turn: int) -> None:
    require_worth(look_at(10_000 + 500 * turn, 500))


# -- faults ----------------------------------------------------------------------------------------------------------------


def unchecked(sign: str) -> Callable[..., Number]:
    """An operation whose overflow nobody looks for."""

    def operation(self: Arithmetic, x: Number, y: Number) -> Number:
        return Number(f"({as_integer(x).text} {sign} {as_integer(y).text})")

    return operation


def of_slice(self: Sequences, view: View, low: Any, high: Any) -> View:
    """A slice that passes for the whole."""
    return replace(SLICE(self, view, low, high), key=view.key)


def held_with_bounds(self: Sequences, value: Any, region: str = "") -> View:
    """What was known of the items of a constant is known of its copies."""
    view = HELD(self, value, region)
    return replace(view, items=value.items) if isinstance(value, View) else view


def without_lengths(self: Expressions, x: Any, y: Any) -> str:
    """Tuples compared as far as both go."""
    name = ORDER(self, x, y)
    self.lines[-1] = self.lines[-1].split("=")[0] + "= 0"
    return name


def first_turn(self: Body, env: Any, changed: set[str]) -> Any:
    """What is known before a loop is known within."""
    return dict(env)


def item_of_place(self: Sequences, index: Number, length: Number, key: str) -> Number:
    """Negative indices are taken as they are."""
    index = self.atom(index)
    self.fail_if(f"{index.text} >= {length.text} or {index.text} < -{length.text}")
    return replace(index, text=f"max(0, {index.text})")


def with_endings(self: Scope, name: str, what: str = "") -> str:
    """Names of lengths that a user's variable may have."""
    return f"{self.prefix}{name}_{what}" if what else self.prefix + name


def not_apart(self: Body, value: Any) -> Any:
    """Sequences set aside with a length that still changes."""
    return self.pinned(value) if isinstance(value, Number) else self.held(value)


def of_nothing(self: Expressions, node: Any, sign: str) -> Number:
    """The least or greatest, without a look whether there is one."""
    best = EXTREME(self, node, sign)
    del self.lines[-2:]
    return best


def cut_off(self: Arithmetic, x: Number, y: Number) -> Number:
    """Quotients rounded towards zero."""
    x, y = self._divisor(x, y)
    return Number(f"(abs({x.text}) // abs({y.text}) * (1 if ({x.text} < 0) == ({y.text} < 0) else -1))")


EXTREME = Expressions._extreme_of
SLICE, HELD, ORDER = Sequences.slice, Sequences.held, Expressions._order
FAULTS: dict[str, tuple[Any, str, Any]] = {
    "sums are not looked at": (Arithmetic, "_add", unchecked("+")),
    "differences are not looked at": (Arithmetic, "_sub", unchecked("-")),
    "products are not looked at": (Arithmetic, "_mult", unchecked("*")),
    "shifts are not looked at": (Arithmetic, "_lshift", unchecked("<<")),
    "shifts to the right take any count": (Arithmetic, "_rshift", unchecked(">>")),
    "negatives are not looked at": (Arithmetic, "negated", lambda self, x: Number(f"(-{x.text})")),
    "divisors may be zero": (Arithmetic, "_divisor", lambda self, x, y: (self.atom(x), self.atom(y))),
    "an index may be too large": (Sequences, "position", lambda self, index, length, key: self.atom(index)),
    "a negative index is no index": (Sequences, "position", item_of_place),
    "the end of a slice may be beyond": (Sequences, "bound", lambda self, index, length: self.atom(index)),
    "a slice passes for the whole": (Sequences, "slice", of_slice),
    "bounds of items outlive a write": (Sequences, "held", held_with_bounds),
    "a copy may lie on what it copies": (Sequences, "_may_lie_in", lambda self, view, region: False),
    "a name is another's length": (Scope, "variable", with_endings),
    "lengths change while tuples change places": (Body, "_apart", not_apart),
    "lists have two names": (Body, "_require_own", lambda *_: None),
    "a list may grow under a loop": (Body, "_require_steady", lambda *_: None),
    "what is known before a loop is known within": (Body, "widened", first_turn),
    "what one branch knows both know": (rewrite, "_joined", lambda one, two: one),
    "lengths of tuples are not compared": (Expressions, "_order", without_lengths),
    "a condition holds where it does not": (Bounds, "learn", lambda self, node, truth: LEARN(self, node, True)),
    "a child may have any length": (MovesBody, "_require_length", lambda *_: None),
    "an empty range has a greatest": (Expressions, "_extreme_of", of_nothing),
    "floors are cut off": (Arithmetic, "_floordiv", cut_off),
    "constants share a name": (
        sequences.Module,
        "constant",
        lambda self, value: self.constants.setdefault(value, "C0"),
    ),
}
LEARN = Bounds.learn
TRIED = 5_000
"""Rules among which a fault must show itself."""


def does_not_end(*_: object) -> None:
    raise Differ("the compiled rule does not end")


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_faults_in_the_compiler_are_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    owner, attribute, fault = FAULTS[name]
    monkeypatch.setattr(owner, attribute, fault)
    signal.signal(signal.SIGALRM, does_not_end)
    for seed in range(TRIED):
        signal.alarm(20)
        try:
            compare(seed)
        except Differ:
            print(f"found after {seed + 1} rules: {name}")
            return
        except Exception:
            continue
        finally:
            signal.alarm(0)
    raise AssertionError(f"not found in {TRIED} rules")
