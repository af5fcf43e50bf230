"""What a position looks like: heaps, a board, a graph, some words, or several of them side by side.

A scene is data, without any measure: `grundy.faces.drawing` turns it into a picture or into lines of text. A game's file
may say what its positions look like (``@name.picture``), or its notation does; else integers are heaps, a `Grid` is a
board, and any other state is words. What a text looks like is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

TILINGS = ("", "hex", "triangles", "lattice", "pits")
"""How cells of a board lie: as squares; as hexagons, each row half a cell further right; as triangles, in turn upright and
on their tip; as a lattice, where every second row and column is narrow: points, lines between them, cells within them; as
pits, whose numbers are seeds."""


_Face = Callable[[int, int], str]
CLOSED = "■"
"""What a box of a lattice shows whose lines are all drawn."""
ON = "╱"
"""What stands between a piece and what lies beneath it, where a cell shows both: ``X╱2``."""


@dataclass(frozen=True)
class Board:
    """Cells in rows; a cell is what it shows. ``.`` is empty and ``#`` is gone, the other cells show letters or numbers.

    A piece and what it stands on are written with `ON` between them, as in ``X╱2``.

    The theme, of scenes of any kind, is a word for what pieces are drawn like (see `grundy.faces.drawing.pieces`); it
    changes no position.

    Attributes:
        rows: what the cells show; where it is "" there is no cell.
        tiling: how the cells lie, one of `TILINGS`.
        sides: who has the top and the bottom, and who the left and the right: "XO", "" for nobody.
        across: the names of the columns, where they are not numbered.
        down: the names of the rows.
        ends: what stands at the left and the right end beside all rows: the stores of a mancala.
        note: words below; a blank keeps the room for them.
        theme: what pieces are drawn like.
    """

    rows: tuple[tuple[str, ...], ...]
    tiling: str = ""
    sides: str = ""
    across: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    note: str = ""
    theme: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Heaps:
    """Heaps of counters, with a name for each where they are not just numbered, and perhaps a note for all of them."""

    sizes: tuple[int, ...]
    names: tuple[str, ...] = ()
    note: str = ""
    theme: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Network:
    """A graph: its vertices with what they show, and its edges.

    Attributes:
        vertices: what each vertex that is there shows: "b" blue, "r" red, "g" green, "" nothing, or some text.
        edges: (tail, head, letter) of each edge that is there, by a name that it keeps from move to move.
        frame: all edges, also those that have gone: vertices keep their places by them.
        arrows: whether edges have a direction.
        ground: the vertices that stand on the ground.
        at: "edge" or "vertex", where a move is made at one of them and others may go with it; "" where it is not.
        note: words below.
    """

    vertices: Mapping[Any, str]
    edges: Mapping[Any, tuple[Any, Any, str]]
    frame: tuple[tuple[Any, Any], ...] = ()
    arrows: bool = False
    ground: frozenset[Any] = field(default_factory=frozenset)
    at: str = ""
    note: str = ""
    theme: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Words:
    """A position that is best said in words."""

    text: str


@dataclass(frozen=True)
class Beside:
    """Scenes side by side, each with a caption: the parts of a sum."""

    scenes: tuple[Scene, ...]
    captions: tuple[str, ...]


Scene = Board | Heaps | Network | Words | Beside


def board(text: str) -> Board:
    """Return a board of text with ``/`` or ``|`` between its rows.

    >>> board("XO/.#").rows
    (('X', 'O'), ('.', '#'))
    """
    return Board(tuple(tuple(row) for row in re.split(r"[/|]", text)))


def lattice(
    lines: int, rows: int, columns: int, inside: Callable[[int, int], str] = lambda _row, _column: " "
) -> Board:
    """Return a board of lines between dots around so many rows and columns of boxes.

    Args:
        lines: a bit for each line that is drawn, a row of horizontal ones, then one of vertical ones, and so on.
        rows: how many rows of boxes there are.
        columns: how many columns.
        inside: what a box shows, by its row and column from 0.

    >>> for row in lattice(0b1010001, 1, 2).rows:
    ...     print("".join(row))
    ●─●.●
    . . │
    ●.●─●
    """

    def line(row: int, column: int) -> str:
        number = row // 2 * (2 * columns + 1) + row % 2 * columns + column // 2
        return "─│"[row % 2] if lines >> number & 1 else "."

    return _lattice(rows, columns, "●", line, inside)


def walled(rows: Sequence[Sequence[str]], walls: Collection[tuple[int, int]]) -> Board:
    """Return a board with walls between its cells.

    Args:
        rows: what the cells show.
        walls: the places of walls, by row and column of the picture, where cell (r, c) is at (2r + 1, 2c + 1): the wall
            above it is at (2r, 2c + 1), that on its left at (2r + 1, 2c).

    >>> for row in walled(["X.", ".O"], {(2, 1), (1, 2)}).rows:
    ...     print("".join(row).rstrip())
    <BLANKLINE>
     X│.
     ─
     . O
    <BLANKLINE>
    """

    def wall(row: int, column: int) -> str:
        return "─│"[row % 2] if (row, column) in walls else " "

    return _lattice(len(rows), len(rows[0]), " ", wall, lambda row, column: rows[row][column])


def _lattice(rows: int, columns: int, point: str, line: _Face, inside: _Face) -> Board:
    def face(row: int, column: int) -> str:
        if row % 2 and column % 2:
            return inside(row // 2, column // 2)
        return line(row, column) if row % 2 or column % 2 else point

    return Board(tuple(tuple(face(r, c) for c in range(2 * columns + 1)) for r in range(2 * rows + 1)), "lattice")


def numbers(values: tuple[int, ...], names: tuple[str, ...] = ()) -> Heaps | Board:
    """Return the scene of a state of integers: heaps, with ``names`` where they are several; a row where one is below 0.

    >>> numbers((3, 5), ("a", "b")), numbers((3, -5)).rows
    (Heaps(sizes=(3, 5), names=('a', 'b'), note=''), (('3', '-5'),))
    """
    own = names if len(names) == len(values) > 1 else ()
    if min(values, default=0) < 0:
        return Board((tuple(map(str, values)),), across=own)
    return Heaps(tuple(map(int, values)), own)


def themed(scene: Scene, theme: str) -> Scene:
    """Return a scene, and those that it is made of, with a theme.

    >>> themed(Beside((Heaps((1,)),), ("a",)), "pins").scenes[0].theme
    'pins'
    """
    if isinstance(scene, Beside):
        return replace(scene, scenes=tuple(themed(part, theme) for part in scene.scenes))
    return scene if isinstance(scene, Words) else replace(scene, theme=theme)
