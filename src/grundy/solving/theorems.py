"""What theorems say: which applies to a state, what it says of it, and the options that it reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.rules.closed_forms import Theorem
from grundy.rules.failures import asked, walked
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, accepted
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.common.evidence import Gives


def theorem_for(ruleset: Ruleset, state: Any, gives: Gives, *, misere: bool = False) -> Theorem | None:
    """Return the theorem that gives what is asked of a state, or None.

    For a heap game the value theorem is one for single heaps: it is returned if every heap of the state has it.
    """
    for theorem in ruleset.theorems:
        if theorem.gives != gives or theorem.misere != misere:
            continue
        if theorem.where is None or all(
            asked(ruleset, state, theorem.where, *args, **accepted(theorem.where, ruleset.params))
            for args in _units(ruleset, state, gives)
        ):
            return theorem
    return None


def _units(ruleset: Ruleset, state: Any, gives: Gives) -> list[tuple[Any, ...]]:
    """Return the arguments of the calls that a theorem needs for a state: one, or one a heap."""
    if gives == "value" and isinstance(ruleset, HeapRuleset):
        return [(heap,) for heap in state]
    return [ruleset.arguments(state)]


def apply(theorem: Theorem, ruleset: Ruleset, state: Any) -> Any:
    """Return what the theorem says of a state: its value, whether it is lost, its score."""
    call = bound(theorem.function, ruleset)
    if theorem.gives == "value" and isinstance(ruleset, HeapRuleset):
        return asked(ruleset, state, lambda: reduce(xor, map(call, state), 0))
    found = asked(ruleset, state, call, *ruleset.arguments(state))
    if isinstance(found, bool) and theorem.gives != "losing":
        raise ruleset.bad_rules(
            "{theorem} of {name} returns {found}: return an integer, or declare that it gives='losing'",
            theorem=theorem.name,
            found=found,
        )
    return found


def bound(function: Callable[..., Any], ruleset: Ruleset) -> Callable[..., Any]:
    """Return a function of the state alone: with the parameters it takes filled in."""
    params = accepted(function, ruleset.params)
    return (lambda *args: function(*args, **params)) if params else function


def reach_value(theorem: Theorem, ruleset: Ruleset, state: Any, target: int) -> Iterator[Any]:
    """Iterate over the options of a state (of one heap, for heap games) whose value is ``target``."""
    if theorem.reach is not None:
        params = accepted(theorem.reach, ruleset.params)
        found = asked(ruleset, state, theorem.reach, *ruleset.arguments(state), target=target, **params)
        yield from map(ruleset.state_of, walked(ruleset, state, found))
        return
    for option in ruleset.options(state):
        if theorem_for(ruleset, option, "value") is theorem:
            value = apply(theorem, ruleset, option)
        else:
            value = Position(ruleset, option).grundy()
        if value == target:
            yield option


def reach_lost(theorem: Theorem, ruleset: Ruleset, state: Any) -> Iterator[Any]:
    """Iterate over the options of a state that are lost for the player to move there."""
    if theorem.reach is not None:
        params = accepted(theorem.reach, ruleset.params)
        found = asked(ruleset, state, theorem.reach, *ruleset.arguments(state), **params)
        yield from map(ruleset.state_of, walked(ruleset, state, found))
        return
    for option in ruleset.options(state):
        if theorem_for(ruleset, option, "losing", misere=theorem.misere) is theorem:
            lost = apply(theorem, ruleset, option)
        else:  # the theorem is one for other positions than this option
            lost = Position(ruleset, option).outcome("misere" if theorem.misere else "normal") is Outcome.P
        if lost:
            yield option
