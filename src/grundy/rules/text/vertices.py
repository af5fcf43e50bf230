"""Graphs whose vertices two players paint or hold: the notation of Col, Snort and Clobber on graphs."""

from __future__ import annotations

from typing import Any

from grundy.common.messages import _
from grundy.rules.edge_sets import Graph, Masks, bits, edges_within, neighbours, set_of
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.scenes import Network
from grundy.rules.text.graphs import chosen, drawn_graph, lattice, read_graph, show_graph

State = tuple[int, int]
"""The vertices that are Left's, and those that are Right's, as bits."""
PAINTED = (1, 2, 3, 4, 5, "1-2-3-4-1", "1-2 1-3 1-4", "1b-2-3b-4", "1b-2-3-1 3-4r", "1-2-3b-4-5r")
"""Small graphs of the painting games."""


def declare(game: PartisanRuleset, left: str, right: str, *, both: str = "", at: str = "vertex") -> None:
    """Declare how a graph is read, written and drawn whose vertices are Left's, Right's, or both players'.

    Args:
        game: the game; a state is two sets of vertices, and its parameter ``near`` has each vertex's neighbours.
        left: the letter of a vertex that is Left's alone.
        right: the letter of one that is Right's alone.
        both: the letter of one that is both players', which may be left out; "" where a vertex without letter is nobody's.
        at: "vertex" where a move is made at one of them and others may go with it; "" where it is not.
    """

    def faces(own: int, other: int) -> dict[int, str]:
        return {v: "" if (own & other) >> v & 1 else left if own >> v & 1 else right for v in bits(own | other)}

    def read(*graph: Any) -> Position:
        """Read a graph such as 1b-2-3 2-4; where vertices are both players', also the number of vertices of a path."""
        found = read_graph(game.name, graph, left + right + both, paths=bool(both))
        shared = ("", both) if both else ()
        held = (set_of(v for v, face in found.faces.items() if face in (letter, *shared)) for letter in (left, right))
        return Position(game.bind(near=neighbours(found)), tuple(held))

    def shown(own: int, other: int, *, near: Masks) -> str:
        text = show_graph(Graph(edges_within(own | other, near), faces(own, other)))
        return f"{text}{both}" if text.isdecimal() and text != "0" else text  # a number alone would be a path's

    def drawn(own: int, other: int, *, near: Masks) -> Network:
        colours = {left: "b", right: "r", "": ""}
        return drawn_graph({v: colours[face] for v, face in faces(own, other).items()}, near, at=at)

    game.setup(read)
    game.shown(shown)
    game.picture(drawn)


def declare_painting(game: PartisanRuleset) -> None:
    """Declare the notation of Col and Snort, where a vertex is blue, red, or both players' to paint."""
    declare(game, "b", "r", both="g")

    def painted(before: State, after: State, *, near: Masks) -> str:
        """Name the vertex that is painted."""
        moves = (
            (player, str(v), option)
            for player, own in ((LEFT, before[0]), (RIGHT, before[1]))
            for v, option in zip(bits(own), game.function(*before, near=near, player=player), strict=True)
        )
        return _("paint {chosen}").format(chosen=chosen(moves, after))

    game.spelling(painted)
    game.sized(lattice)
    game.small(lambda: (game(graph) for graph in PAINTED))
