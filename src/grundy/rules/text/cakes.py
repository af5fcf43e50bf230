"""Cakes in words: ``4x8 2x3`` is a cake of 4 rows and 8 columns beside one of 2 rows and 3 columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.scenes import Beside, Board, Scene, Words

Cakes = tuple[int, ...]
"""The rows and the columns of each cake."""
LONGEST = 10_000
"""Rows or columns of a cake."""
DRAWN = 40
"""Cakes of more rows or columns are words, and so are more cakes."""


def declare(game: PartisanRuleset) -> None:
    """Declare how cakes are read, written and drawn, how they come apart, and the words of a cut."""

    def read(*cakes: Any) -> Cakes:
        """Read cakes: rows and columns as numbers, or as text such as 4x8 2x3."""
        return read_cakes(game.name, cakes)

    game.notate(setup=read, shown=write_cakes, picture=drawn, parts=cut_up, spelling=pieces_of, made_at=cut_at)


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
                    "{name}: {word!r} is not a cake: write 4x8 for 4 rows of 8 columns", name=name, word=word
                )
            sides += map(int, found.groups())
    if len(sides) % 2 or not all(isinstance(side, int) and 0 < side <= LONGEST for side in sides):
        raise PositionError(
            "{name}: a cake is two numbers from 1 to {longest:,}, its rows and its columns, not {sides!r}",
            name=name,
            sides=sides,
            longest=LONGEST,
        )
    return tuple(sides)


def write_cakes(*cakes: int) -> str:
    """Return cakes as `read_cakes` reads them.

    >>> write_cakes(4, 8, 2, 3)
    '4x8 2x3'
    """
    return " ".join(f"{rows}x{columns}" for rows, columns in pairs(cakes))


def pairs(cakes: Cakes) -> Iterator[tuple[int, int]]:
    """Iterate over the cakes."""
    return zip(cakes[::2], cakes[1::2], strict=True)


def cut_up(*cakes: int) -> Iterator[Cakes]:
    """Yield the cakes one by one; those of one cell have no move."""
    return ((rows, columns) for rows, columns in pairs(cakes) if rows * columns > 1)


def drawn(*cakes: int) -> Scene:
    """Return the cakes side by side, drawn as boards."""
    listed = [(rows, columns) for rows, columns in pairs(cakes) if rows * columns > 1]
    if not listed or len(listed) > DRAWN or max(max(cake) for cake in listed) > DRAWN:
        return Words(write_cakes(*cakes))
    return Beside(
        tuple(Board((("▒",) * columns,) * rows) for rows, columns in listed), tuple(f"{r}x{c}" for r, c in listed)
    )


def pieces_of(before: Cakes, after: Cakes) -> str:
    """Return the words of a cut: the cake, and the pieces that stand in its place."""
    old, new = list(pairs(before)), list(pairs(after))
    where = next(i for i, cake in enumerate(old) if new[i : i + 1] != [cake])
    pieces = new[where : where + len(new) - len(old) + 1]
    whole = (
        f"{old[where][0]}x{old[where][1]}"
        if len(old) == 1
        else _("cake {where}: {rows}x{columns}").format(where=where + 1, rows=old[where][0], columns=old[where][1])
    )
    if len(set(pieces)) == 1 and len(pieces) > 2:
        told = _("{whole} → {n} of {rows}x{columns}")
        return told.format(whole=whole, n=len(pieces), rows=pieces[0][0], columns=pieces[0][1])
    left = " ".join(f"{rows}x{columns}" for rows, columns in pieces) or _("nothing")
    return f"{whole} → {left}"


def cut_at(before: Cakes, after: Cakes) -> frozenset[tuple[int, int, int]] | None:
    """Return the cells of the first piece, at whose border a cake is cut, or of the strip that is eaten; None of others."""
    old, new = list(pairs(before)), list(pairs(after))
    where = next(i for i, cake in enumerate(old) if new[i : i + 1] != [cake])
    (rows, columns), pieces = old[where], new[where : where + len(new) - len(old) + 1]
    place = sum(r * c > 1 for r, c in old[:where])  # those of one cell are not drawn
    for side in (0, 1):
        whole, sizes = old[where][side], [piece[side] for piece in pieces]
        if all(piece[1 - side] == old[where][1 - side] for piece in pieces) and sum(sizes) in (whole, whole - 1):
            first = 0 if sum(sizes) == whole or len(sizes) < 2 else sizes[0]
            lines = range(first, sizes[0] if sum(sizes) == whole else first + 1)
            cells = [(r, c) for r in range(rows) for c in range(columns)]
            return frozenset((place, *cell) for cell in cells if cell[side] in lines)
    return None
