"""A player's rating against the levels of the opponent: Elo's, kept on his own machine and nowhere else.

Whoever is rated R is expected to get 1 / (1 + 10^((L - R) / 400)) points of a match with a level rated L; after it R grows
by 32 times what he got more than that (A. Elo, *The Rating of Chessplayers*, 1978). What the levels are rated is made of the
points that neighbours get of each other (`benchmarks/levels.py`).
"""

from __future__ import annotations

import json
from itertools import accumulate
from math import isfinite, log10
from typing import Any, NamedTuple

from grundy.common.files import home, whole
from grundy.playing.opponent.choosing import WORDS

# ---- what is kept of whoever plays on this machine: small data, each in a file of its own in the user's data folder


def read(name: str) -> Any:
    """Return what is kept under a name; None where nothing is, or the file is damaged."""
    try:
        return json.loads(home(f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def write(name: str, data: Any) -> None:
    """Keep data under a name, whole or not at all; OSError where that cannot be."""
    file = home(f"{name}.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    with whole(file) as draft:
        draft.write(json.dumps(data).encode())


# ----


SHARES = (0.64, 0.65, 0.63, 0.64, 0.62, 0.65, 0.65, 0.64)
"""The points that each level, from 2 on to perfect, gets of a match with the one below it."""
FIRST, STEP = 800, 32
"""The rating of level 1 and of a player who begins, and the most that one match changes."""
LEVELS = dict(zip(WORDS, accumulate((round(400 * log10(p / (1 - p))) for p in SHARES), initial=FIRST), strict=False))
"""What each level is rated."""


class Rating(NamedTuple):
    """A player's rating.

    Attributes:
        points: the rating.
        matches: how many matches it is made of.
    """

    points: float = FIRST
    matches: int = 0

    def after(self, level: str, score: float) -> Rating:
        """Return the rating after a match with a level: score 1 for a win, 0 for a loss, one half for a tie or a draw.

        >>> Rating().after("1", 1), LEVELS["1"], LEVELS["2"]
        (Rating(points=816.0, matches=1), 800, 900)
        """
        expected = 1 / (1 + 10 ** ((LEVELS[level] - self.points) / 400))
        return Rating(self.points + STEP * (score - expected), self.matches + 1)


def kept() -> Rating:
    """Return the rating that is kept on this machine; a new one where there is none, or the file is damaged."""
    try:
        points, matches = read("rating")
        return Rating(float(points), int(matches)) if isfinite(points) else Rating()
    except (ValueError, TypeError):
        return Rating()


def keep(rating: Rating) -> None:
    """Keep a rating on this machine; OSError where that cannot be."""
    write("rating", rating)
