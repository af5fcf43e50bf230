"""What a position looks like: heaps, a board, a graph, some words, or several of them side by side.

A scene is data, without any measure: `grundy.faces.drawing` turns it into a picture or into lines of text. A game's file
may say what its positions look like (``@name.picture``), or its notation does; else integers are heaps, a `Grid` is a
board, and any other state is words. What a text looks like is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Board:
    """Cells in rows; a cell is what it shows. ``.`` is empty and ``#`` is gone, the other cells show letters or numbers.

    The theme, of scenes of any kind, is a word for what pieces are drawn like (see `grundy.faces.drawing.pieces`); it
    changes no position.
    """

    rows: tuple[tuple[str, ...], ...]
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
    """

    vertices: Mapping[Any, str]
    edges: Mapping[Any, tuple[Any, Any, str]]
    frame: tuple[tuple[Any, Any], ...] = ()
    arrows: bool = False
    ground: frozenset[Any] = field(default_factory=frozenset)
    at: str = ""
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


def numbers(values: tuple[int, ...], names: tuple[str, ...] = ()) -> Heaps | Board:
    """Return the scene of a state of integers: heaps, with ``names`` where they are several; a row where one is below 0.

    >>> numbers((3, 5), ("a", "b")), numbers((3, -5))
    (Heaps(sizes=(3, 5), names=('a', 'b'), note=''), Board(rows=(('3', '-5'),)))
    """
    if min(values, default=0) < 0:
        return Board((tuple(map(str, values)),))
    return Heaps(tuple(map(int, values)), names if len(names) == len(values) > 1 else ())


def themed(scene: Scene, theme: str) -> Scene:
    """Return a scene, and those that it is made of, with a theme.

    >>> themed(Beside((Heaps((1,)),), ("a",)), "pins").scenes[0].theme
    'pins'
    """
    if isinstance(scene, Beside):
        return replace(scene, scenes=tuple(themed(part, theme) for part in scene.scenes))
    return scene if isinstance(scene, Words) else replace(scene, theme=theme)
