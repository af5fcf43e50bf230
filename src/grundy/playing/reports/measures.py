"""What is counted of a solved graph of play: how much a choice matters, how long play lasts, how many moves there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from grundy.solving.play_graph import Numbers, PlayGraph


@dataclass(frozen=True)
class Measures:
    """Counts of all positions that can be reached.

    Attributes:
        positions: how many there are.
        endings: those in which play is over.
        moves: the mean count of moves, of positions in which play goes on.
        most_moves: the greatest count of moves.
        decisive: the share of positions in which play goes on that are won or lost.
        choices: positions with a choice, of two moves or more.
        only: the share of these in which one move alone keeps the result.
        free: the share of these in which every move keeps it.
        longest: the greatest remoteness; None in a game for points.
    """

    positions: int
    endings: int
    moves: float
    most_moves: int
    decisive: float
    choices: int
    only: float
    free: float
    longest: int | None


def measured(graph: PlayGraph) -> Measures:
    """Return the counts of a graph. O(positions + moves).

    >>> import grundy as gr
    >>> from grundy.solving.play_graph import play_graph
    >>> found = measured(play_graph(gr.tic_tac_toe.start()))
    >>> found.positions, found.endings, round(found.moves, 2), found.longest
    (5478, 958, 3.58, 9)
    """
    widths = graph.widths
    goes_on, choice = widths > 0, widths > 1
    playing, choices = int(np.count_nonzero(goes_on)), int(np.count_nonzero(choice))
    good = good_moves(graph)
    return Measures(
        positions=len(graph),
        endings=len(graph) - playing,
        moves=len(graph.edges) / max(playing, 1),
        most_moves=int(widths.max(initial=0)),
        decisive=_share(np.count_nonzero(graph.worth[goes_on]), playing),
        choices=choices,
        only=_share(np.count_nonzero(good[choice] == 1), choices),
        free=_share(np.count_nonzero(good[choice] == widths[choice]), choices),
        longest=None if graph.status is None else int((graph.status >> 2).max()),
    )


def good_moves(graph: PlayGraph) -> Numbers:
    """Return how many moves of each position keep its result, or its score. O(positions + moves)."""
    got = -graph.worth[graph.edges]
    if graph.gains is not None:
        got = got + graph.gains
    kept = np.concatenate(([0], np.cumsum(got == np.repeat(graph.worth, graph.widths), dtype=np.int64)))
    return kept[graph.offsets[1:]] - kept[graph.offsets[:-1]]


def _share(part: Any, whole: int) -> float:
    return int(part) / whole if whole else 0.0
