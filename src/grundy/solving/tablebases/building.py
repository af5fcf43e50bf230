"""Tablebases made: a game is solved from a start, as a search does it, and all its positions are kept."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice, RulesError, TooLarge
from grundy.common.files import room
from grundy.common.messages import _
from grundy.common.threads import processors
from grundy.kernels.contract import Ints, Loopy, Unfit, in_words, too_large
from grundy.kernels.loops import HOLE, retrograde_box
from grundy.rules.data import plain
from grundy.rules.functions import TurnsRuleset
from grundy.rules.hook_checks import check_hooks
from grundy.rules.large_games import LargeGame
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.solving.cluster.solving import ClusterSolve, Crew
from grundy.solving.compiled_rules import Native
from grundy.solving.compiled_search import ArrayTable, CompactTable, DenseTable, GraphTable
from grundy.solving.keyed import Keyed, keyed
from grundy.solving.results import DRAW, TIED, Options, Table, cells_of, row_of
from grundy.solving.search import SMALL, Exploration, InterpretedTable, search
from grundy.solving.store.columns import Facts
from grundy.solving.store.parts import UNREACHED, Rows, Segment, hole, joined, unplain, widened
from grundy.solving.store.tablebases import Packing, Stored
from grundy.solving.store.writing import Writer
from grundy.solving.tablebases.reading import VARIABLE, Tablebase, coded, layout_of, told, with_turn
from grundy.solving.tablebases.verifying import verify
from grundy.solving.tiers.exploring import Outside, seconds_each
from grundy.solving.tiers.solve import TierSolve
from grundy.solving.tiers.solving import Columns
from grundy.solving.tiers.solving import Solved as TierSolved

# ---- tablebases of large games: solved tier by tier, each part written when it is solved, and gone on with after a
# kill

PART, MOST = 1 << 18, 1 << 20
"""Positions of a part, at least and at most, however long they took: so a killed solve leaves the same files."""
DENSE_TIERS = 4
"""A base holds no keys where at most so many stand for each position."""


def solve_into(
    writer: Writer, made: Keyed, *, misere: bool, threads: int | None = None, crew: Crew | None = None
) -> dict[str, Any]:
    """Solve all that a start leads to, here or by a crew, and write it; return what a manifest says of it.

    Goes on from what the writer's folder holds. Raises what `grundy.solving.tiers.solve` does.
    """
    grundy = not (misere or made.scoring or made.ruleset.only_outcomes) and not writer.notes.get("loopy")
    boxed = made.dense and made.predecessors is not None and not made.scoring and not grundy
    made = made if boxed else _as_before(writer, made)
    while True:
        try:
            if boxed:
                return _box(writer, made, misere, threads)
            return _parts(writer, made, misere, grundy, threads, crew)
        except Outside as problem:
            wider = made.wider(problem.key)
            if wider is None:
                raise TooLarge("no 62-bit keys tell the positions of {name} apart", name=made.ruleset.name) from None
            writer.start_anew()
            made = wider
            writer.note(low=list(made.numbers.low), span=list(made.numbers.span))
        except Unfit as problem:
            made = made.again(problem)
        except Loopy:
            writer.start_anew(0)
            writer.note(loopy=True)
            grundy = False


def _as_before(writer: Writer, made: Keyed) -> Keyed:
    """Return a rule whose keys are those that an interrupted solve had widened."""
    low, span = writer.notes.get("low"), writer.notes.get("span")
    if low is None or span is None:
        return made
    return keyed(made.ruleset, made.start, digits=(tuple(low), tuple(span))) or made


def _box(writer: Writer, made: Keyed, misere: bool, threads: int | None) -> dict[str, Any]:
    """Solve all keys of a box in place, by the moves backwards that are declared."""
    writer.start_anew(0)
    status = retrograde_box(
        made.fill,
        made.params,
        made.box,
        predecessors=made.predecessors,
        width=made.record,
        misere=misere,
        threads=threads,
        limit_bytes=limits.memory(),
        progress=limits.counting("positions"),
    )
    status[status == HOLE] = UNREACHED
    writer.part([Rows(0, 0, {"status": status})])
    loopy = any(row[0] == DRAW for row in writer.parts[0]["counts"])
    return {"coding": coding_of(made, tiered=False), "loopy": loopy, "ties": _ties(writer)}


def _ties(writer: Writer) -> bool:
    return any(row[0] & 3 == TIED for part in writer.parts for row in part["counts"])


def _parts(
    writer: Writer, made: Keyed, misere: bool, grundy: bool, threads: int | None, crew: Crew | None
) -> dict[str, Any]:
    """Solve, and write part after part."""
    if crew is None:
        solve = TierSolve(made, misere=misere, threads=threads, writer=writer)
    else:
        solve = ClusterSolve(made, crew, misere=misere, writer=writer)
    with solve as work:
        work.explore()
        dense = made.box <= DENSE_TIERS * len(work) and made.box * (2 + 2 * grundy) <= limits.memory() // 4
        if dense:
            writer.start_anew(0)
            found = _Dense(made)
            for solved in work.solve(grundy=grundy):
                found.enter(solved)
            writer.part([Rows(0, 0, found.columns)])
            loopy = found.loopy
        else:
            loopy = _by_tiers(writer, work, grundy)
    return {
        "coding": coding_of(made, tiered=not dense),
        "loopy": loopy,
        "ties": not made.scoring and _ties(writer),
        "moves": sum(tier.moves for tier in work.tiers),
        "widest": max(tier.widest for tier in work.tiers),
        "tiers": len(work.tiers),
    }


def _by_tiers(writer: Writer, work: TierSolve | ClusterSolve, grundy: bool) -> bool:
    """Write tiers as they are solved, many small ones as one part; return whether play need not end."""
    waiting: list[Rows] = []
    loopy = bool(writer.notes.get("loopy"))
    again = _Again(writer)
    for solved in work.solve(grundy=grundy):
        if solved.loopy and not loopy:
            loopy = True
            writer.note(loopy=True)
        if again.enter(solved):
            continue
        for rows in _tier_rows(solved):
            waiting.append(rows)
            if sum(map(_count, waiting)) >= PART:
                writer.part(waiting)
                waiting = []
    if waiting:
        writer.part(waiting)
    return loopy


def _count(rows: Rows) -> int:
    return len(next(iter(rows.columns.values())))


def _tier_rows(solved: TierSolved) -> Iterator[Rows]:
    """Iterate over a tier as it is written, `MOST` positions together but for the last."""
    taken: list[tuple[Ints, Columns]] = []
    for keys, columns in zip(solved.blocks, solved.columns, strict=True):
        begin = 0
        while begin < len(keys):
            end = min(len(keys), begin + MOST - sum(len(own) for own, _ in taken))
            taken.append((keys[begin:end], {name: values[begin:end] for name, values in columns.items()}))
            begin = end
            if sum(len(own) for own, _ in taken) == MOST:
                yield _together(solved.number, taken)
                taken = []
    if taken:
        yield _together(solved.number, taken)


def _together(tier: int, taken: list[tuple[Ints, Columns]]) -> Rows:
    keys = np.concatenate([own for own, _ in taken]).astype(np.uint64)
    return Rows(tier, keys, joined([columns for _, columns in taken]))


class _Again:
    """The finished parts that were damaged, made again of their tiers."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._rows: dict[int, list[Rows]] = {}

    def enter(self, solved: TierSolved) -> bool:
        """Return whether a tier is of such parts; what it completes is written."""
        is_theirs = False
        for number in [*self._writer.broken]:
            about = self._writer.parts[number]
            segments = [Segment(*unplain(row)) for row in about["segments"]]
            rows = self._rows.setdefault(number, [])
            own = [_of_segment(solved, each, about["columns"]) for each in segments if each.tier == solved.number]
            rows += own
            is_theirs |= bool(own)
            if len(rows) == len(segments):
                self._writer.mend(number, self._rows.pop(number))
        return is_theirs


