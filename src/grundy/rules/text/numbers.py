"""Grids of numbers in words: ``+-+/--+`` where all are 1 or -1, else a tuple a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy.common.errors import PositionError
from grundy.rules.text.words import atom

Grid = tuple[tuple[int, ...], ...]


def read_grid(name: str, rows: Iterable[Any]) -> Grid:
    """Return the grid of rows of signs with / between them, or of rows of numbers; PositionError if they are none.

    >>> read_grid("grid-score", ["+-/--"]), read_grid("grid-score", [(3, 1)])
    (((1, -1), (-1, -1)), ((3, 1),))
    """
    lines = [line for row in rows for line in (row.split("/") if isinstance(row, str) else [row])]
    cells = (line if isinstance(line, (str, tuple, list)) else () for line in lines)
    grid = tuple(tuple(_number(name, cell) for cell in line) for line in cells)
    if not grid or not grid[0] or len({len(line) for line in grid}) > 1:
        raise PositionError("{name} takes rows of + and -, all of one length, such as +-+/--+", name=name)
    return grid


def write_grid(grid: Grid) -> str:
    """Return a grid as `read_grid` reads its words.

    >>> write_grid(((1, -1), (-1, -1))), write_grid(((3, 1), (1, 1)))
    ('+-/--', '(3, 1), (1, 1)')
    """
    if all(abs(cell) == 1 for line in grid for cell in line):
        return atom("/".join("".join("+" if cell > 0 else "-" for cell in line) for line in grid))
    return ", ".join(map(str, grid))


def _number(name: str, cell: Any) -> int:
    if isinstance(cell, int):
        return cell
    if cell not in ("+", "-"):
        raise PositionError("{name}: a cell is + or -, not {cell!r}", name=name, cell=cell)
    return 1 if cell == "+" else -1
