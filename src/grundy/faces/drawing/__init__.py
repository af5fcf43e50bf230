"""Pictures of positions: as SVG with the moves marked, and as lines of text. No game is known here: scenes are drawn."""

from __future__ import annotations

from itertools import zip_longest

from grundy.common.errors import N_
from grundy.common.limits import kinds
from grundy.faces.drawing.move_marks import COLOURS, SIGNS, Mark, region
from grundy.faces.drawing.shapes import LARGEST_HEAP
from grundy.faces.drawing.svg import svg, token
from grundy.rules.position import Position
from grundy.rules.scenes import Beside, Board, Heaps, Scene

# ---- a position as lines of text, for the terminal: the same scene that the browser shows

_ANSI = {"X": "\x1b[1;34m", "O": "\x1b[1;31m", "#": "\x1b[2m"}
_END = "\x1b[0m"
WIDEST_BOARD = 60


def text(position: Position, *, colour: bool = False) -> str:
    """Return a position as lines of text; with ``colour`` the stones of the two players are told apart by it too.

    >>> import grundy as gr
    >>> print(text(gr.nim(3, 12)))
    1  ●●●  3
    2  ●●●●●●●●●●●●  12
    >>> print(text(gr.tic_tac_toe("X../.O./...")))
        1 2 3
    1   X . .
    2   . O .
    3   . . .
    """
    return "\n".join(_lines(scene(position), str(position), colour))


def _lines(scene: Scene, said: str, colour: bool) -> list[str]:
    match scene:
        case Board() if scene.rows and 0 < len(scene.rows[0]) <= WIDEST_BOARD:
            return _board(scene, colour)
        case Heaps() if 0 < len(scene.sizes) <= 60:
            return _heaps(scene)
        case Beside():
            return _beside(scene, said, colour)
        case _:
            return [said]


def _board(scene: Board, colour: bool) -> list[str]:
    """Return the rows of a board, numbered as moves are; of hexagons each is half a cell further right."""
    columns = scene.across or tuple(map(str, range(1, len(scene.rows[0]) + 1)))
    names = scene.down or tuple(map(str, range(1, len(scene.rows) + 1)))
    wide = max([len(face) for row in scene.rows for face in row] + [len(column) for column in columns])
    further = " " * ((wide + 1) // 2) if scene.tiling == "hex" else ""
    lines = ["    " + " ".join(f"{column:>{wide}}" for column in columns)]
    for number, row in enumerate(scene.rows):
        cells = (f"{face:>{wide}}" for face in row)
        painted = (_painted(cell) if colour else cell for cell in cells)
        lines.append(f"{names[number]:<3} {further * number}" + " ".join(painted))
    return [*lines, *filter(None, (" : ".join(scene.ends), scene.note.strip()))]


def _painted(cell: str) -> str:
    start = _ANSI.get(cell.strip())
    return f"{start}{cell}{_END}" if start else cell


def _heaps(scene: Heaps) -> list[str]:
    names = scene.names or tuple(str(i) for i in range(1, len(scene.sizes) + 1))
    wide = max(map(len, names))
    lines = [
        "  ".join(filter(None, (f"{name:>{wide}}", "●" * size if size <= LARGEST_HEAP else "●●●…", str(size))))
        for name, size in zip(names, scene.sizes, strict=True)
    ]
    return [*lines, scene.note] if scene.note else lines


def _beside(scene: Beside, said: str, colour: bool) -> list[str]:
    """Return the parts side by side, or one below another where they are too wide; colours would spoil the widths."""
    blocks = [[caption, *_lines(part, said, False)] for part, caption in zip(scene.scenes, scene.captions, strict=True)]
    widths = [max(map(len, block)) for block in blocks]
    if sum(widths) + 4 * len(widths) > 76:
        return [line for block in blocks for line in block]
    rows = zip_longest(*blocks, fillvalue="")
    return ["    ".join(line.ljust(wide) for line, wide in zip(row, widths, strict=True)).rstrip() for row in rows]


# ----


__all__ = ["COLOURS", "SIGNS", "Mark", "region", "scene", "svg", "text", "token"]


def scene(position: Position) -> Scene:
    """Return what a position looks like, as data.

    >>> import grundy as gr
    >>> scene(gr.nim(1, 2)).sizes
    (1, 2)
    """
    kinds(Position, N_("a position"), position=position)
    return position.ruleset.scene(position.state)
