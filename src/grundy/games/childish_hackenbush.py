"""Childish Hackenbush: Hackenbush in which no blue or red edge may be cut that others need to hang on the ground.

*Winning Ways* ch. 8. So no cut of a blue or red edge makes anything fall. Green edges are cut as in Hackenbush, unless the
parameter ``gentle`` is 1: then they follow the same rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.language import _
from grundy.rules.graphs import (
    Edges,
    check_grounded,
    drawn_edges,
    edge_pieces,
    end_of,
    grounded,
    read_picture,
    show_picture,
)
from grundy.rules.partisan import partisan_game
from grundy.rules.position import Position
from grundy.rules.scenes import Network

Owners = tuple[int, ...]


@partisan_game
def childish_hackenbush(kept: int, *, edges: Edges = ((0, 1),), owners: Owners = (0,), gentle: int = 0, player: int):
    """Cut an own edge or a green one; unless it is green no other edge may fall. Bit i is edge i, vertex 0 the ground."""
    for i in range(len(edges)):
        if kept >> i & 1 and owners[i] != -player:
            rest = grounded(kept ^ 1 << i, edges)
            if rest == kept ^ 1 << i or (owners[i] == 0 and gentle == 0):
                yield rest


@childish_hackenbush.setup
def read(*picture: Any, gentle: int = 0) -> Position:
    """Read a picture: stalks from the ground up such as BRB, and edges such as 0-1b-2r, 0 the ground."""
    edges, owners = read_picture("childish-hackenbush", picture, stalks=True)
    kept = (1 << len(edges)) - 1
    check_grounded("childish-hackenbush", kept, edges)
    return Position(childish_hackenbush.bind(edges=edges, owners=owners, gentle=gentle), kept)


@childish_hackenbush.parts
def standing(kept: int, *, edges: Edges) -> list[int]:
    """Return the parts that only the ground joins."""
    return edge_pieces(kept, edges, ground=0)


@childish_hackenbush.shown
def picture_of(kept: int, *, edges: Edges, owners: Owners) -> str:
    """Return the picture as text."""
    return show_picture(kept, edges, owners)


@childish_hackenbush.picture
def drawn(kept: int, *, edges: Edges, owners: Owners) -> Network:
    return drawn_edges(kept, edges, owners, ground=0)


@childish_hackenbush.spelling
def cut_of(before: int, after: int, *, edges: Edges, owners: Owners) -> str:
    """Name the edge that is cut."""
    gone = [i for i in range(len(edges)) if (before & ~after) >> i & 1]
    cut = (i for i in gone if grounded(before ^ 1 << i, edges) == after and (len(gone) == 1 or owners[i] == 0))
    chosen = _(" or ").join(f"{edges[i][0]}-{end_of(i, edges, owners)}" for i in cut)
    return _("cut {chosen}").format(chosen=chosen)


@childish_hackenbush.small
def small_pictures() -> Iterator[Position]:
    """Yield stalks, trees and pictures with rings."""
    for picture in ("B", "G", "BRB", "0-1b-2b 1-3r-4b", "0-1b-2b-3r-4r-0b", "0-1g 0-1g 1-2b-3r-1b", "0-1r-2b-0b 2-3g"):
        yield childish_hackenbush(picture)
    yield childish_hackenbush("0-1g-2g-0b 2-3r", gentle=1)
