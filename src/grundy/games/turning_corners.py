"""Turning Corners: a move turns the four corners of a rectangle of coins, the farthest from heads to tails.

*Winning Ways* ch. 14. It is the product, with itself, of the game in a row that turns exactly two coins (Twins): a coin
counted from 0 is worth its number there, and so by the Tartan theorem the coin (x, y) is worth the nim-product of x and y.
Nim-multiplication may be defined by this game. Coins in the first row or column never decide anything; without them it is
the product of Turning Turtles with itself.
"""

from grundy.rules.coins import coin_game, tartan


@coin_game
def twins(i: int):
    """Turn a coin from heads to tails, and exactly one coin left of it."""
    for j in range(i):
        yield (j,)


@twins.values(name="Twins is Nim", source="Winning Ways ch. 14")
def worth(i: int) -> int:
    """A coin is worth the number of coins left of it."""
    return i


turning_corners = tartan(
    twins,
    twins,
    name="turning-corners",
    doc="Turn the four corners of a rectangle of coins; the one farthest down and right goes from heads to tails.",
)


turning_corners.called(
    "Turning Corners",
    "Turn the four corners of a rectangle of coins; the one farthest down and to the right goes from heads "
    "to tails. Whoever cannot turn loses.",
)
turning_corners.looks("coins")
turning_corners.starts("THT/HTH/THH", sizes="TT/TH; THT/HTH/THH; THTT/HTHT/TTHH/HTTH")
