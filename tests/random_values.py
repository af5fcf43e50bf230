"""Random values of short games: games of games over some to begin from."""

from __future__ import annotations

import random

from grundy.values.short import Value, game


def drawn(seed: int, count: int, texts: str, most: int = 2) -> list[Value]:
    """Return values that are told, and so many others, each of which has 1 to ``most`` options a player."""
    rng, pool = random.Random(seed), [*map(Value, texts.split())]
    for _ in range(count):
        sides = [rng.choices(pool, k=rng.randint(1, most)) for _side in range(2)]
        pool.append(game(*sides))
    return pool


def halves(most: int) -> str:
    """Return the numbers n/2 from -most/2 up, as texts."""
    return " ".join(f"{n}/2" for n in range(-most, most + 1))
