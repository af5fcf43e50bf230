"""Dots and Boxes (É. Lucas, 1889; E. Berlekamp, *The Dots and Boxes Game*, 2000; *Winning Ways* ch. 16).

Draw a line between neighbouring dots; who draws the fourth side of a box gets it, a point, and draws again. After a box the
other player passes, so that turns alternate in the rules too. The score of all lines that are drawn, whoever drew them, is
what the mover gains from there on. The first player wins 2 by 2 boxes 3 to 1, the second 3 by 3 boxes 6 to 3; 4 by 5 is a
tie (J. K. Barker, R. E. Korf, *Solving Dots-And-Boxes*, AAAI 2012). A drawing is written by its lines from the top, a row of
horizontal ones, then one of vertical ones, X for what is drawn: ``dots_and_boxes("X./.../../X../..")``.
"""

from dataclasses import replace

from grundy.common.messages import _
from grundy.rules.functions import scoring_game
from grundy.rules.grids import line_count, line_rows, read_lines
from grundy.rules.position import Position
from grundy.rules.scenes import CLOSED, Board, lattice

MOST = 62
"""The most lines of a board."""


@scoring_game(bounds=lambda *_, rows, columns: (1 << rows * (2 * columns + 1) + columns, 2))
def dots_and_boxes(lines: int, passed: int, *, rows: int = 2, columns: int = 2):
    """Draw a line, a bit for each, a row after the other; a box is a point and another line: the other player passes."""
    every = rows * (2 * columns + 1) + columns
    if passed:
        yield 0, (lines, 0)
    else:
        before = boxes(lines, rows, columns)
        every_line = (1 << every) - 1
        free = every_line & ~lines
        while free:
            line = free & -free
            free ^= line
            gained = (boxes(lines | line, rows, columns) ^ before).bit_count()
            yield gained, (lines | line, int(gained > 0 and lines | line != every_line))


@dots_and_boxes.twins
def images(lines: int, passed: int, *, rows: int, columns: int):
    """Yield the drawing with its columns in the other order, its rows, and both; of a square also with rows as columns."""
    both = 2 * columns + 1
    for way in range(1, 8 if rows == columns else 4):
        image = 0
        for at in range(rows * both + columns):
            row, column = at // both, at % both
            flat = column < columns
            column -= 0 if flat else columns
            if way & 1:
                row = (rows if flat else rows - 1) - row
            if way & 2:
                column = (columns - 1 if flat else columns) - column
            if way & 4:
                flat, row, column = not flat, column, row
            image |= (lines >> at & 1) << row * both + column + (0 if flat else columns)
        yield image, passed


@dots_and_boxes.tier
def drawn_lines(lines: int, passed: int, *, rows: int, columns: int) -> int:
    """Every move draws a line, but for the passing between two lines of one player."""
    return 2 * lines.bit_count() + 1 - passed


def boxes(lines: int, rows: int, columns: int) -> int:
    """Return the boxes of which all sides are drawn, each as the bit of the line above it."""
    both = 2 * columns + 1
    above = ((1 << columns) - 1) * (((1 << both * rows) - 1) // ((1 << both) - 1))
    return above & lines & lines >> columns & lines >> columns + 1 & lines >> both


def read(text: str = "", passed: str = "", *, rows: int = 2, columns: int = 2) -> tuple[int, int] | Position:
    """Read the lines, or take none of a board of a size."""
    if not text:
        if not (rows > 0 and columns > 0 and line_count(rows, columns) <= MOST):
            raise dots_and_boxes.no_position(
                "{name}: a board has 1 to {most} lines; {rows} by {columns} boxes do not",
                most=MOST,
                rows=rows,
                columns=columns,
            )
        return 0, 0
    found = read_lines(dots_and_boxes.name, text)
    rows, columns = len(found) // 2, len(found[0])
    if passed not in ("", "pass"):
        raise dots_and_boxes.no_position("{name}: after the lines comes pass or nothing, not {passed!r}", passed=passed)
    lines = sum(1 << i for i, line in enumerate("".join(found)) if line == "X")
    if line_count(rows, columns) > MOST or (passed and (not boxes(lines, rows, columns) or "." not in text)):
        raise dots_and_boxes.no_position(
            "{name}: nobody passes in {text!r}, or it has more than {most} lines", text=text, most=MOST
        )
    return Position(dots_and_boxes.bind(rows=rows, columns=columns), (lines, int(passed == "pass")))


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
    return dots_and_boxes(rows=rows, columns=columns)


dots_and_boxes.notate(setup=read, shown=shown, picture=drawn, spelling=spelling, sized=empty)
dots_and_boxes.called(
    "Dots and Boxes; la-pipopipette; paddocks",
    "Draw a line between two neighbouring dots. Whoever draws the fourth side of a box gets it and draws "
    "again; most boxes win.",
)
dots_and_boxes.starts(
    "3x3",
    example="2x2",
    sizes="1x2; 2x2; 2x3; 3x3; 4x4",
    small="1x1; X/../.; XX/XX./XX pass; XX/X../X.; X./X.X/XX/XX./.X; X/XX/./.X/X",
)