def _of_segment(solved: TierSolved, segment: Segment, facts: dict[str, Facts]) -> Rows:
    """Return the rows of a tier that a segment of a part has, as wide as they were."""
    keys = np.concatenate(solved.blocks)
    begin = int(keys.searchsorted(segment.first))
    own = slice(begin, begin + segment.size)
    columns = {name: array[own].astype(facts[name]["dtype"]) for name, array in joined(solved.columns).items()}
    return Rows(segment.tier, keys[own].astype(np.uint64), columns)


class _Dense:
    """What is known of all keys, a hole where a key is no position."""

    def __init__(self, made: Keyed) -> None:
        self.box = made.box
        self.columns: dict[str, Any] = {}
        self.loopy = False

    def enter(self, solved: TierSolved) -> None:
        """Enter the results of a tier."""
        self.loopy |= solved.loopy
        for keys, columns in zip(solved.blocks, solved.columns, strict=True):
            for name, values in columns.items():
                held = self.columns.get(name)
                if held is None:
                    held = np.full(self.box, hole(values.dtype, name), values.dtype)
                elif held.dtype != values.dtype:
                    kind = np.promote_types(held.dtype, values.dtype)
                    held = widened(held, kind, hole(held.dtype, name), hole(kind, name))
                self.columns[name] = held
                held[keys] = values


