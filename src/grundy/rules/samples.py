"""Samples of the positions that a start leads to: those near it, and those of plays by lot."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from grundy.common import limits

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

NEAR = 20_000
"""Options that are looked at from a start on, breadth first."""
NOTHING: Mapping[Any, bool] = {}
PLAYS, LENGTH, MET = 48, 400, 4_000
"""Plays by lot, positions of each, and of all."""


def going_on(ruleset: Ruleset, state: Any, most: int | None = None, apart: bool = False) -> list[Any]:
    """Return the options of a state, the first so many if told; none where it has ended.

    Where it is said how states come ``apart``, these are the parts of one that does.
    """
    parts = ruleset.split(state) if apart else [state]
    found = [] if state not in parts or ruleset.ended(state) is not None else islice(ruleset.options(state), most)
    return [*(part for part in parts if part != state), *found]  # it may be one of its parts, beside empty ones


def lines(
    ruleset: Ruleset,
    start: Any,
    plays: int = PLAYS,
    length: int = LENGTH,
    met: int = MET,
    most: int | None = None,
    apart: bool = False,
    beside: dict[Any, None] | None = None,
) -> Iterator[list[Any]]:
    """Iterate over plays by lot from a start, the same each time, as lists of states; ``beside`` them lie all options met.

    So many states are met, or options where of each state only ``most`` are looked at. There every second play leans,
    more or less, towards options at one place of the lists, and so to one heap or corner, where others seldom come.
    """
    chance, left, first = random.Random(0), met, going_on(ruleset, start, most, apart)
    for number in range(plays):
        line, leans = [start], number % 2 and most is not None
        place, often = (chance.random(), chance.random()) if leans else (0, 0)
        for _turn in range(length):
            found = going_on(ruleset, line[-1], most, apart) if len(line) > 1 else first
            left -= 1 if most is None else len(found) + 1
            if left < 0 or not found:
                break
            if beside is not None:
                beside |= dict.fromkeys(found)
            line.append(found[int(place * len(found))] if leans and chance.random() < often else chance.choice(found))
        yield line[:length]


def played(ruleset: Ruleset, start: Any, met: int = MET) -> Iterator[Any]:
    """Iterate over so many states of plays by lot from a start, the same each time."""
    return chain.from_iterable(lines(ruleset, start, met=met))


def near(
    ruleset: Ruleset, start: Any, most: int = NEAR, known: Mapping[Any, bool] = NOTHING, apart: bool = False
) -> tuple[dict[Any, None], bool, float]:
    """Return states near a start, whether they are all that it leads to and is not known, and how many moves one has."""
    seen, line, left = {start: None}, [start], most
    for done, state in enumerate(line):
        limits.check()
        found = going_on(ruleset, state, most + 1, apart)
        left -= len(found)
        if left < 0:
            return seen, False, (most - left) / (done + 1)
        for child in found:
            if child not in seen and not known.get(child):
                seen[child] = None
                line.append(child)
    return seen, True, (most - left) / len(line)
