"""Dawson's Kayles: take two neighbouring counters of a row, which may leave two rows; the octal game 0.07.

Period 34 from 53 on (Guy and Smith, *The G-values of various games*, 1956; *Winning Ways* ch. 4). The contest problem of
the same rules is `adjacent_pairs`.
"""

from grundy.rules.heaps import octal

dawsons_kayles = octal(
    "0.07", name="dawsons_kayles", doc="Take two neighbouring counters; what is left may be two heaps."
)


dawsons_kayles.called("Dawson's Kayles", "Take two neighbouring counters of a row. Whoever cannot take loses.")
dawsons_kayles.looks("pins")
dawsons_kayles.starts("14", sizes="6; 10; 14; 35")