def coding_of(made: Keyed, *, tiered: bool) -> dict[str, Any]:
    """Return what a manifest says of how states are keys, and whether these are in tiers."""
    packing = made.packing if made.numbers.rank is None else None
    found = coded(made.ruleset, layout_of(made.start, made.variable), made.width, packing)
    if not tiered:
        found["hooks"].pop("tier", None)
    return found


# ----


KEY, RESULT = 8, 2
"""Bytes of the number of a state, in most games, and of its result or value."""
LOOKED_AT = 16
"""Blocks of a base that are looked at again by Python's options before it is kept."""
PASSES = 2.5
"""How often a rule is asked for each position, with the rest of the work counted as such."""
SEARCHED = 48
"""Bytes that a search takes for a position of two moves, beside its coordinates."""
PACKED = 4
"""What is kept takes at most about such a part of its bytes when it is compressed."""
DENSE = 4
"""A base is dense where at most so many keys stand for each position."""


class Expected(NamedTuple):
    """What is known before a game is solved.

    ``box``: a bound of its positions, or None; ``fit``: how many fit into the memory, or None where files take what does
    not; ``each``: the bytes of one before compression; ``seconds``: how long at most, by a sample of moves, or None;
    ``gains``: sentences that say what the hooks save.
    """

    box: int | None
    fit: int | None
    each: int
    seconds: float | None = None
    gains: tuple[str, ...] = ()


