"""Tablebases verified: results derived again from the options that the rules give, of a sample or of every position.

Where every position is looked at, and agrees, the base is right: a win has a lost option of one move less, a loss nothing
but wins, a draw no lost option and one that is drawn, down to the ends of play, and every option is in the base.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy import limits
from grundy.rules.ruleset import Ruleset
from grundy.solvers.comparing import derived
from grundy.solvers.tablebases import Found, Tablebase

TOLD = 5
"""Wrong positions that are told."""


class Verified(NamedTuple):
    """What was found: so many positions were looked at, so many are in the base, and some that are wrong."""

    checked: int
    positions: int
    wrong: list[Any]


def verify(base: Tablebase, *, every: bool = False) -> Verified:
    """Derive results of a base again from the rules: in each block those of every remoteness, or of every position.

    GrundyError names a damaged chunk. O(positions, and the options of those that are looked at).
    """
    checked, met, wrong = 0, 0, list[Any]()
    for keys, columns in base.stored.blocks():
        chosen = np.arange(len(keys)) if every else _of_every_word(columns)
        wrong += _wrong(base, keys[chosen], {name: column[chosen] for name, column in columns.items()})
        checked += len(chosen)
        met += len(keys)
        limits.check(met, "positions", base.positions)
        if len(wrong) >= TOLD:
            break
    return Verified(checked, met, wrong[:TOLD])


def _of_every_word(columns: dict[str, NDArray[Any]]) -> NDArray[np.int64]:
    """Return the first and the last place of each status, or score."""
    words = columns.get("score", columns.get("status"))
    assert words is not None
    _words, first = np.unique(words, return_index=True)
    _words, last = np.unique(words[::-1], return_index=True)
    return np.unique(np.concatenate([first, len(words) - 1 - last]))


def _wrong(base: Tablebase, keys: NDArray[Any], columns: dict[str, NDArray[Any]]) -> list[Any]:
    """Return the states of which the rules say something else than the base."""
    rules, states = base.solved, base.coding.states(keys)
    options = [[*_options(rules, state)] for state in states]
    found = base.probe_many([option for each in options for _gain, option in each])
    own = base.found(np.ones(len(keys), bool), columns)
    wrong: list[Any] = []
    place = 0
    for i, (state, each) in enumerate(zip(states, options, strict=True)):
        end = place + len(each)
        if not _agrees(base, state, own, i, found, place, [gain for gain, _option in each]):
            wrong.append(state)
        place = end
    return wrong


def _options(rules: Ruleset, state: Any) -> Iterable[tuple[int, Any]]:
    if rules.ended(state) is not None:
        return ()
    return rules.scored_options(state) if rules.scoring else ((0, option) for option in rules.options(state))


def _agrees(base: Tablebase, state: Any, own: Found, i: int, found: Found, place: int, gains: list[int]) -> bool:
    """Whether what the base says of a state follows from what it says of its options, from ``place`` on."""
    end = place + len(gains)
    if not found.met[place:end].all():
        return False
    if own.score is not None and found.score is not None:
        below = zip(gains, found.score[place:end].tolist(), strict=True)
        return int(own.score[i]) == max((gain - score for gain, score in below), default=0)
    below = zip(found.result[place:end].tolist(), found.remoteness[place:end].tolist(), strict=True)
    if (int(own.result[i]), int(own.remoteness[i])) != derived(base.solved.ended(state), [*below], base.play.misere):
        return False
    if own.grundy is None or found.grundy is None:
        return True
    values = set(found.grundy[place:end].tolist())
    return int(own.grundy[i]) == next(n for n in range(len(values) + 1) if n not in values)
