"""What positions look like where no picture is declared, and what ``game.looks(…)`` makes of a picture.

Integers are heaps or numbers; where the size of a board is known they are its cells, a bit for each, as rules have them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from grundy.rules import scenes
from grundy.rules.starts import Look

if TYPE_CHECKING:
    from grundy.rules.grids import Grid
    from grundy.rules.ruleset import Ruleset

FACES = "XOABCDEFGHIJKLMNPQRSTUVWYZ"
"""What the cells of the first integer show, those of the second, and so on."""
MOST = 1600
"""The most cells of a board that is made of integers."""


# ---- states without a picture


def of_state(rules: Ruleset, state: Any) -> scenes.Scene:
    """Return what a state looks like of which no picture is declared: a board, heaps, numbers in cells; else words."""
    values = rules.arguments(state)
    names: tuple[str, ...] = getattr(rules, "names", ())
    if len(values) == 1 and isinstance(values[0], tuple):
        values, names = values[0], ()
    if all(isinstance(value, int) for value in values):
        return _cells(rules, values, names) or scenes.numbers(values, names)
    if all(isinstance(row, tuple) and all(isinstance(each, int) for each in row) for row in values):
        return scenes.Board(tuple(tuple(map(str, row)) for row in values))
    return scenes.Words(rules.show(state))


def of_board(grid: Grid, state: tuple[int, ...]) -> scenes.Scene:
    """Return what a board of a `Grid` looks like: its cells in their shape, or a graph, and the numbers beside it.

    >>> from grundy.rules.grids import Grid
    >>> of_board(Grid(".XO", shape="hexagons"), (1, 2, 1, 2)).tiling
    'hex'
    """
    beside = state[grid.aside :][: grid.numbers]
    note = ", ".join(map(str, beside))
    faces = [_shown(grid, state, i, face) for i, face in enumerate(grid.shows(state))]
    if grid.graph:
        tints = {grid.faces[0]: "", "X": "b", "O": "r"}
        near = [(i, j) for i, cells in enumerate(grid.graph) for j in cells]
        edges = {(i, j): (i + 1, j + 1, "") for i, j in near if i < j or (j, i) not in near}
        frame = tuple((tail, head) for tail, head, _ in edges.values())
        return scenes.Network({i + 1: tints.get(face, face) for i, face in enumerate(faces)}, edges, frame, note=note)
    rows = tuple(tuple(faces[i : i + state[1]]) for i in range(0, len(faces), state[1]))
    if grid.walls:
        return replace(_fenced(grid, state, rows), note=note)
    tiling = {"hexagons": "hex", "triangles": "triangles"}.get(grid.shape, "pits" * bool(grid.holds))
    found = scenes.Board(rows, tiling, note=note)
    return _WAYS["files"](found, Look()) if grid.marks == "chess" else found


def _shown(grid: Grid, state: tuple[int, ...], i: int, face: str) -> str:
    """Return what a cell shows: a number, or its face; what lies beneath where that is free, and behind a piece."""
    if grid.holds:
        return str(grid.faces.index(face))
    below = grid.face_below(state, i) if grid.floor else ""
    if below == grid.floor[:1]:
        return face
    return below if face == grid.faces[0] else face + scenes.ON + below


def _fenced(grid: Grid, state: tuple[int, ...], rows: tuple[tuple[str, ...], ...]) -> scenes.Board:
    """Return cells with the walls between them; where no cell shows anything dots, lines, and boxes that are closed."""
    if len(grid.faces) > 1 or grid.floor:
        spots = product(range(2 * state[0] + 1), range(2 * state[1] + 1))
        return scenes.walled(rows, {spot for spot in spots if grid.at(state, spot, grid.face) == "─"})
    lines, both = state[grid.aside - 1], 2 * state[1] + 1

    def inside(row: int, column: int) -> str:
        above = row * both + column
        sides = (above, above + state[1], above + state[1] + 1, above + both)
        return scenes.CLOSED if all(lines >> side & 1 for side in sides) else " "

    return scenes.lattice(lines, state[0], state[1], inside)


def _cells(rules: Ruleset, values: tuple[int, ...], names: tuple[str, ...]) -> scenes.Board | None:
    """Return the board whose cells integers say by their bits; None where they cannot, or its size is unknown."""
    look = rules.look
    rows, columns = _size(look, rules.params, guess=rules.sided or "dots" in look.lies)
    cells, lines = rows * columns, "dots" in look.lies
    masks = values[:2] if names[-1:] == ("turn",) else values
    if "pits" in look.lies or not 0 < cells <= MOST or not masks or len(masks) > (1 if lines else len(FACES)):
        return None
    every = 1 << (2 * cells + rows + columns if lines else cells)
    if min(masks) < 0 or max(masks) >= every or sum(masks) != _union(masks):
        return None
    if lines:
        return scenes.lattice(masks[0], rows, columns)
    if rules.sided and len(values) == 2 and masks[0].bit_count() < masks[1].bit_count():
        masks = masks[::-1]  # the first player, who has X, has put one more and is not to move
    found = {i: face for mask, face in zip(masks, FACES, strict=False) for i in range(cells) if mask >> i & 1}
    return scenes.Board(tuple(tuple(found.get(r * columns + c, ".") for c in range(columns)) for r in range(rows)))


def _size(look: Look, params: Mapping[str, Any], *, guess: bool) -> tuple[int, int]:
    """Return the rows and columns of a board, as they are told, or as parameters of the usual names say; else 0."""

    def told(own: int | str, usual: tuple[str, ...]) -> int:
        known = params.get(own, 0) if isinstance(own, str) else own
        if not known and guess:
            known = next((params[name] for name in usual if name in params), 0)
        return known if isinstance(known, int) else 0

    columns = told(look.columns, ("columns", "width", "size", "cells"))
    rows = told(look.rows, ("rows", "height", "size"))
    return (rows or min(columns, 1), columns or min(rows, 1))


def _union(masks: tuple[int, ...]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def seen(rules: Ruleset, before: Any, after: Any) -> scenes.Scene:
    """Return what the state after a move looks like to who looks on the one before.

    Where a state is what the player to move sees, a move may turn the board round: that is undone.
    """
    if "turned_round" in rules.hooks:
        return rules.scene(rules.as_the_other_sees(after))
    old, new = rules.arguments(before), rules.arguments(after)
    two_numbers = len(old) == 2 and all(isinstance(value, int) for value in (*old, *new))
    if rules.sided and "picture" not in rules.hooks and two_numbers:
        told = _cells(rules, old, ()) and any(own.bit_count() != other.bit_count() for own, other in (old, new))
        if not told:
            return rules.scene(after[::-1])  # men that are moved, or numbers: they do not say whose they are
    return rules.scene(after)


def cells_of(rules: Ruleset, before: Any, after: Any) -> str:
    """Return the names of the cells that a move changes on a board made of integers, first those that become empty."""
    old, new = rules.scene(before), rules.seen(before, after)
    if _cells(rules, rules.arguments(before), getattr(rules, "names", ())) is None:
        return ""
    if not isinstance(old, scenes.Board) or not isinstance(new, scenes.Board):
        return ""
    places = [(r, c) for r, row in enumerate(old.rows) for c, face in enumerate(row) if face != new.rows[r][c]]
    places.sort(key=lambda place: new.rows[place[0]][place[1]] != ".")
    if old.across:
        return "-".join(f"{old.across[c]}{old.down[r]}" for r, c in places)
    return "-".join(f"({r + 1},{c + 1})" for r, c in places)


# ---- how pictures are changed


def dressed(scene: scenes.Scene, look: Look) -> scenes.Scene:
    """Return a scene as a game is said to look.

    >>> dressed(scenes.Heaps((3, 2)), Look(lies=("pits",))).rows
    (('3', '2'),)
    """
    if isinstance(scene, scenes.Beside):
        return replace(scene, scenes=tuple(dressed(part, look) for part in scene.scenes))
    for word in look.lies:
        scene = _WAYS[word](scene, look)
    if isinstance(scene, scenes.Board) and look.sides:
        scene = replace(scene, sides=look.sides)
    return scenes.themed(scene, look.figures) if look.figures else scene


def _tiled(tiling: str) -> Callable[[scenes.Scene, Look], scenes.Scene]:
    return lambda scene, _look: replace(scene, tiling=tiling) if isinstance(scene, scenes.Board) else scene


def _pits(scene: scenes.Scene, look: Look) -> scenes.Scene:
    """Put numbers into pits; of two rows the first ones lie below from the left, the others above, in the way of sowing."""
    if isinstance(scene, scenes.Heaps):
        faces = tuple(map(str, scene.sizes))
        half = len(faces) // 2
        if look.rows == 2 and len(faces) % 2 == 0:
            return scenes.Board((faces[: half - 1 : -1], faces[:half]), "pits")
        return scenes.Board((faces,), "pits", across=scene.names)
    return _tiled("pits")(scene, look)


def _layers(scene: scenes.Scene, _look: Look) -> scenes.Scene:
    """Leave nothing where cells are gone: what is between boards that lie side by side."""
    if not isinstance(scene, scenes.Board):
        return scene
    return replace(scene, rows=tuple(tuple("" if face == "#" else face for face in row) for row in scene.rows))


def _files(scene: scenes.Scene, _look: Look) -> scenes.Scene:
    """Name the columns by letters, and count the rows from below, as in chess."""
    if not isinstance(scene, scenes.Board) or len(scene.rows[0]) > len(ascii_lowercase):
        return scene
    ranks = tuple(map(str, range(len(scene.rows), 0, -1)))
    return replace(scene, across=tuple(ascii_lowercase[: len(scene.rows[0])]), down=ranks)


_WAYS: dict[str, Callable[[scenes.Scene, Look], scenes.Scene]] = {
    "hex": _tiled("hex"),
    "triangles": _tiled("triangles"),
    "dots": _tiled("lattice"),
    "pits": _pits,
    "layers": _layers,
    "files": _files,
}
"""What each word of `grundy.rules.starts.LIES` makes of a scene."""
