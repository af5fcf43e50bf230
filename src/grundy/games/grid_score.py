"""Grid score: a token goes right or down from the top left corner; the mover scores +1 or -1 by the cell that is entered.

Contest problem: AtCoder ABC 201 D "Game in Momotetsu World". Play ends in the bottom right corner. The scores of all cells
follow from the last one back, in one pass.
"""

from collections.abc import Iterable, Iterator
from itertools import repeat
from random import Random
from typing import Any

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import scoring_game
from grundy.rules.position import Position
from grundy.rules.scenes import Board
from grundy.rules.solution import Solution
from grundy.rules.text import contest
from grundy.rules.text.contest import Reader
from grundy.rules.text.words import atom

Grid = tuple[tuple[int, ...], ...]


@scoring_game
def grid_score(row: int, column: int, *, grid: Grid = ((0, 1), (1, -1))):
    """Go one cell right or down; its number is added to the mover's score."""
    if column + 1 < len(grid[0]):
        yield grid[row][column + 1], (row, column + 1)
    if row + 1 < len(grid):
        yield grid[row + 1][column], (row + 1, column)


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


@grid_score.setup
def read_rows(*rows: Any) -> Position:
    return Position(grid_score.bind(grid=read_grid("grid-score", rows)), (0, 0))


@grid_score.shown
def rows_of(row: int, column: int, *, grid: Grid) -> str:
    return write_grid(tuple(line[column:] for line in grid[row:]))


@grid_score.picture
def drawn(row: int, column: int, *, grid: Grid) -> Board:
    """Draw the grid; the token stands on a cell in brackets, and what lies behind it is gone."""

    def face(i: int, j: int) -> str:
        number = f"{grid[i][j]:+}"
        return f"[{number}]" if (i, j) == (row, column) else "#" if i < row or j < column else number

    return Board(tuple(tuple(face(i, j) for j in range(len(grid[0]))) for i in range(len(grid))))


@grid_score.spelling
def way_of(before: tuple[int, int], after: tuple[int, int]) -> str:
    return _("right") if after[1] > before[1] else _("down")


@grid_score.small
def small_grids() -> Iterator[Position]:
    random = Random(7)
    for number in range(120):
        numbers = (-1, 1) if number % 2 else (-4, -1, 1, 4)
        yield read_rows(*([random.choice(numbers) for _ in range(1 + number // 4 % 5)] for _ in range(1 + number % 4)))


@grid_score.theorem(gives="score", name="the scores of all cells, from the last one back", source="ABC 201 D")
def score(row: int, column: int, *, grid: Grid) -> int:
    """A cell's score is the better of what its two neighbours give: the number entered minus the score from there."""
    entered: list[int] = []  # for each column from the last back, what entering the cell below is worth
    for line in reversed(grid[row:]):
        entered = scores_above(line[column:][::-1], entered)
    return grid[row][column] - entered[-1]


def scores_above(line: tuple[int, ...], below: list[int]) -> list[int]:
    """Return what entering the cells of a row (from the last back) is worth, given the same of the row below."""
    worth: list[int] = []
    right = below[0] if below else 0  # in the last column there is no way to the right, in the last row none down
    for number, down in zip(line, below or repeat(None), strict=False):
        right = number - (right if down is None or right > down else down)
        worth.append(right)
    return worth


@grid_score.explanation
def why(solution: Solution) -> Iterator[str]:
    rules, here = solution.position.ruleset, solution.position.state
    yield _("Solved from the bottom right corner back; the score from here is {value}.").format(value=solution.value)
    for gain, after in rules.scored_options(here):
        rest = score(*after, grid=rules.params["grid"])
        told = _("{move}: {gain:+d} at once, then the other scores {rest}: {total}")
        yield told.format(move=way_of(here, after), gain=gain, rest=rest, total=gain - rest)
    best = solution.best_move
    yield _("Best: {best_move}.").format(best_move=best) if best else _("Play is over here.")


@grid_score.judge("grid-score")
def judge(read: Reader) -> Iterator[str]:
    """AtCoder ABC 201 D: the height, the width, and rows of + and -: Takahashi, Aoki or Draw."""
    height, width = read.integer(1, what="the height"), read.integer(1, what="the width")
    found = score(0, 0, grid=read_grid("grid-score", contest.rows(read, height, width, "+-")))
    yield "Takahashi" if found > 0 else "Aoki" if found < 0 else "Draw"


grid_score.called(
    "Grid Score; momotetsu; game-in-momotetsu-world",
    "Go one cell right or down and score the number of the cell you enter. Whoever has more points in the "
    "last corner wins.",
)
grid_score.looks("cards")
grid_score.starts("+-+-/--+-/++-+/+-++", sizes="+-+/--+/+++; +-+-/--+-/++-+/+-++; +-+--+/--++-+/-+-+--/++--+-")
