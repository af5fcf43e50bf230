"""Misère play of sums: tame parts behave like heaps of misère Nim (*Winning Ways* ch. 13)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from grundy.common.evidence import ByTameness
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Move, Solution
from grundy.solving.results import Question
from grundy.values.misere import TameClass, tame_class
from grundy.values.outcome import Outcome

MOST = 50_000
"""Positions whose class is worked out, in all parts together."""


def answer(question: Question) -> Solution | None:
    """Return the answer for a sum of tame parts in misère play, None if one is wild."""
    position = question.position
    try:
        parts = TameSum(position.ruleset, position.state)
    except Wild:
        return None

    def winning() -> Iterator[Move]:
        if not parts.lost:
            for state in parts.winning():
                yield position.move_to(state)

    return Solution(
        position,
        question.play,
        Outcome.P if parts.lost else Outcome.N,
        ByTameness(len(parts.known)),
        winning=winning,
        best=lambda: next(position.moves() if parts.lost else winning(), None),
    )


class Wild(Exception):
    """Some part is not tame, or is too large to tell, or can be played for ever."""


class TameSum:
    """The tame classes of the parts of a sum."""

    def __init__(self, ruleset: Ruleset, state: Any) -> None:
        self.ruleset = ruleset
        self.state = state
        self.known: dict[Any, TameClass | None] = {}
        self.total = self.class_of(ruleset, state)

    @property
    def lost(self) -> bool:
        """Whether the player to move loses."""
        return self.total.outcome is Outcome.P

    def winning(self) -> Iterator[Any]:
        """Iterate over the states that a winning move leads to."""
        for option in self.ruleset.options(self.state):
            if self.class_of(self.ruleset, option).outcome is Outcome.P:
                yield option

    def class_of(self, ruleset: Ruleset, state: Any) -> TameClass:
        """Return the class of a position; Wild if it has none."""
        if ruleset.is_sum(state):
            classes = (self.class_of(*part) for part in ruleset.components(state))
            return reduce(TameClass.__add__, classes, TameClass.nim(0))
        found = self._search(ruleset, ruleset.canonical(state))
        if found is None:
            raise Wild
        return found

    def _search(self, ruleset: Ruleset, start: Any) -> TameClass | None:
        """Return the class of a whole position (one heap, one board), its options first. No recursion: play may be long."""
        if ruleset.has_ending or ruleset.scoring:
            raise Wild
        known, pending = self.known, [(ruleset, start)]
        below: dict[Any, list[Any]] = {}
        while pending:
            rules, state = pending[-1]
            key = (rules.key, state)
            if key in known:
                pending.pop()
                continue
            if key not in below:
                if len(below) > MOST:
                    raise Wild
                below[key] = list(rules.options(state))
                missing = [part for option in below[key] for part in _wholes(rules, option)]
                missing = [part for part in missing if (part[0].key, part[1]) not in known]
                if any((part[0].key, part[1]) in below for part in missing):
                    raise Wild  # its options are still being worked out: play can be endless
                pending += missing
                if missing:
                    continue
            known[key] = tame_class(self._added(rules, option) for option in below[key])
            pending.pop()
        return known[ruleset.key, start]

    def _added(self, rules: Ruleset, option: Any) -> TameClass | None:
        total = TameClass.nim(0)
        for part, own in _wholes(rules, option):
            found = self.known[part.key, own]
            if found is None:
                return None
            total = total + found
        return total


def _wholes(rules: Ruleset, state: Any) -> list[tuple[Ruleset, Any]]:
    if not rules.is_sum(state):
        return [(rules, rules.canonical(state))]
    return [whole for part in rules.components(state) for whole in _wholes(*part)]
