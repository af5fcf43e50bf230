"""Whether the rules in a certificate are those of a ruleset: the same data, and Python's own moves on some positions.

What the checker proves is about rules as data. That a Python file means the same is not proved: it is read again, into the
same data or not, and its moves are compared with those of the data (`grundy.lang.run`) at the first positions, and below,
at and above each constant, within a time; of a certificate of one position, at the positions that it lists. Both are tests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from grundy import check as checker
from grundy.check import Budget, Verdict
from grundy.check.budget import NotChecked, look
from grundy.check.form import Unproved, checked_object, natural
from grundy.check.playing import held_rules
from grundy.check.python_rules import PythonRules
from grundy.check.replay import Play, state_of
from grundy.errors import GrundyError, TooLarge
from grundy.lang.ir import VERSION, Routine, constants
from grundy.lang.refusal import Unreadable
from grundy.lang.run import Beyond, Failed, Run
from grundy.language import _
from grundy.proofs.certificate import routines, rules_data
from grundy.rules.codes import CodeRuleset
from grundy.rules.data import data_of, refuse_overridden
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset, frozen

SECONDS = 2.0
"""The usual time in which moves are compared."""
FIRST, MOST_OPTIONS = 300, 2000
"""So many first positions are compared, and so many moves of one position."""
STEPS = 200_000
"""So many steps of the data are run for one position."""
LARGEST = 10**18
"""Positions around larger constants are not compared."""


@dataclass(frozen=True)
class Comparison:
    """What was compared: in how many ``positions`` the moves were the same. Of a code there is nothing to compare."""

    name: str
    positions: int

    def __str__(self) -> str:
        if not self.positions:
            return _("{name} is the game of this code").format(name=self.name)
        return _(
            "{name} was read into the same rule data, and has the same moves in {positions:,} positions: this was "
            "compared, and is a test, not a proof"
        ).format(name=self.name, positions=self.positions)


def compare(certificate: dict[str, Any], rules: Ruleset, *, seconds: float = SECONDS) -> Comparison:
    """Compare the rules in a certificate with a ruleset, the same parameters being put in.

    GrundyError where they are others: the data, or the moves in a position. O(positions × moves), in so many seconds.

    >>> from grundy.games import load
    >>> from grundy.proofs.theorem import prove
    >>> compare(prove(load("bash").bind(m=2)).certificate(), load("bash")).name
    'bash'
    """
    if certificate.get("kind") in LISTED:
        return _compare_listed(certificate, rules, seconds)
    own = _bound(certificate, rules)
    held = {name: certificate[name] for name in ("rules", "form", "parameters")}
    found = rules_data(own, 0)
    if any(held[name] != found[name] for name in held):
        raise _other(certificate, rules)
    if isinstance(own, CodeRuleset):
        return Comparison(rules.name, 0)
    least, heaps = natural(certificate, "least", 0, 1000), natural(certificate, "heaps", 0, 9)
    return Comparison(rules.name, _same_moves(own, least, heaps, seconds))


def verified(certificate: dict[str, Any], rules: Ruleset, budget: Budget | None = None) -> Verdict:
    """Return the verdict on a certificate of an automatic law, once its rules were compared with a ruleset."""
    compare(certificate, rules, seconds=SECONDS / 4)
    return checker.check(certificate, budget=budget)


def _other(certificate: dict[str, Any], rules: Ruleset) -> GrundyError:
    shown = repr(str(certificate.get("game"))[:60])
    return GrundyError(
        "this is a certificate of other rules: the data of {shown} in it are not those of {name}",
        shown=shown,
        name=rules.name,
    )


def _bound(certificate: dict[str, Any], rules: Ruleset) -> Ruleset:
    """Return a ruleset with the parameters that a certificate gives; GrundyError if it takes others."""
    given = certificate.get("parameters")
    if not isinstance(given, dict) or not certificate.keys() >= {"rules", "form", "least", "heaps"}:
        raise _other(certificate, rules)
    if isinstance(rules, CodeRuleset):
        return rules
    if not isinstance(rules, FunctionRuleset | HeapFunction):
        raise _other(certificate, rules)
    refuse_overridden(rules)
    known = rules.params.keys() | rules.required
    return rules.bind(**{name: frozen(value) for name, value in given.items() if name in known})


# ---- certificates of single positions

LISTED = {"values": ("values",), "strategy": ("lost", "answers"), "loopy": ("results",), "partisan value": ("values",)}
"""The kinds of certificates that list positions, and where."""


def _compare_listed(certificate: dict[str, Any], rules: Ruleset, seconds: float) -> Comparison:
    """Compare the rules that a certificate of a position holds with a ruleset, at the positions that it lists."""
    fields = checked_object(certificate)
    given = fields.get("parameters")
    if not isinstance(given, dict) or not fields.keys() >= {"rules", "game", "fingerprint", "text"}:
        raise _other(certificate, rules)
    known = rules.params.keys() | rules.required
    own = rules.bind(**{name: frozen(value) for name, value in given.items() if name in known})
    try:
        data = data_of(own)
    except Unreadable:
        raise _other(certificate, rules) from None
    if fields["rules"] != {"version": VERSION, **data}:
        raise _other(certificate, rules)
    held, believed = Play.of(held_rules(fields)), Play.of(PythonRules(own))
    compared = set[Any]()
    with Budget(seconds), suppress(NotChecked):
        for state in _listed(fields):
            look()
            if not held.rules.is_position(state) or state in compared:
                continue  # where it is wrong the checker says so
            if _seen(held, state) != _seen(believed, state):
                raise _otherwise(rules, state)
            compared.add(state)
    return Comparison(rules.name, len(compared))


def _seen(play: Play, state: Any) -> Any:
    """Return what rules say of a state: its ending, and the options of each player; None where they fail."""
    players = (LEFT, RIGHT) if play.rules.partisan else (None,)
    try:
        return play.ended(state), [play.options(state, player) for player in players]
    except TooLarge:
        raise
    except (GrundyError, Unproved):
        return None


def _listed(fields: dict[str, Any]) -> Iterator[Any]:
    """Iterate over the position of a certificate, and those that it lists."""
    yield state_of(fields.get("position"))
    for name in LISTED[fields["kind"]]:
        rows = fields.get(name)
        for row in rows if isinstance(rows, list) else ():
            yield state_of(row if name == "lost" else row[0] if isinstance(row, list) and row else None)


def _otherwise(rules: Ruleset, state: Any) -> GrundyError:
    shown = ", ".join(map(str, state if isinstance(state, tuple) else (state,)))
    return GrundyError(
        "the moves of {name} at {state} are not those of its data: please report this", name=rules.name, state=shown
    )


# ---- moves


def _same_moves(rules: Ruleset, least: int, heaps: int, seconds: float) -> int:
    """Return in how many positions the moves were compared; GrundyError where they differ."""
    assert isinstance(rules, FunctionRuleset | HeapFunction)
    moves, ending = routines(rules)
    until, compared = time.monotonic() + seconds, 0
    width = moves.width if moves.shape == "ints" else max(1, heaps)
    for state in _positions(moves, rules, width, least):
        if time.monotonic() > until:
            break
        same = _alike(rules.function, moves, state, rules, yields=True)
        if same and ending is not None:
            same = _alike(rules.hooks["ending"], ending, state, rules, yields=False)
        if same is False:
            raise _otherwise(rules, state)
        compared += bool(same)
    return compared


def _positions(moves: Routine, rules: Ruleset, width: int, least: int) -> Iterator[tuple[int, ...]]:
    """Iterate over the very first positions, those where one number, or all, are near a constant, and more of the first."""
    few, side = (next(s for s in range(most, 0, -1) if s**width <= most) for most in (FIRST // 4, FIRST))
    yield from product(range(least, least + few), repeat=width)
    near = {abs(c) for c in constants(moves) | constants(tuple(rules.params.values()))}
    for n in sorted({c + d for c in near for d in (-1, 0, 1) if least <= c + d <= LARGEST}):
        if n >= least + few:
            yield from {(n,) * width: 0, **{
                tuple(n if i == place else rest for i in range(width)): 0
                for place in range(width)
                for rest in (least, least + 1, least + few - 1)
            }}  # fmt: skip
    yield from (state for state in product(range(least, least + side), repeat=width) if max(state) >= least + few)


def _alike(
    function: Callable[..., Any], routine: Routine, state: tuple[int, ...], rules: Ruleset, *, yields: bool
) -> bool | None:
    """Return whether a function and its data give the same on a position; None where that takes too long."""
    params: dict[str, Any] = {**(getattr(function, "__kwdefaults__", None) or {}), **rules.params}
    params = {name: frozen(params[name]) for name in routine.keywords}
    args: list[Any] = [*(state if routine.shape == "ints" else [state]), *params.values()]
    spent = [0]

    def spend(steps: int) -> None:
        spent[0] += steps
        if spent[0] > STEPS:
            raise Beyond

    run = Run(routine, spend=spend)
    try:
        right = run.yields(args, MOST_OPTIONS) if yields else run.returned(args)
    except Beyond:
        return None
    except Failed:
        right = Failed
    return right == _by_python(function, routine, state, params, yields)


def _by_python(
    function: Callable[..., Any], routine: Routine, state: tuple[int, ...], params: dict[str, Any], yields: bool
) -> Any:
    """Return what a function gives in Python, `Failed` where it raises."""
    try:
        found = function(*([state] if routine.shape == "tuple" else state), **params)
        return [frozen(each) for each in islice(found, MOST_OPTIONS)] if yields else found
    except Exception:  # whatever the user's rules may raise
        return Failed
