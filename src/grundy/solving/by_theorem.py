"""The way by a theorem: a closed form that a game's file declares answers for the whole position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.common.errors import GrundyError
from grundy.rules.closed_forms import Theorem
from grundy.rules.failures import asked, walked
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, accepted
from grundy.rules.solution import Move, Solution
from grundy.solving import components
from grundy.solving.results import Question
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.common.evidence import Gives


def answer(question: Question) -> Solution | None:
    """Return the answer of a theorem; None where none applies, GrundyError where one was asked for."""
    found = _found(question)
    if found is None and question.method == "theorem":
        raise GrundyError(
            "no declared theorem answers {position} in {play}", position=question.position, play=question.play
        )
    return found


def _found(question: Question) -> Solution | None:
    position, play = question.position, question.play
    rules, state = position.ruleset, position.state
    if rules.scoring:
        from grundy.solving.results import by_score

        theorem = None if play.misere else theorem_for(rules, state, "score")
        return None if theorem is None else by_score(question, partial(apply, theorem, rules), theorem.evidence)
    if not play.misere and (value := worth(question)) is not None:
        return components.solution(question, value)
    theorem = theorem_for(rules, state, "losing", misere=play.misere)
    return None if theorem is None or _has_quick_values(question) else _of_outcome(question, theorem)


def worth(question: Question) -> components.Worth | None:
    """Return what a position is worth by a theorem; None where none applies, or a way to search is named."""
    ruleset, state, options = question.position.ruleset, question.position.state, question.options
    theorem = theorem_for(ruleset, state, "value") if options.way is None else None
    if theorem is None:
        return None
    value = apply(theorem, ruleset, state)
    whole = not ruleset.is_sum(state)

    def reach(target: int) -> Iterator[Any]:
        if whole:
            return reach_value(theorem, ruleset, state, target)
        return components.reach_parts(ruleset, state, value, target, options)

    return components.Worth(value, theorem.evidence, reach)


def _has_quick_values(question: Question) -> bool:
    """Return whether the heaps have values that are computed at once, and say more than who wins."""
    rules, state = question.position.ruleset, question.position.state
    usual = question.method is None and not question.play.misere
    if not usual or not isinstance(rules, HeapRuleset):
        return False
    from grundy.solving import sequences  # most theorems give values

    return max(state, default=0) <= sequences.QUICKLY


def _of_outcome(question: Question, theorem: Theorem) -> Solution:
    """Return the solution of a position whose outcome a theorem gives."""
    position = question.position
    lost = apply(theorem, position.ruleset, position.state)
    ends = isinstance(position.ruleset, HeapRuleset) and not question.play.misere

    def winning() -> Iterator[Move]:
        if not lost:
            for option in reach_lost(theorem, position.ruleset, position.state):
                yield position.move_to(option)

    return Solution(
        position,
        question.play,
        Outcome.P if lost else Outcome.N,
        theorem.evidence,
        value=0 if lost and ends else None,
        winning=winning,
        best=lambda: next(position.moves() if lost else winning(), None),
    )


# ---- what theorems say


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
