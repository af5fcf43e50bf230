"""Guiles: the octal game 0.15 (*Winning Ways* ch. 4).

Take a heap of one or of two counters, or take two from a longer heap and leave the rest as two heaps. Period 10 from 1 on
(Guy and Smith, 1956), which the exact criterion proves anew each time it is used.
"""

from grundy.rules.heaps import octal

guiles = octal("0.15", name="guiles", doc="Take a heap of one or two, or two counters so that two heaps are left.")


guiles.looks("pins")
guiles.called(
    "Guiles",
    "Take a whole heap of one or two, or take two counters out of a heap so that two heaps are left. Whoever "
    "cannot take loses.",
)
guiles.starts("12", sizes="5; 8; 12; 30")
