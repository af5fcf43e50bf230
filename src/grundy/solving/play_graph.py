"""All positions that can be reached from one, solved, with all moves between them, in arrays: what a report counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.limits import Limits, keeping
from grundy.rules.functions import TurnsRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.solving.catalogued import try_out
from grundy.solving.compiled_search import ArrayTable, GraphTable, arrays_of, compiled_table
from grundy.solving.results import Options, Table
from grundy.solving.search import COMPARED, SMALL, Exploration

Numbers = NDArray[Any]

MOST, INTERPRETED = 5_000_000, 200_000
"""Positions that are looked at, with compiled rules and with interpreted ones: counts, so that all machines agree."""
SIGNS = np.array([0, 1, -1, 0], np.int8)
"""What a result is worth to the player to move, by its number: a draw, won, lost, a tie."""


@dataclass
class PlayGraph:
    """A solved graph of play; of a partisan game the player to move is in the state.

    The children of position i are ``edges[offsets[i]:offsets[i + 1]]``, each once (in a game for points, each with its
    ``gains``). ``worth`` is what a position is worth to the player to move: 1, 0, -1, or the score. ``status`` holds the
    results of `grundy.solving.results`, None in a game for points; ``grundy`` None where there are no such values;
    ``ends`` is not 0 where an ending is declared. ``starts`` are where play begins: twice, of a partisan game.
    """

    rules: Ruleset
    starts: list[int]
    offsets: Numbers
    edges: Numbers
    gains: Numbers | None
    ends: Numbers
    worth: Numbers
    status: Numbers | None
    grundy: Numbers | None
    loopy: bool
    state: Callable[[int], Any]
    place: Callable[[Any], int]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def widths(self) -> Numbers:
        """How many moves each position has."""
        return np.diff(self.offsets)

    def children(self, place: int) -> Numbers:
        """Return the positions after one."""
        return self.edges[self.offsets[place] : self.offsets[place + 1]]

    def position(self, place: int) -> Position:
        """Return a position by its place."""
        return Position(self.rules, self.state(place))


def play_graph(position: Position, *, misere: bool = False, most: int = MOST) -> PlayGraph:
    """Return the solved graph of all positions that can be reached from one.

    TooLarge beyond ``most`` positions, or 200,000 of rules that must be interpreted; RulesError where the rules are wrong,
    and of a game for points whose play need not end. O(positions + moves); some 100 bytes a position of compiled rules.

    >>> import grundy as gr
    >>> graph = play_graph(gr.nim(1, 2))  # heaps have no order
    >>> len(graph), graph.worth.tolist(), int(graph.grundy[0])
    (5, [1, 1, 1, -1, -1], 3)
    """
    rules, state = position.ruleset, position.state
    begins = [state]
    if rules.partisan:
        rules, begins = TurnsRuleset(rules), [(state, LEFT), (state, RIGHT)]
    try_out(rules, begins[0])
    with keeping(Limits(positions=min(most, INTERPRETED))):
        found = Exploration(rules, begins[0], Options())
        for other in begins[1:]:
            found.index[other] = len(found.states)
            found.states.append(other)
        whole = found.run(SMALL)
    table = None if whole else _compiled(rules, found, begins, misere, most)
    if table is not None:
        graph, made = table.graph, table.made
        return _made(
            rules,
            begins,
            (graph.offsets, graph.edges, graph.ends, graph.gains),
            table,
            lambda place: made.decode(graph.states[place].tolist(), rules),
        )
    with keeping(Limits(positions=min(most, INTERPRETED))):
        found.run()
    arrays = arrays_of(found)
    own = ArrayTable(found.index, *arrays, misere=misere, ruleset=rules)
    return _made(rules, begins, arrays, own, found.states.__getitem__)


def _compiled(rules: Ruleset, found: Exploration, begins: list[Any], misere: bool, most: int) -> GraphTable | None:
    """Return the table with its moves, of rules that can be compiled."""
    rules, samples = rules.searched, found.states[:: max(1, len(found.states) // COMPARED)]
    with keeping(Limits(positions=most)):
        start, *also = begins if len(begins) > 1 else found.states[:1]
        table = compiled_table(rules, start, Options(), samples, misere=misere, moves=True, also=tuple(also))
    assert table is None or isinstance(table, GraphTable)
    return table


def _made(
    rules: Ruleset, begins: list[Any], arrays: tuple[Any, ...], table: Table, state: Callable[[int], Any]
) -> PlayGraph:
    offsets, edges, ends, gains = arrays
    offsets = offsets.astype(np.int64)
    if gains is None:
        offsets, edges = _each_once(offsets, edges)
    status = table.columns.get("status")
    worth = table.columns["score"] if status is None else SIGNS[np.asarray(status) & 3]
    return PlayGraph(
        rules,
        [table.place(rules.canonical(each)) for each in begins],
        offsets,
        edges,
        gains,
        ends,
        np.asarray(worth),
        None if status is None else np.asarray(status),
        table.columns.get("grundy"),
        table.loopy,
        state,
        lambda each: table.place(rules.canonical(each)),
    )


def _each_once(offsets: Numbers, edges: Numbers) -> tuple[Numbers, Numbers]:
    """Return a graph in which each position has its children once, in their order. O(m log m)."""
    widths = np.diff(offsets)
    fresh = np.ones(len(edges), np.bool_)
    edges = edges.copy()
    for width in np.flatnonzero(np.bincount(widths)):  # rows of one width are sorted together
        if width > 1:
            places = offsets[:-1][widths == width][:, None] + np.arange(width)
            rows = np.sort(edges[places], axis=1)
            edges[places] = rows
            fresh[places[:, 1:]] = rows[:, 1:] != rows[:, :-1]
    if fresh.all():
        return offsets, edges
    counted = np.concatenate(([0], np.cumsum(fresh)))
    return counted[offsets], edges[fresh]
