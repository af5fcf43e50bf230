"""Ready-made numberings for the `rank` and `unrank` of a large game: of boards, pieces, heaps, and whose turn it is.

Each module numbers one kind of thing from 0 up, without gaps: `size` is how many there are, `rank` the number of one,
`unrank` the one of a number. They are plain functions of integers, which a compiled rule calls as its own helpers. A state
of several parts is numbered by `products`, of the numbers of its parts.

>>> from grundy.rules.indexing import boards, multisets, placements, subsets, turns
>>> boards.rank((2, 0, 1), 3), subsets.rank(0b1010), multisets.rank((1, 1, 4)), placements.rank((3, 0), 4), turns.rank(7, 1)
(19, 4, 22, 9, 15)
"""

from __future__ import annotations

from grundy.rules.indexing import boards, multisets, placements, products, subsets, turns

__all__ = ["boards", "multisets", "placements", "products", "subsets", "turns"]
