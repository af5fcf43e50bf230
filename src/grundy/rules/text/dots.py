"""Boards of lines that are drawn between dots: how they are read, written and drawn, and a line named.

A row of horizontal lines is followed by one of vertical ones, which are one more, and so on: ``X./.../..`` is two boxes side
by side, of which a line is drawn. Lines are numbered row by row; a state has a bit for each that is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grundy.common.messages import _
from grundy.rules.functions import FunctionRuleset
from grundy.rules.grids import line_count, line_rows, read_lines
from grundy.rules.position import Position
from grundy.rules.scenes import CLOSED, Board, lattice

MOST = 62
"""The most lines of a board."""


def declare(game: FunctionRuleset, boxes: Callable[[int, int, int], int]) -> None:
    """Declare how boards are read, shown and drawn, the words of a move, and the start of a size.

    A state is the lines, and whether the player to move passes, which is so only where a box is done and lines are left.

    Args:
        game: the game, whose parameters are ``rows`` and ``columns``, of boxes.
        boxes: which boxes of lines, rows and columns are done, each the bit of the line above it.
    """

    def read(text: str = "", passed: str = "", *, rows: int = 2, columns: int = 2) -> tuple[int, int] | Position:
        """Read the lines, or take none of a board of a size."""
        if not text:
            if not (rows > 0 and columns > 0 and line_count(rows, columns) <= MOST):
                raise game.no_position(
                    "{name}: a board has 1 to {most} lines; {rows} by {columns} boxes do not",
                    most=MOST,
                    rows=rows,
                    columns=columns,
                )
            return 0, 0
        found = read_lines(game.name, text)
        rows, columns = len(found) // 2, len(found[0])
        if passed not in ("", "pass"):
            raise game.no_position("{name}: after the lines comes pass or nothing, not {passed!r}", passed=passed)
        lines = sum(1 << i for i, line in enumerate("".join(found)) if line == "X")
        if line_count(rows, columns) > MOST or (passed and (not boxes(lines, rows, columns) or "." not in text)):
            raise game.no_position(
                "{name}: nobody passes in {text!r}, or it has more than {most} lines", text=text, most=MOST
            )
        return Position(game.bind(rows=rows, columns=columns), (lines, int(passed == "pass")))

    def shown(lines: int, passed: int, *, rows: int, columns: int) -> str:
        """Write the lines, and whether the player to move passes."""
        return "/".join(line_rows(lines, rows, columns)) + ", pass" * passed

    def drawn(lines: int, passed: int, *, rows: int, columns: int) -> Board:
        """Draw dots, the lines between them, and which boxes are done."""
        done = boxes(lines, rows, columns)

        def inside(row: int, column: int) -> str:
            return CLOSED if done >> row * (2 * columns + 1) + column & 1 else " "

        return replace(lattice(lines, rows, columns, inside), note="↻" if passed else " ")

    def spelling(before: tuple[int, int], after: tuple[int, int], *, columns: int) -> str:
        """Name the line by its row and place in the picture, or say that the player passes."""
        if before[1]:
            return _("pass")
        row, place = divmod((before[0] ^ after[0]).bit_length() - 1, 2 * columns + 1)
        down, side = (1, place - columns) if place >= columns else (0, place)
        return f"({2 * row + down + 1},{2 * side + 2 - down})"

    def empty(rows: int, columns: int) -> Position:
        """Return a board of so many boxes without lines."""
        return game(rows=rows, columns=columns)

    game.notate(setup=read, shown=shown, picture=drawn, spelling=spelling, sized=empty)
