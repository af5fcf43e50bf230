"""Kayles (H. E. Dudeney, *The Canterbury Puzzles*): knock down one skittle or two neighbours of a row.

In heaps: take one or two counters, and leave the rest of the heap as at most two heaps; the octal game 0.77. Its
nim-sequence has period 12 from 71 on (Guy and Smith, 1956; *Winning Ways* ch. 4), which the exact criterion proves
anew each time it is used.
"""

from collections.abc import Iterator

from grundy.rules.heaps import octal
from grundy.rules.text.contest import Reader

kayles = octal("0.77", name="kayles", doc="Take one or two counters of a heap; the rest may be left as two heaps.")


@kayles.judge("kayles")
def judge(read: Reader) -> Iterator[str]:
    """A count, then the rows of skittles: First or Second."""
    yield "First" if kayles(*read.counted(what="a heap")).grundy() else "Second"


kayles.called(
    "Kayles; skittles; rip-van-winkle",
    "Knock down one skittle of a row or two that stand side by side. Whoever knocks down the last one wins.",
)
kayles.looks("pins")
kayles.starts("13", sizes="5; 9; 13; 7 12 20")
