"""Take two neighbours: from rows of stones take two that lie side by side; who cannot loses.

The octal game 0.07, Dawson's Kayles; its nim-sequence has period 34 from 53 on (Guy and Smith, 1956; *Winning Ways*
ch. 4).
"""

from collections.abc import Iterator

from grundy.rules.heaps import octal
from grundy.rules.text.contest import Reader

adjacent_pairs = octal("0.07", name="adjacent_pairs", doc="Take two neighbouring stones of a row.")


@adjacent_pairs.judge("adjacent-pairs")
def judge(read: Reader) -> Iterator[str]:
    """Rows of stones, until a 0: whoever takes first wins (先取者赢) or loses (先取者输)."""
    while count := read.integer(0, what="a count of rows"):
        rows = read.integers(count, 0, what="a row")
        yield "先取者赢" if adjacent_pairs(*rows).grundy() else "先取者输"


adjacent_pairs.called(
    "Adjacent Pairs; take-two-neighbours",
    ("Take two stones that lie side by side in a row. Whoever cannot take loses."),
)
adjacent_pairs.starts("15", sizes="5; 9; 15; 15 20 34")
