"""Binomial coefficients, in a table: what the combinatorial number system is made of."""

from __future__ import annotations

from math import comb

SQUARES, PIECES = 128, 32
"""The table has rows for fewer squares than this, and columns for fewer pieces."""
BEYOND = 1 << 62
"""What stands for greater numbers."""
CHOOSE = tuple(tuple(min(comb(n, k), BEYOND) for k in range(PIECES)) for n in range(SQUARES))
"""``CHOOSE[n][k]``: in how many ways k of n squares are taken."""
