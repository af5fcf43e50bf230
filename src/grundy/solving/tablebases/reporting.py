"""What a tablebase says as a whole: how many positions have each result and remoteness, or score, with one of each."""

from __future__ import annotations

from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from grundy.solving.results import DRAW, LOST, TIED, WON
from grundy.solving.store.tablebases import Stored
from grundy.solving.tablebases.reading import Tablebase

SAMPLED = 32
"""Blocks that are looked into, and positions of each."""


def counts(stored: Stored) -> list[dict[str, Any]]:
    """Return how many positions have each result and remoteness, or score, with the key of one of each.

    >>> import tempfile, grundy as gr
    >>> from grundy.solving.tablebases.building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     counts(build(gr.bash(5), place + "/bash").stored)[0]
    {'result': 1, 'remoteness': 1, 'count': 3, 'tier': 0, 'key': 1}
    """
    scored = "score" in stored.names
    found: list[dict[str, Any]] = []
    for word, count, tier, key in stored.counts:
        if scored:
            which = {"result": WON if word > 0 else LOST if word else TIED, "score": word}
        else:
            which = {"result": word & 3, "remoteness": word >> 2}
        found.append({**which, "count": count, "tier": tier, "key": key})
    return sorted(found, key=lambda row: (row["result"] if not scored else 0, row.get("score", row.get("remoteness"))))


def by_result(rows: list[dict[str, Any]]) -> dict[int, int]:
    """Return how many positions have each result, in the order won, lost, tied, draw."""
    met = {
        result: sum(each["count"] for each in rows if each["result"] == result) for result in (WON, LOST, TIED, DRAW)
    }
    return {result: count for result, count in met.items() if count}


def longest_win(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the row of the wins that last longest, None where nothing is won, or it is won by points."""
    wins = [each for each in rows if each["result"] == WON and "remoteness" in each]
    return max(wins, key=lambda each: each["remoteness"], default=None)


class Shape(NamedTuple):
    """Of a game as it was solved: moves a position, the most in one, of how many positions that was asked (0: of all).

    ``folded`` is how many positions one that is kept stands for, by the declared symmetries; 1 where there are none.
    """

    moves: float
    most: int
    sampled: int
    folded: float


def shape(base: Tablebase) -> Shape:
    """Return how many moves there are and how far symmetries fold, as counted while it was solved, else of a sample.

    >>> import tempfile, grundy as gr
    >>> from grundy.solving.tablebases.building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     shape(build(gr.bash(5), place + "/bash"))
    Shape(moves=2.0, most=3, sampled=6, folded=1.0)
    """
    about, rules = base.stored.manifest, base.solved
    states = _sample(base)
    folds = "symmetries" in base.coding.hooks
    folded = fmean(len({state, *base.coding.rules.images(state)}) for state in states) if folds else 1.0
    if "moves" in about:
        return Shape(about["moves"] / base.positions, about["widest"], 0, folded)
    moves = [0 if rules.ended(state) is not None else sum(1 for _each in rules.options(state)) for state in states]
    return Shape(fmean(moves), max(moves), len(states), folded)


def _sample(base: Tablebase) -> list[Any]:
    """Return some positions, spread over the whole."""
    spans = [*base.stored.spans()]
    states: list[Any] = []
    for span in spans[:: -(-len(spans) // SAMPLED)]:
        keys = base.stored.read(span).keys
        states += base.coding.states(keys[:: -(-len(keys) // SAMPLED)])
    return states


def example(stored: Stored, row: dict[str, Any]) -> list[int] | None:
    """Return the coordinates of the example of a row, None where only the rules can say them."""
    if stored.packing is None:
        return None
    return stored.packing.unpack(np.array([row["key"]], stored.packing.dtype))[0].tolist()
