"""Officers: the octal game 0.6 (*Winning Ways* ch. 4).

Take one counter of a heap of two or more, and leave the rest as one heap or two. No period is known: its values were
computed to 1.4 * 10^14 by J. P. Grossman, who found none.
"""

from grundy.rules.heaps import octal

officers = octal("0.6", name="officers", doc="Take a counter of a heap, and leave something: one heap or two.")


officers.looks("matches")
officers.called(
    "Officers", "Take one counter of a heap and leave something of it, as one heap or two. Whoever cannot take loses."
)
officers.starts("12", sizes="5; 8; 12; 30")
