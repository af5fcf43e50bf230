"""Chomp (F. Schuh 1952, as a game of divisors; D. Gale 1974, as a bar of chocolate).

A move bites off a square and all that is to the right of it or below it. The square in the top left corner is poisoned: who
has nothing else left loses. The first player wins on every rectangle but the single square, because the bite of the last
square alone either wins or is answered by a bite that could have been the first (strategy stealing); no general rule says
which bite it is. A square is won by leaving an L with equal arms, a board of two rows by leaving one row a square longer.
"""

import warnings
from collections.abc import Iterator
from itertools import pairwise

from grundy.common.errors import Notice, PositionError, TooLarge
from grundy.common.evidence import ByTheorem
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Board, Heaps, Scene
from grundy.rules.solution import Solution
from grundy.rules.text.stones import place

ENOUGH = 1 << 26
"""The bytes that the search for a winning bite may take."""


@game
def chomp(*rows: int):
    """Bite off a square with all that is right of it or below it, but not the poisoned one. The state: the rows' lengths."""
    for i in range(len(rows)):
        for j in range(rows[i]):
            if i + j > 0:
                yield tuple(min(row, j) if k >= i else row for k, row in enumerate(rows))


@chomp.setup
def read(*rows: int) -> tuple[int, ...]:
    """Take the lengths of the rows, from the top."""
    if not rows or not all(isinstance(row, int) for row in rows) or rows[0] < 1 or rows[-1] < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PositionError("chomp takes the lengths of its rows, for example 4 4 4; the first must be 1 or more")
    for i, (row, below) in enumerate(pairwise(rows), 2):
        if below > row:
            raise PositionError(
                "chomp: row {i} has {below} squares, more than the {row} of the row above it", i=i, below=below, row=row
            )
    return rows


@chomp.picture
def bar(*rows: int) -> Scene:
    """Draw the squares that are left, where they are not too many; the poisoned one is marked."""
    if rows[0] > 60:
        return Heaps(rows)
    faces = (["☠" if i == j == 0 else "■" for j in range(row)] for i, row in enumerate(rows))
    return Board(tuple((*face, *"." * (rows[0] - len(face))) for face in faces))


@chomp.spelling
def bite_of(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """Name the square that is bitten, by row and column from 1."""
    i = place(before, after)
    return _("bite ({i},{after})").format(i=i + 1, after=after[i] + 1)


@chomp.theorem(
    name="an L is two heaps of Nim",
    source="D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
    where=lambda *rows: all(row <= 1 for row in rows[1:]),
)
def two_arms(*rows: int) -> int:
    """An L (one row and one column) is worth the xor of its arms, counted without the corner."""
    return rows[0] - 1 ^ sum(rows[1:])


@chomp.theorem(
    gives="losing",
    name="two rows",
    source="D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
    where=lambda *rows: max(rows[2:], default=0) == 0 or max(rows) <= 2,
)
def two_rows(*rows: int) -> bool:
    """With two rows (or columns) the mover loses when the first is one square longer than the second."""
    if max(rows[2:], default=0) == 0:
        return rows[0] == 1 + sum(rows[1:2])
    return sum(row > 0 for row in rows) == 1 + sum(row > 1 for row in rows)


def bites(*rows: int) -> Iterator[tuple[int, ...]]:
    """Iterate over the winning bites of a rectangle: for a square the bite that leaves an L, then what a search finds."""
    if stealing(*rows):
        return
    known = (rows[0], *(int(row > 0) for row in rows[1:]))
    square = rows[0] == sum(row > 0 for row in rows)
    if square:
        yield known
    try:
        solution = Position(chomp, rows).solve(method="search", memory=ENOUGH)
    except TooLarge:
        warnings.warn(
            _("chomp: some bite wins, but finding out which would need too large a search"), Notice, stacklevel=2
        )
        return
    yield from (m.after.state for m in solution.iter_winning_moves() if not (square and m.after.state == known))


@chomp.theorem(
    gives="losing",
    name="strategy stealing",
    source="D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
    where=lambda *rows: all(row in (0, rows[0]) for row in rows),
    reach=bites,
)
def stealing(*rows: int) -> bool:
    """The mover wins every rectangle but the single square."""
    return sum(rows) == 1


@chomp.explanation
def why(solution: Solution) -> Iterator[str]:
    """Say which theorem it is."""
    rows = solution.position.state
    match solution.evidence:
        case ByTheorem(function="two_arms"):
            across, down = rows[0] - 1, sum(rows[1:])
            yield _(
                "Only two arms are left beside the poisoned corner, {across} across and {down} down: two Nim heaps."
            ).format(across=across, down=down)
            yield _("{across} ⊕ {down} = {value}.").format(across=across, down=down, value=solution.value)
        case ByTheorem(function="two_rows"):
            yield _("With two rows (or two columns), whoever leaves the first one square longer than the second wins:")
            yield _("every bite spoils that, and it can always be restored, down to the poisoned square alone.")
        case _:
            yield _("Think of biting off the last square only. If that wins, well; if not, some answer to it wins,")
            yield _("and that answer takes the last square too, so it could have been the first bite.")
            if solution.best_move is None and solution.outcome.name == "N":
                yield _("No rule says which bite it is, and searching for it would take too long.")
    if solution.outcome.name == "P":
        yield _("So the player to move loses.")
    elif solution.best_move is not None:
        yield _("The player to move wins: {best_move}.").format(best_move=solution.best_move)


chomp.called(
    "Chomp; chocolate",
    "Bite off a square of the chocolate and everything to the right of it and below it. Whoever is left with "
    "the poisoned corner loses.",
)
chomp.looks("chocolate")
chomp.starts(
    "4x5",
    sizes="2x3; 3x4; 4x5; 5x6",
    variants={"Square": "4 4 4 4", "Long Bar": "8 8 8"},
    small="1..4 0..4 0..4 0..4; 9; 7 1 1 1; 5 1 1 1 1; 7 7; 7 4; 6 5; 2 2 2 2 2; 2 2 2 1 1; 5 5 5",
)


@chomp.sized
def whole(rows: int, columns: int) -> tuple[int, ...]:
    """Return a whole bar."""
    return (columns,) * rows
