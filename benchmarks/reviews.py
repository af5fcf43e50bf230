"""How long a reply and a review take, by the clock, in every game of the catalogue from its usual start.

Run: ``python benchmarks/reviews.py [GAME ...]``: all games unless told. The opponent is given one second, perfect and at
level 3; then a match is played at random, and reviewed. At the end the slowest of each stand.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from grundy import games
from grundy.playing.opponent import Budget, choose_at
from grundy.playing.record import begun, usual_position
from grundy.playing.review import review

LONGEST, LOOKED_AT = 300, 200
"""So long a match is played, and among so many moves one is chosen."""


def timed(work: Callable[[], object]) -> float:
    """Return how many seconds something takes."""
    since = time.monotonic()
    work()
    return time.monotonic() - since


def main(names: Sequence[str]) -> None:
    """Print the table."""
    told = partial(print, flush=True)
    told("| game | reply, s | at level 3 | moves | review, s | known from move |\n|---|---|---|---|---|---|")
    slowest = (0.0, 0.0)
    for name in names:
        match, chance = begun(usual_position(name)), random.Random(1)
        perfect, third = (timed(lambda m=match, w=word: choose_at(m, w, Budget(1.0))) for word in ("perfect", "3"))
        while not match.over and len(match.turns) <= LONGEST:
            match.make(chance.choice(list(islice(match.position.moves(), LOOKED_AT))))
        since = time.monotonic()
        known = review(match).known_from
        seconds = time.monotonic() - since
        told(f"| {name} | {perfect:.2f} | {third:.2f} | {len(match.turns) - 1} | {seconds:.2f} | {known} |")
        slowest = max(slowest[0], perfect, third), max(slowest[1], seconds)
    told(f"the slowest reply: {slowest[0]:.2f} s, the slowest review: {slowest[1]:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:] or games.names())
