"""Mem: from a heap at least as many counters are taken as by the move before.

*Winning Ways* ch. 15, among the games that remember the last move. With ``different=1`` a number is merely not that of
the move before (General Mem, whose moves are any relation of the two numbers: *CGSuite*'s GenMem has these two).
"""

from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.scenes import Heaps


@game(least=0, trials=({"different": 1},))
def mem(n: int, last: int, *, different: int = 0):
    """Take at least ``last`` counters, or with different=1 any number but ``last``; then that is the last number."""
    for k in range(1, n + 1):
        if (k != last and different) or (k >= last and not different):
            yield n - k, k


@mem.setup
def begin(n: int, last: int = 0) -> tuple[int, int]:
    """Nothing was taken before the first move."""
    return n, last


@mem.picture
def drawn(n: int, last: int, *, different: int) -> Heaps:
    told = _("not {last}") if different else _("at least {last}")
    return Heaps((n,), note=told.format(last=last))


@mem.spelling
def spelling(before: tuple[int, int], after: tuple[int, int]) -> str:
    return _("take {k}, {left} left").format(k=after[1], left=after[0])


mem.called("Mem; general-mem", "Take at least as many counters as were taken last. Whoever cannot take loses.")
mem.starts("15", sizes="6; 15; 40", variants={"Never the Same": "15 different=1"})
