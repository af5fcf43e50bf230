"""Tables of what a cell gives: rows side by side, with a heading where they run over two indices."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """Rows of texts, one below the other.

    Attributes:
        heads: what stands above each column, of a table in two indices.
        sides: what stands before each row, of such a table.
        rows: the texts; a row may be shorter than others.

    >>> print(Table((), (), (("1", "*"), ("10",))))
     1  *
      10
    """

    heads: tuple[str, ...]
    sides: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        lines = [*([("", *self.heads)] if self.heads else [])]
        lines += [(*before, *row) for before, row in zip(self._before(), self.rows, strict=True)]
        widths = [max(len(line[place]) for line in lines if place < len(line)) for place in range(max(map(len, lines)))]
        return "\n  ".join(
            "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=False)).rstrip() for line in lines
        )

    def _before(self) -> list[tuple[str, ...]]:
        return [(side,) for side in self.sides] or [()] * len(self.rows)
