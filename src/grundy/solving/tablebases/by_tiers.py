"""Tablebases of large games: solved tier by tier, each part written when it is solved, and gone on with after a kill."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.kernels.contract import Ints, Loopy, Unfit
from grundy.kernels.loops import HOLE, retrograde_box
from grundy.solving.cluster.solving import ClusterSolve, Crew
from grundy.solving.keyed import Keyed, keyed
from grundy.solving.results import DRAW, TIED
from grundy.solving.store.columns import Facts
from grundy.solving.store.parts import UNREACHED, Rows, Segment, hole, joined, unplain, widened
from grundy.solving.store.writing import Writer
from grundy.solving.tablebases.coding import coded, layout_of
from grundy.solving.tiers.exploring import Outside
from grundy.solving.tiers.solve import TierSolve
from grundy.solving.tiers.solving import Columns, Solved

PART, MOST = 1 << 18, 1 << 20
"""Positions of a part, at least and at most, however long they took: so a killed solve leaves the same files."""
DENSE = 4
"""A base holds no keys where at most so many stand for each position."""


def solve_into(
    writer: Writer, made: Keyed, *, misere: bool, threads: int | None = None, crew: Crew | None = None
) -> dict[str, Any]:
    """Solve all that a start leads to, here or by a crew, and write it; return what a manifest says of it.

    Goes on from what the writer's folder holds. Raises what `grundy.solving.tiers.solve` does.
    """
    grundy = not (misere or made.scoring or made.ruleset.has_ending) and not writer.notes.get("loopy")
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
        dense = made.box <= DENSE * len(work) and made.box * (2 + 2 * grundy) <= limits.memory() // 4
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
        for rows in _rows(solved):
            waiting.append(rows)
            if sum(map(_count, waiting)) >= PART:
                writer.part(waiting)
                waiting = []
    if waiting:
        writer.part(waiting)
    return loopy


def _count(rows: Rows) -> int:
    return len(next(iter(rows.columns.values())))


def _rows(solved: Solved) -> Iterator[Rows]:
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

    def enter(self, solved: Solved) -> bool:
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


def _of_segment(solved: Solved, segment: Segment, facts: dict[str, Facts]) -> Rows:
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

    def enter(self, solved: Solved) -> None:
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
