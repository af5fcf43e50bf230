"""The Ruler game: a move turns any number of neighbouring coins, the rightmost from heads to tails.

*Winning Ways* ch. 14. The values 1, 2, 1, 4, 1, 2, 1, 8, … are the heights of the marks on a ruler.
"""

from grundy.rules.coins import coin_game


@coin_game
def ruler(i: int):
    """Turn neighbouring coins, any number of them, the rightmost of which goes from heads to tails."""
    for first in range(i, -1, -1):
        yield tuple(range(first, i))


@ruler.values(name="the ruler theorem", source="Winning Ways ch. 14")
def worth(i: int) -> int:
    """Coin n, counted from 1, is worth the greatest power of two that divides n."""
    return (i + 1) & -(i + 1)


ruler.called(
    "The Ruler Game",
    "Turn any number of neighbouring coins, the rightmost of them from heads to tails. Whoever cannot turn loses.",
)
ruler.looks("coins")
ruler.starts("HTHTTH", sizes="THH; HTHTTH; HTHTTHHTTH")
