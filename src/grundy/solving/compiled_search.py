"""Exhaustive search by compiled kernels: rules as native code, positions and moves in arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import RulesError, TooLarge
from grundy.kernels.compact import solve_compact
from grundy.kernels.contract import END_TIED, Loopy, OutOfBounds, OutOfKeys, Progress, Unfit
from grundy.kernels.dense import Dense, solve_dense
from grundy.kernels.explore import Graph, explore
from grundy.kernels.graph import minimax, solve_graph
from grundy.rules.digraph import ArrayDigraph
from grundy.rules.functions import FunctionRuleset
from grundy.rules.ruleset import Ruleset, accepted
from grundy.solving.comparing import rederive, spread
from grundy.solving.compiled_rules import Native, give_up, native, went_on
from grundy.solving.results import Options, Table, columns_of, endless_scores, teller
from grundy.solving.search import Exploration


def _found(made: Native, state: Any, look_up: Callable[[Any], int]) -> int:
    """Return what is found of the numbers of a state; KeyError for a state that was not met."""
    cells = made.encode(state)
    found = -1 if cells is None else look_up(cells)
    if found < 0:
        raise KeyError(state)
    return found


# ---- exhaustive search where the arrows of a game do not fit in memory: results alone are kept

SAMPLED = 1 << 20
"""Places among which positions are chosen that are derived again."""


class CompactTable(Table):
    """The results of positions that are single words, of play that ends."""

    def __init__(self, ruleset: Ruleset, made: Native, start: Any, progress: Progress, *, misere: bool) -> None:
        self.made, self.first = made, start
        self.solved = solve_compact(
            made.fill,
            made.params,
            made.encode(start)[0],  # type: ignore[index]  # it was explored with this word
            grundy=not (misere or ruleset.only_outcomes),
            misere=misere,
            limit_bytes=limits.memory(),
            progress=progress,
        )
        self.positions = len(self.solved)
        self.ties = ruleset.has_ending
        rederive(ruleset, self, self._some(ruleset), misere=misere)

    def _some(self, ruleset: Ruleset) -> list[Any]:
        """Return some of the positions that were met, of every remoteness."""
        step = max(1, self.solved.table.size // SAMPLED)
        statuses = self.solved.statuses(step)
        places = np.flatnonzero(statuses)
        chosen = places[spread(statuses[places].astype(np.int64))] * step
        return [self.made.decode([self.solved.key_at(int(place))], ruleset) for place in chosen]

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        return _found(self.made, state, lambda cells: self.solved.find(cells[0]))

    def held(self, name: str, state: Any) -> int:
        """Return the status or the Grundy value of a state."""
        place = self.place(state)
        return self.solved.status(place) if name == "status" else {"grundy": self.solved.values}[name][place]


# ----


# ---- searches of dense numbers


class DenseTable(Table):
    """The positions by index, where the rules declare bounds: two bytes a position, and two for the Grundy value."""

    def __init__(self, ruleset: Ruleset, made: Native, start: Any, options: Options, *, misere: bool) -> None:
        self.made = made
        cells = made.encode(start)
        assert cells is not None
        bounds = ruleset.bounds
        if callable(bounds):
            bounds = bounds(*ruleset.arguments(start), **accepted(bounds, ruleset.params))
        if not isinstance(bounds, tuple) or len(bounds) != made.width:
            raise RulesError(
                "{name} declares the bounds {bounds!r}: give one limit for each of its {width} numbers",
                name=ruleset.name,
                bounds=bounds,
                width=made.width,
            )
        try:
            self.solved: Dense = solve_dense(
                made.fill,
                made.params,
                cells,
                bounds,
                grundy=not (misere or ruleset.only_outcomes),
                misere=misere,
                limit_bytes=limits.memory(),
                progress=teller(options),
            )
        except OutOfBounds as problem:
            raise RulesError(
                "{name} leaves its declared bounds: {problem}", name=ruleset.name, problem=problem
            ) from None
        self.positions = self.solved.positions
        self.ties = ruleset.has_ending
        rederive(ruleset, self, self._some(ruleset), misere=misere)

    def _some(self, ruleset: Ruleset) -> list[Any]:
        """Return some of the positions that were reached, of every remoteness."""
        solved = self.solved
        statuses = solved.work[:: 1 + solved.has_grundy]
        places = [place for place in spread(statuses) if statuses[place]]
        return [self.made.decode(solved.cells(place), ruleset) for place in places]

    def held(self, name: str, state: Any) -> int:
        """Return the status or the Grundy value of a state."""
        return _found(self.made, state, {"status": self.solved.status, "grundy": self.solved.grundy}[name])


# ---- searches of compiled rules

TIERED = 1 << 20
"""Positions from which tiers on all processors are sooner solved than a graph by one, though the rule is compiled anew."""
LARGE = 1 << 18
"""Positions from which memory counts for more than a hundredth of a second."""
MANY = 500_000
"""Arrows from which an interpreted exploration is solved by the kernels."""


def compiled_table(
    ruleset: Ruleset,
    start: Any,
    options: Options,
    samples: list[Any],
    *,
    misere: bool = False,
    packed: bool = True,
    moves: bool = False,
    also: tuple[Any, ...] = (),
) -> Table | None:
    """Solve every position reachable from a start with the rules compiled, or return None if they must be interpreted.

    Positions are single words, where they all fit (``packed``). ``moves``: it is a `GraphTable` that keeps the moves, of
    what is reached from other starts ``also``.
    """
    bounded = ruleset.bounds is not None and not ruleset.scoring and not ruleset.folds and not moves
    made = native(ruleset, [start, *also, *samples], packed=packed and not bounded)
    if made is None:
        return None
    try:
        if bounded and made.words == 1:
            try:
                return DenseTable(ruleset, made, start, options, misere=misere)
            except Loopy:
                pass  # endless play needs the arrows kept
        tells = teller(options)
        if moves:
            return GraphTable(ruleset, made, start, tells, misere=misere, moves=True, also=also)
        if isinstance(ruleset, FunctionRuleset) and "tier" in ruleset.hooks and made.words == 1:
            from grundy.solving.tiers import solve

            try:
                return GraphTable(ruleset, made, start, _while_small(tells), misere=misere)
            except _Large:
                pass  # and its arrays are given back
            found = solve.solved(ruleset, start, options, misere=misere)
            if found is not None:
                return found
        return _hashed(ruleset, made, start, tells, misere)
    except OutOfKeys:
        return compiled_table(ruleset, start, options, samples, misere=misere, packed=False, moves=moves, also=also)
    except Unfit as problem:
        at = start if problem.row is None else made.decode(problem.row, ruleset)
        if went_on(ruleset, problem, [at], made.words):
            again: dict[str, Any] = {"misere": misere, "packed": packed, "moves": moves, "also": also}
            return compiled_table(ruleset, start, options, samples, **again)
        give_up(ruleset, problem)
        return None


def _hashed(ruleset: Ruleset, made: Native, start: Any, tells: Progress, misere: bool) -> Table:
    """Solve with all arrows in memory, which is sooner done; where they do not fit, with none, if play ends.

    Ten million positions of width 2 took 1.9 seconds of a processor and 94 bytes each one way, 4.5 and 10 the other.
    """
    try:
        return GraphTable(ruleset, made, start, tells, misere=misere)
    except TooLarge as problem:
        if made.packing is None or ruleset.scoring or not problem.needed:
            raise
        refusal = problem.with_traceback(None)  # which held what was explored

    try:
        return CompactTable(ruleset, made, start, tells, misere=misere)
    except Loopy:
        raise refusal from None


class _Large(Exception):
    """So many positions were met that another way is sooner done."""


def _while_small(tells: Progress) -> Progress:
    def tell(done: int, known: int) -> None:
        tells(done, known)
        if known > TIERED:
            raise _Large

    return tell


class GraphTable(Table):
    """The positions in a hashed store, with the results beside; with ``moves`` these are kept too."""

    def __init__(
        self,
        ruleset: Ruleset,
        made: Native,
        start: Any,
        progress: Progress,
        *,
        misere: bool,
        moves: bool = False,
        also: tuple[Any, ...] = (),
    ) -> None:
        self.made = made
        cells = [made.encode(each) for each in (start, *also)]
        assert None not in cells
        self.graph: Graph = explore(
            made.fill,
            made.params,
            np.array(cells, np.int64),
            scoring=ruleset.scoring,
            words=made.packing is not None,
            limit_bytes=limits.memory(),
            progress=progress,
        )
        graph = self.graph
        if len(graph) > LARGE:
            graph.free_table()
        self.positions = len(graph)
        self._solve(ruleset, graph, misere)
        chosen = spread(np.arange(len(graph)) << 2) if self.scoring else spread(self.columns["status"])
        rederive(ruleset, self, [made.decode(graph.states[i].tolist(), ruleset) for i in chosen], misere=misere)
        if not moves:
            graph.free_moves()

    def _solve(self, ruleset: Ruleset, graph: Graph, misere: bool) -> None:
        self.scoring = ruleset.scoring
        self.ties = ruleset.has_ending and bool((graph.ends == END_TIED).any())
        if self.scoring:
            arrows = graph.offsets, graph.edges, graph.gains, graph.ends, graph.forward
            self.columns = {"score": _scores(ruleset, *arrows)}
            return
        status, values, self.loopy = solve_graph(
            graph.offsets,
            graph.edges,
            graph.ends,
            forward=graph.forward,
            misere=misere,
            grundy=not (misere or ruleset.only_outcomes),
        )
        self.columns = columns_of(status, values)

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        return _found(self.made, state, self.graph.find)


class ArrayTable(Table):
    """Results by index: of an explicit digraph in arrays, or of positions that Python has numbered."""

    def __init__(
        self,
        index: dict[Any, int] | None,
        offsets: Any,
        edges: Any,
        ends: Any,
        gains: Any = None,
        *,
        misere: bool,
        ruleset: Ruleset,
    ) -> None:
        self.index = index
        self.positions = len(offsets) - 1
        self.scoring = gains is not None
        self.ties = bool((ends == END_TIED).any())
        if self.scoring:
            self.columns = {"score": _scores(ruleset, offsets, edges, gains, ends, False)}
            return
        grundy = not (misere or ruleset.only_outcomes)
        status, values, self.loopy = solve_graph(offsets, edges, ends, misere=misere, grundy=grundy)
        self.columns = columns_of(status, values)

    def place(self, state: Any) -> int:
        """Return the place of a state."""
        return state if self.index is None else self.index[state]


def array_table(ruleset: ArrayDigraph, *, misere: bool = False) -> Table:
    """Solve a digraph given in arrays, all nodes at once."""
    ends = np.zeros(len(ruleset.offsets) - 1, np.int8)
    return ArrayTable(None, ruleset.offsets, ruleset.edges, ends, misere=misere, ruleset=ruleset)


def table_of_exploration(found: Exploration, *, misere: bool = False) -> Table:
    """Solve what an interpreted exploration has found, by the kernels."""
    return ArrayTable(found.index, *arrays_of(found), misere=misere, ruleset=found.ruleset)


def arrays_of(found: Exploration) -> tuple[Any, Any, Any, Any]:
    """Return what an interpreted exploration has found as the arrays of the kernels: offsets, edges, ends, gains."""
    offsets = np.zeros(len(found.children) + 1, np.int64)
    np.cumsum([len(row) for row in found.children], out=offsets[1:])
    edges = np.fromiter((c for row in found.children for c in row), np.int32, count=int(offsets[-1]))
    codes = np.array([0, 3, 1, 2], np.int8)  # DRAW, WON, LOST, TIED as the kernels number endings
    ends = codes[np.array(found.ends, np.int64)]
    gains = None
    if found.ruleset.scoring:
        gains = np.fromiter((g for row in found.gains for g in row), np.int64, count=int(offsets[-1]))
    return offsets, edges, ends, gains


def _scores(ruleset: Ruleset, offsets: Any, edges: Any, gains: Any, ends: Any, forward: bool) -> Any:
    try:
        return minimax(offsets, edges, gains, ends, forward)
    except Loopy:
        raise endless_scores(ruleset) from None
