"""What the parts of a position are worth in normal play, and which moves give a part another value.

Three ways of `grundy.solving.engine`: by the xor of the parts of a sum, by the nim-sequence of a heap, and by the nimbers of
what a position comes apart into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grundy.common.errors import RulesError
from grundy.common.evidence import ByLaw, ByNimbers, ByParts, BySequence, Evidence
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Move, Solution
from grundy.solving.engine import worth
from grundy.solving.results import Options, Question
from grundy.values.outcome import Outcome


class LoopyPart(Exception):
    """A part of the position can be played for ever, so that it has no Grundy value."""


class Worth:
    """The Grundy value of a position, with what it rests on and how to find options of a given value."""

    __slots__ = ("evidence", "reach", "value")

    def __init__(self, value: int, evidence: Evidence, reach: Callable[[int], Iterator[Any]]) -> None:
        self.value = value
        self.evidence = evidence
        self.reach = reach


def solution(question: Question, known: Worth) -> Solution:
    """Return the solution of a position whose Grundy value is known: a winning move leaves the value 0."""
    position = question.position

    def winning() -> Iterator[Move]:
        if known.value:
            for state in known.reach(0):
                yield position.move_to(state)

    return Solution(
        position,
        question.play,
        Outcome.N if known.value else Outcome.P,
        known.evidence,
        value=known.value,
        winning=winning,
        best=lambda: next(winning() if known.value else position.moves(), None),
    )


def refuse_without_grundy_value(ruleset: Ruleset) -> None:
    """Raise RulesError for games that have no Grundy value whatever the position."""
    if ruleset.partisan:
        raise RulesError(
            "{name} is partisan: it has a value(), but only its impartial version has Grundy values", name=ruleset.name
        )
    if ruleset.scoring:
        raise RulesError("{name} is played for points and has a score, no Grundy value", name=ruleset.name)
    if ruleset.has_ending:
        raise RulesError("{name} has declared endings and so an outcome, no Grundy value", name=ruleset.name)


# ---- the ways


def by_parts(question: Question) -> Worth:
    """Return what a sum is worth: the xor of its parts."""
    ruleset, state, options = question.position.ruleset, question.position.state, question.options
    known: dict[Any, Worth] = {}
    kinds: dict[Evidence, None] = {}
    value = solved = 0
    for part, own in ruleset.components(state):
        key = (part.key, own)
        if key not in known:
            known[key] = found = worth(part, own, options)
            kinds.setdefault(found.evidence)
            solved += found.evidence.positions
        value ^= known[key].value
    return Worth(value, ByParts((*kinds,), solved), lambda target: reach_parts(ruleset, state, value, target, options))


def reach_parts(ruleset: Ruleset, state: Any, value: int, target: int, options: Options) -> Iterator[Any]:
    """Iterate over the options of a sum whose value is ``target``: one part must change its value by the difference."""
    for i, (part, own) in enumerate(ruleset.components(state)):
        known = worth(part, own, options)
        for option in known.reach(known.value ^ value ^ target):
            yield ruleset.replace(state, i, option)


def by_sequence(question: Question) -> Worth:
    """Return what a heap is worth by its nim-sequence, or by the law of it."""
    from grundy.solving import sequences  # not needed for a theorem

    ruleset, (heap,) = question.position.ruleset, question.position.state
    assert isinstance(ruleset, HeapRuleset)
    sequence = sequences.of(ruleset)
    value, law = sequence.value(heap), sequence.proved
    evidence = BySequence()
    if law is not None and heap >= len(sequence.values):
        evidence = ByLaw(law.preperiod, law.period, law.saltus)
    return Worth(value, evidence, lambda target: sequence.reach(heap, target))


def by_nimbers(question: Question) -> Worth:
    """Return what a position is worth that comes apart, or one of the impartial version of a partisan game."""
    from grundy.solving.values import Endless  # not needed for a theorem

    ruleset, state = question.position.ruleset, question.position.state
    nimber, is_worth = _depth_first(ruleset, state) if ruleset.told_apart else _impartial(question)

    def reach(target: int) -> Iterator[Any]:
        return (option for option in ruleset.options(state) if is_worth(option, target))

    try:
        return Worth(nimber(state), ByNimbers(), reach)
    except Endless:
        raise LoopyPart from None


def _depth_first(ruleset: Ruleset, start: Any) -> tuple[Callable[[Any], int], Callable[[Any, int], bool]]:
    """Return what gives the nimber of a state, and whether it is so many, of a game that says how it comes apart."""
    from grundy.solving.depth_first import searched

    found = searched(ruleset, start)
    return found.nimber, found.is_worth


def _impartial(question: Question) -> tuple[Callable[[Any], int], Callable[[Any, int], bool]]:
    """Return the same of the impartial version of a partisan game."""
    from grundy.rules.partisan import ImpartialRuleset
    from grundy.solving.nimbers import nimber

    ruleset = question.position.ruleset
    assert isinstance(ruleset, ImpartialRuleset)
    return (
        lambda state: nimber(ruleset, state, question.options),
        lambda state, target: nimber(ruleset, state, question.options) == target,
    )
