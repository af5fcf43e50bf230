"""What the parts of a position are worth in normal play, and which moves give a part another value.

The Sprague-Grundy theorem: a position whose play ends is worth a Nim heap, a sum the xor of its parts (*Winning Ways*
ch. 3). A part's value comes from a theorem, from its nim-sequence, from the nimbers that it comes apart into, or from a
search: the ways of `VALUES`, tried in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grundy.common.errors import RulesError
from grundy.common.evidence import ByLaw, ByNimbers, ByParts, BySearch, BySequence, Evidence
from grundy.rules.heaps import HeapRuleset
from grundy.rules.play import Play
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Move, Solution
from grundy.solving import closed_form_answers
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


def answer(question: Question) -> Solution | None:
    """Return the answer from what the position is worth; None where part of it can be played for ever."""
    position = question.position
    try:
        return solution(position, question.play, worth(position.ruleset, position.state, question.options))
    except LoopyPart:  # it has an outcome
        return None


def solution(position: Position, play: Play, worth: Worth) -> Solution:
    """Return the solution of a position whose Grundy value is known: a winning move leaves the value 0."""

    def winning() -> Iterator[Move]:
        if worth.value:
            for state in worth.reach(0):
                yield position.move_to(state)

    return Solution(
        position,
        play,
        Outcome.N if worth.value else Outcome.P,
        worth.evidence,
        value=worth.value,
        winning=winning,
        best=lambda: next(winning() if worth.value else position.moves(), None),
    )


def worth(ruleset: Ruleset, state: Any, options: Options) -> Worth:
    """Return what a position is worth; LoopyPart if part of it can be played for ever."""
    refuse_without_value(ruleset)
    return next(found for way in VALUES if (found := way(ruleset, state, options)) is not None)


def of_position(position: Position, options: Options = Options(reuse=True)) -> Worth:
    """Return what a position is worth; RulesError in a sentence where it has no Grundy value."""
    try:
        return worth(position.ruleset, position.state, options)
    except LoopyPart:
        raise RulesError(
            "{position} can be played for ever, so it has an outcome, no Grundy value", position=position
        ) from None


def refuse_without_value(ruleset: Ruleset) -> None:
    """Raise RulesError for games that have no Grundy value whatever the position."""
    if ruleset.partisan:
        raise RulesError(
            "{name} is partisan: it has a value() and no Grundy value, but for its impartial version", name=ruleset.name
        )
    if ruleset.scoring:
        raise RulesError("{name} is played for points and has a score, no Grundy value", name=ruleset.name)
    if ruleset.has_ending:
        raise RulesError("{name} has declared endings and so an outcome, no Grundy value", name=ruleset.name)


# ---- the ways


def _by_theorem(ruleset: Ruleset, state: Any, options: Options) -> Worth | None:
    theorem = closed_form_answers.theorem_for(ruleset, state, "value") if options.way is None else None
    if theorem is None:
        return None
    value = closed_form_answers.apply(theorem, ruleset, state)
    whole = not ruleset.is_sum(state)

    def reach(target: int) -> Iterator[Any]:
        if whole:
            return closed_form_answers.reach_value(theorem, ruleset, state, target)
        return _reach_parts(ruleset, state, value, target, options)

    return Worth(value, theorem.evidence, reach)


def _by_parts(ruleset: Ruleset, state: Any, options: Options) -> Worth | None:
    if not ruleset.is_sum(state):
        return None
    known: dict[Any, Worth] = {}
    value = 0
    for part, own in ruleset.components(state):
        key = (part.key, own)
        if key not in known:
            known[key] = worth(part, own, options)
        value ^= known[key].value
    kinds = tuple(dict.fromkeys(each.evidence for each in known.values()))
    solved = sum(each.evidence.positions for each in known.values())
    return Worth(
        value,
        ByParts(kinds, solved),
        lambda target: _reach_parts(ruleset, state, value, target, options),
    )


def _reach_parts(ruleset: Ruleset, state: Any, value: int, target: int, options: Options) -> Iterator[Any]:
    """Iterate over the options of a sum whose value is ``target``: one part must change its value by the difference."""
    for i, (part, own) in enumerate(ruleset.components(state)):
        known = worth(part, own, options)
        for option in known.reach(known.value ^ value ^ target):
            yield ruleset.replace(state, i, option)


def _by_sequence(ruleset: Ruleset, state: Any, options: Options) -> Worth | None:
    if not isinstance(ruleset, HeapRuleset):
        return None
    from grundy.solving import sequences  # not needed for a theorem

    (heap,) = state
    sequence = sequences.of(ruleset)
    value, law = sequence.value(heap), sequence.proved
    evidence = BySequence()
    if law is not None and heap >= len(sequence.values):
        evidence = ByLaw(law.preperiod, law.period, law.saltus)
    return Worth(value, evidence, lambda target: sequence.reach(heap, target))


def _by_nimbers(ruleset: Ruleset, state: Any, options: Options) -> Worth | None:
    from grundy.rules.partisan import ImpartialRuleset  # not needed for a theorem

    if "parts" in ruleset.hooks and options.way is None:
        return _depth_first(ruleset, state)
    if not isinstance(ruleset, ImpartialRuleset):
        return None
    from grundy.solving.nimbers import Endless, nimber

    def reach(target: int) -> Iterator[Any]:
        return (option for option in ruleset.options(state) if nimber(ruleset, option, options) == target)

    try:
        return Worth(nimber(ruleset, state, options), ByNimbers(), reach)
    except Endless:
        raise LoopyPart from None


def _depth_first(ruleset: Ruleset, state: Any) -> Worth:
    from grundy.solving.depth_first import Endless, searched  # not needed for a theorem

    found = searched(ruleset, state)

    def reach(target: int) -> Iterator[Any]:
        return (option for option in ruleset.options(state) if found.is_worth(option, target))

    try:
        return Worth(found.nimber(state), ByNimbers(), reach)
    except Endless:
        raise LoopyPart from None


def _by_search(ruleset: Ruleset, state: Any, options: Options) -> Worth:
    from grundy.solving.search import search  # not needed for a theorem

    table = search(ruleset, state, options)
    if table.loopy:
        raise LoopyPart

    def reach(target: int) -> Iterator[Any]:
        return (option for option in ruleset.options(state) if table.grundy(ruleset.canonical(option)) == target)

    return Worth(table.grundy(ruleset.canonical(state)), BySearch(table.positions), reach)


VALUES: list[Callable[[Ruleset, Any, Options], Worth | None]] = [
    _by_theorem,
    _by_parts,
    _by_sequence,
    _by_nimbers,
    _by_search,
]
"""The ways to a Grundy value, tried in order; the last one answers always."""
