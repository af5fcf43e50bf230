"""Games of players that are not perfect, on a solved graph of play: who errs now and then, or sees some moves ahead.

Whoever looks d moves ahead knows which options are won or lost within d moves, and takes the others for equal: that is what
a search of depth d without a judgement finds, and it is read off from the remoteness. Chance is a hash of the game's
number, the move and the seed, so that the same question has the same answer on all machines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from grundy.solving.play_graph import Numbers, PlayGraph
from grundy.solving.results import LOST, WON

GAMES = 2_000
"""Games of each match: what is measured is wrong by one in a hundred, rarely by three."""
LONGEST = 200
"""A game that lasts longer is counted as undecided."""
ERRORS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
SIGHTS = (1, 2, 3, 4, 6, 8, 12, 16)
FAR = 1 << 29
"""The sight of whoever sees all."""
EVEN = 0.2
"""Openings are compared between players that err so often."""


class Player(NamedTuple):
    """How well somebody plays: how many moves ahead is seen, and how often a move is made by lot."""

    sight: int = FAR
    errs: float = 0.0


class Course(NamedTuple):
    """How somebody does.

    Attributes:
        player: who plays.
        perfect: the points against perfect play, of 1 a game and half of one for a tie, beginning in every other game.
        first: the points of whoever begins, between two of them.
        better: the points against who errs half as often, or sees one move further.
    """

    player: Player
    perfect: float
    first: float
    better: float


def courses(graph: PlayGraph, seed: int = 0) -> tuple[tuple[Course, ...], tuple[Course, ...]]:
    """Return how players do that err more and more, and those that see more and more moves ahead.

    The second are none in a game for points, where nothing is won within some moves.
    """
    erring = [Player(errs=each) for each in ERRORS]
    furthest = 0 if graph.status is None else int((graph.status >> 2).max())
    seeing = [Player(sight) for sight in SIGHTS if sight < furthest] if graph.status is not None else []
    better = {each: each._replace(errs=each.errs / 2) for each in erring} | {
        each: each._replace(sight=each.sight + 1) for each in seeing
    }
    pairs = [
        pair
        for each in (*erring, *seeing)
        for pair in ((each, Player()), (Player(), each), (each, each), (each, better[each]), (better[each], each))
    ]
    points = matches(graph, graph.starts, pairs, seed=seed)
    found = [
        Course(each, (a + 1 - b) / 2, even, (c + 1 - d) / 2)
        for each, (a, b, even, c, d) in zip((*erring, *seeing), np.reshape(points, (-1, 5)).tolist(), strict=True)
    ]
    return tuple(found[: len(erring)]), tuple(found[len(erring) :])


def matches(
    graph: PlayGraph,
    starts: Sequence[int],
    pairs: Sequence[tuple[Player, Player]],
    *,
    games: int = GAMES,
    seed: int = 0,
    gained: int = 0,
) -> list[float]:
    """Return the points of whoever begins, of 1 a game, in the matches of pairs of players.

    Games begin at the starts in turn; whoever begins has ``gained`` so much already, in a game for points.
    """
    sight = np.repeat(np.array([[p.sight for p in pair] for pair in pairs], np.int64).reshape(-1, 2), games, axis=0)
    errs = np.repeat(np.array([[p.errs for p in pair] for pair in pairs]).reshape(-1, 2), games, axis=0)
    begun = np.resize(np.asarray(starts, np.int64), games)
    results = played(graph, np.tile(begun, len(pairs)), sight, errs, seed, gained)
    return results.reshape(len(pairs), games).mean(axis=1).tolist()


def played(graph: PlayGraph, begun: Numbers, sight: Numbers, errs: Numbers, seed: int, before: int = 0) -> Numbers:
    """Return what who begins gets of each game: 1, 1/2 or 0. All games go on together, move by move."""
    points = np.full(len(begun), 0.5)
    gained = np.full(len(begun), before, np.int64)
    active, at = np.arange(len(begun)), begun.copy()
    for turn in range(LONGEST + 1):
        widths = graph.offsets[at + 1] - graph.offsets[at]
        over = widths == 0
        own = 1 - 2 * (turn & 1)
        if over.any():
            last = own * graph.worth[at[over]].astype(np.int64) + gained[active[over]]
            points[active[over]] = (1 + np.sign(last)) / 2
            active, at, widths = active[~over], at[~over], widths[~over]
        if not len(active) or turn == LONGEST:
            return points
        blind = _chance(active, turn, 0xFFFF, seed) < errs[active, turn & 1]
        chosen = chosen_edges(graph, active, at, widths, np.where(blind, 0, sight[active, turn & 1]), turn, seed)
        if graph.gains is not None:
            gained[active] += own * graph.gains[chosen]
        at = graph.edges[chosen].astype(np.int64)
    return points


def chosen_edges(
    graph: PlayGraph, active: Numbers, at: Numbers, widths: Numbers, sight: Numbers, turn: int, seed: int
) -> Numbers:
    """Return the edge that is taken in each game: one of the best that are seen, by lot."""
    first = np.cumsum(widths) - widths
    row = np.repeat(np.arange(len(at)), widths)
    rank = np.arange(len(row)) - first[row]
    edge = graph.offsets[at][row] + rank
    worth = _seen(graph, edge, sight[row]) + _chance(active[row], turn, rank, seed)
    best = np.flatnonzero(worth == np.maximum.reduceat(worth, first)[row])
    taken = np.empty(len(at), np.int64)
    taken[row[best][::-1]] = edge[best][::-1]
    return taken


def _seen(graph: PlayGraph, edge: Numbers, sight: Numbers) -> Numbers:
    """Return what the options at some edges are to one who sees so far: won soon before later, lost late before soon."""
    child = graph.edges[edge]
    if graph.status is None:
        assert graph.gains is not None
        return np.where(sight > 0, graph.gains[edge] - graph.worth[child], 0)
    result, remote = graph.status[child] & 3, (graph.status[child] >> 2).astype(np.int64)
    worth = np.where(result == LOST, FAR - remote, np.where(result == WON, remote - FAR, 0))
    return np.where(remote < sight, worth, 0)


def _chance(game: Numbers, turn: int, rank: Numbers | int, seed: int) -> Numbers:
    """Return numbers from 0 to 1, hashed as by G. Steele, D. Lea and C. Flood (SplitMix, 2014)."""
    with np.errstate(over="ignore"):
        word = (game.astype(np.uint64) << np.uint64(32)) + np.asarray(rank).astype(np.uint64)
        word = word + np.uint64(turn << 16) + np.uint64(seed % (1 << 31)) * np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            word = (word ^ (word >> np.uint64(shift))) * np.uint64(factor)
        return (word ^ (word >> np.uint64(31))) / 2.0**64
