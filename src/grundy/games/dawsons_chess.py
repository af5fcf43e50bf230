"""Dawson's Chess (T. R. Dawson, 1935), in normal play: the octal game 0.137.

Two rows of pawns on a board of three ranks, capture obligatory: a move takes a file and its neighbours away. As heaps: take
one counter that stands alone, two or three from the end, or three from within. A heap of n is worth what one of n + 1 is
in Dawson's Kayles; period 34 from 52 on (Guy and Smith, 1956; *Winning Ways* ch. 4).
"""

from grundy.rules.heaps import octal

dawsons_chess = octal("0.137", name="dawsons_chess", doc="Choose a counter of a row: it goes, with its neighbours.")


dawsons_chess.called(
    "Dawson's Chess", "Choose a counter in a row: it and its neighbours are removed. Whoever cannot choose one loses."
)
dawsons_chess.starts("13", sizes="5; 9; 13; 34")
