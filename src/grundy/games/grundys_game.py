"""Grundy's game (P. M. Grundy, 1939): split a heap into two unequal heaps.

Whether its nim-sequence is periodic is not known. Of the heaps up to 2^20 those of value 0 are the ones listed here,
the largest 1,222: that was computed, value by value (a slow test does it again), and is proved for those heaps and no
others. That no larger heap at all has value 0 is believed, and not proved.
"""

from collections.abc import Iterator

from grundy.common.messages import N_
from grundy.rules.heaps import unequal_splits
from grundy.rules.text.contest import Reader

grundys_game = unequal_splits(name="grundys_game", doc="Split a heap into two unequal heaps.")
VERIFIED = 1 << 20
# fmt: off
ZEROS = frozenset((
    0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359, 362, 365,
    386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
))
# fmt: on


@grundys_game.theorem(
    gives="losing",
    name="the computed list of the single heaps below 2^20 that are lost",
    source=N_("computed from the rules; Winning Ways ch. 4 has the values"),
    where=lambda *heaps: len(heaps) == 1 and heaps[0] < VERIFIED,
)
def zeros(*heaps: int) -> bool:
    """A single heap is lost exactly when it is in the list."""
    return heaps[0] in ZEROS


@grundys_game.judge("grundys-game")
def judge(read: Reader) -> Iterator[str]:
    """A count, then heaps, each a game of its own: first or second for each."""
    for heap in read.counted(1, VERIFIED - 1, what="a heap"):
        yield "second" if heap in ZEROS else "first"


grundys_game.called(
    "Grundy's Game; grundy", "Split a heap into two heaps of different sizes. Whoever cannot split one loses."
)
grundys_game.starts("14", sizes="6; 10; 14; 50", variants={"Three Heaps": "7 9 12"})
