"""Hackenbush (J. H. Conway): a picture of blue, red and green edges that stands on the ground.

Left cuts a blue edge or a green one, Right a red edge or a green one; what no longer hangs on the ground falls away.
*Winning Ways* ch. 1, 2 and 7; *On Numbers and Games* ch. 8. A picture of blue and red edges is a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.language import _
from grundy.rules.graphs import (
    Edges,
    bits,
    check_grounded,
    chosen,
    drawn_edges,
    edge_pieces,
    end_of,
    grounded,
    read_picture,
    show_picture,
)
from grundy.rules.partisan import LEFT, RIGHT, partisan_game
from grundy.rules.position import Position
from grundy.rules.scenes import Network

Owners = tuple[int, ...]


@partisan_game
def hackenbush(kept: int, *, edges: Edges = ((0, 1),), owners: Owners = (0,), player: int):
    """Cut an own edge or a green one; what no longer hangs on the ground (vertex 0) falls away. Bit i is edge i."""
    for i in range(len(edges)):
        if kept >> i & 1 and owners[i] != -player:
            yield grounded(kept ^ 1 << i, edges)


@hackenbush.setup
def read(*picture: Any) -> Position:
    """Read a picture: stalks from the ground up such as BRB, and edges such as 0-1b-2r, 0 the ground."""
    edges, owners = read_picture("hackenbush", picture, stalks=True)
    kept = (1 << len(edges)) - 1
    check_grounded("hackenbush", kept, edges)
    return Position(hackenbush.bind(edges=edges, owners=owners), kept)


@hackenbush.parts
def standing(kept: int, *, edges: Edges) -> list[int]:
    """Return the parts that only the ground joins."""
    return edge_pieces(kept, edges, ground=0)


@hackenbush.shown
def picture_of(kept: int, *, edges: Edges, owners: Owners) -> str:
    """Return the picture as text."""
    return show_picture(kept, edges, owners)


@hackenbush.picture
def drawn(kept: int, *, edges: Edges, owners: Owners) -> Network:
    return drawn_edges(kept, edges, owners, ground=0)


@hackenbush.spelling
def cut_of(before: int, after: int, *, edges: Edges, owners: Owners) -> str:
    """Name the edge that is cut."""
    moves = (
        (player, f"{edges[i][0]}-{end_of(i, edges, owners)}", grounded(before ^ 1 << i, edges))
        for player in (LEFT, RIGHT)
        for i in bits(before)
        if owners[i] != -player
    )
    return _("cut {chosen}").format(chosen=chosen(moves, after))


@hackenbush.small
def small_pictures() -> Iterator[Position]:
    """Yield stalks, trees and pictures with rings."""
    for picture in (
        "B",
        "G",
        "BR",
        "GB BRR",
        "BRBRRBBR",
        "0-1b-2b 1-3r-4b",
        "0-1b-2r-0b",
        "0-1g-2b-0g 2-3r",
        "0-1r-1b",
    ):
        yield hackenbush(picture)
