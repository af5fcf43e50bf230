"""Turning: coins of a row are turned as a turning code says, the rightmost of them from heads to tails.

*Winning Ways* ch. 14 names the games of these codes: 1-2 Turning Turtles, 1-3 Mock Turtles, 1-5 Mobius, 1-7 Mogul,
1-9 Moidores, 2 Twins, 3 Triplets, 1+C Ruler, 1-3C(5) Mock Turtle Fives, 3C(5) Triplet Fives, 1-5C Ruler Fives, 3E Turnips,
4FS Grunt, 1+S Sym, 1+FS Sympler. The codes are told in `grundy.rules.coins`.
"""

from collections.abc import Iterator

from grundy.games.spawning import spawning
from grundy.rules.coins import coin_game, turned_with


@coin_game
def turning(i: int, *, code: str = "1-3") -> Iterator[tuple[int, ...]]:
    """Turn coins as the code says, the rightmost of them from heads to tails."""
    yield from turned_with(i, code)


turning.trials = ({"code": "1+C"}, {"code": "3E"}, {"code": "1-3C(5)"}, {"code": "4FS"})


@turning.theorem(name="heads are heaps of Spawning", source="Winning Ways ch. 14")
def heaps(row: int, *, code: str) -> int:
    """A head at place n is worth what a heap of n is in the game Spawning with the same code."""
    return spawning(*(coin + 1 for coin in range(row.bit_length()) if row >> coin & 1), code=code).grundy()


turning.called(
    "Coin Turning",
    "Turn one, two or three coins of a row, the rightmost of them from heads to tails. Whoever cannot turn loses.",
)
turning.looks("coins")
turning.starts(
    "HTTHTH",
    sizes="THH; HTTHTH; HTHTTHHTTH",
    variants={"Triplets": "HTTHTH code=3", "Mobius": "HTTHTH code=1-5", "Turnips": "HTTHTH code=3E"},
)
