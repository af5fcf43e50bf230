"""A law that values show, where it is none: the place where it fails is looked for among what the prover came to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.proving.theorem import NotProved
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.outcome import Outcome
from grundy.values.patterns.beatty import Beatty
from grundy.values.patterns.law import Law

MOST_POSITIONS, MOST_OPTIONS = 1 << 21, 5000
"""So many positions are searched, and so many options looked at, to find where a law that was refuted fails."""


def not_proved(found: Law, why: str) -> Law:
    """Return a law that is not proved, with what was tried."""
    told = _("The prover was asked: {why}.").format(why=why.rstrip("."))
    return replace(found, reason=f"{_(found.reason) if found.reason else ''} {told}".strip())


def refuted(rules: Ruleset, found: Law, made: NotProved, seconds: float) -> Law | None:
    """Return that a law is none, with where it fails; None where no such place is found.

    It is compared with all positions of the largest table that the prover made, and with those that refuted its guesses.
    """
    if found.kind == "none":
        return None
    far = [] if made.table is None else _differences(found, made.table)
    for position, worth in _wrong(rules, found, chain(far, made.counterexamples), seconds):
        return _fails(found, position, worth)
    return None


def _differences(found: Law, table: Any) -> list[tuple[int, ...]]:
    """Return the first place where a law is not as a table of values, or of who loses, has it; none where it agrees."""
    side = len(table)
    if isinstance(found.form, Beatty):
        claimed: Any = np.zeros((side, side), bool)
        pairs = (found.form.pair(n) for n in range(side))
        for pair in ((a, b) for a, b in pairs if b < side):
            claimed[pair] = True
        wrong = np.argwhere(np.triu(claimed != table)) if table.ndim == 2 else np.zeros((0, 2), int)
    elif table.ndim == 1:
        claimed = np.array([found.value(n) for n in range(side)])
        wrong = np.argwhere((claimed == 0) != table if table.dtype == bool else (claimed != table) & (table >= 0))
    else:
        return []
    return [tuple(int(n) for n in min(wrong.tolist(), key=max))] if len(wrong) else []


def _wrong(
    rules: Ruleset, found: Law, states: Iterable[tuple[int, ...]], seconds: float
) -> Iterator[tuple[Position, int]]:
    """Iterate over the positions, among some and their options, of which a law is not right, with what they are worth."""
    for state in states:
        with suppress(GrundyError):  # it is no position, or not solved soon
            start = rules(*state)
            for position in chain([start], islice(start.options(), MOST_OPTIONS)):
                claimed = _claimed(found, position)
                if claimed is not None:
                    solution = position.solve(reuse=True, positions=MOST_POSITIONS, seconds=seconds)
                    worth = int(solution.outcome is Outcome.P) if isinstance(found.form, Beatty) else solution.value
                    if worth is not None and worth != claimed:
                        yield position, worth


def _claimed(found: Law, position: Position) -> int | None:
    """Return what a law says of a position: its value, or whether the pair is lost; None where it says nothing."""
    row = position.ruleset.arguments(position.state)
    if isinstance(found.form, Beatty):
        return int(found.form.contains(*row)) if row[0] <= row[1] else None
    return found.value(row[0]) if len(row) == 1 else None


def _fails(found: Law, position: Position, worth: int) -> Law:
    """Return that a law is none, with where it fails."""
    place = tuple(position.ruleset.arguments(position.state))
    shown = place if place[1:] else place[0]
    if isinstance(found.form, Beatty):
        what = _("{place} is lost, but not such a pair") if worth else _("{place} is such a pair, but won")
        guess = "\n".join(found.form.lines())
    else:
        what = _("{place} has the value {worth}, not {claimed}")
        guess = "\n".join(found.form.lines()) if found.form is not None else found.formula
    told = what.format(place=shown, worth=worth, claimed=_claimed(found, position))
    reason = _("No law was found. The law that holds up to {checked_to} is refuted: {told}. It was:\n{guess}").format(
        checked_to=found.checked_to, told=told, guess=guess
    )
    return Law("none", 0, 0, 0, False, found.checked_to, reason, fails_at=place)
