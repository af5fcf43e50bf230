"""Turning Turtles (H. W. Lenstra): Nim as a game with coins.

A row of coins, or of turtles, some on their feet and some on their backs. A move turns one from heads to tails and, if one
likes, also one left of it. *Winning Ways* ch. 14. A head at place n is a nim heap of n: turning a second coin from tails to
heads is moving to the heap of that place, and turning it from heads to tails takes away two heaps of one size, which
together are worth nothing.
"""

from grundy.rules.coins import coin_game


@coin_game
def turning_turtles(i: int):
    """Turn a coin from heads to tails and, if you like, one coin left of it."""
    yield ()
    for j in range(i):
        yield (j,)


@turning_turtles.values(name="Turning Turtles is Nim", source="Winning Ways ch. 14")
def worth(i: int) -> int:
    """Coin n, counted from 1, is worth n."""
    return i + 1


turning_turtles.called(
    "Turning Turtles",
    "Turn a turtle from its feet onto its back and, if you like, one more to its left either way. Whoever "
    "cannot turn loses.",
)
turning_turtles.looks("coins")
turning_turtles.starts("HTHTTH", sizes="THH; HTHTTH; HTHTTHHTTH")
