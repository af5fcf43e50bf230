"""The way by a theorem: a closed form that a game's file declares answers for the whole position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from grundy.common.errors import GrundyError
from grundy.rules.closed_forms import Theorem, apply, reach_lost, reach_value, theorem_for
from grundy.rules.heaps import HeapRuleset
from grundy.rules.solution import Move, Solution
from grundy.solving import components
from grundy.solving.results import Question, by_score


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
        return map(position.move_to, reach_lost(theorem, position.ruleset, position.state))

    return Solution.decided(
        question.position, question.play, not lost, theorem.evidence, winning, value=0 if lost and ends else None
    )