def expected(position: Position, made: Keyed | None = None) -> Expected:
    """Return what is known of a tablebase before it is made, with a rule over keys where there is one. O(width).

    >>> import grundy as gr
    >>> expected(gr.bash(10)).each
    12
    """
    rules = position.ruleset
    width = len(cells_of(position.state))
    values = 0 if rules.only_outcomes else RESULT
    if made is not None:
        box = made.box if made.declared else None
        seconds = None if box is None else PASSES * box * seconds_each(made) / processors()
        gains = check_hooks(made.ruleset, position.state).sentences()
        return Expected(box, None, RESULT + values + (0 if made.dense else KEY), seconds, tuple(gains))
    fit = limits.memory() // (SEARCHED + 8 * width)
    bounds = rules.limits_of(position.state) if isinstance(rules, LargeGame) else None
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
    crew: Crew | None = None,
) -> Tablebase:
    """Solve a position and all that can be reached from it, keep them in a folder, and return the tablebase.

    ``command`` is what builds it again, told where it was interrupted; ``tell`` is told what is known before the work. The
    limits in force are kept. A ``crew`` of workers does the work where the rules compile and the game is not small, and
    the base is the same to the byte. RulesError for games whose states are not integers; TooLarge past the memory;
    GrundyError for a folder that holds something else. Some 20 bytes a position, and for the time of
    writing 16 more, beside those of the search. Of a partisan game
    each position is kept with the player to move, as far as it can be reached so.

    >>> import tempfile, grundy as gr
    >>> with tempfile.TemporaryDirectory() as place:
    ...     base = build(gr.bash(10), Path(place) / "bash")
    ...     base.positions, base.stored.kind, [path.suffix for path in sorted(base.stored.folder.iterdir())]
    (11, 'dense', ['.b2frame', '.b2frame', '.json', '.lock'])
    """
    rules = position.ruleset
    if rules.scoring and misere:
        raise RulesError("{name} is played for points, so it has no misère play", name=rules.name)
    about = {
        "game": rules.name,
        "rules": told(rules),
        "parameters": {name: plain(value) for name, value in rules.params.items()},
        "start": str(position),
        "misere": misere,
    }
    folder = Path(folder).absolute()
    with Writer(folder, about, command) as writer:
        made = None if _is_small(position) else keyed(rules, position.state)
        known = expected(position, made)
        _warn_of_room(folder, (known.box or 0) * known.each // PACKED)
        if tell is not None:
            tell(known)
        if made is not None:
            writer.finish(solve_into(writer, made, misere=misere, crew=crew))
            _require_right(writer, Tablebase(Stored(folder), rules))
        else:
            writer.start_anew()
            found = _solved(position, misere, progress)
            rows, coding = _coded(with_turn(rules), found)
            writer.part([rows])
            writer.finish({"coding": coding, "loopy": found.loopy, "ties": found.ties})
    return Tablebase(Stored(folder), rules)


def _warn_of_room(folder: Path, bound: int) -> None:
    """Say where the bound of a base is more than the disk has room for: mostly the base is far smaller."""
    free = room(folder)
    if bound > free:
        said = _(
            "the tablebase takes at most {bound}, usually far less, but only {free} can be written on the "
            "disk of {folder}: it is built as far as there is room, and can be continued"
        )
        warnings.warn(said.format(bound=in_words(bound), free=in_words(free), folder=folder), Notice, stacklevel=3)


def _require_right(writer: Writer, base: Tablebase) -> None:
    """Derive some results of a base again by Python's options; where one is wrong, keep nothing of it, and say so."""
    wrong = verify(base, blocks=LOOKED_AT).wrong
    if wrong:
        writer.discard()
        name = base.ruleset.name
        raise GrundyError(
            "the result for {position} does not agree with the rules of {name}: nothing is saved; please report this",
            position=base.ruleset.describe(wrong[0]),
            name=name,
        )


def _is_small(position: Position) -> bool:
    """Return whether all that a position leads to is met sooner than a rule is compiled."""
    rules = with_turn(position.ruleset)
    return rules is not position.ruleset or Exploration(rules, position.state, Options()).run(SMALL)


class Solved(NamedTuple):
    """What is kept of a solved game: how its states are rows, the rows, and what stands beside each."""

    layout: str
    rows: Any
    columns: dict[str, Any]
    loopy: bool
    ties: bool


def _solved(position: Position, misere: bool, progress: Any) -> Solved:
    """Search a position; of a partisan game one with each player to move."""
    options = Options(progress=progress)
    if not position.ruleset.partisan:
        rules = position.ruleset
        return _found(rules, search(rules, position.state, options, misere=misere))
    rules = TurnsRuleset(position.ruleset)
    left, right = (
        _found(rules, search(rules, (position.state, player), options, misere=misere)) for player in (LEFT, RIGHT)
    )
    if left.layout != right.layout or left.rows.shape[1] != right.rows.shape[1]:
        raise _no_rows(rules)
    rows, first = np.unique(np.concatenate([left.rows, right.rows]), axis=0, return_index=True)
    shared = [name for name in left.columns if name in right.columns]
    columns = {name: np.concatenate([left.columns[name], right.columns[name]])[first] for name in shared}
    return Solved(left.layout, rows, columns, left.loopy or right.loopy, left.ties or right.ties)


def _found(rules: Ruleset, table: Table) -> Solved:
    """Return what is kept of a solved game."""
    match table:
        case DenseTable():
            layout, rows, columns = _of_dense(rules, table)
        case GraphTable():
            rows, columns = table.made.cells(table.graph.states), _columns(table)
            layout = _layout(rules, table.made, rows)
        case CompactTable():
            held, rows = table.solved.nbytes, 8 * (len(cells_of(table.first)) + 2) * table.positions
            raise too_large(table.positions, held, held + rows, limits.memory())
        case ArrayTable() | InterpretedTable():
            states = range(table.positions) if table.index is None else list(table.index)
            (layout, rows), columns = _rows(rules, states), _columns(table)
        case _:
            raise RulesError("positions of {name} cannot be kept in a tablebase", name=rules.name)
    return Solved(layout, rows, columns, table.loopy, table.ties)


def _columns(table: Table) -> dict[str, Any]:
    return {name: _column(name, held) for name, held in table.columns.items()}


def _column(name: str, held: Any) -> Any:
    """Return a column as an array: scores as narrow as they can be, and so is what Python has found."""
    if name == "score":
        return _narrow(np.asarray(held, np.int64))
    if not isinstance(held, list):
        return held
    found = _narrow(np.array(held, np.uint64))
    return found.astype(np.uint16) if name == "status" and found.itemsize == 1 else found


def _narrow(values: Any) -> Any:
    """Return integers as narrow as they can be, with a number to spare below those that may be negative."""
    low, high = int(values.min()), int(values.max())
    if values.dtype.kind == "u":
        return values.astype(np.min_scalar_type(high))
    return values.astype(np.min_scalar_type(min(low, -high, 0) - 1))


def _coded(rules: Ruleset, found: Solved) -> tuple[Rows, dict[str, Any]]:
    """Return the rows to be written, in the order of their keys, and what a manifest says of these."""
    packing = Packing.of(found.rows)
    keys = packing.pack(found.rows)
    coding = coded(rules, found.layout, len(packing.span), packing, keyed=False)
    if len(packing.cuts) == 2 and packing.box <= DENSE * len(keys):
        columns = {name: _scattered(packing.box, keys, array, name) for name, array in found.columns.items()}
        return Rows(0, 0, columns), coding
    order = np.argsort(keys, kind="stable")
    return Rows(0, keys[order], {name: array[order] for name, array in found.columns.items()}), coding


def _scattered(box: int, keys: Any, values: Any, name: str) -> Any:
    found = np.full(box, hole(values.dtype, name), values.dtype)
    found[keys] = values
    return found


def _of_dense(rules: Ruleset, table: DenseTable) -> tuple[str, Any, dict[str, Any]]:
    """Return what is kept of positions that stand by their numbers already."""
    solved, stride = table.solved, 1 + table.solved.has_grundy
    bounds = tuple(solved.bounds.tolist())
    status = solved.work[::stride]
    keys = np.flatnonzero(status)
    rows = Packing((0,) * len(bounds), bounds).unpack(keys.astype(np.uint64))
    columns = {"status": status[keys]} | ({"grundy": solved.work[1::stride][keys]} if solved.has_grundy else {})
    return _layout(rules, table.made, rows), rows, columns


def _layout(rules: Ruleset, made: Native, rows: Any) -> str:
    return layout_of(made.state_of(rows[0].tolist(), rules), made.variable)


def _rows(rules: Ruleset, states: Sequence[Any]) -> tuple[str, Any]:
    """Return how states are rows, and the rows; RulesError where they are no integers, or longer than 64 bits."""
    turns: list[tuple[int, ...]] | None = None
    if isinstance(rules, TurnsRuleset):
        turns = [(int(player == RIGHT),) for _state, player in states]
        states = [state for state, _player in states]
    cells = [cells_of(state) for state in states]
    lengths = set(map(len, cells))
    if not all(isinstance(cell, int) for row in cells for cell in row):
        raise _no_rows(rules)
    layout = layout_of(states[0], len(lengths) > 1)
    width = max(lengths) + (layout == VARIABLE)
    cells = [row_of(state, width, layout == VARIABLE) or () for state in states]
    if turns is not None:
        cells = [row + turn for row, turn in zip(cells, turns, strict=True)]
    try:
        return layout, np.array(cells, np.int64).reshape(len(cells), -1)
    except OverflowError:
        raise RulesError(
            "the states of {name} contain numbers of more than 64 bits, which a tablebase cannot keep", name=rules.name
        ) from None


def _no_rows(rules: Ruleset) -> RulesError:
    return RulesError("the states of {name} are not integers, and a tablebase keeps only integers", name=rules.name)
