"""Pictures whose edges are cut or taken one by one: the notation of Hackenbush and its relatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grundy.common.messages import N_, _
from grundy.rules.edge_sets import Edges, bits, edge_pieces, grounded
from grundy.rules.functions import FunctionRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.scenes import Network
from grundy.rules.text.graphs import chosen, drawn_edges, end_of, read_picture, show_picture

Owners = tuple[int, ...]
CUT, TAKE = N_("cut {chosen}"), N_("take {chosen}")
GROUND = 0


def declare(
    game: FunctionRuleset, rest: Callable[[int, int, Edges], int], *, move: str = CUT, standing: bool = True
) -> None:
    """Declare how pictures are read, written, drawn and come apart, and the words of a move.

    A state has bit i where the edge i of the parameter ``edges`` is left; ``owners``, where the game has that parameter,
    says whose the edges are. A picture whose edge was cut is the one that is drawn without it.

    Args:
        game: the game.
        rest: what is left of some edges after the one of this number is cut or taken.
        move: the words of a move, of which ``{chosen}`` is the edge.
        standing: whether the picture stands on the ground, vertex 0: then stalks such as ``BRB`` are read too.
    """
    coloured = "owners" in game.params
    ground = GROUND if standing else -1

    def read(*picture: Any) -> Position:
        """Read edges such as 0-1b-2r, and stalks from the ground up such as BRB."""
        edges, owners = read_picture(game.name, picture, colours="brg" if coloured else "g", stalks=standing)
        kept = (1 << len(edges)) - 1
        for i in bits(kept & ~grounded(kept, edges)) if standing else ():
            raise game.no_position(
                "{name}: the edge {u}-{v} is not connected to the ground, which is vertex 0",
                u=edges[i][0],
                v=edges[i][1],
            )
        return Position(game.bind(edges=edges, **({"owners": owners} if coloured else {})), kept)

    def shown(kept: int, *, edges: Edges, owners: Owners = ()) -> str:
        return show_picture(kept, edges, owners)

    def drawn(kept: int, *, edges: Edges, owners: Owners = ()) -> Network:
        return drawn_edges(kept, edges, owners or (0,) * len(edges), ground=ground)

    def parts(kept: int, *, edges: Edges) -> list[int]:
        """Return the parts that only the ground joins."""
        return edge_pieces(kept, edges, ground=ground)

    def spelling(before: int, after: int, *, edges: Edges, owners: Owners = ()) -> str:
        return _(move).format(chosen=chosen(_moves(before, edges, owners, rest), after))

    game.setup(read)
    game.shown(shown)
    game.picture(drawn)
    game.spelling(spelling)
    if game.partisan:
        game.hooks["parts"] = parts


def _moves(
    before: int, edges: Edges, owners: Owners, rest: Callable[[int, int, Edges], int]
) -> Iterator[tuple[int, str, int]]:
    """Yield whose move it is, the edge, and what is left; an impartial game has no owners."""
    for player in (LEFT, RIGHT) if owners else (LEFT,):
        for i in bits(before):
            if not owners or owners[i] != -player:
                yield player, f"{edges[i][0]}-{end_of(i, edges, owners)}", rest(before, i, edges)


def fallen(kept: int, i: int, edges: Edges) -> int:
    """Return what still hangs on the ground after an edge was cut.

    >>> bin(fallen(0b111, 1, ((0, 1), (1, 2), (2, 3))))
    '0b1'
    """
    return grounded(kept ^ 1 << i, edges)
