"""Boards as the data of rules have them: what may stand in their fields, and which integers are a position on one.

A position is rows, columns, then integers with a bit for each cell, row by row, the first one lowest: one for each face but
the first, or where cells hold numbers for each bit of these; one for each face of the floor but the first; one with a bit
for each line at a side of a cell, where there are walls; the numbers beside the board; and who is to move, 0 or 1, where
the rules of a `game` have sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy.check.budget import spend
from grundy.common.errors import GrundyError

CELLS = 1 << 16
"""A board has no more cells."""
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FIELDS = ("faces", "live", "corners", "same", "opposite")
"""The fields of every board."""
MORE: dict[str, Any] = {
    "sides": "",
    "shape": "square",
    "graph": [],
    "hands": 0,
    "counters": 0,
    "marks": "rows",
    "holds": 0,
    "floor": "",
    "walls": False,
}
"""The fields of some boards, and what those mean that are not there."""


class Cells:
    """What the integers of a position on a board are; ``turn``: whether one says who is to move."""

    def __init__(self, data: Any, *, turn: bool) -> None:
        if not _is_told(data):
            raise GrundyError(
                "the field 'board' of the rules must give a board: its faces, and whatever else a board may have"
            )
        more = {**MORE, **data}
        self.faces: str = more["faces"]
        self.floor: str = more["floor"]
        self.holds: int = more["holds"]
        self.graph: int = len(more["graph"])
        self.walls: bool = more["walls"]
        self.turn = turn and more["sides"] != ""
        self.shown = self.holds.bit_length() or max(len(self.faces) - 1, 0)
        self.beneath = max(len(self.floor) - 1, 0)
        self.width = 2 + self.shown + self.beneath + self.walls + 2 * more["hands"] + more["counters"] + self.turn

    def fits(self, state: tuple[int, ...]) -> bool:
        """Return whether integers are a position: no cell set twice, nothing beyond the board. O(cells)."""
        if len(state) != self.width or min(state) < 0 or not 1 <= state[0] * state[1] <= CELLS:
            return False
        rows, columns, *layers = state
        lines = rows * (2 * columns + 1) + columns
        right = not self.graph or (rows, columns) == (1, self.graph)
        right = right and not (self.walls and layers[self.shown + self.beneath] >> lines)
        right = right and all(layer >> rows * columns == 0 for layer in layers[: self.shown + self.beneath])
        right = right and _are_apart(layers[self.shown :][: self.beneath]) and not (self.turn and layers[-1] > 1)
        if not self.holds:
            return right and _are_apart(layers[: self.shown])
        spend(rows * columns)
        return right and all(self._number(layers, i) <= self.holds for i in range(rows * columns))

    def show(self, state: tuple[int, ...]) -> str:
        """Return what the cells show as rows of letters, and the integers behind them where they are not all 0."""
        rows, columns, *layers = state
        letters = [self._letter(layers, i) for i in range(rows * columns)]
        text = "|".join("".join(letters[r * columns : (r + 1) * columns]) for r in range(rows))
        rest = layers[self.shown :]
        return ", ".join([text, *map(str, rest)]) if any(rest) or not self.faces else text

    def _letter(self, layers: list[int], i: int) -> str:
        if self.holds:
            return DIGITS[self._number(layers, i)]
        return next((self.faces[k + 1] for k in range(self.shown) if layers[k] >> i & 1), self.faces[:1])

    def _number(self, layers: list[int], i: int) -> int:
        return sum((layers[k] >> i & 1) << k for k in range(self.shown))


def _is_told(data: Any) -> bool:
    """Whether data say a board: what is usual is left out."""
    if not isinstance(data, dict) or not set(_FIELDS) <= data.keys() <= {*_FIELDS, *MORE}:
        return False
    more = {name: data[name] for name in data if name not in _FIELDS}
    if not all(type(value) is type(MORE[name]) and value != MORE[name] for name, value in more.items()):
        return False
    if not isinstance(data["faces"], str) or not all(isinstance(data[name], str | bool) for name in _FIELDS):
        return False
    faces, holds, floor = data["faces"], more.get("holds", 0), more.get("floor", "  ")
    numbers = holds == 0 or (holds < len(DIGITS) and faces == DIGITS[: holds + 1])
    natural = min(more.get("hands", 0), more.get("counters", 0), holds) >= 0
    graph = all(isinstance(row, list) and all(type(i) is int for i in row) for row in more.get("graph", []))
    told = natural and numbers and graph and (faces + floor).isprintable()
    return told and len(faces) >= 2 - more.get("walls", False) and len(floor) >= 2


def _are_apart(layers: Iterable[int]) -> bool:
    """Whether no cell is in two layers."""
    seen = 0
    for layer in layers:
        if layer & seen:
            return False
        seen |= layer
    return True
