"""Parameters of a rule as a row of integers, which its machine code is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, cast

from grundy.language.refusal import LARGEST, SMALLEST, Unreadable

Shape: TypeAlias = Literal["int", "tuple", "grid"]
Shapes: TypeAlias = "tuple[tuple[str, Shape], ...]"


def pack_params(values: Mapping[str, object]) -> tuple[list[int], Shapes]:
    """Return parameters as integers in a row, and the shapes that the code of a rule depends on.

    >>> pack_params({"m": 3, "moves": (1, 4), "grid": ((1, 2), (3, 4))})
    ([3, 2, 1, 4, 2, 2, 1, 2, 3, 4], (('m', 'int'), ('moves', 'tuple'), ('grid', 'grid')))
    """
    cells: list[int] = []
    shapes: list[tuple[str, Shape]] = []
    for name, value in values.items():
        shape, packed = _packed(name, value)
        shapes.append((name, shape))
        cells.extend(packed)
    return cells, tuple(shapes)


def _packed(name: str, value: object) -> tuple[Shape, list[int]]:
    if isinstance(value, int):
        return "int", [_cell(name, value)]
    if not isinstance(value, tuple):
        raise Unreadable("the parameter '{name}' is a {kind}, which is not read", name=name, kind=type(value).__name__)
    items = cast("tuple[object, ...]", value)
    if not items or not all(isinstance(row, tuple) for row in items):
        return "tuple", [len(items), *(_cell(name, x) for x in items)]
    rows = [cast("tuple[object, ...]", row) for row in items]
    if len({len(row) for row in rows}) != 1:
        raise Unreadable("the rows of the parameter '{name}' differ in length", name=name)
    return "grid", [len(rows), len(rows[0]), *(_cell(name, x) for row in rows for x in row)]


def _cell(name: str, value: object) -> int:
    if not isinstance(value, int):
        raise Unreadable(
            "the parameter '{name}' holds a {kind}, which is not read", name=name, kind=type(value).__name__
        )
    if not SMALLEST <= value <= LARGEST:
        raise Unreadable("the parameter '{name}' does not fit in 64 bits", name=name)
    return int(value)
