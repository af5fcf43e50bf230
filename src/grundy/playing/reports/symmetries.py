"""Symmetries of a board written in rows: which reflections and turns keep the moves of a game, as far as was looked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from grundy.common.errors import GrundyError
from grundy.common.messages import N_
from grundy.rules.position import Position
from grundy.solving.play_graph import PlayGraph

SAMPLED = 40
"""Positions at which the moves are compared."""
Rows = list[str]


def _across(rows: Rows) -> Rows:
    return [row[::-1] for row in rows]


def _down(rows: Rows) -> Rows:
    return rows[::-1]


def _turned(rows: Rows) -> Rows:
    return ["".join(column) for column in zip(*rows, strict=True)]


IMAGES: dict[str, Callable[[Rows], Rows]] = {
    N_("left and right"): _across,
    N_("up and down"): _down,
    N_("half a turn"): lambda rows: _down(_across(rows)),
    N_("the diagonal"): _turned,
    N_("the other diagonal"): lambda rows: _down(_across(_turned(rows))),
    N_("a quarter turn"): lambda rows: _across(_turned(rows)),
}


class Symmetries(NamedTuple):
    """The images under which the moves are the same at all positions that were looked at, and how many first moves differ.

    ``declared``: the rules say themselves which positions are the same, and one of these stands for all of them.
    """

    images: tuple[str, ...]
    openings: int
    declared: bool = False


def symmetries(graph: PlayGraph) -> tuple[Symmetries, list[list[int]]]:
    """Return the symmetries of a game's board, and the places after the first moves, those together that are images.

    O(1): 40 positions are looked at.

    >>> import grundy as gr
    >>> from grundy.solving.play_graph import play_graph
    >>> seen, classes = symmetries(play_graph(gr.tic_tac_toe.start()))
    >>> len(seen.images), [len(each) for each in classes]
    (6, [4, 4, 1])
    """
    start = graph.starts[0]
    openings = graph.children(start).tolist()
    places = np.unique(np.linspace(0, len(graph) - 1, SAMPLED).astype(np.int64)).tolist()
    found = {name: image for name, image in IMAGES.items() if _keeps(graph, image, [start, *places])}
    classes = dict.fromkeys(tuple(sorted(_orbit(graph, place, found.values()))) for place in openings)
    return Symmetries(tuple(found), len(classes), graph.rules.folds), [*map(list, classes)]


def _orbit(graph: PlayGraph, place: int, images: Any) -> set[int]:
    """Return the images of a position, and theirs."""
    found, line = {place}, [place]
    for each in line:
        new = {_image(graph, image, each) for image in images} - found
        found |= new
        line += new
    return found


def _keeps(graph: PlayGraph, image: Callable[[Rows], Rows], places: list[int]) -> bool:
    """Whether the children of the images of some positions are the images of their children."""
    try:
        if _image(graph, image, places[0]) != places[0]:
            return False
        for place in places:
            children = {_image(graph, image, child) for child in graph.children(place).tolist()}
            if children != {*graph.children(_image(graph, image, place)).tolist()}:
                return False
    except (GrundyError, KeyError, ValueError):  # it is no board, or its image is no position that is reached
        return False
    return True


def _image(graph: PlayGraph, image: Callable[[Rows], Rows], place: int) -> int:
    """Return the image of a position; GrundyError, KeyError or ValueError where it has none."""
    position = graph.position(place)
    rules, state, mover = position.ruleset, position.state, position.ruleset.mover(position.state)
    if mover is not None:
        rules, state = rules.within[0], state[0]
    text = rules.show(state)
    sign = "/" if "/" in text else "|"
    rows = text.split(sign)
    if len({*map(len, rows)}) != 1 or not re.fullmatch(r"[^\s,]+", rows[0]) or len(rows) * len(rows[0]) < 2:
        raise ValueError(text)
    made: Position = rules(sign.join(image(rows)))
    return graph.place(made.state if mover is None else (made.state, mover))
