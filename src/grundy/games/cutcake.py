"""Cutcake: Left cuts a cake in two from top to bottom, Right from side to side, along its lines; who cannot cut loses.

*Winning Ways* ch. 2. All positions are integers: with 2^i the largest power of 2 up to the rows, and 2^j that up to the
columns, a cake is worth ⌊columns / 2^i⌋ - 1 where j >= i, and 1 - ⌊rows / 2^j⌋ elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from grundy.errors import PositionError
from grundy.language import _
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.rules.scenes import Beside, Board, Scene, Words

Cakes = tuple[int, ...]
"""The rows and the columns of each cake."""


@partisan_game
def cutcake(*cakes: int, player: int):
    """Cut a cake in two: Left between two columns, Right between two rows. The state is rows, columns, rows, columns, …"""
    for i in range(0, len(cakes), 2):
        rows, columns = cakes[i], cakes[i + 1]
        if player == LEFT:
            for k in range(1, columns // 2 + 1):
                yield *cakes[:i], rows, k, rows, columns - k, *cakes[i + 2 :]
        else:
            for k in range(1, rows // 2 + 1):
                yield *cakes[:i], k, columns, rows - k, columns, *cakes[i + 2 :]


@cutcake.setup
def read(*cakes: Any) -> Cakes:
    """Read cakes: rows and columns as numbers, or as text such as 4x8 2x3."""
    return read_cakes("cutcake", cakes)


@cutcake.parts
def parts(*cakes: int) -> Iterator[Cakes]:
    """Yield the cakes one by one; those of one cell have no move."""
    return ((rows, columns) for rows, columns in pairs(cakes) if rows * columns > 1)


@cutcake.shown
def text_of(*cakes: int) -> str:
    """Return cakes as text."""
    return " ".join(f"{rows}x{columns}" for rows, columns in pairs(cakes))


@cutcake.picture
def drawn(*cakes: int) -> Scene:
    return drawn_cakes(cakes)


@cutcake.spelling
def cut_of(before: Cakes, after: Cakes) -> str:
    """Name the cake that is cut, and the pieces."""
    return pieces_of(before, after)


@cutcake.small
def small_cakes() -> Iterator[Position]:
    """Yield small cakes."""
    for rows in range(1, 4):
        for columns in range(1, 7 // rows + 1):
            yield cutcake(rows, columns)
    yield cutcake("2x2 1x3")


def read_cakes(name: str, cakes: tuple[Any, ...]) -> Cakes:
    """Return the rows and columns of cakes that are given as numbers or as text; PositionError if they are none."""
    sides: list[Any] = []
    for item in cakes:
        if not isinstance(item, str):
            sides.append(item)
            continue
        for word in filter(None, re.split(r"[\s,;]+", item)):
            if not (found := re.fullmatch(r"(\d+)x(\d+)", word.lower())):
                raise PositionError(
                    _("{name}: {word!r} is no cake: write 4x8 for 4 rows of 8 columns").format(name=name, word=word)
                )
            sides += map(int, found.groups())
    if len(sides) % 2 or not all(isinstance(side, int) and side > 0 for side in sides):
        raise PositionError(
            _("{name}: a cake is two numbers from 1 up, its rows and its columns, not {sides!r}").format(
                name=name, sides=sides
            )
        )
    return tuple(sides)


def pairs(cakes: Cakes) -> Iterator[tuple[int, int]]:
    """Iterate over the cakes."""
    return zip(cakes[::2], cakes[1::2], strict=True)


def drawn_cakes(cakes: Cakes) -> Scene:
    """Return the cakes side by side, drawn as boards; those of more than 40 rows or columns are words."""
    listed = [(rows, columns) for rows, columns in pairs(cakes) if rows * columns > 1]
    if not listed or len(listed) > 40 or max(max(cake) for cake in listed) > 40:
        return Words(" ".join(f"{rows}x{columns}" for rows, columns in pairs(cakes)))
    return Beside(
        tuple(Board((("▒",) * columns,) * rows) for rows, columns in listed), tuple(f"{r}x{c}" for r, c in listed)
    )


def pieces_of(before: Cakes, after: Cakes) -> str:
    """Return the words of a cut: the cake, and the pieces that stand in its place."""
    old, new = list(pairs(before)), list(pairs(after))
    where = next(i for i, cake in enumerate(old) if new[i] != cake)
    pieces = new[where : where + len(new) - len(old) + 1]
    whole = (
        f"{old[where][0]}x{old[where][1]}"
        if len(old) == 1
        else _("cake {where}: {rows}x{columns}").format(where=where + 1, rows=old[where][0], columns=old[where][1])
    )
    if len(set(pieces)) == 1 and len(pieces) > 2:
        return _("{whole} → {n} of {rows}x{columns}").format(
            whole=whole, n=len(pieces), rows=pieces[0][0], columns=pieces[0][1]
        )
    return f"{whole} → {' '.join(f'{rows}x{columns}' for rows, columns in pieces)}"
