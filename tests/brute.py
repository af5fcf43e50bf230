"""Brute force: a game solved from its options and endings alone, ten lines a question; nothing of the solvers is used."""

from __future__ import annotations

from functools import reduce
from itertools import count
from typing import Any

from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset


def reachable(position: Position, most: int = 20_000) -> dict[Any, list[Any]]:
    """Return the options of every state reachable from a position."""
    rules, found, waiting = position.ruleset, {}, [position.state]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = [] if rules.ended(state) is not None else list(rules.options(state))
            waiting += found[state]
            assert len(found) <= most, f"{position} is too large for brute force"
    return found


def outcomes(position: Position, *, misere: bool = False) -> dict[Any, str]:
    """Return N, P, T or D for every state reachable: by rounds, until nothing changes. Loops are allowed."""
    rules, options = position.ruleset, reachable(position)
    ends = {1: "N", -1: "P", 0: "T"} if not misere else {1: "P", -1: "N", 0: "T"}
    known = {s: ends[e] for s in options if (e := rules.ended(s)) is not None}
    known |= {s: "N" if misere else "P" for s, below in options.items() if not below and s not in known}
    for _ in count():
        more = {}
        for state, below in options.items():
            if state not in known and any(known.get(c) == "P" for c in below):
                more[state] = "N"
            elif state not in known and all(known.get(c) == "N" for c in below):
                more[state] = "P"
        if not more:
            break
        known |= more
    return {s: known.get(s, "D") for s in options}


def grundy_values(position: Position) -> dict[Any, int]:
    """Return the mex of the options' values for every state reachable; play must end."""
    options, values = reachable(position), {}
    while len(values) < len(options):
        ready = [s for s, below in options.items() if s not in values and all(c in values for c in below)]
        assert ready, f"{position} need not end"
        for state in ready:
            below = {values[c] for c in options[state]}
            values[state] = next(v for v in count() if v not in below)
    return values


def score(rules: Ruleset, state: Any, known: dict[Any, int] | None = None) -> int:
    """Return the best difference of scores, by plain minimax with a memory."""
    known = {} if known is None else known
    if state not in known:
        known[state] = max((gain - score(rules, s, known) for gain, s in rules.scored_options(state)), default=0)
    return known[state]


def xor(values: Any) -> int:
    """Return the nim-sum."""
    return reduce(int.__xor__, values, 0)
