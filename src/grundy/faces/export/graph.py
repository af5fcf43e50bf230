"""All that can be reached from where play may begin, with the result of each position: what a file is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import Limits
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.turn_in_state import to_move
from grundy.solving.results import Options
from grundy.solving.search import search

MOST = 1_500_000
"""So many positions are looked at; a file of 1 MB holds fewer."""
MOVES = 10_000_000
"""So many moves are."""


class TooMany(TooLarge):
    """More positions can be reached than are looked at."""


@dataclass
class Reached:
    """The positions that can be reached, in the order in which breadth-first search meets them.

    Attributes:
        roots: where play may begin: of a partisan game with Left, and with Right, to move.
        places: the place of each state.
        parity: whether so many moves lead there; None where some position is reached by an even and by an odd number.
    """

    roots: list[Position]
    places: dict[Any, int] = field(default_factory=dict)
    parity: list[int] | None = field(default_factory=list)

    @property
    def rules(self) -> Ruleset:
        """The rules, with the turn in the state of a partisan game."""
        return self.roots[0].ruleset


def reached(position: Position, most: int = MOST) -> Reached:
    """Return all positions that can be reached from one; TooMany past so many. O(moves), interpreted.

    >>> import grundy as gr
    >>> len(reached(gr.nim(1, 2)).places), len(reached(gr.domineering(2, 1)).places)
    (6, 3)
    """
    partisan = position.ruleset.partisan
    found = Reached([to_move(position, player) for player in (LEFT, RIGHT)] if partisan else [position])
    rules, places, parity, moves = found.rules, found.places, [0] * len(found.roots), 0
    states = [root.state for root in found.roots]
    places.update({state: place for place, state in enumerate(states)})
    alternates = True
    for place, state in enumerate(states):  # which grow meanwhile
        if rules.ended(state) is not None:
            continue
        for _gain, option in rules.changes(state):
            moves += 1
            there = places.setdefault(option, len(states))
            if there == len(states):
                states.append(option)
                parity.append(1 - parity[place])
            alternates = alternates and parity[there] != parity[place]
        if len(states) > most:
            raise TooMany("more than {most:,} positions can be reached from {start}", most=most, start=position)
        if moves > MOVES:
            raise TooMany("more than {most:,} moves can be made from {start} on", most=MOVES, start=position)
        if place % 64 == 0:
            limits.check(len(states))
    found.parity = parity if alternates and not partisan else None
    return found


def solved(found: Reached, *, misere: bool = False) -> Callable[[Any], int]:
    """Return what tells of each state its score, or its result and its remoteness as a table's status holds them."""
    rules = found.rules
    with limits.keeping(Limits(positions=MOST)):
        tables = [search(rules, root.state, Options(), misere=misere) for root in found.roots]

    def told(state: Any) -> int:
        image = rules.canonical(state)
        for table in tables:
            try:
                return table.score(image) if table.scoring else int(table.held("status", image))
            except KeyError:
                continue
        raise GrundyError("{name}: {state} was not solved", name=rules.name, state=rules.show(state))

    return told
