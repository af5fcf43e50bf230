"""Cutcake: Left cuts a cake from top to bottom, Right from side to side, along its lines; who cannot cut loses.

*Winning Ways* ch. 2. A cake of m rows by n columns is a number: with 2^i the largest power of 2 up to m, and 2^j that up to n, it
is ⌊n / 2^i⌋ - 1 where j >= i, and 1 - ⌊m / 2^j⌋ elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.rules.cakes import cut_apart, read_cakes, show_cakes, show_cut
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
