"""Tablebases verified: results derived again from the options that the rules give, of a sample or of every position.

Where every position is looked at, and agrees, the base is right: a win has a lost option of one move less, a loss nothing
but wins, a draw no lost option and one that is drawn, down to the ends of play, and every option is in the base.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy import limits
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
    for rows, status, values in base.stored.blocks():
        chosen = np.arange(len(rows)) if every else _of_every_status(status)
        wrong += _wrong(base, rows[chosen], status[chosen], None if values is None else values[chosen])
        checked += len(chosen)
        met += len(rows)
        limits.check(met, "positions", base.positions)
        if len(wrong) >= TOLD:
            break
    return Verified(checked, met, wrong[:TOLD])


def _of_every_status(status: NDArray[Any]) -> NDArray[np.int64]:
    """Return the first and the last place of each status."""
    _words, first = np.unique(status, return_index=True)
    _words, last = np.unique(status[::-1], return_index=True)
    return np.unique(np.concatenate([first, len(status) - 1 - last]))


def _wrong(base: Tablebase, rows: NDArray[np.int64], status: NDArray[Any], values: NDArray[Any] | None) -> list[Any]:
    """Return the states of which the rules say something else than the base."""
    rules, states = base.ruleset, [base.state(row) for row in rows.tolist()]
    options = [[*rules.options(state)] if rules.ended(state) is None else [] for state in states]
    found = base.probe_rows(base.rows(option for each in options for option in each))
    wrong: list[Any] = []
    place = 0
    for i, (state, each) in enumerate(zip(states, options, strict=True)):
        end = place + len(each)
        if not _agrees(base, state, int(status[i]), None if values is None else int(values[i]), found, place, end):
            wrong.append(state)
        place = end
    return wrong


def _agrees(base: Tablebase, state: Any, status: int, value: int | None, found: Found, place: int, end: int) -> bool:
    """Whether what the base says of a state follows from what it says of its options, from ``place`` to ``end``."""
    if not found.met[place:end].all():
        return False
    below = zip(found.result[place:end].tolist(), found.remoteness[place:end].tolist(), strict=True)
    if (status & 3, status >> 2) != derived(base.ruleset.ended(state), [*below], base.play.misere):
        return False
    if value is None or found.grundy is None:
        return True
    values = set(found.grundy[place:end].tolist())
    return value == next(n for n in range(len(values) + 1) if n not in values)
