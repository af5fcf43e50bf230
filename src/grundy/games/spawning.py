"""Spawning: a heap of n spawns smaller heaps, as the coins that a turning code lets be turned with coin n.

*Winning Ways* ch. 14: a head at place n of a row of coins is a heap of n, since two equal heaps are worth nothing, as is a
coin turned twice. In the code 1-3 a move turns one to three coins (Mock Turtles), so a heap becomes at most two smaller
ones, all different. The codes are told in `grundy.rules.coins`.
"""

from grundy.rules.coins import turned_with
from grundy.rules.heaps import heap_game


@heap_game(trials=({"code": "1+C"}, {"code": "3E"}, {"code": "1-3C(5)"}, {"code": "4FS"}, {"code": "2,3C"}))
def spawning(n: int, *, code: str = "1-3"):
    """Replace a heap by smaller ones, one for each other coin that the code turns with the coin of that number."""
    if n > 0:
        for coins in turned_with(n - 1, code):
            yield tuple(coin + 1 for coin in coins)


spawning.called(
    "Spawning",
    "Replace a heap by at most two smaller heaps of different sizes. Whoever has no heap left loses.",
)
spawning.split_by_sizes()
spawning.starts(
    "6 9",
    sizes="5; 6 9; 5 8 12",
    variants={"Ruler": "6 9 code=1+C", "Turnips": "6 9 code=3E", "Grunt": "6 9 code=4FS", "Sym": "6 9 code=1+S"},
)
