"""Dots and Boxes (É. Lucas, 1889; E. Berlekamp, *The Dots and Boxes Game*, 2000; *Winning Ways* ch. 16).

Draw a line between neighbouring dots; who draws the fourth side of a box gets it, a point, and draws again. After a box the
other player passes, so that turns alternate in the rules too. The score of all lines that are drawn, whoever drew them, is
what the mover gains from there on. The first player wins 2 by 2 boxes 3 to 1, the second 3 by 3 boxes 6 to 3; 4 by 5 is a
tie (J. K. Barker, R. E. Korf, *Solving Dots-And-Boxes*, AAAI 2012). A drawing is written by its lines from the top, a row of
horizontal ones, then one of vertical ones, X for what is drawn: ``dots_and_boxes("X./.../../X../..")``.
"""

import re

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import scoring_game
from grundy.rules.position import Position
from grundy.rules.scenes import Board


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


@dots_and_boxes.tier
def drawn_lines(lines: int, passed: int, *, rows: int, columns: int) -> int:
    """Every move draws a line, but for the passing between two lines of one player."""
    return 2 * lines.bit_count() + 1 - passed


def boxes(lines: int, rows: int, columns: int) -> int:
    """Return the boxes of which all sides are drawn, each as the bit of the line above it."""
    both = 2 * columns + 1
    above = ((1 << columns) - 1) * (((1 << both * rows) - 1) // ((1 << both) - 1))
    return above & lines & lines >> columns & lines >> columns + 1 & lines >> both


def across(row: int, columns: int) -> int:
    """Return how many lines are in a row of them: those between two dots, or beside boxes."""
    return columns + row % 2


@dots_and_boxes.setup
def read(text: str = "", passed: str = "", *, rows: int = 2, columns: int = 2) -> tuple[int, int] | Position:
    """Read the lines, or take none of a board of a size."""
    if not text:
        if not (rows > 0 and columns > 0 and rows * (2 * columns + 1) + columns <= 62):
            raise PositionError(
                "dots-and-boxes: the board has from 1 to 62 lines, and {rows} by {columns} boxes have more or none",
                rows=rows,
                columns=columns,
            )
        return 0, 0
    found = re.split(r"[/|]", str(text).strip().upper())
    rows, columns = len(found) // 2, len(found[0])
    for number, row in enumerate(found):
        if len(found) < 3 or len(found) % 2 == 0 or len(row) != across(number, columns) or set(row) - set(".X"):
            raise PositionError(
                "dots-and-boxes: row {number} of {text!r} is {row!r}, and rows of horizontal lines have as many . or X as "
                "there are boxes, those of vertical ones between them one more",
                number=number + 1,
                text=text,
                row=row,
            )
    if passed not in ("", "pass"):
        raise PositionError("dots-and-boxes: behind the lines stands pass or nothing, not {passed!r}", passed=passed)
    lines = sum(1 << i for i, line in enumerate("".join(found)) if line == "X")
    rules = dots_and_boxes.bind(rows=rows, columns=columns)
    if rows * (2 * columns + 1) + columns > 62 or (passed and (not boxes(lines, rows, columns) or "." not in text)):
        raise PositionError("dots-and-boxes: nobody passes in {text!r}, or it has more than 62 lines", text=text)
    return Position(rules, (lines, int(passed == "pass")))


def drawn_rows(lines: int, rows: int, columns: int) -> list[str]:
    """Return for each row of lines, in turn across and down, which are drawn."""
    found: list[str] = []
    for row in range(2 * rows + 1):
        count = across(row, columns)
        found.append("".join(".X"[lines >> i & 1] for i in range(count)))
        lines >>= count
    return found


@dots_and_boxes.shown
def board_of(lines: int, passed: int, *, rows: int, columns: int) -> str:
    """Write the lines, and whether the player to move passes."""
    return "/".join(drawn_rows(lines, rows, columns)) + ", pass" * passed


@dots_and_boxes.picture
def drawn(lines: int, passed: int, *, rows: int, columns: int) -> Board:
    """Draw dots, the lines between them, and what the boxes are that are done; # is inside the others."""
    done = boxes(lines, rows, columns)
    scene: list[tuple[str, ...]] = []
    for number, row in enumerate(drawn_rows(lines, rows, columns)):
        first = number // 2 * (2 * columns + 1)
        faces: list[str] = []
        for i, line in enumerate(row):
            inside = "■" if done >> first + i & 1 else "□"
            faces += ["│" if line == "X" else ".", inside] if number % 2 else ["●", "─" if line == "X" else "."]
        scene.append((*faces[:-1],) if number % 2 else (*faces, "●"))
    if passed:
        scene.append(("↻", *["."] * (2 * columns)))
    return Board(tuple(scene))


@dots_and_boxes.spelling
def spelling(before: tuple[int, int], after: tuple[int, int], *, columns: int) -> str:
    """Name the line by its row and place in the picture, or say that the player passes."""
    if before[1]:
        return _("pass")
    row, place = divmod((before[0] ^ after[0]).bit_length() - 1, 2 * columns + 1)
    down, side = (1, place - columns) if place >= columns else (0, place)
    return f"({2 * row + down + 1},{2 * side + 2 - down})"


dots_and_boxes.called(
    "Dots and Boxes; la-pipopipette; paddocks",
    "Draw a line between two neighbouring dots. Who draws the fourth side of a box gets it and draws again; most "
    "boxes win.",
)
dots_and_boxes.starts(
    "3x3",
    example="2x2",
    sizes="1x2; 2x2; 2x3; 3x3; 4x4",
    small="1x1; X/../.; XX/XX./XX pass; XX/X../X.; X./X.X/XX/XX./.X; X/XX/./.X/X",
)


@dots_and_boxes.sized
def empty(rows: int, columns: int) -> Position:
    """Return a board of so many boxes without lines."""
    return dots_and_boxes(rows=rows, columns=columns)
