"""Samples of the positions that a start leads to: those near it, and those of plays by lot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grundy.common import limits

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

NEAR = 20_000
"""Options that are looked at from a start on, breadth first."""
PLAYS, LENGTH, MET = 48, 400, 4_000
"""Plays by lot, positions of each, and of all."""


def going_on(ruleset: Ruleset, state: Any) -> list[Any]:
    """Return the options of a state, none where it has ended."""
    return [] if ruleset.ended(state) is not None else list(ruleset.options(state))


def played(ruleset: Ruleset, start: Any) -> Iterator[Any]:
    """Iterate over the states of plays by lot from a start, the same each time."""
    chance = random.Random(0)
    left = MET
    for _play in range(PLAYS):
        state = start
        for _turn in range(LENGTH):
            yield state
            found = going_on(ruleset, state)
            left -= 1
            if left < 0 or not found:
                break
            state = chance.choice(found)


def near(ruleset: Ruleset, start: Any) -> tuple[dict[Any, None], bool, float]:
    """Return states near a start, whether they are all that it leads to, and how many moves one has."""
    seen, line, left = {start: None}, [start], NEAR
    for done, state in enumerate(line):
        limits.check()
        found = going_on(ruleset, state)
        left -= len(found)
        if left < 0:
            return seen, False, (NEAR - left) / (done + 1)
        for child in found:
            if child not in seen:
                seen[child] = None
                line.append(child)
    return seen, True, (NEAR - left) / len(line)
