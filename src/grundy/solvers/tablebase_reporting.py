"""What a tablebase says as a whole: how many positions have each result and remoteness, or score, with one of each."""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.solvers.results import DRAW, LOST, TIED, WON
from grundy.store.tablebases import Stored


def counts(stored: Stored) -> list[dict[str, Any]]:
    """Return how many positions have each result and remoteness, or score, with the key of one of each.

    >>> import tempfile, grundy as gr
    >>> from grundy.solvers.tablebase_building import build
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


def example(stored: Stored, row: dict[str, Any]) -> list[int] | None:
    """Return the coordinates of the example of a row, None where only the rules can say them."""
    if stored.packing is None:
        return None
    return stored.packing.unpack(np.array([row["key"]], stored.packing.dtype))[0].tolist()
