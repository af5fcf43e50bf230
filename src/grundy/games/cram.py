"""Cram: both players lay dominoes on a board, either way; who cannot lay one loses.

The impartial Domineering. *Winning Ways* ch. 15. On a board with both sides even the second player wins by answering with
the image of each move under the half-turn; with one side odd the first player lays the middle domino and does the same.
"""

import warnings
from collections.abc import Iterator

from grundy.common.errors import Notice
from grundy.common.messages import _
from grundy.games.domineering import domineering
from grundy.rules.partisan import impartial
from grundy.rules.position import Position
from grundy.rules.solution import Solution

ENOUGH = 30
"""Cells up to which further winning moves are searched for."""

cram = impartial(domineering, "cram", "Lay a domino on two neighbouring free cells, either way.")


def middle_first(rows: int, columns: int, taken: int) -> Iterator[tuple[int, int, int]]:
    """Iterate over the winning moves on an empty board: the middle domino, then those that a search finds."""
    if rows % 2 == columns % 2:
        return
    i = (rows - 1) // 2 * columns + (columns - 1) // 2
    middle = 3 << i if columns % 2 == 0 else 1 << i | 1 << i + columns
    yield rows, columns, middle
    if rows * columns > ENOUGH:
        warnings.warn(
            _("cram: the middle domino wins; finding out whether others do would need too large a search"),
            Notice,
            stacklevel=2,
        )
        return
    for option in cram.options((rows, columns, taken)):
        if option != (rows, columns, middle) and Position(cram, option).grundy() == 0:
            yield option


@cram.theorem(
    gives="losing",
    name="the symmetry strategy",
    source="Winning Ways ch. 15",
    where=lambda rows, columns, taken: taken == 0 and rows * columns % 2 == 0,
    reach=middle_first,
)
def half_turn(rows: int, columns: int, taken: int) -> bool:
    """On an empty board with an even side the mover loses if both sides are even, and wins if one is odd."""
    return rows % 2 == columns % 2


@cram.explanation
def why(solution: Solution) -> Iterator[str]:
    """Say the symmetry strategy."""
    rows, columns, _stones = solution.position.state
    overlap = _("On {rows} by {columns} cells a domino and its image under the half-turn never overlap")
    told = overlap.format(rows=rows, columns=columns)
    if half_turn(rows, columns, 0):
        yield told + ","
        yield _("and none is its own image. So the second player answers every move with its image and moves last.")
    else:
        yield told + _(", but for the middle one.")
        told = _("The first player lays that ({best_move}) and then answers every move with its image.")
        yield told.format(best_move=solution.best_move)


cram.called(
    "Cram; impartial-domineering; plugg",
    "Lay a domino on two neighbouring free cells, either way. Whoever cannot lay one loses.",
)
cram.looks("dominoes")
cram.starts(
    "4x4",
    sizes="2x3; 3x3; 4x4; 4x5; 5x5",
    small="1x1; 1x2; 1x3; 1x4; 1x5; 2x1; 2x2; 2x3; 2x4; 2x5; 3x1; 3x2; 3x3; 3x4; ..#|#..|...",
)
