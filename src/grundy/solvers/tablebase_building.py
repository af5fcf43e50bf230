"""Tablebases made: a game is solved from a start, as a search does it, and all its positions are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from grundy import limits
from grundy.errors import RulesError
from grundy.rules.data import plain
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, accepted
from grundy.solvers.compiled_rules import Native
from grundy.solvers.compiled_search import ArrayTable, GraphTable
from grundy.solvers.dense_search import DenseTable
from grundy.solvers.interpreted_search import InterpretedTable
from grundy.solvers.results import Options, Table, cells_of
from grundy.solvers.search import search
from grundy.solvers.tablebases import ONE, TUPLE, VARIABLE, Tablebase, told
from grundy.store.packing import Packing
from grundy.store.tablebases import Content, Stored, making

KEY, RESULT = 8, 2
"""Bytes of the number of a state, in most games, and of its result or value."""
SEARCHED = 48
"""Bytes that a search takes for a position of two moves, beside its coordinates."""


class Expected(NamedTuple):
    """What is known before a game is solved: a bound of its positions or None, how many fit, and the bytes of each."""

    box: int | None
    fit: int
    each: int


def expected(position: Position) -> Expected:
    """Return what is known of the size of a tablebase before it is made. O(width).

    >>> import grundy as gr
    >>> expected(gr.bash(10)).each
    12
    """
    rules = position.ruleset
    _require_kept(rules)
    width = len(cells_of(position.state))
    values = 0 if rules.has_ending else RESULT
    fit = limits.memory() // (SEARCHED + 8 * width)
    bounds = rules.bounds
    if callable(bounds):
        bounds = bounds(*rules.arguments(position.state), **accepted(bounds, rules.params))
    if bounds is None:
        return Expected(None, fit, KEY + RESULT + values)
    return Expected(prod(bounds), fit, RESULT + values)


def build(
    position: Position,
    folder: str | Path,
    *,
    misere: bool = False,
    command: Sequence[str] = (),
    tell: Callable[[Expected], object] | None = None,
    progress: Any = None,
) -> Tablebase:
    """Solve a position and all that can be reached from it, keep them in a folder, and return the tablebase.

    ``command`` is what builds it again, told where it was interrupted; ``tell`` is told what is known before the work. The
    limits in force are kept. RulesError for games whose states are not integers, partisan and scoring ones; TooLarge past
    the memory; GrundyError for a folder that holds something else. Some 20 bytes a position, and for the time of writing
    16 more, beside those of the search.

    >>> import tempfile, grundy as gr
    >>> with tempfile.TemporaryDirectory() as place:
    ...     base = build(gr.bash(10), Path(place) / "bash")
    ...     base.positions, base.stored.manifest["kind"], [path.suffix for path in sorted(base.stored.folder.iterdir())]
    (11, 'dense', ['.b2frame', '.json', '.lock', '.b2frame'])
    """
    rules = position.ruleset
    _require_kept(rules)
    about = {
        "game": rules.name,
        "rules": told(rules),
        "parameters": {name: plain(value) for name, value in rules.params.items()},
        "start": str(position),
        "misere": misere,
    }
    folder = Path(folder).absolute()
    with making(folder, about, list(command)) as write:
        if tell is not None:
            tell(expected(position))
        table = search(rules, position.state, Options(progress=progress), misere=misere)
        layout, content = _content(rules, table)
        about.update(layout=layout, loopy=table.loopy, ties=table.ties)
        write(content)
    return Tablebase(Stored(folder), rules)


def _require_kept(rules: Ruleset) -> None:
    """Raise RulesError for kinds of games whose results are not kept."""
    if rules.partisan:
        raise RulesError("{name}: a tablebase is of a game in which both players have the same moves", name=rules.name)
    if rules.scoring:
        raise RulesError("{name} is played for points, which no tablebase holds yet", name=rules.name)


def _content(rules: Ruleset, table: Table) -> tuple[str, Content]:
    """Return how the states of a solved game are rows, and what is kept of it."""
    match table:
        case DenseTable():
            return _of_dense(rules, table)
        case GraphTable():
            rows, status, values = table.graph.states, table.status, table.values
            layout = _layout(rules, table.made, rows)
        case ArrayTable():
            states = range(table.positions) if table.place is None else list(table.place)
            layout, rows = _rows(rules, states)
            status, values = table.status, table.values
        case InterpretedTable():
            layout, rows = _rows(rules, list(table.index))
            words = np.array(table.remote, np.uint64) << np.uint64(2) | np.array(table.results, np.uint64)
            status = words.astype(np.uint16 if int(words.max()) < 1 << 16 else np.uint32)
            values = None if table.values is None else _narrow(np.array(table.values, np.int64))
        case _:
            raise RulesError("the positions of {name} are not kept in a tablebase", name=rules.name)
    packing = Packing.of(rows)
    return layout, Content(packing, packing.pack(rows), status, values)


def _narrow(values: Any) -> Any:
    return values.astype(np.uint16 if int(values.max()) < 1 << 16 else np.uint32)


def _of_dense(rules: Ruleset, table: DenseTable) -> tuple[str, Content]:
    """Return what is kept of positions that stand by their numbers already."""
    solved, stride = table.solved, 1 + table.solved.has_grundy
    bounds = tuple(solved.bounds.tolist())
    packing = Packing((0,) * len(bounds), bounds)
    status = solved.work[::stride]
    keys = np.flatnonzero(status).astype(np.uint64)
    values = solved.work[1::stride][keys] if solved.has_grundy else None
    return _layout(rules, table.made, packing.unpack(keys[:1])), Content(packing, keys, status[keys], values)


def _layout(rules: Ruleset, made: Native, rows: Any) -> str:
    if made.variable:
        return VARIABLE
    return TUPLE if isinstance(made.decode(rows[0].tolist(), rules), tuple) else ONE


def _rows(rules: Ruleset, states: Sequence[Any]) -> tuple[str, Any]:
    """Return how states are rows, and the rows; RulesError where they are no integers, or longer than 64 bits."""
    cells = [cells_of(state) for state in states]
    lengths = set(map(len, cells))
    if not all(isinstance(cell, int) for row in cells for cell in row):
        raise RulesError(
            "the states of {name} are not integers: only integers are kept in a tablebase", name=rules.name
        )
    if len(lengths) > 1:
        room = max(lengths)
        layout, cells = VARIABLE, [(len(row), *row, *(0,) * (room - len(row))) for row in cells]
    else:
        layout = TUPLE if isinstance(states[0], tuple) else ONE
    try:
        return layout, np.array(cells, np.int64).reshape(len(cells), -1)
    except OverflowError:
        raise RulesError(
            "the states of {name} hold numbers of more than 64 bits, which no tablebase keeps", name=rules.name
        ) from None
